//! Tables, JSON and charts.

use crate::runs::small;
use crosscram_rules::Outcome;
use serde_json::Value;
use std::collections::HashSet;

#[test]
fn json_lines_are_objects_of_schema_1() {
    for result in small() {
        let text = result.to_json_lines();
        assert_eq!(text.lines().count(), result.rows.len());
        for (line, row) in text.lines().zip(&result.rows) {
            let object: Value = serde_json::from_str(line).expect("JSON");
            assert_eq!(object["schema"], 2);
            assert_eq!(object["figure"], result.experiment.id);
            assert_eq!(object["what"], row.what.as_str());
            assert_eq!(object["ours"].as_f64(), row.ours());
            assert_eq!(object["skipped"].is_null(), row.ours().is_some());
            assert_eq!(object["failed"], false);
            assert_eq!(object["verdict"], row.verdict().name());
            assert_eq!(object["ours"].is_u64(), row.ours().is_some());
        }
    }
}

#[test]
fn charts_are_well_formed_and_have_names_of_their_own() {
    let results = small();
    for result in &results {
        let has_numbers = result.rows.iter().any(|row| row.ours().is_some());
        let is_drawn = !result.pictures.is_empty();
        assert!(is_drawn || !has_numbers, "{}", result.experiment.id);
    }
    let charts = results.into_iter().flat_map(|result| result.pictures);
    let charts: Vec<_> = charts.collect();
    let names: Vec<&str> = charts.iter().map(|(name, _)| name.as_str()).collect();
    // Those without a chart of their own have their rows as bars.
    let (own, bars) = (
        "4-3-easier 4-3-difficult 4-5 6-3 6-5 8-1 8-3 8-5 8-7 8-9",
        "1-2 6-1 5-1",
    );
    for figure in own.split(' ').chain(bars.split(' ')) {
        let name = format!("bullock-{figure}.svg");
        assert!(names.contains(&&*name), "{name}: {names:?}");
    }
    assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len());
    for (name, svg) in &charts {
        assert!(roxmltree::Document::parse(svg).is_ok(), "{name}");
    }
    // Published numbers are drawn whether ours are there or not: 9 squares, and a legend entry.
    let squares = &charts.last().unwrap().1;
    assert_eq!(squares.matches("r=\"5.6\"").count(), 9 + 1);
}

/// The square boards, without the times, which differ.
#[test]
fn text_is_aligned() {
    let mut result = small().pop().expect("figures");
    result.rows.iter_mut().for_each(|row| row.seconds = None);
    let expected = "\
Figure 8.10: Obsequi on n x n boards, nodes
  board  outcome          published  ours   ratio  note
  2x2    1                        1     1  1.0000
  3x3    1                        1     1  1.0000
  4x4    1                       23    23  1.0000
  5x5    2                      259   259  1.0000
  6x6    1                      908   908  1.0000
  7x7    (1)                 31,440     -          skipped: above the limit
  8x8    (1)              2,023,301     -          skipped: above the limit
  9x9    (1)          1,657,032,906     -          skipped: above the limit; two-big table; run once: 1,653,569,380 nodes, 19 minutes
  10x10  (1)      3,541,685,253,370     -          skipped: above the limit; published: sum over 650,531 positions of ply 8
  * 5 of 5 measured numbers equal the published ones
";
    assert_eq!(result.to_text(), expected);
}

#[test]
fn a_contradiction_is_loud() {
    let mut result = small().pop().expect("figures");
    assert!(!result.failed() && !result.to_text().contains("FAILED"));
    result.rows[3].outcome = Some(Outcome::First);
    assert!(result.failed());
    assert!(result.to_text().contains("5x5    1 BUT PUBLISHED 2"));
    let said = "FAILED: an outcome contradicts the published one";
    assert!(result.to_text().contains(said));
    let json = result.to_json_lines();
    let line = json.lines().nth(3).unwrap();
    let object: Value = serde_json::from_str(line).expect("JSON");
    assert_eq!(object["failed"], true);
    assert_eq!(object["outcome"], "1");
    assert_eq!(object["published_outcome"], "2");
}
