//! Pictures for papers: the format by a file's ending, and boards as pictures.

use crate::failure::Failure;
use crosscram_players::arena::SavedGame;
use crosscram_plot::{BoardPicture, Drawing, Tile};
use crosscram_rules::{Board, Cell, Move, Player};
use crosscram_support::path::At;
use std::fs;
use std::path::{Path, PathBuf};

/// Formats of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Svg,
    Png,
    /// A TikZ environment for LaTeX.
    Tikz,
}

/// How the names of their files end.
const ENDINGS: [&str; 3] = [".svg", ".png", ".tex"];

impl Format {
    pub(crate) const ALL: [Format; 3] = [Format::Svg, Format::Png, Format::Tikz];

    /// The format given by a file's ending.
    pub(crate) fn of(file: &Path) -> Option<Format> {
        let ending = file.extension()?.to_str()?.to_ascii_lowercase();
        match ending.as_str() {
            "svg" => Some(Format::Svg),
            "png" => Some(Format::Png),
            "tex" | "tikz" => Some(Format::Tikz),
            _ => None,
        }
    }
}

/// Returns an error if the file of `option` does not end in one of these formats. It is asked before any work.
pub(crate) fn check(
    option: &str,
    file: &Option<PathBuf>,
    formats: &[Format],
) -> Result<(), Failure> {
    let Some(file) = file else { return Ok(()) };
    match Format::of(file).filter(|format| formats.contains(format)) {
        Some(_) => Ok(()),
        None => {
            let endings: Vec<&str> = formats
                .iter()
                .map(|&format| ENDINGS[format as usize])
                .collect();
            let last = endings.last().copied().unwrap_or_default();
            let others = endings[..endings.len().saturating_sub(1)].join(", nor in ");
            Err(failure!(
                "{option}: {} ends neither in {others} nor in {last}",
                file.display()
            ))
        }
    }
}

/// A picture in this format.
pub(crate) fn bytes(format: Format, drawing: &Drawing) -> Vec<u8> {
    match format {
        Format::Svg => drawing.to_svg().into_bytes(),
        Format::Png => drawing.to_png(),
        Format::Tikz => {
            let head = "% Needs \\usepackage{tikz}.\n";
            format!("{head}{}", drawing.to_tikz()).into_bytes()
        }
    }
}

/// Writes a picture, in the format of the file's ending, else as SVG.
pub(crate) fn save(file: &Path, drawing: &Drawing) -> Result<(), Failure> {
    let format = Format::of(file).unwrap_or(Format::Svg);
    write(file, &bytes(format, drawing))
}

/// A game as a picture: its tiles, numbered in the order of the moves.
pub(crate) fn game(game: &SavedGame) -> Drawing {
    let mut picture = board(&game.start().board);
    for (i, mov) in game.moves().iter().enumerate() {
        picture = picture.tile(tile(game, *mov, (i + 1).to_string()));
    }
    picture.draw()
}

/// The tile of a move of a game.
pub(crate) fn tile(game: &SavedGame, mov: Move, label: String) -> Tile {
    Tile {
        row: mov.cell().row(),
        col: mov.cell().col(),
        length: game.start().tile.length() as usize,
        upright: mov.player() == Player::Vertical,
        label,
    }
}

/// Writes a file; the error names it.
pub(crate) fn write(file: &Path, bytes: &[u8]) -> Result<(), Failure> {
    Ok(fs::write(file, bytes).at(file)?)
}

/// A board as a picture, without tiles or marks.
pub(crate) fn board(board: &Board) -> BoardPicture {
    let (rows, cols) = (board.rows(), board.cols());
    let free = (0..rows * cols).map(|i| board.is_free(Cell::new(i / cols, i % cols)));
    BoardPicture::new(cols, free.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_by_endings() {
        for (name, expected) in [
            ("a.svg", Some(Format::Svg)),
            ("a.PNG", Some(Format::Png)),
            ("b.tex", Some(Format::Tikz)),
            ("b.tikz", Some(Format::Tikz)),
            ("b.gif", None),
            ("svg", None),
        ] {
            assert_eq!(Format::of(Path::new(name)), expected, "{name}");
        }
    }
}
