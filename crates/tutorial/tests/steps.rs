//! Each step of the tutorial against the rules, and its nodes against `counts.tsv`. The
//! steps are the very files of `examples/`.

use crosscram_rules::{Bits, Bits256, Player, Tile, reference};
use crosscram_tutorial::{Board, Solved};
use std::collections::HashMap;
use std::path::Path;

macro_rules! steps {
    ($($name:ident $path:literal),*) => {
        $(
            #[path = $path]
            #[allow(missing_docs, unreachable_pub, clippy::duplicate_mod)] // Step 10 has step 9 in it.
            mod $name;
        )*
        /// The name of each step, and its function.
        const STEPS: &[(&str, fn(Board, Player) -> Solved)] =
            &[$((stringify!($name), $name::solve)),*];
    };
}

steps! {
    step01_minimax "../examples/step01_minimax.rs",
    step02_first_win "../examples/step02_first_win.rs",
    step03_table "../examples/step03_table.rs",
    step04_symmetry "../examples/step04_symmetry.rs",
    step05_order "../examples/step05_order.rs",
    step06_safe_moves "../examples/step06_safe_moves.rs",
    step07_cover "../examples/step07_cover.rs",
    step08_children "../examples/step08_children.rs",
    step09_cuts "../examples/step09_cuts.rs",
    step10_switches "../examples/step10_switches.rs"
}

/// Every position of an empty rectangle, whether play can reach it or not.
fn positions(rows: usize, cols: usize) -> impl Iterator<Item = crosscram_rules::Board> {
    (0..1_u64 << (rows * cols)).map(move |free| {
        let cells = (0..(rows * cols) as u32).filter(|i| free >> i & 1 == 1);
        let free = cells.fold(Bits256::EMPTY, |set, i| set | Bits256::single(i));
        crosscram_rules::Board::from_free_bits(rows, cols, free).unwrap()
    })
}

#[test]
fn every_step_agrees_with_the_rules_on_all_small_positions() {
    for (rows, cols) in [(3, 4), (4, 3), (2, 5), (1, 6)] {
        let mut rules = reference::Solver::new(Tile::DOMINO);
        for position in positions(rows, cols) {
            let board = Board::new(&position).unwrap();
            assert_eq!(board.to_string(), position.to_string());
            for first in Player::ALL {
                let winner = rules.winner(&position, first);
                for (name, solve) in STEPS {
                    let found = solve(board, first).winner;
                    assert_eq!(found, winner, "{name} on {position} {first}");
                }
            }
        }
    }
}

/// The evaluations alone, on more positions than searches can afford.
#[test]
fn evaluations_agree_with_the_rules() {
    use crosscram_tutorial::{
        count, cover::Cover, cuts::Cuts, numbers::Numbers, switches::SwitchVector,
    };
    for (rows, cols) in [(4, 4), (3, 5), (5, 3), (2, 7)] {
        let mut rules = reference::Solver::new(Tile::DOMINO);
        let empty = Board::new(&crosscram_rules::Board::empty(rows, cols).unwrap()).unwrap();
        let (cover, numbers) = (Cover::default(), Cuts::<Numbers>::new(empty));
        let switches = Cuts::<SwitchVector>::new(empty);
        let mut decided = [0; 4];
        for position in positions(rows, cols) {
            let board = Board::new(&position).unwrap();
            for mover in Player::ALL {
                let winner = rules.winner(&position, mover);
                let claims = [
                    count::decided(board, mover),
                    cover.decided(board, mover),
                    numbers.decided(board, mover),
                    switches.decided(board, mover),
                ];
                for (claim, decided) in claims.iter().zip(&mut decided) {
                    let is_true = claim.is_none_or(|claim| claim == winner);
                    assert!(is_true, "{claims:?} on {position} {mover}");
                    *decided += u32::from(claim.is_some());
                }
                // Switches only add to what numbers know.
                assert!(claims[2].is_none() || claims[3].is_some(), "{position}");
            }
        }
        let many = 1 << (rows * cols - 2);
        assert!(decided.iter().all(|&count| count > many), "{decided:?}");
        if (rows, cols) == (4, 4) {
            // Quoted in step 10: of the 131,072 questions.
            assert_eq!(decided, [34_582, 81_252, 103_546, 113_564]);
        }
    }
}

/// A line of `counts.tsv`.
struct Count<'a> {
    step: &'a str,
    board: &'a str,
    nodes: &'a str,
    measured: &'a str,
}

fn counts(text: &str) -> Vec<Count<'_>> {
    let rows = text.lines().skip(1).filter(|line| !line.starts_with('#'));
    rows.map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        let [step, board, "V", nodes, measured] = fields[..] else {
            panic!("{line}");
        };
        Count {
            step,
            board,
            nodes,
            measured,
        }
    })
    .collect()
}

fn board(text: &str) -> Board {
    Board::new(&text.parse().unwrap()).unwrap()
}

/// Repeats the counts of fewer or of more than a million nodes; returns how many.
fn repeat_counts(large: bool) -> usize {
    let mut repeated = 0;
    for Count {
        step,
        board: size,
        nodes,
        measured,
    } in counts(include_str!("../counts.tsv"))
    {
        if nodes
            .parse()
            .is_ok_and(|nodes: u64| large != (nodes > 1_000_000))
        {
            continue;
        }
        let (_, solve) = STEPS.iter().find(|(name, _)| *name == step).expect(step);
        if measured == "-" {
            let solved = solve(board(size), Player::Vertical);
            assert_eq!(solved.nodes.to_string(), nodes, "{step} on {size}");
            repeated += 1;
        }
        if step == "step02_first_win" {
            let (_, counted) =
                step02_first_win::count(board(size), Player::Vertical, &mut HashMap::new());
            assert_eq!(counted.to_string(), nodes, "counted, {size}");
        }
    }
    repeated
}

#[test]
fn steps_take_as_many_nodes_as_quoted() {
    assert!(repeat_counts(false) >= 28);
}

#[test]
#[ignore = "some seconds"]
fn steps_take_as_many_nodes_as_quoted_on_larger_boards() {
    assert_eq!(repeat_counts(true), 3);
}

#[test]
fn the_estimate_is_as_quoted_and_right_where_minimax_can_tell() {
    let mut quoted = vec![("4x4", 65_081.0)];
    let counts = counts(include_str!("../counts.tsv"));
    let estimates = counts.iter().filter(|count| count.measured == "estimate");
    quoted.extend(estimates.map(|count| (count.board, count.nodes.parse().unwrap())));
    assert_eq!(quoted.len(), 3);
    for (size, nodes) in quoted {
        let (mean, error) = step01_minimax::estimate(board(size), Player::Vertical, 50_000);
        let is_close = (mean - nodes).abs() < 4.0 * error;
        assert!(is_close, "{size}: {mean} ± {error}");
    }
}

/// 1234567 as the pages write it.
fn grouped(digits: &str) -> String {
    let groups = digits.as_bytes().rchunks(3).rev();
    let groups = groups.map(|group| std::str::from_utf8(group).unwrap());
    groups.collect::<Vec<_>>().join(",")
}

/// The pages of the tutorial quote the counts, and no others.
#[test]
fn the_pages_quote_the_counts() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/tutorial");
    let Ok(overview) = std::fs::read_to_string(folder.join("introduction.md")) else {
        return; // A package of this crate alone has no pages.
    };
    let counts = counts(include_str!("../counts.tsv"));
    for (number, (name, _)) in STEPS.iter().enumerate() {
        let row = format!("| {} |", number + 1);
        let mut lines = overview.lines();
        let row = lines.find(|line| line.starts_with(&row)).expect(name);
        let file = name.strip_prefix("step").unwrap().replace('_', "-") + ".md";
        let page = std::fs::read_to_string(folder.join(&file)).expect(&file);
        let is_own = |count: &&Count| count.step == *name && count.measured != "estimate";
        for count in counts.iter().filter(is_own) {
            let (nodes, board) = (grouped(count.nodes), count.board);
            let is_listed = row.contains(&format!(" {nodes} "));
            assert!(is_listed, "{name} on {board}: {row}");
            let is_quoted = board != "6x6" || page.contains(&nodes);
            assert!(is_quoted, "{file} lacks its count on 6x6");
        }
        for (before, _) in page.match_indices(" nodes") {
            let quoted = page[..before].rsplit([' ', '\n', '(', '*']).next().unwrap();
            if quoted.starts_with(|c: char| c.is_ascii_digit()) {
                let is = |count: &Count| count.nodes == quoted || grouped(count.nodes) == quoted;
                let known = counts.iter().any(is);
                assert!(known, "{quoted} nodes in {file} is not in counts.tsv");
            }
        }
    }
}
