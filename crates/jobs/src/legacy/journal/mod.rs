//! Journals: append-only files of solved positions, one per line.
//!
//! # Format
//!
//! ASCII text in lines, each ended by one line feed (`LF`; `board`, `player`, `number` and `text`
//! as in [work files](mod@crate::legacy::work)):
//!
//! ```text
//! file    = "crosscram journal 2" LF
//!           "size " number "x" number LF
//!           "tile " number LF
//!           { ( record | by ) " " sum LF }
//! record  = board [ " + " dyadic ] " " player " " player " " number " " seconds
//! dyadic  = [ "-" ] number [ "/" number ]
//! by      = "by " text
//! seconds = number "." digit digit digit digit digit digit
//! sum     = the lower half of a checksum, eight hexadecimal digits
//! ```
//!
//! The size is rows by columns. A record gives the position with the player to move, the winner,
//! and the cost of the search: nodes and seconds. A number other than 0 that is added to the board
//! stands behind it. So `.#|.. V H 3 0.000120` says that Horizontal wins there if Vertical is to move.
//! `by` names the program that computed the records after it; it is written at the start of every run. A text that
//! ends in `, N nodes in S seconds so far` says what the run has cost until there ([`Spent`]); records do not, because one may
//! lie below another.
//! The checksum is XXH64 of the rest of the line; its seed is XXH64 of the header, so that a line cannot
//! move to the journal of another game. It detects damage and edited lines, not forgery: a proof that
//! needs no trust is a [certificate](crosscram_certificate). The same position may be recorded more than
//! once, with the same winner.
//!
//! A journal is a list of facts and belongs to no particular work file: the journal of one work file may
//! be continued with another one of the same game.
//!
//! # Torn ends
//!
//! A process that is killed while it writes leaves a last line without line feed. Readers ignore such a
//! line, whatever it says, and writers cut it off before they append. Likewise a file that ends inside
//! the three lines of the header is a journal without records, if it is the beginning of a valid
//! header. Anything else that does not follow the grammar is an error.

mod writer;

use std::fmt;
use std::io::BufRead;
use std::path::Path;
use std::time::Duration;

use crosscram_rules::{Board, Dyadic, Player, Tile};
use crosscram_support::checksum::xxh64;

use crate::legacy::{FileError, Problem};
use crate::text::{Lines, TextLine};

pub use writer::{Journal, Opened};

const NAME: &str = "crosscram journal";
const VERSION: u32 = 2;

/// What all positions of a journal share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Game {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub cols: usize,
    /// The tile length.
    pub tile: Tile,
}

impl Game {
    /// The game of a board.
    pub fn of(board: &Board, tile: Tile) -> Game {
        Game {
            rows: board.rows(),
            cols: board.cols(),
            tile,
        }
    }

    /// The lines that begin a journal of this game.
    fn header(&self) -> String {
        let Game { rows, cols, tile } = self;
        format!("{NAME} {VERSION}\nsize {rows}x{cols}\ntile {tile}\n")
    }

    /// The seed of the checksums of lines.
    fn seed(&self) -> u64 {
        xxh64(self.header().as_bytes(), 0)
    }

    /// Returns `text` as a line of a journal of this game, with its checksum.
    pub fn line(&self, text: impl fmt::Display) -> String {
        let text = text.to_string();
        let sum = line_sum(text.as_bytes(), self.seed());
        format!("{text} {sum}\n")
    }
}

/// The checksum of a line, in its printed form.
pub(crate) fn line_sum(text: &[u8], seed: u64) -> String {
    format!("{:08x}", xxh64(text, seed) as u32)
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}, tile {}", self.rows, self.cols, self.tile)
    }
}

/// One solved position.
///
/// ```
/// use crosscram_jobs::legacy::journal::Record;
/// use crosscram_rules::{Player::*, board};
/// use std::time::Duration;
///
/// let record = Record {
///     board: board!(. # | . .),
///     number: 0.into(),
///     to_move: Vertical,
///     winner: Horizontal,
///     nodes: 3,
///     elapsed: Duration::from_micros(120),
/// };
/// assert_eq!(record.to_string(), ".#|.. V H 3 0.000120");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// The board.
    pub board: Board,
    /// The number that is added to it.
    pub number: Dyadic,
    /// Who is to move.
    pub to_move: Player,
    /// Who wins.
    pub winner: Player,
    /// Nodes of the search.
    pub nodes: u64,
    /// Time of the search; written in whole microseconds.
    pub elapsed: Duration,
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (board, to_move) = (&self.board, self.to_move.letter());
        let number = match self.number == 0.into() {
            true => String::new(),
            false => format!(" + {}", self.number),
        };
        let (winner, nodes) = (self.winner.letter(), self.nodes);
        let (seconds, millionths) = (self.elapsed.as_secs(), self.elapsed.subsec_micros());
        write!(
            f,
            "{board}{number} {to_move} {winner} {nodes} {seconds}.{millionths:06}"
        )
    }
}

/// What the runs that wrote a journal cost, as far as they say so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Number of runs that say it.
    pub runs: u64,
    /// Their nodes.
    pub nodes: u64,
    /// Their time.
    pub elapsed: Duration,
}

impl Spent {
    /// The text of a `by` line of one run.
    pub fn line(program: &str, nodes: u64, elapsed: Duration) -> String {
        let (seconds, millionths) = (elapsed.as_secs(), elapsed.subsec_micros());
        format!("{program}, {nodes} nodes in {seconds}.{millionths:06} seconds so far")
    }

    /// Reads the text of a `by` line; `None` if it does not say what its run cost.
    fn read(text: &str) -> Option<(u64, Duration)> {
        let (before, seconds) = text
            .strip_suffix(" seconds so far")?
            .rsplit_once(" nodes in ")?;
        let nodes = before.rsplit(' ').next()?.parse().ok()?;
        let (seconds, millionths) = seconds.split_once('.')?;
        let micros: u32 = millionths.parse().ok().filter(|_| millionths.len() == 6)?;
        Some((nodes, Duration::new(seconds.parse().ok()?, 1000 * micros)))
    }
}

/// Adds up what runs cost.
#[derive(Default)]
struct Spending {
    before: Spent,
    /// What the present run has said last.
    run: Option<(u64, Duration)>,
}

impl Spending {
    fn by(&mut self, text: &str) {
        let cost = Spent::read(text);
        if cost.is_none() {
            // The next run begins.
            self.before = self.total();
        }
        self.run = cost;
    }

    fn total(&self) -> Spent {
        match self.run {
            None => self.before,
            Some((nodes, elapsed)) => Spent {
                runs: self.before.runs + 1,
                nodes: self.before.nodes.saturating_add(nodes),
                elapsed: self.before.elapsed.saturating_add(elapsed),
            },
        }
    }
}

/// Facts about a journal besides its records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contents {
    /// The game; `None` if the file ends before the header does.
    pub game: Option<Game>,
    /// Number of records.
    pub records: u64,
    /// What its runs cost.
    pub spent: Spent,
    /// Bytes of the complete lines; what follows is torn. 0 without a complete header.
    pub complete: u64,
    /// Bytes that follow them.
    pub torn: u64,
}

/// Reads a journal and passes each record to `each`; errors call the file `path`. A problem that `each`
/// returns becomes an error that names the record's line.
pub fn read(
    reader: impl BufRead,
    path: &Path,
    each: impl FnMut(&Game, Record) -> Result<(), Problem>,
) -> Result<Contents, FileError> {
    read_as(None, reader, path, each)
}

/// Like [`read`], but requires that the game is `wanted`.
fn read_as(
    wanted: Option<Game>,
    reader: impl BufRead,
    path: &Path,
    mut each: impl FnMut(&Game, Record) -> Result<(), Problem>,
) -> Result<Contents, FileError> {
    let mut lines = Lines::new(reader, path);
    let Some(game) = read_header(&mut lines, wanted)? else {
        return Ok(Contents {
            game: None,
            records: 0,
            spent: Spent::default(),
            complete: 0,
            torn: lines.read(),
        });
    };
    let (seed, mut records) = (game.seed(), 0);
    let mut spending = Spending::default();
    while let Some(mut line) = lines.next()? {
        if !line.is_complete() {
            break;
        }
        if line.rest().starts_with(b"by ") {
            line.literal("by ")?;
            let text = line.words_before_sum("a text")?;
            line.sum(seed)?;
            spending.by(&text);
            continue;
        }
        let record = read_record(&mut line, &game)?;
        line.sum(seed)?;
        each(&game, record).map_err(|problem| line.error_at(0, problem))?;
        records += 1;
    }
    Ok(Contents {
        game: Some(game),
        records,
        spent: spending.total(),
        complete: lines.complete(),
        torn: lines.read() - lines.complete(),
    })
}

/// Reads the header; `None` if the file ends inside it.
fn read_header<R: BufRead>(
    lines: &mut Lines<'_, R>,
    wanted: Option<Game>,
) -> Result<Option<Game>, FileError> {
    let Some(mut line) = lines.next()? else {
        return Ok(None);
    };
    if !line.is_complete()
        && format!("{NAME} {VERSION}")
            .as_bytes()
            .starts_with(line.rest())
    {
        return Ok(None);
    }
    line.version(NAME, VERSION)?;

    let Some(mut line) = lines.next()? else {
        return Ok(None);
    };
    if !line.is_complete() {
        return Ok(None);
    }
    line.literal("size ")?;
    let place = line.place();
    let rows = line.number("a number of rows")? as usize;
    line.literal("x")?;
    let cols = line.number("a number of columns")? as usize;
    line.end()?;
    Board::empty(rows, cols).map_err(|error| line.error_at(place, Problem::Board(error.into())))?;

    let Some(mut line) = lines.next()? else {
        return Ok(None);
    };
    if !line.is_complete() {
        return Ok(None);
    }
    line.literal("tile ")?;
    let tile = line.tile()?;
    let found = Game { rows, cols, tile };
    match wanted {
        Some(wanted) if wanted != found => {
            let (wanted, found) = (wanted.to_string(), found.to_string());
            Err(line.error_at(0, Problem::OtherGame { wanted, found }))
        }
        _ => Ok(Some(found)),
    }
}

fn read_record(line: &mut TextLine<'_>, game: &Game) -> Result<Record, FileError> {
    let board = line.board(game.rows, game.cols)?;
    line.literal(" ")?;
    let number = match line.rest().starts_with(b"+ ") {
        true => {
            line.literal("+ ")?;
            let number = line.dyadic()?;
            line.literal(" ")?;
            number
        }
        false => Dyadic::from(0),
    };
    let to_move = line.player()?;
    line.literal(" ")?;
    let winner = line.player()?;
    line.literal(" ")?;
    let nodes = line.number("a number of nodes")?;
    line.literal(" ")?;
    let seconds = line.number("a number of seconds")?;
    line.literal(".")?;
    let millionths = line.millionths()?;
    Ok(Record {
        board,
        number,
        to_move,
        winner,
        nodes,
        elapsed: Duration::new(seconds, 1000 * millionths),
    })
}
