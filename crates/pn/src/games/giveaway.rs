//! Give-away chess: whoever gets rid of all men wins.
//!
//! Pieces move as in chess, but a capture is compulsory if there is any, the king is a man like the others (no check, no
//! castling, pawns may become kings), and a player who is to move and cannot, because nothing is left or everything is blocked,
//! has won. Play without end is not a win. The number of moves differs much from position to position, which is what
//! proof-number search feeds on (Allis 1994, Schijf 1993, section 3.4).

use crate::game::{Game, Kind, Value};
use std::fmt;
use std::str::FromStr;

/// Give-away chess from a given position on. The max player is the one to move in that position.
///
/// ```
/// use crosscram_pn::{AnyGame, Options, Unobserved, games::GiveAway};
///
/// // The rook must be taken, and the pawn that takes it is the last man.
/// let game: GiveAway = "8/8/8/8/8/2p5/8/1R6 w - -".parse()?;
/// let report = game.search(&Options::default()).run(&mut Unobserved)?;
/// assert_eq!(report.is_win(), Some(true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GiveAway {
    start: Men,
}

/// Men on squares, from a1 to h8: 0 for none, 1 to 6 for White's pawn, knight, bishop, rook, queen and king, negative for
/// Black's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Men {
    squares: [i8; 64],
    black_to_move: bool,
    /// The square that a pawn has just passed, if a pawn can take it there.
    passed: Option<u8>,
}

/// A move in two bytes: six bits from, six bits to, three bits for what a pawn becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GiveAwayMove(u16);

const PAWN: i8 = 1;
const KNIGHT: i8 = 2;
const BISHOP: i8 = 3;
const ROOK: i8 = 4;
const QUEEN: i8 = 5;
const KING: i8 = 6;
const LETTERS: &str = "PNBRQK";

type Step = (i8, i8);

const STRAIGHT: [Step; 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const DIAGONAL: [Step; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const JUMPS: [Step; 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];

/// The square one step further, if it is on the board.
fn beside(square: u8, (ranks, files): Step) -> Option<u8> {
    let (rank, file) = (square as i8 / 8 + ranks, square as i8 % 8 + files);
    let inside = (0..8).contains(&rank) && (0..8).contains(&file);
    inside.then_some((8 * rank + file) as u8)
}

impl GiveAwayMove {
    fn new(from: u8, to: u8, becomes: i8) -> GiveAwayMove {
        GiveAwayMove(u16::from(from) | u16::from(to) << 6 | (becomes as u16) << 12)
    }

    fn from(self) -> u8 {
        (self.0 & 63) as u8
    }

    fn to(self) -> u8 {
        (self.0 >> 6 & 63) as u8
    }

    fn becomes(self) -> i8 {
        (self.0 >> 12) as i8
    }
}

impl Men {
    fn at(&self, square: u8) -> i8 {
        self.squares[usize::from(square)]
    }

    /// The sign of the men of the side to move.
    fn sign(&self) -> i8 {
        if self.black_to_move { -1 } else { 1 }
    }

    /// Appends the captures, or if there is none the other moves.
    fn moves(&self, moves: &mut Vec<GiveAwayMove>) {
        let before = moves.len();
        self.collect(true, moves);
        if moves.len() == before {
            self.collect(false, moves);
        }
    }

    fn collect(&self, captures: bool, moves: &mut Vec<GiveAwayMove>) {
        let sign = self.sign();
        for from in 0..64 {
            let man = self.at(from) * sign;
            let (jumps, slides): (&[Step], [&[Step]; 2]) = match man {
                PAWN => {
                    self.collect_pawn(from, captures, moves);
                    continue;
                }
                KNIGHT => (&JUMPS, [&[], &[]]),
                BISHOP => (&[], [&DIAGONAL, &[]]),
                ROOK => (&[], [&STRAIGHT, &[]]),
                QUEEN | KING => (&[], [&STRAIGHT, &DIAGONAL]),
                _ => continue,
            };
            let one_step = man == KING || man == KNIGHT;
            for &step in jumps.iter().chain(slides.into_iter().flatten()) {
                let mut square = from;
                while let Some(to) = beside(square, step) {
                    let there = self.at(to) * sign;
                    if (there < 0) == captures && there <= 0 {
                        moves.push(GiveAwayMove::new(from, to, 0));
                    }
                    if there != 0 || one_step {
                        break;
                    }
                    square = to;
                }
            }
        }
    }

    fn collect_pawn(&self, from: u8, captures: bool, moves: &mut Vec<GiveAwayMove>) {
        let sign = self.sign();
        let mut push = |to: u8| match to / 8 {
            0 | 7 => {
                let men = [QUEEN, ROOK, BISHOP, KNIGHT, KING];
                moves.extend(men.map(|becomes| GiveAwayMove::new(from, to, becomes)));
            }
            _ => moves.push(GiveAwayMove::new(from, to, 0)),
        };
        if captures {
            for files in [-1, 1] {
                if let Some(to) = beside(from, (sign, files))
                    && (self.at(to) * sign < 0 || self.passed == Some(to))
                {
                    push(to);
                }
            }
            return;
        }
        let Some(to) = beside(from, (sign, 0)).filter(|&to| self.at(to) == 0) else {
            return;
        };
        push(to);
        let home = if self.black_to_move { 6 } else { 1 };
        if from / 8 == home
            && let Some(to) = beside(to, (sign, 0)).filter(|&to| self.at(to) == 0)
        {
            push(to);
        }
    }

    fn play(&mut self, mov: GiveAwayMove) {
        let (from, to) = (mov.from(), mov.to());
        let (man, sign) = (self.at(from), self.sign());
        let is_pawn = man == sign * PAWN;
        if is_pawn && self.passed == Some(to) {
            let taken = beside(to, (-sign, 0)).expect("a pawn passed it");
            self.squares[usize::from(taken)] = 0;
        }
        self.squares[usize::from(from)] = 0;
        self.squares[usize::from(to)] = match mov.becomes() {
            0 => man,
            becomes => sign * becomes,
        };
        self.black_to_move = !self.black_to_move;
        self.passed = None;
        if is_pawn && from.abs_diff(to) == 16 {
            // Only if it can be taken there; else the position is the same as without.
            let can_take = [-1, 1]
                .into_iter()
                .filter_map(|files| beside(to, (0, files)));
            let mut can_take = can_take.map(|square| self.at(square));
            if can_take.any(|man| man == -sign * PAWN) {
                self.passed = Some((from + to) / 2);
            }
        }
    }
}

impl Game for GiveAway {
    type Position = Men;
    type Move = GiveAwayMove;
    type Key = [u64; 5];

    const CYCLIC: bool = true;

    fn root(&self) -> Men {
        self.start
    }

    fn kind(&self, men: &Men) -> Kind {
        match men.black_to_move == self.start.black_to_move {
            true => Kind::Max,
            false => Kind::Min,
        }
    }

    fn evaluate(&self, men: &Men) -> Value {
        let mut moves = Vec::new();
        men.moves(&mut moves);
        match (moves.is_empty(), self.kind(men)) {
            (false, _) => Value::Unknown,
            (true, Kind::Max) => Value::Win,
            (true, Kind::Min) => Value::Loss,
        }
    }

    fn moves(&self, men: &Men, moves: &mut Vec<GiveAwayMove>) {
        men.moves(moves);
    }

    fn play(&self, men: &mut Men, mov: GiveAwayMove) {
        men.play(mov);
    }

    /// Four bits for each square, then the side to move and the passed square.
    fn key(&self, men: &Men) -> [u64; 5] {
        let mut key = [0; 5];
        for (square, &man) in men.squares.iter().enumerate() {
            key[square / 16] |= u64::from(man as u8 & 15) << (4 * (square % 16));
        }
        let passed = men.passed.map_or(64, u64::from);
        key[4] = passed << 1 | u64::from(men.black_to_move);
        key
    }

    /// Captures and moves of pawns.
    fn is_converting(&self, men: &Men, mov: GiveAwayMove) -> bool {
        men.at(mov.to()) != 0 || men.at(mov.from()).abs() == PAWN
    }

    /// The men that each player still has to lose.
    fn guess(&self, men: &Men) -> (u32, u32) {
        let count = |sign: i8| men.squares.iter().filter(|&&man| man * sign > 0).count() as u32;
        let (white, black) = (count(1).max(1), count(-1).max(1));
        match self.start.black_to_move {
            true => (black, white),
            false => (white, black),
        }
    }

    /// As the Universal Chess Interface writes them: `e2e4`, `a7a8k`.
    fn move_name(&self, _men: &Men, mov: GiveAwayMove) -> String {
        let square = |square: u8| format!("{}{}", char::from(b'a' + square % 8), square / 8 + 1);
        let becomes = match mov.becomes() {
            0 => String::new(),
            man => letter(-man).to_string(),
        };
        format!("{}{}{becomes}", square(mov.from()), square(mov.to()))
    }

    fn label(&self, men: &Men) -> String {
        men.to_string()
    }

    fn move_code(&self, mov: GiveAwayMove) -> Option<u32> {
        Some(mov.0.into())
    }

    fn move_of_code(&self, code: u32) -> Option<GiveAwayMove> {
        let code = u16::try_from(code).ok()?;
        (code >> 12 <= KING as u16).then_some(GiveAwayMove(code))
    }
}

/// The letter of a man, small for Black's.
fn letter(man: i8) -> char {
    let letter = LETTERS.as_bytes()[usize::from(man.unsigned_abs()) - 1];
    match man > 0 {
        true => char::from(letter),
        false => char::from(letter.to_ascii_lowercase()),
    }
}

/// As FEN, without the counters of moves.
impl fmt::Display for Men {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            let mut gap = 0;
            for file in 0..8 {
                match self.at(8 * rank + file) {
                    0 => gap += 1,
                    man => {
                        if gap > 0 {
                            write!(f, "{gap}")?;
                        }
                        gap = 0;
                        write!(f, "{}", letter(man))?;
                    }
                }
            }
            if gap > 0 {
                write!(f, "{gap}")?;
            }
            if rank > 0 {
                f.write_str("/")?;
            }
        }
        f.write_str(if self.black_to_move { " b - " } else { " w - " })?;
        match self.passed {
            None => f.write_str("-"),
            Some(square) => write!(f, "{}{}", char::from(b'a' + square % 8), square / 8 + 1),
        }
    }
}

impl fmt::Display for GiveAway {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.start.fmt(f)
    }
}

/// Why a text is not a position of give-away chess.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GiveAwayError {
    /// Not eight ranks.
    #[error("a board has 8 ranks with / between them, not {0}")]
    Ranks(usize),
    /// A rank that does not have eight squares, from 8 down to 1.
    #[error("rank {0} does not have 8 squares")]
    Squares(usize),
    /// A letter that is no man.
    #[error("'{0}' is not one of {LETTERS}")]
    Letter(char),
    /// The side to move is neither w nor b.
    #[error("the side to move is w or b, not '{0}'")]
    Side(String),
    /// There is no castling.
    #[error("there is no castling in give-away chess: '-', not '{0}'")]
    Castling(String),
    /// Not a square that a pawn has passed.
    #[error("no pawn can be taken in passing on '{0}'")]
    Passed(String),
    /// A pawn on the first or the last rank.
    #[error("a pawn stands on the first or the last rank")]
    Pawn,
    /// More than the fields of FEN.
    #[error("'{0}' is one field too many")]
    TooMany(String),
}

/// Reads FEN; the fields after the side to move may be left out, and the counters of moves say nothing.
impl FromStr for GiveAway {
    type Err = GiveAwayError;

    fn from_str(text: &str) -> Result<Self, GiveAwayError> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let field = |number: usize| fields.get(number).copied();
        let ranks: Vec<&str> = field(0).unwrap_or_default().split('/').collect();
        if ranks.len() != 8 {
            return Err(GiveAwayError::Ranks(ranks.len()));
        }
        let mut squares = [0; 64];
        for (row, rank) in ranks.into_iter().enumerate() {
            let number = 8 - row;
            let mut file = 0;
            for letter in rank.chars() {
                if let Some(gap @ 1..=8) = letter.to_digit(10) {
                    file += gap as usize;
                    continue;
                }
                let man = LETTERS.find(letter.to_ascii_uppercase());
                let man = man.ok_or(GiveAwayError::Letter(letter))? as i8 + 1;
                if file > 7 {
                    return Err(GiveAwayError::Squares(number));
                }
                if man == PAWN && [1, 8].contains(&number) {
                    return Err(GiveAwayError::Pawn);
                }
                squares[8 * (number - 1) + file] = if letter.is_ascii_uppercase() {
                    man
                } else {
                    -man
                };
                file += 1;
            }
            if file != 8 {
                return Err(GiveAwayError::Squares(number));
            }
        }
        let black_to_move = match field(1) {
            Some("w") => false,
            Some("b") => true,
            side => return Err(GiveAwayError::Side(side.unwrap_or_default().to_string())),
        };
        match field(2) {
            None | Some("-") => {}
            Some(text) => return Err(GiveAwayError::Castling(text.to_string())),
        }
        if let Some(text) = field(6) {
            return Err(GiveAwayError::TooMany(text.to_string()));
        }
        let mut start = Men {
            squares,
            black_to_move,
            passed: None,
        };
        match field(3) {
            None | Some("-") => {}
            Some(text) => {
                let bad = || GiveAwayError::Passed(text.to_string());
                let square = passed_square(&start, text).ok_or_else(bad)?;
                start.passed = square;
            }
        }
        Ok(GiveAway { start })
    }
}

/// The square in this text if a pawn of the other side has just passed it: `Some(None)` if no pawn can take it there.
fn passed_square(men: &Men, text: &str) -> Option<Option<u8>> {
    let &[file @ b'a'..=b'h', rank @ b'1'..=b'8'] = text.as_bytes() else {
        return None;
    };
    let (square, sign) = (8 * (rank - b'1') + file - b'a', men.sign());
    let pawn = beside(square, (-sign, 0))?;
    let home = beside(square, (sign, 0))?;
    let expected = if men.black_to_move { 2 } else { 5 };
    let passed = square / 8 == expected
        && men.at(square) == 0
        && men.at(home) == 0
        && men.at(pawn) == -sign * PAWN;
    let takers = [-1, 1]
        .into_iter()
        .filter_map(|files| beside(pawn, (0, files)));
    let can_take = takers
        .map(|square| men.at(square))
        .any(|man| man == sign * PAWN);
    passed.then_some(can_take.then_some(square))
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -";

    #[test]
    fn texts() {
        for text in [
            START,
            "8/8/8/3pP3/8/8/8/k6K w - d6",
            "8/2P5/8/8/8/8/8/n7 b - -",
        ] {
            assert_eq!(text.parse::<GiveAway>().unwrap().to_string(), text);
        }
        let error = |text: &str| text.parse::<GiveAway>().unwrap_err();
        assert_eq!(error("8/8 w"), GiveAwayError::Ranks(2));
        assert_eq!(error("8/8/8/8/8/8/8/9 w"), GiveAwayError::Letter('9'));
        assert_eq!(error("8/8/8/8/8/8/8/7 w"), GiveAwayError::Squares(1));
        assert_eq!(error("8/8/8/8/8/8/8/P7 w"), GiveAwayError::Pawn);
        assert_eq!(
            error("8/8/8/8/8/8/8/8 x"),
            GiveAwayError::Side("x".to_string())
        );
        let castling = error("8/8/8/8/8/8/8/R3K3 w Q");
        assert_eq!(castling, GiveAwayError::Castling("Q".to_string()));
        assert_eq!(
            error("8/8/8/8/8/8/8/8 w - d6"),
            GiveAwayError::Passed("d6".to_string())
        );
    }

    #[test]
    fn moves_have_numbers_and_convert_or_not() {
        let game: GiveAway = "8/P7/8/8/8/8/8/N6n w - -".parse().unwrap();
        let mut moves = Vec::new();
        game.moves(&game.root(), &mut moves);
        assert_eq!(moves.len(), 5 + 2);
        for mov in moves {
            let code = game.move_code(mov).unwrap();
            assert_eq!(game.move_of_code(code), Some(mov));
            let is_pawn = game.move_name(&game.root(), mov).starts_with('a') && mov.from() == 48;
            assert_eq!(game.is_converting(&game.root(), mov), is_pawn);
        }
    }
}
