//! Games of proof-number search as text.
#![cfg_attr(fuzzing, no_main)]

use crosscram_pn::games::{Chess, EpdRecord, Explicit, GiveAway, Morris, TicTacToe};
use crosscram_pn::{Game, Value};

crosscram_fuzz::fuzz_target!(|text: &str| {
    if let Ok(game) = text.parse::<TicTacToe>() {
        let label = game.label(&game.root());
        let again: TicTacToe = label.parse().expect("what is printed can be read");
        assert_eq!(again.root(), game.root());
        look(&game);
    }
    if let Ok(game) = text.parse::<Chess>() {
        let printed = game.to_string();
        let again: Chess = printed.parse().expect("what is printed can be read");
        assert_eq!(again.to_string(), printed);
        look(&game);
    }
    if let Ok(records) = EpdRecord::read_all(text) {
        assert!(records.len() <= text.lines().count());
    }
    if let Ok(game) = text.parse::<Morris>() {
        assert!(game.to_string().parse() == Ok(game));
        look(&game);
    }
    if let Ok(game) = text.parse::<GiveAway>() {
        assert!(game.to_string().parse() == Ok(game.clone()));
        look(&game);
    }
    if let Ok(game) = text.parse::<Explicit>() {
        assert!(!game.is_empty());
        look(&game);
    }
});

/// Every move of the root can be played and has a code and a name.
fn look(game: &impl Game) {
    let root = game.root();
    let mut moves = Vec::new();
    if game.evaluate(&root) == Value::Unknown {
        game.moves(&root, &mut moves);
        assert_eq!(moves.len() as u32, game.mobility(&root));
    }
    for mov in moves {
        let code = game.move_code(mov);
        assert!(code.and_then(|code| game.move_of_code(code)) == Some(mov));
        assert!(!game.move_name(&root, mov).is_empty());
        let mut position = root.clone();
        game.play(&mut position, mov);
        assert!(!game.label(&position).is_empty());
    }
}
