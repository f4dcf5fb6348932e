//! Which levels of the switch bounds are used, and their text form.

use crosscram_values::tables::largest;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Which levels of the evaluation are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Levels {
    /// Cut the whole board into strips and single lines.
    pub rows: bool,
    /// Bound each connected region by itself; exactly up to a limit of cells.
    pub regions: Option<RegionLimit>,
    /// Cut regions above the limit across their lines, at cells that the bounded player cannot use.
    /// Needs regions; only for dominoes.
    pub across: bool,
    /// Join neighbouring pieces of the best cut again where that helps. Needs regions.
    pub merge: bool,
}

/// Maximum number of cells of regions that can be asked for; with dominoes no more than 28 are used.
const LARGEST: u32 = largest(3);

/// Maximum number of cells of a region whose exact vector is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RegionLimit {
    /// What was fastest on boards of about this size.
    BySize,
    /// This many.
    Cells(u32),
}

/// For boards of `lines` lines, the shorter way, and at least so many squares: the maximum number of cells of an
/// exact region, on boards with an even and with an odd number of squares.
struct Size {
    lines: RangeInclusive<u32>,
    squares: u32,
    cells: [u32; 2],
}

const fn size(lines: RangeInclusive<u32>, squares: u32, cells: [u32; 2]) -> Size {
    Size {
        lines,
        squares,
        cells,
    }
}

const ANY: RangeInclusive<u32> = 1..=u32::MAX;
const WIDE: RangeInclusive<u32> = 5..=u32::MAX;

/// The sizes for dominoes: of the rows that fit a board the last counts.
///
/// Each four cells more halve the nodes and multiply the regions that must be computed by six or seven, so a longer
/// search can afford more of them. Boards with an odd number of squares fall into odd pieces more often. From 7x11
/// on searches are thorough (`crosscram/effort.rs`): they also cut whole regions across, so that smaller ones do;
/// boards of six lines are not searched so. Long thin boards have fewer regions. The steps are where measured boards
/// differ: what was fastest on them is the rule for those between.
const DOMINOES: [Size; 9] = [
    size(ANY, 0, [16, 16]),
    size(WIDE, 63, [18, 17]),
    size(WIDE, 65, [18, 18]),
    size(WIDE, 70, [20, 20]),
    size(WIDE, 77, [18, 17]),
    size(6..=6, 84, [20, 20]),
    size(WIDE, 96, [22, 21]),
    size(WIDE, 110, [20, 20]),
    size(1..=4, 65, [20, 20]),
];

/// The sizes for longer tiles, which make fewer regions.
const LONGER: [Size; 4] = [
    size(ANY, 0, [20, 20]),
    size(ANY, 81, [24, 24]),
    size(ANY, 111, [32, 32]),
    size(ANY, 131, [36, 36]),
];

impl RegionLimit {
    /// The limit for a board of `lines` lines of `length` cells, whichever way it is turned.
    pub fn cells(self, lines: u32, length: u32, tile: u32) -> u32 {
        if let RegionLimit::Cells(cells) = self {
            return cells;
        }
        let (squares, shorter) = (lines * length, lines.min(length));
        let sizes: &[Size] = if tile == 2 { &DOMINOES } else { &LONGER };
        let fits = |size: &&Size| size.lines.contains(&shorter) && size.squares <= squares;
        let size = sizes.iter().rfind(fits);
        size.expect("the first fits every board").cells[squares as usize % 2]
    }
}

impl Levels {
    /// The default levels.
    pub const DEFAULT: Levels = Levels {
        rows: true,
        regions: Some(RegionLimit::BySize),
        across: true,
        merge: true,
    };
}

impl fmt::Display for Levels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let regions = self.regions.map(|limit| match limit {
            RegionLimit::BySize => "regions".to_string(),
            RegionLimit::Cells(cells) => format!("regions:{cells}"),
        });
        let rows = self.rows.then(|| "rows".to_string());
        let across = self.across.then(|| "across".to_string());
        let merge = self.merge.then(|| "merge".to_string());
        let levels = [rows, regions, across, merge].into_iter().flatten();
        let levels: Vec<String> = levels.collect();
        f.write_str(&levels.join(","))
    }
}

/// Why a text does not name levels.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' is not a level: use rows, regions, regions:N with N cells from 1 to {LARGEST}, across, or merge"
)]
pub struct LevelsError(String);

/// Levels as printed: names joined by commas, `regions` with its limit of cells if there is one.
impl FromStr for Levels {
    type Err = LevelsError;

    fn from_str(text: &str) -> Result<Self, LevelsError> {
        let mut levels = Levels {
            rows: false,
            regions: None,
            across: false,
            merge: false,
        };
        for name in text.split(',') {
            let error = || LevelsError(name.to_string());
            match name.split_once(':') {
                None if name == "rows" => levels.rows = true,
                None if name == "across" => levels.across = true,
                None if name == "merge" => levels.merge = true,
                None if name == "regions" => levels.regions = Levels::DEFAULT.regions,
                Some(("regions", cells)) => {
                    let cells = cells.parse().map_err(|_| error())?;
                    if !(1..=LARGEST).contains(&cells) {
                        return Err(error());
                    }
                    levels.regions = Some(RegionLimit::Cells(cells));
                }
                _ => return Err(error()),
            }
        }
        if levels.merge && levels.regions.is_none() {
            return Err(LevelsError("merge without regions".to_string()));
        }
        if levels.across && levels.regions.is_none() {
            return Err(LevelsError("across without regions".to_string()));
        }
        Ok(levels)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_round_trip() {
        for text in [
            "rows",
            "regions:16",
            "rows,regions:7",
            "regions:28,merge",
            "regions:14,across",
            "rows,regions,across,merge",
        ] {
            let levels: Levels = text.parse().expect("levels");
            assert_eq!(levels.to_string(), text);
        }
        assert_eq!("rows,regions,across,merge".parse(), Ok(Levels::DEFAULT));
        for text in [
            "",
            "row",
            "regions:0",
            "regions:43",
            "regions,values",
            "rows,runs",
            "regions:x",
            "rows,,regions",
            "merge",
            "rows,across",
        ] {
            assert!(text.parse::<Levels>().is_err(), "{text}");
        }
    }

    /// The table of docs/engine.md has the sizes, row by row.
    #[test]
    fn sizes_are_those_of_the_documents() {
        let row = |tiles: &str, size: &Size| {
            let lines = match (*size.lines.start(), *size.lines.end()) {
                (1, u32::MAX) => "any".to_string(),
                (least, u32::MAX) => format!("{least} or more"),
                (1, most) => format!("up to {most}"),
                (only, _) => only.to_string(),
            };
            let [even, odd] = size.cells;
            format!("| {tiles} | {lines} | {} | {even} | {odd} |", size.squares)
        };
        let dominoes = DOMINOES.iter().map(|size| row("2", size));
        let longer = LONGER.iter().map(|size| row("3 to 8", size));
        let rows: Vec<String> = dominoes.chain(longer).collect();
        let documents = include_str!("../../../../docs/engine.md");
        let listed: Vec<&str> = documents
            .lines()
            .filter(|line| line.starts_with("| 2 |") || line.starts_with("| 3 to 8 |"))
            .collect();
        assert_eq!(listed, rows);
    }

    /// Boards of the documents with their sizes, turned both ways.
    #[test]
    fn sizes_of_some_boards() {
        for (lines, length, tile, cells) in [
            (6, 6, 2, 16),
            (7, 9, 2, 17),
            (8, 8, 2, 18),
            (6, 11, 2, 18),
            (6, 12, 2, 20),
            (7, 11, 2, 17),
            (8, 10, 2, 18),
            (9, 9, 2, 17),
            (6, 13, 2, 18),
            (6, 14, 2, 20),
            (6, 15, 2, 20),
            (9, 11, 2, 21),
            (10, 10, 2, 22),
            (11, 11, 2, 20),
            (4, 16, 2, 16),
            (4, 21, 2, 20),
            (8, 8, 3, 20),
            (9, 9, 3, 24),
            (12, 12, 4, 36),
        ] {
            assert_eq!(RegionLimit::BySize.cells(lines, length, tile), cells);
            assert_eq!(RegionLimit::BySize.cells(length, lines, tile), cells);
        }
    }
}
