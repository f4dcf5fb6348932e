//! The forms of all nodes of a graph without cycles, kept up to date (section 4.3).

use super::dnf::{Dnf, Substitution, minimum};
use super::effort::{Cut, Effort};
use super::shape::{Leaf, Shape};
use crate::game::Kind;
use crate::numbers::{Numbers, sum};

/// The maximum number of substitutions for one node.
const MAX_SUBSTITUTIONS: u64 = 200_000;

/// The forms of a node.
#[derive(Clone, Debug, Default)]
pub(super) struct Forms {
    pub(super) proof: Dnf,
    pub(super) disproof: Dnf,
    /// The dependency number: higher than that of every transposition below.
    pub(super) dependency: u32,
    /// The transpositions used for the number that is a sum: a max node's disproof number, a min
    /// node's proof number.
    used: Vec<u32>,
}

/// The forms of all nodes.
#[derive(Clone, Debug)]
pub(crate) struct AllForms {
    pub(super) nodes: Vec<Forms>,
    substitution: Substitution,
}

impl AllForms {
    /// Computes the forms of a graph.
    #[cfg(test)]
    pub(crate) fn of(shape: &Shape, substitution: Substitution) -> Result<AllForms, Cut> {
        let mut all = AllForms {
            nodes: Vec::new(),
            substitution,
        };
        let mut goes_on = || true;
        let effort = &mut Effort::new(&mut goes_on);
        all.update(shape, &(0..shape.len() as u32).collect::<Vec<_>>(), effort)?;
        Ok(all)
    }

    /// No forms yet.
    pub(crate) fn new() -> AllForms {
        AllForms {
            nodes: Vec::new(),
            substitution: Substitution::HighestFirst,
        }
    }

    /// The exact numbers of a node.
    pub(crate) fn numbers(&self, node: u32) -> Numbers {
        let Forms {
            proof, disproof, ..
        } = &self.nodes[node as usize];
        Numbers::new(proof.number(), disproof.number())
    }

    /// Computes the forms of `changed` nodes and of all their ancestors. Nodes whose first or second
    /// parent is new must be among the changed ones, so that their parents are updated.
    pub(crate) fn update(
        &mut self,
        shape: &Shape,
        changed: &[u32],
        effort: &mut Effort<'_>,
    ) -> Result<(), Cut> {
        self.nodes.resize_with(shape.len(), Forms::default);
        for node in upward(shape, changed.to_vec()) {
            self.nodes[node as usize] = self.computed(shape, node, effort)?;
        }
        Ok(())
    }

    /// Computes the forms of a node from those of its children (Fig. 4.7).
    fn computed(&self, shape: &Shape, node: u32, effort: &mut Effort<'_>) -> Result<Forms, Cut> {
        let children = shape.children(node);
        let is_transposition = shape.parents(node).len() > 1;
        if children.is_empty() {
            let (proof, disproof) = match shape.leaf(node) {
                Leaf::Won => (Dnf::leaves(0), Dnf::never()),
                Leaf::Lost => (Dnf::never(), Dnf::leaves(0)),
                Leaf::Open => (Dnf::leaves(1), Dnf::leaves(1)),
            };
            return Ok(Forms {
                proof,
                disproof,
                ..Forms::default()
            });
        }
        let kind = shape.kind(node);
        let (mut any, mut all) = (Dnf::never(), Dnf::leaves(0));
        // The sum of the children's numbers is an upper bound of the number that is to be computed, so
        // a clause of that many leaves is of no use.
        let bound = children.iter().fold(1, |bound, &child| {
            sum(bound, self.numbers(child).chosen(kind.other()))
        });
        for &child in children {
            let forms = &self.nodes[child as usize];
            let (of_any, of_all) = match kind {
                Kind::Max => (&forms.proof, &forms.disproof),
                Kind::Min => (&forms.disproof, &forms.proof),
            };
            let solved = self.numbers(child).is_solved();
            if shape.parents(child).len() > 1 && !solved {
                let itself = Dnf::transposition(child);
                any = any.or(&itself, effort)?;
                all = all.and(&itself, bound, effort)?;
            } else {
                any = any.or(of_any, effort)?;
                all = all.and(of_all, bound, effort)?;
            }
        }
        let number = |forms: &Forms| match kind {
            Kind::Max => forms.proof.number(),
            Kind::Min => forms.disproof.number(),
        };
        let numbers = children
            .iter()
            .map(|&child| number(&self.nodes[child as usize]));
        let any_number = numbers.min().expect("an inner node has children");
        let (all_number, used) = self.minimum(kind, &all, effort)?;
        let any = any.normalised(any_number, effort)?;
        let all = all.normalised(all_number, effort)?;
        let (proof, disproof) = match kind {
            Kind::Max => (any, all),
            Kind::Min => (all, any),
        };
        let below = children
            .iter()
            .map(|&child| self.nodes[child as usize].dependency);
        Ok(Forms {
            proof,
            disproof,
            dependency: below.max().unwrap_or(0) + u32::from(is_transposition),
            used,
        })
    }

    /// The number of a conjunction at a node of this kind, and the transpositions involved.
    fn minimum(
        &self,
        kind: Kind,
        all: &Dnf,
        effort: &mut Effort<'_>,
    ) -> Result<(u32, Vec<u32>), Cut> {
        let form_of = |node: u32| {
            let forms = &self.nodes[node as usize];
            match kind {
                Kind::Max => &forms.disproof,
                Kind::Min => &forms.proof,
            }
        };
        let dependency = |node: u32| self.nodes[node as usize].dependency;
        let mut budget = MAX_SUBSTITUTIONS;
        minimum(
            all,
            &form_of,
            &dependency,
            self.substitution,
            &mut budget,
            effort,
        )
    }

    /// The most-proving node as the thesis selects it (Fig. 4.9): like in a tree, but towards a
    /// transposition that was used for a number further up, as long as a path leads there.
    pub(crate) fn most_proving(&self, shape: &Shape) -> u32 {
        let (mut proof_used, mut disproof_used): (&[u32], &[u32]) = (&[], &[]);
        let mut node = 0;
        while !shape.children(node).is_empty() {
            let forms = &self.nodes[node as usize];
            let kind = shape.kind(node);
            // The transpositions of the sum are for the nodes of the other kind below.
            let (own, others) = match kind {
                Kind::Max => (&mut proof_used, &mut disproof_used),
                Kind::Min => (&mut disproof_used, &mut proof_used),
            };
            if others.is_empty() {
                *others = &forms.used;
            }
            let leads = |child: &&u32| {
                let form = match kind {
                    Kind::Max => &self.nodes[**child as usize].proof,
                    Kind::Min => &self.nodes[**child as usize].disproof,
                };
                own.iter().any(|&used| used == **child || form.names(used))
            };
            let mut children = shape.children(node).iter();
            if let Some(&child) = children.clone().find(leads) {
                node = child;
                continue;
            }
            *own = &[];
            let wanted = self.numbers(node).chosen(kind);
            let child = children.find(|&&child| self.numbers(child).chosen(kind) == wanted);
            node = *child.expect("a node has the number of one of its children");
        }
        node
    }
}

/// These nodes and all their ancestors, children before parents.
pub(super) fn upward(shape: &Shape, nodes: Vec<u32>) -> Vec<u32> {
    let mut affected = vec![false; shape.len()];
    let mut pending = nodes;
    let mut list = Vec::new();
    while let Some(node) = pending.pop() {
        if !std::mem::replace(&mut affected[node as usize], true) {
            list.push(node);
            pending.extend_from_slice(shape.parents(node));
        }
    }
    // The children of a node that must come before it.
    let waiting = |node: u32| {
        let children = shape.children(node).iter();
        children.filter(|&&child| affected[child as usize]).count()
    };
    let mut missing: Vec<usize> = vec![0; shape.len()];
    for &node in &list {
        missing[node as usize] = waiting(node);
    }
    let mut ready: Vec<u32> = list;
    ready.retain(|&node| missing[node as usize] == 0);
    let mut order = Vec::new();
    while let Some(node) = ready.pop() {
        order.push(node);
        for &parent in shape.parents(node) {
            missing[parent as usize] -= 1;
            if missing[parent as usize] == 0 {
                ready.push(parent);
            }
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fig. 4.5: two transpositions on one path, g below f.
    #[test]
    fn the_order_of_substitution_matters() {
        let mut shape = Shape::new();
        let [a, b, c, d] =
            [Kind::Max, Kind::Min, Kind::Min, Kind::Min].map(|kind| shape.add(kind, Leaf::Open));
        let [e, f] = [Kind::Max; 2].map(|kind| shape.add(kind, Leaf::Open));
        let [g, h, i] = [Kind::Min; 3].map(|kind| shape.add(kind, Leaf::Open));
        for (parent, children) in [
            (a, &[b, c, d][..]),
            (b, &[e]),
            (c, &[f]),
            (d, &[f]),
            (e, &[g]),
            (f, &[g, h, i]),
        ] {
            children
                .iter()
                .for_each(|&child| shape.connect(parent, child));
        }
        let disproof = |substitution| {
            let forms = AllForms::of(&shape, substitution).unwrap();
            forms.numbers(a).disproof
        };
        assert_eq!(disproof(Substitution::HighestFirst), 3);
        assert_eq!(disproof(Substitution::LowestFirst), 4);
        let forms = AllForms::of(&shape, Substitution::HighestFirst).unwrap();
        let dependency = |node: u32| forms.nodes[node as usize].dependency;
        assert!(dependency(f) > dependency(g));
        // The forms that the text derives.
        let clauses = |dnf: &Dnf| -> Vec<(Vec<u32>, u32)> {
            let clauses = dnf.clauses.iter();
            clauses
                .map(|clause| (clause.transpositions.clone(), clause.leaves))
                .collect()
        };
        let of = |node: u32| clauses(&forms.nodes[node as usize].disproof);
        assert_eq!(of(e), [(vec![], 1), (vec![g], 0)]);
        assert_eq!(of(f), [(vec![], 3), (vec![g], 2)]);
        assert_eq!(of(c), [(vec![], 3), (vec![f], 0)]);
        assert_eq!(of(a), [(vec![], 3), (vec![f], 1), (vec![f, g], 0)]);
    }
}
