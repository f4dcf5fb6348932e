//! Chess: can the side to move force mate?
//!
//! The max player is the side to move at the root, White or Black. Giving checkmate is a win, every
//! other end a loss: stalemate, being mated, a repetition (which the searches detect). There is no
//! fifty-move rule. All legal moves of both sides are generated.
//!
//! The rules are those of the crate `cozy-chess`. What is added is the order of moves,
//! which decides node counts wherever two children are equally good.

mod order;
mod text;

use crate::game::{Game, Kind, Value};
use cozy_chess::{Board, Color, File, Move, Piece, Rank, Square, get_pawn_attacks};
use order::Places;
pub use text::{ChessError, EpdRecord};

/// A mate problem.
///
/// ```
/// use crosscram_pn::{Algorithm, AnySearch, Search, Unobserved, games::Chess};
///
/// // White mates by the rook along the eighth rank.
/// let game: Chess = "6k1/5ppp/8/8/8/8/8/R5K1 w - -".parse()?;
/// let mut search = Search::new(&game, &Algorithm::Tree.into());
/// assert_eq!(search.run(&mut Unobserved)?.is_win(), Some(true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Chess {
    start: ChessPosition,
}

/// A position with the order in which its pieces are listed.
#[derive(Clone, Debug)]
pub struct ChessPosition {
    board: Board,
    places: Places,
}

/// A move in two bytes: six bits from, six bits to, three bits promotion. As in `cozy-chess`, castling
/// is the king's move onto its own rook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ChessMove(u16);

impl ChessMove {
    fn pack(mov: Move) -> ChessMove {
        let promotion = mov.promotion.map_or(0, |piece| piece as u16 + 1);
        ChessMove(mov.from as u16 | (mov.to as u16) << 6 | promotion << 12)
    }

    fn unpack(self) -> Move {
        let square = |bits: u16| Square::index(usize::from(bits & 63));
        Move {
            from: square(self.0),
            to: square(self.0 >> 6),
            promotion: match self.0 >> 12 {
                0 => None,
                piece => Piece::try_index(usize::from(piece - 1)),
            },
        }
    }
}

impl Chess {
    /// The problem of mating from this position on.
    pub(crate) fn from_board(board: Board) -> Chess {
        Chess {
            start: ChessPosition {
                places: Places::new(&board),
                board,
            },
        }
    }

    fn max_player(&self) -> Color {
        self.start.board.side_to_move()
    }
}

impl Game for Chess {
    type Position = ChessPosition;
    type Move = ChessMove;
    type Key = [u64; 5];

    const CYCLIC: bool = true;

    fn root(&self) -> ChessPosition {
        self.start.clone()
    }

    fn kind(&self, position: &ChessPosition) -> Kind {
        match position.board.side_to_move() == self.max_player() {
            true => Kind::Max,
            false => Kind::Min,
        }
    }

    fn evaluate(&self, position: &ChessPosition) -> Value {
        let board = &position.board;
        if board.generate_moves(|_| true) {
            return Value::Unknown;
        }
        let mated = !board.checkers().is_empty();
        match mated && self.kind(position) == Kind::Min {
            true => Value::Win,
            false => Value::Loss,
        }
    }

    fn moves(&self, position: &ChessPosition, moves: &mut Vec<ChessMove>) {
        order::ordered_moves(&position.board, &position.places, moves);
    }

    fn play(&self, position: &mut ChessPosition, mov: ChessMove) {
        let mov = mov.unpack();
        position.places.play(&position.board, mov);
        position.board.play_unchecked(mov);
    }

    /// Pieces as four planes of bits (three for the kind, one for the colour), then side to move,
    /// castling rights and the file of a double step just made, whether or not a pawn can capture it:
    /// the published counts distinguish positions in this way.
    fn key(&self, position: &ChessPosition) -> [u64; 5] {
        let board = &position.board;
        let pieces = |piece| board.pieces(piece).0;
        let rights = |color: Color| {
            let rights = board.castle_rights(color);
            let file = |file: Option<File>| file.map_or(8, |file| file as u64);
            file(rights.short) << 4 | file(rights.long)
        };
        let step = board.en_passant().map_or(8, |file| file as u64);
        [
            pieces(Piece::Pawn) | pieces(Piece::Bishop) | pieces(Piece::Queen),
            pieces(Piece::Knight) | pieces(Piece::Bishop) | pieces(Piece::King),
            pieces(Piece::Rook) | pieces(Piece::Queen) | pieces(Piece::King),
            board.colors(Color::White).0,
            rights(Color::White) << 16
                | rights(Color::Black) << 8
                | step << 4
                | board.side_to_move() as u64,
        ]
    }

    /// Here a double step counts only if a pawn can capture it, as in the rules of chess.
    fn repetition_key(&self, position: &ChessPosition) -> [u64; 5] {
        let board = &position.board;
        let mut key = self.key(position);
        if let Some(file) = board.en_passant() {
            let mover = board.side_to_move();
            let target = Square::new(file, Rank::Sixth.relative_to(mover));
            let captors = get_pawn_attacks(target, !mover);
            if (captors & board.colored_pieces(mover, Piece::Pawn)).is_empty() {
                key[4] = key[4] & !(0xf << 4) | 8 << 4;
            }
        }
        key
    }

    /// Captures, moves of pawns and castling.
    fn is_converting(&self, position: &ChessPosition, mov: ChessMove) -> bool {
        let (board, mov) = (&position.board, mov.unpack());
        // Castling is a move onto an own rook.
        board.piece_on(mov.from) == Some(Piece::Pawn) || board.piece_on(mov.to).is_some()
    }

    fn mobility(&self, position: &ChessPosition) -> u32 {
        let mut moves = 0;
        position.board.generate_moves(|piece_moves| {
            moves += piece_moves.len() as u32;
            false
        });
        moves
    }

    /// The number of moves, doubled if the king to be mated is not in check.
    fn guess(&self, position: &ChessPosition) -> (u32, u32) {
        let moves = self.mobility(position);
        match self.kind(position) {
            Kind::Max => (1, moves),
            Kind::Min if position.board.checkers().is_empty() => (2 * moves, 1),
            Kind::Min => (moves, 1),
        }
    }

    /// In the notation of the Universal Chess Interface: `e2e4`, `e1g1`, `a7a8q`.
    fn move_name(&self, position: &ChessPosition, mov: ChessMove) -> String {
        let mut mov = mov.unpack();
        if position.board.color_on(mov.from) == position.board.color_on(mov.to) {
            // Castling: name the square where the king goes.
            let file = match mov.from.file() < mov.to.file() {
                true => File::G,
                false => File::C,
            };
            mov.to = Square::new(file, Rank::First.relative_to(position.board.side_to_move()));
        }
        mov.to_string()
    }

    fn label(&self, position: &ChessPosition) -> String {
        position.board.to_string()
    }

    fn move_code(&self, mov: ChessMove) -> Option<u32> {
        Some(mov.0.into())
    }

    fn move_of_code(&self, code: u32) -> Option<ChessMove> {
        let code = u16::try_from(code).ok()?;
        (code >> 12 <= Piece::NUM as u16).then_some(ChessMove(code))
    }
}

#[cfg(test)]
mod tests;
