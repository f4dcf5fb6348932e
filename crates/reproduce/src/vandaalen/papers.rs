//! The published tables.

use crosscram_players::{Key, Kind, Spec};

use crate::table::{Line, Table};

macro_rules! paper {
    ($name:literal) => {
        include_str!(concat!("../../../../papers/vandaalen2012/", $name))
    };
}

pub(super) const FIGURE_1: &str = paper!("figure1.tsv");
pub(super) const TABLE_1: &str = paper!("table1.tsv");
pub(super) const TABLE_2: &str = paper!("table2.tsv");
pub(super) const TABLE_3: &str = paper!("table3.tsv");

/// One row of a table.
#[derive(Clone, Debug)]
pub(super) struct Published {
    /// The bot with the parameters of the row, otherwise as we have it.
    pub(super) spec: Spec,
    pub(super) vertical: u64,
    pub(super) horizontal: u64,
    /// The sum of the two, which is not what is printed in some rows.
    pub(super) total: u64,
    pub(super) note: &'static str,
}

/// The rows of a table, in its order: the worst first.
///
/// # Panics
///
/// If a row is not understood. The files are part of the program and read by its tests.
pub(super) fn rows(text: &'static str) -> Vec<Published> {
    Table::parse(text).lines().map(|line| row(&line)).collect()
}

fn row(line: &Line<'_>) -> Published {
    let kind = Kind::parse(line.text("bot")).unwrap_or_else(|| panic!("{}", line.text("bot")));
    let columns = [
        ("depth", Key::Depth),
        ("absolute", Key::Gamma),
        ("threshold", Key::Threshold),
        ("w_absolute", Key::AbsoluteWeight),
        ("w_order", Key::OrderingWeight),
    ];
    let given = columns.iter().filter(|(name, _)| line.text(name) != "-");
    let spec = given.fold(Spec::new(kind), |spec, (name, key)| {
        let value = line.text(name);
        spec.with(*key, value)
            .unwrap_or_else(|error| panic!("{error}"))
    });
    let (vertical, horizontal) = (line.value("v_wins"), line.value("h_wins"));
    Published {
        spec,
        vertical,
        horizontal,
        total: vertical + horizontal,
        note: match line.text("note") {
            "-" => "",
            note => note,
        },
    }
}
