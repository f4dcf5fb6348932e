//! Values of positions: one, or many at once.

use crate::arena::{Arena, Inner};
use crate::board::{from_cells, read_board};
use crate::convert::{Asked, Side};
use crate::long::{Progress, report};
use crate::moves::PyMove;
use crate::value::PyValue;
use crosscram_rules::{Board, Tile};
use crosscram_values::games::{Game, GameError};
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
    let mut shared = SHARED.lock().unwrap_or_else(|error| error.into_inner());
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
        SHARED
            .lock()
            .unwrap_or_else(|error| error.into_inner())
            .clear();
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
        let Asked { position, number } = self.asked(position)?;
        let game = self.arena.run(py, |inner| {
            let game = inner.values.value(&position.board)?;
            let number = inner.games().number(number)?;
            inner.games().sum(game, number)
        })?;
        Ok(self.made(game))
    }

    /// Each region with a move: its cells and its value.
    #[allow(clippy::type_complexity)]
    fn regions(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
    ) -> PyResult<Vec<(Vec<(usize, usize)>, PyValue)>> {
        let position = self.asked(position)?.board_alone()?;
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
        let position = self.asked(position)?.board_alone()?;
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
        let position = self.asked(position)?.board_alone()?;
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
    ) -> PyResult<Bound<'py, PyDict>> {
        let area = rows.saturating_mul(cols).max(1);
        let mut boards = Vec::with_capacity(data.len() / area);
        for cells in data.chunks(area) {
            boards.push(from_cells(rows, cols, cells)?);
        }
        self.many_boards(py, &boards, progress)
    }

    /// Values of many boards: a dictionary of arrays as bytes, and of the distinct values.
    #[pyo3(signature = (boards, progress = None))]
    fn many<'py>(
        &self,
        py: Python<'py>,
        boards: &Bound<'py, PyAny>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let mut list = Vec::new();
        for board in boards.try_iter()? {
            list.push(read_board(&board?, Some(self.length))?.board);
        }
        self.many_boards(py, &list, progress)
    }
}

/// What is known of one of the distinct values.
struct Worth {
    mean: f64,
    temperature: f64,
    left_stop: f64,
    right_stop: f64,
    outcome: u8,
}

fn worth(inner: &mut Inner, game: Game) -> Result<Worth, GameError> {
    let games = inner.games();
    let outcome = games.outcome(game).code().as_bytes()[0];
    Ok(Worth {
        mean: games.mean(game)?.to_f64(),
        temperature: games.temperature(game)?.to_f64(),
        left_stop: games.left_stop(game).to_f64(),
        right_stop: games.right_stop(game).to_f64(),
        outcome,
    })
}

impl PyValues {
    fn asked(&self, position: &Bound<'_, PyAny>) -> PyResult<Asked> {
        Asked::read(position, Some(self.length))
    }

    fn made(&self, game: Game) -> PyValue {
        PyValue {
            arena: Arc::clone(&self.arena),
            game,
        }
    }

    fn many_boards<'py>(
        &self,
        py: Python<'py>,
        boards: &[Board],
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let done = Arc::new(AtomicU64::new(0));
        let total = boards.len() as f64;
        let (told, count) = (
            progress.as_ref().map(|progress| progress.clone_ref(py)),
            Arc::clone(&done),
        );
        let look = move || {
            let state = Progress {
                done: count.load(Relaxed) as f64,
                total,
                nodes: 0,
            };
            match &told {
                Some(progress) => Python::attach(|py| report(py, progress, state)),
                None => Ok(()),
            }
        };
        let work = |inner: &mut Inner| {
            let mut numbers: HashMap<Game, u32> = HashMap::new();
            let mut distinct: Vec<Game> = Vec::new();
            let mut index = Vec::with_capacity(boards.len());
            for board in boards {
                let game = inner.values.value(board)?;
                index.push(*numbers.entry(game).or_insert_with(|| {
                    distinct.push(game);
                    distinct.len() as u32 - 1
                }));
                done.fetch_add(1, Relaxed);
            }
            let worths: Result<Vec<Worth>, GameError> =
                distinct.iter().map(|&game| worth(inner, game)).collect();
            Ok((distinct, index, worths?))
        };
        let (distinct, index, worths) = self.arena.run_watched(py, look, work)?;
        if let Some(progress) = &progress {
            let state = Progress {
                done: total,
                total,
                nodes: 0,
            };
            report(py, progress, state)?;
        }
        let column = |part: fn(&Worth) -> f64| {
            let numbers = index.iter().map(|&number| part(&worths[number as usize]));
            let bytes: Vec<u8> = numbers.flat_map(f64::to_ne_bytes).collect();
            PyBytes::new(py, &bytes)
        };
        let outcomes: Vec<u8> = index
            .iter()
            .map(|&number| worths[number as usize].outcome)
            .collect();
        let numbers: Vec<u8> = index
            .iter()
            .flat_map(|number| number.to_ne_bytes())
            .collect();
        let dict = PyDict::new(py);
        dict.set_item("mean", column(|worth| worth.mean))?;
        dict.set_item("temperature", column(|worth| worth.temperature))?;
        dict.set_item("left_stop", column(|worth| worth.left_stop))?;
        dict.set_item("right_stop", column(|worth| worth.right_stop))?;
        dict.set_item("outcome", PyBytes::new(py, &outcomes))?;
        dict.set_item("index", PyBytes::new(py, &numbers))?;
        let values = PyList::empty(py);
        for game in distinct {
            values.append(Py::new(py, self.made(game))?)?;
        }
        dict.set_item("distinct", values)?;
        Ok(dict)
    }
}
