//! Wins and games of every player against every other.

use crosscram_rules::Player;
use serde::Serialize;

use crate::arena::plan::{Fixture, Plan};

/// Games and wins of one player, against one opponent or all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Score {
    /// All games.
    pub games: u64,
    /// Games that were won.
    pub wins: u64,
    /// Games as Vertical.
    pub as_vertical: RoleScore,
    /// Games as Horizontal.
    pub as_horizontal: RoleScore,
    /// Games in which the player moved first.
    pub moving_first: RoleScore,
    /// Games that were lost for other reasons than having no move.
    pub forfeits: u64,
}

/// A number of games, and how many of them were won.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RoleScore {
    /// Games.
    pub games: u64,
    /// Games that were won.
    pub wins: u64,
}

impl RoleScore {
    fn count(&mut self, won: bool) {
        self.games += 1;
        self.wins += u64::from(won);
    }

    fn add(&mut self, other: RoleScore) {
        self.games += other.games;
        self.wins += other.wins;
    }
}

impl Score {
    /// Games that were lost.
    pub fn losses(&self) -> u64 {
        self.games - self.wins
    }

    /// The share of games that were won; `None` without games.
    pub fn share(&self) -> Option<f64> {
        (self.games > 0).then(|| self.wins as f64 / self.games as f64)
    }

    fn on(&mut self, side: Player) -> &mut RoleScore {
        match side {
            Player::Vertical => &mut self.as_vertical,
            Player::Horizontal => &mut self.as_horizontal,
        }
    }

    fn add(&mut self, other: &Score) {
        self.games += other.games;
        self.wins += other.wins;
        self.as_vertical.add(other.as_vertical);
        self.as_horizontal.add(other.as_horizontal);
        self.moving_first.add(other.moving_first);
        self.forfeits += other.forfeits;
    }
}

/// The scores of every player against every other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tally {
    scores: Vec<Vec<Score>>,
}

impl Tally {
    /// A tally without games.
    pub fn new(plan: &Plan) -> Tally {
        Tally::of_players(plan.entrants.len())
    }

    /// The same for a number of players.
    pub fn of_players(players: usize) -> Tally {
        Tally {
            scores: vec![vec![Score::default(); players]; players],
        }
    }

    /// Counts one game. `by_rule` says that the loser had no move left.
    pub fn count(&mut self, fixture: &Fixture, winner: Player, by_rule: bool) {
        for side in Player::ALL {
            let player = fixture.sides[side.index()];
            let opponent = fixture.sides[side.opponent().index()];
            let score = &mut self.scores[player][opponent];
            let won = side == winner;
            score.games += 1;
            score.wins += u64::from(won);
            score.on(side).count(won);
            if side == fixture.game.first {
                score.moving_first.count(won);
            }
            score.forfeits += u64::from(!won && !by_rule);
        }
    }

    /// The number of players.
    pub fn players(&self) -> usize {
        self.scores.len()
    }

    /// The score of `player` against `opponent`.
    pub fn score(&self, player: usize, opponent: usize) -> Score {
        self.scores[player][opponent]
    }

    /// The score of `player` against all.
    pub fn total(&self, player: usize) -> Score {
        let mut total = Score::default();
        self.scores[player]
            .iter()
            .for_each(|score| total.add(score));
        total
    }
}
