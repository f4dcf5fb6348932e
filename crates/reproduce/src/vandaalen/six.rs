//! Section 4.1's tournament on 6x6, of which the paper gives no table but some results.
//!
//! No interpretation was fitted to it, so that it tests the fitted one.

use crosscram_rules::Board;
use crosscram_search::SearchError;

use super::claims::{Claim, Standing, rounded};
use super::contest::{self, games, stopped};
use super::ranking::{rank_correlation, ranks};
use super::readings::{fitted, plain};
use super::tables::{Played, Setting, setting};
use crate::experiment::Experiment;
use crate::json::number;
use crate::options::Options;
use crate::result::{Reproduction, Row};
use crosscram_papers::Number;
use crosscram_support::columns::{Align, aligned};

/// A tournament for each of two readings.
pub(super) fn searches(_: &Experiment, options: &Options<'_>) -> usize {
    let bots = setting("1").published.len();
    contest::searches(&[bots; 2], options)
}

pub(super) fn run(result: &mut Reproduction, options: &Options<'_>) -> Result<(), SearchError> {
    let Some(games) = games(result, options) else {
        return Ok(());
    };
    let setting = Setting {
        id: "6x6",
        board: Board::empty(6, 6).expect("a small board"),
        ..setting("1")
    };
    let specs = setting.specs();
    for reading in [plain(), fitted()] {
        let Some(played) = setting.play(&reading, games, options)? else {
            return stopped(result, &reading.name);
        };
        let wins = played.table.totals();
        let standing = Standing {
            specs: &specs,
            wins: &wins,
            table: Some(&played.table),
            games: played.table.games(),
        };
        let mut claims = standing.claims_of_6x6();
        claims.push(similar(&wins, &setting));
        claims.extend(standing.claims());
        for claim in claims {
            result.rows.push(row(&claim, &reading.name, specs.len()));
        }
        result.lines.push(format!(
            "'{}', {games} games for each pairing and role, wins scaled to 10:",
            reading.name
        ));
        result.lines.extend(ranking(&setting, &played));
        result.overall.extend(standings(&setting, &played));
    }
    let (held, all) = holding(result, "fitted");
    let (plainly, _) = holding(result, "plain");
    result.remark(format!(
        "of {all} statements, {held} hold in reading 'fitted' and {plainly} in 'plain'; no reading \
         was fitted to this board"
    ));
    Ok(())
}

/// The paper leaves 6x6 out because it is like 5x5.
fn similar(wins: &[f64], setting: &Setting) -> Claim {
    let number = rank_correlation(wins, &setting.totals()).unwrap_or(0.0);
    let what = "rank correlation with the published wins on 5x5";
    Claim::new(what, rounded(number, 100.0), number > 0.8, "similar")
}

fn row(claim: &Claim, reading: &str, bots: usize) -> Row {
    let published = match claim.says {
        "first" => Some(Number::exact(1.0)),
        "second worst" => Some(Number::exact(bots as f64 - 1.0)),
        _ => None,
    };
    let row = Row::new(claim.what.clone(), published);
    let row = row.variant(reading).not_compared().measured(claim.number);
    let mut row = row.more([("holds", claim.holds.into())]);
    row.note = format!("the paper: {}", claim.says);
    row
}

/// How many rows of a reading hold, and how many there are.
fn holding(result: &Reproduction, reading: &str) -> (usize, usize) {
    let rows = result.rows.iter().filter(|row| row.variant == reading);
    let holds = rows.map(|row| row.more.iter().any(|cell| *cell == ("holds", true.into())));
    let holds: Vec<bool> = holds.collect();
    (holds.iter().filter(|holds| **holds).count(), holds.len())
}

/// The bots, the best first.
fn order(played: &Played) -> Vec<usize> {
    let totals = played.totals();
    let mut order: Vec<usize> = (0..totals.len()).collect();
    order.sort_by(|&i, &j| totals[j].total_cmp(&totals[i]));
    order
}

/// The ranking as lines of text.
fn ranking(setting: &Setting, played: &Played) -> Vec<String> {
    let ranks = ranks(&played.totals());
    let mut cells = vec![["rank", "bot", "wins", "V", "H"].map(String::from).to_vec()];
    cells.extend(order(played).into_iter().map(|i| {
        let wins = played.wins[i];
        vec![
            number(ranks[i]).to_string(),
            setting.published[i].spec.to_string(),
            wins.total().to_string(),
            wins.vertical.to_string(),
            wins.horizontal.to_string(),
        ]
    }));
    use Align::{Left, Right};
    let text = aligned(2, &[Right, Left, Right, Right, Right], &cells);
    text.lines().map(str::to_string).collect()
}

/// The ranking as rows, for programs.
fn standings(setting: &Setting, played: &Played) -> Vec<Row> {
    let ranks = ranks(&played.totals());
    let rows = order(played).into_iter().map(|i| {
        let bot = setting.published[i].spec.to_string();
        let row = played.wins[i].row(bot, ranks[i]);
        row.variant(&played.reading.name)
    });
    rows.collect()
}
