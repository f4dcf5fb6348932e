//! `explain`: the cut that shows who wins without search, or by how much the best one misses; and
//! Obsequi's board cover.

use crate::Answer;
use crate::desk::Desk;
use crate::request::{About, Refused, mover};
use crate::task::{Event, Progress, Slice, Task};
use crosscram_rules::{Board, Player, Position, Tile};
use crosscram_search::cover::{Area, Bounds, evaluate, inspect};
use crosscram_search::explain::{Claim, Explainer, Explanation, Level, Turn};
use crosscram_search::{ClassicOptions, Program};
use serde::Serialize;

/// Bullock's board cover of one player.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Cover {
    player: Player,
    areas: Vec<Area>,
    /// Moves that the player can make at least, and the opponent at most; missing if the cover has no move.
    #[serde(flatten)]
    bounds: Option<Bounds>,
    /// Whether that proves a win.
    proves: bool,
}

/// Cuts and covers for one first player.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Explained {
    first: Player,
    #[serde(flatten)]
    explanation: Explanation,
    /// For dominoes only.
    covers: Vec<Cover>,
}

struct Explain {
    place: Position,
    explainer: Option<Explainer>,
    cuts: Vec<Claim>,
}

/// The regions that the cuts take uncut: on large boards fewer cells, so that the answer comes soon.
pub(crate) fn cells(board: &Board) -> u32 {
    match board.area() {
        0..=64 => Explainer::CELLS,
        65..=100 => 12,
        _ => 8,
    }
}

pub(crate) fn task(desk: &Desk, request: &About) -> Result<Box<dyn Task>, Refused> {
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
        let Position { board, tile, .. } = self.place;
        let first = mover(&self.place);
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
        let about = self.place.with_to_move(first);
        let mut explanation = Explanation::of(&about, cells(&board), self.cuts.drain(..));
        let covers: Vec<Cover> = match tile == Tile::DOMINO {
            true => Player::ALL
                .map(|player| cover(&board, player, first))
                .into(),
            false => Vec::new(),
        };
        let by_cover = covers.iter().find(|cover| cover.proves);
        let winner = explanation.winners.get_mut(first);
        *winner = winner.or(by_cover.map(|cover| cover.player));
        let explained = Explained {
            first,
            explanation,
            covers,
        };
        let answer = Answer::new(&about, explained);
        events.push(Event::new("answer", &answer));
        Progress::Done
    }
}

fn cover(board: &Board, player: Player, first: Player) -> Cover {
    let options = ClassicOptions::of(Program::Obsequi2014);
    let bounds = evaluate(board, player, first, &options).and_then(|found| found.bounds);
    let proves = bounds.is_some_and(|bounds| match player == first {
        true => bounds.margin() > 0,
        false => bounds.margin() >= 0,
    });
    Cover {
        player,
        areas: inspect(board, player).areas,
        bounds,
        proves,
    }
}
