//! A graph search as a picture.

use super::GraphSearch;
use crate::draw::{Drawing, DrawnNode, TooManyNodes, short_name};
use crate::exact::{Leaf, Shape};
use crate::game::Game;
use crate::report::Ending;

impl<G: Game> GraphSearch<'_, G> {
    /// Draws the current graph, if it is small enough.
    pub fn drawing(&self) -> Result<Drawing, TooManyNodes> {
        let mut drawing = Drawing::check_size(self.store.len() as u64)?;
        for node in 0..self.store.len() as u32 {
            let position = self.store.position(node);
            let name = match self.store.born_of(node) {
                None => short_name(self.game.label(position)),
                Some(parent) => {
                    let mut edges = self.store.edges(parent).iter();
                    let edge = edges.find(|edge| edge.child == node);
                    let mov = edge.expect("the edge that created the node").mov;
                    self.game.move_name(self.store.position(parent), mov)
                }
            };
            drawing.add_node(DrawnNode {
                name,
                description: self.game.label(position),
                kind: self.store.kind(node),
                numbers: self.store.numbers[node as usize],
                is_repetition: self.store.repeats(node).is_some(),
            });
        }
        for node in 0..self.store.len() as u32 {
            for edge in self.store.edges(node) {
                drawing.add_edge(node as usize, edge.child as usize);
            }
        }
        if !self.root().is_solved() {
            let path = self.most_proving_path();
            drawing.set_path(path.into_iter().map(|node| node as usize).collect());
        }
        Ok(drawing)
    }

    /// The bare graph, with repetitions as the cycles that they stand for.
    pub fn shape(&self) -> Shape {
        let mut shape = Shape::new();
        for node in 0..self.store.len() as u32 {
            let numbers = self.store.numbers[node as usize];
            let leaf = match (numbers.is_solved(), numbers.is_won()) {
                (false, _) => Leaf::Open,
                (true, true) => Leaf::Won,
                (true, false) => Leaf::Lost,
            };
            shape.add(self.store.kind(node), leaf);
        }
        for node in 0..self.store.len() as u32 {
            for edge in self.store.edges(node) {
                shape.connect(node, self.store.repeats(edge.child).unwrap_or(edge.child));
            }
        }
        shape
    }

    /// Expands every leaf for which `wanted` is true, whether or not it is most proving, until none is
    /// left. Used to get exactly the nodes of a figure.
    pub fn expand_where(&mut self, wanted: impl Fn(&G::Position) -> bool) -> Result<(), Ending> {
        let mut node = 0;
        while (node as usize) < self.store.len() {
            let is_leaf = !self.store.is_expanded(node) && self.store.repeats(node).is_none();
            let is_open = !self.store.numbers[node as usize].is_solved();
            if is_leaf && is_open && wanted(self.store.position(node)) {
                self.develop(node)?;
            }
            node += 1;
        }
        Ok(())
    }
}
