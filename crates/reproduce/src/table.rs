//! The published numbers: tab-separated files that are part of the program.

use std::str::FromStr;

/// A file of `papers/`: a header line, `#` lines with the source, and rows.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    header: Vec<&'static str>,
    rows: Vec<Vec<&'static str>>,
}

/// One row of a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'a> {
    header: &'a [&'static str],
    fields: &'a [&'static str],
}

impl Table {
    /// # Panics
    ///
    /// If a row has more or fewer fields than the header. The files are part of the program and
    /// read by its tests, so that no user meets this.
    pub(crate) fn parse(text: &'static str) -> Table {
        let mut lines = text.lines().filter(|line| !line.starts_with('#'));
        let header: Vec<_> = lines.next().expect("a header").split('\t').collect();
        let rows: Vec<Vec<_>> = lines.map(|line| line.split('\t').collect()).collect();
        for row in &rows {
            assert_eq!(row.len(), header.len(), "fields of {row:?}");
        }
        Table { header, rows }
    }

    pub(crate) fn lines(&self) -> impl Iterator<Item = Line<'_>> {
        let header = &self.header;
        self.rows.iter().map(|fields| Line { header, fields })
    }
}

impl Line<'_> {
    /// The field in the column `name`, as it stands.
    pub(crate) fn text(&self, name: &str) -> &'static str {
        let column = self.header.iter().position(|column| *column == name);
        self.fields[column.unwrap_or_else(|| panic!("no column {name}"))]
    }

    /// The field in the column `name`; `None` for `-`, which means not published.
    pub(crate) fn get<T: FromStr>(&self, name: &str) -> Option<T> {
        match self.text(name) {
            "-" => None,
            text => match text.parse() {
                Ok(value) => Some(value),
                Err(_) => panic!("'{text}' in column {name}"),
            },
        }
    }

    /// The field in the column `name`, which is never `-`.
    pub(crate) fn value<T: FromStr>(&self, name: &str) -> T {
        self.get(name)
            .unwrap_or_else(|| panic!("nothing in column {name}"))
    }
}
