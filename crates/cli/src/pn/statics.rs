//! A whole graph at once: what the thesis defines of each of its nodes.

use super::Asked;
use super::search::draw;
use crate::failure::Failure;
use crate::figure;
use crate::json;
use crate::text::{self, Align};
use crosscram_pn::exact::{Analysis, Converted, Form, Leaf, NodeAnalysis};
use crosscram_pn::games::Explicit;
use crosscram_pn::{
    Algorithm, AnyGame, Drawing, Game, INFINITY, Initial, Kind, Numbers, Options, Value,
};
use crosscram_support::path::At;
use crosscram_workbench::Versioned;
use serde::Serialize;
use std::io::Write;

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

/// A proof number and a disproof number, with `null` for infinity.
type Pair = [Option<u32>; 2];

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Node<'a> {
    name: &'a str,
    kind: &'static str,
    practical: Option<Pair>,
    derived: Pair,
    exact: Pair,
    transposition: bool,
    dependency: Option<u32>,
    proof_sets: Option<Vec<Vec<&'a str>>>,
    disproof_sets: Option<Vec<Vec<&'a str>>>,
    proof_form: Option<String>,
    disproof_form: Option<String>,
}

fn pair(numbers: Numbers) -> Pair {
    [numbers.proof, numbers.disproof].map(|number| Some(number).filter(|&n| n != INFINITY))
}

/// What there is to print.
struct Whole<'a> {
    game: &'a Explicit,
    analysis: Analysis,
    derived: Vec<Numbers>,
    rounds: Option<u32>,
    /// As the practical algorithm sees it, with repetitions as end nodes.
    practical: Drawing,
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
    let done = search.expand(&|label| {
        let node = game.find(label);
        node.is_some_and(|node| !game.children(node).is_empty())
    });
    done.expect("every node that is expanded has children");
    let practical = search.drawing().at(name)?;
    if let Some(path) = &args.draw {
        draw(path, &practical, &format!("graph {name}"))?;
    }
    let (derived, rounds) = shape.derived_numbers(ROUNDS);
    let whole = Whole {
        game,
        analysis,
        derived,
        rounds,
        practical,
    };
    match args.json {
        true => whole.to_json(name, out),
        false => whole.to_text(name, out),
    }
}

impl Whole<'_> {
    fn to_json(&self, name: &str, out: &mut impl Write) -> Result<(), Failure> {
        let sets = |sets: &Option<[Vec<Vec<u32>>; 2]>, which: usize| {
            let sets = &sets.as_ref()?[which];
            Some(sets.iter().map(|set| self.names(set)).collect())
        };
        let nodes = self
            .analysis
            .nodes
            .iter()
            .enumerate()
            .map(|(node, analysis)| {
                let node = node as u32;
                let forms = analysis.forms.as_ref();
                Node {
                    name: self.game.name(node),
                    kind: self.kind(node),
                    practical: self.practical(node).map(pair),
                    derived: pair(self.derived[node as usize]),
                    exact: pair(analysis.exact),
                    transposition: analysis.is_transposition,
                    dependency: forms.map(|(_, dependency)| *dependency),
                    proof_sets: sets(&analysis.sets, 0),
                    disproof_sets: sets(&analysis.sets, 1),
                    proof_form: forms.map(|(forms, _)| self.form(&forms[0], usize::MAX)),
                    disproof_form: forms.map(|(forms, _)| self.form(&forms[1], usize::MAX)),
                }
            });
        let object = Analysed {
            game: "graph",
            position: name,
            cycles: self.analysis.has_cycles,
            rounds: self.rounds,
            practical_path: self.practical.path_names(),
            most_proving: self.analysis.most_proving.map(|node| self.game.name(node)),
            nodes: nodes.collect(),
        };
        Ok(json::write(out, &Versioned::from(object))?)
    }

    fn to_text(&self, name: &str, out: &mut impl Write) -> Result<(), Failure> {
        let cycles = if self.analysis.has_cycles {
            "with"
        } else {
            "without"
        };
        let count = text::plural(self.game.len() as u64, "node");
        writeln!(out, "{name}: {count}, {cycles} cycles")?;
        let mut lines = vec![
            [
                "node",
                "kind",
                "practical",
                "derived",
                "exact",
                "dependency",
            ]
            .map(str::to_string)
            .to_vec(),
        ];
        for (node, analysis) in self.analysis.nodes.iter().enumerate() {
            let node = node as u32;
            let dash = || "-".to_string();
            let mark = if analysis.is_transposition { "*" } else { "" };
            let dependency = analysis.forms.as_ref();
            lines.push(vec![
                format!("{}{mark}", self.game.name(node)),
                self.kind(node).to_string(),
                self.practical(node)
                    .map_or_else(dash, |numbers| numbers.to_string()),
                self.derived[node as usize].to_string(),
                analysis.exact.to_string(),
                dependency.map_or_else(dash, |(_, dependency)| dependency.to_string()),
            ]);
        }
        text::columns(out, 2, &[Align::Left; 6], &lines)?;
        writeln!(out, "  * several edges lead here")?;
        for (node, analysis) in self.analysis.nodes.iter().enumerate() {
            if !self.game.children(node as u32).is_empty() {
                self.sets_and_forms(node as u32, analysis, out)?;
            }
        }
        match self.rounds {
            Some(_) => {}
            None => writeln!(out, "derived numbers never settle: a cycle counts itself")?,
        }
        let path = self.practical.path_names().join(" ");
        if !path.is_empty() {
            writeln!(out, "most proving, practical numbers: {path}")?;
        }
        match self.analysis.most_proving {
            Some(node) => writeln!(out, "most proving, exact: {}", self.game.name(node))?,
            None => writeln!(out, "solved: {}", self.analysis.nodes[0].exact)?,
        }
        Ok(())
    }

    fn sets_and_forms(
        &self,
        node: u32,
        analysis: &NodeAnalysis,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        writeln!(out, "{}", self.game.name(node))?;
        let kinds = ["proof", "disproof"];
        match &analysis.sets {
            Some(both) => {
                for (kind, sets) in kinds.iter().zip(both) {
                    let shown: Vec<String> = sets
                        .iter()
                        .take(MAX_SHOWN)
                        .map(|set| format!("{{{}}}", self.names(set).join(",")))
                        .collect();
                    let more = sets.len() - shown.len();
                    let more = if more > 0 {
                        format!(" and {more} more")
                    } else {
                        String::new()
                    };
                    let shown = if sets.is_empty() {
                        "none".to_string()
                    } else {
                        shown.join(" ")
                    };
                    writeln!(out, "  {kind} sets: {shown}{more}")?;
                }
            }
            None => writeln!(out, "  sets: too many")?,
        }
        if let Some((forms, _)) = &analysis.forms {
            for (kind, form) in kinds.iter().zip(forms) {
                writeln!(out, "  {kind} form: {}", self.form(form, MAX_SHOWN))?;
            }
        }
        Ok(())
    }

    /// A normal form as the thesis writes it: `[3] v [g 2]`.
    fn form(&self, form: &Form, most: usize) -> String {
        if form.is_empty() {
            return "never".to_string();
        }
        let clauses = form.iter().take(most).map(|(transpositions, leaves)| {
            let names = self.names(transpositions).join(",");
            match (transpositions.is_empty(), leaves) {
                (true, _) => format!("[{leaves}]"),
                (false, 0) => format!("[{names}]"),
                (false, _) => format!("[{names} {leaves}]"),
            }
        });
        let text = clauses.collect::<Vec<_>>().join(" v ");
        match form.len().saturating_sub(most) {
            0 => text,
            more => format!("{text} v {more} more"),
        }
    }

    fn names(&self, nodes: &[u32]) -> Vec<&str> {
        nodes.iter().map(|&node| self.game.name(node)).collect()
    }

    fn kind(&self, node: u32) -> &'static str {
        match (
            self.game.evaluate(&node),
            self.game.children(node).is_empty(),
        ) {
            (Value::Win, _) => "win",
            (Value::Loss, _) => "loss",
            (Value::Unknown, true) => "open",
            (Value::Unknown, false) => kind_name(self.game.kind(&node)),
        }
    }

    /// The numbers of a node in the practical algorithm; of a symmetric one, those of the shared node.
    fn practical(&self, node: u32) -> Option<Numbers> {
        let key = self.game.symmetric_key(&node);
        let drawn = |name: &str| {
            let mut nodes = self.practical.nodes().iter();
            let found = nodes.find(|drawn| drawn.description == name && !drawn.is_repetition);
            found.map(|drawn| drawn.numbers)
        };
        drawn(self.game.name(node)).or_else(|| {
            let mut others = 0..self.game.len() as u32;
            let other = others.find(|other| self.game.symmetric_key(other) == key)?;
            drawn(self.game.name(other))
        })
    }
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
