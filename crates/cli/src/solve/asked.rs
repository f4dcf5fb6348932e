//! The question of `crosscram solve`: a position, or a sum of boards and numbers.

use crate::input;
use crosscram_rules::{Board, Move, Player, Position, Question, Sum, SumBoard, Tile};
use std::str::FromStr;

/// A position, or a sum as it was written and as one board.
#[derive(Debug)]
pub(crate) enum Asked {
    Board(Position),
    Sum {
        sum: Sum,
        joined: SumBoard,
        to_move: Option<Player>,
    },
}

impl FromStr for Asked {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if !text.contains('+') {
            let position = text.parse::<Position>();
            return position.map(Asked::Board).map_err(|e| e.to_string());
        }
        let text = text.trim();
        let player = text.rsplit_once([' ', '\t']).and_then(|(sum, last)| {
            let player: Player = last.parse().ok()?;
            (!sum.trim_end().ends_with('+')).then_some((sum, player))
        });
        let (sum, to_move) = match player {
            Some((sum, player)) => (sum, Some(player)),
            None => (text, None),
        };
        let sum: Sum = sum.parse().map_err(|error| format!("{error}"))?;
        let joined = SumBoard::new(&sum).map_err(|error| error.to_string())?;
        Ok(Asked::Sum {
            sum,
            joined,
            to_move,
        })
    }
}

impl Asked {
    /// The board that is searched.
    pub(crate) fn board(&self) -> &Board {
        match self {
            Asked::Board(position) => &position.board,
            Asked::Sum { joined, .. } => joined.board(),
        }
    }

    /// Who is to move, if given.
    pub(crate) fn to_move(&self) -> Option<Player> {
        match self {
            Asked::Board(position) => position.to_move,
            Asked::Sum { to_move, .. } => *to_move,
        }
    }

    /// The question whether this player, moving first, wins.
    pub(crate) fn question(&self, tile: Tile, first: Player) -> Question {
        match self {
            Asked::Board(position) => Question::new(position.board, tile, first),
            Asked::Sum { joined, .. } => Question::of_sum(joined, tile, first),
        }
    }

    /// Its name for people.
    pub(crate) fn name(&self) -> String {
        match self {
            Asked::Board(position) => input::name(&position.board),
            Asked::Sum { sum, .. } => sum.to_string(),
        }
    }

    /// The term of the sum in which a move is made, counted from 1, and the move on that term's board.
    pub(crate) fn locate(&self, mov: Move) -> (Option<usize>, Move) {
        match self {
            Asked::Board(_) => (None, mov),
            Asked::Sum { joined, .. } => match joined.locate(mov) {
                Some((term, mov)) => (Some(term + 1), mov),
                None => (None, mov),
            },
        }
    }
}
