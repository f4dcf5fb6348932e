//! The chart as text, SVG, LaTeX and CSV.

use super::Cell;
use crate::atlas::Colour;
use crate::drawing;
use crate::text::csv_field;
use crosscram_atlas::{Shade, Winner};
use crosscram_plot::{GridCell as Square, grid};
use crosscram_rules::Player;
use std::fmt::Write as _;
use std::io::{self, Write};

/// The chart for a terminal.
pub(super) fn text(
    cells: &[Vec<Cell>],
    title: &str,
    colour: Colour,
    out: &mut impl Write,
) -> io::Result<()> {
    let coloured = match colour {
        Colour::Always => true,
        Colour::Never => false,
        Colour::Auto => drawing::has_colours(),
    };
    // Codes have two letters, numbers of columns two or three digits.
    let cols = cells.first().map_or(0, Vec::len);
    let width = if cols < 100 { 3 } else { 4 };
    writeln!(out, "{title}")?;
    let mut heads = "   ".to_owned();
    for cell in cells.iter().take(1).flatten() {
        let _ = write!(heads, "{:>width$}", cell.size.cols());
    }
    writeln!(out, "{heads}")?;
    for row in cells {
        let rows = row.first().map_or(0, |cell| cell.size.rows());
        let mut line = format!("{rows:>3}");
        for cell in row {
            let code = cell.code();
            line += &" ".repeat(width - code.len());
            line += &match coloured && !code.is_empty() {
                true => {
                    let underlined = if cell.certified { ";4" } else { "" };
                    let (_, shade) = cell.shade().colours();
                    format!("\u{1b}[{shade}{underlined}m{code}\u{1b}[0m")
                }
                false => code,
            };
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    writeln!(
        out,
        "V, H: that player wins whoever begins; 1, 2: the first, the second player wins; 1h: 1 or H; \
         -v: not V"
    )?;
    let count = |of: &dyn Fn(&Cell) -> bool| cells.iter().flatten().filter(|cell| of(cell)).count();
    let is_solved = |cell: &Cell| cell.possible.outcome().is_some();
    let (total, open) = (count(&|_| true), count(&|cell| cell.code().is_empty()));
    let (solved, certified) = (count(&is_solved), count(&|cell| cell.certified));
    let whole = count(&|cell| cell.certified && is_solved(cell));
    let (partly, parts) = (total - open - solved, certified - whole);
    let underlined = if coloured { " (underlined)" } else { "" };
    writeln!(
        out,
        "{total} boards: {solved} solved, {partly} in part, {open} open; certified: {whole} solved, {parts} in \
         part{underlined}"
    )
}

/// The table as a spreadsheet reads it.
pub(super) fn csv(cells: &[Vec<Cell>], _title: &str) -> String {
    let mut text =
        "rows,cols,outcome,v_first,v_first_reason,h_first,h_first_reason,certified\n".to_owned();
    for cell in cells.iter().flatten() {
        let mut fields = vec![
            cell.size.rows().to_string(),
            cell.size.cols().to_string(),
            cell.possible.to_string(),
        ];
        for first in Player::ALL {
            let (winner, reason) = match cell.sides.get(first) {
                Some(Winner { winner, reason }) => (winner.letter(), reason.as_str()),
                None => ('?', "-"),
            };
            fields.push(winner.to_string());
            fields.push(csv_field(reason));
        }
        fields.push(if cell.certified { "yes" } else { "no" }.to_owned());
        text += &fields.join(",");
        text.push('\n');
    }
    text
}

/// A LaTeX `tabular` with coloured cells.
pub(super) fn latex(cells: &[Vec<Cell>], title: &str) -> String {
    let cols = cells.first().map_or(0, Vec::len);
    let mut text = format!("% {title}\n% needs \\usepackage[table]{{xcolor}}\n");
    for (shade, _, meaning) in Shade::LEGEND {
        let _ = writeln!(
            text,
            "\\definecolor{{{}}}{{HTML}}{{{}}} % {meaning}",
            colour_name(shade),
            &shade.colours().0[1..]
        );
    }
    let _ = writeln!(text, "\\setlength{{\\tabcolsep}}{{1.5pt}}");
    let _ = writeln!(text, "\\begin{{tabular}}{{r|*{{{cols}}}{{c}}}}");
    for cell in cells.iter().take(1).flatten() {
        let _ = write!(text, " & {}", cell.size.cols());
    }
    text += " \\\\ \\hline\n";
    for row in cells {
        let rows = row.first().map_or(0, |cell| cell.size.rows());
        let _ = write!(text, "{rows}");
        for cell in row {
            match cell.code() {
                code if code.is_empty() => text += " & ",
                code => {
                    let colour = colour_name(cell.shade());
                    let code = match cell.certified {
                        true => format!("\\underline{{{code}}}"),
                        false => code,
                    };
                    let _ = write!(text, " & \\cellcolor{{{colour}}}{code}");
                }
            }
        }
        text += " \\\\\n";
    }
    text += "\\end{tabular}\n";
    text
}

fn colour_name(shade: Shade) -> String {
    format!("atlas{shade:?}").to_lowercase()
}

/// The chart as SVG, with the reasons as titles that a browser shows under the pointer.
pub(super) fn svg(cells: &[Vec<Cell>], title: &str) -> String {
    let square = |cell: &Cell| Square {
        code: cell.code(),
        fill: cell.shade().colours().0,
        title: cell.explained(),
        marked: cell.certified,
    };
    let rows: Vec<Vec<Square>> = cells
        .iter()
        .map(|row| row.iter().map(square).collect())
        .collect();
    let legend = Shade::LEGEND.map(|(shade, code, meaning)| (shade.colours().0, code, meaning));
    grid(title, &rows, &legend, Some("certified"))
}
