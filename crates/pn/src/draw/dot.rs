//! Pictures in the language of Graphviz.

use super::Drawing;
use crate::game::Kind;
use std::fmt::Write;

impl Drawing {
    /// Returns the picture as a `digraph` for `dot`.
    pub fn to_dot(&self) -> String {
        let mut text = String::from("digraph search {\n  ordering=out;\n  edge [arrowsize=0.5];\n");
        for (number, node) in self.nodes.iter().enumerate() {
            let shape = match node.kind {
                Kind::Max => "box",
                Kind::Min => "ellipse",
            };
            let mut style = Vec::new();
            let mut fill = "";
            if node.numbers.is_solved() {
                style.push("filled");
                fill = match node.numbers.is_won() {
                    true => ", fillcolor=palegreen",
                    false => ", fillcolor=mistyrose",
                };
            }
            if node.is_repetition {
                style.push("dashed");
            }
            let _ = writeln!(
                text,
                "  n{number} [shape={shape}, style=\"{}\"{fill}, label=\"{}\\n{}\", tooltip=\"{}\"];",
                style.join(","),
                escaped(&node.name),
                node.numbers,
                escaped(&node.description),
            );
        }
        for &(parent, child) in &self.edges {
            let bold = match self.is_bold(parent, child) {
                true => " [penwidth=3]",
                false => "",
            };
            let _ = writeln!(text, "  n{parent} -> n{child}{bold};");
        }
        text + "}\n"
    }
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
