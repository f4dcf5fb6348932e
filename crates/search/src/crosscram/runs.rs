//! Level *runs*: each run of cells chooses by itself with which neighbouring line it is paired.
//!
//! Pieces are unions of whole runs, so no two neighbours along a line are separated, whatever the
//! runs choose. Line by line, the dynamic programme keeps the best bound for every choice of the
//! runs that wait for the next line; a strip is then made of the runs of one line that chose the
//! next and the runs of the next that chose this one. Only for dominoes: a longer tile would need
//! runs of more lines at once.

use super::geometry::Geometry;
use super::parts::Parts;
use crosscram_rules::Bits;
use crosscram_values::SwitchVector;

/// Runs of a line that choose by themselves; the rest choose as the last of these.
const MAX_CHOICES: usize = 3;

impl<W: Bits> Parts<W> {
    /// The sum with the large regions bounded by their runs too.
    pub(super) fn total_with_runs(&self, quarters: i16, geometry: &Geometry<W>) -> SwitchVector {
        let mut sum = SwitchVector::ZERO.plus_quarters(quarters);
        for part in &self.list {
            let by_runs = match part.cut {
                Some(_) => best_pairing(part.cells, geometry),
                None => None,
            };
            let vector = by_runs.map_or(part.vector, |by_runs| part.vector.or(&by_runs));
            sum = sum.plus(&vector);
        }
        sum
    }
}

/// The best bound that some choice of the runs gives; `None` without a table of strips.
fn best_pairing<W: Bits>(region: W, geometry: &Geometry<W>) -> Option<SwitchVector> {
    let grid = &geometry.grid;
    if grid.tile() != 2 {
        return None;
    }
    // Sets of cells that wait for the next line, with the bound of everything before.
    let mut waiting = vec![(W::EMPTY, SwitchVector::ZERO)];
    let mut rest = region;
    let mut line = region.first() / grid.length();
    while !rest.is_empty() {
        let cells = rest & grid.band(line, 1);
        rest &= !cells;
        let last = rest.is_empty();
        let mut next = Vec::with_capacity(1 << MAX_CHOICES);
        for choice in choices(cells, last) {
            let mut best: Option<SwitchVector> = None;
            for (before, bound) in &waiting {
                let strip = *before | (cells & !choice);
                // The first line of the board has none before it.
                let strip = geometry.strip(strip, line.saturating_sub(1), 2)?;
                let sum = bound.plus(&strip);
                best = Some(best.map_or(sum, |best| best.or(&sum)));
            }
            next.push((choice, best.expect("some choice waits")));
        }
        waiting = next;
        line += 1;
    }
    waiting.first().map(|(_, bound)| *bound)
}

/// Which cells of a line may wait for the next one: some of its runs. None at the last line.
fn choices<W: Bits>(cells: W, last: bool) -> Vec<W> {
    let mut choices = vec![W::EMPTY];
    if last {
        return choices;
    }
    let mut runs: Vec<W> = Vec::new();
    let mut next = None;
    for cell in cells.members() {
        let joined = next == Some(cell) || runs.len() == MAX_CHOICES;
        match runs.last_mut() {
            Some(run) if joined => *run |= W::single(cell),
            _ => runs.push(W::single(cell)),
        }
        next = Some(cell + 1);
    }
    for run in runs {
        for i in 0..choices.len() {
            choices.push(choices[i] | run);
        }
    }
    choices
}
