//! Runs one search with its options, state file, pictures and answer.

use super::observe::Looking;
use super::output;
use crate::args::{Algorithm, GameName, PnArgs};
use crate::available::available;
use crate::failure::Failure;
use crate::watch::Watch;
use crosscram_pn::exact::{ExactMethod, ExactSearch};
use crosscram_pn::{
    DfPn, DfPnOptions, Drawing, Ending, Game, GraphOptions, GraphSearch, Observer, Order, Report,
    Sharing, StateError, TreeOptions, TreeSearch,
};
use crosscram_support::atomic::{self, Replacement};
use std::fs::{self, File};
use std::io::{self, BufReader, ErrorKind, Write};
use std::path::Path;
use std::time::Duration;

/// The interface common to all searches.
trait Runs<G: Game> {
    fn run(&mut self, looking: &mut Looking<'_>) -> Report;
    fn best(&self) -> Option<G::Move>;
    fn picture(&self) -> Result<Drawing, String>;
    fn save(&self, out: &mut Replacement, question: &str) -> io::Result<()>;
}

macro_rules! runs {
    ($search:ident, $picture:expr) => {
        impl<G: Game> Runs<G> for $search<'_, G> {
            fn run(&mut self, looking: &mut Looking<'_>) -> Report {
                $search::run(self, looking)
            }
            fn best(&self) -> Option<G::Move> {
                self.best_move()
            }
            fn picture(&self) -> Result<Drawing, String> {
                let picture: fn(&Self) -> Result<Drawing, String> = $picture;
                picture(self)
            }
            fn save(&self, out: &mut Replacement, question: &str) -> io::Result<()> {
                $search::save(self, out, question)
            }
        }
    };
}

runs!(TreeSearch, |search| search
    .drawing()
    .map_err(|error| error.to_string()));
runs!(GraphSearch, |search| search
    .drawing()
    .map_err(|error| error.to_string()));
runs!(DfPn, |_| Err(
    "a depth-first search has no tree to draw".to_string()
));

impl<G: Game> Runs<G> for ExactSearch<'_, G> {
    fn run(&mut self, looking: &mut Looking<'_>) -> Report {
        ExactSearch::run(self, looking)
    }

    fn best(&self) -> Option<G::Move> {
        None
    }

    fn picture(&self) -> Result<Drawing, String> {
        self.drawing().map_err(|error| error.to_string())
    }

    fn save(&self, _out: &mut Replacement, _question: &str) -> io::Result<()> {
        Err(io::Error::new(
            ErrorKind::Unsupported,
            "an exact search is too small to be saved",
        ))
    }
}

/// Searches and prints.
pub(super) fn run<G: Game>(
    game: &G,
    name: &str,
    args: &PnArgs,
    watch: &Watch,
    out: &mut impl Write,
) -> Result<(), Failure> {
    check(args)?;
    let every = args
        .state
        .is_some()
        .then(|| Duration::from_secs(args.save_every));
    let mut looking = Looking::new(watch, args.quiet.quiet, args.up_to, every);
    let question = question(args, name);
    let mut search = begin(game, args, &question)?;
    let report = loop {
        let report = search.run(&mut looking);
        if let Some(file) = &args.state {
            save(&*search, file, &question)?;
            let goes_on = report.ending == Ending::Stopped && looking.wants_saving();
            looking.was_saved();
            if goes_on {
                continue;
            }
        }
        break report;
    };
    if let Some(path) = &args.plot {
        let chart = looking.chart(&format!(
            "{} {name}, {}",
            args.game.name(),
            args.algorithm.name()
        ));
        write_file(path, &chart)?;
    }
    // Clears the progress line before anything is printed.
    drop(looking);
    if let Some(path) = &args.draw {
        let picture = search.picture().map_err(Failure::Message)?;
        let text = match path.extension().and_then(|extension| extension.to_str()) {
            Some("dot") => picture.to_dot(),
            _ => picture.to_svg(&format!("{} {name}", args.game.name())),
        };
        write_file(path, &text)?;
    }
    let best = search.best().map(|mov| game.move_name(&game.root(), mov));
    output::print(args, name, &report, best, out)?;
    match watch.is_stopped() {
        true => Err(Failure::Interrupted),
        false => Ok(()),
    }
}

/// Searches without files or output.
pub(super) fn answer<G: Game>(
    game: &G,
    args: &PnArgs,
    looking: &mut impl Observer,
) -> Result<Report, Failure> {
    check(args)?;
    Ok(match args.algorithm {
        Algorithm::Tree => TreeSearch::new(game, tree_options(args)).run(looking),
        Algorithm::Dag | Algorithm::Dcg => GraphSearch::new(game, graph_options(args)).run(looking),
        Algorithm::DfPn => DfPn::new(game, dfpn_options(args)).run(looking),
        exact => ExactSearch::new(game, exact_method(exact)).run(looking),
    })
}

/// Rejects options that exclude each other.
fn check(args: &PnArgs) -> Result<(), Failure> {
    if args.algorithm == Algorithm::Dag && args.game == GameName::Chess {
        let message = "--algorithm dag: positions of chess can repeat; use dcg";
        return Err(Failure::message(message));
    }
    let is_exact = !matches!(
        args.algorithm,
        Algorithm::Tree | Algorithm::Dag | Algorithm::Dcg | Algorithm::DfPn
    );
    if is_exact && args.state.is_some() {
        return Err(Failure::message("--state: an exact search cannot be saved"));
    }
    if args.algorithm == Algorithm::DfPn && args.draw.is_some() {
        let message = "--draw: a depth-first search has no tree to draw; use another --algorithm";
        return Err(Failure::message(message));
    }
    let free = available().map_or(u64::MAX, |bytes| bytes >> 20);
    if args.algorithm == Algorithm::DfPn && args.table > free {
        return Err(Failure::message(format_args!(
            "--table: a table of {} MiB does not fit into the {free} MiB that are free",
            args.table
        )));
    }
    Ok(())
}

/// Starts a search, or reads it from its file.
fn begin<'g, G: Game>(
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
        (Algorithm::Tree, None) => Box::new(TreeSearch::new(game, tree_options(args))),
        (Algorithm::Tree, Some((path, file))) => {
            let search = TreeSearch::load(game, tree_options(args), file, question);
            Box::new(search.map_err(bad(path))?)
        }
        (Algorithm::Dag | Algorithm::Dcg, None) => {
            Box::new(GraphSearch::new(game, graph_options(args)))
        }
        (Algorithm::Dag | Algorithm::Dcg, Some((path, file))) => {
            let search = GraphSearch::load(game, graph_options(args), file, question);
            Box::new(search.map_err(bad(path))?)
        }
        (Algorithm::DfPn, None) => Box::new(DfPn::new(game, dfpn_options(args))),
        (Algorithm::DfPn, Some((path, file))) => {
            let search = DfPn::load(game, dfpn_options(args), file, question);
            Box::new(search.map_err(bad(path))?)
        }
        (exact, _) => Box::new(ExactSearch::new(game, exact_method(exact))),
    })
}

/// Identifies a search in a state file: the game, the position and everything that changes the search.
fn question(args: &PnArgs, name: &str) -> String {
    format!(
        "{} {name} tile {} {} {:?} delayed {} shuffle {:?} symmetry {} keep {} draws {:?} leaves \
         {:?} counting {:?} epsilon {}",
        args.game.name(),
        args.tile.length,
        args.algorithm.name(),
        args.initial,
        args.delayed,
        args.shuffle,
        !args.no_symmetry,
        args.keep_solved,
        args.draws,
        args.leaves,
        args.counting,
        args.epsilon,
    )
}

fn order(args: &PnArgs) -> Order {
    args.shuffle.map_or(Order::Given, Order::Shuffled)
}

fn tree_options(args: &PnArgs) -> TreeOptions {
    TreeOptions {
        evaluation: args.evaluation(),
        initial: args.initial.into(),
        order: order(args),
        // Solved nodes are kept if the tree is drawn.
        remove_solved: !args.keep_solved && args.draw.is_none(),
        stop_updates_early: !args.full_updates,
        max_nodes: args.memory,
    }
}

fn graph_options(args: &PnArgs) -> GraphOptions {
    GraphOptions {
        evaluation: args.evaluation(),
        initial: args.initial.into(),
        order: order(args),
        sharing: match args.no_symmetry {
            true => Sharing::Equal,
            false => Sharing::Symmetric,
        },
        updates: args.updates.into(),
        max_nodes: args.memory,
    }
}

fn dfpn_options(args: &PnArgs) -> DfPnOptions {
    DfPnOptions {
        initial: args.initial.into(),
        order: order(args),
        table_bytes: args.table << 20,
        epsilon: args.epsilon,
        counting: args.counting.into(),
        symmetric: !args.no_symmetry,
    }
}

fn exact_method(algorithm: Algorithm) -> ExactMethod {
    match algorithm {
        Algorithm::DagExact => ExactMethod::Forms,
        Algorithm::DagExactAsPrinted => ExactMethod::FormsAsPrinted,
        Algorithm::DcgExact => ExactMethod::CompleteSets,
        _ => ExactMethod::SmallestSets,
    }
}

fn save<G: Game>(search: &dyn Runs<G>, path: &Path, question: &str) -> Result<(), Failure> {
    let saved = atomic::replace(path, |out| search.save(out, question));
    saved.map_err(|error| file_failure(path, &error))
}

fn write_file(path: &Path, text: &str) -> Result<(), Failure> {
    fs::write(path, text).map_err(|error| file_failure(path, &error))
}

fn file_failure(path: &Path, error: &io::Error) -> Failure {
    Failure::message(format_args!("{}: {error}", path.display()))
}
