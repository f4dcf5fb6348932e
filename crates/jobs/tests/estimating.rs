//! Predictions against what boards really take.

use crosscram_jobs::{
    Estimate, EstimateOptions, Reason, Sampled, Stage, Stop, Unfinished, estimate,
};
use crosscram_rules::{Board, Player, Question, Tile};
use crosscram_search::{
    Control, CrosscramOptions, Engine, EngineName, Judgement, Report, Run, Solver, TableSize,
};
use std::sync::atomic::{AtomicUsize, Ordering};

fn solver() -> Solver {
    let table = TableSize::Entries(1 << 18);
    Solver::new(EngineName::Crosscram.options().with_table(table))
}

fn board(text: &str) -> Board {
    text.parse().expect("a board")
}

fn question(board: &Board, first: Player) -> Question {
    Question::new(*board, Tile::DOMINO, first)
}

fn options() -> EstimateOptions {
    EstimateOptions {
        winner: None,
        plies: None,
        samples: 60,
        budget: 600_000,
        seed: 1,
        shares: true,
    }
}

fn predict(board: &Board, first: Player, options: &EstimateOptions) -> Estimate {
    let (control, stop) = (Control::new(), Stop::new());
    let question = question(board, first);
    let found = estimate(&question, options, &solver(), &control, &stop);
    found.expect("nobody stops it")
}

#[track_caller]
fn sampled(found: Estimate) -> Sampled {
    match found {
        Estimate::Sampled(sampled) => *sampled,
        Estimate::Decided(winner) => panic!("decided: {winner}"),
    }
}

/// Boards of some thousand nodes: they are solved by the way, and the nodes are within a
/// factor of three of the interval.
#[test]
fn predictions_are_near_the_truth() {
    let first = Player::Vertical;
    for text in ["6x8", "7x9", "8x8"] {
        let board = board(text);
        let report = solver().solve(&question(&board, first), &Control::new());
        let found = sampled(predict(&board, first, &options()));
        assert_eq!(Some(found.winner), report.winner(), "{text}");
        assert_eq!(found.reason, Reason::Solved(report.nodes), "{text}");
        assert_eq!(found.unfinished, 0, "{text}: {found:?}");
        let nodes = report.nodes as f64;
        assert!(found.nodes.low < 3.0 * nodes, "{text}: {found:?}");
        assert!(found.nodes.high > nodes / 3.0, "{text}: {found:?}");
        assert!(found.nodes.low <= found.nodes.middle && found.nodes.middle <= found.nodes.high);
    }
}

/// A board that is too large for the budget: who wins is guessed, here rightly.
#[test]
fn guessing_the_winner() {
    let options = EstimateOptions {
        samples: 40,
        budget: 80_000,
        ..options()
    };
    let found = sampled(predict(&board("8x8"), Player::Vertical, &options));
    assert_eq!(
        (found.reason, found.winner),
        (Reason::Guessed, Player::Vertical)
    );
    assert!(found.searched >= 20_000, "{found:?}");
    assert!(found.nodes.low >= found.searched as f64, "{found:?}");
}

/// A part of the positions predicts the whole within a factor of two, whatever the seed, and most
/// intervals hold it. Of 12 seeds. With regions of 16 cells, so that the search is not too small to be sampled.
#[test]
fn seeds_agree_with_the_truth() {
    let board = board("8x8");
    let solver = Solver::new(CrosscramOptions {
        bounds: "rows,regions:16,across,merge".parse().unwrap(),
        table: TableSize::Entries(1 << 18),
        ..CrosscramOptions::default()
    });
    let question = question(&board, Player::Vertical);
    let truth = solver.solve(&question, &Control::new()).nodes as f64;
    let mut held = 0;
    for seed in 1..=12 {
        let options = EstimateOptions {
            winner: Some(Player::Vertical),
            plies: Some(6),
            samples: 170,
            budget: 1_000_000,
            seed,
            shares: true,
        };
        let found = estimate(&question, &options, &solver, &Control::new(), &Stop::new());
        let found = sampled(found.expect("nobody stops it"));
        let ratio = found.nodes.middle / truth;
        assert!((0.5..2.0).contains(&ratio), "seed {seed}: {ratio}");
        held += u32::from(found.nodes.low <= truth && truth <= found.nodes.high);
    }
    assert!(held >= 8, "{held} of 12");
}

/// Samples that are given up are estimated from positions below them, not cut off.
#[test]
fn given_up_samples_are_estimated() {
    let board = board("8x8");
    let options = EstimateOptions {
        winner: Some(Player::Vertical),
        plies: Some(2),
        samples: 30,
        budget: 10_000_000,
        ..options()
    };
    let patient = sampled(predict(&board, Player::Vertical, &options));
    assert_eq!((patient.unfinished, patient.cut_off), (0, 0));
    // A tenth of what the largest sample takes.
    let hasty = EstimateOptions {
        budget: 30 * (patient.largest / 100),
        ..options
    };
    let hasty = sampled(predict(&board, Player::Vertical, &hasty));
    assert!(hasty.unfinished > 0, "{hasty:?}");
    assert_eq!(hasty.cut_off, 0, "{hasty:?}");
    let ratio = hasty.mean / patient.mean;
    assert!((0.4..2.5).contains(&ratio), "{ratio} {hasty:?}");
    // None was solved, so nothing shows what they have in common, and all of it is counted.
    assert_eq!(hasty.unfinished, hasty.samples);
    assert!(hasty.is_sharing_unknown(), "{hasty:?}");
    assert_eq!(hasty.nodes.middle, hasty.alone.middle);
    assert!(hasty.nodes.low > patient.nodes.low / 2.0, "{hasty:?}");
    assert!(hasty.nodes_per_second > 1.0 && hasty.stores_per_node > 0.0);
}

/// All positions instead of some: nothing is uncertain, and with one table it is the search.
#[test]
fn everything_as_the_sample() {
    let board = board("8x8");
    let options = EstimateOptions {
        winner: Some(Player::Vertical),
        plies: Some(4),
        samples: 1_000,
        budget: 10_000_000,
        ..options()
    };
    let found = sampled(predict(&board, Player::Vertical, &options));
    assert_eq!(
        (found.samples, found.standard_error),
        (found.positions, 0.0)
    );
    assert_eq!((found.refuted, found.unfinished), (0, 0));
    assert_eq!(found.alone.low, found.alone.high);
    let report = solver().solve(&question(&board, Player::Vertical), &Control::new());
    let truth = report.nodes as f64;
    let ratio = found.nodes.middle / truth;
    assert!(
        (0.7..1.4).contains(&ratio),
        "{} {truth}",
        found.nodes.middle
    );
}

#[test]
fn the_seed_decides() {
    let board = board("7x9");
    let options = EstimateOptions {
        winner: Some(Player::Horizontal),
        ..options()
    };
    let run = |options: &EstimateOptions| {
        let found = sampled(predict(&board, Player::Vertical, options));
        (found.mean, found.nodes, found.sharing, found.largest)
    };
    assert_eq!(run(&options), run(&options));
    let other = EstimateOptions { seed: 2, ..options };
    assert_ne!(run(&options), run(&other));
}

/// A wrong assumption shows in samples that the assumed winner loses, or is refuted at once.
#[test]
fn wrong_assumptions_show() {
    let options = EstimateOptions {
        winner: Some(Player::Vertical),
        plies: Some(3),
        samples: 1_000,
        ..options()
    };
    let found = sampled(predict(&board("6x8"), Player::Vertical, &options));
    assert!(found.refuted > 0, "{found:?}");
}

#[test]
fn boards_without_search() {
    for (text, winner) in [("6x7", Player::Vertical), ("1x4", Player::Horizontal)] {
        let found = predict(&board(text), Player::Vertical, &options());
        assert_eq!(found, Estimate::Decided(winner), "{text}");
    }
}

#[test]
fn stopping() {
    let (control, stop) = (Control::new(), Stop::new());
    control.stop();
    let question = question(&board("8x8"), Player::Vertical);
    let run = |control, stop| estimate(&question, &options(), &solver(), control, stop);
    let unfinished = |stage, searched| Err(Unfinished { stage, searched });
    // A search looks for a request every few nodes.
    let stopped = run(&control, &stop);
    assert!(
        matches!(&stopped, Err(Unfinished { stage: Stage::Searching, searched }) if *searched < 16),
        "{stopped:?}"
    );
    stop.request();
    assert_eq!(run(&Control::new(), &stop), unfinished(Stage::Listing, 0));
}

/// Solves as another solver does, and stops the control after some questions.
struct Stopping {
    solver: Solver,
    left: AtomicUsize,
}

impl Engine for Stopping {
    fn name(&self) -> &'static str {
        self.solver.engine().name()
    }

    fn solve(&self, question: &Question, run: &Run<'_>) -> Report {
        if self.left.fetch_sub(1, Ordering::Relaxed) == 0 {
            run.control.stop();
        }
        self.solver.run(question, run)
    }

    fn judgement(&self, board: &Board, tile: Tile) -> Box<dyn Judgement> {
        self.solver.engine().judgement(board, tile)
    }
}

/// What was solved before the stop is the sample.
#[test]
fn a_stopped_sample_is_a_smaller_one() {
    let options = EstimateOptions {
        winner: Some(Player::Vertical),
        plies: Some(4),
        shares: false,
        ..options()
    };
    let question = question(&board("8x8"), Player::Vertical);
    let stopped_after = |solved| {
        let engine = Stopping {
            solver: solver(),
            left: AtomicUsize::new(solved),
        };
        let solver = Solver::with_engine(Box::new(engine));
        estimate(&question, &options, &solver, &Control::new(), &Stop::new())
    };
    let whole = sampled(stopped_after(10_000).unwrap());
    assert!(!whole.interrupted && whole.samples == 60);
    let part = sampled(stopped_after(10).unwrap());
    assert_eq!((part.interrupted, part.samples), (true, 10));
    assert_eq!(part.positions, whole.positions);
    assert!(part.nodes.low <= part.nodes.middle && part.nodes.middle <= part.nodes.high);
    assert_eq!(
        stopped_after(1).unwrap_err(),
        Unfinished {
            stage: Stage::Sampling,
            searched: 0
        }
    );
}

/// A published engine keeps nothing in its table: every position costs what it costs alone.
#[test]
fn without_a_shared_table_the_parts_add_up() {
    let options = EstimateOptions {
        winner: Some(Player::Vertical),
        plies: Some(2),
        samples: 1_000,
        budget: 100_000_000,
        seed: 1,
        shares: false,
    };
    let board = board("6x6");
    let solver = Solver::new(EngineName::Obsequi);
    let (control, stop) = (Control::new(), Stop::new());
    let question = question(&board, Player::Vertical);
    let found = estimate(&question, &options, &solver, &control, &stop);
    let found = sampled(found.expect("nobody stops it"));
    assert_eq!((found.samples, found.refuted), (found.positions, 0));
    assert_eq!(found.sharing.in_sample, 1.0);
    assert_eq!(found.nodes, found.alone);
    assert!(!found.is_sharing_unknown());
    // All positions were solved, so nothing is left to chance.
    let sum = found.mean * found.samples as f64;
    let above = (found.inner + found.positions) as f64;
    assert!((found.nodes.middle - sum - above).abs() < 1.0, "{found:?}");
}
