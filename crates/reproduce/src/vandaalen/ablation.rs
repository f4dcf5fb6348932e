//! The fitted interpretation without each of its switches: which of them do the tables ask for?

use crosscram_search::Shortage;

use super::contest::games;
use super::ranking::{bootstrap, permutations_as_good};
use super::readings::{FITTED, Reading, fitted, plain};
use super::tables::{Played, setting};
use crate::options::Options;
use crate::result::{Reproduction, Row};

pub(super) fn run(result: &mut Reproduction, options: &Options<'_>) -> Result<(), Shortage> {
    let Some(games) = games(result, options) else {
        return Ok(());
    };
    let mut readings: Vec<Reading> = vec![plain(), fitted()];
    readings.extend(FITTED.iter().map(|switch| fitted().without(switch)));
    for table in ["1", "2", "3"] {
        let setting = setting(table);
        let name = format!("Table {table}");
        let mut played: Vec<Played> = Vec::new();
        for reading in &readings {
            match setting.play(reading, games, options)? {
                Some(one) => played.push(one),
                None => {
                    let mut row = Row::new(name.clone(), None);
                    row.variant = reading.name.clone();
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
        }
        let by_chance = permutations_as_good(&totals[1], &theirs);
        result.remarks.push(format!(
            "{name}: {by_chance} of 10,000 random rankings agree as well as the fitted reading"
        ));
    }
    result.remarks.push(
        "numbers are rank correlations of wins; 'fitted is better': in percent of samples of the \
         bots, drawn with replacement"
            .to_string(),
    );
    for switch in &FITTED {
        result.remarks.push(format!(
            "{}: {} ({})",
            fitted().without(switch).name,
            switch.about,
            switch.place
        ));
    }
    Ok(())
}
