//! The number of ways to place tiles on a board, by the number of tiles of each player.
//!
//! A placement is a set of tiles that do not overlap. Those in which the players have placed equally many tiles, or
//! one more than the other, are the positions that alternating play can reach (Huntemann and McKay,
//! *Counting Domineering positions*, 2019; OEIS A332714 for dominoes on squares).
//!
//! Cells are visited row by row. What matters of the tiles placed so far is, for each column, how many of its
//! next cells they cover (the broken profile), and by how many tiles Vertical is ahead.

use std::collections::HashMap;
use std::fmt;

use crate::{Board, Cell, Tile};

/// The maximum number of profiles: those of 14 columns and dominoes, some seconds and 200 MB.
const MAX_PROFILES: u64 = 1 << 14;

/// A number of up to 256 bits.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Count([u64; 4]);

impl Count {
    const ONE: Count = Count([1, 0, 0, 0]);

    /// The sum. A board of 256 cells has fewer than 2^256 placements, so it always fits.
    #[must_use]
    pub fn plus(self, other: Count) -> Count {
        let mut sum = [0; 4];
        let mut carry = false;
        for (i, digit) in sum.iter_mut().enumerate() {
            let (first, over) = self.0[i].overflowing_add(other.0[i]);
            let (second, again) = first.overflowing_add(u64::from(carry));
            (*digit, carry) = (second, over || again);
        }
        Count(sum)
    }
}

impl From<u64> for Count {
    fn from(number: u64) -> Count {
        Count([number, 0, 0, 0])
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut rest, mut digits) = (self.0, Vec::new());
        while rest != [0; 4] {
            let mut remainder = 0_u128;
            for digit in rest.iter_mut().rev() {
                let value = remainder << 64 | u128::from(*digit);
                *digit = (value / 10) as u64;
                remainder = value % 10;
            }
            digits.push(b'0' + remainder as u8);
        }
        if digits.is_empty() {
            digits.push(b'0');
        }
        digits.reverse();
        let text: String = digits.into_iter().map(char::from).collect();
        f.pad(&text)
    }
}

/// The numbers of placements of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Placements {
    /// Any number of tiles of each player.
    #[cfg_attr(feature = "schema", schemars(rename = "placements"))]
    pub all: Count,
    /// Those that alternating play can reach, whoever begins.
    pub reachable: Count,
    /// Equally many tiles of both.
    pub level: Count,
    /// One tile more of Vertical.
    pub vertical_ahead: Count,
    /// One tile more of Horizontal.
    pub horizontal_ahead: Count,
}

/// Returns whether the board is small enough for [`count`].
pub fn is_countable(board: &Board, tile: Tile) -> bool {
    let narrow = board.rows().min(board.cols()) as u32;
    let profiles = u64::from(tile.length()).checked_pow(narrow);
    profiles.is_some_and(|profiles| profiles <= MAX_PROFILES)
}

/// Counts the placements of tiles on a board; `None` if it is too large.
///
/// ```
/// use crosscram_rules::{Board, Tile, placements};
///
/// let counted = placements::count(&Board::empty(4, 4)?, Tile::DOMINO).unwrap();
/// assert_eq!(counted.reachable.to_string(), "4632");
/// # Ok::<(), crosscram_rules::BoardError>(())
/// ```
pub fn count(board: &Board, tile: Tile) -> Option<Placements> {
    // Transposed, the players change roles, and fewer columns mean fewer profiles.
    if board.cols() > board.rows() {
        let turned = count(&board.transpose(), tile)?;
        return Some(Placements {
            vertical_ahead: turned.horizontal_ahead,
            horizontal_ahead: turned.vertical_ahead,
            ..turned
        });
    }
    let (rows, cols, length) = (board.rows(), board.cols(), tile.length() as usize);
    if !is_countable(board, tile) {
        return None;
    }
    // By how many tiles one player can be ahead.
    let most = board.free_count() as usize / length;
    let mut profiles: HashMap<Vec<u8>, Vec<Count>> = HashMap::new();
    let mut start = vec![Count::default(); 2 * most + 1];
    start[most] = Count::ONE;
    profiles.insert(vec![0; cols], start);
    let is_free =
        |row: usize, col: usize| row < rows && col < cols && board.is_free(Cell::new(row, col));
    for row in 0..rows {
        for col in 0..cols {
            let mut next: HashMap<Vec<u8>, Vec<Count>> = HashMap::new();
            for (profile, counts) in profiles {
                let mut go_on = |profile: Vec<u8>, ahead: isize| {
                    let sums = next
                        .entry(profile)
                        .or_insert_with(|| vec![Count::default(); counts.len()]);
                    for (i, &count) in counts.iter().enumerate() {
                        if count != Count::default() {
                            let sum = &mut sums[i.wrapping_add_signed(ahead)];
                            *sum = sum.plus(count);
                        }
                    }
                };
                if profile[col] > 0 {
                    let mut covered = profile;
                    covered[col] -= 1;
                    go_on(covered, 0);
                    continue;
                }
                if (0..length).all(|i| is_free(row + i, col)) {
                    let mut upright = profile.clone();
                    upright[col] = length as u8 - 1;
                    go_on(upright, 1);
                }
                if (0..length).all(|i| is_free(row, col + i) && profile[col + i] == 0) {
                    let mut lying = profile.clone();
                    lying[col + 1..col + length].fill(1);
                    go_on(lying, -1);
                }
                go_on(profile, 0);
            }
            profiles = next;
        }
    }
    // Nothing reaches below the board.
    let counts = profiles.remove(&vec![0; cols])?;
    let ahead = |by: isize| {
        let index = most.checked_add_signed(by);
        let count = index.and_then(|index| counts.get(index));
        count.copied().unwrap_or_default()
    };
    let (level, vertical_ahead, horizontal_ahead) = (ahead(0), ahead(1), ahead(-1));
    Some(Placements {
        all: counts.iter().fold(Count::default(), |sum, &n| sum.plus(n)),
        reachable: level.plus(vertical_ahead.plus(horizontal_ahead)),
        level,
        vertical_ahead,
        horizontal_ahead,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Player;

    /// All placements by definition: for each cell in turn, no tile, one of each player.
    fn plain(board: &Board, tile: Tile, from: usize, ahead: i64, found: &mut HashMap<i64, u64>) {
        let cells = board.rows() * board.cols();
        if from == cells {
            *found.entry(ahead).or_default() += 1;
            return;
        }
        plain(board, tile, from + 1, ahead, found);
        let cell = Cell::new(from / board.cols(), from % board.cols());
        for player in Player::ALL {
            for mov in board.moves(player, tile).filter(|mov| mov.cell() == cell) {
                let after = board.play(mov, tile).expect("a listed move is legal");
                let sign = if player == Player::Vertical { 1 } else { -1 };
                plain(&after, tile, from + 1, ahead + sign, found);
            }
        }
    }

    #[track_caller]
    fn check(board: &str, length: u8) {
        let board: Board = board.parse().expect("a board");
        let tile = Tile::new(length).expect("a tile");
        let mut found = HashMap::new();
        plain(&board, tile, 0, 0, &mut found);
        let expected = |ahead: i64| Count::from(found.get(&ahead).copied().unwrap_or(0));
        let counted = count(&board, tile).expect("small");
        assert_eq!(counted.all, Count::from(found.values().sum::<u64>()));
        assert_eq!(counted.level, expected(0), "{board}");
        assert_eq!(counted.vertical_ahead, expected(1), "{board}");
        assert_eq!(counted.horizontal_ahead, expected(-1), "{board}");
    }

    #[test]
    fn counts_are_those_of_the_definition() {
        for (board, length) in [
            ("1x1", 2),
            ("1x6", 2),
            ("6x1", 2),
            ("3x4", 2),
            ("4x3", 2),
            ("..#.|.#..|....", 2),
            ("#", 2),
            ("4x4", 3),
            ("3x5", 3),
            ("5x4", 4),
        ] {
            check(board, length);
        }
    }

    /// OEIS A332714, its first terms.
    #[test]
    fn squares_have_as_many_positions_as_published() {
        const PUBLISHED: [&str; 8] = [
            "1",
            "5",
            "75",
            "4632",
            "1076492",
            "963182263",
            "3317770165381",
            "43809083383524391",
        ];
        for (i, published) in PUBLISHED.iter().enumerate() {
            let board = Board::empty(i + 1, i + 1).expect("a board");
            let counted = count(&board, Tile::DOMINO).expect("small");
            assert_eq!(counted.reachable.to_string(), *published);
        }
    }

    #[test]
    fn numbers_are_long() {
        let mut number = Count::ONE;
        for _ in 0..200 {
            number = number.plus(number);
        }
        let power = "1606938044258990275541962092341162602522202993782792835301376";
        assert_eq!(number.to_string(), power);
        assert_eq!(Count::default().to_string(), "0");
    }

    #[test]
    fn boards_that_are_too_large_are_refused() {
        let board = Board::empty(16, 16).expect("a board");
        assert!(count(&board, Tile::new(8).expect("a tile")).is_none());
    }
}
