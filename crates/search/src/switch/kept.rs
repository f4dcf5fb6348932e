//! Tables of regions that outlive a search.
//!
//! A region's vector depends on its shape alone, so what one search found is true for every
//! other. In a batch, or among the leaves of a work file, most of the time would otherwise go
//! into finding the same regions again. Each thread keeps one table for each shape of board.

use crosscram_rules::Bits;
use crosscram_values::RegionTable;
use std::any::{Any, TypeId};
use std::cell::RefCell;
use std::collections::HashMap;

/// Lines, length, limit of cells, and the type of set.
type Kind = (u32, u32, u32, TypeId);

thread_local! {
    static KEPT: RefCell<HashMap<Kind, Box<dyn Any>>> = RefCell::default();
}

/// A table that [`keep`] was given, if there is one of this kind.
pub(super) fn take<W: Bits>(lines: u32, length: u32, limit: u32) -> Option<RegionTable<W>> {
    let kind = (lines, length, limit, TypeId::of::<W>());
    let table = KEPT.with_borrow_mut(|kept| kept.remove(&kind))?;
    table.downcast().ok().map(|table| *table)
}

/// Keep a table for later.
pub(super) fn keep<W: Bits>(table: RegionTable<W>) {
    let grid = table.grid();
    let kind = (
        grid.lines(),
        grid.length(),
        table.limit(),
        TypeId::of::<W>(),
    );
    // At the end of a thread its storage may be gone already; then the table goes too.
    let _ = KEPT.try_with(|kept| kept.borrow_mut().insert(kind, Box::new(table)));
}
