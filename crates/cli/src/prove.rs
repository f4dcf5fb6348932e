//! `crosscram prove`: solve a board and write the proof down.

use crate::args::ProveArgs;
use crate::cache;
use crate::failure::Failure;
use crate::jobs;
use crate::json;
use crate::progress::Progress;
use crate::solve::open_journal;
use crate::text;
use crate::watch::Watch;
use crosscram_certificate::{Compressed, Form, Hash, Writer, written_beside};
use crosscram_jobs::Journal;
use crosscram_rules::{Dyadic, Player, Question};
use crosscram_search::{
    Control, CrosscramOptions, Ending, Levels, ProofSink, Proven, Report, Run, Solver, Step,
};
use crosscram_support::atomic::Replacement;
use crosscram_support::path::At;
use crosscram_workbench::Subject;
use serde::Serialize;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Run the command.
pub(crate) fn run(args: &ProveArgs, out: &mut impl Write) -> Result<(), Failure> {
    let asked = Subject::read(&args.board, args.tile.length).map_err(Failure::message)?;
    let first = asked.firsts(args.first.map(|side| side.player()))[0];
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
        return Err(Failure::message(
            "--json: standard output is taken by the certificate",
        ));
    }
    let started = Instant::now();
    let label = format!("{} {} first", asked.name(), first.letter());
    let form = if args.text { Form::Text } else { Form::Binary };
    let heard = Heard::default();
    let written = progress.during(&watch, || {
        watch.search(label, |control| match &journal {
            None => write_with(&hints, args, solver, &question, control, (form, &heard)),
            Some(journal) => {
                let write = |run: &Run<'_>| write(args, solver, &question, run, (form, &heard));
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
            let winner = heard.winner();
            if let Some(winner) = winner {
                let said = verdict(&asked.name(), winner.letter(), first.letter());
                match args.json {
                    true => crate::remark(format_args!("{said}")),
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
            crate::remark(format_args!(
                "stopped after {} in {}{moves}; there is no certificate",
                text::plural(written.report.nodes, "node"),
                text::seconds(started.elapsed().as_secs_f64())
            ));
            return Err(Failure::Interrupted);
        }
        Ending::Failed(shortage) => return Err(Failure::message(shortage)),
    };
    if to_stdout {
        return Ok(());
    }
    let summary = Summary {
        schema: json::SCHEMA,
        position: asked.name(),
        tile: args.tile.length.length(),
        first: first.letter(),
        winner: winner.letter(),
        searched: written.report.nodes,
        seconds_to_solve: written.report.elapsed.as_secs_f64(),
        nodes: written.nodes,
        bytes: written.bytes,
        hash: written.hash.map(|hash| hash.to_string()),
        seconds: started.elapsed().as_secs_f64(),
    };
    if args.json {
        return Ok(json::write(out, &summary)?);
    }
    summary.print(&args.output, out)
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
        return Err(Failure::message(format_args!(
            "the number {} is larger than anything on the board: no proof is needed",
            question.number
        )));
    }
    Ok(())
}

/// Who wins, in words.
fn verdict(position: &str, winner: char, first: char) -> String {
    format!("{position}: {winner} wins if {first} moves first")
}

/// Who wins, as soon as that is known: before the first node of the proof is written.
#[derive(Debug, Default)]
struct Heard(Mutex<Option<Player>>);

impl Heard {
    fn winner(&self) -> Option<Player> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set(&self, winner: Option<Player>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = winner;
    }
}

/// A writer of proofs that tells who wins.
struct Telling<'a> {
    sink: &'a mut dyn ProofSink,
    heard: &'a Heard,
}

impl ProofSink for Telling<'_> {
    fn begin(&mut self, winner: Player, largest_piece: u32) -> io::Result<()> {
        self.heard.set(Some(winner));
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
            crate::remark(format_args!("{error}; it is not used"));
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
    how.1.set(None);
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

/// One object.
#[derive(Serialize)]
struct Summary {
    schema: u32,
    position: String,
    tile: u32,
    first: char,
    winner: char,
    /// Nodes of the search.
    searched: u64,
    seconds_to_solve: f64,
    /// Nodes of the certificate.
    nodes: u64,
    bytes: u64,
    hash: Option<String>,
    seconds: f64,
}

impl Summary {
    fn print(&self, path: &Path, out: &mut impl Write) -> Result<(), Failure> {
        let Summary {
            position,
            first,
            winner,
            ..
        } = self;
        writeln!(out, "{}", verdict(position, *winner, *first))?;
        writeln!(
            out,
            "  {}: {} nodes, {} bytes, {} ({} to solve, {})",
            path.display(),
            text::grouped(self.nodes),
            text::grouped(self.bytes),
            text::seconds(self.seconds),
            text::seconds(self.seconds_to_solve),
            text::plural(self.searched, "node"),
        )?;
        if let Some(hash) = &self.hash {
            writeln!(out, "  blake3 {hash}")?;
        }
        Ok(())
    }
}
