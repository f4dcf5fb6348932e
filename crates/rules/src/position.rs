//! A board with the tile length and the player to move.

use crate::{Board, Player, Tile};

/// What has to be known to play on: the board, the tile length and, if given, who is to move.
///
/// The text form carries board and player; the tile length is a property of the whole game and
/// is stated elsewhere, so a position that was read has dominoes until
/// [`with_tile`](Position::with_tile) says otherwise.
///
/// ```
/// use crosscram_rules::{Player, Position, Tile};
///
/// let position: Position = "..#|.#. V".parse()?;
/// assert_eq!(position.to_move, Some(Player::Vertical));
/// assert_eq!(position.tile, Tile::DOMINO);
/// assert_eq!(position.to_string(), "..#|.#. V");
/// # Ok::<(), crosscram_rules::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Position {
    /// The board.
    pub board: Board,
    /// The tile length.
    pub tile: Tile,
    /// Who is to move; `None` where the question is asked for both.
    pub to_move: Option<Player>,
}

impl Position {
    /// Dominoes on `board`, with no player named to move.
    pub fn new(board: Board) -> Position {
        Position {
            board,
            tile: Tile::DOMINO,
            to_move: None,
        }
    }

    /// The same with tiles of another length.
    #[must_use]
    pub fn with_tile(self, tile: Tile) -> Position {
        Position { tile, ..self }
    }

    /// The same with `player` to move.
    #[must_use]
    pub fn with_to_move(self, player: Player) -> Position {
        Position {
            to_move: Some(player),
            ..self
        }
    }
}

impl From<Board> for Position {
    fn from(board: Board) -> Position {
        Position::new(board)
    }
}
