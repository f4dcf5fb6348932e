//! Every move of a position judged.

use crate::convert::Side;
use crate::long::watched;
use crate::moves::PyMove;
use crate::solver::{Limits, state_of};
use crosscram_rules::{Player, Position};
use crosscram_search::Solver;
use crosscram_search::analysis::{
    Analysis, JudgedMove, Limits as Budget, Side as Judged, analyse as judge,
};
use crosscram_search::explain::Explainer;
use crosscram_support::stop::Stop;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

pub(crate) fn analyse<'py>(
    py: Python<'py>,
    solver: &Solver,
    position: &Position,
    firsts: &[Player],
    nodes: u64,
    limits: &Limits,
    progress: Option<&Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let stop = Stop::new();
    let control = limits.control(&stop)?;
    let budget = Budget {
        nodes,
        cells: Explainer::CELLS,
    };
    let state = || state_of(&control, false);
    let work = || {
        judge(
            &position.board,
            position.tile,
            firsts,
            solver,
            budget,
            &control,
        )
    };
    let analysis = watched(py, &stop, progress, state, work)?;
    analysis_dict(py, &analysis)
}

fn analysis_dict<'py>(py: Python<'py>, analysis: &Analysis) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    let sides = PyList::empty(py);
    for side in &analysis.sides {
        sides.append(side_dict(py, side)?)?;
    }
    dict.set_item("sides", sides)?;
    dict.set_item("nodes", analysis.nodes)?;
    dict.set_item("stopped", analysis.stopped)?;
    Ok(dict)
}

fn side_dict<'py>(py: Python<'py>, side: &Judged) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("first", Side(side.first))?;
    dict.set_item("winner", side.winner.map(Side))?;
    dict.set_item("bound", side.bound.map(|reason| reason.name()))?;
    let moves = PyList::empty(py);
    for judged in &side.moves {
        moves.append(move_dict(py, judged)?)?;
    }
    dict.set_item("moves", moves)?;
    let line = side.line.iter().flat_map(|line| &line.moves);
    let line: Vec<PyMove> = line.copied().map(PyMove).collect();
    dict.set_item("line", line)?;
    let complete = side.line.as_ref().is_some_and(|line| line.complete);
    dict.set_item("line_is_complete", complete)?;
    Ok(dict)
}

fn move_dict<'py>(py: Python<'py>, judged: &JudgedMove) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("move", PyMove(judged.mov))?;
    dict.set_item("wins", judged.mark.map(|mark| mark.wins))?;
    dict.set_item("reason", judged.mark.map(|mark| mark.reason.name()))?;
    dict.set_item("nodes", judged.mark.map_or(0, |mark| mark.reason.nodes()))?;
    dict.set_item("refutation", judged.refutation.map(PyMove))?;
    Ok(dict)
}
