//! `crosscram reproduce`: published experiments, run again.

use crate::args::search::parsed;
use crate::args::{QuietArg, threads};
use crate::failure::Failure;
use crate::figure;
use crate::progress::Progress;
use crate::watch::Watch;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use crosscram_reproduce::elements::{self, Element};
use crosscram_reproduce::{
    Choice, Event, Experiment, Options, PAPERS, Paper, PositionSet, Reproduction, Schemes,
    Watch as Watcher,
};
use crosscram_rules::{Position, Tile};
use crosscram_search::{Control, Replacement, TableSize};
use crosscram_support::path::At;
use std::collections::HashSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// List what the papers show, run their experiments again, and compare
///
/// Without numbers, lists every figure, table, theorem, claim and wish of the paper (without a paper, of all of
/// them): what it shows, the command, and how it came out. With numbers, or `all`, runs these
/// experiments and prints the published numbers beside ours and their ratio, row by row as they finish; of
/// what is not an experiment it prints the entry of the list. The exit code is 1 if an outcome contradicts the published
/// one, or if numbers differ that must agree.
#[derive(Debug, Args)]
pub(crate) struct ReproduceArgs {
    /// The paper
    #[arg(value_parser = papers())]
    pub(crate) paper: Option<&'static Paper>,

    /// Figures, tables, theorems, claims by their numbers (6.3, fig4.1, theorem 1), or `all` experiments
    #[arg(value_name = "NUMBER")]
    pub(crate) numbers: Vec<String>,

    /// List only, run nothing
    #[arg(long)]
    pub(crate) list: bool,

    /// Skip what needed more nodes than this, as published (50000000, 50M, 4G)
    ///
    /// The default takes about ten minutes with two threads (bullock), or four minutes
    /// (brueggemann, always one search at a time); for schijf it is everything and takes two, but each
    /// search of `modern` ends after this many, by default 200k. For
    /// vandaalen this is the number of games for each pairing, by default 3 of the published 10,
    /// which takes about five minutes with two threads.
    #[arg(long, value_name = "NODES", value_parser = crate::args::nodes)]
    pub(crate) up_to: Option<u64>,

    /// Skip nothing, however long it takes
    #[arg(long, conflicts_with = "up_to")]
    pub(crate) full: bool,

    /// Number of searches at the same time; each has its own table of up to 256 MB
    ///
    /// The default is 1.
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<usize>,

    /// Positions for bullock's Fig. 4.3, one to a line with the side to move, instead of its own sets
    ///
    /// Each file is a set, named like the file. Lines that are empty or begin with ; are skipped.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) positions: Vec<PathBuf>,

    /// Table sizes for bullock's Fig. 4.3, in entries (2^16 2^20) [default: 2^10 to 2^18]
    #[arg(long, value_name = "ENTRIES", num_args = 1.., value_parser = entries)]
    pub(crate) tables: Vec<u64>,

    /// Replacement schemes for bullock's Fig. 4.3 [default: all]
    #[arg(
        long,
        value_name = "SCHEME",
        num_args = 1..,
        value_parser = parsed::<Replacement>(Replacement::NAMES.into()),
    )]
    pub(crate) schemes: Vec<Replacement>,

    /// Write the figures' graphs as SVG files into this directory
    #[arg(long, value_name = "DIR")]
    pub(crate) plots: Option<PathBuf>,

    /// Print one JSON object per line
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) quiet: QuietArg,
}

/// The papers by their names.
fn papers() -> impl TypedValueParser<Value = &'static Paper> {
    let value = |paper: &&'static Paper| PossibleValue::new(paper.name).help(paper.title);
    PossibleValuesParser::new(PAPERS.iter().map(value)).map(|name| {
        let mut papers = PAPERS.into_iter();
        papers
            .find(|paper| paper.name == name)
            .expect("a possible value")
    })
}

impl ReproduceArgs {
    /// The given options that act only if something is run, most of them on some experiments only.
    fn given(&self) -> impl Iterator<Item = (&'static str, Option<Choice>)> {
        let given = [
            ("--up-to", Some(Choice::UpTo), self.up_to.is_some()),
            ("--full", Some(Choice::Full), self.full),
            ("--threads", Some(Choice::Threads), self.threads.is_some()),
            (
                "--positions",
                Some(Choice::Schemes),
                !self.positions.is_empty(),
            ),
            ("--tables", Some(Choice::Schemes), !self.tables.is_empty()),
            ("--schemes", Some(Choice::Schemes), !self.schemes.is_empty()),
            ("--plots", None, self.plots.is_some()),
        ];
        let given = given.into_iter().filter(|(.., given)| *given);
        given.map(|(option, choice, _)| (option, choice))
    }

    /// The limit of nodes, `usual` by default.
    pub(crate) fn up_to(&self, usual: u64) -> u64 {
        match self.full {
            true => u64::MAX,
            false => self.up_to.unwrap_or(usual),
        }
    }
}

/// Reads a number of entries of a table.
fn entries(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(TableSize::Entries(entries)) => Ok(entries),
        Ok(TableSize::Bytes(_)) => Err("a number of entries is wanted, not of bytes".to_string()),
        Err(error) => Err(error.to_string()),
    }
}

pub(crate) fn run(args: &ReproduceArgs, out: &mut impl Write) -> Result<(), Failure> {
    let wanted = wanted(args)?;
    if let (true, Some((option, _))) = (wanted.experiments.is_empty(), args.given().next()) {
        fail!("{option}: nothing is run; name experiments by their numbers, or `all`");
    }
    if !wanted.entries.is_empty() {
        list(&wanted.entries, args, out)?;
    }
    match args.paper {
        Some(paper) if !wanted.experiments.is_empty() => {
            run_again(paper, &wanted.experiments, args, out)
        }
        _ => Ok(()),
    }
}

/// What was asked for.
#[derive(Default)]
struct Wanted {
    /// Elements whose entries are printed.
    entries: Vec<&'static Element>,
    /// Experiments that are run.
    experiments: Vec<&'static Experiment>,
}

fn wanted(args: &ReproduceArgs) -> Result<Wanted, Failure> {
    let mut wanted = Wanted::default();
    let Some(paper) = args.paper else {
        wanted.entries = elements::elements().iter().collect();
        return Ok(wanted);
    };
    if args.numbers.is_empty() {
        wanted.entries = elements::of_paper(paper.name).collect();
        return Ok(wanted);
    }
    for number in &args.numbers {
        let element = elements::find(paper.name, number, paper.kind());
        let named = element.and_then(Element::experiment);
        let experiment = paper
            .experiment(number)
            .or_else(|| named.and_then(|id| paper.experiment(id)));
        match (number.as_str(), experiment, element) {
            ("all", ..) if args.list => wanted.entries.extend(elements::of_paper(paper.name)),
            ("all", ..) => wanted.experiments.extend(paper.experiments),
            (_, _, Some(element)) if args.list => wanted.entries.push(element),
            (_, Some(experiment), _) if !args.list => wanted.experiments.push(experiment),
            (_, Some(experiment), None) => {
                let shows = |element: &&Element| element.experiment() == Some(experiment.id);
                wanted
                    .entries
                    .extend(elements::of_paper(paper.name).filter(shows));
            }
            (_, _, Some(element)) => wanted.entries.push(element),
            (_, None, None) => {
                fail!(
                    "NUMBER: nothing in this paper has the number '{number}'; `crosscram reproduce {}` lists \
                     all that is in it",
                    paper.name
                );
            }
        }
    }
    // Two numbers may name the same experiment, such as a table and its graph.
    let mut seen = HashSet::new();
    wanted
        .experiments
        .retain(|experiment| seen.insert(experiment.id));
    Ok(wanted)
}

fn list(
    entries: &[&'static Element],
    args: &ReproduceArgs,
    out: &mut impl Write,
) -> Result<(), Failure> {
    match args.json {
        true => {
            for element in entries {
                write!(out, "{}", elements::json_line(element))?;
            }
        }
        false => write!(out, "{}", elements::text(entries))?,
    }
    Ok(())
}

fn run_again(
    paper: &'static Paper,
    experiments: &[&'static Experiment],
    args: &ReproduceArgs,
    out: &mut impl Write,
) -> Result<(), Failure> {
    refuse_idle_options(paper, experiments, args)?;
    if let Some(directory) = &args.plots {
        fs::create_dir_all(directory).at(directory)?;
    }
    let mut schemes = args.schemes.clone();
    let mut seen = HashSet::new();
    schemes.retain(|scheme| seen.insert(scheme.name()));
    let mut entries = args.tables.clone();
    entries.sort_unstable();
    entries.dedup();
    let sets: Result<Vec<PositionSet>, Failure> = args
        .positions
        .iter()
        .map(|file| position_set(file))
        .collect();
    let sets = sets?;
    let watch = Watch::with_signals()?;
    let progress = Progress::new(args.quiet.quiet);
    let options = Options {
        up_to: args.up_to(paper.default_up_to),
        threads: args.threads.unwrap_or(1),
        schemes: Schemes {
            sets: &sets,
            entries: &entries,
            schemes: &schemes,
        },
        watch: &*watch,
    };
    let mut failed = false;
    let mut trouble = None;
    // Rows of the present experiment that are printed already.
    let mut printed = 0;
    let ran = progress.during(&watch, || {
        paper.run_with_rows(experiments, &options, |event| {
            if let Event::Done(result) = &event {
                failed |= result.failed();
            }
            let wrote = progress.aside(|| write_out(&event, &mut printed, args, out));
            if let Err(failure) = wrote
                && trouble.is_none()
            {
                // The reader is gone or the disk is full, so the run is stopped.
                watch.stop();
                trouble = Some(failure);
            }
        })
    });
    ran.map_err(Failure::message)?;
    match trouble {
        Some(failure) => Err(failure),
        None => watch.ended().and_then(|()| Failure::No.when(failed)),
    }
}

/// Refuses options that act on none of the experiments.
fn refuse_idle_options(
    paper: &Paper,
    experiments: &[&'static Experiment],
    args: &ReproduceArgs,
) -> Result<(), Failure> {
    for (option, choice) in args.given() {
        let Some(choice) =
            choice.filter(|choice| !experiments.iter().any(|one| paper.has(one, *choice)))
        else {
            continue;
        };
        let names: Vec<&str> = experiments.iter().map(|one| one.id).collect();
        let names = names.join(", ");
        let reason = match choice {
            Choice::UpTo => format!("{names} of {} has nothing that it limits", paper.name),
            Choice::Full => format!("{names} of {} has no limit to lift", paper.name),
            Choice::Threads => format!("{names} of {} runs one at a time", paper.name),
            Choice::Schemes => "only figure 4.3 of bullock takes it".to_string(),
        };
        fail!("{option}: {reason}");
    }
    // Positions of one's own are all solved, and what they cost is not known.
    let schemes = |one: &&'static Experiment| paper.has(one, Choice::Schemes);
    if !args.positions.is_empty() && experiments.iter().all(schemes) {
        for (option, given) in [("--up-to", args.up_to.is_some()), ("--full", args.full)] {
            if given {
                let reason = "the positions of --positions are all solved";
                fail!("{option}: {reason}");
            }
        }
    }
    Ok(())
}

/// Reads a set of positions with the side to move.
fn position_set(file: &Path) -> Result<PositionSet, Failure> {
    let text = fs::read_to_string(file).at(file)?;
    let mut positions = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with(';') {
            continue;
        }
        let bad = |problem: &dyn std::fmt::Display| {
            let place = file.display();
            failure!("{place}, line {number}: {problem}")
        };
        let position: Position = line.parse().map_err(|error| bad(&error))?;
        if position.tile != Tile::DOMINO {
            return Err(bad(&"Obsequi's tables are compared with dominoes"));
        }
        let to_move = position
            .to_move
            .ok_or_else(|| bad(&"the side to move is missing"))?;
        positions.push((position.board, to_move));
    }
    if positions.is_empty() {
        let problem = format_args!("{}: no positions", file.display());
        return Err(Failure::message(problem));
    }
    let name = file.file_stem().unwrap_or(file.as_os_str());
    Ok(PositionSet {
        name: name.to_string_lossy().replace(char::is_whitespace, "_"),
        positions,
    })
}

/// Prints a row, or the rest of an experiment after its first `printed` rows.
fn write_out(
    event: &Event<'_>,
    printed: &mut usize,
    args: &ReproduceArgs,
    out: &mut impl Write,
) -> Result<(), Failure> {
    match event {
        Event::Row(result) if args.json => {
            let last = result.rows.last();
            let line = last.map(|row| result.row_to_json(row));
            write!(out, "{}", line.unwrap_or_default())?;
            *printed += 1;
        }
        Event::Row(result) if result.is_streamed() => {
            if *printed == 0 {
                write!(out, "{}", result.to_text_before_rows())?;
            }
            write!(out, "{}", result.last_row_to_text())?;
            *printed += 1;
        }
        // One line of such a table holds several rows.
        Event::Row(_) => {}
        Event::Done(result) => {
            let printed = std::mem::take(printed);
            match (args.json, printed) {
                (true, _) => write!(out, "{}", result.to_json_lines_after(printed))?,
                (false, 0) => writeln!(out, "{}", result.to_text())?,
                (false, _) => writeln!(out, "{}", result.to_text_after_rows())?,
            }
            save_plots(result, args)?;
        }
    }
    out.flush()?;
    Ok(())
}

fn save_plots(result: &Reproduction, args: &ReproduceArgs) -> Result<(), Failure> {
    if let Some(directory) = &args.plots {
        for (name, svg) in &result.pictures {
            figure::write(&directory.join(name), svg.as_bytes())?;
        }
    }
    Ok(())
}

impl Watcher for Watch {
    fn watch(&self, label: &str, search: &mut dyn FnMut(&Control)) -> bool {
        self.run(label.to_string(), search).is_some()
    }

    fn planned(&self, searches: usize) {
        self.expect(searches);
    }
}

#[cfg(test)]
mod tests {
    use crate::args::Cli;
    use clap::Parser;
    use crosscram_players::arena::CommandLine;
    use crosscram_reproduce::{Options, PAPERS, Watch};
    use crosscram_search::Control;

    struct Never;

    impl Watch for Never {
        fn watch(&self, _: &str, _: &mut dyn FnMut(&Control)) -> bool {
            false
        }
    }

    /// The commands that elements name are understood, and so are their smallest forms.
    #[test]
    fn commands_of_elements() {
        for element in crosscram_reproduce::elements::elements() {
            for command in [element.command, element.small].into_iter().flatten() {
                let line = CommandLine::parse(command).unwrap();
                let words = line.words().iter().map(String::as_str);
                let parsed = Cli::try_parse_from(["crosscram"].into_iter().chain(words));
                assert!(parsed.is_ok(), "{}: {command}", element.heading());
            }
        }
    }

    /// The commands that rows name are understood.
    #[test]
    fn commands_of_rows() {
        let options = Options {
            up_to: 0,
            watch: &Never,
            ..Options::default()
        };
        let mut commands = 0;
        for paper in PAPERS {
            for experiment in paper.experiments {
                paper
                    .run(&[experiment], &options, |result| {
                        for row in result.rows.iter().filter(|row| !row.command.is_empty()) {
                            let words = ["crosscram"].into_iter().chain(row.command.split(' '));
                            let parsed = Cli::try_parse_from(words);
                            assert!(parsed.is_ok(), "{}", row.command);
                            commands += 1;
                        }
                    })
                    .unwrap();
            }
        }
        assert!(commands > 200, "{commands}");
    }
}
