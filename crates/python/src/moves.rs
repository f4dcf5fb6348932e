//! Moves.

use crate::convert::Side;
use crate::errors;
use crosscram_rules::{Cell, Move, Player};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyType;

/// A move: a player and the upper or left cell of the tile.
///
/// Read from a text, in which rows and columns count from 1, or made from a player, a row and a column from 0.
///
/// >>> from crosscram import H, Move
/// >>> move = Move("V2,3")
/// >>> move.player, move.row, move.col
/// (Player.VERTICAL, 1, 2)
/// >>> move.cells(tile=3)
/// [(1, 2), (2, 2), (3, 2)]
/// >>> Move(H, 0, 0)
/// Move('H1,1')
#[pyclass(module = "crosscram", name = "Move", frozen, eq, ord, hash)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PyMove(pub(crate) Move);

/// A move, or its text; with a player also a text without the letter.
pub(crate) fn read_move(object: &Bound<'_, PyAny>, player: Option<Player>) -> PyResult<Move> {
    if let Ok(mov) = object.cast::<PyMove>() {
        return Ok(mov.get().0);
    }
    let text: String = object
        .extract()
        .map_err(|_| PyTypeError::new_err("a move, or its text as in 'V2,3', is expected"))?;
    let read = match player {
        Some(player) => Move::parse_for(player, &text),
        None => text.parse(),
    };
    read.map_err(errors::parse)
}

#[pymethods]
impl PyMove {
    #[new]
    #[pyo3(signature = (mov, row = None, col = None))]
    fn new(mov: &Bound<'_, PyAny>, row: Option<usize>, col: Option<usize>) -> PyResult<PyMove> {
        let (Some(row), Some(col)) = (row, col) else {
            if row.is_some() || col.is_some() {
                return Err(PyTypeError::new_err(
                    "a player, a row and a column are expected",
                ));
            }
            return read_move(mov, None).map(PyMove);
        };
        let cell = Cell::try_new(row, col).ok_or_else(|| {
            errors::notation(format!("no board has a row {row} and a column {col}"))
        })?;
        Ok(PyMove(Move::new(mov.extract::<Side>()?.0, cell)))
    }

    /// Whose move it is.
    #[getter]
    fn player(&self) -> Side {
        Side(self.0.player())
    }

    /// Row of the tile's upper or left cell, from 0.
    #[getter]
    fn row(&self) -> usize {
        self.0.cell().row()
    }

    /// Column of the tile's upper or left cell, from 0.
    #[getter]
    fn col(&self) -> usize {
        self.0.cell().col()
    }

    /// The cells that the tile covers, as (row, column).
    #[pyo3(signature = (*, tile = 2))]
    fn cells(&self, tile: u8) -> PyResult<Vec<(usize, usize)>> {
        let cells = self.0.cells(crate::convert::tile(tile)?);
        Ok(cells.map(|cell| (cell.row(), cell.col())).collect())
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Move('{}')", self.0)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, (String,)) {
        (slf.get_type(), (slf.get().0.to_string(),))
    }
}
