//! An exact search as a picture.

use super::{ExactSearch, Shape, TooLarge, most_proving};
use crate::draw::{Drawing, DrawnNode, NotDrawn, short_name};
use crate::game::Game;
use crate::numbers::Numbers;

impl<G: Game> ExactSearch<'_, G> {
    /// Every node with its own exact numbers, and the path to the most-proving node.
    pub(super) fn drawn(&self) -> Result<Drawing, NotDrawn> {
        let mut drawing = Drawing::check_size(self.shape.len() as u64)?;
        for node in 0..self.shape.len() as u32 {
            let position = &self.positions[node as usize];
            drawing.add_node(DrawnNode {
                name: short_name(self.base.game.label(position)),
                description: self.base.game.label(position),
                kind: self.shape.kind(node),
                numbers: exact_numbers(&self.shape, node)?,
                is_repetition: false,
            });
        }
        for node in 0..self.shape.len() as u32 {
            for &child in self.shape.children(node) {
                drawing.add_edge(node as usize, child as usize);
            }
        }
        if let Some(leaf) = self.next {
            drawing.set_path(way(&self.shape, leaf));
        }
        Ok(drawing)
    }
}

/// The numbers that a node has as the root of its own graph.
fn exact_numbers(shape: &Shape, node: u32) -> Result<Numbers, TooLarge> {
    let below = shape.rooted_at(node);
    match below.root_value() {
        Some(value) => Ok(value),
        None => Ok(most_proving(&below)?.0),
    }
}

/// The leftmost of the shortest paths from the root to a node.
fn way(shape: &Shape, to: u32) -> Vec<usize> {
    let mut came_from: Vec<Option<u32>> = vec![None; shape.len()];
    let mut pending = std::collections::VecDeque::from([0]);
    while let Some(node) = pending.pop_front() {
        for &child in shape.children(node) {
            if child != 0 && came_from[child as usize].is_none() {
                came_from[child as usize] = Some(node);
                pending.push_back(child);
            }
        }
    }
    let mut way = vec![to as usize];
    while let Some(node) = came_from[way[way.len() - 1]] {
        way.push(node as usize);
    }
    way.reverse();
    way
}
