//! `crosscram prove`: solve a board and write the proof down.

use crate::args::{CacheArg, QuietArg, TileArg, side, threads};
use crate::cache;
use crate::failure::Failure;
use crate::jobs::{self, When};
use crate::json;
use crate::progress::Progress;
use crate::solve::open_journal;
use crate::text;
use crate::watch::Watch;
use clap::Args;
use crosscram_certificate::{Compressed, Form, Hash, Writer, written_beside};
use crosscram_jobs::Journal;
use crosscram_rules::{Dyadic, Player, Question, Tile};
use crosscram_search::{
    Control, CrosscramOptions, Ending, Levels, ProofSink, Proven, Report, Run, Solver, Step,
    TableSize,
};
use crosscram_support::atomic::Replacement;
use crosscram_support::path::At;
use crosscram_workbench::Subject;
use serde::Serialize;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Solve a board and write a certificate that anybody can check
///
/// The certificate is the whole proof: a move wherever the winner moves, every move wherever the
/// loser moves, and at the ends cuts of the board that show who wins. `crosscram verify` checks it;
/// so does `zstd -dc FILE | crosscram-check`, which shares nothing with the solver.
#[derive(Debug, Args)]
pub(crate) struct ProveArgs {
    #[arg(
        value_name = "BOARD",
        help = "A size (8x8), a position ('..#|.#. V'), or a sum ('6x14 + 1/4')"
    )]
    pub(crate) board: String,

    /// Who moves first [default: the position's side to move, else V]
    #[arg(long, ignore_case = true, value_parser = side())]
    pub(crate) first: Option<Player>,

    /// Where to write the certificate; - for standard output
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    pub(crate) output: PathBuf,

    /// Write the text form, which is not compressed
    #[arg(long)]
    pub(crate) text: bool,

    #[command(flatten)]
    pub(crate) tile: TileArg,

    /// Maximum number of cells of a piece that is not cut further [default: by the board's size]
    ///
    /// Larger pieces make the certificate shorter, but take the checker more time and memory.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=40))]
    pub(crate) regions: Option<u32>,

    /// Size of the transposition table, in entries (8388608, 2^23, 8M) or bytes (512MiB, 2GB)
    #[arg(long, value_name = "SIZE")]
    pub(crate) table: Option<TableSize>,

    #[command(flatten)]
    pub(crate) cache: CacheArg,

    /// How many threads search, and check the certificate of --jobs; the proof is written by one
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads)]
    pub(crate) threads: usize,

    /// Keep finished subtrees of the search in this folder, and use what is there
    ///
    /// A search that was interrupted, even killed, goes on where it was. What a journal says is not
    /// trusted: it guides the search, and whatever the proof needs is proven.
    #[arg(long, value_name = "DIR")]
    pub(crate) journal: Option<PathBuf>,

    /// Use the finished subtrees of this folder as hints; it is only read
    ///
    /// What it says is not trusted. If it is wrong, that is said, and the proof is found without it.
    #[arg(long, value_name = "DIR", conflicts_with = "journal")]
    pub(crate) from_journal: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) jobs: JobsArgs,

    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) quiet: QuietArg,
}

/// A proof in units of work.
#[derive(Debug, Args)]
#[command(next_help_heading = "Proofs in units of work")]
pub(crate) struct JobsArgs {
    /// Prove in units of work and keep everything in this folder
    ///
    /// The top of the tree is a proof-number search whose leaves are searched for a limited number of nodes
    /// each. What is proven is in files of the folder; a run that was interrupted, even killed, loses at
    /// most the units under way. Several --threads work on one unit. What `solve --journal` has left in the folder guides the run.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["journal", "from_journal"])]
    pub(crate) jobs: Option<PathBuf>,

    /// Go on with the run in the folder
    #[arg(long, requires = "jobs")]
    pub(crate) resume: bool,

    /// Maximum number of nodes of a unit [default: 100000]
    #[arg(long, value_name = "N", requires = "jobs", conflicts_with = "resume", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) unit_nodes: Option<u64>,

    /// Write up to N units for other programs into DIR/units instead of working on them
    ///
    /// First the segments in DIR/inbox are taken. `crosscram work` makes one from each unit. If the proof is then complete,
    /// the certificate is written; otherwise the exit code is 1 and there is more to do.
    #[arg(long, value_name = "N", requires = "jobs", conflicts_with = "threads", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub(crate) issue: Option<u64>,

    /// When proofs of other programs are checked
    #[arg(long, value_name = "WHEN", requires = "issue", value_enum)]
    pub(crate) check: Option<When>,

    /// Check every segment of the folder before going on, and put those aside that are false
    #[arg(long, requires = "resume")]
    pub(crate) audit: bool,
}

pub(crate) fn run(args: &ProveArgs, out: &mut impl Write) -> Result<(), Failure> {
    let asked = Subject::read(&args.board, args.tile.length).map_err(Failure::message)?;
    let first = asked.firsts(args.first)[0];
    let question = asked.question(first);
    check_number(&question)?;
    let options = options(args)?;
    if let Some(folder) = &args.jobs.jobs {
        return jobs::run(args, folder, &asked.name(), &question, options, out);
    }
    let session = cache::session(options, &args.cache)?;
    session.admit(&question, 1).map_err(Failure::message)?;
    let solver = session.solver();
    let journal = match &args.journal {
        Some(path) => Some(open_journal(path, &question, args.quiet.quiet)?),
        None => None,
    };
    let hints = match &args.from_journal {
        Some(path) => Journal::read(path, &question).map_err(Failure::message)?,
        None => Vec::new(),
    };
    let watch = Watch::with_signals()?;
    let progress = Progress::new(args.quiet.quiet);
    let to_stdout = args.output == Path::new("-");
    if to_stdout && args.json {
        fail!("--json: standard output is taken by the certificate");
    }
    let started = Instant::now();
    let label = format!("{} {} first", asked.name(), first.letter());
    let form = if args.text { Form::Text } else { Form::Binary };
    let hears = Heard::default();
    let written = progress.during(&watch, || {
        watch.search(label, |control| match &journal {
            None => write_with(&hints, args, solver, &question, control, (form, &hears)),
            Some(journal) => {
                let write = |run: &Run<'_>| write(args, solver, &question, run, (form, &hears));
                journal.during(control, write).map_err(io::Error::other)?
            }
        })
    });
    let Some(written) = written else {
        return Err(Failure::Interrupted);
    };
    if let Some(journal) = &journal {
        journal.check().map_err(Failure::message)?;
    }
    let written = match written {
        Ok(written) => written,
        Err(error) if to_stdout => return Err(Failure::Output(error)),
        Err(error) => {
            // The proof is lost, but not what it would have proven.
            let winner = *heard(&hears);
            if let Some(winner) = winner {
                let said = verdict(&asked.name(), winner, first);
                match args.json {
                    true => remark!("{said}"),
                    false => writeln!(out, "{said}")?,
                }
                out.flush()?;
            }
            return Ok(Err(error).at(&args.output)?);
        }
    };
    let winner = match &written.report.ending {
        Ending::Won { winner, .. } => *winner,
        Ending::Interrupted { refuted, of } => {
            let moves = match of {
                // The search had ended, and its proof was being written.
                0 => String::new(),
                of => format!(", {} of {of} first moves refuted", refuted.len()),
            };
            remark!(
                "stopped after {} in {}{moves}; there is no certificate",
                text::plural(written.report.nodes, "node"),
                text::seconds(started.elapsed().as_secs_f64())
            );
            return Err(Failure::Interrupted);
        }
        Ending::Failed(shortage) => return Err(Failure::message(shortage)),
    };
    if to_stdout {
        return Ok(());
    }
    let (searched, seconds_to_solve) = (written.report.nodes, written.report.elapsed.as_secs_f64());
    let proof = Proof {
        position: asked.name(),
        tile: question.tile,
        first,
        winner,
        cost: Cost {
            searched,
            seconds_to_solve,
        },
        nodes: written.nodes,
        bytes: written.bytes,
        hash: written.hash,
        seconds: started.elapsed().as_secs_f64(),
    };
    let cost = format!(
        "{} ({} to solve, {})",
        text::seconds(proof.seconds),
        text::seconds(seconds_to_solve),
        text::plural(searched, "node"),
    );
    Ok(proof.write(&cost, &args.output, args.json, out)?)
}

/// The engine's options with the wanted changes.
fn options(args: &ProveArgs) -> Result<CrosscramOptions, Failure> {
    let own = CrosscramOptions::fitted();
    Ok(CrosscramOptions {
        bounds: levels(args.regions)?,
        table: args.table.unwrap_or(own.table),
        threads: args.threads,
        ..own
    })
}

/// The levels of the bounds, with pieces of at most so many cells.
pub(crate) fn levels(regions: Option<u32>) -> Result<Levels, Failure> {
    let Some(cells) = regions else {
        return Ok(CrosscramOptions::default().bounds);
    };
    let levels = format!("rows,regions:{cells},across,merge");
    levels.parse::<Levels>().map_err(Failure::message)
}

/// The engine replaces a number beyond the board by the largest that matters, whose moves are others.
fn check_number(question: &Question) -> Result<(), Failure> {
    let most = question.board.area() as i16 / question.tile.length() as i16 + 1;
    let (least, most) = (Dyadic::from(-most), Dyadic::from(most));
    if question.number < least || question.number > most {
        fail!(
            "the number {} is larger than anything on the board: no proof is needed",
            question.number
        );
    }
    Ok(())
}

/// Who wins, in words.
fn verdict(position: &str, winner: Player, first: Player) -> String {
    let (winner, first) = (winner.letter(), first.letter());
    format!("{position}: {winner} wins if {first} moves first")
}

/// Who wins, as soon as that is known: before the first node of the proof is written.
type Heard = Mutex<Option<Player>>;

/// Ignores poisoning: no update here can be left half done by a panic.
fn heard(heard: &Heard) -> MutexGuard<'_, Option<Player>> {
    heard.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A writer of proofs that tells who wins.
struct Telling<'a> {
    sink: &'a mut dyn ProofSink,
    heard: &'a Heard,
}

impl ProofSink for Telling<'_> {
    fn begin(&mut self, winner: Player, largest_piece: u32) -> io::Result<()> {
        *heard(self.heard) = Some(winner);
        self.sink.begin(winner, largest_piece)
    }

    fn step(&mut self, step: &Step) -> io::Result<()> {
        self.sink.step(step)
    }
}

/// What became of a proof.
struct Written {
    report: Report,
    nodes: u64,
    bytes: u64,
    /// Of the binary form.
    hash: Option<Hash>,
}

/// Solves with hints and writes the certificate; without them if they turn out to be wrong.
fn write_with(
    hints: &[Proven],
    args: &ProveArgs,
    solver: &Solver,
    question: &Question,
    control: &Control,
    how: (Form, &Heard),
) -> io::Result<Written> {
    let run = Run::new(control);
    let hinted = Run {
        known: hints,
        ..run
    };
    match write(args, solver, question, &hinted, how) {
        Err(error) if error.kind() == io::ErrorKind::InvalidData && !hints.is_empty() => {
            remark!("{error}; it is not used");
            write(args, solver, question, &run, how)
        }
        written => written,
    }
}

/// Solves, and writes the certificate where it is wanted. A file appears only when it is complete.
fn write(
    args: &ProveArgs,
    solver: &Solver,
    question: &Question,
    run: &Run<'_>,
    how: (Form, &Heard),
) -> io::Result<Written> {
    // Hints that turned out to be wrong may have given another answer.
    *heard(how.1) = None;
    if args.output == Path::new("-") {
        let out = BufWriter::new(io::stdout());
        return write_to(out, solver, question, run, how).map(|(written, _)| written);
    }
    let file = Replacement::create(&args.output)?;
    let (written, file) = write_to(file, solver, question, run, how)?;
    if written.report.winner().is_some() {
        file.commit()?;
    }
    Ok(written)
}

fn write_to<O: Write + Send>(
    out: O,
    solver: &Solver,
    question: &Question,
    run: &Run<'_>,
    (form, heard): (Form, &Heard),
) -> io::Result<(Written, O)> {
    let mut writer = Writer::new(Compressed::new(out, form == Form::Binary), form, question);
    let report = written_beside(&mut writer, |sink| {
        solver.prove(question, run, &mut Telling { sink, heard })
    })?;
    let nodes = writer.nodes();
    let (hash, bytes, out) = writer.finish()?.finish()?;
    let written = Written {
        report,
        nodes,
        bytes,
        hash,
    };
    Ok((written, out))
}

/// One object: a proof, and what the search cost.
#[derive(Serialize)]
pub(crate) struct Proof<C> {
    pub(crate) position: String,
    pub(crate) tile: Tile,
    pub(crate) first: Player,
    pub(crate) winner: Player,
    #[serde(flatten)]
    pub(crate) cost: C,
    /// Nodes of the certificate.
    pub(crate) nodes: u64,
    pub(crate) bytes: u64,
    pub(crate) hash: Option<Hash>,
    pub(crate) seconds: f64,
}

/// The cost of a search in one piece.
#[derive(Serialize)]
struct Cost {
    /// Nodes of the search.
    searched: u64,
    seconds_to_solve: f64,
}

impl<C: Serialize> Proof<C> {
    /// Prints it, for people with what it cost in words.
    pub(crate) fn write(
        &self,
        cost: &str,
        path: &Path,
        json: bool,
        out: &mut impl Write,
    ) -> io::Result<()> {
        if json {
            return json::object(out, self);
        }
        writeln!(out, "{}", verdict(&self.position, self.winner, self.first))?;
        let (nodes, bytes) = (text::grouped(self.nodes), text::grouped(self.bytes));
        writeln!(
            out,
            "  {}: {nodes} nodes, {bytes} bytes, {cost}",
            path.display()
        )?;
        match &self.hash {
            Some(hash) => writeln!(out, "  blake3 {hash}"),
            None => Ok(()),
        }
    }
}
