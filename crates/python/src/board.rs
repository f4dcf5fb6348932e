//! Boards.

use crate::convert::Side;
use crate::errors::{self, CrosscramError, IllegalMoveError};
use crate::moves::{PyMove, read_move};
use crate::pictures;
use crosscram_rules::{Bits, Bits256, Board, Cell};
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyType};

/// A board: which cells are free. It cannot be changed; every operation gives a new one.
///
/// Read from rows and columns (`Board("8x8")` or `Board(8, 8)`) or from drawn rows (`Board("..#|.#.")`, `.` free,
/// `#` blocked). Rows and columns of cells count from 0, as everywhere but in texts.
///
/// >>> from crosscram import Board
/// >>> board = Board("..#|.#.")
/// >>> board.rows, board.cols, board.free
/// (2, 3, 4)
/// >>> [str(move) for move in board.moves("H")]
/// ['H1,1']
/// >>> board.play("H1,1")
/// Board('###|.#.')
/// >>> board == Board("..x-.x."), board[0, 2]
/// (True, False)
#[pyclass(module = "crosscram", name = "Board", frozen, eq, hash)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct PyBoard(pub(crate) Board);

/// A board from one byte for each cell, row by row; those that are not zero are free.
pub(crate) fn from_cells(rows: usize, cols: usize, cells: &[u8]) -> PyResult<Board> {
    let empty = Board::empty(rows, cols).map_err(errors::notation)?;
    if cells.len() != empty.area() {
        let message = format!(
            "{} cells are no board of {rows} rows and {cols} columns",
            cells.len()
        );
        return Err(CrosscramError::new_err(message));
    }
    let free = (0..).zip(cells).filter(|&(_, &cell)| cell != 0);
    let free = free.fold(Bits256::EMPTY, |set, (index, _)| {
        set | Bits256::single(index)
    });
    Board::from_free_bits(rows, cols, free).map_err(errors::notation)
}

#[pymethods]
impl PyBoard {
    #[new]
    #[pyo3(signature = (board, cols = None))]
    fn new(board: &Bound<'_, PyAny>, cols: Option<usize>) -> PyResult<PyBoard> {
        if let Ok(text) = board.extract::<String>() {
            if cols.is_some() {
                return Err(PyTypeError::new_err("a text has its columns already"));
            }
            return text.parse().map(PyBoard).map_err(errors::parse);
        }
        if let Ok(other) = board.cast::<PyBoard>() {
            return Ok(*other.get());
        }
        let rows: usize = board.extract().map_err(|_| {
            PyTypeError::new_err(
                "a text such as '8x8' or '..#|.#.', or rows and columns, is expected",
            )
        })?;
        let cols = cols.ok_or_else(|| PyTypeError::new_err("the number of columns is missing"))?;
        Board::empty(rows, cols)
            .map(PyBoard)
            .map_err(errors::notation)
    }

    /// The board whose free cells are the true ones of rows of cells: lists of lists, or an array.
    ///
    /// >>> from crosscram import Board
    /// >>> Board.from_array([[1, 1, 0], [1, 0, 1]])
    /// Board('..#|.#.')
    #[classmethod]
    fn from_array(_class: &Bound<'_, PyType>, array: &Bound<'_, PyAny>) -> PyResult<PyBoard> {
        let mut cells = Vec::new();
        let mut width = None;
        let mut rows = 0;
        for row in array.try_iter()? {
            let mut cols = 0;
            for cell in row?.try_iter()? {
                cells.push(u8::from(cell?.is_truthy()?));
                cols += 1;
            }
            rows += 1;
            if *width.get_or_insert(cols) != cols {
                let first = width.unwrap_or(0);
                let message = format!("row {rows} has {cols} cells, row 1 has {first}");
                return Err(errors::notation(message));
            }
        }
        from_cells(rows, width.unwrap_or(0), &cells).map(PyBoard)
    }

    /// Number of rows.
    #[getter]
    fn rows(&self) -> usize {
        self.0.rows()
    }

    /// Number of columns.
    #[getter]
    fn cols(&self) -> usize {
        self.0.cols()
    }

    /// Number of free cells.
    #[getter]
    fn free(&self) -> u32 {
        self.0.free_count()
    }

    /// Free cells as (row, column).
    fn free_cells(&self) -> Vec<(usize, usize)> {
        let cells = self.0.free_cells();
        cells.map(|cell| (cell.row(), cell.col())).collect()
    }

    /// The legal moves of a player, row by row.
    #[pyo3(signature = (player, *, tile = 2))]
    fn moves(&self, player: Side, tile: u8) -> PyResult<Vec<PyMove>> {
        let length = crate::convert::tile(tile)?;
        Ok(self.0.moves(player.0, length).map(PyMove).collect())
    }

    /// Returns whether a move is legal.
    #[pyo3(signature = (mov, *, tile = 2))]
    fn is_legal(&self, mov: &Bound<'_, PyAny>, tile: u8) -> PyResult<bool> {
        let length = crate::convert::tile(tile)?;
        Ok(self.0.is_legal(read_move(mov, None)?, length))
    }

    /// The board after a move. An illegal one raises IllegalMoveError, which says why.
    #[pyo3(signature = (mov, *, tile = 2))]
    fn play(&self, mov: &Bound<'_, PyAny>, tile: u8) -> PyResult<PyBoard> {
        let length = crate::convert::tile(tile)?;
        let after = self.0.play(read_move(mov, None)?, length);
        let illegal = |error| IllegalMoveError::new_err(format!("{error}"));
        after.map(PyBoard).map_err(illegal)
    }

    /// The board with more cells blocked, given as (row, column).
    fn blocked(&self, cells: Vec<(usize, usize)>) -> PyResult<PyBoard> {
        let mut places = Vec::new();
        for (row, col) in cells {
            places.push(self.cell(row, col)?);
        }
        Ok(PyBoard(self.0.with_blocked(places)))
    }

    /// The connected regions of free cells, each on a board of its own that is no larger than it.
    ///
    /// >>> from crosscram import Board
    /// >>> Board("..#|.#.").regions()
    /// [Board('..|.#'), Board('1x1')]
    fn regions(&self) -> Vec<PyBoard> {
        self.0.regions().into_iter().map(PyBoard).collect()
    }

    /// The board with rows and columns exchanged.
    fn transpose(&self) -> PyBoard {
        PyBoard(self.0.transpose())
    }

    /// The smallest of the board's reflections, the same for all of them.
    fn canonical(&self) -> PyBoard {
        PyBoard(self.0.canonical())
    }

    /// The form that is safe in shells and addresses, as in `..x-.x.`.
    #[getter]
    fn url_form(&self) -> String {
        self.0.url_form()
    }

    /// One byte for each cell, row by row: 1 for free, 0 for blocked.
    #[pyo3(name = "to_bytes")]
    fn bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.cells())
    }

    /// The board as an array of booleans, true for free cells.
    #[pyo3(signature = (dtype = None, copy = None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let _ = copy;
        let numpy = py.import("numpy")?;
        let options = PyDict::new(py);
        options.set_item("dtype", "uint8")?;
        let flat = numpy.call_method("frombuffer", (self.bytes(py),), Some(&options))?;
        let array = flat.call_method1("reshape", (self.0.rows(), self.0.cols()))?;
        let dtype = dtype.unwrap_or(numpy.getattr("bool_")?);
        array.call_method1("astype", (dtype,))
    }

    /// Returns whether the cell at (row, column) is free.
    fn __getitem__(&self, cell: (usize, usize)) -> PyResult<bool> {
        Ok(self.0.is_free(self.cell(cell.0, cell.1)?))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Board('{}')", self.0.name())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, (String,)) {
        (slf.get_type(), (slf.get().0.to_string(),))
    }

    fn _repr_svg_(&self) -> String {
        pictures::plain_board(&self.0)
    }
}

impl PyBoard {
    fn cells(&self) -> Vec<u8> {
        let free = self.0.free_bits();
        let cells = 0..self.0.area() as u32;
        cells.map(|cell| u8::from(free.contains(cell))).collect()
    }

    fn cell(&self, row: usize, col: usize) -> PyResult<Cell> {
        let inside = row < self.0.rows() && col < self.0.cols();
        inside.then(|| Cell::new(row, col)).ok_or_else(|| {
            let (rows, cols) = (self.0.rows(), self.0.cols());
            PyIndexError::new_err(format!(
                "there is no cell {row}, {col} on a {rows}x{cols} board"
            ))
        })
    }
}
