//! The cuts that prove a win without search.

use crate::convert::{Side, data, position_of};
use crate::errors;
use crate::long::{Progress, watched};
use crosscram_plot::{Panel, Square, mosaic};
use crosscram_search::explain::{Cut, Explainer, Explanation, SET_NAMES, Turn};
use crosscram_support::stop::Stop;
use crosscram_workbench::Subject;
use pyo3::prelude::*;

/// The best cuts of both players for each first player, and their drawing; see `crosscram.explain`.
#[pyfunction]
#[pyo3(signature = (position, first = None, tile = None, cells = 16))]
pub(crate) fn explain<'py>(
    py: Python<'py>,
    position: &Bound<'py, PyAny>,
    first: Option<Side>,
    tile: Option<u8>,
    cells: u32,
) -> PyResult<(Bound<'py, PyAny>, String)> {
    let position = position_of(position, tile)?;
    let firsts = Subject::from(position).firsts(first.map(|side| side.0));
    if cells > Explainer::MAX_CELLS {
        let most = Explainer::MAX_CELLS;
        return Err(errors::option(format!(
            "cells: regions of at most {most} cells are taken uncut, not {cells}"
        )));
    }
    let stop = Stop::new();
    let work = || Explanation::new(&position, &firsts, cells, || stop.is_requested());
    let explanation = watched(py, &stop, None, Progress::default, work)?;
    Ok((data(py, &explanation)?, svg(&explanation)))
}

/// One panel for each cut.
fn svg(explanation: &Explanation) -> String {
    let panels: Vec<Panel> = explanation
        .cuts
        .iter()
        .map(|cut| panel(explanation, cut))
        .collect();
    let title = match explanation.cuts.iter().any(|cut| cut.proves) {
        true => "Cuts that show who wins",
        false => "The best cuts, none of which shows who wins",
    };
    mosaic(title, &panels)
}

fn panel(explanation: &Explanation, cut: &Cut) -> Panel {
    let board = &explanation.position.board;
    let square = |cell| Square::of(cut.piece_at(cell), board.is_free(cell));
    let title = format!("{}, moving {}", cut.player, cut.turn);
    let mut panel = Panel::new(title, board.cols(), board.cells().map(square).collect());
    for piece in &cut.pieces {
        let switches = piece.switches.trim_start_matches(SET_NAMES[0]);
        let turn = if piece.turn == Turn::First {
            " (1st)"
        } else {
            ""
        };
        panel = panel.label(
            format!("{}{switches}", piece.name),
            format!("{}{turn}", piece.number),
        );
    }
    panel.note(match cut.misses_by {
        None => format!("{} wins: the sum is {}", cut.player, cut.bound),
        Some(miss) => format!("nothing is proven: {miss} is missing"),
    })
}
