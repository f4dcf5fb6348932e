//! Players, outcomes, numbers and positions between Rust and Python.

use crate::board::PyBoard;
use crate::errors;
use crate::position::PyPosition;
use crosscram_rules::{Dyadic, Outcome, Player, Position, Tile};
use crosscram_workbench::Subject;
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use serde::Serialize;

/// An answer of the library as Python's dictionaries and lists: what its JSON is, which Python reads.
pub(crate) fn data<'py>(py: Python<'py>, answer: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(answer);
    let text = text.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    py.import("json")?.call_method1("loads", (text,))
}

/// A player as `crosscram.Player`; read from it or from a text.
#[derive(Clone, Copy)]
pub(crate) struct Side(pub(crate) Player);

impl<'a, 'py> FromPyObject<'a, 'py> for Side {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Side> {
        let text: String = object.extract().map_err(|_| {
            let message = "a player is expected: crosscram.V, crosscram.H, or their letters";
            PyTypeError::new_err(message)
        })?;
        text.parse().map(Side).map_err(errors::parse)
    }
}

/// An outcome as `crosscram.Outcome`.
#[derive(Clone, Copy)]
pub(crate) struct Wins(pub(crate) Outcome);

/// A dyadic fraction as `fractions.Fraction`; read from every exact number of Python.
#[derive(Clone, Copy)]
pub(crate) struct Number(pub(crate) Dyadic);

impl<'a, 'py> FromPyObject<'a, 'py> for Number {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Number> {
        let ratio = object.call_method0("as_integer_ratio").map_err(|_| {
            let message = "a number is expected: an integer or a fraction over a power of two";
            PyTypeError::new_err(message)
        })?;
        let beyond = || errors::LimitError::new_err("a number that is beyond the numbers of games");
        let (above, below): (i64, u64) = ratio.extract().map_err(|_| beyond())?;
        if !below.is_power_of_two() {
            let message = format!("{above}/{below} is not a fraction over a power of two");
            return Err(errors::notation(message));
        }
        let number = Dyadic::new(above, below.trailing_zeros() as u8);
        number.map(Number).ok_or_else(beyond)
    }
}

/// How Python's class of each is called.
macro_rules! into_python {
    ($($type:ident, $module:literal, $class:literal, |$own:ident| $arguments:expr;)*) => {
        $(impl<'py> IntoPyObject<'py> for $type {
            type Target = PyAny;
            type Output = Bound<'py, PyAny>;
            type Error = PyErr;

            fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
                let $own = self.0;
                CLASS.import(py, $module, $class)?.call1($arguments)
            }
        })*
    };
}

into_python! {
    Side, "crosscram._enums", "Player", |player| (player.letter(),);
    Wins, "crosscram._enums", "Outcome", |outcome| (outcome.code(),);
    Number, "fractions", "Fraction", |number| (number.numerator(), 1u64 << number.log2_denominator());
}

/// The length of the tiles.
pub(crate) fn tile(length: u8) -> PyResult<Tile> {
    Tile::new(length).map_err(errors::option)
}

/// Reads what a question is about: a board, a position, a game (by its attribute `position`) or a text. A position has
/// the length of its tiles already, so that another one is refused.
pub(crate) fn subject(object: &Bound<'_, PyAny>, length: Option<u8>) -> PyResult<Subject> {
    if let Ok(position) = object.cast::<PyPosition>() {
        let position = position.get().0;
        let own = position.tile.length();
        if let Some(length) = length.filter(|&length| u32::from(length) != own) {
            let message = format!("tile: the position has tiles of {own} cells, not {length}");
            return Err(errors::option(message));
        }
        return Ok(position.into());
    }
    let tile = tile(length.unwrap_or(2))?;
    if let Ok(board) = object.cast::<PyBoard>() {
        return Ok(Position::new(board.get().0).with_tile(tile).into());
    }
    if let Ok(text) = object.extract::<String>() {
        return Subject::read(&text, tile).map_err(errors::subject);
    }
    match object.getattr("position") {
        Ok(inner) if inner.is_instance_of::<PyPosition>() => subject(&inner, length),
        _ => Err(PyTypeError::new_err(format!(
            "a board, a position, a game or a text is expected, not {}",
            object.get_type().name()?
        ))),
    }
}

/// The same for everything that is about boards alone: a number is refused.
pub(crate) fn position_of(object: &Bound<'_, PyAny>, length: Option<u8>) -> PyResult<Position> {
    let subject = subject(object, length)?;
    match subject.number() == Dyadic::ZERO {
        true => Ok(*subject.position()),
        false => Err(errors::notation("a board without a number is expected")),
    }
}
