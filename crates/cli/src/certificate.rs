//! The bytes of a certificate, whether it is compressed or not.

use crate::failure::Failure;
use crosscram_proof::certificate::{Hash, Uncompressed};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

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
                "{name}: the text form is for people and for checkers/check.py"
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

    /// Reads what is left, so that the hash at the end is compared. Returns it if there is one.
    pub(crate) fn finish(mut self) -> io::Result<Option<Hash>> {
        io::copy(self.reader(), &mut io::sink())?;
        Ok(match self {
            Bytes::Compressed(bytes) => Some(bytes.get_ref().hash()),
            Bytes::Plain(_) => None,
        })
    }
}
