//! The plan of a tournament: who plays whom, on which boards, how often.

use std::time::Duration;

use crate::Game;
use crosscram_rules::{Player, Position, Tile};
use crosscram_support::random::{Random, seed_of};

use crate::arena::entrant::Entrant;
use crate::arena::program::Limits;

/// Everything that determines a tournament: the same plan gives the same games if the players
/// depend only on their seeds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The participants; every two of them play each other.
    pub entrants: Vec<Entrant>,
    /// The starting positions. Where a position says who is to move, that player begins; elsewhere
    /// both begin equally often.
    pub boards: Vec<Position>,
    /// The length of the tiles.
    pub tile: Tile,
    /// Games of two entrants on each board, divided evenly over the roles.
    pub games: usize,
    /// The number of random moves that open each game, the same when the entrants swap sides.
    pub opening: usize,
    /// The seed of all randomness.
    pub seed: u64,
    /// The time for a move.
    pub limit: Option<Duration>,
    /// Time limits of programs where `limit` does not apply.
    pub programs: Limits,
}

/// One game of a plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// Its place in the list, from 0.
    pub number: usize,
    /// Its index among the plan's boards.
    pub board: usize,
    /// The indices of the entrants that play Vertical and Horizontal.
    pub sides: [usize; 2],
    /// How the game begins, after the opening.
    pub game: Game,
    /// The seed of the game: below 2^53, so that every JSON reader reads it exactly.
    pub seed: u64,
}

/// Why a plan cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// Fewer than two players.
    #[error("two players are needed, there is {}", if *.0 == 0 { "none".to_string() } else { format!("only {}", .0) })]
    Players(usize),
    /// No board.
    #[error("there is no board to play on")]
    Boards,
    /// A number of games that does not give all players the same roles.
    #[error(
        "{games} games cannot be shared out over {roles} roles (each player on either side, each side beginning): \
         the number must be a multiple of {roles}"
    )]
    Games {
        /// The number.
        games: usize,
        /// What it must be a multiple of.
        roles: usize,
    },
}

impl Plan {
    /// Four games of every two entrants on each board, with dominoes: both assignments of sides, each
    /// with either side beginning.
    pub fn new(entrants: Vec<Entrant>, boards: Vec<Position>) -> Plan {
        Plan {
            entrants,
            boards,
            tile: Tile::DOMINO,
            games: 4,
            opening: 0,
            seed: 1,
            limit: None,
            programs: Limits::default(),
        }
    }

    /// Returns an error if the plan cannot be played.
    pub fn check(&self) -> Result<(), PlanError> {
        if self.entrants.len() < 2 {
            return Err(PlanError::Players(self.entrants.len()));
        }
        if self.boards.is_empty() {
            return Err(PlanError::Boards);
        }
        let roles = self.boards.iter().map(|board| 2 * firsts(board).len());
        let (games, roles) = (self.games, roles.max().unwrap_or(2));
        match games > 0 && games.is_multiple_of(roles) {
            true => Ok(()),
            false => Err(PlanError::Games { games, roles }),
        }
    }

    /// The entrants' names, made unique: repeated names get a number.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for entrant in &self.entrants {
            let name = entrant.to_string();
            let again = (2..).map(|n| format!("{name} ({n})"));
            let mut free = [name.clone()].into_iter().chain(again);
            names.extend(free.find(|name| !names.contains(name)));
        }
        names
    }

    /// All games, in the order in which they are played and stored. Rounds in which all pairs play in
    /// all roles follow one another, so that an unfinished tournament is as fair as possible.
    ///
    /// Two deterministic players play each other once in each role, because more games would only
    /// repeat these.
    pub fn fixtures(&self) -> Vec<Fixture> {
        let chanceless: Vec<bool> = self.entrants.iter().map(is_chanceless).collect();
        let mut fixtures = Vec::new();
        let most = self.boards.iter().map(|board| self.rounds(board)).max();
        for round in 0..most.unwrap_or(0) {
            for (board, position) in self.boards.iter().enumerate() {
                if round >= self.rounds(position) {
                    continue;
                }
                for one in 0..self.entrants.len() {
                    for other in one + 1..self.entrants.len() {
                        let same_again = chanceless[one] && chanceless[other] && self.opening == 0;
                        if round == 0 || !same_again {
                            self.meet(&mut fixtures, [one, other], board, round);
                        }
                    }
                }
            }
        }
        fixtures
    }

    /// How often all roles of a board are played.
    fn rounds(&self, position: &Position) -> usize {
        self.games / (2 * firsts(position).len())
    }

    /// Adds the games of two entrants in one round on one board.
    fn meet(&self, fixtures: &mut Vec<Fixture>, pair: [usize; 2], board: usize, round: usize) {
        let [one, other] = pair;
        for first in firsts(&self.boards[board]) {
            let start = self.start(board, round, first);
            for sides in [[one, other], [other, one]] {
                let parts = [round, board, sides[0], sides[1], first.index()];
                let parts = parts.map(|part| part as u64);
                fixtures.push(Fixture {
                    number: fixtures.len(),
                    board,
                    sides,
                    game: start,
                    seed: seed_of([self.seed].into_iter().chain(parts)) >> 11,
                });
            }
        }
    }

    /// The position after the opening; all pairs of a round begin with the same.
    fn start(&self, board: usize, round: usize, first: Player) -> Game {
        let parts = [board, round, first.index()].map(|part| part as u64);
        let mut random = Random::new(seed_of([self.seed, 0x6f70].into_iter().chain(parts)));
        let game = Game {
            board: self.boards[board].board,
            tile: self.tile,
            first,
        };
        game.opened(self.opening, &mut random)
    }
}

/// Who begins on a board.
fn firsts(position: &Position) -> Vec<Player> {
    match position.to_move {
        Some(first) => vec![first],
        None => Player::ALL.to_vec(),
    }
}

fn is_chanceless(entrant: &Entrant) -> bool {
    match entrant {
        Entrant::BuiltIn(spec) => spec.build().is_deterministic(),
        Entrant::Program(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    fn plan(players: &[&str], boards: &[&str]) -> Plan {
        let entrants = players.iter().map(|text| text.parse().unwrap()).collect();
        let boards = boards.iter().map(|text| text.parse().unwrap()).collect();
        Plan::new(entrants, boards)
    }

    #[test]
    fn roles_are_shared_out_evenly() {
        let mut plan = plan(&["random", "ordering", "cmd:./x"], &["4x5", "3x3 H"]);
        plan.games = 8;
        plan.check().unwrap();
        let fixtures = plan.fixtures();
        assert_eq!(fixtures.len(), 3 * 2 * 8);
        let mut counts: HashMap<_, usize> = HashMap::new();
        for fixture in &fixtures {
            let role = (fixture.board, fixture.sides, fixture.game.first);
            *counts.entry(role).or_default() += 1;
        }
        for ((board, ..), count) in counts {
            assert_eq!(count, if board == 0 { 2 } else { 4 });
        }
        assert!(fixtures.iter().enumerate().all(|(i, f)| f.number == i));
        let mut seeds: Vec<_> = fixtures.iter().map(|fixture| fixture.seed).collect();
        seeds.sort_unstable();
        seeds.dedup();
        assert_eq!(seeds.len(), fixtures.len());
        assert!(seeds.iter().all(|seed| *seed < 1 << 53));
    }

    #[test]
    fn games_without_chance_are_played_once() {
        let mut plan = plan(
            &["proportional", "proportional-overlap", "random"],
            &["5x5"],
        );
        plan.games = 40;
        let count = |plan: &Plan| {
            let fixtures = plan.fixtures();
            let both = |f: &&Fixture| f.sides.iter().all(|side| *side < 2);
            (fixtures.iter().filter(both).count(), fixtures.len())
        };
        assert_eq!(count(&plan), (4, 84));
        plan.opening = 2;
        assert_eq!(count(&plan), (40, 120));
    }

    #[test]
    fn openings_are_the_same_for_both_sides_and_all_pairs() {
        let mut plan = plan(&["random", "ordering", "total-vote"], &["6x6 V"]);
        (plan.opening, plan.games) = (3, 6);
        let fixtures = plan.fixtures();
        for round in fixtures.chunks(6) {
            assert!(round.iter().all(|fixture| fixture.game == round[0].game));
            assert_eq!(round[0].game.board.free_count(), 30);
            assert_eq!(round[0].game.first, Player::Horizontal);
        }
        assert_ne!(fixtures[0].game, fixtures[6].game);
        // A game that ends during the opening starts there, and the player to move has lost.
        plan.boards = vec!["1x1".parse().unwrap()];
        assert_eq!(plan.fixtures()[0].game.board.free_count(), 1);
    }

    #[test]
    fn what_cannot_be_played() {
        let check = |plan: Plan| plan.check().unwrap_err().to_string();
        assert!(check(plan(&["random"], &["4x4"])).contains("only 1"));
        assert!(check(plan(&["random", "random"], &[])).contains("no board"));
        let mut odd = plan(&["random", "random"], &["4x4"]);
        for games in [0, 2, 6] {
            odd.games = games;
            assert!(check(odd.clone()).contains("multiple of 4"));
        }
        odd.boards[0].to_move = Some(Player::Vertical);
        assert_eq!(odd.check(), Ok(()));
        assert_eq!(odd.names(), ["random", "random (2)"]);
    }
}
