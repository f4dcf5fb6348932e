//! Units for several workers that search the same position.

use super::{Coordinator, Issued, PATIENCE};
use crate::unit::{Unit, Wanted};
use crosscram_certificate::Hash;

/// So many units at a time are about one position in a cluster: workers that search the same keep out of each other's way, and tell each other what
/// they find, better than those that search different ones. Each worker has two units, one of them in the queue.
const SEATS: u32 = 16;

impl Coordinator {
    /// Gives a unit a seat that no other one has, and notes that it is under way.
    pub(super) fn sign(&mut self, mut unit: Unit, issued: Issued) -> Unit {
        while self.issued.contains_key(&unit.id()) {
            unit.seat += 1;
        }
        self.issued.insert(unit.id(), issued);
        unit
    }

    /// A further unit for a position that others search, if there is no other work.
    pub(super) fn another_seat(&mut self) -> Option<Unit> {
        let mut under_way = self.issued.values();
        let issued = under_way.find(|issued| self.seats_taken(issued.target) < SEATS)?;
        let (line, target) = (issued.line.clone(), issued.target);
        let unit = Unit {
            seat: self.seats_taken(target),
            wanted: Wanted::Claims,
            ..self.unit(vec![*self.graph.position(target)])
        };
        let issued = Issued {
            leaves: Vec::new(),
            line,
            target,
            proofs: Vec::new(),
        };
        Some(self.sign(unit, issued))
    }

    /// Does not wait for units any more that are about positions which have been decided meanwhile: whoever has them may have died. Otherwise
    /// further seats for these positions would be given out again and again.
    pub(super) fn drop_decided(&mut self) {
        let is_decided = |node: &u32| self.graph.numbers(*node).is_solved();
        let is_idle = |issued: &Issued| {
            let mut others = issued.leaves.iter().skip(1);
            issued.proofs.is_empty() && is_decided(&issued.target) && others.all(is_decided)
        };
        let idle = self.issued.iter().filter(|(_, issued)| is_idle(issued));
        let idle: Vec<Hash> = idle.map(|(unit, _)| *unit).collect();
        for unit in &idle {
            self.give_back(unit);
        }
    }

    /// How many units under way are about a node.
    pub(super) fn seats_taken(&self, node: u32) -> u32 {
        let issued = self.issued.values();
        issued.filter(|issued| issued.target == node).count() as u32
    }

    /// The first position of a line that may be given to one more worker.
    pub(super) fn first_with_a_seat(&self, line: &[u32]) -> u32 {
        let leaf = line[line.len() - 1];
        if self.closing.contains(&leaf) {
            return leaf;
        }
        let has_seat = |node: &&u32| {
            let (taken, fruitless) = (self.seats_taken(**node), self.fruitless.get(*node));
            taken < SEATS && fruitless.is_none_or(|&count| count < PATIENCE * (taken + 1))
        };
        line.iter().find(has_seat).copied().unwrap_or(leaf)
    }
}
