//! `atlas`: the chart of rectangles, or one of them with its derivations.

use crate::desk::{Desk, open};
use crate::request::{AtlasRequest, Refused, read_tile};
use crate::task::{Event, Short, Task};
use crosscram_atlas::{Atlas, Derivation, Level, Size};
use crosscram_rules::{Outcome, Player, Tile};
use serde::Serialize;

/// Side of the chart if nothing else is asked for.
const USUAL: usize = 30;

/// Which atlas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    level: Level,
    tile: Tile,
    limit: usize,
}

impl Key {
    /// The atlas; the facts that are built in do not contradict each other.
    pub(crate) fn make(&self) -> Atlas {
        let known = Atlas::known(self.level, self.tile, self.limit, &[]);
        known.expect("a test compares the facts")
    }
}

#[derive(Serialize)]
struct Chart {
    api: u32,
    tile: u32,
    known: &'static str,
    size: usize,
    /// Row by row, the outcomes that are possible: one of V, H, 1, 2, several as in 1h, or ?.
    rows: Vec<Vec<String>>,
}

#[derive(Serialize)]
struct OneBoard {
    api: u32,
    tile: u32,
    known: &'static str,
    board: String,
    possible: String,
    outcome: Option<&'static str>,
    sides: Vec<Side>,
}

#[derive(Serialize)]
struct Side {
    first: char,
    winner: Option<char>,
    derivation: Option<Tree>,
    /// The works that the derivation rests on.
    sources: Vec<String>,
    /// Answers about other boards of which any would settle an open question.
    settled_by: Vec<String>,
}

#[derive(Serialize)]
struct Tree {
    statement: String,
    reason: String,
    premises: Vec<Tree>,
}

impl From<&Derivation> for Tree {
    fn from(derivation: &Derivation) -> Tree {
        Tree {
            statement: derivation.statement.to_string(),
            reason: derivation.reason.to_string(),
            premises: derivation.premises.iter().map(Tree::from).collect(),
        }
    }
}

pub(crate) fn task(desk: &Desk, request: &AtlasRequest) -> Result<Box<dyn Task>, Refused> {
    let tile = read_tile(request.tile)?;
    let names = Level::ALL.map(Level::name);
    let level = match request.known.as_deref() {
        None => Level::All,
        Some(name) => Level::ALL
            .into_iter()
            .find(|level| level.name() == name)
            .ok_or_else(|| {
                Refused::at(
                    "known",
                    format!("one of {}, not '{name}'", names.join(", ")),
                )
            })?,
    };
    let most = desk.limits().chart;
    let desk = desk.clone();
    if let Some(board) = &request.board {
        if request.size.is_some() {
            return Err(Refused::at("size", "either a board or a size, not both"));
        }
        let size: Size = board.parse().map_err(|error| Refused::at("board", error))?;
        if size.rows().max(size.cols()) > most {
            return Err(Refused::at(
                "board",
                format!("sides up to {most} are taken here"),
            ));
        }
        let limit = size.rows().max(size.cols()).max(USUAL);
        let key = Key { level, tile, limit };
        return Ok(Box::new(Short(Some(move || {
            let atlas = desk.atlas(key);
            let one = one_board(&mut open(&atlas), size, level);
            Event::new("answer", &one)
        }))));
    }
    let limit = request.size.unwrap_or(USUAL);
    if !(1..=most).contains(&limit) {
        return Err(Refused::at(
            "size",
            format!("1 to {most} is taken here, not {limit}"),
        ));
    }
    let key = Key { level, tile, limit };
    Ok(Box::new(Short(Some(move || {
        let atlas = desk.atlas(key);
        let mut atlas = open(&atlas);
        let mut row = |rows: usize| -> Vec<String> {
            let sizes = (1..=limit).filter_map(|cols| Size::new(rows, cols).ok());
            sizes.map(|size| atlas.possible(size).to_string()).collect()
        };
        let chart = Chart {
            api: crate::VERSION,
            tile: tile.length(),
            known: level.name(),
            size: limit,
            rows: (1..=limit).map(&mut row).collect(),
        };
        Event::new("answer", &chart)
    }))))
}

/// How many answers are listed that would settle an open question.
const LISTED: usize = 12;

fn one_board(atlas: &mut Atlas, size: Size, level: Level) -> OneBoard {
    let possible = atlas.possible(size);
    let sides = Player::ALL.map(|first| {
        let derivation = atlas.derivation(size, first);
        let mut sources: Vec<String> = derivation
            .iter()
            .flat_map(Derivation::sources)
            .filter_map(|source| Some(format!("{source}: {}", source.citation()?)))
            .collect();
        sources.sort();
        sources.dedup();
        let settled_by = match derivation {
            Some(_) => Vec::new(),
            None => atlas.settled_by(size, first),
        };
        Side {
            first: first.letter(),
            winner: atlas.winner(size, first).map(Player::letter),
            derivation: derivation.as_ref().map(Tree::from),
            sources,
            settled_by: settled_by
                .iter()
                .take(LISTED)
                .map(|(answer, settles)| format!("if {answer}, then {settles}"))
                .collect(),
        }
    });
    OneBoard {
        api: crate::VERSION,
        tile: atlas.tile().length(),
        known: level.name(),
        board: size.to_string(),
        possible: possible.to_string(),
        outcome: possible.outcome().map(Outcome::code),
        sides: sides.into(),
    }
}
