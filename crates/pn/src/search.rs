//! The one way to search: a game, options, and what comes out.

use crate::alpha_beta::AlphaBeta;
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
/// use crosscram_pn::{Options, Search, Unobserved, games::TicTacToe};
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
/// use crosscram_pn::{Algorithm, Ending, Search, Unobserved, games::Explicit};
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
/// let mut search = Search::new(&game, &Algorithm::BaseTwin.into());
/// assert_eq!(search.run(&mut Unobserved)?.is_win(), Some(true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Search<'g, G: Game> {
    method: Box<dyn Method<'g, G> + 'g>,
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
        }
    }

    /// Reads a search that was saved with the same question, game and options.
    pub fn load(
        game: &'g G,
        options: &Options,
        mut input: impl Read,
        question: &str,
    ) -> Result<Self, StateError> {
        let mut search = Search::new(game, options);
        let mut input = StateReader::begin(&mut input as &mut dyn Read, question)?;
        let statistics = input.statistics()?;
        let base = search.method.base_mut();
        (base.statistics, base.random) = (statistics, Random::new(input.u64()?));
        search.method.read(input)?;
        // Nodes that are read were counted when they were created.
        search.method.base_mut().statistics = statistics;
        Ok(search)
    }

    /// Writes the search, if it is one that can be saved. `question` says in one line what is searched.
    pub fn save(&self, mut out: impl Write, question: &str) -> io::Result<()> {
        let base = self.method.base();
        let mut out = StateWriter::begin(&mut out as &mut dyn Write, question)?;
        out.statistics(&base.statistics)?;
        out.u64(base.random.state())?;
        self.method.write(&mut out)?;
        out.end()
    }

    /// Searches until the root is solved, memory is full, or `observer` stops it. Fails if a further thread cannot be started. Values
    /// are the same with any number of threads; the counts of nodes then differ from run to run. A stopped depth-first search starts again
    /// at the root, with its table; others go on where they were.
    pub fn run(&mut self, observer: &mut dyn Observer) -> Result<Report, StartError> {
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

    /// The game that is searched.
    pub fn game(&self) -> &'g G {
        self.method.base().game
    }

    /// The root's numbers.
    pub fn root(&self) -> Numbers {
        self.method.root()
    }

    /// The cost so far.
    pub fn statistics(&self) -> Statistics {
        self.method.base().statistics
    }

    /// A move that proves the root's value, if it is the mover's win and the search knows one.
    pub fn best_move(&self) -> Option<G::Move> {
        self.method.best_move()
    }

    /// Draws the tree or graph as it is, if there is one and it is small enough. Nodes below solved ones are there only if the search
    /// does not remove them.
    pub fn drawing(&self) -> Result<Drawing, NotDrawn> {
        self.method.drawing()
    }

    /// The bare graph, with repetitions as the cycles that they stand for, if the search is on a graph.
    pub fn shape(&self) -> Option<Shape> {
        self.method.shape()
    }

    /// Expands every leaf of a graph for which `wanted` is true, whether or not it is most proving, until none is left. Used to get
    /// exactly the nodes of a figure; other searches than [`Group::EXPANDED`](crate::Group::EXPANDED) do nothing.
    pub fn expand_where(&mut self, wanted: impl Fn(&G::Position) -> bool) -> Result<(), Ending> {
        self.method.expand_where(&wanted)
    }

    /// Proves that the root is won (`is_win`) or lost, with at most `max_positions` positions; with the table of this search, if it is a
    /// depth-first one.
    pub fn prove(
        &mut self,
        is_win: bool,
        max_positions: usize,
        observer: &mut dyn Observer,
    ) -> Result<Proof<G>, NoProof> {
        match self.method.depth_first() {
            Some(search) => Proof::find_with(search, is_win, max_positions, observer),
            None => Proof::find(self.game(), is_win, max_positions, observer),
        }
    }

    /// What there is to say of a run, with the solution if that was found.
    pub fn found(&self, report: Report, solution: Option<&Proof<G>>) -> Found {
        let game = self.game();
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
