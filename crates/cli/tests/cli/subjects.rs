//! What can be asked is read as all front ends read it: `crates/workbench/tests/subjects.tsv`.

use crate::run::{object, refused};

#[test]
fn subjects_and_their_answers() {
    let table = include_str!("../../../workbench/tests/subjects.tsv").lines();
    for row in table.filter(|line| !line.starts_with("# ")).skip(1) {
        let [subject, tile, vertical, horizontal, error] = row.split('\t').collect::<Vec<_>>()[..]
        else {
            panic!("{row}");
        };
        let args = [
            "solve", subject, "--tile", tile, "--table", "2^16", "--json",
        ];
        if !error.is_empty() {
            refused(&args, error);
            continue;
        }
        let answer = object(&args);
        for (first, winner) in [
            ("vertical_first", vertical),
            ("horizontal_first", horizontal),
        ] {
            let found = answer[first]["winner"].as_str().unwrap_or("-");
            assert_eq!(found, winner, "{row}, {first}");
        }
    }
}
