//! A graph analysed, as it is printed: every node with its numbers, sets and forms by the names in the file.

use super::analyse::{Analysis, Form, NodeAnalysis};
use crate::draw::Drawing;
use crate::game::{Game, Value};
use crate::games::Explicit;
use crate::numbers::{INFINITY, Numbers};
use serde::Serialize;

/// Rounds after which numbers that still change are said not to settle.
const ROUNDS: u32 = 1_000;

/// What is known of a graph.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Analysed<'a> {
    /// Always `graph`.
    pub game: &'static str,
    /// Its name.
    pub position: &'a str,
    /// Whether there is a cycle.
    pub cycles: bool,
    /// How often numbers must be derived from the children until they stay; `null` if they never do.
    pub rounds: Option<u32>,
    /// The path to the most-proving node by practical numbers.
    pub practical_path: Vec<&'a str>,
    /// The most-proving node by exact numbers, unless the graph is solved.
    pub most_proving: Option<&'a str>,
    /// The nodes.
    pub nodes: Vec<Node<'a>>,
}

/// A node.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Node<'a> {
    /// Its name.
    pub name: &'a str,
    /// `max` or `min`, or what a leaf is worth.
    pub kind: &'static str,
    /// Whether it has children.
    #[serde(skip)]
    pub has_children: bool,
    /// As the practical algorithm sees it, with repetitions as end nodes.
    pub practical: Option<Pair>,
    /// As derived from the children again and again.
    pub derived: Pair,
    /// The exact numbers.
    pub exact: Pair,
    /// Whether several edges lead here.
    pub transposition: bool,
    /// The dependency number; none with cycles.
    pub dependency: Option<u32>,
    /// The minimal proof sets, unless they are too many.
    pub proof_sets: Option<Vec<Vec<&'a str>>>,
    /// The minimal disproof sets.
    pub disproof_sets: Option<Vec<Vec<&'a str>>>,
    /// The form of the proof; none with cycles.
    pub proof_form: Option<Clauses>,
    /// The form of the disproof.
    pub disproof_form: Option<Clauses>,
}

/// A proof number and a disproof number, with `null` for infinity.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(with = "[Option<u32>; 2]"))]
#[serde(into = "[Option<u32>; 2]")]
pub struct Pair(pub Numbers);

impl From<Pair> for [Option<u32>; 2] {
    fn from(Pair(numbers): Pair) -> Self {
        [numbers.proof, numbers.disproof].map(|number| Some(number).filter(|&n| n != INFINITY))
    }
}

/// A normal form as the thesis writes it: `[3] v [g 2]`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(with = "String"))]
#[serde(into = "String")]
pub struct Clauses(pub Vec<String>);

impl From<Clauses> for String {
    fn from(Clauses(clauses): Clauses) -> String {
        match clauses.is_empty() {
            true => "never".to_string(),
            false => clauses.join(" v "),
        }
    }
}

impl<'a> Analysed<'a> {
    /// What an analysis found of a graph of this name, and the practical algorithm, whose drawing is that of the whole graph
    /// expanded.
    pub fn new(
        game: &'a Explicit,
        name: &'a str,
        analysis: &Analysis,
        practical: &'a Drawing,
    ) -> Analysed<'a> {
        let (derived, rounds) = game.shape().derived_numbers(ROUNDS);
        let has_children = |node: u32| !game.children(node).is_empty();
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
                practical: practical_numbers(game, practical, node).map(Pair),
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
        Analysed {
            game: "graph",
            position: name,
            cycles: analysis.has_cycles,
            rounds,
            practical_path: practical.path_names(),
            most_proving: analysis.most_proving.map(|node| game.name(node)),
            nodes: (0..).zip(&analysis.nodes).map(node).collect(),
        }
    }
}

fn kind(game: &Explicit, node: u32) -> &'static str {
    match (game.evaluate(&node), game.children(node).is_empty()) {
        (Value::Win, _) => "win",
        (Value::Loss, _) => "loss",
        (Value::Unknown, true) => "open",
        (Value::Unknown, false) => game.kind(&node).name(),
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
