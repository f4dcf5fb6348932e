//! Aligned columns and digit groups for people.

/// Returns a number with its digits in groups of three.
///
/// ```
/// use crosscram_support::columns::grouped;
///
/// assert_eq!(grouped(1_234_567), "1,234,567");
/// ```
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// On which side the text of a column is aligned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Blanks follow the text.
    Left,
    /// Blanks precede the text.
    Right,
}

/// Lays rows of cells out in aligned columns, two blanks apart, each line indented by `indent` blanks.
///
/// Rows may be shorter than others; a row of one cell is a title and may be wider than its column.
///
/// ```
/// use crosscram_support::columns::{Align, aligned};
///
/// let rows = [["board", "nodes"], ["8x8", "47,416"]];
/// let text = aligned(2, &[Align::Left, Align::Right], &rows);
/// assert_eq!(text, "  board   nodes\n  8x8    47,416\n");
/// ```
pub fn aligned<S: AsRef<str>>(indent: usize, align: &[Align], rows: &[impl AsRef<[S]>]) -> String {
    let mut widths = vec![0; align.len()];
    for row in rows.iter().map(AsRef::as_ref).filter(|row| row.len() > 1) {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.as_ref().chars().count());
        }
    }
    let mut text = String::new();
    for row in rows {
        let mut line = " ".repeat(indent);
        for ((cell, align), &width) in row.as_ref().iter().zip(align).zip(&widths) {
            let cell = cell.as_ref();
            line += &match align {
                Align::Left => format!("{cell:<width$}  "),
                Align::Right => format!("{cell:>width$}  "),
            };
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups() {
        let numbers = [0, 999, 1_000, 12_345, 1_234_567, u64::MAX];
        let expected = [
            "0",
            "999",
            "1,000",
            "12,345",
            "1,234,567",
            "18,446,744,073,709,551,615",
        ];
        assert_eq!(numbers.map(grouped), expected);
    }

    #[test]
    fn titles_and_short_rows() {
        let rows = [vec!["a long title"], vec!["½", "b", "c"], vec!["abc", "d"]];
        let align = [Align::Right, Align::Left, Align::Right];
        let text = aligned(0, &align, &rows);
        assert_eq!(text, "a long title\n  ½  b  c\nabc  d\n");
        assert_eq!(aligned::<&str>(2, &align, &[vec![]]), "\n");
    }
}
