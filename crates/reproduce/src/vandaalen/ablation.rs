//! The fitted interpretation without each of its switches: which of them do the tables ask for?

use crosscram_search::SearchError;

use super::contest::{self, games};
use super::ranking::{bootstrap, permutations_as_good};
use super::readings::{FITTED, Reading, fitted, plain};
use super::tables::{Agreement, Played, setting};
use crate::experiment::{Experiment, OnRow};
use crate::options::Options;
use crate::result::{Reproduction, Row};

const TABLES: [&str; 3] = ["1", "2", "3"];

/// The definitions, the fitted reading, and it without each of its switches.
fn compared() -> Vec<Reading> {
    let mut readings = vec![plain(), fitted()];
    readings.extend(FITTED.iter().map(|switch| fitted().without(switch)));
    readings
}

/// A tournament for each table and each reading.
pub(super) fn searches(_: &Experiment, options: &Options<'_>) -> usize {
    let bots = TABLES.map(|table| setting(table).published.len());
    compared().len() * contest::searches(&bots, options)
}

/// The rows before they are played.
fn expected() -> Vec<Row> {
    let any = Agreement {
        totals: 0.123,
        vertical: 0.1234,
        horizontal: 0.1234,
        distance: 123.4,
    };
    let rows = TABLES.iter().flat_map(|table| {
        compared().into_iter().map(move |reading| {
            let mut row = any.row(&reading.name);
            row.what = format!("Table {table}");
            row.more([("fitted_is_better", 100.0.into())])
        })
    });
    rows.collect()
}

pub(super) fn run(
    result: &mut Reproduction,
    options: &Options<'_>,
    on_row: &mut OnRow<'_>,
) -> Result<(), SearchError> {
    let Some(games) = games(result, options) else {
        return Ok(());
    };
    let readings = compared();
    result.expected = expected();
    for table in TABLES {
        let setting = setting(table);
        let name = format!("Table {table}");
        let mut played: Vec<Played> = Vec::new();
        for reading in &readings {
            match setting.play(reading, games, options)? {
                Some(one) => played.push(one),
                None => {
                    let row = Row::new(name, None).variant(&reading.name);
                    result.rows.push(row);
                    return Ok(());
                }
            }
        }
        let totals: Vec<Vec<f64>> = played.iter().map(Played::totals).collect();
        let theirs = setting.totals();
        for (i, one) in played.iter().enumerate() {
            let mut row = setting.agreement(one).row(&one.reading.name);
            row.what.clone_from(&name);
            if i != 1 {
                // Against the fitted reading alone, on the same samples.
                let pair = bootstrap(&[totals[1].clone(), totals[i].clone()], &theirs);
                row.more
                    .push(("fitted_is_better", (pair[0].best * 100.0).round().into()));
            }
            result.rows.push(row);
            on_row(result);
        }
        let by_chance = permutations_as_good(&totals[1], &theirs);
        result.remark(format!(
            "{name}: {by_chance} of 10,000 random rankings agree as well as the fitted reading"
        ));
    }
    result.remark(
        "numbers are rank correlations of wins; 'fitted is better': in percent of samples of the \
         bots, drawn with replacement",
    );
    for switch in &FITTED {
        result.remark(format!(
            "{}: {} ({})",
            fitted().without(switch).name,
            switch.about,
            switch.place
        ));
    }
    Ok(())
}
