//! Laws of the rules on random boards; every fast thing against a slow one.

use crosscram_rules::{Bits, Bits256, Board, Cell, Move, Player, Tile, reference};
use proptest::prelude::*;

use crate::random::{boards, players, tiles};

fn cells(board: &Board) -> impl Iterator<Item = Cell> + use<> {
    let (rows, cols) = (board.rows(), board.cols());
    (0..rows).flat_map(move |row| (0..cols).map(move |col| Cell::new(row, col)))
}

proptest! {
    #[test]
    fn generator_agrees_with_trying_every_cell(
        board in boards(256), player in players(), tile in tiles(),
    ) {
        let moves: Vec<Move> = board.moves(player, tile).collect();
        prop_assert_eq!(&moves, &reference::moves(&board, player, tile));
        prop_assert_eq!(board.can_move(player, tile), !moves.is_empty());
        for cell in cells(&board) {
            let mov = Move::new(player, cell);
            prop_assert_eq!(board.is_legal(mov, tile), moves.contains(&mov));
        }
    }

    #[test]
    fn a_move_blocks_its_cells_and_no_others(
        board in boards(256), player in players(), tile in tiles(), pick: prop::sample::Index,
    ) {
        let moves: Vec<Move> = board.moves(player, tile).collect();
        prop_assume!(!moves.is_empty());
        let mov = moves[pick.index(moves.len())];
        let after = board.play(mov, tile).unwrap();
        let covered: Vec<Cell> = mov.cells(tile).collect();
        for cell in cells(&board) {
            let expected = board.is_free(cell) && !covered.contains(&cell);
            prop_assert_eq!(after.is_free(cell), expected);
        }
        prop_assert_eq!(after, board.with_blocked(covered));
    }

    #[test]
    fn free_cells_are_the_free_cells(board in boards(256)) {
        let expected: Vec<Cell> = cells(&board).filter(|&cell| board.is_free(cell)).collect();
        prop_assert_eq!(board.free_cells().collect::<Vec<_>>(), expected);
        let again = Board::from_free_bits(board.rows(), board.cols(), board.free_bits());
        prop_assert_eq!(again, Ok(board));
    }

    #[test]
    fn reflections_move_each_cell_where_they_should(board in boards(256)) {
        let (last_row, last_col) = (board.rows() - 1, board.cols() - 1);
        for cell in cells(&board) {
            let (row, col) = (cell.row(), cell.col());
            let free = board.is_free(cell);
            let at = |row, col| Cell::new(row, col);
            prop_assert_eq!(board.flip_rows().is_free(at(last_row - row, col)), free);
            prop_assert_eq!(board.flip_cols().is_free(at(row, last_col - col)), free);
            prop_assert_eq!(board.half_turn().is_free(at(last_row - row, last_col - col)), free);
            prop_assert_eq!(board.transpose().is_free(at(col, row)), free);
        }
    }

    #[test]
    fn reflections_undo_themselves_and_share_the_canonical_board(board in boards(256)) {
        prop_assert_eq!(board.flip_rows().flip_rows(), board);
        prop_assert_eq!(board.flip_cols().flip_cols(), board);
        prop_assert_eq!(board.half_turn().half_turn(), board);
        prop_assert_eq!(board.transpose().transpose(), board);
        let [itself, rows, cols, turned] = board.reflections();
        let expected = [board, board.flip_rows(), board.flip_cols(), board.half_turn()];
        prop_assert_eq!([itself, rows, cols, turned], expected);
        for reflection in board.reflections() {
            prop_assert_eq!(reflection.canonical(), board.canonical());
        }
        prop_assert!(board.reflections().contains(&board.canonical()));
    }

    #[test]
    fn reflections_keep_the_outcome_and_transposition_swaps_it(
        board in boards(14), tile in tiles(),
    ) {
        let outcome = reference::outcome(&board, tile);
        for reflection in board.reflections() {
            prop_assert_eq!(reference::outcome(&reflection, tile), outcome);
        }
        prop_assert_eq!(reference::outcome(&board.transpose(), tile), outcome.transposed());
    }

    #[test]
    fn regions_partition_the_free_cells(board in boards(256)) {
        let regions = board.regions_in_place();
        let union = regions.iter().fold(Bits256::EMPTY, |set, region| set | region.free_bits());
        prop_assert_eq!(union, board.free_bits());
        let total: u32 = regions.iter().map(Board::free_count).sum();
        prop_assert_eq!(total, board.free_count(), "two regions overlap");
        let firsts: Vec<Cell> = regions.iter().map(|r| r.free_cells().next().unwrap()).collect();
        prop_assert!(firsts.is_sorted());
        let cropped: Vec<Board> = regions.iter().map(Board::cropped).collect();
        prop_assert_eq!(cropped, board.regions());
    }

    #[test]
    fn regions_are_connected_and_do_not_touch(board in boards(256)) {
        let regions = board.regions_in_place();
        let region_of = |cell| regions.iter().position(|region| region.is_free(cell));
        for cell in board.free_cells() {
            for (down, right) in [(1, 0), (0, 1)] {
                let neighbour = Cell::try_new(cell.row() + down, cell.col() + right)
                    .filter(|&neighbour| board.is_free(neighbour));
                if let Some(neighbour) = neighbour {
                    prop_assert_eq!(region_of(cell), region_of(neighbour));
                }
            }
        }
        for region in &regions {
            prop_assert_eq!(reachable(region), region.free_count() as usize);
        }
    }

    #[test]
    fn cropping_keeps_what_matters(board in boards(256), tile in tiles(), player in players()) {
        let cropped = board.cropped();
        prop_assert_eq!(cropped.free_count(), board.free_count());
        prop_assert_eq!(cropped.cropped(), cropped);
        prop_assert_eq!(
            cropped.moves(player, tile).count(),
            board.moves(player, tile).count()
        );
    }

    #[test]
    fn one_solver_for_many_boards_forgets_nothing(list in prop::collection::vec(boards(10), 1..5)) {
        let tile = Tile::DOMINO;
        let mut solver = reference::Solver::new(tile);
        for board in list {
            for first in Player::ALL {
                let alone = reference::winner(&board, tile, first);
                prop_assert_eq!(solver.winner(&board, first), alone);
            }
            prop_assert_eq!(solver.outcome(&board), reference::outcome(&board, tile));
        }
    }
}

/// Number of cells that a walk along edges finds from the first free cell.
fn reachable(board: &Board) -> usize {
    let mut found: Vec<Cell> = board.free_cells().take(1).collect();
    let mut next = 0;
    while next < found.len() {
        let (row, col) = (found[next].row(), found[next].col());
        let above = row.checked_sub(1).map(|row| (row, col));
        let left = col.checked_sub(1).map(|col| (row, col));
        let around = [above, left, Some((row + 1, col)), Some((row, col + 1))];
        for (row, col) in around.into_iter().flatten() {
            let cell = Cell::try_new(row, col).filter(|&cell| board.is_free(cell));
            found.extend(cell.filter(|cell| !found.contains(cell)));
        }
        next += 1;
    }
    found.len()
}
