//! The interface of everyone who plays: bots, people, programs.

use std::time::Duration;

use crosscram_rules::{Board, Move, Player, Tile};
use crosscram_support::named;
use crosscram_support::random::Random;
use crosscram_support::stop::Stop;

/// How a game begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Game {
    /// The board at the beginning.
    pub board: Board,
    /// The length of the tiles.
    pub tile: Tile,
    /// Who moves first.
    pub first: Player,
}

impl Game {
    /// Dominoes on `board`, Vertical moving first.
    pub fn new(board: Board) -> Game {
        Game {
            board,
            tile: Tile::DOMINO,
            first: Player::Vertical,
        }
    }

    /// The same with tiles of another length.
    #[must_use]
    pub fn with_tile(self, tile: Tile) -> Game {
        Game { tile, ..self }
    }

    /// The same with `first` moving first.
    #[must_use]
    pub fn with_first(self, first: Player) -> Game {
        Game { first, ..self }
    }

    /// The game that begins after so many random moves, or where one player has none left.
    #[must_use]
    pub fn opened(mut self, moves: usize, random: &mut Random) -> Game {
        for _ in 0..moves {
            let mut moves = self.board.moves(self.first, self.tile);
            if moves.len() == 0 {
                break;
            }
            let mov = moves.nth(random.index(moves.len()));
            let mov = mov.expect("below the number of moves");
            self.board = self.board.play(mov, self.tile).expect("the move is legal");
            self.first = self.first.opponent();
        }
        self
    }
}

/// A position in which a contestant must choose a move.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// How the game began.
    pub game: &'a Game,
    /// The moves so far.
    pub played: &'a [Move],
    /// The board now.
    pub board: Board,
    /// Who is to move; there is at least one move.
    pub side: Player,
    /// How long the answer may take, if the game is played with a clock.
    pub limit: Option<Duration>,
}

impl<'a> Turn<'a> {
    /// The first turn of a game without a clock.
    pub fn first(game: &'a Game) -> Turn<'a> {
        Turn {
            game,
            played: &[],
            board: game.board,
            side: game.first,
            limit: None,
        }
    }

    /// The length of the tiles.
    pub fn tile(&self) -> Tile {
        self.game.tile
    }

    /// One of the moves, all equally likely.
    ///
    /// # Panics
    ///
    /// If there is none.
    pub fn any_move(&self, random: &mut Random) -> Move {
        let mut moves = self.moves();
        let index = random.index(moves.len());
        moves.nth(index).expect("whoever is asked has a move")
    }

    /// The moves to choose from, row by row.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> + use<> {
        self.board.moves(self.side, self.game.tile)
    }
}

named! {
    /// What a contestant claims to have proven with its move. A claim stands for a proof; what is merely
    /// likely must not be claimed.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum Claim {
        /// The player of this move wins against every play.
        Wins = "wins",
        /// Every move loses against best play.
        Loses = "loses",
    }
}

/// A chosen move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Choice {
    /// The move.
    pub mov: Move,
    /// What is proven about it; `None` if the move is a guess.
    pub claim: Option<Claim>,
}

impl From<Move> for Choice {
    /// A move without a claim.
    fn from(mov: Move) -> Choice {
        Choice { mov, claim: None }
    }
}

/// Why a contestant gave no move, which loses the game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Failure {
    /// The player exceeded its time limit.
    #[error("no answer within {:.3} s", limit.as_secs_f64())]
    Late {
        /// The limit.
        limit: Duration,
    },
    /// The player gave up.
    #[error("resigned")]
    Resigned,
    /// A program ended, or its answer was not a move.
    #[error("{0}")]
    Broken(String),
    /// The game was called off; it counts for neither player.
    #[error("interrupted")]
    Interrupted,
}

/// A participant in a game: a bot, a person at a terminal, another program.
///
/// ```
/// use crosscram_players::{Choice, Contestant, Failure, Turn};
///
/// /// Takes the first move there is.
/// struct First;
///
/// impl Contestant for First {
///     fn name(&self) -> String {
///         "first".to_string()
///     }
///
///     fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, Failure> {
///         Ok(turn.moves().next().expect("there is a move").into())
///     }
/// }
/// ```
pub trait Contestant: Send {
    /// The name in records; for built-in players the text that [`crate::Spec`] reads.
    fn name(&self) -> String;

    /// Starts a new game, with `seed` for all randomness. A contestant may play several games one
    /// after another; what it keeps between them must not change its choices.
    fn begin(&mut self, _game: &Game, _side: Player, _seed: u64) -> Result<(), Failure> {
        Ok(())
    }

    /// Chooses a move. Called only if there is one.
    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, Failure>;

    /// Is told how the game ended.
    fn end(&mut self, _winner: Player, _reason: &str) {}

    /// Hands over a flag that the following choices look at. Once it is requested, a player that thinks long
    /// chooses soon, with what it has by then, or fails as [`Failure::Interrupted`].
    fn heed(&mut self, _stop: &Stop) {}

    /// Returns whether the choices depend neither on randomness nor on time, so that the same game
    /// need not be played twice.
    fn is_deterministic(&self) -> bool {
        false
    }
}
