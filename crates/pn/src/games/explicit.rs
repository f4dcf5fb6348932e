//! Games that are written down node by node: examples, and tests of everything else.

use crate::game::{Game, Kind, Value};
use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;

/// A game graph given by its nodes and edges.
///
/// The text form has one node per line: a name, `max` or `min`, a colon and the names of its
/// children from left to right; or a name and `win` or `loss`. The first node is the root. Names
/// that have no line of their own are leaves of which nothing is known. Blank lines and lines that
/// start with `;` are skipped. This is Fig. 4.2 of Schijf (1993), in which two paths lead to f:
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
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Node {
    name: String,
    kind: Kind,
    value: Value,
    children: Vec<u32>,
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
                value: Value::Unknown,
                children,
            })
            .collect();
        let exists = |child: &u32| (*child as usize) < nodes.len();
        assert!(nodes.iter().all(|node| node.children.iter().all(exists)));
        Explicit { nodes }
    }

    /// Fixes the value of a node, which hides its children.
    pub fn set_value(&mut self, node: u32, value: Value) {
        self.nodes[node as usize].value = value;
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
        self.nodes[node as usize].value
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

    fn mobility(&self, &node: &u32) -> u32 {
        self.nodes[node as usize].children.len() as u32
    }

    fn move_name(&self, _node: &u32, child: u32) -> String {
        self.name(child).to_string()
    }

    fn label(&self, &node: &u32) -> String {
        self.name(node).to_string()
    }

    fn move_code(&self, child: u32) -> u32 {
        child
    }

    fn move_of_code(&self, code: u32) -> Option<u32> {
        Some(code).filter(|&code| (code as usize) < self.nodes.len())
    }
}

/// Why a text is not a game graph. Lines count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExplicitError {
    /// There is no node at all.
    Empty,
    /// A line that is neither `NAME max: …`, `NAME min: …`, `NAME win` nor `NAME loss`.
    Syntax(usize),
    /// A node without children.
    NoChildren(usize),
    /// A node that an earlier line defines.
    Twice(usize, String),
    /// A child that is named twice.
    SameChild(usize, String),
}

impl fmt::Display for ExplicitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExplicitError::Empty => write!(f, "no node"),
            ExplicitError::Syntax(line) => write!(
                f,
                "line {line}: expected 'NAME max: CHILD…', 'NAME min: CHILD…', 'NAME win' or \
                 'NAME loss'"
            ),
            ExplicitError::NoChildren(line) => write!(f, "line {line}: no children"),
            ExplicitError::Twice(line, name) => {
                write!(f, "line {line}: '{name}' has a line already")
            }
            ExplicitError::SameChild(line, name) => {
                write!(f, "line {line}: '{name}' is named twice")
            }
        }
    }
}

impl std::error::Error for ExplicitError {}

/// A line before names are numbers.
enum GraphLine<'a> {
    Inner(Kind, Vec<&'a str>),
    End(Value),
}

fn read_line(line: &str, number: usize) -> Result<(&str, GraphLine<'_>), ExplicitError> {
    let (head, children) = match line.split_once(':') {
        Some((head, children)) => (head, Some(children)),
        None => (line, None),
    };
    let words: Vec<&str> = head.split_whitespace().collect();
    let &[name, word] = words.as_slice() else {
        return Err(ExplicitError::Syntax(number));
    };
    let content = match (word, children) {
        ("win", None) => GraphLine::End(Value::Win),
        ("loss", None) => GraphLine::End(Value::Loss),
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
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with(';') {
                continue;
            }
            let (name, content) = read_line(line, number + 1)?;
            if lines.iter().any(|(other, _)| *other == name) {
                return Err(ExplicitError::Twice(number + 1, name.to_string()));
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
                GraphLine::End(_) => &[],
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
            .map(|name| Node {
                name: name.to_string(),
                kind: Kind::Max,
                value: Value::Unknown,
                children: Vec::new(),
            })
            .collect();
        for (name, content) in &lines {
            let node = &mut nodes[numbers[name] as usize];
            match content {
                GraphLine::End(value) => node.value = *value,
                GraphLine::Inner(kind, children) => {
                    node.kind = *kind;
                    node.children = children.iter().map(|child| numbers[child]).collect();
                }
            }
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
        Ok(Explicit { nodes })
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
}
