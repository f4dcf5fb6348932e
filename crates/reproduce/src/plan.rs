//! Plans: the tasks that each row of a figure needs, and how its number follows from the answers.

use crate::lab::{Measurement, Measurements, Search, Task, Triomineering};
use crate::options::Options;
use crate::result::{Ours, Row};
use crosscram_papers::Number;
use crosscram_rules::{Board, Outcome, Player};
use crosscram_search::Options as EngineOptions;
use crosscram_search::triomineering::{Limits, Techniques};
use crosscram_support::columns::grouped;

/// As wide as most counts of nodes.
pub(crate) const EXPECTED_NODES: f64 = 9_999_999.0;

/// A time whose text is as wide as that of most searches.
const EXPECTED_SECONDS: f64 = 1000.0;

/// How a number follows from the answers to a row's tasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Measure {
    /// The nodes of all searches together.
    Total,
    /// The nodes of all searches on average, rounded.
    Mean,
    /// The nodes of the only search at this depth.
    AtDepth(usize),
    /// Different positions at this depth.
    Positions(usize),
    /// Average number of moves at this depth, rounded down.
    Branching(usize),
    /// Different positions at the next depth divided by those at this depth, rounded down.
    Effective(usize),
    /// Positions of a split that remain to be solved.
    Leaves,
    /// Those of the same ply that are decided at sight.
    AtSight,
}

/// A row before its work is done.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    pub(crate) row: Row,
    pub(crate) tasks: Vec<Task>,
    measure: Measure,
    cost: u64,
    /// Whether the searches are on the transposed board, where the players change roles.
    transposed: bool,
}

impl Draft {
    /// A row for one or more tasks that take about `cost` nodes; skipped if that is too much.
    pub(crate) fn new(
        row: Row,
        tasks: Vec<Task>,
        measure: Measure,
        cost: u64,
        options: &Options<'_>,
    ) -> Draft {
        let mut draft = Draft {
            row,
            tasks,
            measure,
            cost,
            transposed: false,
        };
        if cost > options.up_to {
            draft.tasks.clear();
            let about = match draft.row.published {
                Some(published) if published == Number::from(cost) => String::new(),
                _ => format!(" (about {} nodes)", grouped(cost)),
            };
            draft.row.skip(format!("skipped: above the limit{about}"));
        }
        draft
    }

    /// Returns whether its searches would take too long.
    pub(crate) fn is_skipped(&self) -> bool {
        self.tasks.is_empty()
    }

    /// Says that the searches are on the transposed board.
    pub(crate) fn transposed(mut self) -> Draft {
        self.transposed = true;
        self
    }

    /// The row as it may look when it is done, for the widths of columns.
    pub(crate) fn expected(&self) -> Row {
        let mut row = self.row.clone();
        if row.ours == Ours::Interrupted {
            row.ours = Ours::Measured(row.published.unwrap_or(Number::exact(EXPECTED_NODES)));
            row.outcome = row.published_outcome;
            let timed = matches!(self.measure, Measure::Total | Measure::Mean);
            row.seconds = timed.then_some(EXPECTED_SECONDS);
        }
        row
    }

    /// Completes the row from the answers.
    pub(crate) fn finish(self, answers: &Measurements) -> Row {
        let mut row = self.row;
        if self.tasks.is_empty() {
            return row;
        }
        let found: Vec<&Measurement> = self
            .tasks
            .iter()
            .filter_map(|task| answers.get(task))
            .collect();
        let seconds = found
            .iter()
            .map(|answer| answer.seconds())
            .sum::<Option<f64>>();
        if found.len() < self.tasks.len() || seconds.is_none() {
            return row;
        }
        // One of many numbers of the same search has no time of its own.
        row.seconds = seconds.filter(|_| matches!(self.measure, Measure::Total | Measure::Mean));
        let Some(number) = measured(self.measure, &found) else {
            return row;
        };
        row.measure(number as f64);
        if row.published_outcome.is_some() {
            let outcome = outcome(&self.tasks, &found);
            row.outcome = match self.transposed {
                true => outcome.map(Outcome::transposed),
                false => outcome,
            };
        }
        row
    }
}

/// The tasks of a plan, the cheapest rows first, so that a run that is stopped early has most of them.
pub(crate) fn tasks(drafts: &[Draft]) -> impl Iterator<Item = &Task> {
    let mut order: Vec<&Draft> = drafts.iter().collect();
    order.sort_by_key(|draft| draft.cost);
    order.into_iter().flat_map(|draft| &draft.tasks)
}

/// The engine that a command line names, `--engine obsequi --no-cover`.
pub(crate) fn engine_of(line: &str) -> EngineOptions {
    EngineOptions::read(line).expect("options that the engine has")
}

/// The searches that a count of the thesis covers: both for a rectangle; for a square Vertical's alone,
/// because Horizontal's is its transposition.
pub(crate) fn searches(board: Board, engine: &str) -> Vec<Task> {
    let options = engine_of(engine);
    let firsts: &[Player] = match board.rows() == board.cols() {
        true => &[Player::Vertical],
        false => &Player::ALL,
    };
    let search = |&first: &Player| search(board, first, &options);
    firsts.iter().map(search).collect()
}

/// One search.
pub(crate) fn search(board: Board, first: Player, options: &EngineOptions) -> Task {
    Task::Search(Search {
        board,
        first,
        options: options.clone(),
    })
}

/// Both searches of a board with trominoes, each given up beyond `nodes` nodes.
pub(crate) fn tromino_searches(board: Board, techniques: Techniques, nodes: u64) -> [Task; 2] {
    let limits = Limits {
        nodes,
        ..Limits::NONE
    };
    limited_tromino_searches(board, techniques, limits)
}

/// The same with a limit of the table.
pub(crate) fn limited_tromino_searches(
    board: Board,
    techniques: Techniques,
    limits: Limits,
) -> [Task; 2] {
    Player::ALL.map(|first| {
        Task::Triomineering(Triomineering {
            board,
            first,
            techniques,
            limits,
        })
    })
}

impl Measurement {
    pub(crate) fn seconds(&self) -> Option<f64> {
        match self {
            Measurement::Searched { seconds, .. }
            | Measurement::Grown { seconds, .. }
            | Measurement::Split { seconds, .. } => Some(*seconds),
            Measurement::Stopped => None,
        }
    }

    pub(crate) fn nodes(&self) -> u64 {
        match self {
            Measurement::Searched { nodes, .. } => *nodes,
            Measurement::Grown { .. } | Measurement::Split { .. } | Measurement::Stopped => 0,
        }
    }
}

/// The number of a row, unless a count was stopped before it; `answers` has an answer for each of its tasks.
fn measured(measure: Measure, answers: &[&Measurement]) -> Option<u64> {
    let total = || answers.iter().map(|answer| answer.nodes()).sum::<u64>();
    Some(match (measure, answers[0]) {
        (Measure::Total, _) => total(),
        (Measure::Mean, _) => (total() + answers.len() as u64 / 2) / answers.len() as u64,
        (Measure::AtDepth(depth), Measurement::Searched { by_depth, .. }) => {
            by_depth.get(depth - 1).copied().unwrap_or(0)
        }
        (Measure::Positions(depth), Measurement::Grown { positions, .. }) => {
            *positions.get(depth)?
        }
        (Measure::Branching(depth), Measurement::Grown { branching, .. }) => {
            *branching.get(depth)? as u64
        }
        (Measure::Effective(depth), Measurement::Grown { positions, .. }) => {
            positions.get(depth + 1)? / positions.get(depth)?
        }
        (Measure::Leaves, Measurement::Split { leaves, .. }) => *leaves,
        (Measure::AtSight, Measurement::Split { at_sight, .. }) => *at_sight,
        (measure, answer) => unreachable!("{measure:?} of {answer:?}"),
    })
}

/// The outcome class that the searches prove, if none was given up. On a square Vertical's search is
/// enough, see [`searches`].
pub(crate) fn outcome(tasks: &[Task], answers: &[&Measurement]) -> Option<Outcome> {
    let winner = |wanted: Player| {
        tasks.iter().zip(answers).find_map(|pair| match pair {
            (
                Task::Search(Search { first, .. })
                | Task::Triomineering(Triomineering { first, .. }),
                Measurement::Searched { winner, .. },
            ) => (*first == wanted).then_some(*winner),
            _ => None,
        })
    };
    let vertical_first = winner(Player::Vertical)??;
    let horizontal_first = winner(Player::Horizontal).unwrap_or(Some(vertical_first.opponent()))?;
    Some(Outcome::from_winners(vertical_first, horizontal_first))
}
