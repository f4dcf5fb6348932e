//! The referee: asks the players for moves in turn, accepts only legal ones, writes the record.

use std::fmt;
use std::time::Duration;

use crosscram_rules::{Board, Move, Player};

use crate::contestant::{Claim, Contestant, Failure, Game, Turn};
use crosscram_support::{clock::Instant, random::seed_of};

/// One move of a record.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Played {
    /// The move.
    pub mov: Move,
    /// What the player claimed to have proven.
    pub claim: Option<Claim>,
    /// The time it took.
    pub elapsed: Duration,
}

/// Why a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The loser was to move and could not.
    NoMove,
    /// The loser tried a move that the rules forbid.
    Illegal {
        /// The move.
        mov: Move,
        /// What is wrong with it.
        reason: String,
    },
    /// The loser gave no move.
    Failed(Failure),
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::NoMove => f.write_str("no move left"),
            Ending::Illegal { reason, .. } => f.write_str(reason),
            Ending::Failed(failure) => failure.fmt(f),
        }
    }
}

/// A finished game.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// How it began.
    pub game: Game,
    /// Who played Vertical and who played Horizontal.
    pub names: [String; 2],
    /// The seed that makes the game repeatable.
    pub seed: u64,
    /// The moves in order.
    pub played: Vec<Played>,
    /// Who won.
    pub winner: Player,
    /// Why it ended.
    pub ending: Ending,
}

impl Record {
    /// The moves alone.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> + '_ {
        self.played.iter().map(|played| played.mov)
    }

    /// Returns whether the game was called off, so that it counts for neither player.
    pub fn is_interrupted(&self) -> bool {
        self.ending == Ending::Failed(Failure::Interrupted)
    }

    /// Returns the first claim that the game disproved: its player claimed to win but then had no
    /// move. There is none if claims are proofs.
    pub fn broken_claim(&self) -> Option<(usize, Played)> {
        let lost_by_rule = self.ending == Ending::NoMove;
        self.played.iter().copied().enumerate().find(|(_, played)| {
            lost_by_rule && played.claim == Some(Claim::Wins) && played.mov.player() != self.winner
        })
    }
}

/// Plays one game. `contestants` are Vertical and Horizontal, in the order of [`Player::ALL`].
///
/// The same seed gives the same game if the contestants depend only on their seed and the moves.
/// Answers later than `limit` lose, as do illegal moves and failures.
///
/// ```
/// use crosscram_players::{Game, Spec, play_game};
/// use crosscram_rules::Board;
///
/// let spec: Spec = "random".parse()?;
/// let (mut one, mut other) = (spec.build(), spec.build());
/// let game = Game::new(Board::empty(5, 5)?);
/// let record = play_game([&mut *one, &mut *other], &game, 1, None);
/// let again = play_game([&mut *one, &mut *other], &game, 1, None);
/// assert!(record.moves().eq(again.moves()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn play_game(
    contestants: [&mut dyn Contestant; 2],
    game: &Game,
    seed: u64,
    limit: Option<Duration>,
) -> Record {
    let mut record = Record {
        game: *game,
        names: [contestants[0].name(), contestants[1].name()],
        seed,
        played: Vec::new(),
        winner: game.first,
        ending: Ending::NoMove,
    };
    let (loser, ending) = run(contestants, game, seed, limit, &mut record.played);
    record.winner = loser.opponent();
    record.ending = ending;
    record
}

/// Plays until one player has lost. Returns the winner and the reason.
fn run(
    mut contestants: [&mut dyn Contestant; 2],
    game: &Game,
    seed: u64,
    limit: Option<Duration>,
    played: &mut Vec<Played>,
) -> (Player, Ending) {
    for side in Player::ALL {
        let chances = seed_of([seed, side.index() as u64]);
        let contestant = &mut contestants[side.index()];
        if let Err(failure) = contestant.begin(game, side, chances) {
            return (side, Ending::Failed(failure));
        }
    }
    let (mut board, mut side) = (game.board, game.first);
    let mut moves: Vec<Move> = Vec::new();
    while board.can_move(side, game.tile) {
        let turn = Turn {
            game,
            played: &moves,
            board,
            side,
            limit,
        };
        let started = Instant::now();
        let answer = contestants[side.index()].choose(&turn);
        let elapsed = started.elapsed();
        let choice = match answer {
            Ok(choice) => choice,
            Err(failure) => return (side, Ending::Failed(failure)),
        };
        if let Some(limit) = limit.filter(|limit| elapsed > *limit) {
            return (side, Ending::Failed(Failure::Late { limit }));
        }
        board = match after(&turn, choice.mov) {
            Ok(board) => board,
            Err(reason) => {
                let mov = choice.mov;
                return (side, Ending::Illegal { mov, reason });
            }
        };
        moves.push(choice.mov);
        played.push(Played {
            mov: choice.mov,
            claim: choice.claim,
            elapsed,
        });
        side = side.opponent();
    }
    (side, Ending::NoMove)
}

/// Returns the board after a move, or a message that says why the move is illegal.
fn after(turn: &Turn<'_>, mov: Move) -> Result<Board, String> {
    if mov.player() != turn.side {
        return Err(format!("{mov} is illegal: {} is to move", turn.side));
    }
    let board = turn.board.play(mov, turn.tile());
    board.map_err(|error| error.to_string())
}
