//! What a node is worth on the path, and what follows for its base node.

use super::{Step, TwinSearch, Verdict, key_of};
use crate::dfpn::conditional::because_of_children;
use crate::game::Game;
use crate::numbers::Numbers;

impl<G: Game> TwinSearch<'_, G> {
    /// Judges an expanded node at its place on the path.
    pub(super) fn judge(&mut self, place: usize) -> Verdict {
        let Step { node, lost, .. } = &self.path[place];
        let base = &self.nodes[*node as usize];
        // Each child with why it is lost on this path, if it is not lost on every one.
        let mut children: Vec<(Numbers, Vec<u32>)> = Vec::with_capacity(base.edges.len());
        for (number, &(child, _)) in base.edges.iter().enumerate() {
            let numbers = self.nodes[child as usize].numbers;
            let mut because_of = None;
            if G::CYCLIC && !numbers.is_solved() {
                let known = lost.iter().find(|(other, _)| *other == number);
                because_of = match (self.places.get(&key_of(child)), known) {
                    (Some(&above), _) => {
                        self.base.statistics.repetitions += 1;
                        Some(vec![above])
                    }
                    (None, Some((_, because_of))) => Some(because_of.clone()),
                    (None, None) => self.losses.find(&key_of(child), &self.places),
                };
            }
            children.push(match because_of {
                Some(because_of) => (Numbers::LOST, because_of),
                None => (numbers, Vec::new()),
            });
        }
        let kind = base.kind;
        let numbers = Numbers::of_children(kind, children.iter().map(|(numbers, _)| *numbers));
        let best = (0..children.len()).min_by_key(|&child| children[child].0.chosen(kind));
        let mut because_of = Vec::new();
        if numbers == Numbers::LOST {
            let reasons = children
                .iter()
                .map(|(numbers, reason)| (*numbers, reason.as_slice()));
            because_of = because_of_children(kind, place as u32, reasons);
        }
        self.base.statistics.updates += 1;
        Verdict {
            numbers,
            best: best.unwrap_or(0),
            because_of,
        }
    }

    /// Draws the conclusion from the verdict on the last node of the path, which is won or lost. Returns
    /// whether that holds on every path; else its parent hears that it is lost on this one.
    pub(super) fn conclude(&mut self, verdict: Verdict) -> bool {
        let last = self.path.len() - 1;
        let node = self.path[last].node;
        if verdict.because_of.is_empty() {
            self.settle(node, verdict.numbers);
            return true;
        }
        let ancestors = verdict.because_of.iter();
        let ancestors = ancestors.map(|&place| key_of(self.path[place as usize].node));
        self.losses.store(key_of(node), ancestors.collect());
        let above = &mut self.path[last - 1];
        above.lost.push((above.current, verdict.because_of));
        false
    }

    /// Recomputes the numbers along the path, from its end to the root, or until nothing above it can
    /// change because a node is solved.
    pub(super) fn update(&mut self) {
        while !self.path.is_empty() {
            let place = self.path.len() - 1;
            let node = self.path[place].node;
            let verdict = self.judge(place);
            match verdict.numbers.is_solved() {
                true => {
                    self.conclude(verdict);
                }
                false => self.nodes[node as usize].numbers = verdict.numbers,
            }
            self.leave();
        }
    }

    /// Gives a base node its value, and all that have theirs because of it.
    fn settle(&mut self, node: u32, value: Numbers) {
        let mut pending = vec![(node, value)];
        while let Some((node, value)) = pending.pop() {
            if self.nodes[node as usize].numbers.is_solved() {
                continue;
            }
            self.nodes[node as usize].numbers = value;
            for &parent in &self.nodes[node as usize].parents {
                let base = &self.nodes[parent as usize];
                if base.numbers.is_solved() {
                    continue;
                }
                let children = base.edges.iter();
                let children = children.map(|(child, _)| self.nodes[*child as usize].numbers);
                let numbers = Numbers::of_children(base.kind, children);
                if numbers.is_solved() {
                    pending.push((parent, numbers));
                }
            }
        }
    }
}
