//! Does each task once, several at a time.

use crate::options::Watch;
use crosscram_rules::{Board, Player, Question, Tile, perft};
use crosscram_search::split::split;
use crosscram_search::triomineering::{self, Limits, Techniques};
use crosscram_search::{Control, Ending, EngineName, Options, Report, SearchError, Solver};
use crosscram_support::pool::{Order, Pool};
use crosscram_support::stop::{Stop, Stopped};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// A unit of work. Equal tasks have equal answers and are done once.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Task {
    /// Who wins with dominoes on this board if this player begins?
    Search(Search),
    /// Who wins with trominoes, by the program of 2016?
    Triomineering(Triomineering),
    /// How does the game tree of the empty 10x10 board grow, down to this depth?
    Growth(usize),
    /// Which positions does a win of Vertical, moving first, need on an empty square with Obsequi?
    Split {
        /// Rows and columns.
        size: usize,
        /// Moves to the positions.
        plies: u32,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Search {
    pub(crate) board: Board,
    pub(crate) first: Player,
    pub(crate) options: Options,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Triomineering {
    pub(crate) board: Board,
    pub(crate) first: Player,
    pub(crate) techniques: Techniques,
    /// Beyond its nodes the search is given up.
    pub(crate) limits: Limits,
}

/// The result of a task.
#[derive(Clone, Debug)]
pub(crate) enum Measurement {
    /// The search has ended.
    Searched {
        /// `None` if it was given up.
        winner: Option<Player>,
        nodes: u64,
        /// Index 0 is depth 1.
        by_depth: Vec<u64>,
        seconds: f64,
    },
    /// Numbers by depth, from 0 on; fewer if it was stopped.
    Grown {
        /// Different positions, reflections counted once.
        positions: Vec<u64>,
        /// Average number of moves after all sequences of moves of this length.
        branching: Vec<f64>,
        seconds: f64,
    },
    /// Positions of a split.
    Split {
        /// Those that remain to be solved.
        leaves: u64,
        /// Those of the same ply that the evaluation decides.
        at_sight: u64,
        seconds: f64,
    },
    /// It was stopped, or did not begin.
    Stopped,
}

pub(crate) type Measurements = HashMap<Task, Measurement>;

impl Search {
    fn perform(&self, control: &Control) -> Result<Measurement, SearchError> {
        let question = Question::new(self.board, Tile::DOMINO, self.first);
        let report = Solver::new(self.options.clone()).solve(&question, control);
        let is_over = report.winner().is_some();
        measured(report, is_over)
    }
}

/// A search that is over, or was given up as it was to be; another one was stopped.
fn measured(report: Report, is_over: bool) -> Result<Measurement, SearchError> {
    let winner = report.winner();
    match report.ending {
        Ending::Failed(shortage) => Err(shortage),
        _ if !is_over => Ok(Measurement::Stopped),
        _ => Ok(Measurement::Searched {
            winner,
            nodes: report.nodes,
            by_depth: report.statistics.nodes_by_depth,
            seconds: report.elapsed.as_secs_f64(),
        }),
    }
}

impl Task {
    fn label(&self) -> String {
        match self {
            Task::Search(Search { board, first, .. })
            | Task::Triomineering(Triomineering { board, first, .. }) => {
                let blocked = board.area() > board.free_count() as usize;
                let part = if blocked { " position" } else { "" };
                let (rows, cols) = (board.rows(), board.cols());
                format!("{rows}x{cols}{part} {} first", first.letter())
            }
            Task::Growth(depth) => format!("10x10 to depth {depth}"),
            Task::Split { size, plies } => format!("{size}x{size} to ply {plies}"),
        }
    }

    fn perform(&self, watch: &dyn Watch, running: &Running) -> Result<Measurement, SearchError> {
        let mut answer = Ok(Measurement::Stopped);
        watch.watch(&self.label(), &mut |control| {
            running.add(control.stop_flag());
            answer = match self {
                Task::Search(search) => search.perform(control),
                Task::Triomineering(search) => search.perform(control),
                Task::Growth(depth) => Ok(growth(*depth, control)),
                Task::Split { size, plies } => Ok(positions(*size, *plies, control)),
            };
        });
        answer
    }
}

impl Triomineering {
    fn perform(&self, control: &Control) -> Result<Measurement, SearchError> {
        let Triomineering {
            board,
            first,
            techniques,
            limits,
        } = *self;
        let question = Question::new(board, Tile::TROMINO, first);
        let report = triomineering::solve(&question, techniques, limits, control);
        measured(report, !control.is_stopped())
    }
}

/// The stop flags of the running searches; `None` once all must stop.
struct Running(Mutex<Option<Vec<Stop>>>);

impl Running {
    fn new() -> Running {
        Running(Mutex::new(Some(Vec::new())))
    }

    fn add(&self, stop: Stop) {
        match &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner) {
            Some(stops) => stops.push(stop),
            None => _ = stop.request(),
        }
    }

    fn stop_all(&self) {
        let stops = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        for stop in stops.into_iter().flatten() {
            stop.request();
        }
    }
}

/// Performs two tasks, one after the other.
pub(crate) fn perform_both(
    tasks: &[Task; 2],
    watch: &dyn Watch,
) -> Result<[Measurement; 2], SearchError> {
    let [one, other] = tasks;
    let running = Running::new();
    Ok([
        one.perform(watch, &running)?,
        other.perform(watch, &running)?,
    ])
}

/// Does all `tasks`, begun in this order, and passes each answer to `done` with the number of its
/// task. If one of them runs out of memory, all others are stopped.
pub(crate) fn perform(
    tasks: &[Task],
    threads: usize,
    watch: &dyn Watch,
    mut done: impl FnMut(usize, Measurement),
) -> Result<(), SearchError> {
    let pool = Pool {
        order: Order::OfResults,
        ..Pool::ordered(threads.min(tasks.len()), &Stop::new())
    };
    let running = Running::new();
    let start = |_| |task: &Task| task.perform(watch, &running);
    pool.run(tasks, start, |answers| {
        for (number, answer) in answers {
            done(number, answer.inspect_err(|_| running.stop_all())?);
        }
        Ok(())
    })
}

/// Numbers of positions as far as they are counted.
struct Growth<'a> {
    control: &'a Control,
    positions: Vec<u64>,
}

impl perft::Following for Growth<'_> {
    fn is_over(&self) -> bool {
        self.control.is_stopped()
    }

    fn counted(&mut self, _: usize, positions: u64) {
        self.positions.push(positions);
        self.control.report_nodes(self.positions.iter().sum());
    }
}

fn growth(depth: usize, control: &Control) -> Measurement {
    let start = Instant::now();
    let board = Board::empty(10, 10).expect("100 cells");
    let (tile, first) = (Tile::DOMINO, Player::Vertical);
    let mut growth = Growth {
        control,
        positions: Vec::new(),
    };
    perft::follow_distinct_up_to_reflection(&board, tile, first, depth, &mut growth);
    // First moves that are reflections of each other have equally many continuations.
    let mut openings: HashMap<Board, u64> = HashMap::new();
    for mov in board.moves(first, tile) {
        let after = board.play(mov, tile).expect("a listed move");
        *openings.entry(after.canonical()).or_default() += 1;
    }
    let stop = || control.is_stopped();
    let sequences = |length: usize| match length {
        0 => Some(1),
        _ => openings
            .iter()
            .map(|(after, times)| {
                let rest = perft::perft_until(after, tile, first.opponent(), length - 1, &stop)?;
                Some(times * rest)
            })
            .sum(),
    };
    let sequences: Vec<u64> = (0..=depth + 1).map_while(sequences).collect();
    let ratio = |pair: &[u64]| pair[1] as f64 / pair[0] as f64;
    Measurement::Grown {
        positions: growth.positions,
        branching: sequences.windows(2).map(ratio).collect(),
        seconds: start.elapsed().as_secs_f64(),
    }
}

/// Splits the empty square of this size.
fn positions(size: usize, plies: u32, control: &Control) -> Measurement {
    let board = Board::empty(size, size).expect("a small square");
    let question = Question::new(board, Tile::DOMINO, Player::Vertical);
    let (started, solver) = (Instant::now(), Solver::new(EngineName::Obsequi));
    let stop = control.stop_flag();
    match split(&question, question.first, plies, &solver, &stop) {
        Err(Stopped) => Measurement::Stopped,
        Ok(found) => Measurement::Split {
            leaves: found.leaves.len() as u64,
            at_sight: found.counts.at_sight_last,
            seconds: started.elapsed().as_secs_f64(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Unwatched;
    use crosscram_search::{ClassicOptions, Program, Replacement, TableSize};

    /// A table that no machine can hold; the search beside it would take years.
    #[test]
    fn a_shortage_ends_everything() {
        let search = |options: ClassicOptions| {
            Task::Search(Search {
                board: Board::empty(15, 15).unwrap(),
                first: Player::Vertical,
                options: options.into(),
            })
        };
        let long = ClassicOptions::of(Program::Obsequi);
        let impossible = ClassicOptions {
            replacement: Replacement::New,
            table: TableSize::Entries(1 << 56),
            ..long.clone()
        };
        let tasks = [search(long), search(impossible)];
        let ended = perform(&tasks, 2, &Unwatched, |_, _| panic!("nothing was solved"));
        assert!(ended.unwrap_err().to_string().starts_with("out of memory"));
        assert!(perform_both(&[tasks[1].clone(), tasks[0].clone()], &Unwatched).is_err());
    }
}
