//! The one way to search: a game, options, and what comes out.

use crate::alpha_beta::AlphaBeta;
use crate::any::AnySearch;
use crate::base::Method;
use crate::dfpn::DfPn;
use crate::draw::{Drawing, NotDrawn};
use crate::exact::{ExactSearch, Shape};
use crate::game::Game;
use crate::graph::GraphSearch;
use crate::numbers::Numbers;
use crate::options::{Algorithm, Options};
use crate::proof::{NoProof, Proof};
use crate::report::{Ending, Found, Observer, Report, Statistics};
use crate::state::{StateError, StateReader, StateWriter};
use crate::tree::TreeSearch;
use crate::twin::TwinSearch;
use crosscram_support::clock::Instant;
use crosscram_support::random::Random;
use crosscram_support::threads::StartError;
use std::io::{self, Read, Write};

/// A search, which can be interrupted and continued.
///
/// ```
/// use crosscram_pn::{AnySearch, Options, Search, Unobserved, games::TicTacToe};
///
/// let game: TicTacToe = "XX.|OO.|...".parse()?;
/// for line in ["tree", "dag --initial one", "df-pn --threads 2", "alpha-beta"] {
///     let mut search = Search::new(&game, &Options::read(line)?);
///     assert_eq!(search.run(&mut Unobserved)?.is_win(), Some(true));
///     assert_eq!(search.best_move(), Some(2));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Another game of the same: the win of Fig. 5.7 of Schijf (1993), which the graph search misses and does not deny.
///
/// ```
/// use crosscram_pn::{Algorithm, AnyGame, Unobserved, games::Explicit};
///
/// let game: Explicit = "
///     a max: b c
///     b min: d e
///     c min: f
///     d max: x
///     e max: g h
///     f max: h
///     g min: y
///     h min: e
///     x loss
///     y win
/// ".parse()?;
/// let mut search = game.search(&Algorithm::BaseTwin.into());
/// assert_eq!(search.run(&mut Unobserved)?.is_win(), Some(true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Search<'g, G: Game> {
    method: Box<dyn Method<'g, G> + 'g>,
    proof: Option<Proof<G>>,
}

impl<'g, G: Game + 'g> Search<'g, G> {
    /// A search that has seen the root only.
    pub fn new(game: &'g G, options: &Options) -> Self {
        use Algorithm::{AlphaBeta as Baseline, BaseTwin, Converting, Dag, Dcg};
        use Algorithm::{DfPn as DepthFirst, Pds, Pn2, Tree};
        Search {
            method: match options.algorithm {
                Tree | Pn2 => Box::new(TreeSearch::new(game, options)),
                Dag | Dcg | Converting => Box::new(GraphSearch::new(game, options)),
                BaseTwin => Box::new(TwinSearch::new(game, options)),
                DepthFirst | Pds => Box::new(DfPn::new(game, options)),
                Baseline => Box::new(AlphaBeta::new(game, options)),
                _ => Box::new(ExactSearch::new(game, options)),
            },
            proof: None,
        }
    }

    /// The game that is searched.
    pub fn game(&self) -> &'g G {
        self.method.base().game
    }

    /// The root's numbers.
    pub fn root(&self) -> Numbers {
        self.method.root()
    }

    /// A move that proves the root's value, if it is the mover's win and the search knows one.
    pub fn best_move(&self) -> Option<G::Move> {
        self.method.best_move()
    }

    /// The bare graph, with repetitions as the cycles that they stand for, if the search is on a graph.
    pub fn shape(&self) -> Option<Shape> {
        self.method.shape()
    }
}

impl<G: Game> AnySearch for Search<'_, G> {
    fn load(&mut self, mut input: &mut dyn Read, question: &str) -> Result<(), StateError> {
        let mut input = StateReader::begin(&mut input as &mut dyn Read, question)?;
        let statistics = input.statistics()?;
        let base = self.method.base_mut();
        (base.statistics, base.random) = (statistics, Random::new(input.u64()?));
        self.method.read(input)?;
        // Nodes that are read were counted when they were created.
        self.method.base_mut().statistics = statistics;
        Ok(())
    }

    fn save(&self, mut out: &mut dyn Write, question: &str) -> io::Result<()> {
        let base = self.method.base();
        let mut out = StateWriter::begin(&mut out as &mut dyn Write, question)?;
        out.statistics(&base.statistics)?;
        out.u64(base.random.state())?;
        self.method.write(&mut out)?;
        out.end()
    }

    fn run(&mut self, observer: &mut dyn Observer) -> Result<Report, StartError> {
        let (start, nodes_before) = (Instant::now(), self.statistics().nodes);
        let search = &mut *self.method;
        search.base_mut().limit = observer.limit();
        let ending = search.search(observer);
        search.base_mut().limit = u64::MAX;
        search.shown_to(observer);
        let statistics = self.statistics();
        Ok(Report {
            ending: ending?,
            root: self.root(),
            statistics,
            new_nodes: statistics.nodes - nodes_before,
            elapsed: start.elapsed(),
        })
    }

    fn statistics(&self) -> Statistics {
        self.method.base().statistics
    }

    fn drawing(&self) -> Result<Drawing, NotDrawn> {
        self.method.drawing()
    }

    fn expand(&mut self, wanted: &dyn Fn(&str) -> bool) -> Result<(), Ending> {
        let game = self.game();
        self.method
            .expand_where(&|position| wanted(&game.label(position)))
    }

    fn prove(&mut self, is_win: bool, most: usize, by: &mut dyn Observer) -> Result<(), NoProof> {
        let proof = match self.method.depth_first() {
            Some(search) => Proof::find_with(search, is_win, most, by),
            None => Proof::find(self.game(), is_win, most, by),
        };
        self.proof = Some(proof?);
        Ok(())
    }

    fn write_proof(&self, out: &mut dyn Write, question: &str) -> io::Result<()> {
        let missing = || io::Error::other("no solution was found");
        let proof = self.proof.as_ref().ok_or_else(missing)?;
        proof.write(self.game(), out, question)
    }

    fn found(&self, report: Report) -> Found {
        let (game, solution) = (self.game(), self.proof.as_ref());
        let best = self.best_move();
        Found {
            value: report.is_win().map(Into::into),
            best_move: best.map(|mov| game.move_name(&game.root(), mov)),
            main_line: solution.map(|solution| solution.main_line(game)),
            proof_positions: solution.map(|solution| solution.len() as u64),
            report,
        }
    }
}
