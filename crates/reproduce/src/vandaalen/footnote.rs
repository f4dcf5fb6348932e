//! The footnote of section 2.3: MajorityBot would be a little better if cells with as many won as lost
//! subgames counted nothing instead of as won.

use crosscram_players::{Game, Kind, Spec};
use crosscram_rules::Board;
use crosscram_search::SearchError;

use super::contest::{self, Rules, contest, games};
use super::tables::setting;
use crate::experiment::{Experiment, OnRow};
use crate::options::Options;
use crate::result::{Reproduction, Row};

/// Random moves at the beginning of each game, so that deterministic players meet more than once.
const OPENING: usize = 2;

/// Search depths of MajorityBot.
const DEPTHS: [u32; 3] = [1, 2, 3];

/// What a draw counts.
const DRAWS: [&str; 2] = ["won", "nothing"];

/// Sides of the boards.
const SIDES: [usize; 3] = [5, 6, 8];

/// The other bots of Table 2.
fn field() -> Vec<Spec> {
    let bots = setting("2").specs().into_iter();
    bots.filter(|spec| spec.kind() != Kind::Majority).collect()
}

/// A tournament for each board and depth.
pub(super) fn searches(_: &Experiment, options: &Options<'_>) -> usize {
    let players = DRAWS.len() + field().len();
    contest::searches(&[players; SIDES.len() * DEPTHS.len()], options)
}

/// The rows before they are played.
fn expected() -> Vec<Row> {
    let mut rows = Vec::new();
    for (size, depth) in SIDES
        .iter()
        .flat_map(|side| DEPTHS.map(|depth| (side, depth)))
    {
        for draws in DRAWS {
            let row = Row::new(format!("{size}x{size}, depth {depth}"), None).variant(draws);
            let row = row.more([("against_the_other", 10.into())]);
            let mut row = row.measured(50.0);
            row.error = Some(10.0);
            rows.push(row);
        }
    }
    rows
}

pub(super) fn run(
    result: &mut Reproduction,
    options: &Options<'_>,
    on_row: &mut OnRow<'_>,
) -> Result<(), SearchError> {
    let field = field();
    let Some(games) = games(result, options) else {
        return Ok(());
    };
    result.expected = expected();
    for size in SIDES {
        let rules = Rules {
            game: Game::new(Board::empty(size, size).expect("a small board")),
            games,
            opening: OPENING,
        };
        for depth in DEPTHS {
            let bots = DRAWS.map(|draws| {
                let text = format!("majority:depth={depth},lambda=off,draws={draws}");
                text.parse::<Spec>().expect("a bot")
            });
            let mut all = bots.to_vec();
            all.extend(field.iter().cloned());
            let what = format!("{size}x{size}, depth {depth}");
            let table = contest(&all, &rules, &what, options)?;
            for (i, draws) in DRAWS.iter().enumerate() {
                let mut row = Row::new(what.clone(), None).variant(*draws);
                if let Some(table) = &table {
                    // The two do not meet each other here: the field judges both.
                    let won: u64 = (2..all.len()).map(|j| table.between(i, j)).sum();
                    let played = (2 * games * field.len() as u64) as f64;
                    let share = won as f64 / played;
                    row.measure((1000.0 * share).round() / 10.0);
                    row.error = Some(100.0 * (share * (1.0 - share) / played).sqrt());
                    let apart = table.between(i, 1 - i);
                    row.more = vec![("against_the_other", apart.into())];
                }
                result.rows.push(row);
                on_row(result);
            }
            if table.is_none() {
                return Ok(());
            }
        }
    }
    result.remark(format!(
        "percent of games won against the other {} bots of Table 2, {games} for each pairing and \
         role after {OPENING} random moves; and games won of {} against the other MajorityBot",
        field.len(),
        2 * games
    ));
    Ok(())
}
