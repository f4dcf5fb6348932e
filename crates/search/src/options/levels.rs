//! Which levels of the switch bounds are used, and their text form.

use crosscram_values::largest;
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

/// Maximum number of cells of regions that can be asked for; with dominoes no more than 28 are used.
const LARGEST: u32 = largest(3);

/// Maximum number of cells of a region whose exact vector is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RegionLimit {
    /// The region size that was fastest for boards of this size.
    BySize,
    /// This many.
    Cells(u32),
}

impl RegionLimit {
    /// The limit for a board of `lines` lines of `length` cells, whichever way it is turned. Each
    /// four cells more halve the nodes and multiply the regions by six or seven, so a longer search
    /// can afford more of them. Boards with an odd number of cells fall into odd pieces more often,
    /// so there the limit is odd; long thin boards have fewer regions, and longer tiles make fewer.
    pub fn cells(self, lines: u32, length: u32, tile: u32) -> u32 {
        let area = lines * length;
        let thin = lines.min(length) <= 4;
        match (self, area, tile) {
            (RegionLimit::Cells(cells), ..) => cells,
            (RegionLimit::BySize, 0..=64, 2) if thin || area < 63 => 16,
            (RegionLimit::BySize, 63..=64, 2) => 18 - area % 2,
            (RegionLimit::BySize, _, 2) if thin => 20,
            (RegionLimit::BySize, 65..=69, 2) => 18,
            (RegionLimit::BySize, 70..=76, 2) => 20,
            (RegionLimit::BySize, 84..=95, 2) if lines.min(length) == 6 => 20,
            (RegionLimit::BySize, 77..=95, 2) => 18 - area % 2,
            (RegionLimit::BySize, 96..=109, 2) => 22 - area % 2,
            (RegionLimit::BySize, _, 2) => 20,
            (RegionLimit::BySize, 0..=80, _) => 20,
            (RegionLimit::BySize, 81..=110, _) => 24,
            (RegionLimit::BySize, 111..=130, _) => 32,
            (RegionLimit::BySize, ..) => 36,
        }
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
}
