//! Everything that the thesis defines of a graph, node by node.

use super::effort::{Cut, Effort};
use super::normal_forms::AllForms;
use super::sets::CompleteSets;
use super::shape::{Shape, TooLarge};
use super::smallest::most_proving_with;
use crate::components::components;
use crate::numbers::Numbers;

/// A disjunctive normal form (section 4.3): each clause is a set of transpositions and a number of leaves.
pub type Form = Vec<(Vec<u32>, u32)>;

/// What is known of a node as the root of the graph below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeAnalysis {
    /// The exact numbers.
    pub exact: Numbers,
    /// The minimal proof sets and the minimal disproof sets; `None` if they are too many.
    pub sets: Option<[Vec<Vec<u32>>; 2]>,
    /// The forms of the proof and of the disproof, and the dependency number. A graph with cycles has
    /// none.
    pub forms: Option<([Form; 2], u32)>,
    /// Whether several edges lead here.
    pub is_transposition: bool,
}

/// What is known of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// Its nodes.
    pub nodes: Vec<NodeAnalysis>,
    /// A most-proving node of the root, unless the root is solved.
    pub most_proving: Option<u32>,
    /// Whether there is a cycle.
    pub has_cycles: bool,
}

impl Shape {
    /// Returns whether some node can be reached from itself.
    pub fn has_cycles(&self) -> bool {
        let component = components(self.len(), |node| self.children(node));
        (0..self.len() as u32).any(|node| {
            let mut children = self.children(node).iter();
            children.any(|&child| component[child as usize] == component[node as usize])
        })
    }

    /// Analyses a small graph. `goes_on` is asked every few thousand steps; the answer no ends with
    /// `Ok(None)`.
    pub fn analysed(
        &self,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Analysis>, TooLarge> {
        match self.analysed_with(&mut Effort::new(goes_on)) {
            Ok(analysis) => Ok(Some(analysis)),
            Err(Cut::Stopped) => Ok(None),
            Err(Cut::TooLarge) => Err(TooLarge),
        }
    }

    fn analysed_with(&self, effort: &mut Effort<'_>) -> Result<Analysis, Cut> {
        let has_cycles = self.has_cycles();
        let all: Vec<u32> = (0..self.len() as u32).collect();
        let mut forms = AllForms::new();
        if !has_cycles {
            forms.update(self, &all, effort)?;
        }
        let mut nodes = Vec::new();
        for node in all {
            let below = self.rooted_at(node);
            let names = self.reached_from(node);
            let sets = match CompleteSets::of_root_with(&below, effort) {
                Ok(sets) => {
                    let named = |sets: Vec<Vec<u32>>| -> Vec<Vec<u32>> {
                        let named = sets
                            .into_iter()
                            .map(|set| set.into_iter().map(|leaf| names[leaf as usize]).collect());
                        named.collect()
                    };
                    Some([named(sets.proof_sets()), named(sets.disproof_sets())])
                }
                Err(Cut::TooLarge) => None,
                Err(Cut::Stopped) => return Err(Cut::Stopped),
            };
            let exact = match below.root_value() {
                Some(value) => value,
                None => most_proving_with(&below, effort)?.0,
            };
            nodes.push(NodeAnalysis {
                exact,
                sets,
                forms: (!has_cycles).then(|| forms.named(node)),
                is_transposition: self.parents(node).len() > 1,
            });
        }
        let most_proving = match self.root_value() {
            Some(_) => None,
            None => most_proving_with(self, effort)?.1,
        };
        Ok(Analysis {
            nodes,
            most_proving,
            has_cycles,
        })
    }

    /// Derives the numbers of all nodes from those of their children, again and again, as if there were
    /// no cycles (Fig. 5.6). Returns the numbers and after how many rounds they stayed as they were,
    /// or `None` if they still changed after `rounds`.
    pub fn derived_numbers(&self, rounds: u32) -> (Vec<Numbers>, Option<u32>) {
        let mut numbers: Vec<Numbers> = (0..self.len() as u32)
            .map(|node| match self.children(node).is_empty() {
                true => self.leaf(node).numbers(),
                false => Numbers::ONE,
            })
            .collect();
        for round in 0..=rounds {
            let mut changed = false;
            for node in (0..self.len() as u32).rev() {
                let children = self.children(node);
                if children.is_empty() {
                    continue;
                }
                let of = children.iter().map(|&child| numbers[child as usize]);
                let now = Numbers::of_children(self.kind(node), of);
                changed |= std::mem::replace(&mut numbers[node as usize], now) != now;
            }
            if !changed {
                return (numbers, Some(round));
            }
        }
        (numbers, None)
    }
}

impl AllForms {
    fn named(&self, node: u32) -> ([Form; 2], u32) {
        let forms = &self.nodes[node as usize];
        let clauses = [&forms.proof, &forms.disproof].map(|dnf| {
            let clauses = dnf.clauses.iter();
            clauses
                .map(|clause| (clause.transpositions.clone(), clause.leaves))
                .collect()
        });
        (clauses, forms.dependency)
    }
}
