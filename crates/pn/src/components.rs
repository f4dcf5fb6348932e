//! Strongly connected components: the nodes of a graph that lie on cycles with each other.

/// Returns for each node the number of its component. A component has a higher number than those that
/// can be reached from it, so in increasing order children come before parents (Tarjan 1972, without
/// recursion).
pub(crate) fn components<'a>(count: usize, children: impl Fn(u32) -> &'a [u32]) -> Vec<u32> {
    const UNSEEN: u32 = u32::MAX;
    let mut component = vec![UNSEEN; count];
    let mut seen_at = vec![UNSEEN; count];
    let mut lowest = vec![UNSEEN; count];
    let mut open: Vec<u32> = Vec::new();
    let (mut time, mut found) = (0, 0);
    for start in 0..count as u32 {
        if seen_at[start as usize] != UNSEEN {
            continue;
        }
        // The nodes of the walk, each with the number of its children that were followed.
        let mut walk = vec![(start, 0)];
        while let Some((node, next)) = walk.last_mut() {
            let at = *node as usize;
            if *next == 0 {
                (seen_at[at], lowest[at]) = (time, time);
                time += 1;
                open.push(*node);
            }
            if let Some(&child) = children(*node).get(*next) {
                *next += 1;
                let below = child as usize;
                if seen_at[below] == UNSEEN {
                    walk.push((child, 0));
                } else if component[below] == UNSEEN {
                    lowest[at] = lowest[at].min(seen_at[below]);
                }
                continue;
            }
            if lowest[at] == seen_at[at] {
                while let Some(member) = open.pop() {
                    component[member as usize] = found;
                    if member as usize == at {
                        break;
                    }
                }
                found += 1;
            }
            walk.pop();
            if let Some(&(parent, _)) = walk.last() {
                let above = parent as usize;
                lowest[above] = lowest[above].min(lowest[at]);
            }
        }
    }
    component
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscram_support::random::Random;

    /// Two nodes share a component if and only if each reaches the other.
    #[test]
    fn components_are_what_reaches_each_other() {
        let mut random = Random::new(31);
        for _ in 0..300 {
            let count = 1 + random.index(12);
            let graph: Vec<Vec<u32>> = (0..count)
                .map(|_| {
                    let edges = random.index(3);
                    (0..edges).map(|_| random.index(count) as u32).collect()
                })
                .collect();
            let found = components(count, |node| &graph[node as usize]);
            let mut reaches = vec![vec![false; count]; count];
            for (from, row) in reaches.iter_mut().enumerate() {
                let mut pending = vec![from as u32];
                while let Some(node) = pending.pop() {
                    if !std::mem::replace(&mut row[node as usize], true) {
                        pending.extend(&graph[node as usize]);
                    }
                }
            }
            for a in 0..count {
                for b in 0..count {
                    let together = reaches[a][b] && reaches[b][a];
                    assert_eq!(found[a] == found[b], together, "{graph:?}");
                    assert!(!reaches[a][b] || found[a] >= found[b], "{graph:?}");
                }
            }
        }
    }
}
