//! `crosscram reproduce`.

use crate::run::{good, objects};
use crate::scratch::Scratch;
use std::fs;

/// The row of 6x6 has what is published beside ours.
#[test]
fn published_and_ours_side_by_side() {
    for (paper, nodes) in [("bullock 6.1", "908"), ("brueggemann 1", "738")] {
        let text = good(&format!("reproduce {paper} --up-to 1000"));
        let row = text.lines().find(|line| line.contains("6x6")).unwrap();
        let row: Vec<&str> = row.split_whitespace().collect();
        assert_eq!(row[..5], ["6x6", "1", nodes, nodes, "1.0000"]);
        assert!(text.contains("skipped: above the limit"), "{text}");
    }
    let rows = objects(&good("reproduce brueggemann 3 --up-to 1k --json"));
    assert_eq!(rows.len(), 2 * 35);
    assert_eq!(rows[0]["paper"], "brueggemann2016");
}

#[test]
fn json_and_plots() {
    let scratch = Scratch::new();
    let rows = objects(&scratch.good("reproduce bullock 8.2 --up-to 1k --json --plots plots"));
    assert!(rows.iter().all(|row| row["schema"] == 2));
    let row = rows.iter().find(|row| row["what"] == "2x11");
    let row = row.unwrap_or_else(|| panic!("{rows:?}"));
    assert_eq!(row["verdict"], "equal");
    let command = "solve 2x11 --engine obsequi --replacement find-first";
    assert_eq!(row["command"], command);
    let nodes = good(command);
    assert!(nodes.contains(&row["ours"].to_string()), "{nodes}");
    let plots: Vec<_> = fs::read_dir(scratch.path("plots")).unwrap().collect();
    assert_eq!(plots.len(), 1);
    let svg = fs::read_to_string(plots[0].as_ref().unwrap().path()).unwrap();
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
}
