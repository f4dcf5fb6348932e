//! Cuts as a certificate names them: by masks, of which the last sixteen can be used again.

use crosscram_rules::{Bits, Bits256};
use crosscram_search::Witness;

/// How many masks are remembered.
const REMEMBERED: usize = 16;

/// Where a board is cut: upper cells of the pairs that are cut, and shared cells. Only what is free
/// matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mask {
    pub(super) cut: Bits256,
    pub(super) necks: Bits256,
}

impl Mask {
    /// Nothing is cut.
    pub(super) const NONE: Mask = Mask {
        cut: Bits256::EMPTY,
        necks: Bits256::EMPTY,
    };
}

/// How a witness is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Named {
    /// Nothing is cut.
    Whole,
    /// The mask used this many places before the last one.
    Again(u8),
    /// A new mask.
    New(Mask),
}

/// The last masks, the most recently used first.
#[derive(Default)]
pub(super) struct Masks {
    recent: Vec<Mask>,
}

impl Masks {
    /// Names a witness on a board with lines of `length` cells.
    pub(super) fn name(&mut self, witness: &Witness, length: u32) -> Named {
        let Witness {
            free,
            joined,
            shared,
            cut: anywhere,
        } = *witness;
        let pairs = free & (free >> length);
        let cut = pairs & !joined;
        if cut.is_empty() && shared.is_empty() {
            return Named::Whole;
        }
        let fits = |mask: &Mask| mask.cut & pairs == cut && mask.necks & free == shared;
        if let Some(place) = self.recent.iter().position(fits) {
            self.recent[..=place].rotate_right(1);
            return Named::Again(place as u8);
        }
        let mask = Mask {
            cut: anywhere,
            necks: shared,
        };
        self.recent.insert(0, mask);
        self.recent.truncate(REMEMBERED);
        Named::New(mask)
    }
}

/// What a mask says of the boundary below a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Boundary {
    /// No pair is cut.
    Joined,
    /// All pairs are cut.
    Cut,
    /// Pairs are listed.
    Listed,
}

/// What a mask says of the boundary below each line but the last.
pub(super) fn boundaries(mask: &Mask, lines: u32, length: u32) -> impl Iterator<Item = Boundary> {
    let full = Bits256::below(length);
    let all = mask.cut;
    let boundary = move |line: u32| {
        let cut = (all >> (line * length)) & full;
        if cut.is_empty() {
            Boundary::Joined
        } else if cut == full {
            Boundary::Cut
        } else {
            Boundary::Listed
        }
    };
    (0..lines - 1).map(boundary)
}
