//! The list of elements as text, as JSON and as a page.

use super::{Element, State, of_paper};
use crate::{PAPERS, Paper};
use crosscram_rules::SCHEMA;
use crosscram_support::columns::{Align, aligned};
use serde_json::{Value, json};
use std::fmt::Write;

/// The width of the longest state.
const HEAD: usize = 7;
/// The widest line of what an element shows and how it came out.
const WIDTH: usize = 100;

/// The elements as a list for people, with a line of totals for each paper.
pub fn text(elements: &[&Element]) -> String {
    let mut text = String::new();
    for paper in PAPERS {
        let own = elements
            .iter()
            .filter(|element| element.paper == paper.name);
        let own: Vec<&Element> = own.copied().collect();
        if own.is_empty() {
            continue;
        }
        let _ = writeln!(text, "{}: {}\n", paper.name, paper.title);
        for element in &own {
            text += &entry(element);
        }
        let _ = writeln!(text, "{}\n", totals(&own));
    }
    text
}

/// All that an element is called.
fn names(element: &Element) -> String {
    match element.also.as_slice() {
        [] => element.heading(),
        also => format!("{} ({})", element.heading(), also.join(", ")),
    }
}

/// One element: what it shows, the command, how it came out.
fn entry(element: &Element) -> String {
    let mut text = format!("{}\n", names(element));
    let mut lines = vec![("shows", element.shows.to_string())];
    if let Some(command) = element.command {
        lines.push(("run", format!("crosscram {command}")));
    }
    lines.push((element.state.name(), element.result.to_string()));
    let mut cells = Vec::new();
    for (head, line) in lines {
        let parts = match head {
            // A command stays on one line, so that it can be copied.
            "run" => vec![line],
            _ => wrapped(&line),
        };
        for (i, part) in parts.into_iter().enumerate() {
            let head = if i == 0 { head } else { "" };
            cells.push([format!("{head:<HEAD$}"), part]);
        }
    }
    let cells: Vec<Vec<&str>> = cells
        .iter()
        .map(|row| row.iter().map(String::as_str).collect())
        .collect();
    text += &aligned(2, &[Align::Left, Align::Left], &cells);
    text
}

/// The words of a text on lines of at most [`WIDTH`] characters.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("one line at least");
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() <= WIDTH {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_string());
        }
    }
    lines
}

/// How many elements there are, and in which state.
fn totals(elements: &[&Element]) -> String {
    let count = |state| {
        elements
            .iter()
            .filter(|element| element.state == state)
            .count()
    };
    let states = State::ALL.iter();
    let states: Vec<String> = states
        .map(|&state| format!("{} {state}", count(state)))
        .collect();
    let noun = match elements.len() {
        1 => "element",
        _ => "elements",
    };
    format!("{} {noun}: {}", elements.len(), states.join(", "))
}

/// An element as one line of JSON.
pub fn json_line(element: &Element) -> String {
    let object: Value = json!({
        "schema": SCHEMA,
        "paper": element.paper,
        "kind": element.kind.name(),
        "number": element.number,
        "also": element.also,
        "shows": element.shows,
        "command": element.command,
        "state": element.state.name(),
        "result": element.result,
    });
    format!("{object}\n")
}

/// The page `docs/elements.md`.
pub fn markdown() -> String {
    let mut page = String::from(
        "# The papers, element by element\n\n\
         Every figure, table, theorem, claim and wish of the papers that this project builds on, what shows it, and how it came out. \
         `crosscram reproduce --list` prints the same, `crosscram reproduce PAPER NUMBER` runs or prints one of them. This page is made \
         from `crates/reproduce/data/elements.tsv`; a test compares them and runs the smallest form of every command.\n\n\
         *agrees*: what the program computes is what the paper says. *differs*: something else comes out, and the line says how far \
         and why. *shown*: the program shows it, and the paper has nothing to compare it with. *missing*: not there, with the reason.\n",
    );
    for paper in PAPERS {
        page += &section(paper);
    }
    page
}

fn section(paper: &Paper) -> String {
    let elements: Vec<&Element> = of_paper(paper.name).collect();
    let mut text = format!("\n## {}\n\n{}.\n\n", paper.title, totals(&elements));
    text += "| | shows | command | state | result |\n|---|---|---|---|---|\n";
    for element in elements {
        let command = element.command.map_or(String::new(), |command| {
            format!("`{}`", command.replace('|', "\\|"))
        });
        let escaped = |text: &str| text.replace('|', "\\|");
        let _ = writeln!(
            text,
            "| {} | {} | {command} | {} | {} |",
            escaped(&names(element)),
            escaped(element.shows),
            element.state,
            escaped(element.result)
        );
    }
    text
}
