//! Which levels of the switch bounds are used, and their text form.

use crosscram_values::tables::largest;
use std::fmt;
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

/// Maximum number of cells of regions that can be asked for; with dominoes no more than 32 are used.
const LARGEST: u32 = largest(3);

/// Maximum number of cells of a region whose exact vector is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RegionLimit {
    /// A few cells at first, and more the longer the search becomes.
    Growing,
    /// This many.
    Cells(u32),
}

/// How the maximum number of cells of an exact region grows with the nodes of a search: it begins with `first`, and from
/// `patience` nodes on it is larger by `step`, and by as much again whenever the nodes have grown fourfold, up to `most`.
///
/// Two cells more take two to three times as many regions to compute and save a fourth to a half of the nodes, so
/// computing regions always takes about as long as the search so far.
struct Growth {
    first: u32,
    patience: u64,
    step: u32,
    most: u32,
}

impl Growth {
    /// On a board of so many squares. Searches of larger boards are long from the beginning. Boards with an odd number of
    /// squares fall into odd pieces more often, and into more different ones.
    fn of(squares: u32, tile: u32) -> Growth {
        let is_odd = squares % 2;
        match tile {
            2 => Growth {
                first: match squares {
                    ..60 => 16,
                    60..96 => 18 - is_odd,
                    _ => 20 + is_odd,
                },
                patience: match squares {
                    ..96 => 1 << 20,
                    _ => 1 << (16 + 2 * is_odd),
                },
                step: 2,
                most: 30,
            },
            // Longer tiles make fewer regions.
            _ => Growth {
                first: if squares < 81 { 20 } else { 24 },
                patience: 1 << 16,
                step: 4,
                most: 36,
            },
        }
    }
}

impl RegionLimit {
    /// The limit on a board of so many squares when a search has visited so many nodes.
    pub fn cells(self, squares: u32, tile: u32, nodes: u64) -> u32 {
        let RegionLimit::Cells(cells) = self else {
            let growth = Growth::of(squares, tile);
            let fourfold = (nodes / growth.patience).checked_ilog(4);
            let steps = fourfold.map_or(0, |times| times + 1);
            return growth.most.min(growth.first + growth.step * steps);
        };
        cells
    }

    /// The limit that is never exceeded.
    pub fn most(self, tile: u32) -> u32 {
        match self {
            RegionLimit::Growing => Growth::of(0, tile).most,
            RegionLimit::Cells(cells) => cells,
        }
    }
}

impl Levels {
    /// The default levels.
    pub const DEFAULT: Levels = Levels {
        rows: true,
        regions: Some(RegionLimit::Growing),
        across: true,
        merge: true,
    };
}

impl fmt::Display for Levels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let regions = self.regions.map(|limit| match limit {
            RegionLimit::Growing => "regions".to_string(),
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
            "regions:49",
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

    #[test]
    fn regions_grow_with_the_search() {
        let cells = |squares, tile, nodes| RegionLimit::Growing.cells(squares, tile, nodes);
        for (squares, tile, nodes, expected) in [
            (48, 2, 0, 16),
            (49, 2, 65_536, 16),
            (64, 2, 0, 18),
            (63, 2, 0, 17),
            (80, 2, (1 << 20) - 1, 18),
            (80, 2, 1 << 20, 20),
            (80, 2, (1 << 22) - 1, 20),
            (80, 2, 1 << 22, 22),
            (99, 2, (1 << 18) - 1, 21),
            (99, 2, 1 << 18, 23),
            (100, 2, 1 << 20, 26),
            (121, 2, 0, 21),
            (100, 2, u64::MAX, 30),
            (64, 3, 0, 20),
            (144, 3, 1 << 18, 32),
            (144, 3, u64::MAX, 36),
        ] {
            assert_eq!(
                cells(squares, tile, nodes),
                expected,
                "{squares} {tile} {nodes}"
            );
            assert!(expected <= RegionLimit::Growing.most(tile));
        }
        assert_eq!(RegionLimit::Cells(7).cells(64, 2, u64::MAX), 7);
    }

    /// The table of docs/engine.md says when regions grow.
    #[test]
    fn growth_is_that_of_the_documents() {
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/engine.md");
        let Ok(page) = std::fs::read_to_string(page) else {
            return; // A package of this crate alone has no pages.
        };
        let cells = |squares, tile, nodes| RegionLimit::Growing.cells(squares, tile, nodes);
        let mut rows = 0;
        for line in page.lines() {
            let fields: Vec<&str> = line.split('|').map(str::trim).collect();
            let (tile, squares) = match fields.get(1..3) {
                Some(["2", "fewer than 60"]) => (2, [58, 59]),
                Some(["2", "60 to 95"]) => (2, [60, 95]),
                Some(["2", "96 or more"]) => (2, [96, 97]),
                Some(["3 to 8", "fewer than 81"]) => (3, [80, 79]),
                Some(["3 to 8", "81 or more"]) => (8, [82, 81]),
                _ => continue,
            };
            rows += 1;
            let numbers = fields[3..9]
                .iter()
                .map(|field| field.replace(',', "").parse());
            let numbers: Vec<u32> = numbers.collect::<Result<_, _>>().expect("numbers");
            for (parity, squares) in squares.into_iter().enumerate() {
                let (first, patience) = (numbers[parity], u64::from(numbers[2 + parity]));
                assert_eq!(cells(squares, tile, patience - 1), first, "{line}");
                assert_eq!(cells(squares, tile, patience), first + numbers[4], "{line}");
                assert_eq!(
                    cells(squares, tile, 4 * patience - 1),
                    first + numbers[4],
                    "{line}"
                );
                assert_eq!(cells(squares, tile, u64::MAX), numbers[5], "{line}");
            }
        }
        assert_eq!(rows, 5);
    }
}
