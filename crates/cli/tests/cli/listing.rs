//! `crosscram values list`, `find`, `export` and `build`.

use crate::run::{good, object, objects};
use crate::scratch::Scratch;
use crate::session::session;
use serde_json::Value;

fn listed(line: &str) -> Vec<Value> {
    objects(&good(&format!("values {line} --json")))
}

#[test]
fn regions_are_listed_with_their_values() {
    // Reflections are one, transposed forms are two unless they are reflections: 1, 2, 3 and 9 regions.
    let rows = listed("list --cells 4");
    let count = |n: u64| rows.iter().filter(|row| row["free"] == n).count();
    assert_eq!([1, 2, 3, 4].map(count), [1, 2, 3, 9]);
    for row in &rows {
        let position = row["position"].as_str().unwrap();
        let value = object(&["value", position, "--json"]);
        for key in ["value", "outcome", "mean", "temperature"] {
            assert_eq!(row[key], value[key], "{position}");
        }
    }
    assert_eq!(rows.len(), 15);
    session("$ values list --cells 2 => . 3 of 3 positions\\n");
}

#[test]
fn positions_of_a_board() {
    // Subsets of 2x2 up to reflections: 1 + 1 + 3 + 1 + 1.
    let rows = listed("list --fits 2x2 --positions");
    assert_eq!(rows.len(), 7);
    let regions = listed("list --fits 2x3");
    let fits = |row: &Value| {
        let rows: Vec<&str> = row["position"].as_str().unwrap().split('|').collect();
        rows.len() <= 2 && rows[0].len() <= 3
    };
    assert!(regions.iter().all(fits));
    assert!(regions.iter().any(|row| row["position"] == "...|..."));
    assert!(!regions.iter().any(|row| row["position"] == ".|.|."));
    let all = listed("list --cells 6");
    let expected = all.iter().filter(|row| fits(row)).count();
    assert_eq!(regions.len(), expected);
}

#[test]
fn filters() {
    let all = listed("list --cells 7");
    let hot = listed("list --cells 7 --temperature >1");
    let one = "1";
    assert!(hot.iter().all(|row| row["temperature"] != one) && !hot.is_empty());
    let first = listed("list --cells 7 --outcome 1");
    let expected = all.iter().filter(|row| row["outcome"] == "1").count();
    assert_eq!(first.len(), expected);
    let stars = listed("list --cells 7 --value *");
    let expected = all.iter().filter(|row| row["value"] == "*").count();
    assert_eq!(stars.len(), expected);
    // The letters of the literature mean the same.
    for (ours, theirs) in [("V", "L"), ("H", "R"), ("1", "N"), ("2", "p")] {
        let list = |class: &str| listed(&format!("list --cells 6 --outcome {class}"));
        assert_eq!(list(ours), list(theirs));
        assert!(!list(ours).is_empty());
    }
    let negative = listed("list --cells 5 --mean <-1 --outcome H");
    assert!(negative.iter().all(|row| row["outcome"] == "H") && !negative.is_empty());
    let hottest = listed("list --cells 7 --hottest 3");
    assert_eq!(hottest.len(), 3);
    let heat = |row: &Value| {
        let text = row["temperature"].as_str().unwrap();
        let (above, below) = text.split_once('/').unwrap_or((text, "1"));
        above.parse::<f64>().unwrap() / below.parse::<f64>().unwrap()
    };
    let mut heats: Vec<f64> = all.iter().map(heat).collect();
    heats.sort_by(|a, b| b.total_cmp(a));
    assert_eq!(hottest.iter().map(heat).collect::<Vec<_>>(), heats[..3]);
    assert_eq!(listed("list --cells 7 --most 5").len(), 5);
}

#[test]
fn positions_of_a_value_are_found() {
    let found = object("values find ^ --json");
    let position = found["position"].as_str().unwrap();
    assert_eq!(object(&["value", position, "--json"])["value"], "^");
    let found = listed("find '2x3 - 0' --most 2");
    assert_eq!(found.len(), 2);
    assert!(found.iter().all(|row| row["value"] == "{2|-1/2}"));
    session("$ values find *17 --cells 6 => ? 1");
}

#[test]
fn databases_are_exported() {
    let scratch = Scratch::new();
    scratch.session(
        r"$ values build --cells 4 -o d.values --json
          $ values export d.values --csv
          ^ position,cells,value,outcome,mean,temperature\n
          + \n..|..,4,+-1,1,0,1\n
          # Free polyominoes of 2 to 4 cells.
          $ values export d.values --json => @ . #8",
    );
    assert_eq!(
        scratch.good("values export d.values --csv").lines().count(),
        1 + 8
    );
    let latex = scratch.good("values export d.values --latex");
    for part in [
        "\\texttt{..\\textbar ..} & 4 & $\\pm 1$ & 1 & $0$ & $1$ \\\\",
        "\n\\begin{tabular}{",
    ] {
        assert!(latex.contains(part), "{latex}");
    }
    assert!(latex.ends_with("\\end{tabular}}%\n"), "{latex}");
}

#[test]
fn build_and_info_count_alike() {
    let scratch = Scratch::new();
    let built = scratch.object("values build --cells 9 -o d.values --json");
    let info = scratch.object("values info d.values --json");
    for key in ["games", "regions", "complete", "bytes"] {
        assert_eq!(built[key], info[key], "{key}");
    }
}

#[cfg(unix)]
#[test]
fn a_killed_build_keeps_its_work_and_excludes_others() {
    use crate::terminal::Session;

    let scratch = Scratch::new();
    let file = scratch.file("d.values");
    let mut session = Session::start(&format!("values build --cells 17 -o {file}"), "");
    let is_large = |text: &str| (8..17).any(|n| text.contains(&format!("regions of {n} cells")));
    session.until_any(is_large);
    scratch.session("$ values build --cells 9 -o d.values => ! another build is writing this file");
    session.end("-KILL");
    let complete = |line: &str| scratch.object(line)["complete"].as_u64();
    assert!(complete("values info d.values --json") >= Some(7));
    // It is gone.
    assert!(complete("values build --cells 8 -o d.values --json") >= Some(8));
    assert_eq!(scratch.entries(), 1, "no leftovers");
}
