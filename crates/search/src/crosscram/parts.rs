//! A position as the sum of its connected regions, from one player's side.

use super::geometry::Geometry;
use crosscram_rules::Bits;
use crosscram_values::switches::SwitchVector;

/// One connected region and its bound.
#[derive(Clone, Copy)]
pub(super) struct BoundedRegion<W> {
    pub(super) cells: W,
    pub(super) vector: SwitchVector,
    /// If the region is cut into bands: where, else `None` (then the vector is exact).
    pub(super) cut: Option<Cut>,
}

/// A region that is cut into bands.
#[derive(Clone, Copy)]
pub(super) struct Cut {
    /// First line.
    pub(super) top: u32,
    /// Number of lines.
    pub(super) lines: u32,
    /// Where the bounds of the first 0, 1, …, `lines` lines begin in [`Parts::prefixes`].
    at: u32,
}

/// All regions of a position, and their sum.
#[derive(Default)]
pub(super) struct Parts<W> {
    pub(super) list: Vec<BoundedRegion<W>>,
    prefixes: Vec<SwitchVector>,
    pub(super) total: SwitchVector,
}

impl<W: Bits> Parts<W> {
    /// The bound of the first `count` lines of a region that is cut.
    #[inline]
    pub(super) fn prefix(&self, cut: &Cut, count: u32) -> &SwitchVector {
        &self.prefixes[(cut.at + count) as usize]
    }

    /// The regions of `free`. `quarters` is added to the sum.
    pub(super) fn of(&mut self, free: W, quarters: i16, geometry: &mut Geometry<W>) {
        self.list.clear();
        self.prefixes.clear();
        self.add_regions(free, None, geometry);
        self.add_up(quarters);
    }

    /// The regions after some `cells` of the position `before` were covered.
    #[inline]
    pub(super) fn after(
        &mut self,
        before: &Parts<W>,
        cells: W,
        quarters: i16,
        geometry: &mut Geometry<W>,
    ) {
        self.list.clear();
        self.prefixes.clear();
        for part in &before.list {
            if (part.cells & cells).is_empty() {
                let cut = part.cut.map(|cut| {
                    let at = self.prefixes.len() as u32;
                    let from = cut.at as usize;
                    let prefixes = &before.prefixes[from..=from + cut.lines as usize];
                    self.prefixes.extend_from_slice(prefixes);
                    Cut { at, ..cut }
                });
                self.list.push(BoundedRegion { cut, ..*part });
            } else {
                self.add_regions(part.cells & !cells, Some((before, part, cells)), geometry);
            }
        }
        self.add_up(quarters);
    }

    fn add_up(&mut self, quarters: i16) {
        let mut parts = self.list.iter();
        let sum = match parts.next() {
            None => SwitchVector::ZERO,
            Some(part) => parts.fold(part.vector, |sum, part| sum.plus(&part.vector)),
        };
        self.total = if quarters == 0 {
            sum
        } else {
            sum.plus_quarters(quarters)
        };
    }

    /// The sum of all regions but one; `None` if nothing is left.
    pub(super) fn rest(&self, left_out: usize, quarters: i16) -> Option<SwitchVector> {
        let mut sum: Option<SwitchVector> = None;
        for (i, part) in self.list.iter().enumerate() {
            if i != left_out {
                sum = Some(sum.map_or(part.vector, |sum| sum.plus(&part.vector)));
            }
        }
        if quarters == 0 {
            return sum;
        }
        Some(sum.unwrap_or(SwitchVector::ZERO).plus_quarters(quarters))
    }

    /// `origin` is the region that `free` is left of, and the cells that were taken from it.
    fn add_regions(
        &mut self,
        free: W,
        origin: Option<(&Parts<W>, &BoundedRegion<W>, W)>,
        geometry: &mut Geometry<W>,
    ) {
        if geometry.levels.regions.is_none() {
            // Everything is one region, whether connected or not.
            self.add_cut(free, origin, geometry);
            return;
        }
        let mut rest = free & !geometry.grid.dead(free);
        while !rest.is_empty() {
            let region = geometry.grid.first_region(rest);
            rest ^= region;
            match exact(region, geometry) {
                Some(vector) => self.list.push(BoundedRegion {
                    cells: region,
                    vector,
                    cut: None,
                }),
                None => {
                    self.add_cut(region, origin, geometry);
                    self.improve_last(geometry.whole(region));
                }
            }
        }
    }

    /// Another bound of the region that was added last.
    #[inline]
    fn improve_last(&mut self, bound: Option<SwitchVector>) {
        if let (Some(part), Some(bound)) = (self.list.last_mut(), bound) {
            part.vector = part.vector.or(&bound);
        }
    }

    /// A region by its best cut into bands. Up to the first line that differs from the region it
    /// is left of, the bounds are those found there.
    fn add_cut(
        &mut self,
        region: W,
        origin: Option<(&Parts<W>, &BoundedRegion<W>, W)>,
        geometry: &mut Geometry<W>,
    ) {
        if region.is_empty() {
            return;
        }
        let length = geometry.grid.length();
        let (tile, tallest) = (geometry.grid.tile(), geometry.tallest);
        let top = geometry.grid.line_of(region.first());
        let at = self.prefixes.len();
        let mut lines = 0;
        self.prefixes.push(SwitchVector::ZERO);
        if let Some((before, part, _)) = origin
            && let Some(cut) = &part.cut
            && cut.top == top
        {
            let same = geometry.grid.line_of((part.cells ^ region).first()) - top;
            let same = same.min(cut.lines);
            let from = cut.at as usize;
            let known = &before.prefixes[from + 1..=from + same as usize];
            self.prefixes.extend_from_slice(known);
            lines = same;
        }
        let from = lines;
        let height = geometry.grid.line_of(region.last()) + 1 - top;
        geometry.prefetch_bands(
            region >> (top * length),
            tile..=tallest.min(height),
            |band| (from + 1).saturating_sub(band)..=height - band,
        );
        while top + lines < geometry.grid.lines() {
            let rest = region >> ((top + lines) * length);
            if rest.is_empty() {
                break;
            }
            lines += 1;
            let line = top + lines - 1;
            let i = at + lines as usize;
            let single = geometry.single(region, line);
            let mut best = self.prefixes[i - 1].plus_integer(single);
            for height in tile..=tallest.min(lines) {
                // A taller band has larger regions still.
                let Some(band) = geometry.band(region, line + 1 - height, height) else {
                    break;
                };
                let cut = self.prefixes[i - height as usize].plus(&band);
                best = best.or(&cut);
            }
            self.prefixes.push(best);
        }
        self.list.push(BoundedRegion {
            cells: region,
            vector: self.prefixes[at + lines as usize],
            cut: Some(Cut {
                top,
                lines,
                at: at as u32,
            }),
        });
    }
}

/// The vector of a connected region without any cut, if it is known.
#[inline]
pub(super) fn exact<W: Bits>(region: W, geometry: &Geometry<W>) -> Option<SwitchVector> {
    match geometry.grid.integer(region) {
        Some(value) => Some(SwitchVector::integer(value)),
        None => geometry.region(region),
    }
}
