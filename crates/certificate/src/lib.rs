//! Certificates: files that prove who wins, which a stranger can check.
//!
//! `docs/certificate.md` is the specification. [`Writer`] writes what a search hands over as a
//! [`ProofSink`](crosscram_search::ProofSink), in binary or as text; [`Compressed`] and
//! [`Uncompressed`] are the file around the binary form; [`written_beside`] writes on a thread of its own. [`Reader`] follows a walk, and [`Strategy`]
//! is the winner's side of it. [`Bundle`] writes several claims that rest on each other. Whoever has one opens it as
//! [`Opened`]; [`verify`] checks a file and, with a [`Shelf`] of others, what it rests on. Checking is the job of the crate
//! `crosscram-checker`, which shares nothing with this one; [`check_beside`] lets several threads do it.
//!
//! ```
//! use crosscram_certificate::{Form, Writer};
//! use crosscram_rules::{Board, Player, Question, Tile};
//! use crosscram_search::{Control, EngineName, Run, Solver};
//!
//! let question = Question::new(Board::empty(4, 4)?, Tile::DOMINO, Player::Vertical);
//! let mut writer = Writer::new(Vec::new(), Form::Binary, &question);
//! let solver = Solver::new(EngineName::Crosscram);
//! solver.prove(&question, &Run::new(&Control::new()), &mut writer)?;
//! let certificate = writer.finish()?;
//! assert!(crosscram_checker::check(&mut &certificate[..]).is_ok());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod along;
mod bundle;
mod file;
mod handover;
mod masks;
mod opened;
mod part;
mod reader;
mod strategy;
mod writer;

pub use along::{Checkers, Sending, SentAlong, Tee, check_beside};
pub use bundle::{Bundle, Rectangle};
pub use file::{Compressed, Hash, Uncompressed};
pub use handover::written_beside;
pub use opened::{Followed, Opened, Shelf, Verified, verify};
pub use part::{PartWriter, WrittenPart};
pub use reader::{Node, Reader, pieces};
pub use strategy::{Countermove, Strategy, reflected};
pub use writer::{Form, Writer};
