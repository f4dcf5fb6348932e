//! All connected regions of a given number of cells, one of each class of symmetric ones.

use std::collections::HashSet;
use std::hash::BuildHasherDefault;

use crosscram_rules::{Board, Cell};

use super::shape::{Cells, MAX_AREA, RegionKey};
use crate::hash::WordHasher;

/// Maximum number of cells of a list: there are 50 million classes of 17 cells.
pub(crate) const MAX_CELLS: u32 = 17;

/// Connected regions of the same number of cells: one of each class under reflections and
/// transposition.
#[derive(Clone, Debug)]
pub(crate) struct Polyominoes {
    /// Those whose rectangle has at most [`MAX_AREA`] cells, in increasing order.
    pub(crate) small: Vec<RegionKey>,
    /// The others, in increasing order.
    pub(crate) large: Vec<Board>,
}

impl Polyominoes {
    /// The single cell.
    pub(crate) fn single() -> Polyominoes {
        let cell = Cells { bits: 1, cols: 1 };
        Polyominoes {
            small: vec![cell.key_of(1).0],
            large: Vec::new(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.small.len() + self.large.len()
    }

    /// Keeps those that lie in a rectangle of `rows` and `cols`, or with rows and columns exchanged.
    pub(crate) fn keep_fitting(&mut self, (rows, cols): (usize, usize)) {
        let fits = |(r, c): (usize, usize)| r <= rows && c <= cols || c <= rows && r <= cols;
        self.small.retain(|key| fits(key.cells().size()));
        self.large
            .retain(|board| fits((board.rows(), board.cols())));
    }

    /// All of them as boards, cropped.
    pub(crate) fn boards(&self) -> impl Iterator<Item = Board> {
        let small = self.small.iter().map(|key| key.cells().board());
        small.chain(self.large.iter().copied())
    }

    /// Those with one cell more: each is one of these with a neighbouring cell added, because every
    /// connected region has a cell whose removal leaves it connected. `check` is called from time to
    /// time and may stop it.
    pub(crate) fn grown<E>(&self, check: impl Fn() -> Result<(), E>) -> Result<Polyominoes, E> {
        let mut small: HashSet<RegionKey, BuildHasherDefault<WordHasher>> = HashSet::default();
        let mut large: HashSet<Board> = HashSet::new();
        for (done, key) in self.small.iter().enumerate() {
            if done % 4096 == 0 {
                check()?;
            }
            grow(*key, |wide, stride| match narrow(wide, stride) {
                Ok(cells) => {
                    small.insert(cells.key_of(cells.bits).0);
                }
                Err(board) => {
                    large.insert(representative(&board));
                }
            });
        }
        for board in &self.large {
            grow_board(board, |grown| {
                large.insert(representative(&grown));
            });
        }
        let mut small: Vec<RegionKey> = small.into_iter().collect();
        let mut large: Vec<Board> = large.into_iter().collect();
        small.sort_unstable();
        large.sort_unstable();
        Ok(Polyominoes { small, large })
    }
}

/// The region with each of its neighbouring cells, in a frame with one more line on each side.
fn grow(key: RegionKey, mut found: impl FnMut(u128, u32)) {
    let Cells { bits, cols } = key.cells();
    let stride = cols + 2;
    let mut framed: u128 = 0;
    let rows = (64 - bits.leading_zeros()).div_ceil(cols);
    for r in 0..rows {
        let row = bits >> (r * cols) & (u64::MAX >> (64 - cols));
        framed |= u128::from(row) << ((r + 1) * stride + 1);
    }
    let around = framed << 1 | framed >> 1 | framed << stride | framed >> stride;
    let mut neighbours = around & !framed;
    while neighbours != 0 {
        found(framed | neighbours & neighbours.wrapping_neg(), stride);
        neighbours &= neighbours - 1;
    }
}

/// The cells cropped to their rectangle, or a board if that has more than [`MAX_AREA`] cells.
fn narrow(wide: u128, stride: u32) -> Result<Cells, Board> {
    let wide = wide >> (wide.trailing_zeros() / stride * stride);
    let rows = (127 - wide.leading_zeros()) / stride + 1;
    let row = |r: u32| (wide >> (r * stride)) as u64 & ((1 << stride) - 1);
    let union = (0..rows).fold(0, |union, r| union | row(r));
    let left = union.trailing_zeros();
    let cols = 64 - (union >> left).leading_zeros();
    if rows * cols <= MAX_AREA {
        let bits = (0..rows).fold(0, |bits, r| bits | row(r) >> left << (r * cols));
        return Ok(Cells { bits, cols });
    }
    let board = Board::empty(rows as usize, cols as usize)
        .expect("a region of few cells lies in a small rectangle");
    let all = (0..rows).flat_map(|r| (0..cols).map(move |c| (r, c)));
    let blocked = all.filter(|&(r, c)| row(r) >> (left + c) & 1 == 0);
    Err(board.with_blocked(blocked.map(|(r, c)| Cell::new(r as usize, c as usize))))
}

/// The region with each of its neighbouring cells.
fn grow_board(board: &Board, mut found: impl FnMut(Board)) {
    let (rows, cols) = (board.rows() + 2, board.cols() + 2);
    let framed = Board::empty(rows, cols).expect("two more lines around a small rectangle");
    let free: HashSet<Cell> = board
        .free_cells()
        .map(|cell| Cell::new(cell.row() + 1, cell.col() + 1))
        .collect();
    let beside = |cell: Cell| {
        let (r, c) = (cell.row(), cell.col());
        let cells = [
            (r.wrapping_sub(1), c),
            (r + 1, c),
            (r, c.wrapping_sub(1)),
            (r, c + 1),
        ];
        cells
            .into_iter()
            .any(|(r, c)| Cell::try_new(r, c).is_some_and(|cell| free.contains(&cell)))
    };
    let all = (0..rows).flat_map(|r| (0..cols).map(move |c| Cell::new(r, c)));
    let all: Vec<Cell> = all.collect();
    for &added in all.iter().filter(|cell| !free.contains(cell)) {
        if beside(added) {
            let others = all
                .iter()
                .filter(|cell| !free.contains(cell) && **cell != added);
            found(framed.with_blocked(others.copied()).cropped());
        }
    }
}

/// The representative of all symmetric boards.
pub(crate) fn representative(board: &Board) -> Board {
    board.canonical().min(board.transpose().canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grown(list: &Polyominoes) -> Polyominoes {
        let grown: Result<_, std::convert::Infallible> = list.grown(|| Ok(()));
        grown.expect("nothing stops it")
    }

    /// Numbers of free polyominoes, OEIS A000105.
    const FREE: [usize; 12] = [1, 1, 2, 5, 12, 35, 108, 369, 1285, 4655, 17073, 63600];

    #[test]
    fn there_are_as_many_as_known() {
        let mut list = Polyominoes::single();
        for (i, &count) in FREE.iter().enumerate() {
            assert_eq!(list.len(), count, "{} cells", i + 1);
            list = grown(&list);
        }
    }

    #[test]
    fn regions_too_large_for_a_word_are_found_too() {
        // 15 cells of a staircase need 8x8; grown from 14 in 7x8.
        let stairs: Board =
            "..######|#..#####|##..####|###..###|####..##|#####..#|######..|#######."
                .parse()
                .expect("a board");
        let smaller = stairs.blocked(Cell::new(7, 7)).cropped();
        let cells = Cells::of_board(&smaller).expect("7x8 fits");
        let list = Polyominoes {
            small: vec![cells.key_of(cells.bits).0],
            large: Vec::new(),
        };
        let larger = grown(&list);
        assert!(larger.large.contains(&representative(&stairs)));
        let again = grown(&larger);
        assert!(again.large.iter().all(|board| board.free_count() == 16));
        let connected = again.large.iter().all(|board| board.regions().len() == 1);
        assert!(connected);
    }
}
