//! Many boards of one size, packed.

use crosscram_rules::{Bits, Bits256, Board};

/// A list of boards of one size in one bit per square, rounded up to eight bytes: 16 bytes for
/// a 10x10 board, of which a split may have millions.
///
/// ```
/// use crosscram_jobs::legacy::Boards;
/// use crosscram_rules::board;
///
/// let mut boards = Boards::new(2, 3);
/// boards.push(&board!(. . # | . # .));
/// assert_eq!(boards.len(), 1);
/// assert_eq!(boards.get(0), Some(board!(. . # | . # .)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Boards {
    rows: usize,
    cols: usize,
    words: Vec<u64>,
}

impl Boards {
    /// No boards yet, of `rows` x `cols` squares.
    pub fn new(rows: usize, cols: usize) -> Boards {
        Boards {
            rows,
            cols,
            words: Vec::new(),
        }
    }

    /// Number of rows of each board.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of columns of each board.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// Number of boards.
    pub fn len(&self) -> usize {
        self.words.len() / self.stride()
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Appends a board.
    ///
    /// # Panics
    ///
    /// If it has a different size.
    pub fn push(&mut self, board: &Board) {
        let size = (board.rows(), board.cols());
        assert_eq!(size, (self.rows, self.cols), "all boards have one size");
        let free = board.free_bits();
        let half = |at| u64::from(free.field(at, 32));
        let starts = (0..self.stride() as u32).map(|word| 64 * word);
        self.words
            .extend(starts.map(|at| half(at) | half(at + 32) << 32));
    }

    /// The board at `index`, from 0.
    pub fn get(&self, index: usize) -> Option<Board> {
        let start = index.checked_mul(self.stride())?;
        let words = self.words.get(start..start + self.stride())?;
        let halves = words
            .iter()
            .flat_map(|&word| [word as u32, (word >> 32) as u32]);
        let free = halves.zip(0..).fold(Bits256::EMPTY, |free, (half, i)| {
            free | Bits256::from_field(half, 32 * i)
        });
        let board = Board::from_free_bits(self.rows, self.cols, free);
        Some(board.expect("what was packed was a board of this size"))
    }

    /// All boards in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Board> + '_ {
        (0..self.len()).map(|index| self.get(index).expect("the index is below the length"))
    }

    /// Words per board.
    fn stride(&self) -> usize {
        (self.rows * self.cols).div_ceil(64).max(1)
    }
}
