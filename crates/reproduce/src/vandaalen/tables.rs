//! Tables 1 to 3: tournaments.

use crosscram_papers::vandaalen2012::{TABLE_1, TABLE_2, TABLE_3};
use crosscram_players::{Game, Spec};
use crosscram_rules::Board;
use crosscram_search::Shortage;
use serde_json::Value;

use super::PUBLISHED_GAMES;
use super::contest::{Rules, Wins, contest};
use super::papers::{Published, rows};
use super::ranking::{rank_correlation, ranks};
use super::readings::{READINGS, Reading};
use crate::options::Options;
use crate::result::{Reproduction, Row};

/// One tournament of ours.
struct Played {
    reading: &'static Reading,
    wins: Vec<Wins>,
    ranks: Vec<f64>,
    correlation: f64,
}

/// The readings whose results are printed bot by bot.
const SHOWN: [&str; 2] = ["plain", "fitted"];

pub(super) fn run(result: &mut Reproduction, options: &Options<'_>) -> Result<(), Shortage> {
    let id = result.experiment.id;
    let (table, size, lambda) = match id {
        "1" => (TABLE_1, 5, false),
        "2" => (TABLE_2, 8, false),
        _ => (TABLE_3, 8, true),
    };
    let published = rows(table);
    let board = Board::empty(size, size).expect("a small board");
    let games = options.up_to.clamp(1, PUBLISHED_GAMES);
    let rules = Rules {
        game: Game::new(board),
        games,
        opening: 0,
    };
    let mut tournaments = Vec::new();
    for reading in &READINGS {
        let specs: Vec<Spec> = published
            .iter()
            .map(|row| reading.apply(&row.spec, lambda))
            .collect();
        let label = format!("Table {id}, {}", reading.name);
        let Some(wins) = contest(&specs, &rules, &label, options)? else {
            let mut row = Row::new("tournament", None);
            row.variant = reading.name.to_string();
            result.rows.push(row);
            return Ok(());
        };
        tournaments.push(judged(reading, wins, &published));
    }
    fill(result, &published, &tournaments, games);
    Ok(())
}

fn judged(reading: &'static Reading, wins: Vec<Wins>, published: &[Published]) -> Played {
    let ours: Vec<f64> = wins.iter().map(|wins| wins.total() as f64).collect();
    let theirs: Vec<f64> = published.iter().map(|row| row.total as f64).collect();
    Played {
        reading,
        wins,
        ranks: ranks(&ours),
        correlation: rank_correlation(&ours, &theirs).unwrap_or(0.0),
    }
}

fn fill(result: &mut Reproduction, published: &[Published], tournaments: &[Played], games: u64) {
    let theirs: Vec<f64> = published.iter().map(|row| row.total as f64).collect();
    let rank = ranks(&theirs);
    let scaled = |wins: u64| ((wins * PUBLISHED_GAMES) as f64 / games as f64).round();
    let shown = |played: &&Played| SHOWN.contains(&played.reading.name);
    for (i, bot) in published.iter().enumerate() {
        for played in tournaments.iter().filter(shown) {
            let wins = played.wins[i];
            let mut row = Row::new(bot.spec.to_string(), Some(bot.total.into()));
            row.variant = played.reading.name.to_string();
            row.comparable = false;
            row.measure(scaled(wins.total()));
            row.more = vec![
                ("published_rank", place(rank[i])),
                ("published_V", bot.vertical.into()),
                ("published_H", bot.horizontal.into()),
                ("rank", place(played.ranks[i])),
                ("V", (scaled(wins.vertical) as u64).into()),
                ("H", (scaled(wins.horizontal) as u64).into()),
            ];
            row.note = bot.note.to_string();
            result.rows.push(row);
        }
    }
    result.remarks.push(format!(
        "{} games for each pairing and role; wins of ours are scaled to the published {}",
        games, PUBLISHED_GAMES
    ));
    for Played {
        reading,
        correlation,
        ..
    } in tournaments
    {
        result.remarks.push(format!(
            "rank correlation {correlation:.2} for reading '{}': {}",
            reading.name, reading.about
        ));
        let mut row = Row::new("rank correlation", None);
        row.variant = reading.name.to_string();
        row.measure((correlation * 1e4).round() / 1e4);
        result.overall.push(row);
    }
    let fitted = tournaments.last().expect("the reading that fits best");
    let furthest = (0..published.len()).max_by(|&i, &j| {
        let distance = |i: usize| (rank[i] - fitted.ranks[i]).abs();
        distance(i).total_cmp(&distance(j))
    });
    if let Some(i) = furthest {
        result.remarks.push(format!(
            "furthest from its published rank in reading '{}': {}, {} instead of {}",
            fitted.reading.name,
            published[i].spec,
            place(fitted.ranks[i]),
            place(rank[i])
        ));
    }
}

/// A rank, as an integer if it is one.
pub(super) fn place(rank: f64) -> Value {
    match rank.fract() == 0.0 {
        true => Value::from(rank as u64),
        false => Value::from(rank),
    }
}
