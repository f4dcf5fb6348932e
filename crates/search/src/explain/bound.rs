//! Bounds that record how they are attained.
//!
//! A [`Bound`] is a switch vector in which every number remembers the cut that attains it. Two
//! bounds of the same cells combine number by number, so that the sixteen numbers may come from
//! sixteen different cuts; each of them is attained by a cut that really exists.

use crosscram_rules::Bits256;
use crosscram_values::switches::{SETS, SwitchVector};
use std::rc::Rc;

/// A cut: pieces, and how they were combined.
enum Cut {
    Nothing,
    Piece(Bits256),
    Both(Rc<Cut>, Rc<Cut>),
}

/// A number, in quarters, and the cut that attains it.
#[derive(Clone)]
struct Found {
    value: i16,
    cut: Rc<Cut>,
}

/// The best known numbers of some cells, each with its cut.
#[derive(Clone)]
pub(super) struct Bound {
    second: [Found; SETS],
    first: [Found; SETS],
}

impl Bound {
    /// The bound of no cells.
    pub(super) fn nothing() -> Bound {
        Bound::uncut(&SwitchVector::ZERO, Cut::Nothing)
    }

    /// The bound of one piece.
    pub(super) fn piece(cells: Bits256, vector: &SwitchVector) -> Bound {
        Bound::uncut(vector, Cut::Piece(cells))
    }

    fn uncut(vector: &SwitchVector, cut: Cut) -> Bound {
        let cut = Rc::new(cut);
        let found = |value: i16| Found {
            value,
            cut: Rc::clone(&cut),
        };
        Bound {
            second: std::array::from_fn(|set| found(vector.second(set))),
            first: std::array::from_fn(|set| found(vector.first(set))),
        }
    }

    /// The bound of the cells of both.
    pub(super) fn plus(&self, other: &Bound) -> Bound {
        if self.is_nothing() {
            return other.clone();
        }
        if other.is_nothing() {
            return self.clone();
        }
        // In each sum at most one summand may be of the kind ⧐.
        let best = |set: usize, kinds: &[(&[Found; SETS], &[Found; SETS])]| {
            let mut best: Option<(i16, &Found, &Found)> = None;
            for (ours, theirs) in kinds {
                for (x, found) in ours.iter().enumerate() {
                    let with = &theirs[x ^ set];
                    let value = found.value + with.value;
                    if best.is_none_or(|(most, ..)| value > most) {
                        best = Some((value, found, with));
                    }
                }
            }
            let (value, ours, theirs) = best.expect("there are sets of switches");
            let cut = Rc::new(Cut::Both(Rc::clone(&ours.cut), Rc::clone(&theirs.cut)));
            Found { value, cut }
        };
        let second = [(&self.second, &other.second)];
        let first = [(&self.first, &other.second), (&self.second, &other.first)];
        Bound {
            second: std::array::from_fn(|set| best(set, &second)),
            first: std::array::from_fn(|set| best(set, &first)),
        }
    }

    /// The better of two bounds of the same cells, number by number; of equal ones the first.
    pub(super) fn or(mut self, other: &Bound) -> Bound {
        let ours = self.second.iter_mut().chain(&mut self.first);
        for (ours, theirs) in ours.zip(other.second.iter().chain(&other.first)) {
            if theirs.value > ours.value {
                *ours = theirs.clone();
            }
        }
        self
    }

    /// The pieces of the cut that is best for Left, moving first or second.
    pub(super) fn pieces(&self, moves_first: bool) -> Vec<Bits256> {
        let found = if moves_first {
            &self.first[0]
        } else {
            &self.second[0]
        };
        let mut pieces = Vec::new();
        collect(&found.cut, &mut pieces);
        pieces
    }

    fn is_nothing(&self) -> bool {
        matches!(*self.second[0].cut, Cut::Nothing)
    }
}

fn collect(cut: &Cut, pieces: &mut Vec<Bits256>) {
    match cut {
        Cut::Nothing => {}
        Cut::Piece(cells) => pieces.push(*cells),
        Cut::Both(one, other) => {
            collect(one, pieces);
            collect(other, pieces);
        }
    }
}
