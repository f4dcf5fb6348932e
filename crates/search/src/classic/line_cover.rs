//! Vulnerable areas in one line, by table.
//!
//! The original program walks along each line with a five-state machine. Its decisions depend on
//! the line alone, not on its neighbours, so the walk over a line of up to ten cells is one table
//! entry, and a longer line is a few of eight cells each, chained by the machine's state.
//! [`State::step`] is the walk itself, from which the tables are made.

use crosscram_rules::Bits;
use std::sync::{LazyLock, OnceLock};

/// Cells covered by one table entry.
const CHUNK: u32 = 8;
/// Lines up to this length are one table entry each.
const LONGEST_SHORT: usize = 10;
/// Contents of a chunk: three kinds of cell.
const CONTENTS: usize = 3usize.pow(CHUNK);
/// In [`ChunkWalk::pending`]: the pending cell lies before this chunk.
const CARRIED: u8 = u8::MAX;

/// The kinds of cell that the walk distinguishes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Occupied, or already part of a protective area, or beyond the end.
    Taken,
    /// Free, and the opponent can play on it.
    Open,
    /// Free, and the opponent cannot.
    Protected,
}

/// The walk along a line. `pending` is the cell that waits for a partner.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Nothing waits.
    Idle,
    /// A protected cell waits; nothing open before it.
    Protected,
    /// An open cell waits.
    Open,
    /// An open cell waits, followed by an odd number of protected ones.
    OpenOdd,
    /// An open cell waits, followed by an even, non-zero number of protected ones.
    OpenEven,
}

const STATES: [State; 5] = [
    State::Idle,
    State::Protected,
    State::Open,
    State::OpenOdd,
    State::OpenEven,
];

/// A result of the walk.
enum Found {
    /// A vulnerable area that starts at the pending cell.
    Vulnerable,
    /// The pending cell is protected and fits into no area.
    Unavailable,
}

impl State {
    /// The walk over one cell: next state, what was found at the pending cell, and whether this
    /// cell is the pending one from now on. Pairs of protected cells are left alone: they are
    /// safe areas.
    fn step(self, kind: Kind) -> (State, Option<Found>, bool) {
        use Kind as K;
        use State as S;
        match (self, kind) {
            (S::Protected, K::Taken) => (S::Idle, Some(Found::Unavailable), false),
            (S::OpenOdd, K::Taken) => (S::Idle, Some(Found::Vulnerable), false),
            (_, K::Taken) => (S::Idle, None, false),

            (S::Idle, K::Protected) => (S::Protected, None, true),
            (S::Protected, K::Protected) => (S::Idle, None, false),
            (S::Open | S::OpenEven, K::Protected) => (S::OpenOdd, None, false),
            (S::OpenOdd, K::Protected) => (S::OpenEven, None, false),

            (S::Idle | S::OpenEven, K::Open) => (S::Open, None, true),
            (S::Protected, K::Open) => (S::Idle, Some(Found::Vulnerable), false),
            (S::Open, K::Open) => (S::Idle, Some(Found::Vulnerable), false),
            (S::OpenOdd, K::Open) => (S::Open, Some(Found::Vulnerable), true),
        }
    }
}

/// The walk over one chunk or line, from one state.
#[derive(Clone, Copy, Default)]
struct ChunkWalk {
    /// First cells of vulnerable areas.
    vulnerable: u16,
    /// Protected cells that fit into no area.
    unavailable: u16,
    /// The same for the cell that was pending before the chunk: bits 0 and 1.
    carried: u8,
    /// State after the chunk.
    state: u8,
    /// The pending cell after the chunk, or [`CARRIED`].
    pending: u8,
}

/// Results of a walk over a whole board.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub(crate) struct Areas<W> {
    /// First cells of vulnerable areas.
    pub(crate) vulnerable: W,
    /// Protected cells that fit into no area.
    pub(crate) unavailable: W,
}

/// The tables; the same for every board.
pub(crate) struct LineCover {
    /// Sum of 3^i over the bits of a number, so that `ternary[free] + ternary[protected]` names
    /// the contents of a line or chunk.
    ternary: [u16; 1 << LONGEST_SHORT],
    /// For each length of a short line, all its contents: first cells of vulnerable areas in the
    /// low half, unavailable cells in the high half. 26 KB for eight cells, 236 KB for ten.
    short: [OnceLock<Vec<u32>>; LONGEST_SHORT + 1],
    /// All chunks, by (ends its line, state, contents): half a megabyte that only longer lines
    /// need.
    chunks: LazyLock<Vec<ChunkWalk>>,
}

impl LineCover {
    /// The tables, each made on first use.
    pub(crate) fn shared() -> &'static LineCover {
        static SHARED: LazyLock<LineCover> = LazyLock::new(LineCover::new);
        &SHARED
    }

    fn new() -> Self {
        LineCover {
            ternary: std::array::from_fn(|number| {
                let digits = (0..LONGEST_SHORT).filter(|i| number >> i & 1 == 1);
                digits.map(|i| 3u16.pow(i as u32)).sum()
            }),
            short: std::array::from_fn(|_| OnceLock::new()),
            chunks: LazyLock::new(all_chunks),
        }
    }

    /// Walks along all lines of a board. `protected` is a subset of `free`.
    #[inline]
    pub(crate) fn areas<W: Bits>(
        &self,
        free: W,
        protected: W,
        lines: u32,
        length: u32,
    ) -> Areas<W> {
        if length as usize <= LONGEST_SHORT {
            self.short_lines(free, protected, lines, length)
        } else {
            self.long_lines(free, protected, lines, length)
        }
    }

    #[inline]
    fn contents(&self, free: u32, protected: u32) -> usize {
        (self.ternary[free as usize] + self.ternary[protected as usize]) as usize
    }

    #[inline]
    fn short_lines<W: Bits>(&self, free: W, protected: W, lines: u32, length: u32) -> Areas<W> {
        let table = self.short[length as usize].get_or_init(|| all_lines(length));
        let mut areas = Areas::default();
        let mut at = 0;
        for _ in 0..lines {
            let contents = self.contents(free.field(at, length), protected.field(at, length));
            let found = table[contents];
            areas.vulnerable |= W::from_field(found & 0xffff, at);
            areas.unavailable |= W::from_field(found >> 16, at);
            at += length;
        }
        areas
    }

    fn long_lines<W: Bits>(&self, free: W, protected: W, lines: u32, length: u32) -> Areas<W> {
        let chunks = LazyLock::force(&self.chunks);
        let mut areas = Areas::default();
        for line in 0..lines {
            let start = line * length;
            let (mut state, mut pending) = (0usize, 0);
            let mut offset = 0;
            while offset < length {
                let width = CHUNK.min(length - offset);
                let at = start + offset;
                let ends = usize::from(offset + width == length);
                let contents = self.contents(free.field(at, width), protected.field(at, width));
                let entry = chunks[(ends * STATES.len() + state) * CONTENTS + contents];
                areas.vulnerable |= W::from_field(entry.vulnerable.into(), at);
                areas.unavailable |= W::from_field(entry.unavailable.into(), at);
                if entry.carried != 0 {
                    let carried = u32::from(entry.carried);
                    areas.vulnerable |= W::from_field(carried & 1, pending);
                    areas.unavailable |= W::from_field(carried >> 1, pending);
                }
                state = entry.state.into();
                if entry.pending != CARRIED {
                    pending = at + u32::from(entry.pending);
                }
                offset += width;
            }
        }
        areas
    }
}

fn all_lines(length: u32) -> Vec<u32> {
    let lines = (0..3usize.pow(length)).map(|contents| {
        let walk = walk(State::Idle, contents, length, true);
        u32::from(walk.vulnerable) | u32::from(walk.unavailable) << 16
    });
    lines.collect()
}

fn all_chunks() -> Vec<ChunkWalk> {
    let mut chunks = Vec::with_capacity(2 * STATES.len() * CONTENTS);
    for ends in [false, true] {
        for state in STATES {
            let walks = (0..CONTENTS).map(|contents| walk(state, contents, CHUNK, ends));
            chunks.extend(walks);
        }
    }
    chunks
}

fn walk(from: State, contents: usize, length: u32, ends: bool) -> ChunkWalk {
    let mut entry = ChunkWalk {
        pending: CARRIED,
        ..ChunkWalk::default()
    };
    let mut state = from;
    let mut digits = contents;
    let cells = (0..length).map(|_| {
        let kind = match digits % 3 {
            0 => Kind::Taken,
            1 => Kind::Open,
            _ => Kind::Protected,
        };
        digits /= 3;
        kind
    });
    let end = ends.then_some(Kind::Taken);
    for (position, kind) in cells.chain(end).enumerate() {
        let (next, found, waits) = state.step(kind);
        let bit = |pending: u8| {
            if pending == CARRIED {
                0
            } else {
                1u16 << pending
            }
        };
        let carried = u8::from(entry.pending == CARRIED);
        match found {
            Some(Found::Vulnerable) => {
                entry.vulnerable |= bit(entry.pending);
                entry.carried |= carried;
            }
            Some(Found::Unavailable) => {
                entry.unavailable |= bit(entry.pending);
                entry.carried |= carried << 1;
            }
            None => {}
        }
        if waits {
            entry.pending = position as u8;
        }
        state = next;
    }
    entry.state = state as u8;
    entry
}
