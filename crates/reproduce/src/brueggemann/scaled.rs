//! Section 6.1: whether Domineering's outcomes carry over to Triomineering on boards half as long
//! again.

use super::empty;
use crate::experiment::{Experiment, OnRow};
use crate::lab::{self, Measurement};
use crate::options::Options;
use crate::plan::{outcome, search, tromino_searches};
use crate::result::{Reproduction, Row};
use crosscram_rules::{Outcome, Player};
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
/// As wide as most counts of nodes.
const MANY_NODES: f64 = 9_999_999.0;

/// Outcomes of boards with rows ≤ columns, and the nodes of their searches; nothing if a search was too long.
type Outcomes = BTreeMap<(usize, usize), Option<(Outcome, u64)>>;

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
    let mut row = Row::new(format!("{}x{}", pair.two.0, pair.two.1), None);
    row.variant = format!("{}x{}", pair.three.0, pair.three.1);
    if let Some((first, second, nodes)) = found {
        row.measure(nodes);
        row.more = vec![
            ("outcome_2", first.code().into()),
            ("outcome_3", second.code().into()),
            ("same", if first == second { "yes" } else { "no" }.into()),
        ];
    }
    row
}

pub(super) fn run(
    result: &mut Reproduction,
    options: &Options<'_>,
    on_row: &mut OnRow<'_>,
) -> Result<(), SearchError> {
    let (mut two, mut three) = (Outcomes::new(), Outcomes::new());
    let mut same = Agreement::default();
    let (pairs, any) = (pairs(), Outcome::First);
    let expected = pairs
        .iter()
        .map(|pair| row(pair, Some((any, any, MANY_NODES))));
    result.expected = expected.collect();
    for pair in &pairs {
        let (m, n) = pair.two;
        let first = domineering(&mut two, m, n, options)?;
        let second = triomineering(&mut three, pair.three, options)?;
        let (Some(first), Some(second)) = (first, second) else {
            result.rows.push(row(pair, None));
            return Ok(());
        };
        match second {
            Some((second, nodes)) => {
                let exact = m % 2 == 0 && n % 2 == 0;
                same.count(exact, m == n, first == second);
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
    result.remarks.push(same.remark());
    result
        .remarks
        .push("ours are the nodes of Triomineering with values of regions".to_string());
    result.lines.extend(chart("Domineering", &two));
    result.lines.extend(chart("Triomineering", &three));
    Ok(())
}

/// The lengths that correspond to `n` with trominoes: 3n/2, or both integers next to it.
fn lengths(n: usize) -> impl Iterator<Item = usize> {
    (3 * n / 2..=(3 * n).div_ceil(2)).take(2)
}

fn domineering(
    known: &mut Outcomes,
    rows: usize,
    cols: usize,
    options: &Options<'_>,
) -> Result<Option<Outcome>, SearchError> {
    if let Some(&found) = known.get(&(rows, cols)) {
        return Ok(found.map(|(outcome, _)| outcome));
    }
    let engine = EngineName::Crosscram.options();
    let tasks = Player::ALL.map(|first| search(empty(rows, cols), first, &engine));
    let answers = lab::perform_both(&tasks, options.watch)?;
    let outcome = outcome(&tasks, &answers.each_ref());
    if let Some(outcome) = outcome {
        let nodes = answers.iter().map(Measurement::nodes).sum();
        known.insert((rows, cols), Some((outcome, nodes)));
    }
    Ok(outcome)
}

/// The outcome and the nodes of its searches; `Some(None)` if the search was too long, `None` if the run
/// was stopped.
fn triomineering(
    known: &mut Outcomes,
    (rows, cols): (usize, usize),
    options: &Options<'_>,
) -> Result<Option<Option<(Outcome, u64)>>, SearchError> {
    let (short, long) = sorted((rows, cols));
    let turned = |(outcome, nodes): (Outcome, u64)| {
        if rows > cols {
            (outcome.transposed(), nodes)
        } else {
            (outcome, nodes)
        }
    };
    if let Some(&found) = known.get(&(short, long)) {
        return Ok(Some(found.map(turned)));
    }
    let techniques = Techniques {
        values: VALUES,
        ..Techniques::ALL
    };
    let tasks = tromino_searches(empty(short, long), techniques, options.up_to);
    let answers = lab::perform_both(&tasks, options.watch)?;
    if answers.iter().any(|answer| answer.seconds().is_none()) {
        return Ok(None);
    }
    let nodes = answers.iter().map(Measurement::nodes).sum();
    let found = outcome(&tasks, &answers.each_ref()).map(|outcome| (outcome, nodes));
    known.insert((short, long), found);
    Ok(Some(found.map(turned)))
}

/// How often the outcomes are the same.
#[derive(Default)]
struct Agreement {
    /// Numbers of pairs, and of pairs with the same outcome: sides that scale exactly, all, squares.
    exact: (u32, u32),
    all: (u32, u32),
    squares: (u32, u32),
}

impl Agreement {
    fn count(&mut self, exact: bool, square: bool, same: bool) {
        let add = |pair: &mut (u32, u32)| {
            pair.0 += 1;
            pair.1 += u32::from(same);
        };
        add(&mut self.all);
        if exact {
            add(&mut self.exact);
        }
        if square {
            add(&mut self.squares);
        }
    }

    fn remark(&self) -> String {
        let say = |name: &str, (all, same): (u32, u32)| format!("{same} of {all} {name}");
        format!(
            "the same outcome: {}, {}, {}",
            say("pairs whose sides scale exactly (m and n even)", self.exact),
            say("pairs in all", self.all),
            say("pairs from squares", self.squares)
        )
    }
}

/// The outcomes as a chart, a line for each number of rows.
fn chart(name: &str, outcomes: &Outcomes) -> Vec<String> {
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
