//! What a segment proves besides its positions: every position that its pieces walk through. A worker that knows them
//! does not search them again.

use super::segment::{ChildState, Outcome, Segment, Solved};
use super::unit::Fact;
use crate::certificate::Reader;
use std::io;

/// The positions inside the pieces of a segment whose proofs have at least `least` nodes, the largest first, at most
/// `most`. They are as true as the pieces.
pub fn inner_facts(segment: &Segment, least: u64, most: usize) -> Vec<Fact> {
    let mut facts = Vec::new();
    for found in &segment.results {
        let solved: Vec<&Solved> = match &found.outcome {
            Outcome::Untouched => Vec::new(),
            Outcome::Solved(solved) => vec![solved],
            Outcome::Open(children) => {
                let solved = children.iter().filter_map(|child| match &child.state {
                    ChildState::Solved(solved) => Some(solved),
                    ChildState::Open { .. } => None,
                });
                solved.collect()
            }
        };
        for solved in solved {
            // A piece that cannot be read proves nothing.
            facts.extend(inner(segment.piece(solved), solved, least).unwrap_or_default());
        }
    }
    facts.sort_by_key(|fact| (std::cmp::Reverse(fact.nodes), fact.board));
    facts.dedup_by_key(|fact| fact.board);
    facts.truncate(most);
    facts
}

/// The positions below the first of one piece.
fn inner(piece: &[u8], solved: &Solved, least: u64) -> io::Result<Vec<Fact>> {
    let mut reader = Reader::new(piece)?;
    let (mut facts, mut number) = (Vec::new(), 0);
    // The positions above the one that is read, and the number of each.
    let mut line: Vec<(usize, u64, Fact)> = Vec::new();
    let mut close = |line: &mut Vec<(usize, u64, Fact)>, depth: usize, number: u64| {
        while let Some((above, first, fact)) = line.pop_if(|(above, ..)| *above >= depth) {
            let nodes = number - first;
            if above > 0 && nodes >= least {
                facts.push(Fact { nodes, ..fact });
            }
        }
    };
    while let Some(node) = reader.next_node()? {
        close(&mut line, node.depth, number);
        let fact = Fact {
            board: node.board,
            to_move: node.to_move,
            winner: solved.winner,
            nodes: 0,
        };
        line.push((node.depth, number, fact));
        number += 1;
    }
    close(&mut line, 0, number);
    Ok(facts)
}
