//! What splitting claims, checked by the rules alone.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use crate::games::{board, boards, engines, players, solver, split, split_by, tiles, work};
use crosscram_jobs::legacy::{Counts, Knowledge, Outlook, Stop, Stopped, Work};
use crosscram_rules::{Board, Player, Question, Tile, reference};
use crosscram_search::{Control, EngineName, Evaluator, Solver};
use proptest::prelude::*;

/// The position of ten rows in which the engine obsequi leaves out a safe move of the opponent whose
/// position is lost in truth, as are the leaves below the other moves.
#[test]
fn a_move_left_out_needs_no_leaf() {
    let board = board("..|#.|..|..|..|..|..|..|#.|..");
    let (engine, first) = (EngineName::Obsequi, Player::Horizontal);
    let split = split_by(engine, &board, Tile::DOMINO, first, 4, &Knowledge::new());
    let Outlook::Open(work) = split.outlook else {
        panic!("it has leaves");
    };
    assert!(follows(&work, engine));
}

/// Splits and solves in turn until the winner is known. Also returns the number of splits that had
/// leaves.
fn iterate(
    engine: EngineName,
    board: &Board,
    tile: Tile,
    first: Player,
    plies: u32,
    mut winner: impl FnMut(&Board, Player) -> Player,
) -> (Player, u32) {
    let mut knowledge = Knowledge::new();
    for rounds in 0.. {
        let split = split_by(engine, board, tile, first, plies, &knowledge);
        let work = match split.outlook {
            Outlook::Decided(winner) => return (winner, rounds),
            Outlook::Open(work) => work,
        };
        assert_eq!(work.leaves().len() as u64, split.counts.leaves);
        for leaf in work.leaves().iter() {
            let winner = winner(&leaf, work.to_move());
            let is_news = knowledge.learn(&leaf, tile, work.to_move(), winner);
            assert_eq!(is_news, Ok(true), "{leaf} was asked for in vain");
        }
    }
    unreachable!("every round answers something new")
}

#[track_caller]
fn check_board(engines: &[EngineName], text: &str, plies: RangeInclusive<u32>) {
    let board = board(text);
    let solve = |board: &Board, first| {
        let question = Question::new(*board, Tile::DOMINO, first);
        let report = solver().solve(&question, &Control::new());
        report.winner().expect("nobody stops it")
    };
    for first in Player::ALL {
        let expected = solve(&board, first);
        for plies in plies.clone() {
            for &engine in engines {
                let (winner, _) = iterate(engine, &board, Tile::DOMINO, first, plies, solve);
                assert_eq!(
                    winner, expected,
                    "{text}, {first} first, {plies} plies, {engine}"
                );
            }
        }
    }
}

#[test]
fn splitting_and_solving_in_turns_finds_the_winner() {
    for text in ["1x1", "2x2", "3x3", "4x4", "5x5", "4x5"] {
        check_board(EngineName::ALL, text, 0..=5);
    }
    for text in ["5x6", "6x6", "4x7", "7x4", "4x8"] {
        check_board(&[EngineName::Obsequi], text, 2..=4);
    }
}

#[test]
fn a_wrong_assumption_fails_in_the_end() {
    let first = Player::Vertical;
    let mut solver = reference::Solver::new(Tile::DOMINO);
    let mut winner = |board: &Board, to_move| solver.winner(board, to_move);
    let (winner, rounds) = iterate(
        EngineName::Obsequi,
        &board("5x5"),
        Tile::DOMINO,
        first,
        2,
        &mut winner,
    );
    assert_eq!(winner, Player::Horizontal);
    assert!(rounds > 1, "one round cannot refute all first moves");
}

/// Follows a split by the rules.
struct Follower<'a> {
    work: &'a Work,
    leaves: HashSet<Board>,
    reached: HashSet<Board>,
    reference: reference::Solver,
    evaluator: Evaluator,
}

/// Returns whether, by the rules alone, the first player wins if it wins the leaves. Positions that are
/// not leaves must really be wins.
fn follows(work: &Work, engine: EngineName) -> bool {
    let leaves: HashSet<Board> = work.leaves().iter().collect();
    assert_eq!(
        leaves.len(),
        work.leaves().len(),
        "every leaf is listed once"
    );
    assert!(leaves.iter().all(|leaf| leaf.canonical() == *leaf));
    let mut follower = Follower {
        work,
        leaves,
        reached: HashSet::new(),
        reference: reference::Solver::new(work.tile()),
        evaluator: Solver::new(engine).evaluator(work.board(), work.tile()),
    };
    let holds = follower.holds(work.board(), work.first(), 0);
    assert_eq!(
        follower.reached, follower.leaves,
        "every leaf arises from the board"
    );
    holds
}

impl Follower<'_> {
    fn holds(&mut self, board: &Board, to_move: Player, ply: u32) -> bool {
        let first = self.work.first();
        if ply == self.work.plies() {
            let canonical = board.canonical();
            let is_leaf = self.leaves.contains(&canonical);
            if is_leaf {
                self.reached.insert(canonical);
            }
            return is_leaf || self.reference.winner(board, to_move) == first;
        }
        let mut results = Vec::new();
        for after in self.boards_after(board, to_move) {
            results.push(self.holds(&after, to_move.opponent(), ply + 1));
        }
        match to_move == first {
            true => results.contains(&true),
            false => !results.contains(&false),
        }
    }

    /// The boards after the moves that the split looks at. It may leave out a move (a safe one, say) where
    /// another is as good. A leaf below that other move may be assumed to be a win although it is not, and
    /// then the omitted move can really be lost without a fault of the split. So these moves are not
    /// followed; instead the listed moves must be as good as all moves together.
    fn boards_after(&mut self, board: &Board, to_move: Player) -> Vec<Board> {
        let tile = self.work.tile();
        let play = |mov| board.play(mov, tile).expect("a listed move is legal");
        let listed: Vec<Board> = self
            .evaluator
            .moves(board, to_move)
            .into_iter()
            .map(play)
            .collect();
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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn any_position_ends_with_its_winner(
        engine in engines(),
        board in boards(20),
        tile in tiles(),
        first in players(),
        plies in 0u32..6,
    ) {
        let mut solver = reference::Solver::new(tile);
        let expected = solver.winner(&board, first);
        let (winner, _) = iterate(engine, &board, tile, first, plies, |board, to_move| {
            solver.winner(board, to_move)
        });
        prop_assert_eq!(winner, expected);
    }

    #[test]
    fn the_claim_follows_from_the_leaves(
        engine in engines(),
        board in boards(20),
        tile in tiles(),
        first in players(),
        plies in 1u32..5,
    ) {
        match split_by(engine, &board, tile, first, plies, &Knowledge::new()).outlook {
            Outlook::Open(work) => prop_assert!(follows(&work, engine)),
            Outlook::Decided(winner) => {
                prop_assert_eq!(winner, reference::Solver::new(tile).winner(&board, first));
            }
        }
    }

    #[test]
    fn knowledge_takes_leaves_away(
        board in boards(24),
        first in players(),
        answers in prop::collection::vec(prop::bool::ANY, 1..20),
    ) {
        let tile = Tile::DOMINO;
        let Outlook::Open(work) = split(&board, tile, first, 2, &Knowledge::new()).outlook else {
            return Ok(());
        };
        // Some leaves are called wins; the others stay, and nothing else comes.
        let mut knowledge = Knowledge::new();
        let mut expected = Vec::new();
        for (leaf, is_known) in work.leaves().iter().zip(answers.iter().cycle()) {
            match is_known {
                true => _ = knowledge.learn(&leaf, tile, work.to_move(), first),
                false => expected.push(leaf),
            }
        }
        let known = knowledge.len() as u64;
        let again = split(&board, tile, first, 2, &knowledge);
        prop_assert_eq!(again.counts.known, known);
        match again.outlook {
            Outlook::Decided(winner) => {
                prop_assert!(expected.is_empty());
                prop_assert_eq!(winner, first);
            }
            Outlook::Open(again) => {
                prop_assert_eq!(again.leaves().iter().collect::<Vec<_>>(), expected);
                prop_assert_eq!(again.known(), known);
            }
        }
    }
}

#[test]
fn the_tree_of_8x8() {
    let (work, counts) = work("8x8", Player::Vertical, 4);
    let expected = Counts {
        leaves: 728,
        inner: 82,
        visited: 810,
        ..Counts::default()
    };
    assert_eq!(counts, expected);
    assert_eq!(work.to_move(), Player::Vertical);
    assert!(
        work.made_by().contains("engine obsequi"),
        "{}",
        work.made_by()
    );
}

#[test]
fn no_plies_give_the_board_itself() {
    let (work, _) = work("6x6", Player::Horizontal, 0);
    assert_eq!(work.leaves().iter().collect::<Vec<_>>(), [board("6x6")]);
}

#[test]
fn a_split_can_be_stopped() {
    let stop = Stop::new();
    stop.request();
    let solver = Solver::new(EngineName::Obsequi);
    let (board, tile, first) = (board("16x16"), Tile::DOMINO, Player::Vertical);
    let split =
        crosscram_jobs::legacy::split(&board, tile, first, 9, &Knowledge::new(), &solver, &stop);
    assert_eq!(split, Err(Stopped));
}
