//! Tab-separated files that are part of the program.

use std::str::FromStr;

/// One row of a file: a header line, `#` lines with the source, then rows.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    fields: Vec<(&'static str, &'static str)>,
}

/// The rows of a file.
pub(crate) fn lines(text: &'static str) -> impl Iterator<Item = Line> {
    let mut lines = text.lines().filter(|line| !line.starts_with('#'));
    let header: Vec<_> = lines.next().unwrap_or_default().split('\t').collect();
    lines.map(move |line| Line {
        fields: header.iter().copied().zip(line.split('\t')).collect(),
    })
}

impl Line {
    /// The field in the column `name`.
    ///
    /// # Panics
    ///
    /// If there is none. The files are part of the program and all read by its tests, so that no
    /// user meets this.
    pub(crate) fn text(&self, name: &str) -> &'static str {
        let field = self.fields.iter().find(|(column, _)| *column == name);
        field.unwrap_or_else(|| panic!("no column {name}")).1
    }

    /// The field in the column `name`, read; panics as [`Line::text`] does.
    pub(crate) fn value<T: FromStr>(&self, name: &str) -> T {
        let text = self.text(name);
        match text.parse() {
            Ok(value) => value,
            Err(_) => panic!("'{text}' in column {name}"),
        }
    }
}
