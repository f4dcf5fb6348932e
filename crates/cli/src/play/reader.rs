//! The lines that are typed during a game, and what Ctrl-C means while no player thinks.

use super::interrupts::Interrupts;
use super::order::printable;
use crate::failure::Failure;
use crate::input;
use crosscram_rules::Player;
use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

/// How often a wait for a line checks whether Ctrl-C was pressed.
const PATIENCE: Duration = Duration::from_millis(50);

/// What a game is told next.
enum Typed {
    /// A line with its number, from 1, without blanks around it and without control characters.
    Line(u64, String),
    /// There are no more lines.
    End,
    /// The user ends the program.
    Interrupted,
}

/// A game that is told what to do line by line.
pub(super) trait Conversation<W> {
    /// Where it prints.
    fn out(&mut self) -> &mut W;

    /// Does what comes before the next line, and returns the prompt; `None` if the game ends instead.
    fn prompt(&mut self) -> io::Result<Option<&'static str>>;

    /// Executes a line. Returns whether the game goes on. A failure with a message says what is wrong with the line,
    /// which does not change the game then.
    fn obey(&mut self, line: &str) -> Result<bool, Failure>;

    /// Prints what is said at the end.
    fn farewell(&mut self) -> io::Result<()>;
}

/// The letter of the player to move, as a prompt.
pub(super) fn prompt_of(player: Player) -> &'static str {
    match player {
        Player::Vertical => "V> ",
        Player::Horizontal => "H> ",
    }
}

/// Reads lines and has the game execute them, until one of them or the user ends it.
pub(super) fn converse<W: Write>(
    interrupts: &Interrupts,
    game: &mut impl Conversation<W>,
) -> Result<(), Failure> {
    let reader = Reader::new(interrupts)?;
    let mut ended = Ok(());
    while let Some(prompt) = game.prompt()? {
        match reader.next(game.out(), prompt)? {
            Typed::Line(number, line) => match game.obey(&line) {
                Ok(true) => {}
                Ok(false) => break,
                Err(Failure::Message(problem)) => {
                    writeln!(game.out(), "line {number}: {problem}")?;
                }
                Err(failure) => return Err(failure),
            },
            Typed::End => break,
            Typed::Interrupted => {
                ended = Err(Failure::Interrupted);
                break;
            }
        }
    }
    game.farewell()?;
    ended
}

/// Standard input, read line by line on a thread of its own.
struct Reader<'a> {
    lines: Receiver<(u64, io::Result<Vec<u8>>)>,
    interrupts: &'a Interrupts,
    /// Whether somebody sits at a terminal. Lines that were not typed are not on the screen yet.
    typed: bool,
}

impl<'a> Reader<'a> {
    fn new(interrupts: &'a Interrupts) -> Result<Reader<'a>, Failure> {
        Ok(Reader {
            lines: input::lines_of_stdin()?,
            interrupts,
            typed: io::stdin().is_terminal(),
        })
    }

    /// Prints the prompt and waits for a line, or for what ends the game.
    fn next(&self, out: &mut impl Write, prompt: &str) -> Result<Typed, Failure> {
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
