//! `crosscram explain`: the cuts that prove a win without search, or the board covers.

mod cover;

#[cfg(test)]
pub(crate) use cover::Inspected;

use crate::args::{BOARD_HELP, CellsArg, Side, TileArg, short};
use crate::drawing;
use crate::failure::Failure;
use crate::figure;
use crate::input::{self, Input};
use crate::json;
use crate::text::{self, Table};
use clap::Args;
use crosscram_plot::{Panel, mosaic};
use crosscram_rules::{Board, Dyadic, Move, Player, Position, Tile};
use crosscram_search::explain::{
    Cut, Explainer, Explanation, Numbers, Part, SET_NAMES, Turn, line_length,
};
use crosscram_workbench::Answer;
use std::io::{self, Write};
use std::path::PathBuf;

/// Show the cut that proves a win without search, or the board cover
///
/// Forbidding a player some moves never helps that player. So to Vertical a board is worth at least the
/// sum of the pieces into which cuts between rows divide it, and to Horizontal the same with columns.
/// Shows for each player, moving first and second, the best cut found: its pieces, their vectors, the
/// sum, and what it proves or by how much it falls short.
#[derive(Debug, Args)]
pub(crate) struct ExplainArgs {
    #[arg(value_name = "BOARD", help = short(BOARD_HELP), long_help = BOARD_HELP)]
    pub(crate) board: String,

    /// Who moves first [default: the side to move, else both]
    #[arg(long, value_enum, ignore_case = true)]
    pub(crate) first: Option<Side>,

    #[command(flatten)]
    pub(crate) tile: TileArg,

    #[command(flatten)]
    pub(crate) cells: CellsArg,

    /// Show the board covers of Bullock's thesis instead
    ///
    /// Draws for each player the protective, vulnerable, safe and option areas and the unavailable
    /// squares that the engine obsequi finds, with both theorems of chapter 3 term by term, DOMI's bounds,
    /// and the score and order of every move. For dominoes only.
    #[arg(long, conflicts_with = "most")]
    pub(crate) cover: bool,

    /// Moves to play on the board before (V1,2 H3,1 ...), for the tie-break by reflections of --cover
    #[arg(long, value_name = "MOVES", requires = "cover", num_args = 1..)]
    pub(crate) after: Vec<Move>,

    /// Also draw the cuts, or the covers, into this file
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,

    /// Print one JSON object per line
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn run(args: &ExplainArgs, out: &mut impl Write) -> Result<(), Failure> {
    let input = Input::open(&args.board)?;
    if args.svg.is_some() && matches!(input, Input::Lines(..)) {
        fail!("--svg: one file cannot hold the drawings of many positions");
    }
    let mut trouble = Ok(());
    let mut printed = false;
    input::each(input, args.json, out, |position, out| {
        let position = position.with_tile(args.tile.length);
        let mut text = Vec::new();
        let drawn = match args.cover {
            true => cover::show(&position, args, &mut text),
            false => show(&position, args, &mut text).map_err(Failure::from),
        };
        if drawn.is_ok() && !args.json && std::mem::replace(&mut printed, true) {
            writeln!(out)?;
        }
        out.write_all(&text)?;
        out.flush()?;
        let saved = drawn.and_then(|svg| match &args.svg {
            Some(file) => figure::write(file, svg.as_bytes()),
            None => Ok(()),
        });
        trouble = std::mem::replace(&mut trouble, Ok(())).and(saved);
        Ok(())
    })?;
    trouble
}

/// Prints the cuts of a position, and returns them as a drawing.
fn show(position: &Position, args: &ExplainArgs, out: &mut impl Write) -> io::Result<String> {
    let firsts = Side::players(args.first, position.to_move);
    let found = Explanation::new(position, &firsts, args.cells.most, || false);
    match args.json {
        true => json::write(out, &Answer::new(position, &found))?,
        false => write_text(out, &found, drawing::has_colours())?,
    }
    Ok(svg(&found))
}

/// Longer names of positions are left out: the drawing says the same.
const LONGEST_NAME: usize = 72;

/// Position and result in one line.
pub(crate) fn title(explanation: &Explanation) -> String {
    let Position { board, tile, .. } = &explanation.position;
    let mut name = match board.name() {
        name if name.len() <= LONGEST_NAME => name,
        _ => format!("{}x{}", board.rows(), board.cols()),
    };
    name += &text::tiles(*tile);
    let asked = |first: &Player| explanation.cuts.iter().any(|cut| cut.first == *first);
    for first in Player::ALL.into_iter().filter(asked) {
        match explanation.winners.get(first) {
            Some(winner) => name += &format!("; {first} first: {winner} wins"),
            None => name += &format!("; {first} first: not decided without search"),
        }
    }
    name
}

/// Prints it for people.
pub(crate) fn write_text(
    out: &mut impl Write,
    explanation: &Explanation,
    colours: bool,
) -> io::Result<()> {
    let board = &explanation.position.board;
    writeln!(out, "{}", title(explanation))?;
    let mut before: Option<&Cut> = None;
    for cut in &explanation.cuts {
        writeln!(out, "\n{}", in_words(explanation, cut))?;
        let same = before.is_some_and(|before| {
            let cells = |cut: &Cut| -> Vec<_> {
                let pieces = cut.pieces.iter();
                pieces.map(|piece| piece.cells.clone()).collect()
            };
            before.player == cut.player && cells(before) == cells(cut)
        });
        if same {
            writeln!(out, "The same cut: {}", added_up(cut))?;
        } else {
            draw(out, board, cut, colours)?;
            table(out, cut)?;
            writeln!(out, "{}", added_up(cut))?;
        }
        before = Some(cut);
    }
    writeln!(out, "\n{LEGEND}")
}

const LEGEND: &str = "\
Numbers are the player's lead. second: the piece plus the switches above the column is at least
this, so moving second it does not lose the difference; first: it is greater than or confused
with this, so moving first it wins the difference. ∗ is {0|0}, ½ is {½|-½}, 1 is {1|-1}; a switch
used twice cancels. A sum of 0 or more wins. Cells marked - are in no piece: no tile fits.";

/// Describes a cut in words.
fn in_words(explanation: &Explanation, cut: &Cut) -> String {
    let winner = *explanation.winners.get(cut.first);
    match cut.tried {
        true => verdict(cut, winner, explanation.position.tile, explanation.uncut),
        false => gave_up(&explanation.position, cut, winner),
    }
}

/// Describes a cut in words if none was looked for, because every strip would be too large.
fn gave_up(position: &Position, cut: &Cut, winner: Option<Player>) -> String {
    let Cut { player, turn, .. } = cut;
    let lines = position.tile.length();
    let length = line_length(&position.board, *player);
    format!(
        "{player} moving {turn}: nothing proven, {}. No cut was looked for: {player} moves in strips of {lines} lines, \
         here of {} cells, and strips are computed up to {} cells. What is left are single lines, in which {player} \
         cannot move, so that the sum, {}, says nothing about the board.",
        because(winner),
        lines as usize * length,
        Explainer::MAX_CELLS,
        cut.bound
    )
}

/// Why nothing is proven for a player.
fn because(winner: Option<Player>) -> String {
    match winner {
        Some(winner) => format!("rightly, for {winner} wins"),
        None => "search is needed".to_string(),
    }
}

/// Describes the best of the cuts that were looked for.
fn verdict(cut: &Cut, winner: Option<Player>, tile: Tile, cells: u32) -> String {
    let Cut { player, turn, .. } = cut;
    let relation = match turn {
        Turn::Second => "at least",
        Turn::First => "greater than or confused with",
    };
    let pieces = text::plural(cut.pieces.len() as u64, "piece");
    let found = format!("{pieces} (level {})", cut.level.name());
    let bound = format!("{relation} {}", cut.bound);
    let Some(miss) = cut.misses_by else {
        return format!("{player} wins moving {turn}: {found}, together {bound}.");
    };
    let rest = because(winner);
    let mut text = format!(
        "{player} moving {turn}: nothing proven, {rest}. The best cut found, {found}, is {bound}: it \
         misses by {miss}."
    );
    if winner.is_none() {
        let lines = tile.length();
        text += &format!(
            " Looked for were cuts into strips of {lines} lines and regions of up to {cells} cells"
        );
        text += match cells < Explainer::MAX_CELLS {
            true => "; --cells takes larger ones.",
            false => ", the largest that are computed.",
        };
    }
    text
}

/// Which numbers of the pieces make the sum.
fn added_up(cut: &Cut) -> String {
    if cut.pieces.is_empty() {
        return "Neither player can move: whoever moves first loses.".to_string();
    }
    let mut sum = format!("{} =", cut.bound);
    for (index, piece) in cut.pieces.iter().enumerate() {
        let number = piece.number.to_string();
        sum += match (index, number.strip_prefix('-')) {
            (0, _) => format!(" {number}"),
            (_, None) => format!(" + {number}"),
            (_, Some(magnitude)) => format!(" - {magnitude}"),
        }
        .as_str();
        let first = match piece.turn {
            Turn::First => " first",
            Turn::Second => "",
        };
        sum += &format!(" ({}{first})", with_switches(piece));
    }
    sum
}

/// The name of a piece with the switches that are added to it.
fn with_switches(piece: &Part) -> String {
    match piece.switches == SET_NAMES[0] {
        true => piece.name.clone(),
        false => format!("{}+{}", piece.name, piece.switches),
    }
}

fn draw(out: &mut impl Write, board: &Board, cut: &Cut, colours: bool) -> io::Result<()> {
    let parts = (|cell| cut.piece_at(cell), "-");
    drawing::draw_parts(out, board, colours, parts, |_, piece| {
        cut.pieces[piece].name.clone()
    })
}

fn table(out: &mut impl Write, cut: &Cut) -> io::Result<()> {
    let align = ">".repeat(SET_NAMES.len());
    let titles = format!("piece|cells||{}", SET_NAMES.join("|"));
    let mut table = Table::new(&format!("<><{align}"), &titles);
    let mut add = |name: &str, cells: usize, numbers: &Numbers| {
        let text = |numbers: &[Dyadic; _]| numbers.map(|number| number.to_string());
        let second = cells![name, cells, "second"].into_iter();
        table.add(second.chain(text(&numbers.second)));
        let first = cells!["", "", "first"].into_iter();
        table.add(first.chain(text(&numbers.first)));
    };
    for piece in &cut.pieces {
        add(&piece.name, piece.cells.len(), &piece.numbers);
    }
    if cut.pieces.len() != 1 {
        let cells = cut.pieces.iter().map(|piece| piece.cells.len()).sum();
        add("sum", cells, &cut.sum);
    }
    table.write(out, 2)
}

/// Longest line below a drawing, in characters.
const LONGEST: usize = 60;

/// The cuts as drawings side by side.
pub(crate) fn svg(explanation: &Explanation) -> String {
    let board = &explanation.position.board;
    let panels = explanation.cuts.iter().map(|cut| {
        let heading = format!("{}, moving {}", cut.player, cut.turn);
        let squares = drawing::squares(board, |cell| cut.piece_at(cell));
        let mut panel = Panel::new(heading, board.cols(), squares);
        for piece in &cut.pieces {
            // The number that is a term of the bound, so that the drawing adds up.
            let number = match piece.turn {
                Turn::First => format!("{} (1st)", piece.number),
                Turn::Second => piece.number.to_string(),
            };
            panel = panel.label(with_switches(piece), number);
        }
        for text in [in_words(explanation, cut), added_up(cut)] {
            let lines = text::wrapped(&text, LONGEST).into_iter();
            panel = lines.fold(panel, Panel::note);
        }
        panel
    });
    mosaic(&title(explanation), &panels.collect::<Vec<_>>())
}
