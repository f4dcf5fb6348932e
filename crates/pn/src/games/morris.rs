//! Three Men's Morris: a small game whose positions repeat and whose lines of play have very different lengths.
//!
//! Each player has three men. They are put down by turns on the nine points of the board of Tic-tac-toe; when all
//! six are down, a man moves to an empty point beside it, along a side of the board, a line through its middle or a
//! diagonal. Whoever has three men in a row wins, also while men are put down; who cannot move has lost. Play
//! without end is not a win. All positions can be solved backwards, so every search can be compared with the truth.

use super::tictactoe::{LINES, Squares, SquaresError};
use crate::game::{Game, Kind, Value};
use std::fmt;
use std::str::FromStr;

/// Three Men's Morris from a given position on. The max player is the one to move in that position.
///
/// ```
/// use crosscram_pn::{AnySearch, Options, Search, Unobserved, games::Morris};
///
/// // Whoever begins wins by taking the centre.
/// let game = Morris::default();
/// let mut search = Search::new(&game, &Options::default());
/// assert_eq!(search.run(&mut Unobserved)?.is_win(), Some(true));
///
/// let game: Morris = "X.O|.X.|O.. X".parse()?;
/// assert_eq!(game.to_string(), "X.O|.X.|O.. X");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Morris {
    start: Men,
}

/// The men of X and of O, bit `3 * row + column`, and who is to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Men {
    board: Squares,
    o_to_move: bool,
}

/// A man that is put down or moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MorrisMove {
    /// Where it comes from, on the board or not.
    from: Option<u8>,
    to: u8,
}

/// Men of each player.
const MEN: u32 = 3;

/// The points beside each point, along the eight lines.
static BESIDE: [u16; 9] = {
    let mut beside = [0; 9];
    let mut line = 0;
    while line < LINES.len() {
        // A line has three points in increasing order; the middle one is beside both others.
        let first = LINES[line].trailing_zeros() as usize;
        let last = 15 - LINES[line].leading_zeros() as usize;
        let middle = (first + last) / 2;
        beside[first] |= 1 << middle;
        beside[last] |= 1 << middle;
        beside[middle] |= 1 << first | 1 << last;
        line += 1;
    }
    beside
};

impl Men {
    /// The men of the side to move.
    fn own(&mut self) -> &mut u16 {
        match self.o_to_move {
            true => &mut self.board.o,
            false => &mut self.board.x,
        }
    }

    fn all_down(self) -> bool {
        self.board.empty().count_ones() == 9 - 2 * MEN
    }

    fn packed(self) -> u64 {
        self.board.packed() << 1 | u64::from(self.o_to_move)
    }

    fn moves(mut self) -> impl Iterator<Item = MorrisMove> {
        let (own, empty, all_down) = (*self.own(), self.board.empty(), self.all_down());
        let points = |set: u16| (0..9u8).filter(move |point| set >> point & 1 == 1);
        let put = points(if all_down { 0 } else { empty });
        let moved = points(if all_down { own } else { 0 }).flat_map(move |from| {
            let targets = points(BESIDE[usize::from(from)] & empty);
            targets.map(move |to| MorrisMove {
                from: Some(from),
                to,
            })
        });
        put.map(|to| MorrisMove { from: None, to }).chain(moved)
    }
}

impl Game for Morris {
    type Position = Men;
    type Move = MorrisMove;
    type Key = [u64; 1];

    const CYCLIC: bool = true;

    fn root(&self) -> Men {
        self.start
    }

    fn kind(&self, men: &Men) -> Kind {
        match men.o_to_move == self.start.o_to_move {
            true => Kind::Max,
            false => Kind::Min,
        }
    }

    fn evaluate(&self, men: &Men) -> Value {
        let won = |o_wins: bool| match o_wins == self.start.o_to_move {
            true => Value::Win,
            false => Value::Loss,
        };
        match men.board.lines() {
            (true, _) => won(false),
            (_, true) => won(true),
            _ if men.moves().next().is_none() => won(!men.o_to_move),
            _ => Value::Unknown,
        }
    }

    fn moves(&self, men: &Men, moves: &mut Vec<MorrisMove>) {
        moves.extend(men.moves());
    }

    fn play(&self, men: &mut Men, mov: MorrisMove) {
        let change = 1 << mov.to | mov.from.map_or(0, |from| 1 << from);
        *men.own() ^= change;
        men.o_to_move = !men.o_to_move;
    }

    fn key(&self, men: &Men) -> [u64; 1] {
        [men.packed()]
    }

    fn symmetric_key(&self, men: &Men) -> [u64; 1] {
        let board = men.board.least();
        [Men { board, ..*men }.packed()]
    }

    /// A man that is put down stays on the board.
    fn is_converting(&self, _men: &Men, mov: MorrisMove) -> bool {
        mov.from.is_none()
    }

    fn mobility(&self, men: &Men) -> u32 {
        men.moves().count() as u32
    }

    /// The number of men that each player still has to bring into its best line.
    fn guess(&self, men: &Men) -> (u32, u32) {
        let (x, o) = men.board.missing();
        if self.start.o_to_move { (o, x) } else { (x, o) }
    }

    fn move_name(&self, _men: &Men, mov: MorrisMove) -> String {
        let point = |point: u8| format!("{},{}", point / 3 + 1, point % 3 + 1);
        match mov.from {
            None => point(mov.to),
            Some(from) => format!("{}-{}", point(from), point(mov.to)),
        }
    }

    fn label(&self, men: &Men) -> String {
        men.to_string()
    }

    fn move_code(&self, mov: MorrisMove) -> Option<u32> {
        Some(u32::from(mov.from.unwrap_or(9)) << 4 | u32::from(mov.to))
    }

    fn move_of_code(&self, code: u32) -> Option<MorrisMove> {
        let (from, to) = (u8::try_from(code >> 4).ok()?, code as u8 & 15);
        let from = match from {
            0..=8 => Some(from),
            9 => None,
            _ => return None,
        };
        (to < 9).then_some(MorrisMove { from, to })
    }
}

/// Rows from top to bottom with `|` between them; `X`, `O` and `.` for an empty point; then who is to move.
impl fmt::Display for Men {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = if self.o_to_move { 'O' } else { 'X' };
        write!(f, "{} {side}", self.board)
    }
}

impl fmt::Display for Morris {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.start.fmt(f)
    }
}

/// Why a text is not a position of Three Men's Morris.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MorrisError {
    /// Not three rows of three points.
    #[error("a board has 3 rows of 3 points with | between them")]
    Points,
    /// The points themselves.
    #[error(transparent)]
    Board(#[from] SquaresError),
    /// More than three men of a player, or numbers that do not come about by turns.
    #[error(
        "each player has three men and puts them down by turns, X first, so {x} X and {o} O cannot be on the board"
    )]
    Men {
        /// Men of X.
        x: u32,
        /// Men of O.
        o: u32,
    },
    /// With all men down the side to move does not follow from them.
    #[error("all men are down, so the side to move is needed after a blank: X or O")]
    NoTurn,
    /// This side is not to move.
    #[error("'{0}' cannot be to move here")]
    Turn(String),
}

/// Reads what [`Morris`] prints; small letters, and `/` between rows, are read too. While men are put down, the side
/// to move follows from their numbers and may be left out.
impl FromStr for Morris {
    type Err = MorrisError;

    fn from_str(text: &str) -> Result<Self, MorrisError> {
        let mut words = text.split_whitespace();
        let board = words.next().unwrap_or_default();
        let side = words.next();
        if let Some(word) = words.next() {
            return Err(MorrisError::Turn(word.to_string()));
        }
        let rows: Vec<&str> = board.split(['|', '/']).collect();
        if rows.len() != 3 || rows.iter().any(|row| row.chars().count() != 3) {
            return Err(MorrisError::Points);
        }
        let mut start = Men::default();
        for (row, text) in rows.into_iter().enumerate() {
            start.board.read_row(row, text)?;
        }
        let Squares { x, o } = start.board;
        let (x, o) = (x.count_ones(), o.count_ones());
        if x > MEN || o > x || x > o + 1 {
            return Err(MorrisError::Men { x, o });
        }
        start.board.check_lines()?;
        let by_turns = (!start.all_down()).then_some(x > o);
        let given = match side {
            None => None,
            Some("X" | "x") => Some(false),
            Some("O" | "o") => Some(true),
            Some(other) => return Err(MorrisError::Turn(other.to_string())),
        };
        start.o_to_move = match (by_turns, given) {
            (Some(turn), Some(given)) if turn != given => {
                return Err(MorrisError::Turn(side.unwrap_or_default().to_string()));
            }
            (Some(turn), _) => turn,
            (None, Some(given)) => given,
            (None, None) => return Err(MorrisError::NoTurn),
        };
        Ok(Morris { start })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours() {
        assert_eq!(BESIDE[4], Squares::default().empty() & !(1 << 4));
        assert_eq!(BESIDE[0], 1 << 1 | 1 << 3 | 1 << 4);
        assert_eq!(BESIDE[1], 1 | 1 << 2 | 1 << 4);
    }

    #[test]
    fn texts() {
        for text in [
            "...|...|... X",
            "X..|.O.|... X",
            "XO.|XO.|.XO O",
            "X..|...|... O",
        ] {
            let game: Morris = text.parse().unwrap();
            assert_eq!(game.to_string(), text);
        }
        let error = |text: &str| text.parse::<Morris>().unwrap_err();
        assert_eq!(error("..|...|..."), MorrisError::Points);
        assert_eq!(error("XO.|XO.|.XO"), MorrisError::NoTurn);
        assert_eq!(error("XX.|...|..."), MorrisError::Men { x: 2, o: 0 });
        assert_eq!(error("X..|...|... X"), MorrisError::Turn("X".to_string()));
        assert_eq!(error("XXX|OOO|... X"), SquaresError::TwoLines.into());
        let z = error("X.O|.Z.|...");
        assert!(z.to_string().starts_with("row 2, column 2: 'Z'"), "{z}");
    }

    #[test]
    fn moves_have_numbers() {
        for text in ["...|...|...", "XO.|XO.|.XO X"] {
            let game: Morris = text.parse().unwrap();
            let mut moves = Vec::new();
            game.moves(&game.root(), &mut moves);
            assert_eq!(moves.len() as u32, game.mobility(&game.root()));
            for mov in moves {
                let code = game.move_code(mov).unwrap();
                assert_eq!(game.move_of_code(code), Some(mov));
            }
        }
    }
}
