//! What splitting claims, checked by the rules alone.

use crosscram_rules::{Board, Cell, Player, Question, Tile, reference};
use crosscram_search::split::{Split, player_at, split};
use crosscram_search::{EngineName, Evaluator, Solver};
use crosscram_support::stop::{Stop, Stopped};
use proptest::prelude::*;
use std::collections::HashSet;

fn question(board: &str, first: Player) -> Question {
    Question::new(board.parse().unwrap(), Tile::DOMINO, first)
}

fn split_by(engine: EngineName, question: &Question, winner: Player, plies: u32) -> Split {
    let solver = Solver::new(engine);
    split(question, winner, plies, &solver, &Stop::new()).expect("nobody stops it")
}

/// The position of ten rows in which the engine obsequi leaves out a safe move of the opponent whose
/// position is lost in truth, as are the leaves below the other moves.
#[test]
fn a_move_left_out_needs_no_leaf() {
    let question = question("..|#.|..|..|..|..|..|..|#.|..", Player::Horizontal);
    assert!(follows(EngineName::Obsequi, &question, question.first, 4));
}

/// Follows a split by the rules.
struct Follower {
    question: Question,
    winner: Player,
    plies: u32,
    leaves: HashSet<Board>,
    reached: HashSet<Board>,
    reference: reference::Solver,
    evaluator: Evaluator,
}

/// Returns whether, by the rules alone, the assumed player wins if it wins the leaves. Positions that are
/// not leaves must really be wins.
fn follows(engine: EngineName, question: &Question, winner: Player, plies: u32) -> bool {
    let found = split_by(engine, question, winner, plies);
    let leaves: HashSet<Board> = found.leaves.iter().copied().collect();
    assert_eq!(
        leaves.len(),
        found.leaves.len(),
        "every leaf is listed once"
    );
    assert!(leaves.iter().all(|leaf| leaf.canonical() == *leaf));
    if let Some(decided) = found.decided {
        assert!(leaves.is_empty());
        let mut reference = reference::Solver::new(question.tile);
        return decided == reference.winner(&question.board, question.first);
    }
    let mut follower = Follower {
        question: *question,
        winner,
        plies,
        leaves,
        reached: HashSet::new(),
        reference: reference::Solver::new(question.tile),
        evaluator: Solver::new(engine).evaluator(&question.board, question.tile),
    };
    let holds = follower.holds(&question.board, 0);
    assert_eq!(
        follower.reached, follower.leaves,
        "every leaf arises from the board"
    );
    holds
}

impl Follower {
    fn holds(&mut self, board: &Board, ply: u32) -> bool {
        let to_move = player_at(self.question.first, ply);
        if ply == self.plies {
            let canonical = board.canonical();
            let is_leaf = self.leaves.contains(&canonical);
            if is_leaf {
                self.reached.insert(canonical);
            }
            return is_leaf || self.reference.winner(board, to_move) == self.winner;
        }
        let mut results = Vec::new();
        for after in self.boards_after(board, to_move) {
            results.push(self.holds(&after, ply + 1));
        }
        match to_move == self.winner {
            true => results.contains(&true),
            false => !results.contains(&false),
        }
    }

    /// The boards after the moves that the split looks at. It may leave out a move (a safe one, say) where
    /// another is as good. A leaf below that other move may be assumed to be a win although it is not, and
    /// then the omitted move can really be lost without a fault of the split. So these moves are not
    /// followed; instead the listed moves must be as good as all moves together.
    fn boards_after(&mut self, board: &Board, to_move: Player) -> Vec<Board> {
        let tile = self.question.tile;
        let play = |mov| board.play(mov, tile).expect("a listed move is legal");
        let moves = self.evaluator.moves(board, to_move);
        let listed: Vec<Board> = moves.into_iter().map(play).collect();
        let opponent = to_move.opponent();
        let wins = listed
            .iter()
            .any(|after| self.reference.winner(after, opponent) == to_move);
        assert_eq!(
            wins,
            self.reference.winner(board, to_move) == to_move,
            "{board} {to_move}: a winning move was left out"
        );
        listed
    }
}

/// Boards of up to 20 cells with some of them blocked, more often few than many.
fn boards() -> impl Strategy<Value = Board> {
    let sizes = (2..=10usize).prop_flat_map(|rows| (Just(rows), 2..=20 / rows));
    sizes.prop_flat_map(|(rows, cols)| {
        let cells = prop::collection::vec((0..rows, 0..cols), 0..=rows * cols / 5);
        cells.prop_map(move |cells| {
            let empty = Board::empty(rows, cols).expect("a small board");
            empty.with_blocked(cells.into_iter().map(|(row, col)| Cell::new(row, col)))
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn the_claim_follows_from_the_leaves(
        // The weaker the static evaluation, the more is left to the leaves.
        engine in prop::sample::select(EngineName::ALL),
        board in boards(),
        tile in prop::sample::select(&[Tile::DOMINO, Tile::TROMINO][..]),
        first in prop::sample::select(&Player::ALL[..]),
        winner in prop::sample::select(&Player::ALL[..]),
        plies in 0u32..5,
    ) {
        let question = Question::new(board, tile, first);
        let split = split_by(engine, &question, winner, plies);
        // That the assumption fails is a fact, too.
        let is_refuted = split.decided == Some(winner.opponent());
        let truth = reference::Solver::new(tile).winner(&board, first);
        prop_assert!(!is_refuted || truth == winner.opponent());
        prop_assert!(is_refuted || follows(engine, &question, winner, plies));
    }
}

#[test]
fn the_tree_of_8x8() {
    let question = question("8x8", Player::Vertical);
    let Split { leaves, counts, .. } = split_by(EngineName::Obsequi, &question, question.first, 4);
    assert_eq!((leaves.len(), counts.inner, counts.visited), (728, 82, 810));
}

#[test]
fn no_plies_give_the_board_itself() {
    let question = question("6x6", Player::Horizontal);
    let split = split_by(EngineName::Obsequi, &question, question.first, 0);
    assert_eq!(split.leaves, [question.board]);
}

#[test]
fn a_split_can_be_stopped() {
    let (stop, solver) = (Stop::new(), Solver::new(EngineName::Obsequi));
    stop.request();
    let question = question("16x16", Player::Vertical);
    let found = split(&question, question.first, 9, &solver, &stop);
    assert_eq!(found, Err(Stopped));
}
