//! The truth, by trying everything.

use crosscram_pn::{Game, Kind, Value};
use std::collections::HashMap;

/// The value of every position of an acyclic game that can be reached from `position`, by plain
/// minimax. A position without value or moves is unknown.
pub(crate) fn value<G: Game>(
    game: &G,
    position: &G::Position,
    known: &mut HashMap<G::Key, Value>,
) -> Value {
    let key = game.key(position);
    if let Some(&value) = known.get(&key) {
        return value;
    }
    let value = match game.evaluate(position) {
        Value::Unknown => {
            let mut moves = Vec::new();
            game.moves(position, &mut moves);
            let children: Vec<Value> = moves
                .into_iter()
                .map(|mov| {
                    let mut child = position.clone();
                    game.play(&mut child, mov);
                    value(game, &child, known)
                })
                .collect();
            let (good, bad) = match game.kind(position) {
                Kind::Max => (Value::Win, Value::Loss),
                Kind::Min => (Value::Loss, Value::Win),
            };
            if children.contains(&good) {
                good
            } else if !children.is_empty() && children.iter().all(|child| *child == bad) {
                bad
            } else {
                Value::Unknown
            }
        }
        value => value,
    };
    known.insert(key, value);
    value
}
