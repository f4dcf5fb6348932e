//! Round-robin tournaments.

use crosscram_players::{Contestant, Game, Spec, play_game};
use crosscram_rules::Player;
use crosscram_search::SearchError;
use crosscram_support::pool;
use crosscram_support::random::{Random, seed_of};

use crate::json::number;
use crate::options::Options;
use crate::result::{Reproduction, Row};

use super::PUBLISHED_GAMES;

/// An arbitrary seed, which makes the printed results repeatable.
const SEED: u64 = 2012;

/// Wins of one contestant in all its games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Wins {
    pub(super) vertical: u64,
    pub(super) horizontal: u64,
}

impl Wins {
    pub(super) fn total(self) -> u64 {
        self.vertical + self.horizontal
    }

    /// A row of a ranking.
    pub(super) fn row(self, bot: String, rank: f64) -> Row {
        Row::new(bot, None).measured(self.total() as f64).more([
            ("rank", number(rank)),
            ("V", self.vertical.into()),
            ("H", self.horizontal.into()),
        ])
    }
}

/// How a contest is held.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    pub(super) game: Game,
    /// Games for each pairing and role.
    pub(super) games: u64,
    /// The number of random moves that open each game.
    pub(super) opening: usize,
}

/// Who won how often against whom.
#[derive(Clone, Debug)]
pub(super) struct CrossTable {
    /// The games that each won as Vertical, who begins, against each.
    won: Vec<Vec<u64>>,
    /// Games for each pairing and role.
    games: u64,
}

impl CrossTable {
    /// The wins of contestant `i` in all its games.
    pub(super) fn wins(&self, i: usize) -> Wins {
        let lost = self.won.iter().map(|row| row[i]).sum::<u64>();
        Wins {
            vertical: self.won[i].iter().sum(),
            horizontal: self.won.len() as u64 * self.games - lost,
        }
    }

    /// The wins of all contestants.
    pub(super) fn all_wins(&self) -> Vec<Wins> {
        (0..self.won.len()).map(|i| self.wins(i)).collect()
    }

    /// The games that `i` won as Vertical against `j`.
    pub(super) fn won(&self, i: usize, j: usize) -> u64 {
        self.won[i][j]
    }

    /// All wins of each contestant.
    pub(super) fn totals(&self) -> Vec<f64> {
        let wins = self.all_wins().into_iter();
        wins.map(|wins| wins.total() as f64).collect()
    }

    /// The games that `i` won against `j`, in both roles.
    pub(super) fn between(&self, i: usize, j: usize) -> u64 {
        self.won[i][j] + self.games - self.won[j][i]
    }

    /// Games for each pairing and role.
    pub(super) fn games(&self) -> u64 {
        self.games
    }
}

/// The games for each pairing and role; `None`, with a row that says so, if there are to be none.
pub(super) fn games(result: &mut Reproduction, options: &Options<'_>) -> Option<u64> {
    match options.up_to {
        0 => {}
        u64::MAX => return Some(PUBLISHED_GAMES),
        games => return Some(games),
    }
    let mut row = Row::new("tournament", None);
    row.skip("skipped: no games allowed");
    result.rows.push(row);
    None
}

/// Ends an experiment with the row of a tournament that was not held to its end.
pub(super) fn stopped(result: &mut Reproduction, reading: &str) -> Result<(), SearchError> {
    let row = Row::new("tournament", None).variant(reading);
    result.rows.push(row);
    Ok(())
}

/// The searches of contests of so many contestants each, as whoever watches sees them: a row of a cross table is
/// one.
pub(super) fn searches(contestants: &[usize], options: &Options<'_>) -> usize {
    match options.up_to {
        0 => 0,
        _ => contestants.iter().sum(),
    }
}

/// Lets each of `specs` play as Vertical, who begins, against each, including itself; `None` if the run
/// was stopped.
///
/// Two deterministic players play one game, because all others would be the same.
pub(super) fn contest(
    specs: &[Spec],
    rules: &Rules,
    label: &str,
    options: &Options<'_>,
) -> Result<Option<CrossTable>, SearchError> {
    let rows: Vec<usize> = (0..specs.len()).collect();
    let won = pool::map(&rows, options.threads, |&row| {
        let mut won = Vec::new();
        let label = format!("{label}: {}", specs[row]);
        options.watch.watch(&label, &mut |control| {
            // One player for the whole row: it remembers positions that come up again.
            let mut vertical = specs[row].build();
            let going_on = rows.iter().take_while(|_| !control.is_stopped());
            won.extend(going_on.map(|&column| {
                let mut horizontal = specs[column].build();
                meetings([&mut *vertical, &mut *horizontal], [row, column], rules)
            }));
        });
        won
    })?;
    let all = won.iter().all(|won| won.len() == specs.len());
    let games = rules.games;
    Ok(all.then_some(CrossTable { won, games }))
}

/// Counts the games that the first player, in its row, wins as Vertical against the second.
fn meetings(players: [&mut dyn Contestant; 2], places: [usize; 2], rules: &Rules) -> u64 {
    let [vertical, horizontal] = players;
    let [row, column] = places;
    let chance = !vertical.is_deterministic() || !horizontal.is_deterministic();
    let same = !chance && rules.opening == 0;
    let played = if same {
        rules.games.min(1)
    } else {
        rules.games
    };
    let wins = (0..played).filter(|&number| {
        let game = opened(rules, number);
        let seed = seed_of([SEED, row as u64, column as u64, number]);
        let record = play_game([&mut *vertical, &mut *horizontal], &game, seed, None);
        record.winner == Player::Vertical
    });
    let wins = wins.count() as u64;
    if same { wins * rules.games } else { wins }
}

/// The beginning of game `number`, the same for all pairings.
fn opened(rules: &Rules, number: u64) -> Game {
    let mut random = Random::new(seed_of([SEED, number]));
    rules.game.opened(rules.opening, &mut random)
}
