//! `crosscram explain --cover`: the board cover of Bullock's thesis, drawn and counted.

use crate::args::Side;
use crate::drawing;
use crate::explain::ExplainArgs;
use crate::failure::Failure;
use crate::json;
use crate::text::{self, Table};
use crosscram_plot::{Panel, mosaic};
use crosscram_rules::{Board, Cell, Player, Position, Tile};
use crosscram_search::cover::{
    AfterMove, AreaKind, CoverTurn, Inspection, PlayedIn, ScoredMove, Stage, Terms, inspect,
    scored_moves,
};
use crosscram_search::explain::piece_name;
use crosscram_workbench::Answer;
use serde::Serialize;
use std::io::{self, Write};

/// A position with both covers and the moves of whoever may be to move.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Inspected {
    #[serde(skip)]
    position: Position,
    /// Who may be to move.
    firsts: Vec<Player>,
    /// Vertical's and Horizontal's.
    covers: [Inspection; 2],
    /// In the program's order.
    moves: Vec<ScoredMove>,
}

impl Inspected {
    /// The position after the moves of `--after`, inspected.
    fn new(position: &Position, args: &ExplainArgs) -> Result<Inspected, Failure> {
        if position.tile != Tile::DOMINO {
            fail!(
                "--cover: the board cover is defined for dominoes, not for tiles of {}",
                position.tile.length()
            );
        }
        let mut position = *position;
        for &mov in &args.after {
            let board = position.board.play(mov, Tile::DOMINO);
            position.board = board.map_err(|error| failure!("--after: {mov}: {error}"))?;
            position.to_move = Some(mov.player().opponent());
        }
        let firsts = Side::players(args.first, position.to_move);
        let board = position.board;
        Ok(Inspected {
            covers: Player::ALL.map(|player| inspect(&board, player)),
            moves: firsts
                .iter()
                .flat_map(|&player| scored_moves(&board, player, &args.after))
                .collect(),
            firsts,
            position,
        })
    }

    /// Position and result in one line.
    fn title(&self) -> String {
        let mut title = self.position.board.name();
        for &first in &self.firsts {
            let mut covers = self.covers.iter();
            let winner =
                covers.find(|cover| *cover.proves.get(first) || *cover.domi_proves.get(first));
            title += &match winner {
                Some(cover) => format!("; {first} first: {} wins", cover.player),
                None => format!("; {first} first: not decided by the covers"),
            };
        }
        title
    }
}

/// Prints the covers of a position, and returns them as a drawing.
pub(super) fn show(
    position: &Position,
    args: &ExplainArgs,
    out: &mut impl Write,
) -> Result<String, Failure> {
    let found = Inspected::new(position, args)?;
    match args.json {
        true => json::write(out, &Answer::new(&found.position, &found))?,
        false => write_text(out, &found, drawing::has_colours())?,
    }
    Ok(svg(&found))
}

fn write_text(out: &mut impl Write, inspected: &Inspected, colours: bool) -> io::Result<()> {
    let board = &inspected.position.board;
    writeln!(out, "{}", inspected.title())?;
    for cover in &inspected.covers {
        writeln!(out, "\n{}'s cover", cover.player)?;
        draw(out, board, cover, colours)?;
        for line in count_lines(cover) {
            writeln!(out, "  {line}")?;
        }
        for &first in &inspected.firsts {
            writeln!(out, "  {first} to move")?;
            for line in turn_lines(cover, first) {
                writeln!(out, "    {line}")?;
            }
        }
    }
    for &player in &inspected.firsts {
        writeln!(out, "\nMoves of {player} in the program's order")?;
        let moves = inspected.moves.iter();
        let own = moves.filter(|scored| scored.mov.player() == player);
        write_moves(out, &own.collect::<Vec<_>>())?;
    }
    writeln!(out, "\n{LEGEND}")
}

const LEGEND: &str = "\
P protective area, V2 and V1 vulnerable areas of type 2 and 1, S safe area, O1 to O3 options, U
unavailable square; small letters number the areas of a kind; ' marks a protected square of a
vulnerable area; . is a free square in no area. real and safe are the changes of the mover's and the
opponent's moves, score is real plus safe, the mover's minus the opponent's; square is the program's
tie-break, reflected the thesis's: the ply at which the mover first played a reflection.";

/// The name of an area: its kind's letters and a small letter, a to z, then aa and so on.
fn area_names(cover: &Inspection) -> Vec<String> {
    let areas = cover.areas.iter().enumerate();
    let names = areas.map(|(index, area)| {
        let before = cover.areas[..index].iter();
        let number = before.filter(|other| other.kind == area.kind).count();
        let letters = area.kind.letters();
        match area.kind {
            AreaKind::Unavailable => letters.to_string(),
            _ => letters.to_string() + &piece_name(number).to_lowercase(),
        }
    });
    names.collect()
}

/// The area that a square is in.
fn area_at(cover: &Inspection, cell: Cell) -> Option<usize> {
    let mut areas = cover.areas.iter();
    areas.position(|area| area.cells.contains(&cell))
}

/// Returns whether the square is a protected one of a vulnerable area, which the thesis underlines.
fn is_marked(cover: &Inspection, area: usize, cell: Cell) -> bool {
    let vulnerable = [AreaKind::Vulnerable1, AreaKind::Vulnerable2];
    vulnerable.contains(&cover.areas[area].kind) && cover.protected.contains(&cell)
}

fn draw(out: &mut impl Write, board: &Board, cover: &Inspection, colours: bool) -> io::Result<()> {
    let names = area_names(cover);
    let parts = (|cell| area_at(cover, cell), ".");
    drawing::draw_parts(out, board, colours, parts, |cell, area| {
        let mark = if is_marked(cover, area, cell) {
            "'"
        } else {
            ""
        };
        format!("{}{mark}", names[area])
    })
}

/// The counts of a cover, and DOMI's bounds.
fn count_lines(cover: &Inspection) -> Vec<String> {
    let counts = &cover.counts;
    let (player, opponent) = (cover.player, cover.player.opponent());
    let [one, two, three] = counts.options;
    vec![
        format!(
            "{} protective, {} vulnerable of type 2 ({} with a protected square), {} of type 1 ({}), \
             {} safe",
            counts.protective,
            counts.vulnerable2,
            counts.vulnerable2_protected,
            counts.vulnerable1,
            counts.vulnerable1_protected,
            counts.safe,
        ),
        format!(
            "options: {one} of type 1, {two} of type 2, {three} of type 3; {} unavailable, {} protected \
             of {} free squares",
            counts.unavailable,
            cover.protected.len(),
            cover.empty,
        ),
        format!(
            "DOMI's bounds: {player} has at least {} (safe moves), {opponent} at most {} (real moves)",
            cover.safe, cover.opponent_real
        ),
    ]
}

fn write_moves(out: &mut impl Write, moves: &[&ScoredMove]) -> io::Result<()> {
    if moves.is_empty() {
        return writeln!(out, "  none");
    }
    let titles = "move|real|safe|score|square|reflected|program|thesis|after it";
    let mut table = Table::new("<>>>>>>><", titles);
    for scored in moves {
        let place = |order: Option<usize>| match (order, scored.stage) {
            (Some(place), Stage::Later) => format!("{place} (later)"),
            (Some(place), _) => place.to_string(),
            (None, _) => "-".to_string(),
        };
        let reflected = scored.reflected.map(|ply| ply.to_string());
        table.add(cells![
            scored.mov,
            format!("{:+} {:+}", scored.real[0], scored.real[1]),
            format!("{:+} {:+}", scored.safe[0], scored.safe[1]),
            scored.score,
            scored.positional,
            reflected.as_deref().unwrap_or("-"),
            place(scored.program_order),
            place(scored.thesis_order),
            after_text(scored.after),
        ]);
    }
    table.write(out, 2)?;
    if moves.iter().any(|scored| scored.stage == Stage::Never) {
        writeln!(
            out,
            "  -: safe moves, not tried while there are others (Theorem 4.3.1)"
        )?;
    }
    Ok(())
}

/// What is proven after a move, in a word or two.
fn after_text(after: AfterMove) -> String {
    match after {
        AfterMove::Wins => "wins".to_string(),
        AfterMove::Loses => "loses".to_string(),
        AfterMove::Open(margin) => format!("open, margin {margin:+}"),
    }
}

/// Both covers side by side.
fn svg(inspected: &Inspected) -> String {
    let board = &inspected.position.board;
    let panels = inspected.covers.iter().map(|cover| {
        let heading = format!("{}'s cover", cover.player);
        let squares = drawing::squares(board, |cell| area_at(cover, cell));
        let mut panel = Panel::new(heading, board.cols(), squares);
        for (area, name) in cover.areas.iter().zip(area_names(cover)) {
            let protected = area
                .cells
                .iter()
                .filter(|cell| cover.protected.contains(cell));
            let vulnerable = [AreaKind::Vulnerable1, AreaKind::Vulnerable2].contains(&area.kind);
            let note = match vulnerable && protected.count() > 0 {
                true => "protected",
                false => "",
            };
            panel = panel.label(name, note);
        }
        for line in count_lines(cover) {
            for part in text::wrapped(&line, LONGEST) {
                panel = panel.note(part);
            }
        }
        for &first in &inspected.firsts {
            for part in text::wrapped(&verdict(cover, first), LONGEST) {
                panel = panel.note(part);
            }
        }
        panel
    });
    let panels: Vec<Panel> = panels.collect();
    mosaic(&inspected.title(), &panels)
}

/// Longest line below a drawing, in characters.
const LONGEST: usize = 60;

/// The turn of a cover if `first` is to move; `None` if the covering player has no move in it.
fn turn(cover: &Inspection, first: Player) -> Option<&CoverTurn> {
    match first == cover.player {
        true => cover.first.as_ref(),
        false => Some(&cover.second),
    }
}

/// The theorems term by term, and what follows.
fn turn_lines(cover: &Inspection, first: Player) -> Vec<String> {
    let Some(turn) = turn(cover, first) else {
        return vec![verdict(cover, first)];
    };
    let (player, opponent) = (cover.player.letter(), cover.player.opponent().letter());
    let terms = &turn.terms;
    let mut lines = Vec::new();
    if let Some(played_in) = turn.played_in {
        let place = match played_in {
            PlayedIn::Protective => "in a protective area, which leaves a safe one",
            PlayedIn::Vulnerable2 => "in a vulnerable area of type 2",
            PlayedIn::Vulnerable1 => "in a vulnerable area of type 1",
            PlayedIn::Option => "on a safe area and its option",
        };
        lines.push(format!(
            "{player} first places a tile {place}; it counts as safe"
        ));
    }
    if terms.converted {
        lines.push("an odd protective area counts as two vulnerable areas of type 2".to_string());
    }
    lines.push(format!("moves({player}) {}", lower(terms)));
    lines.push(format!("unplayable({opponent}) {}", upper(terms)));
    if turn.printed.bounds != turn.terms.bounds {
        lines.push(format!(
            "as printed, f would be {} and {opponent} have at most {} (the program always gives the square \
             back)",
            turn.printed.upper.remainders,
            turn.printed.bounds.opponent_moves
        ));
    }
    lines.push(format!(
        "avail({opponent}) = squares {} - unavail {} - unplayable {} = {}, at most {} moves",
        terms.squares,
        terms.upper.unavailable,
        terms.upper.unplayable(),
        terms.available,
        terms.bounds.opponent_moves
    ));
    lines.push(verdict(cover, first));
    lines
}

/// Theorem 3.5.1.
fn lower(terms: &Terms) -> String {
    let (areas, sum) = (&terms.areas, &terms.lower);
    format!(
        "= 2⌊{}/2⌋ + ⌊{}/3⌋ + ⌊{}/2⌋ + {} + f = {} + {} + {} + {} + {} = {}",
        areas.protective,
        areas.vulnerable2,
        areas.vulnerable1,
        areas.safe,
        sum.protective,
        sum.vulnerable2,
        sum.vulnerable1,
        sum.safe,
        sum.remainders,
        sum.moves()
    )
}

/// Theorem 3.6.1.
fn upper(terms: &Terms) -> String {
    let (areas, sum) = (&terms.areas, &terms.upper);
    let part = |protected: i32, all: i32, divisor: i32| {
        format!(
            "({protected} - (⌊{all}/{divisor}⌋ - ⌊{}/{divisor}⌋))",
            all - protected
        )
    };
    let [one, two, three] = areas.options;
    format!(
        "= {} + {} + 3⌊{three}/2⌋ + 2⌊{two}/2⌋ + ⌊{one}/2⌋ + f + g = {} + {} + {} + {} + {} + {} + {} = {}",
        part(areas.vulnerable2_protected, areas.vulnerable2, 3),
        part(areas.vulnerable1_protected, areas.vulnerable1, 2),
        sum.protected2,
        sum.protected1,
        sum.options[0],
        sum.options[1],
        sum.options[2],
        sum.remainders,
        sum.odd_option,
        sum.unplayable()
    )
}

/// What the cover proves if `first` is to move.
fn verdict(cover: &Inspection, first: Player) -> String {
    let (player, opponent) = (cover.player, cover.player.opponent());
    let Some(turn) = turn(cover, first) else {
        return format!("{player} has no move in the cover: nothing follows");
    };
    let bounds = turn.terms.bounds;
    let (own, other) = (bounds.moves, bounds.opponent_moves);
    let enough = match first == player {
        true => format!("more than {opponent} can have, which is {other}"),
        false => format!("and {opponent} has at most {other}"),
    };
    match cover.proves.get(first) {
        true => {
            format!("{player} wins if {first} moves: {player} has at least {own} moves, {enough}")
        }
        false => format!(
            "nothing follows if {first} moves: {player} has at least {own} moves, {opponent} at most \
             {other}"
        ),
    }
}
