//! Which levels of the switch bounds are used, and their text form.

use crosscram_values::LARGEST;
use std::fmt;
use std::str::FromStr;

/// Which levels of the evaluation are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Levels {
    /// Cut the whole board into strips and single lines.
    pub rows: bool,
    /// Bound each connected region by itself; exactly up to this many cells.
    pub regions: Option<u32>,
    /// Join neighbouring pieces of the best cut again where that helps. Needs regions.
    pub merge: bool,
}

impl Levels {
    /// What the engine uses: regions of up to 16 cells.
    pub const DEFAULT: Levels = Levels {
        rows: true,
        regions: Some(16),
        merge: true,
    };
}

impl fmt::Display for Levels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let regions = self.regions.map(|cells| format!("regions:{cells}"));
        let rows = self.rows.then(|| "rows".to_string());
        let merge = self.merge.then(|| "merge".to_string());
        let levels: Vec<String> = rows.into_iter().chain(regions).chain(merge).collect();
        f.write_str(&levels.join(","))
    }
}

/// Why a text does not name levels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelsError(String);

impl fmt::Display for LevelsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "'{}' is not a level: use rows, regions, regions:N with N cells from 1 to {LARGEST}, or merge",
            self.0
        )
    }
}

impl std::error::Error for LevelsError {}

/// Levels as printed: names joined by commas, `regions` with its limit of cells if not the usual.
impl FromStr for Levels {
    type Err = LevelsError;

    fn from_str(text: &str) -> Result<Self, LevelsError> {
        let mut levels = Levels {
            rows: false,
            regions: None,
            merge: false,
        };
        for name in text.split(',') {
            let error = || LevelsError(name.to_string());
            match name.split_once(':') {
                None if name == "rows" => levels.rows = true,
                None if name == "merge" => levels.merge = true,
                None if name == "regions" => levels.regions = Levels::DEFAULT.regions,
                Some(("regions", cells)) => {
                    let cells = cells.parse().map_err(|_| error())?;
                    if !(1..=LARGEST).contains(&cells) {
                        return Err(error());
                    }
                    levels.regions = Some(cells);
                }
                _ => return Err(error()),
            }
        }
        if levels.merge && levels.regions.is_none() {
            return Err(LevelsError("merge without regions".to_string()));
        }
        Ok(levels)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_round_trip() {
        for text in ["rows", "regions:16", "rows,regions:7", "regions:28,merge"] {
            let levels: Levels = text.parse().expect("levels");
            assert_eq!(levels.to_string(), text);
        }
        assert_eq!("rows,regions,merge".parse(), Ok(Levels::DEFAULT));
        for text in [
            "",
            "row",
            "regions:0",
            "regions:29",
            "regions:x",
            "rows,,regions",
        ] {
            assert!(text.parse::<Levels>().is_err(), "{text}");
        }
    }
}
