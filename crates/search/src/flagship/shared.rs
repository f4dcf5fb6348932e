//! Tables that outlive a search and that all threads share.
//!
//! What a strip or a region is worth depends on its shape alone, so what one search found is true
//! for every other. In a batch, or among the leaves of a work file, most of the time would
//! otherwise go into finding the same regions again.

use crosscram_rules::Bits;
use crosscram_values::{Grid, RegionTable, StripTable};
use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};

/// Lines, length, tile, limit of cells, and the type of set.
type Kind = (u32, u32, u32, u32, TypeId);

static REGIONS: Mutex<Option<HashMap<Kind, Arc<dyn Any + Send + Sync>>>> = Mutex::new(None);

/// Tables of more kinds than this are not kept: a batch of boards of many sizes should not take
/// more and more memory.
const MOST_KINDS: usize = 16;

/// The table of regions for a grid and a limit of cells. A new one grows up to `most_bytes`.
pub(super) fn regions<W: Bits>(grid: &Grid<W>, limit: u32, most_bytes: u64) -> Arc<RegionTable<W>> {
    let kind = (
        grid.lines(),
        grid.length(),
        grid.tile(),
        limit,
        TypeId::of::<W>(),
    );
    let mut kept = REGIONS.lock().unwrap_or_else(|kept| kept.into_inner());
    let kept = kept.get_or_insert_default();
    if kept.len() > MOST_KINDS {
        kept.retain(|_, table| Arc::strong_count(table) > 1);
    }
    let table = kept
        .entry(kind)
        .or_insert_with(|| Arc::new(RegionTable::new(grid.clone(), limit, most_bytes)));
    let table = Arc::clone(table).downcast::<RegionTable<W>>();
    table.expect("the kind names the type")
}

/// Forget all regions that no search uses any more.
pub(crate) fn forget_regions() {
    let mut kept = REGIONS.lock().unwrap_or_else(|kept| kept.into_inner());
    if let Some(kept) = kept.as_mut() {
        kept.retain(|_, table| Arc::strong_count(table) > 1);
    }
}

/// Tiles have up to this many cells.
const LONGEST_TILE: usize = 8;
/// Strips of dominoes may have this many columns.
const WIDEST: usize = 12;

/// The table of strips for lines of `length` cells; `None` if they are too long.
pub(super) fn strips(tile: u32, length: u32) -> Option<&'static StripTable> {
    static TABLES: [[OnceLock<Option<StripTable>>; WIDEST + 1]; LONGEST_TILE + 1] =
        [const { [const { OnceLock::new() }; WIDEST + 1] }; LONGEST_TILE + 1];
    let table = TABLES.get(tile as usize)?.get(length as usize)?;
    table.get_or_init(|| StripTable::new(tile, length)).as_ref()
}
