//! `crosscram review`: saved games and games of tournaments.

use crate::run::{object, objects, program, run_with};
use crate::scratch::Scratch;

/// On 4x4 Vertical, who has won, errs with V1,1; then Horizontal gives the win back.
pub(crate) const GAME: &str = r#"{"schema":1,"kind":"crosscram game","board":"4x4","tile":2,"first":"V","moves":["V1,1","H1,2","V3,2","H2,2","V2,4"]}"#;

fn saved(text: &str) -> Scratch {
    let scratch = Scratch::new();
    scratch.write("a.game", text);
    scratch
}

/// Marks are those of `analyse` before each move, which are held against the rules elsewhere.
#[test]
fn moves_that_give_the_win_away_are_marked() {
    let review = saved(GAME).object("review a.game --json");
    assert_eq!(review["winner"], "V");
    assert_eq!(review["stopped"], false);
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
    saved(GAME).session(
        r"$ review a.game
          + 4x4, Vertical first: with best play Vertical wins.
          + 1 V1,1
          + ?? gives the win away:\s
          +  would have kept it
          + gave the win away
          + searched\n
          # Without nodes to spend nothing is guessed.
          $ review a.game --budget 0
          + not known
          + --budget is too small",
    );
    // A game that is over is clear at its end.
    saved(&GAME.replace(r#","H2,2","V2,4""#, "")).session(
        "$ review a.game
         + The game is not over.
         + wins within\\s",
    );
}

/// Long lines are broken, and the example of docs/playing.md is what the program prints.
#[test]
fn lines_fit_the_window() {
    let scratch = saved(GAME);
    let text = |columns: &str| {
        let mut program = program("review a.game");
        let program = program.env("COLUMNS", columns);
        let output = program.current_dir(scratch.directory()).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let narrow = text("40");
    let fits = |line: &str| line.chars().count() <= 40;
    assert!(narrow.lines().all(fits), "{narrow}");
    let example = format!("```text\n{}```\n", text("100"));
    let page = include_str!("../../../../docs/playing.md");
    assert!(page.contains(&example), "{example}");
}

#[test]
fn games_of_a_tournament() {
    let scratch = Scratch::new();
    scratch.session(
        r"$ match random ordering --board 3x4 --games 4 --results r -q
          $ review r
          + game 1:\s
          + game 4:\s
          + random (V)\s
          + moves in won positions
          $ review r --json => @ . #4
          $ review r --game 3 => ^ 3x4,\s
          $ review r --game 9 => ! there is no game 9",
    );
    let all = objects(&scratch.good("review r --json"));
    assert_eq!(scratch.object("review r --game 3 --json"), all[2]);
    let damaged = scratch.read("r");
    scratch.write("r", damaged.replacen("\"moves\":\"", "\"moves\":\"Z9 ", 1));
    scratch.session("$ review r => ! line 2: move 1: 'Z9' is not a move");
}

#[test]
fn pictures() {
    let scratch = saved(GAME);
    for name in ["g.svg", "g.png", "g.tex"] {
        scratch.good(&format!("review a.game --figure {name}"));
        assert!(scratch.bytes(name).len() > 500, "{name}");
    }
    let svg = scratch.read("g.svg");
    assert!(
        svg.contains("gives the win away") && svg.contains("1?"),
        "{svg}"
    );
    scratch.session("$ review a.game --figure g.gif => ! --figure: g.gif ends neither");
    #[cfg(target_os = "linux")]
    {
        // The result is printed before the picture fails.
        std::os::unix::fs::symlink("/dev/full", scratch.path("full.svg")).unwrap();
        scratch.session("$ review a.game --figure full.svg => ! full.svg:\\s => + best play");
    }
}

#[test]
fn what_is_refused() {
    for (game, options, part) in [
        (
            "3x3 V",
            "",
            "a position without moves; analyse judges positions",
        ),
        (&GAME.replace("V3,2", "V1,1"), "", "move 3: V1,1 is illegal"),
        (GAME, " --game 1", "not the file of a tournament"),
    ] {
        saved(game).session(&format!("$ review a.game{options} => ! {part}"));
    }
    // From standard input, with a byte order mark.
    run_with("review -", format!("\u{feff}{GAME}").as_bytes()).ended_well("review -");
}
