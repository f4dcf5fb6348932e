//! Tables 1 to 3: tournaments.

use crosscram_papers::vandaalen2012::{TABLE_1, TABLE_2, TABLE_3};
use crosscram_players::{Game, Kind, Spec};
use crosscram_rules::Board;
use crosscram_search::SearchError;

use super::PUBLISHED_GAMES;
use super::charts;
use super::claims::Standing;
use super::contest::{self, CrossTable, Rules, Wins, contest, games, stopped};
use super::determined::{agreeing, determined};
use super::papers::{Published, rows};
use super::ranking::{Resampled, bootstrap, mean_distance, rank_correlation, ranks};
use super::readings::{Reading, readings};
use crate::experiment::Experiment;
use crate::json::number;
use crate::options::Options;
use crate::result::{Reproduction, Row};

/// One tournament of ours, in one interpretation.
pub(super) struct Played {
    pub(super) reading: Reading,
    pub(super) table: CrossTable,
    /// Scaled to the published number of games.
    pub(super) wins: Vec<Wins>,
}

/// A published tournament.
pub(super) struct Setting {
    /// The number of its table.
    pub(super) id: &'static str,
    pub(super) published: Vec<Published>,
    pub(super) board: Board,
    /// Whether it was held after the change of section 3.1.
    pub(super) lambda: bool,
}

/// The readings whose results are printed bot by bot.
const SHOWN: [&str; 2] = ["plain", "fitted"];

/// The tournament of a table.
pub(super) fn setting(id: &str) -> Setting {
    let (id, table, size, lambda) = match id {
        "1" => ("1", TABLE_1, 5, false),
        "2" => ("2", TABLE_2, 8, false),
        _ => ("3", TABLE_3, 8, true),
    };
    Setting {
        id,
        published: rows(table),
        board: Board::empty(size, size).expect("a small board"),
        lambda,
    }
}

impl Setting {
    /// Plays the tournament in one interpretation; `None` if the run was stopped.
    pub(super) fn play(
        &self,
        reading: &Reading,
        games: u64,
        options: &Options<'_>,
    ) -> Result<Option<Played>, SearchError> {
        let rules = Rules {
            game: Game::new(self.board),
            games,
            opening: 0,
        };
        let specs: Vec<Spec> = self
            .published
            .iter()
            .map(|row| reading.apply(&row.spec, self.lambda))
            .collect();
        let (rows, cols) = (self.board.rows(), self.board.cols());
        let label = format!("{rows}x{cols}, {}", reading.name);
        let table = contest(&specs, &rules, &label, options)?;
        let scaled = |wins: u64| ((wins * PUBLISHED_GAMES) as f64 / games as f64).round() as u64;
        let wins = |wins: Wins| Wins {
            vertical: scaled(wins.vertical),
            horizontal: scaled(wins.horizontal),
        };
        Ok(table.map(|table| Played {
            reading: reading.clone(),
            wins: table.all_wins().into_iter().map(wins).collect(),
            table,
        }))
    }

    /// The bots as the paper names them.
    pub(super) fn specs(&self) -> Vec<Spec> {
        self.published.iter().map(|row| row.spec.clone()).collect()
    }

    /// The printed wins.
    pub(super) fn wins(&self) -> Vec<Wins> {
        self.published.iter().map(|row| row.wins).collect()
    }

    /// The printed totals.
    pub(super) fn totals(&self) -> Vec<f64> {
        let totals = self.published.iter().map(|row| row.total as f64);
        totals.collect()
    }

    /// The games of each bot in the paper.
    pub(super) fn games(&self) -> f64 {
        (2 * PUBLISHED_GAMES * self.published.len() as u64) as f64
    }

    /// How well a tournament of ours agrees.
    pub(super) fn agreement(&self, played: &Played) -> Agreement {
        // The parts of a row whose total is not their sum are misprinted, one of them at least.
        let sound = |i: &usize| {
            let row = &self.published[*i];
            row.wins.total() == row.total
        };
        let sound: Vec<usize> = (0..self.published.len()).filter(sound).collect();
        let part = |of: &dyn Fn(Wins) -> u64| {
            let parts = |wins: &dyn Fn(usize) -> Wins| {
                let parts = sound.iter().map(|&i| of(wins(i)) as f64);
                parts.collect::<Vec<f64>>()
            };
            let (ours, theirs) = (
                parts(&|i| played.wins[i]),
                parts(&|i| self.published[i].wins),
            );
            rank_correlation(&ours, &theirs).unwrap_or(0.0)
        };
        let (ours, theirs) = (played.totals(), self.totals());
        Agreement {
            totals: rank_correlation(&ours, &theirs).unwrap_or(0.0),
            vertical: part(&|wins| wins.vertical),
            horizontal: part(&|wins| wins.horizontal),
            distance: mean_distance(&ours, &theirs),
        }
    }
}

/// How well a tournament agrees with the published one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Agreement {
    /// Rank correlations of all wins, and of those in each role.
    pub(super) totals: f64,
    pub(super) vertical: f64,
    pub(super) horizontal: f64,
    /// The mean distance of wins.
    pub(super) distance: f64,
}

impl Agreement {
    /// As a row about all bots together.
    pub(super) fn row(&self, variant: &str) -> Row {
        let rounded = |number: f64| (number * 1e4).round() / 1e4;
        let row = Row::new("rank correlation", None).variant(variant);
        row.measured(rounded(self.totals)).more([
            ("V", rounded(self.vertical).into()),
            ("H", rounded(self.horizontal).into()),
            (
                "mean_distance",
                ((self.distance * 10.0).round() / 10.0).into(),
            ),
        ])
    }
}

impl Played {
    /// All wins of each bot, scaled.
    pub(super) fn totals(&self) -> Vec<f64> {
        self.wins.iter().map(|wins| wins.total() as f64).collect()
    }
}

/// A tournament for each reading.
pub(super) fn searches(experiment: &Experiment, options: &Options<'_>) -> usize {
    let bots = setting(experiment.id).published.len();
    contest::searches(&vec![bots; readings().len()], options)
}

pub(super) fn run(result: &mut Reproduction, options: &Options<'_>) -> Result<(), SearchError> {
    let Some(games) = games(result, options) else {
        return Ok(());
    };
    let setting = setting(result.experiment.id);
    let mut tournaments = Vec::new();
    for reading in readings() {
        match setting.play(&reading, games, options)? {
            Some(played) => tournaments.push(played),
            None => return stopped(result, &reading.name),
        }
    }
    fill(result, &setting, &tournaments);
    judge(result, &setting, &tournaments);
    let shown: Vec<&Played> = tournaments.iter().filter(shown).collect();
    charts::scatter(result, &setting, &shown);
    charts::by_depth(result, &setting, &shown);
    Ok(())
}

fn shown(played: &&Played) -> bool {
    SHOWN.contains(&played.reading.name.as_str())
}

/// A row for each bot and each interpretation that is shown.
fn fill(result: &mut Reproduction, setting: &Setting, tournaments: &[Played]) {
    let rank = ranks(&setting.totals());
    for (i, bot) in setting.published.iter().enumerate() {
        for played in tournaments.iter().filter(shown) {
            let wins = played.wins[i];
            let row = Row::new(bot.spec.to_string(), Some(bot.total.into()))
                .variant(&played.reading.name)
                .not_compared()
                .measured(wins.total() as f64);
            let mut row = row.more([
                ("published_rank", number(rank[i])),
                ("published_V", bot.wins.vertical.into()),
                ("published_H", bot.wins.horizontal.into()),
                ("rank", number(ranks(&played.totals())[i])),
                ("V", wins.vertical.into()),
                ("H", wins.horizontal.into()),
            ]);
            row.note = bot.note.to_string();
            result.rows.push(row);
        }
    }
}

/// What all bots together say of each interpretation.
fn judge(result: &mut Reproduction, setting: &Setting, tournaments: &[Played]) {
    let games = tournaments.first().map_or(0, |played| played.table.games());
    result.remark(format!(
        "{games} games for each pairing and role; wins of ours are scaled to the published \
         {PUBLISHED_GAMES}; the printed totals, which add up to the number of games, are compared"
    ));
    let candidates: Vec<Vec<f64>> = tournaments.iter().map(Played::totals).collect();
    let resampled = bootstrap(&candidates, &setting.totals());
    for (played, Resampled { interval, best }) in tournaments.iter().zip(resampled) {
        let Reading { name, about, .. } = &played.reading;
        let agreement = setting.agreement(played);
        let Agreement {
            totals,
            vertical,
            horizontal,
            distance,
        } = agreement;
        result.remark(format!(
            "rank correlation {totals:.2} for reading '{name}' (V {vertical:.2}, H {horizontal:.2}; \
             {:.2} to {:.2} in 95 % of samples of the bots, the best of these readings in {:.0} %), \
             {distance:.0} wins off on average: {about}",
            interval.0,
            interval.1,
            100.0 * best
        ));
        let row = agreement.row(name).more([
            ("interval_low", interval.0.into()),
            ("interval_high", interval.1.into()),
            ("best_of_samples", best.into()),
        ]);
        result.overall.push(row);
    }
    result.remark(format!(
        "wins by depth, V/H in percent: published {}",
        by_depth(setting, &setting.wins())
    ));
    for played in tournaments.iter().filter(shown) {
        result.remark(format!(
            "wins by depth, V/H in percent: '{}' {}",
            played.reading.name,
            by_depth(setting, &played.wins)
        ));
    }
    if let Some(results) = determined(&setting.published) {
        for played in tournaments {
            let agreeing = agreeing(&results, &played.table);
            result.remark(format!(
                "of the 16 results among the four worst bots that the printed wins determine, \
                 '{}' has {agreeing}",
                played.reading.name
            ));
        }
    }
    remark_claims(result, setting, tournaments);
    remark_furthest(result, setting, tournaments);
}

/// The claims of section 4.1, as published and in each interpretation that is shown.
fn remark_claims(result: &mut Reproduction, setting: &Setting, tournaments: &[Played]) {
    let specs = setting.specs();
    let mut remark = |name: &str, wins: &[f64], table: Option<&CrossTable>| {
        let standing = Standing {
            specs: &specs,
            wins,
            table,
            games: match table {
                Some(table) => table.games(),
                None => PUBLISHED_GAMES,
            },
        };
        for claim in standing.claims() {
            result
                .remarks
                .push(format!("claim, {name}: {}", claim.sentence()));
        }
    };
    remark("as printed", &setting.totals(), None);
    for played in tournaments.iter().filter(shown) {
        let name = format!("'{}'", played.reading.name);
        remark(&name, &played.table.totals(), Some(&played.table));
    }
}

fn remark_furthest(result: &mut Reproduction, setting: &Setting, tournaments: &[Played]) {
    let rank = ranks(&setting.totals());
    let Some(fitted) = tournaments.last() else {
        return;
    };
    let ours = ranks(&fitted.totals());
    let furthest = (0..rank.len()).max_by(|&i, &j| {
        let distance = |i: usize| (rank[i] - ours[i]).abs();
        distance(i).total_cmp(&distance(j))
    });
    if let Some(i) = furthest {
        result.remark(format!(
            "furthest from its published rank in reading '{}': {}, {} instead of {}",
            fitted.reading.name,
            setting.published[i].spec,
            number(ours[i]),
            number(rank[i])
        ));
    }
}

/// The depths of the bots that search.
pub(super) fn depths(setting: &Setting) -> Vec<u32> {
    let searching = setting.published.iter();
    let searching = searching.filter(|row| row.spec.kind() != Kind::Random);
    let mut depths: Vec<u32> = searching.map(|row| row.spec.settings().depth).collect();
    depths.sort_unstable();
    depths.dedup();
    depths
}

/// The share of games that the bots of one depth win in each role, in percent.
pub(super) fn shares(setting: &Setting, wins: &[Wins], depth: u32) -> (f64, f64) {
    let of_depth = |(row, _): &(&Published, &Wins)| {
        row.spec.kind() != Kind::Random && row.spec.settings().depth == depth
    };
    let bots = setting.published.iter().zip(wins).filter(of_depth);
    let bots: Vec<&Wins> = bots.map(|(_, wins)| wins).collect();
    let all = setting.games() / 2.0 * bots.len() as f64;
    let share =
        |of: fn(&Wins) -> u64| 100.0 * bots.iter().map(|wins| of(wins)).sum::<u64>() as f64 / all;
    (share(|wins| wins.vertical), share(|wins| wins.horizontal))
}

fn by_depth(setting: &Setting, wins: &[Wins]) -> String {
    let parts = depths(setting).into_iter().map(|depth| {
        let (vertical, horizontal) = shares(setting, wins, depth);
        format!("{depth}: {vertical:.0}/{horizontal:.0}")
    });
    parts.collect::<Vec<_>>().join(", ")
}
