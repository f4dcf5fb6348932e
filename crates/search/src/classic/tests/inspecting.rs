//! The inspected cover against the definitions of chapter 3, square by square.

use super::any_board;
use crate::cover::{AreaKind, Inspection, Stage, inspect, scored_moves};
use crosscram_rules::{Board, Cell, Move, Player, Tile};
use proptest::prelude::*;

/// The squares beside `cell` across the lines of `player`: where the opponent's tiles go on.
fn across(cell: Cell, player: Player) -> [Option<Cell>; 2] {
    let (row, col) = (cell.row(), cell.col());
    match player {
        Player::Vertical => {
            [col.checked_sub(1), Some(col + 1)].map(|col| Some(Cell::new(row, col?)))
        }
        Player::Horizontal => {
            [row.checked_sub(1), Some(row + 1)].map(|row| Some(Cell::new(row?, col)))
        }
    }
}

fn is_free(board: &Board, cell: Cell) -> bool {
    cell.row() < board.rows() && cell.col() < board.cols() && board.is_free(cell)
}

/// Free squares on which a tile of the opponent could lie together with `cell`.
fn partners(board: &Board, cell: Cell, player: Player) -> Vec<Cell> {
    let cells = across(cell, player).into_iter().flatten();
    cells.filter(|&cell| is_free(board, cell)).collect()
}

/// Returns whether one tile of the opponent can lie on both areas.
fn adjacent(board: &Board, one: &[Cell], other: &[Cell], player: Player) -> bool {
    one.iter().any(|&cell| {
        partners(board, cell, player)
            .iter()
            .any(|cell| other.contains(cell))
    })
}

fn check(board: &Board, found: &Inspection) {
    let player = found.player;
    let protected = |cell: &Cell| partners(board, *cell, player).is_empty();
    let mut taken: Vec<Cell> = Vec::new();
    for area in &found.areas {
        let place = format!("{board} for {player}: {area:?}");
        for cell in &area.cells {
            assert!(is_free(board, *cell), "{place}");
            assert!(!taken.contains(cell), "two areas overlap: {place}");
            taken.push(*cell);
        }
        let others = found.areas.iter().filter(|other| *other != area);
        let beside =
            |other: &&crate::cover::Area| adjacent(board, &area.cells, &other.cells, player);
        match area.kind {
            AreaKind::Protective => {
                assert_eq!(area.cells.len(), 4, "{place}");
                let mut others = others.filter(|other| other.kind == AreaKind::Protective);
                assert!(!others.any(|other| beside(&other)), "{place}");
                // One of the two tiles in it leaves a safe area.
                let tiles = [[0, 1], [2, 3]].map(|pair| pair.map(|i| area.cells[i]));
                let leaves_safe = |tile: [Cell; 2], rest: [Cell; 2]| {
                    let left = |cell: &Cell| {
                        let partners = partners(board, *cell, player);
                        partners.iter().all(|partner| tile.contains(partner))
                    };
                    rest.iter().all(left)
                };
                let [one, other] = tiles;
                let is_protective = leaves_safe(one, other) || leaves_safe(other, one);
                assert!(is_protective, "{place}");
            }
            AreaKind::Vulnerable1 => {
                assert_eq!(area.cells.len(), 2, "{place}");
                assert!(!others.into_iter().any(|other| beside(&other)), "{place}");
            }
            AreaKind::Vulnerable2 => assert_eq!(area.cells.len(), 2, "{place}"),
            AreaKind::Safe => {
                assert_eq!(area.cells.len(), 2, "{place}");
                assert!(area.cells.iter().all(protected), "{place}");
            }
            AreaKind::Option(kind) => {
                assert!(!others.into_iter().any(|other| beside(&other)), "{place}");
                let cell = area.cells[0];
                let partners = partners(board, cell, player);
                let is_isolated = |cell: &&Cell| self::partners(board, **cell, player).len() == 1;
                let isolated = partners.iter().filter(is_isolated).count();
                assert_eq!(isolated + 1, usize::from(kind), "{place}");
            }
            AreaKind::Unavailable => assert!(area.cells.iter().all(protected), "{place}"),
        }
        if matches!(
            area.kind,
            AreaKind::Vulnerable1 | AreaKind::Vulnerable2 | AreaKind::Safe
        ) {
            let tile = Move::new(player, area.cells[0]);
            let cells: Vec<Cell> = tile.cells(Tile::DOMINO).collect();
            assert_eq!(cells, area.cells, "{place}");
        }
    }
    let of = |kind: AreaKind| found.areas.iter().filter(move |area| area.kind == kind);
    let count = |kind: AreaKind| of(kind).count() as i32;
    let with_protected = |kind: AreaKind| {
        let areas = of(kind).filter(|area| area.cells.iter().any(protected));
        areas.count() as i32
    };
    let counts = &found.counts;
    for (counted, expected) in [
        (counts.protective, count(AreaKind::Protective)),
        (counts.vulnerable2, count(AreaKind::Vulnerable2)),
        (counts.vulnerable1, count(AreaKind::Vulnerable1)),
        (
            counts.vulnerable2_protected,
            with_protected(AreaKind::Vulnerable2),
        ),
        (
            counts.vulnerable1_protected,
            with_protected(AreaKind::Vulnerable1),
        ),
        (counts.safe, count(AreaKind::Safe)),
        (counts.unavailable, count(AreaKind::Unavailable)),
    ] {
        assert_eq!(counted, expected, "{board} for {player}: {counts:?}");
    }
    let options = [1, 2, 3].map(|kind| count(AreaKind::Option(kind)));
    assert_eq!(counts.options, options);
    let all: Vec<Cell> = board.free_cells().filter(protected).collect();
    let mut listed = found.protected.clone();
    listed.sort_by_key(|cell| (cell.row(), cell.col()));
    assert_eq!(listed, all, "{board} for {player}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]
    #[test]
    fn covers_keep_the_rules_of_section_3_3(board in any_board()) {
        for player in Player::ALL {
            check(&board, &inspect(&board, player));
        }
    }

    /// Every move is listed once; those that are tried have places 1, 2, 3, ….
    #[test]
    fn every_move_has_its_place(board in any_board()) {
        for player in Player::ALL {
            let moves = scored_moves(&board, player, &[]);
            prop_assert_eq!(moves.len(), board.moves(player, Tile::DOMINO).len());
            let tried = moves.iter().filter(|scored| scored.stage != Stage::Never);
            let places: Vec<_> = tried.map(|scored| scored.program_order).collect();
            let wanted: Vec<_> = (1..=places.len()).map(Some).collect();
            prop_assert_eq!(places, wanted);
            for scored in &moves {
                let [own, other] = [0, 1].map(|who| scored.real[who] + scored.safe[who]);
                prop_assert_eq!(scored.score, own - other);
                prop_assert_eq!(scored.thesis_order.is_some(), scored.program_order.is_some());
            }
        }
    }
}
