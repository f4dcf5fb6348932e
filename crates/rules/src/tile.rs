//! The length of the tiles.

use std::fmt;
use std::str::FromStr;

use crate::TileError;

/// The length of the tiles both players place: 2 for Domineering, up to 8.
///
/// ```
/// use crosscram_rules::Tile;
///
/// assert_eq!(Tile::default(), Tile::DOMINO);
/// assert_eq!("3".parse(), Ok(Tile::TROMINO));
/// assert_eq!(
///     Tile::new(9).unwrap_err().to_string(),
///     "a tile covers 2 to 8 cells, not 9",
/// );
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Tile(u8);

impl Tile {
    /// Two cells: Domineering.
    pub const DOMINO: Tile = Tile(2);
    /// Three cells.
    pub const TROMINO: Tile = Tile(3);

    /// A tile of `length` cells, 2 to 8.
    pub const fn new(length: u8) -> Result<Tile, TileError> {
        match length {
            2..=8 => Ok(Tile(length)),
            _ => Err(TileError::Length(length)),
        }
    }

    /// Number of cells the tile covers.
    pub const fn length(self) -> u32 {
        self.0 as u32
    }
}

impl Default for Tile {
    fn default() -> Tile {
        Tile::DOMINO
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// Reads the length as a number.
impl FromStr for Tile {
    type Err = TileError;

    fn from_str(text: &str) -> Result<Tile, TileError> {
        match text.parse() {
            Ok(length) => Tile::new(length),
            Err(_) => Err(TileError::Text(text.to_owned())),
        }
    }
}
