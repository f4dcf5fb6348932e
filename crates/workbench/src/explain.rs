//! `explain`: the cut that shows who wins without search, or by how much the best one misses; and
//! Obsequi's board cover.

use crate::desk::Desk;
use crate::request::{Place, PositionRequest, Refused};
use crate::task::{Event, Progress, Slice, Task};
use crosscram_rules::{Bits256, Board, Player, Tile};
use crosscram_search::cover::{cover_places, evaluate};
use crosscram_search::explain::{Claim, Explainer, Level, SET_NAMES, Turn, cells_of};
use crosscram_search::{ClassicOptions, Program};
use serde::Serialize;

/// Row and column from 0.
type Cells = Vec<[usize; 2]>;

#[derive(Serialize)]
struct Cut {
    player: char,
    /// `first` or `second`: whether he begins.
    turn: &'static str,
    level: &'static str,
    proves: bool,
    /// What the pieces add up to; the player wins if it is not negative.
    bound: String,
    /// What is missing, if nothing is proven.
    misses_by: Option<String>,
    pieces: Vec<Piece>,
    /// Cells on which nobody can move after the cut, and those on which nobody could before.
    idle: Cells,
    dead: Cells,
}

#[derive(Serialize)]
struct Piece {
    name: String,
    cells: Cells,
    /// The number that is added up, for moving first or second, and with which switches.
    number: String,
    turn: &'static str,
    switches: &'static str,
}

/// Bullock's board cover of one player.
#[derive(Serialize)]
struct Cover {
    player: char,
    protective: Cells,
    vulnerable2: Cells,
    vulnerable1: Cells,
    safe: Cells,
    unavailable: Cells,
    options: Cells,
    /// Moves that the player can make at least, and the opponent at most.
    moves: Option<i32>,
    opponent_moves: Option<i32>,
    /// Whether that proves that he wins.
    proves: bool,
}

#[derive(Serialize)]
struct Answer {
    api: u32,
    position: String,
    tile: u32,
    first: char,
    /// Who is proven to win without search.
    winner: Option<char>,
    cuts: Vec<Cut>,
    /// For dominoes only.
    covers: Vec<Cover>,
}

struct Explain {
    place: Place,
    explainer: Option<Explainer>,
    cuts: Vec<Claim>,
}

/// The regions that the cuts take uncut: on large boards fewer cells, so that nobody waits.
fn cells(board: &Board) -> u32 {
    match board.area() {
        0..=64 => Explainer::CELLS,
        65..=100 => 12,
        _ => 8,
    }
}

pub(crate) fn task(desk: &Desk, request: &PositionRequest) -> Result<Box<dyn Task>, Refused> {
    if request.seconds.is_some() {
        return Err(Refused::at("seconds", "an explanation has no time to set"));
    }
    Ok(Box::new(Explain {
        place: request.place(desk.limits())?,
        explainer: None,
        cuts: Vec::new(),
    }))
}

impl Task for Explain {
    fn step(&mut self, slice: &Slice, events: &mut Vec<Event>) -> Progress {
        let Place { board, tile, .. } = self.place;
        let first = self.place.mover();
        let both = [(first, Turn::First), (first.opponent(), Turn::Second)];
        while let Some(&(player, turn)) = both.get(self.cuts.len()) {
            let explainer = self
                .explainer
                .get_or_insert_with(|| Explainer::new(&board, tile, cells(&board)));
            self.cuts
                .push(explainer.claim(&board, player, turn, Level::Merge));
            if slice.is_over() {
                return Progress::Working;
            }
        }
        let winner = self.cuts.iter().find(|claim| claim.proves());
        let covers: Vec<Cover> = match tile == Tile::DOMINO {
            true => Player::ALL
                .map(|player| cover(&board, player, first))
                .into(),
            false => Vec::new(),
        };
        let by_cover = covers.iter().find(|cover| cover.proves);
        let answer = Answer {
            api: crate::VERSION,
            position: board.to_string(),
            tile: tile.length(),
            first: first.letter(),
            winner: winner
                .map(|claim| claim.player.letter())
                .or(by_cover.map(|cover| cover.player)),
            cuts: self.cuts.iter().map(|claim| cut(&board, claim)).collect(),
            covers,
        };
        events.push(Event::new("answer", &answer));
        Progress::Done
    }
}

fn list(board: &Board, set: Bits256) -> Cells {
    let cells = cells_of(board, set);
    cells.map(|cell| [cell.row(), cell.col()]).collect()
}

fn cut(board: &Board, claim: &Claim) -> Cut {
    let pieces = claim.pieces.iter().enumerate();
    Cut {
        player: claim.player.letter(),
        turn: claim.turn.name(),
        level: claim.level.name(),
        proves: claim.proves(),
        bound: claim.bound().to_string(),
        misses_by: claim.misses_by().map(|miss| miss.to_string()),
        pieces: pieces
            .map(|(index, piece)| {
                let (turn, set) = piece.used;
                Piece {
                    name: name(index),
                    cells: list(board, piece.cells),
                    number: piece.numbers().get(turn, set).to_string(),
                    turn: turn.name(),
                    switches: if set == 0 { "" } else { SET_NAMES[set] },
                }
            })
            .collect(),
        idle: list(board, claim.idle),
        dead: list(board, claim.dead),
    }
}

/// A to Z, then AA and so on.
fn name(index: usize) -> String {
    let letter = char::from(b'A' + (index % 26) as u8);
    match index / 26 {
        0 => letter.to_string(),
        more => format!("{}{letter}", name(more - 1)),
    }
}

fn cover(board: &Board, player: Player, first: Player) -> Cover {
    let options = ClassicOptions::of(Program::Obsequi2014);
    let places = cover_places(board, player);
    let bounds = evaluate(board, player, first, &options).and_then(|found| found.bounds);
    let proves = bounds.is_some_and(|bounds| match player == first {
        true => bounds.margin() > 0,
        false => bounds.margin() >= 0,
    });
    Cover {
        player: player.letter(),
        protective: list(board, places.protective),
        vulnerable2: list(board, places.vulnerable2),
        vulnerable1: list(board, places.vulnerable1),
        safe: list(board, places.safe),
        unavailable: list(board, places.unavailable),
        options: list(board, places.options),
        moves: bounds.map(|bounds| bounds.moves),
        opponent_moves: bounds.map(|bounds| bounds.opponent_moves),
        proves,
    }
}

#[cfg(test)]
mod tests {
    use super::name;

    #[test]
    fn names_of_pieces() {
        assert_eq!([0, 25, 26, 51, 52].map(name), ["A", "Z", "AA", "AZ", "BA"]);
    }
}
