//! Why a position is won without search: the evaluation by switch bounds, plain and with reasons.
//!
//! [`Explainer::claim`] looks for the cut of a board that is best for a player and gives its
//! pieces, their vectors, the sum, and which numbers of the pieces add up to it. The mathematics
//! is that of the engine (`values/src/switches.rs` and `crosscram/`), but nothing here is shared with
//! its evaluation except the arithmetic of single vectors: it is slow, written to be read, works
//! for every tile length, and serves tests as the reference.
//!
//! # Why a claim is true
//!
//! *Cuts.* Forbidding a player some moves never helps that player. A cut for Vertical separates cells
//! only along the lines between rows: every move of Horizontal lies within one piece, and those of
//! Vertical's moves that cross the cut are forbidden. So the board is worth to Vertical at least the sum
//! of the pieces. For Horizontal it is the same on the transposed board.
//!
//! *Cuts across.* With dominoes a cell that Vertical cannot use, because the cells above and below it
//! are not free, may belong to the piece on its left and to the piece on its right. Each move of
//! Horizontal still lies within a piece, and Vertical's moves in the pieces use cells of one piece
//! only; the proof is in `values/src/necks.rs`.
//!
//! *Dead cells*, which no tile can cover, take no part in the game and are removed first. Dead cells
//! stay dead, so the moves in the rest are the moves of the board.
//!
//! *Sums.* The vectors of the pieces add up to a vector of the sum; if its number for moving second
//! (first) without switches is not negative, the player wins moving second (first).

mod bound;
mod cuts;
mod explanation;
mod field;
#[cfg(test)]
mod tests;
mod vectors;
mod witness;

use crosscram_rules::{Bits, Bits256, Board, Cell, Dyadic, Player, Tile};
use crosscram_support::named;
use crosscram_values::switches::{SETS, SwitchVector, UNITS};
use cuts::{objective, sum};
pub use explanation::{Cut, Explanation, Part, line_length, piece_name};
use field::Field;
use serde::Serialize;
use vectors::Vectors;

named! {
    /// Whether a player moves first or second.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    #[serde(rename_all = "lowercase")]
    pub enum Turn: "turn" {
        /// The player moves first.
        First = "first",
        /// The player moves second.
        Second = "second",
    }
}

impl Turn {
    /// Who moves first if `player` moves at this turn.
    pub fn first(self, player: Player) -> Player {
        match self {
            Turn::First => player,
            Turn::Second => player.opponent(),
        }
    }
}

named! {
    /// The kinds of cuts, each including those before it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    #[serde(rename_all = "lowercase")]
    pub enum Level {
        /// The whole board into single lines and strips of as many lines as a tile has cells.
        Rows = "rows",
        /// Each region by itself; each run of free cells joins the line before or after.
        Runs = "runs",
        /// Small regions uncut, large ones cut between lines, and what falls apart again.
        Regions = "regions",
        /// Large regions are also cut at cells that the player cannot use, which both sides keep.
        Across = "across",
        /// Pieces joined again where that helps.
        Merge = "merge",
    }
}

/// The numbers of a vector: for each set of switches (named by [`SET_NAMES`]) what the game plus
/// these switches is worth to the player, moving second and moving first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Numbers {
    /// The game plus the switches is at least this: the player wins the difference moving second.
    pub second: [Dyadic; SETS],
    /// The game plus the switches is greater than or confused with this: the player wins the difference
    /// moving first.
    pub first: [Dyadic; SETS],
}

/// The sets of switches in the order of [`Numbers`]: ∗ is {0|0}, ½ is {½|−½}, 1 is {1|−1}.
pub const SET_NAMES: [&str; SETS] = ["∅", "∗", "½", "∗½", "1", "∗1", "½1", "∗½1"];

impl Numbers {
    fn of(vector: &SwitchVector) -> Numbers {
        Numbers {
            second: std::array::from_fn(|set| number(vector.second(set))),
            first: std::array::from_fn(|set| number(vector.first(set))),
        }
    }

    /// The number for this turn and set of switches.
    pub fn get(&self, turn: Turn, set: usize) -> Dyadic {
        match turn {
            Turn::First => self.first[set],
            Turn::Second => self.second[set],
        }
    }
}

/// A number given in the units of switch vectors.
fn number(units: i16) -> Dyadic {
    let log2 = UNITS.trailing_zeros() as u8;
    Dyadic::new(units.into(), log2).expect("a small denominator")
}

/// A piece of a cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its cells, numbered like [`Board::free_bits`]. Those that the player cannot use here may be
    /// in another piece too.
    pub cells: Bits256,
    /// What it is worth to the player.
    pub vector: SwitchVector,
    /// Which of its numbers is used: for moving first or second, and with which switches.
    pub used: (Turn, usize),
}

impl Piece {
    /// The numbers of its vector.
    pub fn numbers(&self) -> Numbers {
        Numbers::of(&self.vector)
    }
}

/// The best cut found for a player, and what it shows.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The player it is for.
    pub player: Player,
    /// Whether that player moves first.
    pub turn: Turn,
    /// The level that found the cut.
    pub level: Level,
    /// The pieces in which a player can move.
    pub pieces: Vec<Piece>,
    /// Cells that are in no such piece: on the board a tile could cover them, after the cut none.
    pub idle: Bits256,
    /// Free cells that no tile can cover.
    pub dead: Bits256,
    /// The sum of the vectors of the pieces.
    pub sum: SwitchVector,
}

impl Claim {
    /// The numbers of the sum.
    pub fn numbers(&self) -> Numbers {
        Numbers::of(&self.sum)
    }

    /// The number that decides: if it is not negative the player wins.
    pub fn bound(&self) -> Dyadic {
        self.numbers().get(self.turn, 0)
    }

    /// Returns whether the player is proven to win.
    pub fn proves(&self) -> bool {
        objective(&self.sum, self.turn == Turn::First) >= 0
    }

    /// By how much the bound misses a proof.
    pub fn misses_by(&self) -> Option<Dyadic> {
        let units = objective(&self.sum, self.turn == Turn::First);
        (units < 0).then(|| number(-units))
    }
}

/// Explains positions of one board size and tile length, and remembers regions.
pub struct Explainer {
    /// The board's own layout, and the transposed one unless it is the same.
    layouts: Vec<Vectors>,
}

impl Explainer {
    /// The default maximum number of cells of exact regions.
    pub const CELLS: u32 = 16;
    /// The largest possible maximum. A full region of 28 cells takes seconds (4x7, all four claims: five),
    /// and each further cell more.
    pub const MAX_CELLS: u32 = 28;

    /// For boards of the size of `board`; regions of up to `cells` cells are computed exactly.
    pub fn new(board: &Board, tile: Tile, cells: u32) -> Explainer {
        let (rows, cols) = (board.rows() as u32, board.cols() as u32);
        let cells = cells.min(Explainer::MAX_CELLS);
        let layout = |lines, length| Vectors::new(Field::new(lines, length, tile.length()), cells);
        let mut layouts = vec![layout(rows, cols)];
        if rows != cols {
            layouts.push(layout(cols, rows));
        }
        Explainer { layouts }
    }

    /// The best cut of `board` for `player`. Levels are tried up to `last`, cheapest first, until one
    /// proves a win; if none does, the claim is the best of all.
    ///
    /// # Panics
    ///
    /// If `board` has not the size that the explainer is for.
    pub fn claim(&mut self, board: &Board, player: Player, turn: Turn, last: Level) -> Claim {
        let (vectors, own) = self.layout(board, player);
        let alive = vectors.field.alive(own.free_bits());
        let (level, cells) = best_pieces(vectors, alive, turn == Turn::First, last);
        claim_of(vectors, &own, player, turn, level, cells)
    }

    /// What a given cut of `board` shows for `player`. The pieces are in the player's view: lines are
    /// rows for Vertical and columns for Horizontal, and cells are numbered line by line. `None` if a
    /// piece is too large to be computed.
    ///
    /// # Panics
    ///
    /// If `board` has not the size that the explainer is for.
    pub fn cut(
        &mut self,
        board: &Board,
        player: Player,
        turn: Turn,
        pieces: Vec<Bits256>,
    ) -> Option<Claim> {
        let (vectors, own) = self.layout(board, player);
        let alive = vectors.field.alive(own.free_bits());
        let pieces = pieces.into_iter().map(|piece| piece & alive);
        let pieces: Vec<Bits256> = pieces.filter(|piece| !piece.is_empty()).collect();
        let known = pieces.iter().all(|&piece| vectors.of(piece).is_some());
        known.then(|| claim_of(vectors, &own, player, turn, Level::Merge, pieces))
    }

    /// The tables and the board in a player's view.
    fn layout(&mut self, board: &Board, player: Player) -> (&mut Vectors, Board) {
        let own = match player {
            Player::Vertical => *board,
            Player::Horizontal => board.transpose(),
        };
        let fits = |layout: &&mut Vectors| {
            let field = &layout.field;
            (field.lines as usize, field.length as usize) == (own.rows(), own.cols())
        };
        let layout = self.layouts.iter_mut().find(fits);
        (layout.expect("a board of the explainer's size"), own)
    }

    /// Who is proven to win on `board` if `first` begins, and the level that shows it.
    pub fn winner(&mut self, board: &Board, first: Player) -> Option<(Player, Level)> {
        let both = [(first, Turn::First), (first.opponent(), Turn::Second)];
        both.into_iter().find_map(|(player, turn)| {
            let claim = self.claim(board, player, turn, Level::Merge);
            claim.proves().then_some((player, claim.level))
        })
    }
}

/// What the pieces of a cut show; they are in the player's view of the board, `own`.
fn claim_of(
    vectors: &mut Vectors,
    own: &Board,
    player: Player,
    turn: Turn,
    level: Level,
    cells: Vec<Bits256>,
) -> Claim {
    let alive = vectors.field.alive(own.free_bits());
    let (idle, cells): (Vec<_>, Vec<_>) = cells
        .into_iter()
        .partition(|&piece| vectors.field.max_tiles(piece) == [0, 0]);
    let worth: Vec<SwitchVector> = cells.iter().map(|&cells| vectors.piece(cells)).collect();
    let used = witness::used(&worth, turn);
    let back = |set: Bits256| match player {
        Player::Vertical => set,
        Player::Horizontal => transposed(own, set),
    };
    let mut pieces: Vec<Piece> = cells
        .iter()
        .zip(&worth)
        .zip(used)
        .map(|((&cells, &vector), used)| Piece {
            cells: back(cells),
            vector,
            used,
        })
        .collect();
    pieces.sort_by_key(|piece| piece.cells.first());
    Claim {
        player,
        turn,
        level,
        sum: sum(worth.iter()),
        pieces,
        idle: back(idle.into_iter().fold(Bits256::EMPTY, |all, set| all | set)),
        dead: back(own.free_bits() & !alive),
    }
}

/// The pieces of the best cut, and the level that found it.
fn best_pieces(
    vectors: &mut Vectors,
    alive: Bits256,
    moves_first: bool,
    last: Level,
) -> (Level, Vec<Bits256>) {
    let mut best: Option<(i16, Level, Vec<Bits256>)> = None;
    for level in Level::ALL.iter().copied().filter(|&level| level <= last) {
        let pieces = match (level, &best) {
            (Level::Rows, _) => vectors.rows(alive).pieces(moves_first),
            (Level::Runs, _) => vectors.runs(alive).pieces(moves_first),
            (Level::Regions, _) => vectors.regions(alive, false).pieces(moves_first),
            (Level::Across, _) => vectors.regions(alive, true).pieces(moves_first),
            (Level::Merge, Some((.., pieces))) => vectors.merged(pieces.clone(), moves_first),
            (Level::Merge, None) => break,
        };
        let worth: Vec<SwitchVector> = pieces.iter().map(|&cells| vectors.piece(cells)).collect();
        let value = objective(&sum(worth.iter()), moves_first);
        if best.as_ref().is_none_or(|(most, ..)| value > *most) {
            best = Some((value, level, pieces));
        }
        if value >= 0 {
            break;
        }
    }
    let (_, level, pieces) = best.expect("the first level always finds a cut");
    (level, pieces)
}

/// The cells of a set on the transposed board, numbered as on `board`'s transpose.
fn transposed(board: &Board, set: Bits256) -> Bits256 {
    let cells = set.members().map(|cell| {
        let (row, col) = (cell as usize / board.cols(), cell as usize % board.cols());
        Bits256::single((col * board.rows() + row) as u32)
    });
    cells.fold(Bits256::EMPTY, |all, cell| all | cell)
}

/// The cells of a set numbered like the free cells of `board`, row by row.
pub fn cells_of(board: &Board, set: Bits256) -> impl Iterator<Item = Cell> + use<> {
    let cols = board.cols();
    set.members()
        .map(move |cell| Cell::new(cell as usize / cols, cell as usize % cols))
}
