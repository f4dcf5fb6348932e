//! Drawings for LaTeX.

use super::{Anchor, Drawing, Ink, Item};
use std::fmt::Write;

/// Pixels to a centimetre.
const SCALE: f64 = 40.0;

pub(super) fn written(drawing: &Drawing) -> String {
    let mut text = String::new();
    // White has a name already.
    for ink in Ink::ALL.into_iter().filter(|&ink| ink != Ink::White) {
        let [red, green, blue] = ink.rgb();
        let name = name(ink);
        let _ = writeln!(
            text,
            "\\definecolor{{{name}}}{{RGB}}{{{red},{green},{blue}}}"
        );
    }
    // \width is the natural width of what is in the box.
    // Not indented, and without the blank of the last line end: a drawing as wide as the text has no room for them.
    text += "\\noindent\\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{%\n";
    text += "\\begin{tikzpicture}[line join=round, line cap=round]\n";
    // In TikZ, y grows upward.
    let point =
        |(x, y): (f64, f64)| format!("({:.3},{:.3})", x / SCALE, (drawing.height - y) / SCALE);
    for item in &drawing.items {
        let _ = match item {
            Item::Path { points, ink, width } => {
                let points: Vec<String> = points.iter().map(|&p| point(p)).collect();
                let (name, points) = (name(*ink), points.join(" -- "));
                // A pixel is taken as 0.4 points, TeX's own thin line.
                writeln!(
                    text,
                    "  \\draw[{name}, line width={:.2}pt] {points};",
                    width * 0.4
                )
            }
            Item::Rectangle { corner, size, ink } => {
                let other = (corner.0 + size.0, corner.1 + size.1);
                let (from, to) = (point(*corner), point(other));
                writeln!(text, "  \\fill[{}] {from} rectangle {to};", name(*ink))
            }
            Item::Text {
                at,
                anchor,
                text: words,
            } => {
                let anchor = match anchor {
                    Anchor::Start => "base west",
                    Anchor::Middle => "base",
                    Anchor::End => "base east",
                };
                let words = escaped(words);
                let at = point(*at);
                writeln!(
                    text,
                    "  \\node[anchor={anchor}, inner sep=0, font=\\scriptsize] at {at} {{{words}}};"
                )
            }
        };
    }
    text + "\\end{tikzpicture}}%\n"
}

fn name(ink: Ink) -> &'static str {
    match ink {
        Ink::Black => "crosscramblack",
        Ink::Grey => "crosscramgrey",
        Ink::Blue => "crosscramblue",
        Ink::Red => "crosscramred",
        Ink::White => "white",
    }
}

/// Escapes everything in the text that TeX would take for a command.
fn escaped(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' => result += "\\textbackslash{}",
            '^' => result += "\\textasciicircum{}",
            '~' => result += "\\textasciitilde{}",
            '#' | '$' | '%' | '&' | '_' | '{' | '}' => {
                result.push('\\');
                result.push(c);
            }
            '|' => result += "\\textbar{}",
            '<' => result += "\\textless{}",
            '>' => result += "\\textgreater{}",
            // In math mode, because values have minus signs, not hyphens.
            '-' | '−' => result += "$-$",
            '∗' => result += "$\\ast$",
            '½' => result += "$\\tfrac12$",
            '±' => result += "$\\pm$",
            c => result.push(c),
        }
    }
    result
}
