//! Fixed-size sets of cells behind one trait: [`Bits64`], [`Bits128`] and [`Bits256`].
//!
//! A set does not know the shape of its board; its user defines what bit `i` means. The solvers are
//! written once, generic over [`Bits`], and instantiated with the smallest type that holds the
//! board: on 8x8 a cover of the whole board is a handful of single-register operations.

use std::fmt::{self, Debug};
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

/// A set of small indices with word-parallel operations.
///
/// Shifts move every index: `a << n` holds `i + n` for each `i` in `a`. Bits shifted past either
/// end are dropped, and shifting by [`Bits::CAPACITY`] or more gives the empty set.
///
/// No other crate can implement it: tables rely on sets being plain words, of which zero is the
/// empty set.
pub trait Bits:
    sealed::Sealed
    + Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + FromIterator<u32>
{
    /// The number of indices a set can hold.
    const CAPACITY: u32;
    /// The set without members.
    const EMPTY: Self;
    /// How many 64-bit words the set consists of.
    const WORDS: usize = Self::CAPACITY as usize / 64;

    /// The set that holds `index` alone.
    fn single(index: u32) -> Self;
    /// The set `{0, …, count - 1}`.
    fn below(count: u32) -> Self;
    /// Returns whether the set has no members.
    fn is_empty(self) -> bool;
    /// Number of members.
    fn count(self) -> u32;
    /// Smallest member; [`Bits::CAPACITY`] for the empty set.
    fn first(self) -> u32;
    /// Largest member of a set that is not empty.
    fn last(self) -> u32;
    /// The set that holds the smallest member alone (empty for the empty set).
    fn first_bit(self) -> Self;
    /// The set that holds `CAPACITY - 1 - i` for each member `i`.
    fn reversed(self) -> Self;
    /// The set without its smallest member.
    fn without_first(self) -> Self;
    /// `width` consecutive memberships from index `at` on, as the low bits of a number.
    /// `width` is at most 32.
    fn field(self, at: u32, width: u32) -> u32;
    /// The set whose memberships from index `at` on are the bits of `value`.
    fn from_field(value: u32, at: u32) -> Self;
    /// The word that holds the memberships from `64 * index` on.
    fn word(self, index: usize) -> u64;
    /// The set with the given words; missing ones are zero.
    fn from_words(words: impl IntoIterator<Item = u64>) -> Self;
    /// A 64-bit mix of the whole set, for hash tables. Equal sets have equal hashes.
    fn mix(self) -> u64;

    /// `self << by` for hot loops: `by` must be less than [`Bits::CAPACITY`], which is checked in
    /// debug builds only. A larger shift gives some set, not necessarily the empty one.
    fn up(self, by: u32) -> Self;
    /// `self >> by` with the condition of [`Bits::up`].
    fn down(self, by: u32) -> Self;

    /// Returns whether `index` is a member.
    fn contains(self, index: u32) -> bool {
        !(self & Self::single(index)).is_empty()
    }

    /// Members in increasing order.
    fn members(self) -> Members<Self> {
        Members(self)
    }

    /// The same set in another type. Members that it cannot hold are dropped.
    #[inline]
    fn resized<B: Bits>(self) -> B {
        let words = Self::WORDS.min(B::WORDS);
        B::from_words((0..words).map(|i| self.word(i)))
    }
}

mod sealed {
    pub trait Sealed {}
}

/// Iterator over the members of a set, smallest first.
#[derive(Clone, Debug)]
pub struct Members<B>(B);

impl<B: Bits> Iterator for Members<B> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        if self.0.is_empty() {
            return None;
        }
        let index = self.0.first();
        self.0 = self.0.without_first();
        Some(index)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count() as usize;
        (left, Some(left))
    }
}

impl<B: Bits> ExactSizeIterator for Members<B> {}

/// Finaliser of splitmix64: every input bit changes about half of the output bits.
#[inline]
fn mix64(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

macro_rules! word_bits {
    ($name:ident, $word:ty, $capacity:expr, $mix:expr) => {
        #[doc = concat!("A set of up to ", stringify!($capacity), " indices in one `", stringify!($word), "`.")]
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        pub struct $name($word);

        impl $name {
            #[inline]
            fn zip(self, other: Self, op: impl Fn($word, $word) -> $word) -> Self {
                Self(op(self.0, other.0))
            }
        }
        impl Not for $name {
            type Output = Self;
            #[inline]
            fn not(self) -> Self {
                Self(!self.0)
            }
        }
        impl Shl<u32> for $name {
            type Output = Self;
            #[inline]
            fn shl(self, by: u32) -> Self {
                Self(if by < $capacity { self.0 << by } else { 0 })
            }
        }
        impl Shr<u32> for $name {
            type Output = Self;
            #[inline]
            fn shr(self, by: u32) -> Self {
                Self(if by < $capacity { self.0 >> by } else { 0 })
            }
        }
        common!($name);

        impl Bits for $name {
            const CAPACITY: u32 = $capacity;
            const EMPTY: Self = Self(0);

            #[inline]
            fn single(index: u32) -> Self {
                debug_assert!(index < $capacity);
                Self(1 << index)
            }
            #[inline]
            fn below(count: u32) -> Self {
                Self(if count >= $capacity { <$word>::MAX } else { (1 << count) - 1 })
            }
            #[inline]
            fn is_empty(self) -> bool {
                self.0 == 0
            }
            #[inline]
            fn count(self) -> u32 {
                self.0.count_ones()
            }
            #[inline]
            fn first(self) -> u32 {
                self.0.trailing_zeros()
            }
            #[inline]
            fn last(self) -> u32 {
                debug_assert!(self.0 != 0);
                ($capacity - 1) ^ self.0.leading_zeros()
            }
            #[inline]
            fn first_bit(self) -> Self {
                Self(self.0 & self.0.wrapping_neg())
            }
            #[inline]
            fn reversed(self) -> Self {
                Self(self.0.reverse_bits())
            }
            #[inline]
            fn without_first(self) -> Self {
                Self(self.0 & self.0.wrapping_sub(1))
            }
            #[inline]
            fn field(self, at: u32, width: u32) -> u32 {
                debug_assert!(width <= 32 && at < $capacity);
                (self.0 >> at) as u32 & (((1u64 << width) - 1) as u32)
            }
            #[inline]
            fn from_field(value: u32, at: u32) -> Self {
                debug_assert!(at < $capacity);
                Self(<$word>::from(value) << at)
            }
            #[inline]
            fn up(self, by: u32) -> Self {
                debug_assert!(by < $capacity);
                Self(self.0.wrapping_shl(by))
            }
            #[inline]
            fn down(self, by: u32) -> Self {
                debug_assert!(by < $capacity);
                Self(self.0.wrapping_shr(by))
            }
            #[inline]
            fn word(self, index: usize) -> u64 {
                (self.0 >> (64 * index)) as u64
            }
            #[inline]
            fn from_words(words: impl IntoIterator<Item = u64>) -> Self {
                let words = words.into_iter().take(Self::WORDS).enumerate();
                Self(words.fold(0, |set, (i, word)| set | <$word>::from(word) << (64 * i)))
            }
            #[inline]
            fn mix(self) -> u64 {
                let mix: fn($word) -> u64 = $mix;
                mix(self.0)
            }
        }
    };
}

/// What all types have in the same words: how they print and are collected, operators by `zip`.
macro_rules! common {
    ($name:ident) => {
        impl sealed::Sealed for $name {}
        impl Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_set().entries(self.members()).finish()
            }
        }
        impl FromIterator<u32> for $name {
            fn from_iter<I: IntoIterator<Item = u32>>(members: I) -> Self {
                let members = members.into_iter();
                members.fold(Self::EMPTY, |set, member| set | Self::single(member))
            }
        }
        common!(@ $name, &, BitAnd, bitand, BitAndAssign, bitand_assign);
        common!(@ $name, |, BitOr, bitor, BitOrAssign, bitor_assign);
        common!(@ $name, ^, BitXor, bitxor, BitXorAssign, bitxor_assign);
    };
    (@ $name:ident, $op:tt, $of:ident, $call:ident, $assign:ident, $call_assign:ident) => {
        impl $of for $name {
            type Output = Self;
            #[inline]
            fn $call(self, other: Self) -> Self {
                self.zip(other, |a, b| a $op b)
            }
        }
        impl $assign for $name {
            #[inline]
            fn $call_assign(&mut self, other: Self) {
                *self = *self $op other;
            }
        }
    };
}

word_bits!(Bits64, u64, 64, mix64);
word_bits!(Bits128, u128, 128, |x| mix64(
    (x as u64) ^ mix64((x >> 64) as u64)
));

/// A set of up to 256 indices in four words, lowest word first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bits256([u64; 4]);

// Compares as numbers, so that the order agrees with that of the one-word sets.
impl Ord for Bits256 {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.iter().rev().cmp(other.0.iter().rev())
    }
}
impl PartialOrd for Bits256 {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Bits256 {
    #[inline]
    fn zip(self, other: Self, op: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|i| op(self.0[i], other.0[i])))
    }
}

impl Not for Bits256 {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}
impl Shl<u32> for Bits256 {
    type Output = Self;
    #[inline]
    fn shl(self, by: u32) -> Self {
        let (words, bits) = ((by / 64) as usize, by % 64);
        Self(std::array::from_fn(|i| {
            let at = |back: usize| i.checked_sub(words + back).map_or(0, |j| self.0[j]);
            if bits == 0 {
                at(0)
            } else {
                at(0) << bits | at(1) >> (64 - bits)
            }
        }))
    }
}
impl Shr<u32> for Bits256 {
    type Output = Self;
    #[inline]
    fn shr(self, by: u32) -> Self {
        let (words, bits) = ((by / 64) as usize, by % 64);
        Self(std::array::from_fn(|i| {
            let at = |ahead: usize| self.0.get(i + words + ahead).copied().unwrap_or(0);
            if bits == 0 {
                at(0)
            } else {
                at(0) >> bits | at(1) << (64 - bits)
            }
        }))
    }
}
common!(Bits256);

impl Bits for Bits256 {
    const CAPACITY: u32 = 256;
    const EMPTY: Self = Self([0; 4]);

    #[inline]
    fn single(index: u32) -> Self {
        debug_assert!(index < 256);
        let mut words = [0; 4];
        words[(index / 64) as usize] = 1 << (index % 64);
        Self(words)
    }
    #[inline]
    fn below(count: u32) -> Self {
        Self(std::array::from_fn(|i| {
            match count.saturating_sub(64 * i as u32) {
                n if n >= 64 => u64::MAX,
                n => (1 << n) - 1,
            }
        }))
    }
    #[inline]
    fn is_empty(self) -> bool {
        self.0 == [0; 4]
    }
    #[inline]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
    #[inline]
    fn first(self) -> u32 {
        match self.0.iter().position(|&word| word != 0) {
            Some(i) => 64 * i as u32 + self.0[i].trailing_zeros(),
            None => 256,
        }
    }
    #[inline]
    fn last(self) -> u32 {
        let word = self.0.iter().rposition(|&word| word != 0);
        let word = word.expect("the set is not empty");
        64 * word as u32 + self.0[word].ilog2()
    }
    #[inline]
    fn first_bit(self) -> Self {
        if self.is_empty() {
            self
        } else {
            Self::single(self.first())
        }
    }
    #[inline]
    fn reversed(self) -> Self {
        let [a, b, c, d] = self.0.map(u64::reverse_bits);
        Self([d, c, b, a])
    }
    #[inline]
    fn without_first(self) -> Self {
        self ^ self.first_bit()
    }
    #[inline]
    fn field(self, at: u32, width: u32) -> u32 {
        debug_assert!(width <= 32 && at < 256);
        (self >> at).0[0] as u32 & (((1u64 << width) - 1) as u32)
    }
    #[inline]
    fn from_field(value: u32, at: u32) -> Self {
        Self([u64::from(value), 0, 0, 0]) << at
    }
    #[inline]
    fn up(self, by: u32) -> Self {
        self << by
    }
    #[inline]
    fn down(self, by: u32) -> Self {
        self >> by
    }
    #[inline]
    fn word(self, index: usize) -> u64 {
        self.0[index]
    }
    #[inline]
    fn from_words(words: impl IntoIterator<Item = u64>) -> Self {
        let mut set = Self::EMPTY;
        for (own, word) in set.0.iter_mut().zip(words) {
            *own = word;
        }
        set
    }
    #[inline]
    fn mix(self) -> u64 {
        self.0
            .iter()
            .rev()
            .fold(0, |hash, &word| mix64(word ^ hash))
    }
}
