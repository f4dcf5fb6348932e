//! Runs one search with its options, state file, pictures and answer.

use super::observe::Looking;
use super::{Asked, output, solution};
use crate::failure::Failure;
use crate::figure;
use crosscram_pn::{
    AnyGame, AnySearch, Drawing, Ending, Evaluation, Options, Order, Report, Symmetry,
};
use crosscram_support::atomic;
use crosscram_support::path::At;
use std::fs::File;
use std::io::{BufReader, ErrorKind, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// Expands the positions that are to be expanded first, then searches and prints.
pub(super) fn run(
    game: &dyn AnyGame,
    asked: &Asked<'_>,
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
    if !args.expand.is_empty() {
        let done = search.expand(&|label| args.expand.iter().any(|wanted| wanted == label));
        done.map_err(|ending| failure!("--expand: {ending}"))?;
    }
    let nodes_before = search.statistics().nodes;
    looking.nodes_before = nodes_before;
    let begun = Instant::now();
    // Files that cannot be written are reported after the result, which must not be lost with them.
    let mut filed = Ok(());
    let mut report = loop {
        let report = search.run(&mut looking)?;
        if let Some(file) = &args.state {
            let saved = atomic::replace(file, |out| search.save(out, &question));
            filed = saved.at(file).map_err(Failure::from);
            let goes_on = report.ending == Ending::Stopped && looking.wants_saving();
            looking.saved = Instant::now();
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
    if let Some(is_win) = report.is_win() {
        let (positions, nodes) = solution::budget(&report, args);
        let mut looking = Looking::new(watch, args.quiet.quiet, Some(nodes), None);
        let found = search.prove(is_win, positions, &mut looking);
        drop(looking);
        filed = filed.and(solution::file(&*search, asked, found)?);
    }
    output::print(asked, search.found(report), out)?;
    out.flush()?;
    filed?;
    watch.ended()
}

/// Searches without files or output.
pub(super) fn answer(game: &dyn AnyGame, asked: &Asked<'_>) -> Result<Report, Failure> {
    let Asked { args, watch, .. } = asked;
    let mut looking = Looking::new(watch, args.quiet.quiet, args.up_to, None);
    Ok(game.search(&asked.options).run(&mut looking)?)
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
fn begin<'g>(
    game: &'g dyn AnyGame,
    asked: &Asked<'_>,
    question: &str,
) -> Result<Box<dyn AnySearch + 'g>, Failure> {
    // Solved nodes are kept if the tree is drawn.
    let options = Options {
        keep_solved: asked.options.keep_solved || asked.args.draw.is_some(),
        ..asked.options
    };
    let mut search = game.search(&options);
    if let Some(path) = &asked.args.state {
        match File::open(path) {
            Ok(file) => {
                search.load(&mut BufReader::new(file), question).at(path)?;
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(Err::<(), _>(error).at(path).unwrap_err().into()),
        }
    }
    Ok(search)
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
