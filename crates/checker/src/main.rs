//! `crosscram-check [FILE]` checks an uncompressed certificate, from standard input without FILE.
#![forbid(unsafe_code)]

use crosscram_checker::{Failure, check};
use std::io::{BufReader, Read, Write, stdin, stdout};
use std::{fs::File, process::ExitCode};

fn run() -> Result<(), Failure> {
    let reader: Box<dyn Read> = match std::env::args_os().nth(1) {
        None => Box::new(stdin().lock()),
        Some(path) => Box::new(File::open(path).map_err(|error| Failure(2, error.to_string()))?),
    };
    let proven = check(&mut BufReader::with_capacity(1 << 16, reader))?;
    stdout().write_all(proven.to_string().as_bytes()).map_err(|error| Failure(2, error.to_string()))
}

fn main() -> ExitCode {
    let Err(Failure(code, reason)) = run() else { return ExitCode::SUCCESS };
    eprintln!("{reason}");
    ExitCode::from(code)
}
