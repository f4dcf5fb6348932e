//! Fig. 6.5: who wins on rectangles, and which of it was new.

use crate::options::Options;
use crate::result::{Reproduction, Row};
use crosscram_atlas::{Atlas, Level, Size};
use crosscram_papers::Number;
use crosscram_papers::bullock2002::FIG_6_5;
use crosscram_plot::{Panel, Square, mosaic};
use crosscram_rules::{PartialOutcome, Tile};
use crosscram_search::SearchError;
use std::collections::HashMap;

/// The longest side of the chart; its column ">27" is not compared here.
const SIDE: usize = 27;
/// How far the closure looks, so that cuts of longer boards can be read backwards.
const LIMIT: usize = 40;

/// Compares the closure of the searches of 2002 with the chart, and shades what the searches before Obsequi
/// do not give.
pub(super) fn run(result: &mut Reproduction, _: &Options<'_>) -> Result<(), SearchError> {
    let [before, after] = [Level::Lachmann, Level::Bullock].map(|level| {
        let atlas = Atlas::known(level, Tile::DOMINO, LIMIT, &[]);
        atlas.unwrap_or_else(|clash| panic!("facts that tests compare: {clash}"))
    });
    let chart = chart();
    let mut squares = Vec::new();
    let (mut equal, mut new, mut solved) = (0, 0, [0; 2]);
    let mut differ = Vec::new();
    for rows in 1..=SIDE {
        let mut line = format!("{rows:>3}");
        for cols in 1..=SIDE {
            let size = Size::new(rows, cols).expect("a size of the chart");
            let (old, ours) = (before.outcome(size), after.outcome(size));
            let printed = chart.get(&(rows, cols)).copied().unwrap_or_default();
            let is_new = old != ours;
            new += u32::from(is_new);
            solved[0] += u32::from(old.outcome().is_some());
            solved[1] += u32::from(ours.outcome().is_some());
            equal += u32::from(printed == ours);
            if printed != ours && rows <= cols {
                differ.push((size, printed, ours));
            }
            let code = match ours == PartialOutcome::UNKNOWN {
                true => String::new(),
                false => ours.to_string(),
            };
            line += &format!("{}{code:<2}", if is_new { " *" } else { "  " });
            squares.push(match (ours == PartialOutcome::UNKNOWN, is_new) {
                (true, _) => Square::Empty,
                (false, true) => Square::Part(1),
                (false, false) => Square::Part(0),
            });
        }
        result.lines.push(line.trim_end().to_string());
    }
    let heads: Vec<String> = (1..=SIDE).map(|cols| format!("  {cols:<2}")).collect();
    let heads = format!("   {}", heads.concat()).trim_end().to_string();
    result.lines.insert(0, heads);
    fill(result, equal, new, solved, &differ);
    let panel = Panel::new("27 x 27, rows down", SIDE, squares)
        .label("known", "before")
        .label("new", "Obsequi");
    let picture = mosaic("Fig. 6.5: what Obsequi added", &[panel]);
    result
        .pictures
        .push(("bullock-6-5.svg".to_string(), picture));
    Ok(())
}

/// The printed chart, both halves.
fn chart() -> HashMap<(usize, usize), PartialOutcome> {
    let cells = FIG_6_5.rows().into_iter();
    cells
        .flat_map(|cell| {
            [
                ((cell.rows, cell.cols), cell.outcome),
                ((cell.cols, cell.rows), cell.outcome.transposed()),
            ]
        })
        .collect()
}

fn fill(
    result: &mut Reproduction,
    equal: u32,
    new: u32,
    solved: [u32; 2],
    differ: &[(Size, PartialOutcome, PartialOutcome)],
) {
    let all = (SIDE * SIDE) as f64;
    let mut add = |what: &str, published: Option<f64>, ours: u32, note: &str| {
        let mut row = Row::new(what, published.map(Number::exact));
        row.comparable = false;
        row.measure(f64::from(ours));
        row.note = note.to_string();
        result.rows.push(row);
    };
    add("cells equal to the chart", Some(all), equal, "");
    add(
        "solved before Obsequi",
        None,
        solved[0],
        "crosscram atlas --known lachmann --size 27x27",
    );
    add(
        "solved with Obsequi",
        None,
        solved[1],
        "crosscram atlas --known bullock --size 27x27",
    );
    add("cells that Obsequi changed", None, new, "marked * below");
    for (size, printed, ours) in differ {
        let named = |outcome: &PartialOutcome| match *outcome == PartialOutcome::UNKNOWN {
            true => "blank".to_string(),
            false => outcome.to_string(),
        };
        result.remark(format!(
            "{size}: {} in the chart, {} by the rules",
            named(printed),
            named(ours)
        ));
    }
    result.remark("the shading of the printed chart is lost in the copies that we have; this one is derived: cells of which \
         the searches of DOMI, 9x9 and 2x31 leave more open");
}
