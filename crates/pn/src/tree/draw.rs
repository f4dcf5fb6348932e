//! A tree search as a picture.

use super::{Step, TreeSearch};
use crate::base::Method;
use crate::draw::{Drawing, DrawnNode, NotDrawn, short_name};
use crate::game::Game;

impl<G: Game> TreeSearch<'_, G> {
    pub(super) fn drawn(&self) -> Result<Drawing, NotDrawn> {
        let mut drawing = Drawing::check_size(self.arena.live())?;
        if self.arena.live() == 0 {
            return Ok(drawing);
        }
        let game = self.base.game;
        let Step { position, .. } = &self.path[0];
        let name = short_name(game.label(position));
        let mut path = vec![0];
        let mut pending = vec![(0, position.clone(), name, None, true)];
        while let Some((node, position, name, parent, on_path)) = pending.pop() {
            let kind = game.kind(&position);
            let numbers = self.arena.get(node).numbers;
            let drawn = drawing.add_node(DrawnNode {
                name,
                description: game.label(&position),
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
                game.play(&mut after, child.mov);
                let name = game.move_name(&position, child.mov);
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
