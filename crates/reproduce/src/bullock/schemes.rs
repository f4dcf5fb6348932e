//! Fig. 4.3: nodes with the replacement schemes of a transposition table at different sizes.

use super::charts::{Kind, chart};
use super::sets::Set;
use crate::lab::Measurements;
use crate::options::Options;
use crate::plan::{Draft, Measure, search};
use crate::result::{Reproduction, Row};
use crosscram_plot::Series;
use crosscram_rules::Player;
use crosscram_search::{ClassicOptions, Program, Replacement, TableSize};
use std::ops::RangeInclusive;

/// Powers of two for the number of entries: from some hundreds of nodes per entry, where a table
/// is far too small, to several entries per node.
const SIZES: RangeInclusive<u32> = 10..=18;

fn what(set: Set, size: u32) -> String {
    format!("{} 2^{size}", set.name())
}

pub(super) fn plan(options: &Options<'_>) -> Vec<Draft> {
    let mut drafts = Vec::new();
    for set in Set::ALL {
        let members = set.members();
        let cost = members.iter().map(|member| member.nodes).sum();
        for size in SIZES {
            for &replacement in Replacement::ALL {
                let engine = ClassicOptions {
                    replacement,
                    table: TableSize::Entries(1 << size),
                    ..ClassicOptions::of(Program::Obsequi)
                };
                let tasks = members.iter().map(|member| {
                    let first = member.position.to_move.unwrap_or(Player::Horizontal);
                    search(member.position.board, first, &engine)
                });
                let mut row = Row::new(what(set, size), None);
                row.variant = replacement.name().to_string();
                row.comparable = false;
                drafts.push(Draft::new(
                    row,
                    tasks.collect(),
                    Measure::Mean,
                    cost,
                    options,
                ));
            }
        }
    }
    drafts
}

pub(super) fn finish(result: &mut Reproduction, _: &Measurements) {
    let rows = std::mem::take(&mut result.rows);
    let mean = |set: Set, size: u32, scheme: Replacement| {
        let what = what(set, size);
        let row = rows
            .iter()
            .find(|row| row.what == what && row.variant == scheme.name());
        row.and_then(Row::ours)
    };
    result.remarks.push(
        "published as a graph only, from 10x10 positions that are not printed; these sets are our \
         own, from 8x9"
            .to_string(),
    );
    for set in Set::ALL {
        let series = Replacement::ALL.iter().map(|&scheme| {
            let points = SIZES.filter_map(|size| Some((f64::from(size), mean(set, size, scheme)?)));
            Series::new(scheme.name()).points(points)
        });
        let title = format!("Replacement schemes, {} positions", set.name());
        let (name, graph) = chart("4.3", Kind::Tables, &title, series);
        let name = format!("{name}-{}", set.name());
        result.draw(&name, &graph.id(&name));

        let pairs = SIZES.filter_map(|size| {
            let find_first = mean(set, size, Replacement::FindFirst)?;
            let two_big = mean(set, size, Replacement::TwoBig)?;
            Some(Pair {
                load: find_first / (1u64 << size) as f64,
                find_first_better: find_first < two_big,
            })
        });
        let pairs: Vec<Pair> = pairs.collect();
        result.remarks.extend(crossover(set, &pairs));
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
fn crossover(set: Set, pairs: &[Pair]) -> Option<String> {
    let (highest, lowest) = (pairs.first()?.load, pairs.last()?.load);
    let name = set.name();
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
        let text = crossover(Set::Easier, &pairs).unwrap_or_default();
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
