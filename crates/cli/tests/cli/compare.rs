//! `crosscram compare`: searches side by side.

use crate::run::{document, good, objects};
use crate::scratch::Scratch;
use crate::session::session;
use std::fs;

#[test]
fn searches_side_by_side() {
    let scratch = Scratch::new();
    let rows = objects(&scratch.good("compare 3x3 '4x4 H' --json --plots plots"));
    // Four searches with each of four evaluations, but no alpha-beta without an evaluation.
    assert_eq!(rows.len(), 2 * 15);
    assert!(rows.iter().all(|row| row["first_wins"] == true));
    assert_eq!(fs::read_dir(scratch.path("plots")).unwrap().count(), 12);
    session("$ compare 5x5 --up-to 10 => + given up");
}

/// The factors between alpha-beta and the graph search in docs/proof-number.md follow from its table.
#[test]
fn factors_in_the_document() {
    let text = document("docs/proof-number.md");
    let number = |cell: &str| -> Option<f64> { cell.trim().replace(',', "").parse().ok() };
    let (mut least, mut most, mut given_up) = (f64::MAX, 0.0_f64, 0.0_f64);
    let is_row = |line: &&str| {
        let heads = ["| domi", "| cover", "| switch"];
        heads.iter().any(|head| line.starts_with(head))
    };
    for row in text.lines().filter(is_row) {
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
    let line = format!("compare 4x5 --algorithms {searches} --leaves domi --json -q");
    let rows = objects(&good(&line));
    let names = rows.iter().map(|row| row["search"].as_str().unwrap());
    assert_eq!(names.collect::<Vec<_>>().join(","), searches);
    for row in &rows {
        assert_eq!(row["leaves"], "domi");
        assert_eq!(row["first_wins"], rows[0]["first_wins"]);
    }
    let nodes = |row: usize| rows[row]["nodes"].as_u64().unwrap();
    assert!(nodes(1) > nodes(0), "{rows:?}");
    assert_eq!(rows[1]["bytes"], 0);
    session(
        "$ compare 6x6 --algorithms alpha-beta-no-table --leaves domi --up-to 100 -q
         + given up",
    );
}
