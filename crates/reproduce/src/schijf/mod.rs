//! M. Schijf, *Proof-Number Search and Transpositions*, MSc thesis, University of Leiden, 1993:
//! every table, and the figures whose graphs the text describes.
//!
//! Three kinds of agreement are tested. Chess positions of classes A and B have to come out to the
//! digit (see the remarks of `data/schijf1993` in the crate `papers`), the others have to be proved. Averages over
//! random orders have to lie within three standard errors of each other. And the figures have to
//! show the numbers that the text gives.

mod averages;
mod figures;
mod mates;
mod work;

use crate::options::Options;
use crate::text::{Align, Column, aligned};
use serde::Serialize;
use std::fmt::Write;

/// A table of the thesis, or a group of figures.
#[derive(Debug)]
pub struct Table {
    /// Its number.
    pub id: &'static str,
    /// What it shows, in our words.
    pub title: &'static str,
    run: fn(&Table, &Options<'_>) -> Outcome,
}

/// All tables, in the order of the thesis, and the figures.
pub static TABLES: [Table; 9] = [
    Table {
        id: "4.1",
        title: "Tic-tac-toe, nodes of the tree and of the graph, average over random orders",
        run: averages::run,
    },
    Table {
        id: "4.2",
        title: "Tic-tac-toe, updates along every path, average over random orders",
        run: averages::run,
    },
    Table {
        id: "4.3",
        title: "Tic-tac-toe, updates until nothing changes, average over random orders",
        run: averages::run,
    },
    Table {
        id: "A.1",
        title: "Tic-tac-toe, nodes with symmetric positions shared, average over random orders",
        run: averages::run,
    },
    Table {
        id: "5.1",
        title: "mate problems of Chess Curiosities, nodes",
        run: mates::run_5_1,
    },
    Table {
        id: "B.1",
        title: "mate problems of Win at Chess up to 099, nodes",
        run: mates::run,
    },
    Table {
        id: "B.2",
        title: "mate problems of Win at Chess from 102 to 197, nodes",
        run: mates::run,
    },
    Table {
        id: "B.3",
        title: "mate problems of Win at Chess from 201 on, nodes",
        run: mates::run,
    },
    Table {
        id: "figures",
        title: "numbers of the root in Figs. 3.4, 4.2 to 4.5 and 5.7",
        run: figures::run,
    },
];

/// The table with this number.
pub fn table(id: &str) -> Option<&'static Table> {
    TABLES
        .iter()
        .find(|table| table.id.eq_ignore_ascii_case(id))
}

/// What came out of a table.
#[derive(Clone, Debug, Default)]
struct Outcome {
    rows: Vec<TableRow>,
    remarks: Vec<String>,
    pictures: Vec<(String, String)>,
}

/// One number as published and as measured.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct TableRow {
    /// What was run.
    pub what: String,
    /// With which algorithm.
    pub variant: String,
    /// The published number; `None` if there is none for this variant.
    pub published: Option<f64>,
    /// Whether it is only a lower bound, because the search was given up.
    pub published_is_bound: bool,
    /// Our number; `None` if it was not run.
    pub ours: Option<f64>,
    /// Whether ours is only a lower bound.
    pub ours_is_bound: bool,
    /// Standard error of our number, for averages.
    pub error: Option<f64>,
    /// Seconds that it took.
    pub seconds: Option<f64>,
    /// Whether the two have to agree and do not.
    pub failed: bool,
    /// What has to be known about it.
    pub note: String,
}

impl TableRow {
    /// Ours divided by published, where both are no bounds.
    pub fn ratio(&self) -> Option<f64> {
        let known = !self.published_is_bound && !self.ours_is_bound;
        let ratio = self.ours? / self.published?;
        known.then_some(ratio)
    }
}

/// A table with its rows.
#[derive(Clone, Debug)]
pub struct TableResult {
    /// Which table.
    pub table: &'static Table,
    /// Its numbers.
    pub rows: Vec<TableRow>,
    /// What has to be known about all of them.
    pub remarks: Vec<String>,
    pictures: Vec<(String, String)>,
}

/// Run tables again and hand out each result as soon as it is there.
pub fn run(tables: &[&'static Table], options: &Options<'_>, mut report: impl FnMut(TableResult)) {
    for &table in tables {
        let Outcome {
            rows,
            remarks,
            pictures,
        } = (table.run)(table, options);
        report(TableResult {
            table,
            rows,
            remarks,
            pictures,
        });
    }
}

#[derive(Serialize)]
struct Object<'a> {
    schema: u32,
    paper: &'static str,
    table: &'static str,
    #[serde(flatten)]
    row: &'a TableRow,
    ratio: Option<f64>,
}

impl TableResult {
    /// Whether anything that has to agree does not.
    pub fn failed(&self) -> bool {
        self.rows.iter().any(|row| row.failed)
    }

    /// Pictures as file names and SVG texts.
    pub fn charts(&self) -> &[(String, String)] {
        &self.pictures
    }

    /// One line of JSON for each row.
    pub fn to_json_lines(&self) -> String {
        let mut text = String::new();
        for row in &self.rows {
            let object = Object {
                schema: 1,
                paper: "schijf1993",
                table: self.table.id,
                row,
                ratio: row.ratio(),
            };
            text += &serde_json::to_string(&object).expect("plain values");
            text.push('\n');
        }
        text
    }

    /// The table with a heading and remarks, lines ended.
    pub fn to_text(&self) -> String {
        let mut text = match self.table.id {
            "figures" => format!("Figures: {}\n", self.table.title),
            id => format!("Table {id}: {}\n", self.table.title),
        };
        let mut columns = Vec::new();
        let mut column = |head: &str, align: Align, cell: &dyn Fn(&TableRow) -> String| {
            let cells: Vec<String> = self.rows.iter().map(cell).collect();
            if cells.iter().any(|cell| !cell.is_empty()) {
                let head = head.to_string();
                columns.push(Column { head, align, cells });
            }
        };
        column("what", Align::Left, &|row| row.what.clone());
        column("algorithm", Align::Left, &|row| row.variant.clone());
        column("published", Align::Right, &|row| {
            number(row.published, row.published_is_bound)
        });
        column("ours", Align::Right, &|row| {
            number(row.ours, row.ours_is_bound)
        });
        column("+-", Align::Right, &|row| {
            row.error
                .map_or(String::new(), |error| format!("{error:.1}"))
        });
        column("ratio", Align::Right, &|row| {
            row.ratio()
                .map_or(String::new(), |ratio| format!("{ratio:.4}"))
        });
        column("seconds", Align::Right, &|row| {
            row.seconds
                .map_or(String::new(), |seconds| format!("{seconds:.2}"))
        });
        column("note", Align::Left, &|row| match row.failed {
            true => format!("DIFFERS {}", row.note).trim_end().to_string(),
            false => row.note.clone(),
        });
        text += &aligned(&columns);
        for remark in &self.remarks {
            let _ = writeln!(text, "  * {remark}");
        }
        if self.failed() {
            text += "  * FAILED: what has to agree does not\n";
        }
        text
    }
}

fn number(number: Option<f64>, is_bound: bool) -> String {
    let bound = if is_bound { ">" } else { "" };
    number.map_or(String::new(), |number| {
        format!("{bound}{}", crate::text::grouped(number.round() as u64))
    })
}
