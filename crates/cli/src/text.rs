//! Numbers, times and tables for people.

use crosscram_rules::Tile;
use crosscram_support::columns::aligned;
pub(crate) use crosscram_support::columns::{Align, grouped};
use std::io::{self, Write};

/// A number in about three digits: `1.85 M`.
pub(crate) fn rounded(number: f64) -> String {
    match number {
        n if !n.is_finite() => "-".to_string(),
        n if n >= 999_500_000.0 => format!("{:.2} G", n / 1e9),
        n if n >= 999_500.0 => format!("{:.2} M", n / 1e6),
        n if n >= 999.5 => format!("{:.0} k", n / 1e3),
        n => format!("{n:.0}"),
    }
}

/// A size in memory: `310 MiB`, `4.6 GiB`.
pub(crate) fn bytes(bytes: u64) -> String {
    match bytes as f64 / f64::from(1 << 20) {
        mebibytes if mebibytes < 1024.0 => format!("{mebibytes:.0} MiB"),
        mebibytes => format!("{:.1} GiB", mebibytes / 1024.0),
    }
}

/// A speed: `1.85 M nodes/s`.
pub(crate) fn rate(nodes_per_second: f64) -> String {
    format!("{} nodes/s", rounded(nodes_per_second))
}

/// A duration in seconds, with a suitable number of digits.
pub(crate) fn seconds(seconds: f64) -> String {
    match seconds {
        s if s < 9.9995 => format!("{s:.3} s"),
        s if s < 999.95 => format!("{s:.1} s"),
        s => format!("{s:.0} s"),
    }
}

/// A running clock: `0:07`, `1:02:03`.
pub(crate) fn clock(seconds: f64) -> String {
    let seconds = seconds as u64;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// `count` things, with an s unless it is one.
pub(crate) fn plural(count: u64, thing: &str) -> String {
    match count {
        1 => format!("1 {thing}"),
        _ => format!("{} {thing}s", grouped(count)),
    }
}

/// What follows the name of a board, unless the tiles are dominoes.
pub(crate) fn tiles(tile: Tile) -> String {
    match tile {
        Tile::DOMINO => String::new(),
        tile => format!(", tiles of {}", tile.length()),
    }
}

/// Prints a text behind `head` in lines of at most `width` characters, the following ones indented.
pub(crate) fn paragraph(
    out: &mut impl Write,
    head: &str,
    body: &str,
    width: usize,
) -> io::Result<()> {
    let indent = head.chars().count();
    let lines = wrapped(body, width.saturating_sub(indent).max(10));
    for (index, line) in lines.iter().enumerate() {
        match index {
            0 => writeln!(out, "{head}{line}")?,
            _ => writeln!(out, "{:indent$}{line}", "")?,
        }
    }
    Ok(())
}

/// Breaks a text at blanks into lines of at most `width` characters.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.last_mut().expect("there is always a line");
        if last.is_empty() {
            last.push_str(word);
        } else if last.chars().count() + 1 + word.chars().count() <= width {
            last.push(' ');
            last.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

/// A field of comma-separated values, in quotes where it needs them (RFC 4180).
pub(crate) fn csv_field(text: &str) -> String {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_string(),
    }
}

/// Writes rows of cells as columns; see [`aligned`].
pub(crate) fn columns(
    out: &mut impl Write,
    indent: usize,
    align: &[Align],
    rows: &[impl AsRef<[String]>],
) -> io::Result<()> {
    out.write_all(aligned(indent, align, rows).as_bytes())
}

/// Rows below the titles of their columns.
pub(crate) struct Table {
    align: Vec<Align>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table whose columns have these titles, with `|` between them. Numbers stand on the right: `align` has `<` or
    /// `>` for each column.
    pub(crate) fn new(align: &str, titles: &str) -> Table {
        let side = |side| match side {
            '<' => Align::Left,
            _ => Align::Right,
        };
        Table {
            align: align.chars().map(side).collect(),
            rows: vec![titles.split('|').map(str::to_string).collect()],
        }
    }

    /// Adds a row.
    pub(crate) fn add(&mut self, row: impl IntoIterator<Item = String>) {
        self.rows.push(row.into_iter().collect());
    }

    /// Writes it, each line behind `indent` blanks.
    pub(crate) fn write(&self, out: &mut impl Write, indent: usize) -> io::Result<()> {
        columns(out, indent, &self.align, &self.rows)
    }
}

/// The cells of a row, each as it prints.
macro_rules! cells {
    ($($cell:expr),* $(,)?) => { vec![$($cell.to_string()),*] };
}

/// Writes names with their values, two blanks from the edge.
pub(crate) fn pairs<'a>(
    out: &mut impl Write,
    pairs: impl IntoIterator<Item = (&'a str, impl Into<String>)>,
) -> io::Result<()> {
    let rows: Vec<[String; 2]> = pairs
        .into_iter()
        .map(|(name, value)| [name.to_string(), value.into()])
        .collect();
    columns(out, 2, &[Align::Left, Align::Left], &rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        let numbers = [
            0.0,
            950.0,
            950_000.0,
            999_999.0,
            1_854_321.0,
            2.5e9,
            f64::NAN,
        ];
        let expected = ["0", "950", "950 k", "1.00 M", "1.85 M", "2.50 G", "-"];
        assert_eq!(numbers.map(rounded), expected);
        assert_eq!(rate(1_854_321.0), "1.85 M nodes/s");
        assert_eq!(
            [0.0123, 12.345, 1234.5].map(seconds),
            ["0.012 s", "12.3 s", "1234 s"]
        );
        assert_eq!([7.9, 3723.0].map(clock), ["0:07", "1:02:03"]);
        assert_eq!(
            [0, 1, 2].map(|n| plural(n, "cell")),
            ["0 cells", "1 cell", "2 cells"]
        );
    }
}
