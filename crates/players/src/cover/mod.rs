//! The strategy of section 3.4 of Bullock's thesis, as a player.
//!
//! The player keeps a board cover and answers each tile of the opponent in the same kind of area:
//! protective, vulnerable of type 2, of type 1, option. If there is none left, or the tile hit nothing, it
//! chooses the kind of which a tile helps the count most. Among the tiles that the strategy allows it takes
//! the first after which the theorems still prove a win, if there is one; with the cover packed anew, if the
//! kept one proves nothing.

mod plan;
#[cfg(test)]
mod tests;

use crate::contestant::{Choice, Claim, Contestant, Failure, Game, Turn};
use crosscram_rules::{Board, Move, Player, Tile};
use crosscram_search::cover::scored_moves;
use plan::{Plan, Target};

/// Plays by a board cover. Dominoes only.
pub(crate) struct CoverPlayer {
    name: String,
    strategy: Option<Strategy>,
}

impl CoverPlayer {
    pub(crate) fn new(name: String) -> CoverPlayer {
        CoverPlayer {
            name,
            strategy: None,
        }
    }
}

impl Contestant for CoverPlayer {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn begin(&mut self, game: &Game, _: Player, _: u64) -> Result<(), Failure> {
        self.strategy = None;
        only_dominoes(game.tile)
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, Failure> {
        only_dominoes(turn.tile())?;
        let strategy = self
            .strategy
            .get_or_insert_with(|| Strategy::new(turn.side));
        if strategy.player != turn.side {
            *strategy = Strategy::new(turn.side);
        }
        let reply = strategy.reply(&turn.board);
        let reply = reply.expect("whoever is asked has a move");
        Ok(Choice {
            mov: reply.mov,
            claim: reply.source.proves().then_some(Claim::Wins),
        })
    }

    fn is_deterministic(&self) -> bool {
        true
    }
}

fn only_dominoes(tile: Tile) -> Result<(), Failure> {
    match tile {
        Tile::DOMINO => Ok(()),
        tile => Err(Failure::Broken(format!(
            "cover plays with dominoes only, not with tiles of {}",
            tile.length()
        ))),
    }
}

/// The strategy with its cover, which depends on the moves so far.
#[derive(Clone, Debug)]
struct Strategy {
    player: Player,
    /// The cover after the player's last move.
    plan: Option<Plan>,
}

/// A chosen tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Reply {
    mov: Move,
    source: Source,
}

/// Where a tile comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Source {
    /// The cover that was kept proves a win after it.
    Kept,
    /// A cover that is packed anew proves a win after it.
    Anew,
    /// The strategy, without a proof.
    Guess,
}

impl Source {
    fn proves(self) -> bool {
        self != Source::Guess
    }
}

impl Strategy {
    fn new(player: Player) -> Strategy {
        Strategy { player, plan: None }
    }

    /// The player's move on `board`; `None` if there is none.
    fn reply(&mut self, board: &Board) -> Option<Reply> {
        let kept = self
            .plan
            .take()
            .filter(|plan| is_one_tile_later(plan.board(), board));
        let (plan, hit) = match &kept {
            Some(plan) => plan.after_hit(board),
            None => (Plan::new(board, self.player), Vec::new()),
        };
        let order: Vec<Target> = hit.into_iter().chain(best_targets(&plan)).collect();
        let mut first = None;
        for tile in order.into_iter().flat_map(|target| plan.tiles(target)) {
            if tile.1.wins() {
                return Some(self.play(tile.0, tile.1, Source::Kept));
            }
            first.get_or_insert(tile);
        }
        let ordered: Vec<Move> = scored_moves(board, self.player, &[])
            .iter()
            .map(|scored| scored.mov)
            .collect();
        for &mov in &ordered {
            let after = board
                .play(mov, Tile::DOMINO)
                .expect("a listed move is legal");
            let anew = Plan::new(&after, self.player);
            if anew.wins() {
                return Some(self.play(mov, anew, Source::Anew));
            }
        }
        if let Some((mov, plan)) = first {
            return Some(self.play(mov, plan, Source::Guess));
        }
        let &mov = ordered.first()?;
        let after = board
            .play(mov, Tile::DOMINO)
            .expect("a listed move is legal");
        Some(self.play(mov, Plan::new(&after, self.player), Source::Guess))
    }

    fn play(&mut self, mov: Move, plan: Plan, source: Source) -> Reply {
        // A cover that proves nothing is not worth keeping.
        self.plan = source.proves().then_some(plan);
        Reply { mov, source }
    }
}

/// Returns whether one domino of the opponent leads from one board to the other.
fn is_one_tile_later(before: &Board, now: &Board) -> bool {
    let same_size = (before.rows(), before.cols()) == (now.rows(), now.cols());
    same_size
        && before.free_count() == now.free_count() + 2
        && now.free_cells().all(|cell| before.is_free(cell))
}

/// The kinds of areas by how much a tile in them helps the count: those that an odd number leaves over
/// first.
fn best_targets(plan: &Plan) -> Vec<Target> {
    let areas = plan.areas();
    let odd_options = areas.options.iter().any(|number| number % 2 == 1);
    let left_over = [
        (Target::Protective, areas.protective % 2 == 1),
        (Target::Vulnerable2, areas.vulnerable2 % 3 != 0),
        (Target::Vulnerable1, areas.vulnerable1 % 2 != 0),
        (Target::Option, odd_options),
    ];
    let left_over = left_over
        .into_iter()
        .filter(|(_, is)| *is)
        .map(|(target, _)| target);
    let all = [
        Target::Vulnerable2,
        Target::Vulnerable1,
        Target::Protective,
        Target::Option,
        Target::Safe,
    ];
    left_over.chain(all).collect()
}
