//! Games that are written down node by node: examples, and tests of everything else.

use super::Draws;
use crate::components::components;
use crate::exact::{Leaf, Shape};
use crate::game::{Game, Kind, Value};
use std::collections::{HashMap, HashSet};
use std::str::FromStr;

/// A game graph given by its nodes and edges.
///
/// The text form has one node per line: a name, `max` or `min`, a colon and the names of its
/// children from left to right; or a name and `win`, `loss` or `draw`; or a name, `as` and another name
/// with a line of its own, to which it is symmetric: it has the same children and the same value. The
/// first node is the root. Names that have no line of their own are leaves of which nothing is known.
/// Blank lines and lines that start with `;` are skipped. This is Fig. 4.2 of Schijf (1993), in which two paths lead to f:
///
/// ```
/// use crosscram_pn::games::Explicit;
///
/// let game: Explicit = "
///     a max: b c
///     b min: d e f
///     c min: f g
/// ".parse()?;
/// assert_eq!(game.name(5), "f");
/// # Ok::<(), crosscram_pn::games::ExplicitError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explicit {
    nodes: Vec<Node>,
    draws: Draws,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Node {
    name: String,
    kind: Kind,
    end: End,
    children: Vec<u32>,
    /// The first of the nodes to which it is symmetric, itself included.
    like: u32,
    /// The nodes that lie on a cycle with it have the same number.
    component: u32,
}

/// What is known of a node without search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum End {
    #[default]
    Unknown,
    Win,
    Loss,
    Draw,
}

impl Explicit {
    /// A graph of unnamed nodes, each with its kind and its children; the first is the root. A
    /// node without children is a leaf of which nothing is known.
    ///
    /// # Panics
    ///
    /// If a child does not exist.
    pub fn new(nodes: impl IntoIterator<Item = (Kind, Vec<u32>)>) -> Explicit {
        let nodes: Vec<Node> = nodes
            .into_iter()
            .enumerate()
            .map(|(number, (kind, children))| Node {
                name: format!("n{number}"),
                kind,
                end: End::Unknown,
                children,
                like: number as u32,
                component: 0,
            })
            .collect();
        let exists = |child: &u32| (*child as usize) < nodes.len();
        assert!(nodes.iter().all(|node| node.children.iter().all(exists)));
        Explicit::connected(nodes)
    }

    fn connected(mut nodes: Vec<Node>) -> Explicit {
        let component = components(nodes.len(), |node| &nodes[node as usize].children);
        for (node, component) in nodes.iter_mut().zip(component) {
            node.component = component;
        }
        Explicit {
            nodes,
            draws: Draws::default(),
        }
    }

    /// The same graph with draws counted in this way.
    #[must_use]
    pub fn with_draws(self, draws: Draws) -> Explicit {
        Explicit { draws, ..self }
    }

    /// A cycle of nodes, the first of them once more at the end; `None` if there is none.
    pub fn cycle(&self) -> Option<Vec<u32>> {
        let inside = |from: u32, to: u32| {
            let [from, to] = [from, to].map(|node| &self.nodes[node as usize]);
            from.component == to.component
        };
        let next = |node: u32| {
            let mut children = self.children(node).iter().copied();
            children.find(|&child| inside(node, child))
        };
        // Every node of such a component has a child in it, so following them leads into a circle.
        let start = (0..self.len() as u32).find(|&node| next(node).is_some())?;
        let mut way = vec![start];
        while let Some(node) = next(way[way.len() - 1]) {
            if let Some(place) = way.iter().position(|&earlier| earlier == node) {
                way.push(node);
                return Some(way.split_off(place));
            }
            way.push(node);
        }
        None
    }

    /// The node with this name.
    pub fn find(&self, name: &str) -> Option<u32> {
        let place = self.nodes.iter().position(|node| node.name == name);
        place.map(|place| place as u32)
    }

    /// Fixes the value of a node, which hides its children.
    pub fn set_value(&mut self, node: u32, value: Value) {
        self.nodes[node as usize].end = match value {
            Value::Win => End::Win,
            Value::Loss => End::Loss,
            Value::Unknown => End::Unknown,
        };
    }

    /// The graph with its open leaves, as exact computations want it. A value hides the children.
    pub fn shape(&self) -> Shape {
        let mut shape = Shape::new();
        for node in 0..self.len() as u32 {
            shape.add(self.kind(&node), self.evaluate(&node).into());
        }
        for node in 0..self.len() as u32 {
            if shape.leaf(node) == Leaf::Open {
                let children = self.children(node).iter();
                children.for_each(|&child| shape.connect(node, child));
            }
        }
        shape
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns whether there is no node, and so no root.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The name of a node.
    pub fn name(&self, node: u32) -> &str {
        &self.nodes[node as usize].name
    }

    /// The children of a node, whether or not its value hides them.
    pub fn children(&self, node: u32) -> &[u32] {
        &self.nodes[node as usize].children
    }
}

impl Game for Explicit {
    type Position = u32;
    /// The child itself.
    type Move = u32;
    type Key = [u64; 1];

    const CYCLIC: bool = true;

    fn root(&self) -> u32 {
        0
    }

    fn kind(&self, &node: &u32) -> Kind {
        self.nodes[node as usize].kind
    }

    fn evaluate(&self, &node: &u32) -> Value {
        match self.nodes[node as usize].end {
            End::Win => Value::Win,
            End::Loss => Value::Loss,
            End::Unknown => Value::Unknown,
            End::Draw => match self.draws {
                Draws::Lose => Value::Loss,
                Draws::Win => Value::Win,
            },
        }
    }

    fn moves(&self, &node: &u32, moves: &mut Vec<u32>) {
        moves.extend_from_slice(&self.nodes[node as usize].children);
    }

    fn play(&self, position: &mut u32, child: u32) {
        *position = child;
    }

    fn key(&self, &node: &u32) -> [u64; 1] {
        [u64::from(node)]
    }

    fn symmetric_key(&self, &node: &u32) -> [u64; 1] {
        [u64::from(self.nodes[node as usize].like)]
    }

    fn is_converting(&self, &node: &u32, child: u32) -> bool {
        self.nodes[node as usize].component != self.nodes[child as usize].component
    }

    fn mobility(&self, &node: &u32) -> u32 {
        self.nodes[node as usize].children.len() as u32
    }

    fn move_name(&self, _node: &u32, child: u32) -> String {
        self.name(child).to_string()
    }

    fn label(&self, &node: &u32) -> String {
        self.name(node).to_string()
    }

    fn move_code(&self, child: u32) -> Option<u32> {
        Some(child)
    }

    fn move_of_code(&self, code: u32) -> Option<u32> {
        Some(code).filter(|&code| (code as usize) < self.nodes.len())
    }
}

/// Why a text is not a game graph. Lines count from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExplicitError {
    /// There is no node at all.
    #[error("no node")]
    Empty,
    /// A line that is neither `NAME max: …`, `NAME min: …`, `NAME win`, `NAME loss`, `NAME draw` nor
    /// `NAME as NAME`.
    #[error(
        "line {0}: expected 'NAME max: CHILD…', 'NAME min: CHILD…', 'NAME win', 'NAME loss', 'NAME draw' or 'NAME as NAME'"
    )]
    Syntax(usize),
    /// A node without children.
    #[error("line {0}: no children")]
    NoChildren(usize),
    /// A node that an earlier line defines.
    #[error("line {0}: '{1}' has a line already")]
    Twice(usize, String),
    /// A child that is named twice.
    #[error("line {0}: '{1}' is named twice")]
    SameChild(usize, String),
    /// A node that is symmetric to one without a line, or to one that is symmetric to another itself.
    #[error("line {0}: '{1}' has no line, or is symmetric to another node itself")]
    NotAlike(usize, String),
}

/// A line before names are numbers.
enum GraphLine<'a> {
    Inner(Kind, Vec<&'a str>),
    End(End),
    As(&'a str),
}

fn read_line(line: &str, number: usize) -> Result<(&str, GraphLine<'_>), ExplicitError> {
    let (head, children) = match line.split_once(':') {
        Some((head, children)) => (head, Some(children)),
        None => (line, None),
    };
    let words: Vec<&str> = head.split_whitespace().collect();
    if let (&[name, "as", other], None) = (words.as_slice(), children) {
        return Ok((name, GraphLine::As(other)));
    }
    let &[name, word] = words.as_slice() else {
        return Err(ExplicitError::Syntax(number));
    };
    let content = match (word, children) {
        ("win", None) => GraphLine::End(End::Win),
        ("loss", None) => GraphLine::End(End::Loss),
        ("draw", None) => GraphLine::End(End::Draw),
        ("max" | "min", Some(children)) => {
            let kind = if word == "max" { Kind::Max } else { Kind::Min };
            let children: Vec<&str> = children.split_whitespace().collect();
            if children.is_empty() {
                return Err(ExplicitError::NoChildren(number));
            }
            for (place, child) in children.iter().enumerate() {
                if children[..place].contains(child) {
                    return Err(ExplicitError::SameChild(number, child.to_string()));
                }
            }
            GraphLine::Inner(kind, children)
        }
        _ => return Err(ExplicitError::Syntax(number)),
    };
    Ok((name, content))
}

impl FromStr for Explicit {
    type Err = ExplicitError;

    fn from_str(text: &str) -> Result<Self, ExplicitError> {
        let mut lines: Vec<(&str, GraphLine<'_>)> = Vec::new();
        let mut alike: Vec<(usize, &str, &str)> = Vec::new();
        let mut defined = HashSet::new();
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with(';') {
                continue;
            }
            let (name, content) = read_line(line, number + 1)?;
            if !defined.insert(name) {
                return Err(ExplicitError::Twice(number + 1, name.to_string()));
            }
            if let GraphLine::As(other) = content {
                alike.push((number + 1, name, other));
            }
            lines.push((name, content));
        }
        if lines.is_empty() {
            return Err(ExplicitError::Empty);
        }
        // Numbers in the order of first mention: the root, its children, and so on.
        let mut numbers: HashMap<&str, u32> = HashMap::new();
        let mut names: Vec<&str> = Vec::new();
        for (name, content) in &lines {
            let children = match content {
                GraphLine::Inner(_, children) => children.as_slice(),
                GraphLine::End(_) | GraphLine::As(_) => &[],
            };
            for name in [name].into_iter().chain(children) {
                numbers.entry(name).or_insert_with(|| {
                    names.push(name);
                    names.len() as u32 - 1
                });
            }
        }
        let mut nodes: Vec<Node> = names
            .iter()
            .enumerate()
            .map(|(number, name)| Node {
                name: name.to_string(),
                kind: Kind::Max,
                end: End::Unknown,
                children: Vec::new(),
                like: number as u32,
                component: 0,
            })
            .collect();
        for (name, content) in &lines {
            let node = &mut nodes[numbers[name] as usize];
            match content {
                GraphLine::End(end) => node.end = *end,
                // Below, when all other nodes are complete.
                GraphLine::As(_) => {}
                GraphLine::Inner(kind, children) => {
                    node.kind = *kind;
                    node.children = children.iter().map(|child| numbers[child]).collect();
                }
            }
        }
        for (line, name, other) in alike {
            let bad = || ExplicitError::NotAlike(line, other.to_string());
            let [node, like] = [name, other].map(|name| numbers.get(name).copied());
            let (Some(node), Some(like)) = (node, like) else {
                return Err(bad());
            };
            let original = &nodes[like as usize];
            if original.children.is_empty() && original.end == End::Unknown || original.like != like
            {
                return Err(bad());
            }
            let (kind, end, children) = (original.kind, original.end, original.children.clone());
            let node = &mut nodes[node as usize];
            (node.kind, node.end, node.children, node.like) = (kind, end, children, like);
        }
        // A leaf has no moves, so its kind only matters for drawing: it is the opposite of the first
        // node that leads to it.
        for parent in 0..nodes.len() {
            let kind = nodes[parent].kind.other();
            for child in nodes[parent].children.clone() {
                let child = &mut nodes[child as usize];
                if child.children.is_empty() {
                    child.kind = kind;
                }
            }
        }
        Ok(Explicit::connected(nodes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_texts() {
        for (text, expected) in [
            ("", "no node"),
            ("; only a remark", "no node"),
            ("a max b", "line 1: expected"),
            ("\na max:", "line 2: no children"),
            ("a max: b\na win", "line 2: 'a' has a line already"),
            ("a max: b b", "line 1: 'b' is named twice"),
            ("a maximum: b", "line 1: expected"),
            ("a max: b c\nb as c", "line 2: 'c' has no line"),
            ("a max: b c\nb as b", "line 2: 'b' has no line"),
            ("a as b: c", "line 1: expected"),
        ] {
            let error = text.parse::<Explicit>().unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }

    #[test]
    fn kinds_and_values() {
        let game: Explicit = "a max: b c\nb min: d\nd win".parse().unwrap();
        assert_eq!(game.len(), 4);
        let kinds: Vec<Kind> = (0..4).map(|node| game.kind(&node)).collect();
        assert_eq!(kinds, [Kind::Max, Kind::Min, Kind::Min, Kind::Max]);
        assert_eq!(game.evaluate(&3), Value::Win);
        assert_eq!(game.label(&2), "c");
    }

    #[test]
    fn draws_symmetric_nodes_and_cycles() {
        let game: Explicit = "a max: b c\nb min: d e\nc as b\nd draw".parse().unwrap();
        assert_eq!(game.evaluate(&3), Value::Loss);
        assert_eq!(game.clone().with_draws(Draws::Win).evaluate(&3), Value::Win);
        assert_eq!(game.children(2), game.children(1));
        assert_eq!(game.symmetric_key(&2), game.symmetric_key(&1));
        assert_ne!(game.key(&2), game.key(&1));
        assert_eq!(game.cycle(), None);
        let game: Explicit = "a max: b\nb min: c d\nc max: b e".parse().unwrap();
        let cycle = game.cycle().unwrap();
        let names: Vec<&str> = cycle.iter().map(|&node| game.name(node)).collect();
        assert_eq!(names, ["b", "c", "b"]);
        assert!(game.is_converting(&0, 1) && !game.is_converting(&1, 2));
        assert_eq!(game.find("e"), Some(4));
        assert_eq!(game.find("z"), None);
    }
}
