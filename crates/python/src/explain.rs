//! The cuts that prove a win without search.

use crate::convert::{Asked, Number, Side};
use crate::errors;
use crate::long::{Progress, watched};
use crosscram_plot::{Panel, Square, mosaic};
use crosscram_rules::{Bits, Bits256, Board, Cell, Player, Position};
use crosscram_search::explain::{Claim, Explainer, Level, Piece, SET_NAMES, Turn, cells_of};
use crosscram_support::stop::Stop;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// The best cuts of both players for each first player, and their drawing; see `crosscram.explain`.
#[pyfunction]
#[pyo3(signature = (position, first = None, tile = None, cells = 16))]
pub(crate) fn explain<'py>(
    py: Python<'py>,
    position: &Bound<'py, PyAny>,
    first: Option<Side>,
    tile: Option<u8>,
    cells: u32,
) -> PyResult<Bound<'py, PyDict>> {
    let asked = Asked::read(position, tile)?;
    let firsts = asked.firsts(first);
    let position = asked.board_alone()?;
    if cells > Explainer::MAX_CELLS {
        let most = Explainer::MAX_CELLS;
        return Err(errors::option(format!(
            "cells: regions of at most {most} cells are taken uncut, not {cells}"
        )));
    }
    let stop = Stop::new();
    let work = || claims(&position, &firsts, cells, &stop);
    let claims = watched(py, &stop, None, Progress::default, work)?;
    let list = PyList::empty(py);
    for claim in &claims {
        list.append(claim_dict(py, &position.board, claim)?)?;
    }
    let dict = PyDict::new(py);
    dict.set_item("cuts", list)?;
    dict.set_item("svg", svg(&position.board, &claims))?;
    Ok(dict)
}

fn claims(position: &Position, firsts: &[Player], cells: u32, stop: &Stop) -> Vec<Claim> {
    let mut explainer = Explainer::new(&position.board, position.tile, cells);
    let mut claims = Vec::new();
    for player in Player::ALL {
        for turn in [Turn::Second, Turn::First] {
            if firsts.contains(&begins(player, turn)) && !stop.is_requested() {
                claims.push(explainer.claim(&position.board, player, turn, Level::Merge));
            }
        }
    }
    claims
}

/// Who begins if this player moves at this turn.
fn begins(player: Player, turn: Turn) -> Player {
    match turn {
        Turn::First => player,
        Turn::Second => player.opponent(),
    }
}

fn claim_dict<'py>(py: Python<'py>, board: &Board, claim: &Claim) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("player", Side(claim.player))?;
    dict.set_item("first", Side(begins(claim.player, claim.turn)))?;
    dict.set_item("level", claim.level.name())?;
    dict.set_item("proves", claim.proves())?;
    dict.set_item("bound", Number(claim.bound()))?;
    dict.set_item("misses_by", claim.misses_by().map(Number))?;
    let pieces = PyList::empty(py);
    for (index, piece) in claim.pieces.iter().enumerate() {
        let (turn, set) = piece.used;
        let item = PyDict::new(py);
        item.set_item("name", label(index))?;
        item.set_item("cells", list(board, piece.cells))?;
        item.set_item("number", Number(used_number(piece)))?;
        item.set_item("turn", turn.name())?;
        item.set_item("switches", if set == 0 { "" } else { SET_NAMES[set] })?;
        pieces.append(item)?;
    }
    dict.set_item("pieces", pieces)?;
    dict.set_item("idle", list(board, claim.idle))?;
    dict.set_item("dead", list(board, claim.dead))?;
    Ok(dict)
}

/// The number of a piece that is a term of the bound.
fn used_number(piece: &Piece) -> crosscram_rules::Dyadic {
    let (turn, set) = piece.used;
    piece.numbers().get(turn, set)
}

fn list(board: &Board, set: Bits256) -> Vec<(usize, usize)> {
    let cells = cells_of(board, set);
    cells.map(|cell| (cell.row(), cell.col())).collect()
}

/// The names of pieces: letters, then letters with numbers.
fn label(index: usize) -> String {
    let letter = char::from(b'A' + (index % 26) as u8);
    match index / 26 {
        0 => letter.to_string(),
        round => format!("{letter}{round}"),
    }
}

/// One panel for each cut.
fn svg(board: &Board, claims: &[Claim]) -> String {
    let panels = claims.iter().map(|claim| {
        let title = format!("{}, moving {}", claim.player, claim.turn);
        let mut panel = Panel::new(title, board.cols(), squares(board, claim));
        for (index, piece) in claim.pieces.iter().enumerate() {
            let (turn, set) = piece.used;
            let switches = if set == 0 { "" } else { SET_NAMES[set] };
            let turn = if turn == Turn::First { " (1st)" } else { "" };
            let number = used_number(piece);
            panel = panel.label(
                format!("{}{switches}", label(index)),
                format!("{number}{turn}"),
            );
        }
        panel.note(match claim.misses_by() {
            None => format!("{} wins: the sum is {}", claim.player, claim.bound()),
            Some(miss) => format!("nothing is proven: {miss} is missing"),
        })
    });
    let title = match claims.iter().find(|claim| claim.proves()) {
        Some(_) => "Cuts that show who wins",
        None => "The best cuts, none of which shows who wins",
    };
    mosaic(title, &panels.collect::<Vec<_>>())
}

/// Which square belongs to which piece.
fn squares(board: &Board, claim: &Claim) -> Vec<Square> {
    let square = |index: u32| {
        let cell = Cell::new(index as usize / board.cols(), index as usize % board.cols());
        let mut pieces = claim.pieces.iter();
        match pieces.position(|piece| piece.cells.contains(index)) {
            Some(piece) => Square::Part(piece),
            None if board.is_free(cell) => Square::Empty,
            None => Square::Blocked,
        }
    };
    (0..board.area() as u32).map(square).collect()
}
