//! The published numbers, each figure a file of `papers/bullock2002`.

macro_rules! paper {
    ($name:literal) => {
        include_str!(concat!("../../../../papers/bullock2002/", $name))
    };
}

pub(super) const FIG_1_2: &str = paper!("fig1_2.tsv");
pub(super) const FIG_4_6: &str = paper!("fig4_6.tsv");
pub(super) const FIG_4_7: &str = paper!("fig4_7.tsv");
pub(super) const FIG_5_1: &str = paper!("fig5_1.tsv");
pub(super) const FIG_6_1: &str = paper!("fig6_1.tsv");
pub(super) const FIG_6_2: &str = paper!("fig6_2.tsv");
pub(super) const FIG_6_4: &str = paper!("fig6_4.tsv");
pub(super) const FIG_8_2: &str = paper!("fig8_2.tsv");
pub(super) const FIG_8_4: &str = paper!("fig8_4.tsv");
pub(super) const FIG_8_6: &str = paper!("fig8_6.tsv");
pub(super) const FIG_8_8: &str = paper!("fig8_8.tsv");
pub(super) const FIG_8_10: &str = paper!("fig8_10.tsv");
pub(super) const SETS_EASIER: &str = paper!("sets_easier.txt");
pub(super) const SETS_DIFFICULT: &str = paper!("sets_difficult.txt");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{Line, Table};
    use crosscram_rules::{Board, Outcome};
    use std::collections::HashMap;

    const ALL: [&str; 12] = [
        FIG_1_2, FIG_4_6, FIG_4_7, FIG_5_1, FIG_6_1, FIG_6_2, FIG_6_4, FIG_8_2, FIG_8_4, FIG_8_6,
        FIG_8_8, FIG_8_10,
    ];
    const OBSEQUI: [&str; 7] = [
        FIG_6_1, FIG_6_2, FIG_8_2, FIG_8_4, FIG_8_6, FIG_8_8, FIG_8_10,
    ];

    fn size(line: &Line<'_>) -> (usize, usize) {
        (line.value("rows"), line.value("cols"))
    }

    #[test]
    fn every_file_names_its_source() {
        for text in ALL {
            let mut lines = text.lines();
            assert!(lines.next().is_some_and(|header| !header.starts_with('#')));
            let source = lines.next().expect("a source line");
            assert!(source.starts_with("# Source: Nathan Bullock, "), "{source}");
            assert!(
                source.contains(", Fig. ") && source.contains(", p. "),
                "{source}"
            );
            assert!(Table::parse(text).lines().count() >= 3);
        }
    }

    #[test]
    fn boards_are_listed_once_and_outcomes_fit_together() {
        let mut outcomes: HashMap<(usize, usize), Outcome> = HashMap::new();
        for text in OBSEQUI.into_iter().chain([FIG_1_2]) {
            let table = Table::parse(text);
            let mut sizes: Vec<_> = table.lines().map(|line| size(&line)).collect();
            assert!(sizes.is_sorted());
            sizes.dedup();
            assert_eq!(sizes.len(), table.lines().count());
            for line in table.lines() {
                let (rows, cols) = size(&line);
                Board::empty(rows, cols).expect("a board");
                let outcome: Outcome = line.value("outcome");
                assert_eq!(*outcomes.entry((rows, cols)).or_insert(outcome), outcome);
                let turned = outcome.transposed();
                assert_eq!(*outcomes.entry((cols, rows)).or_insert(turned), turned);
            }
        }
    }

    #[test]
    fn counts_agree_but_for_one_misprint() {
        let mut counts: HashMap<(usize, usize), u64> = HashMap::new();
        let mut differ = Vec::new();
        for text in OBSEQUI {
            for line in Table::parse(text).lines() {
                let Some(nodes) = line.get("nodes") else {
                    continue;
                };
                if *counts.entry(size(&line)).or_insert(nodes) != nodes {
                    differ.push(size(&line));
                }
            }
        }
        assert_eq!(differ, [(4, 9)]);
        for line in Table::parse(FIG_4_7).lines() {
            assert_eq!(counts[&size(&line)], line.value::<u64>("safe_ignored"));
        }
        let whole = Table::parse(FIG_6_4);
        let whole = whole.lines().find(|line| line.text("without") == "-");
        assert_eq!(
            counts[&(8, 8)],
            whole.expect("nothing left out").value::<u64>("nodes")
        );
    }

    #[test]
    fn totals_are_as_the_source_line_says() {
        let table = Table::parse(FIG_4_6);
        for (column, total) in [("primary", 6_454_413), ("primary_symmetry", 2_236_246)] {
            assert_eq!(
                table
                    .lines()
                    .map(|line| line.value::<u64>(column))
                    .sum::<u64>(),
                total
            );
            assert!(FIG_4_6.contains(&total.to_string()));
        }
        let growth = Table::parse(FIG_5_1);
        let nodes: Vec<u64> = growth.lines().map(|line| line.value("nodes")).collect();
        let factors: Vec<_> = growth
            .lines()
            .map(|line| line.get("effective_branching"))
            .collect();
        let computed = nodes.windows(2).map(|pair| Some(pair[1] / pair[0]));
        assert_eq!(factors, computed.chain([None]).collect::<Vec<_>>());
    }
}
