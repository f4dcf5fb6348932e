//! Every engine against the plain solver on random positions.

use crate::tools::{board, dominoes, tile, winner};
use crosscram_rules::{Board, Player, Question, Tile, reference};
use crosscram_search::cover::evaluate;
use crosscram_search::{
    ClassicOptions, Control, CoverOptions, CrosscramOptions, Ending, EngineName, Formula,
    Generation, Options, Ordering, PackingOrder, Program, Replacement, RootOrder, SafeMoves,
    Solver, TableSize,
};
use crosscram_support::random::Random;
use proptest::prelude::*;

/// A board with some cells blocked, small enough for the plain solver.
fn random_board(random: &mut Random) -> Board {
    let sizes = [
        (3, 8),
        (4, 6),
        (5, 5),
        (6, 4),
        (2, 12),
        (7, 3),
        (1, 18),
        (3, 17),
    ];
    crate::tools::random_board(random, &sizes, (10, 60), 22)
}

/// The engines, and each of their switches once.
fn all_options() -> Vec<Options> {
    let engines = EngineName::ALL.iter();
    let mut all: Vec<Options> = engines.map(|engine| engine.options()).collect();
    let mut with = |change: &dyn Fn(&mut ClassicOptions, &mut CoverOptions)| {
        let mut options = ClassicOptions::of(Program::Obsequi);
        let mut cover = CoverOptions::OBSEQUI;
        change(&mut options, &mut cover);
        options.cover = Some(cover);
        all.push(options.into());
    };
    for &ordering in Ordering::ALL {
        with(&|options, _| options.ordering = ordering);
    }
    for &replacement in Replacement::ALL {
        with(&|options, _| {
            options.replacement = replacement;
            options.table = TableSize::Entries(16);
        });
    }
    with(&|options, _| options.generation = Generation::OneStage);
    with(&|options, _| options.root = RootOrder::Score);
    with(&|options, _| options.safe_moves = SafeMoves::Played);
    with(&|_, cover| cover.formula = Formula::Thesis);
    with(&|_, cover| cover.second_upper_bound = true);
    with(&|_, cover| cover.dead_squares = true);
    with(&|_, cover| cover.packing = PackingOrder::Corners);
    with(&|options, _| options.shift_dominance = true);
    with(&|options, _| (options.shift_dominance, options.safe_moves) = (true, SafeMoves::Played));
    for cells in [4, 10, 22] {
        with(&|options, _| options.values = cells);
    }
    for levels in [
        "rows",
        "rows,regions:7,merge",
        "regions:6,merge",
        "rows,regions:10",
        "regions:9,merge",
    ] {
        let bounds = levels.parse().expect("levels");
        let options = CrosscramOptions {
            bounds,
            ..CrosscramOptions::default()
        };
        all.push(options.into());
    }
    for threads in [1, 3] {
        let options = CrosscramOptions {
            test_children: false,
            ordering: Ordering::Primary,
            threads,
            ..CrosscramOptions::default()
        };
        all.push(options.into());
    }
    all
}

/// Returns how many solvers were asked.
fn check(board: &Board, tile: Tile, solvers: &[Solver], judge: &mut reference::Solver) -> usize {
    let mut asked = 0;
    for first in Player::ALL {
        let winner = judge.winner(board, first);
        let question = Question::new(*board, tile, first);
        for solver in solvers {
            if solver.check(&question).is_err() {
                continue;
            }
            asked += 1;
            let place = || format!("{question:?}, {solver:?}");
            let report = solver.solve(&question, &Control::new());
            assert_eq!(report.winner(), Some(winner), "{}", place());
            let claim = solver.evaluator(board, tile).winner(board, first);
            assert!(claim.is_none_or(|claim| claim == winner), "{}", place());
            match report.best_move() {
                Some(best) => {
                    let next = board.play(best, tile).expect("a legal move");
                    assert_eq!(judge.winner(&next, first.opponent()), first, "{}", place());
                }
                None => assert_eq!(winner, first.opponent(), "{}", place()),
            }
            let depths = &report.statistics.nodes_by_depth;
            assert_eq!(depths.iter().sum::<u64>(), report.nodes, "{}", place());
        }
    }
    asked
}

#[test]
fn engines_agree_with_the_plain_solver_on_610_positions() {
    let solvers: Vec<Solver> = all_options().into_iter().map(Solver::new).collect();
    let mut random = Random::new(0x5eed_0f61_0b0a_4d55);
    for length in [2, 3, 4] {
        let tile = tile(length);
        let mut judge = reference::Solver::new(tile);
        let positions = if tile == Tile::DOMINO { 210 } else { 200 };
        for _ in 0..positions {
            let asked = check(&random_board(&mut random), tile, &solvers, &mut judge);
            // All with dominoes; without the cover and the shifts that only these have, most.
            let wanted = if tile == Tile::DOMINO { 2 } else { 1 };
            assert!(asked >= solvers.len() * wanted, "{asked}");
        }
    }
}

/// If a player wins at all, one of the moves that the search would try wins.
#[test]
fn ordered_moves_keep_a_winning_one() {
    let engines = [EngineName::Obsequi, EngineName::Triomineering2016];
    let engines = engines.into_iter();
    for (engine, length) in engines.flat_map(|engine| [(engine, 2), (engine, 3)]) {
        let solver = Solver::new(engine);
        let mut random = Random::new(0x0dde_5eed);
        let tile = tile(length);
        let mut judge = reference::Solver::new(tile);
        for _ in 0..300 {
            let board = random_board(&mut random);
            for player in Player::ALL {
                let moves = solver.evaluator(&board, tile).moves(&board, player);
                assert_eq!(moves.is_empty(), !board.can_move(player, tile), "{board}");
                let wins = moves.iter().any(|&mv| {
                    let next = board.play(mv, tile).expect("a legal move");
                    judge.winner(&next, player.opponent()) == player
                });
                let expected = judge.winner(&board, player) == player;
                assert_eq!(wins, expected, "{board} {player}");
            }
        }
    }
}

#[test]
fn a_stopped_search_says_what_it_found() {
    let control = Control::new();
    control.stop();
    let question = dominoes("8x8", Player::Vertical);
    let stopped = Solver::new(EngineName::Obsequi).solve(&question, &control);
    let Ending::Interrupted { refuted, of } = stopped.ending else {
        panic!("{stopped:?}");
    };
    assert!(refuted.is_empty() && of > 0 && stopped.nodes < 10_000);
    // Early nodes of the engine crosscram take long: a few are enough to notice.
    let stopped = Solver::new(EngineName::Crosscram).solve(&question, &control);
    assert_eq!(stopped.winner(), None);
    assert!(stopped.nodes < 10, "{}", stopped.nodes);
}

/// The largest boards, whose cells fill all four words.
#[test]
fn boards_of_256_squares() {
    for (text, expected) in [("256x1", Player::Vertical), ("1x256", Player::Horizontal)] {
        for &engine in EngineName::ALL {
            for first in Player::ALL {
                let found = winner(&Solver::new(engine), &dominoes(text, first));
                assert_eq!(found, expected);
            }
        }
    }
    // A 16x16 board whose free cells are a 4x5 board in a corner.
    let board = board("16x16");
    let outside = board
        .free_cells()
        .filter(|cell| cell.row() < 12 || cell.col() < 11);
    let board = board.with_blocked(outside);
    for first in Player::ALL {
        let question = Question::new(board, Tile::DOMINO, first);
        let found = winner(&Solver::new(EngineName::Obsequi), &question);
        assert_eq!(found, Player::Vertical);
    }
}

proptest! {
    /// A cover's bounds are the players' own: transposing the board exchanges them.
    #[test]
    fn evaluation_is_the_same_on_the_transposed_board(seed in 1u64..u64::MAX) {
        let board = random_board(&mut Random::new(seed));
        let options = ClassicOptions::of(Program::Obsequi2014);
        for player in Player::ALL {
            for to_move in Player::ALL {
                let here = evaluate(&board, player, to_move, &options);
                let there = evaluate(
                    &board.transpose(), player.opponent(), to_move.opponent(), &options,
                );
                prop_assert_eq!(here, there);
            }
        }
    }
}

/// A question that an engine refuses ends with the error that its check gives, whoever asks.
#[test]
fn refused_questions_end_with_an_error() {
    let question = dominoes("4x4", Player::Vertical);
    let options = CrosscramOptions {
        ordering: Ordering::Dynamic,
        ..CrosscramOptions::default()
    };
    let solver = Solver::new(options);
    let refused = solver.check(&question).expect_err("no dynamic order");
    for report in [
        solver.solve(&question, &Control::new()),
        solver.solve_warm(&question, &Control::new()),
    ] {
        let Ending::Failed(error) = report.ending else {
            panic!("{report:?}");
        };
        assert_eq!(error.to_string(), refused.to_string());
    }
}
