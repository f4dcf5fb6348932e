//! The pieces of a segment, and the walk through them.
//!
//! The pieces of a segment are one text: a later one says `known` of what an earlier one has gone through. So they are read together, and
//! a proof of one position is not copied from its piece but walked again. That also serves a certificate of more than
//! one piece: a piece may be of a reflection of the position where it is needed, the loser's moves must come in the
//! order of the board that the walk is at, and what was walked through before is `known`. Nothing is trusted here: the
//! result is for the checker.

use super::segment::{Segment, Solved};
use crosscram_certificate::{Form, Reader, Writer, reflected};
use crosscram_rules::{Bits, Bits256, Board, Cell, Move, Player, Question, Tile};
use crosscram_search::{ProofSink, Step, Witness};
use std::collections::{HashMap, HashSet};
use std::io;

/// Which rows and columns are in reverse order, as [`Board::reflections`] lists its images.
type Flips = (bool, bool);
const FLIPS: [Flips; 4] = [(false, false), (true, false), (false, true), (true, true)];

pub(super) fn damaged(message: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}

/// The pieces of a segment, read.
pub(super) struct Pieces {
    nodes: Vec<Node>,
    /// Cuts and shared cells, which many nodes have in common.
    cuts: Vec<(Bits256, Bits256)>,
    /// Where positions with the loser to move are walked through, by their canonical boards.
    places: HashMap<Question, u32>,
    /// The first node of each piece, by where the piece begins.
    roots: HashMap<usize, u32>,
    /// The number of cells that a part of a cut has at most, by the player index of the winner.
    largest: [u32; 2],
}

struct Node {
    position: Question,
    /// The first cell of the move that led here; `None` at a root, and after a move in the number.
    by: Option<Cell>,
    depth: u16,
    /// The first node that is not below this one.
    end: u32,
    step: Told,
}

/// What a piece says at a node.
#[derive(Clone, Copy)]
enum Told {
    All,
    Move(Move),
    Number,
    Known,
    Count,
    /// The number of the cut.
    Cut(u32),
}

impl Pieces {
    /// Reads the pieces of a segment.
    pub(super) fn read(segment: &Segment) -> io::Result<Pieces> {
        let mut pieces = Pieces {
            nodes: Vec::new(),
            cuts: Vec::new(),
            places: HashMap::new(),
            roots: HashMap::new(),
            largest: [0; 2],
        };
        for solved in segment.solved() {
            pieces.read_piece(segment.piece(solved), solved)?;
        }
        Ok(pieces)
    }

    /// How many nodes they have.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The number of cells that a part of a cut has at most in the proofs that this player wins.
    pub(super) fn largest(&self, winner: Player) -> u32 {
        self.largest[winner.index()]
    }

    fn read_piece(&mut self, bytes: &[u8], solved: &Solved) -> io::Result<()> {
        let mut reader = Reader::new(bytes)?;
        let (winner, tile) = (reader.winner(), reader.question().tile);
        if winner != solved.winner {
            return Err(damaged("a piece names another winner".to_string()));
        }
        let largest = &mut self.largest[winner.index()];
        *largest = (*largest).max(reader.largest_piece());
        let root = self.nodes.len() as u32;
        self.roots.insert(solved.piece.start, root);
        let mut line: Vec<usize> = Vec::new();
        while let Some(node) = reader.next_node()? {
            let at = self.nodes.len();
            let depth = node.depth as u16;
            while let Some(above) = line.pop_if(|above| self.nodes[*above].depth >= depth) {
                self.nodes[above].end = at as u32;
            }
            line.push(at);
            let step = match node.step {
                Step::All => Told::All,
                Step::Move(cell) => {
                    Told::Move(Move::new(node.to_move, reader.cell_of(cell.into())?))
                }
                Step::Number => Told::Number,
                Step::Known => Told::Known,
                Step::Count => Told::Count,
                Step::Cut(Witness { cut, shared, .. }) => Told::Cut(self.cut(cut, shared)),
            };
            let position = Question::new(node.board, tile, node.to_move).plus(node.number);
            if let Told::All = step {
                let place = self.places.entry(position.canonical());
                place.or_insert(at as u32);
            }
            self.nodes.push(Node {
                position,
                by: node.by.map(Move::cell),
                depth,
                end: 0,
                step,
            });
        }
        let end = self.nodes.len() as u32;
        for above in line {
            self.nodes[above].end = end;
        }
        Ok(())
    }

    /// The number of a cut. Nodes near each other often have the same.
    fn cut(&mut self, cut: Bits256, shared: Bits256) -> u32 {
        let recent = self.cuts.len().saturating_sub(8);
        let place = self.cuts[recent..]
            .iter()
            .rposition(|kept| *kept == (cut, shared));
        match place {
            Some(place) => (recent + place) as u32,
            None => {
                self.cuts.push((cut, shared));
                self.cuts.len() as u32 - 1
            }
        }
    }

    /// The nodes after each move at a node, with the first cells of the moves on the board.
    fn children(&self, at: usize) -> Vec<(Option<Cell>, usize)> {
        let mut children = Vec::new();
        let mut child = at + 1;
        while child < self.nodes[at].end as usize {
            children.push((self.nodes[child].by, child));
            child = self.nodes[child].end as usize;
        }
        children
    }

    /// The proof of one position as a certificate of its own.
    pub(super) fn certificate(&self, question: &Question, solved: &Solved) -> io::Result<Vec<u8>> {
        let mut writer = Writer::new(Vec::new(), Form::Binary, question);
        writer.begin(solved.winner, self.largest(solved.winner))?;
        let mut walker = Walker::new(solved.winner, question.tile);
        walker.piece(self, solved.piece.start, question, &mut writer)?;
        writer.finish()
    }
}

/// A walk through pieces of one or more segments.
pub(super) struct Walker {
    pub(super) winner: Player,
    tile: Tile,
    /// Canonical positions with the loser to move that were walked through.
    walked: HashSet<Question>,
    /// The cut that was reflected last, and what became of it: nodes near each other often have the same.
    reflected: Option<(Mask, Flips, Mask)>,
}

/// Pairs that are cut, and shared cells.
type Mask = (Bits256, Bits256);

/// A position of a walk.
#[derive(Clone, Copy)]
struct At {
    position: Question,
    /// Its free cells in the winner's view.
    view: Bits256,
    /// Which reflection of the piece's board it is.
    flips: Flips,
}

impl Walker {
    /// The walk of a proof that this player wins.
    pub(super) fn new(winner: Player, tile: Tile) -> Walker {
        Walker {
            winner,
            tile,
            walked: HashSet::new(),
            reflected: None,
        }
    }

    /// Returns whether a position with the loser to move was walked through.
    pub(super) fn is_walked(&self, canonical: &Question) -> bool {
        self.walked.contains(canonical)
    }

    /// Notes that a position with the loser to move was walked through.
    pub(super) fn note(&mut self, canonical: Question) {
        self.walked.insert(canonical);
    }

    /// Walks through a position, or a reflection of it, of which the piece that begins at `begin` is.
    pub(super) fn piece(
        &mut self,
        pieces: &Pieces,
        begin: usize,
        position: &Question,
        sink: &mut dyn ProofSink,
    ) -> io::Result<()> {
        let root = pieces.roots.get(&begin);
        let root = *root.ok_or_else(|| damaged("a piece is missing".to_string()))?;
        self.enter(pieces, root as usize, position, sink)
    }

    /// Walks through a position as a piece does at one of its nodes, which is of a reflection of it.
    fn enter(
        &mut self,
        pieces: &Pieces,
        at: usize,
        position: &Question,
        sink: &mut dyn ProofSink,
    ) -> io::Result<()> {
        let (there, board) = (pieces.nodes[at].position, &position.board);
        let images = there.board.reflections().into_iter().zip(FLIPS);
        let is_it = |image: &Board| {
            Question {
                board: *image,
                ..there
            } == *position
        };
        let mut flips = images.filter(|(image, _)| is_it(image));
        let (_, flips) = flips
            .next()
            .ok_or_else(|| damaged(format!("a piece goes astray at {position}")))?;
        let cells = board.free_cells().map(|cell| self.number_of(cell, board));
        let view = cells.fold(Bits256::EMPTY, |set, cell| set | Bits256::single(cell));
        let place = At {
            position: *position,
            view,
            flips,
        };
        self.walk(pieces, at, &place, sink)
    }

    /// The same, if it is known which reflection.
    fn walk(
        &mut self,
        pieces: &Pieces,
        at: usize,
        place: &At,
        sink: &mut dyn ProofSink,
    ) -> io::Result<()> {
        let node = &pieces.nodes[at];
        let At {
            position,
            view: free,
            flips,
        } = place;
        let board = &position.board;
        match node.step {
            Told::All => {
                let canonical = position.canonical();
                if self.walked.contains(&canonical) {
                    return sink.step(&Step::Known);
                }
                sink.step(&Step::All)?;
                let children = pieces.children(at);
                for (mov, _) in self.in_order(position) {
                    // A reflection undoes itself.
                    let there = mov.map(|mov| reflected(mov, board, self.tile, *flips).cell());
                    let child = children.iter().find(|(cell, _)| *cell == there);
                    let &(_, child) = child
                        .ok_or_else(|| damaged(format!("a piece lacks a move at {position}")))?;
                    let after = self.after(place, mov).expect("the move is legal");
                    self.walk(pieces, child, &after, sink)?;
                }
                self.walked.insert(canonical);
                Ok(())
            }
            Told::Move(mov) => {
                let mov = reflected(mov, &node.position.board, self.tile, *flips);
                sink.step(&Step::Move(self.number_of(mov.cell(), board) as u16))?;
                let after = self.after(place, Some(mov));
                let after =
                    after.ok_or_else(|| damaged(format!("{mov} is not legal at {position}")))?;
                self.walk(pieces, at + 1, &after, sink)
            }
            Told::Number => {
                sink.step(&Step::Number)?;
                let after = self.after(place, None);
                let after =
                    after.ok_or_else(|| damaged(format!("no move in the number at {position}")))?;
                self.walk(pieces, at + 1, &after, sink)
            }
            Told::Known => {
                let canonical = position.canonical();
                if self.walked.contains(&canonical) {
                    return sink.step(&Step::Known);
                }
                let there = pieces.places.get(&canonical);
                let there = *there
                    .ok_or_else(|| damaged(format!("{position} is not known in its pieces")))?;
                self.enter(pieces, there as usize, position, sink)
            }
            Told::Count => sink.step(&Step::Count),
            Told::Cut(number) => {
                let mask = pieces.cuts[number as usize];
                let (cut, shared) = self.reflect(mask, board, *flips);
                let length = self.view(board).1;
                sink.step(&Step::Cut(Witness {
                    free: *free,
                    joined: *free & (*free >> length) & !cut,
                    shared: shared & *free,
                    cut,
                }))
            }
        }
    }

    /// The position after a move, if it is legal.
    fn after(&self, place: &At, mov: Option<Move>) -> Option<At> {
        let position = place.position.after(mov)?;
        let covered = mov.into_iter().flat_map(|mov| mov.cells(self.tile));
        let covered = covered.map(|cell| Bits256::single(self.number_of(cell, &position.board)));
        let covered = covered.fold(Bits256::EMPTY, |set, cell| set | cell);
        Some(At {
            position,
            view: place.view & !covered,
            ..*place
        })
    }

    /// The moves at a position in the order in which a walk goes through them, with the positions after them.
    pub(super) fn in_order(&self, position: &Question) -> Vec<(Option<Move>, Question)> {
        let mut moves: Vec<_> = position.moves().collect();
        let place = |mov: Move| self.number_of(mov.cell(), &position.board);
        moves.sort_by_key(|(mov, _)| mov.map_or(u32::MAX, place));
        moves
    }

    /// Lines of the winner's view, and cells of a line.
    fn view(&self, board: &Board) -> (u32, u32) {
        let (rows, cols) = (board.rows() as u32, board.cols() as u32);
        match self.winner {
            Player::Vertical => (rows, cols),
            Player::Horizontal => (cols, rows),
        }
    }

    /// The number of a cell in the winner's view.
    pub(super) fn number_of(&self, cell: Cell, board: &Board) -> u32 {
        let (line, offset) = match self.winner {
            Player::Vertical => (cell.row(), cell.col()),
            Player::Horizontal => (cell.col(), cell.row()),
        };
        line as u32 * self.view(board).1 + offset as u32
    }

    /// A mask of the piece's board, reflected to that of the walk.
    fn reflect(&mut self, mask: Mask, board: &Board, flips: Flips) -> Mask {
        if flips == (false, false) {
            return mask;
        }
        if let Some((from, by, to)) = self.reflected
            && (from, by) == (mask, flips)
        {
            return to;
        }
        let (lines, length) = self.view(board);
        let (lines_flipped, offsets_flipped) = match self.winner {
            Player::Vertical => flips,
            Player::Horizontal => (flips.1, flips.0),
        };
        // A pair is named by its upper cell, of which there is none in the last line.
        let flip = |set: Bits256, lines: u32| {
            let cells = set
                .members()
                .filter(|cell| cell / length < lines)
                .map(|cell| {
                    let (line, offset) = (cell / length, cell % length);
                    let line = if lines_flipped {
                        lines - 1 - line
                    } else {
                        line
                    };
                    let offset = if offsets_flipped {
                        length - 1 - offset
                    } else {
                        offset
                    };
                    line * length + offset
                });
            cells.fold(Bits256::EMPTY, |set, cell| set | Bits256::single(cell))
        };
        let to = (flip(mask.0, lines - 1), flip(mask.1, lines));
        self.reflected = Some((mask, flips, to));
        to
    }
}
