//! Proof-number search, to compare it with the solvers.

use crate::board::read_board;
use crate::convert::Side;
use crate::errors;
use crate::long::{Progress, watched};
use crosscram_pn::games::{Domineering, LeafEvaluation};
use crosscram_pn::{
    DfPn, DfPnOptions, GraphOptions, GraphSearch, Sharing, Snapshot, TreeOptions, TreeSearch,
};
use crosscram_support::stop::Stop;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

const ALGORITHMS: [&str; 3] = ["tree", "dag", "df-pn"];

/// Searches who wins by proof numbers; see `crosscram.proof_number_search`.
#[pyfunction]
#[pyo3(signature = (position, first, algorithm = "df-pn", leaves = "plain", tile = None, nodes = None, progress = None))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn proof_number_search<'py>(
    py: Python<'py>,
    position: &Bound<'py, PyAny>,
    first: Side,
    algorithm: &str,
    leaves: &str,
    tile: Option<u8>,
    nodes: Option<u64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let position = read_board(position, tile)?;
    let names = LeafEvaluation::ALL.map(LeafEvaluation::name);
    let mut evaluations = LeafEvaluation::ALL.into_iter();
    let evaluation = evaluations.find(|evaluation| evaluation.name() == leaves);
    let evaluation = evaluation.ok_or_else(|| {
        errors::option(format!(
            "leaves: one of {}, not '{leaves}'",
            names.join(", ")
        ))
    })?;
    if !ALGORITHMS.contains(&algorithm) {
        let names = ALGORITHMS.join(", ");
        return Err(errors::option(format!(
            "algorithm: one of {names}, not '{algorithm}'"
        )));
    }
    let stop = Stop::new();
    let searched = AtomicU64::new(0);
    let state = || Progress {
        nodes: searched.load(Relaxed),
        ..Progress::default()
    };
    let work = || {
        let game = Domineering::new(&position.board, position.tile, first.0, evaluation);
        let mut look = |snapshot: &Snapshot| {
            searched.store(snapshot.statistics.nodes, Relaxed);
            nodes.is_none_or(|most| snapshot.statistics.nodes < most) && !stop.is_requested()
        };
        match algorithm {
            "tree" => {
                let options = TreeOptions::default();
                TreeSearch::new(&game, options).run(&mut look)
            }
            "dag" => {
                let options = GraphOptions {
                    sharing: Sharing::Symmetric,
                    ..GraphOptions::default()
                };
                GraphSearch::new(&game, options).run(&mut look)
            }
            _ => {
                let options = DfPnOptions::default();
                DfPn::new(&game, options).run(&mut look)
            }
        }
    };
    let report = watched(py, &stop, progress.as_ref(), state, work)?;
    let winner = report.is_win().map(|wins| match wins {
        true => first.0,
        false => first.0.opponent(),
    });
    let dict = PyDict::new(py);
    dict.set_item("first", first)?;
    dict.set_item("winner", winner.map(Side))?;
    dict.set_item("nodes", report.statistics.nodes)?;
    dict.set_item("bytes", report.statistics.bytes)?;
    dict.set_item("seconds", report.elapsed.as_secs_f64())?;
    Ok(dict)
}
