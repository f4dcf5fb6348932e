//! Saved games, files of results, and what programs answer.
#![cfg_attr(fuzzing, no_main)]

use crosscram_fuzz::file_with;
use crosscram_players::arena::{Plan, ResultLine, ResultsFile, SavedGame, read_choice};
use crosscram_rules::Move;

crosscram_fuzz::fuzz_target!(|text: &str| {
    if let Ok(mut game) = SavedGame::parse(text) {
        assert_eq!(SavedGame::parse(&game.to_string()).as_ref(), Ok(&game));
        while game.undo().is_some() {}
        assert_eq!(game.board(), game.start().board);
    }
    match read_choice(text) {
        Ok(choice) => assert_eq!(choice.mov.to_string().parse::<Move>(), Ok(choice.mov)),
        Err(failure) => assert!(!failure.to_string().contains(char::is_control)),
    }
    results(text);
});

/// A file that is accepted loses at most a last line without end, and is accepted again.
fn results(text: &str) {
    let plan = plan();
    let fixtures = plan.fixtures();
    let path = file_with(text.as_bytes());
    let read = || {
        let mut lines: Vec<ResultLine> = Vec::new();
        let file = ResultsFile::open(&path, &plan, &fixtures, |_, line| lines.push(line.clone()));
        file.map(|_| lines)
    };
    let first = read();
    let left = std::fs::read_to_string(&*path).expect("the file is there");
    match first {
        Ok(lines) => {
            assert_eq!(left.lines().count(), 1 + lines.len());
            assert!(text.starts_with(&left) || left.starts_with(text));
            assert_eq!(read().expect("what was accepted"), lines);
            let broken = lines.iter().filter(|line| line.has_broken_claim());
            assert!(broken.count() <= lines.len());
        }
        Err(_) => assert_eq!(left, text, "a refused file stays as it is"),
    }
}

fn plan() -> Plan {
    let entrants = ["random", "ordering"].map(|text| text.parse().expect("a player"));
    let boards = vec!["3x3".parse().expect("a board")];
    Plan::new(entrants.to_vec(), boards)
}
