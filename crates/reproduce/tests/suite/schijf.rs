//! The tables of Schijf's thesis.

use crosscram_papers::schijf1993::{TABLES_B, WIN_AT_CHESS};
use crosscram_pn::games::EpdRecord;
use crosscram_reproduce::schijf::PAPER;
use crosscram_reproduce::{Options, Reproduction, Verdict};

fn result(id: &str, up_to: u64) -> Reproduction {
    let options = Options {
        up_to,
        ..Options::default()
    };
    crate::runs::result(&PAPER, id, &options)
}

#[test]
fn mate_problems() {
    let result = result("b.1", 2_000);
    assert!(!result.failed(), "{}", result.to_text());
    let row = |what: &str, variant: &str| {
        let mut rows = result.rows.iter();
        let row = rows.find(|row| row.what == what && row.variant == variant);
        row.unwrap().clone()
    };
    assert_eq!(row("035", "tree").ours(), Some(527.0));
    assert_eq!(row("035", "graph").ours(), Some(339.0));
    assert_eq!(row("006", "tree").verdict(), Verdict::NotRun);
    assert!(row("004", "depth-first").ours().is_some());
    let text = result.to_text();
    assert!(text.contains("skipped: above the limit"), "{text}");
    assert!(text.starts_with("Table B.1: "), "{text}");
    let json = result.to_json_lines();
    assert_eq!(json.lines().count(), result.rows.len());
    assert!(
        json.contains("\"paper\":\"schijf1993\",\"table\":\"B.1\""),
        "{json}"
    );
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

#[test]
fn positions_that_are_not_available() {
    let result = result("5.1", u64::MAX);
    assert_eq!(result.rows.len(), 70);
    assert!(result.rows.iter().all(|row| row.ours().is_none()));
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
