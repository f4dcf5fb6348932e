//! A sum of boards and numbers as one board and one number.

use crate::{Bits, Bits256, Board, BoardError, Cell, Dyadic, Move, Sum, Term};

/// All boards of a sum side by side on one board, with a blocked line between neighbours, and all
/// numbers added up. No tile lies across a blocked line, so it is the same game. Pairs of boards
/// that are each other's negative are left out: a board and its transpose add up to zero, because
/// the second player can answer every move by the same move in the other. An example is
/// `8x8 + 8x8`: a square board is its own negative.
///
/// ```
/// use crosscram_rules::{Sum, SumBoard};
///
/// let sum: Sum = "2x2 + 1/2 + 1x3".parse()?;
/// let joined = SumBoard::new(&sum)?;
/// assert_eq!(joined.board().to_string(), "..#...|..####");
/// assert_eq!(joined.number().to_string(), "1/2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SumBoard {
    board: Board,
    number: Dyadic,
    /// For each board of the sum: its index among the terms, its first cell, its rows and columns.
    places: Vec<(usize, Cell, usize, usize)>,
}

impl SumBoard {
    /// Joins the terms of a sum. Returns an error if the board or the number is too large.
    pub fn new(sum: &Sum) -> Result<SumBoard, SumBoardError> {
        let mut boards = Vec::new();
        let mut number = Dyadic::ZERO;
        for (index, term) in sum.terms().iter().enumerate() {
            match term {
                Term::Board(board) => boards.push((index, *board)),
                Term::Number(term) => {
                    number = number
                        .plus(*term)
                        .map_err(|_| SumBoardError::Number(index))?;
                }
            }
        }
        let mut boards = without_negatives(boards);
        if boards.is_empty() {
            // Neither player can use a blocked cell.
            let none = Board::empty(1, 1)?.blocked(Cell::new(0, 0));
            boards.push((0, none));
        }
        let columns = |(_, board): &(usize, Board)| board.cols() + 1;
        let rows = |(_, board): &(usize, Board)| board.rows() + 1;
        let beside: usize = boards.iter().map(columns).sum();
        let below: usize = boards.iter().map(rows).sum();
        let tallest = boards.iter().map(rows).max().unwrap_or(1) - 1;
        let widest = boards.iter().map(columns).max().unwrap_or(1) - 1;
        // Takes the direction that needs fewer blocked cells.
        let horizontally = (beside - 1) * tallest <= (below - 1) * widest;
        let full = if horizontally {
            Board::empty(tallest, beside - 1)?
        } else {
            Board::empty(below - 1, widest)?
        };
        let mut free = Bits256::EMPTY;
        let mut places = Vec::new();
        let (mut row, mut col) = (0, 0);
        for (index, part) in boards {
            for cell in part.free_cells() {
                let index = (row + cell.row()) * full.cols() + col + cell.col();
                free |= Bits256::single(index as u32);
            }
            places.push((index, Cell::new(row, col), part.rows(), part.cols()));
            if horizontally {
                col += part.cols() + 1;
            } else {
                row += part.rows() + 1;
            }
        }
        Ok(SumBoard {
            board: Board::from_free_bits(full.rows(), full.cols(), free)?,
            number,
            places,
        })
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The sum of the numbers.
    pub fn number(&self) -> Dyadic {
        self.number
    }

    /// Returns the index of the term that a move on the joined board belongs to, and the move on
    /// that term's own board.
    pub fn locate(&self, mv: Move) -> Option<(usize, Move)> {
        let (row, col) = (mv.cell().row(), mv.cell().col());
        self.places.iter().find_map(|&(index, first, rows, cols)| {
            let row = row.checked_sub(first.row()).filter(|&row| row < rows)?;
            let col = col.checked_sub(first.col()).filter(|&col| col < cols)?;
            Some((index, Move::new(mv.player(), Cell::new(row, col))))
        })
    }
}

/// Removes each pair of boards that are each other's negative.
fn without_negatives(boards: Vec<(usize, Board)>) -> Vec<(usize, Board)> {
    let mut left: Vec<(usize, Board)> = Vec::new();
    for (index, board) in boards {
        let negative = board.transpose().canonical();
        match left
            .iter()
            .position(|(_, other)| other.canonical() == negative)
        {
            Some(at) => drop(left.remove(at)),
            None => left.push((index, board)),
        }
    }
    left
}

/// Why a sum cannot be put on one board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SumBoardError {
    /// The boards side by side are too large.
    Board(BoardError),
    /// The numbers up to the term with this index, counted from zero, overflow.
    Number(usize),
}

impl std::fmt::Display for SumBoardError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            SumBoardError::Board(error) => {
                write!(f, "the boards of the sum side by side: {error}")
            }
            SumBoardError::Number(index) => {
                write!(f, "term {} of the sum: the number is too large", index + 1)
            }
        }
    }
}

impl std::error::Error for SumBoardError {}

impl From<BoardError> for SumBoardError {
    fn from(error: BoardError) -> Self {
        SumBoardError::Board(error)
    }
}
