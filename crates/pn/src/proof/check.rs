//! The checker: replays a proof by the rules of the game.

use super::{Proof, chooser};
use crate::game::{Game, Value};
use std::collections::HashSet;

/// What is wrong with a proof, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {what}", self.place())]
pub struct Fault {
    /// The moves from the root to the position.
    pub line: Vec<String>,
    /// What is wrong there.
    pub what: &'static str,
}

impl Fault {
    fn place(&self) -> String {
        match self.line.is_empty() {
            true => "at the root".to_string(),
            false => format!("after {}", self.line.join(" ")),
        }
    }
}

impl<G: Game> Proof<G> {
    /// Checks the proof. It uses the moves, the ends and the keys of the game and nothing of the searches:
    /// from the root on, the answer of the proof is played where its player moves, and every move
    /// elsewhere; each line must end with the value that is to be proved. In the proof of a win heights
    /// must decrease with every move, so that no line is endless. In that of a loss they need not,
    /// because endless play is no win. Returns the number of positions that were visited.
    pub fn check(&self, game: &G) -> Result<u64, Fault> {
        let expected = match self.is_win {
            true => Value::Win,
            false => Value::Loss,
        };
        let mut seen = HashSet::new();
        let mut pending: Vec<(G::Position, Vec<G::Move>)> = vec![(game.root(), Vec::new())];
        while let Some((position, line)) = pending.pop() {
            let key = game.key(&position);
            if !seen.insert(key) {
                continue;
            }
            let fault = |what| Err(named(game, &line, what));
            let Some(entry) = self.entries.get(&key) else {
                return fault("the proof does not cover this position");
            };
            match game.evaluate(&position) {
                Value::Unknown => {}
                value if value == expected => continue,
                _ => return fault("the game ends here with the opposite value"),
            }
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            if moves.is_empty() {
                return fault("neither a value nor a move");
            }
            if game.kind(&position) == chooser(self.is_win) {
                match entry.answer {
                    Some(answer) if moves.contains(&answer) => moves = vec![answer],
                    Some(_) => return fault("the answer is not a legal move"),
                    None => return fault("no answer"),
                }
            }
            for mov in moves {
                let mut child = position.clone();
                game.play(&mut child, mov);
                let mut line = line.clone();
                line.push(mov);
                let height = self
                    .entries
                    .get(&game.key(&child))
                    .map(|entry| entry.height);
                if self.is_win && height.is_some_and(|height| height >= entry.height) {
                    return Err(named(game, &line, "the height does not decrease"));
                }
                pending.push((child, line));
            }
        }
        Ok(seen.len() as u64)
    }
}

fn named<G: Game>(game: &G, line: &[G::Move], what: &'static str) -> Fault {
    let mut position = game.root();
    let names = line.iter().map(|&mov| {
        let name = game.move_name(&position, mov);
        game.play(&mut position, mov);
        name
    });
    Fault {
        line: names.collect(),
        what,
    }
}
