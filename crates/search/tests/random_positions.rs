//! Every engine against the plain solver on random positions.

use crosscram_rules::{Board, Cell, Player, Tile, reference};
use crosscram_search::{
    Config, Control, Engine, Formula, Generation, Ordering, Replacement, RootOrder, SafeMoves,
    TableSize, evaluate, ordered_moves, solve, static_winner,
};
use proptest::prelude::*;

/// A generator that gives the same positions everywhere (xorshift64).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }

    /// A board with some cells blocked, small enough for the plain solver.
    fn board(&mut self) -> Board {
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
        let (rows, cols) = sizes[self.below(sizes.len() as u64) as usize];
        let mut board = Board::empty(rows, cols).expect("a small board");
        let share = 10 + self.below(50);
        for cell in (0..rows * cols).map(|i| Cell::new(i / cols, i % cols)) {
            if self.below(100) < share {
                board = board.blocked(cell);
            }
        }
        // Leave the plain solver at most 22 free cells.
        while board.free_count() > 22 {
            let cell = Cell::new(
                self.below(rows as u64) as usize,
                self.below(cols as u64) as usize,
            );
            board = board.blocked(cell);
        }
        board
    }
}

/// The engines, and each of their switches once.
fn configs() -> Vec<Config> {
    let obsequi = Engine::Obsequi.config();
    let mut configs: Vec<Config> = Engine::ALL.iter().map(|engine| engine.config()).collect();
    let mut with = |change: &dyn Fn(&mut Config)| {
        let mut config = obsequi.clone();
        change(&mut config);
        configs.push(config);
    };
    for &ordering in Ordering::ALL {
        with(&|config| config.ordering = ordering);
    }
    for &replacement in Replacement::ALL {
        with(&|config| {
            config.replacement = replacement;
            config.table = TableSize::Entries(16);
        });
    }
    with(&|config| config.generation = Generation::OneStage);
    with(&|config| config.root = RootOrder::Score);
    with(&|config| config.safe_moves = SafeMoves::Played);
    with(&|config| config.formula = Formula::Thesis);
    with(&|config| config.second_upper_bound = true);
    for levels in [
        "rows",
        "rows,runs",
        "rows,runs,regions:7,merge",
        "regions:6,merge",
        "rows,regions:10",
        "regions:9,merge",
    ] {
        configs.push(Config {
            switches: Some(levels.parse().expect("levels")),
            ..Engine::Crosscram.config()
        });
    }
    for threads in [1, 3] {
        configs.push(Config {
            shift_dominance: false,
            test_children: false,
            safe_moves: SafeMoves::Played,
            ordering: Ordering::Primary,
            threads,
            ..Engine::Crosscram.config()
        });
    }
    configs
}

fn check(board: &Board, tile: Tile, configs: &[Config], judge: &mut reference::Solver) {
    for first in Player::ALL {
        let winner = judge.winner(board, first);
        for config in configs {
            let place = || format!("{board} tile {tile}, {first} first, {config:?}");
            let report = solve(board, tile, first, config, &Control::new());
            let report = report.expect("nobody stops it");
            assert_eq!(report.winner, winner, "{}", place());
            let claim = static_winner(board, tile, first, config);
            assert!(claim.is_none_or(|claim| claim == winner), "{}", place());
            match report.best_move {
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
}

#[test]
fn engines_agree_with_the_plain_solver_on_610_positions() {
    let configs = configs();
    let mut random = Random(0x5eed_0f61_0b0a_4d55);
    for tile in [2, 3, 4] {
        let tile = Tile::new(tile).expect("a valid length");
        let mut judge = reference::Solver::new(tile);
        let positions = if tile == Tile::DOMINO { 210 } else { 200 };
        for _ in 0..positions {
            check(&random.board(), tile, &configs, &mut judge);
        }
    }
}

/// If a player wins at all, one of the moves that the search would try wins.
#[test]
fn ordered_moves_keep_a_winning_one() {
    let config = Engine::Obsequi.config();
    let mut random = Random(0x0dde_5eed);
    for tile in [2, 3] {
        let tile = Tile::new(tile).expect("a valid length");
        let mut judge = reference::Solver::new(tile);
        for _ in 0..300 {
            let board = random.board();
            for player in Player::ALL {
                let moves = ordered_moves(&board, tile, player, &config);
                assert_eq!(moves.is_empty(), !board.can_move(player, tile), "{board}");
                let wins = moves.iter().any(|&mv| {
                    let next = board.play(mv, tile).expect("a legal move");
                    judge.winner(&next, player.opponent()) == player
                });
                assert_eq!(
                    wins,
                    judge.winner(&board, player) == player,
                    "{board} {player}"
                );
            }
        }
    }
}

#[test]
fn a_stopped_search_says_what_it_found() {
    let control = Control::new();
    control.stop();
    let board = Board::empty(8, 8).expect("a board");
    let config = Engine::Obsequi.config();
    let stopped = solve(&board, Tile::DOMINO, Player::Vertical, &config, &control).unwrap_err();
    assert_eq!(stopped.first, Player::Vertical);
    assert!(stopped.refuted.is_empty() && stopped.of > 0 && stopped.nodes < 10_000);
}

/// The largest boards, whose cells fill all four words.
#[test]
fn boards_of_256_squares() {
    for (board, winner) in [("256x1", Player::Vertical), ("1x256", Player::Horizontal)] {
        let board: Board = board.parse().expect("a board");
        for engine in Engine::ALL {
            for first in Player::ALL {
                let report = solve(
                    &board,
                    Tile::DOMINO,
                    first,
                    &engine.config(),
                    &Control::new(),
                );
                assert_eq!(report.expect("nobody stops it").winner, winner);
            }
        }
    }
    // A 16x16 board whose free cells are a 4x5 board in a corner.
    let mut board = Board::empty(16, 16).expect("a board");
    for cell in (0..256).map(|i| Cell::new(i / 16, i % 16)) {
        if cell.row() < 12 || cell.col() < 11 {
            board = board.blocked(cell);
        }
    }
    let config = Engine::Obsequi.config();
    for first in Player::ALL {
        let report = solve(&board, Tile::DOMINO, first, &config, &Control::new());
        assert_eq!(report.expect("nobody stops it").winner, Player::Vertical);
    }
}

proptest! {
    /// A cover's bounds are the players' own: transposing the board exchanges them.
    #[test]
    fn evaluation_is_the_same_on_the_transposed_board(seed in 1u64..u64::MAX) {
        let board = Random(seed).board();
        let config = Engine::Obsequi2014.config();
        for player in Player::ALL {
            for to_move in Player::ALL {
                let here = evaluate(&board, player, to_move, &config);
                let there = evaluate(
                    &board.transpose(), player.opponent(), to_move.opponent(), &config,
                );
                prop_assert_eq!(here, there);
            }
        }
    }
}
