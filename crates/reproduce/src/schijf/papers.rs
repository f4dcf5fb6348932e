//! The published numbers, positions and figures: files of `papers/schijf1993`.

macro_rules! paper {
    ($name:literal) => {
        include_str!(concat!("../../../../papers/schijf1993/", $name))
    };
}

pub(super) const TIC_TAC_TOE: &str = paper!("tictactoe.tsv");
pub(super) const TABLES_B: &str = paper!("tables_b.tsv");
pub(super) const TABLE_5_1: &str = paper!("table5_1.tsv");
pub(super) const WIN_AT_CHESS: &str = paper!("wac.epd");

/// The figures that are drawn again, with their graphs.
pub(super) const FIGURES: [(&str, &str); 6] = [
    ("3.4", paper!("fig3_1.graph")),
    ("4.2", paper!("fig4_2.graph")),
    ("4.3", paper!("fig4_3.graph")),
    ("4.4", paper!("fig4_4.graph")),
    ("4.5", paper!("fig4_5.graph")),
    ("5.7", paper!("fig5_7.graph")),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Table;
    use crosscram_pn::games::{EpdRecord, Explicit};

    #[test]
    fn every_file_names_its_source() {
        for text in [TIC_TAC_TOE, TABLES_B, TABLE_5_1] {
            let source = text.lines().nth(1).unwrap();
            assert!(source.starts_with("# Source: Martin Schijf, "), "{source}");
            assert!(source.contains(", Table"), "{source}");
        }
        for (_, graph) in FIGURES {
            assert!(graph.starts_with("; Fig. "));
            graph.parse::<Explicit>().unwrap();
        }
    }

    #[test]
    fn every_row_has_its_position() {
        let records = EpdRecord::read_all(WIN_AT_CHESS).unwrap();
        assert_eq!(records.len(), 300);
        let table = Table::parse(TABLES_B);
        assert_eq!(table.lines().count(), 82);
        let mut classes = [0; 5];
        for line in table.lines() {
            let id = format!("WAC.{}", line.text("position"));
            assert!(records.iter().any(|record| record.id == id), "{id}");
            let class = line.text("class").as_bytes()[0];
            classes[usize::from(class - b'A')] += 1;
        }
        assert_eq!(classes, [13, 51, 16, 1, 1]);
        assert_eq!(Table::parse(TABLE_5_1).lines().count(), 35);
    }

    /// The factors that the thesis prints follow from the numbers.
    #[test]
    fn averages_and_sums() {
        let table = Table::parse(TIC_TAC_TOE);
        let average = table
            .lines()
            .find(|line| line.text("seed") == "average")
            .unwrap();
        let factor = average.value::<f64>("tree") / average.value::<f64>("graph");
        assert_eq!((factor * 100.0).round(), 523.0);
    }
}
