//! Bounds by cutting the board into strips. What is known of a strip is left open:
//! numbers (step 9) or switch vectors (step 10).

use crate::Board;
use crosscram_rules::Player;

// ANCHOR: bound
/// Something that is known of a game from Vertical's side, and can be worked out from
/// what is known of the positions after each move.
pub trait Bound: Copy {
    /// The game in which `moves` moves are left to Horizontal and none to Vertical.
    fn only_horizontal(moves: u32) -> Self;
    /// A game from the bounds of its options.
    fn from_options(vertical: &[Self], horizontal: &[Self]) -> Self;
    /// Two games side by side.
    fn plus(self, other: Self) -> Self;
    /// The better of two bounds of the same game.
    fn or(self, other: Self) -> Self;
    /// Returns whether Vertical is known to win.
    fn wins(self, vertical_moves: bool) -> bool;
}
// ANCHOR_END: bound

// ANCHOR: strips
/// Bounds of all strips of two rows of some width, by their free cells.
struct Strips<B>(Vec<B>);

impl<B: Bound> Strips<B> {
    fn new(cols: usize) -> Strips<B> {
        let mut strips: Vec<B> = Vec::with_capacity(1 << (2 * cols));
        for free in 0..1_usize << (2 * cols) {
            let after = |tile: usize| (free & tile == tile).then(|| strips[free & !tile]);
            let vertical: Vec<B> = (0..cols)
                .filter_map(|col| after(1 << col | 1 << (cols + col)))
                .collect();
            let horizontal = (0..2).flat_map(|row| (1..cols).map(move |col| row * cols + col - 1));
            let horizontal: Vec<B> = horizontal.filter_map(|cell| after(0b11 << cell)).collect();
            // Tiles only take cells away, so all options are in the list already.
            strips.push(B::from_options(&vertical, &horizontal));
        }
        Strips(strips)
    }
}
// ANCHOR_END: strips

// ANCHOR: cuts
/// The evaluation by cuts, for boards of one size.
pub struct Cuts<B> {
    vertical: Strips<B>,
    horizontal: Strips<B>,
}

impl<B: Bound> Cuts<B> {
    /// Works out the strips of both players.
    pub fn new(board: Board) -> Cuts<B> {
        Cuts {
            vertical: Strips::new(board.cols()),
            horizontal: Strips::new(board.rows()),
        }
    }

    /// Who wins if `mover` is to move, if the cuts can tell.
    pub fn decided(&self, board: Board, mover: Player) -> Option<Player> {
        let other = mover.opponent();
        if self.bound(board, mover).wins(true) {
            Some(mover)
        } else if self.bound(board, other).wins(false) {
            Some(other)
        } else {
            None
        }
    }

    /// The best bound over all ways to cut the board between rows, for the player seen
    /// as Vertical.
    fn bound(&self, board: Board, player: Player) -> B {
        let strips = match player {
            Player::Vertical => &self.vertical,
            Player::Horizontal => &self.horizontal,
        };
        let board = board.seen_by(player);
        let cols = board.cols();
        // Bounds of the rows above: before the last one, and all of them.
        let (mut before, mut all) = (None, B::only_horizontal(0));
        for row in 0..board.rows() {
            let alone = all.plus(B::only_horizontal(tiles_in_row(board.row(row))));
            let paired = before.map(|above: B| {
                let strip = board.row(row - 1) | board.row(row) << cols;
                above.plus(strips.0[strip])
            });
            (before, all) = (Some(all), paired.map_or(alone, |paired| alone.or(paired)));
        }
        all
    }
}

/// The number of horizontal tiles that fit into a row.
fn tiles_in_row(mut free: usize) -> u32 {
    let mut tiles = 0;
    while free != 0 {
        free >>= free.trailing_zeros();
        let run = free.trailing_ones();
        tiles += run / 2;
        free >>= run;
    }
    tiles
}
// ANCHOR_END: cuts
