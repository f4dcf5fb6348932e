//! The chart of rectangles.

use crate::convert::{Side, data};
use crate::errors;
use crosscram_atlas::{Atlas, Level, Size};
use crosscram_support::threads::lock;
use pyo3::prelude::*;
use std::sync::{Mutex, MutexGuard};

/// What is known of empty rectangles; see `crosscram.Atlas`.
#[pyclass(module = "crosscram._native", name = "Atlas", frozen)]
pub(crate) struct PyAtlas(Mutex<Atlas>);

fn size(object: &Bound<'_, PyAny>) -> PyResult<Size> {
    if let Ok((rows, cols)) = object.extract::<(usize, usize)>() {
        return Size::new(rows, cols).map_err(errors::notation);
    }
    let text: String = object.extract()?;
    text.parse().map_err(errors::notation)
}

#[pymethods]
impl PyAtlas {
    #[new]
    #[pyo3(signature = (limit = 40, level = "all", tile = 2))]
    fn new(py: Python<'_>, limit: usize, level: &str, tile: u8) -> PyResult<PyAtlas> {
        let length = crate::convert::tile(tile)?;
        let level: Level = level
            .parse()
            .map_err(|error| errors::option(format!("level: {error}")))?;
        if !(1..=Size::MAX).contains(&limit) {
            let most = Size::MAX;
            return Err(errors::option(format!("limit: 1 to {most}, not {limit}")));
        }
        let atlas = py.detach(|| Atlas::known(level, length, limit, &[]));
        let atlas = atlas.map_err(|error| errors::CrosscramError::new_err(error.to_string()))?;
        Ok(PyAtlas(Mutex::new(atlas)))
    }

    /// The largest side of a rectangle.
    #[getter]
    fn limit(&self) -> usize {
        self.open().limit()
    }

    /// The outcomes that are possible: one of V, H, 1, 2, or several together.
    fn possible(&self, py: Python<'_>, board: &Bound<'_, PyAny>) -> PyResult<String> {
        let size = self.inside(board)?;
        Ok(py.detach(|| self.open().possible(size).to_string()))
    }

    /// Who wins if this player begins, if it is known.
    fn winner(&self, board: &Bound<'_, PyAny>, first: Side) -> PyResult<Option<Side>> {
        let size = self.inside(board)?;
        Ok(self.open().winner(size, first.0).map(Side))
    }

    /// Why it is known, as a tree of dictionaries; None if it is not.
    fn derivation<'py>(
        &self,
        py: Python<'py>,
        board: &Bound<'py, PyAny>,
        first: Side,
    ) -> PyResult<Bound<'py, PyAny>> {
        let size = self.inside(board)?;
        data(py, &py.detach(|| self.open().derivation(size, first.0)))
    }

    /// The rectangles up to this size of which it is not known who wins: size and first player, and how many further
    /// answers follow from either answer.
    fn open_questions(
        &self,
        py: Python<'_>,
        rows: usize,
        cols: usize,
    ) -> Vec<(String, Side, usize, usize)> {
        let found = py.detach(|| self.open().open_questions(rows, cols));
        let found = found.into_iter().map(|question| {
            let (wins, loses) = (question.if_wins.claims, question.if_loses.claims);
            (
                question.size.to_string(),
                Side(question.first),
                wins.len(),
                loses.len(),
            )
        });
        found.collect()
    }
}

impl PyAtlas {
    fn open(&self) -> MutexGuard<'_, Atlas> {
        lock(&self.0)
    }

    fn inside(&self, board: &Bound<'_, PyAny>) -> PyResult<Size> {
        let size = size(board)?;
        let atlas = self.open();
        match atlas.contains(size) {
            true => Ok(size),
            false => {
                let limit = atlas.limit();
                Err(errors::option(format!(
                    "{size} is beyond this atlas, which goes to {limit}x{limit}"
                )))
            }
        }
    }
}
