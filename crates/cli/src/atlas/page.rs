//! The chart as a page: one file, no scripts, the reasons under the pointer and in a list.

use super::Cell;
use crosscram_atlas::{PUBLICATIONS, Shade};
use crosscram_plot::escaped;
use std::fmt::Write;

const STYLE: &str = "\
body { font-family: sans-serif; margin: 1.5em; }
table { border-collapse: collapse; font-size: 11px; }
td, th { min-width: 20px; height: 20px; text-align: center; }
td { border: 1px solid #c8c8c8; }
td a { color: inherit; text-decoration: none; }
.certified { font-weight: bold; text-decoration: underline; }
th { font-weight: normal; color: #606060; padding: 0 3px; }
ul.legend { list-style: none; padding: 0; }
ul.legend span { display: inline-block; min-width: 2em; text-align: center; }
li { margin: 2px 0; }
li:target { background: #ffffcc; }
";

/// The page.
pub(super) fn html(cells: &[Vec<Cell>], title: &str) -> String {
    let title = escaped(title);
    let mut text = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n\
         <p>Rows downwards, columns to the right.</p>\n<table>\n<tr><th></th>"
    );
    for cell in cells.iter().take(1).flatten() {
        let _ = write!(text, "<th>{}</th>", cell.size.cols());
    }
    text += "</tr>\n";
    for row in cells {
        let rows = row.first().map_or(0, |cell| cell.size.rows());
        let _ = write!(text, "<tr><th>{rows}</th>");
        for cell in row {
            let (size, code) = (cell.size, cell.code());
            let (colour, _) = cell.shade().colours();
            let reasons = escaped(&cell.explained());
            let _ = write!(
                text,
                "<td style=\"background:{colour}\" title=\"{reasons}\">"
            );
            if !code.is_empty() {
                let class = if cell.certified {
                    " class=\"certified\""
                } else {
                    ""
                };
                let _ = write!(text, "<a{class} href=\"#b{size}\">{code}</a>");
            }
            text += "</td>";
        }
        text += "</tr>\n";
    }
    text += "</table>\n<ul class=\"legend\">\n";
    for (shade, code, meaning) in Shade::LEGEND {
        let (colour, _) = shade.colours();
        let _ = writeln!(
            text,
            "<li><span style=\"background:{colour}\">{code}</span> {meaning}</li>"
        );
    }
    text +=
        "<li><span class=\"certified\">V</span> certified</li>\n</ul>\n<h2>Reasons</h2>\n<ul>\n";
    for cell in cells
        .iter()
        .flatten()
        .filter(|cell| !cell.code().is_empty())
    {
        let reasons = cell.explained();
        let reasons = reasons.lines().map(escaped).collect::<Vec<_>>().join("; ");
        let _ = writeln!(text, "<li id=\"b{}\">{reasons}</li>", cell.size);
    }
    text += "</ul>\n<h2>Sources</h2>\n<ul>\n";
    for (key, citation) in PUBLICATIONS {
        let _ = writeln!(text, "<li>{key}: {}</li>", escaped(citation));
    }
    text += "</ul>\n</body>\n</html>\n";
    text
}
