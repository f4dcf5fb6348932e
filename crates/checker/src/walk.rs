//! The walk through a proof, sections 4 and 5.

use crate::{Checked, Failure, Set, Statement, Vector, Vectors, View, invalid, unreadable};
use crate::{items::UNIT, source::Source};
use std::collections::HashSet;

/// A position in the winner's view: free cells, number, whether Left moves first.
type Position<const W: usize> = (Set<W>, i64, bool);
/// The upper cells of cut pairs, and the necks.
type Mask<const W: usize> = (Set<W>, Set<W>);
/// A node, the first cells of its tiles that are not proven yet, and the move in the number.
struct Open<const W: usize> {
    position: Position<W>,
    remember: bool,
    starts: Set<W>,
    number: Option<i64>,
}
struct Walk<'a, 'b, const W: usize> {
    source: &'a mut Source<'b>,
    vectors: Vectors<W>,
    known: HashSet<Position<W>>,
    masks: Vec<Mask<W>>,
}

/// Reads and checks the proof of a statement of at most 64 times `W` cells. Counts its nodes.
pub(crate) fn check<const W: usize>(source: &mut Source, statement: &Statement) -> Checked<u64> {
    let Statement { lines, length, tile, blocked, number, left_first, .. } = *statement;
    let board: Set<4> = (0..lines * length).collect();
    let mut node = (board.minus(blocked).resized(), number, left_first);
    let vectors = Vectors::new(View::<W>::new(lines, length, tile), source.number(0, 40)? as usize);
    let mut walk = Walk { source, vectors, known: HashSet::new(), masks: Vec::new() };
    let (mut stack, mut nodes) = (Vec::new(), 0);
    loop {
        nodes += 1;
        stack.extend(walk.node(node).map_err(|Failure(code, reason)| {
            let (free, number, left_first) = node;
            let blocked = board.minus(free.resized());
            let here = Statement { blocked, number, left_first, ..*statement };
            Failure(code, format!("{reason}; node {nodes} says: {here}"))
        })?);
        node = loop {
            let Some(open) = stack.last_mut() else { return Ok(nodes) };
            if let Some(child) = walk.next_child(open) {
                break child;
            }
            if open.remember {
                walk.known.insert(walk.canonical(open.position));
            }
            stack.pop();
        };
    }
}

impl<const W: usize> Walk<'_, '_, W> {
    /// Reads and checks a node, but for its children.
    fn node(&mut self, position: Position<W>) -> Checked<Option<Open<W>>> {
        let tag = self.source.byte()?;
        self.vectors.most = self.source.2.saturating_add(4 * self.source.1);
        let ((free, number, left_first), view) = (position, &self.vectors.view);
        let (starts, number) = (view.starts(free, left_first), option(number, left_first));
        let open = Open { position, remember: tag >= 128, starts, number };
        let mask = match (tag, left_first) {
            (0 | 128, false) => return Ok(Some(open)),
            (1 | 129, true) => {
                let starts = starts & Set::single(self.source.byte()?.into());
                let legal = starts != Set::EMPTY;
                let open = Open { starts, number: None, ..open };
                return if legal { Ok(Some(open)) } else { invalid("the move is not legal") };
            }
            (2 | 130, true) if number.is_none() => return invalid("there is no such move"),
            (2 | 130, true) => return Ok(Some(Open { starts: Set::EMPTY, ..open })),
            (0..=2 | 128..=130, _) => return invalid("it is the other player's turn"),
            (3, _) if self.known.contains(&self.canonical(position)) => return Ok(None),
            (3, _) => return invalid("the position was not proven before"),
            (4, _) => (Set::EMPTY, Set::EMPTY),
            (5, _) => {
                let idle = free.minus(view.covered(view.starts(free, false), false));
                (free.minus(idle & idle.down(view.length)), Set::EMPTY)
            }
            (6 | 7, _) => {
                let mask = self.mask(tag == 7)?;
                self.masks.insert(0, mask);
                self.masks.truncate(16);
                mask
            }
            (16..=31, _) if usize::from(tag - 16) < self.masks.len() => {
                self.masks[..=usize::from(tag - 16)].rotate_right(1);
                self.masks[0]
            }
            (16..=31, _) => return invalid("there is no such mask"),
            _ => return unreadable("not a node"),
        };
        let (share, shares) = self.source.3;
        // The sums in so many bytes are in one share, those in the next bytes in the next one.
        let is_ours = self.source.1 / 4096 % shares == share;
        if is_ours { self.decide(position, mask).map(|()| None) } else { Ok(None) }
    }
    /// The position after the next of the moves to be proven.
    fn next_child(&self, open: &mut Open<W>) -> Option<Position<W>> {
        let (mut free, mut number, left_first) = open.position;
        if let Some(cell) = open.starts.next() {
            free = free ^ self.vectors.view.covered(Set::single(cell), left_first);
        } else {
            number = open.number.take()?;
        }
        Some((free, number, !left_first))
    }
    /// The least of the reflections of a position.
    fn canonical(&self, (free, number, left_first): Position<W>) -> Position<W> {
        (self.vectors.view.images(free).into_iter().fold(free, Ord::min), number, left_first)
    }
    /// Reads a mask.
    fn mask(&mut self, with_necks: bool) -> Checked<Mask<W>> {
        let (lines, length) = (self.vectors.view.lines, self.vectors.view.length);
        let codes = self.source.digits(lines - 1, 2)?;
        if codes.contains(&3) {
            return unreadable("a boundary is neither joined nor cut nor listed");
        }
        let listed = codes.iter().filter(|&&code| code == 2).count() as u32;
        let mut digits = self.source.digits(listed * length, 1)?.into_iter();
        let cut = (0..(lines - 1) * length).filter(|cell| match codes[(cell / length) as usize] {
            2 => digits.next() == Some(1),
            code => code == 1,
        });
        let count = if with_necks { self.source.number(0, 256)? } else { 0 };
        let necks = (0..count).map(|_| self.source.byte().map(u32::from));
        Ok((cut.collect(), necks.collect::<Checked<_>>()?))
    }
    /// Requires that the pieces after a cut with free necks prove a position.
    fn decide(&mut self, position: Position<W>, mask: Mask<W>) -> Checked<()> {
        let ((free, number, left_first), (cut, necks)) = (position, mask);
        let (view, necks) = (&self.vectors.view, necks & free);
        if necks != Set::EMPTY && (view.tile != 2 || view.beside(necks) & necks != Set::EMPTY) {
            return invalid("necks are neighbours, or tiles are not dominoes");
        }
        let rest = free.minus(necks);
        let uncut = |left: Set<W>, i| left.minus(cut.down(i * view.length));
        let left = (0..view.tile - 1).fold(view.starts(rest, true), uncut);
        let right = view.starts(rest, false);
        let linked = view.covered(left, true) | view.covered(right, false);
        let mut rest = linked | (view.beside(necks) & rest);
        let mut sum = Vector::ZERO;
        while let Some(cell) = rest.next() {
            let view = &self.vectors.view;
            let class = view.class(cell, left, right);
            rest = rest.minus(class);
            let shared = view.beside(class) & necks;
            let across = shared.up(view.length) | shared.down(view.length);
            if across & (class | shared) != Set::EMPTY {
                return invalid("a piece has a cell above or below one of its necks");
            }
            self.vectors.add_class(class | shared, &mut sum)?;
        }
        let bound = i64::from(if left_first { sum.first[0] } else { sum.second[0] });
        let bound = bound + (4 * number).div_euclid(UNIT);
        if bound >= 0 { Ok(()) } else { invalid("the pieces are worth too little") }
    }
}
/// Where a player's move in a number leads.
fn option(number: i64, left: bool) -> Option<i64> {
    let step = 1 << number.trailing_zeros().min(16);
    let (sign, own) = if left { (-1, number > 0) } else { (1, number < 0) };
    (step < UNIT || own).then_some(number + sign * step)
}
