//! What Python raises.

use crosscram_rules::ParseError;
use crosscram_values::games::{GameError, ValueTextError};
use crosscram_workbench::SubjectError;
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::fmt::Display;

macro_rules! exceptions {
    ($($name:ident, $base:ident, $about:literal;)*) => {
        $(create_exception!(crosscram, $name, $base, $about);)*
    };
}

exceptions! {
    CrosscramError, PyValueError, "Everything that this package refuses.";
    NotationError, CrosscramError,
        "A text that is no board, position, move, value or player. `row` and `column` say where, counted from 1, or are None.";
    IllegalMoveError, CrosscramError, "A move that the rules forbid.";
    OptionError, CrosscramError, "An option that does not exist, or that would have no effect.";
    LimitError, CrosscramError, "A computation that does not fit: numbers or games that are too large, too little memory.";
    CertificateError, CrosscramError, "A certificate that proves nothing, or that cannot be read.";
}

/// A notation error with its place.
fn misread(message: impl Display, row: Option<usize>, column: Option<usize>) -> PyErr {
    let error = NotationError::new_err(message.to_string());
    let placed = Python::attach(|py| {
        let value = error.value(py);
        value.setattr("row", row)?;
        value.setattr("column", column)
    });
    placed.map_or_else(|other| other, |()| error)
}

/// A text that was not understood, for whatever reason but a place in a board.
pub(crate) fn notation(error: impl Display) -> PyErr {
    misread(error, None, None)
}

/// A text of the rules that was not understood.
pub(crate) fn parse(error: ParseError) -> PyErr {
    match error {
        ParseError::UnknownCell { row, col, .. } => misread(error, Some(row), Some(col)),
        ParseError::EmptyRow { row } | ParseError::UnevenRows { row, .. } => {
            misread(error, Some(row), None)
        }
        ParseError::OtherPlayer(_) => IllegalMoveError::new_err(error.to_string()),
        _ => misread(error, None, None),
    }
}

/// A text of a value that was not understood.
pub(crate) fn value_text(error: ValueTextError) -> PyErr {
    match error {
        ValueTextError::Expected { column, .. }
        | ValueTextError::Unclosed { column, .. }
        | ValueTextError::Bars { column }
        | ValueTextError::TooDeep { column } => misread(error, None, Some(column)),
        ValueTextError::Game(error) => game(error),
        _ => misread(error, None, None),
    }
}

/// What is asked about was not understood.
pub(crate) fn subject(error: SubjectError) -> PyErr {
    match error {
        SubjectError::Board(error) => parse(error),
        SubjectError::Sum(error) => value_text(error),
        other => notation(other),
    }
}

/// A value that cannot be computed.
pub(crate) fn game(error: GameError) -> PyErr {
    LimitError::new_err(error.to_string())
}

/// An option that does not act.
pub(crate) fn option(error: impl Display) -> PyErr {
    OptionError::new_err(error.to_string())
}
