//! `crosscram-check [FILE [VECTORS]]` checks an uncompressed certificate, from standard input without
//! FILE. It keeps VECTORS vectors of pieces, of some 100 bytes, instead of 1048576.
#![forbid(unsafe_code)]

use crosscram_checker::{FEW_VECTORS, Failure, check_share};
use std::io::{BufReader, Read, Write, stdin, stdout};
use std::{fs::File, process::ExitCode};

fn run() -> Result<(), Failure> {
    let mut words = std::env::args_os().skip(1);
    let reader: Box<dyn Read> = match words.next() {
        None => Box::new(stdin().lock()),
        Some(path) => Box::new(File::open(path).map_err(|error| Failure(2, error.to_string()))?),
    };
    let vectors = words.next().map_or(Some(FEW_VECTORS), |word| word.to_str()?.parse().ok());
    let (Some(vectors), None) = (vectors, words.next()) else {
        return Err(Failure(2, "usage: crosscram-check [FILE [VECTORS]]".to_string()));
    };
    let proven = check_share(&mut BufReader::with_capacity(1 << 16, reader), vectors, (0, 1))?;
    stdout().write_all(proven.to_string().as_bytes()).map_err(|error| Failure(2, error.to_string()))
}

fn main() -> ExitCode {
    let Err(Failure(code, reason)) = run() else { return ExitCode::SUCCESS };
    eprintln!("{reason}");
    ExitCode::from(code)
}
