//! F. van Daalen, *A knowledge-based approach to Domineering*, Maastricht University, 2012: the
//! values of its Figure 1 and its three tournaments, played again.
//!
//! The players are in the crate `players`. The paper leaves open who begins in a subgame, and its
//! tables show results that its definitions do not explain: even search depths play worse than
//! random moves, and bots that choose among equal moves become worse with depth. So every
//! tournament is played in several readings (`readings.rs`), and what counts is how well the
//! rankings agree.

mod contest;
mod figure;
mod papers;
mod ranking;
mod readings;
mod sheet;
mod tables;
mod wishes;

use crate::options::Options;
pub use sheet::Sheet;

/// Something of the paper that can be run again.
#[derive(Debug)]
pub struct Experiment {
    /// `figure1`, or the number of the table or section.
    pub id: &'static str,
    /// What it shows, in our words.
    pub title: &'static str,
    run: fn(&'static Experiment, &Options<'_>) -> Sheet,
}

/// All experiments, in the order of the paper.
pub static EXPERIMENTS: [Experiment; 5] = [
    Experiment {
        id: "figure1",
        title: "what each bot makes of one position, its player moving first",
        run: figure::run,
    },
    Experiment {
        id: "1",
        title: "45 bots on 5x5, depths 1 to 4, everybody against everybody",
        run: tables::run,
    },
    Experiment {
        id: "2",
        title: "11 bots on 8x8, depth 1",
        run: tables::run,
    },
    Experiment {
        id: "3",
        title: "22 bots on 8x8, depths 1 and 3, with nondeterminism",
        run: tables::run,
    },
    Experiment {
        id: "5",
        title: "8x8, the knowledge that the paper wished for against the knowledge it had",
        run: wishes::run,
    },
];

/// Games for each pairing and role in the paper.
pub const PUBLISHED_GAMES: u64 = 10;

/// Games that are played if nothing else is said; here [`Options::up_to`] is a number of games.
pub const DEFAULT_GAMES: u64 = 3;

/// The experiment with this number or name.
///
/// ```
/// use crosscram_reproduce::vandaalen::experiment;
///
/// assert_eq!(experiment("2").unwrap().id, "2");
/// assert!(experiment("4").is_none());
/// ```
pub fn experiment(id: &str) -> Option<&'static Experiment> {
    let mut all = EXPERIMENTS.iter();
    all.find(|experiment| experiment.id.eq_ignore_ascii_case(id))
}

/// Run `experiments` one after the other and hand each result to `report`.
pub fn run(
    experiments: &[&'static Experiment],
    options: &Options<'_>,
    mut report: impl FnMut(Sheet),
) {
    for experiment in experiments {
        let sheet = (experiment.run)(experiment, options);
        let interrupted = sheet.interrupted;
        report(sheet);
        if interrupted {
            return;
        }
    }
}
