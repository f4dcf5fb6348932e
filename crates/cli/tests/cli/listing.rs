//! `crosscram values list`, `find`, `export` and `build`.

use crate::run::{good, object, objects, refused, run, words};
use crate::scratch::Scratch;
use serde_json::Value;
use std::fs;

fn listed(args: &[&str]) -> Vec<Value> {
    objects(&good(&[args, &["--json"]].concat()))
}

#[test]
fn regions_are_listed_with_their_values() {
    // Reflections are one, transposed forms are two unless they are reflections: 1, 2, 3 and 9 regions.
    let rows = listed(&words("values list --cells 4"));
    let sizes: Vec<u64> = rows
        .iter()
        .map(|row| row["free"].as_u64().unwrap())
        .collect();
    let count = |n: u64| sizes.iter().filter(|&&cells| cells == n).count();
    assert_eq!([1, 2, 3, 4].map(count), [1, 2, 3, 9]);
    for row in &rows {
        let position = row["position"].as_str().unwrap();
        let value = object(&["value", position, "--json"]);
        for key in ["value", "outcome", "mean", "temperature"] {
            assert_eq!(row[key], value[key], "{position}");
        }
    }
    let text = good(&words("values list --cells 2"));
    assert!(text.ends_with("3 of 3 positions\n"), "{text}");
}

#[test]
fn positions_of_a_board() {
    // Subsets of 2x2 up to reflections: 1 + 1 + 3 + 1 + 1.
    let rows = listed(&words("values list --fits 2x2 --positions"));
    assert_eq!(rows.len(), 7);
    let regions = listed(&words("values list --fits 2x3"));
    let fits = |row: &Value| {
        let rows: Vec<&str> = row["position"].as_str().unwrap().split('|').collect();
        rows.len() <= 2 && rows[0].len() <= 3
    };
    assert!(regions.iter().all(fits));
    assert!(regions.iter().any(|row| row["position"] == "...|..."));
    assert!(!regions.iter().any(|row| row["position"] == ".|.|."));
    let all = listed(&words("values list --cells 6"));
    let expected = all.iter().filter(|row| fits(row)).count();
    assert_eq!(regions.len(), expected);
}

#[test]
fn filters() {
    let all = listed(&words("values list --cells 7"));
    let hot = listed(&["values", "list", "--cells", "7", "--temperature", ">1"]);
    let one = "1";
    assert!(hot.iter().all(|row| row["temperature"] != one) && !hot.is_empty());
    let first = listed(&words("values list --cells 7 --outcome 1"));
    let expected = all.iter().filter(|row| row["outcome"] == "1").count();
    assert_eq!(first.len(), expected);
    let stars = listed(&["values", "list", "--cells", "7", "--value", "*"]);
    let expected = all.iter().filter(|row| row["value"] == "*").count();
    assert_eq!(stars.len(), expected);
    // The letters of the literature mean the same.
    for (ours, theirs) in [("V", "L"), ("H", "R"), ("1", "N"), ("2", "p")] {
        let list = |class: &str| listed(&["values", "list", "--cells", "6", "--outcome", class]);
        assert_eq!(list(ours), list(theirs));
        assert!(!list(ours).is_empty());
    }
    let negative = listed(&words("values list --cells 5 --mean <-1 --outcome H"));
    assert!(negative.iter().all(|row| row["outcome"] == "H") && !negative.is_empty());
    let hottest = listed(&words("values list --cells 7 --hottest 3"));
    assert_eq!(hottest.len(), 3);
    let heat = |row: &Value| {
        let text = row["temperature"].as_str().unwrap();
        let (above, below) = text.split_once('/').unwrap_or((text, "1"));
        above.parse::<f64>().unwrap() / below.parse::<f64>().unwrap()
    };
    let mut heats: Vec<f64> = all.iter().map(heat).collect();
    heats.sort_by(|a, b| b.total_cmp(a));
    assert_eq!(hottest.iter().map(heat).collect::<Vec<_>>(), heats[..3]);
    let few = listed(&words("values list --cells 7 --most 5"));
    assert_eq!(few.len(), 5);
}

/// The only region of up to 15 cells with temperature 2 (Uiterwijk and Barton 2015), and the region of 26 cells
/// with temperature 33/16 (Mazur 2026), the hottest known.
#[test]
fn the_hottest_known_region() {
    let mazur = ".#######.|.#######.|....#....|###.#.###|###...###|#....####|##...####|#..######";
    let value = object(&["value", mazur, "--json"]);
    assert_eq!(value["temperature"], "33/16");
    assert_eq!(value["value"], "{17/8|-2*}");
}

#[test]
fn positions_of_a_value_are_found() {
    let found = object(&["values", "find", "^", "--json"]);
    let position = found["position"].as_str().unwrap();
    assert_eq!(object(&["value", position, "--json"])["value"], "^");
    let found = listed(&["values", "find", "2x3 - 0", "--most", "2"]);
    assert_eq!(found.len(), 2);
    assert!(found.iter().all(|row| row["value"] == "{2|-1/2}"));
    let none = run(&["values", "find", "*17", "--cells", "6"]);
    assert_eq!(none.code, Some(1));
}

#[test]
fn databases_are_exported() {
    let scratch = Scratch::new();
    let file = scratch.file("d.values");
    object(&["values", "build", "--cells", "4", "-o", &file, "--json"]);
    let csv = good(&["values", "export", &file, "--csv"]);
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines[0], "position,cells,value,outcome,mean,temperature");
    assert_eq!(lines.len(), 1 + 8, "free polyominoes of 2 to 4 cells");
    assert!(lines.contains(&"..|..,4,+-1,1,0,1"), "{csv}");
    let json = listed(&["values", "export", &file]);
    assert_eq!(json.len(), 8);
    let latex = good(&["values", "export", &file, "--latex"]);
    assert!(
        latex.contains("\\texttt{..\\textbar ..} & 4 & $\\pm 1$ & 1 & $0$ & $1$ \\\\"),
        "{latex}"
    );
    assert!(latex.contains("\n\\begin{tabular}{"), "{latex}");
    assert!(latex.ends_with("\\end{tabular}}%\n"), "{latex}");
}

#[test]
fn build_and_info_count_alike() {
    let scratch = Scratch::new();
    let file = scratch.file("d.values");
    let built = object(&["values", "build", "--cells", "9", "-o", &file, "--json"]);
    let info = object(&["values", "info", &file, "--json"]);
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
    let args = ["values", "build", "--cells", "17", "-o", &file];
    let mut session = Session::start(&args, "");
    let is_large = |text: &str| (8..17).any(|n| text.contains(&format!("regions of {n} cells")));
    session.until_any(is_large);
    refused(
        &["values", "build", "--cells", "9", "-o", &file],
        "another build is writing this file",
    );
    session.end("-KILL");
    let info = object(&["values", "info", &file, "--json"]);
    assert!(info["complete"].as_u64() >= Some(7), "{info}");
    // Nobody has it any more.
    let built = object(&["values", "build", "--cells", "8", "-o", &file, "--json"]);
    assert!(built["complete"].as_u64() >= Some(8));
    assert_eq!(
        fs::read_dir(scratch.directory()).unwrap().count(),
        1,
        "no leftovers"
    );
}
