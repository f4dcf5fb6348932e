//! Runs one search with its options, state file, pictures and answer.

use super::observe::{Looking, Within};
use super::options::check;
use super::{output, solution};
use crate::args::{Algorithm, PnArgs};
use crate::failure::Failure;
use crate::watch::Watch;
use crosscram_pn::exact::{ExactMethod, ExactSearch};
use crosscram_pn::{
    AlphaBeta, AlphaBetaOptions, Control, DfPn, DfPnOptions, Drawing, Ending, Game, GraphOptions,
    GraphSearch, NoProof, Observer, Order, Proof, Report, Sharing, StateError, TreeOptions,
    TreeSearch, TwinOptions, TwinSearch, Updates,
};
use crosscram_rules::Tile;
use crosscram_support::atomic::{self, Replacement};
use crosscram_support::threads::StartError;
use std::fs::{self, File};
use std::io::{self, BufReader, ErrorKind, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// A game of which every thread can have a copy.
pub(super) trait Played: Game<Move: Send> + Clone + Send {}

impl<G: Game<Move: Send> + Clone + Send> Played for G {}

/// The interface common to all searches.
trait Runs<G: Game> {
    fn run(&mut self, looking: &mut Looking<'_>) -> Result<Report, StartError>;
    fn game(&self) -> &G;
    fn best(&self) -> Option<G::Move>;
    fn nodes(&self) -> u64;
    fn picture(&self) -> Result<Drawing, String>;

    /// Finds the whole solution.
    fn prove(
        &mut self,
        is_win: bool,
        max_positions: usize,
        observer: &mut Within<'_, '_>,
    ) -> Result<Proof<G>, NoProof> {
        Proof::find(self.game(), is_win, max_positions, observer)
    }

    /// Expands the leaves for which `wanted` is true; without any there is nothing to do.
    fn expand_where(&mut self, _wanted: &dyn Fn(&G::Position) -> bool) -> Result<(), String> {
        Ok(())
    }

    /// Only some searches are worth it.
    fn save(&self, _out: &mut Replacement, _question: &str) -> io::Result<()> {
        Err(io::Error::new(
            ErrorKind::Unsupported,
            "this search cannot be saved",
        ))
    }
}

/// What the searches of the library call alike, though each by itself.
macro_rules! same_names {
    ($search:ident) => {
        fn run(&mut self, looking: &mut Looking<'_>) -> Result<Report, StartError> {
            Ok($search::run(self, looking))
        }

        fn game(&self) -> &G {
            $search::game(self)
        }

        fn best(&self) -> Option<G::Move> {
            self.best_move()
        }

        fn nodes(&self) -> u64 {
            self.statistics().nodes
        }
    };
}

impl<G: Game> Runs<G> for TreeSearch<'_, G> {
    same_names!(TreeSearch);

    fn picture(&self) -> Result<Drawing, String> {
        self.drawing().map_err(|error| error.to_string())
    }

    fn save(&self, out: &mut Replacement, question: &str) -> io::Result<()> {
        TreeSearch::save(self, out, question)
    }
}

impl<G: Game> Runs<G> for GraphSearch<'_, G> {
    same_names!(GraphSearch);

    fn picture(&self) -> Result<Drawing, String> {
        self.drawing().map_err(|error| error.to_string())
    }

    fn expand_where(&mut self, wanted: &dyn Fn(&G::Position) -> bool) -> Result<(), String> {
        GraphSearch::expand_where(self, wanted).map_err(not_expanded)
    }

    fn save(&self, out: &mut Replacement, question: &str) -> io::Result<()> {
        GraphSearch::save(self, out, question)
    }
}

impl<G: Game> Runs<G> for TwinSearch<'_, G> {
    same_names!(TwinSearch);

    fn picture(&self) -> Result<Drawing, String> {
        Err("a base-twin search is not drawn".to_string())
    }
}

impl<G: Game> Runs<G> for AlphaBeta<'_, G> {
    same_names!(AlphaBeta);

    fn picture(&self) -> Result<Drawing, String> {
        Err("an alpha-beta search is not drawn".to_string())
    }
}

/// A depth-first search with a copy of the game for each further thread.
struct DepthFirst<'g, G: Game> {
    search: DfPn<'g, G>,
    copies: Vec<G>,
}

impl<G: Played> Runs<G> for DepthFirst<'_, G> {
    fn run(&mut self, looking: &mut Looking<'_>) -> Result<Report, StartError> {
        self.search.run_parallel(&mut self.copies, looking)
    }

    fn game(&self) -> &G {
        self.search.game()
    }

    fn best(&self) -> Option<G::Move> {
        self.search.best_move()
    }

    fn nodes(&self) -> u64 {
        self.search.statistics().nodes
    }

    fn picture(&self) -> Result<Drawing, String> {
        Err("a depth-first search has no tree to draw".to_string())
    }

    /// With its table, which knows most of it.
    fn prove(
        &mut self,
        is_win: bool,
        max_positions: usize,
        observer: &mut Within<'_, '_>,
    ) -> Result<Proof<G>, NoProof> {
        Proof::find_with(&mut self.search, is_win, max_positions, observer)
    }

    fn save(&self, out: &mut Replacement, question: &str) -> io::Result<()> {
        self.search.save(out, question)
    }
}

impl<G: Game> Runs<G> for ExactSearch<'_, G> {
    fn run(&mut self, looking: &mut Looking<'_>) -> Result<Report, StartError> {
        Ok(ExactSearch::run(self, looking))
    }

    fn game(&self) -> &G {
        ExactSearch::game(self)
    }

    fn best(&self) -> Option<G::Move> {
        None
    }

    fn nodes(&self) -> u64 {
        self.statistics().nodes
    }

    fn picture(&self) -> Result<Drawing, String> {
        self.drawing().map_err(|error| error.to_string())
    }

    fn expand_where(&mut self, wanted: &dyn Fn(&G::Position) -> bool) -> Result<(), String> {
        ExactSearch::expand_where(self, wanted).map_err(not_expanded)
    }
}

fn not_expanded(ending: Ending) -> String {
    format!("--expand: {}", output::ending(ending))
}

/// Searches and prints.
pub(super) fn run<G: Played>(
    game: &G,
    name: &str,
    args: &PnArgs,
    watch: &Watch,
    out: &mut impl Write,
) -> Result<(), Failure> {
    run_from(game, name, args, &|_| false, watch, out)
}

/// Expands the positions for which `expanded` is true, then searches and prints.
pub(super) fn run_from<G: Played>(
    game: &G,
    name: &str,
    args: &PnArgs,
    expanded: &dyn Fn(&G::Position) -> bool,
    watch: &Watch,
    out: &mut impl Write,
) -> Result<(), Failure> {
    check(args)?;
    if let Some(path) = &args.check {
        return solution::check(game, name, path, args, out);
    }
    let every = args
        .state
        .is_some()
        .then(|| Duration::from_secs(args.save_every));
    let mut looking = Looking::new(watch, args.quiet.quiet, args.up_to, every);
    let question = question(args, name);
    let mut search = begin(game, args, &question)?;
    search.expand_where(expanded).map_err(Failure::Message)?;
    looking.begins_with(search.nodes());
    let nodes_before = search.nodes();
    let begun = Instant::now();
    // Files that cannot be written are reported after the result, which must not be lost with them.
    let mut filed = Ok(());
    let mut report = loop {
        let report = search.run(&mut looking).map_err(Failure::message)?;
        if let Some(file) = &args.state {
            filed = save(&*search, file, &question);
            let goes_on = report.ending == Ending::Stopped && looking.wants_saving();
            looking.was_saved();
            if goes_on && filed.is_ok() {
                continue;
            }
        }
        break report;
    };
    // Saving in between begins a new run of the library, but not of the command.
    report.new_nodes = report.statistics.nodes - nodes_before;
    report.elapsed = begun.elapsed();
    if let Some(path) = &args.plot {
        let chart = looking.chart(&format!(
            "{} {name}, {}",
            args.game.name(),
            args.algorithm.name()
        ));
        filed = filed.and(write_file(path, &chart));
    }
    // Clears the progress line before anything is printed.
    drop(looking);
    if let Some(path) = &args.draw {
        let picture = search.picture().map_err(Failure::Message)?;
        let text = match path.extension().and_then(|extension| extension.to_str()) {
            Some("dot") => picture.to_dot(),
            _ => picture.to_svg(&format!("{} {name}", args.game.name())),
        };
        filed = filed.and(write_file(path, &text));
    }
    let best = search.best().map(|mov| game.move_name(&game.root(), mov));
    let solution = match report.is_win() {
        Some(is_win) => {
            let mut looking = Looking::new(watch, args.quiet.quiet, None, None);
            let budget = solution::Budget::after(&report, args);
            let found = search.prove(is_win, budget.positions, &mut looking.within(budget.nodes));
            drop(looking);
            let (solution, written) = solution::found(game, name, args, found)?;
            filed = filed.and(written);
            solution
        }
        None => None,
    };
    output::print(args, name, &report, best, solution, out)?;
    out.flush()?;
    filed?;
    match watch.is_stopped() {
        true => Err(Failure::Interrupted),
        false => Ok(()),
    }
}

/// Searches without files or output.
pub(super) fn answer<G: Played>(
    game: &G,
    args: &PnArgs,
    looking: &mut impl Observer,
) -> Result<Report, Failure> {
    check(args)?;
    Ok(match args.algorithm {
        Algorithm::Tree | Algorithm::Pn2 => TreeSearch::new(game, tree_options(args)).run(looking),
        Algorithm::Dag | Algorithm::Dcg | Algorithm::Converting => {
            GraphSearch::new(game, graph_options(args)).run(looking)
        }
        Algorithm::BaseTwin => TwinSearch::new(game, twin_options(args)).run(looking),
        Algorithm::DfPn | Algorithm::Pds => {
            let DepthFirst {
                mut search,
                mut copies,
            } = depth_first(DfPn::new(game, dfpn_options(args)), args);
            let report = search.run_parallel(&mut copies, looking);
            report.map_err(Failure::message)?
        }
        Algorithm::AlphaBeta => AlphaBeta::new(game, alpha_beta_options(args)).run(looking),
        exact => exact_search(game, exact, args).run(looking),
    })
}

/// Starts a search, or reads it from its file.
fn begin<'g, G: Played>(
    game: &'g G,
    args: &PnArgs,
    question: &str,
) -> Result<Box<dyn Runs<G> + 'g>, Failure> {
    let file = match &args.state {
        None => None,
        Some(path) => match File::open(path) {
            Ok(file) => Some((path, BufReader::new(file))),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(file_failure(path, &error)),
        },
    };
    let bad = |path: &Path| {
        let path = path.display().to_string();
        move |error: StateError| Failure::message(format_args!("{path}: {error}"))
    };
    Ok(match (args.algorithm, file) {
        (Algorithm::Tree | Algorithm::Pn2, None) => {
            Box::new(TreeSearch::new(game, tree_options(args)))
        }
        (Algorithm::Tree | Algorithm::Pn2, Some((path, file))) => {
            let search = TreeSearch::load(game, tree_options(args), file, question);
            Box::new(search.map_err(bad(path))?)
        }
        (Algorithm::BaseTwin, _) => Box::new(TwinSearch::new(game, twin_options(args))),
        (Algorithm::Dag | Algorithm::Dcg | Algorithm::Converting, None) => {
            Box::new(GraphSearch::new(game, graph_options(args)))
        }
        (Algorithm::Dag | Algorithm::Dcg | Algorithm::Converting, Some((path, file))) => {
            let search = GraphSearch::load(game, graph_options(args), file, question);
            Box::new(search.map_err(bad(path))?)
        }
        (Algorithm::AlphaBeta, _) => Box::new(AlphaBeta::new(game, alpha_beta_options(args))),
        (Algorithm::DfPn | Algorithm::Pds, None) => {
            let search = DfPn::new(game, dfpn_options(args));
            Box::new(depth_first(search, args))
        }
        (Algorithm::DfPn | Algorithm::Pds, Some((path, file))) => {
            let search = DfPn::load(game, dfpn_options(args), file, question);
            Box::new(depth_first(search.map_err(bad(path))?, args))
        }
        (exact, _) => Box::new(exact_search(game, exact, args)),
    })
}

/// Identifies a search in a state file: the game, the position and everything that changes the search.
fn question(args: &PnArgs, name: &str) -> String {
    format!(
        "{} {name} tile {} {} {:?} delayed {} shuffle {:?} symmetry {} keep {} draws {:?} leaves \
         {:?} counting {:?} epsilon {}",
        args.game.name(),
        args.tile.unwrap_or(Tile::DOMINO),
        args.algorithm.name(),
        args.initial(),
        args.delayed,
        args.shuffle,
        !args.no_symmetry,
        args.keep_solved,
        args.draws(),
        args.leaves(),
        dfpn_options(args).counting,
        dfpn_options(args).epsilon,
    )
}

fn order(args: &PnArgs) -> Order {
    args.shuffle.map_or(Order::Given, Order::Shuffled)
}

fn tree_options(args: &PnArgs) -> TreeOptions {
    TreeOptions {
        evaluation: args.evaluation(),
        initial: args.initial(),
        order: order(args),
        // Solved nodes are kept if the tree is drawn.
        remove_solved: !args.keep_solved && args.draw.is_none(),
        stop_updates_early: !args.full_updates,
        max_nodes: args.memory,
        second_level: args.algorithm == Algorithm::Pn2,
    }
}

fn graph_options(args: &PnArgs) -> GraphOptions {
    GraphOptions {
        evaluation: args.evaluation(),
        initial: args.initial(),
        order: order(args),
        sharing: match (args.algorithm, args.no_symmetry) {
            (Algorithm::Converting, _) => Sharing::AfterConvertingMoves,
            (_, true) => Sharing::Equal,
            (_, false) => Sharing::Symmetric,
        },
        updates: args.updates.map_or(Updates::Queue, Updates::from),
        max_nodes: args.memory,
    }
}

fn twin_options(args: &PnArgs) -> TwinOptions {
    TwinOptions {
        initial: args.initial(),
        order: order(args),
        symmetric: !args.no_symmetry,
        max_nodes: args.memory,
    }
}

fn depth_first<'g, G: Played>(search: DfPn<'g, G>, args: &PnArgs) -> DepthFirst<'g, G> {
    let others = args.threads.unwrap_or(1) - 1;
    let copies = vec![search.game().clone(); others];
    DepthFirst { search, copies }
}

fn alpha_beta_options(args: &PnArgs) -> AlphaBetaOptions {
    let usual = AlphaBetaOptions::default();
    let most = args
        .memory
        .map(|nodes| usize::try_from(nodes).unwrap_or(usize::MAX));
    AlphaBetaOptions {
        max_positions: most.unwrap_or(usual.max_positions),
        symmetric: !args.no_symmetry,
        ..usual
    }
}

fn dfpn_options(args: &PnArgs) -> DfPnOptions {
    let usual = DfPnOptions::default();
    DfPnOptions {
        initial: args.initial(),
        order: order(args),
        table_bytes: args.table() << 20,
        epsilon: args.epsilon.unwrap_or(usual.epsilon),
        counting: args.counting.map_or(usual.counting, Into::into),
        symmetric: !args.no_symmetry,
        control: match args.algorithm {
            Algorithm::Pds => Control::Pds,
            _ => Control::DfPn,
        },
    }
}

fn exact_search<'g, G: Game>(
    game: &'g G,
    algorithm: Algorithm,
    args: &PnArgs,
) -> ExactSearch<'g, G> {
    ExactSearch::new(game, exact_method(algorithm)).with_max_nodes(args.memory)
}

fn exact_method(algorithm: Algorithm) -> ExactMethod {
    match algorithm {
        Algorithm::DagExact => ExactMethod::Forms,
        Algorithm::DagExactAsPrinted => ExactMethod::FormsAsPrinted,
        Algorithm::DcgExact => ExactMethod::CompleteSets,
        Algorithm::DcgExactIncremental => ExactMethod::IncrementalSets,
        _ => ExactMethod::SmallestSets,
    }
}

fn save<G: Game>(search: &dyn Runs<G>, path: &Path, question: &str) -> Result<(), Failure> {
    let saved = atomic::replace(path, |out| search.save(out, question));
    saved.map_err(|error| file_failure(path, &error))
}

pub(super) fn write_file(path: &Path, text: &str) -> Result<(), Failure> {
    fs::write(path, text).map_err(|error| file_failure(path, &error))
}

pub(super) fn file_failure(path: &Path, error: &io::Error) -> Failure {
    Failure::message(format_args!("{}: {error}", path.display()))
}
