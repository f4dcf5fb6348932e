//! Saved proof-number searches; the line of the question says what was searched and how.
#![no_main]

use crosscram_fuzz::with_checksum;
use crosscram_pn::games::{Chess, Domineering, Explicit, LeafEvaluation, TicTacToe};
use crosscram_pn::{
    DfPn, DfPnOptions, Game, GraphOptions, GraphSearch, StateError, TreeOptions, TreeSearch,
};
use crosscram_rules::{Board, Player, Tile};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let question = input.split(|byte| *byte == b'\n').nth(1);
    let Some(question) = question.and_then(|line| str::from_utf8(line).ok()) else {
        return;
    };
    for file in with_checksum(input) {
        match question.split_once(' ') {
            Some((kind, "tictactoe")) => {
                let game: TicTacToe = "XO.|.X.|..O".parse().expect("a position");
                search(kind, &game, question, &file);
            }
            Some((kind, "chess")) => {
                let game: Chess = "6k1/5ppp/8/8/8/8/8/R5K1 w - -".parse().expect("a position");
                search(kind, &game, question, &file);
            }
            Some((kind, "domineering")) => {
                let board = Board::empty(3, 3).expect("a board");
                let evaluation = LeafEvaluation::default();
                let game = Domineering::new(&board, Tile::DOMINO, Player::Vertical, evaluation);
                search(
                    kind,
                    &game.with_spare_moves(Player::Vertical, 1),
                    question,
                    &file,
                );
            }
            Some((kind, "graph")) => {
                let game: Explicit = "a max: b c\nb min: a d\nc min: b e\nd win\ne loss"
                    .parse()
                    .expect("a graph");
                search(kind, &game, question, &file);
            }
            _ => {}
        }
    }
});

/// What is read can be written and read again, and stays the same.
fn search<G: Game>(kind: &str, game: &G, question: &str, file: &[u8]) {
    type Saved = Result<Vec<u8>, StateError>;
    let load: fn(&G, &[u8], &str) -> Saved = match kind {
        "tree" => |game, file, question| {
            let search = TreeSearch::load(game, TreeOptions::default(), file, question)?;
            let mut out = Vec::new();
            search.save(&mut out, question)?;
            Ok(out)
        },
        "dag" => |game, file, question| {
            let search = GraphSearch::load(game, GraphOptions::default(), file, question)?;
            let mut out = Vec::new();
            search.save(&mut out, question)?;
            Ok(out)
        },
        "dfpn" => |game, file, question| {
            let search = DfPn::load(game, DfPnOptions::default(), file, question)?;
            let mut out = Vec::new();
            search.save(&mut out, question)?;
            Ok(out)
        },
        _ => return,
    };
    if let Ok(written) = load(game, file, question) {
        let again = load(game, &written, question).expect("what is written can be read");
        assert_eq!(again, written);
    }
}
