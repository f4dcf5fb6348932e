//! Runs one search with its options, state file, pictures and answer.

use super::observe::Looking;
use super::{Asked, output, solution};
use crate::failure::Failure;
use crate::figure;
use crosscram_pn::{Drawing, Ending, Evaluation, Game, Options, Order, Report, Search, Symmetry};
use crosscram_support::atomic;
use crosscram_support::path::At;
use std::fs::File;
use std::io::{BufReader, ErrorKind, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// Searches and prints.
pub(super) fn run<G: Game>(
    game: &G,
    asked: &Asked<'_>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    run_from(game, asked, |_| false, out)
}

/// Expands the positions for which `expanded` is true, then searches and prints.
pub(super) fn run_from<G: Game>(
    game: &G,
    asked: &Asked<'_>,
    expanded: impl Fn(&G::Position) -> bool,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let Asked { args, watch, .. } = *asked;
    let name = asked.name;
    if let Some(path) = &args.check {
        return solution::check(game, path, asked, out);
    }
    let every = args
        .state
        .is_some()
        .then(|| Duration::from_secs(args.save_every));
    let mut looking = Looking::new(watch, args.quiet.quiet, args.up_to, every);
    let question = question(asked);
    let mut search = begin(game, asked, &question)?;
    let done = search.expand_where(expanded);
    done.map_err(|ending| failure!("--expand: {ending}"))?;
    let nodes_before = search.statistics().nodes;
    looking.begins_with(nodes_before);
    let begun = Instant::now();
    // Files that cannot be written are reported after the result, which must not be lost with them.
    let mut filed = Ok(());
    let mut report = loop {
        let report = search.run(&mut looking)?;
        if let Some(file) = &args.state {
            let saved = atomic::replace(file, |out| search.save(out, &question));
            filed = saved.at(file).map_err(Failure::from);
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
    let game_name = args.game.name();
    if let Some(path) = &args.plot {
        let chart = looking.chart(&format!("{game_name} {name}, {}", asked.options.algorithm));
        filed = filed.and(figure::write(path, chart.as_bytes()));
    }
    // Clears the progress line before anything is printed.
    drop(looking);
    if let Some(path) = &args.draw {
        let picture = search.drawing().map_err(Failure::message)?;
        filed = filed.and(draw(path, &picture, &format!("{game_name} {name}")));
    }
    let proof = match report.is_win() {
        Some(is_win) => {
            let (positions, nodes) = solution::budget(&report, args);
            let mut looking = Looking::new(watch, args.quiet.quiet, Some(nodes), None);
            let found = search.prove(is_win, positions, &mut looking);
            drop(looking);
            let (proof, written) = solution::found(game, asked, found)?;
            filed = filed.and(written);
            proof
        }
        None => None,
    };
    output::print(asked, search.found(report, proof.as_ref()), out)?;
    out.flush()?;
    filed?;
    asked.ended()
}

/// Searches without files or output.
pub(super) fn answer<G: Game>(game: &G, asked: &Asked<'_>) -> Result<Report, Failure> {
    let Asked { args, watch, .. } = asked;
    let mut looking = Looking::new(watch, args.quiet.quiet, args.up_to, None);
    Ok(Search::new(game, &asked.options).run(&mut looking)?)
}

/// Writes a picture in the language that the file's ending names.
pub(super) fn draw(path: &Path, picture: &Drawing, title: &str) -> Result<(), Failure> {
    let text = match path.extension().and_then(|extension| extension.to_str()) {
        Some("dot") => picture.to_dot(),
        _ => picture.to_svg(title),
    };
    figure::write(path, text.as_bytes())
}

/// Starts a search, or reads it from its file.
fn begin<'g, G: Game>(
    game: &'g G,
    asked: &Asked<'_>,
    question: &str,
) -> Result<Search<'g, G>, Failure> {
    // Solved nodes are kept if the tree is drawn.
    let options = Options {
        keep_solved: asked.options.keep_solved || asked.args.draw.is_some(),
        ..asked.options
    };
    if let Some(path) = &asked.args.state {
        match File::open(path) {
            Ok(file) => {
                let search = Search::load(game, &options, BufReader::new(file), question);
                return Ok(search.at(path)?);
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(Err::<(), _>(error).at(path).unwrap_err().into()),
        }
    }
    Ok(Search::new(game, &options))
}

/// Identifies a search in a state file: the game, the position and everything that changes the search.
fn question(asked: &Asked<'_>) -> String {
    let Options {
        algorithm,
        initial,
        evaluation,
        order,
        symmetry,
        keep_solved,
        counting,
        epsilon,
        ..
    } = asked.options;
    let seed = match order {
        Order::Given => None,
        Order::Shuffled(seed) => Some(seed),
    };
    format!(
        "{} {algorithm} {initial:?} delayed {} shuffle {seed:?} symmetry {} keep {keep_solved} draws {:?} leaves \
         {:?} counting {counting:?} epsilon {epsilon}",
        asked.position(),
        evaluation == Evaluation::Delayed,
        symmetry == Symmetry::Shared,
        asked.args.draws.unwrap_or_default(),
        asked.args.leaves.unwrap_or_default(),
    )
}
