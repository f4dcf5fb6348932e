//! The order of moves that fits the published node counts.
//!
//! Schijf's tables B.1 to B.3 do not say in which order moves were generated, but wherever
//! siblings tie it decides which is expanded first. This order was found by fitting it to the
//! tables; read backwards it is an ordinary generator of its time (king first, rays outward,
//! promotions from the queen down, evasions beginning with captures of the checker) whose moves
//! are put at the front of a list one by one:
//!
//! 1. Pawns, then the king, then the other pieces.
//! 2. Pieces stand in a list that is made once, at the root: rank by rank from the first, from
//!    file h to file a. A piece that moves keeps its place; one that was promoted goes to the
//!    front, before the king.
//! 3. Sliders go W, S, E, N, NW, SW, SE, NE, on each ray the farthest square first; kings NW, SW,
//!    SE, NE, W, S, E, N, then castling; knights by the steps of [`KNIGHT`]; pawns capture, step,
//!    step twice; promotions are to knight, bishop, rook, queen.
//! 4. In check, captures of a checking piece come last: first those by knights, then those by
//!    king, queen, rook and bishop, by the direction from the captured piece to the capturer in
//!    the order of king steps. Captures by pawns stay with the pawns.

use super::ChessMove;
use cozy_chess::{Board, Color, File, Move, Piece, Rank, Square};

/// Steps of a knight as (file, rank), in their order.
const KNIGHT: [(i8, i8); 8] = [
    (-2, 1),
    (-2, -1),
    (-1, -2),
    (1, -2),
    (2, -1),
    (2, 1),
    (1, 2),
    (-1, 2),
];
/// Directions of sliders.
const SLIDER: [(i8, i8); 8] = [
    (-1, 0),
    (0, -1),
    (1, 0),
    (0, 1),
    (-1, 1),
    (-1, -1),
    (1, -1),
    (1, 1),
];
/// Directions of kings, and of captures of a checking piece.
const KING: [(i8, i8); 8] = [
    (-1, 1),
    (-1, -1),
    (1, -1),
    (1, 1),
    (-1, 0),
    (0, -1),
    (1, 0),
    (0, 1),
];

/// The place of the piece on each square in its owner's list: kings 0, others from 1 on, promoted
/// pieces from -1 down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Places {
    of_square: [i8; 64],
    /// The place of each colour's next promoted piece.
    front: [i8; 2],
}

impl Places {
    pub(super) fn new(board: &Board) -> Places {
        let mut of_square = [0; 64];
        let mut place = 0;
        for rank in Rank::ALL {
            for file in File::ALL.into_iter().rev() {
                let square = Square::new(file, rank);
                let king = board.pieces(Piece::King).has(square);
                if board.occupied().has(square) && !king {
                    place += 1;
                    of_square[square as usize] = place;
                }
            }
        }
        Places {
            of_square,
            front: [-1; 2],
        }
    }

    /// Updates the places for a move that has not been made on the board yet. Squares that become
    /// empty keep their number, which is not used.
    pub(super) fn play(&mut self, board: &Board, mov: Move) {
        let color = board.side_to_move();
        let place = self.of_square[mov.from as usize];
        if board.colors(color).has(mov.to) {
            // Castling: the king steps onto its own rook's square.
            let (king, rook) = match mov.from.file() < mov.to.file() {
                true => (File::G, File::F),
                false => (File::C, File::D),
            };
            let rook_place = self.of_square[mov.to as usize];
            let rank = mov.from.rank();
            self.of_square[Square::new(king, rank) as usize] = place;
            self.of_square[Square::new(rook, rank) as usize] = rook_place;
        } else if mov.promotion.is_some() {
            let front = &mut self.front[color as usize];
            self.of_square[mov.to as usize] = *front;
            *front -= 1;
        } else {
            self.of_square[mov.to as usize] = place;
        }
    }

    fn of(&self, square: Square) -> u32 {
        // Places lie between -16 and 62, so that the sum is positive.
        (i32::from(self.of_square[square as usize]) + 64) as u32
    }
}

/// No position has more than 218 moves.
const MAX_MOVES: usize = 256;

/// Appends all legal moves in their order.
pub(super) fn ordered_moves(board: &Board, places: &Places, moves: &mut Vec<ChessMove>) {
    let mut ranked = [0u64; MAX_MOVES];
    let mut count = 0;
    board.generate_moves(|piece_moves| {
        for mov in piece_moves {
            let rank = rank(board, places, piece_moves.piece, mov);
            ranked[count] = u64::from(rank) << 16 | u64::from(ChessMove::pack(mov).0);
            count += 1;
        }
        false
    });
    let ranked = &mut ranked[..count];
    ranked.sort_unstable();
    moves.extend(ranked.iter().map(|&entry| ChessMove(entry as u16)));
}

/// The rank of a move in the order; smaller ones come first. No two moves of a position rank the same.
fn rank(board: &Board, places: &Places, piece: Piece, mov: Move) -> u32 {
    const PAWNS: u32 = 0;
    const PIECES: u32 = 1;
    const KNIGHT_TAKES_CHECKER: u32 = 2;
    const OTHERS_TAKE_CHECKER: u32 = 3;
    let (across, up) = difference(mov.from, mov.to);
    let takes_checker = board.checkers().has(mov.to);
    let place = places.of(mov.from);
    let ranked = |group: u32, place: u32, detail: u32| group << 16 | place << 8 | detail;
    match piece {
        Piece::Pawn => {
            let forward = match board.side_to_move() {
                Color::White => up,
                Color::Black => -up,
            };
            let step = match (across, forward) {
                (-1, _) => 0,
                (1, _) => 1,
                (_, 1) => 2,
                _ => 3,
            };
            let promotion = mov.promotion.map_or(0, |piece| piece as u32);
            ranked(PAWNS, place, step << 3 | promotion)
        }
        Piece::Knight => {
            let group = match takes_checker {
                true => KNIGHT_TAKES_CHECKER,
                false => PIECES,
            };
            ranked(group, place, index(&KNIGHT, (across, up)))
        }
        _ if takes_checker => {
            let back = (-across.signum(), -up.signum());
            ranked(OTHERS_TAKE_CHECKER, index(&KING, back), place)
        }
        Piece::King if board.colors(board.side_to_move()).has(mov.to) => {
            // Castling; whether long or short comes first cannot be told from the tables.
            ranked(PIECES, place, 8 + u32::from(across > 0))
        }
        Piece::King => ranked(PIECES, place, index(&KING, (across, up))),
        Piece::Bishop | Piece::Rook | Piece::Queen => {
            let direction = index(&SLIDER, (across.signum(), up.signum()));
            let distance = across.abs().max(up.abs()) as u32;
            ranked(PIECES, place, direction << 3 | (7 - distance))
        }
    }
}

/// Files and ranks from one square to another.
fn difference(from: Square, to: Square) -> (i8, i8) {
    (
        to.file() as i8 - from.file() as i8,
        to.rank() as i8 - from.rank() as i8,
    )
}

fn index(steps: &[(i8, i8); 8], step: (i8, i8)) -> u32 {
    let found = steps.iter().position(|&other| other == step);
    found.expect("a step of this piece") as u32
}
