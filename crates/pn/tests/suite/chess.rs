//! Mate problems of *Win at Chess*: tables B.1 to B.3.

use crate::answer;
use crosscram_papers::schijf1993::{TABLES_B, WIN_AT_CHESS};
use crosscram_pn::games::{Chess, EpdRecord};

pub(crate) fn position(number: &str) -> Chess {
    let id = format!("WAC.{number}");
    let records = EpdRecord::read_all(WIN_AT_CHESS).unwrap();
    let record = records.into_iter().find(|record| record.id == id);
    record.unwrap_or_else(|| panic!("no position {id}")).game
}

/// Number, nodes of the tree and of the graph, for rows of some classes.
fn rows(classes: &str) -> Vec<(&'static str, (u64, u64))> {
    let rows = TABLES_B.rows().into_iter();
    rows.filter(|row| classes.contains(row.class))
        .map(|row| {
            assert!(!row.tree.is_bound && !row.graph.is_bound);
            (
                row.position,
                (row.tree.value as u64, row.graph.value as u64),
            )
        })
        .collect()
}

/// The nodes of a tree and of a graph.
fn nodes(game: &Chess, order: &str) -> (u64, u64) {
    let nodes = |algorithm| {
        let report = answer(game, &format!("{algorithm} {order}"));
        assert_eq!(report.is_win(), Some(true));
        report.statistics.nodes
    };
    (nodes("tree"), nodes("dcg"))
}

/// In thirteen rows every order of moves gives the published numbers.
#[test]
fn any_order() {
    let rows = rows("A");
    assert_eq!(rows.len(), 13);
    for (number, published) in rows {
        let game = position(number);
        for seed in 0..20 {
            let found = nodes(&game, &format!("--shuffle {seed}"));
            assert_eq!(found, published, "{number}, seed {seed}");
        }
    }
}

/// With the fitted order of moves 65 rows have the published number in the tree, 64 of them also
/// in the graph; one (203) is off by 26 nodes there.
#[test]
fn fitted_order() {
    let rows = rows("AB");
    assert_eq!(rows.len(), 64);
    for (number, published) in rows {
        let game = position(number);
        assert_eq!(nodes(&game, ""), published, "{number}");
    }
    let game = position("203");
    assert_eq!(nodes(&game, ""), (19_917, 17_094));
}
