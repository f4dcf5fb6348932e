//! The tournaments of knowledge-based players.

use crosscram_reproduce::vandaalen::{EXPERIMENTS, Sheet, experiment, run};
use crosscram_reproduce::{Options, Watch};
use crosscram_search::Control;

fn sheet(id: &str, games: u64, threads: usize) -> Sheet {
    let options = Options {
        up_to: games,
        threads,
        ..Options::default()
    };
    let mut sheets = Vec::new();
    run(&[experiment(id).unwrap()], &options, |sheet| {
        sheets.push(sheet)
    });
    sheets.remove(0)
}

#[test]
fn figure_1_agrees_but_for_three_misprints() {
    let sheet = sheet("figure1", 1, 1);
    assert!(!sheet.failed);
    let text = sheet.to_text();
    assert_eq!(text.matches("misprint").count(), 4, "{text}");
    assert!(sheet.remarks[0].contains("13 values agree, 3 are misprints"));
}

/// The tournament of depth 1 on 8x8 is ranked as published, nearly.
#[test]
fn table_2_is_nearly_in_the_published_order() {
    let sheet = sheet("2", 10, 1);
    let correlation = |name: &str| {
        let found = sheet
            .correlations
            .iter()
            .find(|(reading, _)| *reading == name);
        found.unwrap().1
    };
    assert!(correlation("plain") > 0.7, "{:?}", sheet.correlations);
    assert!(correlation("fitted") > 0.8, "{:?}", sheet.correlations);
    let text = sheet.to_text();
    assert!(text.contains("ordering-absolute-swap"), "{text}");
    let json = sheet.to_json_lines();
    assert_eq!(json.lines().count(), 12);
    assert!(json.starts_with("{\"") && json.contains("\"paper\":\"vandaalen2012\""));
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    assert_eq!(sheet("2", 2, 1).to_text(), sheet("2", 2, 3).to_text());
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
    let mut seen = 0;
    let all: Vec<_> = EXPERIMENTS.iter().collect();
    run(&all, &options, |sheet| {
        seen += 1;
        assert_eq!(sheet.interrupted, sheet.experiment.id == "1");
    });
    // Nothing is begun after the first that was stopped.
    assert_eq!(seen, 2);
}
