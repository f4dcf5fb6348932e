//! Certificates: made, checked, played.

use crate::board::PyBoard;
use crate::convert::{self, Side, position_of};
use crate::errors::{CertificateError, LimitError};
use crate::long::{Progress, watched};
use crate::moves::PyMove;
use crate::solver::{Limits, state_of};
use crosscram_certificate::{Checkers, Compressed, Form, Hash, Opened, Strategy, Verified, Writer};
use crosscram_checker::Failure;
use crosscram_rules::Question;
use crosscram_search::{Ending, Run, Solver};
use crosscram_support::stop::Stop;
use crosscram_support::threads::lock;
use pyo3::exceptions::PyTimeoutError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::io;
use std::sync::Mutex;

/// Solves, and returns the proof as bytes.
pub(crate) fn prove<'py>(
    py: Python<'py>,
    solver: &Solver,
    question: &Question,
    text: bool,
    limits: &Limits,
    progress: Option<&Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let stop = Stop::new();
    let control = limits.control(&stop)?;
    let form = if text { Form::Text } else { Form::Binary };
    let work = || -> io::Result<_> {
        let out = Compressed::new(Vec::new(), !text);
        let mut writer = Writer::new(out, form, question);
        let report = solver.prove(question, &Run::new(&control), &mut writer)?;
        let nodes = writer.nodes();
        let (hash, _, bytes) = writer.finish()?.finish()?;
        Ok((report, nodes, hash, bytes))
    };
    let state = || state_of(&control, false);
    let written = watched(py, &stop, progress, state, work)?;
    let (report, nodes, hash, bytes) =
        written.map_err(|error| CertificateError::new_err(error.to_string()))?;
    let winner = match &report.ending {
        Ending::Won { winner, .. } => *winner,
        Ending::Interrupted { .. } => {
            return Err(PyTimeoutError::new_err(
                "the proof did not end within its limits",
            ));
        }
        Ending::Failed(shortage) => return Err(LimitError::new_err(shortage.to_string())),
    };
    let dict = PyDict::new(py);
    dict.set_item("data", PyBytes::new(py, &bytes))?;
    dict.set_item("first", Side(question.first))?;
    dict.set_item("winner", Side(winner))?;
    dict.set_item("nodes", nodes)?;
    dict.set_item("searched", report.nodes)?;
    dict.set_item("hash", hash.map(|hash: Hash| hash.to_string()))?;
    Ok(dict)
}

/// Checks a certificate; see `crosscram.verify`.
#[pyfunction]
pub(crate) fn verify<'py>(py: Python<'py>, data: &[u8]) -> PyResult<Bound<'py, PyAny>> {
    let stop = Stop::new();
    let work = || {
        let opened = Opened::new(data).map_err(|error| error.to_string())?;
        let checked = opened.until(&stop).check(Checkers::default());
        let (proven, hash) = checked.map_err(|Failure(_, reason)| reason)?;
        Ok(Verified::new(&proven, hash))
    };
    let checked = watched(py, &stop, None, Progress::default, work)?;
    let verified: Verified = checked.map_err(CertificateError::new_err::<String>)?;
    convert::data(py, &verified)
}

/// The winner's moves in a certificate, by position. It is not checked here: `verify` does that.
#[pyclass(module = "crosscram._native", name = "Strategy", frozen)]
pub(crate) struct PyStrategy(Mutex<Strategy>);

#[pymethods]
impl PyStrategy {
    #[new]
    fn new(py: Python<'_>, data: &[u8]) -> PyResult<PyStrategy> {
        let stop = Stop::new();
        let work = || Strategy::read(Opened::new(data)?.until(&stop));
        let strategy = watched(py, &stop, None, Progress::default, work)?;
        let strategy = strategy.map_err(|error| CertificateError::new_err(error.to_string()))?;
        Ok(PyStrategy(Mutex::new(strategy)))
    }

    /// The board, the length of the tiles, who begins and who wins.
    fn game(&self) -> (PyBoard, u32, Side, Side) {
        let strategy = lock(&self.0);
        let question = strategy.question();
        let (first, winner) = (Side(question.first), Side(strategy.winner()));
        (
            PyBoard(question.board),
            question.tile.length(),
            first,
            winner,
        )
    }

    /// The winner's move, and how many moves the proof goes on at most; None where the proof has ended.
    fn answer(&self, board: &Bound<'_, PyAny>) -> PyResult<Option<(PyMove, usize)>> {
        let strategy = lock(&self.0);
        let tile = strategy.question().tile.length() as u8;
        let board = position_of(board, Some(tile))?.board;
        let answer = strategy.answer(&board);
        Ok(answer.map(|answer| (PyMove(answer.mov), answer.reach)))
    }
}
