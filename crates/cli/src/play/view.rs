//! The board at the terminal, even in a narrow window.

use crate::drawing::{self, Colour};
use crate::play::PlayArgs;
use crate::progress::window;
use crate::text;
use crosscram_players::arena::SavedGame;
use crosscram_rules::{Board, Cell, Move, Player, Tile};
use std::collections::HashMap;
use std::io::{self, Write};

/// The width of the window, as far as it is known.
pub(crate) fn width() -> usize {
    let columns = || std::env::var("COLUMNS").ok()?.parse().ok();
    match window(io::stdout()) {
        Some([width, _]) => width,
        None => columns().unwrap_or(80).max(20),
    }
}

/// The number of lines of the window, if standard output is one.
fn height() -> Option<usize> {
    let [_, height] = window(io::stdout())?;
    (height > 0).then_some(height)
}

/// The window in which a game is shown.
#[derive(Clone, Copy, Debug)]
pub(super) struct Screen {
    pub(super) width: usize,
    /// In lines, if that is known.
    pub(super) height: Option<usize>,
    pub(super) colours: bool,
}

impl Screen {
    /// The window, with the size that was asked for.
    pub(super) fn new(args: &PlayArgs) -> Screen {
        Screen {
            width: args.width.map_or_else(width, usize::from),
            height: args.height.map(usize::from).or_else(height),
            colours: drawing::has_colours(),
        }
    }

    /// Prints a text in lines of the window's width.
    pub(super) fn say(self, out: &mut impl Write, text: &str) -> io::Result<()> {
        text::paragraph(out, "", text, self.width)
    }

    /// Lists the moves of a player.
    pub(super) fn list_moves(
        self,
        out: &mut impl Write,
        board: &Board,
        player: Player,
        tile: Tile,
    ) -> io::Result<()> {
        let moves: Vec<String> = board
            .moves(player, tile)
            .map(|mov| mov.to_string())
            .collect();
        self.say(out, &moves.join(" "))
    }

    /// Writes what can be typed and what it does, from lines with blanks between both.
    pub(super) fn help(self, out: &mut impl Write, commands: &str) -> io::Result<()> {
        commands.lines().try_for_each(|line| {
            let (typed, does) = line.split_at(HELP_GAP);
            text::paragraph(out, typed, does, self.width)
        })
    }
}

/// The column of a help text in which the explanations begin.
const HELP_GAP: usize = 11;

/// Writes short texts in columns, downwards, in at most `room` lines; the last line says how many are left out.
pub(super) fn list(
    out: &mut impl Write,
    entries: &[String],
    width: usize,
    room: Option<usize>,
) -> io::Result<()> {
    const GAP: usize = 3;
    let widest = entries.iter().map(|entry| entry.chars().count()).max();
    let Some(widest) = widest else {
        return Ok(());
    };
    let across = ((width + GAP) / (widest + GAP)).max(1);
    let mut lines = entries.len().div_ceil(across);
    let mut shown = entries.len();
    if let Some(room) = room.filter(|room| lines > *room) {
        lines = room.saturating_sub(1).max(1);
        shown = lines * across;
    }
    for line in 0..lines {
        let row = entries[..shown].iter().skip(line).step_by(lines);
        let row: Vec<String> = row.map(|entry| format!("{entry:<widest$}")).collect();
        writeln!(out, "{}", row.join(&" ".repeat(GAP)).trim_end())?;
    }
    match entries.len() - shown {
        0 => Ok(()),
        left => writeln!(out, "and {left} more; values all lists them"),
    }
}

/// Tiles on a board.
#[derive(Clone, Debug)]
pub(super) struct Tiles {
    /// The board before them.
    pub(super) board: Board,
    pub(super) tile: Tile,
    pub(super) moves: Vec<Move>,
    /// The one that was placed in the last turn.
    pub(super) last: Option<Move>,
}

impl From<&SavedGame> for Tiles {
    fn from(game: &SavedGame) -> Tiles {
        Tiles {
            board: game.start().board,
            tile: game.start().tile,
            moves: game.moves().to_vec(),
            last: game.moves().last().copied(),
        }
    }
}

/// Draws a game: the players' letters on their tiles, `#` on blocked cells, and marks on cells where
/// moves begin.
pub(super) fn draw(
    out: &mut impl Write,
    tiles: &Tiles,
    marks: &HashMap<Cell, (char, Colour)>,
    Screen { width, colours, .. }: Screen,
) -> io::Result<()> {
    let board = tiles.board;
    let mut owners: HashMap<Cell, Player> = HashMap::new();
    for mov in &tiles.moves {
        let cells = mov.cells(tiles.tile);
        owners.extend(cells.map(|cell| (cell, mov.player())));
    }
    let last = tiles.last.iter().flat_map(|mov| mov.cells(tiles.tile));
    let last: Vec<Cell> = last.collect();
    let look = |cell: Cell| {
        if let Some((mark, colour)) = marks.get(&cell) {
            return (*mark, Some(*colour));
        }
        match owners.get(&cell) {
            _ if last.contains(&cell) => (owners[&cell].letter(), Some(Colour::Yellow)),
            Some(Player::Vertical) => ('V', Some(Colour::Cyan)),
            Some(Player::Horizontal) => ('H', Some(Colour::Magenta)),
            None if board.is_free(cell) => ('.', None),
            None => ('#', None),
        }
    };
    let row_width = board.rows().to_string().len();
    let roomy = 2 + row_width + board.cols() * (1 + board.cols().to_string().len());
    if roomy <= width {
        return drawing::draw(out, &board, colours, |cell| {
            let (letter, colour) = look(cell);
            (letter.to_string(), colour)
        });
    }
    draw_narrow(out, &board, width, colours, look)
}

/// Draws without blanks between the cells and with the numbers of the columns written downward; in bands
/// of columns if even that is too wide.
fn draw_narrow(
    out: &mut impl Write,
    board: &Board,
    width: usize,
    colours: bool,
    look: impl Fn(Cell) -> (char, Option<Colour>),
) -> io::Result<()> {
    let row_width = board.rows().to_string().len();
    let across = width.saturating_sub(row_width + 1).max(1);
    let digits = board.cols().to_string().len() as u32;
    for from in (0..board.cols()).step_by(across) {
        let columns = from..board.cols().min(from + across);
        if from > 0 {
            writeln!(out)?;
        }
        for digit in (0..digits).rev() {
            let power = 10_usize.pow(digit);
            let text: String = columns
                .clone()
                .map(|col| match (col + 1) / power {
                    0 => ' ',
                    n => char::from(b'0' + (n % 10) as u8),
                })
                .collect();
            // Hundreds and tens are not on every band.
            if !text.trim_end().is_empty() {
                writeln!(out, "{:row_width$} {}", "", text.trim_end())?;
            }
        }
        for row in 0..board.rows() {
            write!(out, "{:>row_width$} ", row + 1)?;
            for col in columns.clone() {
                let (letter, colour) = look(Cell::new(row, col));
                match colour.filter(|_| colours) {
                    Some(colour) => write!(out, "{}", colour.paint(letter))?,
                    None => write!(out, "{letter}")?,
                }
            }
            writeln!(out)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscram_players::arena::SavedGame;

    fn drawn(game: &SavedGame, width: usize) -> String {
        let mut out = Vec::new();
        let screen = Screen {
            width,
            height: None,
            colours: false,
        };
        draw(&mut out, &game.into(), &HashMap::new(), screen).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn lists_leave_room() {
        let entries: Vec<String> = (1..=10).map(|i| format!("entry {i}")).collect();
        let listed = |width, room| {
            let mut out = Vec::new();
            list(&mut out, &entries, width, room).unwrap();
            String::from_utf8(out).unwrap()
        };
        assert_eq!(
            listed(20, None),
            "entry 1    entry 6\nentry 2    entry 7\nentry 3    entry 8\nentry 4    entry 9\n\
             entry 5    entry 10\n"
        );
        assert_eq!(
            listed(20, Some(3)),
            "entry 1    entry 3\nentry 2    entry 4\nand 6 more; values all lists them\n"
        );
        assert_eq!(listed(5, Some(20)).lines().count(), 10);
        for (width, room) in [(20, 1), (40, 2), (80, 5)] {
            let text = listed(width, Some(room));
            assert!(text.lines().count() <= room.max(2), "{text}");
            assert!(
                text.lines()
                    .all(|line| line.chars().count() <= width.max(33))
            );
        }
    }

    #[test]
    fn boards_fit_into_the_window() {
        let mut game = SavedGame::parse("2x12").unwrap();
        game.play("V1,12".parse().unwrap()).unwrap();
        game.play("H2,1".parse().unwrap()).unwrap();
        assert_eq!(
            drawn(&game, 80),
            "     1  2  3  4  5  6  7  8  9 10 11 12\n  \
             1  .  .  .  .  .  .  .  .  .  .  .  V\n  \
             2  H  H  .  .  .  .  .  .  .  .  .  V\n"
        );
        assert_eq!(
            drawn(&game, 20),
            "           111\n  123456789012\n1 ...........V\n2 HH.........V\n"
        );
        assert_eq!(
            drawn(&game, 9),
            "  1234567\n1 .......\n2 HH.....\n\n    111\n  89012\n1 ....V\n2 ....V\n"
        );
        for board in ["1x256", "256x1", "16x16", "3x85"] {
            let game = SavedGame::parse(board).unwrap();
            for width in [20, 40, 80] {
                let text = drawn(&game, width);
                assert!(text.lines().all(|line| line.chars().count() <= width));
                assert_eq!(text.matches('.').count(), game.board().area());
            }
        }
    }
}
