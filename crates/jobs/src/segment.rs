//! A segment: what came of a unit, with the proofs of everything that it says.
//!
//! # Format
//!
//! The file is compressed and ends with its hash, like a [certificate](crosscram_certificate). Its content is ASCII text in lines
//! (as in [`unit`](super::unit)), then pieces of certificate:
//!
//! ```text
//! content  = "crosscram segment 3" LF
//!            "unit " hash LF
//!            "size " number "x" number LF
//!            "tile " number LF
//!            [ "attempt " attempt { " " attempt } LF ]
//!            { position } "end" LF { piece }
//! position = "position " position LF "nodes " number " " number LF
//!            ( "solved " player " " number LF | "open" LF { child } | "untouched" LF
//!            | "part " player " " number " " number LF { "hole " number " " position LF } )
//! child    = "child " ( move | "number" ) " " ( "open " number " " number | player " " number ) LF
//! ```
//!
//! The positions are those of the unit in their order; one that is open may be followed by positions on the line of play below it
//! that the search was at, opened too, so that others find more than one leaf. It says how many nodes were searched to solve it, and those that were searched
//! to write proofs. `solved` and a solved child name the winner and the bytes of their piece, 0 if the winner is claimed only, as the unit asks; the pieces
//! follow each other in the order of the lines. An open child has two estimates, in [`SHARE`]ths of the unit's
//! nodes: what it may cost to show that the move wins, and that it loses. A piece is the uncompressed bytes of a
//! certificate of that one position, except that `known` may also name a position of a node `all*` of a piece before it in the segment: the
//! moves that a unit refutes have most of their proofs in common. Nothing in such a segment depends on time or on who made it.
//!
//! `part` is an outline, or a part of one ([`Wanted`](super::unit::Wanted)): the winner, how many cells a part of a cut has at most, and the bytes of its piece, which are
//! nodes alone, without a beginning and an end. At each `hole`, so many bytes from its beginning, the nodes of that position belong, which
//! has the loser to move; a mask is not used again across it. `known` may name a position of any part that comes before it in the whole. Those that it relies on were written in the attempts that follow the segment's
//! own after `attempt`: sixteen hexadecimal digits each, drawn at random.

use super::unit::attempt;
use crate::text::{Game, Lines, TextLine};
use crate::{FileError, Problem};
use crosscram_certificate::{Compressed, Hash, Reader, Uncompressed};
use crosscram_rules::{Move, Player, Question};
use std::fmt;
use std::io::{self, Read, Write as _};
use std::ops::Range;
use std::path::Path;

const NAME: &str = "crosscram segment";
const VERSION: u32 = 3;

/// A move in the number.
const NUMBER: &str = "number";

/// Estimates are in this part of a unit's nodes.
pub const SHARE: u32 = 64;

/// The maximum size of an uncompressed segment, which a small file must not exceed when it is read.
const MAX_CONTENT: u64 = 4 << 30;

/// What came of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    /// The unit.
    pub unit: Hash,
    /// What came of each position.
    pub results: Vec<Finding>,
    /// The pieces of certificate, one after the other.
    pub pieces: Vec<u8>,
    /// How its parts came about, if there are any.
    pub attempt: Option<Attempt>,
}

/// An attempt to write parts of a proof.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attempt {
    /// Its name.
    pub name: u64,
    /// The attempts that it relies on.
    pub rests: Vec<u64>,
}

/// What came of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The position.
    pub position: Question,
    /// Nodes that were searched to solve it.
    pub nodes: u64,
    /// Nodes that were searched to write proofs.
    pub writing: u64,
    /// The outcome.
    pub outcome: Outcome,
}

/// How far a position is solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The winner is known.
    Solved(Solved),
    /// It is not; these moves may win. Moves that are not listed are no better than others, or have no proof.
    Open(Vec<ChildFinding>),
    /// It was not begun.
    Untouched,
    /// An outline, or a part of one.
    Part(PartOf),
}

/// A part of a proof that others complete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartOf {
    /// Who wins.
    pub winner: Player,
    /// The number of cells that a part of a cut has at most.
    pub largest: u32,
    /// Where its nodes are in [`Segment::pieces`].
    pub piece: Range<usize>,
    /// Where the nodes of other positions belong, in bytes from its beginning, in order.
    pub holes: Vec<(usize, Question)>,
}

/// A winner, and the proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// Who wins.
    pub winner: Player,
    /// Where the piece is in [`Segment::pieces`]; empty if the winner is claimed without proof.
    pub piece: Range<usize>,
}

impl Solved {
    /// Returns whether there is no proof.
    pub fn is_claim(&self) -> bool {
        self.piece.is_empty()
    }
}

/// A move, and what is known of the position after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChildFinding {
    /// The move; `None` for the one in the number.
    pub mov: Option<Move>,
    /// What is known.
    pub state: ChildState,
}

/// What is known of the position after a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChildState {
    /// Who wins.
    Solved(Solved),
    /// Nothing but estimates, in [`SHARE`]ths of a unit.
    Open {
        /// What it may cost to show that the move wins.
        win: u32,
        /// What it may cost to show that the move loses.
        refute: u32,
    },
}

impl Segment {
    /// A segment without results.
    pub fn new(unit: Hash) -> Segment {
        Segment {
            unit,
            results: Vec::new(),
            pieces: Vec::new(),
            attempt: None,
        }
    }

    /// The bytes of a segment file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut file = Compressed::new(Vec::new(), true);
        let written = file
            .write_all(self.header().as_bytes())
            .and_then(|()| file.write_all(&self.pieces))
            .and_then(|()| file.finish());
        let (_, _, bytes) = written.expect("memory takes everything");
        bytes
    }

    fn header(&self) -> String {
        let game = Game::of(&self.results[0].position);
        let mut text = format!("{NAME} {VERSION}\nunit {}\n{game}", self.unit);
        let mut line = |line: fmt::Arguments<'_>| {
            fmt::Write::write_fmt(&mut text, line).expect("a text takes everything");
            text.push('\n');
        };
        if let Some(attempt) = &self.attempt {
            let rests = attempt.rests.iter().map(|rest| format!(" {rest:016x}"));
            let rests: String = rests.collect();
            line(format_args!("attempt {:016x}{rests}", attempt.name));
        }
        for found in &self.results {
            line(format_args!("position {}", found.position));
            line(format_args!("nodes {} {}", found.nodes, found.writing));
            match &found.outcome {
                Outcome::Solved(solved) => {
                    let (winner, bytes) = (solved.winner.letter(), solved.piece.len());
                    line(format_args!("solved {winner} {bytes}"));
                }
                Outcome::Untouched => line(format_args!("untouched")),
                Outcome::Part(part) => {
                    let (winner, bytes) = (part.winner.letter(), part.piece.len());
                    line(format_args!("part {winner} {} {bytes}", part.largest));
                    for (at, position) in &part.holes {
                        line(format_args!("hole {at} {position}"));
                    }
                }
                Outcome::Open(children) => {
                    line(format_args!("open"));
                    for ChildFinding { mov, state } in children {
                        let mov = mov.map_or(NUMBER.to_string(), |mov| mov.to_string());
                        match state {
                            ChildState::Open { win, refute } => {
                                line(format_args!("child {mov} open {win} {refute}"));
                            }
                            ChildState::Solved(solved) => {
                                let (winner, bytes) = (solved.winner.letter(), solved.piece.len());
                                line(format_args!("child {mov} {winner} {bytes}"));
                            }
                        }
                    }
                }
            }
        }
        text.push_str("end\n");
        text
    }

    /// Reads the bytes of a segment file; errors call it `path`. The proofs are not looked at.
    pub fn read(bytes: &[u8], path: &Path) -> Result<Segment, FileError> {
        let mut content = Vec::new();
        let read = Uncompressed::new(bytes)
            .take(MAX_CONTENT)
            .read_to_end(&mut content);
        read.map_err(|error| FileError::io(path, "read", error))?;
        let mut lines = Lines::new(&content[..], path);
        lines.need()?.version(NAME, VERSION)?;
        let mut line = lines.need()?;
        line.literal("unit ")?;
        let unit = std::str::from_utf8(line.rest()).ok().and_then(Hash::parse);
        let unit = unit.ok_or_else(|| line.expected("a hash"))?;
        let mut reading = Reading {
            game: Game::read(&mut lines)?,
            segment: Segment::new(unit),
            pieces: 0,
        };
        loop {
            let mut line = lines.need()?;
            if line.rest() == b"end" {
                break;
            }
            reading.line(&mut line)?;
        }
        let pieces = content.split_off(lines.read() as usize);
        if reading.segment.results.is_empty() || pieces.len() != reading.pieces {
            let error =
                io::Error::new(io::ErrorKind::InvalidData, "pieces are missing or too many");
            return Err(FileError::io(path, "read", error));
        }
        Ok(Segment {
            pieces,
            ..reading.segment
        })
    }

    /// How many positions it solves.
    pub fn facts(&self) -> usize {
        self.facts_with_positions().count()
    }

    /// The winners that it proves, in the order of their pieces.
    pub fn solved(&self) -> impl Iterator<Item = &Solved> {
        let all = self.facts_with_positions().map(|(_, solved)| solved);
        all.filter(|solved| !solved.is_claim())
    }

    /// The positions that it solves, and how, in the order of their pieces; with claims.
    pub(super) fn facts_with_positions(&self) -> impl Iterator<Item = (Question, &Solved)> {
        self.results.iter().flat_map(move |found| {
            let (whole, children) = match &found.outcome {
                Outcome::Solved(solved) => (Some((found.position, solved)), &[][..]),
                Outcome::Untouched | Outcome::Part(_) => (None, &[][..]),
                Outcome::Open(children) => (None, &children[..]),
            };
            let children = children.iter().filter_map(move |child| match &child.state {
                ChildState::Open { .. } => None,
                ChildState::Solved(solved) => {
                    let after = found.position.after(child.mov);
                    Some((after.expect("the moves of a segment are legal"), solved))
                }
            });
            whole.into_iter().chain(children)
        })
    }

    /// The number of cells that a part of a cut has at most in the pieces of positions that this player wins.
    pub(super) fn largest_piece(&self, winner: Player) -> io::Result<u32> {
        let solved = self.solved().filter(|solved| solved.winner == winner);
        let mut cells = solved.map(|solved| Ok(Reader::new(self.piece(solved))?.largest_piece()));
        cells.try_fold(0, |most, cells: io::Result<u32>| Ok(most.max(cells?)))
    }

    /// The bytes of a piece.
    pub fn piece(&self, solved: &Solved) -> &[u8] {
        &self.pieces[solved.piece.clone()]
    }
}

/// What was read so far.
struct Reading {
    game: Game,
    segment: Segment,
    /// Bytes of the pieces.
    pieces: usize,
}

impl Reading {
    fn line(&mut self, line: &mut TextLine<'_>) -> Result<(), FileError> {
        if line.skips("position ") {
            let position = line.position(&self.game)?;
            line.end()?;
            self.segment.results.push(Finding {
                position,
                nodes: 0,
                writing: 0,
                outcome: Outcome::Untouched,
            });
            return Ok(());
        }
        if line.skips("nodes ") {
            let nodes = line.number("a number of nodes")?;
            line.literal(" ")?;
            let writing = line.number("a number of nodes")?;
            line.end()?;
            let last = self.last(line)?;
            (last.nodes, last.writing) = (nodes, writing);
            return Ok(());
        }
        if line.skips("solved ") {
            let solved = self.solved(line)?;
            self.last(line)?.outcome = Outcome::Solved(solved);
            return Ok(());
        }
        if line.rest() == b"open" {
            self.last(line)?.outcome = Outcome::Open(Vec::new());
            return Ok(());
        }
        if line.rest().starts_with(b"attempt ") && self.segment.results.is_empty() {
            line.literal("attempt ")?;
            let name = attempt(line)?;
            let mut rests = Vec::new();
            while !line.rest().is_empty() {
                line.literal(" ")?;
                rests.push(attempt(line)?);
            }
            self.segment.attempt = Some(Attempt { name, rests });
            return Ok(());
        }
        if line.skips("part ") {
            let part = self.part(line)?;
            self.last(line)?.outcome = Outcome::Part(part);
            return Ok(());
        }
        if line.skips("hole ") {
            let at = line.number("a number of bytes")? as usize;
            line.literal(" ")?;
            let position = line.position(&self.game)?;
            line.end()?;
            return match &mut self.last(line)?.outcome {
                Outcome::Part(part)
                    if at <= part.piece.len()
                        && part.holes.last().is_none_or(|&(before, _)| before <= at) =>
                {
                    part.holes.push((at, position));
                    Ok(())
                }
                _ => Err(line.expected("no hole here")),
            };
        }
        if line.rest() == b"untouched" {
            self.last(line)?.outcome = Outcome::Untouched;
            return Ok(());
        }
        line.literal("child ")?;
        let position = self.last(line)?.position;
        let mov = match line.word("a move")? {
            NUMBER => None,
            mov => Some(
                mov.parse::<Move>()
                    .map_err(|error| line.error(Problem::Board(error)))?,
            ),
        };
        if position.after(mov).is_none() {
            return Err(line.expected("a legal move of the player to move"));
        }
        line.literal(" ")?;
        let state = if line.skips("open ") {
            let win = share(line)?;
            line.literal(" ")?;
            let refute = share(line)?;
            line.end()?;
            ChildState::Open { win, refute }
        } else {
            ChildState::Solved(self.solved(line)?)
        };
        match &mut self.last(line)?.outcome {
            Outcome::Open(children) => children.push(ChildFinding { mov, state }),
            _ => return Err(line.expected("no child of a position that is not open")),
        }
        Ok(())
    }

    fn last(&mut self, line: &TextLine<'_>) -> Result<&mut Finding, FileError> {
        let last = self.segment.results.last_mut();
        last.ok_or_else(|| line.expected("position"))
    }

    fn part(&mut self, line: &mut TextLine<'_>) -> Result<PartOf, FileError> {
        let winner = line.player()?;
        line.literal(" ")?;
        let largest = line.number("a number of cells")?;
        line.literal(" ")?;
        Ok(PartOf {
            winner,
            largest: u32::try_from(largest).unwrap_or(u32::MAX),
            piece: self.range(line)?,
            holes: Vec::new(),
        })
    }

    fn solved(&mut self, line: &mut TextLine<'_>) -> Result<Solved, FileError> {
        let winner = line.player()?;
        line.literal(" ")?;
        let piece = self.range(line)?;
        Ok(Solved { winner, piece })
    }

    /// Where the next piece is.
    fn range(&mut self, line: &mut TextLine<'_>) -> Result<Range<usize>, FileError> {
        let bytes = line.number("a number of bytes")?;
        line.end()?;
        let begin = self.pieces;
        let end = usize::try_from(bytes)
            .ok()
            .and_then(|bytes| begin.checked_add(bytes));
        self.pieces = end.ok_or_else(|| line.expected("a number of bytes"))?;
        Ok(begin..self.pieces)
    }
}

fn share(line: &mut TextLine<'_>) -> Result<u32, FileError> {
    let number = line.number("an estimate")?;
    let number = u32::try_from(number)
        .ok()
        .filter(|&n| n > 0 && n <= 1 << 20);
    number.ok_or_else(|| line.expected("an estimate from 1 to 2^20"))
}
