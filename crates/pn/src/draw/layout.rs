//! The layout of the nodes of a picture.

use super::Drawing;

/// The place of a node: columns from the left, rows from the top.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Place {
    pub(super) column: f64,
    pub(super) row: usize,
}

/// Places the nodes. The row is the length of the longest path from the root, so that edges go down.
/// Columns follow a depth-first walk, leftmost first: a node without new children takes the next free
/// column of its row and below, any other is centred over the children first visited below it.
pub(super) fn places(drawing: &Drawing) -> Vec<Place> {
    let count = drawing.nodes().len();
    let mut children = vec![Vec::new(); count];
    for &(parent, child) in drawing.edges() {
        children[parent].push(child);
    }
    let mut places = vec![Place::default(); count];
    if count == 0 {
        return places;
    }
    let (first_parent, order) = walk(&children);
    // A cycle has no longest path; edges back up are not followed.
    let is_above = |mut node: usize, ancestor: usize| loop {
        if node == ancestor {
            return true;
        }
        match first_parent[node] {
            Some(parent) => node = parent,
            None => return false,
        }
    };
    for _ in 0..count {
        let mut changed = false;
        for &node in &order {
            for &child in &children[node] {
                let row = places[node].row + 1;
                if places[child].row < row && row < count && !is_above(node, child) {
                    places[child].row = row;
                    changed = true;
                }
            }
        }
        if !changed {
            break;
        }
    }
    let mut next_column = 0.0;
    for &node in &order {
        let leads_on = children[node]
            .iter()
            .any(|&child| first_parent[child] == Some(node));
        if !leads_on {
            places[node].column = next_column;
            next_column += 1.0;
        }
    }
    for &node in order.iter().rev() {
        let own: Vec<f64> = children[node]
            .iter()
            .filter(|&&child| first_parent[child] == Some(node))
            .map(|&child| places[child].column)
            .collect();
        if let (Some(first), Some(last)) = (own.first(), own.last()) {
            places[node].column = (first + last) / 2.0;
        }
    }
    places
}

/// Returns for each node the parent from which a depth-first walk first visits it, and the order of the
/// walk.
fn walk(children: &[Vec<usize>]) -> (Vec<Option<usize>>, Vec<usize>) {
    let mut first_parent = vec![None; children.len()];
    let mut seen = vec![false; children.len()];
    let mut order = Vec::new();
    let mut pending = vec![(0, None)];
    while let Some((node, parent)) = pending.pop() {
        if std::mem::replace(&mut seen[node], true) {
            continue;
        }
        first_parent[node] = parent;
        order.push(node);
        let below = children[node].iter().rev();
        pending.extend(below.map(|&child| (child, Some(node))));
    }
    (first_parent, order)
}
