//! Proof-number search with exact numbers: no leaf counted twice, none ignored.
//!
//! There are three methods, all for small graphs only:
//!
//! - [`ExactMethod::Forms`]: section 4.3 of Schijf 1993, for graphs without cycles;
//! - [`ExactMethod::CompleteSets`]: the definition itself, sections 3.2 and 5.3;
//! - [`ExactMethod::SmallestSets`]: smallest sets by implicit hitting sets, which handles the largest
//!   graphs and checks the other two.

mod dnf;
mod draw;
mod normal_forms;
mod sets;
mod shape;
mod smallest;

use crate::game::{Game, Value};
use crate::numbers::Numbers;
use crate::report::{Ending, Observer, Report, Snapshot, Statistics};
use crosscram_support::clock::Instant;
use normal_forms::AllForms;
use std::collections::HashMap;

pub use sets::CompleteSets;
pub use shape::{Leaf, Shape, TooLarge};
pub use smallest::{most_proving, smallest_disproof_set, smallest_proof_set};

/// How the numbers and the most-proving node are computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ExactMethod {
    /// Numbers by disjunctive normal forms, the most-proving node from smallest sets. A graph with
    /// cycles ends the search.
    Forms,
    /// Both by disjunctive normal forms, as in Fig. 4.9. That selection is almost always right; a test
    /// has a graph where it is wrong.
    FormsAsPrinted,
    /// By complete proof and disproof sets.
    CompleteSets,
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
    root: Numbers,
    /// The leaf to expand next, while the root is not solved.
    next: Option<u32>,
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
            root: Numbers::ONE,
            next: Some(0),
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
        let start = Instant::now();
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
            let Some(node) = self.next else {
                break Ending::Stuck;
            };
            if let Err(ending) = self.develop(node) {
                break ending;
            }
        };
        Report {
            ending,
            root: self.root,
            statistics: self.statistics,
            elapsed: start.elapsed(),
        }
    }

    /// Expands a leaf, whether or not it is most proving, and recomputes everything.
    pub fn develop(&mut self, node: u32) -> Result<(), Ending> {
        let mut moves = Vec::new();
        self.game.moves(&self.positions[node as usize], &mut moves);
        if moves.is_empty() {
            return Err(Ending::Stuck);
        }
        let mut changed = vec![node];
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
            changed.push(child);
        }
        self.statistics.expansions += 1;
        self.recompute(changed).map_err(|TooLarge| Ending::Full)
    }

    fn recompute(&mut self, changed: Vec<u32>) -> Result<(), TooLarge> {
        if let Some(value) = self.shape.root_value() {
            (self.root, self.next) = (value, None);
            return Ok(());
        }
        (self.root, self.next) = match self.method {
            ExactMethod::Forms => {
                self.forms.update(&self.shape, changed)?;
                (self.forms.numbers(0), most_proving(&self.shape)?.1)
            }
            ExactMethod::FormsAsPrinted => {
                self.forms.update(&self.shape, changed)?;
                let next = self.forms.most_proving(&self.shape);
                (self.forms.numbers(0), Some(next))
            }
            ExactMethod::CompleteSets => {
                let sets = CompleteSets::of_root(&self.shape)?;
                (sets.numbers(), sets.most_proving())
            }
            ExactMethod::SmallestSets => most_proving(&self.shape)?,
        };
        self.statistics.updates += 1;
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
