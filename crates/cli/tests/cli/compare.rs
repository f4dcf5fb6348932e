//! `crosscram compare`: searches side by side.

use crate::run::{good, objects, words};
use crate::scratch::Scratch;
use std::fs;
use std::path::Path;

#[test]
fn searches_side_by_side() {
    let scratch = Scratch::new();
    let folder = &scratch.file("plots");
    let rows = objects(&good(&[
        "compare", "3x3", "4x4 H", "--json", "--plots", folder,
    ]));
    // Four searches with each of four evaluations, but no alpha-beta without an evaluation.
    assert_eq!(rows.len(), 2 * 15);
    assert!(rows.iter().all(|row| row["first_wins"] == true));
    assert_eq!(fs::read_dir(folder).unwrap().count(), 12);
    let text = good(&words("compare 5x5 --up-to 10"));
    assert!(text.contains("given up"), "{text}");
}

/// The factors between alpha-beta and the graph search in docs/proof-number.md follow from its table.
#[test]
fn factors_in_the_document() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/proof-number.md");
    let text = fs::read_to_string(path).unwrap();
    let number = |cell: &str| -> Option<f64> { cell.trim().replace(',', "").parse().ok() };
    let (mut least, mut most, mut given_up) = (f64::MAX, 0.0_f64, 0.0_f64);
    for row in text.lines().filter(|line| {
        line.starts_with("| domi") || line.starts_with("| cover") || line.starts_with("| switch")
    }) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let Some(alpha_beta) = number(cells[3]) else {
            continue;
        };
        match number(cells[5]) {
            // One node each: nothing to search.
            Some(graph) if graph > 1.0 => {
                least = least.min(graph / alpha_beta);
                most = most.max(graph / alpha_beta);
            }
            Some(_) => {}
            None => {
                let graph = number(cells[5].trim_start_matches("> ")).unwrap();
                given_up = given_up.max(graph / alpha_beta);
            }
        }
    }
    let quoted = format!("a factor of {least:.1} to {} over the graph", most.floor());
    assert!(text.contains(&quoted), "{quoted}");
    let quoted = format!("of more than {} where", given_up.floor());
    assert!(text.contains(&quoted), "{quoted}");
}

/// The searches and evaluations that were chosen, in that order, and a limit for all of them.
#[test]
fn compared_searches_are_chosen() {
    let searches = "alpha-beta,alpha-beta-no-table,tree,pn2,dag,base-twin,df-pn,pds";
    let args = [
        "compare",
        "4x5",
        "--algorithms",
        searches,
        "--leaves",
        "domi",
        "--json",
        "-q",
    ];
    let rows = objects(&good(&args));
    let names: Vec<&str> = rows
        .iter()
        .map(|row| row["search"].as_str().unwrap())
        .collect();
    assert_eq!(names.join(","), searches);
    for row in &rows {
        assert_eq!(
            (&row["leaves"], &row["first_wins"]),
            (&"domi".into(), &rows[0]["first_wins"])
        );
    }
    assert!(
        rows[1]["nodes"].as_u64() > rows[0]["nodes"].as_u64(),
        "{rows:?}"
    );
    assert_eq!(rows[1]["bytes"], 0);
    let given_up = good(&words(
        "compare 6x6 --algorithms alpha-beta-no-table --leaves domi --up-to 100 -q",
    ));
    assert!(given_up.contains("given up"), "{given_up}");
}
