//! The laboratory: does each piece of work once, several at a time.

use crate::options::Watch;
use crosscram_rules::{Board, Player, Question, Tile, perft};
use crosscram_search::triomineering::{self, Limits, Techniques};
use crosscram_search::{Control, Ending, Options, Solver};
use crosscram_support::pool::{Order, Pool};
use crosscram_support::stop::Stop;
use crosscram_support::threads::StartError;
use std::collections::HashMap;
use std::time::Instant;

/// A piece of work. Equal tasks have equal answers and are done once.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Task {
    /// Who wins with dominoes on this board if this player begins?
    Search(Search),
    /// Who wins with trominoes, by the program of 2016?
    Triomineering(Triomineering),
    /// How does the game tree of the empty 10x10 board grow, down to this depth?
    Growth(usize),
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
    /// The search is given up beyond these.
    pub(crate) nodes: u64,
}

/// What became of a task.
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
    /// Numbers by depth, from 0 on.
    Grown {
        /// Different positions, reflections counted once.
        positions: Vec<u64>,
        /// Average number of moves over all sequences of so many moves.
        branching: Vec<f64>,
        seconds: f64,
    },
    /// It was stopped, or did not begin.
    Stopped,
}

pub(crate) type Measurements = HashMap<Task, Measurement>;

impl Search {
    fn perform(&self, control: &Control) -> Measurement {
        let question = Question::new(self.board, Tile::DOMINO, self.first);
        let report = Solver::new(self.options.clone()).solve(&question, control);
        match report.ending {
            Ending::Won { winner, .. } => Measurement::Searched {
                winner: Some(winner),
                nodes: report.nodes,
                by_depth: report.statistics.nodes_by_depth,
                seconds: report.elapsed.as_secs_f64(),
            },
            Ending::Interrupted { .. } | Ending::OutOfMemory(_) => Measurement::Stopped,
        }
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
        }
    }

    pub(crate) fn perform(&self, watch: &dyn Watch) -> Measurement {
        let mut answer = Measurement::Stopped;
        watch.watch(&self.label(), &mut |control| {
            answer = match self {
                Task::Search(search) => search.perform(control),
                Task::Triomineering(search) => search.perform(control),
                Task::Growth(depth) => growth(*depth),
            };
        });
        answer
    }
}

impl Triomineering {
    fn perform(&self, control: &Control) -> Measurement {
        let Triomineering {
            board,
            first,
            techniques,
            nodes,
        } = *self;
        let limits = Limits {
            nodes,
            ..Limits::NONE
        };
        let found = triomineering::solve(&board, Tile::TROMINO, first, techniques, limits, control);
        match control.is_stopped() {
            true => Measurement::Stopped,
            false => Measurement::Searched {
                winner: found.winner,
                nodes: found.nodes,
                by_depth: found.statistics.nodes_by_depth,
                seconds: found.elapsed.as_secs_f64(),
            },
        }
    }
}

/// Does all `tasks`, beginning them in this order, and hands each answer to `done` with the number
/// of its task.
pub(crate) fn perform(
    tasks: &[Task],
    threads: usize,
    watch: &dyn Watch,
    mut done: impl FnMut(usize, Measurement),
) -> Result<(), StartError> {
    let pool = Pool {
        order: Order::OfResults,
        ..Pool::ordered(threads.min(tasks.len()), &Stop::new())
    };
    let start = |_| |task: &Task| task.perform(watch);
    pool.run(tasks, start, |answers| {
        for (number, answer) in answers {
            done(number, answer);
        }
        Ok(())
    })
}

fn growth(depth: usize) -> Measurement {
    let start = Instant::now();
    let board = Board::empty(10, 10).expect("100 cells");
    let (tile, first) = (Tile::DOMINO, Player::Vertical);
    let positions = perft::distinct_up_to_reflection_by_depth(&board, tile, first, depth);
    // First moves that are reflections of each other have as many continuations.
    let mut openings: HashMap<Board, u64> = HashMap::new();
    for mov in board.moves(first, tile) {
        let after = board.play(mov, tile).expect("a listed move");
        *openings.entry(after.canonical()).or_default() += 1;
    }
    let sequences = |length: usize| match length {
        0 => 1,
        _ => openings
            .iter()
            .map(|(after, times)| times * perft::perft(after, tile, first.opponent(), length - 1))
            .sum(),
    };
    let sequences: Vec<u64> = (0..=depth + 1).map(sequences).collect();
    let ratio = |pair: &[u64]| pair[1] as f64 / pair[0] as f64;
    Measurement::Grown {
        positions,
        branching: sequences.windows(2).map(ratio).collect(),
        seconds: start.elapsed().as_secs_f64(),
    }
}
