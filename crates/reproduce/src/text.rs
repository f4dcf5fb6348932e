//! Results as aligned tables for people.

use crate::result::{FigureResult, Row};
use std::fmt::Write;

/// How the rows of a figure are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// One line for each row.
    List,
    /// One line for each subject and one column for each variant, with our numbers only.
    Matrix,
}

/// Where the text of a column stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Align {
    Left,
    Right,
}

/// A heading and the cells below it.
pub(crate) struct Column {
    pub(crate) head: String,
    pub(crate) align: Align,
    pub(crate) cells: Vec<String>,
}

impl FigureResult {
    /// The figure as a table with a heading and remarks, lines ended.
    pub fn to_text(&self) -> String {
        let mut text = format!("Figure {}: {}\n", self.figure.id, self.figure.title);
        text += &aligned(&match self.figure.layout {
            Layout::List => self.list(),
            Layout::Matrix => self.matrix(),
        });
        for remark in &self.remarks {
            let _ = writeln!(text, "  * {remark}");
        }
        if self.failed() {
            text += "  * FAILED: an outcome contradicts the published one\n";
        }
        text
    }

    fn list(&self) -> Vec<Column> {
        let mut columns = Vec::new();
        let mut column = |head: &str, align: Align, cell: &dyn Fn(&Row) -> String| {
            let cells: Vec<String> = self.rows.iter().map(cell).collect();
            // A column in which nothing stands is left out.
            if cells.iter().any(|cell| !cell.is_empty()) {
                let head = head.to_string();
                columns.push(Column { head, align, cells });
            }
        };
        column(self.figure.subject, Align::Left, &|row| row.what.clone());
        column("variant", Align::Left, &|row| row.variant.clone());
        column("outcome", Align::Left, &outcome);
        column("published", Align::Right, &|row| {
            row.published.map_or(String::new(), grouped)
        });
        column("ours", Align::Right, &ours);
        column("ratio", Align::Right, &|row| {
            row.ratio()
                .map_or(String::new(), |ratio| format!("{ratio:.4}"))
        });
        column("seconds", Align::Right, &|row| {
            row.seconds
                .map_or(String::new(), |seconds| format!("{seconds:.2}"))
        });
        column("note", Align::Left, &Row::remark);
        columns
    }

    fn matrix(&self) -> Vec<Column> {
        let subjects = distinct(self.rows.iter().map(|row| &row.what));
        let variants = distinct(self.rows.iter().map(|row| &row.variant));
        let mut columns = vec![Column {
            head: self.figure.subject.to_string(),
            align: Align::Left,
            cells: subjects.iter().map(|what| what.to_string()).collect(),
        }];
        for variant in variants {
            let cell = |what: &&String| {
                let mut rows = self.rows.iter();
                let row = rows.find(|row| row.what == **what && row.variant == *variant);
                row.map_or(String::new(), ours)
            };
            columns.push(Column {
                head: variant.clone(),
                align: Align::Right,
                cells: subjects.iter().map(cell).collect(),
            });
        }
        columns
    }
}

/// Each text once, in the order of first appearance.
fn distinct<'a>(texts: impl Iterator<Item = &'a String>) -> Vec<&'a String> {
    let mut found = Vec::new();
    for text in texts {
        if !found.contains(&text) {
            found.push(text);
        }
    }
    found
}

/// The columns side by side; all have the same number of cells.
pub(crate) fn aligned(columns: &[Column]) -> String {
    let mut text = String::new();
    let lines = columns.first().map_or(0, |column| column.cells.len());
    for line in 0..=lines {
        let mut written = String::new();
        for Column { head, align, cells } in columns {
            let widths = cells.iter().chain([head]).map(|cell| cell.chars().count());
            let width = widths.max().unwrap_or(0);
            let cell = if line == 0 { head } else { &cells[line - 1] };
            let _ = match align {
                Align::Left => write!(written, "  {cell:<width$}"),
                Align::Right => write!(written, "  {cell:>width$}"),
            };
        }
        let _ = writeln!(text, "{}", written.trim_end());
    }
    text
}

fn ours(row: &Row) -> String {
    row.ours().map_or("-".to_string(), grouped)
}

fn outcome(row: &Row) -> String {
    match (row.published_outcome, row.outcome) {
        (Some(published), Some(ours)) if row.failed() => {
            format!("{} BUT PUBLISHED {}", ours.code(), published.code())
        }
        (_, Some(ours)) => ours.code().to_string(),
        // Brackets: not ours.
        (Some(published), None) => format!("({})", published.code()),
        (None, None) => String::new(),
    }
}

/// A number with its digits in groups of three, as the thesis prints them.
pub(crate) fn grouped(number: u64) -> String {
    let digits: Vec<char> = number.to_string().chars().collect();
    let groups = digits.rchunks(3).rev();
    let groups: Vec<String> = groups.map(|group| group.iter().collect()).collect();
    groups.join(",")
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn digits_are_grouped() {
        for (number, text) in [
            (0, "0"),
            (999, "999"),
            (1000, "1,000"),
            (2_023_301, "2,023,301"),
        ] {
            assert_eq!(grouped(number), text);
        }
    }
}
