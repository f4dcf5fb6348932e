//! The vector of a region from its options: as few of them as it takes.
//!
//! A region of up to [`EXACT`] cells has the vector of all its options. In a larger one Left has only the
//! best [`MOST_LEFT_MOVES`] of its moves by a score, and Right has all. Fewer options of Left make a lower bound, and
//! which they are depends on the shape alone, so a shape has one vector whatever the table holds.
//!
//! Of these options most need not be known either, because the vector is a maximum over Left's and a minimum over
//! Right's:
//!
//! - A Left option is at most what an answer of Right's leaves: `second(Gᴸ)[X] ≤ first(Gᴸᴿ)[X]`. If for each set X of
//!   switches some answer is at most the best option so far, the option changes nothing.
//! - A Right option is at least what an answer of Left's leaves, `first(Gᴿ)[X] ≥ second(Gᴿᴸ)[X]`, if the
//!   answer is one of the moves that Left has there. If for each X some answer is at least what a further option would
//!   have to be less than, the option changes nothing.
//!
//! Both follow from the recurrence of `switches.rs`, and hold for a region in a sum as well. So the vector is exactly
//! that of all these options, computed or not.

use super::{Find, Shapes, Source};
use crate::switches::{Options, SwitchVector};
use crosscram_rules::Bits;

/// Maximum number of cells of a region that has the vector of all its options.
pub const EXACT: u32 = 16;
/// In larger ones Left has so many moves.
const MOST_LEFT_MOVES: usize = 5;

/// So many answers to an option are looked at, and so many of those are computed if they are not known.
const ANSWERS: usize = 6;
const COMPUTED_ANSWERS: usize = 2;

/// A region has fewer moves of one player than this.
const MOST_MOVES: usize = 64;

/// Whose move it is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

/// First cells of some moves, best first.
pub(super) struct Moves {
    list: [u8; MOST_MOVES],
    count: usize,
}

impl Moves {
    #[inline]
    pub(super) fn iter(&self) -> impl Iterator<Item = u32> {
        self.list[..self.count].iter().map(|&first| first.into())
    }
}

/// For each cell a small number, bit by bit, the lowest first.
struct Tally<W>([W; 7]);

impl<W: Bits> Tally<W> {
    /// Adds one in the cells of a set.
    #[inline]
    fn add(&mut self, set: W) {
        let mut carry = set;
        for digit in &mut self.0 {
            (*digit, carry) = (*digit ^ carry, *digit & carry);
            if carry.is_empty() {
                return;
            }
        }
    }

    /// Of some moves those with the largest numbers, largest first.
    fn best(&self, mut moves: W, most: usize) -> Moves {
        let mut best = Moves {
            list: [0; MOST_MOVES],
            count: 0,
        };
        while !moves.is_empty() {
            let mut largest = moves;
            for &digit in self.0.iter().rev() {
                let with = largest & digit;
                if !with.is_empty() {
                    largest = with;
                }
            }
            moves ^= largest;
            for first in largest.members() {
                if best.count == most {
                    return best;
                }
                best.list[best.count] = first as u8;
                best.count += 1;
            }
        }
        best
    }
}

/// What a tile leaves of some cells: a sum of shapes, which are on their way to the processor's cache, and a number.
struct Rest<W> {
    cells: W,
    tile: W,
    /// The cells are one region, in which both can move.
    is_region: bool,
    integer: i16,
    /// Where the shapes are in the list of those that wait.
    from: usize,
    to: usize,
}

impl<W: Bits> Rest<W> {
    /// The vector, if `find` finds those of all shapes.
    fn vector(
        &self,
        waiting: &[W],
        find: impl Fn(W) -> Option<SwitchVector>,
    ) -> Option<SwitchVector> {
        let mut shapes = waiting[self.from..self.to].iter();
        let Some(&shape) = shapes.next() else {
            return Some(SwitchVector::integer(self.integer));
        };
        let mut sum = find(shape)?;
        for &shape in shapes {
            sum = sum.plus(&find(shape)?);
        }
        match self.integer {
            0 => Some(sum),
            number => Some(sum.plus_integer(number)),
        }
    }
}

impl<W: Bits, N: Source> Shapes<W, N>
where
    Self: Find<W>,
{
    /// A player's moves in a region, best first: those that take most moves from the opponent and fewest from the player.
    fn moves(&self, side: Side, region: W, most: usize) -> Moves {
        let (left, right) = (self.grid.left_moves(region), self.grid.right_moves(region));
        let (tile, length) = (self.grid.tile(), self.grid.length());
        let mut tally = Tally([W::EMPTY; 7]);
        // Right's tiles never begin in the last cells of a line, so no shift of theirs leaves one.
        for line in (0..tile).map(|line| line * length) {
            for step in 0..tile {
                tally.add(match side {
                    Side::Left => (right >> line) << step,
                    Side::Right => (left >> step) << line,
                });
            }
        }
        let (own, by) = match side {
            Side::Left => (left, length),
            Side::Right => (right, 1),
        };
        for step in (1..tile).map(|step| step * by) {
            tally.add(own & !(own >> step));
            tally.add(own & !(own << step));
        }
        tally.best(own, most)
    }

    /// The moves that Left has in a shape, best first.
    pub(super) fn left_moves_of(&self, shape: W) -> Moves {
        let most = match shape.count() {
            ..=EXACT => MOST_MOVES,
            _ => MOST_LEFT_MOVES,
        };
        self.moves(Side::Left, shape, most)
    }

    /// What a tile leaves of some cells, which may be known to be one region.
    fn after(
        &self,
        side: Side,
        first: u32,
        (cells, is_region): (W, bool),
        waiting: &mut Vec<W>,
    ) -> Rest<W> {
        let tile = match side {
            Side::Left => self.grid.left_tile(first),
            Side::Right => self.grid.right_tile(first),
        };
        let cells = self.alive(cells & !tile);
        let mut rest = Rest {
            cells,
            tile,
            is_region: false,
            integer: 0,
            from: waiting.len(),
            to: 0,
        };
        let rings = self.rings.as_ref();
        let rings = rings.filter(|_| is_region && !cells.is_empty());
        let is_connected = rings.is_some_and(|rings| match side {
            Side::Left => rings.connected_across(cells, first),
            Side::Right => rings.connected_along(cells, first),
        });
        let mut left_over = cells;
        while !left_over.is_empty() {
            let region = match is_connected {
                true => cells,
                false => self.grid.first_region(left_over),
            };
            left_over ^= region;
            match self.grid.integer(region) {
                Some(number) => rest.integer += number,
                None => {
                    rest.is_region = region == cells;
                    waiting.push(self.prefetched(region));
                }
            }
        }
        rest.to = waiting.len();
        rest
    }

    /// Returns whether some of a player's answers to a move are `enough`, which is asked after each; `None` if the
    /// table is full.
    fn is_answered(
        &self,
        side: Side,
        answers: impl Iterator<Item = u32>,
        of: (W, bool),
        waiting: &mut Vec<W>,
        mut enough: impl FnMut(&SwitchVector) -> bool,
    ) -> Option<bool> {
        let waiting_before = waiting.len();
        let mut computed = 0;
        let mut answers = answers.take(ANSWERS);
        let mut next = answers
            .next()
            .map(|first| self.after(side, first, of, waiting));
        let mut is_enough = false;
        while let Some(answer) = next {
            // The next one is on its way while this one is looked at.
            next = answers
                .next()
                .map(|first| self.after(side, first, of, waiting));
            let mut vector = answer.vector(waiting, |shape| self.known(shape));
            if vector.is_none() && computed < COMPUTED_ANSWERS {
                computed += 1;
                vector = Some(answer.vector(waiting, |shape| self.vector(shape))?);
            }
            is_enough = vector.is_some_and(|vector| enough(&vector));
            if is_enough {
                break;
            }
        }
        waiting.truncate(waiting_before);
        Some(is_enough)
    }

    /// The vector of a shape.
    pub(super) fn vector_by_options(&self, shape: W) -> Option<SwitchVector> {
        let (left_moves, right_moves) = (
            self.left_moves_of(shape),
            self.moves(Side::Right, shape, MOST_MOVES),
        );
        // All options are on their way before the first is looked up.
        let mut waiting = Vec::with_capacity(4 * (left_moves.count + right_moves.count));
        let mut rests = Vec::with_capacity(left_moves.count + right_moves.count);
        for (side, moves) in [(Side::Left, &left_moves), (Side::Right, &right_moves)] {
            for first in moves.iter() {
                rests.push(self.after(side, first, (shape, true), &mut waiting));
            }
        }
        let mut options = Options::NONE;
        // One bit for each option that is not known.
        let mut open = 0u128;
        for (at, rest) in rests.iter().enumerate() {
            match rest.vector(&waiting, |shape| self.known(shape)) {
                None => open |= 1 << at,
                Some(vector) if at < left_moves.count => options.left(&vector),
                Some(vector) => options.right(&vector),
            }
        }
        let mut limits = None;
        while open != 0 {
            let at = open.trailing_zeros() as usize;
            open &= open - 1;
            let rest = &rests[at];
            let of = (rest.cells, rest.is_region);
            let mut answered = Options::NONE;
            if at < left_moves.count {
                let fits = |&first: &u32| (self.grid.right_tile(first) & rest.tile).is_empty();
                let answers = right_moves.iter().filter(fits);
                let is_answered =
                    self.is_answered(Side::Right, answers, of, &mut waiting, |vector| {
                        answered.right(vector);
                        answered.right_holds_left_to(&options)
                    })?;
                if !is_answered {
                    options.left(&rest.vector(&waiting, |shape| self.vector(shape))?);
                }
                continue;
            }
            let limits = limits.get_or_insert_with(|| options.right_limits());
            // Which moves Left has is known for a shape, which may be a reflection.
            let is_answered = rest.is_region && {
                let shape = waiting[rest.from];
                let answers = self.left_moves_of(shape);
                let of = (shape, true);
                self.is_answered(Side::Left, answers.iter(), of, &mut waiting, |vector| {
                    answered.left(vector);
                    answered.left_reaches(limits)
                })?
            };
            if !is_answered {
                options.right(&rest.vector(&waiting, |shape| self.vector(shape))?);
                *limits = options.right_limits();
            }
        }
        Some(options.vector())
    }
}
