//! Many questions to one solver: the same answers with fewer nodes, and tables that are its own.

use crate::tools::{board, dominoes, tile, winner};
use crosscram_rules::{Board, Dyadic, Move, Player, Question, Tile};
use crosscram_search::{Control, Ending, EngineName, Options, Report, Run, Solver, TableSize};

fn options(engine: EngineName) -> Options {
    engine.options().with_table(TableSize::Entries(1 << 14))
}

/// The questions after every pair of moves.
fn grandchildren(rows: usize, cols: usize) -> Vec<Question> {
    let board = Board::empty(rows, cols).expect("a small board");
    let solver = Solver::new(options(EngineName::Crosscram));
    let mut order = solver.evaluator(&board, Tile::DOMINO);
    let mut after = |board: &Board, player| -> Vec<Board> {
        let play = |mov| board.play(mov, Tile::DOMINO).expect("a legal move");
        order.moves(board, player).into_iter().map(play).collect()
    };
    let children = after(&board, Player::Vertical).into_iter();
    let boards = children.flat_map(|child| after(&child, Player::Horizontal));
    let question = |board| Question::new(board, Tile::DOMINO, Player::Vertical);
    boards.map(question).collect()
}

/// Searches of their own.
fn each(solver: &Solver, questions: &[Question]) -> Vec<Report> {
    let control = Control::new();
    let questions = questions.iter();
    questions
        .map(|question| solver.solve(question, &control))
        .collect()
}

/// Searches that keep what they find for those after them.
fn each_warm<'a>(
    solver: &Solver,
    questions: impl IntoIterator<Item = &'a Question>,
) -> Vec<Report> {
    let control = Control::new();
    let questions = questions.into_iter();
    questions
        .map(|question| solver.solve_warm(question, &control))
        .collect()
}

fn nodes(reports: &[Report]) -> u64 {
    reports.iter().map(|report| report.nodes).sum()
}

#[test]
fn same_answers_with_fewer_nodes() {
    for engine in [EngineName::Crosscram, EngineName::Obsequi] {
        for (rows, cols) in [(4, 5), (5, 5), (5, 6), (6, 6)] {
            let questions = grandchildren(rows, cols);
            let solver = Solver::new(options(engine));
            let (alone, warm) = (each(&solver, &questions), each_warm(&solver, &questions));
            for (alone, warm) in alone.iter().zip(&warm) {
                assert_eq!(alone.winner(), warm.winner(), "{}", alone.question.board);
            }
            assert!(nodes(&warm) <= nodes(&alone), "{engine} {rows}x{cols}");
            if engine == EngineName::Crosscram && rows * cols > 25 {
                let is_kept = nodes(&warm) < nodes(&alone);
                assert!(is_kept, "{rows}x{cols}: nothing was kept");
            }
        }
    }
}

/// The table tells by the number of free cells who is to move, so questions with another first
/// player, another tile or a number must not meet in it.
#[test]
fn questions_of_other_kinds_do_not_mix() {
    let solver = Solver::new(options(EngineName::Crosscram));
    let control = Control::new();
    for round in 0..2 {
        for text in ["5x5", "5x6", "4x7", ".....|.....|..#..|.....|....."] {
            for length in [2, 3] {
                for first in Player::ALL {
                    for number in [0, 1] {
                        let question = Question::new(board(text), tile(length), first);
                        let question = question.plus(Dyadic::from(number));
                        let fresh = winner(&Solver::new(options(EngineName::Crosscram)), &question);
                        let found = solver.solve_warm(&question, &control).winner();
                        assert_eq!(found, Some(fresh), "{question:?}, round {round}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_solver_knows_what_it_holds_and_shares_nothing() {
    let question = dominoes("7x7", Player::Vertical);
    let [one, other] = [EngineName::Crosscram; 2].map(Solver::new);
    assert_eq!(one.memory().total(), 0);
    let first = one.solve_warm(&question, &Control::new());
    let memory = one.memory();
    assert!(memory.positions > 0 && memory.regions > 0 && memory.strips > 0);
    assert_eq!(other.memory().total(), 0);
    // Positions were kept: the root is in the table.
    assert_eq!(one.solve_warm(&question, &Control::new()).nodes, 1);
    let again = other.solve(&question, &Control::new());
    assert_eq!((first.nodes, first.winner()), (again.nodes, again.winner()));
    assert_eq!(other.memory().positions, 0);
}

/// One solver may be asked from several threads at once.
#[test]
fn threads_may_share_a_solver() {
    let solver = Solver::new(EngineName::Crosscram);
    let questions = grandchildren(5, 6);
    let alone = each(&solver, &questions);
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                for (found, alone) in each(&solver, &questions).iter().zip(&alone) {
                    assert_eq!(found.nodes, alone.nodes);
                }
            });
        }
    });
}

/// Searches at the same time share the table of positions, so that together they take fewer nodes than apart.
#[test]
fn searches_at_the_same_time_share_positions() {
    let questions = grandchildren(6, 6);
    let solver = Solver::new(options(EngineName::Crosscram));
    let alone = each(&solver, &questions);
    let half = |part: usize| each_warm(&solver, questions.iter().skip(part).step_by(2));
    let (first, second) = std::thread::scope(|scope| {
        let second = scope.spawn(|| half(1));
        (half(0), second.join().expect("it does not panic"))
    });
    for (number, report) in alone.iter().enumerate() {
        let shared = [&first, &second][number % 2][number / 2].winner();
        assert_eq!(shared, report.winner(), "{}", report.question.board);
    }
    // All of it again, with what both have left.
    let again = each_warm(&solver, &questions);
    assert!(nodes(&again) < nodes(&alone), "{}", nodes(&again));
}

/// The order that a solver names is the one in which its search tries the moves: those that it has refuted when it
/// is stopped come first. On 7x9 ties between the moves of the first plies are not looked at, on 7x11 they are.
#[test]
fn moves_are_named_in_the_order_of_the_search() {
    let mut refuted = 0;
    for (rows, cols, played, budgets) in [
        (6, 8, 0, [300, 1000, 3000]),
        (7, 9, 0, [300, 1000, 3000]),
        (7, 11, 0, [300, 1500, 6000]),
        (7, 11, 9, [300, 1500, 6000]),
    ] {
        let board = Board::empty(rows, cols).expect("a small board");
        for first in Player::ALL {
            let question = Question::new(board, Tile::DOMINO, first);
            let solver = Solver::new(options(EngineName::Crosscram));
            let order = solver.order(&question, played);
            let plain = solver.evaluator(&board, Tile::DOMINO).moves(&board, first);
            let sorted = |moves: &[Move]| {
                let mut moves = moves.to_vec();
                moves.sort();
                moves
            };
            assert_eq!(sorted(&order), sorted(&plain));
            assert!(rows * cols >= 77 && played == 0 || order == plain);
            for budget in budgets {
                let control = Control::new();
                control.limit_next(budget);
                let mut run = Run::new(&control);
                run.ensemble.played = played;
                let Ending::Interrupted { refuted: found, .. } = solver.run(&question, &run).ending
                else {
                    continue;
                };
                let first_ones = sorted(&order[..found.len()]);
                assert_eq!(sorted(&found), first_ones, "{rows}x{cols} {first} {budget}");
                refuted = refuted.max(found.len());
            }
        }
    }
    assert!(refuted > 1, "{refuted}");
}
