//! Players of the literature and our own.

use crate::convert::{Side, position_of};
use crate::errors;
use crate::long::{Progress, watched};
use crate::moves::{PyMove, read_move};
use crate::solver::time;
use crosscram_players::{Claim, Contestant, Game, Kind, Spec, Turn};
use crosscram_rules::Move;
use crosscram_support::stop::Stop;
use crosscram_support::threads::lock;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyType;
use std::sync::Mutex;

/// Name, description and settings of every kind of player.
#[pyfunction]
pub(crate) fn player_kinds() -> Vec<(&'static str, &'static str, Vec<&'static str>)> {
    let kinds = Kind::ALL.iter();
    kinds
        .map(|kind| {
            let keys = kind.keys().iter().map(|key| key.name()).collect();
            (kind.name(), kind.summary(), keys)
        })
        .collect()
}

/// A player by its text, as in `ordering:depth=2` or `perfect:budget=500ms`.
///
/// >>> from crosscram import Bot
/// >>> bot = Bot("perfect")
/// >>> move, claim = bot.choose("4x4 V")
/// >>> claim
/// 'wins'
/// >>> Bot("ordering:depht=2")
/// Traceback (most recent call last):
/// ...
/// crosscram.NotationError: player 'ordering:depht=2', character 10: ordering has no setting 'depht'; it has depth, begins, even
#[pyclass(module = "crosscram", name = "Bot", frozen)]
pub(crate) struct PyBot {
    spec: Spec,
    player: Mutex<Box<dyn Contestant>>,
}

#[pymethods]
impl PyBot {
    #[new]
    fn new(player: &str) -> PyResult<PyBot> {
        let spec: Spec = player.parse().map_err(errors::notation)?;
        Ok(PyBot {
            player: Mutex::new(spec.build()),
            spec,
        })
    }

    /// The text that names it, without settings that have their default.
    #[getter]
    fn name(&self) -> String {
        self.spec.to_string()
    }

    /// Chooses a move, and says what is proven of it: 'wins', 'loses' or None. `played` are the moves before, which
    /// some players look at; `seed` makes the choice repeatable; `seconds` is the time for it.
    #[pyo3(signature = (position, *, tile = None, played = Vec::new(), seed = 0, seconds = None))]
    fn choose(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        tile: Option<u8>,
        played: Vec<Bound<'_, PyAny>>,
        seed: u64,
        seconds: Option<f64>,
    ) -> PyResult<(PyMove, Option<&'static str>)> {
        let position = position_of(position, tile)?;
        let side = position.to_move.ok_or_else(|| {
            errors::notation("the position does not say who is to move, as '4x4 V' does")
        })?;
        if !position.board.can_move(side, position.tile) {
            return Err(errors::IllegalMoveError::new_err(format!(
                "{side} has no move"
            )));
        }
        let mut before: Vec<Move> = Vec::new();
        for mov in played {
            before.push(read_move(&mov, None)?);
        }
        let limit = seconds.map(time).transpose()?;
        let game = Game::new(position.board)
            .with_tile(position.tile)
            .with_first(side);
        let work = || {
            let mut player = lock(&self.player);
            player.begin(&game, side, seed)?;
            player.choose(&Turn {
                game: &game,
                played: &before,
                board: position.board,
                side,
                limit,
            })
        };
        let choice = watched(py, &Stop::new(), None, Progress::default, work)?;
        let choice = choice.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        Ok((PyMove(choice.mov), choice.claim.map(Claim::name)))
    }

    /// The player's evaluation of a board, without its random part; None for players without one.
    #[pyo3(signature = (position, player, *, first = None, tile = None))]
    fn evaluate(
        &self,
        position: &Bound<'_, PyAny>,
        player: Side,
        first: Option<Side>,
        tile: Option<u8>,
    ) -> PyResult<Option<f64>> {
        let position = position_of(position, tile)?;
        let first = first.map_or(player.0, |side| side.0);
        Ok(self
            .spec
            .evaluate(&position.board, position.tile, player.0, first))
    }

    fn __repr__(&self) -> String {
        format!("Bot('{}')", self.spec)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<PyBot>()
            .is_ok_and(|other| other.get().spec == self.spec)
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.spec.hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, (String,)) {
        (slf.get_type(), (slf.get().spec.to_string(),))
    }
}
