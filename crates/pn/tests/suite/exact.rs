//! The exact computations against each other, against trying all sets of leaves, and what the
//! practical numbers miss.

use crosscram_pn::exact::{
    CompleteSets, ExactMethod, ExactSearch, Leaf, Shape, most_proving, smallest_disproof_set,
    smallest_proof_set,
};
use crosscram_pn::games::Explicit;
use crosscram_pn::{Ending, INFINITY, Kind, Numbers, Unobserved, Value};
use crosscram_support::random::Random;

/// A random graph: every inner node has up to `width` children among the nodes after it, or, with
/// cycles, among all.
pub(crate) fn random_graph(random: &mut Random, cyclic: bool) -> Explicit {
    let inner = 2 + random.index(8);
    let count = inner + 3 + random.index(9);
    let nodes = (0..count).map(|node| {
        let kind = [Kind::Max, Kind::Min][random.index(2)];
        let mut children = Vec::new();
        if node < inner {
            for _ in 0..1 + random.index(4) {
                // Often the next inner nodes, so that graphs are deep.
                let child = match (cyclic && random.index(4) == 0, random.index(2)) {
                    (true, _) => random.index(count),
                    (false, 0) => (node + 1 + random.index(3)).min(count - 1),
                    (false, _) => node + 1 + random.index(count - node - 1),
                };
                let child = child as u32;
                if child as usize != node && !children.contains(&child) {
                    children.push(child);
                }
            }
        }
        (kind, children)
    });
    let nodes: Vec<_> = nodes.collect();
    let leaves: Vec<u32> = (0..count as u32)
        .filter(|&node| nodes[node as usize].1.is_empty())
        .collect();
    let mut game = Explicit::new(nodes);
    for leaf in leaves {
        match random.index(12) {
            0 => game.set_value(leaf, Value::Win),
            1 => game.set_value(leaf, Value::Loss),
            _ => {}
        }
    }
    game
}

/// The whole graph that can be reached from the root.
pub(crate) fn shape(game: &Explicit) -> Shape {
    use crosscram_pn::Game;
    let mut shape = Shape::new();
    for node in 0..game.len() as u32 {
        let leaf = match game.evaluate(&node) {
            Value::Win => Leaf::Won,
            Value::Loss => Leaf::Lost,
            Value::Unknown => Leaf::Open,
        };
        shape.add(game.kind(&node), leaf);
    }
    for node in 0..game.len() as u32 {
        for &child in game.children(node) {
            shape.connect(node, child);
        }
    }
    shape
}

/// Sizes of the smallest sets, by trying all sets.
fn by_trying(shape: &Shape) -> Numbers {
    let leaves = shape.open_leaves();
    assert!(leaves.len() <= 16);
    let number = |leaf: u32| leaves.iter().position(|&other| other == leaf);
    let has = |set: u32, leaf: u32| number(leaf).is_some_and(|number| set >> number & 1 == 1);
    let mut numbers = Numbers::new(INFINITY, INFINITY);
    for set in 0..1u32 << leaves.len() {
        let size = set.count_ones();
        if size < numbers.proof && shape.won_nodes(|leaf| has(set, leaf))[0] {
            numbers.proof = size;
        }
        if size < numbers.disproof && !shape.won_nodes(|leaf| !has(set, leaf))[0] {
            numbers.disproof = size;
        }
    }
    numbers
}

/// Returns whether a leaf is in a smallest proof set and in a smallest disproof set: winning it or
/// losing it decreases the respective number by one.
fn is_most_proving(shape: &Shape, leaf: u32, numbers: Numbers) -> bool {
    let with = |value| {
        let mut shape = shape.clone();
        shape.set_leaf(leaf, value);
        by_trying(&shape)
    };
    with(Leaf::Won).proof == numbers.proof - 1 && with(Leaf::Lost).disproof == numbers.disproof - 1
}

#[test]
fn three_ways_to_the_numbers() {
    let mut random = Random::new(11);
    let mut unsolved = 0;
    for cyclic in [false, true] {
        for _ in 0..1500 {
            let shape = shape(&random_graph(&mut random, cyclic));
            let expected = by_trying(&shape);
            let sets = CompleteSets::of_root(&shape).unwrap();
            assert_eq!(sets.numbers(), expected, "{shape:?}");
            let size = |set: Option<Vec<u32>>| set.map_or(INFINITY, |set| set.len() as u32);
            assert_eq!(size(smallest_proof_set(&shape).unwrap()), expected.proof);
            assert_eq!(
                size(smallest_disproof_set(&shape).unwrap()),
                expected.disproof
            );
            let (numbers, leaf) = most_proving(&shape).unwrap();
            assert_eq!(numbers, expected);
            if !expected.is_solved() {
                unsolved += 1;
                for leaf in [leaf, sets.most_proving()] {
                    assert!(
                        is_most_proving(&shape, leaf.unwrap(), expected),
                        "{shape:?}"
                    );
                }
            }
        }
    }
    assert!(unsolved > 1000);
}

/// The forms give the exact numbers after every expansion, in whatever order nodes are expanded.
#[test]
fn forms_are_exact() {
    let mut random = Random::new(12);
    let (mut selected, mut wrong) = (0, 0);
    for _ in 0..2500 {
        let game = random_graph(&mut random, false);
        let mut search = ExactSearch::new(&game, ExactMethod::FormsAsPrinted);
        loop {
            let shape = search.shape().clone();
            let expected = by_trying(&shape);
            assert_eq!(search.root(), expected, "{shape:?}");
            if expected.is_solved() {
                break;
            }
            selected += 1;
            let chosen = search.most_proving().unwrap();
            if !is_most_proving(&shape, chosen, expected) {
                wrong += 1;
                println!("{shape:?} chooses {chosen}");
            }
            let mut leaves = shape.open_leaves();
            random.shuffle(&mut leaves);
            let expandable = leaves.into_iter().find(|&leaf| {
                let node = *search.position(leaf);
                !game.children(node).is_empty()
            });
            match expandable {
                Some(leaf) => search.develop(leaf).unwrap(),
                None => break,
            }
        }
    }
    // The printed selection goes wrong once in ten thousand such graphs.
    assert!(selected > 5000);
    assert_eq!(wrong, 1);
}

/// Every search that ends gives the true value.
#[test]
fn searches_end_with_the_truth() {
    let mut random = Random::new(13);
    for cyclic in [false, true] {
        for _ in 0..1000 {
            let mut game = random_graph(&mut random, cyclic);
            for node in 0..game.len() as u32 {
                if game.children(node).is_empty() {
                    game.set_value(node, [Value::Win, Value::Loss][random.index(2)]);
                }
            }
            let truth = shape(&game).won_nodes(|_| false)[0];
            for method in [
                ExactMethod::Forms,
                ExactMethod::FormsAsPrinted,
                ExactMethod::CompleteSets,
                ExactMethod::SmallestSets,
            ] {
                let report = ExactSearch::new(&game, method).run(&mut Unobserved);
                match report.ending {
                    Ending::Cyclic => assert!(cyclic),
                    _ => assert_eq!(report.is_win(), Some(truth)),
                }
            }
        }
    }
}
