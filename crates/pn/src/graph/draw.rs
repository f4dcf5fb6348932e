//! A graph search as a picture.

use super::GraphSearch;
use crate::draw::{Drawing, DrawnNode, NotDrawn, short_name};
use crate::exact::Shape;
use crate::game::Game;

impl<G: Game> GraphSearch<'_, G> {
    pub(super) fn drawn(&self) -> Result<Drawing, NotDrawn> {
        let mut drawing = Drawing::check_size(self.store.len() as u64)?;
        for node in 0..self.store.len() as u32 {
            let position = self.store.position(node);
            let name = match self.store.born_of(node) {
                None => short_name(self.base.game.label(position)),
                Some(parent) => {
                    let mut edges = self.store.edges(parent).iter();
                    let edge = edges.find(|edge| edge.child == node);
                    let mov = edge.expect("the edge that created the node").mov;
                    self.base.game.move_name(self.store.position(parent), mov)
                }
            };
            drawing.add_node(DrawnNode {
                name,
                description: self.base.game.label(position),
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
        if !self.store.numbers[0].is_solved() {
            let path = self.most_proving_path();
            drawing.set_path(path.into_iter().map(|node| node as usize).collect());
        }
        Ok(drawing)
    }

    /// The bare graph, with repetitions as the cycles that they stand for.
    pub(super) fn bare(&self) -> Shape {
        let mut shape = Shape::new();
        for node in 0..self.store.len() as u32 {
            let leaf = self.store.numbers[node as usize].into();
            shape.add(self.store.kind(node), leaf);
        }
        for node in 0..self.store.len() as u32 {
            for edge in self.store.edges(node) {
                shape.connect(node, self.store.repeats(edge.child).unwrap_or(edge.child));
            }
        }
        shape
    }
}
