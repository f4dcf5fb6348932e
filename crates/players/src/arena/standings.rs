//! The standings of a tournament.

use crate::Record;
use crate::arena::plan::{Fixture, Plan};
use crate::arena::ratings::{Method, Rating, ratings};
use crate::arena::results::{Ended, ResultLine};
use crate::arena::tally::{Score, Tally};
use crosscram_rules::{Player, Position, Tile};
use serde::Serialize;
use std::time::Duration;

/// Scores, ratings and remarkable games.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Standings {
    /// The players.
    #[serde(rename = "players")]
    pub names: Vec<String>,
    /// The boards, with the side to move if it is always the same.
    pub boards: Vec<String>,
    /// Length of the tiles.
    pub tile: Tile,
    /// Seed of all randomness.
    pub seed: u64,
    /// Random moves that open each game.
    pub opening: usize,
    /// Games of the plan.
    #[serde(rename = "planned_games")]
    pub of: usize,
    /// The scores.
    #[serde(skip)]
    pub tally: Tally,
    /// The first few games lost for other reasons than having no move: number, loser, reason.
    #[serde(skip)]
    pub forfeits: Vec<(usize, String, String)>,
    /// Numbers of games in which a player claimed to win and lost.
    pub broken_claims: Vec<usize>,
    /// The time that each player took.
    #[serde(skip)]
    pub times: Vec<Thinking>,
}

/// The time that a player took.
#[derive(Clone, Copy, Debug, Default)]
pub struct Thinking {
    /// Moves.
    pub moves: u64,
    /// Of all moves together.
    pub total: Duration,
    /// Of the longest.
    pub longest: Duration,
}

/// One player, in the order of the ranking.
#[derive(Debug)]
pub struct Ranked {
    /// From 1; players with equal ratings share it.
    pub rank: usize,
    /// Its place in the plan.
    pub player: usize,
    /// Its rating; `None` without games.
    pub rating: Option<Rating>,
    /// Its score against all.
    pub total: Score,
}

/// The maximum number of forfeited games that are listed one by one.
const MAX_FORFEITS: usize = 10;

impl Standings {
    /// Standings without games, of so many of the plan.
    pub fn new(plan: &Plan, of: usize) -> Standings {
        let board = |position: &Position| {
            let name = position.board.name();
            match position.to_move {
                Some(first) => format!("{name} {}", first.letter()),
                None => name,
            }
        };
        Standings {
            names: plan.names(),
            boards: plan.boards.iter().map(board).collect(),
            tile: plan.tile,
            seed: plan.seed,
            opening: plan.opening,
            of,
            tally: Tally::new(plan),
            forfeits: Vec::new(),
            broken_claims: Vec::new(),
            times: vec![Thinking::default(); plan.entrants.len()],
        }
    }

    /// Counts a game.
    pub fn count(&mut self, fixture: &Fixture, line: &ResultLine) {
        let by_rule = line.ended == Ended::NoMove;
        self.tally.count(fixture, line.winner, by_rule);
        if let Some(reason) = &line.reason
            && self.forfeits.len() < MAX_FORFEITS
        {
            let loser = match line.winner {
                Player::Vertical => &line.horizontal,
                Player::Horizontal => &line.vertical,
            };
            let forfeit = (line.game, loser.clone(), reason.clone());
            self.forfeits.push(forfeit);
        }
        if line.has_broken_claim() {
            self.broken_claims.push(line.game);
        }
    }

    /// Records how much time the players took.
    pub fn time(&mut self, fixture: &Fixture, record: &Record) {
        for played in &record.played {
            let player = fixture.sides[played.mov.player().index()];
            let thinking = &mut self.times[player];
            thinking.moves += 1;
            thinking.total += played.elapsed;
            thinking.longest = thinking.longest.max(played.elapsed);
        }
    }

    /// Games that are counted.
    pub fn played(&self) -> u64 {
        let games = (0..self.names.len()).map(|player| self.tally.total(player).games);
        games.sum::<u64>() / 2
    }

    /// The number of games lost for other reasons than having no move.
    pub fn all_forfeits(&self) -> u64 {
        let all = (0..self.names.len()).map(|player| self.tally.total(player).forfeits);
        all.sum()
    }

    /// All players, the best first; equal ones in the order in which they were named.
    pub fn ranking(&self) -> (Method, Vec<Ranked>) {
        let ratings = ratings(&self.tally);
        let rating = |player: usize| ratings.rows[player];
        // Ratings of players with equal results differ in the last digits only.
        let points = |player: usize| rating(player).map(|rating| (rating.points * 1e3).round());
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        order.sort_by(|&a, &b| points(b).partial_cmp(&points(a)).expect("finite or none"));
        let mut rows: Vec<Ranked> = Vec::new();
        for (index, &player) in order.iter().enumerate() {
            let same = index > 0 && points(order[index - 1]) == points(player);
            let rank = if same {
                rows[index - 1].rank
            } else {
                index + 1
            };
            rows.push(Ranked {
                rank,
                player,
                rating: rating(player),
                total: self.tally.total(player),
            });
        }
        (ratings.method, rows)
    }

    /// Describes the ratings in one line.
    pub fn method(method: Method) -> &'static str {
        match method {
            Method::MaximumLikelihood => {
                "ratings: maximum likelihood, Elo's scale, mean 0, ± for 95 %"
            }
            Method::Shrunken => {
                "ratings: Elo's scale, mean 0, ± for 95 %; the games alone do not bound them (somebody \
                 won or lost all), so everybody is given half a win and half a loss more"
            }
        }
    }
}
