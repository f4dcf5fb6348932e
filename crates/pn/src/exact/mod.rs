//! Proof-number search with exact numbers: no leaf counted twice, none ignored.
//!
//! There are four methods, all for small graphs only:
//!
//! - [`Algorithm::DagExact`]: section 4.3 of Schijf 1993, for graphs without cycles;
//! - [`Algorithm::DcgExact`]: the definition itself, sections 3.2 and 5.3;
//! - [`Algorithm::DcgExactIncremental`]: the same, but only what an expansion changes (section 5.3);
//! - [`Algorithm::Exact`]: smallest sets by implicit hitting sets, with or without cycles, which
//!   checks the others.

mod analyse;
mod convert;
mod described;
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

use crate::base::{Base, Method};
use crate::draw::{Drawing, NotDrawn};
use crate::game::Game;
use crate::numbers::Numbers;
use crate::options::{Algorithm, Options};
use crate::report::{Ending, Observer, Snapshot};
use effort::{Cut, Effort};
use incremental::NodeSets;
use normal_forms::AllForms;
use smallest::KnownSets;
use std::collections::HashMap;

pub use analyse::{Analysis, Form, NodeAnalysis};
pub use convert::Converted;
pub use described::{Analysed, Clauses, Node, Pair};
pub use sets::CompleteSets;
pub use shape::{Leaf, Shape, TooLarge};
pub use smallest::{most_proving, smallest_disproof_set, smallest_proof_set};

/// Steps after which the forms of a graph are given up for smallest sets, which by then are quicker.
const MAX_FORM_STEPS: u64 = 50_000;

/// A search with exact numbers, of which more can be seen than of others.
pub struct ExactSearch<'g, G: Game> {
    base: Base<'g, G>,
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
}

impl<'g, G: Game> ExactSearch<'g, G> {
    /// A search that has seen the root only; by smallest sets, if another algorithm than the exact ones is named.
    pub fn new(game: &'g G, options: &Options) -> Self {
        let mut search = ExactSearch {
            base: Base::new(game, options),
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
        };
        let root = search.create(game.root());
        search.root = search.shape.leaf(root).numbers();
        search
    }

    /// How often the complete sets of a node were computed ([`Algorithm::DcgExactIncremental`]).
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

    /// Expands a leaf, whether or not it is most proving, and recomputes everything.
    pub fn develop(&mut self, node: u32) -> Result<(), Ending> {
        self.develop_with(node, &mut Effort::new(&mut || true))
    }

    /// Expands every leaf for which `wanted` is true until none is left, and then recomputes everything.
    pub fn develop_where(&mut self, wanted: &dyn Fn(&G::Position) -> bool) -> Result<(), Ending> {
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

    fn develop_with(&mut self, node: u32, effort: &mut Effort<'_>) -> Result<(), Ending> {
        self.expand(node)?;
        self.recompute(effort)
    }

    /// Expands a leaf without recomputing anything.
    fn expand(&mut self, node: u32) -> Result<(), Ending> {
        let mut moves = Vec::new();
        let position = &self.positions[node as usize];
        self.base.generate(position, &mut moves)?;
        let nodes_then = self.base.statistics.nodes + moves.len() as u64;
        let most = self.base.options.max_nodes;
        if most.is_some_and(|most| nodes_then > most) {
            return Err(Ending::Full);
        }
        self.changed.push(node);
        for mov in moves {
            let mut position = self.positions[node as usize].clone();
            self.base.game.play(&mut position, mov);
            let known = self.nodes.get(&self.base.game.key(&position)).copied();
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
        self.base.statistics.expansions += 1;
        Ok(())
    }

    fn recompute(&mut self, effort: &mut Effort<'_>) -> Result<(), Ending> {
        match self.computed(effort) {
            Ok(()) => {
                self.changed.clear();
                self.base.statistics.updates += 1;
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
        (self.root, self.next) = match self.base.options.algorithm {
            Algorithm::DagExact => {
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
            Algorithm::DagExactAsPrinted => {
                self.forms.update(&self.shape, &self.changed, effort)?;
                let next = self.forms.most_proving(&self.shape);
                (self.forms.numbers(0), Some(next))
            }
            Algorithm::DcgExact => {
                let sets = CompleteSets::of_root_with(&self.shape, effort)?;
                (sets.numbers(), sets.most_proving())
            }
            Algorithm::DcgExactIncremental => {
                self.sets.update(&self.shape, &self.changed, effort)?;
                (self.sets.numbers(0), self.sets.most_proving(&self.shape))
            }
            _ => self.known.most_proving(&self.shape, effort)?,
        };
        Ok(())
    }

    fn create(&mut self, position: G::Position) -> u32 {
        let leaf = self.base.game.evaluate(&position).into();
        let node = self.shape.add(self.base.game.kind(&position), leaf);
        self.nodes.insert(self.base.game.key(&position), node);
        self.positions.push(position);
        self.base.statistics.nodes += 1;
        node
    }

    fn needs_no_cycles(&self) -> bool {
        matches!(
            self.base.options.algorithm,
            Algorithm::DagExact | Algorithm::DagExactAsPrinted
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

impl<'g, G: Game> Method<'g, G> for ExactSearch<'g, G> {
    fn base(&self) -> &Base<'g, G> {
        &self.base
    }

    fn base_mut(&mut self) -> &mut Base<'g, G> {
        &mut self.base
    }

    fn root(&self) -> Numbers {
        self.root
    }

    /// Its numbers say who wins, not how.
    fn best_move(&self) -> Option<G::Move> {
        None
    }

    fn measure(&mut self) {
        let statistics = &mut self.base.statistics;
        (statistics.live, statistics.peak) = (statistics.nodes, statistics.nodes);
    }

    /// An expansion takes long.
    fn look_every(&self) -> u64 {
        1
    }

    fn step(&mut self, observer: &mut dyn Observer) -> Result<(), Ending> {
        let snapshot = Snapshot {
            root: self.root,
            statistics: self.base.statistics,
        };
        let mut goes_on = || observer.look(&snapshot);
        let effort = &mut Effort::new(&mut goes_on);
        match (self.changed.is_empty(), self.next) {
            (false, _) => self.recompute(effort),
            (true, Some(node)) => self.develop_with(node, effort),
            (true, None) => Err(Ending::Stuck),
        }
    }

    fn drawing(&self) -> Result<Drawing, NotDrawn> {
        self.drawn()
    }

    fn shape(&self) -> Option<Shape> {
        Some(self.shape.clone())
    }

    fn expand_where(&mut self, wanted: &dyn Fn(&G::Position) -> bool) -> Result<(), Ending> {
        self.develop_where(wanted)
    }
}
