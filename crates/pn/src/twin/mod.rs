//! Best-first search on a graph with cycles that is right where positions repeat.
//!
//! After the base-twin algorithm (Breuker, van den Herik, Uiterwijk and Allis 2001): a position has one
//! *base* node, which holds its children. What holds on some paths only is kept apart from it: a *twin* is
//! a base node together with the ancestors that make it lost by repetition. Here twins are those of the
//! path that is being searched, and a store of losses with their ancestors, which is shared with
//! the depth-first search and outlives the path.
//!
//! Every step follows the smallest numbers from the root. A child that is already on the path is lost
//! there. A node that is lost because of such children is lost on this path; if all repeated positions lie
//! at or below it, it is lost on every path, and its base node is. So wins and losses are both right.

mod settle;

use crate::base::{Base, Method, proving};
use crate::dfpn::conditional::{ConditionalLosses, PathPlaces};
use crate::game::{Game, Kind};
use crate::numbers::Numbers;
use crate::options::Options;
use crate::report::{Ending, LOOK_EVERY, Observer};
use std::collections::HashMap;

/// A base node.
struct Node<G: Game> {
    position: G::Position,
    kind: Kind,
    numbers: Numbers,
    /// Children with the moves that lead to them; empty until it is expanded.
    edges: Vec<(u32, G::Move)>,
    parents: Vec<u32>,
}

/// A base node on the path that is being searched.
struct Step {
    node: u32,
    /// Which child of it is searched.
    current: usize,
    /// The children that are lost on this path, each with the places of the ancestors it depends on.
    lost: Vec<(usize, Vec<u32>)>,
}

/// What a node is worth at its place on the path.
struct Verdict {
    numbers: Numbers,
    /// The child with the smallest number.
    best: usize,
    /// If it is lost: the places above it on which that depends.
    because_of: Vec<u32>,
}

/// A base-twin search.
pub(crate) struct TwinSearch<'g, G: Game> {
    base: Base<'g, G>,
    nodes: Vec<Node<G>>,
    index: HashMap<G::Key, u32>,
    path: Vec<Step>,
    places: PathPlaces<[u64; 1]>,
    losses: ConditionalLosses<[u64; 1]>,
}

/// The key of a base node in the store of losses.
fn key_of(node: u32) -> [u64; 1] {
    [u64::from(node)]
}

impl<'g, G: Game> TwinSearch<'g, G> {
    pub(crate) fn new(game: &'g G, options: &Options) -> Self {
        let mut search = TwinSearch {
            base: Base::new(game, options),
            nodes: Vec::new(),
            index: HashMap::new(),
            path: Vec::new(),
            places: PathPlaces::default(),
            losses: ConditionalLosses::new(1 << 20),
        };
        search.base_of(game.root());
        search
    }

    fn enter(&mut self, node: u32) {
        self.places.insert(key_of(node), self.path.len() as u32);
        self.path.push(Step {
            node,
            current: 0,
            lost: Vec::new(),
        });
    }

    fn leave(&mut self) {
        if let Some(step) = self.path.pop() {
            self.places.remove(&key_of(step.node));
        }
    }

    /// Generates the children of a leaf.
    fn expand(&mut self, node: u32) -> Result<(), Ending> {
        let mut moves = Vec::new();
        let position = &self.nodes[node as usize].position;
        self.base.generate(position, &mut moves)?;
        let nodes_then = (self.nodes.len() + moves.len()) as u64;
        let most = self.base.options.max_nodes;
        if most.is_some_and(|most| nodes_then > most) {
            return Err(Ending::Full);
        }
        let mut edges: Vec<(u32, G::Move)> = Vec::with_capacity(moves.len());
        for mov in moves {
            let mut position = self.nodes[node as usize].position.clone();
            self.base.game.play(&mut position, mov);
            let child = self.base_of(position);
            // Symmetric moves lead to the same child, which needs only one edge.
            if !edges.iter().any(|(other, _)| *other == child) {
                self.nodes[child as usize].parents.push(node);
                edges.push((child, mov));
            }
        }
        self.nodes[node as usize].edges = edges;
        self.base.statistics.expansions += 1;
        Ok(())
    }

    /// The base node of a position, new if there is none.
    fn base_of(&mut self, position: G::Position) -> u32 {
        let key = self.base.key(&position);
        let new = self.nodes.len() as u32;
        let node = *self.index.entry(key).or_insert(new);
        if node == new {
            let numbers = self.base.assessed(&position);
            self.base.statistics.nodes += 1;
            self.nodes.push(Node {
                kind: self.base.game.kind(&position),
                position,
                numbers,
                edges: Vec::new(),
                parents: Vec::new(),
            });
        }
        node
    }
}

impl<'g, G: Game> Method<'g, G> for TwinSearch<'g, G> {
    fn base(&self) -> &Base<'g, G> {
        &self.base
    }

    fn base_mut(&mut self) -> &mut Base<'g, G> {
        &mut self.base
    }

    fn root(&self) -> Numbers {
        self.nodes[0].numbers
    }

    fn best_move(&self) -> Option<G::Move> {
        let Node { kind, edges, .. } = &self.nodes[0];
        let edges = edges.iter();
        let children = edges.map(|(child, mov)| (self.nodes[*child as usize].numbers, *mov));
        proving(self.root(), *kind, children)
    }

    fn measure(&mut self) {
        let edges = size_of::<(u32, G::Move)>() + size_of::<u32>();
        let per_node = size_of::<Node<G>>() + size_of::<(G::Key, u32)>() * 2;
        let statistics = &mut self.base.statistics;
        statistics.live = self.nodes.len() as u64;
        statistics.peak = statistics.live;
        // Nodes have about twice as many edges as there are nodes.
        let nodes = self.nodes.len() * (per_node + 2 * edges);
        statistics.bytes = nodes as u64 + self.losses.bytes();
    }

    /// Follows the smallest numbers down to a leaf and expands it, or finds on the way that a node is
    /// won or lost.
    fn step(&mut self, observer: &mut dyn Observer) -> Result<(), Ending> {
        self.path.clear();
        self.places.clear();
        self.enter(0);
        let mut twins = 0u64;
        loop {
            let place = self.path.len() - 1;
            let node = self.path[place].node;
            if self.nodes[node as usize].edges.is_empty() {
                self.expand(node)?;
                self.update();
                return Ok(());
            }
            let verdict = self.judge(place);
            if !verdict.numbers.is_solved() {
                self.nodes[node as usize].numbers = verdict.numbers;
                self.path[place].current = verdict.best;
                let (child, _) = self.nodes[node as usize].edges[verdict.best];
                self.enter(child);
            } else if self.conclude(verdict) {
                return Ok(());
            } else {
                // Lost on this path only: its parent chooses another child.
                self.leave();
                twins += 1;
                if twins.is_multiple_of(LOOK_EVERY) && !self.shown_to(observer) {
                    return Err(Ending::Stopped);
                }
            }
        }
    }
}
