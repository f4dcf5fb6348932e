//! What the figures give under small limits.

use crosscram_reproduce::bullock::PAPER;
use crosscram_reproduce::{
    Experiment, Options, Ours, PAPERS, Paper, PositionSet, Reproduction, Row, Schemes, Verdict,
    Watch,
};
use crosscram_rules::{Outcome, Player};
use crosscram_search::{Control, Replacement};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Results of experiments, in order.
pub(crate) fn results(
    paper: &'static Paper,
    experiments: &[&'static Experiment],
    options: &Options<'_>,
) -> Vec<Reproduction> {
    let mut results = Vec::new();
    let ran = paper.run(experiments, options, |result| results.push(result));
    ran.unwrap();
    results
}

/// The result of one experiment.
pub(crate) fn result(paper: &'static Paper, id: &str, options: &Options<'_>) -> Reproduction {
    let mut results = results(paper, &[paper.experiment(id).unwrap()], options);
    assert_eq!(results.len(), 1);
    results.remove(0)
}

pub(crate) fn up_to(up_to: u64) -> Options<'static> {
    Options {
        up_to,
        threads: 2,
        ..Options::default()
    }
}

/// The row about this in this variant.
#[track_caller]
pub(crate) fn row<'a>(result: &'a Reproduction, what: &str, variant: &str) -> &'a Row {
    let mut rows = result.rows.iter();
    let row = rows.find(|row| row.what == what && row.variant == variant);
    row.unwrap_or_else(|| panic!("no {what} {variant}: {}", result.to_text()))
}

/// Our number in that row.
#[track_caller]
pub(crate) fn ours(result: &Reproduction, what: &str, variant: &str) -> f64 {
    row(result, what, variant).ours().unwrap()
}

/// Stops everything that begins.
pub(crate) struct Stopping;

impl Watch for Stopping {
    fn watch(&self, _: &str, search: &mut dyn FnMut(&Control)) -> bool {
        let control = Control::new();
        control.stop();
        search(&control);
        true
    }
}

/// Every figure with a limit of 3000 nodes, run once for all tests.
pub(crate) fn small() -> Vec<Reproduction> {
    static SMALL: OnceLock<Vec<Reproduction>> = OnceLock::new();
    let figures: Vec<_> = PAPER.experiments.iter().collect();
    let results = SMALL.get_or_init(|| results(&PAPER, &figures, &up_to(3000)));
    results.clone()
}

#[test]
fn small_boards_need_exactly_the_published_nodes() {
    let mut equal = 0;
    for result in small() {
        assert!(!result.failed() && !result.interrupted());
        for row in result.rows.iter().filter(|row| row.comparable) {
            if row.ratio().is_some() {
                assert_eq!(row.verdict(), Verdict::Equal, "{row:?}");
                equal += 1;
            }
            let wanted = row.published.is_some_and(|nodes| nodes.value <= 3000.0);
            // What is compared there has no published number of nodes.
            let other = matches!(result.experiment.id, "4.6" | "5.1" | "5.2");
            assert!(other || wanted == row.ours().is_some(), "{row:?}");
        }
    }
    assert_eq!(equal, 8 + 25 + 18 + 7 + 5 + 4 + 5);
}

#[test]
fn outcomes_are_found_even_where_counts_are_not_comparable() {
    let results = small();
    let domi = &results[0];
    assert_eq!(domi.experiment.id, "1.2");
    assert!(domi.rows.iter().all(|row| !row.comparable));
    let found = domi.rows.iter().filter(|row| row.outcome.is_some());
    assert_eq!(found.count(), 21);
    let exact = |row: &&Row| row.variant == "exact";
    let strips = results.iter().find(|result| result.experiment.id == "8.2");
    let long: Vec<_> = strips.unwrap().rows.iter().filter(exact).collect();
    assert_eq!(long.len(), 16);
    assert_eq!(long[2].outcome, Some(Outcome::Horizontal)); // 2x17
}

#[test]
fn the_tables_of_the_text_agree() {
    // Fig. 6.1 to 40,000 nodes: all equal but the misprint of 4x9, which Fig. 8.4 has right.
    let figures = ["6.1", "8.4"].map(|id| PAPER.experiment(id).expect("a figure"));
    let results = results(&PAPER, &figures, &up_to(40_000));
    for (result, published) in results.iter().zip([13_570.0, 13_549.0]) {
        let row = result.rows.iter().find(|row| row.what == "4x9").unwrap();
        assert_eq!(row.published.unwrap().value, published);
        assert_eq!(row.ours(), Some(13_549.0));
    }
    let rows = results[0].rows.iter().filter(|row| row.comparable);
    let measured: Vec<f64> = rows.filter_map(|row| row.ratio()).collect();
    assert_eq!(measured, vec![1.0; 28]);
}

/// Counts what it lets through and stops after some.
struct Patience {
    left: AtomicUsize,
}

impl Watch for Patience {
    fn watch(&self, label: &str, search: &mut dyn FnMut(&Control)) -> bool {
        assert!(label.contains("first"), "{label}");
        let less = |left: usize| left.checked_sub(1);
        let take = self.left.fetch_update(Relaxed, Relaxed, less);
        if take.is_ok() {
            search(&Control::new());
        }
        take.is_ok()
    }
}

#[test]
fn searches_are_shared_between_figures_and_can_be_stopped() {
    // 8.10 up to 6x6 is part of 6.1: 25 boards there, five of them squares with one search.
    let figures = ["6.1", "8.10"].map(|id| PAPER.experiment(id).expect("a figure"));
    for (patience, interrupted) in [(25 * 2 - 5, false), (44, true), (0, true)] {
        let watch = Patience {
            left: AtomicUsize::new(patience),
        };
        let options = Options {
            up_to: 3000,
            threads: 1,
            watch: &watch,
            ..Options::default()
        };
        let results = results(&PAPER, &figures, &options);
        assert_eq!(results.len(), 2);
        assert_eq!(results.iter().any(Reproduction::interrupted), interrupted);
        assert_eq!(watch.left.into_inner(), 0);
    }
}

#[test]
fn a_stopped_search_gives_no_number() {
    let options = Options {
        watch: &Stopping,
        ..up_to(300_000)
    };
    // What was counted before is kept.
    let growth = self::result(&PAPER, "5.1", &options);
    let ours = |what: &str| {
        let mut rows = growth.rows.iter();
        rows.find(|row| row.what == what).unwrap().ours.clone()
    };
    assert!(matches!(ours("positions at depth 0"), Ours::Measured(_)));
    assert_eq!(ours("positions at depth 3"), Ours::Interrupted);
    assert_eq!(ours("branching at depth 3"), Ours::Interrupted);
    assert!(growth.interrupted());
    let result = result(&PAPER, "6.1", &options);
    let row = result.rows.iter().find(|row| row.what == "6x8").unwrap();
    assert_eq!((&row.ours, row.outcome), (&Ours::Interrupted, None));
    assert_eq!(row.verdict(), Verdict::NotRun);
    assert!(!result.failed());
}

/// Counts what is announced and what is done.
#[derive(Default)]
struct Counting {
    announced: AtomicUsize,
    announcements: AtomicUsize,
    done: AtomicUsize,
}

impl Watch for Counting {
    fn watch(&self, _: &str, search: &mut dyn FnMut(&Control)) -> bool {
        search(&Control::new());
        self.done.fetch_add(1, Relaxed);
        true
    }

    fn planned(&self, searches: usize) {
        self.announced.fetch_add(searches, Relaxed);
        self.announcements.fetch_add(1, Relaxed);
    }
}

/// Whoever runs several experiments sees from the beginning how much there is to do in all.
#[test]
fn all_searches_are_announced_before_the_first() {
    for (name, ids, limit) in [
        ("bullock", &["6.1", "7-packing", "7.1", "6.5"][..], 25_000),
        ("brueggemann", &["1", "3", "6.1", "replacement"], 1_000),
        ("schijf", &["4.1", "A.1", "B.1", "figures", "modern"], 100),
        ("vandaalen", &["figure1", "2", "pruning"], 1),
    ] {
        let paper = PAPERS.into_iter().find(|paper| paper.name == name).unwrap();
        let experiments = ids.iter().map(|id| paper.experiment(id).unwrap());
        let experiments: Vec<_> = experiments.collect();
        let watch = Counting::default();
        let options = Options {
            watch: &watch,
            ..up_to(limit)
        };
        let results = results(paper, &experiments, &options);
        assert_eq!(watch.announcements.into_inner(), 1, "{name}");
        let (announced, done) = (watch.announced.into_inner(), watch.done.into_inner());
        assert!(done > 0 && done <= announced, "{name}: {done} {announced}");
        // Fewer only where a smaller board was too much, or an order of moves has failed.
        let given_up =
            |row: &Row| matches!(&row.ours, Ours::Skipped(why) if why.contains("smaller"));
        let rows = results.iter().flat_map(|result| &result.rows);
        let given_up = rows.filter(|row| given_up(row)).count();
        assert_eq!(done + 2 * given_up, announced, "{name}");
    }
}

#[test]
fn every_experiment_is_found_by_its_number_and_its_alias() {
    for paper in PAPERS {
        for experiment in paper.experiments {
            for name in [experiment.id].into_iter().chain(experiment.alias) {
                assert_eq!(paper.experiment(name).unwrap().id, experiment.id);
            }
        }
        assert!(paper.experiment("").is_none());
    }
}

/// The chart of rectangles: eleven boards and their transposes differ, and what Obsequi added is shaded.
#[test]
fn the_chart_and_its_shading() {
    let result = result(&PAPER, "6.5", &Options::default());
    let row = |what: &str| {
        let mut rows = result.rows.iter();
        rows.find(|row| row.what == what).unwrap().ours().unwrap()
    };
    assert_eq!(row("cells equal to the chart"), 729.0 - 22.0);
    assert_eq!(row("solved with Obsequi"), 374.0);
    assert!(row("solved before Obsequi") < 374.0);
    let text = result.to_text();
    // 4x19 is new, and 8x8 is not.
    let line = |rows: &str| {
        let mut lines = text.lines();
        let line = lines.find(|line| line.trim_start().starts_with(rows));
        line.unwrap_or_else(|| panic!("{text}")).to_string()
    };
    let cell = |rows: &str, cols: usize| line(rows)[5 + 4 * cols - 3..][..4].to_string();
    assert_eq!(cell("4 ", 19).trim(), "*H");
    assert_eq!(cell("8 ", 8).trim(), "1");
    assert_eq!(cell("10 ", 10).trim(), "*1");
    let difference = "7x11: H in the chart, 1h by the rules";
    assert!(text.contains(difference), "{text}");
    assert_eq!(result.pictures.len(), 1);
}

/// Replacement schemes on positions and table sizes of one's own.
#[test]
fn own_positions_and_table_sizes() {
    let sets = [PositionSet {
        name: "mine".to_string(),
        positions: vec![
            ("5x5".parse().unwrap(), Player::Vertical),
            ("4x6".parse().unwrap(), Player::Horizontal),
        ],
    }];
    let options = Options {
        schemes: Schemes {
            sets: &sets,
            entries: &[16, 1000],
            schemes: &[],
        },
        ..up_to(0)
    };
    let result = result(&PAPER, "4.3", &options);
    assert_eq!(result.rows.len(), 2 * Replacement::ALL.len());
    let nodes = |what: &str, scheme: &str| ours(&result, what, scheme);
    // A table that loses nothing gives the average of 259 and 110.
    assert_eq!(nodes("mine 1000", "find-first"), 185.0);
    assert!(nodes("mine 2^4", "new") > nodes("mine 1000", "new"));
    let timed = |remark: &String| remark.contains("mine: seconds of all sizes together");
    assert!(result.remarks.iter().any(timed), "{:?}", result.remarks);
    let mut pictures = result.pictures.iter();
    assert!(pictures.any(|(name, _)| name.contains("mine")));
}

/// Chapter 7 on the smallest board: every wish is measured, none costs nodes here.
#[test]
fn wishes_of_chapter_7() {
    let result = result(&PAPER, "7", &up_to(25_000));
    let nodes = |engine: &str| ours(&result, "6x7", engine);
    assert_eq!(nodes("obsequi"), 24_227.0);
    for engine in ["dead squares", "packing", "dominance", "values", "all"] {
        let fewer = nodes(engine);
        assert!(fewer < nodes("obsequi"), "{engine}: {fewer}");
    }
    let result = self::result(&PAPER, "7.1", &up_to(25_000));
    let nodes = |kind: &str| ours(&result, "6x7", kind);
    // With the positions that the table answers, these are all nodes.
    let all = nodes("decided") + nodes("undecided");
    assert!(all <= 3_787.0 + 100.0 && all > 1_000.0, "{all}");
    assert!(nodes("decided, two contested") <= nodes("decided, two open regions"));
}
