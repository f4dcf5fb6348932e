//! A plain writer of certificates for small boards: it solves by trying everything, and uses a
//! static reason wherever the one it tries happens to suffice.

#![allow(dead_code, reason = "each test file uses its own part")]

use crosscram_checker::{Failure, Proven, check};
use std::collections::{HashMap, HashSet};

pub(crate) const UNIT: i64 = 1 << 16;
pub(crate) const MAGIC: [u8; 8] = *b"\x89CROSS\x0a\x01";

/// Checks bytes with little memory.
pub(crate) fn verdict(mut bytes: &[u8]) -> Result<Proven, Failure> {
    check(&mut bytes)
}

/// Random numbers: a linear congruential generator, high bits.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, end: u32) -> u32 {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (((self.0 >> 32) * u64::from(end)) >> 32) as u32
    }
}

/// A position in the winner's view, and whether the winner is Horizontal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Position {
    pub(crate) lines: u32,
    pub(crate) length: u32,
    pub(crate) tile: u32,
    pub(crate) free: u64,
    pub(crate) number: i64,
    pub(crate) left_first: bool,
    pub(crate) transposed: bool,
}

impl Position {
    pub(crate) fn empty(lines: u32, length: u32, tile: u32, left_first: bool) -> Position {
        let free = (1 << (lines * length)) - 1;
        Position { lines, length, tile, free, number: 0, left_first, transposed: false }
    }

    /// The tiles of a player by their first cells, ascending.
    pub(crate) fn tiles(&self, left: bool) -> Vec<(u32, u64)> {
        let mut tiles = Vec::new();
        for line in 0..self.lines {
            for offset in 0..self.length {
                let end = if left { line } else { offset } + self.tile;
                let cell = line * self.length + offset;
                let step = if left { self.length } else { 1 };
                let cells = |i| 1u64 << (cell + i * step);
                if end <= if left { self.lines } else { self.length } {
                    let tile = (0..self.tile).fold(0, |tile, i| tile | cells(i));
                    tiles.extend((tile & !self.free == 0).then_some((cell, tile)));
                }
            }
        }
        tiles
    }

    /// The move of a player in the number.
    pub(crate) fn number_option(&self, left: bool) -> Option<i64> {
        let number = self.number;
        if number % UNIT == 0 {
            return match left {
                true => (number > 0).then_some(number - UNIT),
                false => (number < 0).then_some(number + UNIT),
            };
        }
        let step = 1 << number.trailing_zeros();
        Some(if left { number - step } else { number + step })
    }

    pub(crate) fn after(&self, tile: u64) -> Position {
        Position { free: self.free & !tile, left_first: !self.left_first, ..*self }
    }

    pub(crate) fn with_number(&self, number: i64) -> Position {
        Position { number, left_first: !self.left_first, ..*self }
    }

    /// The options of the player to move, each with the cell of the tile.
    pub(crate) fn options(&self) -> Vec<(Option<u32>, Position)> {
        let tiles = self.tiles(self.left_first).into_iter();
        let mut options: Vec<_> =
            tiles.map(|(cell, tile)| (Some(cell), self.after(tile))).collect();
        let number = self.number_option(self.left_first);
        options.extend(number.map(|number| (None, self.with_number(number))));
        options
    }

    fn images(&self) -> [Position; 4] {
        [(false, false), (false, true), (true, false), (true, true)].map(|(lines, offsets)| {
            let mut free = 0;
            for cell in 0..self.lines * self.length {
                let (line, offset) = (cell / self.length, cell % self.length);
                let line = if lines { self.lines - 1 - line } else { line };
                let offset = if offsets { self.length - 1 - offset } else { offset };
                free |= (self.free >> cell & 1) << (line * self.length + offset);
            }
            Position { free, ..*self }
        })
    }

    /// Row and column on the board.
    fn place(&self, cell: u32) -> (u32, u32) {
        let (line, offset) = (cell / self.length, cell % self.length);
        if self.transposed { (offset, line) } else { (line, offset) }
    }

    /// Rows, columns, free cells of the board, the number, first player and winner.
    fn on_board(&self) -> (u32, u32, Vec<u8>, i64, u8, u8) {
        let (rows, columns, sign) = match self.transposed {
            true => (self.length, self.lines, -1),
            false => (self.lines, self.length, 1),
        };
        let mut cells = vec![0; (rows * columns) as usize];
        for cell in 0..rows * columns {
            let (row, column) = self.place(cell);
            cells[(row * columns + column) as usize] = (self.free >> cell & 1) as u8;
        }
        let winner = u8::from(self.transposed);
        let first = if self.left_first { winner } else { 1 - winner };
        (rows, columns, cells, sign * self.number, first, winner)
    }

    /// The statement in the binary form.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let (rows, columns, cells, number, first, winner) = self.on_board();
        let mut bytes = vec![rows as u8, columns as u8, self.tile as u8];
        if cells.contains(&0) {
            bytes.push(1);
            bytes.extend(packed(&cells, 1));
        } else {
            bytes.push(0);
        }
        let log2 = 16 - number.trailing_zeros().min(16);
        let numerator = number >> (16 - log2);
        leb128(((numerator << 1) ^ (numerator >> 63)) as u64, &mut bytes);
        bytes.extend([log2 as u8, first, winner]);
        bytes
    }

    /// The statement in the text form.
    pub(crate) fn text(&self) -> String {
        let (rows, columns, cells, number, first, winner) = self.on_board();
        let digits: String = cells.iter().map(|cell| char::from(b'0' + cell)).collect();
        let lines: Vec<&str> = (0..rows as usize)
            .map(|row| &digits[row * columns as usize..(row + 1) * columns as usize])
            .collect();
        let free = match cells.contains(&0) {
            true => format!("these {}", lines.join("|")),
            false => "all".into(),
        };
        let log2 = 16 - number.trailing_zeros().min(16);
        let number = match (number >> (16 - log2), 1 << log2) {
            (numerator, 1) => format!("{numerator}"),
            (numerator, denominator) => format!("{numerator}/{denominator}"),
        };
        let name = |player| if player == 0 { "V" } else { "H" };
        let (first, winner) = (name(first), name(winner));
        format!(
            "rows {rows} columns {columns} tile {} free {free} number {number} first {first} winner {winner}",
            self.tile
        )
    }
}

/// An unsigned number.
pub(crate) fn leb128(mut number: u64, bytes: &mut Vec<u8>) {
    while number >= 128 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Digits of some bits each.
pub(crate) fn packed(digits: &[u8], bits: u32) -> Vec<u8> {
    let chunks = digits.chunks(8 / bits as usize);
    chunks
        .map(|chunk| (0..).zip(chunk).fold(0, |byte, (i, digit)| byte | digit << (i * bits)))
        .collect()
}

/// A mask: a digit for each boundary, digits of the listed ones, necks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mask {
    pub(crate) codes: Vec<u8>,
    pub(crate) digits: Vec<u8>,
    pub(crate) necks: Option<Vec<u32>>,
}

/// A node of a walk.
#[derive(Clone, Debug)]
pub(crate) enum Node {
    All(bool, Vec<Node>),
    Move(bool, u32, Box<Node>),
    Number(bool, Box<Node>),
    Known,
    Whole,
    Count,
    Cut(Mask),
    Again(u8),
}

impl Node {
    pub(crate) fn bytes(&self, bytes: &mut Vec<u8>) {
        match self {
            Node::All(remember, nodes) => {
                bytes.push(u8::from(*remember) << 7);
                nodes.iter().for_each(|node| node.bytes(bytes));
            }
            Node::Move(remember, cell, node) => {
                bytes.extend([1 | u8::from(*remember) << 7, *cell as u8]);
                node.bytes(bytes);
            }
            Node::Number(remember, node) => {
                bytes.push(2 | u8::from(*remember) << 7);
                node.bytes(bytes);
            }
            Node::Known => bytes.push(3),
            Node::Whole => bytes.push(4),
            Node::Count => bytes.push(5),
            Node::Cut(mask) => {
                bytes.push(if mask.necks.is_some() { 7 } else { 6 });
                bytes.extend(packed(&mask.codes, 2));
                bytes.extend(packed(&mask.digits, 1));
                if let Some(necks) = &mask.necks {
                    bytes.push(necks.len() as u8);
                    bytes.extend(necks.iter().map(|&cell| cell as u8));
                }
            }
            Node::Again(place) => bytes.push(16 + place),
        }
    }

    /// A node a line, with its position as a comment.
    pub(crate) fn text(&self, position: &Position, depth: usize, text: &mut String) {
        let star = |remember: &bool| if *remember { "*" } else { "" };
        let cell = |cell: u32| {
            let (row, column) = position.place(cell);
            format!("{},{}", row + 1, column + 1)
        };
        let digits = |digits: &[u8]| -> String {
            digits.iter().map(|digit| char::from(b'0' + digit)).collect()
        };
        let word = match self {
            Node::All(remember, _) => format!("all{}", star(remember)),
            Node::Move(remember, first, _) => format!("move{} {}", star(remember), cell(*first)),
            Node::Number(remember, _) => format!("number{}", star(remember)),
            Node::Known => "known".into(),
            Node::Whole => "whole".into(),
            Node::Count => "count".into(),
            Node::Again(place) => format!("again{place}"),
            Node::Cut(Mask { codes, digits: listed, necks }) => {
                let word = if necks.is_some() { "necks" } else { "cut" };
                let mut words = vec![word.into(), digits(codes), digits(listed)];
                if let Some(necks) = necks {
                    words.push(necks.len().to_string());
                    words.extend(necks.iter().map(|&neck| cell(neck)));
                }
                words.retain(|word| !word.is_empty());
                words.join(" ")
            }
        };
        let (_, columns, cells, ..) = position.on_board();
        let rows: Vec<String> = cells
            .chunks(columns as usize)
            .map(|row| row.iter().map(|&free| if free == 1 { '.' } else { '#' }).collect())
            .collect();
        let line = format!("{:1$}{word}", "", 2 * depth);
        *text += &format!("{line:<30} ; {}\n", rows.join("|"));
        let children: Vec<&Node> = match self {
            Node::All(_, nodes) => nodes.iter().collect(),
            Node::Move(_, _, node) | Node::Number(_, node) => vec![node],
            _ => Vec::new(),
        };
        let mut options = position.options();
        match self {
            Node::Move(_, cell, _) => options.retain(|(first, _)| *first == Some(*cell)),
            Node::Number(..) => options.retain(|(first, _)| first.is_none()),
            _ => {}
        }
        for (node, (_, child)) in children.into_iter().zip(&options) {
            node.text(child, depth + 1, text);
        }
    }
}

/// A certificate of one claim by a walk.
pub(crate) fn certificate(position: &Position, pieces: u8, node: &Node) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.push(1);
    bytes.extend(position.bytes());
    bytes.extend([0, pieces]);
    node.bytes(&mut bytes);
    bytes.push(0);
    bytes
}

/// The same as text.
pub(crate) fn certificate_text(position: &Position, pieces: u8, node: &Node) -> String {
    let mut text = "certificate 1\n".to_string();
    text += &format!("claim {}\nwalk pieces {pieces}\n", position.text());
    node.text(position, 0, &mut text);
    text + "end\n"
}

/// Who wins, by trying everything.
#[derive(Default)]
pub(crate) struct Solver(HashMap<Position, bool>);

impl Solver {
    /// Returns whether Left wins.
    pub(crate) fn left_wins(&mut self, position: &Position) -> bool {
        if let Some(&wins) = self.0.get(position) {
            return wins;
        }
        let mut options = position.options().into_iter();
        let wins = match position.left_first {
            true => options.any(|(_, option)| self.left_wins(&option)),
            false => options.all(|(_, option)| self.left_wins(&option)),
        };
        self.0.insert(*position, wins);
        wins
    }
}

/// Writes proofs.
pub(crate) struct Prover {
    pub(crate) solver: Solver,
    pub(crate) random: Random,
    pub(crate) pieces: u8,
    known: HashSet<Position>,
    masks: Vec<Mask>,
    /// Reasons are tried in a position with at most so many free cells.
    pub(crate) static_below: u32,
}

impl Prover {
    pub(crate) fn new(seed: u64, pieces: u8, static_below: u32) -> Prover {
        let (known, masks) = (HashSet::new(), Vec::new());
        Prover {
            solver: Solver::default(),
            random: Random(seed),
            pieces,
            known,
            masks,
            static_below,
        }
    }

    /// A proof of a position that Left wins.
    pub(crate) fn prove(&mut self, position: &Position) -> Node {
        assert!(self.solver.left_wins(position));
        self.known.clear();
        self.masks.clear();
        self.node(position)
    }

    fn node(&mut self, position: &Position) -> Node {
        if position.images().iter().any(|image| self.known.contains(image)) {
            return Node::Known;
        }
        if let Some(reason) = self.reason(position) {
            return reason;
        }
        let remember = self.random.below(4) > 0;
        let options = position.options();
        let node = if position.left_first {
            let solver = &mut self.solver;
            let winning = options.iter().find(|(_, option)| solver.left_wins(option));
            let (cell, option) = winning.expect("a winning move");
            let child = Box::new(self.node(option));
            match cell {
                Some(cell) => Node::Move(remember, *cell, child),
                None => Node::Number(remember, child),
            }
        } else {
            Node::All(remember, options.iter().map(|(_, option)| self.node(option)).collect())
        };
        if remember {
            self.known.insert(*position);
        }
        node
    }

    /// Returns whether a reason alone proves a position.
    pub(crate) fn proves(&self, position: &Position, reason: &Node) -> bool {
        verdict(&certificate(position, self.pieces, reason)).is_ok()
    }

    fn reason(&mut self, position: &Position) -> Option<Node> {
        if position.free.count_ones() > self.static_below {
            return None;
        }
        for place in 0..self.masks.len() {
            let mask = self.masks[place].clone();
            if self.proves(position, &Node::Cut(mask)) {
                self.masks[..=place].rotate_right(1);
                return Some(Node::Again(place as u8));
            }
        }
        let mut plain = vec![Node::Count, Node::Whole];
        plain.truncate(self.random.below(3) as usize);
        for reason in plain {
            if self.proves(position, &reason) {
                return Some(reason);
            }
        }
        for _ in 0..4 {
            let mask = self.random_mask(position);
            let reason = Node::Cut(mask.clone());
            if self.proves(position, &reason) {
                self.masks.insert(0, mask);
                self.masks.truncate(16);
                return Some(reason);
            }
        }
        None
    }

    /// A random mask; with necks that satisfy the conditions, or not.
    pub(crate) fn random_mask(&mut self, position: &Position) -> Mask {
        let random = &mut self.random;
        let codes: Vec<u8> = (1..position.lines).map(|_| random.below(3) as u8).collect();
        let listed = codes.iter().filter(|&&code| code == 2).count() as u32 * position.length;
        let digits = (0..listed).map(|_| random.below(2) as u8).collect();
        let area = position.lines * position.length;
        let necks = (position.tile == 2 && random.below(2) == 0)
            .then(|| (0..1 + random.below(3)).map(|_| random.below(area)).collect());
        Mask { codes, digits, necks }
    }
}

/// A random position with holes and perhaps a number, won by Left.
pub(crate) fn random_position(random: &mut Random, solver: &mut Solver) -> Position {
    loop {
        let (lines, length) = (1 + random.below(4), 1 + random.below(4));
        let tile = 2 + random.below(3);
        let holes = random.below(4);
        let mut free = 0;
        for cell in 0..lines * length {
            free |= u64::from(random.below(8) >= holes) << cell;
        }
        let number = match random.below(3) {
            0 => i64::from(random.below(33)) * UNIT / 8 - 2 * UNIT,
            _ => 0,
        };
        let (left_first, transposed) = (random.below(2) == 0, random.below(2) == 0);
        let position = Position { lines, length, tile, free, number, left_first, transposed };
        if solver.left_wins(&position) {
            return position;
        }
    }
}
