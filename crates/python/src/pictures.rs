//! Drawings as SVG.

use crate::board::PyBoard;
use crate::errors;
use crate::moves::read_move;
use crosscram_atlas::Shade;
use crosscram_plot::{
    Axis, BoardPicture, Chart, Corners, CrossRow, CrossTable, GridCell, LineStyle, Mark, Panel,
    Series, Square, Tile, grid, mosaic, thermograph,
};
use crosscram_rules::{Board, Cell, PartialOutcome, Player};
use pyo3::prelude::*;

/// The board alone.
pub(crate) fn plain_board(board: &Board) -> String {
    picture(board).draw().to_svg()
}

fn picture(board: &Board) -> BoardPicture {
    let cells =
        (0..board.area()).map(|index| Cell::new(index / board.cols(), index % board.cols()));
    BoardPicture::new(
        board.cols(),
        cells.map(|cell| board.is_free(cell)).collect(),
    )
}

/// A board with tiles on it, numbered in the order of play, and verdicts on moves, each in the tile's upper or left cell.
#[pyfunction]
#[pyo3(signature = (board, tiles = Vec::new(), verdicts = Vec::new(), tile = 2))]
pub(crate) fn board_svg(
    board: &PyBoard,
    tiles: Vec<Bound<'_, PyAny>>,
    verdicts: Vec<(Bound<'_, PyAny>, Option<bool>)>,
    tile: u8,
) -> PyResult<String> {
    let length = crate::convert::tile(tile)?.length() as usize;
    let mut drawn = picture(&board.0);
    for (number, mov) in tiles.iter().enumerate() {
        let mov = read_move(mov, None)?;
        drawn = drawn.tile(Tile {
            row: mov.cell().row(),
            col: mov.cell().col(),
            length,
            upright: mov.player() == Player::Vertical,
            label: (number + 1).to_string(),
        });
    }
    for (mov, wins) in verdicts {
        let cell = read_move(&mov, None)?.cell();
        let mark = match wins {
            Some(true) => Mark::Plus,
            Some(false) => Mark::Minus,
            None => Mark::Question,
        };
        drawn = drawn.mark(cell.row(), cell.col(), mark);
    }
    Ok(drawn.draw().to_svg())
}

/// Cells as row and column, and two lines of text.
type Region = (Vec<(usize, usize)>, String, String);

/// A board whose regions have colours, and texts of two lines.
#[pyfunction]
pub(crate) fn regions_svg(board: &PyBoard, title: &str, regions: Vec<Region>) -> String {
    let board = &board.0;
    let square = |cell: Cell| {
        let mut regions = regions.iter();
        let part = regions.position(|(cells, ..)| cells.contains(&(cell.row(), cell.col())));
        Square::of(part, board.is_free(cell))
    };
    let squares = board.cells().map(square).collect();
    let panel = Panel::new(board.name(), board.cols(), squares);
    let labelled = regions
        .iter()
        .fold(panel, |panel, (_, name, value)| panel.label(name, value));
    mosaic(title, &[labelled])
}

/// The walls of a thermograph.
#[pyfunction]
pub(crate) fn thermograph_svg(left: Corners, right: Corners, caption: &str) -> String {
    thermograph(&left, &right, caption).to_svg()
}

/// A chart of series with names; `line` is 'solid', 'dashed' or 'none'.
#[pyfunction]
#[pyo3(signature = (title, x, y, series, log_x = false, log_y = false, id = "chart"))]
#[allow(clippy::type_complexity)] // A series as Python gives it: a name, points, and how they are drawn.
pub(crate) fn chart_svg(
    title: &str,
    x: &str,
    y: &str,
    series: Vec<(String, Vec<(f64, f64)>, String)>,
    log_x: bool,
    log_y: bool,
    id: &str,
) -> PyResult<String> {
    let axis = |label: &str, log| match log {
        true => Axis::log(label),
        false => Axis::linear(label),
    };
    let mut chart = Chart::new(title)
        .id(id)
        .x_axis(axis(x, log_x))
        .y_axis(axis(y, log_y));
    for (name, points, line) in series {
        let line = match line.as_str() {
            "solid" => LineStyle::Solid,
            "dashed" => LineStyle::Dashed,
            "none" => LineStyle::None,
            other => {
                let message = format!("line: solid, dashed or none, not '{other}'");
                return Err(errors::option(message));
            }
        };
        chart = chart.series(Series::new(name).points(points).line(line));
    }
    Ok(chart.to_svg())
}

/// Who beat whom.
#[pyfunction]
#[allow(clippy::type_complexity)] // A row as Python gives it: a name, a cell for each column, the rating and its error.
pub(crate) fn cross_table_svg(
    title: &str,
    rows: Vec<(String, Vec<Option<(u64, u64)>>, Option<(f64, f64)>)>,
) -> String {
    let rows = rows.into_iter().map(|(name, cells, rating)| CrossRow {
        name,
        cells,
        rating,
    });
    CrossTable {
        title: title.to_string(),
        rows: rows.collect(),
        notes: Vec::new(),
    }
    .to_svg()
}

/// The chart of rectangles by the codes of possible outcomes.
#[pyfunction]
pub(crate) fn atlas_svg(cells: Vec<Vec<String>>) -> String {
    let shaded = |code: String| {
        let possible: PartialOutcome = code.parse().unwrap_or_default();
        GridCell {
            fill: Shade::from(possible).colours().0,
            code: if code == "?" { String::new() } else { code },
            ..GridCell::default()
        }
    };
    let rows = cells.into_iter().map(|row| row.into_iter().map(shaded));
    let rows: Vec<Vec<_>> = rows.map(Iterator::collect).collect();
    grid(
        "Who wins: V, H whoever begins; 1, 2 the first, the second player",
        &rows,
        &[],
        None,
    )
}
