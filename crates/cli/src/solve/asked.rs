//! The question of `crosscram solve`: a position, or a sum of boards, numbers and games.
//!
//! A game that is not a number is played as a board of the same value, or of a value that differs from it by a
//! number: `∗` as `..|.#`. Equal games can be exchanged in any sum, so the answer is that of the sum as it
//! was written.

use crate::input;
use crosscram_rules::{Board, Dyadic, Move, Player, Position, Question, Sum, SumBoard, Term, Tile};
use crosscram_values::games::{Atom, Expression};
use crosscram_values::positions::PositionValues;
use std::str::FromStr;

/// The maximum number of cells of a board that stands for a game.
const GAME_CELLS: u32 = 10;
/// The maximum number of copies of a term; more do not fit onto a board.
const COPIES: u64 = 128;

/// A position, or a sum as it was written and as one board.
#[derive(Debug)]
pub(crate) enum Asked {
    Board(Position),
    Sum {
        sum: Sum,
        joined: SumBoard,
        to_move: Option<Player>,
    },
    /// A sum with games in it; [`Asked::with_tile`] finds boards for them.
    Games {
        expression: Expression,
        to_move: Option<Player>,
    },
}

impl FromStr for Asked {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let position = match text.parse::<Position>() {
            Ok(position) => return Ok(Asked::Board(position)),
            Err(error) => error.to_string(),
        };
        if input::is_board(text) {
            return Err(position);
        }
        let text = text.trim();
        let player = text.rsplit_once([' ', '\t']).and_then(|(sum, last)| {
            let player: Player = last.parse().ok()?;
            (!sum.trim_end().ends_with('+')).then_some((sum, player))
        });
        let (sum, to_move) = match player {
            Some((sum, player)) => (sum, Some(player)),
            None => (text, None),
        };
        match sum.parse::<Sum>() {
            Ok(sum) => Asked::sum(sum, to_move),
            Err(_) => {
                let expression = sum.parse().map_err(|error| format!("{error}"))?;
                Ok(Asked::Games {
                    expression,
                    to_move,
                })
            }
        }
    }
}

impl Asked {
    fn sum(sum: Sum, to_move: Option<Player>) -> Result<Asked, String> {
        let joined = SumBoard::new(&sum).map_err(|error| error.to_string())?;
        Ok(Asked::Sum {
            sum,
            joined,
            to_move,
        })
    }

    /// The same with boards for tiles of this length in place of games.
    pub(crate) fn with_tile(self, tile: Tile) -> Result<Asked, String> {
        let Asked::Games {
            expression,
            to_move,
        } = self
        else {
            return Ok(self);
        };
        let mut terms = Vec::new();
        let mut values = PositionValues::new(tile);
        add_terms(&mut terms, &expression, 1, &mut values)?;
        Asked::sum(Sum::new(terms), to_move)
    }

    /// The board that is searched.
    ///
    /// # Panics
    ///
    /// If there are games without a board.
    pub(crate) fn board(&self) -> &Board {
        match self {
            Asked::Board(position) => &position.board,
            Asked::Sum { joined, .. } => joined.board(),
            Asked::Games { .. } => unreachable!("boards were found for all games"),
        }
    }

    /// Who is to move, if given.
    pub(crate) fn to_move(&self) -> Option<Player> {
        match self {
            Asked::Board(position) => position.to_move,
            Asked::Sum { to_move, .. } | Asked::Games { to_move, .. } => *to_move,
        }
    }

    /// The question whether this player, moving first, wins.
    pub(crate) fn question(&self, tile: Tile, first: Player) -> Question {
        match self {
            Asked::Board(position) => Question::new(position.board, tile, first),
            Asked::Sum { joined, .. } => Question::of_sum(joined, tile, first),
            Asked::Games { .. } => unreachable!("boards were found for all games"),
        }
    }

    /// Its name for people.
    pub(crate) fn name(&self) -> String {
        match self {
            Asked::Board(position) => input::name(&position.board),
            Asked::Sum { sum, .. } => sum.to_string(),
            Asked::Games { expression, .. } => expression.to_string(),
        }
    }

    /// The term of the sum in which a move is made, counted from 1, and the move on that term's board.
    pub(crate) fn locate(&self, mov: Move) -> (Option<usize>, Move) {
        match self {
            Asked::Board(_) | Asked::Games { .. } => (None, mov),
            Asked::Sum { joined, .. } => match joined.locate(mov) {
                Some((term, mov)) => (Some(term + 1), mov),
                None => (None, mov),
            },
        }
    }
}

/// Adds the terms of an expression, `sign` times, as boards and numbers.
fn add_terms(
    terms: &mut Vec<Term>,
    expression: &Expression,
    sign: i64,
    values: &mut PositionValues,
) -> Result<(), String> {
    for term in expression.terms() {
        let named = |error: &dyn std::fmt::Display| format!("term '{}': {error}", term.text());
        let times = term.times() * sign;
        if times.unsigned_abs() > COPIES {
            return Err(named(&format_args!("at most {COPIES} copies")));
        }
        let (board, number) = match term.atom() {
            Atom::Sum(inner) => {
                for _ in 0..times.unsigned_abs() {
                    add_terms(terms, inner, times.signum(), values)?;
                }
                continue;
            }
            Atom::Board(board) => (Some(*board), Dyadic::ZERO),
            _ => {
                let game = values
                    .evaluate_atom(term)
                    .map_err(|error| error.to_string())?;
                match values.games().as_number(game) {
                    Some(number) => (None, number),
                    None => {
                        let found = values.region_like(game, GAME_CELLS);
                        let found = found.map_err(|error| named(&error))?;
                        let (board, number) = found.ok_or_else(|| {
                            named(&format_args!(
                                "no region of up to {GAME_CELLS} cells has this value, up to a number, so it \
                                 cannot be searched; crosscram value computes it"
                            ))
                        })?;
                        (Some(board), number)
                    }
                }
            }
        };
        for _ in 0..times.unsigned_abs() {
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
