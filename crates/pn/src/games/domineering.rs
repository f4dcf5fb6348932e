//! Domineering and its relatives with longer tiles.

use crate::game::{Game, Kind, Value};
use crate::names::named;
use crosscram_rules::{Bits, Bits256, Board, Move, Player, Tile};
use crosscram_search::{EngineName, Evaluator, Solver};
use std::cell::RefCell;
use std::fmt;

named! {
    /// What decides positions without a search, from the weakest to the strongest.
    #[derive(Default)]
    LeafEvaluation, "leaves" {
        /// A player who cannot move has lost. All moves, row by row.
        Plain = "plain", "By the rules alone";
        /// Moves as the engine `domi` orders them.
        Domi = "domi", "By safe and real moves";
        /// The moves that the engine `obsequi` tries, in its order.
        Cover = "cover", "By the board cover";
        /// Of strips and regions; the moves that the engine `crosscram` tries, in its order.
        #[default]
        Switch = "switch", "By switch bounds";
    }
}

impl LeafEvaluation {
    /// The alpha-beta engine with the same evaluation.
    pub const fn engine(self) -> Option<EngineName> {
        match self {
            LeafEvaluation::Plain => None,
            LeafEvaluation::Domi => Some(EngineName::Domi),
            LeafEvaluation::Cover => Some(EngineName::Obsequi),
            LeafEvaluation::Switch => Some(EngineName::Crosscram),
        }
    }
}

/// A board on which the max player, who moves first, tries to win.
///
/// ```
/// use crosscram_pn::games::{Domineering, LeafEvaluation};
/// use crosscram_pn::{AnyGame, Options, Unobserved};
/// use crosscram_rules::{Board, Player, Tile};
///
/// let board = Board::empty(4, 4)?;
/// let game = Domineering::new(&board, Tile::DOMINO, Player::Vertical, LeafEvaluation::Plain);
/// let report = game.search(&Options::default()).run(&mut Unobserved)?;
/// assert_eq!(report.is_win(), Some(true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Domineering {
    board: Board,
    tile: Tile,
    first: Player,
    /// Free moves of each player besides the board, by [`Player::index`].
    spare: [u8; 2],
    evaluation: LeafEvaluation,
    /// Evaluating changes its caches but no result, hence the `RefCell`.
    evaluator: Option<RefCell<Evaluator>>,
    /// Tiles of each player by their first cell; empty where none fits.
    tiles: [Vec<Bits256>; 2],
    /// First cells at which a tile of each player fits on the empty board.
    starts: [Bits256; 2],
}

/// The free cells and the spare moves; who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tiles {
    free: Bits256,
    to_move: Player,
    spare: [u8; 2],
}

/// The number of the tile's first cell, or [`SPARE`].
type TileMove = u16;

/// A move that uses up a spare move and leaves the board as it is.
const SPARE: TileMove = 256;

impl Domineering {
    /// The question whether `first`, who moves first, wins on `board`.
    pub fn new(board: &Board, tile: Tile, first: Player, evaluation: LeafEvaluation) -> Self {
        let full = Board::empty(board.rows(), board.cols()).expect("a board of this size exists");
        let tiles = Player::ALL.map(|player| {
            let mut tiles = vec![Bits256::EMPTY; board.area()];
            for mov in full.moves(player, tile) {
                let number = |row: usize, col: usize| (row * board.cols() + col) as u32;
                let first = number(mov.cell().row(), mov.cell().col());
                let cells = mov.cells(tile);
                let cells = cells.map(|cell| Bits256::single(number(cell.row(), cell.col())));
                tiles[first as usize] = cells.fold(Bits256::EMPTY, |set, cell| set | cell);
            }
            tiles
        });
        let evaluator = evaluation
            .engine()
            .map(|engine| RefCell::new(Solver::new(engine).evaluator(board, tile)));
        Domineering {
            board: *board,
            tile,
            first,
            spare: [0; 2],
            evaluation,
            evaluator,
            tiles,
            starts: Player::ALL.map(|player| full.move_bits(player, tile)),
        }
    }

    /// The same game with `moves` spare moves for a player: moves without a tile. Positions are then
    /// evaluated by the rules alone.
    #[must_use]
    pub fn with_spare_moves(self, player: Player, moves: u8) -> Self {
        let mut spare = [0; 2];
        spare[player.index()] = moves;
        if moves == 0 {
            return Domineering { spare, ..self };
        }
        Domineering {
            spare,
            evaluation: LeafEvaluation::Plain,
            evaluator: None,
            ..self
        }
    }

    /// How positions are evaluated.
    pub fn evaluation(&self) -> LeafEvaluation {
        self.evaluation
    }

    fn board_of(&self, position: &Tiles) -> Board {
        Board::from_free_bits(self.board.rows(), self.board.cols(), position.free)
            .expect("free cells of this board")
    }

    /// First cells of the tiles that the player to move can place.
    fn move_starts(&self, position: &Tiles) -> Bits256 {
        let step = match position.to_move {
            Player::Vertical => self.board.cols() as u32,
            Player::Horizontal => 1,
        };
        let free = position.free;
        let starts = free & self.starts[position.to_move.index()];
        (1..self.tile.length()).fold(starts, |starts, cell| starts & free >> (cell * step))
    }

    /// The free cells of the lexicographically smallest of the four reflections, row by row. Boards
    /// have at most 32 columns here.
    fn least_reflection(&self, free: Bits256) -> [u64; 4] {
        let (rows, cols) = (self.board.rows(), self.board.cols() as u32);
        let row = |r: usize| free.field(r as u32 * cols, cols);
        let back = |row: u32| row.reverse_bits() >> (32 - cols);
        let reflected = |r: usize, down: bool, right: bool| {
            let row = row(if down { r } else { rows - 1 - r });
            if right { row } else { back(row) }
        };
        let mut least = (true, true);
        for other in [(true, false), (false, true), (false, false)] {
            let differ = (0..rows)
                .map(|r| {
                    (
                        reflected(r, other.0, other.1),
                        reflected(r, least.0, least.1),
                    )
                })
                .find(|(other, least)| other != least);
            if differ.is_some_and(|(other, least)| other < least) {
                least = other;
            }
        }
        let mut words = [0; 4];
        for r in 0..rows {
            let bits = u64::from(reflected(r, least.0, least.1));
            let (word, at) = (r * cols as usize / 64, r as u32 * cols % 64);
            words[word] |= bits << at;
            if at + cols > 64 {
                words[word + 1] |= bits >> (64 - at);
            }
        }
        words
    }

    fn number_of(&self, mov: Move) -> TileMove {
        (mov.cell().row() * self.board.cols() + mov.cell().col()) as TileMove
    }
}

fn words(set: Bits256) -> [u64; 4] {
    std::array::from_fn(|word| {
        let at = 64 * word as u32;
        u64::from(set.field(at, 32)) | u64::from(set.field(at + 32, 32)) << 32
    })
}

impl Game for Domineering {
    type Position = Tiles;
    type Move = TileMove;
    /// Free cells, then spare moves and who is to move.
    type Key = [u64; 5];

    const CYCLIC: bool = false;

    fn root(&self) -> Tiles {
        Tiles {
            free: self.board.free_bits(),
            to_move: self.first,
            spare: self.spare,
        }
    }

    fn kind(&self, position: &Tiles) -> Kind {
        match position.to_move == self.first {
            true => Kind::Max,
            false => Kind::Min,
        }
    }

    fn evaluate(&self, position: &Tiles) -> Value {
        let winner = match &self.evaluator {
            Some(evaluator) => {
                let board = self.board_of(position);
                evaluator.borrow_mut().winner(&board, position.to_move)
            }
            None => {
                let stuck = self.move_starts(position).is_empty()
                    && position.spare[position.to_move.index()] == 0;
                stuck.then(|| position.to_move.opponent())
            }
        };
        match winner {
            None => Value::Unknown,
            Some(winner) if winner == self.first => Value::Win,
            Some(_) => Value::Loss,
        }
    }

    fn moves(&self, position: &Tiles, moves: &mut Vec<TileMove>) {
        if let Some(evaluator) = &self.evaluator {
            let board = self.board_of(position);
            let tried = evaluator.borrow_mut().moves(&board, position.to_move);
            moves.extend(tried.into_iter().map(|mov| self.number_of(mov)));
            return;
        }
        let starts = self.move_starts(position);
        moves.extend(starts.members().map(|start| start as TileMove));
        if position.spare[position.to_move.index()] > 0 {
            moves.push(SPARE);
        }
    }

    fn play(&self, position: &mut Tiles, mov: TileMove) {
        let mover = position.to_move.index();
        if mov == SPARE {
            position.spare[mover] -= 1;
        } else {
            position.free &= !self.tiles[mover][usize::from(mov)];
        }
        position.to_move = position.to_move.opponent();
    }

    fn key(&self, position: &Tiles) -> [u64; 5] {
        let [a, b, c, d] = words(position.free);
        let [vertical, horizontal] = position.spare.map(u64::from);
        let mover = position.to_move.index() as u64;
        [a, b, c, d, vertical << 16 | horizontal << 8 | mover]
    }

    /// The same for the four reflections of the board.
    fn symmetric_key(&self, position: &Tiles) -> [u64; 5] {
        let [.., rest] = self.key(position);
        let [a, b, c, d] = match self.board.cols() {
            0..=32 => self.least_reflection(position.free),
            _ => words(self.board_of(position).canonical().free_bits()),
        };
        [a, b, c, d, rest]
    }

    fn mobility(&self, position: &Tiles) -> u32 {
        let spare = position.spare[position.to_move.index()] > 0;
        self.move_starts(position).count() + u32::from(spare)
    }

    /// The more moves the opponent has, the farther a player is from winning.
    fn guess(&self, position: &Tiles) -> (u32, u32) {
        let moves = |player: Player| {
            let view = Tiles {
                to_move: player,
                ..*position
            };
            1 + self.mobility(&view)
        };
        (moves(self.first.opponent()), moves(self.first))
    }

    fn move_name(&self, position: &Tiles, mov: TileMove) -> String {
        if mov == SPARE {
            return "spare".to_string();
        }
        let (row, col) = (
            usize::from(mov) / self.board.cols(),
            usize::from(mov) % self.board.cols(),
        );
        format!("{}{},{}", position.to_move.letter(), row + 1, col + 1)
    }

    fn label(&self, position: &Tiles) -> String {
        format!("{} {}", self.board_of(position), position.to_move.letter())
    }

    fn move_code(&self, mov: TileMove) -> Option<u32> {
        Some(mov.into())
    }

    fn move_of_code(&self, code: u32) -> Option<TileMove> {
        let mov = TileMove::try_from(code).ok()?;
        (mov == SPARE || usize::from(mov) < self.board.area()).then_some(mov)
    }
}

/// A copy has an evaluator of its own, so that two threads can use them at the same time.
impl Clone for Domineering {
    fn clone(&self) -> Self {
        Domineering {
            spare: self.spare,
            evaluation: self.evaluation,
            ..Domineering::new(&self.board, self.tile, self.first, self.evaluation)
        }
    }
}

impl fmt::Debug for Domineering {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Domineering")
            .field("board", &self.board)
            .field("tile", &self.tile)
            .field("first", &self.first)
            .field("spare", &self.spare)
            .field("evaluation", &self.evaluation)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscram_support::random::Random;

    #[test]
    fn reflections_share_a_key_and_others_do_not() {
        let mut random = Random::new(3);
        for (rows, cols) in [
            (3, 3),
            (1, 7),
            (4, 6),
            (7, 8),
            (8, 8),
            (9, 9),
            (10, 13),
            (2, 40),
        ] {
            let empty = Board::empty(rows, cols).unwrap();
            let evaluation = LeafEvaluation::Plain;
            let game = Domineering::new(&empty, Tile::DOMINO, Player::Vertical, evaluation);
            let key = |board: &Board| {
                game.symmetric_key(&Tiles {
                    free: board.free_bits(),
                    to_move: Player::Vertical,
                    spare: [0; 2],
                })
            };
            let mut seen = std::collections::HashMap::new();
            for _ in 0..300 {
                let cells = empty.free_cells().filter(|_| random.index(2) == 0);
                let board = empty.with_blocked(cells.collect::<Vec<_>>());
                for reflection in board.reflections() {
                    assert_eq!(key(&board), key(&reflection), "{board}");
                }
                let canonical = board.canonical();
                assert_eq!(*seen.entry(key(&board)).or_insert(canonical), canonical);
            }
        }
    }

    /// Moves and ends of the game are those of the rules.
    #[test]
    fn moves_are_those_of_the_rules() {
        let mut random = Random::new(4);
        for (rows, cols, tile) in [(3, 4, 2), (5, 5, 2), (6, 7, 3), (12, 12, 4)] {
            let tile = Tile::new(tile).unwrap();
            let empty = Board::empty(rows, cols).unwrap();
            for first in Player::ALL {
                let game = Domineering::new(&empty, tile, first, LeafEvaluation::Plain);
                let (mut position, mut board) = (game.root(), empty);
                loop {
                    let mut moves = Vec::new();
                    game.moves(&position, &mut moves);
                    let names: Vec<String> = moves
                        .iter()
                        .map(|&mov| game.move_name(&position, mov))
                        .collect();
                    let expected = board.moves(position.to_move, tile);
                    let expected: Vec<Move> = expected.collect();
                    assert!(
                        names.iter().eq(expected
                            .iter()
                            .map(ToString::to_string)
                            .collect::<Vec<_>>()
                            .iter())
                    );
                    assert_eq!(game.mobility(&position) as usize, moves.len());
                    assert_eq!(moves.is_empty(), game.evaluate(&position) != Value::Unknown);
                    if moves.is_empty() {
                        break;
                    }
                    let chosen = random.index(moves.len());
                    game.play(&mut position, moves[chosen]);
                    board = board.play(expected[chosen], tile).unwrap();
                    assert_eq!(game.board_of(&position), board);
                }
            }
        }
    }
}
