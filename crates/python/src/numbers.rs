//! Proof-number search, to compare it with the solvers.

use crate::convert::{Side, data, position_of};
use crate::errors::{self, LimitError};
use crate::long::{Progress, watched};
use crosscram_pn::games::{Domineering, LeafEvaluation};
use crosscram_pn::{Algorithm, AnyGame, Found, Options, Sides, Snapshot};
use crosscram_rules::Player;
use crosscram_support::stop::Stop;
use crosscram_support::threads::StartError;
use pyo3::prelude::*;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// What was found of a board.
#[derive(Serialize)]
struct Answer {
    #[serde(flatten)]
    sides: Sides,
    #[serde(flatten)]
    found: Found,
}

/// Searches who wins by proof numbers; see `crosscram.proof_number_search`.
#[pyfunction]
#[pyo3(signature = (position, first = None, algorithm = "df-pn", leaves = "plain", tile = None, nodes = None, progress = None, changes = None))]
#[allow(clippy::too_many_arguments)] // One for each argument in Python.
pub(crate) fn proof_number_search<'py>(
    py: Python<'py>,
    position: &Bound<'py, PyAny>,
    first: Option<Side>,
    algorithm: &str,
    leaves: &str,
    tile: Option<u8>,
    nodes: Option<u64>,
    progress: Option<Py<PyAny>>,
    changes: Option<BTreeMap<String, String>>,
) -> PyResult<Bound<'py, PyAny>> {
    let position = position_of(position, tile)?;
    let first = first.map(|side| side.0).or(position.to_move);
    let first = first.unwrap_or(Player::Vertical);
    let evaluation: LeafEvaluation = leaves.parse().map_err(errors::option)?;
    let algorithm: Algorithm = algorithm.parse().map_err(errors::option)?;
    let mut options = Options::from(algorithm);
    for (name, text) in changes.unwrap_or_default() {
        options.set(&name, &text).map_err(errors::option)?;
    }
    let stop = Stop::new();
    let searched = AtomicU64::new(0);
    let state = || Progress {
        nodes: searched.load(Relaxed),
        ..Progress::default()
    };
    let work = || {
        let game = Domineering::new(&position.board, position.tile, first, evaluation);
        let mut look = |snapshot: &Snapshot| {
            searched.store(snapshot.statistics.nodes, Relaxed);
            nodes.is_none_or(|most| snapshot.statistics.nodes < most) && !stop.is_requested()
        };
        let mut search = game.search(&options);
        let report = search.run(&mut look)?;
        Ok(search.found(report))
    };
    let found = watched(py, &stop, progress.as_ref(), state, work)?;
    let found = found.map_err(|error: StartError| LimitError::new_err(error.to_string()))?;
    let sides = Sides::new(first, found.value);
    data(py, &Answer { sides, found })
}
