//! Certificates of several items: rules for empty rectangles, and claims of other certificates.

use super::file::Hash;
use super::writer::MAGIC;
use crosscram_rules::{Dyadic, Player, Tile};

/// Who wins an empty rectangle plus a number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rectangle {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub cols: usize,
    /// The tiles.
    pub tile: Tile,
    /// The number beside the board.
    pub number: Dyadic,
    /// Who moves first.
    pub first: Player,
    /// Who wins.
    pub winner: Player,
}

/// Items in the order in which they are added; claims and suppositions are numbered from 1.
pub struct Bundle {
    bytes: Vec<u8>,
}

impl Default for Bundle {
    fn default() -> Self {
        Bundle {
            bytes: MAGIC.to_vec(),
        }
    }
}

impl Bundle {
    /// A claim by adding boards and an even number of squares.
    pub fn add(&mut self, claim: &Rectangle, squares: usize, premises: &[usize]) {
        self.claim(claim, 1);
        self.number(squares as u64);
        self.premises(premises);
    }

    /// A claim by the winner's tile that leaves the boards of the premises.
    pub fn split(&mut self, claim: &Rectangle, premises: &[usize]) {
        self.claim(claim, 2);
        self.premises(premises);
    }

    /// A claim by the move on the middle.
    pub fn corner(&mut self, claim: &Rectangle) {
        self.claim(claim, 3);
    }

    /// A claim because the loser has no move.
    pub fn narrow(&mut self, claim: &Rectangle) {
        self.claim(claim, 4);
    }

    /// A claim of another certificate.
    pub fn rest(&mut self, claim: &Rectangle, certificate: Hash) {
        self.claim(claim, 5);
        self.bytes.extend(certificate.0);
    }

    /// The only claim of another certificate, which is given uncompressed, with its proof. Returns
    /// whether it is one.
    #[must_use]
    pub fn include(&mut self, certificate: &[u8]) -> bool {
        let items = certificate.strip_prefix(&MAGIC);
        let item = items.and_then(|items| items.strip_suffix(&[0]));
        let Some(item) = item.filter(|item| item.first() == Some(&1)) else {
            return false;
        };
        self.bytes.extend(item);
        true
    }

    /// Opens a block.
    pub fn suppose(&mut self, supposition: &Rectangle) {
        self.bytes.push(2);
        self.statement(supposition);
    }

    /// Closes the innermost block by two items that say opposite things.
    pub fn contradiction(&mut self, one: usize, other: usize) {
        self.bytes.push(3);
        self.number(one as u64);
        self.number(other as u64);
    }

    /// The uncompressed bytes of the certificate.
    pub fn finish(mut self) -> Vec<u8> {
        self.bytes.push(0);
        self.bytes
    }

    fn claim(&mut self, claim: &Rectangle, proof: u8) {
        self.bytes.push(1);
        self.statement(claim);
        self.bytes.push(proof);
    }

    fn statement(&mut self, statement: &Rectangle) {
        let player = |player| u8::from(player == Player::Horizontal);
        self.number(statement.rows as u64);
        self.number(statement.cols as u64);
        self.number(statement.tile.length().into());
        self.bytes.push(0);
        let numerator = statement.number.numerator();
        self.number((numerator << 1 ^ numerator >> 63) as u64);
        self.bytes.push(statement.number.log2_denominator());
        self.bytes.push(player(statement.first));
        self.bytes.push(player(statement.winner));
    }

    fn premises(&mut self, premises: &[usize]) {
        self.number(premises.len() as u64);
        for &premise in premises {
            self.number(premise as u64);
        }
    }

    fn number(&mut self, mut number: u64) {
        while number >= 128 {
            self.bytes.push(number as u8 | 128);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }
}
