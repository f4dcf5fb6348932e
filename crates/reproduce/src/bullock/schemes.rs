//! Fig. 4.3: nodes with the replacement schemes of a transposition table at different sizes.

use super::charts::{Kind, draw};
use super::sets::Set;
use crate::lab::Measurements;
use crate::options::{Options, PositionSet};
use crate::plan::{Draft, Measure, engine_of, search};
use crate::result::{Reproduction, Row};
use crate::text::distinct;
use crosscram_plot::Series;
use crosscram_rules::Player;
use crosscram_search::{Replacement, TableSize};
use std::ops::RangeInclusive;

/// Powers of two for the number of entries: from some hundreds of nodes per entry, where a table
/// is far too small, to several entries per node.
const SIZES: RangeInclusive<u32> = 10..=18;

/// The name of a row: its set and the entries of the table.
fn what(set: &str, entries: u64) -> String {
    match entries.is_power_of_two() {
        true => format!("{set} 2^{}", entries.ilog2()),
        false => format!("{set} {entries}"),
    }
}

/// The set and the entries in the name of a row.
fn set_and_entries(row: &Row) -> Option<(&str, u64)> {
    let (set, size) = row.what.rsplit_once(' ')?;
    match size.parse() {
        Ok(TableSize::Entries(entries)) => Some((set, entries)),
        _ => None,
    }
}

/// The sets that come with the experiment.
fn usual_sets() -> Vec<(PositionSet, u64)> {
    let sets = Set::ALL.iter().map(|set| {
        let members = set.members();
        let cost = members.iter().map(|member| member.nodes).sum();
        let positions = members.iter().map(|member| {
            let first = member.position.to_move.unwrap_or(Player::Horizontal);
            (member.position.board, first)
        });
        let set = PositionSet {
            name: set.name().to_string(),
            positions: positions.collect(),
        };
        (set, cost)
    });
    sets.collect()
}

pub(super) fn plan(options: &Options<'_>) -> Vec<Draft> {
    let sets = match options.schemes.sets {
        [] => usual_sets(),
        // Whoever names positions wants them solved.
        own => own.iter().map(|set| (set.clone(), 0)).collect(),
    };
    let entries: Vec<u64> = match options.schemes.entries {
        [] => SIZES.map(|size| 1 << size).collect(),
        own => own.to_vec(),
    };
    let schemes = match options.schemes.schemes {
        [] => Replacement::ALL,
        own => own,
    };
    let mut drafts = Vec::new();
    for (set, cost) in &sets {
        for &entries in &entries {
            for &replacement in schemes {
                let engine =
                    format!("--engine obsequi --replacement {replacement} --table {entries}");
                let engine = engine_of(&engine);
                let tasks = set
                    .positions
                    .iter()
                    .map(|&(board, first)| search(board, first, &engine));
                let row = Row::new(what(&set.name, entries), None);
                let row = row.variant(replacement.name()).not_compared();
                let tasks = tasks.collect();
                drafts.push(Draft::new(row, tasks, Measure::Mean, *cost, options));
            }
        }
    }
    drafts
}

pub(super) fn finish(result: &mut Reproduction, _: &Measurements) {
    let rows = std::mem::take(&mut result.rows);
    let sets = distinct(rows.iter().filter_map(|row| Some(set_and_entries(row)?.0)));
    let sizes = distinct(rows.iter().filter_map(|row| Some(set_and_entries(row)?.1)));
    let found = |set: &str, entries: u64, scheme: Replacement| {
        let what = what(set, entries);
        let mut rows = rows.iter();
        rows.find(|row| row.what == what && row.variant == scheme.name())
    };
    let mean = |set: &str, entries: u64, scheme: Replacement| {
        found(set, entries, scheme).and_then(Row::ours)
    };
    let usual = sets
        .iter()
        .all(|set| Set::ALL.iter().any(|own| own.name() == *set));
    result.remark(match usual {
        true => "published as a graph only, from 10x10 positions that are not printed; these sets are our \
                 own, from 8x9"
            .to_string(),
        false => "published as a graph only, from 10x10 positions that are not printed".to_string(),
    });
    for set in sets {
        let own = |scheme: &&Replacement| rows.iter().any(|row| row.variant == scheme.name());
        let series = Replacement::ALL.iter().filter(own).map(|&scheme| {
            let points = sizes
                .iter()
                .filter_map(|&size| Some(((size as f64).log2(), mean(set, size, scheme)?)));
            Series::new(scheme.name()).points(points)
        });
        let title = format!("Replacement schemes, {set} positions");
        let part = format!("-{set}");
        draw(result, ("4.3", &part), Kind::Tables, &title, series);
        let pairs = sizes.iter().filter_map(|&size| {
            let find_first = mean(set, size, Replacement::FindFirst)?;
            let two_big = mean(set, size, Replacement::TwoBig)?;
            Some(Pair {
                load: find_first / size as f64,
                find_first_better: find_first < two_big,
            })
        });
        let pairs: Vec<Pair> = pairs.collect();
        result.remarks.extend(crossover(set, &pairs));
        let seconds = Replacement::ALL.iter().filter_map(|&scheme| {
            let seconds = sizes.iter().map(|&size| found(set, size, scheme)?.seconds);
            let seconds: f64 = seconds.sum::<Option<f64>>()?;
            Some(format!("{} {seconds:.2}", scheme.name()))
        });
        let seconds: Vec<String> = seconds.collect();
        if !seconds.is_empty() {
            let remark = format!(
                "{set}: seconds of all sizes together: {}",
                seconds.join(", ")
            );
            result.remark(remark);
        }
    }
    result.rows = rows;
}

/// FindFirst against TwoBig at one size.
#[derive(Clone, Copy)]
struct Pair {
    /// FindFirst's nodes per entry.
    load: f64,
    find_first_better: bool,
}

/// Describes where the two schemes cross over: the load (nodes per entry) up to which FindFirst and from
/// which TwoBig needs fewer nodes. The thesis (section 4.1.4) puts it at about 50. `pairs` go from the
/// highest load to the lowest.
fn crossover(name: &str, pairs: &[Pair]) -> Option<String> {
    let (highest, lowest) = (pairs.first()?.load, pairs.last()?.load);
    let wins = pairs.iter().filter(|pair| pair.find_first_better).count();
    let (two_big, find_first) = pairs.split_at(pairs.len() - wins);
    let clean = find_first.iter().all(|pair| pair.find_first_better);
    Some(match (clean, two_big.last(), find_first.first()) {
        (true, Some(above), Some(below)) => format!(
            "{name}: find-first needs fewer nodes than two-big up to {:.1} nodes per entry, more \
             from {:.1} on (thesis: crossover at about 50)",
            below.load, above.load
        ),
        (true, None, _) => format!(
            "{name}: find-first needs fewer nodes than two-big at every size, {lowest:.1} to \
             {highest:.1} nodes per entry (thesis: up to about 50)"
        ),
        (true, _, None) => format!(
            "{name}: two-big needs no more nodes than find-first at any size, {lowest:.1} to \
             {highest:.1} nodes per entry (thesis: only from about 50)"
        ),
        (false, ..) => format!(
            "{name}: find-first needs fewer nodes than two-big at {wins} of {} sizes, without a \
             single crossover (thesis: at about 50 nodes per entry)",
            pairs.len()
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(better: &[bool], expected: &str) {
        let loads = [80.0, 40.0, 20.0, 10.0].into_iter().zip(better);
        let pair = |(load, &find_first_better)| Pair {
            load,
            find_first_better,
        };
        let pairs: Vec<Pair> = loads.map(pair).collect();
        let text = crossover("easier", &pairs).unwrap_or_default();
        assert!(text.contains(expected), "{text}");
    }

    #[test]
    fn crossovers() {
        check(
            &[false, false, true, true],
            "up to 20.0 nodes per entry, more from 40.0 on",
        );
        check(
            &[true; 4],
            "find-first needs fewer nodes than two-big at every size, 10.0 to 80.0",
        );
        check(
            &[false; 4],
            "two-big needs no more nodes than find-first at any size, 10.0 to 80.0",
        );
        check(
            &[false, true, false, true],
            "at 2 of 4 sizes, without a single crossover",
        );
        check(&[], "");
    }
}
