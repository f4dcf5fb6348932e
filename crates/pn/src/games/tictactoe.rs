//! Tic-tac-toe, the game of Schijf's tables 4.1 to 4.3 and A.1.

use crate::game::{Game, Kind, Value};
use crate::names::named;
use std::fmt;
use std::str::FromStr;

/// Tic-tac-toe from a given position on. X begins; the max player is the one to move in that
/// position.
///
/// ```
/// use crosscram_pn::games::TicTacToe;
///
/// let game: TicTacToe = "XX.|OO.|...".parse()?;
/// assert_eq!(game.to_string(), "XX.|OO.|...");
/// # Ok::<(), crosscram_pn::games::TicTacToeError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TicTacToe {
    start: Squares,
    draws: Draws,
}

named! {
    /// What a draw counts for the max player.
    #[derive(Default)]
    Draws, "draws" {
        /// Can the max player win?
        #[default]
        Lose = "lose", "A loss";
        /// Can the max player avoid losing?
        Win = "win", "A win";
    }
}

/// The squares of X and of O, bit `3 * row + column`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Squares {
    pub(super) x: u16,
    pub(super) o: u16,
}

const FULL: u16 = 0x1ff;
pub(super) const LINES: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

/// Where each square goes under the symmetries of the board.
const SYMMETRIES: [[u8; 9]; 8] = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8],
    [2, 1, 0, 5, 4, 3, 8, 7, 6],
    [6, 7, 8, 3, 4, 5, 0, 1, 2],
    [8, 7, 6, 5, 4, 3, 2, 1, 0],
    [0, 3, 6, 1, 4, 7, 2, 5, 8],
    [6, 3, 0, 7, 4, 1, 8, 5, 2],
    [2, 5, 8, 1, 4, 7, 0, 3, 6],
    [8, 5, 2, 7, 4, 1, 6, 3, 0],
];

/// For each symmetry, the image of every set of squares.
static IMAGES: [[u16; 512]; 8] = {
    let mut images = [[0; 512]; 8];
    let mut symmetry = 0;
    while symmetry < 8 {
        let mut set = 0;
        while set < 512 {
            let mut square = 0;
            while square < 9 {
                if set >> square & 1 == 1 {
                    images[symmetry][set] |= 1 << SYMMETRIES[symmetry][square];
                }
                square += 1;
            }
            set += 1;
        }
        symmetry += 1;
    }
    images
};

fn has_line(set: u16) -> bool {
    LINES.iter().any(|line| set & line == *line)
}

/// How many squares are still needed for the best line that the other player has not spoilt.
fn missing(own: u16, other: u16) -> u32 {
    let open = LINES.iter().filter(|&line| line & other == 0);
    let needed = open.map(|line| (line & !own).count_ones());
    needed.min().unwrap_or(4)
}

impl Squares {
    pub(super) fn empty(self) -> u16 {
        FULL & !(self.x | self.o)
    }

    fn x_to_move(self) -> bool {
        self.x.count_ones() == self.o.count_ones()
    }

    pub(super) fn packed(self) -> u64 {
        u64::from(self.x) << 9 | u64::from(self.o)
    }

    /// Whether X has three in a row, and whether O has.
    pub(super) fn lines(self) -> (bool, bool) {
        (has_line(self.x), has_line(self.o))
    }

    /// How many squares X and O still need for their best lines.
    pub(super) fn missing(self) -> (u32, u32) {
        (missing(self.x, self.o), missing(self.o, self.x))
    }

    /// The least of the symmetric positions.
    pub(super) fn least(self) -> Squares {
        let images = IMAGES.iter().map(|image| Squares {
            x: image[usize::from(self.x)],
            o: image[usize::from(self.o)],
        });
        images.min().expect("there are eight symmetries")
    }

    /// Reads a row, from 0, of three letters.
    pub(super) fn read_row(&mut self, row: usize, text: &str) -> Result<(), SquaresError> {
        for (column, letter) in text.chars().enumerate() {
            let bit = 1 << (3 * row + column);
            match letter {
                'X' | 'x' => self.x |= bit,
                'O' | 'o' => self.o |= bit,
                '.' | '_' => {}
                _ => {
                    return Err(SquaresError::Letter {
                        row: row + 1,
                        column: column + 1,
                        letter,
                    });
                }
            }
        }
        Ok(())
    }

    /// Refuses two winners.
    pub(super) fn check_lines(self) -> Result<(), SquaresError> {
        match self.lines() {
            (true, true) => Err(SquaresError::TwoLines),
            _ => Ok(()),
        }
    }
}

impl TicTacToe {
    /// The same game with draws counted in this way.
    #[must_use]
    pub fn with_draws(self, draws: Draws) -> TicTacToe {
        TicTacToe { draws, ..self }
    }

    fn x_is_max(&self) -> bool {
        self.start.x_to_move()
    }
}

impl Game for TicTacToe {
    type Position = Squares;
    type Move = u8;
    type Key = [u64; 1];

    const CYCLIC: bool = false;

    fn root(&self) -> Squares {
        self.start
    }

    fn kind(&self, position: &Squares) -> Kind {
        match position.x_to_move() == self.x_is_max() {
            true => Kind::Max,
            false => Kind::Min,
        }
    }

    fn evaluate(&self, position: &Squares) -> Value {
        let won = |x_wins: bool| match x_wins == self.x_is_max() {
            true => Value::Win,
            false => Value::Loss,
        };
        match position.lines() {
            (true, _) => won(true),
            (_, true) => won(false),
            _ if position.empty() > 0 => Value::Unknown,
            _ if self.draws == Draws::Win => Value::Win,
            _ => Value::Loss,
        }
    }

    fn moves(&self, position: &Squares, moves: &mut Vec<u8>) {
        let empty = position.empty();
        moves.extend((0..9).filter(|square| empty >> square & 1 == 1));
    }

    fn play(&self, position: &mut Squares, square: u8) {
        if position.x_to_move() {
            position.x |= 1 << square;
        } else {
            position.o |= 1 << square;
        }
    }

    fn key(&self, position: &Squares) -> [u64; 1] {
        [position.packed()]
    }

    fn symmetric_key(&self, position: &Squares) -> [u64; 1] {
        [position.least().packed()]
    }

    fn mobility(&self, position: &Squares) -> u32 {
        position.empty().count_ones()
    }

    /// The number of squares that each player still needs for its best line.
    fn guess(&self, position: &Squares) -> (u32, u32) {
        let (x, o) = position.missing();
        if self.x_is_max() { (x, o) } else { (o, x) }
    }

    fn move_name(&self, _position: &Squares, square: u8) -> String {
        format!("{},{}", square / 3 + 1, square % 3 + 1)
    }

    fn label(&self, position: &Squares) -> String {
        position.to_string()
    }

    fn move_code(&self, square: u8) -> Option<u32> {
        Some(square.into())
    }

    fn move_of_code(&self, code: u32) -> Option<u8> {
        u8::try_from(code).ok().filter(|&square| square < 9)
    }
}

/// Rows from top to bottom with `|` between them; `X`, `O` and `.` for an empty square.
impl fmt::Display for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in 0..9 {
            if square > 0 && square % 3 == 0 {
                f.write_str("|")?;
            }
            f.write_str(match (self.x >> square & 1, self.o >> square & 1) {
                (1, _) => "X",
                (_, 1) => "O",
                _ => ".",
            })?;
        }
        Ok(())
    }
}

impl fmt::Display for TicTacToe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.start.fmt(f)
    }
}

/// Why three rows are not a board of X and O.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SquaresError {
    /// A character other than X, O or an empty square.
    #[error("row {row}, column {column}: '{letter}' is neither X nor O nor .")]
    Letter {
        /// Which row, from 1.
        row: usize,
        /// Which column, from 1.
        column: usize,
        /// What stands there.
        letter: char,
    },
    /// Both have three in a row.
    #[error("both players have three in a row")]
    TwoLines,
}

/// Why a text is not a position of Tic-tac-toe.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TicTacToeError {
    /// Not three rows.
    #[error("a board has 3 rows with | between them, not {0}")]
    Rows(usize),
    /// A row that does not have three squares.
    #[error("row {row} has {squares} squares instead of 3")]
    Squares {
        /// Which row, from 1.
        row: usize,
        /// How many squares it has.
        squares: usize,
    },
    /// The squares themselves.
    #[error(transparent)]
    Board(#[from] SquaresError),
    /// X has neither as many squares as O nor one more.
    #[error("X begins, so {x} X and {o} O cannot be on the board")]
    Turns {
        /// Squares of X.
        x: u32,
        /// Squares of O.
        o: u32,
    },
}

/// Reads what [`TicTacToe`] prints; small letters, and `-` or `/` between rows, are read too, and
/// `_` for an empty square.
impl FromStr for TicTacToe {
    type Err = TicTacToeError;

    fn from_str(text: &str) -> Result<Self, TicTacToeError> {
        let rows: Vec<&str> = text.trim().split(['|', '/', '-']).collect();
        if rows.len() != 3 {
            return Err(TicTacToeError::Rows(rows.len()));
        }
        let mut start = Squares::default();
        for (r, row) in rows.into_iter().enumerate() {
            let squares = row.chars().count();
            if squares != 3 {
                return Err(TicTacToeError::Squares {
                    row: r + 1,
                    squares,
                });
            }
            start.read_row(r, row)?;
        }
        let (x, o) = (start.x.count_ones(), start.o.count_ones());
        if x != o && x != o + 1 {
            return Err(TicTacToeError::Turns { x, o });
        }
        start.check_lines()?;
        Ok(TicTacToe {
            start,
            draws: Draws::default(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetries_form_a_group_of_eight() {
        let mut seen: Vec<_> = SYMMETRIES.to_vec();
        for a in SYMMETRIES {
            for b in SYMMETRIES {
                let product: [u8; 9] = std::array::from_fn(|i| a[usize::from(b[i])]);
                assert!(SYMMETRIES.contains(&product));
            }
            // Lines go to lines.
            for line in LINES {
                let image = (0..9)
                    .filter(|square| line >> square & 1 == 1)
                    .fold(0, |set, square: u16| set | 1 << a[usize::from(square)]);
                assert!(LINES.contains(&image));
            }
        }
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), 8);
    }

    /// There are 5478 positions that can be reached, 765 up to symmetry: well-known numbers.
    #[test]
    fn all_positions() {
        let game = TicTacToe::default();
        let (mut keys, mut symmetric) = (Vec::new(), Vec::new());
        let mut pending = vec![game.root()];
        while let Some(position) = pending.pop() {
            keys.push(game.key(&position));
            symmetric.push(game.symmetric_key(&position));
            let text = position.to_string();
            assert_eq!(text.parse::<TicTacToe>().unwrap().start, position);
            let mut moves = Vec::new();
            if game.evaluate(&position) == Value::Unknown {
                game.moves(&position, &mut moves);
                assert_eq!(moves.len() as u32, game.mobility(&position));
            }
            for square in moves {
                let mut next = position;
                game.play(&mut next, square);
                if !keys.contains(&game.key(&next)) && !pending.contains(&next) {
                    pending.push(next);
                }
            }
        }
        keys.sort_unstable();
        keys.dedup();
        symmetric.sort_unstable();
        symmetric.dedup();
        assert_eq!((keys.len(), symmetric.len()), (5478, 765));
    }

    #[test]
    fn bad_texts() {
        for (text, expected) in [
            ("XX.|OO.", "3 rows"),
            ("XX.|OO|...", "row 2 has 2 squares"),
            ("XX.|OZ.|...", "row 2, column 2: 'Z'"),
            ("XXX|...|...", "3 X and 0 O"),
            ("XXX|OOO|...", "both players"),
        ] {
            let error = text.parse::<TicTacToe>().unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
