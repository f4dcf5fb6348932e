//! Joining pieces of a cut again.
//!
//! The dynamic programme cuts a region through its whole width. Where two pieces that touch
//! across a cut are together small enough for the table, their union is worth at least as much
//! as the two, and often more.

use super::{TALLEST_BAND, Tables, pairs_of};
use crosscram_rules::Bits;
use crosscram_values::SwitchVector;

/// What a bound is wanted for, as a number that must not be negative.
type Objective = fn(&SwitchVector) -> i16;

/// Some cells with their bound.
#[derive(Clone, Copy)]
pub(super) struct Piece<W> {
    cells: W,
    vector: SwitchVector,
}

impl<W: Bits> Tables<W> {
    /// Whether the pieces of a good cut of the board, some of them merged, reach the objective.
    pub(super) fn merged(&mut self, free: W, objective: Objective) -> bool {
        let mut pieces = std::mem::take(&mut self.pieces);
        pieces.clear();
        self.cut_into_pieces(free, objective, &mut pieces);
        let reached = self.merge_until(&mut pieces, objective);
        self.pieces = pieces;
        reached
    }

    fn merge_until(&mut self, pieces: &mut Vec<Piece<W>>, objective: Objective) -> bool {
        let length = self.regions.grid().length();
        let mut value = objective(&sum_without(pieces, &[]));
        loop {
            if value >= 0 {
                return true;
            }
            let mut best: Option<(usize, usize, Piece<W>)> = None;
            for i in 0..pieces.len() {
                let cells = pieces[i].cells;
                // Pieces of one cut touch only across lines.
                let reach = cells.up(length) | cells.down(length);
                for j in i + 1..pieces.len() {
                    if (reach & pieces[j].cells).is_empty() {
                        continue;
                    }
                    let union = cells | pieces[j].cells;
                    if union.count() > self.regions.limit() {
                        continue;
                    }
                    let vector = self.regions.region(union);
                    let rest = sum_without(pieces, &[i, j]);
                    let improved = objective(&rest.plus(&vector));
                    if improved > value {
                        value = improved;
                        let cells = union;
                        best = Some((i, j, Piece { cells, vector }));
                    }
                }
            }
            let Some((i, j, union)) = best else {
                return false;
            };
            pieces[i] = union;
            pieces.swap_remove(j);
        }
    }

    /// Cut all regions into pieces that the table knows.
    fn cut_into_pieces(&mut self, free: W, objective: Objective, pieces: &mut Vec<Piece<W>>) {
        let mut rest = free & !self.regions.grid().dead(free);
        while !rest.is_empty() {
            let region = self.regions.grid().first_region(rest);
            rest ^= region;
            if region.count() <= self.regions.limit() {
                let vector = self.regions.region(region);
                pieces.push(Piece {
                    cells: region,
                    vector,
                });
            } else {
                self.cut_region(region, objective, pieces);
            }
        }
    }

    /// One concrete cut of a large region into bands: for every number of lines the band that
    /// looks best with the best cut before it.
    fn cut_region(&mut self, region: W, objective: Objective, pieces: &mut Vec<Piece<W>>) {
        let (grid_lines, length) = (self.regions.grid().lines(), self.regions.grid().length());
        let top = region.first() / length;
        let mut heights = std::mem::take(&mut self.heights);
        heights.clear();
        heights.push(0);
        let mut lines = 0;
        while top + lines < grid_lines && !(region >> ((top + lines) * length)).is_empty() {
            lines += 1;
            let i = lines as usize;
            let single = -pairs_of(region, (top + lines - 1) * length, length);
            let (mut best, mut height) = (self.best[i - 1].plus_integer(single), 1);
            for tried in 2..=TALLEST_BAND.min(lines) {
                let band = region & self.regions.grid().band(top + lines - tried, tried);
                let Some(vector) = self.regions.sum(band) else {
                    break;
                };
                let cut = self.best[i - tried as usize].plus(&vector);
                // On a tie the taller band, which leaves fewer pieces to join.
                if objective(&cut) >= objective(&best) {
                    (best, height) = (cut, tried);
                }
            }
            self.best[i] = best;
            heights.push(height);
        }
        while lines > 0 {
            let height = heights[lines as usize];
            lines -= height;
            let mut band = region & self.regions.grid().band(top + lines, height);
            while !band.is_empty() {
                let cells = self.regions.grid().first_region(band);
                band ^= cells;
                // A single line is worth its disjoint pairs to the opponent, however long it is.
                let vector = if height == 1 && cells.count() > self.regions.limit() {
                    let pairs = pairs_of(cells, (top + lines) * length, length);
                    SwitchVector::integer(-pairs)
                } else {
                    self.regions.region(cells)
                };
                pieces.push(Piece { cells, vector });
            }
        }
        self.heights = heights;
    }
}

/// The sum of all pieces but some.
fn sum_without<W>(pieces: &[Piece<W>], left_out: &[usize]) -> SwitchVector {
    let mut sum = SwitchVector::ZERO;
    for (i, piece) in pieces.iter().enumerate() {
        if !left_out.contains(&i) {
            sum = sum.plus(&piece.vector);
        }
    }
    sum
}
