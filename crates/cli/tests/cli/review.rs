//! `crosscram review`: saved games and games of tournaments.

use crate::run::{good, object, objects, refused, run, run_with, words};
use crate::scratch::Scratch;
use std::fs;

/// On 4x4 Vertical, who has won, errs with V1,1; then Horizontal gives the win back.
pub(crate) const GAME: &str = r#"{"schema":1,"kind":"crosscram game","board":"4x4","tile":2,"first":"V","moves":["V1,1","H1,2","V3,2","H2,2","V2,4"]}"#;

fn saved(scratch: &Scratch, text: &str) -> String {
    let file = scratch.file("a.game");
    fs::write(&file, text).unwrap();
    file
}

/// Marks are those of `analyse` before each move, which are held against the rules elsewhere.
#[test]
fn moves_that_give_the_win_away_are_marked() {
    let scratch = Scratch::new();
    let file = saved(&scratch, GAME);
    let review = object(&["review", &file, "--json"]);
    assert_eq!(
        (&review["winner"], &review["stopped"]),
        (&"V".into(), &false.into())
    );
    let (mut game, mut played) = (String::from("4x4 V"), 0);
    for reviewed in review["moves"].as_array().unwrap() {
        let analysis = object(&["analyse", &game, "--json", "-q"]);
        let side = match game.ends_with('V') {
            true => &analysis["vertical_first"],
            false => &analysis["horizontal_first"],
        };
        let before = side["winner"].as_str().unwrap();
        let mover = &game[game.len() - 1..];
        let moves = side["moves"].as_array().unwrap();
        let won = |result: &&serde_json::Value| result["result"] == "wins";
        let own = moves.iter().find(|one| one["move"] == reviewed["move"]);
        let effect = match (before == mover, won(&own.unwrap())) {
            (false, _) => "lost",
            (true, true) => "kept",
            (true, false) => "gave",
        };
        assert_eq!(reviewed["effect"], effect, "{game}: {reviewed}");
        if effect == "gave" {
            let mut keepers: Vec<_> = moves.iter().filter(won).map(|one| &one["move"]).collect();
            let mut better: Vec<_> = reviewed["better"].as_array().unwrap().iter().collect();
            keepers.sort_by_key(|mov| mov.to_string());
            better.sort_by_key(|mov| mov.to_string());
            assert_eq!(better, keepers, "{game}");
            assert_eq!(reviewed["better_complete"], true);
        }
        // The position after the move, by play.
        let script = format!("{}\nposition\n", reviewed["move"].as_str().unwrap());
        let text = run_with(&["play", &game], script.as_bytes()).stdout;
        let position = text
            .lines()
            .rfind(|line| line.contains('|') && line.len() < 30);
        game = position
            .unwrap()
            .trim_start_matches(|c| c != '.' && c != '#')
            .to_string();
        played += 1;
    }
    assert_eq!(played, 5);
}

#[test]
fn words_say_what_happened() {
    let scratch = Scratch::new();
    let file = saved(&scratch, GAME);
    let text = good(&["review", &file]);
    let parts = [
        "4x4, Vertical first: with best play Vertical wins.",
        "1 V1,1",
        "?? gives the win away: ",
        " would have kept it",
        "gave the win away",
        "searched\n",
    ];
    for part in parts {
        assert!(text.contains(part), "{part}: {text}");
    }
    // A game that is over is clear at its end.
    let over = saved(&scratch, &GAME.replace(r#","H2,2","V2,4""#, ""));
    let text = good(&["review", &over]);
    assert!(
        text.contains("The game is not over.") && text.contains("wins within "),
        "{text}"
    );
    // Without nodes to spend nothing is guessed.
    let text = good(&["review", &file, "--budget", "0"]);
    assert!(
        text.contains("not known") && text.contains("--budget is too small"),
        "{text}"
    );
}

#[test]
fn long_lines_are_broken() {
    use crate::run::program;
    let scratch = Scratch::new();
    let file = saved(&scratch, GAME);
    let output = program(&["review", &file])
        .env("COLUMNS", "40")
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        text.lines().all(|line| line.chars().count() <= 40),
        "{text}"
    );
}

/// The example of docs/playing.md is what the program prints.
#[test]
fn the_example_is_true() {
    use crate::run::program;
    let scratch = Scratch::new();
    let file = saved(&scratch, GAME);
    let output = program(&["review", &file]).env("COLUMNS", "100").output();
    let text = String::from_utf8(output.unwrap().stdout).unwrap();
    let page = include_str!("../../../../docs/playing.md");
    assert!(page.contains(&format!("```text\n{text}```\n")), "{text}");
}

#[test]
fn games_of_a_tournament() {
    let scratch = Scratch::new();
    let results = scratch.file("r.jsonl");
    let line = format!("match random ordering --board 3x4 --games 4 --results {results} -q");
    good(&words(&line));
    let text = good(&["review", &results]);
    for part in [
        "game 1: ",
        "game 4: ",
        "random (V) ",
        "moves in won positions",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let all = objects(&good(&["review", &results, "--json"]));
    assert_eq!(all.len(), 4);
    let one = objects(&good(&["review", &results, "--game", "3", "--json"]));
    assert_eq!((one.len(), &one[0]), (1, &all[2]));
    let text = good(&["review", &results, "--game", "3"]);
    assert!(text.starts_with("3x4, "), "{text}");
    refused(&["review", &results, "--game", "9"], "there is no game 9");
    let damaged =
        fs::read_to_string(&results)
            .unwrap()
            .replacen("\"moves\":\"", "\"moves\":\"Z9 ", 1);
    fs::write(&results, damaged).unwrap();
    refused(&["review", &results], "line 2: move 1: 'Z9' is not a move");
}

#[test]
fn pictures() {
    let scratch = Scratch::new();
    let file = saved(&scratch, GAME);
    for name in ["g.svg", "g.png", "g.tex"] {
        let figure = scratch.file(name);
        good(&["review", &file, "--figure", &figure]);
        let bytes = fs::read(&figure).unwrap();
        assert!(bytes.len() > 500, "{name}");
        if name == "g.svg" {
            let svg = String::from_utf8(bytes).unwrap();
            assert!(
                svg.contains("gives the win away") && svg.contains("1?"),
                "{svg}"
            );
        }
    }
    refused(
        &["review", &file, "--figure", "g.gif"],
        "--figure: g.gif ends neither",
    );
    #[cfg(target_os = "linux")]
    {
        // The result is printed before the picture fails.
        let link = scratch.file("full.svg");
        std::os::unix::fs::symlink("/dev/full", &link).unwrap();
        let run = run(&["review", &file, "--figure", &link]);
        assert_eq!(run.code, Some(2));
        assert!(run.stdout.contains("best play") && run.stderr.contains("full.svg: "));
    }
}

#[test]
fn what_is_refused() {
    let scratch = Scratch::new();
    let file = saved(&scratch, "3x3 V");
    refused(
        &["review", &file],
        "a position without moves; analyse judges positions",
    );
    let file = saved(&scratch, &GAME.replace("V3,2", "V1,1"));
    refused(&["review", &file], "move 3: V1,1 is illegal");
    let file = saved(&scratch, GAME);
    refused(
        &["review", &file, "--game", "1"],
        "not the file of a tournament",
    );
    // From standard input, with a byte order mark.
    let run = run_with(&["review", "-"], format!("\u{feff}{GAME}").as_bytes());
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
}
