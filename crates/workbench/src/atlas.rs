//! `atlas`: the chart of rectangles, or one of them with its derivations.

use crate::Versioned;
use crate::desk::Desk;
use crate::request::{AtlasFields, Refused};
use crate::task::{Event, Short, Task};
use crosscram_atlas::{Atlas, Behind, Charted, Level, Size};
use crosscram_rules::{PartialOutcome, Tile};
use crosscram_support::threads::lock;
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

/// The chart.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Chart {
    tile: Tile,
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    known: Level,
    size: usize,
    /// Row by row, the outcomes that are possible.
    rows: Vec<Vec<PartialOutcome>>,
}

/// One board of it.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct OneBoard {
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    known: Level,
    #[serde(flatten)]
    board: Charted<Behind>,
}

pub(crate) fn task(desk: &Desk, request: &AtlasFields) -> Result<Box<dyn Task>, Refused> {
    let tile = request.tile;
    let level = match request.known.as_deref() {
        None => Level::All,
        Some(name) => name.parse().map_err(|error| Refused::at("known", error))?,
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
            let certified = Key {
                level: Level::Certified,
                ..key
            };
            // Two atlases, even where the wanted one is that of certified results.
            let mut certified = lock(&desk.atlas(certified)).clone();
            let atlas = desk.atlas(key);
            let one = OneBoard {
                known: level,
                board: lock(&atlas).board(&mut certified, size),
            };
            Event::new("answer", &Versioned::from(one))
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
        let mut atlas = lock(&atlas);
        let mut row = |rows: usize| {
            let sizes = (1..=limit).filter_map(|cols| Size::new(rows, cols).ok());
            sizes.map(|size| atlas.possible(size)).collect()
        };
        let chart = Chart {
            tile,
            known: level,
            size: limit,
            rows: (1..=limit).map(&mut row).collect(),
        };
        Event::new("answer", &Versioned::from(chart))
    }))))
}
