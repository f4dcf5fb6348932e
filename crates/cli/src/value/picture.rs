//! Thermographs and boards as pictures.

use super::answer::ValueReport;
use crate::failure::Failure;
use crosscram_plot::{Corners, Drawing, Ink, thermograph};
use crosscram_rules::{Board, Cell};
use crosscram_values::games::Wall;
use crosscram_values::positions::PositionValues;
use std::fs;
use std::path::Path;

/// Formats of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Svg,
    Png,
}

/// The format given by a file's extension.
pub(super) fn format_of(file: &Path) -> Result<Format, Failure> {
    let ending = file.extension().and_then(|ending| ending.to_str());
    match ending.map(str::to_ascii_lowercase).as_deref() {
        Some("svg") => Ok(Format::Svg),
        Some("png") => Ok(Format::Png),
        _ => Err(Failure::message(format_args!(
            "--thermograph: {} ends neither in .svg nor in .png",
            file.display()
        ))),
    }
}

/// Draws the thermograph of the answer into a file.
pub(super) fn save_thermograph(file: &Path, answer: &ValueReport) -> Result<(), Failure> {
    let drawing = drawn(answer);
    let bytes = match format_of(file)? {
        Format::Svg => drawing.to_svg().into_bytes(),
        Format::Png => drawing.to_png(),
    };
    save(file, &bytes)
}

/// Writes boards, value and thermograph for LaTeX.
pub(super) fn save_tikz(
    file: &Path,
    answer: &ValueReport,
    values: &mut PositionValues,
) -> Result<(), Failure> {
    /// The maximum length of a formula that fits on a page.
    const LONGEST: u64 = 2000;
    let mut text = String::from("% Needs \\usepackage{amsmath,tikz}.\n");
    for board in &answer.boards {
        text += &board_drawing(board).to_tikz();
        text += "\n";
    }
    match values.games().latex_within(answer.game, LONGEST) {
        Some(latex) => text += &format!("\\[{latex}\\]\n\n"),
        None => text += "% The value is too long for a formula.\n\n",
    }
    text += &drawn(answer).to_tikz();
    save(file, text.as_bytes())
}

fn save(file: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let failure = |error| Failure::message(format_args!("{}: {error}", file.display()));
    fs::write(file, bytes).map_err(failure)
}

fn drawn(answer: &ValueReport) -> Drawing {
    let corners = |wall: &Wall| -> Corners {
        let corners = wall.corners().iter();
        corners
            .map(|(value, t)| (value.to_f64(), t.to_f64()))
            .collect()
    };
    let walls = &answer.thermograph.exact;
    let (left, right) = (corners(walls.left()), corners(walls.right()));
    let (mean, temperature) = (answer.mean, answer.temperature);
    let caption = format!("mean {mean}, temperature {temperature}");
    thermograph(&left, &right, &caption)
}

/// The board as squares, blocked ones filled.
fn board_drawing(board: &Board) -> Drawing {
    const CELL: f64 = 20.0;
    let (rows, cols) = (board.rows(), board.cols());
    let (width, height) = (cols as f64 * CELL, rows as f64 * CELL);
    let mut drawing = Drawing::new(width, height);
    for row in 0..rows {
        for col in 0..cols {
            if !board.is_free(Cell::new(row, col)) {
                let corner = (col as f64 * CELL, row as f64 * CELL);
                drawing.rectangle(corner, (CELL, CELL), Ink::Grey);
            }
        }
    }
    for row in 0..=rows {
        let y = row as f64 * CELL;
        drawing.path(vec![(0.0, y), (width, y)], Ink::Black, 1.0);
    }
    for col in 0..=cols {
        let x = col as f64 * CELL;
        drawing.path(vec![(x, 0.0), (x, height)], Ink::Black, 1.0);
    }
    drawing
}
