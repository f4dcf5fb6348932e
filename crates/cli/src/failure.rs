//! Ways a command can fail, and their exit codes.

use crosscram_checker::Failure as Refusal;
use crosscram_support::path::PathError;
use crosscram_support::threads::StartError;
use std::fmt::Display;
use std::io;

/// Exit code of a command that failed, or of a batch with a bad line.
pub(crate) const ERROR: u8 = 2;
/// Exit code of a command whose answer is "no".
pub(crate) const NO: u8 = 1;
/// Exit code after Ctrl-C: 128 + SIGINT, as in shells.
pub(crate) const INTERRUPTED: u8 = 130;

/// Why a command failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A message for standard error.
    Message(String),
    /// All messages were printed already, line by line.
    Reported,
    /// The answer is "no" and was printed.
    No,
    /// Ctrl-C; the results so far are printed.
    Interrupted,
    /// Standard output could not be written.
    Output(io::Error),
}

impl Failure {
    /// A failure with this message.
    pub(crate) fn message(text: impl ToString) -> Self {
        Failure::Message(text.to_string())
    }

    /// This failure, if it is so.
    pub(crate) fn when(self, so: bool) -> Result<(), Failure> {
        if so { Err(self) } else { Ok(()) }
    }
}

/// A failure with a message, written as for `format!`.
macro_rules! failure {
    ($($text:tt)+) => { $crate::failure::Failure::Message(format!($($text)+)) };
}

/// Returns from a function with such a failure.
macro_rules! fail {
    ($($text:tt)+) => { return Err(failure!($($text)+)) };
}

/// Prints a line on standard error, written as for `format!`.
macro_rules! remark {
    ($($text:tt)+) => { $crate::remark(format_args!($($text)+)) };
}

/// Says why the answer is "no", and returns.
macro_rules! refuse {
    ($($text:tt)+) => {{
        remark!($($text)+);
        return Err($crate::failure::Failure::No);
    }};
}

/// What is wrong with a file.
impl<E: Display> From<PathError<E>> for Failure {
    fn from(error: PathError<E>) -> Self {
        Failure::message(error)
    }
}

/// An invalid certificate is a "no"; one that cannot be read is not.
pub(crate) fn refused(error: PathError<Refusal>) -> Failure {
    let PathError {
        path,
        error: Refusal(code, reason),
    } = error;
    let line = format!("{}: {reason}", path.display());
    if code != 1 {
        return Failure::Message(line);
    }
    remark!("{line}");
    Failure::No
}

/// Some threads of a command could not be started.
impl From<StartError> for Failure {
    fn from(error: StartError) -> Self {
        failure!("--threads: {error}")
    }
}

/// In this program only writes to standard output leave their error as it is.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Output(error)
    }
}
