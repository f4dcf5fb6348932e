//! Joining pieces of a cut again.
//!
//! The dynamic programme cuts a region through its whole width. Where two pieces that touch
//! across a cut are together small enough for the table, their union is worth at least as much
//! as the two, and often more.

use super::division::{Division, Kind};
use super::geometry::Geometry;
use super::parts::{Cut, Parts, exact};
use crosscram_rules::Bits;
use crosscram_values::switches::{Role, SwitchVector};

/// Some cells with their bound.
#[derive(Clone, Copy)]
struct MergedPiece<W> {
    cells: W,
    /// Those that belong to another piece too. Here they have no neighbours across.
    shared: W,
    /// Its lines are bounded one by one: Left never plays between them.
    in_lines: bool,
    vector: SwitchVector,
}

/// Which cuts of large regions are followed back.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cuts {
    /// Those into bands, whose pieces may touch.
    Bands,
    /// Also those of the whole region across its lines.
    All,
}

/// Scratch memory, and the pieces of the last position that was looked at.
#[derive(Default)]
pub(super) struct Merger<W> {
    pieces: Vec<MergedPiece<W>>,
    sums: Vec<SwitchVector>,
}

impl<W: Bits> Merger<W> {
    /// Returns whether the pieces of the best cut, some of them merged, prove a win in `role`.
    pub(super) fn wins(
        &mut self,
        parts: &Parts<W>,
        quarters: i16,
        role: Role,
        geometry: &mut Geometry<W>,
    ) -> bool {
        let fixed = self.cut_into_pieces(parts, quarters, role, Cuts::Bands, geometry);
        self.merge(fixed, role, geometry)
    }

    /// `fixed` is the sum of what cannot be merged.
    fn merge(&mut self, fixed: SwitchVector, role: Role, geometry: &Geometry<W>) -> bool {
        let length = geometry.grid.length();
        let limit = geometry.limit();
        let pieces = &mut self.pieces;
        let mut value = sum_without(fixed, pieces, &[]).at_least_as(role);
        loop {
            if value >= 0 {
                return true;
            }
            let mut best: Option<(usize, usize, MergedPiece<W>)> = None;
            'pairs: for i in 0..pieces.len() {
                let MergedPiece {
                    cells,
                    shared,
                    vector,
                    ..
                } = pieces[i];
                // Pieces of one cut touch only across lines.
                let reach = cells.up(length) | cells.down(length);
                let room = limit.saturating_sub(cells.count());
                for j in i + 1..pieces.len() {
                    let other = &pieces[j];
                    if (reach & other.cells).is_empty() || other.cells.count() > room {
                        continue;
                    }
                    let union = cells | other.cells;
                    // A cell of both is no longer shared.
                    let shared = shared ^ other.shared;
                    if !(shared & (union.up(length) | union.down(length))).is_empty() {
                        continue;
                    }
                    let Some(together) = geometry.merged(union) else {
                        continue;
                    };
                    if !together.exceeds(&vector.plus(&other.vector)) {
                        continue;
                    }
                    let rest = sum_without(fixed, pieces, &[i, j]);
                    let improved = rest.sum_at_least_as(&together, role);
                    if improved > value {
                        value = improved;
                        let piece = MergedPiece {
                            cells: union,
                            shared,
                            in_lines: false,
                            vector: together,
                        };
                        best = Some((i, j, piece));
                    }
                    if improved >= 0 {
                        break 'pairs;
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

    /// The best cut for `role` that was found, with some of its pieces merged, and whether it proves
    /// a win.
    pub(super) fn division(
        &mut self,
        free: W,
        parts: &Parts<W>,
        quarters: i16,
        role: Role,
        geometry: &mut Geometry<W>,
    ) -> (Division<W>, bool) {
        let fixed = self.cut_into_pieces(parts, quarters, role, Cuts::All, geometry);
        let wins = self.merge(fixed, role, geometry);
        let mut division = Division::new(free, quarters, parts.list.len() + self.pieces.len());
        for part in parts.list.iter().filter(|part| part.cut.is_none()) {
            division.push(part.cells, W::EMPTY, Kind::Region, part.vector, geometry);
        }
        for piece in &self.pieces {
            let kind = match piece.in_lines {
                true => Kind::Lines,
                false if piece.cells.count() <= geometry.limit() => Kind::Region,
                false if geometry.grid.integer(piece.cells).is_some() => Kind::Region,
                false => Kind::Strip,
            };
            division.push(piece.cells, piece.shared, kind, piece.vector, geometry);
        }
        (division, wins)
    }

    /// The pieces of the cut that gives the bound for `role`; what is not cut is added up.
    fn cut_into_pieces(
        &mut self,
        parts: &Parts<W>,
        quarters: i16,
        role: Role,
        cuts_looked_at: Cuts,
        geometry: &mut Geometry<W>,
    ) -> SwitchVector {
        self.pieces.clear();
        let mut fixed = SwitchVector::ZERO.plus_quarters(quarters);
        for part in parts.list.iter().filter(|part| part.cut.is_none()) {
            fixed = fixed.plus(&part.vector);
        }
        // Which entry of each cut region the best sum uses, from the last region to the first.
        let cuts = || parts.list.iter().filter(|part| part.cut.is_some());
        self.sums.clear();
        self.sums.push(fixed);
        for part in cuts() {
            let sum = self.sums[self.sums.len() - 1].plus(&part.vector);
            self.sums.push(sum);
        }
        let mut entry = SwitchVector::entry_of(role);
        for (i, part) in cuts().enumerate().collect::<Vec<_>>().into_iter().rev() {
            let (before, own) = self.sums[i].parts_of_sum(&part.vector, entry);
            entry = before;
            let cut = part.cut.as_ref().expect("filtered");
            let by_bands = parts.prefix(cut, cut.lines).number(own);
            let is_across = cuts_looked_at == Cuts::All && part.vector.number(own) > by_bands;
            if is_across && self.add_cut_across(part.cells, geometry) {
                continue;
            }
            self.cut_region(part.cells, parts, cut, own, geometry);
        }
        fixed
    }

    /// Follow the dynamic programme back from `entry` of a region's bound.
    fn cut_region(
        &mut self,
        region: W,
        parts: &Parts<W>,
        cut: &Cut,
        mut entry: usize,
        geometry: &mut Geometry<W>,
    ) {
        let (tile, tallest) = (geometry.grid.tile(), geometry.tallest);
        let mut lines = cut.lines;
        while lines > 0 {
            let wanted = parts.prefix(cut, lines).number(entry);
            let mut found = None;
            // The tallest band first, which leaves fewer pieces to join.
            for height in (tile..=tallest.min(lines)).rev() {
                let first = cut.top + lines - height;
                if let Some(band) = geometry.band(region, first, height) {
                    let before = parts.prefix(cut, lines - height);
                    let (entry, own) = before.parts_of_sum(&band, entry);
                    if before.number(entry) + band.number(own) == wanted {
                        found = Some((height, entry));
                        break;
                    }
                }
            }
            let (height, before) = found.unwrap_or((1, entry));
            entry = before;
            lines -= height;
            let band = region & geometry.grid.band(cut.top + lines, height);
            self.add_pieces(band, geometry);
        }
    }

    fn add_pieces(&mut self, band: W, geometry: &Geometry<W>) {
        geometry.for_each_region(band, |cells, vector| {
            if let Some(vector) = vector {
                self.pieces.push(MergedPiece::alone(cells, vector));
            } else if !self.add_cut_across(cells, geometry) {
                self.pieces.push(without_regions(cells, geometry));
            }
        });
    }

    /// Adds the pieces of a region that is cut across. Returns whether it could be cut.
    fn add_cut_across(&mut self, region: W, geometry: &Geometry<W>) -> bool {
        let Some(pieces) = geometry.cut_across(region) else {
            return false;
        };
        let before = self.pieces.len();
        let mut met = W::EMPTY;
        let mut shared = W::EMPTY;
        for &cells in pieces.as_slice() {
            shared |= met & cells;
            met |= cells;
            let Some(vector) = exact(cells, geometry) else {
                self.pieces.truncate(before);
                return false;
            };
            self.pieces.push(MergedPiece::alone(cells, vector));
        }
        for piece in &mut self.pieces[before..] {
            piece.shared = piece.cells & shared;
        }
        true
    }
}

impl<W: Bits> MergedPiece<W> {
    /// A piece that shares no cell.
    fn alone(cells: W, vector: SwitchVector) -> Self {
        MergedPiece {
            cells,
            shared: W::EMPTY,
            in_lines: false,
            vector,
        }
    }
}

/// A region that is not in the table: as a strip if it is one, else only Right moves.
fn without_regions<W: Bits>(cells: W, geometry: &Geometry<W>) -> MergedPiece<W> {
    let tile = geometry.grid.tile();
    let first = geometry.grid.line_of(cells.first());
    let is_strip = (cells & !geometry.grid.band(first, tile)).is_empty();
    let strip = geometry.strip(cells, first, tile).filter(|_| is_strip);
    let lines = || SwitchVector::integer(-geometry.grid.most_right_tiles(cells));
    MergedPiece {
        in_lines: strip.is_none(),
        ..MergedPiece::alone(cells, strip.unwrap_or_else(lines))
    }
}

/// The sum of all pieces but some.
#[inline]
fn sum_without<W>(
    fixed: SwitchVector,
    pieces: &[MergedPiece<W>],
    left_out: &[usize],
) -> SwitchVector {
    let mut sum = fixed;
    for (i, piece) in pieces.iter().enumerate() {
        if !left_out.contains(&i) {
            sum = sum.plus(&piece.vector);
        }
    }
    sum
}
