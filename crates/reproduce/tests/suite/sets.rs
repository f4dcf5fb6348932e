//! The stored sets of positions are what their headers say.

use crosscram_reproduce::bullock::sets::{Set, game};
use crosscram_rules::{Player, Position, Question};
use crosscram_search::{Control, EngineName, Solver};
use std::collections::BTreeSet;

#[test]
fn members_come_from_their_seeds() {
    for set in Set::ALL {
        let members = set.members();
        assert_eq!(members.len(), set.size());
        assert!(members.is_sorted_by(|a, b| a.seed < b.seed));
        for member in &members {
            assert_eq!(member.position, game(member.seed));
            assert!(set.range().contains(&member.nodes), "{member:?}");
        }
        let boards = members.iter().map(|m| m.position.board.canonical());
        assert_eq!(boards.collect::<BTreeSet<_>>().len(), set.size());
    }
}

/// Choosing all again takes minutes (the example `sets`); this is one of each.
#[test]
fn members_are_as_hard_as_stored() {
    for set in Set::ALL {
        let member = &set.members()[0];
        let tile = member.position.tile;
        let question = Question::new(member.position.board, tile, Player::Horizontal);
        let report = Solver::new(EngineName::Obsequi).solve(&question, &Control::new());
        assert!(set.range().contains(&report.nodes), "{}", report.nodes);
        assert_eq!(report.winner(), Some(Player::Vertical));
    }
}

#[test]
fn the_sets_differ_by_about_four() {
    let [easier, difficult] = Set::ALL.map(|set| {
        let members = set.members();
        members.iter().map(|member| member.nodes).sum::<u64>() as f64 / members.len() as f64
    });
    let ratio = difficult / easier;
    assert!((3.5..4.5).contains(&ratio), "{easier} {difficult}");
}

/// The positions of the split of 10x10 are positions of ply 8, whole and with the player to move.
#[test]
fn positions_of_the_split() {
    let mut positions = 0;
    for name in ["split_easier.txt", "split_difficult.txt"] {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../papers/data/bullock2002/");
        let text = std::fs::read_to_string(format!("{folder}{name}")).unwrap();
        for line in text.lines().filter(|line| !line.starts_with(';')) {
            let position: Position = line.parse().unwrap();
            assert_eq!((position.board.rows(), position.board.cols()), (10, 10));
            assert_eq!(position.board.free_count(), 100 - 2 * 8, "{line}");
            assert_eq!(position.to_move, Some(Player::Vertical), "{line}");
            positions += 1;
        }
    }
    assert_eq!(positions, 6);
}
