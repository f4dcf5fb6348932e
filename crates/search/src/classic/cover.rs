//! The board cover of Bullock's chapter 3, packed greedily as the program of the thesis does.
//!
//! Everything is from the point of view of one player, whose tiles lie along the lines of the
//! [`Grid`]. Three passes follow each other: protective areas, vulnerable areas, options. Each works on
//! the whole board at once. It is tested against the cell-by-cell version in `tests/plain_cover.rs`.

use super::line_cover::LineCover;
use crate::options::{Cover, CoverPart};
use crosscram_rules::Bits;
use crosscram_values::tables::Grid;
use serde::Serialize;

/// What a cover takes into account.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parts {
    /// The parts of the thesis.
    pub(crate) cover: Cover,
    /// Whether squares are counted that die beside vulnerable areas (chapter 7 of the thesis).
    pub(crate) dead_squares: bool,
}

/// The numbers of areas of each kind in a cover.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Areas {
    /// 2x2 areas in which one tile creates a safe area.
    pub protective: i32,
    /// Vulnerable areas that an opposing tile may share with another area.
    pub vulnerable2: i32,
    /// Those of them with a protected square.
    pub vulnerable2_protected: i32,
    /// Those without one in which the player's tile makes a square useless to the opponent; 0 unless
    /// dead squares are counted.
    pub vulnerable2_dead: i32,
    /// Vulnerable areas that no opposing tile shares with another area.
    pub vulnerable1: i32,
    /// Those of them with a protected square.
    pub vulnerable1_protected: i32,
    /// Those without one in which the player's tile makes a square useless to the opponent; 0 unless
    /// dead squares are counted.
    pub vulnerable1_dead: i32,
    /// Areas that the opponent cannot touch.
    pub safe: i32,
    /// Squares outside the cover that the opponent cannot use.
    pub unavailable: i32,
    /// Options by the squares they take from the opponent: one, two, three.
    pub options: [i32; 3],
}

/// Covers the board for the player with this view and these free cells. `safe` is the player's number of
/// safe moves, which the search knows already.
#[inline]
pub(crate) fn cover<W: Bits>(
    view: &Grid<W>,
    lines: &LineCover,
    free: W,
    safe: i32,
    parts: Parts,
) -> Areas {
    let packing = Packing::new(view, lines, free, parts.cover);
    let Packing {
        with_protected,
        plain,
        touched,
        ..
    } = packing;
    let mut areas = Areas {
        protective: packing.protective.count() as i32 / 4,
        vulnerable2_protected: (with_protected & touched).count() as i32,
        vulnerable1_protected: (with_protected & !touched).count() as i32,
        safe,
        unavailable: packing.unavailable.count() as i32,
        ..Areas::default()
    };
    areas.vulnerable2 = areas.vulnerable2_protected + (plain & touched).count() as i32;
    areas.vulnerable1 = areas.vulnerable1_protected + (plain & !touched).count() as i32;

    let mut option_cells = W::EMPTY;
    packing.options(view, free, |option, extra| {
        areas.options[extra] += 1;
        option_cells |= option;
    });
    if parts.dead_squares {
        let dead = packing.with_dead_squares(view.length(), free, option_cells);
        areas.vulnerable2_dead = (dead & touched).count() as i32;
        areas.vulnerable1_dead = (dead & !touched).count() as i32;
    }
    areas.only(parts.cover)
}

/// Where the areas of a cover lie, in the covering player's layout.
pub(super) struct Packing<W> {
    /// All cells of protective areas.
    pub(super) protective: W,
    /// First cells of the vulnerable areas with a protected square.
    pub(super) with_protected: W,
    /// First cells of the other vulnerable areas.
    pub(super) plain: W,
    /// First cells of areas that are, if vulnerable, of type 2.
    pub(super) touched: W,
    /// Squares outside the cover that the opponent cannot use.
    pub(super) unavailable: W,
    /// First cells of pairs from which safe areas are taken, from the left.
    pub(super) safe_pairs: W,
    /// Cells of protective and vulnerable areas, and unavailable squares.
    packed: W,
}

impl<W: Bits> Packing<W> {
    #[inline]
    pub(super) fn new(view: &Grid<W>, lines: &LineCover, free: W, parts: Cover) -> Packing<W> {
        let length = view.length();
        let pairs = free & view.before(free);
        let protective = if parts.has(CoverPart::Protective) {
            protective_areas(free, pairs, length)
        } else {
            W::EMPTY
        };
        let unpacked = free & !protective;
        let protected = unpacked & !(free.up(length) | free.down(length));
        let found = lines.areas(unpacked, protected, view.lines(), length);
        let starts = found.vulnerable;
        let with_protected = starts & (protected | (protected >> 1));
        let packed = protective | starts | (starts << 1) | found.unavailable;

        // An opposing tile reaches the line before or the line after. The line before is packed for
        // good; in the line after, every cell that any tile could use counts.
        let pair_cells = pairs | (pairs << 1);
        let touched = packed.up(length) | pair_cells.down(length);
        let inner = protected & !packed;
        Packing {
            protective,
            with_protected,
            plain: starts & !with_protected,
            touched: touched | (touched >> 1),
            unavailable: found.unavailable,
            safe_pairs: inner & view.before(inner),
            packed,
        }
    }

    /// Hands over each option and how many squares beside its own it takes from the opponent.
    #[inline]
    pub(super) fn options(&self, view: &Grid<W>, free: W, found: impl FnMut(W, usize)) {
        if !self.safe_pairs.is_empty() {
            options(view, free, self.packed, self.safe_pairs, found);
        }
    }

    /// First cells of the vulnerable areas in which a tile of the player makes a square outside the cover
    /// useless to the opponent.
    ///
    /// Such a square q has one free neighbour across, s, in the area. The opponent can use q only
    /// together with s, by a tile that hits the area; so once the player's tile lies there, q is dead.
    /// Every such square belongs to one area. Areas with a protected square are left out, because the
    /// player keeps those; areas beside protective ones too, because there one tile of the opponent hits
    /// both and the player answers elsewhere. The player then prefers these areas and gets at least a
    /// third (type 2) or half (type 1) of them, as Theorem 3.5.1 shows for all areas.
    fn with_dead_squares(&self, length: u32, free: W, option_cells: W) -> W {
        let outside = free & !(self.packed | option_cells);
        let (before, after) = (free.up(length), free.down(length));
        let hosts =
            (outside & before & !after).down(length) | (outside & after & !before).up(length);
        let near = self.protective.up(length) | self.protective.down(length);
        self.plain & (hosts | (hosts >> 1)) & !(near | (near >> 1))
    }
}

/// Cells of the protective areas: 2x2 free cells with a wall on one side, no two of them sharing
/// an opposing tile, taken in raster order.
#[inline]
fn protective_areas<W: Bits>(free: W, pairs: W, length: u32) -> W {
    let squares = pairs & pairs.down(length);
    let occupied = free | (free >> 1);
    let wall_before = !occupied.up(length);
    let wall_after = !occupied.down(2 * length);
    let mut candidates = squares & (wall_before | wall_after);
    let mut packed = W::EMPTY;
    while !candidates.is_empty() {
        let first = candidates.first_bit();
        let pair = first | (first << 1);
        packed |= pair | pair.up(length);
        // Later candidates that overlap or touch: up to two lines on, one cell to either side.
        // No candidate starts in the last cell of a line, so crossing into it does no harm.
        let near = pair | (first >> 1);
        candidates &= !(near | near.up(length) | near.up(2 * length));
    }
    packed
}

/// Options: a free, unpacked cell at the end of a safe area, with nothing packed across from it.
/// Each is handed over with how many squares beside its own it takes from the opponent.
#[inline]
fn options<W: Bits>(
    view: &Grid<W>,
    free: W,
    packed: W,
    safe_pairs: W,
    mut found: impl FnMut(W, usize),
) {
    let length = view.length();
    let across_free_before = free.up(length);
    let across_free_after = free.down(length);
    // Across cells that the opponent could no longer use if the option were taken.
    let isolated_before = across_free_before & !free.up(2 * length);
    let isolated_after = across_free_after & !free.down(2 * length);

    let (mut packed, mut pairs, mut taken) = (packed, safe_pairs, !free | packed);
    while !pairs.is_empty() {
        let first = pairs.first_bit();
        let second = first << 1;
        pairs &= !(first | second);
        taken |= first | second;
        let closed = taken | packed.up(length) | packed.down(length);
        let before = view.before(first);
        let after = view.behind(second) & !pairs;
        let option = if !(before & !closed).is_empty() {
            before
        } else {
            after & !closed
        };
        if option.is_empty() {
            continue;
        }
        taken |= option;
        packed |= option;
        let extra = u32::from(!(option & isolated_before).is_empty())
            + u32::from(!(option & isolated_after).is_empty());
        found(option, extra as usize);
    }
}

impl Areas {
    /// The same areas as if only `parts` were known. A part that is missing makes its areas
    /// count as the next weaker kind, or not at all, so every subset remains a valid cover.
    #[inline]
    fn only(mut self, parts: Cover) -> Self {
        if parts == Cover::ALL {
            return self;
        }
        if !parts.has(CoverPart::Protected) {
            self.vulnerable1_protected = 0;
            self.vulnerable2_protected = 0;
        }
        if !parts.has(CoverPart::Vulnerable1) {
            self.vulnerable2 += self.vulnerable1;
            self.vulnerable2_protected += self.vulnerable1_protected;
            self.vulnerable2_dead += self.vulnerable1_dead;
            self.vulnerable1 = 0;
            self.vulnerable1_protected = 0;
            self.vulnerable1_dead = 0;
        }
        if !parts.has(CoverPart::Vulnerable2) {
            self.vulnerable2 = 0;
            self.vulnerable2_protected = 0;
            self.vulnerable2_dead = 0;
        }
        if !parts.has(CoverPart::Safe) {
            self.safe = 0;
        }
        if !parts.has(CoverPart::Unavailable) {
            self.unavailable = 0;
        }
        for (size, part) in [
            (2, CoverPart::Option3),
            (1, CoverPart::Option2),
            (0, CoverPart::Option1),
        ] {
            if !parts.has(part) {
                if size > 0 {
                    self.options[size - 1] += self.options[size];
                }
                self.options[size] = 0;
            }
        }
        self
    }
}
