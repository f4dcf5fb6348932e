//! What a question is about, as every front end reads it: a position, or a sum of boards, numbers and games.
//!
//! A game that is not a number is played as a board of the same value, or of a value that differs from it by a
//! number: `∗` as `..|.#`. Equal games can be exchanged in any sum, so the answer is that of the sum as it
//! was written.

use crosscram_rules::{
    Dyadic, Move, ParseError, Player, Position, Question, Sum, SumBoard, SumBoardError, Term, Tile,
};
use crosscram_values::games::{Atom, Expression, Statement, ValueTextError};
use crosscram_values::positions::PositionValues;
use std::str::FromStr;

/// The maximum number of cells of a board that stands for a game.
const GAME_CELLS: u32 = 10;
/// The maximum number of copies of a term, and of all terms; more do not fit onto a board.
const COPIES: usize = 128;

/// What is asked about, finished: one board and one number that are played, with the tile and whoever is to move.
///
/// ```
/// use crosscram_rules::{Player, Tile};
/// use crosscram_workbench::Subject;
///
/// let subject = Subject::read("4x4 - 2x3 + * V", Tile::DOMINO)?;
/// assert_eq!(subject.position().to_move, Some(Player::Vertical));
/// assert_eq!(subject.name(), "....|....|....|.... + ..|..|.. + ..|.#");
/// # Ok::<(), crosscram_workbench::SubjectError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Subject {
    position: Position,
    sum: Option<(Sum, SumBoard)>,
}

/// What a question about values is about: their sums need not fit onto a board, and may be compared.
#[derive(Clone, Debug)]
pub enum ValueSubject {
    /// One position.
    Position(Position),
    /// A sum of positions and games, or two that are compared.
    Statement(Statement),
}

/// A text that no question can be about.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SubjectError {
    /// Not a board.
    #[error(transparent)]
    Board(#[from] ParseError),
    /// Not a sum, or one whose terms cannot be computed.
    #[error(transparent)]
    Sum(#[from] ValueTextError),
    /// A sum that does not fit onto one board.
    #[error(transparent)]
    Joined(#[from] SumBoardError),
    /// A term that cannot be played.
    #[error("term '{term}': {why}")]
    Term {
        /// As it was written.
        term: String,
        /// Why.
        why: String,
    },
}

impl From<Position> for Subject {
    fn from(position: Position) -> Subject {
        Subject {
            position,
            sum: None,
        }
    }
}

impl Subject {
    /// Reads a board, a position or a sum, played with tiles of this length. The player to move may stand at the end.
    pub fn read(text: &str, tile: Tile) -> Result<Subject, SubjectError> {
        Subject::read_with(text, &mut PositionValues::new(tile))
    }

    /// The same, with values that are known already and their limits.
    pub fn read_with(text: &str, values: &mut PositionValues) -> Result<Subject, SubjectError> {
        if let Ok(position) = text.parse::<Position>() {
            return Ok(position.with_tile(values.tile()).into());
        }
        let text = text.trim();
        let player = text.rsplit_once([' ', '\t']).and_then(|(sum, last)| {
            let player: Player = last.parse().ok()?;
            (!sum.trim_end().ends_with('+')).then_some((sum, Some(player)))
        });
        let (written, to_move) = player.unwrap_or((text, None));
        let sum = match written.parse::<Sum>() {
            Ok(sum) if !is_board(text) => sum,
            _ => {
                let mut terms = Vec::new();
                let expression: Expression = statement(text, written)?;
                add_terms(&mut terms, &expression, 1, values)?;
                Sum::new(terms)
            }
        };
        let joined = SumBoard::new(&sum)?;
        let position = Position {
            board: *joined.board(),
            tile: values.tile(),
            to_move,
        };
        Ok(Subject {
            position,
            sum: Some((sum, joined)),
        })
    }

    /// The board that is searched, the tile, and who is to move, if that was said.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// All numbers of the sum together.
    pub fn number(&self) -> Dyadic {
        let joined = self.sum.as_ref();
        joined.map_or(Dyadic::ZERO, |(_, joined)| joined.number())
    }

    /// The sum with boards in place of games, if it is one.
    pub fn sum(&self) -> Option<&Sum> {
        self.sum.as_ref().map(|(sum, _)| sum)
    }

    /// Who may move first: the player that is given, else whoever is to move, else both.
    pub fn firsts(&self, given: Option<Player>) -> Vec<Player> {
        let one = given.or(self.position.to_move);
        one.map_or(Player::ALL.to_vec(), |first| vec![first])
    }

    /// The question whether this player, moving first, wins.
    pub fn question(&self, first: Player) -> Question {
        let Position { board, tile, .. } = self.position;
        Question::new(board, tile, first).plus(self.number())
    }

    /// Its name for people.
    pub fn name(&self) -> String {
        match &self.sum {
            None => self.position.board.name(),
            Some((sum, _)) => sum.to_string(),
        }
    }

    /// The term of the sum in which a move is made, counted from 1, and the move on that term's board.
    pub fn locate(&self, mov: Move) -> (Option<usize>, Move) {
        let joined = self.sum.as_ref();
        match joined.and_then(|(_, joined)| joined.locate(mov)) {
            Some((term, mov)) => (Some(term + 1), mov),
            None => (None, mov),
        }
    }
}

impl FromStr for ValueSubject {
    type Err = SubjectError;

    fn from_str(text: &str) -> Result<ValueSubject, SubjectError> {
        match text.parse::<Position>() {
            Ok(position) => Ok(ValueSubject::Position(position)),
            Err(_) => statement(text, text).map(ValueSubject::Statement),
        }
    }
}

/// Reads the part `sum` of a text that is no position. What was meant as one is told what is wrong with that.
fn statement<T: FromStr<Err = ValueTextError>>(text: &str, sum: &str) -> Result<T, SubjectError> {
    sum.parse().map_err(|error| match text.parse::<Position>() {
        Err(position) if is_board(text) => position.into(),
        _ => SubjectError::from(error),
    })
}

/// Whether a text is meant to be a board rather than a sum: it has none of the signs of sums, and is no number
/// or multiple.
fn is_board(text: &str) -> bool {
    const SIGNS: [char; 19] = [
        '+', '<', '>', '=', '{', '}', '(', ')', '^', '*', '±', '↑', '↓', '∗', '≤', '≥', '≠', '−',
        '–',
    ];
    let number = text.starts_with(|c: char| c.is_ascii_digit())
        && (text.contains(['/', '.']) || text.chars().all(|c| c.is_ascii_digit()));
    !text.contains(SIGNS) && !text.contains(" - ") && !text.contains("||") && !number
}

/// Adds the terms of an expression, `sign` times, as boards and numbers.
fn add_terms(
    terms: &mut Vec<Term>,
    expression: &Expression,
    sign: i64,
    values: &mut PositionValues,
) -> Result<(), SubjectError> {
    for term in expression.terms() {
        let refused = |why: &dyn std::fmt::Display| SubjectError::Term {
            term: term.text().to_string(),
            why: why.to_string(),
        };
        let times = term.times() * sign;
        let copies = times.unsigned_abs() as usize;
        if copies > COPIES {
            return Err(refused(&format_args!("at most {COPIES} copies")));
        }
        let (board, number) = match term.atom() {
            Atom::Sum(inner) => {
                for _ in 0..copies {
                    add_terms(terms, inner, times.signum(), values)?;
                }
                continue;
            }
            Atom::Board(board) => (Some(*board), Dyadic::ZERO),
            _ => {
                let game = values.evaluate_atom(term)?;
                match values.games().as_number(game) {
                    Some(number) => (None, number),
                    None => {
                        let found = values.region_like(game, GAME_CELLS);
                        let found = found.map_err(|error| refused(&error))?;
                        let (board, number) = found.ok_or_else(|| {
                            refused(&format_args!(
                                "no region of up to {GAME_CELLS} cells has this value, up to a number, so it \
                                 cannot be searched; crosscram value computes it"
                            ))
                        })?;
                        (Some(board), number)
                    }
                }
            }
        };
        // A number beside each board.
        if terms.len() + copies > 2 * COPIES {
            return Err(refused(&"too many terms for one board"));
        }
        for _ in 0..copies {
            terms.extend(board.map(|board| match times < 0 {
                true => Term::Board(board.transpose()),
                false => Term::Board(board),
            }));
            if number != Dyadic::ZERO || board.is_none() {
                terms.push(Term::Number(match times < 0 {
                    true => number.negated(),
                    false => number,
                }));
            }
        }
    }
    Ok(())
}
