//! `crosscram match` and `crosscram tournament`.

use crate::run::{Line, good, objects, repository};
use crate::scratch::Scratch;
use crate::session::session;
use serde_json::Value;
use std::fs;

/// A program in `sh` that says it is ready and then does this in every turn.
pub(crate) fn bot(scratch: &Scratch, name: &str, on_turn: &str) -> String {
    let text = format!(
        "read l; echo '{{\"type\":\"ready\",\"protocol\":1}}'\n\
         while read -r l; do case $l in *'\"type\":\"turn\"'*) {on_turn};; *'\"quit\"'*) exit;; esac; done\n"
    );
    scratch.write(name, text);
    format!("cmd:sh {}", scratch.file(name))
}

/// Time for programs on a machine that is very busy.
pub(crate) const PATIENT: &str = "--limit 600 --start-limit 600";

/// The first legal move.
pub(crate) const FIRST: &str =
    r#"m=${l#*'"moves":["'}; echo "{\"type\":\"move\",\"move\":\"${m%%'"'*}\"}""#;

fn example(file: &str) -> String {
    let language = if file.ends_with(".py") {
        "python3"
    } else {
        "sh"
    };
    let path = repository("docs/protocol").join(file);
    format!("cmd:{language} '{}'", path.display())
}

/// What a line of words prints, and the file of results that it writes.
#[track_caller]
fn recorded(line: &str, players: &[&str]) -> (String, String) {
    let scratch = Scratch::new();
    let mut words = line.words();
    words.splice(1..1, players.iter().map(|name| name.to_string()));
    words.extend(["--results".into(), "results".into()]);
    (scratch.good(&words), scratch.read("results"))
}

/// The games of a file of results.
fn games(results: &str) -> Vec<Value> {
    objects(results).split_off(1)
}

#[test]
fn a_match_says_who_is_better() {
    session(
        "$ match random ordering --board 6x6 --games 40
         ^ 2 players, 40 games on 6x6, seed 1\\n
         + \\n1  ordering  +
         + wins of the row against the column",
    );
}

#[test]
fn threads_do_not_matter_and_seeds_do() {
    let run = |options: &str| {
        let line = "tournament random ordering majority --board 5x6 --board '3x3 V' --games 16";
        recorded(&format!("{line} --opening 1 {options}"), &[])
    };
    let one = run("--threads 1 --seed 5");
    assert_eq!(one, run("--threads 2 --seed 5"));
    assert_ne!(one.1, run("--threads 2 --seed 6").1);
}

#[test]
fn forms() {
    let scratch = Scratch::new();
    let line = "tournament random ordering:depth=2,lambda=off majority --board 4x5 --games 8 --svg table.svg";
    let json = objects(&scratch.good(&format!("{line} --json")));
    assert_eq!(json.len(), 4);
    assert_eq!(
        (&json[0]["kind"], &json[0]["games"]),
        (&"tournament".into(), &24.into())
    );
    let mut wins = 0;
    for player in &json[1..] {
        assert_eq!(
            (&player["schema"], &player["games"]),
            (&2.into(), &16.into())
        );
        let own = player["wins"].as_u64().unwrap();
        wins += own;
        let is_rated = player["rating"].is_f64() && player["error"].is_f64();
        assert!(is_rated, "{player}");
        let side = |side: &str| player[side]["wins"].as_u64().unwrap();
        assert_eq!(side("as_vertical") + side("as_horizontal"), own);
        assert_eq!(player["against"].as_array().unwrap().len(), 2);
    }
    assert_eq!(wins, 24);
    let csv = scratch.good(&format!("{line} --csv"));
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines.len(), 4);
    assert!(lines[0].starts_with("rank,player,rating,error,games,wins,"));
    assert!(
        lines[1].contains("\"ordering:depth=2,lambda=off\""),
        "{csv}"
    );
    let picture = scratch.read("table.svg");
    assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
    assert!(picture.contains("majority") && picture.contains(" ± "));
}

/// Players without chance meet once in each role, whatever number is asked for.
#[test]
fn the_same_game_is_not_played_twice() {
    let line = "match proportional proportional-overlap --games 400 --json";
    assert_eq!(objects(&good(line))[0]["planned_games"], 4);
}

#[test]
fn rosters() {
    let scratch = Scratch::new();
    scratch.write(
        "roster",
        "# players\nordering\n\n  majority # of the paper\n",
    );
    scratch.session(
        "$ tournament random --roster roster --board 4x4 --games 4
         ^ 3 players, 12 games on 4x4",
    );
    for (text, part) in [
        (
            "random\nordering:depth=x\n",
            "line 2: player 'ordering:depth=x', character 16",
        ),
        (
            "random\n#\nrandom\n",
            "line 3: player 'random' is listed twice",
        ),
        ("# nobody\n", "names no player"),
    ] {
        scratch.write("roster", text);
        scratch.session(&format!("$ tournament --roster roster => ! {part}"));
    }
    scratch.write("roster", "random\n");
    scratch.session("$ tournament random --roster roster => ! is also named on the command line");
}

#[test]
fn longer_tiles_and_irregular_boards() {
    let line = "match random random --tile 3 --board '....#|.....|#....|..... H' --games 10";
    let games = games(&recorded(line, &[]).1);
    assert_eq!(games.len(), 10);
    assert!(games.iter().all(|game| game["first"] == "H"));
    let second = |side: &str| {
        let is_second = |game: &&Value| game[side] == "random (2)";
        games.iter().filter(is_second).count()
    };
    assert_eq!((second("vertical"), second("horizontal")), (5, 5));
}

#[test]
fn example_programs_play() {
    for (program, expected) in [("bot.py", 0..=2), ("bot.sh", 1..=19)] {
        let line = format!("match random --board 6x6 {PATIENT}");
        let games = games(&recorded(&line, &[&example(program)]).1);
        let is_ended = |game: &Value| game["ended"] == "no-move";
        assert!(games.iter().all(is_ended), "{games:?}");
        let lost = games.iter().filter(|game| *loser(game) != "random");
        let (lost, all) = (lost.count(), games.len());
        assert!(expected.contains(&lost), "{program} lost {lost} of {all}");
    }
    // The same seed, the same games, whatever the number of processes.
    let play = |threads: u32| {
        let line =
            format!("match random --tile 3 --threads {threads} --board 4x7 --games 8 {PATIENT}");
        recorded(&line, &[&example("bot.py")])
    };
    assert_eq!(play(1).1, play(2).1);
}

/// Who has lost a game.
fn loser(game: &Value) -> &Value {
    match game["winner"].as_str().unwrap() {
        "V" => &game["horizontal"],
        _ => &game["vertical"],
    }
}

/// Bots that misbehave lose, the reason is in the record, and everybody else goes on playing.
#[cfg(unix)]
#[test]
fn misbehaving_programs() {
    use std::os::unix::fs::PermissionsExt;
    let scratch = Scratch::new();
    let bots = [
        (
            "illegal",
            r#"echo '{"type":"move","move":"V9,9"}'"#,
            "illegal",
            "V9,9 is illegal",
        ),
        (
            "garbage",
            "echo 'I resign!'",
            "broken",
            "which is not an answer",
        ),
        (
            "crash",
            "echo 'out of ideas' >&2; exit 7",
            "broken",
            "'out of ideas'",
        ),
        (
            "resigning",
            r#"echo '{"type":"resign"}'"#,
            "resigned",
            "resigned",
        ),
    ];
    let commands = bots.map(|(name, on_turn, ..)| bot(&scratch, name, on_turn));
    // It may be executed, but is not a program.
    let garbled = scratch.file("garbled");
    fs::write(&garbled, b"\x7fELF, but not quite").unwrap();
    fs::set_permissions(&garbled, fs::Permissions::from_mode(0o755)).unwrap();
    let missing = format!("cmd:{garbled}");
    let players: Vec<&str> = commands
        .iter()
        .chain([&missing])
        .map(String::as_str)
        .collect();
    let line = format!("tournament random ordering --board 3x4 --games 4 --threads 2 {PATIENT}");
    let (text, results) = recorded(&line, &players);
    let games = games(&results);
    assert!(
        text.contains("lost for other reasons than having no move"),
        "{text}"
    );
    assert_eq!(games.len(), 4 * 7 * 6 / 2);
    for (command, (name, _, ended, reason)) in commands.iter().zip(&bots) {
        let players = |game: &Value| [game["vertical"].clone(), game["horizontal"].clone()];
        let meets = |game: &&Value| {
            let players = players(game);
            let has = |names: &[&str]| {
                players
                    .iter()
                    .any(|player| names.iter().any(|name| player == name))
            };
            has(&[command]) && has(&["random", "ordering"])
        };
        for game in games.iter().filter(meets) {
            // Whoever has to move on a board without room for it loses by the rules.
            assert_eq!(*loser(game), **command, "{name}: {game}");
            assert_eq!(game["ended"], **ended, "{name}: {game}");
            let said = game["reason"].as_str().unwrap();
            assert!(said.contains(reason), "{name}: {game}");
        }
    }
    let honest = games.iter().filter(|game| game["ended"] == "no-move");
    assert_eq!(honest.count(), 4, "random and ordering play to the end");
}

/// Whoever begins is late, whatever the machine.
#[test]
fn late_programs() {
    let scratch = Scratch::new();
    let players = ["late-1", "late-2"].map(|name| bot(&scratch, name, "sleep 1000"));
    let line = "match --games 4 --limit 0.1 --start-limit 600";
    let (text, results) = recorded(line, &players.each_ref().map(String::as_str));
    assert!(
        text.contains("lost for other reasons than having no move"),
        "{text}"
    );
    for game in games(&results) {
        assert_eq!(game["ended"], "late", "{game}");
        assert_eq!(game["reason"], "no answer within 0.100 s", "{game}");
    }
}

/// A file of another tournament, or one that is none, is refused and left as it is.
#[test]
fn results_of_something_else() {
    let scratch = Scratch::new();
    let line = "match random ordering --board 4x4 --games 4 --results other";
    let first = scratch.good(line);
    let kept = scratch.read("other");
    // Again: nothing is played, the same is printed.
    assert_eq!(scratch.good(line), first);
    for (text, seed, part) in [
        (
            kept.clone(),
            2,
            "line 1: this is the file of another tournament: seed",
        ),
        (
            kept.replacen("\"game\":2", "\"game\":9", 1),
            1,
            "line 3: this is not game 2 of the plan",
        ),
        (
            "My dear diary\n".into(),
            1,
            "line 1: this is not a file of results",
        ),
    ] {
        scratch.write("other", &text);
        scratch.session(&format!("$ {line} --seed {seed} => ! {part}"));
        assert_eq!(scratch.read("other"), text);
    }
}
