//! Lists of entrants in a file.

use crate::roster_lines;

use crate::arena::entrant::{Entrant, EntrantError};

/// Reads one entrant per line; empty lines and comments, which begin with `#`, are skipped.
///
/// ```
/// use crosscram_players::arena::roster;
///
/// assert_eq!(roster("# two\nrandom\ncmd:./mybot  # of a friend\n")?.len(), 2);
/// let error = roster("random\n\nRandomBot\n").unwrap_err();
/// assert_eq!(error.to_string(), "line 3: player 'random' is listed twice");
/// # Ok::<(), crosscram_players::arena::RosterError>(())
/// ```
pub fn roster(text: &str) -> Result<Vec<Entrant>, RosterError> {
    let mut entrants: Vec<Entrant> = Vec::new();
    for (line, text) in roster_lines(text) {
        let entrant: Entrant = text
            .parse()
            .map_err(|error| RosterError::Line { line, error })?;
        if entrants.contains(&entrant) {
            let name = entrant.to_string();
            return Err(RosterError::Twice { line, name });
        }
        entrants.push(entrant);
    }
    match entrants.is_empty() {
        true => Err(RosterError::Empty),
        false => Ok(entrants),
    }
}

/// What is wrong with a roster.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RosterError {
    /// A line that does not name a player.
    #[error("line {line}: {error}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        error: EntrantError,
    },
    /// A player that is listed twice.
    #[error("line {line}: player '{name}' is listed twice")]
    Twice {
        /// The line, from 1.
        line: usize,
        /// The player.
        name: String,
    },
    /// No player at all.
    #[error("the roster names no player")]
    Empty,
}
