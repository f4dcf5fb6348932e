//! The rules for empty rectangles, and blocks.

mod common;

use common::*;
use crosscram_checker::Failure;

/// A statement about an empty board: rows, columns, tile, number in quarters, first, winner.
fn statement(rows: u8, columns: u8, tile: u8, quarters: i64, first: char, winner: char) -> Vec<u8> {
    let player = |name| u8::from(name == 'H');
    let mut bytes = vec![rows, columns, tile, 0];
    leb128(((quarters << 1) ^ (quarters >> 63)) as u64, &mut bytes);
    bytes.extend([2, player(first), player(winner)]);
    bytes
}

/// A certificate of these items.
fn items(items: &[&[u8]]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    items.iter().for_each(|item| bytes.extend(*item));
    bytes.push(0);
    bytes
}

/// A claim with its proof.
fn claim(statement: Vec<u8>, proof: &[u8]) -> Vec<u8> {
    [&[1], &statement[..], proof].concat()
}

/// A claim taken for granted.
fn rest(statement: Vec<u8>) -> Vec<u8> {
    claim(statement, &[&[5][..], &[7; 32]].concat())
}

#[track_caller]
fn valid(bytes: &[u8]) {
    verdict(bytes).unwrap();
}

#[track_caller]
fn invalid(bytes: &[u8]) {
    assert!(matches!(verdict(bytes), Err(Failure(1, _))), "{:?}", verdict(bytes));
}

#[test]
fn adding_boards() {
    // Vertical wins 2x2 + 1/4 moving second, and 3x2 less 1/2 moving first.
    let second = rest(statement(2, 2, 2, 1, 'H', 'V'));
    let first = rest(statement(3, 2, 2, -2, 'V', 'V'));
    let add = |number, mover, proof: &[u8]| {
        items(&[&second, &first, &claim(statement(5, 2, 2, number, mover, 'V'), proof)])
    };
    valid(&add(-1, 'V', &[1, 0, 2, 1, 2]));
    valid(&add(0, 'V', &[1, 0, 2, 2, 1]));
    invalid(&add(-2, 'V', &[1, 0, 2, 1, 2]));
    invalid(&add(-1, 'H', &[1, 0, 2, 1, 2]));
    invalid(&add(-1, 'V', &[1, 0, 1, 1]));
    invalid(&add(-1, 'V', &[1, 0, 2, 1, 3]));
    // 3x2 and a square, but an odd number of squares.
    invalid(&add(-1, 'V', &[1, 1, 1, 2]));
    let add = |rows, number, mover, proof: &[u8]| {
        items(&[&second, &first, &claim(statement(rows, 2, 2, number, mover, 'V'), proof)])
    };
    valid(&add(4, 2, 'H', &[1, 0, 2, 1, 1]));
    valid(&add(4, 3, 'V', &[1, 0, 2, 1, 1]));
    invalid(&add(4, 2, 'V', &[1, 0, 2, 1, 1]));
    invalid(&add(6, 9, 'V', &[1, 0, 2, 2, 2]));
    valid(&add(7, -2, 'V', &[1, 2, 1, 2]));
    valid(&add(4, 0, 'H', &[1, 2, 0]));
    invalid(&add(4, -1, 'H', &[1, 2, 0]));
    invalid(&add(5, 0, 'H', &[1, 2, 0]));
    // Another tile, another winner, other cells in a line.
    let other = |statement: Vec<u8>| items(&[&second, &claim(statement, &[1, 0, 1, 1])]);
    valid(&other(statement(2, 2, 2, 1, 'H', 'V')));
    valid(&other(statement(2, 2, 2, -1, 'V', 'H')));
    invalid(&other(statement(2, 2, 3, 1, 'H', 'V')));
    invalid(&other(statement(2, 2, 2, 1, 'V', 'H')));
    invalid(&other(statement(2, 3, 2, 1, 'H', 'V')));
}

#[test]
fn split_corner_and_narrow_boards() {
    let side = rest(statement(2, 3, 2, 0, 'H', 'V'));
    let split = |columns, mover, proof: &[u8]| {
        items(&[&side, &claim(statement(2, columns, 2, 0, mover, 'V'), proof)])
    };
    valid(&split(7, 'V', &[2, 2, 1, 1]));
    valid(&split(4, 'V', &[2, 1, 1]));
    valid(&split(1, 'V', &[2, 0]));
    invalid(&split(7, 'H', &[2, 2, 1, 1]));
    invalid(&split(6, 'V', &[2, 2, 1, 1]));
    invalid(&split(10, 'V', &[2, 3, 1, 1, 1]));
    invalid(&items(&[&side, &claim(statement(3, 4, 2, 0, 'V', 'V'), &[2, 1, 1])]));
    let alone = |rows, columns, tile, number, first, winner, rule| {
        verdict(&items(&[&claim(statement(rows, columns, tile, number, first, winner), &[rule])]))
    };
    assert!(alone(5, 10, 2, 0, 'H', 'H', 3).is_ok());
    assert!(alone(10, 5, 2, 0, 'V', 'V', 3).is_ok());
    assert!(alone(10, 5, 2, -1, 'V', 'V', 3).is_err());
    assert!(alone(10, 5, 3, 0, 'V', 'V', 3).is_err());
    assert!(alone(10, 5, 2, 0, 'H', 'V', 3).is_err());
    assert!(alone(10, 6, 2, 0, 'V', 'V', 3).is_err());
    // Vertical has four moves, Horizontal none.
    assert!(alone(7, 2, 3, -16, 'H', 'V', 4).is_ok());
    assert!(alone(7, 2, 3, -17, 'H', 'V', 4).is_err());
    assert!(alone(7, 2, 3, -15, 'V', 'V', 4).is_ok());
    assert!(alone(7, 2, 3, -16, 'V', 'V', 4).is_err());
    assert!(alone(7, 3, 3, 0, 'H', 'V', 4).is_err());
    assert!(alone(2, 7, 3, 16, 'V', 'H', 4).is_ok());
}

#[test]
fn a_square_beside_a_board() {
    // Vertical wins 4x2 whoever begins; then 6x2 moving first, whatever the square is worth.
    let square_second = statement(2, 2, 2, 0, 'H', 'V');
    let goal = statement(6, 2, 2, 0, 'V', 'V');
    let suppose = |statement: &[u8]| [&[2], statement].concat();
    let proof: Vec<Vec<u8>> = vec![
        rest(statement(4, 2, 2, 0, 'V', 'V')),
        rest(statement(4, 2, 2, 0, 'H', 'V')),
        suppose(&statement(6, 2, 2, 0, 'V', 'H')),
        suppose(&square_second),
        claim(goal.clone(), &[1, 0, 2, 1, 4]),
        vec![3, 3, 5],
        // Number 4 is now: Horizontal wins 2x2 moving first, which is a Vertical win moving first.
        claim(goal, &[1, 0, 2, 2, 4]),
        vec![3, 5, 3],
    ];
    let joined = |proof: &[Vec<u8>]| items(&proof.iter().map(|item| &item[..]).collect::<Vec<_>>());
    let proven = verdict(&joined(&proof)).expect("a valid proof");
    assert_eq!(proven.claims.len(), 3);
    assert_eq!(proven.rests.len(), 2);
    let last = "Proven: on the board of 6 rows and 2 columns plus the number 0, with tiles of 2 cells, \
                if Vertical moves first, Vertical wins.\n";
    assert!(proven.to_string().ends_with(last), "{proven}");
    // Something is still supposed; nothing was supposed; no opposites; a dropped claim.
    invalid(&joined(&proof[..7]));
    invalid(&joined(&[&proof[..2], &proof[7..]].concat()));
    let mut changed = proof.clone();
    changed[5] = vec![3, 1, 5];
    invalid(&joined(&changed));
    changed = proof.clone();
    changed[6] = claim(statement(6, 2, 2, 0, 'V', 'V'), &[1, 0, 2, 2, 5]);
    invalid(&joined(&changed));
}

/// A statement with sizes of any length: the number 0, Vertical first and winning.
fn sized(rows: u64, columns: u64, cells: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    leb128(rows, &mut bytes);
    leb128(columns, &mut bytes);
    bytes.push(2);
    bytes.extend(cells);
    bytes.extend([0, 0, 0, 0]);
    bytes
}

#[test]
fn sizes_at_their_limits() {
    let narrow = |rows, columns| verdict(&items(&[&claim(sized(rows, columns, &[0]), &[4])]));
    assert!(narrow(65_535, 1).is_ok() && narrow(300, 1).is_ok());
    assert!(matches!(narrow(65_536, 1), Err(Failure(2, _))));
    assert!(matches!(narrow(0, 1), Err(Failure(2, _))));
    // Cells are listed up to 256 of them, and walks go as far.
    let listed = |rows: u64, columns: u64| {
        let bytes = (rows * columns).div_ceil(8) as usize;
        let mut cells = vec![255; bytes + 1];
        cells[0] = 1;
        if !(rows * columns).is_multiple_of(8) {
            cells[bytes] = (1 << (rows * columns % 8)) - 1;
        }
        verdict(&items(&[&claim(sized(rows, columns, &cells), &[0, 4, 4])]))
    };
    assert!(listed(256, 1).is_ok() && listed(128, 1).is_ok() && listed(65, 1).is_ok());
    assert!(matches!(listed(257, 1), Err(Failure(2, _))));
    // Too many listed cells, or neither all nor listed ones, are unreadable however the claim is proven.
    let taken = |rows: u64, cells: &[u8]| verdict(&items(&[&rest(sized(rows, 1, cells))]));
    assert!(taken(256, &[vec![1], vec![255; 32]].concat()).is_ok());
    assert!(matches!(taken(264, &[vec![1], vec![255; 33]].concat()), Err(Failure(2, _))));
    assert!(taken(4, &[1, 15]).is_ok() && matches!(taken(4, &[2, 255]), Err(Failure(2, _))));
    let walk = |rows| verdict(&items(&[&claim(sized(rows, 1, &[0]), &[0, 4, 4])]));
    assert!(walk(256).is_ok());
    assert!(matches!(walk(257), Err(Failure(2, _))));
    // Six moves, not two and three.
    let alone = |quarters| {
        verdict(&items(&[&claim(statement(10, 2, 3, quarters, 'H', 'V'), &[4])])).is_ok()
    };
    assert!(alone(-24) && !alone(-25));
}

/// Opposites are compared in the winner's view, and what was supposed becomes its opposite in words too.
#[test]
fn opposites_of_transposed_boards() {
    let block = |one: Vec<u8>, other: Vec<u8>| {
        let suppose = [&[2][..], &statement(3, 5, 2, 1, 'V', 'V')].concat();
        verdict(&items(&[&suppose, &rest(one), &rest(other), &[3, 2, 3]]))
    };
    // "H wins 4x6 moving first" is "V wins 6x4 moving first", the opposite of "V wins 4x6 moving second".
    let one = statement(4, 6, 2, 0, 'H', 'V');
    for other in [statement(6, 4, 2, 0, 'V', 'V'), statement(4, 6, 2, 0, 'H', 'H')] {
        let proven = block(one.clone(), other.clone()).expect("opposites");
        let words = "on the board of 3 rows and 5 columns plus the number 0.25, with tiles of 2 cells, \
                     if Vertical moves first, Horizontal wins.";
        assert_eq!(proven.claims.len(), 1);
        assert_eq!(proven.claims[0].to_string(), words);
        assert!(block(other, one.clone()).is_ok());
    }
    for other in [
        statement(6, 4, 2, 0, 'H', 'V'),
        statement(4, 6, 2, 0, 'V', 'V'),
        statement(6, 4, 2, 1, 'V', 'V'),
        statement(6, 4, 3, 0, 'V', 'V'),
    ] {
        assert!(block(one.clone(), other).is_err());
    }
}

/// A claim about a board with blocked cells is drawn whole.
#[test]
fn blocked_cells_in_words() {
    let free = [1, 0b1111_0111, 0b1110];
    let bytes = items(&[&claim(sized(3, 4, &free), &[5, 7, 7])]);
    assert!(matches!(verdict(&bytes), Err(Failure(2, _))));
    let proof = [&[5][..], &[7; 32]].concat();
    let proven = verdict(&items(&[&claim(sized(3, 4, &free), &proof)])).expect("a claim");
    let words = proven.claims[0].to_string();
    // The first digit is in the lowest bit: cell 4 of the first row is blocked, and cell 1 of the last.
    assert!(words.ends_with("Vertical wins.\n...#\n....\n#..."), "{words}");
}

/// The room for vectors grows with the file, so that a long one can have as many as a short one at least.
#[test]
fn long_files() {
    let taken = rest(statement(2, 2, 2, 0, 'H', 'V'));
    let mut list: Vec<&[u8]> = vec![&taken; 70_000 / taken.len() + 1];
    let walk = claim(statement(2, 2, 2, 0, 'V', 'V'), &[0, 4, 4]);
    list.push(&walk);
    valid(&items(&list));
}
