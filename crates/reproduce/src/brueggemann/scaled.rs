//! Section 6.1: whether Domineering's outcomes carry over to Triomineering on boards half as long
//! again.

use super::sheet::Cell;
use super::{Experiment, Sheet, both, empty};
use crate::options::Options;
use crosscram_rules::{Outcome, Player, Question, Tile};
use crosscram_search::triomineering::Techniques;
use crosscram_search::{EngineName, Solver};
use std::collections::BTreeMap;

const HEADS: &[&str] = &[
    "domineering",
    "outcome_2",
    "triomineering",
    "outcome_3",
    "same",
];

/// Domineering boards m x n with m ≤ n and 3m/2 · 3n/2 at most this many cells.
const MOST_CELLS: usize = 90;
/// Regions whose exact values the searches of Triomineering use: fewer nodes, see section 8.
const VALUES: u32 = 16;

/// Outcomes of boards with rows ≤ columns.
type Outcomes = BTreeMap<(usize, usize), Outcome>;

pub(super) fn scaled(experiment: &'static Experiment, options: &Options<'_>) -> Sheet {
    let mut sheet = Sheet::new(experiment, HEADS);
    let (mut two, mut three) = (Outcomes::new(), Outcomes::new());
    let mut same = Agreement::default();
    for m in 2..=MOST_CELLS {
        for n in m..=MOST_CELLS / 2 {
            for (rows, cols) in lengths(m).flat_map(|r| lengths(n).map(move |c| (r, c))) {
                if rows * cols > MOST_CELLS || cols > 14 {
                    continue;
                }
                let Some(first) = domineering(&mut two, m, n, options) else {
                    sheet.interrupted = true;
                    return sheet;
                };
                let Some(second) = triomineering(&mut three, rows, cols, options) else {
                    sheet.interrupted = true;
                    return sheet;
                };
                let Some(second) = second else { continue };
                let exact = m % 2 == 0 && n % 2 == 0;
                same.count(exact, m == n, first == second);
                sheet.row(vec![
                    Cell::text(format!("{m}x{n}")),
                    Cell::outcome(Some(first)),
                    Cell::text(format!("{rows}x{cols}")),
                    Cell::outcome(Some(second)),
                    Cell::text(if first == second { "yes" } else { "no" }),
                ]);
            }
        }
    }
    sheet.remarks = same.remarks();
    sheet.lines.extend(chart("Domineering", &two));
    sheet.lines.extend(chart("Triomineering", &three));
    sheet
}

/// Lengths that are to a tromino about what `n` is to a domino: 3n/2, or both neighbours of it.
fn lengths(n: usize) -> impl Iterator<Item = usize> {
    (3 * n / 2..=(3 * n).div_ceil(2)).take(2)
}

fn domineering(
    known: &mut Outcomes,
    rows: usize,
    cols: usize,
    options: &Options<'_>,
) -> Option<Outcome> {
    if let Some(&outcome) = known.get(&(rows, cols)) {
        return Some(outcome);
    }
    let mut winners = Vec::new();
    for first in Player::ALL {
        let label = format!("{rows}x{cols} {} first", first.letter());
        options.watch.watch(&label, &mut |control| {
            let question = Question::new(empty(rows, cols), Tile::DOMINO, first);
            let report = Solver::new(EngineName::Crosscram).solve(&question, control);
            winners.extend(report.winner());
        });
    }
    let &[vertical, horizontal] = winners.as_slice() else {
        return None;
    };
    let outcome = Outcome::from_winners(vertical, horizontal);
    known.insert((rows, cols), outcome);
    Some(outcome)
}

/// The outcome; `Some(None)` if the search was too long, `None` if everything was stopped.
fn triomineering(
    known: &mut Outcomes,
    rows: usize,
    cols: usize,
    options: &Options<'_>,
) -> Option<Option<Outcome>> {
    let (short, long) = (rows.min(cols), rows.max(cols));
    let turned = |outcome: Outcome| {
        if rows > cols {
            outcome.transposed()
        } else {
            outcome
        }
    };
    if let Some(&outcome) = known.get(&(short, long)) {
        return Some(Some(turned(outcome)));
    }
    let techniques = Techniques {
        values: VALUES,
        ..Techniques::ALL
    };
    let found = both(
        options.watch,
        &empty(short, long),
        techniques,
        options.up_to,
    )?;
    if let Some(outcome) = found.outcome {
        known.insert((short, long), outcome);
    }
    Some(found.outcome.map(turned))
}

/// How often the outcomes are the same.
#[derive(Default)]
struct Agreement {
    /// Pairs, and pairs of the same outcome: sides that scale exactly, all, squares.
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

    fn remarks(&self) -> Vec<String> {
        let say = |name: &str, (all, same): (u32, u32)| format!("{same} of {all} {name}");
        vec![format!(
            "the same outcome: {}, {}, {}",
            say("pairs whose sides scale exactly (m and n even)", self.exact),
            say("pairs in all", self.all),
            say("pairs from squares", self.squares)
        )]
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
                let outcome = match m <= n {
                    true => outcomes.get(&(m, n)).copied(),
                    false => outcomes.get(&(n, m)).map(|outcome| outcome.transposed()),
                };
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
