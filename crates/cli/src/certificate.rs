//! The bytes of a certificate, whether it is compressed or not.

use crate::failure::Failure;
use crosscram_certificate::{Checkers, Hash, Uncompressed, check_beside};
use crosscram_checker::{Failure as Refusal, Proven, check};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

/// Bytes with which a compressed file begins.
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// What is in a file.
pub(crate) enum Bytes {
    Compressed(Box<BufReader<Uncompressed<Input>>>),
    Plain(Input),
}

type Input = BufReader<Box<dyn Read>>;

impl Bytes {
    /// Opens a certificate; `-` is standard input.
    pub(crate) fn open(path: &Path) -> Result<Bytes, Failure> {
        let name = path.display();
        let failed = |error: io::Error| Failure::message(format_args!("{name}: {error}"));
        let input: Box<dyn Read> = match path == Path::new("-") {
            true => Box::new(io::stdin().lock()),
            false => Box::new(File::open(path).map_err(failed)?),
        };
        let mut input = BufReader::with_capacity(1 << 16, input);
        let begins = input.fill_buf().map_err(failed)?;
        if begins.starts_with(b"certificate") {
            return Err(Failure::message(format_args!(
                "{name}: the text form is for people and for proofs/check.py"
            )));
        }
        Ok(match begins.starts_with(&ZSTD) {
            true => {
                let bytes = BufReader::with_capacity(1 << 16, Uncompressed::new(input));
                Bytes::Compressed(Box::new(bytes))
            }
            false => Bytes::Plain(input),
        })
    }

    /// The reader.
    pub(crate) fn reader(&mut self) -> &mut dyn BufRead {
        match self {
            Bytes::Compressed(bytes) => bytes,
            Bytes::Plain(bytes) => bytes,
        }
    }

    /// Checks it. Returns what it proves, and its hash if it has one. An invalid one is a "no".
    pub(crate) fn check(self, path: &Path) -> Result<(Proven, Option<Hash>), Failure> {
        self.check_by(path, |bytes| Ok(check(bytes)))
    }

    /// The same by several threads.
    pub(crate) fn check_with(
        self,
        path: &Path,
        checkers: Checkers,
    ) -> Result<(Proven, Option<Hash>), Failure> {
        self.check_by(path, |bytes| {
            let sent = check_beside(checkers, |mut sending| {
                io::copy(bytes, &mut sending)?;
                sending.flush()
            })
            .map_err(Failure::message)?;
            Ok(match (sent.written, sent.checked) {
                (Ok(()), Some(checked)) => checked,
                (Err(_), Some(Err(refusal))) => Err(refusal),
                (Err(error), _) => {
                    let reason = format!("unreadable: it is damaged or ends too early: {error}");
                    Err(Refusal(2, reason))
                }
                (Ok(()), None) => unreachable!("all bytes were sent"),
            })
        })
    }

    /// The same by a checker that may fail to run.
    pub(crate) fn check_by<T>(
        mut self,
        path: &Path,
        checker: impl FnOnce(&mut dyn BufRead) -> Result<Result<T, Refusal>, Failure>,
    ) -> Result<(T, Option<Hash>), Failure> {
        let name = path.display();
        let proven = checker(self.reader())?.and_then(|proven| {
            // The hash comes after the last byte that the checker wants.
            let hash = self.finish();
            let hash = hash.map_err(|error| Refusal(2, error.to_string()))?;
            Ok((proven, hash))
        });
        proven.map_err(|Refusal(code, reason)| match code {
            1 => {
                crate::remark(format_args!("{name}: {reason}"));
                Failure::No
            }
            _ => Failure::message(format_args!("{name}: {reason}")),
        })
    }

    /// Reads what is left, so that the hash at the end is compared. Returns it if there is one.
    pub(crate) fn finish(mut self) -> io::Result<Option<Hash>> {
        io::copy(self.reader(), &mut io::sink())?;
        Ok(match self {
            Bytes::Compressed(bytes) => Some(bytes.get_ref().hash()),
            Bytes::Plain(_) => None,
        })
    }
}

/// Files that may be certificates.
#[derive(Default)]
pub(crate) struct Shelf {
    paths: Vec<PathBuf>,
}

impl Shelf {
    /// Files, and all files of directories whose names end with `.cert`.
    pub(crate) fn new(places: &[PathBuf]) -> Result<Shelf, Failure> {
        let mut paths = Vec::new();
        for place in places {
            let failed =
                |error: io::Error| Failure::message(format_args!("{}: {error}", place.display()));
            if !fs::metadata(place).map_err(failed)?.is_dir() {
                paths.push(place.clone());
                continue;
            }
            let mut found = Vec::new();
            for entry in fs::read_dir(place).map_err(failed)? {
                let path = entry.map_err(failed)?.path();
                found.extend(
                    path.extension()
                        .is_some_and(|end| end == "cert")
                        .then_some(path),
                );
            }
            found.sort();
            paths.extend(found);
        }
        Ok(Shelf { paths })
    }

    /// All files beside a certificate; none if they cannot be listed.
    pub(crate) fn beside(path: &Path) -> Shelf {
        let directory = match path.parent() {
            Some(parent) if parent != Path::new("") => parent,
            _ => Path::new("."),
        };
        Shelf::new(&[directory.to_path_buf()]).unwrap_or_default()
    }

    /// The files.
    pub(crate) fn paths(&self) -> &[PathBuf] {
        &self.paths
    }

    /// The file that says that it has this hash.
    pub(crate) fn find(&self, hash: &str) -> Option<&Path> {
        let says_so = |path: &&PathBuf| {
            let at_end = File::open(path).and_then(Hash::at_end);
            at_end.is_ok_and(|end| end.is_some_and(|end| end.to_string() == hash))
        };
        self.paths.iter().find(says_so).map(PathBuf::as_path)
    }
}
