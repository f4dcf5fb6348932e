//! The question that a solver answers.

use crate::{Board, Dyadic, Player, SumBoard, Tile};

/// Who wins `board` plus `number`, with tiles of length `tile`, if `first` moves first?
///
/// Every question about positions and sums has this form: the boards of a sum lie side by side on
/// one board ([`SumBoard`]), and its numbers add up to one.
///
/// ```
/// use crosscram_rules::{Board, Player, Question, Tile};
///
/// let question = Question::new(Board::empty(6, 14)?, Tile::DOMINO, Player::Vertical);
/// assert_eq!(question.number, 0.into());
/// let question = question.plus("1/4".parse()?);
/// assert_eq!(question.number.to_string(), "1/4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Question {
    /// The board.
    pub board: Board,
    /// The number added to the board: Vertical has that many free moves.
    pub number: Dyadic,
    /// The tile length.
    pub tile: Tile,
    /// Who moves first.
    pub first: Player,
}

impl Question {
    /// A board alone.
    pub fn new(board: Board, tile: Tile, first: Player) -> Question {
        Question {
            board,
            number: Dyadic::ZERO,
            tile,
            first,
        }
    }

    /// A sum of boards and numbers.
    pub fn of_sum(sum: &SumBoard, tile: Tile, first: Player) -> Question {
        Question::new(*sum.board(), tile, first).plus(sum.number())
    }

    /// The same board together with this number instead.
    #[must_use]
    pub fn plus(self, number: Dyadic) -> Question {
        Question { number, ..self }
    }
}
