//! Players of Domineering and its relatives with longer tiles, and a referee.
//!
//! Every player is a [`Contestant`]. A text ([`Spec`]) names a built-in one, and [`Spec::build`]
//! makes it; [`play_game`] lets two of them play and returns the [`Record`]. Seeds make every game
//! repeatable.
//!
//! ```
//! use crosscram_players::{Ending, Game, Spec, play_game};
//! use crosscram_rules::Board;
//!
//! let mut vertical = "random".parse::<Spec>()?.build();
//! let mut horizontal = "random".parse::<Spec>()?.build();
//! let game = Game::new(Board::empty(8, 8)?);
//! let record = play_game([&mut *vertical, &mut *horizontal], &game, 42, None);
//! assert_eq!(record.ending, Ending::NoMove);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Matches, tournaments and programs as players are in [`arena`].

pub mod arena;
mod bots;
mod contestant;
mod cover;
mod levels;
mod perfect;
mod random_player;
mod referee;
mod spec;
mod thermal;

pub use bots::{
    Begins, Draws, Even, Judged, Listed, Penalty, Singles, Subgame, Ties, known_outcome, subgames,
};
pub use contestant::{Choice, Claim, Contestant, Failure, Game, Turn};
pub use levels::Level;
pub use referee::{Ending, Played, Record, play_game};
pub use spec::{Decimal, Key, Kind, Settings, Spec, SpecError, roster_lines};
