//! Lists of players in a file.

use std::error::Error;
use std::fmt;

use super::{Spec, SpecError};

/// The lines of a roster that name a player, with their numbers from 1: everything but empty
/// lines and comments, which begin with `#`.
///
/// ```
/// use crosscram_players::roster_lines;
///
/// let text = "# two players\nrandom\n\n  cmd:./mybot  # of a friend\n";
/// let lines: Vec<_> = roster_lines(text).collect();
/// assert_eq!(lines, [(2, "random"), (4, "cmd:./mybot")]);
/// ```
pub fn roster_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().enumerate();
    let lines = lines.map(|(i, line)| {
        // A comment begins the line or follows a blank, so that a command may contain '#'.
        let comment = line
            .find(" #")
            .or_else(|| line.starts_with('#').then_some(0));
        (i + 1, line[..comment.unwrap_or(line.len())].trim())
    });
    lines.filter(|(_, line)| !line.is_empty())
}

/// Built-in players, one per line, no two alike.
///
/// ```
/// use crosscram_players::Roster;
///
/// let error = Roster::parse("random\nrandum\n").unwrap_err().to_string();
/// assert!(error.starts_with("line 2: player 'randum', character 1: unknown player"));
/// assert_eq!(Roster::parse("random\n")?.specs().len(), 1);
/// # Ok::<(), crosscram_players::RosterError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Roster {
    specs: Vec<Spec>,
}

impl Roster {
    /// Reads one player per line, as [`roster_lines`] finds them.
    pub fn parse(text: &str) -> Result<Roster, RosterError> {
        let mut specs: Vec<Spec> = Vec::new();
        for (line, spec) in roster_lines(text) {
            let problem = |error| RosterError::Line { line, error };
            let spec: Spec = spec.parse().map_err(problem)?;
            if specs.contains(&spec) {
                let name = spec.to_string();
                return Err(RosterError::Twice { line, name });
            }
            specs.push(spec);
        }
        match specs.is_empty() {
            true => Err(RosterError::Empty),
            false => Ok(Roster { specs }),
        }
    }

    /// The players, in order.
    pub fn specs(&self) -> &[Spec] {
        &self.specs
    }
}

/// What is wrong with a roster.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RosterError {
    /// A line that names no player.
    Line {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        error: SpecError,
    },
    /// A player for the second time.
    Twice {
        /// The line, from 1.
        line: usize,
        /// The player.
        name: String,
    },
    /// Nobody.
    Empty,
}

impl fmt::Display for RosterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RosterError::Line { line, error } => write!(f, "line {line}: {error}"),
            RosterError::Twice { line, name } => {
                write!(f, "line {line}: player '{name}' is there already")
            }
            RosterError::Empty => f.write_str("the roster names no player"),
        }
    }
}

impl Error for RosterError {}
