//! The chart as text, SVG, LaTeX and CSV.

use super::cells::{Cell, Shade};
use crate::args::Colour;
use crate::text::csv_field;
use std::env;
use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};

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
        Colour::Auto => env::var_os("NO_COLOR").is_none() && io::stdout().is_terminal(),
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
                    let shade = cell.shade().ansi();
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
    let all = || cells.iter().flatten();
    let solved = all()
        .filter(|cell| cell.possible.outcome().is_some())
        .count();
    let partly = all().filter(|cell| !cell.code().is_empty()).count() - solved;
    let total = all().count();
    let open = total - solved - partly;
    let certified = all().filter(|cell| cell.certified);
    let (whole, parts): (Vec<_>, Vec<_>) =
        certified.partition(|cell| cell.possible.outcome().is_some());
    writeln!(
        out,
        "{total} boards: {solved} solved, {partly} in part, {open} open; certified: {} solved, {} in part{}",
        whole.len(),
        parts.len(),
        if coloured { " (underlined)" } else { "" }
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
        for answer in &cell.answers {
            let (winner, reason) = match answer {
                Some((winner, reason)) => (winner.letter(), reason.as_str()),
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
            shade.rgb()
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

/// Width and height of a cell, in pixels.
const CELL: usize = 22;

/// Width of an entry of the legend, in pixels.
const LEGEND_WIDTH: usize = 150;

/// The chart as SVG, with the reasons as titles that a browser shows under the pointer.
pub(super) fn svg(cells: &[Vec<Cell>], title: &str) -> String {
    let cols = cells.first().map_or(0, Vec::len);
    let (left, top) = (CELL + 8, 2 * CELL + 6);
    let width = left + cols * CELL + 8;
    let per_line = (cols * CELL / LEGEND_WIDTH).max(1);
    // One more for the mark of certified boards.
    let legend = (Shade::LEGEND.len() + 1).div_ceil(per_line);
    let height = top + (cells.len() + legend + 1) * CELL;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"10\" \
         text-anchor=\"middle\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#FFFFFF\"/>\n\
         <text x=\"{left}\" y=\"16\" font-size=\"13\" text-anchor=\"start\">{}</text>\n",
        escaped(title)
    );
    for cell in cells.iter().take(1).flatten() {
        let x = left + (cell.size.cols() - 1) * CELL + CELL / 2;
        let _ = writeln!(
            text,
            "<text x=\"{x}\" y=\"{}\">{}</text>",
            top - 6,
            cell.size.cols()
        );
    }
    for row in cells {
        for cell in row {
            let (x, y) = (
                left + (cell.size.cols() - 1) * CELL,
                top + (cell.size.rows() - 1) * CELL,
            );
            if cell.size.cols() == 1 {
                let _ = writeln!(
                    text,
                    "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>",
                    left - 5,
                    y + 15,
                    cell.size.rows()
                );
            }
            let square = format!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"#{}\" \
                 stroke=\"#C8C8C8\"/>",
                cell.shade().rgb()
            );
            let code = cell.code();
            if code.is_empty() {
                text += &square;
                text.push('\n');
                continue;
            }
            let _ = writeln!(
                text,
                "<g><title>{}</title>{square}<text x=\"{}\" y=\"{}\">{code}</text>{}</g>",
                escaped(&cell.explained()),
                x + CELL / 2,
                y + 15,
                if cell.certified {
                    mark(x + CELL, y)
                } else {
                    String::new()
                },
            );
        }
    }
    let legend_place = |index: usize| {
        let x = left + index % per_line * LEGEND_WIDTH;
        (x, top + cells.len() * CELL + 12 + index / per_line * CELL)
    };
    for (index, (shade, code, meaning)) in Shade::LEGEND.into_iter().enumerate() {
        let (x, y) = legend_place(index);
        let _ = writeln!(
            text,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"16\" fill=\"#{}\" \
             stroke=\"#C8C8C8\"/><text x=\"{}\" y=\"{}\">{code}</text>\
             <text x=\"{}\" y=\"{}\" text-anchor=\"start\">{meaning}</text>",
            shade.rgb(),
            x + CELL / 2,
            y + 12,
            x + CELL + 4,
            y + 12
        );
    }
    let (x, y) = legend_place(Shade::LEGEND.len());
    let _ = writeln!(
        text,
        "{}<text x=\"{}\" y=\"{}\" text-anchor=\"start\">certified</text>",
        mark(x + CELL, y + 4),
        x + CELL + 4,
        y + 12
    );
    text += "</svg>\n";
    text
}

/// The mark of a certified board: the corner of its cell, whose place is given, is black.
fn mark(x: usize, y: usize) -> String {
    format!("<path d=\"M{x} {y}v7l-7 -7z\"/>")
}

/// The text without what XML would take for markup.
pub(super) fn escaped(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => result.push_str("&amp;"),
            '<' => result.push_str("&lt;"),
            '>' => result.push_str("&gt;"),
            '"' => result.push_str("&quot;"),
            '\n' => result.push_str("&#10;"),
            c if c.is_control() => result.push('\u{fffd}'),
            c => result.push(c),
        }
    }
    result
}
