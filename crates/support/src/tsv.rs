//! Tab-separated tables: a header line with the names of the columns, then rows. Lines that begin
//! with `#` and a blank are remarks (a row may begin with a blocked cell); a field `-` holds nothing.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// A table in a text.
///
/// ```
/// use crosscram_support::tsv::Table;
///
/// let table = Table::parse("board\tnodes\n# counted in 2002\n8x8\t2023301\n9x9\t-\n")?;
/// let mut rows = table.rows();
/// let row = rows.next().expect("two rows");
/// assert_eq!((row.text("board")?, row.value::<u64>("nodes")?), ("8x8", 2_023_301));
/// assert_eq!(rows.next().expect("two rows").get::<u64>("nodes")?, None);
/// # Ok::<(), crosscram_support::tsv::TsvError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Table<'a> {
    header: Vec<&'a str>,
    /// The fields of each row with its line number, from 1.
    rows: Vec<(usize, Vec<&'a str>)>,
}

/// One row of a table.
#[derive(Clone, Copy, Debug)]
pub struct Row<'t, 'a> {
    header: &'t [&'a str],
    line: usize,
    fields: &'t [&'a str],
}

impl<'a> Table<'a> {
    /// Reads a table. Every row must have as many fields as the header.
    pub fn parse(text: &'a str) -> Result<Table<'a>, TsvError> {
        let lines = (1..).zip(text.lines());
        let mut lines = lines
            .filter(|(_, line)| !line.starts_with("# "))
            .map(|(number, line)| (number, line.split('\t').collect::<Vec<_>>()));
        let header = lines.next().map(|(_, fields)| fields);
        let header = header.ok_or(TsvError::new(1, "a header is expected".to_string()))?;
        let rows: Vec<_> = lines.collect();
        for (line, fields) in &rows {
            if fields.len() != header.len() {
                let (found, expected) = (fields.len(), header.len());
                let what = format!("{found} fields, but the header has {expected}");
                return Err(TsvError::new(*line, what));
            }
        }
        Ok(Table { header, rows })
    }

    /// The rows from top to bottom.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = Row<'_, 'a>> {
        self.rows.iter().map(|(line, fields)| Row {
            header: &self.header,
            line: *line,
            fields,
        })
    }
}

impl<'a> Row<'_, 'a> {
    /// The field in a column, as it is written.
    pub fn text(&self, column: &str) -> Result<&'a str, TsvError> {
        let found = self.header.iter().position(|name| *name == column);
        let found = found.ok_or_else(|| self.error(format!("there is no column {column}")))?;
        Ok(self.fields[found])
    }

    /// The value in a column; `None` for `-`.
    pub fn get<T: FromStr>(&self, column: &str) -> Result<Option<T>, TsvError> {
        match self.text(column)? {
            "-" => Ok(None),
            text => match text.parse() {
                Ok(value) => Ok(Some(value)),
                Err(_) => Err(self.error(format!("'{text}' cannot be in column {column}"))),
            },
        }
    }

    /// The value in a column that must have one.
    pub fn value<T: FromStr>(&self, column: &str) -> Result<T, TsvError> {
        let value = self.get(column)?;
        value.ok_or_else(|| self.error(format!("there is nothing in column {column}")))
    }

    fn error(&self, what: String) -> TsvError {
        TsvError::new(self.line, what)
    }
}

/// What is wrong with a table, and in which line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TsvError {
    line: usize,
    what: String,
}

impl TsvError {
    fn new(line: usize, what: String) -> TsvError {
        TsvError { line, what }
    }
}

impl fmt::Display for TsvError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

impl Error for TsvError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_error<T: fmt::Debug>(result: Result<T, TsvError>, expected: &str) {
        assert_eq!(result.unwrap_err().to_string(), expected);
    }

    #[test]
    fn tables() {
        let table = Table::parse("# source\na\tb\n1\t\n# remark\n-\tx y\n").unwrap();
        let blocked = Table::parse("board\n#.#\n").unwrap();
        assert_eq!(blocked.rows().len(), 1);
        let rows: Vec<_> = table.rows().collect();
        assert_eq!(rows.len(), 2);
        assert_eq!(rows[0].text("b"), Ok(""));
        assert_eq!(rows[1].text("b"), Ok("x y"));
        assert_eq!(rows[0].get::<u8>("a"), Ok(Some(1)));
        assert_eq!(rows[1].get::<u8>("a"), Ok(None));
        check_error(
            rows[1].value::<u8>("a"),
            "line 5: there is nothing in column a",
        );
        check_error(
            rows[1].value::<u8>("b"),
            "line 5: 'x y' cannot be in column b",
        );
        check_error(rows[0].text("c"), "line 3: there is no column c");
    }

    #[test]
    fn faults_of_the_whole() {
        check_error(Table::parse("# nothing\n"), "line 1: a header is expected");
        let short = Table::parse("a\tb\n1\t2\n3\n");
        check_error(short, "line 3: 1 fields, but the header has 2");
    }
}
