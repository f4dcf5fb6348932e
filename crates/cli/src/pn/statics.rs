//! A whole graph at once: what the thesis defines of each of its nodes.

use super::Asked;
use super::search::draw;
use crate::failure::Failure;
use crate::figure;
use crate::json;
use crate::text::{self, Table};
use crosscram_pn::exact::{Analysed, Clauses, Node};
use crosscram_pn::games::Explicit;
use crosscram_pn::{Algorithm, AnyGame, Initial, Options};
use crosscram_support::path::At;
use std::io::{self, Write};

/// The maximum number of sets or clauses that are printed for one node as text.
const MAX_SHOWN: usize = 12;

/// Analyses a graph and prints it, draws it or converts it.
pub(super) fn print(
    game: &Explicit,
    asked: &Asked<'_>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let Asked { args, name, .. } = *asked;
    let shape = game.shape();
    if let Some(path) = &args.convert {
        let converted = shape.converted().at(name)?;
        figure::write(path, converted.text(|node| game.name(node)).as_bytes())?;
    }
    let analysis = shape.analysed(&mut || !asked.watch.is_stopped());
    let Some(analysis) = analysis.at(name)? else {
        return Err(Failure::Interrupted);
    };
    let options = Options {
        algorithm: Algorithm::Dcg,
        initial: Initial::One,
        symmetry: asked.options.symmetry,
        ..Options::default()
    };
    let mut search = game.search(&options);
    let has_children = |node: u32| !game.children(node).is_empty();
    let done = search.expand(&|label| game.find(label).is_some_and(has_children));
    done.expect("every node that is expanded has children");
    let practical = search.drawing().at(name)?;
    if let Some(path) = &args.draw {
        draw(path, &practical, &format!("graph {name}"))?;
    }
    let found = Analysed::new(game, name, &analysis, &practical);
    match args.json {
        true => Ok(json::object(out, found)?),
        false => Ok(write_text(&found, out)?),
    }
}

fn write_text(found: &Analysed<'_>, out: &mut impl Write) -> io::Result<()> {
    let cycles = if found.cycles { "with" } else { "without" };
    let count = text::plural(found.nodes.len() as u64, "node");
    writeln!(out, "{}: {count}, {cycles} cycles", found.position)?;
    let titles = "node|kind|practical|derived|exact|dependency";
    let mut table = Table::new("<<<<<<", titles);
    for node in &found.nodes {
        let mark = if node.transposition { "*" } else { "" };
        let dash = || "-".to_string();
        table.add(cells![
            format!("{}{mark}", node.name),
            node.kind,
            node.practical.map_or_else(dash, |pair| pair.0.to_string()),
            node.derived.0,
            node.exact.0,
            node.dependency
                .map_or_else(dash, |dependency| dependency.to_string()),
        ]);
    }
    table.write(out, 2)?;
    writeln!(out, "  * several edges lead here")?;
    for node in found.nodes.iter().filter(|node| node.has_children) {
        write_sets_and_forms(node, out)?;
    }
    if found.rounds.is_none() {
        writeln!(out, "derived numbers never settle: a cycle counts itself")?;
    }
    if !found.practical_path.is_empty() {
        let path = found.practical_path.join(" ");
        writeln!(out, "most proving, practical numbers: {path}")?;
    }
    match found.most_proving {
        Some(node) => writeln!(out, "most proving, exact: {node}"),
        None => writeln!(out, "solved: {}", found.nodes[0].exact.0),
    }
}

fn write_sets_and_forms(node: &Node<'_>, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}", node.name)?;
    if node.proof_sets.is_none() {
        writeln!(out, "  sets: too many")?;
    }
    let sets = |sets: &Option<Vec<Vec<&str>>>| {
        let sets = sets.as_ref()?.iter();
        let sets: Vec<String> = sets.map(|set| format!("{{{}}}", set.join(","))).collect();
        Some(shortened(&sets, "none", " ", " and "))
    };
    let form = |form: &Option<Clauses>| {
        let Clauses(clauses) = form.as_ref()?;
        Some(shortened(clauses, "never", " v ", " v "))
    };
    for (what, text) in [
        ("proof sets", sets(&node.proof_sets)),
        ("disproof sets", sets(&node.disproof_sets)),
        ("proof form", form(&node.proof_form)),
        ("disproof form", form(&node.disproof_form)),
    ] {
        if let Some(text) = text {
            writeln!(out, "  {what}: {text}")?;
        }
    }
    Ok(())
}

/// The first of some texts, and how many more there are.
fn shortened(texts: &[String], none: &str, between: &str, before_more: &str) -> String {
    let shown = texts.len().min(MAX_SHOWN);
    let text = texts[..shown].join(between);
    match texts.len() - shown {
        _ if texts.is_empty() => none.to_string(),
        0 => text,
        more => format!("{text}{before_more}{more} more"),
    }
}
