//! One certificate from the pieces of a run.
//!
//! The pieces are not copied but walked again, because the certificate is one walk: a piece may be of a reflection of the
//! position where it is needed, the loser's moves must come in the order of the board that the walk is
//! at, and what an earlier piece has walked through is `known`. Nothing is trusted here: the result is for the checker.

use super::coordinator::{Coordinator, hash};
use super::library::Known;
use crate::certificate::{Reader, reflected};
use crosscram_rules::{Bits, Bits256, Board, Cell, Move, Player, Tile};
use crosscram_search::{ProofSink, Step, Witness};
use std::collections::{HashMap, HashSet};
use std::io;
use std::rc::Rc;

/// Where pieces are kept.
pub trait Shelf {
    /// The pieces of the segment with this name.
    fn pieces(&self, name: &str) -> io::Result<Vec<u8>>;
}

/// So many pieces are kept uncompressed.
const OPEN_SEGMENTS: usize = 16;

/// Which rows and columns are in reverse order, as [`Board::reflections`] lists its images.
type Flips = (bool, bool);
const FLIPS: [Flips; 4] = [(false, false), (true, false), (false, true), (true, true)];

fn damaged(message: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}

/// Walks through the proof of a run that is complete.
pub fn compose(
    coordinator: &Coordinator,
    shelf: &dyn Shelf,
    sink: &mut dyn ProofSink,
) -> io::Result<()> {
    let winner = coordinator.winner();
    let winner = winner.ok_or_else(|| damaged("the winner is not known yet".to_string()))?;
    let mut composer = Composer {
        coordinator,
        shelf,
        winner,
        tile: coordinator.plan().question.tile,
        walked: HashSet::new(),
        open: Vec::new(),
    };
    let largest = composer.largest_piece()?;
    sink.begin(winner, largest)?;
    composer.position(&coordinator.plan().question.board, sink)
}

struct Composer<'a> {
    coordinator: &'a Coordinator,
    shelf: &'a dyn Shelf,
    winner: Player,
    tile: Tile,
    /// Canonical positions with the loser to move that were walked through.
    walked: HashSet<Board>,
    /// Pieces of the segments used last.
    open: Vec<(u32, Rc<Vec<u8>>)>,
}

impl Composer<'_> {
    /// The number of cells that a part of a cut has at most, over the pieces that are needed.
    fn largest_piece(&mut self) -> io::Result<u32> {
        let graph = self.coordinator.graph();
        let (mut largest, mut seen, mut stack) = (0, HashSet::new(), vec![0]);
        while let Some(node) = stack.pop() {
            let board = *graph.position(node);
            if !seen.insert(node) {
                continue;
            }
            if let Some(known) = self.coordinator.library().solved(&board).cloned() {
                let bytes = self.piece(&known)?;
                largest = largest.max(Reader::new(&bytes[..])?.largest_piece());
            } else if self.coordinator.to_move(&board) == self.winner {
                stack.extend(self.coordinator.winning_child(node, self.winner));
            } else {
                stack.extend(graph.children(node));
            }
        }
        Ok(largest)
    }

    fn piece(&mut self, known: &Known) -> io::Result<Vec<u8>> {
        let name = self.coordinator.library().name(known.segment);
        let place = self
            .open
            .iter()
            .position(|(segment, _)| *segment == known.segment);
        let pieces = match place {
            Some(place) => self.open.remove(place).1,
            None => Rc::new(self.shelf.pieces(name)?),
        };
        self.open.insert(0, (known.segment, Rc::clone(&pieces)));
        self.open.truncate(OPEN_SEGMENTS);
        let piece = pieces.get(known.piece.clone());
        piece
            .map(<[u8]>::to_vec)
            .ok_or_else(|| damaged(format!("{name}: a piece is missing")))
    }

    /// Walks through a position above or at the end of the graph.
    fn position(&mut self, board: &Board, sink: &mut dyn ProofSink) -> io::Result<()> {
        let canonical = board.canonical();
        let to_move = self.coordinator.to_move(board);
        if to_move != self.winner && self.walked.contains(&canonical) {
            return sink.step(&Step::Known);
        }
        if let Some(known) = self.coordinator.library().solved(&canonical).cloned() {
            let name = self.coordinator.library().name(known.segment).to_string();
            let bytes = self.piece(&known)?;
            let piece = Piece::read(&bytes).map_err(|error| damaged(format!("{name}: {error}")))?;
            return self.walk(&piece, 0, board, sink);
        }
        let graph = self.coordinator.graph();
        let node = graph.find(&canonical, hash(&canonical));
        let node = node.ok_or_else(|| damaged(format!("nothing is known of {board}")))?;
        if to_move != self.winner {
            sink.step(&Step::All)?;
            for mov in self.in_order(board, to_move) {
                let child = board.play(mov, self.tile).expect("the move is legal");
                self.position(&child, sink)?;
            }
            self.walked.insert(canonical);
            return Ok(());
        }
        let child = self.coordinator.winning_child(node, self.winner);
        let wanted = child.map(|child| *graph.position(child));
        let mut moves = board.moves(to_move, self.tile);
        let leads_there = |mov: &Move| {
            let child = board.play(*mov, self.tile).expect("the move is legal");
            Some(child.canonical()) == wanted
        };
        let mov = moves.find(leads_there);
        let mov = mov.ok_or_else(|| damaged(format!("no move of {board} is known to win")))?;
        sink.step(&Step::Move(self.number_of(mov.cell(), board) as u16))?;
        let child = board.play(mov, self.tile).expect("the move is legal");
        self.position(&child, sink)
    }

    /// Walks through a position as a piece does at one of its nodes, which is of a reflection of it.
    fn walk(
        &mut self,
        piece: &Piece,
        at: usize,
        board: &Board,
        sink: &mut dyn ProofSink,
    ) -> io::Result<()> {
        let node = &piece.nodes[at];
        let canonical = board.canonical();
        let is_losers = node.to_move != self.winner;
        if is_losers && self.walked.contains(&canonical) {
            return sink.step(&Step::Known);
        }
        let flips = node.board.reflections().into_iter().zip(FLIPS);
        let mut flips = flips
            .filter(|(image, _)| image == board)
            .map(|(_, flips)| flips);
        let flips = flips.next();
        let flips = flips.ok_or_else(|| damaged(format!("a piece goes astray at {board}")))?;
        match node.step {
            Told::All => {
                sink.step(&Step::All)?;
                let children = piece.children(at);
                for mov in self.in_order(board, node.to_move) {
                    // A reflection undoes itself.
                    let there = reflected(mov, board, self.tile, flips);
                    let child = children.get(&there.cell());
                    let child =
                        *child.ok_or_else(|| damaged(format!("a piece lacks {mov} at {board}")))?;
                    let after = board.play(mov, self.tile).expect("the move is legal");
                    self.walk(piece, child, &after, sink)?;
                }
                self.walked.insert(canonical);
                Ok(())
            }
            Told::Move(mov) => {
                let mov = reflected(mov, &node.board, self.tile, flips);
                sink.step(&Step::Move(self.number_of(mov.cell(), board) as u16))?;
                let after = board.play(mov, self.tile);
                let after = after.map_err(|_| damaged(format!("{mov} is not legal at {board}")))?;
                self.walk(piece, at + 1, &after, sink)
            }
            Told::Known => {
                let there = piece.places.get(&canonical);
                let there =
                    *there.ok_or_else(|| damaged(format!("{board} is not known in its piece")))?;
                self.walk(piece, there, board, sink)
            }
            Told::Count => sink.step(&Step::Count),
            Told::Cut { cut, shared } => {
                sink.step(&Step::Cut(self.witness(board, cut, shared, flips)))
            }
        }
    }

    /// The moves of a player in the order in which a walk goes through them.
    fn in_order(&self, board: &Board, player: Player) -> Vec<Move> {
        let mut moves: Vec<Move> = board.moves(player, self.tile).collect();
        moves.sort_by_key(|mov| self.number_of(mov.cell(), board));
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
    fn number_of(&self, cell: Cell, board: &Board) -> u32 {
        let (line, offset) = match self.winner {
            Player::Vertical => (cell.row(), cell.col()),
            Player::Horizontal => (cell.col(), cell.row()),
        };
        line as u32 * self.view(board).1 + offset as u32
    }

    /// A cut of the piece's board, reflected to that of the walk.
    fn witness(&self, board: &Board, cut: Bits256, shared: Bits256, flips: Flips) -> Witness {
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
        let cells = board.free_cells().map(|cell| self.number_of(cell, board));
        let free = cells.fold(Bits256::EMPTY, |set, cell| set | Bits256::single(cell));
        let cut = flip(cut, lines - 1);
        Witness {
            free,
            joined: free & (free >> length) & !cut,
            shared: flip(shared, lines) & free,
            cut,
        }
    }
}

/// A piece of certificate, whole.
struct Piece {
    nodes: Vec<PieceNode>,
    /// Where positions are walked through, by their canonical boards.
    places: HashMap<Board, usize>,
}

struct PieceNode {
    board: Board,
    to_move: Player,
    by: Option<Cell>,
    depth: usize,
    /// The first node that is not below this one.
    end: usize,
    step: Told,
}

/// What a piece says at a node.
#[derive(Clone, Copy)]
enum Told {
    All,
    Move(Move),
    Known,
    Count,
    Cut { cut: Bits256, shared: Bits256 },
}

impl Piece {
    fn read(bytes: &[u8]) -> io::Result<Piece> {
        let mut reader = Reader::new(bytes)?;
        let mut piece = Piece {
            nodes: Vec::new(),
            places: HashMap::new(),
        };
        let mut line: Vec<usize> = Vec::new();
        while let Some(node) = reader.next_node()? {
            let at = piece.nodes.len();
            while let Some(above) = line.pop_if(|above| piece.nodes[*above].depth >= node.depth) {
                piece.nodes[above].end = at;
            }
            line.push(at);
            let step = match node.step {
                Step::All => Told::All,
                Step::Move(cell) => {
                    Told::Move(Move::new(node.to_move, reader.cell_of(cell.into())?))
                }
                Step::Number => return Err(damaged("a move in a number that is 0".to_string())),
                Step::Known => Told::Known,
                Step::Count => Told::Count,
                Step::Cut(Witness { cut, shared, .. }) => Told::Cut { cut, shared },
            };
            if !matches!(step, Told::Known) {
                piece.places.entry(node.board.canonical()).or_insert(at);
            }
            piece.nodes.push(PieceNode {
                board: node.board,
                to_move: node.to_move,
                by: node.by.map(Move::cell),
                depth: node.depth,
                end: 0,
                step,
            });
        }
        let end = piece.nodes.len();
        for above in line {
            piece.nodes[above].end = end;
        }
        Ok(piece)
    }

    /// The nodes after each move at a node, by the first cells of the moves.
    fn children(&self, at: usize) -> HashMap<Cell, usize> {
        let mut children = HashMap::new();
        let mut child = at + 1;
        while child < self.nodes[at].end {
            if let Some(by) = self.nodes[child].by {
                children.insert(by, child);
            }
            child = self.nodes[child].end;
        }
        children
    }
}
