//! Tables B.1 to B.3 and 5.1: mate problems.

use super::work::mate;
use crate::experiment::{Experiment, OnRow};
use crate::options::Options;
use crate::result::{Ours, Reproduction, Row};
use crosscram_papers::Number;
use crosscram_papers::schijf1993::{Mate, TABLE_5_1, TABLES_B, WIN_AT_CHESS};
use crosscram_plot::{Axis, Chart, LineStyle, Series};
use crosscram_pn::games::{Chess, EpdRecord};
use crosscram_pn::{Algorithm, Order};
use crosscram_search::SearchError;
use crosscram_support::pool::Pool;
use crosscram_support::stop::Stop;

/// The number of random orders for rows that should not depend on the order.
const SHUFFLES: u64 = 20;

/// A row of the tables and its position.
struct Problem {
    line: Mate,
    game: Chess,
}

/// The searches of the problems within the limit.
pub(super) fn searches(experiment: &Experiment, options: &Options<'_>) -> usize {
    let lines = TABLES_B.rows().into_iter();
    let lines = lines.filter(|line| line.table == experiment.id && is_wanted(line, options));
    let searches = lines.map(|line| match line.class {
        "A" => 3 + 2 * SHUFFLES as usize,
        _ => 3,
    });
    searches.sum()
}

fn is_wanted(line: &Mate, options: &Options<'_>) -> bool {
    line.tree.value <= options.up_to as f64
}

pub(super) fn run(
    result: &mut Reproduction,
    options: &Options<'_>,
    on_row: &mut OnRow<'_>,
) -> Result<(), SearchError> {
    let id = result.experiment.id;
    let records = EpdRecord::read_all(WIN_AT_CHESS).expect("positions that tests read");
    let problems: Vec<Problem> = TABLES_B
        .rows()
        .into_iter()
        .filter(|line| line.table == id)
        .map(|line| {
            let id = format!("WAC.{}", line.position);
            let record = records.iter().find(|record| record.id == id);
            let game = record.expect("a position that tests look up").game.clone();
            Problem { line, game }
        })
        .collect();
    result.expected = problems.iter().flat_map(expected).collect();
    let pool = Pool::ordered(options.threads, &Stop::new());
    let start = |_| |problem: &Problem| solve(problem, options);
    pool.run(&problems, start, |solved| {
        for row in solved.into_iter().flat_map(|(_, rows)| rows) {
            result.rows.push(row);
            on_row(result);
        }
        Ok::<(), SearchError>(())
    })?;
    result.remarks = vec![
        "A: the same for every order of moves (tried in 20 random ones); B: equal with the \
         reconstructed order of moves; C: that order does not give the printed number; D: no order \
         does; E: not solved in 1993"
            .to_string(),
        "the thesis has no depth-first search; its count is of generated positions, with \
         repetition"
            .to_string(),
    ];
    let name = format!("schijf-{}", id.to_lowercase().replace('.', "-"));
    let chart = chart(id, &name, &result.rows);
    result.draw(&name, chart);
    Ok(())
}

/// The rows of a problem before it is solved, for the widths of columns.
fn expected(problem: &Problem) -> Vec<Row> {
    let searches = [
        ("tree", Some(problem.line.tree)),
        ("graph", Some(problem.line.graph)),
        ("depth-first", None),
    ];
    let rows = searches.map(|(variant, published)| {
        let row = Row::new(problem.line.position, published).variant(variant);
        let mut row = row.measured(published.map_or(MANY_POSITIONS, |nodes| nodes.value));
        row.seconds = Some(100.0);
        row.note = problem.line.class.to_string();
        row
    });
    rows.into()
}

/// As wide as the largest count of a depth-first search.
const MANY_POSITIONS: f64 = 9_999_999.0;

fn solve(problem: &Problem, options: &Options<'_>) -> Vec<Row> {
    let Problem { line, game } = problem;
    let (name, class) = (line.position, line.class);
    let algorithms = [
        (Algorithm::Tree, "tree", Some(line.tree), line.fitted_tree),
        (Algorithm::Dcg, "graph", Some(line.graph), line.fitted_graph),
        (Algorithm::DfPn, "depth-first", None, None),
    ];
    let mut rows = Vec::new();
    for (algorithm, variant, published, fitted) in algorithms {
        let mut row = Row::new(name, published).variant(variant);
        if !is_wanted(line, options) {
            row.skip("skipped: above the limit");
            rows.push(row);
            continue;
        }
        let search = |order| mate(name, game, algorithm, order, options.watch);
        if let Some(report) = search(Order::Given) {
            let nodes = report.statistics.nodes;
            row.ours = Ours::Measured(Number {
                value: nodes as f64,
                is_bound: report.is_win().is_none(),
            });
            row.seconds = Some(report.elapsed.as_secs_f64());
            let solved = report.is_win() == Some(true);
            row.faulty = !solved && (class != "E" || algorithm == Algorithm::DfPn);
            // The reconstructed order must give exactly the stored number.
            row.faulty |= solved && fitted.is_some_and(|fitted| fitted != nodes);
            if let Some(published) = published {
                row.note = class.to_string();
                if class == "A" {
                    let mut reports = (0..SHUFFLES).map(Order::Shuffled).filter_map(search);
                    row.faulty |= reports.any(|report| published != report.statistics.nodes.into());
                }
            }
        }
        rows.push(row);
    }
    rows
}

/// Nodes of the three searches over those of the published tree search.
fn chart(id: &str, name: &str, rows: &[Row]) -> Chart {
    let published = |what: &str, variant: &str| {
        let mut rows = rows.iter();
        let row = rows.find(|row| row.what == what && row.variant == variant)?;
        row.published.filter(|number| !number.is_bound)
    };
    let ours = |variant: &'static str| {
        let points: Vec<(f64, f64)> = rows
            .iter()
            .filter(|row| row.variant == variant)
            .filter_map(|row| match row.ours {
                Ours::Measured(ours) if !ours.is_bound => {
                    Some((published(&row.what, "tree")?.value, ours.value))
                }
                _ => None,
            })
            .collect();
        Series::new(variant).points(points).line(LineStyle::None)
    };
    Chart::new(format!("Table {id}: nodes of our searches"))
        .id(name)
        .x_axis(Axis::log("nodes of the tree, as published"))
        .y_axis(Axis::log("nodes"))
        .series(ours("tree"))
        .series(ours("graph"))
        .series(ours("depth-first"))
}

/// The positions are in a book that is not available, so there is nothing to run.
pub(super) fn run_5_1(result: &mut Reproduction, _: &Options<'_>) -> Result<(), SearchError> {
    for line in TABLE_5_1.rows() {
        for (variant, nodes) in [("tree", line.tree), ("graph", line.graph)] {
            let mut row = Row::new(line.position, Some(nodes)).variant(variant);
            row.skip("position not available");
            result.rows.push(row);
        }
    }
    let points = TABLE_5_1.rows().into_iter();
    let points = points.filter(|line| !line.tree.is_bound && !line.graph.is_bound);
    let points = points.map(|line| (line.tree.value, line.graph.value));
    let series = Series::new("graph, as published").points(points.collect::<Vec<_>>());
    let chart = Chart::new("Table 5.1: nodes of the graph, as published")
        .id("schijf-5-1")
        .x_axis(Axis::log("nodes of the tree, as published"))
        .y_axis(Axis::log("nodes"))
        .series(series.line(LineStyle::None));
    result.draw("schijf-5-1", chart);
    result.remark(
        "none of the 35 positions is available: they are in T. Krabbé, Chess Curiosities (1985) \
         alone. `crosscram pn chess FEN` searches one as the thesis did",
    );
    Ok(())
}
