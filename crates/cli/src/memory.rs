//! Whether the wanted tables fit into memory, asked before the system starts to kill.

use crosscram_rules::Board;
use crosscram_search::{Config, table_bytes};
use std::fs;

/// Memory that is free for use now, in bytes; `None` where the system does not say.
pub(crate) fn available() -> Option<u64> {
    let meminfo = fs::read_to_string("/proc/meminfo").ok()?;
    let line = meminfo
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}

/// An error if the tables of `searches` searches of `board` need more than `available` bytes.
pub(crate) fn check(
    board: &Board,
    config: &Config,
    searches: usize,
    available: Option<u64>,
) -> Result<(), String> {
    let Some(available) = available else {
        return Ok(());
    };
    let wanted = table_bytes(board, config).saturating_mul(searches as u64);
    if wanted <= available {
        return Ok(());
    }
    let tables = match searches {
        1 => "a table".to_string(),
        n => format!("{n} tables"),
    };
    Err(format!(
        "{tables} of {} for a board of {} cells needs {} MiB of memory, {} MiB are free",
        config.table,
        board.area(),
        wanted >> 20,
        available >> 20,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscram_search::Engine;

    #[test]
    fn tables_that_do_not_fit() {
        let board = Board::empty(8, 8).unwrap();
        let check = |size: &str, searches, available| {
            let config = Config {
                table: size.parse().unwrap(),
                ..Engine::Obsequi.config()
            };
            check(&board, &config, searches, available)
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
