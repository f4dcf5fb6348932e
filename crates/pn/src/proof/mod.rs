//! The solution of a position: which move to answer with, wherever play may lead.
//!
//! A search says that a position is won or lost, and at most the first move. A [`Proof`] has the rest: for a
//! win a winning move in every position that the opponent can reach, for a loss the refutation of
//! every move. It holds each position once. [`Proof::check`] replays it by the rules of the game alone and
//! believes nothing else; [`Proof::write`] and [`Proof::read`] are its file.
//!
//! A proof is found by asking a depth-first search about positions, whatever search answered first. So it
//! also checks that one.

mod check;
mod file;

use crate::dfpn::DfPn;
use crate::game::{Game, Kind, Value};
use crate::options::Options;
use crate::report::{Ending, Observer};
use std::collections::HashMap;

pub use check::Fault;
pub use file::ProofFileError;

/// What a proof says of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry<M> {
    /// The move of the player whose success is proved; `None` where the other one moves, or at an end.
    answer: Option<M>,
    /// The length of the longest continuation. Every move decreases it, so play ends; not so in the proof
    /// of a loss, where it may go round in circles.
    height: u32,
}

/// Why the root of a game is won or lost, position by position.
pub struct Proof<G: Game> {
    is_win: bool,
    entries: HashMap<G::Key, Entry<G::Move>>,
}

/// Why there is no proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoProof {
    /// A search for it ended in this way.
    #[error("the search for a proof ended: {0:?}")]
    Ended(Ending),
    /// It has more positions than allowed.
    #[error("the proof has more positions than allowed")]
    TooLarge,
    /// Its moves lead round in circles, because the table was too small for all that had to be proved.
    #[error("the table is too small for a proof")]
    Circular,
    /// The position has the opposite value. So the search that said otherwise, or the file that it was
    /// continued from, was wrong.
    #[error("the value is wrong: a proof of the opposite exists")]
    Contradiction,
}

/// A position that the proof has to cover.
struct Open<G: Game> {
    kind: Kind,
    /// The moves that the proof follows, each with the key after it.
    followed: Vec<(G::Move, G::Key)>,
}

/// A proof that is being made.
struct Prover<'a, 'g, G: Game> {
    game: &'g G,
    is_win: bool,
    max_positions: usize,
    search: &'a mut DfPn<'g, G>,
    observer: &'a mut dyn Observer,
    open: HashMap<G::Key, Open<G>>,
    /// In the order in which they were met.
    order: Vec<G::Key>,
}

impl<G: Game> Proof<G> {
    /// Proves that the root is won (`is_win`) or lost, with at most `max_positions` positions.
    pub fn find(
        game: &G,
        is_win: bool,
        max_positions: usize,
        observer: &mut dyn Observer,
    ) -> Result<Proof<G>, NoProof> {
        let mut search = DfPn::new(game, &Options::default());
        Proof::find_with(&mut search, is_win, max_positions, observer)
    }

    /// The same with a search whose table may know much already.
    pub(crate) fn find_with<'g>(
        search: &mut DfPn<'g, G>,
        is_win: bool,
        max_positions: usize,
        observer: &mut dyn Observer,
    ) -> Result<Proof<G>, NoProof> {
        let game = search.game();
        let mut prover = Prover {
            game,
            is_win,
            max_positions,
            search,
            observer,
            open: HashMap::new(),
            order: Vec::new(),
        };
        let root = game.root();
        if prover.value_of(&root)? != is_win {
            return Err(NoProof::Contradiction);
        }
        prover.cover(root)?;
        let heights = prover.heights();
        // A winning move leads to a position that was proved earlier, so play along such moves ends; not
        // so if the table has forgotten an earlier proof and found another one.
        if is_win && prover.order.iter().any(|key| !heights.contains_key(key)) {
            return Err(NoProof::Circular);
        }
        Ok(prover.chosen(&heights))
    }

    /// Whether the proof is of a win.
    pub fn is_win(&self) -> bool {
        self.is_win
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns whether there is no position.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The main line: the moves of the proof, and against them those that last longest. It ends with the
    /// game, or where a position comes again.
    pub fn main_line(&self, game: &G) -> Vec<String> {
        let mut position = game.root();
        let mut line = Vec::new();
        let mut seen = Vec::new();
        while game.evaluate(&position) == Value::Unknown {
            let key = game.key(&position);
            if seen.contains(&key) {
                break;
            }
            seen.push(key);
            let Some(entry) = self.entries.get(&key) else {
                break;
            };
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            let height = |mov: G::Move| {
                let mut child = position.clone();
                game.play(&mut child, mov);
                self.entries
                    .get(&game.key(&child))
                    .map_or(0, |entry| entry.height)
            };
            // The first of the longest.
            let longest = || moves.iter().rev().copied().max_by_key(|&mov| height(mov));
            let Some(mov) = entry.answer.or_else(longest) else {
                break;
            };
            line.push(game.move_name(&position, mov));
            game.play(&mut position, mov);
        }
        line
    }
}

/// The kind of node at which the successful player chooses.
fn chooser(is_win: bool) -> Kind {
    match is_win {
        true => Kind::Max,
        false => Kind::Min,
    }
}

impl<G: Game> Prover<'_, '_, G> {
    /// The true value of a position.
    fn value_of(&mut self, position: &G::Position) -> Result<bool, NoProof> {
        let value = self.search.value_of(position.clone(), self.observer);
        value.map_err(NoProof::Ended)
    }

    /// Covers a position and all that the proof follows from there: one move of the successful player,
    /// all of the other.
    fn cover(&mut self, root: G::Position) -> Result<(), NoProof> {
        let mut pending = vec![root];
        while let Some(position) = pending.pop() {
            let key = self.game.key(&position);
            if self.open.contains_key(&key) {
                continue;
            }
            if self.order.len() >= self.max_positions {
                return Err(NoProof::TooLarge);
            }
            self.order.push(key);
            let kind = self.game.kind(&position);
            let mut moves = Vec::new();
            if self.game.evaluate(&position) == Value::Unknown {
                if kind == chooser(self.is_win) {
                    let answer = self.search.answer(&position, self.is_win, self.observer);
                    moves.push(
                        answer
                            .map_err(NoProof::Ended)?
                            .ok_or(NoProof::Contradiction)?,
                    );
                } else {
                    self.game.moves(&position, &mut moves);
                }
            }
            let mut followed = Vec::new();
            for mov in moves {
                let mut child = position.clone();
                self.game.play(&mut child, mov);
                followed.push((mov, self.game.key(&child)));
                pending.push(child);
            }
            self.open.insert(key, Open { kind, followed });
        }
        Ok(())
    }

    /// The height of every position from which play along the followed moves ends: one more than that
    /// of the lowest child where the successful player chooses, of the highest elsewhere.
    fn heights(&self) -> HashMap<G::Key, u32> {
        let mut parents: HashMap<G::Key, Vec<G::Key>> = HashMap::new();
        let mut missing: HashMap<G::Key, usize> = HashMap::new();
        let mut heights = HashMap::new();
        let mut level = Vec::new();
        for key in &self.order {
            let followed = &self.open[key].followed;
            missing.insert(*key, followed.len());
            if followed.is_empty() {
                heights.insert(*key, 0);
                level.push(*key);
            }
            for (_, child) in followed {
                parents.entry(*child).or_default().push(*key);
            }
        }
        // Level by level, so that a chooser has the smallest height and the others the largest.
        let mut height = 0;
        while !level.is_empty() {
            height += 1;
            let mut next = Vec::new();
            for child in &level {
                for parent in parents.get(child).into_iter().flatten() {
                    let left = missing.get_mut(parent).expect("every parent is covered");
                    *left -= 1;
                    let chooses = self.open[parent].kind == chooser(self.is_win);
                    if (chooses || *left == 0) && !heights.contains_key(parent) {
                        heights.insert(*parent, height);
                        next.push(*parent);
                    }
                }
            }
            level = next;
        }
        heights
    }

    /// The proof with one answer in each position: to the lowest child.
    fn chosen(self, heights: &HashMap<G::Key, u32>) -> Proof<G> {
        let height_of = |key: &G::Key| heights.get(key).copied().unwrap_or(u32::MAX);
        let mut entries = HashMap::new();
        let mut pending = vec![self.game.key(&self.game.root())];
        while let Some(key) = pending.pop() {
            if entries.contains_key(&key) {
                continue;
            }
            let open = &self.open[&key];
            let mut answer = None;
            if open.kind == chooser(self.is_win) {
                let lowest = open
                    .followed
                    .iter()
                    .min_by_key(|(_, child)| height_of(child));
                if let Some((mov, child)) = lowest {
                    answer = Some(*mov);
                    pending.push(*child);
                }
            } else {
                pending.extend(open.followed.iter().map(|(_, child)| *child));
            }
            let height = height_of(&key);
            entries.insert(key, Entry { answer, height });
        }
        Proof {
            is_win: self.is_win,
            entries,
        }
    }
}
