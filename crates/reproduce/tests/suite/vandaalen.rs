//! The tournaments of knowledge-based players.

use crate::runs::{result, results};
use crosscram_reproduce::vandaalen::PAPER;
use crosscram_reproduce::{Options, Reproduction, Watch};
use crosscram_search::Control;

fn run(id: &str, games: u64, threads: usize) -> Reproduction {
    let options = Options {
        up_to: games,
        threads,
        ..Options::default()
    };
    result(&PAPER, id, &options)
}

/// How far a reading's order agrees with the published one.
fn correlation(result: &Reproduction, reading: &str) -> f64 {
    let mut rows = result.overall.iter();
    let row = rows.find(|row| row.variant == reading).unwrap();
    row.ours().unwrap()
}

fn pictures(result: &Reproduction) -> Vec<&str> {
    let pictures = result.pictures.iter();
    pictures.map(|(name, _)| name.as_str()).collect()
}

#[test]
fn figure_1_agrees_but_for_three_misprints() {
    let result = run("figure1", 1, 1);
    assert!(!result.failed());
    let text = result.to_text();
    assert_eq!(text.matches("misprint").count(), 4, "{text}");
    assert!(text.contains("13 of 13 measured numbers equal the published ones"));
    assert!(text.contains("3 values are misprints"));
    assert!(text.contains("12 values are printed") && text.contains("and 9 agree"));
}

/// The tournament of depth 1 on 8x8 is ranked as published, nearly.
#[test]
fn table_2_is_nearly_in_the_published_order() {
    let result = run("2", 10, 1);
    assert!(correlation(&result, "plain") > 0.7, "{result:?}");
    assert!(correlation(&result, "fitted") > 0.8, "{result:?}");
    let text = result.to_text();
    let mut lines = text.lines();
    let line = lines.find(|line| line.contains("ordering-absolute-swap"));
    // Bot, published wins, rank, V, H, and the same of two readings.
    assert_eq!(line.unwrap().split_whitespace().count(), 13, "{text}");
    let json = result.to_json_lines();
    assert_eq!(json.lines().count(), 2 * 11 + 4);
    assert!(json.starts_with("{\"") && json.contains("\"paper\":\"vandaalen2012\""));
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    assert_eq!(run("2", 2, 1).to_text(), run("2", 2, 3).to_text());
}

#[test]
fn what_is_stopped_is_not_reported_as_a_result() {
    struct Never;
    impl Watch for Never {
        fn watch(&self, _: &str, _: &mut dyn FnMut(&Control)) -> bool {
            false
        }
    }
    let options = Options {
        watch: &Never,
        ..Options::default()
    };
    let all: Vec<_> = PAPER.experiments.iter().collect();
    let results = results(&PAPER, &all, &options);
    let interrupted = results.iter().map(Reproduction::interrupted);
    // Nothing is begun after the first that was stopped.
    assert_eq!(interrupted.collect::<Vec<_>>(), [false, true]);
}

/// OrderingBot's order saves nodes, which the paper doubted because it does not save games.
#[test]
fn the_order_of_moves_saves_nodes() {
    let result = run("pruning", 1, 1);
    let ours = |variant: &str| {
        let rows = result.rows.iter().filter(|row| row.variant == variant);
        rows.map(|row| row.ours().unwrap()).collect::<Vec<_>>()
    };
    let (all, listed, ordered) = (ours("no pruning"), ours("as listed"), ours("ordered"));
    assert_eq!(all.len(), 6);
    for ((all, listed), ordered) in all.iter().zip(&listed).zip(&ordered) {
        assert!(listed < all && ordered < listed, "{result:?}");
    }
}

/// In Table 2 as printed the four worst bots win nothing against the others, and the charts are drawn.
#[test]
fn claims_and_charts_of_table_2() {
    let result = run("2", 1, 1);
    let claim = "claim, as printed: games that the four worst win against the others: 0 ";
    assert!(result.to_text().contains(claim), "{}", result.to_text());
    assert_eq!(pictures(&result), ["vandaalen-2.svg"]);
}

/// More games than in the paper are played if they are asked for.
#[test]
fn eleven_games() {
    let text = run("2", 11, 1).to_text();
    let games = "11 games for each pairing and role";
    assert!(text.contains(games), "{text}");
}

#[test]
fn no_games_are_no_tournament() {
    for id in ["1", "2", "3", "6x6", "readings", "footnote", "5"] {
        let result = run(id, 0, 1);
        let text = result.to_text();
        assert!(text.contains("skipped: no games allowed"), "{id}");
        assert!(!result.interrupted() && !result.failed());
    }
}

/// The fitted reading agrees with Table 1 far better than the definitions do.
#[test]
fn table_1_is_nearly_in_the_published_order_when_fitted() {
    let result = run("1", 1, 1);
    assert!(correlation(&result, "plain") < 0.6, "{result:?}");
    assert!(correlation(&result, "fitted") > 0.85, "{result:?}");
    assert_eq!(
        pictures(&result),
        ["vandaalen-1.svg", "vandaalen-1-depths.svg"]
    );
}

/// Correlations that docs/players.md quotes of the tables are in the recorded output of the runs.
#[test]
fn the_document_quotes_recorded_results() {
    let read = |name: &str| {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/");
        std::fs::read_to_string(format!("{root}{name}")).unwrap()
    };
    let (document, recorded) = (read("players.md"), read("players/results.txt"));
    let tables = document.split("## The tables").nth(1).unwrap();
    let tables = tables.split("## The paper's question").next().unwrap();
    let numbers = tables.split(|c: char| !(c.is_ascii_digit() || ".,".contains(c)));
    let numbers = numbers.map(|number| number.trim_matches(['.', ',']));
    let quoted = |number: &&str| {
        let correlation =
            number.len() == 4 && number.starts_with(['0', '1']) && number.contains('.');
        let count = number.len() >= 5 && number.contains(',');
        correlation || count
    };
    let quoted: Vec<&str> = numbers.filter(quoted).collect();
    assert!(quoted.len() > 40, "{quoted:?}");
    for number in quoted {
        assert!(recorded.contains(number), "{number} is not recorded");
    }
}
