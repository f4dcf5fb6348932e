//! Best-first search on a graph with cycles that is right where positions repeat.
//!
//! After the base-twin algorithm (Breuker, van den Herik, Uiterwijk and Allis 2001): a position has one
//! *base* node, which holds its children. What holds on some paths only is kept apart from it: a *twin* is
//! a base node together with the ancestors that make it lost by repetition. Here twins are those of the
//! path that is being searched, and a store of losses with their ancestors, which is shared with
//! [`crate::DfPn`] and outlives the path.
//!
//! Every step follows the smallest numbers from the root. A child that is already on the path is lost
//! there. A node that is lost because of such children is lost on this path; if all repeated positions lie
//! at or below it, it is lost on every path, and its base node is. So wins and losses are both right.

mod settle;

use crate::dfpn::conditional::{ConditionalLosses, PathPlaces};
use crate::game::{Game, Kind};
use crate::numbers::Numbers;
use crate::options::{Initial, Order, assessed};
use crate::report::{Ending, LOOK_EVERY, Observer, Report, Snapshot, Statistics};
use crosscram_support::{clock::Instant, random::Random};
use std::collections::HashMap;

/// Choices of a base-twin search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TwinOptions {
    /// The numbers of new leaves.
    pub initial: Initial,
    /// The order of siblings.
    pub order: Order,
    /// Whether symmetric positions share a base node.
    pub symmetric: bool,
    /// The maximum number of base nodes, after which the search ends as full.
    pub max_nodes: Option<u64>,
}

impl Default for TwinOptions {
    fn default() -> Self {
        TwinOptions {
            initial: Initial::default(),
            order: Order::Given,
            symmetric: true,
            max_nodes: None,
        }
    }
}

/// A base node.
struct Base<G: Game> {
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

/// A base-twin search, which can be interrupted and continued.
///
/// ```
/// use crosscram_pn::{TwinOptions, TwinSearch, Unobserved, games::Explicit};
///
/// // Fig. 5.7 of Schijf (1993): the win that other graph searches miss.
/// let game: Explicit = "
///     a max: b c
///     b min: d e
///     c min: f
///     d max: x
///     e max: g h
///     f max: h
///     g min: y
///     h min: e
///     x loss
///     y win
/// ".parse()?;
/// let mut search = TwinSearch::new(&game, TwinOptions::default());
/// assert_eq!(search.run(&mut Unobserved).is_win(), Some(true));
/// # Ok::<(), crosscram_pn::games::ExplicitError>(())
/// ```
pub struct TwinSearch<'g, G: Game> {
    game: &'g G,
    options: TwinOptions,
    nodes: Vec<Base<G>>,
    index: HashMap<G::Key, u32>,
    path: Vec<Step>,
    places: PathPlaces<[u64; 1]>,
    losses: ConditionalLosses<[u64; 1]>,
    random: Random,
    statistics: Statistics,
    limit: u64,
}

/// The key of a base node in the store of losses.
fn key_of(node: u32) -> [u64; 1] {
    [u64::from(node)]
}

impl<'g, G: Game> TwinSearch<'g, G> {
    /// A search that has seen the root only.
    pub fn new(game: &'g G, options: TwinOptions) -> Self {
        let seed = match options.order {
            Order::Given => 0,
            Order::Shuffled(seed) => seed,
        };
        let mut search = TwinSearch {
            game,
            options,
            nodes: Vec::new(),
            index: HashMap::new(),
            path: Vec::new(),
            places: PathPlaces::default(),
            losses: ConditionalLosses::new(1 << 20),
            random: Random::new(seed),
            statistics: Statistics::default(),
            limit: u64::MAX,
        };
        search.base_of(game.root());
        search
    }

    /// The game that is searched.
    pub fn game(&self) -> &'g G {
        self.game
    }

    /// The root's numbers.
    pub fn root(&self) -> Numbers {
        self.nodes[0].numbers
    }

    /// The cost so far.
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// A move that proves the root's value, if it is the mover's win.
    pub fn best_move(&self) -> Option<G::Move> {
        let Base { kind, edges, .. } = &self.nodes[0];
        if !self.root().is_solved() || self.root().chosen(*kind) != 0 {
            return None;
        }
        let mut edges = edges.iter();
        let best = edges.find(|(child, _)| self.nodes[*child as usize].numbers.chosen(*kind) == 0);
        best.map(|(_, mov)| *mov)
    }

    /// Searches until the root is solved, memory is full, or `observer` stops it.
    pub fn run(&mut self, observer: &mut impl Observer) -> Report {
        let (start, nodes_before) = (Instant::now(), self.statistics.nodes);
        self.limit = observer.limit();
        let ending = loop {
            if self.root().is_solved() {
                break Ending::Solved;
            }
            if self.statistics.expansions.is_multiple_of(LOOK_EVERY) && !self.shown_to(observer) {
                break Ending::Stopped;
            }
            if let Err(ending) = self.step(observer) {
                break ending;
            }
        };
        self.shown_to(observer);
        Report {
            ending,
            root: self.root(),
            statistics: self.statistics,
            new_nodes: self.statistics.nodes - nodes_before,
            elapsed: start.elapsed(),
        }
    }

    fn shown_to(&mut self, observer: &mut impl Observer) -> bool {
        let edges = size_of::<(u32, G::Move)>() + size_of::<u32>();
        let per_node = size_of::<Base<G>>() + size_of::<(G::Key, u32)>() * 2;
        let statistics = &mut self.statistics;
        statistics.live = self.nodes.len() as u64;
        statistics.peak = statistics.live;
        // Nodes have about twice as many edges as there are nodes.
        let nodes = self.nodes.len() * (per_node + 2 * edges);
        statistics.bytes = nodes as u64 + self.losses.bytes();
        observer.look(&Snapshot {
            root: self.nodes[0].numbers,
            statistics: *statistics,
        })
    }

    /// Follows the smallest numbers down to a leaf and expands it, or finds on the way that a node is
    /// won or lost.
    fn step(&mut self, observer: &mut impl Observer) -> Result<(), Ending> {
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
        self.game
            .moves(&self.nodes[node as usize].position, &mut moves);
        if moves.is_empty() {
            return Err(Ending::Stuck);
        }
        if self.statistics.nodes + moves.len() as u64 > self.limit {
            return Err(Ending::Stopped);
        }
        let nodes_then = (self.nodes.len() + moves.len()) as u64;
        if self.options.max_nodes.is_some_and(|most| nodes_then > most) {
            return Err(Ending::Full);
        }
        if let Order::Shuffled(_) = self.options.order {
            self.random.shuffle(&mut moves);
        }
        let mut edges: Vec<(u32, G::Move)> = Vec::with_capacity(moves.len());
        for mov in moves {
            let mut position = self.nodes[node as usize].position.clone();
            self.game.play(&mut position, mov);
            let child = self.base_of(position);
            // Symmetric moves lead to the same child, which needs only one edge.
            if !edges.iter().any(|(other, _)| *other == child) {
                self.nodes[child as usize].parents.push(node);
                edges.push((child, mov));
            }
        }
        self.nodes[node as usize].edges = edges;
        self.statistics.expansions += 1;
        Ok(())
    }

    /// The base node of a position, new if there is none.
    fn base_of(&mut self, position: G::Position) -> u32 {
        let key = match self.options.symmetric {
            true => self.game.symmetric_key(&position),
            false => self.game.key(&position),
        };
        let new = self.nodes.len() as u32;
        let node = *self.index.entry(key).or_insert(new);
        if node == new {
            let numbers = assessed(self.game, &position, self.options.initial);
            self.statistics.nodes += 1;
            self.nodes.push(Base {
                kind: self.game.kind(&position),
                position,
                numbers,
                edges: Vec::new(),
                parents: Vec::new(),
            });
        }
        node
    }
}
