//! The value of a game.

use crate::arena::{Arena, Exported};
use crate::convert::{Number, Wins};
use crate::errors;
use crosscram_values::games::{Game, GameError, Games};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pyclass::CompareOp;
use pyo3::types::PyType;
use std::cmp::Ordering;
use std::sync::Arc;

/// The value of a game in canonical form. Left is Vertical.
///
/// Values come from positions (`crosscram.value`) or from texts in CGSuite's notation. They are added, negated,
/// multiplied by integers and compared with values and numbers; `a | b` says whether two are confused. Equal values
/// are equal objects for sets and dictionaries, wherever they come from.
///
/// >>> from crosscram import Value
/// >>> up = Value("^")
/// >>> up > 0, up | Value("*"), up + up == Value("^2"), up < 1
/// (True, True, True, True)
/// >>> switch = Value("{3|-1}")
/// >>> switch.mean, switch.temperature, switch.left_stop, switch.right_stop
/// (Fraction(1, 1), Fraction(2, 1), Fraction(3, 1), Fraction(-1, 1))
/// >>> switch - 1
/// Value('+-2')
/// >>> switch.left_options, switch.outcome
/// ([Value('3')], Outcome.FIRST)
#[pyclass(module = "crosscram", name = "Value", frozen)]
pub(crate) struct PyValue {
    pub(crate) arena: Arc<Arena>,
    pub(crate) game: Game,
}

/// Longer texts are cut in `repr`.
const SHOWN: u64 = 400;

#[pymethods]
impl PyValue {
    #[new]
    fn new(py: Python<'_>, value: &Bound<'_, PyAny>) -> PyResult<PyValue> {
        let arena = crate::values::default_arena(2);
        if let Ok(other) = value.cast::<PyValue>() {
            let other = other.get();
            return Ok(PyValue {
                arena: Arc::clone(&other.arena),
                game: other.game,
            });
        }
        if let Ok(text) = value.extract::<String>() {
            let game = arena.run(py, |inner| Ok(inner.games().parse(&text)))?;
            let game = game.map_err(errors::value_text)?;
            return Ok(PyValue { arena, game });
        }
        let number: Number = value.extract().map_err(|error: PyErr| {
            match error.is_instance_of::<PyTypeError>(py) {
                true => PyTypeError::new_err("a value's text or a number is expected"),
                false => error,
            }
        })?;
        let game = arena.run(py, |inner| inner.games().number(number.0))?;
        Ok(PyValue { arena, game })
    }

    /// {left options | right options}, simplified.
    #[classmethod]
    #[pyo3(signature = (left, right))]
    fn from_options(
        _class: &Bound<'_, PyType>,
        py: Python<'_>,
        left: Vec<Bound<'_, PyAny>>,
        right: Vec<Bound<'_, PyAny>>,
    ) -> PyResult<PyValue> {
        let arena = crate::values::default_arena(2);
        let own = PyValue {
            arena: Arc::clone(&arena),
            game: Game::ZERO,
        };
        let mut sides = [Vec::new(), Vec::new()];
        for (side, options) in sides.iter_mut().zip([left, right]) {
            for option in options {
                let game = own
                    .read(&option)?
                    .ok_or_else(|| PyTypeError::new_err("options are values or numbers"))?;
                side.push(game);
            }
        }
        let [left, right] = sides;
        let game = arena.run(py, |inner| inner.games().construct(&left, &right))?;
        Ok(PyValue { arena, game })
    }

    /// The canonical form in CGSuite's notation. It may be very long: `limit` is the largest length, beyond which
    /// it is None.
    #[pyo3(signature = (limit = None))]
    fn text(&self, py: Python<'_>, limit: Option<u64>) -> PyResult<Option<String>> {
        self.ask(py, |games, game| {
            Ok(match limit {
                Some(limit) => games.text_within(game, limit),
                None => Some(games.text(game)),
            })
        })
    }

    /// The canonical form for LaTeX with CGT macros; None if it is longer than `limit`.
    #[pyo3(signature = (limit = 100_000))]
    fn latex(&self, py: Python<'_>, limit: u64) -> PyResult<Option<String>> {
        self.ask(py, |games, game| Ok(games.latex_within(game, limit)))
    }

    /// The mean value.
    #[getter]
    fn mean(&self, py: Python<'_>) -> PyResult<Number> {
        self.ask(py, Games::mean).map(Number)
    }

    /// The temperature.
    #[getter]
    fn temperature(&self, py: Python<'_>) -> PyResult<Number> {
        self.ask(py, Games::temperature).map(Number)
    }

    /// The number at which play stops if Left begins.
    #[getter]
    fn left_stop(&self, py: Python<'_>) -> PyResult<Number> {
        self.ask(py, |games, game| Ok(Number(games.left_stop(game))))
    }

    /// The number at which play stops if Right begins.
    #[getter]
    fn right_stop(&self, py: Python<'_>) -> PyResult<Number> {
        self.ask(py, |games, game| Ok(Number(games.right_stop(game))))
    }

    /// The number that it is, or None.
    #[getter]
    fn number(&self, py: Python<'_>) -> PyResult<Option<Number>> {
        let game = self.game;
        let number = self
            .arena
            .quickly(py, |inner| inner.games().as_number(game))?;
        Ok(number.map(Number))
    }

    /// Left's canonical options.
    #[getter]
    fn left_options(&self, py: Python<'_>) -> PyResult<Vec<PyValue>> {
        Ok(self.all(self.ask(py, Games::left_options)?))
    }

    /// Right's canonical options.
    #[getter]
    fn right_options(&self, py: Python<'_>) -> PyResult<Vec<PyValue>> {
        Ok(self.all(self.ask(py, Games::right_options)?))
    }

    /// How much each of Left's and of Right's options gains.
    #[getter]
    fn incentives(&self, py: Python<'_>) -> PyResult<(Vec<PyValue>, Vec<PyValue>)> {
        let found = self.ask(py, Games::incentives)?;
        Ok((self.all(found.left), self.all(found.right)))
    }

    /// Who wins.
    #[getter]
    fn outcome(&self, py: Python<'_>) -> PyResult<Wins> {
        self.ask(py, |games, game| Ok(games.outcome(game)))
            .map(Wins)
    }

    /// The day on which it is born: the length of the longest play.
    #[getter]
    fn birthday(&self, py: Python<'_>) -> PyResult<u64> {
        self.ask(py, |games, game| Ok(games.birthday(game)))
    }

    /// Corners of the walls of the thermograph, left and right, as (value, temperature).
    #[allow(clippy::type_complexity)]
    fn walls(&self, py: Python<'_>) -> PyResult<(Vec<(Number, Number)>, Vec<(Number, Number)>)> {
        let graph = self.ask(py, Games::thermograph)?;
        let corners = |wall: &crosscram_values::games::Wall| {
            let corners = wall.corners().iter();
            corners
                .map(|&(value, t)| (Number(value), Number(t)))
                .collect()
        };
        Ok((corners(graph.left()), corners(graph.right())))
    }

    /// The game cooled by t: every move costs t.
    fn cooled(&self, py: Python<'_>, t: Number) -> PyResult<PyValue> {
        self.derived(py, |games, game| games.cooled(game, t.0))
    }

    /// The game heated by t: every move gains t.
    fn heated(&self, py: Python<'_>, t: Number) -> PyResult<PyValue> {
        self.derived(py, |games, game| games.heated(game, t.0))
    }

    /// The ordinal sum: a move in this game ends the other one.
    fn ordinal_sum(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<PyValue> {
        let right = self.need(other)?;
        self.derived(py, |games, game| games.ordinal_sum(game, right))
    }

    /// Returns whether neither is at least the other; the same as `|`.
    fn is_confused_with(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let other = self.need(other)?;
        Ok(self.compare(py, other)?.is_none())
    }

    fn __or__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.operate(py, other, |own, other| {
            let confused = own.compare(py, other)?.is_none();
            Ok(confused.into_pyobject(py)?.to_owned().into_any().unbind())
        })
    }

    fn __ror__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.__or__(py, other)
    }

    fn __add__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.combine(py, other, Games::sum)
    }

    fn __radd__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.__add__(py, other)
    }

    fn __sub__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.combine(py, other, Games::difference)
    }

    fn __rsub__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.combine(py, other, |games, one, other| games.difference(other, one))
    }

    fn __mul__(&self, py: Python<'_>, times: i64) -> PyResult<PyValue> {
        self.derived(py, |games, game| games.multiple(times, game))
    }

    fn __rmul__(&self, py: Python<'_>, times: i64) -> PyResult<PyValue> {
        self.__mul__(py, times)
    }

    fn __neg__(&self, py: Python<'_>) -> PyResult<PyValue> {
        self.derived(py, Games::negative)
    }

    fn __richcmp__(
        &self,
        py: Python<'_>,
        other: &Bound<'_, PyAny>,
        how: CompareOp,
    ) -> PyResult<Py<PyAny>> {
        let Some(other) = self.read(other)? else {
            return Ok(py.NotImplemented());
        };
        let holds = match (how, self.compare(py, other)?) {
            (CompareOp::Eq, order) => order == Some(Ordering::Equal),
            (CompareOp::Ne, order) => order != Some(Ordering::Equal),
            (_, None) => false,
            (how, Some(order)) => how.matches(order),
        };
        Ok(holds.into_pyobject(py)?.to_owned().into_any().unbind())
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        // A number is equal to Python's numbers, so it has their hash.
        if let Some(number) = self.number(py)? {
            return number.into_pyobject(py)?.hash();
        }
        let game = self.game;
        let hash = self.arena.run(py, |inner| inner.hash(game))?;
        Ok(hash as isize)
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.ask(py, |games, game| Ok(games.text(game)))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        self.ask(py, |games, game| {
            Ok(match games.text_within(game, SHOWN) {
                Some(text) => format!("Value('{text}')"),
                None => format!("<Value with {} followers>", games.followers(game)),
            })
        })
    }

    fn _repr_latex_(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let text = self.text(py, Some(SHOWN))?;
        let escape = |text: String| {
            let text = text.replace('{', "\\{").replace('}', "\\}");
            text.replace("+-", "\\pm ")
                .replace('^', "\\uparrow ")
                .replace('*', "{\\ast}")
        };
        Ok(text.map(|text| format!("${}$", escape(text))))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Exported,))> {
        let own = slf.get();
        let game = own.game;
        let exported = own.arena.run(slf.py(), |inner| inner.export(game))?;
        Ok((slf.get_type().getattr("_import")?, (exported,)))
    }

    #[classmethod]
    fn _import(
        _class: &Bound<'_, PyType>,
        py: Python<'_>,
        exported: Exported,
    ) -> PyResult<PyValue> {
        let arena = crate::values::default_arena(2);
        let game = arena.run(py, |inner| inner.import(&exported))?;
        let game =
            game.ok_or_else(|| errors::notation("a value that was not written by this program"))?;
        Ok(PyValue { arena, game })
    }
}

impl PyValue {
    /// Another game of the same arena.
    fn other(&self, game: Game) -> PyValue {
        PyValue {
            arena: Arc::clone(&self.arena),
            game,
        }
    }

    fn all(&self, games: Vec<Game>) -> Vec<PyValue> {
        games.into_iter().map(|game| self.other(game)).collect()
    }

    /// What the arena says of this game.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        property: impl FnOnce(&mut Games, Game) -> Result<T, GameError> + Send,
    ) -> PyResult<T> {
        let game = self.game;
        self.arena.run(py, |inner| property(inner.games(), game))
    }

    /// A game made of this one.
    fn derived(
        &self,
        py: Python<'_>,
        make: impl FnOnce(&mut Games, Game) -> Result<Game, GameError> + Send,
    ) -> PyResult<PyValue> {
        Ok(self.other(self.ask(py, make)?))
    }

    /// A value or a number as a game of this arena; None for anything else.
    fn read(&self, object: &Bound<'_, PyAny>) -> PyResult<Option<Game>> {
        let py = object.py();
        if let Ok(other) = object.cast::<PyValue>() {
            let other = other.get();
            if Arc::ptr_eq(&self.arena, &other.arena) {
                return Ok(Some(other.game));
            }
            let game = other.game;
            let exported = other.arena.run(py, |inner| inner.export(game))?;
            return self.arena.run(py, |inner| inner.import(&exported));
        }
        let number: Number = match object.extract() {
            Ok(number) => number,
            Err(error) if error.is_instance_of::<PyTypeError>(py) => return Ok(None),
            Err(error) => return Err(error),
        };
        self.arena
            .run(py, |inner| inner.games().number(number.0))
            .map(Some)
    }

    fn need(&self, object: &Bound<'_, PyAny>) -> PyResult<Game> {
        let game = self.read(object)?;
        game.ok_or_else(|| PyTypeError::new_err("a value or a number is expected"))
    }

    fn compare(&self, py: Python<'_>, other: Game) -> PyResult<Option<Ordering>> {
        self.ask(py, |games, game| Ok(games.compare(game, other)))
    }

    /// The result of an operation, or NotImplemented if the other operand is neither value nor number.
    fn operate(
        &self,
        py: Python<'_>,
        other: &Bound<'_, PyAny>,
        operation: impl FnOnce(&PyValue, Game) -> PyResult<Py<PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        match self.read(other)? {
            Some(other) => operation(self, other),
            None => Ok(py.NotImplemented()),
        }
    }

    fn combine(
        &self,
        py: Python<'_>,
        other: &Bound<'_, PyAny>,
        operation: impl FnOnce(&mut Games, Game, Game) -> Result<Game, GameError> + Send,
    ) -> PyResult<Py<PyAny>> {
        self.operate(py, other, |own, other| {
            let result = own.derived(py, |games, game| operation(games, game, other))?;
            Ok(Py::new(py, result)?.into_any())
        })
    }
}
