//! Programs that behave, and programs that do not. They are written for `sh`.

use super::*;
use crate::{Ending, Record, Spec, play_game};
use std::time::Instant;

/// Longer than anything that a test waits for takes, however busy the machine is.
const GUARD: Duration = Duration::from_secs(600);
/// A limit for what never happens.
const MOMENT: Duration = Duration::from_millis(100);

/// A program that says it is ready and then runs `on_turn` for every turn, with the line in $l.
fn program(on_turn: &str) -> Program {
    scripted(&format!(
        r#"read l; echo "{{\"type\":\"ready\",\"protocol\":1}}"
        while read -r l; do case $l in *\"type\":\"turn\"*) {on_turn};; *quit*) exit;; esac; done"#
    ))
}

fn scripted(script: &str) -> Program {
    let command = CommandLine::parse(&format!("sh -c '{}'", script.replace('\'', "'\\''")));
    let limits = Limits {
        start: GUARD,
        turn: GUARD,
        end: GUARD,
    };
    Program::new(command.unwrap(), limits, Stop::new())
}

/// The first of the legal moves.
const GOOD: &str = r#"m=${l#*\"moves\":[\"}; echo "{\"type\":\"move\",\"move\":\"${m%%\"*}\"}""#;

/// One game of the program, as Vertical, against RandomBot.
fn game(program: &mut Program) -> Record {
    game_on("4x4", program)
}

fn game_on(board: &str, program: &mut Program) -> Record {
    let mut random = "random".parse::<Spec>().unwrap().build();
    let game = Game::new(board.parse().unwrap());
    let record = play_game([program, &mut *random], &game, 7, None);
    program.end(record.winner, &record.ending.to_string());
    record
}

#[test]
fn a_good_program_plays_many_games_with_one_process() {
    let mut program = program(GOOD);
    let mut numbers = Vec::new();
    for _ in 0..3 {
        let record = game(&mut program);
        assert_eq!(record.ending, Ending::NoMove);
        assert_eq!(record.played[0].mov.to_string(), "V1,1");
        numbers.push(program.process.as_ref().unwrap().number());
    }
    assert!(numbers.iter().all(|number| *number == numbers[0]));
}

/// All messages are sent, in order and as documented.
#[test]
fn what_is_said() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("said");
    let name = file.display();
    let mut program = scripted(&format!(
        r#"while read -r l; do echo "$l" >> {name}; case $l in
        *\"hello\"*) echo "{{\"type\":\"ready\",\"protocol\":1}}";;
        *\"type\":\"turn\"*) {GOOD};; *quit*) exit;; esac; done"#
    ));
    game_on("2x2", &mut program);
    drop(program);
    let said = std::fs::read_to_string(&file).unwrap();
    let seed = crosscram_support::random::seed_of([7, 0]) >> 11;
    let version = env!("CARGO_PKG_VERSION");
    let expected = [
        format!(r#"{{"type":"hello","protocol":1,"program":"crosscram {version}"}}"#),
        format!(
            r#"{{"type":"begin","rows":2,"cols":2,"board":"..|..","tile":2,"side":"V","first":"V","seed":{seed}}}"#
        ),
        r#"{"type":"turn","board":"..|..","side":"V","moves":["V1,1","V1,2"],"played":[],"limit_ms":600000}"#
            .to_string(),
        r#"{"type":"end","winner":"V","reason":"no move left"}"#.to_string(),
        r#"{"type":"quit"}"#.to_string(),
    ];
    assert_eq!(said.lines().collect::<Vec<_>>(), expected);
}

/// The program loses its game, and the record says `part`.
#[track_caller]
fn check(mut program: Program, part: &str) {
    let started = Instant::now();
    let record = game(&mut program);
    assert_eq!(record.winner, Player::Horizontal);
    let text = record.ending.to_string();
    assert!(text.contains(part), "{text}");
    assert!(started.elapsed() < GUARD);
}

/// The same for a program with little time for a move.
#[track_caller]
fn check_late(mut program: Program) {
    program.limits.turn = MOMENT;
    check(program, "no answer within 0.100 s");
}

#[test]
fn bad_answers_lose() {
    for (answer, part) in [
        ("nonsense", "wrote 'nonsense', which is not an answer"),
        ("{}", "missing field `type`"),
        (
            r#"{"type":"ready","protocol":1}"#,
            "but move or resign was expected",
        ),
        (r#"{"type":"resign"}"#, "resigned"),
        (r#"{"type":"move","move":"V4,1"}"#, "V4,1 is illegal: row 5"),
        (r#"{"type":"move","move":"H1,1"}"#, "Vertical is to move"),
        (r#"{"type":"move","move":"e4"}"#, "'e4' is not a move"),
        (
            r#"{"type":"move","move":"V1,1","claim":"maybe"}"#,
            "claim wins, loses, or none",
        ),
    ] {
        let answer = answer.replace('"', "\\\"");
        check(program(&format!("echo \"{answer}\"")), part);
    }
    check(program(r"printf '\377\n'"), "not UTF-8");
    let endless = "head -c 200000 /dev/zero | tr '\\0' x";
    check(program(endless), "does not end");
}

#[test]
fn silence_and_crashes_lose() {
    check_late(program("sleep 1000"));
    let failing = program("echo Oh no >&2; exit 3");
    check(failing, "ended (exit status: 3): 'Oh no'");
    check(program("kill -9 $$"), "ended (signal: 9 (SIGKILL))");
    let mut mute = program("exec >&-; sleep 1000");
    mute.limits.end = MOMENT;
    check(mute, "closed its output");
    check(scripted("exit 0"), "the program ended (exit status: 0)");
    let polite = scripted("echo hello");
    check(polite, "wrote 'hello', which is not an answer");
    let newer = r#"echo "{\"type\":\"ready\",\"protocol\":9}""#;
    check(scripted(newer), "speaks protocol 9, not 1");
    let mut slow = scripted("sleep 1000");
    slow.limits.start = MOMENT;
    check(slow, "not ready within 0.100 s");
    let missing = CommandLine::parse("./there-is-no-such-program").unwrap();
    let missing = Program::new(missing, Limits::default(), Stop::new());
    check(missing, "./there-is-no-such-program cannot be started");
}

/// A program that does not read, or writes without end, cannot block the caller.
#[test]
fn programs_that_block() {
    // Never reads after the first line.
    let deaf = r#"read l; echo "{\"type\":\"ready\",\"protocol\":1}"; sleep 1000"#;
    check_late(scripted(deaf));
    // Writes without end; its first line may come before or after the question.
    let talker = r#"read l; echo "{\"type\":\"ready\",\"protocol\":1}"; yes"#;
    check(scripted(talker), "'y'");
}

/// After a failure the next game begins with a new process.
#[test]
fn a_program_that_failed_may_try_again() {
    let directory = tempfile::tempdir().unwrap();
    let marker = directory.path().join("again");
    let name = marker.display();
    let mut program = program(&format!(
        "if [ -e {name} ]; then {GOOD}; else touch {name}; exit 1; fi"
    ));
    let ending = game(&mut program).ending;
    assert!(matches!(ending, Ending::Failed(Failure::Broken(_))));
    assert!(program.process.is_none());
    assert_eq!(game(&mut program).ending, Ending::NoMove);
}

/// Returns whether a process exists and is not a zombie.
fn is_alive(number: u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{number}/stat"));
    status.is_ok_and(|text| !text.contains(") Z "))
}

/// Neither the program nor its children are left behind.
#[test]
#[cfg(target_os = "linux")]
fn nothing_is_left_behind() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("child");
    let script = format!("sleep 1000 & echo $! > {}; wait", file.display());
    let number = |text: String| text.strip_suffix('\n')?.parse().ok();
    let grandchild = || std::fs::read_to_string(&file).ok().and_then(number);
    let mut program = program(&script);
    let stop = program.stop.clone();
    let grandchild: u32 = std::thread::scope(|scope| {
        let seen = scope.spawn(|| {
            loop {
                if let Some(number) = grandchild() {
                    stop.request();
                    return number;
                }
                std::thread::sleep(Duration::from_millis(2));
            }
        });
        assert!(game(&mut program).is_interrupted());
        seen.join().unwrap()
    });
    let deadline = Instant::now() + GUARD;
    while is_alive(grandchild) {
        assert!(Instant::now() < deadline, "{grandchild} still runs");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// A program that ignores `quit` is killed.
#[test]
#[cfg(target_os = "linux")]
fn a_stubborn_program_is_killed() {
    let mut stubborn = program(&format!("{GOOD}; trap '' TERM; exec 0<&-; sleep 1000"));
    stubborn.limits.end = MOMENT;
    // It has one move, and the game is over.
    assert_eq!(game_on("2x2", &mut stubborn).ending, Ending::NoMove);
    let number = stubborn.process.as_ref().map(Process::number);
    drop(stubborn);
    assert!(!is_alive(number.unwrap()));
}

#[test]
fn stopping_ends_the_wait() {
    let mut program = program("sleep 1000");
    let started = Instant::now();
    program.stop = Stop::new().child_until(Some(started));
    assert!(game(&mut program).is_interrupted());
    assert!(started.elapsed() < GUARD);
}

#[test]
fn errors_quote_no_control_characters_and_not_everything() {
    let long = format!(r#"{{"type":"move","move":"{}"}}"#, "V".repeat(10_000));
    let cursor = r#"{"type":"move","move":"\u001b[2J"}"#;
    for line in [cursor, "{\"type\":\"\u{7f}\"}", &long] {
        let text = read_choice(line).unwrap_err().to_string();
        assert!(!text.contains(char::is_control), "{text:?}");
        assert!(text.chars().count() < 500, "{text}");
    }
}
