//! A tree search as a picture.

use super::{Step, TreeSearch};
use crate::draw::{Drawing, DrawnNode, TooManyNodes, short_name};
use crate::game::Game;

impl<G: Game> TreeSearch<'_, G> {
    /// Draws the current tree, if it is small enough. Nodes below solved ones are shown only if the
    /// search does not remove them.
    pub fn drawing(&self) -> Result<Drawing, TooManyNodes> {
        let mut drawing = Drawing::check_size(self.arena.live())?;
        if self.arena.live() == 0 {
            return Ok(drawing);
        }
        let Step { position, .. } = &self.path[0];
        let name = short_name(self.game.label(position));
        let mut path = vec![0];
        let mut pending = vec![(0, position.clone(), name, None, true)];
        while let Some((node, position, name, parent, on_path)) = pending.pop() {
            let kind = self.game.kind(&position);
            let numbers = self.arena.get(node).numbers;
            let drawn = drawing.add_node(DrawnNode {
                name,
                description: self.game.label(&position),
                kind,
                numbers,
                is_repetition: false,
            });
            if let Some(parent) = parent {
                drawing.add_edge(parent, drawn);
            }
            if on_path && parent.is_some() {
                path.push(drawn);
            }
            let chosen = numbers.chosen(kind);
            let children = self.arena.children(node);
            let next = children
                .iter()
                .position(|c| c.numbers.chosen(kind) == chosen);
            let first = self.arena.get(node).children().start;
            // In reverse, so that the leftmost is taken from the stack first.
            for (place, child) in children.iter().enumerate().rev() {
                let mut after = position.clone();
                self.game.play(&mut after, child.mov);
                let name = self.game.move_name(&position, child.mov);
                let on_path = on_path && next == Some(place);
                pending.push((first + place as u32, after, name, Some(drawn), on_path));
            }
        }
        if !self.root().is_solved() {
            drawing.set_path(path);
        }
        Ok(drawing)
    }
}
