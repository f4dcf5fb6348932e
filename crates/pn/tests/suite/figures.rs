//! The figures of the thesis, redrawn from runs of our searches.

use crate::exact::random_graph;
use crate::{GRAPH_OF_1993, TREE_OF_1993, answer, options};
use crosscram_papers::schijf1993::{
    FIG_3_1, FIG_4_2, FIG_4_3, FIG_4_4, FIG_4_5, FIG_4_11, FIG_5_2, FIG_5_5, FIG_5_6, FIG_5_7,
};
use crosscram_pn::exact::ExactSearch;
use crosscram_pn::games::Explicit;
use crosscram_pn::{AnySearch, Drawing, Ending, Game, Numbers, Search, Unobserved, Value};
use crosscram_support::random::Random;

fn game(text: &str) -> Explicit {
    text.parse().unwrap()
}

/// The whole figure as the practical algorithm sees it.
fn practical(text: &str) -> Drawing {
    practical_numbers(&game(text))
}

fn practical_numbers(game: &Explicit) -> Drawing {
    drawn(game, GRAPH_OF_1993)
}

/// The whole figure as it is.
fn exact(text: &str, algorithm: &str) -> Drawing {
    drawn(&game(text), algorithm)
}

fn drawn(game: &Explicit, line: &str) -> Drawing {
    let mut search = Search::new(game, &options(line));
    let is_inner = |name: &str| !game.children(game.find(name).unwrap()).is_empty();
    search.expand(&is_inner).unwrap();
    search.drawing().unwrap()
}

#[track_caller]
fn check(drawing: &Drawing, expected: &[(&str, u32, u32)], path: &str) {
    for &(name, proof, disproof) in expected {
        let numbers = drawing.numbers(name);
        assert_eq!(numbers, Some(Numbers::new(proof, disproof)), "{name}");
    }
    assert_eq!(drawing.path_names().concat(), path);
}

const METHODS: [&str; 4] = ["dag-exact", "dag-exact-as-printed", "dcg-exact", "exact"];

/// Three expansions of a tree search give Fig. 3.4, and the next would be g.
#[test]
fn fig_3_4() {
    let game = game(FIG_3_1);
    let mut search = Search::new(&game, &options(TREE_OF_1993));
    assert_eq!(search.run(&mut Unobserved).unwrap().ending, Ending::Stuck);
    assert_eq!(search.statistics().expansions, 3);
    let drawing = search.drawing().unwrap();
    check(&drawing, &[("a", 2, 2), ("b", 3, 1), ("c", 2, 1)], "acg");
    let as_graph = practical(FIG_3_1);
    check(&as_graph, &[("a", 2, 2), ("b", 3, 1), ("c", 2, 1)], "acg");
    let svg = drawing.to_svg("Fig. 3.4");
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    // Two of seven edges are bold, two nodes are min nodes.
    assert_eq!(svg.matches("stroke-width=\"3.5\"").count(), 2);
    assert_eq!(svg.matches("<line ").count(), 7);
    assert_eq!(svg.matches("<circle ").count(), 2);
    let dot = drawing.to_dot();
    assert!(dot.contains("label=\"b\\n(3,1)\""), "{dot}");
    assert_eq!(dot.matches("penwidth=3").count(), 2);
}

/// f is counted twice: the practical disproof number is 2, the true one 1.
#[test]
fn fig_4_2_double_counting() {
    check(
        &practical(FIG_4_2),
        &[("a", 2, 2), ("b", 3, 1), ("c", 2, 1)],
        "acf",
    );
    for method in METHODS {
        check(&exact(FIG_4_2, method), &[("a", 2, 1), ("c", 2, 1)], "abf");
    }
}

/// e is ignored: three leaves are enough for a disproof, not four.
#[test]
fn fig_4_3_ignored_transposition() {
    check(&practical(FIG_4_3), &[("a", 2, 4), ("e", 1, 3)], "abdg");
    for method in METHODS {
        check(&exact(FIG_4_3, method), &[("a", 2, 3), ("e", 1, 3)], "abei");
    }
}

/// The way to the most-proving node leads through e, which the disproof number of a uses.
#[test]
fn fig_4_4_path_through_the_used_transposition() {
    for method in METHODS {
        let drawing = exact(FIG_4_4, method);
        check(
            &drawing,
            &[("a", 2, 4), ("b", 2, 3), ("c", 2, 2), ("e", 1, 4)],
            "abej",
        );
    }
    check(&practical(FIG_4_4), &[("a", 2, 5)], "abdg");
}

/// Two transpositions on one path: three leaves disprove a.
#[test]
fn fig_4_5_two_transpositions() {
    for method in METHODS {
        let drawing = exact(FIG_4_5, method);
        assert_eq!(drawing.numbers("a"), Some(Numbers::new(1, 3)));
    }
    assert_eq!(practical(FIG_4_5).numbers("a"), Some(Numbers::new(1, 7)));
}

/// The practical algorithm for graphs with cycles misses a win that is there.
#[test]
fn fig_5_7_missed_win() {
    let game = game(FIG_5_7);
    let mut graph = Search::new(&game, &options(GRAPH_OF_1993));
    graph.expand(&|name| !["d", "g"].contains(&name)).unwrap();
    let figure = graph.drawing().unwrap();
    let repetition = figure.nodes().iter().find(|node| node.is_repetition);
    assert_eq!(repetition.unwrap().name, "e");
    assert_eq!(figure.numbers("c"), Some(Numbers::LOST));
    check(&figure, &[("a", 2, 1), ("b", 2, 1), ("e", 1, 1)], "abd");
    let report = graph.run(&mut Unobserved).unwrap();
    assert_eq!(
        (report.root, report.ending),
        (Numbers::LOST, Ending::Doubtful)
    );
    assert_eq!(report.is_win(), None);
    assert_eq!(report.statistics.repetitions, 1);
    // With the cycle in place of the end node the graph is not lost.
    assert_eq!(graph.shape().unwrap().root_value(), None);
    for line in [TREE_OF_1993, "dcg-exact", "exact"] {
        assert_eq!(answer(&game, line).is_win(), Some(true), "{line}");
    }
    assert_eq!(answer(&game, "dag-exact").ending, Ending::Cyclic);
    assert_eq!(game.label(&0), "a");
}

/// b is lost, and what is below d is of no use any more; e is still needed by c.
#[test]
fn fig_4_11_a_proven_node() {
    let drawing = practical(FIG_4_11);
    assert_eq!(drawing.numbers("b"), Some(Numbers::LOST));
    assert_eq!(drawing.numbers("d"), Some(Numbers::LOST));
    assert_eq!(drawing.numbers("c"), Some(Numbers::new(2, 1)));
}

/// The node i of the converted graph has l and m as most-proving nodes where b is above it, and f
/// where it is not.
#[test]
fn fig_5_2_most_proving_nodes_depend_on_the_path() {
    let game = game(FIG_5_2);
    let shape = game.shape();
    let converted = shape.converted().unwrap();
    assert!(shape.has_cycles() && !converted.shape.has_cycles());
    let i = game.find("i").unwrap();
    let copies: Vec<u32> = (0..converted.shape.len() as u32)
        .filter(|&node| {
            converted.stands_for[node as usize] == Some(i)
                && !converted.is_repetition[node as usize]
        })
        .collect();
    let most_proving = |node: u32| -> Vec<&str> {
        let below = converted.shape.rooted_at(node);
        let (numbers, _) = crosscram_pn::exact::most_proving(&below).unwrap();
        // A most-proving node is one that decreases both numbers.
        let mut names = Vec::new();
        for leaf in converted.shape.open_leaves() {
            let with = |value| {
                let mut shape = converted.shape.clone();
                shape.set_leaf(leaf, value);
                let below = shape.rooted_at(node);
                below
                    .root_value()
                    .unwrap_or_else(|| crosscram_pn::exact::most_proving(&below).unwrap().0)
            };
            use crosscram_pn::exact::Leaf;
            if with(Leaf::Won).proof < numbers.proof && with(Leaf::Lost).disproof < numbers.disproof
            {
                names.push(game.name(converted.stands_for[leaf as usize].unwrap()));
            }
        }
        names
    };
    let mut found: Vec<Vec<&str>> = copies.into_iter().map(most_proving).collect();
    found.sort();
    assert_eq!(found, [vec!["f"], vec!["l", "m"]]);
}

/// After an expansion of f the incremental algorithm computes f, c and a anew, after one of g all but f.
#[test]
fn fig_5_5_what_an_expansion_changes() {
    let text = FIG_5_5.to_string() + "f max: x y\ng min: u v\n";
    let game = game(&text);
    for (wanted, sets) in [("f", 5), ("g", 7)] {
        let mut search = ExactSearch::new(&game, &options("dcg-exact-incremental"));
        let open = |node: u32| !["f", "g"].contains(&game.name(node));
        let wants = |node: u32| open(node) && !game.children(node).is_empty();
        search.develop_where(&|node| wants(*node)).unwrap();
        let before = search.sets_computed();
        let node = (0..search.shape().len() as u32)
            .find(|&node| *search.position(node) == game.find(wanted).unwrap());
        search.develop(node.unwrap()).unwrap();
        // With its two new children, and without d, e and f or g, of which nothing changed.
        assert_eq!(search.sets_computed() - before, sets, "{wanted}");
    }
}

/// Numbers derived around a cycle: they settle here, and never if d is lost.
#[test]
fn fig_5_6_derived_numbers() {
    let numbers = |text: &str, name: &str| {
        let game = game(text);
        let (derived, rounds) = game.shape().derived_numbers(100);
        (derived[game.find(name).unwrap() as usize], rounds.is_some())
    };
    assert_eq!(numbers(FIG_5_6, "a"), (Numbers::new(2, 1), true));
    assert_eq!(numbers(FIG_5_6, "b"), (Numbers::new(1, 2), true));
    let expanded = FIG_5_6.to_string() + "c max: x y z\n";
    assert_eq!(numbers(&expanded, "a"), (Numbers::new(2, 3), true));
    assert_eq!(numbers(&expanded, "b"), (Numbers::new(1, 4), true));
    let lost = FIG_5_6.to_string() + "d loss\n";
    assert!(!numbers(&lost, "a").1);
}

/// Section 4.4: if the selected node is won, the proof number of the root falls by one or more, and if it is lost, the
/// disproof number does, although both are counted as in a tree. On graphs without cycles; by more than one where
/// transpositions are counted more than once, as f in Fig. 4.2.
#[test]
fn proving_the_selected_node() {
    let mut random = Random::new(44);
    let (mut asked, mut by_more) = (0, 0);
    for _ in 0..3_000 {
        let game = random_graph(&mut random, false);
        let drawing = practical_numbers(&game);
        let before = drawing.nodes()[0].numbers;
        if before.is_solved() {
            continue;
        }
        let name = *drawing.path_names().last().unwrap();
        let selected = game.find(name).unwrap();
        for (value, number) in [
            (Value::Win, (|numbers| numbers.proof) as fn(Numbers) -> u32),
            (Value::Loss, |numbers| numbers.disproof),
        ] {
            let mut decided = game.clone();
            decided.set_value(selected, value);
            let after = practical_numbers(&decided).nodes()[0].numbers;
            assert!(number(after) < number(before), "{game:?} {name} {value:?}");
            by_more += u32::from(number(after) + 1 < number(before));
            asked += 1;
        }
    }
    assert!(asked > 1_000 && by_more > 50, "{asked} {by_more}");
    // The example of the text: f, whose loss takes two from the disproof number.
    let mut game = game(FIG_4_2);
    let before = practical_numbers(&game);
    assert_eq!(before.path_names().last(), Some(&"f"));
    game.set_value(game.find("f").unwrap(), Value::Loss);
    let after = practical_numbers(&game);
    assert_eq!(before.nodes()[0].numbers.disproof, 2);
    assert_eq!(after.nodes()[0].numbers.disproof, 0);
}
