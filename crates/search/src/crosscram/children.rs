//! Testing the children of a position before any of them is visited.
//!
//! A move changes one region, and there one line of the opponent's bound (its lines lie along the
//! mover's tiles). With the bounds of all lines before and of all lines behind it at hand, the
//! bound of the child is the best of a few sums: for each band that contains the changed line,
//! what lies before the band, the band, and what lies behind it. The outer two are the same for
//! all moves, so each child costs some look-ups and no dynamic programme.

use super::geometry::Geometry;
use super::parts::{Cut, Parts};
use crosscram_rules::Bits;
use crosscram_values::switches::{Role, SwitchVector};

/// What all children of one position share, found when first needed.
#[derive(Default)]
pub(super) struct Surroundings {
    parts: Vec<Surrounding>,
    used: usize,
}

#[derive(Default)]
struct Surrounding {
    known: bool,
    /// The sum of all other regions, if there are any.
    rest: Option<SwitchVector>,
    /// The bounds of the last 0, 1, … lines of the region.
    suffixes: Vec<SwitchVector>,
    /// By first line and height of a band: everything but the band.
    around: Vec<Option<SwitchVector>>,
}

impl Surroundings {
    /// Forget the position before.
    pub(super) fn clear(&mut self) {
        for part in &mut self.parts[..self.used] {
            part.known = false;
        }
        self.used = 0;
    }

    /// Returns whether the player whose regions these are wins in `role` after `tile` was covered: by its opponent, if it
    /// moves first then, else by itself. `false` if it is not proven.
    // Compiled for each role by itself: it tests most of the moves of a search.
    #[inline(always)]
    pub(super) fn wins_after<W: Bits>(
        &mut self,
        parts: &Parts<W>,
        tile: W,
        role: Role,
        quarters: i16,
        geometry: &mut Geometry<W>,
    ) -> bool {
        let Some((index, surrounding)) = self.of(parts, tile, quarters) else {
            return false;
        };
        let part = &parts.list[index];
        let cells = part.cells & !tile;
        let Some(cut) = &part.cut else {
            return surrounding.with(geometry.regions(cells), role);
        };
        if surrounding.suffixes.is_empty() {
            surrounding.find_suffixes(part.cells, cut, geometry);
        }
        let line = geometry.grid.line_of(tile.first());
        surrounding.wins(cells, line, role, parts, cut, geometry)
            || surrounding.with(geometry.whole(cells), role)
    }

    /// The region that holds `tile`, and what surrounds it. `None` for dead cells, where neither player
    /// could have moved.
    #[inline]
    fn of<W: Bits>(
        &mut self,
        parts: &Parts<W>,
        tile: W,
        quarters: i16,
    ) -> Option<(usize, &mut Surrounding)> {
        let index = parts
            .list
            .iter()
            .position(|part| !(part.cells & tile).is_empty())?;
        if self.parts.len() <= index {
            self.parts.resize_with(index + 1, Surrounding::default);
        }
        self.used = self.used.max(index + 1);
        let surrounding = &mut self.parts[index];
        if !surrounding.known {
            surrounding.known = true;
            surrounding.rest = parts.rest(index, quarters);
            surrounding.suffixes.clear();
        }
        Some((index, surrounding))
    }
}

impl Surrounding {
    /// Returns whether a bound of the region, with all other regions, proves a win in `role`.
    #[inline]
    fn with(&self, region: Option<SwitchVector>, role: Role) -> bool {
        region.is_some_and(|region| match &self.rest {
            Some(rest) => rest.sum_at_least_as(&region, role) >= 0,
            None => region.at_least_as(role) >= 0,
        })
    }

    fn find_suffixes<W: Bits>(&mut self, region: W, cut: &Cut, geometry: &mut Geometry<W>) {
        let (tile, tallest) = (geometry.grid.tile(), geometry.tallest);
        self.suffixes.push(SwitchVector::ZERO);
        for count in 1..=cut.lines {
            let line = cut.top + cut.lines - count;
            let i = count as usize;
            let single = geometry.single(region, line);
            let mut best = self.suffixes[i - 1].plus_integer(single);
            for height in tile..=tallest.min(count) {
                let Some(band) = geometry.band(region, line, height) else {
                    break;
                };
                best = best.or(&self.suffixes[i - height as usize].plus(&band));
            }
            self.suffixes.push(best);
        }
        self.around.clear();
        self.around
            .resize(cut.lines as usize * tallest as usize, None);
    }

    /// Everything but the `height` lines from line `first` of the region on.
    #[inline]
    fn around<W: Bits>(
        &mut self,
        first: u32,
        height: u32,
        parts: &Parts<W>,
        cut: &Cut,
        tallest: u32,
    ) -> &SwitchVector {
        let index = (first * tallest + height - 1) as usize;
        if self.around[index].is_none() {
            let before = parts.prefix(cut, first);
            let behind = &self.suffixes[(cut.lines - first - height) as usize];
            let around = before.plus(behind);
            self.around[index] = Some(match &self.rest {
                Some(rest) => rest.plus(&around),
                None => around,
            });
        }
        self.around[index].as_ref().expect("just filled")
    }

    /// Returns whether a cut proves a win in `role` after a tile was covered from `line` on. One of the player's own lies
    /// across the lines, all of which are in one band, or the tile would not have been its own.
    #[inline(always)]
    fn wins<W: Bits>(
        &mut self,
        cells: W,
        line: u32,
        role: Role,
        parts: &Parts<W>,
        cut: &Cut,
        geometry: &mut Geometry<W>,
    ) -> bool {
        let (tile, tallest) = (geometry.grid.tile(), geometry.tallest);
        let covered = match role {
            Role::First => 1,
            Role::Second => tile,
        };
        let changed = line - cut.top;
        let heights = tile..=tallest.min(cut.lines);
        let firsts =
            |height| (changed + covered).saturating_sub(height)..=changed.min(cut.lines - height);
        geometry.prefetch_bands(
            cells >> (cut.top * geometry.grid.length()),
            heights.clone(),
            firsts,
        );
        if role == Role::First {
            let single = geometry.single(cells, line);
            let around = self.around(changed, 1, parts, cut, tallest);
            if around.plus_integer(single).wins_first() {
                return true;
            }
        }
        for height in heights {
            for first in firsts(height) {
                if let Some(band) = geometry.band(cells, cut.top + first, height) {
                    let around = self.around(first, height, parts, cut, tallest);
                    if around.sum_at_least_as(&band, role) >= 0 {
                        return true;
                    }
                }
            }
        }
        false
    }
}
