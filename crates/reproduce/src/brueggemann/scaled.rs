//! Section 6.1: whether Domineering's outcomes carry over to Triomineering on boards half as long
//! again.

use super::empty;
use crate::experiment::{Experiment, OnRow};
use crate::lab::{self, Measurement, Task};
use crate::options::Options;
use crate::plan::{EXPECTED_NODES, outcome, search, tromino_searches};
use crate::result::{Reproduction, Row};
use crosscram_rules::{Board, Outcome, Player};
use crosscram_search::EngineName;
use crosscram_search::SearchError;
use crosscram_search::triomineering::Techniques;
use std::collections::{BTreeMap, BTreeSet};

/// Domineering boards m x n with m ≤ n and 3m/2 · 3n/2 at most this many cells.
const MAX_CELLS: usize = 90;
/// Regions whose exact values the searches of Triomineering use: fewer nodes, see section 8.
const VALUES: u32 = 16;

/// The longest side with trominoes.
const MAX_SIDE: usize = 14;

/// An outcome and the nodes of its searches.
type Found = (Outcome, u64);

/// Boards with rows ≤ columns that are solved; nothing if a search was too long.
type Known = BTreeMap<(usize, usize), Option<Found>>;

/// How boards with one kind of tile are solved, and what is known of them.
struct Solved<'a> {
    tasks: &'a dyn Fn(Board) -> [Task; 2],
    known: Known,
}

impl Solved<'_> {
    /// The outcome of a board; `Some(None)` if a search was too long, `None` if the run was stopped.
    fn outcome(
        &mut self,
        (rows, cols): (usize, usize),
        options: &Options<'_>,
    ) -> Result<Option<Option<Found>>, SearchError> {
        let size = sorted((rows, cols));
        if !self.known.contains_key(&size) {
            let tasks = (self.tasks)(empty(size.0, size.1));
            let answers = lab::perform_both(&tasks, options.watch)?;
            if answers.iter().any(|answer| answer.seconds().is_none()) {
                return Ok(None);
            }
            let nodes = answers.iter().map(Measurement::nodes).sum();
            let found = outcome(&tasks, &answers.each_ref()).map(|outcome| (outcome, nodes));
            self.known.insert(size, found);
        }
        let turned = |(outcome, nodes): Found| match rows > cols {
            true => (outcome.transposed(), nodes),
            false => (outcome, nodes),
        };
        Ok(Some(self.known[&size].map(turned)))
    }
}

/// A board for dominoes and one that corresponds to it for trominoes.
struct Pair {
    two: (usize, usize),
    three: (usize, usize),
}

/// All pairs, the small boards first.
fn pairs() -> Vec<Pair> {
    let mut pairs = Vec::new();
    for m in 2..=MAX_CELLS {
        for n in m..=MAX_CELLS / 2 {
            for three in lengths(m).flat_map(|r| lengths(n).map(move |c| (r, c))) {
                if three.0 * three.1 <= MAX_CELLS && three.1 <= MAX_SIDE {
                    pairs.push(Pair { two: (m, n), three });
                }
            }
        }
    }
    pairs
}

/// Two searches for each board.
pub(super) fn searches(_: &Experiment, _: &Options<'_>) -> usize {
    let pairs = pairs();
    let two: BTreeSet<_> = pairs.iter().map(|pair| pair.two).collect();
    let three: BTreeSet<_> = pairs.iter().map(|pair| sorted(pair.three)).collect();
    2 * (two.len() + three.len())
}

fn sorted((rows, cols): (usize, usize)) -> (usize, usize) {
    (rows.min(cols), rows.max(cols))
}

/// The row of a pair with its outcomes.
fn row(pair: &Pair, found: Option<(Outcome, Outcome, f64)>) -> Row {
    let row = Row::new(format!("{}x{}", pair.two.0, pair.two.1), None);
    let row = row.variant(format!("{}x{}", pair.three.0, pair.three.1));
    match found {
        None => row,
        Some((first, second, nodes)) => row.measured(nodes).more([
            ("outcome_2", first.code().into()),
            ("outcome_3", second.code().into()),
            ("same", if first == second { "yes" } else { "no" }.into()),
        ]),
    }
}

pub(super) fn run(
    result: &mut Reproduction,
    options: &Options<'_>,
    on_row: &mut OnRow<'_>,
) -> Result<(), SearchError> {
    let engine = EngineName::Crosscram.options();
    let techniques = Techniques {
        values: VALUES,
        ..Techniques::ALL
    };
    let mut two = Solved {
        tasks: &|board| Player::ALL.map(|first| search(board, first, &engine)),
        known: Known::new(),
    };
    let mut three = Solved {
        tasks: &|board| tromino_searches(board, techniques, options.up_to),
        known: Known::new(),
    };
    let mut same = Vec::new();
    let (pairs, any) = (pairs(), Outcome::First);
    let expected = pairs
        .iter()
        .map(|pair| row(pair, Some((any, any, EXPECTED_NODES))));
    result.expected = expected.collect();
    for pair in &pairs {
        let first = two.outcome(pair.two, options)?.flatten();
        let second = three.outcome(pair.three, options)?;
        let (Some((first, _)), Some(second)) = (first, second) else {
            result.rows.push(row(pair, None));
            return Ok(());
        };
        match second {
            Some((second, nodes)) => {
                same.push((pair, first == second));
                let found = Some((first, second, nodes as f64));
                result.rows.push(row(pair, found));
            }
            None => {
                let mut row = row(pair, None);
                row.skip("not finished: above the limit of nodes");
                result.rows.push(row);
            }
        }
        on_row(result);
    }
    result.remark(agreement(&same));
    result
        .remarks
        .push("ours are the nodes of Triomineering with values of regions".to_string());
    result.lines.extend(chart("Domineering", &two.known));
    result.lines.extend(chart("Triomineering", &three.known));
    Ok(())
}

/// The lengths that correspond to `n` with trominoes: 3n/2, or both integers next to it.
fn lengths(n: usize) -> impl Iterator<Item = usize> {
    (3 * n / 2..=(3 * n).div_ceil(2)).take(2)
}

/// How often the outcomes of pairs are the same.
fn agreement(found: &[(&Pair, bool)]) -> String {
    let say = |name: &str, of: fn((usize, usize)) -> bool| {
        let those = found.iter().filter(|(pair, _)| of(pair.two));
        let same = those.clone().filter(|(_, same)| *same).count();
        format!("{same} of {} {name}", those.count())
    };
    format!(
        "the same outcome: {}, {}, {}",
        say(
            "pairs whose sides scale exactly (m and n even)",
            |(m, n)| { m % 2 == 0 && n % 2 == 0 }
        ),
        say("pairs in all", |_| true),
        say("pairs from squares", |(m, n)| m == n)
    )
}

/// The outcomes as a chart, a line for each number of rows.
fn chart(name: &str, outcomes: &Known) -> Vec<String> {
    let shortest = outcomes.keys().map(|size| size.0).min().unwrap_or(0);
    let longest = outcomes.keys().map(|size| size.1).max().unwrap_or(0);
    let columns: Vec<String> = (shortest..=longest).map(|n| format!("{n:>3}")).collect();
    let mut lines = vec![format!("{name:<14}{}", columns.concat())];
    let rows = outcomes.keys().map(|size| size.0).max().unwrap_or(0);
    for m in shortest..=rows {
        let cells: Vec<String> = (shortest..=longest)
            .map(|n| {
                let found = outcomes.get(&sorted((m, n))).copied().flatten();
                let outcome = found.map(|(outcome, _)| match m <= n {
                    true => outcome,
                    false => outcome.transposed(),
                });
                format!("{:>3}", outcome.map_or("", Outcome::code))
            })
            .collect();
        lines.push(
            format!("{m:>12}  {}", cells.concat())
                .trim_end()
                .to_string(),
        );
    }
    lines
}
