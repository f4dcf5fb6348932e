//! Writes a certificate, node by node.

use super::masks::{Boundary, Mask, Masks, Named, boundaries};
use crosscram_rules::{Bits, Cell, Player, Question};
use crosscram_search::{ProofSink, Step};
use std::io::{self, Write};

/// In which of its two forms a certificate is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Bytes, for machines.
    Binary,
    /// Words, one node a line, indented by the moves before it.
    Text,
}

/// The first bytes of the binary form: a byte that is no text, the name, the version.
pub(super) const MAGIC: [u8; 8] = *b"\x89CROSS\x0a\x01";

/// Words of the grammar that begin a node, with their bytes.
const ALL_REMEMBERED: (&str, u8) = ("all*", 128);
const MOVE: (&str, u8) = ("move", 1);
const NUMBER: (&str, u8) = ("number", 2);
const KNOWN: (&str, u8) = ("known", 3);
const WHOLE: (&str, u8) = ("whole", 4);
const COUNT: (&str, u8) = ("count", 5);
const CUT: (&str, u8) = ("cut", 6);
const NECKS: (&str, u8) = ("necks", 7);
pub(super) const AGAIN: u8 = 16;

/// A proof as it is walked through, written to `out`.
pub struct Writer<O> {
    out: O,
    form: Form,
    question: Question,
    winner: Player,
    masks: Masks,
    /// Bytes and words that are not written yet.
    bytes: Vec<u8>,
    /// Digits of a mask, while it is written.
    scratch: Vec<u8>,
    nodes: u64,
}

impl<O: Write> Writer<O> {
    /// A certificate of who wins `question`.
    pub fn new(out: O, form: Form, question: &Question) -> Self {
        Writer {
            out,
            form,
            question: *question,
            winner: question.first,
            masks: Masks::default(),
            bytes: Vec::new(),
            scratch: Vec::new(),
            nodes: 0,
        }
    }

    /// How many nodes were written.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Ends the certificate. Returns what it was written to.
    pub fn finish(mut self) -> io::Result<O> {
        self.word(("end", 0));
        self.end_line()?;
        Ok(self.out)
    }

    /// Writes nodes that a [`PartWriter`](super::PartWriter) has written, in the binary form.
    pub fn nodes_of_part(&mut self, nodes: &[u8]) -> io::Result<()> {
        self.forget_masks();
        self.out.write_all(nodes)
    }

    /// Uses no mask again that was used so far.
    pub(super) fn forget_masks(&mut self) {
        self.masks = Masks::default();
    }

    /// Begins without a beginning: nodes alone are written.
    pub(super) fn begin_nodes(&mut self, winner: Player) {
        self.winner = winner;
    }

    /// Lines of the winner's view, and cells of a line.
    fn view(&self) -> (u32, u32) {
        let board = &self.question.board;
        let (rows, columns) = (board.rows() as u32, board.cols() as u32);
        match self.winner {
            Player::Vertical => (rows, columns),
            Player::Horizontal => (columns, rows),
        }
    }

    fn word(&mut self, (name, byte): (&str, u8)) {
        match self.form {
            Form::Binary => self.bytes.push(byte),
            Form::Text => self.token(name),
        }
    }

    /// A word that the binary form does without.
    fn label(&mut self, name: &str) {
        if self.form == Form::Text {
            self.token(name);
        }
    }

    fn token(&mut self, text: &str) {
        if !self.bytes.is_empty() && !self.bytes.ends_with(b" ") {
            self.bytes.push(b' ');
        }
        self.bytes.extend_from_slice(text.as_bytes());
    }

    fn number(&mut self, number: u64) {
        match self.form {
            Form::Text => self.token(&number.to_string()),
            Form::Binary => {
                let mut rest = number;
                while rest >= 128 {
                    self.bytes.push(rest as u8 | 128);
                    rest >>= 7;
                }
                self.bytes.push(rest as u8);
            }
        }
    }

    /// Digits of one or two bits each.
    fn digits(&mut self, digits: &[u8], bits: usize) {
        match self.form {
            Form::Text if digits.is_empty() => {}
            Form::Text => {
                let text: String = digits
                    .iter()
                    .map(|digit| char::from(b'0' + digit))
                    .collect();
                self.token(&text);
            }
            Form::Binary => {
                for byte in digits.chunks(8 / bits) {
                    let shifted = byte
                        .iter()
                        .enumerate()
                        .map(|(i, digit)| digit << (i * bits));
                    self.bytes.push(shifted.fold(0, |byte, digit| byte | digit));
                }
            }
        }
    }

    fn player(&mut self, player: Player) {
        self.word(match player {
            Player::Vertical => ("V", 0),
            Player::Horizontal => ("H", 1),
        });
    }

    /// A cell of the winner's view.
    fn cell(&mut self, cell: u32) {
        match self.form {
            Form::Binary => self.bytes.push(cell as u8),
            Form::Text => {
                let (_, length) = self.view();
                let (line, offset) = (cell / length + 1, cell % length + 1);
                self.token(&match self.winner {
                    Player::Vertical => format!("{line},{offset}"),
                    Player::Horizontal => format!("{offset},{line}"),
                });
            }
        }
    }

    fn end_line(&mut self) -> io::Result<()> {
        if self.form == Form::Text {
            self.bytes.push(b'\n');
        }
        self.out.write_all(&self.bytes)?;
        self.bytes.clear();
        Ok(())
    }

    fn statement(&mut self) {
        let Question {
            board,
            tile,
            first,
            number,
        } = self.question;
        self.label("rows");
        self.number(board.rows() as u64);
        self.label("columns");
        self.number(board.cols() as u64);
        self.label("tile");
        self.number(tile.length().into());
        self.label("free");
        if board.free_count() as usize == board.area() {
            self.word(("all", 0));
        } else {
            self.word(("these", 1));
            let free = |i| board.is_free(Cell::new(i / board.cols(), i % board.cols()));
            let digits: Vec<u8> = (0..board.area()).map(|i| u8::from(free(i))).collect();
            self.digits(&digits, 1);
        }
        self.label("number");
        match self.form {
            Form::Text => self.token(&number.to_string()),
            Form::Binary => {
                let numerator = number.numerator();
                self.number((numerator << 1 ^ numerator >> 63) as u64);
                self.bytes.push(number.log2_denominator());
            }
        }
        self.label("first");
        self.player(first);
        self.label("winner");
        self.player(self.winner);
    }

    /// Digits of one bit for the cells of some lines.
    fn pack(&mut self, mask: &Mask, lines: impl Iterator<Item = u32>, length: u32) {
        let (mut bits, mut count) = (0u64, 0);
        for line in lines {
            // As many at once as fit beside the seven bits of an incomplete byte.
            for first in (0..length).step_by(32) {
                let width = (length - first).min(32);
                bits |= u64::from(mask.cut.field(line * length + first, width)) << count;
                count += width;
                while count >= 8 {
                    self.bytes.push(bits as u8);
                    bits >>= 8;
                    count -= 8;
                }
            }
        }
        if count > 0 {
            self.bytes.push(bits as u8);
        }
    }

    fn mask(&mut self, mask: &Mask) {
        let (lines, length) = self.view();
        let mut digits = std::mem::take(&mut self.scratch);
        digits.clear();
        digits.extend(boundaries(mask, lines, length).map(|boundary| boundary as u8));
        self.digits(&digits, 2);
        let listed = |line: &u32| digits[*line as usize] == Boundary::Listed as u8;
        let listed = (0..lines - 1).filter(listed);
        match self.form {
            Form::Binary => self.pack(mask, listed, length),
            Form::Text => {
                let cell = |line| (0..length).map(move |offset| line * length + offset);
                let cells = listed.flat_map(cell);
                let bits: Vec<u8> = cells.map(|cell| mask.cut.contains(cell).into()).collect();
                self.digits(&bits, 1);
            }
        }
        self.scratch = digits;
        if !mask.necks.is_empty() {
            self.number(mask.necks.count().into());
            for cell in mask.necks.members() {
                self.cell(cell);
            }
        }
    }
}

impl Writer<Vec<u8>> {
    /// What was written so far.
    pub(super) fn written(&self) -> &[u8] {
        &self.out
    }

    /// What was written, without an end.
    pub(super) fn into_nodes(self) -> Vec<u8> {
        self.out
    }
}

impl<O: Write> ProofSink for Writer<O> {
    fn begin(&mut self, winner: Player, largest_piece: u32) -> io::Result<()> {
        self.winner = winner;
        match self.form {
            Form::Binary => self.bytes.extend_from_slice(&MAGIC),
            Form::Text => self.token("certificate 1"),
        }
        self.end_line()?;
        self.word(("claim", 1));
        self.statement();
        self.end_line()?;
        self.word(("walk", 0));
        self.label("pieces");
        self.number(largest_piece.into());
        self.end_line()
    }

    fn step(&mut self, step: &Step) -> io::Result<()> {
        self.nodes += 1;
        match step {
            Step::All => self.word(ALL_REMEMBERED),
            Step::Move(cell) => {
                self.word(MOVE);
                self.cell(u32::from(*cell));
            }
            Step::Number => self.word(NUMBER),
            Step::Known => self.word(KNOWN),
            Step::Count => self.word(COUNT),
            Step::Cut(witness) => match self.masks.name(witness, self.view().1) {
                Named::Whole => self.word(WHOLE),
                Named::Again(place) => match self.form {
                    Form::Binary => self.bytes.push(AGAIN + place),
                    Form::Text => self.token(&format!("again{place}")),
                },
                Named::New(mask) => {
                    let has_necks = !mask.necks.is_empty();
                    self.word(if has_necks { NECKS } else { CUT });
                    self.mask(&mask);
                }
            },
        }
        self.end_line()
    }
}
