//! The engine crosscram: a search that bounds positions by the values of their pieces.
//!
//! # The bound
//!
//! Forbidding a player some moves only hurts that player. So for Vertical a board is worth at
//! least the sum of the pieces into which it falls when it is cut between rows, wherever that
//! may be, as long as no two horizontal neighbours are separated. The pieces are bounded by
//! [`SwitchVector`](crosscram_values::switches::SwitchVector)s, whose sums bound the board; if the sum says
//! that Vertical does not lose moving second, or wins moving first, so it is. For Horizontal it is
//! the same on the transposed board. Two bounds of the same cells combine by their entry-wise
//! maximum, so a dynamic programme over rows finds the best of all cuts it looks at.
//!
//! *Never* may a cut for Vertical separate two horizontal neighbours: that would take moves from
//! Horizontal.
//!
//! Levels, each of which can be switched off ([`Levels`]): *rows* cuts into strips, as many rows
//! as a tile is long, and single rows ([`geometry`]); *regions* treats each connected region by
//! itself, exactly if it is small enough for the table of regions, else by cutting it into bands
//! of a few more rows, each of which may fall into small regions again ([`parts`]); *across* cuts
//! large regions of a band, or of the board, at cells that the bounded player cannot use
//! (`values/src/necks.rs`); *merge* joins
//! neighbouring pieces of the best such cut where their union is small enough for the table
//! ([`merge`]).
//!
//! # The search
//!
//! Boolean alpha-beta ([`worker`]) with an exact table that all threads share ([`table`],
//! [`team`]). A node's regions are those of the node above except where the last tile fell, and
//! its moves are tested by sums that the node has at hand before any child is visited
//! ([`children`]). A bound that cannot be expected to win is not found ([`outlook`]). The order of
//! moves is Bullock's ([`order`]); on large boards the winner looks before it searches ([`choice`],
//! [`effort`]). A number may be played along with the board ([`numbers`]).

mod bands;
mod bounds;
mod children;
mod choice;
mod division;
mod effort;
mod evaluator;
mod geometry;
mod merge;
mod numbers;
mod order;
mod outlook;
mod parts;
mod prover;
mod root;
mod table;
mod tables;
mod team;
mod walked;
mod worker;

use crate::cache;
use crate::ensemble::Ensemble;
use crate::options::{CrosscramOptions, Levels, OptionError, Options, Ordering, TableSize};
use crate::proof_walk::ProofSink;
use crate::report::Report;
use crate::solver::{Engine, Judgement, Memory, Run};
use crate::tracer::Proven;
use crate::width::by_width;
use bounds::Node;
use crosscram_rules::{Bits, Board, Dyadic, Move, Question, Tile};
use crosscram_support::threads::lock;
use effort::Effort;
use numbers::Numbers;
use std::any::Any;
use std::io;
use std::sync::{Arc, Mutex};
use tables::Tables;

/// The engine `crosscram` with its tables.
pub(crate) struct Crosscram {
    options: CrosscramOptions,
    tables: Arc<Tables>,
    /// The table of positions that the last warm search left.
    warm: Mutex<Option<Warm>>,
}

/// A table of positions, and for which questions it is of use.
struct Warm {
    class: Class,
    /// A [`table::Table`].
    table: Arc<dyn Any + Send + Sync>,
    /// What it held after the last search.
    bytes: u64,
}

/// Questions that can share a table of positions.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Class {
    rows: usize,
    cols: usize,
    tile: Tile,
    /// The number that the game began with: keys name what became of it, and who is to move.
    number: Dyadic,
    /// Without a number the free cells tell who is to move: free cells modulo two moves, if Vertical is to move first; one
    /// move more if not.
    phase: u32,
}

impl Class {
    /// That of a question.
    fn of(question: &Question, problem: &Problem) -> Class {
        let number = problem.numbers.number(0);
        let tile = question.tile.length();
        let first = question.first.index() as u32;
        Class {
            rows: question.board.rows(),
            cols: question.board.cols(),
            tile: question.tile,
            number,
            phase: match number == Dyadic::ZERO {
                true => (question.board.free_count() + first * tile) % (2 * tile),
                false => 0,
            },
        }
    }
}

impl Crosscram {
    pub(crate) fn new(options: CrosscramOptions) -> Self {
        Crosscram {
            options,
            tables: Arc::default(),
            warm: Mutex::default(),
        }
    }

    /// Searches, and walks through the proof if somebody writes it down.
    fn run(
        &self,
        question: &Question,
        run: &Run<'_>,
        sink: Option<&mut dyn ProofSink>,
    ) -> io::Result<Report> {
        let problem = &Problem::within(question, &self.options, &run.ensemble);
        by_width!(problem.bits(), W => root::solve::<W>(self, problem, question, run, sink))
    }

    /// The table of positions that is kept for a class; a new one if there is none. Searches at the same
    /// time share it.
    fn warm_table<W: Bits>(&self, class: Class, size: TableSize) -> Arc<table::Table<W>> {
        let mut warm = lock(&self.warm);
        let kept = warm.as_ref().filter(|warm| warm.class == class);
        let kept = kept.map(|warm| Arc::clone(&warm.table).downcast());
        if let Some(Ok(table)) = kept {
            return table;
        }
        let table = Arc::new(table::Table::new(size));
        *warm = Some(Warm {
            class,
            bytes: table.bytes_in_use(),
            table: Arc::clone(&table) as Arc<dyn Any + Send + Sync>,
        });
        table
    }

    /// A search with the table of a class has ended.
    fn note_warm<W: Bits>(&self, class: Class, table: &table::Table<W>) {
        if let Some(warm) = lock(&self.warm).as_mut().filter(|warm| warm.class == class) {
            warm.bytes = table.bytes_in_use();
        }
    }
}

impl Engine for Crosscram {
    fn name(&self) -> &'static str {
        "crosscram"
    }

    fn describe(&self, tile: Tile) -> Vec<(&'static str, String)> {
        Options::from(self.options.clone()).describe(tile)
    }

    fn check(&self, question: &Question) -> Result<(), OptionError> {
        self.options.check(question)
    }

    fn solve(&self, question: &Question, run: &Run<'_>) -> Report {
        let report = self.run(question, run, None);
        report.expect("there is nobody who could fail to write")
    }

    fn prove(
        &self,
        question: &Question,
        run: &Run<'_>,
        sink: &mut dyn ProofSink,
    ) -> io::Result<Report> {
        self.run(question, run, Some(sink))
    }

    fn order(&self, question: &Question, played: usize) -> Vec<Move> {
        let problem = &Problem::new(question, &self.options).below(played);
        by_width!(problem.bits(), W => root::order::<W>(problem, question, &self.tables))
    }

    fn judgement(&self, board: &Board, tile: Tile) -> Box<dyn Judgement> {
        let problem = &Problem::of_board(board, tile, &self.options);
        by_width!(problem.bits(), W => Box::new(evaluator::Static::<W>::new(problem, &self.tables)))
    }

    fn table_bytes(&self, board: &Board) -> u64 {
        Problem::of_board(board, Tile::DOMINO, &self.options).table_bytes()
    }

    fn sibling(&self, table: TableSize) -> Option<Box<dyn Engine>> {
        Some(Box::new(Crosscram {
            options: CrosscramOptions {
                table,
                ..self.options.clone()
            },
            tables: Arc::clone(&self.tables),
            warm: Mutex::default(),
        }))
    }

    fn memory(&self) -> Memory {
        let (regions, strips) = self.tables.bytes();
        Memory {
            positions: lock(&self.warm).as_ref().map_or(0, |warm| warm.bytes),
            regions,
            strips,
        }
    }

    fn forget_positions(&self) {
        *lock(&self.warm) = None;
    }

    fn is_warm_for(&self, question: &Question) -> bool {
        let class = Class::of(question, &Problem::new(question, &self.options));
        let warm = lock(&self.warm);
        warm.as_ref().is_some_and(|warm| warm.class == class)
    }

    fn remember(&self, question: &Question, known: &[Proven]) {
        let problem = &Problem::new(question, &self.options);
        by_width!(problem.bits(), W => root::remember_warm::<W>(self, problem, question, known))
    }

    fn region_tables(&self, question: &Question) -> Vec<Arc<dyn cache::Table>> {
        let problem = &Problem::new(question, &self.options);
        by_width!(problem.bits(), W => root::region_tables::<W>(problem, &self.tables))
    }
}

/// What is searched, and how.
struct Problem {
    board: Board,
    tile: Tile,
    numbers: Numbers,
    levels: Levels,
    techniques: Techniques,
    effort: Effort,
    table: TableSize,
    threads: usize,
}

/// The parts of the search that can be switched off.
#[derive(Clone, Copy, Debug)]
struct Techniques {
    ordering: Ordering,
    test_children: bool,
}

impl Problem {
    fn new(question: &Question, options: &CrosscramOptions) -> Self {
        let board = question.board;
        Problem {
            board,
            tile: question.tile,
            numbers: Numbers::new(deciding(question)),
            levels: options.bounds,
            techniques: Techniques {
                ordering: options.ordering,
                test_children: options.test_children,
            },
            effort: Effort::of(board.rows(), board.cols(), question.tile.length()),
            table: options.table,
            threads: options.threads.max(1),
        }
    }

    /// A question as a part of a larger search.
    fn within(question: &Question, options: &CrosscramOptions, ensemble: &Ensemble<'_>) -> Self {
        let number = ensemble.number.unwrap_or(question.number);
        let game = Problem::new(&question.plus(number), options);
        match game.numbers.index(deciding(question)) {
            Some(_) => game,
            None => Problem::new(question, options),
        }
        .below(ensemble.played)
    }

    /// The same as a part of a search that has come so many plies deep.
    fn below(mut self, played: usize) -> Self {
        self.effort.tie_plies = self.effort.tie_plies.saturating_sub(played);
        self
    }

    /// The node of the question.
    fn root<W: Bits>(&self, question: &Question) -> Node<W> {
        let number = self.numbers.index(deciding(question));
        Node {
            number: number.expect("a number that the game can lead to"),
            ..Node::new(&self.board, question.first)
        }
    }

    /// Positions of one board size; who moves first is nothing to it.
    fn of_board(board: &Board, tile: Tile, options: &CrosscramOptions) -> Self {
        let first = crosscram_rules::Player::Vertical;
        Problem::new(&Question::new(*board, tile, first), options)
    }

    /// Bytes that the tables of regions may grow to: as many as the table of positions, or as it would
    /// have by default if there is none.
    fn region_bytes(&self) -> u64 {
        match self.table {
            TableSize::NONE => 1 << 30,
            _ => self.table_bytes(),
        }
    }

    /// Bytes that the table of positions may grow to.
    fn table_bytes(&self) -> u64 {
        by_width!(self.bits(), W => table::Table::<W>::bytes_for(self.table))
    }

    /// Bits that sets of cells need: the board, marks for a number in the key, and room for
    /// shifts by a tile's length of lines.
    fn bits(&self) -> usize {
        let marks = if self.numbers.len() > 1 { 10 } else { 0 };
        let lines = self.board.rows().max(self.board.cols());
        (self.board.area() + marks).max(2 * lines + 1)
    }
}

/// The number of a question. No player has more moves than tiles fit on the board, so of a larger number only as much is kept as decides.
fn deciding(question: &Question) -> Dyadic {
    let most = question.board.area() as i16 / question.tile.length() as i16 + 1;
    question.number.min(most.into()).max((-most).into())
}

#[cfg(test)]
mod tests;
