//! Sets of cells on a board whose lines lie along Right's tiles, for tiles of any length.

use crosscram_rules::{Bits, Bits256};

/// A board seen from Left: Right's tiles lie along its lines, Left's across them. Cell
/// (line, offset) is bit `line * length + offset`.
pub(super) struct Field {
    pub(super) lines: u32,
    pub(super) length: u32,
    pub(super) tile: u32,
    /// All cells with a neighbour after them in their line.
    not_last: Bits256,
}

impl Field {
    pub(super) fn new(lines: u32, length: u32, tile: u32) -> Field {
        let not_last = (0..lines).fold(Bits256::EMPTY, |set, line| {
            set | Bits256::below(length - 1) << (line * length)
        });
        Field {
            lines,
            length,
            tile,
            not_last,
        }
    }

    /// The cells of `count` lines from `first` on.
    pub(super) fn band(&self, first: u32, count: u32) -> Bits256 {
        Bits256::below(count * self.length) << (first * self.length)
    }

    /// The first line that `set` touches, and the one after the last.
    pub(super) fn extent(&self, set: Bits256) -> (u32, u32) {
        let lines = || set.members().map(|cell| cell / self.length);
        (
            lines().next().unwrap_or(0),
            lines().last().map_or(0, |last| last + 1),
        )
    }

    /// The tiles that Left can place on `free`.
    pub(super) fn left_tiles(&self, free: Bits256) -> impl Iterator<Item = Bits256> {
        self.tiles(free, self.length, free)
    }

    /// The tiles that Right can place on `free`.
    pub(super) fn right_tiles(&self, free: Bits256) -> impl Iterator<Item = Bits256> {
        // A tile may begin where its cells but the last have neighbours in their line.
        let starts = (1..self.tile - 1).fold(free & self.not_last, |starts, i| {
            starts & self.not_last >> i
        });
        self.tiles(free, 1, starts)
    }

    fn tiles(&self, free: Bits256, step: u32, starts: Bits256) -> impl Iterator<Item = Bits256> {
        let tile = self.tile;
        let starts = (1..tile).fold(starts, |starts, i| starts & free >> (i * step));
        starts.members().map(move |start| {
            (0..tile).fold(Bits256::EMPTY, |cells, i| {
                cells | Bits256::single(start + i * step)
            })
        })
    }

    /// The cells of `free` that some tile can cover.
    pub(super) fn alive(&self, free: Bits256) -> Bits256 {
        self.left_tiles(free)
            .chain(self.right_tiles(free))
            .fold(Bits256::EMPTY, |alive, tile| alive | tile)
    }

    /// The cells before and after those of `set` in their lines.
    fn beside(&self, set: Bits256) -> Bits256 {
        (set & self.not_last) << 1 | (set >> 1) & self.not_last
    }

    /// The cells across from those of `set` in the neighbouring lines.
    pub(super) fn across(&self, set: Bits256) -> Bits256 {
        set << self.length | set >> self.length
    }

    /// The connected parts of `set`.
    pub(super) fn regions(&self, set: Bits256) -> Vec<Bits256> {
        self.parts(set, |part| self.beside(part) | self.across(part))
    }

    /// The maximal runs of neighbours along the lines of `set`.
    pub(super) fn runs(&self, set: Bits256) -> Vec<Bits256> {
        self.parts(set, |part| self.beside(part))
    }

    /// The ways to cut a region of dominoes in two at a cell that Left cannot use, which both parts
    /// keep. (Right's longer tiles might cover the cell and both its neighbours.)
    pub(super) fn cuts_across(&self, region: Bits256) -> impl Iterator<Item = [Bits256; 2]> {
        let single = region & !self.across(region);
        let cells = single.members().filter(|_| self.tile == 2);
        cells.filter_map(move |cell| {
            let cell = Bits256::single(cell);
            let parts = self.regions(region ^ cell);
            <[Bits256; 2]>::try_from(parts)
                .ok()
                .map(|parts| parts.map(|part| part | cell))
        })
    }

    fn parts(&self, set: Bits256, near: impl Fn(Bits256) -> Bits256) -> Vec<Bits256> {
        let (mut parts, mut rest) = (Vec::new(), set);
        while !rest.is_empty() {
            let mut part = rest.first_bit();
            loop {
                let grown = (part | near(part)) & rest;
                if grown == part {
                    break;
                }
                part = grown;
            }
            rest ^= part;
            parts.push(part);
        }
        parts
    }

    /// Maximum number of tiles of Left that fit into `set` side by side, and of Right.
    pub(super) fn max_tiles(&self, set: Bits256) -> [u32; 2] {
        let fitting = |runs: Vec<Bits256>| runs.iter().map(|run| run.count() / self.tile).sum();
        [
            fitting(self.parts(set, |part| self.across(part))),
            fitting(self.runs(set)),
        ]
    }

    /// The set moved to the first line and first offset, and its three reflections, likewise.
    pub(super) fn images(&self, set: Bits256) -> [Bits256; 4] {
        let cells = || {
            set.members()
                .map(|cell| (cell / self.length, cell % self.length))
        };
        let (bottom, right) = cells().fold((0, 0), |(line, offset), cell| {
            (cell.0.max(line), cell.1.max(offset))
        });
        let (top, left) = cells().fold((bottom, right), |(line, offset), cell| {
            (cell.0.min(line), cell.1.min(offset))
        });
        [(false, false), (true, false), (false, true), (true, true)].map(
            |(flip_lines, flip_offsets)| {
                cells().fold(Bits256::EMPTY, |image, (line, offset)| {
                    let line = if flip_lines {
                        bottom - line
                    } else {
                        line - top
                    };
                    let offset = if flip_offsets {
                        right - offset
                    } else {
                        offset - left
                    };
                    image | Bits256::single(line * self.length + offset)
                })
            },
        )
    }
}
