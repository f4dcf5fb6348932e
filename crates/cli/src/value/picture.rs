//! Thermographs and boards as pictures.

use super::answer::ValueReport;
use crate::failure::Failure;
use crate::figure;
use crate::value::ValueArgs;
use crosscram_plot::{Corners, Drawing, thermograph};
use crosscram_values::games::Wall;
use crosscram_values::positions::PositionValues;
use std::path::Path;

/// Pixels between parts of a picture.
const GAP: f64 = 16.0;
/// The maximum length of a value above its board.
const LONGEST_TITLE: usize = 60;

/// Writes the pictures that were asked for.
pub(super) fn save(
    args: &ValueArgs,
    answer: &ValueReport,
    values: &mut PositionValues,
) -> Result<(), Failure> {
    if let Some(file) = &args.thermograph {
        figure::save(file, &drawn(answer))?;
    }
    if let Some(file) = &args.figure {
        figure::save(file, &whole(answer))?;
    }
    if let Some(file) = &args.tikz {
        save_tikz(file, answer, values)?;
    }
    Ok(())
}

/// Boards side by side above the thermograph.
fn whole(answer: &ValueReport) -> Drawing {
    let value = answer.value.worth.value.as_deref();
    let title = value.filter(|text| text.len() <= LONGEST_TITLE);
    let single = answer.boards.len() == 1;
    let boards = answer.boards.iter().map(|board| {
        let picture = figure::board(board);
        match title.filter(|_| single) {
            Some(title) => picture.title(title).draw(),
            None => picture.draw(),
        }
    });
    let boards = boards.reduce(|all, board| all.beside(board, GAP));
    match boards {
        Some(boards) => boards.above(drawn(answer), GAP),
        None => drawn(answer),
    }
}

/// Writes boards, value and thermograph for LaTeX.
fn save_tikz(
    file: &Path,
    answer: &ValueReport,
    values: &mut PositionValues,
) -> Result<(), Failure> {
    /// The maximum length of a formula on one line, and of one that fits on a page.
    const LINE: u64 = 60;
    const PAGE: u64 = 4000;
    let mut text = String::from("% Needs \\usepackage{amsmath,tikz}.\n");
    for board in &answer.boards {
        text += &figure::board(board).draw().to_tikz();
        text += "\n";
    }
    let games = values.games();
    if let Some(latex) = games.latex_within(answer.game, LINE) {
        text += &format!("\\[{latex}\\]\n\n");
    } else if let Some(latex) = games.breaking_latex_within(answer.game, PAGE) {
        // A displayed formula is one line; this one breaks where it may.
        text += &format!("\\begin{{quote}}\\raggedright\n${latex}$\n\\end{{quote}}\n\n");
    } else {
        text += "% The value is too long for a formula.\n\n";
    }
    text += &drawn(answer).to_tikz();
    figure::write(file, text.as_bytes())
}

fn drawn(answer: &ValueReport) -> Drawing {
    let corners = |wall: &Wall| -> Corners {
        let corners = wall.corners().iter();
        corners
            .map(|(value, t)| (value.to_f64(), t.to_f64()))
            .collect()
    };
    let walls = &answer.value.thermograph;
    let (left, right) = (corners(walls.left()), corners(walls.right()));
    let (mean, temperature) = (walls.mean(), walls.temperature());
    let caption = format!("mean {mean}, temperature {temperature}");
    thermograph(&left, &right, &caption)
}
