//! Families: claims that hold for every board with the same number of rows from some length on.
//!
//! If Vertical loses m x p moving first, m x p is at most 0, and by the cut m x (n+p) is at most m x n: if
//! Horizontal wins m x n, then m x (n+p) too. So a claim that holds for each of the p/d lengths
//! n, n+d, ..., n+p-d, with d a divisor of p, holds for every length n + id. Such families reach beyond
//! every limit; they are computed, not listed.

use std::fmt;

use crosscram_rules::{Outcome, Player, Tile};
use serde::Serialize;

use crate::{Atlas, Size};

/// What Horizontal achieves on the boards of a family.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Achieved {
    /// A win, whoever begins.
    Wins,
    /// A win moving first.
    WinsFirst,
    /// A win moving second.
    WinsSecond,
}

impl Achieved {
    const ALL: [Achieved; 3] = [Achieved::Wins, Achieved::WinsFirst, Achieved::WinsSecond];

    fn holds(self, atlas: &Atlas, size: Size) -> bool {
        let wins = |first| atlas.winner(size, first) == Some(Player::Horizontal);
        match self {
            Achieved::Wins => wins(Player::Vertical) && wins(Player::Horizontal),
            Achieved::WinsFirst => wins(Player::Horizontal),
            Achieved::WinsSecond => wins(Player::Vertical),
        }
    }
}

/// A claim about all boards of `rows` rows and `from`, `from + step`, `from + 2 step`, ... columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Family {
    /// What is claimed.
    pub achieved: Achieved,
    /// The number of rows.
    #[serde(skip)]
    pub rows: usize,
    /// The smallest number of columns.
    pub from: usize,
    /// The distance between consecutive numbers of columns.
    pub step: usize,
    /// The columns of a board that Vertical loses moving first; a multiple of `step`. Joined to a
    /// board of the family, it gives the one that is `period` columns longer.
    pub period: usize,
}

impl Family {
    /// The lengths that must be known; all others follow.
    pub fn base(&self) -> impl Iterator<Item = usize> + use<> {
        (self.from..self.from + self.period).step_by(self.step)
    }

    /// Returns whether the board with `cols` columns belongs to the family.
    pub fn contains(&self, cols: usize) -> bool {
        cols >= self.from && (cols - self.from).is_multiple_of(self.step)
    }

    /// Why it holds, in a sentence.
    pub fn argument(&self) -> String {
        let Family {
            rows, from, period, ..
        } = self;
        let last = self.base().last().unwrap_or(*from);
        let base = match last == *from {
            true => format!("{rows}x{from} is known"),
            false => format!("{rows}x{from} to {rows}x{last} are known"),
        };
        format!(
            "{base}, and V loses {rows}x{period} moving first, so each gives the board {period} columns longer"
        )
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Family {
            rows, from, step, ..
        } = self;
        let every = match (step, from % step) {
            (1, _) => "every n".to_owned(),
            (2, 0) => "every even n".to_owned(),
            (2, _) => "every odd n".to_owned(),
            (_, 0) => format!("every multiple n of {step}"),
            (_, rest) => format!("every n = {step}i + {rest}"),
        };
        let range = format!("{every} >= {from}");
        match self.achieved {
            Achieved::Wins => write!(f, "{rows}xn is H for {range}"),
            Achieved::WinsFirst => write!(f, "H moving first wins {rows}xn for {range}"),
            Achieved::WinsSecond => write!(f, "H moving second wins {rows}xn for {range}"),
        }
    }
}

/// All boards with the same number of rows: their families, and the boards that stay open.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Row {
    /// The length of the tiles.
    pub tile: Tile,
    /// The number of rows.
    pub rows: usize,
    /// The families, strongest first.
    pub families: Vec<Family>,
    /// The lengths up to the limit whose outcome is not known.
    pub open: Vec<usize>,
    /// Whether every board except those in `open` is known, even beyond the limit.
    pub settled_beyond: bool,
}

/// Steps to try, simplest first.
const STEPS: [usize; 11] = [1, 2, 3, 4, 6, 8, 10, 12, 16, 20, 24];
/// A multiple of all steps, so that this many consecutive lengths stand for all.
const CYCLE: usize = 240;

/// Computes the families of boards with `rows` rows.
///
/// It lists families that say something new about infinitely many boards, and those of every n, every
/// even n and every odd n that Horizontal wins whoever begins.
pub fn row(atlas: &Atlas, rows: usize) -> Row {
    let limit = atlas.limit();
    let mut families: Vec<Family> = Vec::new();
    for achieved in Achieved::ALL {
        for step in STEPS {
            for rest in 0..step {
                let Some(family) = family(atlas, achieved, rows, step, rest) else {
                    continue;
                };
                let says_as_much = |known: &&Family| {
                    known.achieved == achieved || known.achieved == Achieved::Wins
                };
                let said = |cols: usize| {
                    let mut known = families.iter().filter(says_as_much);
                    known.any(|known| known.contains(cols))
                };
                let new = |cols: usize| family.contains(cols) && !said(cols);
                let plain = achieved == Achieved::Wins && step <= 2;
                if (limit + 1..=limit + CYCLE).any(new) || plain && new(family.from) {
                    families.push(family);
                }
            }
        }
    }
    let sizes = (1..=limit).map(|cols| Size::small(rows, cols));
    let open = sizes.filter(|size| atlas.outcome(*size).outcome().is_none());
    let wins = |family: &&Family| family.achieved == Achieved::Wins;
    let wins: Vec<_> = families.iter().filter(wins).collect();
    let settled_beyond =
        (limit + 1..=limit + CYCLE).all(|cols| wins.iter().any(|family| family.contains(cols)));
    Row {
        tile: atlas.tile(),
        rows,
        open: open.map(Size::cols).collect(),
        settled_beyond,
        families,
    }
}

/// The family of lengths that leave `rest` when divided by `step`, from the smallest possible length on.
fn family(
    atlas: &Atlas,
    achieved: Achieved,
    rows: usize,
    step: usize,
    rest: usize,
) -> Option<Family> {
    let limit = atlas.limit();
    let holds = |cols: &usize| achieved.holds(atlas, Size::small(rows, *cols));
    let class = (1..=limit).filter(|cols| cols % step == rest).rev();
    let from = class.take_while(holds).last()?;
    let mut periods = (step..=limit).step_by(step);
    let period = periods.find(|&cols| {
        from + cols - step <= limit && Achieved::WinsSecond.holds(atlas, Size::small(rows, cols))
    })?;
    Some(Family {
        achieved,
        rows,
        from,
        step,
        period,
    })
}

/// The boards with this outcome that belong to no family.
pub fn sporadic(atlas: &Atlas, row: &Row, outcome: Outcome) -> Vec<usize> {
    let in_family = |cols: usize| {
        let wins = |family: &&Family| family.achieved == Achieved::Wins;
        let mut families = row.families.iter().filter(wins);
        outcome == Outcome::Horizontal && families.any(|family| family.contains(cols))
    };
    (1..=atlas.limit())
        .filter(|&cols| {
            let known = atlas.outcome(Size::small(row.rows, cols)).outcome();
            known == Some(outcome) && !in_family(cols)
        })
        .collect()
}
