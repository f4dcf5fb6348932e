//! D. Brüggemann, M. Gagelas, M. Weber, B. Willemse, *And the Winner is... Solving Triomineering
//! using Combinatorial Game Theory*, 2016: its tables, run again, and what it left to others.
//!
//! Two readings of the paper's counts matter. A count is the sum of two searches, Vertical first
//! and Horizontal first. And while the outcome beside m x n is that of m rows and n columns, the
//! count is that of n rows and m columns.

mod scaled;
mod sheet;
mod tables;
mod times;
mod wish;

use crate::options::{Options, Watch};
use crosscram_rules::{Board, Outcome, Player, Tile};
use crosscram_search::triomineering::{self, Found, Limits, Techniques};
pub use sheet::Sheet;

/// Something of the paper that can be run again.
#[derive(Debug)]
pub struct Experiment {
    /// The number of its table or section.
    pub id: &'static str,
    /// Another name.
    pub alias: Option<&'static str>,
    /// What it shows, in our words.
    pub title: &'static str,
    run: fn(&'static Experiment, &Options<'_>) -> Sheet,
}

/// All experiments, in the order of the paper.
pub static EXPERIMENTS: [Experiment; 5] = [
    Experiment {
        id: "1",
        alias: None,
        title: "Triomineering: outcomes and nodes with all techniques",
        run: tables::triomineering,
    },
    Experiment {
        id: "2",
        alias: None,
        title: "Domineering: outcomes and nodes of DOMI",
        run: tables::domineering,
    },
    Experiment {
        id: "3",
        alias: Some("9"),
        title: "Triomineering on n x n: seconds by technique (the numbers of Fig. 9)",
        run: times::times,
    },
    Experiment {
        id: "6.1",
        alias: None,
        title: "Domineering m x n beside Triomineering 3m/2 x 3n/2",
        run: scaled::scaled,
    },
    Experiment {
        id: "8",
        alias: Some("values"),
        title: "the open wish: values of subgames inside the search",
        run: wish::wish,
    },
];

/// What is run without being told how much: everything that took up to this many nodes.
///
/// It is just above 9x10, the largest board of Table 1.
pub const DEFAULT_UP_TO: u64 = 6_000_000;

/// The experiment with this number or name.
///
/// ```
/// use crosscram_reproduce::brueggemann::experiment;
///
/// assert_eq!(experiment("9").unwrap().id, "3");
/// assert!(experiment("4").is_none());
/// ```
pub fn experiment(id: &str) -> Option<&'static Experiment> {
    EXPERIMENTS
        .iter()
        .find(|experiment| experiment.id == id || experiment.alias == Some(id))
}

/// Run `experiments` one after the other, so that times are those of a search alone, and hand
/// each result to `report`.
pub fn run(
    experiments: &[&'static Experiment],
    options: &Options<'_>,
    mut report: impl FnMut(Sheet),
) {
    for experiment in experiments {
        let sheet = (experiment.run)(experiment, options);
        let stopped = sheet.interrupted;
        report(sheet);
        if stopped {
            return;
        }
    }
}

/// Both searches of a Triomineering board.
#[derive(Clone, Copy, Debug)]
struct Both {
    /// Known if both searches came to an end.
    outcome: Option<Outcome>,
    nodes: u64,
    seconds: f64,
}

/// Search a board with trominoes for both first players, each with at most `budget` nodes; `None`
/// if everything was stopped.
fn both(watch: &dyn Watch, board: &Board, techniques: Techniques, budget: u64) -> Option<Both> {
    let (rows, cols) = (board.rows(), board.cols());
    let limits = Limits {
        nodes: budget,
        ..Limits::NONE
    };
    let mut found = Vec::new();
    for first in Player::ALL {
        let label = format!("{rows}x{cols} {} first", first.letter());
        let mut answer: Option<Found> = None;
        let mut stopped = false;
        let begun = watch.watch(&label, &mut |control| {
            let tile = Tile::TROMINO;
            answer = Some(triomineering::solve(
                board, tile, first, techniques, limits, control,
            ));
            stopped = control.is_stopped();
        });
        if !begun || stopped {
            return None;
        }
        found.push(answer?);
    }
    let winners = (found[0].winner, found[1].winner);
    Some(Both {
        outcome: match winners {
            (Some(v), Some(h)) => Some(Outcome::from_winners(v, h)),
            _ => None,
        },
        nodes: found.iter().map(|found| found.nodes).sum(),
        seconds: found.iter().map(|found| found.elapsed.as_secs_f64()).sum(),
    })
}

fn empty(rows: usize, cols: usize) -> Board {
    Board::empty(rows, cols).expect("the boards of the paper are small")
}
