//! The question that a solver answers.

use crate::{Board, Dyadic, Move, Player, SumBoard, Tile};
use std::fmt;

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
/// // Vertical may move in the number, too.
/// let after = question.after(None).expect("a move in the number");
/// assert_eq!((after.number, after.first), (0.into(), Player::Horizontal));
/// assert_eq!(question.moves().count(), 5 * 14 + 1);
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

    /// The board, and the number if it is not 0: `..#|... + 1/4`.
    pub fn name(&self) -> String {
        match self.number == Dyadic::ZERO {
            true => self.board.to_string(),
            false => format!("{} + {}", self.board, self.number),
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

    /// The reflection that stands for all of them.
    #[must_use]
    pub fn canonical(self) -> Question {
        Question {
            board: self.board.canonical(),
            ..self
        }
    }

    /// The question after a move of the first player: on the board, or, without one, in the number. `None` if there is no
    /// such move.
    pub fn after(self, mov: Option<Move>) -> Option<Question> {
        let (board, number) = match (mov, self.first) {
            (Some(mov), _) if mov.player() != self.first => return None,
            (Some(mov), _) => (self.board.play(mov, self.tile).ok()?, self.number),
            (None, Player::Vertical) => (self.board, self.number.left_option()?),
            (None, Player::Horizontal) => (self.board, self.number.right_option()?),
        };
        Some(Question {
            board,
            number,
            first: self.first.opponent(),
            ..self
        })
    }

    /// All moves of the first player, on the board and in the number, with the questions after them.
    pub fn moves(self) -> impl Iterator<Item = (Option<Move>, Question)> {
        let moves: Vec<Move> = self.board.moves(self.first, self.tile).collect();
        let moves = moves.into_iter().map(Some).chain([None]);
        moves.filter_map(move |mov| Some((mov, self.after(mov)?)))
    }
}

/// The board, the number if it is not 0, and who moves first: `..#|... + 1/4 V`.
impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name(), self.first.letter())
    }
}
