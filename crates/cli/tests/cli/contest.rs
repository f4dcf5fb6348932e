//! `crosscram match` and `crosscram tournament`.

use crate::run::{good, objects, refused, words};
use crate::scratch::Scratch;
use serde_json::Value;
use std::fs;

/// A program in `sh` that says it is ready and then does this in every turn.
pub(crate) fn bot(scratch: &Scratch, name: &str, on_turn: &str) -> String {
    let path = scratch.file(name);
    let text = format!(
        "read l; echo '{{\"type\":\"ready\",\"protocol\":1}}'\n\
         while read -r l; do case $l in *'\"type\":\"turn\"'*) {on_turn};; *'\"quit\"'*) exit;; esac; done\n"
    );
    fs::write(&path, text).unwrap();
    format!("cmd:sh {path}")
}

/// Time for programs on a machine that is very busy.
pub(crate) const PATIENT: [&str; 4] = ["--limit", "600", "--start-limit", "600"];

/// The first legal move.
pub(crate) const FIRST: &str =
    r#"m=${l#*'"moves":["'}; echo "{\"type\":\"move\",\"move\":\"${m%%'"'*}\"}""#;

fn example(file: &str) -> String {
    let path = format!("{}/../../docs/protocol/{file}", env!("CARGO_MANIFEST_DIR"));
    match file.ends_with(".py") {
        true => format!("cmd:python3 '{path}'"),
        false => format!("cmd:sh '{path}'"),
    }
}

/// The games of a results file.
fn games(path: &str) -> Vec<Value> {
    let text = fs::read_to_string(path).unwrap();
    objects(&text).split_off(1)
}

#[test]
fn a_match_says_who_is_better() {
    let text = good(&words("match random ordering --board 6x6 --games 40"));
    assert!(
        text.starts_with("2 players, 40 games on 6x6, seed 1\n"),
        "{text}"
    );
    let line = text.lines().find(|line| line.starts_with("1  ")).unwrap();
    assert!(line.starts_with("1  ordering  +"), "{text}");
    assert!(text.contains("wins of the row against the column"));
}

#[test]
fn threads_do_not_matter_and_seeds_do() {
    let scratch = Scratch::new();
    let run = |threads: &str, seed: &str, name: &str| {
        let file = scratch.file(name);
        let args = [
            "tournament",
            "random",
            "ordering",
            "majority",
            "--board",
            "5x6",
            "--board",
            "3x3 V",
            "--games",
            "16",
            "--opening",
            "1",
            "--threads",
            threads,
            "--seed",
            seed,
            "--results",
            &file,
        ];
        (good(&args), fs::read_to_string(file).unwrap())
    };
    let one = run("1", "5", "threads-1");
    let two = run("2", "5", "threads-2");
    assert_eq!(one, two);
    assert_ne!(one.1, run("2", "6", "threads-3").1);
}

#[test]
fn forms() {
    let scratch = Scratch::new();
    let svg = scratch.file("table.svg");
    let players = [
        "tournament",
        "random",
        "ordering:depth=2,lambda=off",
        "majority",
    ];
    let args = |form: &'static str| {
        let rest = ["--board", "4x5", "--games", "8", "--svg", &svg, form];
        let args: Vec<String> = players.iter().chain(&rest).map(|s| s.to_string()).collect();
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        good(&args)
    };
    let json = objects(&args("--json"));
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
        wins += player["wins"].as_u64().unwrap();
        assert!(
            player["rating"].is_f64() && player["error"].is_f64(),
            "{player}"
        );
        let sides = ["as_vertical", "as_horizontal"].map(|side| player[side]["wins"].as_u64());
        assert_eq!(
            sides[0].unwrap() + sides[1].unwrap(),
            player["wins"].as_u64().unwrap()
        );
        assert_eq!(player["against"].as_array().unwrap().len(), 2);
    }
    assert_eq!(wins, 24);
    let csv = args("--csv");
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines.len(), 4);
    assert!(lines[0].starts_with("rank,player,rating,error,games,wins,"));
    assert!(
        lines[1].contains("\"ordering:depth=2,lambda=off\""),
        "{csv}"
    );
    let picture = fs::read_to_string(&svg).unwrap();
    assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
    assert!(picture.contains("majority") && picture.contains(" ± "));
}

/// Players without chance meet once in each role, whatever number is asked for.
#[test]
fn the_same_game_is_not_played_twice() {
    let args = [
        "match",
        "proportional",
        "proportional-overlap",
        "--games",
        "400",
        "--json",
    ];
    let summary = &objects(&good(&args))[0];
    assert_eq!(summary["planned_games"], 4);
}

#[test]
fn rosters() {
    let scratch = Scratch::new();
    let file = scratch.file("roster.txt");
    fs::write(&file, "# players\nordering\n\n  majority # of the paper\n").unwrap();
    let text = good(&[
        "tournament",
        "random",
        "--roster",
        &file,
        "--board",
        "4x4",
        "--games",
        "4",
    ]);
    assert!(text.starts_with("3 players, 12 games on 4x4"), "{text}");
}

#[test]
fn longer_tiles_and_irregular_boards() {
    let scratch = Scratch::new();
    let file = scratch.file("irregular");
    good(&[
        "match",
        "random",
        "random",
        "--tile",
        "3",
        "--board",
        "....#|.....|#....|..... H",
        "--games",
        "10",
        "--results",
        &file,
    ]);
    let games = games(&file);
    assert_eq!(games.len(), 10);
    assert!(games.iter().all(|game| game["first"] == "H"));
    let sides = |side: &str| {
        games
            .iter()
            .filter(|game| game[side] == "random (2)")
            .count()
    };
    assert_eq!((sides("vertical"), sides("horizontal")), (5, 5));
}

#[test]
fn example_programs_play() {
    let scratch = Scratch::new();
    for (program, expected) in [("bot.py", 0..=2), ("bot.sh", 1..=19)] {
        let file = scratch.file(program);
        let example = example(program);
        let args = ["match", &example, "random", "--board", "6x6"];
        good(&[&args[..], &["--results", &file], &PATIENT].concat());
        let games = games(&file);
        assert!(
            games.iter().all(|game| game["ended"] == "no-move"),
            "{games:?}"
        );
        let lost = |game: &&Value| match game["winner"].as_str().unwrap() {
            "V" => game["vertical"] == "random",
            _ => game["horizontal"] == "random",
        };
        let lost = games.iter().filter(lost).count();
        assert!(
            expected.contains(&lost),
            "{program} lost {lost} of {}",
            games.len()
        );
    }
    // The same seed, the same games, whatever the number of processes.
    let play = |threads: &str, name: &str| {
        let (file, program) = (scratch.file(name), example("bot.py"));
        let args = [
            "match",
            &program,
            "random",
            "--tile",
            "3",
            "--threads",
            threads,
        ];
        good(
            &[
                &args[..],
                &["--board", "4x7", "--games", "8", "--results", &file],
                &PATIENT,
            ]
            .concat(),
        );
        fs::read_to_string(file).unwrap()
    };
    assert_eq!(play("1", "python-1"), play("2", "python-2"));
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
    let file = scratch.file("misbehaving");
    let mut args = vec!["tournament", "random", "ordering"];
    args.extend(commands.iter().chain([&missing]).map(String::as_str));
    args.extend(["--board", "3x4", "--games", "4", "--threads", "2"]);
    args.extend(["--results", &file]);
    args.extend(PATIENT);
    let text = good(&args);
    assert!(
        text.contains("lost for other reasons than having no move"),
        "{text}"
    );
    let games = games(&file);
    assert_eq!(games.len(), 4 * 7 * 6 / 2);
    let loser = |game: &Value| match game["winner"].as_str().unwrap() {
        "V" => game["horizontal"].clone(),
        _ => game["vertical"].clone(),
    };
    for (command, (name, _, ended, reason)) in commands.iter().zip(&bots) {
        let has = |game: &&Value| game["vertical"] == **command || game["horizontal"] == **command;
        for game in games.iter().filter(has).filter(|game| {
            let others = [&game["vertical"], &game["horizontal"]];
            others
                .iter()
                .any(|name| **name == "random" || **name == "ordering")
        }) {
            // Whoever has to move on a board without room for it loses by the rules.
            assert_eq!(loser(game), **command, "{name}: {game}");
            assert_eq!(game["ended"], **ended, "{name}: {game}");
            assert!(
                game["reason"].as_str().unwrap().contains(reason),
                "{name}: {game}"
            );
        }
    }
    let honest = games.iter().filter(|game| game["ended"] == "no-move");
    assert_eq!(honest.count(), 4, "random and ordering play to the end");
}

/// Whoever begins is late, whatever the machine.
#[test]
fn late_programs() {
    let scratch = Scratch::new();
    let (one, other) = (
        bot(&scratch, "late-1", "sleep 1000"),
        bot(&scratch, "late-2", "sleep 1000"),
    );
    let file = scratch.file("late");
    let args = ["match", &one, &other, "--games", "4", "--results", &file];
    let limits = ["--limit", "0.1", "--start-limit", "600"];
    let text = good(&[&args[..], &limits].concat());
    assert!(
        text.contains("lost for other reasons than having no move"),
        "{text}"
    );
    for game in games(&file) {
        assert_eq!(game["ended"], "late", "{game}");
        assert_eq!(game["reason"], "no answer within 0.100 s", "{game}");
    }
}

#[test]
fn what_is_refused() {
    let scratch = Scratch::new();
    let file = scratch.file("bad-roster.txt");
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
        fs::write(&file, text).unwrap();
        refused(&["tournament", "--roster", &file], part);
    }
    fs::write(&file, "random\n").unwrap();
    refused(
        &["tournament", "random", "--roster", &file],
        "is also named on the command line",
    );
}

/// A file of another tournament, or one that is none, is refused and left as it is.
#[test]
fn results_of_something_else() {
    let scratch = Scratch::new();
    let file = scratch.file("other");
    let args = [
        "match",
        "random",
        "ordering",
        "--board",
        "4x4",
        "--games",
        "4",
        "--results",
        &file,
    ];
    let first = good(&args);
    let kept = fs::read_to_string(&file).unwrap();
    // Again: nothing is played, the same is printed.
    assert_eq!(good(&args), first);
    refused(
        &[&args[..], &["--seed", "2"]].concat(),
        "line 1: this is the file of another tournament: seed",
    );
    assert_eq!(fs::read_to_string(&file).unwrap(), kept);
    let damaged = kept.replacen("\"game\":2", "\"game\":9", 1);
    fs::write(&file, &damaged).unwrap();
    refused(&args, "line 3: this is not game 2 of the plan");
    assert_eq!(fs::read_to_string(&file).unwrap(), damaged);
    fs::write(&file, "My dear diary\n").unwrap();
    refused(&args, "line 1: this is not a file of results");
}
