//! `verify`: a certificate checked, and kept as an opponent.

use crate::Versioned;
use crate::desk::Desk;
use crate::request::Refused;
use crate::task::{Event, Progress, Slice, Task};
use crosscram_certificate::{Checkers, Opened, Strategy, Verified as Proven};
use crosscram_checker::Failure;
use crosscram_rules::{Board, Player, Tile};
use crosscram_support::stop::Stop;
use serde::Serialize;
use std::io;

/// What a certificate proves, and whether one can play against it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Verified {
    /// What it proves.
    #[serde(flatten)]
    pub verified: crosscram_certificate::Verified,
    /// The board, tile, first player and winner.
    pub game: Option<Playable>,
}

/// The game that a certificate is about.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Playable {
    position: Board,
    tile: Tile,
    first: Player,
    winner: Player,
}

/// A checked certificate with the winner's moves.
pub struct Certificate {
    hash: String,
    strategy: Strategy,
}

impl Certificate {
    pub(crate) fn hash(&self) -> &str {
        &self.hash
    }

    pub(crate) fn strategy(&self) -> &Strategy {
        &self.strategy
    }
}

/// How many times its own size a certificate may have uncompressed.
const EXPANSION: u64 = 16;

/// A certificate to check.
struct Verify {
    desk: Desk,
    bytes: Vec<u8>,
}

impl Task for Verify {
    fn step(&mut self, slice: &Slice, events: &mut Vec<Event>) -> Progress {
        // In one step: only whoever goes away stops it.
        events.push(match self.desk.verify(&self.bytes, slice.cancelled()) {
            Ok(verified) => Event::new("answer", &Versioned::from(verified)),
            Err(refused) => Event::new("error", &refused),
        });
        Progress::Done
    }
}

impl Desk {
    /// A task that checks a certificate.
    pub fn ask_to_verify(&self, bytes: Vec<u8>) -> Box<dyn Task> {
        let desk = self.clone();
        Box::new(Verify { desk, bytes })
    }

    /// Checks a certificate, and keeps it for games (`proof:HASH`) if it is valid and about a game.
    pub fn verify(&self, bytes: &[u8], stop: &Stop) -> Result<Verified, Refused> {
        let most = self.limits().certificate;
        if bytes.len() > most {
            let message = format!("at most {most} bytes are taken here, not {}", bytes.len());
            return Err(Refused::at("certificate", message));
        }
        let allowed = most as u64 * EXPANSION;
        let open = || Ok(Opened::new(bytes)?.until(stop).limited(allowed));
        let failed = |error: io::Error| Refused::at("certificate", error);
        let checked = open().map_err(failed)?.check(Checkers::default());
        let verified = match checked {
            Ok((proven, hash)) => Proven::new(&proven, hash),
            Err(Failure(1, reason)) => Proven::refused(reason),
            Err(Failure(_, reason)) => return Err(Refused::at("certificate", reason)),
        };
        let strategy = match verified.valid {
            true => open().and_then(Strategy::read).ok(),
            false => None,
        };
        let game = strategy.as_ref().map(|strategy| Playable {
            position: strategy.question().board,
            tile: strategy.question().tile,
            first: strategy.question().first,
            winner: strategy.winner(),
        });
        if let (Some(hash), Some(strategy)) = (&verified.hash, strategy) {
            let hash = hash.to_string();
            self.keep(Certificate { hash, strategy });
        }
        Ok(Verified { verified, game })
    }
}
