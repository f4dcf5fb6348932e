//! What a search or a proof has to do with others of the same game.

use crate::peers::Peers;
use crate::proof_walk::{Part, Walks};
use crosscram_rules::Dyadic;

/// The larger search or proof that a run belongs to. The default belongs to none.
#[derive(Clone, Copy, Default)]
pub struct Ensemble<'a> {
    /// Plies that led to the question's position: an engine that looks at the first plies more closely does so as
    /// a search of the whole game would.
    pub played: usize,
    /// The number that the game began with, if it is not the question's: searches of one game share a table.
    pub number: Option<Dyadic>,
    /// Other searches of the same game, with which this one keeps out of the way and shares what it finds.
    pub peers: Option<&'a Peers>,
    /// Which share of a larger proof is written.
    pub writes: Share<'a>,
}

/// What a run writes of a proof.
#[derive(Clone, Copy, Debug, Default)]
pub enum Share<'a> {
    /// All of it.
    #[default]
    Whole,
    /// All that earlier proofs have not gone through.
    After(&'a Walks),
    /// A part, which relies on what earlier parts have gone through.
    Part(&'a Walks, Part),
    /// The outline: positions with the loser to move that are so many plies deep become parts
    /// ([`ProofSink::part`](crate::ProofSink::part)).
    Outline(usize),
}

impl<'a> Share<'a> {
    /// Where earlier proofs have gone, if this one may rely on them.
    pub(crate) fn walks(self) -> Option<&'a Walks> {
        match self {
            Share::After(walks) | Share::Part(walks, _) => Some(walks),
            Share::Whole | Share::Outline(_) => None,
        }
    }

    /// The part, if it is one.
    pub(crate) fn part(self) -> Option<Part> {
        match self {
            Share::Part(_, part) => Some(part),
            _ => None,
        }
    }

    /// How deep an outline goes.
    pub(crate) fn outline(self) -> Option<usize> {
        match self {
            Share::Outline(plies) => Some(plies),
            _ => None,
        }
    }
}
