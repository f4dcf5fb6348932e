//! Certificates: made, checked, played.

use crate::board::{PyBoard, read_board};
use crate::convert::Side;
use crate::errors::{CertificateError, LimitError};
use crate::long::{Progress, watched};
use crate::moves::PyMove;
use crate::solver::{Limits, state_of};
use crosscram_certificate::{Compressed, Form, Hash, Strategy, Uncompressed, Writer};
use crosscram_checker::{Failure, Proven, check};
use crosscram_rules::Question;
use crosscram_search::{Ending, Run, Solver};
use crosscram_support::stop::Stop;
use pyo3::exceptions::PyTimeoutError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::io::{self, BufRead, BufReader, Cursor, Read};
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

/// Bytes with which a compressed file begins.
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// Fails when it has to stop, so that whoever reads does.
struct Stoppable<R> {
    inner: R,
    stop: Stop,
}

impl<R: Read> Read for Stoppable<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.stop.is_requested() {
            true => Err(io::Error::other("stopped")),
            false => self.inner.read(buffer),
        }
    }
}

type Packed<'a> = BufReader<Stoppable<Uncompressed<BufReader<Cursor<&'a [u8]>>>>>;

/// A certificate's bytes, compressed or not.
enum Input<'a> {
    Packed(Box<Packed<'a>>),
    Plain(BufReader<Stoppable<Cursor<&'a [u8]>>>),
}

impl<'a> Input<'a> {
    fn open(bytes: &'a [u8], stop: &Stop) -> Input<'a> {
        let stop = stop.clone();
        let inner = Cursor::new(bytes);
        match bytes.starts_with(&ZSTD) {
            true => {
                let inner = Uncompressed::new(BufReader::new(inner));
                Input::Packed(Box::new(BufReader::new(Stoppable { inner, stop })))
            }
            false => Input::Plain(BufReader::new(Stoppable { inner, stop })),
        }
    }

    fn reader(&mut self) -> &mut dyn BufRead {
        match self {
            Input::Packed(bytes) => bytes,
            Input::Plain(bytes) => bytes,
        }
    }

    /// Reads to the end, so that the hash there is compared.
    fn finish(mut self) -> io::Result<Option<String>> {
        io::copy(self.reader(), &mut io::sink())?;
        Ok(match self {
            Input::Packed(bytes) => Some(bytes.get_ref().inner.hash().to_string()),
            Input::Plain(_) => None,
        })
    }
}

/// Checks a certificate; see `crosscram.verify`.
#[pyfunction]
pub(crate) fn verify<'py>(py: Python<'py>, data: &[u8]) -> PyResult<Bound<'py, PyDict>> {
    let stop = Stop::new();
    let work = || -> Result<(Proven, Option<String>), String> {
        let mut input = Input::open(data, &stop);
        let proven = check(input.reader()).map_err(|Failure(_, reason)| reason)?;
        let hash = input.finish().map_err(|error| error.to_string())?;
        Ok((proven, hash))
    };
    let checked = watched(py, &stop, None, Progress::default, work)?;
    let (proven, hash) = checked.map_err(CertificateError::new_err)?;
    let dict = PyDict::new(py);
    let claims: Vec<String> = proven.claims.iter().map(ToString::to_string).collect();
    dict.set_item("claims", claims)?;
    let rests: Vec<(String, String)> = proven
        .rests
        .iter()
        .map(|(statement, hash)| (hash.clone(), statement.to_string()))
        .collect();
    dict.set_item("rests_on", rests)?;
    dict.set_item("nodes", proven.nodes)?;
    dict.set_item("hash", hash)?;
    Ok(dict)
}

/// The winner's moves in a certificate, by position. It is not checked here: `verify` does that.
#[pyclass(module = "crosscram._native", name = "Strategy", frozen)]
pub(crate) struct PyStrategy(Mutex<Strategy>);

#[pymethods]
impl PyStrategy {
    #[new]
    fn new(py: Python<'_>, data: &[u8]) -> PyResult<PyStrategy> {
        let stop = Stop::new();
        let work = || Strategy::read(Input::open(data, &stop).reader());
        let strategy = watched(py, &stop, None, Progress::default, work)?;
        let strategy = strategy.map_err(|error| CertificateError::new_err(error.to_string()))?;
        Ok(PyStrategy(Mutex::new(strategy)))
    }

    /// The board, the length of the tiles, who begins and who wins.
    fn game(&self) -> (PyBoard, u32, Side, Side) {
        let strategy = self.0.lock().unwrap_or_else(|error| error.into_inner());
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
        let strategy = self.0.lock().unwrap_or_else(|error| error.into_inner());
        let tile = strategy.question().tile.length() as u8;
        let board = read_board(board, Some(tile))?.board;
        let answer = strategy.answer(&board);
        Ok(answer.map(|answer| (PyMove(answer.mov), answer.reach)))
    }
}
