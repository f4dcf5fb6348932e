//! A unit of work: positions to solve, and how many nodes that may take.
//!
//! # Format
//!
//! ASCII text in lines, each ended by one line feed:
//!
//! ```text
//! file     = "crosscram unit 3" LF
//!            "size " number "x" number LF
//!            "tile " number LF
//!            [ "number " dyadic LF ]
//!            "bounds " levels LF
//!            "nodes " number LF
//!            [ "seat " number LF ]
//!            [ "claims" LF | "outline " number LF | "parts " attempt " " number LF ]
//!            { "lost " attempt LF }
//!            { "known " position " " player " " number LF }
//!            { "position " position LF }
//!            "sum " checksum LF
//! position = board [ " + " dyadic ] " " player
//! ```
//!
//! A position is a board, rows of `.` (free) and `#` joined by `|`, the number beside it if that is not 0, in lowest terms (`-3/8`),
//! and who is to move, `V` or `H`; `number` is the one that the game began with, if any. `bounds` are the levels of the engine's bounds, as `solve --bounds` takes them. Units that differ in their `seat` alone are the same work for
//! several workers, which share it while they search. With `claims` the answer names winners without
//! their proofs; with `outline` it has the top of the proof, down to about so many positions, its parts; with `parts` the positions are parts, the first of
//! them the one of this number, of the outline that was written in this attempt, and must not rely on attempts that are `lost` (sixteen hexadecimal digits, as in [segments](super::segment)). `known` gives a position that is
//! solved, with the player to move, the winner and what it cost: hints, on which no proof rests. The
//! checksum is XXH64 of all lines before it, sixteen hexadecimal digits. A unit is named by the blake3 hash of
//! its bytes.

use crate::text::{Game, Lines, TextLine, reaches};
use crate::{FileError, Problem};
use crosscram_certificate::Hash;
use crosscram_rules::{Dyadic, Player, Question, Tile};
use crosscram_search::{Levels, Proof, Proven};
use crosscram_support::checksum::xxh64;
use std::fmt::{self, Write};
use std::path::Path;
use std::time::Duration;

const NAME: &str = "crosscram unit";
const VERSION: u32 = 3;

/// A position that is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The position.
    pub position: Question,
    /// Who wins.
    pub winner: Player,
    /// What it cost to find out.
    pub nodes: u64,
}

/// What is asked of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Who wins, and the proof.
    Proofs,
    /// Who wins.
    Claims,
    /// The top of a proof, down to about so many positions.
    Outline(u32),
    /// The parts of an outline, from this number on.
    Parts {
        /// The attempt in which the outline was written.
        outline: u64,
        /// The number of the first.
        first: u32,
    },
}

/// Positions of one game to solve, in this order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The number that the game began with.
    pub number: Dyadic,
    /// The levels of the engine's bounds.
    pub bounds: Levels,
    /// The maximum number of nodes for all positions together.
    pub nodes: u64,
    /// Which of several units for the same positions it is.
    pub seat: u32,
    /// What is asked for.
    pub wanted: Wanted,
    /// Attempts on which no part may rely.
    pub lost: Vec<u64>,
    /// Hints.
    pub known: Vec<Fact>,
    /// The positions, at least one.
    pub positions: Vec<Question>,
}

impl Unit {
    /// A unit that asks for the proofs of positions of a game that began with this number.
    pub fn new(number: Dyadic, bounds: Levels, nodes: u64, positions: Vec<Question>) -> Unit {
        Unit {
            number,
            bounds,
            nodes,
            seat: 0,
            wanted: Wanted::Proofs,
            lost: Vec::new(),
            known: Vec::new(),
            positions,
        }
    }

    /// The bytes of a unit file.
    ///
    /// # Panics
    ///
    /// If there is no position.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut text = format!("{NAME} {VERSION}\n{}", Game::of(&self.positions[0]));
        let mut line = |line: std::fmt::Arguments<'_>| {
            text.write_fmt(line).expect("a text takes everything");
            text.push('\n');
        };
        if self.number != Dyadic::ZERO {
            line(format_args!("number {}", self.number));
        }
        line(format_args!("bounds {}", self.bounds));
        line(format_args!("nodes {}", self.nodes));
        if self.seat > 0 {
            line(format_args!("seat {}", self.seat));
        }
        match self.wanted {
            Wanted::Proofs => {}
            Wanted::Claims => line(format_args!("claims")),
            Wanted::Outline(parts) => line(format_args!("outline {parts}")),
            Wanted::Parts { outline, first } => line(format_args!("parts {outline:016x} {first}")),
        }
        for attempt in &self.lost {
            line(format_args!("lost {attempt:016x}"));
        }
        for fact in &self.known {
            line(format_args!("known {fact}"));
        }
        for position in &self.positions {
            line(format_args!("position {position}"));
        }
        let sum = xxh64(text.as_bytes(), 0);
        writeln!(text, "sum {sum:016x}").expect("a text takes everything");
        text.into_bytes()
    }

    /// The name of the unit.
    pub fn id(&self) -> Hash {
        Hash(*blake3::hash(&self.to_bytes()).as_bytes())
    }

    /// Reads the bytes of a unit file; errors call it `path`.
    pub fn read(bytes: &[u8], path: &Path) -> Result<Unit, FileError> {
        let mut lines = Lines::new(bytes, path);
        lines.need()?.version(NAME, VERSION)?;
        let game = Game::read(&mut lines)?;
        let mut line = lines.need()?;
        let mut number = Dyadic::ZERO;
        if line.skips("number ") {
            number = line.number_beside()?;
            line.end()?;
            line = lines.need()?;
        }
        line.literal("bounds ")?;
        let bounds = line.words("levels of bounds")?.parse();
        let bounds: Levels = bounds.map_err(|_| line.expected("levels of bounds"))?;
        let mut line = lines.need()?;
        line.literal("nodes ")?;
        let nodes = line.number("a number of nodes")?;
        line.end()?;
        let (mut seat, mut wanted) = (0, Wanted::Proofs);
        let (mut lost, mut known, mut positions) = (Vec::new(), Vec::new(), Vec::new());
        loop {
            let before = lines.read() as usize;
            let mut line = lines.need()?;
            let is_early = known.is_empty() && positions.is_empty();
            let is_lost = is_early && line.rest().starts_with(b"lost ");
            let is_early = is_early && wanted == Wanted::Proofs && lost.is_empty();
            if is_early && seat == 0 && line.skips("seat ") {
                seat = number_32(&mut line)?;
                line.end()?;
            } else if is_early && let Some(found) = wanted_of(&mut line)? {
                wanted = found;
            } else if is_lost {
                line.literal("lost ")?;
                lost.push(attempt(&mut line)?);
                line.end()?;
            } else if line.rest().starts_with(b"known ") && positions.is_empty() {
                line.literal("known ")?;
                known.push(fact(&mut line, &game)?);
            } else if line.skips("position ") {
                let place = line.place();
                let position = line.position(&game)?;
                if !reaches(number, position.number) {
                    let what = "a number that the game can lead to";
                    return Err(line.expected_at(place, what));
                }
                positions.push(position);
                line.end()?;
            } else if positions.is_empty() {
                return Err(line.expected("position"));
            } else {
                line.literal("sum ")?;
                let expected = format!("{:016x}", xxh64(&bytes[..before], 0));
                if line.rest() != expected.as_bytes() {
                    return Err(line.error(Problem::Checksum { expected }));
                }
                break;
            }
        }
        if let Some(line) = lines.next()? {
            return Err(line.expected("the end of the file"));
        }
        Ok(Unit {
            number,
            bounds,
            nodes,
            seat,
            wanted,
            lost,
            known,
            positions,
        })
    }
}

/// What a line asks for, if it says that.
fn wanted_of(line: &mut TextLine<'_>) -> Result<Option<Wanted>, FileError> {
    if line.rest() == b"claims" {
        return Ok(Some(Wanted::Claims));
    }
    let wanted = if line.skips("outline ") {
        Wanted::Outline(number_32(line)?)
    } else if line.skips("parts ") {
        let outline = attempt(line)?;
        line.literal(" ")?;
        let first = number_32(line)?;
        Wanted::Parts { outline, first }
    } else {
        return Ok(None);
    };
    line.end()?;
    Ok(Some(wanted))
}

fn number_32(line: &mut TextLine<'_>) -> Result<u32, FileError> {
    let number = line.number("a number below 2^32")?;
    u32::try_from(number).map_err(|_| line.expected("a number below 2^32"))
}

/// Reads the name of an attempt.
pub(super) fn attempt(line: &mut TextLine<'_>) -> Result<u64, FileError> {
    let word = line.word("an attempt")?;
    let is_right =
        word.len() == 16 && !word.contains(|c: char| !matches!(c, '0'..='9' | 'a'..='f'));
    let attempt = u64::from_str_radix(word, 16).ok().filter(|_| is_right);
    attempt.ok_or_else(|| line.expected("sixteen hexadecimal digits"))
}

/// Reads a solved position, up to the end of the line.
pub(crate) fn fact(line: &mut TextLine<'_>, game: &Game) -> Result<Fact, FileError> {
    let position = line.position(game)?;
    line.literal(" ")?;
    let winner = line.player()?;
    line.literal(" ")?;
    let nodes = line.number("a number of nodes")?;
    line.end()?;
    Ok(Fact {
        position,
        winner,
        nodes,
    })
}

impl Fact {
    /// What a search has proven in a game with such tiles.
    pub fn of(proven: &Proven, tile: Tile) -> Fact {
        Fact {
            position: Question::new(proven.board, tile, proven.to_move).plus(proven.number),
            winner: proven.winner,
            nodes: proven.nodes,
        }
    }
}

/// As a hint for a search.
impl From<Fact> for Proven {
    fn from(fact: Fact) -> Proven {
        let Question {
            board,
            number,
            first,
            ..
        } = fact.position;
        Proven {
            board,
            number,
            to_move: first,
            winner: fact.winner,
            by: Proof::Earlier,
            depth: 0,
            nodes: fact.nodes,
            elapsed: Duration::ZERO,
        }
    }
}

/// The position, the winner and the nodes, as in a unit.
impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Fact {
            position,
            winner,
            nodes,
        } = self;
        write!(f, "{position} {} {nodes}", winner.letter())
    }
}
