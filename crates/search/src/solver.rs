//! The interface to all solvers: a [`Solver`] is made from an engine's options, owns its tables and answers
//! [`Question`]s.

use crate::cache;
use crate::classic::Classic;
use crate::control::Control;
use crate::crosscram::Crosscram;
use crate::ensemble::Ensemble;
use crate::options::{
    ClassicOptions, CrosscramOptions, EngineName, OptionError, Options, TableSize,
    TriomineeringOptions,
};
use crate::proof_walk::ProofSink;
use crate::report::Report;
use crate::tracer::{Proven, Tracer};
use crate::triomineering::Triomineering;
use crosscram_rules::{Board, Move, Player, Question, Tile};
use std::fmt;
use std::io;
use std::sync::Arc;

/// The interface of an engine. To add one, implement this trait and pass it to
/// [`Solver::with_engine`].
pub trait Engine: Send + Sync {
    /// Its name.
    fn name(&self) -> &'static str;

    /// Names and values of the options that act with this tile, in a fixed order.
    fn describe(&self, tile: Tile) -> Vec<(&'static str, String)> {
        let _ = tile;
        Vec::new()
    }

    /// Refuses questions that it cannot answer, and options that have no effect there.
    fn check(&self, question: &Question) -> Result<(), OptionError> {
        let _ = question;
        Ok(())
    }

    /// Returns whether its answers are proofs.
    fn is_sound(&self) -> bool {
        true
    }

    /// Searches a question that has passed [`Engine::check`].
    fn solve(&self, question: &Question, run: &Run<'_>) -> Report;

    /// Searches, then walks through the proof, which `sink` writes down. The report is that of an
    /// interrupted search if the walk was stopped.
    fn prove(
        &self,
        question: &Question,
        run: &Run<'_>,
        sink: &mut dyn ProofSink,
    ) -> io::Result<Report> {
        let _ = (question, run, sink);
        let message = format!("the engine {} writes no proofs", self.name());
        Err(io::Error::new(io::ErrorKind::Unsupported, message))
    }

    /// The moves that a search of a question tries, in its order, if `played` plies led there; see
    /// [`Ensemble::played`].
    fn order(&self, question: &Question, played: usize) -> Vec<Move> {
        let _ = played;
        let Question { board, tile, .. } = question;
        self.judgement(board, *tile).moves(board, question.first)
    }

    /// Makes the judgement of positions as large as `board` without search. By default it decides nothing.
    fn judgement(&self, board: &Board, tile: Tile) -> Box<dyn Judgement> {
        let _ = board;
        Box::new(Undecided(tile))
    }

    /// Bytes that the transposition table for `board` may grow to.
    fn table_bytes(&self, board: &Board) -> u64 {
        let _ = board;
        0
    }

    /// The current size of its tables.
    fn memory(&self) -> Memory {
        Memory::default()
    }

    /// Forgets the positions that a warm search has kept.
    fn forget_positions(&self) {}

    /// Returns whether it has kept positions that are of use for a question.
    fn is_warm_for(&self, question: &Question) -> bool {
        let _ = question;
        false
    }

    /// Takes positions that are proven elsewhere into the table of warm searches of a question, also while one is under way.
    fn remember(&self, question: &Question, known: &[Proven]) {
        let _ = (question, known);
    }

    /// Another engine with the same options that shares the tables of strips and regions and has a
    /// table of positions of its own, of this size; `None` if it has nothing to share.
    fn sibling(&self, table: TableSize) -> Option<Box<dyn Engine>> {
        let _ = table;
        None
    }

    /// The tables of regions that it uses for a question, if it has any, for a
    /// [`cache::Cache`].
    #[doc(hidden)]
    fn region_tables(&self, question: &Question) -> Vec<Arc<dyn cache::Table>> {
        let _ = question;
        Vec::new()
    }
}

/// The circumstances of a search: control, tracer, known positions.
#[derive(Clone, Copy)]
pub struct Run<'a> {
    /// Stops the search and receives its progress.
    pub control: &'a Control,
    /// Is told of every proven position.
    pub tracer: Option<&'a dyn Tracer>,
    /// Positions that are proven already.
    pub known: &'a [Proven],
    /// Whether to keep the table of positions of the previous question, if it is useful for this one. Searches
    /// at the same time share it.
    pub warm: bool,
    /// The larger search or proof that this one belongs to; by default it is alone.
    pub ensemble: Ensemble<'a>,
}

impl<'a> Run<'a> {
    /// A search without tracer and without known positions.
    pub fn new(control: &'a Control) -> Run<'a> {
        Run {
            control,
            tracer: None,
            known: &[],
            warm: false,
            ensemble: Ensemble::default(),
        }
    }
}

/// Judges positions of one board size without search, for an engine.
pub trait Judgement: Send {
    /// The winner if `to_move` is to move, if it is decided without search.
    fn winner(&mut self, board: &Board, to_move: Player) -> Option<Player>;

    /// The moves of `player` that the search would try, best first. If there is any, one of the best
    /// of all is among them.
    fn moves(&mut self, board: &Board, player: Player) -> Vec<Move>;
}

/// Decides nothing, and lists the moves row by row.
struct Undecided(Tile);

impl Judgement for Undecided {
    fn winner(&mut self, _: &Board, _: Player) -> Option<Player> {
        None
    }

    fn moves(&mut self, board: &Board, player: Player) -> Vec<Move> {
        board.moves(player, self.0).collect()
    }
}

/// Judges positions of one board size without search.
///
/// ```
/// use crosscram_rules::{Board, Player, Tile};
/// use crosscram_search::{EngineName, Solver};
///
/// let board = Board::empty(6, 7)?;
/// let mut evaluator = Solver::new(EngineName::Crosscram).evaluator(&board, Tile::DOMINO);
/// // Decided at once, whoever begins.
/// assert!(evaluator.winner(&board, Player::Vertical).is_some());
/// # Ok::<(), crosscram_rules::BoardError>(())
/// ```
pub struct Evaluator {
    rows: usize,
    cols: usize,
    judgement: Box<dyn Judgement>,
}

impl Evaluator {
    /// That of an engine, for positions as large as `board`.
    pub(crate) fn of(engine: &impl Engine, board: &Board, tile: Tile) -> Evaluator {
        Evaluator::new(board, engine.judgement(board, tile))
    }

    fn new(board: &Board, judgement: Box<dyn Judgement>) -> Evaluator {
        Evaluator {
            rows: board.rows(),
            cols: board.cols(),
            judgement,
        }
    }

    /// The winner if `to_move` is to move, if that is decided without search.
    ///
    /// # Panics
    ///
    /// If the board has another size than that for which the evaluator was made.
    pub fn winner(&mut self, board: &Board, to_move: Player) -> Option<Player> {
        self.check(board);
        self.judgement.winner(board, to_move)
    }

    /// The moves of `player` that the search would try, best first. If there is any, one of the best
    /// of all is among them.
    ///
    /// # Panics
    ///
    /// If the board has another size than that for which the evaluator was made.
    pub fn moves(&mut self, board: &Board, player: Player) -> Vec<Move> {
        self.check(board);
        self.judgement.moves(board, player)
    }

    fn check(&self, board: &Board) {
        assert_eq!((board.rows(), board.cols()), (self.rows, self.cols));
    }
}

impl fmt::Debug for Evaluator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Evaluator of {}x{}", self.rows, self.cols)
    }
}

/// Bytes that a solver's tables hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// The table of positions that is kept for the next question.
    pub positions: u64,
    /// Tables of regions.
    pub regions: u64,
    /// Tables of strips.
    pub strips: u64,
}

impl Memory {
    /// All together.
    pub fn total(&self) -> u64 {
        self.positions + self.regions + self.strips
    }
}

impl From<ClassicOptions> for Box<dyn Engine> {
    fn from(options: ClassicOptions) -> Self {
        Box::new(Classic::new(options))
    }
}

impl From<TriomineeringOptions> for Box<dyn Engine> {
    fn from(options: TriomineeringOptions) -> Self {
        Box::new(Triomineering::new(options))
    }
}

impl From<CrosscramOptions> for Box<dyn Engine> {
    fn from(options: CrosscramOptions) -> Self {
        Box::new(Crosscram::new(options))
    }
}

impl From<Options> for Box<dyn Engine> {
    fn from(options: Options) -> Self {
        match options {
            Options::Classic(options) => options.into(),
            Options::Triomineering(options) => options.into(),
            Options::Crosscram(options) => options.into(),
        }
    }
}

impl From<EngineName> for Box<dyn Engine> {
    fn from(engine: EngineName) -> Self {
        engine.options().into()
    }
}

/// An engine with its tables. Tables of strips and regions are kept for later questions; positions are
/// forgotten after each, so that node counts depend on the question alone, except with
/// [`Solver::solve_warm`]. Several threads may use it at the same time.
///
/// ```
/// use crosscram_rules::{Board, Player, Question, Tile};
/// use crosscram_search::{Control, EngineName, Solver};
///
/// let solver = Solver::new(EngineName::Obsequi);
/// let question = Question::new(Board::empty(6, 6)?, Tile::DOMINO, Player::Vertical);
/// let report = solver.solve(&question, &Control::new());
/// assert_eq!(report.winner(), Some(Player::Vertical));
/// assert_eq!(report.nodes, 908); // Bullock 2002, Fig. 6.1
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver {
    engine: Box<dyn Engine>,
}

impl Solver {
    /// A solver with one of the engines of this crate, from an [`EngineName`] or from
    /// changed options. A program that names the type of the options has that engine alone inside.
    pub fn new(options: impl Into<Box<dyn Engine>>) -> Solver {
        Solver::with_engine(options.into())
    }

    /// A solver with a custom engine.
    pub fn with_engine(engine: Box<dyn Engine>) -> Solver {
        Solver { engine }
    }

    /// A solver that shares what does not depend on the question, tables of strips and regions, with
    /// this one, and keeps its own table of positions, of this size, for [`Solver::solve_warm`]. `None`
    /// if the engine has nothing to share.
    pub fn sibling(&self, table: TableSize) -> Option<Solver> {
        self.engine.sibling(table).map(Solver::with_engine)
    }

    /// The engine.
    pub fn engine(&self) -> &dyn Engine {
        &*self.engine
    }

    /// Returns an error if [`Solver::solve`] cannot answer the question with these options.
    pub fn check(&self, question: &Question) -> Result<(), OptionError> {
        self.engine.check(question)
    }

    /// Proves who wins. A question that [`Solver::check`] refuses ends with that error
    /// ([`Ending::Failed`](crate::Ending::Failed)).
    ///
    /// The answer does not depend on the engine or its options, except with
    /// [`LineCount::Unsound2002`](crate::LineCount::Unsound2002).
    pub fn solve(&self, question: &Question, control: &Control) -> Report {
        self.run(question, &Run::new(control))
    }

    /// Proves who wins, and keeps the table of positions from one question to the next where it is
    /// useful: for boards of one size with the same player to move. Node counts then depend on earlier
    /// questions.
    pub fn solve_warm(&self, question: &Question, control: &Control) -> Report {
        let run = Run {
            warm: true,
            ..Run::new(control)
        };
        self.run(question, &run)
    }

    /// Forgets the positions that [`Solver::solve_warm`] has kept, so that the next search begins as if it were
    /// the first.
    pub fn forget_positions(&self) {
        self.engine.forget_positions();
    }

    /// Takes positions that are proven elsewhere into the table of warm searches of a question, also while one is under way in
    /// another thread. They are believed.
    pub fn remember(&self, question: &Question, known: &[Proven]) {
        self.engine.remember(question, known);
    }

    /// Proves who wins, and tells `tracer` of every position that is proven on the way.
    pub fn solve_traced(
        &self,
        question: &Question,
        control: &Control,
        tracer: &dyn Tracer,
    ) -> Report {
        let run = Run {
            tracer: Some(tracer),
            ..Run::new(control)
        };
        self.run(question, &run)
    }

    /// Proves who wins, with all options of a [`Run`].
    pub fn run(&self, question: &Question, run: &Run<'_>) -> Report {
        match self.check(question) {
            Ok(()) => self.engine.solve(question, run),
            Err(error) => Report::failed(question, error),
        }
    }

    /// Proves who wins, and walks through the proof, which `sink` writes down.
    pub fn prove(
        &self,
        question: &Question,
        run: &Run<'_>,
        sink: &mut dyn ProofSink,
    ) -> io::Result<Report> {
        match self.check(question) {
            Ok(()) => self.engine.prove(question, run, sink),
            Err(error) => Ok(Report::failed(question, error)),
        }
    }

    /// The moves that a search of the question tries, in its order, if `played` plies led there; see
    /// [`Ensemble::played`].
    pub fn order(&self, question: &Question, played: usize) -> Vec<Move> {
        self.engine.order(question, played)
    }

    /// Makes an evaluator that judges positions as large as `board` without search.
    pub fn evaluator(&self, board: &Board, tile: Tile) -> Evaluator {
        Evaluator::new(board, self.engine.judgement(board, tile))
    }

    /// The current size of the tables.
    pub fn memory(&self) -> Memory {
        self.engine.memory()
    }
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver")
            .field("engine", &self.engine.name())
            .field("memory", &self.memory())
            .finish()
    }
}
