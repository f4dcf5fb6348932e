//! The tables of Schijf's thesis.

use crate::runs::row;
use crosscram_papers::schijf1993::{TABLES_B, WIN_AT_CHESS};
use crosscram_pn::games::EpdRecord;
use crosscram_reproduce::schijf::PAPER;
use crosscram_reproduce::{Ours, Reproduction, Verdict};

fn result(id: &str, up_to: u64) -> Reproduction {
    crate::runs::result(&PAPER, id, &crate::runs::up_to(up_to))
}

#[test]
fn mate_problems() {
    let result = result("b.1", 2_000);
    assert!(!result.failed(), "{}", result.to_text());
    let row = |what: &str, variant: &str| row(&result, what, variant);
    assert_eq!(row("035", "tree").ours(), Some(527.0));
    assert_eq!(row("035", "graph").ours(), Some(339.0));
    assert_eq!(row("006", "tree").verdict(), Verdict::NotRun);
    assert!(row("004", "depth-first").ours().is_some());
    let text = result.to_text();
    assert!(text.contains("skipped: above the limit"), "{text}");
    assert!(text.starts_with("Table B.1: "), "{text}");
    let json = result.to_json_lines();
    assert_eq!(json.lines().count(), result.rows.len());
    let head = r#""paper":"schijf1993","table":"B.1""#;
    assert!(json.contains(head), "{json}");
    assert_eq!(result.pictures.len(), 1);
}

#[test]
fn figures() {
    let result = result("figures", 0);
    assert!(!result.failed(), "{}", result.to_text());
    assert_eq!(result.pictures.len(), 12);
    let mut pictures = result.pictures.iter();
    assert!(pictures.all(|(_, svg)| svg.starts_with("<svg")));
}

/// All searches on all four games, each within the limit, each set with a picture.
#[test]
fn searches_since_1993() {
    let limit = 300;
    let result = result("modern", limit);
    assert_eq!(result.rows.len(), 16 * 4);
    assert_eq!(result.pictures.len(), 4);
    for row in &result.rows {
        let name = format!("{} {}", row.what, row.variant);
        let of: u64 = row.note.split(' ').nth(2).unwrap().parse().unwrap();
        let (nodes, most) = (row.ours().unwrap(), (limit * of) as f64);
        assert!(nodes > 0.0 && nodes <= most, "{name}: {nodes}");
        let solved: u64 = row.note.split(' ').next().unwrap().parse().unwrap();
        let is_bound = matches!(row.ours, Ours::Measured(number) if number.is_bound);
        assert_eq!(is_bound, solved < of, "{name}");
    }
    let text = result.to_text();
    assert!(text.starts_with("Searches since 1993: "), "{text}");
    assert!(text.contains("at most 300 for each"), "{text}");
}

#[test]
fn positions_that_are_not_available() {
    let result = result("5.1", u64::MAX);
    assert_eq!(result.rows.len(), 70);
    assert!(result.rows.iter().all(|row| row.ours().is_none()));
    // The published numbers are drawn all the same.
    assert_eq!(result.pictures.len(), 1);
}

#[test]
fn every_mate_problem_has_its_position() {
    let records = EpdRecord::read_all(WIN_AT_CHESS).unwrap();
    assert_eq!(records.len(), 300);
    for row in TABLES_B.rows() {
        let id = format!("WAC.{}", row.position);
        assert!(records.iter().any(|record| record.id == id), "{id}");
    }
}
