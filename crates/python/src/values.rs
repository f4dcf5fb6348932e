//! Values of positions: one, or many at once.

use crate::arena::{Arena, Inner};
use crate::board::from_cells;
use crate::convert::{Side, position_of};
use crate::errors;
use crate::long::{Progress, report};
use crate::moves::PyMove;
use crate::value::PyValue;
use crosscram_rules::{Board, Tile};
use crosscram_support::threads::lock;
use crosscram_values::games::{Game, GameError, Statement};
use crosscram_workbench::ValueSubject;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

/// The arenas of `crosscram.value` and of values from texts, by the length of the tiles. They are the only thing
/// that is shared by everything in a process, so that values of different calls can be compared quickly.
static SHARED: Mutex<Vec<(u8, Arc<Arena>)>> = Mutex::new(Vec::new());

/// The shared arena of a tile between 2 and 8.
pub(crate) fn default_arena(length: u8) -> Arc<Arena> {
    let mut shared = lock(&SHARED);
    if let Some((_, arena)) = shared.iter().find(|(own, _)| *own == length) {
        return Arc::clone(arena);
    }
    let arena = Arena::new(Tile::new(length).unwrap_or(Tile::DOMINO));
    shared.push((length, Arc::clone(&arena)));
    arena
}

/// Values of positions with tiles of one length, with everything that was computed for them; see `crosscram.Values`.
#[pyclass(module = "crosscram._native", name = "Values", frozen)]
pub(crate) struct PyValues {
    arena: Arc<Arena>,
    length: u8,
}

#[pymethods]
impl PyValues {
    #[new]
    #[pyo3(signature = (tile = 2, shared = false))]
    fn new(tile: u8, shared: bool) -> PyResult<PyValues> {
        let length = crate::convert::tile(tile)?;
        let arena = match shared {
            true => default_arena(tile),
            false => Arena::new(length),
        };
        Ok(PyValues {
            arena,
            length: tile,
        })
    }

    /// Forgets what all calls share. Values that exist keep what they need.
    #[staticmethod]
    fn forget() {
        lock(&SHARED).clear();
    }

    /// The length of the tiles.
    #[getter]
    fn tile(&self) -> u8 {
        self.length
    }

    /// Bytes of everything that is kept, and the numbers of regions and of games.
    fn size(&self, py: Python<'_>) -> PyResult<(usize, usize, usize)> {
        self.arena.quickly(py, |inner| {
            let (bytes, regions) = (inner.values.bytes(), inner.values.regions_known());
            (bytes, regions, inner.games().len())
        })
    }

    /// The value of a position or of a sum.
    fn value(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<PyValue> {
        let text = position.extract::<String>();
        let subject = match text.map(|text| text.parse().map_err(errors::subject)) {
            Ok(subject) => subject?,
            Err(_) => ValueSubject::Position(position_of(position, Some(self.length))?),
        };
        let game = match subject {
            // Not the regions one by one: these are found faster in a word.
            ValueSubject::Position(position) => self
                .arena
                .run(py, |inner| inner.values.region_value(&position.board))?,
            ValueSubject::Statement(Statement { left, claim: None }) => {
                let game = self
                    .arena
                    .run(py, |inner| Ok(inner.values.evaluate(&left)))?;
                game.map_err(errors::value_text)?
            }
            ValueSubject::Statement(_) => {
                return Err(errors::notation("one sum is expected, not a comparison"));
            }
        };
        Ok(self.made(game))
    }

    /// Each region with a move: its cells and its value.
    #[allow(clippy::type_complexity)]
    fn regions(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
    ) -> PyResult<Vec<(Vec<(usize, usize)>, PyValue)>> {
        let position = position_of(position, Some(self.length))?;
        let reports = self
            .arena
            .run(py, |inner| inner.values.region_reports(&position.board))?;
        let parts = reports.into_iter().map(|region| {
            let cells = region.board.free_cells();
            let cells = cells.map(|cell| (cell.row(), cell.col())).collect();
            (cells, self.made(region.value))
        });
        Ok(parts.collect())
    }

    /// All first moves of a player that win.
    fn winning_moves(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        player: Side,
    ) -> PyResult<Vec<PyMove>> {
        let position = position_of(position, Some(self.length))?;
        let moves = self.arena.run(py, |inner| {
            inner.values.winning_moves(&position.board, player.0)
        })?;
        Ok(moves.into_iter().map(PyMove).collect())
    }

    /// The moves that Hotstrat and Sentestrat advise, or None if there is no move.
    fn advice(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        player: Side,
    ) -> PyResult<Option<(PyMove, PyMove)>> {
        let position = position_of(position, Some(self.length))?;
        let advice = self.arena.run(py, |inner| {
            inner.values.advice(&position.board, player.0, None)
        })?;
        Ok(advice.map(|advice| (PyMove(advice.hotstrat.mov), PyMove(advice.sentestrat.mov))))
    }

    /// Values of many boards of one size, given as one byte for each cell. See `many`.
    #[pyo3(signature = (data, rows, cols, progress = None))]
    fn many_cells<'py>(
        &self,
        py: Python<'py>,
        data: &[u8],
        rows: usize,
        cols: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Many<'py>> {
        let area = Board::empty(rows, cols).map_err(errors::notation)?.area();
        let read = |cells| (number_of(cells), move || from_cells(rows, cols, cells));
        self.many_boards(py, data.chunks(area).map(read), progress)
    }

    /// Values of many boards: which of the distinct values each has, as four-byte integers, and these values.
    #[pyo3(signature = (boards, progress = None))]
    fn many<'py>(
        &self,
        py: Python<'py>,
        boards: &Bound<'py, PyAny>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Many<'py>> {
        let mut list = Vec::new();
        for board in boards.try_iter()? {
            list.push(position_of(&board?, Some(self.length))?.board);
        }
        let read = list.into_iter().map(|board| (None, move || Ok(board)));
        self.many_boards(py, read, progress)
    }

    /// Means, temperatures, left and right stops as eight-byte floats, and codes of outcomes, of values.
    #[staticmethod]
    fn columns<'py>(
        py: Python<'py>,
        values: Vec<Bound<'py, PyValue>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let mut numbers = [const { Vec::new() }; 4];
        let mut outcomes = Vec::new();
        for value in &values {
            let PyValue { arena, game } = value.get();
            let game = *game;
            let (row, outcome) = arena.run(py, |inner| worth(inner, game))?;
            for (column, number) in numbers.iter_mut().zip(row) {
                column.extend(number.to_ne_bytes());
            }
            outcomes.push(outcome);
        }
        let dict = PyDict::new(py);
        for (name, column) in ["mean", "temperature", "left_stop", "right_stop"]
            .into_iter()
            .zip(numbers)
        {
            dict.set_item(name, PyBytes::new(py, &column))?;
        }
        dict.set_item("outcome", PyBytes::new(py, &outcomes))?;
        Ok(dict)
    }
}

/// Which of the distinct values each board has, and these values.
type Many<'py> = (Bound<'py, PyBytes>, Bound<'py, PyList>);

/// Cells of the largest boards whose values are looked up in an array.
const LISTED: usize = 20;

/// A number that no other board of the same size has, below 2 to the number of cells; None for large ones.
fn number_of(cells: &[u8]) -> Option<usize> {
    let set = |number, (at, &cell): (usize, &u8)| number | usize::from(cell != 0) << at;
    (cells.len() <= LISTED).then(|| cells.iter().enumerate().fold(0, set))
}

/// Mean, temperature, left and right stop, and the code of the outcome.
fn worth(inner: &mut Inner, game: Game) -> Result<([f64; 4], u8), GameError> {
    let games = inner.games();
    let outcome = games.outcome(game).code().as_bytes()[0];
    let numbers = [
        games.mean(game)?,
        games.temperature(game)?,
        games.left_stop(game),
        games.right_stop(game),
    ];
    Ok((numbers.map(|number| number.to_f64()), outcome))
}

impl PyValues {
    fn made(&self, game: Game) -> PyValue {
        PyValue {
            arena: Arc::clone(&self.arena),
            game,
        }
    }

    /// For each board its number, if it has one that no other of these has, and how it is read.
    fn many_boards<'py, R: FnOnce() -> PyResult<Board>>(
        &self,
        py: Python<'py>,
        boards: impl ExactSizeIterator<Item = (Option<usize>, R)> + Send,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Many<'py>> {
        let done = Arc::new(AtomicU64::new(0));
        let total = boards.len() as f64;
        let state = move |done: f64| Progress {
            done,
            total,
            nodes: 0,
        };
        let told = progress.as_ref().map(|progress| progress.clone_ref(py));
        let count = Arc::clone(&done);
        let look = move || match &told {
            Some(progress) => {
                let state = state(count.load(Relaxed) as f64);
                Python::attach(|py| report(py, progress, state))
            }
            None => Ok(()),
        };
        let work = |inner: &mut Inner| many_values(inner, boards, &done);
        let (index, distinct) = self.arena.run_watched(py, look, work)??;
        if let Some(progress) = &progress {
            report(py, progress, state(total))?;
        }
        let values = PyList::empty(py);
        for game in distinct {
            values.append(Py::new(py, self.made(game))?)?;
        }
        Ok((PyBytes::new(py, &index), values))
    }
}

/// The numbers of the board with this number and of its reflections, which have the same value.
fn reflections(place: usize, rows: usize, cols: usize) -> [usize; 4] {
    let row = (1 << cols) - 1;
    let upside_down = |set: usize| {
        let line = |r: usize| (set >> (r * cols) & row) << ((rows - 1 - r) * cols);
        (0..rows).fold(0, |flipped, r| flipped | line(r))
    };
    let first_column = (0..rows).fold(0, |column, r| column | 1 << (r * cols));
    let reversed = (0..cols).fold(0, |flipped, c| {
        flipped | (place >> c & first_column) << (cols - 1 - c)
    });
    [place, upside_down(place), reversed, upside_down(reversed)]
}

/// For each board the number of its value, as four bytes, and the distinct values in the order in which they appear.
#[allow(clippy::type_complexity)]
fn many_values<R: FnOnce() -> PyResult<Board>>(
    inner: &mut Inner,
    boards: impl Iterator<Item = (Option<usize>, R)>,
    done: &AtomicU64,
) -> Result<PyResult<(Vec<u8>, Vec<Game>)>, GameError> {
    let mut numbers: HashMap<Game, u32> = HashMap::new();
    let mut distinct: Vec<Game> = Vec::new();
    // Numbers of values by numbers of boards; MAX for those that were not met yet.
    let mut listed: Vec<u32> = Vec::new();
    let mut index: Vec<u8> = Vec::new();
    for (count, (place, read)) in boards.enumerate() {
        let known = place.and_then(|place| listed.get(place).copied());
        let number = match known {
            Some(number) if number != u32::MAX => number,
            _ => {
                let board = match read() {
                    Ok(board) => board,
                    Err(error) => return Ok(Err(error)),
                };
                // Not the regions one by one: these are found faster in a word.
                let game = inner.values.region_value(&board)?;
                let number = *numbers.entry(game).or_insert_with(|| {
                    distinct.push(game);
                    distinct.len() as u32 - 1
                });
                if let Some(place) = place {
                    if listed.is_empty() {
                        listed = vec![u32::MAX; 1 << board.area()];
                    }
                    for image in reflections(place, board.rows(), board.cols()) {
                        listed[image] = number;
                    }
                }
                number
            }
        };
        index.extend(number.to_ne_bytes());
        done.store(count as u64, Relaxed);
    }
    Ok(Ok((index, distinct)))
}
