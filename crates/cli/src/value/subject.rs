//! What `crosscram value` is asked about.

use crate::args::ValueArgs;
use crate::failure::Failure;
use crate::input;
use crosscram_rules::Position;
use crosscram_values::games::Statement;
use std::str::FromStr;

/// A position, or a statement about positions and games.
#[derive(Clone, Debug)]
pub(crate) enum Subject {
    /// One position.
    Position(Position),
    /// A sum of positions and games, or two that are compared.
    Statement(Statement),
}

impl FromStr for Subject {
    type Err = String;

    fn from_str(text: &str) -> Result<Subject, String> {
        let position = match text.parse::<Position>() {
            Ok(position) => return Ok(Subject::Position(position)),
            Err(error) => error,
        };
        match text.parse::<Statement>() {
            Ok(statement) => Ok(Subject::Statement(statement)),
            Err(_) if input::is_board(text) => Err(position.to_string()),
            Err(error) => Err(error.to_string()),
        }
    }
}

impl Subject {
    /// Refuses options that would have no effect on this subject.
    pub(super) fn check(&self, args: &ValueArgs, drawn: bool) -> Result<(), Failure> {
        let (option, of) = match self {
            Subject::Position(_) => return Ok(()),
            Subject::Statement(statement) if statement.claim.is_some() && drawn => {
                ("--thermograph, --figure and --tikz", "a comparison")
            }
            Subject::Statement(_) if args.last.is_some() => ("--last", "a sum"),
            Subject::Statement(_) if args.player.is_some() => ("--player", "a sum"),
            Subject::Statement(_) if args.ambient.is_some() => ("--ambient", "a sum"),
            Subject::Statement(_) if args.coupons.is_some() => ("--coupons", "a sum"),
            Subject::Statement(_) => return Ok(()),
        };
        Err(Failure::message(format_args!(
            "{option}: for a position, not for {of}"
        )))
    }
}
