//! Where positions come from: the command line, or standard input line by line.

use crate::failure::Failure;
use crate::json::{self, BadLine};
use crosscram_players::arena::SavedGame;
use crosscram_rules::Position;
use crosscram_support::path::{At, PathError};
use std::fmt::Display;
use std::fs;
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::str::FromStr;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::Builder;
use std::time::Duration;

/// How often a reader that waits for input checks whether to give up.
const PATIENCE: Duration = Duration::from_millis(50);

/// One question, usually a position, or why it could not be read.
#[derive(Debug)]
pub(crate) struct Entry<T = Position> {
    /// Line of standard input, from 1; `None` for the command line.
    pub(crate) line: Option<u64>,
    /// The question, or what is wrong with it.
    pub(crate) asked: Result<T, String>,
}

/// The questions of one command.
pub(crate) enum Input<T = Position> {
    /// The question on the command line, until it is taken.
    Argument(Option<T>),
    /// Lines of standard input, and how each is read.
    Lines(Lines, Reader<T>),
}

/// How a question is read.
type Reader<T> = Box<dyn Fn(&str) -> Result<T, String> + Send>;

impl<T: FromStr<Err: Display>> Input<T> {
    /// Reads the argument `BOARD`.
    pub(crate) fn open(argument: &str) -> Result<Self, Failure> {
        Input::read_by(argument, |text| {
            text.parse().map_err(|error: T::Err| error.to_string())
        })
    }
}

impl<T> Input<T> {
    /// Returns whether it comes from standard input.
    pub(crate) fn is_batch(&self) -> bool {
        matches!(self, Input::Lines(..))
    }

    /// The question on the command line.
    pub(crate) fn argument(&self) -> Option<&T> {
        match self {
            Input::Argument(argument) => argument.as_ref(),
            Input::Lines(..) => None,
        }
    }

    /// Reads the argument `BOARD`, and the lines that it may stand for, by `read`.
    pub(crate) fn read_by(
        argument: &str,
        read: impl Fn(&str) -> Result<T, String> + Send + 'static,
    ) -> Result<Self, Failure> {
        if argument == "-" {
            return Ok(Input::Lines(lines_of_stdin()?, Box::new(read)));
        }
        match read(argument) {
            Ok(asked) => Ok(Input::Argument(Some(asked))),
            Err(error) => Err(failure!("BOARD: {error}")),
        }
    }

    /// Returns the next question, unless there is none or `give_up` says to stop waiting.
    pub(crate) fn next_unless(&mut self, give_up: impl Fn() -> bool) -> Option<Entry<T>> {
        let (lines, reader) = match self {
            Input::Argument(argument) => {
                let asked = argument.take().filter(|_| !give_up())?;
                let (line, asked) = (None, Ok(asked));
                return Some(Entry { line, asked });
            }
            Input::Lines(lines, reader) => (lines, reader),
        };
        while !give_up() {
            match lines.recv_timeout(PATIENCE) {
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return None,
                Ok((number, line)) => {
                    if let Some(asked) = read(line, &*reader) {
                        let line = Some(number);
                        return Some(Entry { line, asked });
                    }
                }
            }
        }
        None
    }
}

/// The text of a file, or of standard input for `-`, without the byte order mark with which some editors begin.
pub(crate) fn text(file: &Path) -> Result<String, PathError> {
    let text = match file == Path::new("-") {
        true => io::read_to_string(io::stdin().lock()).at("standard input"),
        false => fs::read_to_string(file).at(file),
    };
    text.map(|text| text.trim_start_matches('\u{feff}').to_owned())
}

/// Reads a saved game.
pub(crate) fn game(file: &Path) -> Result<SavedGame, PathError<String>> {
    let read = fs::read_to_string(file).map_err(|error| error.to_string());
    let parse = |text: String| SavedGame::parse(&text).map_err(|error| error.to_string());
    read.and_then(parse).at(file)
}

/// Lines with their numbers, from 1.
type Lines = Receiver<(u64, io::Result<Vec<u8>>)>;

/// Reads on a thread of its own, because a blocked read cannot be cancelled. The thread is abandoned when
/// the program ends.
pub(crate) fn lines_of_stdin() -> Result<Lines, Failure> {
    let (sender, receiver) = mpsc::sync_channel(1);
    let reader = Builder::new().spawn(move || {
        let mut input = io::stdin().lock();
        for number in 1.. {
            let mut line = Vec::new();
            let read = input.read_until(b'\n', &mut line);
            let last = !matches!(read, Ok(1..));
            if matches!(read, Ok(0)) || sender.send((number, read.map(|_| line))).is_err() || last {
                return;
            }
        }
    });
    match reader {
        Ok(_) => Ok(receiver),
        Err(error) => Err(failure!(
            "cannot start a thread that reads standard input: {error}"
        )),
    }
}

/// Reads a line; `None` if it is to be skipped.
fn read<T>(
    line: io::Result<Vec<u8>>,
    reader: impl Fn(&str) -> Result<T, String>,
) -> Option<Result<T, String>> {
    let line = match line {
        Ok(line) => line,
        Err(error) => return Some(Err(format!("cannot be read: {error}"))),
    };
    let Ok(text) = std::str::from_utf8(&line) else {
        return Some(Err("not UTF-8 text".to_string()));
    };
    // Some editors begin a file with a byte order mark.
    match text.trim_start_matches('\u{feff}').trim() {
        "" => None,
        comment if comment.starts_with(';') => None,
        text => Some(reader(text)),
    }
}

/// Handles all positions in order, reports bad lines, and fails at the end if there were any.
pub(crate) fn each<W: Write>(
    mut input: Input,
    json: bool,
    out: &mut W,
    mut handle: impl FnMut(Position, &mut W) -> io::Result<()>,
) -> Result<(), Failure> {
    let mut bad = false;
    // So quick that it need not be stopped.
    while let Some(entry) = input.next_unless(|| false) {
        match entry.asked {
            Ok(position) => handle(position, out)?,
            Err(error) => {
                bad = true;
                report_bad(out, json, entry.line, &error)?;
            }
        }
    }
    Failure::Reported.when(bad)
}

/// Reports a bad line: as JSON on standard output, or as text on standard error.
pub(crate) fn report_bad(
    out: &mut impl Write,
    json: bool,
    line: Option<u64>,
    error: &str,
) -> io::Result<()> {
    match line {
        Some(line) if json => json::object(out, BadLine { line, error })?,
        Some(line) => remark!("error: line {line}: {error}"),
        None => remark!("error: {error}"),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: Option<Result<&str, &str>>) {
        let reader = |text: &str| Position::from_str(text).map_err(|error| error.to_string());
        let position = read(Ok(line.as_bytes().to_vec()), reader);
        let printed = position.map(|position| position.map(|position| position.to_string()));
        match (&printed, expected) {
            (None, None) => {}
            (Some(Ok(printed)), Some(Ok(expected))) => assert_eq!(printed, expected),
            (Some(Err(error)), Some(Err(part))) => assert!(error.contains(part), "{error}"),
            _ => panic!("{line:?} gives {printed:?}"),
        }
    }

    #[test]
    fn lines() {
        check("  ..#|.#.\r\n", Some(Ok("..#|.#.")));
        check("1x2 V", Some(Ok(".. V")));
        check("\u{feff}..\n", Some(Ok("..")));
        check("\u{feff}; a remark", None);
        check("\n", None);
        check("; 8x8 is next", None);
        check("#.", Some(Ok("#.")));
        check("8y8", Some(Err("8y8")));
        assert!(read(Ok(vec![0xff, b'\n']), |_| Ok(())).unwrap().is_err());
    }
}
