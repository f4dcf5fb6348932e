//! Certificates: files that prove who wins, which a stranger can check.
//!
//! `docs/certificate.md` is the specification. [`Writer`] writes what a search hands over as a
//! [`ProofSink`](crosscram_search::ProofSink), in binary or as text; [`Compressed`] and
//! [`Uncompressed`] are the file around the binary form; [`written_beside`] writes on a thread of its own. [`Reader`] follows a walk, and [`Strategy`]
//! is the winner's side of it. [`Bundle`] writes several claims that rest on each other. Checking is the job of the crate
//! `crosscram-checker`, which shares nothing with this one; [`check_beside`] lets several threads do it.

mod along;
mod bundle;
mod file;
mod handover;
mod masks;
mod part;
mod reader;
mod strategy;
mod writer;

pub(crate) use along::Tee;
pub use along::{Checkers, Sending, SentAlong, check_beside};
pub use bundle::{Bundle, Rectangle};
pub use file::{Compressed, Hash, Uncompressed};
pub use handover::written_beside;
pub use part::{PartWriter, WrittenPart};
pub use reader::{Node, Reader, pieces};
pub(crate) use strategy::reflected;
pub use strategy::{Answer, Strategy};
pub use writer::{Form, Writer};
