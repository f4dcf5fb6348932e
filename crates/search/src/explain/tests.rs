//! The plain evaluation against the plain solver, and its claims against their own proofs.

use super::*;
use crosscram_rules::reference;
use crosscram_support::random::Random;
use crosscram_values::tables::{Grid, RegionTable, StripTable};

/// A board with about a third of its cells blocked, or half, or few.
fn random_board(random: &mut Random, rows: usize, cols: usize) -> Board {
    let share = [15, 30, 50][random.index(3)];
    let board = Board::empty(rows, cols).expect("a small board");
    board.with_blocked(board.free_cells().filter(|_| random.below(100) < share))
}

fn tile(length: u8) -> Tile {
    Tile::new(length).expect("a valid length")
}

/// The pieces are a cut that the player may make, and the numbers add up.
#[track_caller]
fn check_proof(board: &Board, tile: Tile, claim: &Claim) {
    let place = || format!("{board} tile {tile} {claim:?}");
    let mut alive = *board;
    let moves = Player::ALL.map(|player| reference::moves(board, player, tile));
    let covered: Vec<Cell> = moves.iter().flatten().flat_map(|m| m.cells(tile)).collect();
    alive = alive.with_blocked(board.free_cells().filter(|cell| !covered.contains(cell)));
    let all = claim.dead | alive.free_bits();
    assert_eq!(all, board.free_bits(), "{}", place());
    assert!((claim.dead & alive.free_bits()).is_empty(), "{}", place());

    // Each cell that is alive is in a part, in several only with dominoes and if the player can use
    // it in none of them.
    let pieces = || claim.pieces.iter().map(|piece| piece.cells);
    let parts = || pieces().chain([claim.idle]);
    let union = parts().fold(Bits256::EMPTY, |union, part| union | part);
    assert_eq!(union, alive.free_bits(), "{}", place());
    let index = |cell: Cell| (cell.row() * board.cols() + cell.col()) as u32;
    for cell in alive.free_cells() {
        let holding = || parts().filter(|part| part.contains(index(cell)));
        if holding().count() == 1 {
            continue;
        }
        assert!(holding().count() == 2 && tile.length() == 2, "{}", place());
        let [before, after] = match claim.player {
            Player::Vertical => [
                cell.row().checked_sub(1).map(|row| (row, cell.col())),
                Some((cell.row() + 1, cell.col())),
            ],
            Player::Horizontal => [
                cell.col().checked_sub(1).map(|col| (cell.row(), col)),
                Some((cell.row(), cell.col() + 1)),
            ],
        };
        for (row, col) in [before, after].into_iter().flatten() {
            let beside = Cell::try_new(row, col).filter(|&cell| alive.is_free(cell));
            let used =
                beside.is_some_and(|beside| holding().any(|part| part.contains(index(beside))));
            assert!(!used, "{cell}: {}", place());
        }
    }

    // Neighbours along the opponent's lines are together in some part.
    for cell in alive.free_cells() {
        let beside = match claim.player {
            Player::Vertical => Cell::try_new(cell.row(), cell.col() + 1),
            Player::Horizontal => Cell::try_new(cell.row() + 1, cell.col()),
        };
        if let Some(beside) = beside.filter(|&cell| alive.is_free(cell)) {
            let together =
                |part: Bits256| part.contains(index(cell)) && part.contains(index(beside));
            assert!(parts().any(together), "{cell}: {}", place());
        }
    }

    // The sum is that of the vectors, and the numbers used are its number.
    let sum = claim.pieces.iter().map(|piece| piece.vector);
    let sum = sum.reduce(|sum, vector| sum.plus(&vector));
    assert_eq!(claim.sum, sum.unwrap_or(SwitchVector::ZERO), "{}", place());
    if claim.pieces.is_empty() {
        assert_eq!(claim.proves(), claim.turn == Turn::Second, "{}", place());
        return;
    }
    let used = || claim.pieces.iter().map(|piece| (piece.vector, piece.used));
    assert_eq!(used().fold(0, |sets, (_, (_, set))| sets ^ set), 0);
    let firsts = used().filter(|(_, (turn, _))| *turn == Turn::First).count();
    assert_eq!(firsts, usize::from(claim.turn == Turn::First));
    let value: i16 = used()
        .map(|(vector, (turn, set))| match turn {
            Turn::First => vector.first(set),
            Turn::Second => vector.second(set),
        })
        .sum();
    assert_eq!(number(value), claim.bound(), "{}", place());
}

/// Proven claims by the level that proves them.
type Tally = [u32; Level::ALL.len()];

/// All claims about a position; those of the four that are proven are tallied.
#[track_caller]
fn check(
    board: &Board,
    tile: Tile,
    explainer: &mut Explainer,
    judge: &mut reference::Solver,
    tally: &mut Tally,
) {
    for player in Player::ALL {
        for turn in [Turn::First, Turn::Second] {
            let claim = explainer.claim(board, player, turn, Level::Merge);
            check_proof(board, tile, &claim);
            if claim.proves() {
                let first = match turn {
                    Turn::First => player,
                    Turn::Second => player.opponent(),
                };
                let winner = judge.winner(board, first);
                assert_eq!(winner, player, "{board} tile {tile} {claim:?}");
                tally[claim.level as usize] += 1;
            }
        }
    }
}

/// Every position of a board up to reflection. `expected` is their number and how many claims are
/// proven, of the two per position that are true; how many that are only the evaluation itself
/// can tell, so a change shows that it has become better or worse. Regions are kept small, so that
/// all levels have something to do.
#[track_caller]
fn check_all(rows: usize, cols: usize, length: u8, cells: u32, expected: (u32, u32)) {
    let tile = tile(length);
    let mut judge = reference::Solver::new(tile);
    let empty = Board::empty(rows, cols).expect("a small board");
    let mut explainer = Explainer::new(&empty, tile, cells);
    let (mut positions, mut tally) = (0, Tally::default());
    for free in 0..1u32 << (rows * cols) {
        let board = Board::from_free_bits(rows, cols, Bits256::from_field(free, 0));
        let board = board.expect("a small board");
        if board.canonical() == board {
            positions += 1;
            check(&board, tile, &mut explainer, &mut judge, &mut tally);
        }
    }
    let proven: u32 = tally.iter().sum();
    assert_eq!((positions, proven), expected, "{rows}x{cols} tile {length}");
}

#[test]
fn claims_are_true_on_all_small_boards() {
    check_all(2, 6, 2, 5, (1_072, 2_133));
    check_all(3, 4, 2, 5, (1_120, 2_149));
    check_all(3, 5, 2, 7, (8_640, 16_803));
    check_all(4, 4, 2, 7, (16_576, 31_948));
}

/// With regions as large as the board nothing is cut, and every true claim is proven.
#[test]
fn without_cuts_everything_is_proven() {
    check_all(4, 4, 2, 16, (16_576, 2 * 16_576));
}

#[test]
fn claims_are_true_for_longer_tiles() {
    check_all(3, 5, 3, 7, (8_640, 17_121));
    check_all(4, 4, 3, 7, (16_576, 32_815));
    check_all(4, 4, 4, 7, (16_576, 33_152));
}

#[test]
fn claims_are_true_on_random_boards() {
    let mut random = Random::new(0x5eed_0e1a);
    let mut tally = Tally::default();
    for (rows, cols, length, count) in [
        (4, 5, 2, 400),
        (5, 4, 2, 400),
        (5, 5, 2, 300),
        (3, 8, 2, 200),
        (5, 5, 3, 300),
        (4, 6, 3, 300),
        (5, 6, 4, 100),
    ] {
        let tile = tile(length);
        let mut judge = reference::Solver::new(tile);
        let empty = Board::empty(rows, cols).expect("a small board");
        let mut explainers = [6, 9, 14].map(|cells| Explainer::new(&empty, tile, cells));
        for _ in 0..count {
            let board = random_board(&mut random, rows, cols);
            for explainer in &mut explainers {
                check(&board, tile, explainer, &mut judge, &mut tally);
            }
        }
    }
    // Every level is needed now and then.
    assert!(tally.iter().all(|&proven| proven > 20), "{tally:?}");
}

/// The vectors of whole regions and strips are those of the engine's tables.
#[test]
fn vectors_are_those_of_the_tables() {
    let mut random = Random::new(0x0b5e_55ed);
    let empty = Board::empty(5, 6).expect("a small board");
    let mut explainer = Explainer::new(&empty, Tile::DOMINO, 16);
    let table = RegionTable::<Bits256>::new(Grid::new(5, 6, 2), 16, 1 << 30);
    let within = table.limits(16);
    let strips = StripTable::new(2, 6).expect("a narrow strip");
    let mut regions = 0;
    for _ in 0..2_000 {
        let free = random_board(&mut random, 5, 6).free_bits();
        let vectors = &mut explainer.layouts[0];
        let alive = vectors.field.alive(free);
        for region in vectors.field.regions(alive) {
            if region.count() <= 16 {
                let vector = table.region(region, within).expect("a small region");
                assert_eq!(vectors.exact(region), vector, "{region:?}");
                regions += 1;
                // Adding the game without moves changes nothing.
                assert_eq!(vector.plus(&SwitchVector::ZERO), vector);
            }
        }
        let strip = free & Bits256::below(12);
        let sum = vectors.rest(strip);
        let whole = strips.get(strip.field(0, 12));
        for set in 0..SETS {
            assert!(sum.second(set) <= whole.second(set) && sum.first(set) <= whole.first(set));
        }
    }
    assert!(regions > 2_000, "{regions}");
}

/// The whole board of 256 squares in one line, in both directions, and an empty position.
#[test]
fn boards_at_the_limits() {
    for (text, vertical) in [("256x1", true), ("1x256", false)] {
        let board: Board = text.parse().expect("a board");
        let mut explainer = Explainer::new(&board, Tile::DOMINO, 16);
        for turn in [Turn::First, Turn::Second] {
            let claim = explainer.claim(&board, Player::Vertical, turn, Level::Merge);
            check_proof(&board, Tile::DOMINO, &claim);
            assert_eq!(claim.proves(), vertical, "{text} {turn}");
        }
    }
    let board: Board = "#.#|..#|###".parse().expect("a board");
    let mut explainer = Explainer::new(&board, tile(3), 16);
    let claim = explainer.claim(&board, Player::Horizontal, Turn::First, Level::Merge);
    check_proof(&board, tile(3), &claim);
    assert_eq!(claim.misses_by().expect("a miss").to_string(), "1/4");
}
