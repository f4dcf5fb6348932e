//! The `crosscram` command: parses, wires and prints. Everything hard is in the libraries.

#[macro_use]
mod failure;
#[macro_use]
mod text;

mod allocator;
mod analyse;
mod args;
mod atlas;
mod bench;
mod cache;
mod cluster;
mod compare;
mod drawing;
mod estimate;
mod explain;
mod figure;
mod generate;
mod input;
mod instructions;
mod jobs;
mod json;
mod moves;
mod play;
mod pn;
mod progress;
mod prove;
mod reproduce;
mod review;
#[cfg(test)]
mod schemas;
mod serve;
mod show;
mod solve;
mod statistics;
mod tournament;
mod value;
mod values;
mod verify;
mod watch;

use args::{Cli, Command};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use failure::Failure;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    if let Some(message) = crosscram_support::cpu::complaint() {
        return end(Err(Failure::Message(message)));
    }
    match Cli::grouped() {
        Ok(cli) => end(run(&cli.command)),
        Err(error) => end(help_or_complaint(error)),
    }
}

/// Prints what the parser has to say: help and version on standard output, complaints on standard error.
fn help_or_complaint(error: clap::Error) -> Result<(), Failure> {
    if !error.use_stderr() {
        let mut out = io::stdout().lock();
        write!(out, "{}", error.render())?;
        return Ok(out.flush()?);
    }
    if error.kind() == ErrorKind::UnknownArgument
        && let Some(ContextValue::String(given)) = error.get(ContextKind::InvalidArg)
        && given.starts_with('-')
        && std::env::args().any(|arg| is_negative(&arg) && arg.starts_with(given.as_str()))
    {
        let arg = std::env::args()
            .find(|arg| is_negative(arg))
            .unwrap_or_default();
        fail!(
            "'{arg}' begins with a minus sign, so it is not read as a board: a size is rows and columns \
             from 1 on, as 3x4; the negative of a board, or a value, needs -- before it: value -- '{arg}'"
        );
    }
    let _ = error.print();
    Err(Failure::Reported)
}

/// Returns whether an argument is a minus sign and something that no option begins with.
fn is_negative(arg: &str) -> bool {
    let mut chars = arg.chars();
    let (first, second) = (chars.next(), chars.next());
    first == Some('-') && second.is_some_and(|c| !c.is_ascii_alphabetic() && c != '-')
}

fn run(command: &Command) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match command {
        Command::Solve(args) => solve::run(args, &mut out),
        Command::Show(args) => show::run(args, &mut out),
        Command::Moves(args) => moves::run(args, &mut out),
        Command::Analyse(args) => analyse::run(args, &mut out),
        Command::Explain(args) => explain::run(args, &mut out),
        Command::Value(args) => value::run(args, &mut out),
        Command::Values(args) => values::run(args, &mut out),
        Command::Bench(args) => bench::run(args, &mut out),
        Command::Prove(args) => prove::run(args, &mut out),
        Command::Work(args) => jobs::unit::run(args, &mut out),
        Command::Cluster(args) => cluster::run(args, &mut out),
        Command::Verify(args) => verify::run(args, &mut out),
        Command::Pn(args) => pn::run(args, &mut out),
        Command::Compare(args) => compare::run(args, &mut out),
        Command::Estimate(args) => estimate::run(args, &mut out),
        Command::Atlas(args) => atlas::run(args, &mut out),
        Command::Reproduce(args) => reproduce::run(args, &mut out),
        Command::Match(args) => tournament::duel(args, &mut out),
        Command::Tournament(args) => tournament::run(args, &mut out),
        Command::Play(args) => play::run(args, &mut out),
        Command::Review(args) => review::run(args, &mut out),
        Command::Serve(args) => serve::run(args, &mut out),
        Command::Completions { shell } => generate::completions(*shell, &mut out),
        Command::Man { out: directory } => generate::man(directory.as_deref(), &mut out),
    }?;
    Ok(out.flush()?)
}

/// Prints the message of `result`, if any, on standard error. Returns the exit code.
fn end(result: Result<(), Failure>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Message(message)) => {
            remark!("error: {message}");
            ExitCode::from(failure::ERROR)
        }
        Err(Failure::Reported) => ExitCode::from(failure::ERROR),
        Err(Failure::No) => ExitCode::from(failure::NO),
        Err(Failure::Interrupted) => ExitCode::from(failure::INTERRUPTED),
        // The reader has closed the pipe, as in `crosscram bench | head -1`.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(Failure::Output(error)) => {
            remark!("error: standard output: {error}");
            ExitCode::from(failure::ERROR)
        }
    }
}

/// Prints a line on standard error, on a terminal in place of a line of progress; unlike `eprintln!`, does not panic if
/// it cannot be written.
pub(crate) fn remark(line: std::fmt::Arguments<'_>) {
    let mut err = io::stderr().lock();
    let clear = if err.is_terminal() { "\r\x1b[2K" } else { "" };
    let _ = writeln!(err, "{clear}{line}");
}
