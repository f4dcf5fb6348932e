//! Boards drawn in the terminal, with colours where they can be seen.

use crosscram_plot::{Square, distinct_colours};
use crosscram_rules::{Board, Cell};
use std::env;
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};

/// Colours of the terminal (ECMA-48, SGR).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Colour {
    Red = 31,
    Green,
    Yellow,
    Blue,
    Magenta,
    Cyan,
}

impl Colour {
    /// All, in an order in which neighbours are easy to tell apart.
    pub(crate) const ALL: [Colour; 6] = [
        Colour::Cyan,
        Colour::Yellow,
        Colour::Green,
        Colour::Magenta,
        Colour::Blue,
        Colour::Red,
    ];

    /// A character in this colour.
    pub(crate) fn paint(self, c: char) -> String {
        format!("\x1b[{}m{c}\x1b[0m", self as u8)
    }
}

/// Returns whether standard output shows colours: only a terminal does, unless `NO_COLOR` is set to
/// anything (<https://no-color.org>) or the terminal says that it cannot.
pub(crate) fn has_colours() -> bool {
    let variable = |name: &str| env::var_os(name);
    wants_colours(io::stdout().is_terminal(), variable)
}

fn wants_colours(terminal: bool, variable: impl Fn(&str) -> Option<OsString>) -> bool {
    let refused = variable("NO_COLOR").is_some_and(|value| !value.is_empty());
    let dumb = variable("TERM").is_some_and(|term| term == "dumb");
    terminal && !refused && !dumb
}

/// Draws the board with the numbers of its rows and columns. `look` returns the short text and optional
/// colour of each cell.
pub(crate) fn draw(
    out: &mut impl Write,
    board: &Board,
    colours: bool,
    look: impl Fn(Cell) -> (String, Option<Colour>),
) -> io::Result<()> {
    let row_width = board.rows().to_string().len();
    let looks: Vec<_> = board.cells().map(look).collect();
    let widest = looks.iter().map(|(text, _)| text.chars().count()).max();
    let width = board.cols().to_string().len().max(widest.unwrap_or(1));
    write!(out, "  {:row_width$}", "")?;
    for col in 1..=board.cols() {
        write!(out, " {col:>width$}")?;
    }
    writeln!(out)?;
    for (row, looks) in looks.chunks(board.cols()).enumerate() {
        write!(out, "  {:>row_width$}", row + 1)?;
        for (text, colour) in looks {
            match colour.filter(|_| colours) {
                Some(colour) => write!(out, " \x1b[{}m{text:>width$}\x1b[0m", colour as u8)?,
                None => write!(out, " {text:>width$}")?,
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Which part each square of a board is in.
pub(crate) fn squares(board: &Board, part: impl Fn(Cell) -> Option<usize>) -> Vec<Square> {
    let square = |cell| Square::of(part(cell), board.is_free(cell));
    board.cells().map(square).collect()
}

/// Draws a board in parts, those that touch in different colours. `name` returns the text of a cell in a part,
/// `empty` is that of other free cells.
pub(crate) fn draw_parts(
    out: &mut impl Write,
    board: &Board,
    colours: bool,
    (part, empty): (impl Fn(Cell) -> Option<usize>, &str),
    name: impl Fn(Cell, usize) -> String,
) -> io::Result<()> {
    let chosen = distinct_colours(board.cols(), &squares(board, &part), Colour::ALL.len());
    draw(out, board, colours, |cell| match part(cell) {
        Some(part) => (name(cell, part), Some(Colour::ALL[chosen[part]])),
        None if board.is_free(cell) => (empty.to_string(), None),
        None => ("#".to_string(), None),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_refused() {
        let wants = |terminal: bool, name: &'static str, value: &'static str| {
            wants_colours(terminal, |asked| (asked == name).then(|| value.into()))
        };
        assert!(wants(true, "", ""));
        assert!(!wants(false, "", ""));
        assert!(!wants(true, "NO_COLOR", "1"));
        assert!(wants(true, "NO_COLOR", ""));
        assert!(!wants(true, "TERM", "dumb"));
        assert!(wants(true, "TERM", "xterm"));
    }

    #[test]
    fn cells_line_up() {
        let board: Board = ".#|..".parse().unwrap();
        let drawn = |colours: bool| {
            let mut out = Vec::new();
            let look = |cell: Cell| match (board.is_free(cell), cell.row()) {
                (false, _) => ("#".to_string(), None),
                (true, 0) => ("A".to_string(), Some(Colour::Red)),
                (true, _) => ("AB".to_string(), None),
            };
            draw(&mut out, &board, colours, look).unwrap();
            String::from_utf8(out).unwrap()
        };
        assert_eq!(drawn(false), "     1  2\n  1  A  #\n  2 AB AB\n");
        assert_eq!(
            drawn(true),
            "     1  2\n  1 \x1b[31m A\x1b[0m  #\n  2 AB AB\n"
        );
    }
}
