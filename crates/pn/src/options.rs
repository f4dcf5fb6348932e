//! Choices that several searches share.

use crate::game::{Game, Kind, Value};
use crate::numbers::Numbers;

/// When a node is evaluated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Evaluation {
    /// When it is generated.
    #[default]
    Immediate,
    /// When it is selected, which saves evaluations that cost more than a node.
    Delayed,
}

/// The numbers of a leaf that has no value yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Initial {
    /// One and one, as in the thesis up to section 3.3 and in its tables of Tic-tac-toe.
    One,
    /// What the node would have after its expansion: a max node the number of its moves as
    /// disproof number, a min node as proof number (section 3.4). The default everywhere: of every search
    /// here, of the command line and of Python.
    #[default]
    Mobility,
    /// As the game guesses ([`Game::guess`]).
    Guess,
}

/// In which order children stand from left to right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// As the game lists its moves.
    #[default]
    Given,
    /// Shuffled at each expansion, from this seed.
    Shuffled(u64),
}

/// The numbers of a new leaf.
pub(crate) fn leaf<G: Game>(
    game: &G,
    position: &G::Position,
    evaluation: Evaluation,
    initial: Initial,
) -> Numbers {
    match evaluation {
        Evaluation::Immediate => assessed(game, position, initial),
        Evaluation::Delayed => unknown(game, position, initial),
    }
}

/// The numbers of a leaf that is evaluated now.
pub(crate) fn assessed<G: Game>(game: &G, position: &G::Position, initial: Initial) -> Numbers {
    match game.evaluate(position) {
        Value::Win => Numbers::WON,
        Value::Loss => Numbers::LOST,
        Value::Unknown => unknown(game, position, initial),
    }
}

fn unknown<G: Game>(game: &G, position: &G::Position, initial: Initial) -> Numbers {
    match initial {
        Initial::One => Numbers::ONE,
        Initial::Mobility => {
            let moves = game.mobility(position).max(1);
            match game.kind(position) {
                Kind::Max => Numbers::new(1, moves),
                Kind::Min => Numbers::new(moves, 1),
            }
        }
        Initial::Guess => {
            let (proof, disproof) = game.guess(position);
            Numbers::new(proof.max(1), disproof.max(1))
        }
    }
}
