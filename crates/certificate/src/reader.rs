//! Reads the walk of a certificate back, with the position at every node.
//!
//! It trusts the file: whether the proof holds is the checker's business. What it cannot follow is an
//! error.

use super::masks::{Boundary, Mask};
use super::writer::{AGAIN, MAGIC};
use crosscram_rules::{Bits, Bits256, Board, Cell, Dyadic, Move, Player, Question, Tile};
use crosscram_search::{Step, Witness};
use std::io::{self, BufRead};

/// A node of a walk.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The position.
    pub board: Board,
    /// The number that is played along with it.
    pub number: Dyadic,
    /// Who is to move.
    pub to_move: Player,
    /// The move that led here, if there is one on the board.
    pub by: Option<Move>,
    /// Moves from the root.
    pub depth: usize,
    /// What the certificate says.
    pub step: Step,
}

/// A walk, node by node. The certificate has one claim, proven by a walk.
pub struct Reader<R> {
    input: R,
    question: Question,
    winner: Player,
    largest_piece: u32,
    masks: Vec<Mask>,
    /// Positions that are still to be visited, the next one last.
    waiting: Vec<Waiting>,
}

#[derive(Clone, Copy)]
struct Waiting {
    board: Board,
    /// Its free cells in the winner's view.
    view: Bits256,
    number: Dyadic,
    to_move: Player,
    by: Option<Move>,
    depth: usize,
}

fn damaged(message: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}

impl<R: BufRead> Reader<R> {
    /// Reads up to the first node.
    pub fn new(input: R) -> io::Result<Self> {
        let board = Board::empty(1, 1).expect("the smallest board");
        let mut reader = Reader {
            input,
            question: Question::new(board, Tile::DOMINO, Player::Vertical),
            winner: Player::Vertical,
            largest_piece: 0,
            masks: Vec::new(),
            waiting: Vec::new(),
        };
        for expected in MAGIC {
            if reader.byte()? != expected {
                return Err(damaged("not a certificate of version 1"));
            }
        }
        if reader.byte()? != 1 {
            return Err(damaged("the certificate does not begin with a claim"));
        }
        reader.statement()?;
        if reader.byte()? != 0 {
            return Err(damaged("the claim is not proven by a walk"));
        }
        reader.largest_piece = reader.unsigned()?.min(u64::from(u32::MAX)) as u32;
        let Question {
            board,
            number,
            first,
            ..
        } = reader.question;
        let cells = board.free_cells();
        let view = cells.map(|cell| reader.number_of(cell)).collect();
        reader.waiting.push(Waiting {
            board,
            view,
            number,
            to_move: first,
            by: None,
            depth: 0,
        });
        Ok(reader)
    }

    /// What the certificate is about.
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// Who wins.
    pub fn winner(&self) -> Player {
        self.winner
    }

    /// How many cells a piece has at most in which both players can move.
    pub fn largest_piece(&self) -> u32 {
        self.largest_piece
    }

    /// The next node, depth first; `None` after the last.
    pub fn next_node(&mut self) -> io::Result<Option<Node>> {
        let Some(at) = self.waiting.pop() else {
            return match self.byte()? {
                0 => Ok(None),
                _ => Err(damaged("the certificate has more than one claim")),
            };
        };
        let step = self.step(at.view)?;
        let is_winners = at.to_move == self.winner;
        match step {
            Step::All if !is_winners => self.push_all(&at),
            Step::Move(cell) if is_winners => {
                let mov = Move::new(self.winner, self.cell_of(cell.into())?);
                self.push_move(&at, mov)?;
            }
            Step::Number if is_winners => self.push_number(&at)?,
            Step::All | Step::Move(_) | Step::Number => {
                return Err(damaged("it is the other player's turn"));
            }
            Step::Known | Step::Count | Step::Cut(_) => {}
        }
        Ok(Some(Node {
            board: at.board,
            number: at.number,
            to_move: at.to_move,
            by: at.by,
            depth: at.depth,
            step,
        }))
    }

    fn push_all(&mut self, at: &Waiting) {
        let tile = self.question.tile;
        let mut moves: Vec<Move> = at.board.moves(at.to_move, tile).collect();
        moves.sort_by_key(|mov| std::cmp::Reverse(self.number_of(mov.cell())));
        // What is visited last is pushed first.
        let _ = self.push_number(at);
        for mov in moves {
            self.push_move(at, mov).expect("the move is legal");
        }
    }

    fn push_move(&mut self, at: &Waiting, mov: Move) -> io::Result<()> {
        let tile = self.question.tile;
        let board = at.board.play(mov, tile);
        let board = board.map_err(|_| damaged("the winner's move is not legal"))?;
        let covered = mov.cells(tile).map(|cell| self.number_of(cell));
        let covered: Bits256 = covered.collect();
        self.waiting.push(Waiting {
            board,
            view: at.view & !covered,
            to_move: at.to_move.opponent(),
            by: Some(mov),
            depth: at.depth + 1,
            ..*at
        });
        Ok(())
    }

    fn push_number(&mut self, at: &Waiting) -> io::Result<()> {
        let number = match at.to_move {
            Player::Vertical => at.number.left_option(),
            Player::Horizontal => at.number.right_option(),
        };
        self.waiting.push(Waiting {
            number: number.ok_or_else(|| damaged("there is no move in the number"))?,
            to_move: at.to_move.opponent(),
            by: None,
            depth: at.depth + 1,
            ..*at
        });
        Ok(())
    }

    /// Lines of the winner's view, and cells of a line.
    fn view(&self) -> (u32, u32) {
        let board = &self.question.board;
        let (rows, cols) = (board.rows() as u32, board.cols() as u32);
        match self.winner {
            Player::Vertical => (rows, cols),
            Player::Horizontal => (cols, rows),
        }
    }

    /// The number of a cell in the winner's view.
    fn number_of(&self, cell: Cell) -> u32 {
        let (line, offset) = match self.winner {
            Player::Vertical => (cell.row(), cell.col()),
            Player::Horizontal => (cell.col(), cell.row()),
        };
        line as u32 * self.view().1 + offset as u32
    }

    /// The cell with a number in the winner's view.
    pub fn cell_of(&self, number: u32) -> io::Result<Cell> {
        let (lines, length) = self.view();
        let (line, offset) = ((number / length) as usize, (number % length) as usize);
        match self.winner {
            _ if number >= lines * length => Err(damaged("a cell is not on the board")),
            Player::Vertical => Ok(Cell::new(line, offset)),
            Player::Horizontal => Ok(Cell::new(offset, line)),
        }
    }

    /// Reads what is said at a position with these free cells in the winner's view.
    fn step(&mut self, free: Bits256) -> io::Result<Step> {
        Ok(match self.byte()? {
            0 | 128 => Step::All,
            1 | 129 => Step::Move(self.byte()?.into()),
            2 | 130 => Step::Number,
            3 => Step::Known,
            4 => Step::Cut(self.witness(free, Mask::NONE)),
            5 => Step::Count,
            tag @ (6 | 7) => {
                let mask = self.mask(tag == 7)?;
                self.masks.insert(0, mask);
                self.masks.truncate(16);
                Step::Cut(self.witness(free, mask))
            }
            tag @ AGAIN..=31 => {
                let recent = self.masks.get_mut(..=usize::from(tag - AGAIN));
                recent
                    .ok_or_else(|| damaged("there is no such mask"))?
                    .rotate_right(1);
                Step::Cut(self.witness(free, self.masks[0]))
            }
            _ => return Err(damaged("not a node")),
        })
    }

    fn witness(&self, free: Bits256, mask: Mask) -> Witness {
        let (_, length) = self.view();
        Witness {
            free,
            joined: free & (free >> length) & !mask.cut,
            shared: mask.necks & free,
            cut: mask.cut,
        }
    }

    fn mask(&mut self, with_necks: bool) -> io::Result<Mask> {
        let (lines, length) = self.view();
        let codes = self.digits(lines - 1, 2)?;
        let listed = codes.iter().filter(|&&code| code == Boundary::Listed as u8);
        let digits = self.digits(listed.count() as u32 * length, 1)?;
        let mut digits = digits.into_iter();
        let mut mask = Mask::NONE;
        for (line, code) in (0..).zip(codes) {
            for cell in line * length..(line + 1) * length {
                let is_cut = match code {
                    0 | 1 => code == 1,
                    _ => digits.next() == Some(1),
                };
                if is_cut {
                    mask.cut |= Bits256::single(cell);
                }
            }
        }
        let necks = if with_necks { self.unsigned()? } else { 0 };
        for _ in 0..necks {
            let cell = self.byte()?.into();
            mask.necks |= Bits256::single(cell);
        }
        Ok(mask)
    }

    fn statement(&mut self) -> io::Result<()> {
        let (rows, cols) = (self.unsigned()? as usize, self.unsigned()? as usize);
        let tile = u8::try_from(self.unsigned()?).ok();
        let tile = tile.and_then(|tile| Tile::new(tile).ok());
        let tile = tile.ok_or_else(|| damaged("no such tile"))?;
        let board = Board::empty(rows, cols).map_err(|error| damaged(&error.to_string()))?;
        let board = match self.byte()? {
            0 => board,
            _ => {
                let digits = self.digits(board.area() as u32, 1)?;
                let cells = (0..).zip(digits).filter(|(_, free)| *free == 0);
                board.with_blocked(cells.map(|(i, _): (usize, _)| Cell::new(i / cols, i % cols)))
            }
        };
        let code = self.unsigned()? as i64;
        let numerator = (code >> 1) ^ -(code & 1);
        let number = Dyadic::new(numerator, self.byte()?);
        let number = number.ok_or_else(|| damaged("the number beside the board is too fine"))?;
        let player = |byte: u8| match byte {
            0 => Ok(Player::Vertical),
            1 => Ok(Player::Horizontal),
            _ => Err(damaged("not a player")),
        };
        let first = player(self.byte()?)?;
        self.winner = player(self.byte()?)?;
        self.question = Question::new(board, tile, first).plus(number);
        Ok(())
    }

    fn byte(&mut self) -> io::Result<u8> {
        let mut byte = [0];
        self.input.read_exact(&mut byte)?;
        Ok(byte[0])
    }

    fn unsigned(&mut self) -> io::Result<u64> {
        let (mut number, mut shift) = (0, 0);
        loop {
            let byte = self.byte()?;
            number |= u64::from(byte & 127) << shift;
            shift += 7;
            if byte < 128 {
                return Ok(number);
            }
            if shift > 56 {
                return Err(damaged("a number is too long"));
            }
        }
    }

    fn digits(&mut self, count: u32, bits: u32) -> io::Result<Vec<u8>> {
        let mut digits = Vec::new();
        for _ in 0..(count * bits).div_ceil(8) {
            let byte = self.byte()?;
            digits.extend((0..8 / bits).map(|i| byte >> (i * bits) & ((1 << bits) - 1)));
        }
        digits.truncate(count as usize);
        Ok(digits)
    }
}

/// The pieces of a cut, in the winner's view of lines of `length` cells. A shared cell is in the
/// piece before it and in the piece behind it.
pub fn pieces(witness: &Witness, length: u32) -> Vec<Bits256> {
    let Witness {
        free,
        joined,
        shared,
        ..
    } = *witness;
    let beside = |set: Bits256| -> Bits256 {
        let cells = set.members().flat_map(|cell| {
            let before = (cell % length > 0).then(|| cell - 1);
            let behind = (cell % length + 1 < length).then_some(cell + 1);
            before.into_iter().chain(behind)
        });
        cells.collect()
    };
    let mut rest = free & !shared;
    let mut pieces = Vec::new();
    while !rest.is_empty() {
        let mut piece = rest.first_bit();
        loop {
            let below = (piece & joined) << length;
            let above = (piece >> length) & joined;
            let grown = (piece | beside(piece) | below | above) & rest;
            if grown == piece {
                break;
            }
            piece = grown;
        }
        rest ^= piece;
        pieces.push(piece | (beside(piece) & shared));
    }
    pieces
}
