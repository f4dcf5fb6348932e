//! The footnote of section 2.3: MajorityBot would be a little better if cells with as many won as lost
//! subgames counted nothing instead of as won.

use crosscram_players::{Game, Kind, Spec};
use crosscram_rules::Board;
use crosscram_search::Shortage;

use super::contest::{Rules, contest, games};
use super::tables::setting;
use crate::options::Options;
use crate::result::{Reproduction, Row};

/// Random moves at the beginning of each game, so that deterministic players meet more than once.
const OPENING: u32 = 2;

/// Search depths of MajorityBot.
const DEPTHS: [u32; 3] = [1, 2, 3];

/// What a draw counts.
const DRAWS: [&str; 2] = ["won", "nothing"];

pub(super) fn run(result: &mut Reproduction, options: &Options<'_>) -> Result<(), Shortage> {
    let field = setting("2").specs();
    let field = field
        .into_iter()
        .filter(|spec| spec.kind() != Kind::Majority);
    let field: Vec<Spec> = field.collect();
    let Some(games) = games(result, options) else {
        return Ok(());
    };
    for size in [5, 6, 8] {
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
                let mut row = Row::new(what.clone(), None);
                row.variant = draws.to_string();
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
            }
            if table.is_none() {
                return Ok(());
            }
        }
    }
    result.remarks.push(format!(
        "percent of games won against the other {} bots of Table 2, {games} for each pairing and \
         role after {OPENING} random moves; and games won of {} against the other MajorityBot",
        field.len(),
        2 * games
    ));
    Ok(())
}
