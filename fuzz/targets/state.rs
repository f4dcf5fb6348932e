//! Saved proof-number searches; the line of the question says what was searched and how.
#![cfg_attr(fuzzing, no_main)]

use crosscram_fuzz::with_checksum;
use crosscram_pn::games::{Chess, Domineering, Explicit, LeafEvaluation, TicTacToe};
use crosscram_pn::{AnyGame, Options};
use crosscram_rules::{Board, Player, Tile};

crosscram_fuzz::fuzz_target!(|input: &[u8]| {
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
fn search(kind: &str, game: &dyn AnyGame, question: &str, mut file: &[u8]) {
    let line = match kind {
        "tree" => "tree",
        "dag" => "dag --no-symmetry",
        "dfpn" => "df-pn",
        _ => return,
    };
    let options = Options::read(line).expect("a line of options");
    let mut search = game.search(&options);
    if search.load(&mut file, question).is_ok() {
        let mut written = Vec::new();
        let done = search.save(&mut written, question);
        done.expect("memory can be written to");
        let mut again = game.search(&options);
        let read = again.load(&mut written.as_slice(), question);
        read.expect("what is written can be read");
        let mut twice = Vec::new();
        let done = again.save(&mut twice, question);
        done.expect("memory can be written to");
        assert_eq!(twice, written);
    }
}
