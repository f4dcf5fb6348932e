//! Open questions, and how much an answer would settle.

use crosscram_rules::{Dyadic, PartialOutcome, Player, Tile};
use serde::Serialize;

use crate::numbers::{Kind, Tables};
use crate::{Atlas, Bound, Claim, Settling, Size};

/// An open question.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OpenQuestion {
    /// The length of the tiles.
    pub tile: Tile,
    /// The board, with no more rows than columns.
    #[serde(flatten)]
    pub size: Size,
    /// The outcomes that are possible.
    pub possible: PartialOutcome,
    /// Who moves first.
    pub first: Player,
    /// What would follow if the first player won.
    pub if_wins: Consequences,
    /// What would follow if the first player lost.
    pub if_loses: Consequences,
}

/// What an answer would settle, besides the board itself.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Consequences {
    /// Claims that would follow, each about a board with no more rows than columns.
    pub claims: Vec<Claim>,
    /// Such boards, including this one, whose outcome would then be known exactly.
    pub settled: Vec<Size>,
}

impl Atlas {
    /// Computes what would follow by unit propagation from an answer to an open question; `None` if
    /// the answer is known or impossible. Counts only boards within `rows` x `cols` (or transposed).
    pub fn consequences(&mut self, claim: Claim, rows: usize, cols: usize) -> Option<Consequences> {
        if !self.contains(claim.size) || self.winner(claim.size, claim.first).is_some() {
            return None;
        }
        let variables = self.prover.variables;
        let literal = variables.literal(claim);
        self.prover.suppose(&[literal], |prover, mark, clash| {
            if clash.is_some() {
                return None;
            }
            let within = |size: Size| {
                let (low, high) = (size.rows().min(size.cols()), size.rows().max(size.cols()));
                low <= rows.min(cols) && high <= rows.max(cols)
            };
            let upright = |size: Size| size.rows() <= size.cols();
            let mut claims = Vec::new();
            let mut settled = Vec::new();
            for &follows in &prover.trail()[mark..] {
                let size = variables.size(follows.variable());
                if !within(size) {
                    continue;
                }
                let lying = if upright(size) {
                    size
                } else {
                    size.transposed()
                };
                let answer = variables.claim(follows, lying.rows());
                if follows != literal {
                    claims.push(answer);
                }
                let turned = variables.variable(size.cols(), size.rows());
                if prover.value(turned).is_some() && !settled.contains(&lying) {
                    settled.push(lying);
                }
            }
            claims.sort_unstable();
            settled.sort_unstable_by_key(|size| (size.area(), *size));
            Some(Consequences { claims, settled })
        })
    }

    /// Lists all open questions about boards up to `rows` x `cols` with no more rows than columns,
    /// smallest boards first, each with what its answers would settle among these boards.
    pub fn open_questions(&mut self, rows: usize, cols: usize) -> Vec<OpenQuestion> {
        let (low, high) = (rows.min(cols), rows.max(cols));
        let sizes = self.sizes(low, high);
        let mut sizes: Vec<_> = sizes.filter(|size| size.rows() <= size.cols()).collect();
        sizes.sort_unstable_by_key(|size| (size.area(), *size));
        let mut found = Vec::new();
        for size in sizes {
            for first in Player::ALL {
                let square = size.rows() == size.cols();
                if square && first == Player::Horizontal {
                    // On a square, the same question as with Vertical first.
                    continue;
                }
                let mut follow = |winner| {
                    let claim = Claim::new(size, first, winner);
                    self.consequences(claim, rows, cols)
                };
                let answers = follow(first).zip(follow(first.opponent()));
                if let Some((if_wins, if_loses)) = answers {
                    found.push(OpenQuestion {
                        tile: self.tile(),
                        size,
                        possible: self.possible(size),
                        first,
                        if_wins,
                        if_loses,
                    });
                }
            }
        }
        found
    }

    /// Lists answers to other open questions that would each answer this one, smallest boards first,
    /// with the answer they would give.
    pub fn settled_by(&mut self, size: Size, first: Player) -> Vec<Settling> {
        let mut found = Vec::new();
        if !self.contains(size) || self.winner(size, first).is_some() {
            return found;
        }
        for winner in Player::ALL {
            let wanted = Claim::new(size, first, winner);
            // By contraposition: looks for what follows from the opposite of the answer.
            let opposite = self.consequences(wanted.negated(), self.limit(), self.limit());
            for claim in opposite.into_iter().flat_map(|opposite| opposite.claims) {
                let other = claim.negated();
                if other != wanted && other.transposed() != wanted {
                    found.push(Settling {
                        answer: other,
                        settles: wanted,
                    });
                }
            }
        }
        found.sort_by_key(|found| (found.answer.size.area(), found.answer));
        found
    }

    /// Lists sums of a smaller board and a positive number whose solution would answer an open
    /// question, by cutting off a board with an infinitesimal value; smallest boards first.
    pub fn hints(&self, size: Size, first: Player) -> Vec<Hint> {
        let mut found = Vec::new();
        if !self.contains(size) || self.winner(size, first).is_some() {
            return found;
        }
        let tables = Tables::new(&self.prover, &self.facts);
        let nearly_zero = Bound::nearly(Dyadic::ZERO);
        let question = Claim::new(size, first, Player::Horizontal);
        let turned = Claim {
            winner: Player::Vertical,
            ..question
        };
        // A cut between columns helps Horizontal; for Vertical the board is transposed.
        for answer in [question, turned.transposed()] {
            for cols in 1..answer.size.cols() {
                let part = Size::small(answer.size.rows(), cols);
                let rest = Size::small(answer.size.rows(), answer.size.cols() - cols);
                let bound = tables.get(rest, Kind::Upper).map(|(bound, _)| bound);
                // A board lost without the number is lost with it too.
                let lost = |first| self.winner(part, first) == Some(Player::Vertical);
                let hopeless = match answer.first {
                    Player::Vertical => Player::ALL.into_iter().any(lost),
                    Player::Horizontal => lost(Player::Horizontal),
                };
                // The part is at least the negative of the transposed board's upper bound, so the
                // number cannot be larger than that bound.
                let least = tables.get(part.transposed(), Kind::Upper);
                let below = least.map(|(bound, _)| bound.number);
                let hopeless = hopeless || below.is_some_and(|below| below <= Dyadic::ZERO);
                if bound == Some(nearly_zero) && !hopeless {
                    found.push(Hint {
                        part,
                        rest,
                        answer,
                        below,
                    });
                }
            }
        }
        found.sort_unstable_by_key(|hint| (hint.part.area(), hint.part));
        found
    }
}

/// If Horizontal, moving as in `answer`, wins `part` with some positive number of free moves for
/// Vertical, then `answer` holds, because `rest` is worth less than every positive number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hint {
    /// The board to be solved with a number.
    pub part: Size,
    /// The board that is cut off.
    pub rest: Size,
    /// What would follow.
    pub answer: Claim,
    /// Larger numbers are known to fail.
    pub below: Option<Dyadic>,
}
