//! Expressions evaluated: in an arena of games alone, or with the values of boards.

use super::expression::{Atom, Expression, Term};
use super::{Game, GameError, Games, ValueTextError};
use crosscram_rules::Board;

/// What it takes to evaluate an expression.
pub(crate) trait Evaluator {
    /// The arena.
    fn arena(&mut self) -> &mut Games;

    /// The value of a board; `None` where there are no boards.
    fn board(&mut self, board: &Board) -> Option<Result<Game, GameError>>;
}

impl Evaluator for Games {
    fn arena(&mut self) -> &mut Games {
        self
    }

    fn board(&mut self, _: &Board) -> Option<Result<Game, GameError>> {
        None
    }
}

impl Games {
    /// The value of an expression without boards.
    pub fn evaluate(&mut self, expression: &Expression) -> Result<Game, ValueTextError> {
        sum(self, expression)
    }
}

/// The value of an expression. An error names the term.
pub(crate) fn sum(
    evaluator: &mut impl Evaluator,
    expression: &Expression,
) -> Result<Game, ValueTextError> {
    let mut sum = Game::ZERO;
    for term in &expression.terms {
        let named = |error: GameError| ValueTextError::Term {
            column: term.column,
            text: term.text.clone(),
            error,
        };
        let value = atom(evaluator, term)?;
        let games = evaluator.arena();
        let value = games.multiple(term.times, value).map_err(named)?;
        sum = games.sum(sum, value).map_err(named)?;
    }
    Ok(sum)
}

/// The value of one copy of a term, without its sign.
pub(crate) fn atom(evaluator: &mut impl Evaluator, term: &Term) -> Result<Game, ValueTextError> {
    let named = |error: GameError| ValueTextError::Term {
        column: term.column,
        text: term.text.clone(),
        error,
    };
    let game = match &term.atom {
        Atom::Board(board) => match evaluator.board(board) {
            Some(value) => value,
            None => {
                return Err(ValueTextError::NoBoards {
                    column: term.column,
                    text: term.text.clone(),
                });
            }
        },
        Atom::UpStar {
            number,
            ups,
            nimber,
        } => {
            let games = evaluator.arena();
            let shift = games.number(*number).map_err(named)?;
            match (ups, nimber) {
                (0, 0) => Ok(shift),
                _ => {
                    let infinitesimal = games.up_star(*ups, *nimber).map_err(named)?;
                    games.sum(shift, infinitesimal)
                }
            }
        }
        Atom::Braces { left, right } => {
            let (left, right) = (list(evaluator, left)?, list(evaluator, right)?);
            evaluator.arena().construct_from(left, right)
        }
        Atom::PlusMinus(options) => {
            let options = list(evaluator, options)?;
            evaluator.arena().plus_minus(&options)
        }
        Atom::Tiny(of) => {
            let of = sum(evaluator, of)?;
            evaluator.arena().tiny(of)
        }
        Atom::Miny(of) => {
            let of = sum(evaluator, of)?;
            evaluator.arena().miny(of)
        }
        Atom::Sum(inner) => return sum(evaluator, inner),
    };
    game.map_err(named)
}

fn list(
    evaluator: &mut impl Evaluator,
    expressions: &[Expression],
) -> Result<Vec<Game>, ValueTextError> {
    expressions
        .iter()
        .map(|expression| sum(evaluator, expression))
        .collect()
}
