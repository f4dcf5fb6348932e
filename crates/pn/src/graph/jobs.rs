//! The top of a proof as a graph whose leaves are jobs: somebody else works on them, for seconds or hours,
//! and several at a time.
//!
//! The graph holds no game and searches nothing. Whoever uses it chooses a leaf ([`JobGraph::select`]), says
//! that it is being worked on ([`JobGraph::begin`]), and later tells the outcome
//! ([`JobGraph::settle`]) or the children ([`JobGraph::expand`]). Job-level proof-number search is by Wu,
//! Lin, Lin, Huang and Chen (2010); what differs here:
//!
//! - **Virtual numbers.** A leaf that is being worked on counts, for the choice of further leaves, as
//!   decided in favour of whoever is closer to a proof at the root. So several workers share one
//!   proof instead of going down one line, and hardly anybody works on what a success of the others makes
//!   superfluous. If that leaves nothing to do, leaves are taken that the others' failure would need
//!   ([`JobGraph::speculate`]).
//! - **An order that lasts.** The number by which a player chooses a child is multiplied by a weight that
//!   grows with its place among the children that are not lost yet. Otherwise a move about which much is known looks
//!   worse than one about which nothing is, and everything is tried a little.

use super::store::{Edge, Store};
use crate::game::Kind;
use crate::numbers::{INFINITY, Numbers, sum};
use std::collections::{HashMap, HashSet, VecDeque};

/// A child to be: its position with the hash of its key, and the numbers that it gets if it is new.
#[derive(Clone, Copy, Debug)]
pub struct Child<P> {
    /// The position.
    pub position: P,
    /// A hash of it, the same for positions that are equal.
    pub hash: u64,
    /// The numbers of a new node.
    pub numbers: Numbers,
}

/// A proof-number graph whose leaves are jobs. Nodes are named by numbers from 0, the root.
pub struct JobGraph<P> {
    store: Store<P, ()>,
    /// How many times better than the first of the children in play the next one has to look.
    step: u32,
    /// Numbers in which leaves under way count as decided.
    assumed: Vec<Numbers>,
    under_way: HashSet<u32>,
    /// Nodes whose numbers do not come from their children.
    settled: Vec<bool>,
    queued: Vec<bool>,
}

impl<P: Copy + Eq> JobGraph<P> {
    /// A graph of the root alone. Of the children that are not lost for whoever chooses, the second has to look
    /// `step` times better than the first to be chosen, the third twice that, and so on.
    pub fn new(root: P, hash: u64, kind: Kind, numbers: Numbers, step: u32) -> Self {
        let mut graph = JobGraph {
            store: Store::new(),
            step: step.max(1),
            assumed: Vec::new(),
            under_way: HashSet::new(),
            settled: Vec::new(),
            queued: Vec::new(),
        };
        graph.create(root, hash, kind, numbers, None);
        graph
    }

    fn create(
        &mut self,
        position: P,
        hash: u64,
        kind: Kind,
        numbers: Numbers,
        parent: Option<u32>,
    ) -> u32 {
        let node = self.store.create(position, kind, numbers, parent);
        self.store.enter(node, hash);
        self.assumed.push(numbers);
        self.settled.push(false);
        self.queued.push(false);
        node
    }

    /// The number of nodes.
    #[allow(clippy::len_without_is_empty)] // A graph always has its root.
    pub fn len(&self) -> usize {
        self.store.len()
    }

    /// The numbers of a node.
    pub fn numbers(&self, node: u32) -> Numbers {
        self.store.numbers[node as usize]
    }

    /// The position of a node.
    pub fn position(&self, node: u32) -> &P {
        self.store.position(node)
    }

    /// Who chooses at a node.
    pub fn kind(&self, node: u32) -> Kind {
        self.store.kind(node)
    }

    /// Returns whether a node has children.
    pub fn is_expanded(&self, node: u32) -> bool {
        self.store.is_expanded(node)
    }

    /// Returns whether somebody works on a leaf.
    pub fn is_under_way(&self, node: u32) -> bool {
        self.under_way.contains(&node)
    }

    /// How many leaves are being worked on.
    pub fn under_way(&self) -> usize {
        self.under_way.len()
    }

    /// The children of a node, as they were given.
    pub fn children(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        self.store.edges(node).iter().map(|edge| edge.child)
    }

    /// The node of a position.
    pub fn find(&self, position: &P, hash: u64) -> Option<u32> {
        self.store
            .find(hash, |node| self.store.position(node) == position)
    }

    /// The leaf to work on next: the most proving one, if those under way end as assumed. `None` if they
    /// would then decide the root.
    pub fn select(&self) -> Option<u32> {
        self.select_line()?.last().copied()
    }

    /// The same with all nodes from the root to the leaf.
    pub fn select_line(&self) -> Option<Vec<u32>> {
        if self.assumed[0].is_solved() {
            return None;
        }
        let mut line = vec![0];
        while let Some(&node) = line.last()
            && self.store.is_expanded(node)
        {
            let costs = self.costs(node, &self.assumed);
            line.push(costs.min_by_key(|(_, cost)| *cost)?.0);
        }
        Some(line)
    }

    /// The children of a node, and what it costs whoever chooses there to choose each.
    fn costs<'a>(
        &'a self,
        node: u32,
        numbers: &'a [Numbers],
    ) -> impl Iterator<Item = (u32, u32)> + 'a {
        let kind = self.store.kind(node);
        let mut in_play = 0;
        self.children(node).map(move |child| {
            let number = numbers[child as usize].chosen(kind);
            if number == INFINITY {
                return (child, number);
            }
            let weight = self.step.saturating_mul(in_play).max(1);
            in_play += 1;
            (child, weighted(number, weight))
        })
    }

    /// A leaf without work that matters if one of those under way does not end as assumed: the
    /// first one on the way of the most proving leaves.
    pub fn speculate(&self) -> Option<u32> {
        self.speculate_below(0, &mut HashSet::new())
    }

    fn speculate_below(&self, node: u32, seen: &mut HashSet<u32>) -> Option<u32> {
        if self.numbers(node).is_solved() || self.is_under_way(node) || !seen.insert(node) {
            return None;
        }
        if !self.store.is_expanded(node) {
            return Some(node);
        }
        let mut children = self.by_cost(node).into_iter();
        children.find_map(|child| self.speculate_below(child, seen))
    }

    /// The children of a node, those that whoever chooses there would choose first.
    pub fn by_cost(&self, node: u32) -> Vec<u32> {
        let mut costs: Vec<(u32, u32)> = self.costs(node, &self.store.numbers).collect();
        costs.sort_by_key(|(_, cost)| *cost);
        costs.into_iter().map(|(child, _)| child).collect()
    }

    /// How many leaves are being worked on at or below each node above one of them.
    pub fn under_way_below(&self) -> HashMap<u32, u32> {
        let mut below: HashMap<u32, u32> = HashMap::new();
        for &leaf in &self.under_way {
            let (mut seen, mut stack) = (HashSet::from([leaf]), vec![leaf]);
            while let Some(node) = stack.pop() {
                *below.entry(node).or_default() += 1;
                let parents = self.store.parents(node);
                stack.extend(parents.filter(|&parent| seen.insert(parent)));
            }
        }
        below
    }

    /// Somebody works on a leaf from now on, or on a node with children as a whole.
    pub fn begin(&mut self, node: u32) {
        let root = self.numbers(0);
        let assumed = match root.proof <= root.disproof {
            true => Numbers::WON,
            false => Numbers::LOST,
        };
        self.under_way.insert(node);
        self.assumed[node as usize] = assumed;
        self.update_parents(node);
    }

    /// A leaf has no work any longer, and nothing came of it.
    pub fn give_back(&mut self, node: u32) {
        if !self.under_way.remove(&node) {
            return;
        }
        if self.is_expanded(node) {
            self.update(node);
        } else {
            self.assumed[node as usize] = self.numbers(node);
            self.update_parents(node);
        }
    }

    /// A node is decided, or a leaf's numbers are known better.
    pub fn settle(&mut self, node: u32, numbers: Numbers) {
        self.under_way.remove(&node);
        self.settled[node as usize] = numbers.is_solved();
        self.store.numbers[node as usize] = numbers;
        self.assumed[node as usize] = numbers;
        self.update_parents(node);
    }

    /// Gives a leaf its children, or an expanded node more of them. Positions that have a node share it.
    /// Returns the children's nodes, one for each that was given.
    pub fn expand(&mut self, node: u32, children: &[Child<P>]) -> Vec<u32> {
        let kind = self.store.kind(node).other();
        let mut edges: Vec<Edge<()>> = self.store.edges(node).to_vec();
        let mut nodes = Vec::with_capacity(children.len());
        for child in children {
            let known = self.find(&child.position, child.hash);
            let id = known.unwrap_or_else(|| {
                self.create(child.position, child.hash, kind, child.numbers, Some(node))
            });
            nodes.push(id);
            if edges.iter().any(|edge| edge.child == id) {
                continue;
            }
            if self.store.born_of(id) != Some(node) {
                self.store.add_parent(id, node);
            }
            edges.push(Edge { child: id, mov: () });
        }
        self.under_way.remove(&node);
        self.settled[node as usize] = false;
        self.store.attach(node, &edges);
        self.update(node);
        nodes
    }

    fn recomputed(&self, node: u32, numbers: &[Numbers]) -> Numbers {
        let kind = self.store.kind(node);
        let chosen = self.costs(node, numbers).map(|(_, cost)| cost).min();
        let others = self.children(node).map(|child| {
            let child = numbers[child as usize];
            child.chosen(kind.other())
        });
        Numbers::by_kind(kind, chosen.unwrap_or(INFINITY), others.fold(0, sum))
    }

    fn update(&mut self, node: u32) {
        self.propagate(VecDeque::from([node]));
    }

    fn update_parents(&mut self, node: u32) {
        let parents: VecDeque<u32> = self.store.parents(node).collect();
        self.propagate(parents);
    }

    fn propagate(&mut self, mut queue: VecDeque<u32>) {
        for &node in &queue {
            self.queued[node as usize] = true;
        }
        while let Some(node) = queue.pop_front() {
            let place = node as usize;
            self.queued[place] = false;
            if self.settled[place] {
                continue;
            }
            let real = self.recomputed(node, &self.store.numbers);
            let assumed = match self.under_way.contains(&node) {
                true => self.assumed[place],
                false => self.recomputed(node, &self.assumed),
            };
            if (real, assumed) == (self.store.numbers[place], self.assumed[place]) {
                continue;
            }
            self.store.numbers[place] = real;
            self.assumed[place] = assumed;
            for parent in self.store.parents(node) {
                if !std::mem::replace(&mut self.queued[parent as usize], true) {
                    queue.push_back(parent);
                }
            }
        }
    }
}

/// A number times a weight. Zero and infinity stay, and nothing else becomes infinite.
fn weighted(number: u32, weight: u32) -> u32 {
    match number {
        0 | INFINITY => number,
        _ => number.saturating_mul(weight).min(INFINITY - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscram_support::random::{Random, mix64};

    /// A graph of which everything is known: positions are numbers, the children of n are some larger ones.
    struct World {
        children: Vec<Vec<u32>>,
        won: Vec<bool>,
        kinds: Vec<Kind>,
    }

    impl World {
        fn new(random: &mut Random, layers: u32, width: u32) -> World {
            let size = layers * width;
            let mut world = World {
                children: vec![Vec::new(); size as usize],
                won: vec![false; size as usize],
                kinds: Vec::new(),
            };
            for n in 0..size {
                let layer = n / width;
                world.kinds.push(match layer % 2 {
                    0 => Kind::Max,
                    _ => Kind::Min,
                });
                if layer + 1 < layers {
                    let count = 1 + random.below(4) as u32;
                    let next = (0..count)
                        .map(|_| (layer + 1) * width + random.below(u64::from(width)) as u32);
                    world.children[n as usize] = next.collect();
                }
            }
            for n in (0..size as usize).rev() {
                let mut below = world.children[n]
                    .iter()
                    .map(|&child| world.won[child as usize]);
                world.won[n] = match (world.children[n].is_empty(), world.kinds[n]) {
                    (true, _) => random.below(2) == 0,
                    (false, Kind::Max) => below.any(|won| won),
                    (false, Kind::Min) => below.all(|won| won),
                };
            }
            world
        }

        fn outcome(&self, n: u32) -> Numbers {
            match self.won[n as usize] {
                true => Numbers::WON,
                false => Numbers::LOST,
            }
        }
    }

    /// Several workers, whose jobs end in any order, some by an outcome and some by children, find
    /// the true value; no leaf is given to two of them, and numbers are those of the definition.
    #[test]
    fn jobs_in_any_order_find_the_value() {
        for seed in 0..300 {
            let mut random = Random::new(seed);
            let world = World::new(&mut random, 6, 5);
            let hash = |n: u32| mix64(u64::from(n));
            let mut graph = JobGraph::new(0, hash(0), Kind::Max, Numbers::ONE, 1 + seed as u32 % 5);
            let mut working: Vec<u32> = Vec::new();
            let workers = 1 + seed as usize % 4;
            while !graph.numbers(0).is_solved() {
                while working.len() < workers {
                    let line = graph.select_line();
                    let leaf = line.as_ref().and_then(|line| line.last().copied());
                    assert_eq!(leaf, graph.select());
                    let Some(mut leaf) = leaf.or_else(|| graph.speculate()) else {
                        break;
                    };
                    assert!(!working.contains(&leaf) && !graph.is_under_way(leaf));
                    assert!(!graph.is_expanded(leaf) && !graph.numbers(leaf).is_solved());
                    // Now and then somebody takes the position above a leaf as a whole.
                    if let Some(&[.., above, _]) = line.as_deref()
                        && random.below(4) == 0
                    {
                        assert!(!graph.is_under_way(above));
                        leaf = above;
                    }
                    graph.begin(leaf);
                    working.push(leaf);
                }
                assert!(
                    !working.is_empty(),
                    "something is to do until the root is decided"
                );
                let leaf = working.swap_remove(random.below(working.len() as u64) as usize);
                let n = *graph.position(leaf);
                let children = &world.children[n as usize];
                if graph.numbers(leaf).is_solved() {
                    // Its children have decided it meanwhile.
                    graph.give_back(leaf);
                    continue;
                }
                match random.below(8) {
                    0 => graph.give_back(leaf),
                    1..=4 if !children.is_empty() => {
                        let children = children.iter().map(|&position| Child {
                            position,
                            hash: hash(position),
                            numbers: Numbers::ONE,
                        });
                        graph.expand(leaf, &children.collect::<Vec<_>>());
                    }
                    _ => graph.settle(leaf, world.outcome(n)),
                }
                for node in 0..graph.len() as u32 {
                    if graph.is_expanded(node) && !graph.settled[node as usize] {
                        assert_eq!(
                            graph.numbers(node),
                            graph.recomputed(node, &graph.store.numbers)
                        );
                    }
                    if graph.numbers(node).is_solved() {
                        assert_eq!(graph.numbers(node), world.outcome(*graph.position(node)));
                    }
                }
            }
        }
    }

    /// The second worker takes another reply of the same line, not another line.
    #[test]
    fn workers_share_a_proof() {
        let child = |position: u32| Child {
            position,
            hash: mix64(u64::from(position)),
            numbers: Numbers::new(5, 5),
        };
        let mut graph = JobGraph::new(0, mix64(0), Kind::Max, Numbers::ONE, 4);
        let moves = graph.expand(0, &[child(1), child(2)]);
        let replies = graph.expand(moves[0], &[child(3), child(4)]);
        assert_eq!(graph.select(), Some(replies[0]));
        graph.begin(replies[0]);
        assert_eq!(graph.select(), Some(replies[1]));
        graph.begin(replies[1]);
        // Both will succeed, it is assumed; if not, the other move is needed.
        assert_eq!(graph.select(), None);
        assert_eq!(graph.speculate(), Some(moves[1]));
        graph.give_back(replies[0]);
        assert_eq!(graph.select(), Some(replies[0]));
        graph.settle(replies[1], Numbers::LOST);
        assert_eq!(graph.select(), Some(moves[1]));
    }
}
