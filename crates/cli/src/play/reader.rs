//! The lines that are typed during a game, and what Ctrl-C means while nobody thinks.

use super::interrupts::Interrupts;
use super::order::printable;
use crate::failure::Failure;
use crate::input;
use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

/// How often a wait for a line checks whether Ctrl-C was pressed.
const PATIENCE: Duration = Duration::from_millis(50);

/// What a game is told next.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Typed {
    /// A line with its number, from 1, without blanks around it and without control characters.
    Line(u64, String),
    /// There are no more lines.
    End,
    /// The user ends the program.
    Interrupted,
}

/// Standard input, read line by line on a thread of its own.
pub(super) struct Reader<'a> {
    lines: Receiver<(u64, io::Result<Vec<u8>>)>,
    interrupts: &'a Interrupts,
    /// Whether somebody sits at a terminal. Lines that were not typed are not on the screen yet.
    typed: bool,
}

impl<'a> Reader<'a> {
    pub(super) fn new(interrupts: &'a Interrupts) -> Result<Reader<'a>, Failure> {
        Ok(Reader {
            lines: input::lines_of_stdin()?,
            interrupts,
            typed: io::stdin().is_terminal(),
        })
    }

    /// Prints the prompt and waits for a line, or for what ends the game.
    pub(super) fn next(&self, out: &mut impl Write, prompt: &str) -> Result<Typed, Failure> {
        write!(out, "{prompt}")?;
        out.flush()?;
        let mut pressed = false;
        loop {
            let presses = self.interrupts.presses();
            // At a terminal the first press may have been meant for a thought that was over just before.
            let asked_again = presses > 1 || presses == 1 && (pressed || !self.typed);
            if self.interrupts.is_over() || asked_again {
                writeln!(out)?;
                return Ok(Typed::Interrupted);
            }
            if presses == 1 {
                pressed = true;
                write!(out, "\nCtrl-C again, or quit, ends the game\n{prompt}")?;
                out.flush()?;
            }
            let (number, line) = match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => {
                    writeln!(out)?;
                    return Ok(Typed::End);
                }
            };
            let line = line.map_err(|error| failure!("standard input, line {number}: {error}"))?;
            let text = printable(&String::from_utf8_lossy(&line));
            if !self.typed {
                writeln!(out, "{text}")?;
            }
            return Ok(Typed::Line(number, text));
        }
    }
}
