//! `verify`: a certificate checked, and kept as an opponent.

use crate::desk::Desk;
use crate::request::Refused;
use crosscram_certificate::{Strategy, Uncompressed};
use crosscram_checker::check;
use crosscram_support::stop::Stop;
use serde::Serialize;
use std::io::{self, BufRead, BufReader, Cursor, Read};

/// Bytes with which a compressed file begins.
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// What a certificate proves.
#[derive(Clone, Debug, Serialize)]
pub struct Verified {
    /// Version of the answer.
    pub api: u32,
    /// Whether the checker accepts it.
    pub valid: bool,
    /// Why not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// What is proven, in words.
    pub claims: Vec<String>,
    /// What is taken from other certificates, by their hashes.
    pub rests_on: Vec<String>,
    /// Nodes of the proof.
    pub nodes: u64,
    /// The blake3 hash of the uncompressed bytes: the certificate's name.
    pub hash: Option<String>,
    /// Whether one can play against it, and as what: the board, tile, first player and winner.
    pub game: Option<Playable>,
}

/// The game that a certificate is about.
#[derive(Clone, Debug, Serialize)]
pub struct Playable {
    position: String,
    tile: u32,
    first: char,
    winner: char,
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

/// Fails when it has to stop, so that checking does.
struct Stoppable<R> {
    inner: R,
    stop: Stop,
    left: u64,
}

impl<R: Read> Read for Stoppable<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.stop.is_requested() {
            return Err(io::Error::other("stopped"));
        }
        let read = self.inner.read(buffer)?;
        // A small file may hold a proof of any length.
        self.left = self
            .left
            .checked_sub(read as u64)
            .ok_or_else(|| io::Error::other("more uncompressed bytes than are taken here"))?;
        Ok(read)
    }
}

/// How many times its own size a certificate may have uncompressed.
const EXPANSION: u64 = 16;

impl Desk {
    /// Checks a certificate, and keeps it for games (`proof:HASH`) if it is valid and about a game.
    pub fn verify(&self, bytes: &[u8], stop: &Stop) -> Result<Verified, Refused> {
        let most = self.limits().certificate;
        if bytes.len() > most {
            let message = format!("at most {most} bytes are taken here, not {}", bytes.len());
            return Err(Refused::at("certificate", message));
        }
        let allowed = most as u64 * EXPANSION;
        let open = || -> io::Result<Input<'_>> { Input::open(bytes, stop, allowed) };
        let failed = |error: io::Error| Refused::at("certificate", error);
        let mut input = open().map_err(failed)?;
        let proven = match check(input.reader()) {
            Ok(proven) => proven,
            Err(crosscram_checker::Failure(1, reason)) => {
                return Ok(Verified {
                    api: crate::VERSION,
                    valid: false,
                    reason: Some(reason),
                    claims: Vec::new(),
                    rests_on: Vec::new(),
                    nodes: 0,
                    hash: None,
                    game: None,
                });
            }
            Err(crosscram_checker::Failure(_, reason)) => {
                return Err(Refused::at("certificate", reason));
            }
        };
        let hash = input.finish().map_err(failed)?;
        let mut again = open().map_err(failed)?;
        let strategy = Strategy::read(again.reader()).ok();
        let game = strategy.as_ref().map(|strategy| Playable {
            position: strategy.question().board.to_string(),
            tile: strategy.question().tile.length(),
            first: strategy.question().first.letter(),
            winner: strategy.winner().letter(),
        });
        if let (Some(hash), Some(strategy)) = (&hash, strategy) {
            let hash = hash.clone();
            self.keep(Certificate { hash, strategy });
        }
        Ok(Verified {
            api: crate::VERSION,
            valid: true,
            reason: None,
            claims: proven.claims.iter().map(ToString::to_string).collect(),
            rests_on: proven.rests.iter().map(|(_, hash)| hash.clone()).collect(),
            nodes: proven.nodes,
            hash,
            game,
        })
    }
}

type Bytes<'a> = Uncompressed<BufReader<Cursor<&'a [u8]>>>;

/// The bytes of a certificate, compressed or not.
enum Input<'a> {
    Compressed(Box<BufReader<Stoppable<Bytes<'a>>>>),
    Plain(BufReader<Stoppable<Cursor<&'a [u8]>>>),
}

impl<'a> Input<'a> {
    fn open(bytes: &'a [u8], stop: &Stop, left: u64) -> io::Result<Input<'a>> {
        let stop = stop.clone();
        let cursor = Cursor::new(bytes);
        Ok(match bytes.starts_with(&ZSTD) {
            true => {
                let inner = Uncompressed::new(BufReader::new(cursor));
                Input::Compressed(Box::new(BufReader::new(Stoppable { inner, stop, left })))
            }
            false => Input::Plain(BufReader::new(Stoppable {
                inner: cursor,
                stop,
                left,
            })),
        })
    }

    fn reader(&mut self) -> &mut dyn BufRead {
        match self {
            Input::Compressed(bytes) => bytes,
            Input::Plain(bytes) => bytes,
        }
    }

    /// Reads to the end, so that the hash there is compared.
    fn finish(mut self) -> io::Result<Option<String>> {
        io::copy(self.reader(), &mut io::sink())?;
        Ok(match self {
            Input::Compressed(bytes) => Some(bytes.get_ref().inner.hash().to_string()),
            Input::Plain(_) => None,
        })
    }
}
