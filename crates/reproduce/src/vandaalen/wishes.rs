//! Section 5: players with the knowledge that the paper proposes against those it had.

use crosscram_players::{Game, Spec};
use crosscram_rules::Board;
use crosscram_search::SearchError;

use super::contest::{self, Rules, contest, games, stopped};
use super::ranking::ranks;
use crate::experiment::Experiment;
use crate::options::Options;
use crate::result::Reproduction;

/// The best and the simplest players of the paper, and those with the knowledge that it proposes: regions
/// of any shape, distance to win, game values; and the solver.
const PLAYERS: [&str; 16] = [
    "random",
    "ordering",
    "ordering:depth=3",
    "proportional",
    "proportional-absolute",
    "proportional-absolute:depth=3",
    "ordering-absolute-swap",
    "regions",
    "regions:depth=3",
    "distance",
    "distance:depth=3",
    "values",
    "values:depth=3",
    "hotstrat",
    "sentestrat",
    "perfect",
];

/// Random moves at the beginning of each game, so that deterministic players meet more than once.
const OPENING: usize = 2;

/// One tournament.
pub(super) fn searches(_: &Experiment, options: &Options<'_>) -> usize {
    contest::searches(&[PLAYERS.len()], options)
}

pub(super) fn run(result: &mut Reproduction, options: &Options<'_>) -> Result<(), SearchError> {
    let specs: Vec<Spec> = PLAYERS
        .iter()
        .map(|text| text.parse().unwrap_or_else(|error| panic!("{error}")))
        .collect();
    let Some(games) = games(result, options) else {
        return Ok(());
    };
    let rules = Rules {
        game: Game::new(Board::empty(8, 8).expect("a small board")),
        games,
        opening: OPENING,
    };
    let Some(table) = contest(&specs, &rules, "section 5", options)? else {
        return stopped(result, "");
    };
    let wins = table.all_wins();
    let totals = table.totals();
    let ranks = ranks(&totals);
    let mut order: Vec<usize> = (0..specs.len()).collect();
    order.sort_by(|&i, &j| totals[i].total_cmp(&totals[j]));
    let all = (2 * games * specs.len() as u64) as f64;
    for i in order {
        let percent = (1000.0 * totals[i] / all).round() / 10.0;
        let row = wins[i].row(specs[i].to_string(), ranks[i]);
        result.rows.push(row.more([("percent", percent.into())]));
    }
    result.remark(format!(
        "8x8, {games} games for each pairing and role, each after {OPENING} random moves, the same \
         for all pairings; the standard error of a percentage is at most {:.1}",
        50.0 / all.sqrt()
    ));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_players_exist_and_no_two_are_alike() {
        let names: Vec<String> = PLAYERS
            .iter()
            .map(|text| text.parse::<Spec>().unwrap().to_string())
            .collect();
        assert_eq!(names, PLAYERS);
        for (i, name) in names.iter().enumerate() {
            assert!(!names[..i].contains(name), "{name}");
        }
    }
}
