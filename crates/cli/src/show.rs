//! `crosscram show`: a position drawn and described.

use crate::args::{BOARD_HELP, TileArg, short};
use crate::drawing;
use crate::failure::Failure;
use crate::figure::{self, Format};
use crate::input::{self, Input};
use crate::json;
use crate::text;
use clap::Args;
use crosscram_rules::{Board, ByPlayer, Player, Position};
use crosscram_workbench::Answer;
use serde::Serialize;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Draw a position and describe it
#[derive(Debug, Args)]
pub(crate) struct ShowArgs {
    #[arg(
        value_name = "BOARD",
        help = short(BOARD_HELP),
        long_help = BOARD_HELP,
        required_unless_present = "game"
    )]
    pub(crate) board: Option<String>,

    /// Show the last position of a game that `crosscram play` saved, with its tiles in a figure
    #[arg(long, value_name = "FILE", conflicts_with_all = ["board", "length"])]
    pub(crate) game: Option<PathBuf>,

    /// Draw the board into this file, as SVG, PNG or TikZ (.tex) by its ending
    #[arg(long, value_name = "FILE")]
    pub(crate) figure: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) tile: TileArg,

    /// Print one JSON object per line
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn run(args: &ShowArgs, out: &mut impl Write) -> Result<(), Failure> {
    figure::check("--figure", &args.figure, &Format::ALL)?;
    if let Some(file) = &args.game {
        return show_game(file, args, out);
    }
    let input = Input::open(args.board.as_deref().unwrap_or_default())?;
    let figure = match (&args.figure, input.argument()) {
        (None, _) => None,
        (Some(file), Some(Position { board, .. })) => Some((file, figure::board(board).draw())),
        (Some(_), None) => {
            fail!("--figure: one file cannot hold the drawings of many positions");
        }
    };
    let mut shown = false;
    input::each(input, args.json, out, |position, out| {
        let position = position.with_tile(args.tile.length);
        if args.json {
            return json::write(out, &Shown::of(&position));
        }
        if std::mem::replace(&mut shown, true) {
            writeln!(out)?;
        }
        draw(out, &position.board)?;
        writeln!(out)?;
        describe(out, &position)
    })?;
    out.flush()?;
    match figure {
        None => Ok(()),
        Some((file, drawing)) => figure::save(file, &drawing),
    }
}

/// The last position of a saved game; in a figure its tiles, numbered in the order of the moves.
fn show_game(file: &Path, args: &ShowArgs, out: &mut impl Write) -> Result<(), Failure> {
    let game = input::game(file)?;
    let position = game.position();
    match args.json {
        true => json::write(out, &Shown::of(&position))?,
        false => {
            draw(out, &position.board)?;
            writeln!(out)?;
            describe(out, &position)?;
        }
    }
    out.flush()?;
    let Some(figure) = &args.figure else {
        return Ok(());
    };
    figure::save(figure, &figure::game(&game))
}

/// What is said of a position.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Shown {
    to_move: Option<Player>,
    /// The board in an address.
    url: String,
    area: usize,
    /// Free cells.
    free: u32,
    /// Numbers of legal moves.
    moves: ByPlayer<usize>,
    /// Each on a board just large enough.
    regions: Vec<Board>,
    /// Reflections that leave the board unchanged.
    #[cfg_attr(
        test,
        schemars(inner(regex(pattern = "^(upside-down|left-right|half-turn|transposition)$")))
    )]
    symmetries: Vec<&'static str>,
    /// The same for all reflections of the board.
    canonical: Board,
}

impl Shown {
    fn of(position: &Position) -> Answer<Shown> {
        let board = &position.board;
        let shown = Shown {
            to_move: position.to_move,
            url: board.url_form(),
            area: board.area(),
            free: board.free_count(),
            moves: ByPlayer::new(|player| board.moves(player, position.tile).len()),
            regions: board.regions(),
            symmetries: symmetries(board),
            canonical: board.canonical(),
        };
        Answer::new(position, shown)
    }
}

/// The names of the reflections that leave the board unchanged. Transposition is listed too, although it
/// exchanges the players.
fn symmetries(board: &Board) -> Vec<&'static str> {
    let images = [
        ("upside-down", board.flip_rows()),
        ("left-right", board.flip_cols()),
        ("half-turn", board.half_turn()),
        ("transposition", board.transpose()),
    ];
    let unchanged = images.into_iter().filter(|(_, image)| image == board);
    unchanged.map(|(name, _)| name).collect()
}

/// The board with the numbers of its rows and columns.
fn draw(out: &mut impl Write, board: &Board) -> io::Result<()> {
    drawing::draw(out, board, false, |cell| {
        let look = if board.is_free(cell) { "." } else { "#" };
        (look.to_string(), None)
    })
}

fn describe(out: &mut impl Write, position: &Position) -> io::Result<()> {
    let board = &position.board;
    let moves = Player::ALL.map(|player| {
        let count = board.moves(player, position.tile).len();
        format!("{player} {}", text::grouped(count as u64))
    });
    let regions = board.regions();
    let cells: Vec<_> = regions
        .iter()
        .map(|region| region.free_count().to_string())
        .collect();
    let regions = match cells.as_slice() {
        [] => "none".to_string(),
        [one] => format!("1, of {one} cells"),
        many => format!("{}, of {} cells", many.len(), many.join(" + ")),
    };
    let symmetries = match symmetries(board) {
        none if none.is_empty() => "none".to_string(),
        some => some.join(", "),
    };
    let size = format!("{} rows, {} columns", board.rows(), board.cols());
    let cells = format!("{}, {} free", board.area(), board.free_count());
    let mut rows = vec![
        ("size", size),
        ("cells", cells),
        ("tiles", format!("of {} cells", position.tile.length())),
        ("moves", moves.join(", ")),
        ("regions", regions),
        ("symmetries", symmetries),
        ("position", board.to_string()),
        ("canonical", board.canonical().to_string()),
        ("url", board.url_form()),
    ];
    if let Some(player) = position.to_move {
        rows.insert(3, ("to move", player.to_string()));
    }
    text::pairs(out, rows)
}
