//! Proof-number search with exact numbers: no leaf counted twice, none ignored.
//!
//! There are four methods, all for small graphs only:
//!
//! - [`ExactMethod::Forms`]: section 4.3 of Schijf 1993, for graphs without cycles;
//! - [`ExactMethod::CompleteSets`]: the definition itself, sections 3.2 and 5.3;
//! - [`ExactMethod::IncrementalSets`]: the same, but only what an expansion changes (section 5.3);
//! - [`ExactMethod::SmallestSets`]: smallest sets by implicit hitting sets, with or without cycles, which
//!   checks the others.

mod analyse;
mod convert;
mod dnf;
mod draw;
mod effort;
mod hitting;
mod incremental;
mod normal_forms;
mod select;
mod sets;
mod shape;
mod smallest;

use crate::game::{Game, Value};
use crate::numbers::Numbers;
use crate::report::{Ending, Observer, Report, Snapshot, Statistics};
use crosscram_support::clock::Instant;
use effort::{Cut, Effort};
use incremental::NodeSets;
use normal_forms::AllForms;
use smallest::KnownSets;
use std::collections::HashMap;

pub use analyse::{Analysis, Form, NodeAnalysis};
pub use convert::Converted;
pub use sets::CompleteSets;
pub use shape::{Leaf, Shape, TooLarge};
pub use smallest::{most_proving, smallest_disproof_set, smallest_proof_set};

/// Steps after which the forms of a graph are given up for smallest sets, which by then are quicker.
const MAX_FORM_STEPS: u64 = 50_000;

/// How the numbers and the most-proving node are computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ExactMethod {
    /// By disjunctive normal forms, and by smallest sets from where the forms are too large. The
    /// selection of Fig. 4.9 is examined by the definition of a most-proving node, and another leaf is
    /// taken where it is wrong. A graph with cycles ends the search.
    Forms,
    /// By disjunctive normal forms alone, as in Fig. 4.9. That selection is almost always right; a test
    /// has a graph where it is wrong.
    FormsAsPrinted,
    /// By complete proof and disproof sets.
    CompleteSets,
    /// By complete proof and disproof sets of every node, of which only those above an expanded node
    /// are computed anew.
    IncrementalSets,
    /// By smallest hitting sets.
    #[default]
    SmallestSets,
}

/// An exact search, which can be interrupted and continued.
pub struct ExactSearch<'g, G: Game> {
    game: &'g G,
    method: ExactMethod,
    shape: Shape,
    positions: Vec<G::Position>,
    nodes: HashMap<G::Key, u32>,
    forms: AllForms,
    sets: NodeSets,
    known: KnownSets,
    root: Numbers,
    /// The leaf to expand next, while the root is not solved.
    next: Option<u32>,
    /// Nodes that have changed since the numbers were computed. Not empty only after an interruption.
    changed: Vec<u32>,
    /// Whether the forms have become too large.
    forms_failed: bool,
    max_nodes: Option<u64>,
    limit: u64,
    statistics: Statistics,
}

impl<'g, G: Game> ExactSearch<'g, G> {
    /// A search that has seen the root only.
    pub fn new(game: &'g G, method: ExactMethod) -> Self {
        let mut search = ExactSearch {
            game,
            method,
            shape: Shape::new(),
            positions: Vec::new(),
            nodes: HashMap::new(),
            forms: AllForms::new(),
            sets: NodeSets::default(),
            known: KnownSets::default(),
            root: Numbers::ONE,
            next: Some(0),
            changed: Vec::new(),
            forms_failed: false,
            max_nodes: None,
            limit: u64::MAX,
            statistics: Statistics::default(),
        };
        let root = search.create(game.root());
        search.root = match search.shape.leaf(root) {
            Leaf::Open => Numbers::ONE,
            Leaf::Won => Numbers::WON,
            Leaf::Lost => Numbers::LOST,
        };
        search
    }

    /// The same search with room for so many nodes, after which it ends as full.
    #[must_use]
    pub fn with_max_nodes(mut self, max_nodes: Option<u64>) -> Self {
        self.max_nodes = max_nodes;
        self
    }

    /// The game that is searched.
    pub fn game(&self) -> &'g G {
        self.game
    }

    /// The cost so far.
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// How often the complete sets of a node were computed ([`ExactMethod::IncrementalSets`]).
    pub fn sets_computed(&self) -> u64 {
        self.sets.computed
    }

    /// The root's exact numbers.
    pub fn root(&self) -> Numbers {
        self.root
    }

    /// The graph as it is now.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The position of a node of the graph.
    pub fn position(&self, node: u32) -> &G::Position {
        &self.positions[node as usize]
    }

    /// The most-proving node, unless the root is solved.
    pub fn most_proving(&self) -> Option<u32> {
        self.next
    }

    /// Searches until the root is solved, the graph is too large, or `observer` stops it.
    pub fn run(&mut self, observer: &mut impl Observer) -> Report {
        let (start, nodes_before) = (Instant::now(), self.statistics.nodes);
        self.limit = observer.limit();
        let ending = loop {
            if self.root.is_solved() {
                break Ending::Solved;
            }
            let snapshot = Snapshot {
                root: self.root,
                statistics: self.statistics,
            };
            if !observer.look(&snapshot) {
                break Ending::Stopped;
            }
            let mut goes_on = || observer.look(&snapshot);
            let effort = &mut Effort::new(&mut goes_on);
            let done = match (self.changed.is_empty(), self.next) {
                (false, _) => self.recompute(effort),
                (true, Some(node)) => self.develop_with(node, effort),
                (true, None) => Err(Ending::Stuck),
            };
            if let Err(ending) = done {
                break ending;
            }
        };
        self.limit = u64::MAX;
        Report {
            ending,
            root: self.root,
            statistics: self.statistics,
            new_nodes: self.statistics.nodes - nodes_before,
            elapsed: start.elapsed(),
        }
    }

    /// Expands a leaf, whether or not it is most proving, and recomputes everything.
    pub fn develop(&mut self, node: u32) -> Result<(), Ending> {
        self.develop_with(node, &mut Effort::new(&mut || true))
    }

    fn develop_with(&mut self, node: u32, effort: &mut Effort<'_>) -> Result<(), Ending> {
        self.expand(node)?;
        self.recompute(effort)
    }

    /// Expands a leaf without recomputing anything.
    fn expand(&mut self, node: u32) -> Result<(), Ending> {
        let mut moves = Vec::new();
        self.game.moves(&self.positions[node as usize], &mut moves);
        if moves.is_empty() {
            return Err(Ending::Stuck);
        }
        let nodes_then = self.statistics.nodes + moves.len() as u64;
        if nodes_then > self.limit {
            return Err(Ending::Stopped);
        }
        if self.max_nodes.is_some_and(|most| nodes_then > most) {
            return Err(Ending::Full);
        }
        self.changed.push(node);
        for mov in moves {
            let mut position = self.positions[node as usize].clone();
            self.game.play(&mut position, mov);
            let known = self.nodes.get(&self.game.key(&position)).copied();
            let child = known.unwrap_or_else(|| self.create(position));
            if known.is_some() && self.needs_no_cycles() && self.reaches(child, node) {
                return Err(Ending::Cyclic);
            }
            if !self.shape.children(node).contains(&child) {
                self.shape.connect(node, child);
            }
            self.changed.push(child);
        }
        self.known.expanded(&self.shape, node);
        self.statistics.expansions += 1;
        Ok(())
    }

    /// Expands every leaf for which `wanted` is true, whether or not it is most proving, until none is
    /// left. Used to get exactly the nodes of a figure.
    pub fn expand_where(&mut self, wanted: impl Fn(&G::Position) -> bool) -> Result<(), Ending> {
        let mut node = 0;
        while (node as usize) < self.shape.len() {
            if self.shape.is_open(node) && wanted(&self.positions[node as usize]) {
                self.expand(node)?;
            }
            node += 1;
        }
        match self.changed.is_empty() {
            true => Ok(()),
            false => self.recompute(&mut Effort::new(&mut || true)),
        }
    }

    fn recompute(&mut self, effort: &mut Effort<'_>) -> Result<(), Ending> {
        match self.computed(effort) {
            Ok(()) => {
                self.changed.clear();
                self.statistics.updates += 1;
                Ok(())
            }
            Err(Cut::TooLarge) => Err(Ending::Full),
            Err(Cut::Stopped) => Err(Ending::Stopped),
        }
    }

    fn computed(&mut self, effort: &mut Effort<'_>) -> Result<(), Cut> {
        if let Some(value) = self.shape.root_value() {
            (self.root, self.next) = (value, None);
            return Ok(());
        }
        (self.root, self.next) = match self.method {
            ExactMethod::Forms => {
                // Forms that grow too large stay so; smallest sets have the same numbers.
                if !self.forms_failed {
                    let selected = effort.within(MAX_FORM_STEPS, |effort| {
                        self.forms.update(&self.shape, &self.changed, effort)?;
                        self.forms.examined_most_proving(&mut self.shape, effort)
                    });
                    match selected {
                        Err(Cut::TooLarge) => self.forms_failed = true,
                        selected => {
                            (self.root, self.next) = selected?;
                            return Ok(());
                        }
                    }
                }
                self.known.most_proving(&self.shape, effort)?
            }
            ExactMethod::FormsAsPrinted => {
                self.forms.update(&self.shape, &self.changed, effort)?;
                let next = self.forms.most_proving(&self.shape);
                (self.forms.numbers(0), Some(next))
            }
            ExactMethod::CompleteSets => {
                let sets = CompleteSets::of_root_with(&self.shape, effort)?;
                (sets.numbers(), sets.most_proving())
            }
            ExactMethod::IncrementalSets => {
                self.sets.update(&self.shape, &self.changed, effort)?;
                (self.sets.numbers(0), self.sets.most_proving(&self.shape))
            }
            ExactMethod::SmallestSets => self.known.most_proving(&self.shape, effort)?,
        };
        Ok(())
    }

    fn create(&mut self, position: G::Position) -> u32 {
        let leaf = match self.game.evaluate(&position) {
            Value::Win => Leaf::Won,
            Value::Loss => Leaf::Lost,
            Value::Unknown => Leaf::Open,
        };
        let node = self.shape.add(self.game.kind(&position), leaf);
        self.nodes.insert(self.game.key(&position), node);
        self.positions.push(position);
        self.statistics.nodes += 1;
        self.statistics.live = self.statistics.nodes;
        self.statistics.peak = self.statistics.nodes;
        node
    }

    fn needs_no_cycles(&self) -> bool {
        matches!(
            self.method,
            ExactMethod::Forms | ExactMethod::FormsAsPrinted
        )
    }

    /// Returns whether a path leads from one node down to another.
    fn reaches(&self, from: u32, to: u32) -> bool {
        let mut seen = vec![false; self.shape.len()];
        let mut pending = vec![to];
        while let Some(node) = pending.pop() {
            if node == from {
                return true;
            }
            if !std::mem::replace(&mut seen[node as usize], true) {
                pending.extend_from_slice(self.shape.parents(node));
            }
        }
        false
    }
}
