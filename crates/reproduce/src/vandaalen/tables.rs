//! Tables 1 to 3: tournaments.

use crosscram_papers::vandaalen2012::{TABLE_1, TABLE_2, TABLE_3};
use crosscram_players::{Game, Spec};
use crosscram_rules::Board;

use super::contest::{Rules, Wins, contest};
use super::papers::{Published, rows};
use super::ranking::{rank_correlation, ranks};
use super::readings::{READINGS, Reading};
use super::{Experiment, PUBLISHED_GAMES, Sheet};
use crate::options::Options;

const HEADS: &[&str] = &[
    "bot",
    "rank",
    "V",
    "H",
    "wins",
    "plain_rank",
    "plain_wins",
    "fitted_rank",
    "fitted_V",
    "fitted_H",
    "fitted_wins",
    "note",
];

/// One tournament of ours.
struct Played {
    reading: &'static Reading,
    wins: Vec<Wins>,
    ranks: Vec<f64>,
    correlation: f64,
}

pub(super) fn run(experiment: &'static Experiment, options: &Options<'_>) -> Sheet {
    let (text, size, lambda) = match experiment.id {
        "1" => (TABLE_1, 5, false),
        "2" => (TABLE_2, 8, false),
        _ => (TABLE_3, 8, true),
    };
    let published = rows(text);
    let board = Board::empty(size, size).expect("a small board");
    let games = options.up_to.clamp(1, PUBLISHED_GAMES);
    let rules = Rules {
        game: Game::new(board),
        games,
        opening: 0,
    };
    let mut sheet = Sheet::new(experiment, HEADS);
    let mut tournaments = Vec::new();
    for reading in &READINGS {
        let specs: Vec<Spec> = published
            .iter()
            .map(|row| reading.apply(&row.spec, lambda))
            .collect();
        let label = format!("Table {}, {}", experiment.id, reading.name);
        let Some(wins) = contest(&specs, &rules, &label, options) else {
            sheet.interrupted = true;
            return sheet;
        };
        tournaments.push(judged(reading, wins, &published));
    }
    fill(&mut sheet, &published, &tournaments, games);
    sheet
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

fn fill(sheet: &mut Sheet, published: &[Published], tournaments: &[Played], games: u64) {
    let find = |name: &str| {
        let mut all = tournaments.iter();
        all.find(|played| played.reading.name == name)
            .expect("a reading of the list")
    };
    let (plain, fitted) = (find("plain"), find("fitted"));
    let theirs: Vec<f64> = published.iter().map(|row| row.total as f64).collect();
    let rank = ranks(&theirs);
    let scaled = |wins: u64| ((wins * PUBLISHED_GAMES) as f64 / games as f64).round() as u64;
    for (i, row) in published.iter().enumerate() {
        sheet.row([
            row.spec.to_string(),
            place(rank[i]),
            row.vertical.to_string(),
            row.horizontal.to_string(),
            row.total.to_string(),
            place(plain.ranks[i]),
            scaled(plain.wins[i].total()).to_string(),
            place(fitted.ranks[i]),
            scaled(fitted.wins[i].vertical).to_string(),
            scaled(fitted.wins[i].horizontal).to_string(),
            scaled(fitted.wins[i].total()).to_string(),
            row.note.to_string(),
        ]);
    }
    sheet.remarks.push(format!(
        "{} games for each pairing and role; wins of ours are scaled to the published {}",
        games, PUBLISHED_GAMES
    ));
    for played in tournaments {
        let Played {
            reading,
            correlation,
            ..
        } = played;
        sheet.remarks.push(format!(
            "rank correlation {correlation:.2} for reading '{}': {}",
            reading.name, reading.about
        ));
        sheet.correlations.push((reading.name, *correlation));
    }
    let furthest = (0..published.len()).max_by(|&i, &j| {
        let distance = |i: usize| (rank[i] - fitted.ranks[i]).abs();
        distance(i).total_cmp(&distance(j))
    });
    if let Some(i) = furthest {
        sheet.remarks.push(format!(
            "furthest from its published rank in reading 'fitted': {}, {} instead of {}",
            published[i].spec,
            place(fitted.ranks[i]),
            place(rank[i])
        ));
    }
}

/// A rank without needless places.
pub(super) fn place(rank: f64) -> String {
    match rank.fract() == 0.0 {
        true => format!("{rank:.0}"),
        false => format!("{rank:.1}"),
    }
}
