//! Matches and tournaments.
//!
//! A participant is an [`Entrant`]: a built-in player or a program that speaks the line protocol
//! (`cmd:./mybot`, see `docs/protocol.md`). A [`Plan`] says who plays whom, on which boards and how
//! often; its [fixtures](Plan::fixtures) are a fixed list. [`play`] plays them on several threads
//! and delivers the records in the order of the list, so that nothing depends on the number of
//! threads. A [`ResultsFile`] stores them and lets an interrupted tournament resume. [`ratings()`]
//! are computed from a [`Tally`], which is part of the [`Standings`].
//!
//! ```
//! use crosscram_players::arena::{Plan, Tally, play, ratings};
//! use crosscram_players::Ending;
//! use crosscram_support::stop::Stop;
//! use std::error::Error;
//!
//! let plan = Plan::new(vec!["random".parse()?, "ordering".parse()?], vec!["4x4".parse()?]);
//! let fixtures = plan.fixtures();
//! let mut tally = Tally::new(&plan);
//! play(&plan, &fixtures, 1, &Stop::new(), |_| (), |fixture, record| -> Result<(), Box<dyn Error>> {
//!     tally.count(fixture, record.winner, record.ending == Ending::NoMove);
//!     Ok(())
//! })?;
//! assert_eq!(tally.score(0, 1).games, 4);
//! assert_eq!(ratings(&tally).rows.len(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Deliberately absent: printing, and players that think; those are in `players`.

mod entrant;
mod plan;
mod program;
mod ratings;
mod results;
mod roster;
mod run;
mod saved;
mod standings;
mod tally;
mod words;

pub use entrant::{Entrant, EntrantError};
pub use plan::{Fixture, Plan, PlanError};
pub use program::{Limits, PROTOCOL, Program, read_choice};
pub use ratings::{Method, Rating, Ratings, ratings};
pub use results::{Ended, ResultLine, ResultsError, ResultsFile};
pub use roster::{RosterError, roster};
pub use run::{Finished, play};
pub use saved::{SavedError, SavedGame};
pub use standings::{Ranked, Standings, Thinking};
pub use tally::{RoleScore, Score, Tally};
pub use words::{CommandLine, WordsError};
