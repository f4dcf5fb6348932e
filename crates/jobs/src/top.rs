//! The top of a run's tree, for people.

use super::coordinator::{Coordinator, hash};
use super::outlook;
use crosscram_rules::{Move, Player, Question};
use serde::de::{Deserialize, Deserializer, Error};
use std::collections::HashMap;

/// A position at the top of the tree.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct TopNode {
    /// The move that leads here from the position above; `None` for one in the number, and at the root.
    #[serde(rename = "move", deserialize_with = "read_move")]
    pub mov: Option<Move>,
    /// The position. Data say it by the next two.
    #[serde(skip)]
    pub position: Option<Question>,
    /// The board, with the number beside it if that is not 0.
    pub board: String,
    /// Who is to move.
    pub to_move: String,
    /// Who wins, once that is known.
    pub winner: Option<Player>,
    /// What it is expected to take, in units; 0 if it is solved.
    pub units: f64,
    /// Leaves at or below it that are being worked on.
    pub at_work: u32,
    /// Its moves that the tree has.
    pub moves: usize,
    /// How many of them are decided.
    pub decided: usize,
    /// Some of its moves, those that are tried first.
    pub children: Vec<TopNode>,
}

fn read_move<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Move>, D::Error> {
    let text = Option::<String>::deserialize(deserializer)?;
    let mov = text.map(|text| text.parse().map_err(D::Error::custom));
    mov.transpose()
}

impl Coordinator {
    /// The first plies of the tree, of each position at most `width` moves: those that are tried first. Below
    /// positions that are decided there is nothing to see.
    pub fn top(&self, plies: usize, width: usize) -> TopNode {
        let at_work = self.graph().under_way_below();
        self.top_node(None, self.plan().question, plies, width, &at_work)
    }

    fn top_node(
        &self,
        mov: Option<Move>,
        position: Question,
        plies: usize,
        width: usize,
        at_work: &HashMap<u32, u32>,
    ) -> TopNode {
        let graph = self.graph();
        let canonical = position.canonical();
        let Some(node) = graph.find(&canonical, hash(&canonical)) else {
            unreachable!("only positions of the tree are looked at");
        };
        let winner = self.winner_of(node);
        let is_decided = |&child: &u32| graph.numbers(child).is_solved();
        let mut children = Vec::new();
        if plies > 0 && winner.is_none() {
            // The tree has one of a position's reflections; the moves are those of this one.
            for child in graph.by_cost(node).into_iter().take(width) {
                let wanted = *graph.position(child);
                let mut moves = position.moves();
                let found = moves.find(|(_, after)| after.canonical() == wanted);
                let below =
                    found.map(|(mov, after)| self.top_node(mov, after, plies - 1, width, at_work));
                children.extend(below);
            }
        }
        TopNode {
            mov,
            position: Some(position),
            board: position.name(),
            to_move: position.first.letter().to_string(),
            winner,
            units: outlook::expected(graph, node),
            at_work: at_work.get(&node).copied().unwrap_or(0),
            moves: graph.children(node).count(),
            decided: graph.children(node).filter(is_decided).count(),
            children,
        }
    }
}
