//! A small cache of the vectors of bands.
//!
//! A band of three or four lines falls into several regions, each of which would have to be found
//! and looked up; but neighbouring positions share most of their bands. An entry holds the whole
//! band, so a hit is never wrong.

use crosscram_values::SwitchVector;

/// 2^SLOTS_LOG2 slots of 32 bytes: half of a processor's second-level cache.
const SLOTS_LOG2: u32 = 14;

#[derive(Clone, Copy)]
#[repr(C, align(32))]
struct Slot {
    /// The free cells from the first line of the band on; zero for an unused slot.
    band: u64,
    numbers: [i8; 16],
    known: bool,
}

pub(super) struct BandCache {
    slots: Box<[Slot]>,
}

impl BandCache {
    pub(super) fn new() -> Self {
        let unused = Slot {
            band: 0,
            numbers: [0; 16],
            known: false,
        };
        BandCache {
            slots: vec![unused; 1 << SLOTS_LOG2].into_boxed_slice(),
        }
    }

    /// The vector of a band, which `find` finds if it is not here.
    #[inline]
    pub(super) fn get(
        &mut self,
        band: u64,
        find: impl FnOnce() -> Option<SwitchVector>,
    ) -> Option<SwitchVector> {
        let index = band.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - SLOTS_LOG2);
        let slot = &mut self.slots[index as usize];
        if slot.band != band {
            let found = find();
            // The sum of many regions may be too large for bytes; then it is not kept.
            match found {
                None => {
                    *slot = Slot {
                        band,
                        numbers: [0; 16],
                        known: false,
                    }
                }
                Some(vector) => match vector.to_bytes() {
                    Some(numbers) => {
                        *slot = Slot {
                            band,
                            numbers,
                            known: true,
                        }
                    }
                    None => return found,
                },
            }
            return found;
        }
        slot.known.then(|| SwitchVector::from_bytes(&slot.numbers))
    }
}
