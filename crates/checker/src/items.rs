//! A certificate as a list of claims, and the rules for empty rectangles, section 6.

use crate::{Checked, FEW_VECTORS, Set, invalid, source::Source, unreadable, walk};
use std::{fmt, io::BufRead};

/// Numbers are kept in units of 1/65536.
pub(crate) const UNIT: i64 = 1 << 16;

/// That Left wins a position plus a number; all in the winner's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Statement {
    pub(crate) lines: u32,
    pub(crate) length: u32,
    pub(crate) tile: u32,
    pub(crate) blocked: Set<4>,
    pub(crate) number: i64,
    pub(crate) left_first: bool,
    /// Whether Left is Horizontal, so that lines are columns.
    pub(crate) transposed: bool,
}
impl Statement {
    fn read(source: &mut Source) -> Checked<Statement> {
        let mut size = |least, most| source.number(least, most).map(|number| number as u32);
        let (lines, length, tile) = (size(1, 65_535)?, size(1, 65_535)?, size(2, 16)?);
        let (area, listed) = (lines * length, source.byte()?);
        if listed > 1 || listed == 1 && area > 256 {
            return unreadable("not a list of cells, or of too many");
        }
        let cells = (0..).zip(source.digits(area * u32::from(listed), 1)?);
        let blocked = cells.filter(|&(_, free)| free == 0).map(|(cell, _)| cell).collect();
        let (number, first, winner) = (source.dyadic()?, source.byte()?, source.byte()?);
        let (left_first, transposed) = (first == 0, false);
        let vertical = Statement { lines, length, tile, blocked, number, left_first, transposed };
        match (first, winner) {
            (0..=1, 0) => Ok(vertical),
            (0..=1, 1) => Ok(vertical.opposite()),
            _ => unreadable("not a player"),
        }
    }
    /// Returns whether both say the same in the winner's view.
    pub fn agrees(&self, other: &Statement) -> bool {
        Statement { transposed: self.transposed, ..*other } == *self
    }
    /// The same position and first player with the other winner.
    fn opposite(&self) -> Statement {
        let (lines, length, number) = (self.length, self.lines, -self.number);
        let (left_first, transposed) = (!self.left_first, !self.transposed);
        let blocked = self.blocked.map(|cell| cell % lines * length + cell / lines).collect();
        Statement { lines, length, tile: self.tile, blocked, number, left_first, transposed }
    }
}
impl fmt::Display for Statement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let vertical = if self.transposed { self.opposite() } else { *self };
        let Statement { lines, length, tile, blocked, number, left_first, .. } = vertical;
        let name = |vertical| if vertical { "Vertical" } else { "Horizontal" };
        let (first, winner) = (name(left_first), name(!self.transposed));
        let number = number as f64 / UNIT as f64;
        write!(f, "on the board of {lines} rows and {length} columns plus the number {number}, ")?;
        write!(f, "with tiles of {tile} cells, if {first} moves first, {winner} wins.")?;
        for cell in 0..if blocked == Set::EMPTY { 0 } else { lines * length } {
            let sign = if blocked & Set::single(cell) == Set::EMPTY { '.' } else { '#' };
            write!(f, "{}{sign}", if cell % length == 0 { "\n" } else { "" })?;
        }
        Ok(())
    }
}

/// What a certificate proves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proven {
    /// The claims that were not dropped; the last one is what the certificate is about.
    pub claims: Vec<Statement>,
    /// What is taken from other certificates, with their hashes.
    pub rests: Vec<(Statement, String)>,
    /// Nodes of all walks.
    pub nodes: u64,
}
impl fmt::Display for Proven {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Valid, {} nodes.", self.nodes)?;
        for (statement, hash) in &self.rests {
            writeln!(f, "Provided that the certificate {hash} proves: {statement}")?;
        }
        self.claims.iter().try_for_each(|claim| writeln!(f, "Proven: {claim}"))
    }
}

/// Checks a certificate.
pub fn check(file: &mut dyn BufRead) -> Checked<Proven> {
    check_share(file, FEW_VECTORS, (0, 1))
}
/// The same with so many vectors of pieces kept, besides those that the size of the file allows, and
/// for one of several shares of the sums. A certificate is valid if all its shares, from 0 on, are.
pub fn check_share(file: &mut dyn BufRead, most: usize, share: (usize, usize)) -> Checked<Proven> {
    let (mut source, mut proven) = (Source(file, 0, most, share), Proven::default());
    let mut suppositions = Vec::new();
    if (0..8).map(|_| source.byte()).collect::<Checked<Vec<u8>>>()? != b"\x89CROSS\x0a\x01" {
        return unreadable("not a certificate of version 1");
    }
    loop {
        match source.byte()? {
            0 => break,
            item @ (1 | 2) => {
                let claim = Statement::read(&mut source)?;
                match item {
                    1 => prove(&claim, &mut source, &mut proven)?,
                    _ => suppositions.push(proven.claims.len()),
                }
                proven.claims.push(claim);
            }
            3 => {
                let one = earlier(&mut source, &proven)?;
                let opposites = one.agrees(&earlier(&mut source, &proven)?.opposite());
                let Some(supposed) = suppositions.pop().filter(|_| opposites) else {
                    return invalid("nothing was supposed, or claims are not opposites");
                };
                proven.claims.truncate(supposed + 1);
                proven.claims[supposed] = proven.claims[supposed].opposite();
            }
            _ => return unreadable("not an item"),
        }
    }
    match (source.0.fill_buf(), suppositions.is_empty() && !proven.claims.is_empty()) {
        (Ok([]), true) => Ok(proven),
        (Ok([]), false) => invalid("nothing is claimed, or something is still supposed at the end"),
        _ => unreadable("something follows the end"),
    }
}
/// Reads the number of a claim.
fn earlier(source: &mut Source, proven: &Proven) -> Checked<Statement> {
    let number = source.number(1, u32::MAX.into())? as usize;
    proven.claims.get(number - 1).map_or_else(|| invalid("there is no such claim"), |s| Ok(*s))
}
/// Reads and checks the proof of a claim.
fn prove(claim: &Statement, source: &mut Source, proven: &mut Proven) -> Checked<()> {
    let Statement { lines, length, tile, blocked, number, left_first, .. } = *claim;
    let (rule, moves) = (source.byte()?, i64::from(length * (lines / tile)) * UNIT);
    let holds = match (rule, lines * length) {
        (0, area @ 1..=256) => {
            let check = [walk::check::<1>, walk::check::<2>, walk::check::<4>, walk::check::<4>];
            proven.nodes += check[(area as usize - 1) / 64](source, claim)?;
            return Ok(());
        }
        (1 | 2, _) => {
            let squares = if rule == 1 { source.number(0, 65_535)? } else { 0 };
            let count = source.number(0, 65_535)?;
            let premises = (0..count).map(|_| earlier(source, proven));
            let premises = premises.collect::<Checked<Vec<Statement>>>()?;
            let sum = |part: fn(&Statement) -> i64| premises.iter().map(part).sum::<i64>();
            let (spare, firsts) = (number - sum(|p| p.number), sum(|p| p.left_first.into()));
            let (sum_lines, sum_lengths) = (sum(|p| p.lines.into()), sum(|p| p.length.into()));
            let add = squares % 2 == 0
                && sum_lines + squares as i64 * i64::from(length) == lines.into()
                && premises.iter().all(|p| p.length == length)
                && if firsts == 0 { !left_first || spare > 0 } else { left_first && firsts == 1 };
            let split = lines == tile
                && sum_lengths + 1 == length.into()
                && premises.iter().all(|p| p.lines == lines)
                && (left_first && firsts == 0 && count <= 2);
            premises.iter().all(|p| p.tile == tile && p.blocked == Set::EMPTY)
                && (spare >= 0 && if rule == 1 { add } else { split })
        }
        (3, _) => tile == 2 && lines == 2 * length && left_first && number >= 0,
        (4, _) => length < tile && moves + number >= i64::from(left_first),
        (5, _) => {
            let hex = |_| source.byte().map(|byte| format!("{byte:02x}"));
            proven.rests.push((*claim, (0..32).map(hex).collect::<Checked<_>>()?));
            return Ok(());
        }
        _ => return unreadable("not a proof, or the board is too large for a walk"),
    };
    let reason = format!("rule {rule} does not prove: {claim}");
    if holds && blocked == Set::EMPTY { Ok(()) } else { invalid(&reason) }
}
