//! Checks in advance that tables fit into memory, before the system kills the process.

use crosscram_rules::Board;
use crosscram_search::{Solver, TableSize};

pub(crate) use crate::available::available;

/// The default table of the engine crosscram takes the free memory divided by this.
const TABLE_SHARE: u64 = 4;
/// Its minimum size, if twice as much is free.
const SMALLEST_TABLE: u64 = 64 << 20;

/// The default table of the engine crosscram; `own` if the free memory is unknown.
pub(crate) fn default_table(own: TableSize) -> TableSize {
    available().map_or(own, |free| {
        TableSize::Bytes((free / TABLE_SHARE).max(SMALLEST_TABLE.min(free / 2)))
    })
}

/// Returns an error if the tables of `searches` searches of `board`, each of `size`, need more than
/// `available` bytes.
pub(crate) fn check(
    board: &Board,
    solver: &Solver,
    size: TableSize,
    searches: usize,
    available: Option<u64>,
) -> Result<(), String> {
    let Some(available) = available else {
        return Ok(());
    };
    let bytes = solver.engine().table_bytes(board);
    let wanted = bytes.saturating_mul(searches as u64);
    if wanted <= available {
        return Ok(());
    }
    let tables = match searches {
        1 => "a table".to_string(),
        n => format!("{n} tables"),
    };
    Err(format!(
        "{tables} of {size} for a board of {} cells needs {} MiB of memory, {} MiB are free; \
         --table sets the size",
        board.area(),
        wanted >> 20,
        available >> 20,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscram_search::EngineName;

    #[test]
    fn tables_that_do_not_fit() {
        let board = Board::empty(8, 8).unwrap();
        let check = |size: &str, searches, available| {
            let size = size.parse().unwrap();
            let solver = Solver::new(EngineName::Obsequi.options().with_table(size));
            check(&board, &solver, size, searches, available)
        };
        assert_eq!(check("2^23", 2, Some(256 << 20)), Ok(()));
        assert_eq!(check("2^40", 2, None), Ok(()));
        let error = check("2^23", 2, Some(255 << 20)).unwrap_err();
        assert!(
            error.contains("2 tables of 2^23") && error.contains("256 MiB"),
            "{error}"
        );
        assert!(check("1GiB", 1, Some(1 << 20)).is_err());
    }
}
