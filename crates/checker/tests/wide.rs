//! Boards of more than one machine word: a small position in the middle of a large blocked board is
//! worth what it is worth alone, whatever the width.

mod common;

use common::*;

/// A larger board around a position: lines before and behind, cells before and behind in each line.
/// The position is in the middle, so that its reflections are those of the board.
#[derive(Clone, Copy, Debug)]
struct Frame {
    position: Position,
    above: u32,
    beside: u32,
}

impl Frame {
    fn lines(&self) -> u32 {
        self.position.lines + 2 * self.above
    }

    fn length(&self) -> u32 {
        self.position.length + 2 * self.beside
    }

    fn cell(&self, cell: u32) -> u32 {
        let (line, offset) = (cell / self.position.length, cell % self.position.length);
        (line + self.above) * self.length() + offset + self.beside
    }

    fn statement(&self) -> Vec<u8> {
        let Position { transposed, .. } = self.position;
        let (lines, length) = (self.lines(), self.length());
        let mut free = vec![0; (lines * length) as usize];
        for cell in 0..self.position.lines * self.position.length {
            let number = self.cell(cell);
            let (line, offset) = (number / length, number % length);
            let place = if transposed { offset * lines + line } else { number };
            free[place as usize] = (self.position.free >> cell & 1) as u8;
        }
        let (rows, columns) = if transposed { (length, lines) } else { (lines, length) };
        let mut bytes = Vec::new();
        leb128(rows.into(), &mut bytes);
        leb128(columns.into(), &mut bytes);
        bytes.extend([self.position.tile as u8, 1]);
        bytes.extend(packed(&free, 1));
        // The number and the players end the statement of the position alone.
        let alone = self.position.bytes();
        let area = self.position.lines * self.position.length;
        let listed = if alone[3] == 1 { area.div_ceil(8) as usize } else { 0 };
        bytes.extend(&alone[4 + listed..]);
        bytes
    }

    fn node(&self, node: &Node, bytes: &mut Vec<u8>) {
        match node {
            Node::All(remember, nodes) => {
                bytes.push(u8::from(*remember) << 7);
                nodes.iter().for_each(|node| self.node(node, bytes));
            }
            Node::Move(remember, cell, node) => {
                bytes.extend([1 | u8::from(*remember) << 7, self.cell(*cell) as u8]);
                self.node(node, bytes);
            }
            Node::Number(remember, node) => {
                bytes.push(2 | u8::from(*remember) << 7);
                self.node(node, bytes);
            }
            Node::Cut(mask) => self.mask(mask).bytes(bytes),
            Node::Known | Node::Whole | Node::Count | Node::Again(_) => node.bytes(bytes),
        }
    }

    /// The same cut: boundaries outside are joined or cut, as it happens.
    fn mask(&self, mask: &Mask) -> Node {
        let outside = vec![(self.above + self.beside) as u8 % 2; self.above as usize];
        let codes = [&outside[..], &mask.codes, &outside].concat();
        let margin = vec![1; self.beside as usize];
        let lines = mask.digits.chunks(self.position.length as usize);
        let digits = lines.flat_map(|line| [&margin[..], line, &margin].concat()).collect();
        let necks = mask.necks.as_ref();
        let necks = necks.map(|necks| necks.iter().map(|&cell| self.cell(cell)).collect());
        Node::Cut(Mask { codes, digits, necks })
    }

    fn certificate(&self, pieces: u8, node: &Node) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.push(1);
        bytes.extend(self.statement());
        bytes.extend([0, pieces]);
        self.node(node, &mut bytes);
        bytes.push(0);
        bytes
    }
}

fn random_frame(random: &mut Random, position: Position) -> Frame {
    loop {
        let (above, beside) = (random.below(8), random.below(8));
        let frame = Frame { position, above, beside };
        if (65..=256).contains(&(frame.lines() * frame.length())) {
            return frame;
        }
    }
}

#[test]
fn walks_on_large_boards() {
    let mut random = Random(21);
    for round in 0..600 {
        let mut prover = Prover::new(round, 16, random.below(14));
        let position = random_position(&mut random, &mut prover.solver);
        let node = prover.prove(&position);
        let frame = random_frame(&mut random, position);
        let alone = verdict(&certificate(&position, 16, &node)).expect("a proof");
        let framed = verdict(&frame.certificate(16, &node));
        let framed = framed.unwrap_or_else(|failure| panic!("{failure:?} {frame:?}"));
        assert_eq!(alone.nodes, framed.nodes, "{frame:?}");
    }
}

/// Reasons at random, right and wrong ones.
#[test]
fn reasons_on_large_boards() {
    let mut prover = Prover::new(8, 16, 16);
    let mut random = Random(22);
    let mut accepted = 0;
    for round in 0..6_000 {
        let position = random_position(&mut random, &mut prover.solver);
        let position = Position { left_first: round % 2 == 0, ..position };
        let reason = match round % 6 {
            0 => Node::Whole,
            1 => Node::Count,
            _ => Node::Cut(prover.random_mask(&position)),
        };
        let frame = random_frame(&mut random, position);
        let proves = verdict(&frame.certificate(16, &reason));
        assert_eq!(proves.is_ok(), prover.proves(&position, &reason), "{frame:?} {reason:?}");
        accepted += u32::from(proves.is_ok());
    }
    assert!(accepted > 2_000, "{accepted}");
}

/// The whole width is used: a line of 200 cells, and cells that only two words together hold.
#[test]
fn long_lines() {
    let narrow = |lines: u8, length: u8, nodes: &[u8]| {
        let mut bytes = MAGIC.to_vec();
        bytes.push(1);
        leb128(lines.into(), &mut bytes);
        leb128(length.into(), &mut bytes);
        bytes.extend([2, 0, 0, 0, 1, 0, 0, 4]);
        bytes.extend(nodes);
        bytes.push(0);
        verdict(&bytes)
    };
    // One cell a line: Left has 100 tiles on 200 lines, Right none. Neither can move in a single cell.
    assert!(narrow(200, 1, &[4]).is_ok());
    assert!(narrow(1, 200, &[4]).is_err());
    // Two cells a line: whoever moves first, Left, who loses a line at a time, has half of the rest.
    assert!(narrow(1, 1, &[4]).is_ok());
    assert!(narrow(128, 2, &[5]).is_err());
}
