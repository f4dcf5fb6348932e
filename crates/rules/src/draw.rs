//! The [`board!`](macro@crate::board) macro.

use crate::Board;

/// Draws a board in code: `.` is a free cell, `#` a blocked one, and `|` ends a row.
///
/// A macro does not see where lines end, hence the `|`; a wall on the left of each row, a wall
/// after the last and any blanks do no harm. Blocked cells must not touch, because Rust reserves
/// `##` for itself: write `# #`.
///
/// ```
/// use crosscram_rules::{Board, board};
///
/// let drawn = board! {
///     | . . # |
///     | . # . |
/// };
/// assert_eq!(drawn, board!(. . # | . # .));
/// assert_eq!(Ok(drawn), "..#|.#.".parse());
/// ```
///
/// # Panics
///
/// If the drawing is not a board; the message names the place of use.
#[macro_export]
macro_rules! board {
    ($($drawing:tt)*) => {
        $crate::drawn(stringify!($($drawing)*))
    };
}

/// What [`board!`](macro@crate::board) calls with the tokens it was given.
#[track_caller]
#[must_use]
pub fn drawn(tokens: &str) -> Board {
    // Blanks between the tokens are the compiler's choice and mean nothing.
    let rows: Vec<String> = tokens
        .split('|')
        .map(|row| row.split_whitespace().collect())
        .filter(|row: &String| !row.is_empty())
        .collect();
    match rows.join("|").parse() {
        Ok(board) => board,
        Err(error) => panic!("board!: {error}"),
    }
}
