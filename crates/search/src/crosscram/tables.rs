//! Tables of strips and regions, which outlive a search and which all threads share.
//!
//! What a strip or a region is worth depends on its shape alone, so what one search computed is
//! true for every other of the same solver. In a batch, or among the units of a proof, most
//! of the time would otherwise go into computing the same regions again.

use crate::cache;
use crosscram_rules::Bits;
use crosscram_support::threads::lock;
use crosscram_values::tables::{Grid, RegionTable, StripTable};
use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};

/// Lines, length, tile, limit of cells, and the type of set.
type Kind = (u32, u32, u32, u32, TypeId);

/// Tables of more kinds than this are not kept: a batch of boards of many sizes should not take
/// more and more memory.
const MOST_KINDS: usize = 16;

/// Strips of dominoes may have this many columns. A table for twelve takes longer than the search of
/// 6x12 with Horizontal first; their connected regions are few.
const WIDEST: u32 = 11;

/// The number of cells that the format of certificates allows in a piece.
const MOST_IN_PIECE: u32 = 40;

/// A table of strips that is made when first wanted; `None` if it would be too large.
type Strips = Arc<OnceLock<Option<Arc<StripTable>>>>;

/// All tables of one solver but those of positions.
#[derive(Default)]
pub(crate) struct Tables {
    regions: Mutex<HashMap<Kind, Regions>>,
    strips: Mutex<HashMap<(u32, u32), Strips>>,
}

/// A table of regions, with and without its type.
struct Regions {
    typed: Arc<dyn Any + Send + Sync>,
    table: Arc<dyn cache::Table>,
}

impl Tables {
    /// The table of regions for a grid and a limit of cells. A new one grows up to `most_bytes`.
    pub(super) fn regions<W: Bits>(
        &self,
        grid: &Grid<W>,
        limit: u32,
        most_bytes: u64,
    ) -> Arc<RegionTable<W>> {
        let kind = (
            grid.lines(),
            grid.length(),
            grid.tile(),
            limit,
            TypeId::of::<W>(),
        );
        let mut kept = lock(&self.regions);
        if kept.len() > MOST_KINDS {
            // One count is that of `typed`, one that of `table`.
            kept.retain(|_, regions| Arc::strong_count(&regions.table) > 2);
        }
        let regions = kept.entry(kind).or_insert_with(|| {
            let table = Arc::new(RegionTable::new(grid.clone(), limit, most_bytes));
            Regions {
                typed: Arc::clone(&table) as Arc<dyn Any + Send + Sync>,
                table,
            }
        });
        let table = Arc::clone(&regions.typed).downcast::<RegionTable<W>>();
        table.expect("the kind names the type")
    }

    /// Cells of the largest strip in a table for lines of `length` cells; zero if there is none. Up to
    /// [`MOST_IN_PIECE`] it may be more than there are: certificates say it, and stay the same.
    pub(super) fn largest_strip(tile: u32, length: u32) -> u32 {
        match tile * length {
            cells if length <= WIDEST && cells <= MOST_IN_PIECE => cells,
            _ => 0,
        }
    }

    /// The table of strips for lines of `length` cells; `None` if they are too long. Whoever asks
    /// for it while it is being made waits.
    pub(super) fn strips(&self, tile: u32, length: u32) -> Option<Arc<StripTable>> {
        if length > WIDEST {
            return None;
        }
        let strips = Arc::clone(lock(&self.strips).entry((tile, length)).or_default());
        let make = || StripTable::new(tile, length).map(Arc::new);
        strips.get_or_init(make).clone()
    }

    /// Bytes of all tables of regions, and of all tables of strips.
    pub(super) fn bytes(&self) -> (u64, u64) {
        let regions = lock(&self.regions);
        let regions = regions.values().map(|regions| regions.table.bytes()).sum();
        let strips = lock(&self.strips);
        let strips = strips.values().filter_map(|strips| strips.get()?.as_ref());
        (regions, strips.map(|strips| strips.bytes()).sum())
    }
}
