//! A whole graph at once: what the thesis defines of each of its nodes.

use super::Asked;
use super::search::draw;
use crate::failure::Failure;
use crate::figure;
use crate::json;
use crate::text::{self, Table};
use crosscram_pn::exact::{Converted, Form, Leaf, NodeAnalysis};
use crosscram_pn::games::Explicit;
use crosscram_pn::{
    Algorithm, AnyGame, Drawing, Game, INFINITY, Initial, Kind, Numbers, Options, Value,
};
use crosscram_support::path::At;
use serde::Serialize;
use std::io::{self, Write};

/// Rounds after which numbers that still change are said not to settle.
const ROUNDS: u32 = 1_000;
/// The maximum number of sets or clauses that are printed for one node as text.
const MAX_SHOWN: usize = 12;

/// What is known of a graph.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Analysed<'a> {
    game: &'static str,
    position: &'a str,
    cycles: bool,
    /// How often numbers must be derived from the children until they stay; `null` if they never do.
    rounds: Option<u32>,
    practical_path: Vec<&'a str>,
    most_proving: Option<&'a str>,
    nodes: Vec<Node<'a>>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Node<'a> {
    name: &'a str,
    kind: &'static str,
    #[serde(skip)]
    has_children: bool,
    /// As the practical algorithm sees it, with repetitions as end nodes.
    practical: Option<Pair>,
    derived: Pair,
    exact: Pair,
    transposition: bool,
    dependency: Option<u32>,
    proof_sets: Option<Vec<Vec<&'a str>>>,
    disproof_sets: Option<Vec<Vec<&'a str>>>,
    proof_form: Option<Clauses>,
    disproof_form: Option<Clauses>,
}

/// A proof number and a disproof number, with `null` for infinity.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(with = "[Option<u32>; 2]"))]
#[serde(into = "[Option<u32>; 2]")]
struct Pair(Numbers);

impl From<Pair> for [Option<u32>; 2] {
    fn from(Pair(numbers): Pair) -> Self {
        [numbers.proof, numbers.disproof].map(|number| Some(number).filter(|&n| n != INFINITY))
    }
}

/// A normal form as the thesis writes it: `[3] v [g 2]`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(with = "String"))]
#[serde(into = "String")]
struct Clauses(Vec<String>);

impl From<Clauses> for String {
    fn from(Clauses(clauses): Clauses) -> String {
        match clauses.is_empty() {
            true => "never".to_string(),
            false => clauses.join(" v "),
        }
    }
}

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
        figure::write(path, converted_text(game, &converted).as_bytes())?;
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
    let (derived, rounds) = shape.derived_numbers(ROUNDS);
    let names =
        |nodes: &[u32]| -> Vec<&str> { nodes.iter().map(|&node| game.name(node)).collect() };
    let sets = |sets: &[Vec<u32>]| sets.iter().map(|set| names(set)).collect();
    let form = |form: &Form| {
        let clause = |(transpositions, leaves): &(Vec<u32>, u32)| {
            let names = names(transpositions).join(",");
            match (transpositions.is_empty(), leaves) {
                (true, _) => format!("[{leaves}]"),
                (false, 0) => format!("[{names}]"),
                (false, _) => format!("[{names} {leaves}]"),
            }
        };
        Clauses(form.iter().map(clause).collect())
    };
    let node = |(node, analysis): (u32, &NodeAnalysis)| {
        let (both, forms) = (analysis.sets.as_ref(), analysis.forms.as_ref());
        Node {
            name: game.name(node),
            kind: kind(game, node),
            has_children: has_children(node),
            practical: practical_numbers(game, &practical, node).map(Pair),
            derived: Pair(derived[node as usize]),
            exact: Pair(analysis.exact),
            transposition: analysis.is_transposition,
            dependency: forms.map(|(_, dependency)| *dependency),
            proof_sets: both.map(|both| sets(&both[0])),
            disproof_sets: both.map(|both| sets(&both[1])),
            proof_form: forms.map(|(forms, _)| form(&forms[0])),
            disproof_form: forms.map(|(forms, _)| form(&forms[1])),
        }
    };
    let found = Analysed {
        game: "graph",
        position: name,
        cycles: analysis.has_cycles,
        rounds,
        practical_path: practical.path_names(),
        most_proving: analysis.most_proving.map(|node| game.name(node)),
        nodes: (0..).zip(&analysis.nodes).map(node).collect(),
    };
    Ok(match args.json {
        true => json::object(out, found)?,
        false => found.write_text(out)?,
    })
}

impl Analysed<'_> {
    fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        let cycles = if self.cycles { "with" } else { "without" };
        let count = text::plural(self.nodes.len() as u64, "node");
        writeln!(out, "{}: {count}, {cycles} cycles", self.position)?;
        let titles = "node|kind|practical|derived|exact|dependency";
        let mut table = Table::new("<<<<<<", titles);
        for node in &self.nodes {
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
        for node in self.nodes.iter().filter(|node| node.has_children) {
            node.write_sets_and_forms(out)?;
        }
        if self.rounds.is_none() {
            writeln!(out, "derived numbers never settle: a cycle counts itself")?;
        }
        if !self.practical_path.is_empty() {
            let path = self.practical_path.join(" ");
            writeln!(out, "most proving, practical numbers: {path}")?;
        }
        match self.most_proving {
            Some(node) => writeln!(out, "most proving, exact: {node}"),
            None => writeln!(out, "solved: {}", self.nodes[0].exact.0),
        }
    }
}

impl Node<'_> {
    fn write_sets_and_forms(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}", self.name)?;
        let both = [
            ("proof", &self.proof_sets),
            ("disproof", &self.disproof_sets),
        ];
        if self.proof_sets.is_none() {
            writeln!(out, "  sets: too many")?;
        }
        for (kind, sets) in both
            .into_iter()
            .filter_map(|(kind, sets)| Some((kind, sets.as_ref()?)))
        {
            let sets: Vec<String> = sets
                .iter()
                .map(|set| format!("{{{}}}", set.join(",")))
                .collect();
            writeln!(
                out,
                "  {kind} sets: {}",
                shortened(&sets, "none", " ", " and ")
            )?;
        }
        for (kind, form) in [
            ("proof", &self.proof_form),
            ("disproof", &self.disproof_form),
        ] {
            if let Some(Clauses(clauses)) = form {
                writeln!(
                    out,
                    "  {kind} form: {}",
                    shortened(clauses, "never", " v ", " v ")
                )?;
            }
        }
        Ok(())
    }
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

fn kind(game: &Explicit, node: u32) -> &'static str {
    match (game.evaluate(&node), game.children(node).is_empty()) {
        (Value::Win, _) => "win",
        (Value::Loss, _) => "loss",
        (Value::Unknown, true) => "open",
        (Value::Unknown, false) => kind_name(game.kind(&node)),
    }
}

/// The numbers of a node in the practical algorithm; of a symmetric one, those of the shared node.
fn practical_numbers(game: &Explicit, practical: &Drawing, node: u32) -> Option<Numbers> {
    let key = game.symmetric_key(&node);
    let drawn = |name: &str| {
        let mut nodes = practical.nodes().iter();
        let found = nodes.find(|drawn| drawn.description == name && !drawn.is_repetition);
        found.map(|drawn| drawn.numbers)
    };
    drawn(game.name(node)).or_else(|| {
        let mut others = 0..game.len() as u32;
        let other = others.find(|other| game.symmetric_key(other) == key)?;
        drawn(game.name(other))
    })
}

fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Max => "max",
        Kind::Min => "min",
    }
}

/// A converted graph as a graph file. The first copy of a node has its name, the others primes.
fn converted_text(game: &Explicit, converted: &Converted) -> String {
    let mut copies = vec![0; game.len()];
    let names = converted.stands_for.iter().map(|node| match node {
        None => "+".to_string(),
        Some(node) => {
            let primes = "'".repeat(copies[*node as usize]);
            copies[*node as usize] += 1;
            format!("{}{primes}", game.name(*node))
        }
    });
    let names: Vec<String> = names.collect();
    let mut text =
        String::from("; A graph without its cycles (Fig. 5.3); + is the additional root.\n");
    for (node, name) in names.iter().enumerate() {
        let node = node as u32;
        let children = converted.shape.children(node);
        let children: Vec<&str> = children
            .iter()
            .map(|&child| names[child as usize].as_str())
            .collect();
        let kind = kind_name(converted.shape.kind(node));
        match (children.is_empty(), converted.shape.leaf(node)) {
            (false, _) => text += &format!("{name} {kind}: {}\n", children.join(" ")),
            (true, Leaf::Won) => text += &format!("{name} win\n"),
            (true, Leaf::Lost) => text += &format!("{name} loss\n"),
            (true, Leaf::Open) => {}
        }
    }
    text
}
