//! The experiments on Triomineering.

use crosscram_reproduce::brueggemann::{EXPERIMENTS, Sheet, experiment, run};
use crosscram_reproduce::{Options, Watch};
use crosscram_search::Control;

fn sheet(id: &str, up_to: u64) -> Sheet {
    let options = Options {
        up_to,
        ..Options::default()
    };
    let mut sheets = Vec::new();
    run(&[experiment(id).unwrap()], &options, |sheet| {
        sheets.push(sheet)
    });
    assert_eq!(sheets.len(), 1);
    sheets.remove(0)
}

#[test]
fn outcomes_and_counts_of_table_1() {
    let sheet = sheet("1", 3000);
    assert!(!sheet.contradicted && !sheet.interrupted);
    let said = "24 of 24 outcomes and 24 of 24 node counts equal the published ones";
    assert_eq!(sheet.remarks, [said]);
    let text = sheet.to_text();
    assert!(text.contains("skipped: above the limit"), "{text}");
}

#[test]
fn outcomes_of_table_2() {
    let sheet = sheet("2", 2000);
    assert!(!sheet.contradicted);
    assert!(
        sheet.remarks[0].starts_with("21 of 21 outcomes"),
        "{:?}",
        sheet.remarks
    );
}

#[test]
fn techniques_and_their_chart() {
    let sheet = sheet("9", 100_000);
    assert_eq!(sheet.experiment.id, "3");
    let text = sheet.to_text();
    assert!(
        text.contains("skipped: the smaller board was too much"),
        "{text}"
    );
    let charts = sheet.charts();
    assert_eq!(charts.len(), 1);
    assert_eq!(charts[0].0, "brueggemann-9.svg");
    assert!(charts[0].1.contains("move ordering, published"));
    let first = sheet.to_json_lines().lines().next().unwrap().to_string();
    assert!(first.starts_with("{\"schema\":1,\"paper\":\"brueggemann2016\",\"table\":\"3\","));
}

#[test]
fn scaled_boards() {
    let sheet = sheet("6.1", 3000);
    let text = sheet.to_text();
    assert!(
        text.contains("4x4          1          6x6            1          yes"),
        "{text}"
    );
    assert!(sheet.remarks[0].contains("pairs whose sides scale exactly"));
    assert!(text.contains("Triomineering"), "{text}");
}

#[test]
fn values_need_fewer_nodes() {
    let sheet = sheet("values", 20_000);
    assert!(!sheet.contradicted);
    let object = sheet.to_json_lines();
    let value: serde_json::Value = serde_json::from_str(object.lines().next().unwrap()).unwrap();
    assert_eq!(value["board"], "7x7");
    assert_eq!(value["nodes"], 14_753);
    assert!(value["nodes_16"].as_u64() < value["nodes"].as_u64());
}

/// Stops everything that begins.
struct Stopping;

impl Watch for Stopping {
    fn watch(&self, _label: &str, search: &mut dyn FnMut(&Control)) -> bool {
        let control = Control::new();
        control.stop();
        search(&control);
        true
    }
}

#[test]
fn what_is_stopped_says_so() {
    let options = Options {
        watch: &Stopping,
        up_to: 6_000_000,
        threads: 1,
    };
    let all: Vec<_> = EXPERIMENTS.iter().collect();
    let mut sheets = Vec::new();
    run(&all, &options, |sheet| sheets.push(sheet));
    assert_eq!(sheets.len(), 1);
    assert!(sheets[0].interrupted);
    assert!(sheets[0].to_text().contains("interrupted"));
}
