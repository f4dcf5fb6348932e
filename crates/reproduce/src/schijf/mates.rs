//! Tables B.1 to B.3 and 5.1: mate problems.

use super::work::{Algorithm, in_parallel, mate};
use super::{Outcome, Table, TableRow};
use crate::options::Options;
use crosscram_papers::schijf1993::{Mate, TABLE_5_1, TABLES_B, WIN_AT_CHESS};
use crosscram_plot::{Axis, Chart, Line as PlotLine, Series};
use crosscram_pn::games::{Chess, EpdRecord};
use crosscram_pn::{Order, Report};

/// Random orders in which rows that do not depend on the order are searched again.
const SHUFFLES: u64 = 20;

/// A row of the tables and its position.
struct Problem {
    line: Mate,
    game: Chess,
}

pub(super) fn run(table: &Table, options: &Options<'_>) -> Outcome {
    let records = EpdRecord::read_all(WIN_AT_CHESS).expect("positions that tests read");
    let problems: Vec<Problem> = TABLES_B
        .rows()
        .into_iter()
        .filter(|line| line.table == table.id)
        .map(|line| {
            let id = format!("WAC.{}", line.position);
            let record = records.iter().find(|record| record.id == id);
            let game = record.expect("a position that tests look up").game.clone();
            Problem { line, game }
        })
        .collect();
    let results = in_parallel(problems.len(), options, |number| {
        solve(&problems[number], options)
    });
    let rows: Vec<TableRow> = results.into_iter().flatten().collect();
    let mut remarks = vec![summary(&rows, "tree"), summary(&rows, "graph")];
    remarks.push(
        "A: the same for every order of moves (tried in 20 random ones); B: equal with the \
         reconstructed order of moves; C: that order does not give the printed number; D: no order \
         does; E: not solved in 1993"
            .to_string(),
    );
    remarks.push(
        "the thesis has no depth-first search; its count is of generated positions, with \
         repetition"
            .to_string(),
    );
    let pictures = vec![chart(table.id, &rows)];
    Outcome {
        rows,
        remarks,
        pictures,
    }
}

fn solve(problem: &Problem, options: &Options<'_>) -> Vec<TableRow> {
    let Problem { line, game } = problem;
    let (name, class) = (line.position, line.class);
    let algorithms = [
        (Algorithm::Tree, "tree", Some(line.tree), line.fitted_tree),
        (
            Algorithm::Graph,
            "graph",
            Some(line.graph),
            line.fitted_graph,
        ),
        (Algorithm::DepthFirst, "depth-first", None, None),
    ];
    let mut rows = Vec::new();
    for (algorithm, variant, published, fitted) in algorithms {
        let mut row = TableRow {
            what: name.to_string(),
            variant: variant.to_string(),
            published: published.map(|nodes| nodes.value),
            published_is_bound: published.is_some_and(|nodes| nodes.is_bound),
            ..TableRow::default()
        };
        if line.tree.value > options.up_to as f64 {
            row.note = "skipped: above the limit".to_string();
            rows.push(row);
            continue;
        }
        let search = |order| mate(name, game, algorithm, order, options.watch);
        match search(Order::Given) {
            None => row.note = "interrupted".to_string(),
            Some(report) => {
                fill(&mut row, &report);
                let solved = report.is_win() == Some(true);
                row.failed |= !solved && (class != "E" || algorithm == Algorithm::DepthFirst);
                row.note = published.map_or(String::new(), |_| class.to_string());
                // What the reconstruction gives, digit by digit.
                row.failed |= solved && fitted.is_some_and(|nodes| Some(nodes as f64) != row.ours);
                if class == "A" && published.is_some() {
                    let orders = (0..SHUFFLES).map(Order::Shuffled);
                    let reports = orders.filter_map(search);
                    let nodes = reports.map(|report| report.statistics.nodes as f64);
                    let differ = nodes.filter(|&nodes| Some(nodes) != row.published).count();
                    row.failed |= differ > 0;
                }
            }
        }
        rows.push(row);
    }
    rows
}

fn fill(row: &mut TableRow, report: &Report) {
    row.ours = Some(report.statistics.nodes as f64);
    row.ours_is_bound = report.is_win().is_none();
    row.seconds = Some(report.elapsed.as_secs_f64());
}

fn summary(rows: &[TableRow], variant: &str) -> String {
    let compared: Vec<(&TableRow, f64)> = rows
        .iter()
        .filter(|row| row.variant == variant)
        .filter_map(|row| Some((row, row.ratio()?)))
        .collect();
    let equal = compared.iter().filter(|(_, ratio)| *ratio == 1.0).count();
    let farthest = compared
        .iter()
        .max_by(|a, b| a.1.ln().abs().total_cmp(&b.1.ln().abs()));
    let mut text = format!(
        "{variant}: {equal} of {} numbers equal the published ones",
        compared.len()
    );
    if let Some((row, ratio)) = farthest
        && *ratio != 1.0
    {
        text += &format!("; farthest off: {}, ratio {ratio:.4}", row.what);
    }
    text
}

/// Nodes of the three searches over those of the published tree search.
fn chart(id: &str, rows: &[TableRow]) -> (String, String) {
    let published = |what: &str, variant: &str| {
        let mut rows = rows.iter();
        let row = rows.find(|row| row.what == what && row.variant == variant)?;
        row.published.filter(|_| !row.published_is_bound)
    };
    let ours = |variant: &'static str| {
        let points: Vec<(f64, f64)> = rows
            .iter()
            .filter(|row| row.variant == variant && !row.ours_is_bound)
            .filter_map(|row| Some((published(&row.what, "tree")?, row.ours?)))
            .collect();
        Series::new(variant).points(points).line(PlotLine::None)
    };
    let name = format!("schijf-{}", id.to_lowercase().replace('.', "-"));
    let chart = Chart::new(format!("Table {id}: nodes of our searches"))
        .id(&name)
        .x_axis(Axis::log("nodes of the tree, as published"))
        .y_axis(Axis::log("nodes"))
        .series(ours("tree"))
        .series(ours("graph"))
        .series(ours("depth-first"));
    (format!("{name}.svg"), chart.to_svg())
}

/// The positions are in a book that is not available, so there is nothing to run.
pub(super) fn run_5_1(_table: &Table, _options: &Options<'_>) -> Outcome {
    let rows = TABLE_5_1.rows().into_iter().flat_map(|line| {
        [("tree", line.tree), ("graph", line.graph)].map(|(variant, nodes)| TableRow {
            what: line.position.to_string(),
            variant: variant.to_string(),
            published: Some(nodes.value),
            published_is_bound: nodes.is_bound,
            note: "position not available".to_string(),
            ..TableRow::default()
        })
    });
    Outcome {
        rows: rows.collect(),
        remarks: vec![
            "none of the 35 positions is available: they are in T. Krabbé, Chess Curiosities (1985) \
             alone. `crosscram pn chess FEN` searches one as the thesis did"
                .to_string(),
        ],
        ..Outcome::default()
    }
}
