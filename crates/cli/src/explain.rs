//! `crosscram explain`: the cuts that prove a win without search, or the board covers.

mod cover;
mod cover_json;
mod cover_terms;
mod output;

pub(crate) use cover::read_move;
pub(crate) use output::svg;

use crate::args::{ExplainArgs, Side};
use crate::drawing::{self, Colour};
use crate::failure::Failure;
use crate::input::{self, Input};
use crate::json;
use crate::text::{self, Align};
use cover::Inspected;
use cover_json::CoverForm;
use crosscram_plot::{Square, distinct_colours};
use crosscram_rules::{Bits, Board, Cell, Dyadic, Player, Position, Tile};
use crosscram_search::explain::{Claim, Explainer, Level, Numbers, SET_NAMES, Turn};
use output::Explained;
use std::fs;
use std::io::{self, Write};

/// Runs the command.
pub(crate) fn run(args: &ExplainArgs, out: &mut impl Write) -> Result<(), Failure> {
    let input = Input::open(&args.board)?;
    if args.svg.is_some() && matches!(input, Input::Lines(_)) {
        let problem = "--svg: one file cannot hold the drawings of many positions";
        return Err(Failure::message(problem));
    }
    let mut trouble = None;
    let mut shown = false;
    input::each(input, args.json, out, |position, out| {
        let position = position.with_tile(args.tile.length);
        let explanation = match Explanation::new(&position, args) {
            Ok(explanation) => explanation,
            Err(failure) => {
                trouble.get_or_insert(failure);
                return Ok(());
            }
        };
        if args.json {
            explanation.write_json(out)?;
        } else {
            if std::mem::replace(&mut shown, true) {
                writeln!(out)?;
            }
            explanation.write_text(out)?;
        }
        if let Some(file) = &args.svg {
            out.flush()?;
            if let Err(error) = fs::write(file, explanation.svg()) {
                let place = file.display();
                trouble = Some(Failure::message(format_args!("{place}: {error}")));
            }
        }
        Ok(())
    })?;
    trouble.map_or(Ok(()), Err)
}

/// What is shown of a position.
enum Explanation {
    /// With the maximum number of cells of exact regions.
    Cuts(Position, Vec<Claim>, u32),
    Covers(Box<Inspected>),
}

impl Explanation {
    fn new(position: &Position, args: &ExplainArgs) -> Result<Explanation, Failure> {
        Ok(match args.cover {
            true => Explanation::Covers(Box::new(Inspected::new(position, args)?)),
            false => Explanation::Cuts(*position, claims(position, args), args.cells.most),
        })
    }

    fn svg(&self) -> String {
        match self {
            Explanation::Cuts(position, claims, cells) => {
                output::svg(&title(position, claims), position, claims, *cells)
            }
            Explanation::Covers(inspected) => cover::svg(inspected),
        }
    }

    fn write_json(&self, out: &mut impl Write) -> io::Result<()> {
        match self {
            Explanation::Cuts(position, claims, _) => {
                json::write(out, &Explained::new(position, claims))
            }
            Explanation::Covers(inspected) => json::write(out, &CoverForm::new(inspected)),
        }
    }

    fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        let colours = drawing::has_colours();
        match self {
            Explanation::Cuts(position, claims, cells) => {
                write_text(out, position, claims, *cells, colours)
            }
            Explanation::Covers(inspected) => cover::write_text(out, inspected, colours),
        }
    }
}

/// The best claims of both players, for each requested first player, grouped by player.
fn claims(position: &Position, args: &ExplainArgs) -> Vec<Claim> {
    let board = &position.board;
    let firsts = Side::players(args.first, position.to_move);
    let mut explainer = Explainer::new(board, position.tile, args.cells.most);
    let mut claims = Vec::new();
    for player in Player::ALL {
        for turn in [Turn::Second, Turn::First] {
            let first = first_player(player, turn);
            if firsts.contains(&first) {
                claims.push(explainer.claim(board, player, turn, Level::Merge));
            }
        }
    }
    claims
}

/// Who moves first if `player` moves at this turn.
pub(crate) fn first_player(player: Player, turn: Turn) -> Player {
    match turn {
        Turn::First => player,
        Turn::Second => player.opponent(),
    }
}

/// The winner if `first` moves first, if one of the claims proves it.
fn winner(claims: &[Claim], first: Player) -> Option<Player> {
    let proven = claims.iter().filter(|claim| claim.proves());
    let mut proven = proven.filter(|claim| first_player(claim.player, claim.turn) == first);
    proven.next().map(|claim| claim.player)
}

/// Longer names of positions are left out: the drawing says the same.
const LONGEST_NAME: usize = 72;

/// Position and result in one line.
pub(crate) fn title(position: &Position, claims: &[Claim]) -> String {
    let mut name = match input::name(&position.board) {
        name if name.len() <= LONGEST_NAME => name,
        _ => format!("{}x{}", position.board.rows(), position.board.cols()),
    };
    if position.tile != Tile::DOMINO {
        name += &format!(", tiles of {}", position.tile.length());
    }
    let asked = |first: &Player| {
        let mut claims = claims.iter();
        claims.any(|claim| first_player(claim.player, claim.turn) == *first)
    };
    for first in Player::ALL.into_iter().filter(asked) {
        match winner(claims, first) {
            Some(winner) => name += &format!("; {first} first: {winner} wins"),
            None => name += &format!("; {first} first: not decided without search"),
        }
    }
    name
}

/// The name of a piece: A to Z, then AA and so on.
fn piece_name(mut number: usize) -> String {
    let mut name = Vec::new();
    loop {
        name.push(b'A' + (number % 26) as u8);
        if number < 26 {
            break;
        }
        number = number / 26 - 1;
    }
    name.iter()
        .rev()
        .map(|&letter| char::from(letter))
        .collect()
}

/// Which square of the board belongs to which piece.
fn squares(board: &Board, claim: &Claim) -> Vec<Square> {
    let cells = (0..board.rows()).flat_map(|row| (0..board.cols()).map(move |col| (row, col)));
    let square = |(row, col): (usize, usize)| {
        let number = (row * board.cols() + col) as u32;
        let mut pieces = claim.pieces.iter();
        match pieces.position(|piece| piece.cells.contains(number)) {
            Some(piece) => Square::Part(piece),
            None if board.is_free(Cell::new(row, col)) => Square::Empty,
            None => Square::Blocked,
        }
    };
    cells.map(square).collect()
}

/// `cells` is the maximum number of cells of exact regions.
pub(crate) fn write_text(
    out: &mut impl Write,
    position: &Position,
    claims: &[Claim],
    cells: u32,
    colours: bool,
) -> io::Result<()> {
    let board = &position.board;
    writeln!(out, "{}", title(position, claims))?;
    let mut before: Option<&Claim> = None;
    for claim in claims {
        let winner = decided(claims, claim);
        writeln!(out, "\n{}", in_words(position, claim, winner, cells))?;
        let same = before.is_some_and(|before| {
            let cells = |claim: &Claim| -> Vec<_> {
                claim.pieces.iter().map(|piece| piece.cells).collect()
            };
            before.player == claim.player && cells(before) == cells(claim)
        });
        if same {
            writeln!(out, "The same cut: {}", added_up(claim))?;
        } else {
            draw(out, board, claim, colours)?;
            table(out, claim)?;
            writeln!(out, "{}", added_up(claim))?;
        }
        before = Some(claim);
    }
    writeln!(out, "\n{LEGEND}")
}

const LEGEND: &str = "\
Numbers are the player's lead. second: the piece plus the switches above the column is at least
this, so moving second he does not lose the difference; first: it is greater than or confused
with this, so moving first he wins the difference. ∗ is {0|0}, ½ is {½|-½}, 1 is {1|-1}; a switch
used twice cancels. A sum of 0 or more wins. Cells marked - are in no piece: no tile fits.";

/// Cells of the lines along which a claim's player cuts.
fn line_length(board: &Board, player: Player) -> usize {
    match player {
        Player::Vertical => board.cols(),
        Player::Horizontal => board.rows(),
    }
}

/// Returns whether the player of a claim can move on the board, but in none of its pieces: they are single
/// lines, because the lines are too long for the tables of strips.
fn is_helpless(board: &Board, tile: Tile, claim: &Claim) -> bool {
    let strip = tile.length() as usize * line_length(board, claim.player);
    if claim.proves() || strip <= Explainer::MAX_CELLS as usize {
        return false;
    }
    let can_move = |cells| {
        let piece = Board::from_free_bits(board.rows(), board.cols(), cells);
        piece.is_ok_and(|piece| piece.can_move(claim.player, tile))
    };
    board.can_move(claim.player, tile) && !claim.pieces.iter().any(|piece| can_move(piece.cells))
}

/// Describes a claim in words; `winner` is the player that any claim proves to win.
fn in_words(position: &Position, claim: &Claim, winner: Option<Player>, cells: u32) -> String {
    match is_helpless(&position.board, position.tile, claim) {
        true => gave_up(&position.board, position.tile, claim, winner),
        false => verdict(claim, winner, position.tile, cells),
    }
}

/// Describes a claim in words if no cut was looked for, because every strip would be too large.
fn gave_up(board: &Board, tile: Tile, claim: &Claim, winner: Option<Player>) -> String {
    let Claim { player, turn, .. } = claim;
    let (lines, length) = (tile.length(), line_length(board, *player));
    format!(
        "{player} moving {turn}: nothing proven, {}. No cut was looked for: {player} moves in strips of {lines} lines, \
         here of {} cells, and strips are computed up to {} cells. What is left are single lines, in which {player} \
         cannot move, so that the sum, {}, says nothing about the board.",
        because(winner),
        lines as usize * length,
        Explainer::MAX_CELLS,
        claim.bound()
    )
}

/// Why nothing is proven for a player.
fn because(winner: Option<Player>) -> String {
    match winner {
        Some(winner) => format!("rightly, for {winner} wins"),
        None => "search is needed".to_string(),
    }
}

/// Describes a claim whose cut is the best of those that were looked for.
fn verdict(claim: &Claim, winner: Option<Player>, tile: Tile, cells: u32) -> String {
    let Claim { player, turn, .. } = claim;
    let relation = match turn {
        Turn::Second => "at least",
        Turn::First => "greater than or confused with",
    };
    let pieces = text::plural(claim.pieces.len() as u64, "piece");
    let cut = format!("{pieces} (level {})", claim.level.name());
    let bound = format!("{relation} {}", claim.bound());
    let Some(miss) = claim.misses_by() else {
        return format!("{player} wins moving {turn}: {cut}, together {bound}.");
    };
    let rest = because(winner);
    let mut text = format!(
        "{player} moving {turn}: nothing proven, {rest}. The best cut found, {cut}, is {bound}: it \
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

/// Who wins if the players move in the order of the claim, if any claim proves it.
fn decided(claims: &[Claim], claim: &Claim) -> Option<Player> {
    winner(claims, first_player(claim.player, claim.turn))
}

/// Which numbers of the pieces make the sum.
fn added_up(claim: &Claim) -> String {
    if claim.pieces.is_empty() {
        return "Neither player can move: whoever moves first loses.".to_string();
    }
    let mut sum = format!("{} =", claim.bound());
    for (index, piece) in claim.pieces.iter().enumerate() {
        let (turn, set) = piece.used;
        let number = piece.numbers().get(turn, set).to_string();
        sum += match (index, number.strip_prefix('-')) {
            (0, _) => format!(" {number}"),
            (_, None) => format!(" + {number}"),
            (_, Some(magnitude)) => format!(" - {magnitude}"),
        }
        .as_str();
        let first = match turn {
            Turn::First => " first",
            Turn::Second => "",
        };
        sum += &format!(" ({}{}{first})", piece_name(index), switches(set));
    }
    sum
}

/// The switches of a set as they are added to a piece's name.
fn switches(set: usize) -> String {
    match set {
        0 => String::new(),
        set => format!("+{}", SET_NAMES[set]),
    }
}

fn draw(out: &mut impl Write, board: &Board, claim: &Claim, colours: bool) -> io::Result<()> {
    let squares = squares(board, claim);
    let chosen = distinct_colours(board.cols(), &squares, Colour::ALL.len());
    drawing::draw(out, board, colours, |cell| {
        match squares[cell.row() * board.cols() + cell.col()] {
            Square::Part(piece) => (piece_name(piece), Some(Colour::ALL[chosen[piece]])),
            Square::Empty => ("-".to_string(), None),
            Square::Blocked => ("#".to_string(), None),
        }
    })
}

fn table(out: &mut impl Write, claim: &Claim) -> io::Result<()> {
    let heads = ["piece", "cells", ""].into_iter().chain(SET_NAMES);
    let mut rows = vec![heads.map(String::from).collect::<Vec<_>>()];
    let mut add = |name: String, cells: String, numbers: Numbers| {
        let row = |names: [String; 3], numbers: &[Dyadic]| {
            let numbers = numbers.iter().map(ToString::to_string);
            names.into_iter().chain(numbers).collect::<Vec<_>>()
        };
        rows.push(row([name, cells, "second".to_string()], &numbers.second));
        let nothing = [String::new(), String::new(), "first".to_string()];
        rows.push(row(nothing, &numbers.first));
    };
    for (index, piece) in claim.pieces.iter().enumerate() {
        let cells = piece.cells.count().to_string();
        add(piece_name(index), cells, piece.numbers());
    }
    if claim.pieces.len() != 1 {
        let cells: u32 = claim.pieces.iter().map(|piece| piece.cells.count()).sum();
        add("sum".to_string(), cells.to_string(), claim.numbers());
    }
    let mut align = vec![Align::Left, Align::Right, Align::Left];
    align.resize(align.len() + SET_NAMES.len(), Align::Right);
    text::columns(out, 2, &align, &rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_pieces() {
        let names = [0, 1, 25, 26, 27, 51, 52, 127].map(piece_name);
        assert_eq!(names, ["A", "B", "Z", "AA", "AB", "AZ", "BA", "DX"]);
    }
}
