//! `crosscram explain`: the cuts that prove a win without search, or the board covers.

mod cover;
mod cover_terms;

pub(crate) use cover::Inspected;

use crate::args::{ExplainArgs, Side};
use crate::drawing;
use crate::failure::Failure;
use crate::figure;
use crate::input::{self, Input};
use crate::json;
use crate::text::{self, Table};
use crosscram_plot::{Panel, mosaic};
use crosscram_rules::{Board, Dyadic, Player, Position, Tile};
use crosscram_search::explain::{
    Cut, Explainer, Explanation, Numbers, Part, SET_NAMES, Turn, line_length,
};
use crosscram_workbench::Answer;
use std::io::{self, Write};

/// Runs the command.
pub(crate) fn run(args: &ExplainArgs, out: &mut impl Write) -> Result<(), Failure> {
    let input = Input::open(&args.board)?;
    if args.svg.is_some() && matches!(input, Input::Lines(..)) {
        fail!("--svg: one file cannot hold the drawings of many positions");
    }
    let mut trouble = None;
    let mut printed = false;
    input::each(input, args.json, out, |position, out| {
        let position = position.with_tile(args.tile.length);
        let found = match Shown::new(&position, args) {
            Ok(shown) => shown,
            Err(failure) => {
                trouble.get_or_insert(failure);
                return Ok(());
            }
        };
        if args.json {
            found.write_json(out)?;
        } else {
            if std::mem::replace(&mut printed, true) {
                writeln!(out)?;
            }
            found.write_text(out)?;
        }
        if let Some(file) = &args.svg {
            out.flush()?;
            trouble = figure::write(file, found.svg().as_bytes())
                .err()
                .or(trouble.take());
        }
        Ok(())
    })?;
    trouble.map_or(Ok(()), Err)
}

/// What is shown of a position.
enum Shown {
    Cuts(Explanation),
    Covers(Box<Inspected>),
}

impl Shown {
    fn new(position: &Position, args: &ExplainArgs) -> Result<Shown, Failure> {
        if args.cover {
            return Ok(Shown::Covers(Box::new(Inspected::new(position, args)?)));
        }
        let firsts = Side::players(args.first, position.to_move);
        let explanation = Explanation::new(position, &firsts, args.cells.most, || false);
        Ok(Shown::Cuts(explanation))
    }

    fn svg(&self) -> String {
        match self {
            Shown::Cuts(explanation) => svg(explanation),
            Shown::Covers(inspected) => cover::svg(inspected),
        }
    }

    fn write_json(&self, out: &mut impl Write) -> io::Result<()> {
        match self {
            Shown::Cuts(found) => json::write(out, &Answer::new(&found.position, found)),
            Shown::Covers(inspected) => {
                json::write(out, &Answer::new(&inspected.position, inspected))
            }
        }
    }

    fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        let colours = drawing::has_colours();
        match self {
            Shown::Cuts(explanation) => write_text(out, explanation, colours),
            Shown::Covers(inspected) => cover::write_text(out, inspected, colours),
        }
    }
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
    if *tile != Tile::DOMINO {
        name += &format!(", tiles of {}", tile.length());
    }
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
