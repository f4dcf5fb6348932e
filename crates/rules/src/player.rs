//! The two players.

use std::fmt;
use std::str::FromStr;

use crate::ParseError;

/// One of the two players.
///
/// In the language of combinatorial games Vertical is Left, the positive player, and Horizontal
/// is Right.
///
/// ```
/// use crosscram_rules::Player;
///
/// assert_eq!(Player::Vertical.opponent(), Player::Horizontal);
/// assert_eq!("h".parse(), Ok(Player::Horizontal));
/// assert_eq!(Player::Vertical.to_string(), "Vertical");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Player {
    /// Places tiles that stand upright.
    Vertical,
    /// Places tiles that lie flat.
    Horizontal,
}

impl Player {
    /// Both players, in the order of [`Player::index`].
    pub const ALL: [Player; 2] = [Player::Vertical, Player::Horizontal];

    /// The other player.
    pub const fn opponent(self) -> Player {
        match self {
            Player::Vertical => Player::Horizontal,
            Player::Horizontal => Player::Vertical,
        }
    }

    /// The letter used in moves and positions, `V` or `H`.
    pub const fn letter(self) -> char {
        match self {
            Player::Vertical => 'V',
            Player::Horizontal => 'H',
        }
    }

    /// The name, `Vertical` or `Horizontal`.
    pub const fn name(self) -> &'static str {
        match self {
            Player::Vertical => "Vertical",
            Player::Horizontal => "Horizontal",
        }
    }

    /// Index into an array with one entry per player: Vertical 0, Horizontal 1.
    pub const fn index(self) -> usize {
        match self {
            Player::Vertical => 0,
            Player::Horizontal => 1,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Reads `v`, `vertical` or `left`, and `h`, `horizontal` or `right`, in any case.
impl FromStr for Player {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Player, ParseError> {
        match text.to_ascii_lowercase().as_str() {
            "v" | "vertical" | "left" => Ok(Player::Vertical),
            "h" | "horizontal" | "right" => Ok(Player::Horizontal),
            _ => Err(ParseError::Player(text.to_owned())),
        }
    }
}
