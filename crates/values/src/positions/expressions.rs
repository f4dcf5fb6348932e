//! Sums and comparisons of boards and games, evaluated.

use super::PositionValues;
use crate::games::{self, Evaluator, Expression, Game, GameError, Games, Term, ValueTextError};
use crosscram_rules::Board;

impl Evaluator for PositionValues {
    fn arena(&mut self) -> &mut Games {
        self.games()
    }

    fn board(&mut self, board: &Board) -> Option<Result<Game, GameError>> {
        Some(self.value(board))
    }
}

impl PositionValues {
    /// The value of an expression with boards and games in it.
    ///
    /// ```
    /// use crosscram_rules::Tile;
    /// use crosscram_values::positions::PositionValues;
    ///
    /// let mut values = PositionValues::new(Tile::DOMINO);
    /// let value = values.evaluate(&"3x3 - 2.2x3 + *".parse()?)?;
    /// assert_eq!(values.games().text(value), "{-1/2*|-5/2*}");
    /// let error = values.with_limit(20).evaluate(&"* + 5x5".parse()?).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "column 5, term '5x5': a region of 25 cells is over the limit of 20 cells",
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn evaluate(&mut self, expression: &Expression) -> Result<Game, ValueTextError> {
        games::evaluate(self, expression)
    }

    /// The value of what one copy of a term consists of, without its sign.
    pub fn evaluate_atom(&mut self, term: &Term) -> Result<Game, ValueTextError> {
        games::evaluate_atom(self, term)
    }
}
