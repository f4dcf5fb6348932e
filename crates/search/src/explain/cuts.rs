//! The cuts that are tried: the levels of the evaluation.
//!
//! Everything is written for Left, whose tiles lie across the lines. It is sound because no two
//! neighbours along a line are ever put into different pieces: only moves of Left are forbidden.

use super::bound::Bound;
use super::vectors::Vectors;
use crosscram_rules::{Bits, Bits256};
use crosscram_values::switches::SwitchVector;
use std::collections::HashMap;

/// With more runs than this in a line of a region, all runs of the line choose together.
const MAX_RUNS: usize = 5;

/// The sum of the vectors of some pieces.
pub(super) fn sum<'a>(vectors: impl Iterator<Item = &'a SwitchVector>) -> SwitchVector {
    vectors
        .copied()
        .reduce(|sum, vector| sum.plus(&vector))
        .unwrap_or(SwitchVector::ZERO)
}

/// The number of a sum that decides, in quarters: if it is not negative, Left is proven to win.
pub(super) fn objective(sum: &SwitchVector, moves_first: bool) -> i16 {
    if moves_first {
        sum.first_at_least()
    } else {
        sum.at_least()
    }
}

impl Vectors {
    /// Level 1: lines alone, and strips of as many lines as a tile has cells.
    pub(super) fn rows(&mut self, set: Bits256) -> Bound {
        let (first, end) = self.field.extent(set);
        let tile = self.field.tile;
        // By the number of lines.
        let mut best = vec![Bound::nothing()];
        for lines in 1..=(end - first) {
            let mut band = |height: u32| {
                let cells = set & self.field.band(first + lines - height, height);
                let before = &best[(lines - height) as usize];
                Some(before.plus(&self.uncut(cells)?))
            };
            let alone = band(1).expect("nobody but Right can move in a line");
            let strip = if tile <= lines { band(tile) } else { None };
            best.push(match strip {
                Some(strip) => strip.or(&alone),
                None => alone,
            });
        }
        best.pop().expect("at least the bound of no lines")
    }

    /// Level 2: each region by itself, and in it each run chooses to join the line before or the
    /// line after.
    pub(super) fn runs(&mut self, set: Bits256) -> Bound {
        let regions = self.field.regions(set);
        regions.into_iter().fold(Bound::nothing(), |sum, region| {
            sum.plus(&self.runs_of_region(region))
        })
    }

    /// For dominoes a run that joins the line after waits for the runs there that join the line
    /// before. For longer tiles the runs of a line choose together, which is a choice of strips.
    fn runs_of_region(&mut self, region: Bits256) -> Bound {
        if self.field.tile > 2 {
            return self.rows(region);
        }
        let (first, end) = self.field.extent(region);
        // Bounds of the lines so far without the waiting runs, by the waiting runs.
        let mut best = vec![(Bits256::EMPTY, Bound::nothing())];
        for line in first..end {
            let cells = region & self.field.band(line, 1);
            let mut runs = self.field.runs(cells);
            if runs.len() > MAX_RUNS {
                runs = vec![cells];
            }
            let mut next = Vec::new();
            for waiting in unions(&runs) {
                let joined = best.iter().filter_map(|(waited, bound)| {
                    let strip = self.uncut(*waited | (cells ^ waiting))?;
                    Some(bound.plus(&strip))
                });
                if let Some(bound) = joined.reduce(|one, other| one.or(&other)) {
                    next.push((waiting, bound));
                }
            }
            best = next;
        }
        let ended = best.into_iter().filter_map(|(waiting, bound)| {
            let alone = self.uncut(waiting)?;
            Some(bound.plus(&alone))
        });
        ended
            .reduce(|one, other| one.or(&other))
            .expect("all lines alone are one of the cuts")
    }

    /// Level 3: each region by itself, exactly if it is small, else cut between two lines in the
    /// best place, the parts likewise; or as level 2 cuts it. Level 4, `across`: also cut at cells
    /// that Left cannot use.
    pub(super) fn regions(&mut self, set: Bits256, across: bool) -> Bound {
        let mut known = HashMap::new();
        let regions = self.field.regions(set);
        regions.into_iter().fold(Bound::nothing(), |sum, region| {
            let mut bound = self.region(region, across, &mut known);
            if self.of(region).is_none() {
                bound = bound.or(&self.runs_of_region(region));
            }
            sum.plus(&bound)
        })
    }

    fn region(
        &mut self,
        region: Bits256,
        across: bool,
        known: &mut HashMap<Bits256, Bound>,
    ) -> Bound {
        if let Some(vector) = self.of(region) {
            return Bound::piece(region, &vector);
        }
        if let Some(bound) = known.get(&region) {
            return bound.clone();
        }
        let (first, end) = self.field.extent(region);
        let between_lines = (first + 1..end).map(|line| {
            let before = region & self.field.band(first, line - first);
            let mut parts = self.field.regions(before);
            parts.extend(self.field.regions(region ^ before));
            parts
        });
        let mut cuts: Vec<Vec<Bits256>> = between_lines.collect();
        if across {
            cuts.extend(self.field.cuts_across(region).map(Vec::from));
        }
        let best = cuts
            .into_iter()
            .map(|parts| {
                parts.into_iter().fold(Bound::nothing(), |sum, part| {
                    sum.plus(&self.region(part, across, known))
                })
            })
            .reduce(|one, other| one.or(&other))
            .expect("a region of one line is one-sided");
        known.insert(region, best.clone());
        best
    }

    /// Level 5: pieces that touch across a cut are joined again, as long as that improves the sum. The
    /// union of two pieces is worth at least their sum, and Left must not gain the use of a cell that
    /// belongs to a third.
    pub(super) fn merged(&mut self, mut pieces: Vec<Bits256>, moves_first: bool) -> Vec<Bits256> {
        loop {
            let vectors: Vec<SwitchVector> =
                pieces.iter().map(|&cells| self.piece(cells)).collect();
            let mut most = objective(&sum(vectors.iter()), moves_first);
            let mut best = None;
            for i in 0..pieces.len() {
                for j in i + 1..pieces.len() {
                    let union = pieces[i] | pieces[j];
                    let touch = !(self.field.across(pieces[i]) & pieces[j]).is_empty();
                    let others = pieces.iter().enumerate();
                    let others = others.filter(|&(at, _)| at != i && at != j);
                    let elsewhere = others.fold(Bits256::EMPTY, |all, (_, &cells)| all | cells);
                    let used_twice = union & elsewhere & self.field.across(union);
                    if !touch || !used_twice.is_empty() || union.count() > self.limit {
                        continue;
                    }
                    let united = self.piece(union);
                    let others = vectors.iter().enumerate();
                    let others = others.filter(|&(at, _)| at != i && at != j);
                    let vectors = others.map(|(_, vector)| vector).chain([&united]);
                    let value = objective(&sum(vectors), moves_first);
                    if value > most {
                        (most, best) = (value, Some((i, j)));
                    }
                }
            }
            let Some((i, j)) = best else {
                return pieces;
            };
            let joined = pieces.remove(j);
            pieces[i] |= joined;
        }
    }

    /// The vector of a piece of a cut.
    pub(super) fn piece(&mut self, cells: Bits256) -> SwitchVector {
        self.of(cells).expect("pieces are made of known regions")
    }

    /// The sum of the regions of `set`; `None` if one is too large.
    fn uncut(&mut self, set: Bits256) -> Option<Bound> {
        let regions = self.field.regions(set);
        regions
            .into_iter()
            .try_fold(Bound::nothing(), |sum, region| {
                let vector = self.of(region)?;
                Some(sum.plus(&Bound::piece(region, &vector)))
            })
    }
}

/// All unions of some of the sets.
fn unions(sets: &[Bits256]) -> Vec<Bits256> {
    let mut unions = vec![Bits256::EMPTY];
    for &set in sets {
        let with: Vec<Bits256> = unions.iter().map(|&union| union | set).collect();
        unions.extend(with);
    }
    unions
}
