//! Tab-separated tables and what stands in those of the papers.
#![cfg_attr(fuzzing, no_main)]

use crosscram_fuzz::round_trip;
use crosscram_papers::{Number, Sizes};
use crosscram_support::tsv::Table;

crosscram_fuzz::fuzz_target!(|text: &str| {
    round_trip::<Number>(text);
    if let Ok(sizes) = text.parse::<Sizes>() {
        let sizes: Vec<usize> = sizes.up_to(30).collect();
        assert!(sizes.is_sorted_by(|a, b| a < b));
    }
    let Ok(table) = Table::parse(text) else {
        return;
    };
    let lines = text.lines().filter(|line| !line.starts_with("# "));
    let mut lines = lines.collect::<Vec<_>>().into_iter();
    let header: Vec<&str> = lines.next().expect("a header").split('\t').collect();
    assert_eq!(table.rows().len(), lines.len());
    for (row, line) in table.rows().zip(lines) {
        for (i, field) in line.split('\t').enumerate() {
            // The first of two columns of one name is found.
            if header.iter().position(|name| *name == header[i]) == Some(i) {
                assert_eq!(row.text(header[i]), Ok(field));
            }
            assert_eq!(
                row.value::<u64>(header[i]).is_ok(),
                row.get::<u64>(header[i]).is_ok_and(|v| v.is_some())
            );
        }
    }
});
