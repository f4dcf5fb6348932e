//! Games and searches behind one face, with positions and moves as text. This crate compiles the searches of its games once; a program
//! that names the types compiles them again.

use crate::draw::{Drawing, NotDrawn};
#[cfg(feature = "chess")]
use crate::games::Chess;
use crate::games::{Domineering, Explicit, GiveAway, Morris, TicTacToe};
use crate::proof::{Fault, NoProof, Proof, ProofFileError};
use crate::{Ending, Found, Observer, Options, Report, Search, StateError, Statistics};
use crosscram_support::threads::StartError;
use std::io::{self, BufRead, Read, Write};

/// One of the games of this crate.
pub trait AnyGame {
    /// A search that has seen the root only.
    fn search<'g>(&'g self, options: &Options) -> Box<dyn AnySearch + 'g>;

    /// Reads a solution: whether it is of a win, and what [`Proof::check`] says.
    fn check(&self, input: &mut dyn BufRead, question: &str) -> Result<Checked, ProofFileError>;
}

/// Whether a solution is of a win, and how many positions confirm it.
pub type Checked = (bool, Result<u64, Fault>);

/// What every [`Search`] does, whatever its game.
pub trait AnySearch {
    /// Reads a search that was saved with the same question, game and options into one that has seen the root only. After an error
    /// it is of no use.
    fn load(&mut self, input: &mut dyn Read, question: &str) -> Result<(), StateError>;

    /// Writes the search, if it is one that can be saved. `question` says in one line what is searched.
    fn save(&self, out: &mut dyn Write, question: &str) -> io::Result<()>;

    /// Searches until the root is solved, memory is full, or `observer` stops it. Fails if a further thread cannot be started. Values
    /// are the same with any number of threads; the counts of nodes then differ from run to run. A stopped depth-first search starts again
    /// at the root, with its table; others go on where they were.
    fn run(&mut self, observer: &mut dyn Observer) -> Result<Report, StartError>;

    /// The cost so far.
    fn statistics(&self) -> Statistics;

    /// Draws the tree or graph as it is, if there is one and it is small enough. Nodes below solved ones are there only if the search
    /// does not remove them.
    fn drawing(&self) -> Result<Drawing, NotDrawn>;

    /// Expands every leaf of a graph for whose [label](crate::Game::label) `wanted` is true, whether or not it is most proving, until
    /// none is left. Used to get exactly the nodes of a figure; other searches than [`Group::EXPANDED`](crate::Group::EXPANDED) do nothing.
    fn expand(&mut self, wanted: &dyn Fn(&str) -> bool) -> Result<(), Ending>;

    /// Proves that the root is won (`is_win`) or lost, with at most `most` positions, and keeps the solution; with the table of this
    /// search, if it is a depth-first one.
    fn prove(&mut self, is_win: bool, most: usize, by: &mut dyn Observer) -> Result<(), NoProof>;

    /// Writes the solution, if it was found. `question` says in one line what is proved.
    fn write_proof(&self, out: &mut dyn Write, question: &str) -> io::Result<()>;

    /// What there is to say of a run, with the solution if that was found.
    fn found(&self, report: Report) -> Found;
}

/// Compiles the searches of these games.
macro_rules! compiled {
    ($($(#[$condition:meta])* $game:ident),+) => {$(
        $(#[$condition])*
        impl AnyGame for $game {
            fn search<'g>(&'g self, options: &Options) -> Box<dyn AnySearch + 'g> {
                Box::new(Search::new(self, options))
            }

            fn check(&self, input: &mut dyn BufRead, question: &str) -> Result<Checked, ProofFileError> {
                let proof = Proof::read(self, input, question)?;
                Ok((proof.is_win(), proof.check(self)))
            }
        }
    )+};
}

compiled!(
    #[cfg(feature = "chess")]
    Chess,
    Domineering,
    Explicit,
    GiveAway,
    Morris,
    TicTacToe
);
