//! Counts of move sequences and positions: the classic check of a move generator, and the size
//! of the space a solver has to deal with.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hash, Hasher};

use crate::moves::move_bits;
use crate::symmetry::{columns, flip_cols, flip_rows};
use crate::{Bits, Bits128, Bits256, Board, Player, Tile};

/// Counts the sequences of exactly `depth` alternating moves, `first` beginning.
///
/// ```
/// use crosscram_rules::{Board, Player, Tile, perft::perft};
///
/// let board = Board::empty(2, 2)?;
/// let counts = [0, 1, 2, 3].map(|depth| perft(&board, Tile::DOMINO, Player::Vertical, depth));
/// assert_eq!(counts, [1, 2, 0, 0]);
/// # Ok::<(), crosscram_rules::BoardError>(())
/// ```
pub fn perft(board: &Board, tile: Tile, first: Player, depth: usize) -> u64 {
    perft_until(board, tile, first, depth, &|| false).expect("nobody stops it")
}

/// The same; `None` if `stop` returned true on the way.
pub fn perft_until(
    board: &Board,
    tile: Tile,
    first: Player,
    depth: usize,
    stop: &dyn Fn() -> bool,
) -> Option<u64> {
    match depth {
        0 => Some(1),
        1 => Some(u64::from(board.move_bits(first, tile).count())),
        _ if stop() => None,
        _ => board
            .moves(first, tile)
            .map(|mov| {
                let after = board.play(mov, tile).expect("a listed move is legal");
                perft_until(&after, tile, first.opponent(), depth - 1, stop)
            })
            .sum(),
    }
}

/// Counts the distinct positions after 0, 1, …, `max_depth` alternating moves.
///
/// Positions are equal if the same cells are free, however they came about.
///
/// ```
/// use crosscram_rules::{Board, Player, Tile, perft::positions_by_depth};
///
/// let board = Board::empty(3, 3)?;
/// let counts = positions_by_depth(&board, Tile::DOMINO, Player::Vertical, 2);
/// assert_eq!(counts, [1, 6, 20]);
/// # Ok::<(), crosscram_rules::BoardError>(())
/// ```
pub fn positions_by_depth(board: &Board, tile: Tile, first: Player, max_depth: usize) -> Vec<u64> {
    let counting = Counting::Each;
    count(board, tile, first, max_depth, counting, &mut ToTheEnd)
}

/// Follows a count, depth by depth.
pub trait Following {
    /// Returns whether to stop; it is asked often.
    fn is_over(&self) -> bool;

    /// So many positions are there after so many moves.
    fn counted(&mut self, depth: usize, positions: u64);
}

/// Lets a count go on.
struct ToTheEnd;

impl Following for ToTheEnd {
    fn is_over(&self) -> bool {
        false
    }

    fn counted(&mut self, _: usize, _: u64) {}
}

/// Counts like [`positions_by_depth`], tells `following` each number as soon as it is known, and stops when it says so.
pub fn follow_positions(
    board: &Board,
    tile: Tile,
    first: Player,
    max_depth: usize,
    following: &mut dyn Following,
) {
    count(board, tile, first, max_depth, Counting::Each, following);
}

/// Counts the positions after 0, 1, …, `max_depth` alternating moves, where the four
/// [`reflections`](Board::reflections) count as one.
///
/// For 10x10 this gives 1, 25, 1944, 81412, 3259222, 84035598, whoever begins. Bullock's thesis
/// (Fig. 5.1) prints 1, 25, 1944, 81609, 3520539, 169944142 and calls them nodes of the search:
/// the same count, it seems, with a table too small to recognise every repetition. A depth-first
/// walk with a table of 2^23 or 2^24 entries overshoots by about as much (81645 at depth 3 with
/// 2^24, 3502715 at depth 4 with 2^23); counting tiles instead of free cells does not (81432 at
/// depth 3).
///
/// Cost: the sets of two neighbouring depths are held at once, at 17 bytes per slot and up to
/// seven eighths full (33 bytes if the board has more than 128 cells). On one core of an
/// ordinary machine 10x10 takes 3 s to depth 4, and 5 min and 3.4 GB to depth 5.
pub fn distinct_up_to_reflection_by_depth(
    board: &Board,
    tile: Tile,
    first: Player,
    max_depth: usize,
) -> Vec<u64> {
    let counting = Counting::UpToReflection;
    count(board, tile, first, max_depth, counting, &mut ToTheEnd)
}

/// Counts like [`distinct_up_to_reflection_by_depth`], tells `following` each number as soon as it is known, and stops when
/// it says so.
pub fn follow_distinct_up_to_reflection(
    board: &Board,
    tile: Tile,
    first: Player,
    max_depth: usize,
    following: &mut dyn Following,
) {
    let counting = Counting::UpToReflection;
    count(board, tile, first, max_depth, counting, following);
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Counting {
    Each,
    UpToReflection,
}

fn count(
    board: &Board,
    tile: Tile,
    first: Player,
    max_depth: usize,
    counting: Counting,
    following: &mut dyn Following,
) -> Vec<u64> {
    // Half the memory for every board up to 11x11.
    if board.area() <= Bits128::CAPACITY as usize {
        count_with::<Bits128>(board, tile, first, max_depth, counting, following)
    } else {
        count_with::<Bits256>(board, tile, first, max_depth, counting, following)
    }
}

fn count_with<B: Bits>(
    board: &Board,
    tile: Tile,
    first: Player,
    max_depth: usize,
    counting: Counting,
    following: &mut dyn Following,
) -> Vec<u64> {
    let (rows, cols) = (board.rows() as u32, board.cols() as u32);
    let first_column: B = columns(rows, cols, 1);
    let representative = |free: B| match counting {
        Counting::Each => free,
        Counting::UpToReflection => {
            let flipped = flip_rows(free, rows, cols);
            let mirrored = flip_cols(free, cols, first_column);
            let turned = flip_rows(mirrored, rows, cols);
            free.min(flipped).min(mirrored).min(turned)
        }
    };
    let start: B = board.free_bits().resized();

    let mut positions: Positions<B> = HashSet::default();
    positions.insert(Mixed(representative(start)));
    let mut counts = vec![1];
    following.counted(0, 1);
    let mut player = first;
    for _ in 0..max_depth {
        let step = match player {
            Player::Vertical => cols,
            Player::Horizontal => 1,
        };
        // Shifts beyond the set are empty, which happens only where there is no move to shift for.
        let at_origin = (0..tile.length())
            .map(|i| B::single(0) << (i * step))
            .fold(B::EMPTY, |set, cell| set | cell);
        let mut after: Positions<B> = HashSet::default();
        for &Mixed(free) in &positions {
            if following.is_over() {
                return counts;
            }
            for start in move_bits(free, rows, cols, player, tile).members() {
                after.insert(Mixed(representative(free & !(at_origin << start))));
            }
        }
        following.counted(counts.len(), after.len() as u64);
        counts.push(after.len() as u64);
        positions = after;
        player = player.opponent();
    }
    counts
}

type Positions<B> = HashSet<Mixed<B>, BuildHasherDefault<TakeAsIs>>;

/// Hashes by [`Bits::mix`], several times faster than the default and good enough where no
/// adversary chooses the keys.
#[derive(PartialEq, Eq)]
struct Mixed<B>(B);

impl<B: Bits> Hash for Mixed<B> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.mix());
    }
}

/// Uses the one number it is given as the hash.
#[derive(Default)]
struct TakeAsIs(u64);

impl Hasher for TakeAsIs {
    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("keys are hashed as one u64");
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
