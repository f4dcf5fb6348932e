//! A proof as text.
//!
//! The line `crosscram-pn-proof 1`, a line of the caller that says what is proved, `win` or `loss`, then a
//! line for each position in increasing order of keys: the key in hexadecimal digits, the height (`-` if play may
//! be endless), and the number of the answer (`-` if there is none).

use super::{Entry, Proof};
use crate::game::{Game, Key};
use crate::state::numbered;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::{self, BufRead, Write};

const FIRST_LINE: &str = "crosscram-pn-proof 1";

/// Why a file is not a proof of what is asked.
#[derive(Debug, thiserror::Error)]
pub enum ProofFileError {
    /// It cannot be read.
    #[error(transparent)]
    Io(io::Error),
    /// Its first line is not that of a proof.
    #[error("not a proof (its first line is not '{FIRST_LINE}')")]
    NotAProof,
    /// It proves something else, which this line describes.
    #[error("proves something else: {0}")]
    Other(String),
    /// This line, from 1, is not as it should be.
    #[error("line {0}: expected a key, a height and an answer")]
    Line(usize),
}

impl<G: Game> Proof<G> {
    /// Writes the proof. `question` says in one line what is proved.
    pub fn write(&self, game: &G, mut out: impl Write, question: &str) -> io::Result<()> {
        let value = if self.is_win { "win" } else { "loss" };
        writeln!(
            out,
            "{FIRST_LINE}\n{}\n{value}",
            question.replace('\n', " ")
        )?;
        let mut keys: Vec<&G::Key> = self.entries.keys().collect();
        keys.sort_unstable();
        let (mut bytes, mut line) = (Vec::new(), String::new());
        for key in keys {
            let Entry { answer, height } = self.entries[key];
            bytes.clear();
            key.write(&mut bytes);
            line.clear();
            bytes
                .iter()
                .try_for_each(|byte| write!(line, "{byte:02x}"))
                .expect("text");
            match height {
                u32::MAX => line.push_str(" -"),
                height => write!(line, " {height}").expect("text"),
            }
            match answer {
                None => line.push_str(" -"),
                Some(mov) => write!(line, " {}", numbered(game, mov)?).expect("text"),
            }
            writeln!(out, "{line}")?;
        }
        out.flush()
    }

    /// Reads a proof. Whether it proves anything, only [`Proof::check`] says.
    pub fn read(game: &G, input: impl BufRead, question: &str) -> Result<Self, ProofFileError> {
        let mut lines = input.lines();
        let mut next = |number: usize| match lines.next() {
            Some(line) => line.map(Some).map_err(ProofFileError::Io),
            None if number <= 3 => Err(ProofFileError::Line(number)),
            None => Ok(None),
        };
        match next(1) {
            Ok(Some(line)) if line == FIRST_LINE => {}
            Err(ProofFileError::Io(error)) if error.kind() != io::ErrorKind::InvalidData => {
                return Err(ProofFileError::Io(error));
            }
            _ => return Err(ProofFileError::NotAProof),
        }
        let asked = next(2)?.unwrap_or_default();
        if asked != question.replace('\n', " ") {
            return Err(ProofFileError::Other(asked));
        }
        let is_win = match next(3)?.as_deref() {
            Some("win") => true,
            Some("loss") => false,
            _ => return Err(ProofFileError::Line(3)),
        };
        let mut entries = HashMap::new();
        let mut number = 4;
        while let Some(line) = next(number)? {
            let entry = entry(game, &line).filter(|(key, _)| !entries.contains_key(key));
            let (key, entry) = entry.ok_or(ProofFileError::Line(number))?;
            entries.insert(key, entry);
            number += 1;
        }
        Ok(Proof { is_win, entries })
    }
}

fn entry<G: Game>(game: &G, line: &str) -> Option<(G::Key, Entry<G::Move>)> {
    let fields: Vec<&str> = line.split(' ').collect();
    let &[digits, height, answer] = fields.as_slice() else {
        return None;
    };
    if !digits.is_ascii() || digits.len() != 2 * G::Key::BYTES {
        return None;
    }
    let bytes: Option<Vec<u8>> = (0..G::Key::BYTES)
        .map(|at| u8::from_str_radix(digits.get(2 * at..2 * at + 2)?, 16).ok())
        .collect();
    let height = match height {
        "-" => u32::MAX,
        height => height.parse().ok()?,
    };
    let answer = match answer {
        "-" => None,
        code => Some(game.move_of_code(code.parse().ok()?)?),
    };
    Some((G::Key::read(&bytes?), Entry { answer, height }))
}
