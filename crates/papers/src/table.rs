//! Embedded tables and their reader.

use crate::{Number, Sizes};
use crosscram_rules::{Board, Dyadic, Outcome, PartialOutcome, Player, Position};
use crosscram_support::tsv::{self, Row, TsvError};

/// A published table, whose rows are read as `R`.
#[derive(Clone, Copy, Debug)]
pub struct Table<R> {
    path: &'static str,
    text: &'static str,
    record: fn(&Row<'_, 'static>) -> Result<R, TsvError>,
}

impl<R> Table<R> {
    pub(crate) const fn new(
        path: &'static str,
        text: &'static str,
        record: fn(&Row<'_, 'static>) -> Result<R, TsvError>,
    ) -> Table<R> {
        Table { path, text, record }
    }

    /// The path of the file, relative to `data/`.
    pub const fn path(&self) -> &'static str {
        self.path
    }

    /// The first remark without its `#`: the source, and what a reader must know about the numbers.
    pub fn remarks(&self) -> &'static str {
        let line = self.text.lines().find_map(|line| line.strip_prefix("# "));
        line.unwrap_or_default().trim()
    }

    /// The rows from top to bottom.
    ///
    /// # Panics
    ///
    /// If the file is malformed. It is embedded and a test reads it, so users never see this.
    pub fn rows(&self) -> Vec<R> {
        self.read().unwrap_or_else(|error| panic!("{error}"))
    }

    /// Returns the rows from top to bottom, or the first error in the file.
    pub fn read(&self) -> Result<Vec<R>, TableError> {
        let table = tsv::Table::parse(self.text);
        let rows = table.and_then(|table| table.rows().map(|row| (self.record)(&row)).collect());
        rows.map_err(|error| TableError {
            path: self.path,
            error,
        })
    }
}

/// What is wrong with a file: its path, the line, and the column if one is to blame.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{path}, {error}")]
pub struct TableError {
    path: &'static str,
    error: TsvError,
}

/// A type that a column can have.
pub(crate) trait Field: Sized {
    fn read(row: &Row<'_, 'static>, column: &str) -> Result<Self, TsvError>;
}

macro_rules! fields {
    ($($type:ty),*) => {$(
        impl Field for $type {
            fn read(row: &Row<'_, 'static>, column: &str) -> Result<Self, TsvError> {
                row.value(column)
            }
        }

        impl Field for Option<$type> {
            fn read(row: &Row<'_, 'static>, column: &str) -> Result<Self, TsvError> {
                row.get(column)
            }
        }
    )*};
}

fields!(
    usize,
    u64,
    Board,
    Dyadic,
    Number,
    Outcome,
    PartialOutcome,
    Player,
    Position,
    Sizes
);

impl Field for &'static str {
    fn read(row: &Row<'_, 'static>, column: &str) -> Result<Self, TsvError> {
        row.text(column)
    }
}

impl Field for Option<&'static str> {
    fn read(row: &Row<'_, 'static>, column: &str) -> Result<Self, TsvError> {
        row.text(column)
            .map(|text| Some(text).filter(|text| *text != "-"))
    }
}

/// A row of a table: each field is read from the column of its name.
macro_rules! record {
    ($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $type:ty,)* }) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Debug)]
        pub struct $name { $($(#[$field_doc])* pub $field: $type,)* }

        impl $name {
            pub(crate) fn read(row: &crosscram_support::tsv::Row<'_, 'static>,
            ) -> Result<$name, crosscram_support::tsv::TsvError> {
                Ok($name {
                    $($field: $crate::table::Field::read(row, stringify!($field))?,)*
                })
            }
        }
    };
}

/// The tables of a publication, and a test that reads them all.
macro_rules! tables {
    ($($(#[$doc:meta])* $name:ident: $record:ident = $path:literal;)*) => {
        $(
            $(#[$doc])*
            pub const $name: $crate::Table<$record> = $crate::Table::new(
                $path,
                include_str!(concat!("../data/", $path)),
                <$record>::read,
            );
        )*

        /// The path of each file, and how many rows it has.
        #[cfg(test)]
        pub(crate) fn read_all() -> Vec<(&'static str, usize)> {
            vec![$(($path, $name.rows().len()),)*]
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::*;
    use std::fs;
    use std::path::Path;

    /// Every file is declared, names its source, and is read.
    #[test]
    fn all_files() {
        let mut declared = [
            brueggemann2016::read_all(),
            bullock2002::read_all(),
            mcgs::read_all(),
            rectangles::read_all(),
            schijf1993::read_all(),
            values::read_all(),
            vandaalen2012::read_all(),
        ]
        .concat();
        declared.sort();
        declared.dedup();
        assert!(declared.contains(&("mcgs/thermographs_4x4.tsv", 10)));
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
        let mut files = Vec::new();
        for folder in fs::read_dir(&data).unwrap() {
            for file in fs::read_dir(folder.unwrap().path()).unwrap() {
                let path = file.unwrap().path();
                if path.extension().is_some_and(|extension| extension == "tsv") {
                    let text = fs::read_to_string(&path).unwrap();
                    let rows = text.lines().filter(|line| !line.starts_with("# ")).count() - 1;
                    let name = path.strip_prefix(&data).unwrap().to_str().unwrap();
                    files.push((name.replace('\\', "/"), rows));
                    let second = text.lines().nth(1).unwrap();
                    assert!(second.starts_with("# Source: "), "{name}: {second}");
                }
            }
        }
        files.sort();
        assert!(declared.iter().all(|(_, rows)| *rows >= 3));
        let declared: Vec<_> = declared
            .into_iter()
            .map(|(path, rows)| (path.to_string(), rows))
            .collect();
        assert_eq!(declared, files);
    }

    #[track_caller]
    fn check(text: &'static str, expected: &str) {
        let table = Table::new("some/file.tsv", text, SolvedBoard::read);
        let error = table.read().unwrap_err().to_string();
        assert_eq!(error, format!("some/file.tsv, {expected}"));
    }

    #[test]
    fn faults_are_named_by_file_line_and_column() {
        let header = "rows\tcols\toutcome\tnodes\n# Source: none\n";
        let file = |rows: &str| -> &'static str { format!("{header}{rows}").leak() };
        check("", "line 1: a header is expected");
        check(file("8\t8\n"), "line 3: 2 fields, but the header has 4");
        check(
            file("8\t8\t1\t5\n8\t8\t3\t5\n"),
            "line 4: '3' cannot be in column outcome",
        );
        check(
            file("8\t-\t1\t5\n"),
            "line 3: there is nothing in column cols",
        );
        check("rows\tcols\n8\t8\n", "line 2: there is no column outcome");
    }
}
