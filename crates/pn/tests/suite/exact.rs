//! The exact computations against each other, against trying all sets of leaves, and what the
//! practical numbers miss.

use crate::{answer, options};
use crosscram_pn::exact::{
    CompleteSets, ExactSearch, Leaf, Shape, most_proving, smallest_disproof_set, smallest_proof_set,
};
use crosscram_pn::games::{Explicit, TicTacToe};
use crosscram_pn::{
    Algorithm, AnySearch, Ending, Game, INFINITY, Kind, Numbers, Search, Snapshot, Unobserved,
    Value,
};
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

/// A random graph in which every leaf has a value.
pub(crate) fn decided_graph(random: &mut Random, cyclic: bool) -> Explicit {
    let mut game = random_graph(random, cyclic);
    decide(&mut game, random);
    game
}

/// Gives every leaf a value.
pub(crate) fn decide(game: &mut Explicit, random: &mut Random) {
    for node in 0..game.len() as u32 {
        if game.children(node).is_empty() {
            game.set_value(node, [Value::Win, Value::Loss][random.index(2)]);
        }
    }
}

/// Whether the root of such a graph is won.
pub(crate) fn truth(game: &Explicit) -> bool {
    game.shape().won_nodes(|_| false)[0]
}

/// Expands a leaf in random order, if one has children.
fn expand_any<'g>(
    search: &mut ExactSearch<'g, Explicit>,
    game: &'g Explicit,
    random: &mut Random,
) -> bool {
    let mut leaves = search.shape().open_leaves();
    random.shuffle(&mut leaves);
    let has_children = |leaf: &u32| !game.children(*search.position(*leaf)).is_empty();
    match leaves.into_iter().find(has_children) {
        Some(leaf) => {
            search.develop(leaf).unwrap();
            true
        }
        None => false,
    }
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
            let shape = random_graph(&mut random, cyclic).shape();
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
        let mut search = ExactSearch::new(&game, &options("dag-exact-as-printed"));
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
            if !expand_any(&mut search, &game, &mut random) {
                break;
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
            let game = decided_graph(&mut random, cyclic);
            for algorithm in Algorithm::ALL.iter().filter(|a| a.name().contains("exact")) {
                let report = answer(&game, algorithm.name());
                match report.ending {
                    Ending::Cyclic => assert!(cyclic),
                    _ => assert_eq!(report.is_win(), Some(truth(&game))),
                }
            }
        }
    }
}

/// The incremental algorithm has the exact numbers of the root after every expansion, and selects a
/// most-proving node, in whatever order nodes are expanded.
#[test]
fn incremental_sets_are_exact() {
    let mut random = Random::new(14);
    let mut selected = 0;
    for round in 0..1200 {
        let game = random_graph(&mut random, round % 4 > 0);
        let mut search = ExactSearch::new(&game, &options("dcg-exact-incremental"));
        loop {
            let shape = search.shape().clone();
            let expected = by_trying(&shape);
            assert_eq!(search.root(), expected, "{shape:?}");
            if expected.is_solved() {
                break;
            }
            selected += 1;
            let chosen = search.most_proving().unwrap();
            assert!(is_most_proving(&shape, chosen, expected), "{shape:?}");
            if !expand_any(&mut search, &game, &mut random) {
                break;
            }
        }
    }
    assert!(selected > 2000);
}

/// A converted graph has no cycles and the numbers of the original, also by the forms of section 4.3.
#[test]
fn converted_graphs_have_the_same_numbers() {
    let mut random = Random::new(15);
    for _ in 0..800 {
        let shape = random_graph(&mut random, true).shape();
        let Ok(converted) = shape.converted() else {
            continue;
        };
        assert!(!converted.shape.has_cycles());
        let expected = CompleteSets::of_root(&shape).unwrap().numbers();
        let sets = CompleteSets::of_root(&converted.shape).unwrap();
        assert_eq!(sets.numbers(), expected, "{shape:?}");
        if !expected.is_solved()
            && let Ok(Some(analysis)) = converted.shape.analysed(&mut || true)
        {
            let (forms, _) = analysis.nodes[0].forms.as_ref().unwrap();
            let numbers = forms.each_ref().map(|form| form[0].1);
            assert_eq!(numbers, [expected.proof, expected.disproof], "{shape:?}");
        }
    }
}

/// What the forms select is most proving after every expansion, also where Fig. 4.9 is wrong.
#[test]
fn examined_selection_is_most_proving() {
    let mut random = Random::new(12);
    for _ in 0..800 {
        let game = random_graph(&mut random, false);
        let mut search = ExactSearch::new(&game, &options("dag-exact"));
        while let Some(chosen) = search.most_proving().filter(|_| !search.root().is_solved()) {
            let shape = search.shape().clone();
            assert!(
                is_most_proving(&shape, chosen, by_trying(&shape)),
                "{shape:?}"
            );
            if search.develop(chosen).is_err() {
                break;
            }
        }
    }
}

/// An observer stops an exact search in the middle of a computation, and it goes on from there.
#[test]
fn exact_searches_can_be_stopped() {
    let game: TicTacToe = "XO.|...|...".parse().unwrap();
    for algorithm in ["exact", "dag-exact-as-printed"] {
        let mut search = Search::new(&game, &options(algorithm));
        let mut expansions = Vec::new();
        let mut look = |snapshot: &Snapshot| {
            expansions.push(snapshot.statistics.expansions);
            // Twice without an expansion in between: inside a computation.
            let inside = expansions.windows(2).any(|pair| pair[0] == pair[1]);
            !inside
        };
        let report = search.run(&mut look).unwrap();
        match algorithm {
            "exact" => assert_eq!(report.ending, Ending::Stopped),
            _ if report.ending == Ending::Stopped => {
                let rest = search.run(&mut Unobserved).unwrap();
                assert_eq!(rest.is_win(), Some(false));
            }
            _ => assert_eq!(report.ending, Ending::Solved),
        }
    }
}

/// The thesis solved positions of Tic-tac-toe with seven empty squares. There are twelve, up to symmetry; one takes as long as
/// all other tests together.
#[test]
fn positions_with_seven_empty_squares() {
    let positions = seven_empty_squares();
    assert_eq!(positions.len(), 12);
    let quick = positions.iter().filter(|text| *text != SLOW);
    quick.for_each(|text| solved_exactly(text));
}

#[test]
#[ignore = "half a minute"]
fn the_hardest_position_with_seven_empty_squares() {
    solved_exactly(SLOW);
}

const SLOW: &str = ".X.|...|.O.";

fn seven_empty_squares() -> Vec<String> {
    let (mut seen, mut texts) = (Vec::new(), Vec::new());
    for x in 0..9 {
        for o in (0..9).filter(|&o| o != x) {
            let text = crate::tictactoe::text_of(1 << (9 + x) | 1 << o);
            let game: TicTacToe = text.parse().unwrap();
            let key = game.symmetric_key(&game.root());
            if !seen.contains(&key) {
                seen.push(key);
                texts.push(text);
            }
        }
    }
    texts
}

fn solved_exactly(text: &str) {
    let game: TicTacToe = text.parse().unwrap();
    let truth = crate::minimax::value(&game, &game.root(), &mut Default::default());
    let report = answer(&game, "dag-exact");
    assert_eq!(report.is_win(), Some(truth == Value::Win), "{text}");
}
