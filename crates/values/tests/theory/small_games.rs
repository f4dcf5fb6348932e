//! All games of small birthday.

use crosscram_values::games::{Game, Games};

/// All games of birthday at most `day`, each once: 1, 4, 22, 1474 for days 0 to 3.
pub(crate) fn born_by(games: &mut Games, day: u32) -> Vec<Game> {
    let mut list = vec![Game::ZERO];
    for _ in 0..day {
        list = born_from(games, &list);
    }
    list
}

/// All games whose options are among `list`. Dominated options change nothing, so the options of a player
/// are pairwise incomparable.
fn born_from(games: &mut Games, list: &[Game]) -> Vec<Game> {
    let mut sets = vec![Vec::new()];
    for &game in list {
        for i in 0..sets.len() {
            let mut set = sets[i].iter();
            if set.all(|&other| games.compare(game, other).is_none()) {
                let mut larger = sets[i].clone();
                larger.push(game);
                sets.push(larger);
            }
        }
    }
    let mut born = Vec::new();
    for left in &sets {
        for right in &sets {
            born.push(games.construct(left, right).unwrap());
        }
    }
    born.sort_unstable();
    born.dedup();
    born
}
