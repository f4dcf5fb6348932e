//! What pieces are worth to Left: vectors, section 5.2.

use crate::{Checked, Set, View, invalid, unreadable};
use std::{array::from_fn, collections::HashMap};

/// Lower bounds of a game plus each set of switches, in quarters. ∗ is bit 0 of a set's number,
/// {½|−½} bit 1, {1|−1} bit 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vector {
    /// The game plus the switches is at least this.
    pub second: [i16; 8],
    /// The game plus the switches is greater than or confused with this.
    pub first: [i16; 8],
}
/// How many vectors are kept if the user allows no more, besides four for each byte that was read.
pub const FEW_VECTORS: usize = if cfg!(fuzzing) { 1 << 12 } else { 1 << 20 };
/// Infinite numbers: beyond all sums that occur.
const NO_OPTIONS: Vector = Vector { second: [-8192; 8], first: [8192; 8] };
impl Vector {
    /// The game in which neither player can move.
    pub const ZERO: Vector =
        Vector { second: [0, -1, -3, -2, -5, -4, -2, -3], first: [-1, 0, 2, 1, 4, 3, 1, 2] };
    fn plus(&self, other: &Vector) -> Vector {
        let (mut second, mut first) = ([i16::MIN; 8], [i16::MIN; 8]);
        for x in 0..8 {
            let seconds: [i16; 8] = from_fn(|z| other.second[x ^ z]);
            let firsts: [i16; 8] = from_fn(|z| other.first[x ^ z]);
            for z in 0..8 {
                second[z] = second[z].max(self.second[x] + seconds[z]);
                first[z] = first[z].max(self.first[x] + seconds[z]);
                first[z] = first[z].max(self.second[x] + firsts[z]);
            }
        }
        Vector { second, first }
    }
    /// The game with the given largest `second` of Left's options and least `first` of Right's.
    fn from_options(options: &Vector) -> Vector {
        let mut vector = Vector::ZERO;
        // Subsets come before their supersets.
        for set in 0..8 {
            let (mut lo, mut hi) = (options.second[set], options.first[set]);
            // Temperatures are 0, 2 and 4 quarters.
            for switch in (0..3).filter(|switch| set >> switch & 1 == 1) {
                let without = set ^ 1 << switch;
                lo = lo.max(vector.second[without] + 2 * switch);
                hi = hi.min(vector.first[without] - 2 * switch);
            }
            (vector.second[set], vector.first[set]) =
                if lo < hi { (simplest(lo, hi), simplest(lo, hi) - 1) } else { (hi, lo) };
        }
        vector
    }
}
/// The simplest number in (lo, hi], which is not empty.
fn simplest(lo: i16, hi: i16) -> i16 {
    let count = |step| if lo < 0 { hi.min(0).div_euclid(step) } else { lo / step + 1 };
    // Of the multiples of a quarter, the one nearest to zero is inside.
    let mut candidates = [4, 2, 1].map(|step: i16| count(step) * step).into_iter();
    candidates.find(|&y| lo < y && y <= hi).unwrap_or(hi)
}

/// The vectors of all classes met so far, by shape.
pub struct Vectors<const W: usize> {
    pub(crate) view: View<W>,
    /// Maximum number of cells of a class, as the certificate says.
    pieces: usize,
    /// How many vectors are kept.
    pub(crate) most: usize,
    known: HashMap<Set<W>, Vector>,
}
impl<const W: usize> Vectors<W> {
    /// No vectors yet.
    pub fn new(view: View<W>, pieces: usize) -> Self {
        Vectors { view, pieces, most: FEW_VECTORS, known: HashMap::new() }
    }
    /// Adds what cells are worth to a sum, class by class.
    pub fn add(&mut self, cells: Set<W>, sum: &mut Vector) -> Checked<()> {
        let (left, right) = (self.view.starts(cells, true), self.view.starts(cells, false));
        let mut rest = self.view.covered(left, true) | self.view.covered(right, false);
        while let Some(cell) = rest.next() {
            let class = self.view.class(cell, left, right);
            rest = rest.minus(class);
            self.add_class(class, sum)?;
        }
        Ok(())
    }
    /// Adds what a class is worth to a sum.
    pub(crate) fn add_class(&mut self, class: Set<W>, sum: &mut Vector) -> Checked<()> {
        let [left, right] = [true, false].map(|left| self.view.starts(class, left) != Set::EMPTY);
        if left && right {
            let known = self.known.get(&self.view.cornered(class)).copied();
            *sum = sum.plus(&known.map_or_else(|| self.learn(class), Ok)?);
        } else {
            // A run of cells for one player.
            let tiles = class.count() as i16 / self.view.tile as i16;
            let quarters = if left { 4 * tiles } else { -4 * tiles };
            sum.second.iter_mut().chain(&mut sum.first).for_each(|number| *number += quarters);
        }
        Ok(())
    }
    /// Finds the vector of a class by its options and keeps it for the shape and its reflections.
    fn learn(&mut self, class: Set<W>) -> Checked<Vector> {
        if class.count() > self.pieces {
            return invalid("a piece has too many cells");
        }
        let mut options = NO_OPTIONS;
        for left in [true, false] {
            for cell in self.view.starts(class, left) {
                let mut rest = Vector::ZERO;
                self.add(class ^ self.view.covered(Set::single(cell), left), &mut rest)?;
                match left {
                    true => options.second = from_fn(|x| options.second[x].max(rest.second[x])),
                    false => options.first = from_fn(|x| options.first[x].min(rest.first[x])),
                }
            }
        }
        if self.known.len() >= self.most {
            return unreadable("the pieces have too many different vectors");
        }
        let vector = Vector::from_options(&options);
        for image in self.view.images(class) {
            self.known.insert(self.view.cornered(image), vector);
        }
        Ok(vector)
    }
}
