//! Walks: valid ones are accepted, changed ones are not, and nothing false is ever proven.

mod common;

use common::*;
use crosscram_checker::{Failure, Proven};
use crosscram_rules::{Board, Cell, Player, Tile, reference};

#[test]
fn written_certificates_are_valid() {
    let mut random = Random(1);
    let mut reasons = [0; 8];
    for round in 0..1500 {
        let mut prover = Prover::new(round, 16, random.below(14));
        let position = random_position(&mut random, &mut prover.solver);
        let node = prover.prove(&position);
        let bytes = certificate(&position, 16, &node);
        let proven = verdict(&bytes).unwrap_or_else(|failure| {
            panic!("{failure:?}\n{}", certificate_text(&position, 16, &node))
        });
        assert_eq!(proven.claims.len(), 1);
        tally(&node, &mut reasons);
    }
    println!("all, move, number, known, whole, count, cut, again: {reasons:?}");
    assert!(reasons.iter().all(|&count| count > 20), "{reasons:?}");
}

fn tally(node: &Node, reasons: &mut [u32; 8]) {
    let (index, children): (usize, &[Node]) = match node {
        Node::All(_, nodes) => (0, nodes),
        Node::Move(_, _, node) => (1, std::slice::from_ref(&**node)),
        Node::Number(_, node) => (2, std::slice::from_ref(&**node)),
        Node::Known => (3, &[]),
        Node::Whole => (4, &[]),
        Node::Count => (5, &[]),
        Node::Cut(_) => (6, &[]),
        Node::Again(_) => (7, &[]),
    };
    reasons[index] += 1;
    children.iter().for_each(|child| tally(child, reasons));
}

/// Random positions, random reasons, both outcomes: what is accepted must be true.
#[test]
fn accepted_reasons_are_true() {
    let mut prover = Prover::new(7, 16, 16);
    let (mut accepted, mut refused, mut missed) = (0, 0, 0);
    for round in 0..100_000 {
        let position = Position {
            left_first: round % 2 == 0,
            ..random_position(&mut Random(round), &mut prover.solver)
        };
        let reason = match round % 8 {
            0 => Node::Whole,
            1 => Node::Count,
            _ => Node::Cut(prover.random_mask(&position)),
        };
        let wins = prover.solver.left_wins(&position);
        match (prover.proves(&position, &reason), wins) {
            (true, false) => panic!("{position:?} {reason:?}"),
            (true, true) => accepted += 1,
            (false, true) => missed += 1,
            (false, false) => refused += 1,
        }
    }
    println!("{accepted} proven, {missed} won but not by that, {refused} lost");
    assert!(accepted > 20_000 && missed > 1_000 && refused > 5_000);
}

/// One in 64 of the positions of 4x5; all of them are in the long tests.
#[test]
fn verdicts_on_positions_of_4x5() {
    for transposed in [false, true] {
        let proven = verdicts_on_4x5(transposed, 64);
        assert!(proven > 5_000, "{proven}");
    }
}

/// Every position, and every answer by the plain solver of the rules. `./test --deep` runs it.
#[test]
#[ignore = "takes some minutes"]
fn verdicts_on_all_positions_of_4x5() {
    for transposed in [false, true] {
        let proven = verdicts_on_4x5(transposed, 1);
        println!("{proven} proven");
        assert!(proven > 160_000, "{proven}");
    }
}

/// Positions of 4x5, both players to move, for Vertical or, transposed, for Horizontal as the winner:
/// without a cut, by counting, and with a cut by chance. Returns how many are proven. Nothing may be
/// that the plain solver of the rules denies: it answers for each of them if all are looked at, and for
/// one in 32 of a sample, because it remembers all positions that it meets.
fn verdicts_on_4x5(transposed: bool, one_in: u64) -> u32 {
    let cells = 20;
    let (lines, length) = if transposed { (5, 4) } else { (4, 5) };
    let empty = Position { transposed, ..Position::empty(lines, length, 2, true) };
    let tiles = |left| empty.tiles(left);
    let mut prover = Prover::new(45, 20, 0);
    let mut reference = reference::Solver::new(Tile::DOMINO);
    let compared = if one_in == 1 { 1 } else { 32 * one_in };
    let (lefts, rights) = (tiles(true), tiles(false));
    // Whether Left wins moving first, and moving second.
    let mut wins = vec![[false; 2]; 1 << cells];
    let mut proven = 0;
    for free in 0u64..1 << cells {
        let fits = |&&(_, tile): &&(u32, u64)| tile & !free == 0;
        let after = |tile: u64| wins[(free & !tile) as usize];
        let first = lefts.iter().filter(fits).any(|&(_, tile)| after(tile)[1]);
        let second = rights.iter().filter(fits).all(|&(_, tile)| after(tile)[0]);
        wins[free as usize] = [first, second];
        let chance = free.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        if chance.is_multiple_of(one_in) {
            for (left_first, wins) in [(true, first), (false, second)] {
                let position = Position { free, left_first, ..empty };
                if chance.is_multiple_of(compared) {
                    assert_eq!(wins, left_wins(&position, &mut reference), "{position:?}");
                }
                let mask = prover.random_mask(&position);
                for reason in [Node::Whole, Node::Count, Node::Cut(mask)] {
                    let accepted = verdict(&certificate(&position, 20, &reason)).is_ok();
                    assert!(wins || !accepted, "{position:?} {reason:?}");
                    proven += u32::from(accepted);
                }
            }
        }
    }
    proven
}

/// Returns whether Left wins by the plain solver of the rules, which shares nothing with these tests.
fn left_wins(position: &Position, reference: &mut reference::Solver) -> bool {
    let (lines, length) = (position.lines as usize, position.length as usize);
    let blocked = (0..lines * length).filter(|&cell| position.free >> cell & 1 == 0);
    let board = Board::empty(lines, length).expect("a small board");
    let board = board.with_blocked(blocked.map(|cell| Cell::new(cell / length, cell % length)));
    let first = if position.left_first { Player::Vertical } else { Player::Horizontal };
    reference.winner(&board, first) == Player::Vertical
}

/// Every other value of every byte: refused, or the same is proven.
#[test]
fn changed_bytes_prove_nothing_else() {
    let mut random = Random(3);
    let [mut invalid, mut unreadable, mut same, mut other] = [0; 4];
    for round in 0..60 {
        let mut prover = Prover::new(round, 16, 4 + random.below(6));
        let position = random_position(&mut random, &mut prover.solver);
        let bytes = certificate(&position, 16, &prover.prove(&position));
        let claims = verdict(&bytes).expect("a valid certificate").claims;
        for at in 0..bytes.len().min(400) {
            for change in 1..=255u8 {
                let mut changed = bytes.clone();
                changed[at] ^= change;
                match verdict(&changed) {
                    Err(Failure(1, _)) => invalid += 1,
                    Err(Failure(..)) => unreadable += 1,
                    Ok(proven) if proven.claims == claims => same += 1,
                    // A change of the statement may make another true one of it.
                    Ok(_) => {
                        assert!(at < MAGIC.len() + 1 + position.bytes().len());
                        assert!(statement_is_true(&changed, &mut prover.solver));
                        other += 1;
                    }
                }
            }
        }
    }
    println!(
        "{invalid} invalid, {unreadable} unreadable, {same} same claim, {other} other true claim"
    );
    assert!(invalid > 10_000 && unreadable > 10_000);
}

/// Reads the statement of a certificate of one claim and solves it.
fn statement_is_true(bytes: &[u8], solver: &mut Solver) -> bool {
    let [rows, columns, tile] = [9, 10, 11].map(|at: usize| u32::from(bytes[at]));
    let area = rows * columns;
    if area > 24 {
        // Too large for the plain solver.
        return true;
    }
    let (mut free, mut at) = ((1u64 << area) - 1, 13);
    if bytes[12] == 1 {
        free = (0..area.div_ceil(8))
            .fold(0, |free, i| free | u64::from(bytes[at + i as usize]) << (8 * i));
        at += area.div_ceil(8) as usize;
    }
    let (mut code, mut shift) = (0u64, 0);
    loop {
        code |= u64::from(bytes[at] & 127) << shift;
        (shift, at) = (shift + 7, at + 1);
        if bytes[at - 1] < 128 {
            break;
        }
    }
    let numerator = (code >> 1) as i64 ^ -((code & 1) as i64);
    let number = numerator * (UNIT >> bytes[at]);
    let (first, winner) = (bytes[at + 1], bytes[at + 2]);
    let left_first = first == 0;
    let position = Position {
        lines: rows,
        length: columns,
        tile,
        free,
        number,
        left_first,
        transposed: false,
    };
    // Numbers of thousands would take the plain solver long; the board cannot outweigh them.
    let vertical_wins = match number.abs() > 64 * UNIT {
        true => number > 0,
        false => solver.left_wins(&position),
    };
    vertical_wins == (winner == 0)
}

/// Every prefix is unreadable or invalid; so are random bytes after the magic number.
#[test]
fn truncated_and_arbitrary_bytes_are_refused() {
    let position = Position::empty(4, 4, 2, true);
    let bytes = certificate(&position, 16, &Prover::new(1, 16, 6).prove(&position));
    assert!(verdict(&bytes).is_ok());
    for end in 0..bytes.len() {
        assert!(matches!(verdict(&bytes[..end]), Err(Failure(2, _))), "{end}");
    }
    let mut longer = bytes.clone();
    longer.push(0);
    assert!(matches!(verdict(&longer), Err(Failure(2, _))));
    let mut random = Random(5);
    for _ in 0..300_000 {
        let mut bytes = MAGIC.to_vec();
        let few = [0, 1, 2, 3, 4, 5, 6, 7, 8, 16, 17, 128, 129, 130, 255];
        for _ in 0..random.below(60) {
            bytes.push(few[random.below(15) as usize]);
        }
        // Only what needs no search is ever accepted, and none of it is about a large board.
        let _ = verdict(&bytes);
    }
}

/// Numbers at the limits, their moves, and walks that never end.
#[test]
fn numbers_and_endless_walks() {
    let walk = |numerator: u64, log2: u8, first: u8, nodes: &[u8]| {
        let mut bytes = MAGIC.to_vec();
        bytes.extend([1, 1, 1, 2, 0]);
        leb128(2 * numerator, &mut bytes);
        bytes.extend([log2, first, 0, 0, 0]);
        bytes.extend(nodes);
        verdict(&bytes)
    };
    // Left moves in the number, Right has no move at all.
    assert!(walk(1 << 20, 0, 0, &[2, 0, 0]).is_ok());
    assert!(walk((1 << 20) + 1, 0, 0, &[2, 0, 0]).is_err());
    // Right moves from 1/65536 to 1/32768, Left back to 0, Right has lost.
    assert!(walk(1, 16, 1, &[0, 2, 0, 0]).is_ok());
    assert!(walk(1, 17, 1, &[0, 2, 0, 0]).is_err());
    assert!(walk(0, 0, 0, &[2, 0, 0]).is_err());
    // What is too large or too fine is unreadable, even if it would be zero.
    for (numerator, log2) in
        [((1 << 20) + 1, 0), (0, 17), (1, 17), (0, 64), (1, 255), (u64::MAX >> 2, 16)]
    {
        assert!(
            matches!(walk(numerator, log2, 1, &[0, 0]), Err(Failure(2, _))),
            "{numerator} {log2}"
        );
    }
    assert!(walk(1 << 36, 16, 1, &[0, 0]).is_ok());
    assert!(walk((1 << 36) + 1, 16, 1, &[0, 0]).is_err());
    assert!(walk(0, 16, 1, &[0, 0]).is_ok());
    let endless: Vec<u8> = [2, 0].repeat(1 << 20);
    assert!(walk(1 << 20, 0, 0, &endless).is_err());
}

/// The conditions on necks, on a board that the number decides.
#[test]
fn necks() {
    let proves = |tile, code, necks: &[u32]| {
        let position = Position { number: 9 * UNIT, ..Position::empty(2, 3, tile, true) };
        let mask = Mask { codes: vec![code], digits: vec![], necks: Some(necks.to_vec()) };
        verdict(&certificate(&position, 6, &Node::Cut(mask))).is_ok()
    };
    assert!(proves(2, 1, &[]) && proves(3, 1, &[]));
    assert!(proves(2, 1, &[1]) && !proves(3, 1, &[1]));
    // The last cell of a line and the first of the next are not neighbours.
    assert!(proves(2, 1, &[2, 3]) && proves(2, 1, &[0, 2, 4]));
    assert!(!proves(2, 1, &[0, 1]) && !proves(2, 1, &[4, 5]));
    // Without a cut the cell below the neck is in a piece with it.
    assert!(!proves(2, 0, &[1]));
    // Below the neck at the end is a piece of its own, above it another one.
    assert!(proves(2, 1, &[5]) && !proves(2, 0, &[5]));
    // A neck may be named twice.
    assert!(!proves(2, 0, &[1, 1]) && proves(2, 1, &[1, 1]) && !proves(3, 1, &[1, 1]));
    // What is not on the board is no neck.
    assert!(proves(3, 0, &[6, 255]));
    // The middle of 3x3 is below one neck of its piece and above another one.
    let position = Position { number: 9 * UNIT, ..Position::empty(3, 3, 2, true) };
    let proves = |code, necks: &[u32]| {
        let mask = Mask { codes: vec![code; 2], digits: vec![], necks: Some(necks.to_vec()) };
        verdict(&certificate(&position, 9, &Node::Cut(mask))).is_ok()
    };
    assert!(proves(1, &[1, 7]) && !proves(0, &[1, 7]));
}

/// A cut takes exactly the tiles across it from Left, whatever their length.
#[test]
fn cuts_take_the_tiles_across_them() {
    // Right cannot move in these narrow boards: they are worth as many moves as Left has.
    let listed = |lines: u32, length: u32, tile: u32, codes: &[u8], digits: &[u8]| {
        let worth = |moves: i64| {
            let number = -moves * UNIT;
            let position = Position { number, ..Position::empty(lines, length, tile, false) };
            let mask = Mask { codes: codes.to_vec(), digits: digits.to_vec(), necks: None };
            verdict(&certificate(&position, 0, &Node::Cut(mask))).is_ok()
        };
        let most = (0..9).rev().find(|&moves| worth(moves)).expect("at least none");
        assert!((0..=most).all(worth));
        most
    };
    let moves = |lines, length, tile, codes: &[u8]| listed(lines, length, tile, codes, &[]);
    assert_eq!(moves(4, 1, 2, &[0, 0, 0]), 2);
    assert_eq!(moves(4, 1, 2, &[0, 0, 1]), 1);
    assert_eq!(moves(4, 1, 2, &[1, 0, 0]), 1);
    assert_eq!(moves(4, 1, 2, &[0, 1, 0]), 2);
    assert_eq!(moves(5, 1, 2, &[0, 0, 1, 0]), 2);
    assert_eq!(moves(5, 1, 2, &[1, 0, 1, 0]), 2);
    assert_eq!(moves(5, 1, 2, &[1, 1, 0, 1]), 1);
    for (codes, most) in [([0, 0, 0], 2), ([1, 0, 0], 2), ([0, 1, 0], 0), ([0, 0, 1], 2)] {
        assert_eq!(moves(4, 2, 3, &codes), most, "{codes:?}");
    }
    assert_eq!(moves(8, 3, 4, &[0; 7]), 6);
    assert_eq!(moves(8, 3, 4, &[0, 0, 0, 1, 0, 0, 0]), 6);
    assert_eq!(moves(8, 3, 4, &[0, 0, 1, 0, 0, 0, 0]), 3);
    assert_eq!(moves(8, 3, 4, &[0, 0, 1, 0, 0, 1, 0]), 0);
    // A listed boundary is cut in some columns.
    assert_eq!(listed(4, 1, 2, &[0, 0, 2], &[0]), 2);
    assert_eq!(listed(4, 1, 2, &[0, 0, 2], &[1]), 1);
    assert_eq!(listed(4, 2, 3, &[0, 2, 0], &[1, 0]), 1);
    assert_eq!(listed(4, 2, 3, &[0, 2, 0], &[0, 1]), 1);
}

/// Counting leaves pairs joined only if Right can use neither cell.
#[test]
fn counted_pairs() {
    let proves = |free, number, reason: &Node| {
        let position = Position { free, number, ..Position::empty(2, 2, 2, false) };
        verdict(&certificate(&position, 4, reason)).is_ok()
    };
    // Right can use the upper cell of the pair, so that counting sees that move alone, and the whole is ∗.
    assert!(proves(0b01_11, UNIT, &Node::Count) && !proves(0b01_11, UNIT / 2, &Node::Count));
    assert!(proves(0b01_11, UNIT / 2, &Node::Whole) && !proves(0b01_11, 0, &Node::Whole));
    // Right can use the lower one.
    assert!(proves(0b11_01, UNIT, &Node::Count) && !proves(0b11_01, UNIT / 2, &Node::Count));
    // Right can use neither.
    assert!(proves(0b01_01, -UNIT, &Node::Count) && !proves(0b01_01, -2 * UNIT, &Node::Count));
}

/// A refusal shows the position and the number that the node is about.
#[test]
fn refusals_name_the_number() {
    let position = Position { number: UNIT, ..Position::empty(1, 1, 2, true) };
    let node = Node::Number(false, Box::new(Node::Known));
    let failure = verdict(&certificate(&position, 4, &node)).expect_err("not known");
    let words = "invalid: the position was not proven before; node 2 says: on the board of 1 rows and 1 columns \
                 plus the number 0, with tiles of 2 cells, if Horizontal moves first, Vertical wins.";
    assert_eq!(failure.1, words);
}

/// Pieces may have as many cells as the walk says, and no more.
#[test]
fn sizes_of_pieces() {
    let position = Position { number: 9 * UNIT, ..Position::empty(2, 3, 2, true) };
    let check = |pieces| verdict(&certificate(&position, pieces, &Node::Whole));
    assert!(check(6).is_ok() && check(7).is_ok());
    assert!(matches!(check(5), Err(Failure(1, _))));
    assert!(check(40).is_ok() && matches!(check(41), Err(Failure(2, _))));
    // Runs of cells for one player are of any size.
    let position = Position::empty(9, 1, 2, false);
    assert!(verdict(&certificate(&position, 0, &Node::Whole)).is_ok());
}

/// The verdict on a certificate whose walk has these bytes.
fn walked(position: &Position, nodes: &[u8]) -> Result<Proven, Failure> {
    let mut bytes = certificate(position, 8, &Node::Known);
    bytes.truncate(bytes.len() - 2);
    bytes.extend(nodes);
    bytes.push(0);
    verdict(&bytes)
}

/// How a node is refused: what the grammar does not know is unreadable, what is wrong is invalid.
#[test]
fn codes_of_refused_nodes() {
    let code = |left_first, nodes: &[u8]| {
        let position = Position { number: 3 * UNIT, ..Position::empty(3, 2, 2, left_first) };
        walked(&position, nodes).err().map(|failure| failure.0)
    };
    assert_eq!(code(true, &[4]), None);
    // The other player's turn, an illegal move, a position and a mask that are not known.
    for wrong in [&[0][..], &[128], &[1, 4], &[129, 5], &[3], &[16], &[17], &[31]] {
        assert_eq!(code(true, wrong), Some(1), "{wrong:?}");
    }
    for wrong in [&[1, 0][..], &[129, 0], &[2], &[130]] {
        assert_eq!(code(false, wrong), Some(1), "{wrong:?}");
    }
    for wrong in [&[8][..], &[15], &[32], &[127], &[131], &[255]] {
        assert_eq!(code(true, wrong), Some(2), "{wrong:?}");
        assert_eq!(code(false, wrong), Some(2), "{wrong:?}");
    }
    // One mask is known after a cut, the second one is not.
    let after_cut = |again| code(false, &[0, 6, 0, again, again]);
    assert_eq!((after_cut(16), after_cut(17)), (None, Some(1)));
}

/// What each player may say, and what is known.
#[test]
fn turns_and_memory() {
    let proves = |lines, length, left_first, nodes: &[u8]| {
        walked(&Position::empty(lines, length, 2, left_first), nodes).is_ok()
    };
    // Neither player can move: who has to has lost.
    assert!(proves(1, 1, false, &[0]) && !proves(1, 1, true, &[0]));
    // Left has two moves, and none in the number 0.
    assert!(proves(4, 1, true, &[1, 0, 0]) && !proves(4, 1, true, &[2, 4]));
    assert!(!proves(4, 1, true, &[2]) && !proves(4, 1, true, &[130]));
    // No tile fits there: the fourth cell is the last one.
    assert!(!proves(4, 1, true, &[1, 3]) && !proves(4, 1, true, &[1, 200]));
    // The loser says all, the winner one; both may say why.
    assert!(!proves(4, 1, true, &[0, 4, 4, 4]) && !proves(4, 1, false, &[1, 0, 4]));
    assert!(proves(4, 1, true, &[4]) && proves(4, 1, false, &[4]));
    // Right has two moves, which lead to reflections of each other; Left answers in the number.
    let position =
        Position { free: 0b11_00_11, number: 2 * UNIT, ..Position::empty(3, 2, 2, false) };
    let walk = |tag: u8| walked(&position, &[0, tag, 0, 2, 0, 3]).is_ok();
    assert!(walk(130) && !walk(2));
    // On 2x4 the first and the last tile of a line leave reflections, the middle one does not. With
    // five moves in the number Left wins with any play.
    let walk = |nodes: &[u8]| {
        let position = Position { number: 5 * UNIT, ..Position::empty(2, 4, 2, false) };
        walked(&position, nodes)
    };
    assert!(walk(&[0, 130, 4, 130, 4, 3, 3, 3, 3]).is_ok());
    for wrong in [
        &[0, 130, 4, 3, 3, 3, 3, 3][..],
        &[0, 130, 4, 2, 4, 3, 3, 3, 3],
        &[0, 2, 4, 130, 4, 3, 3, 3, 3],
        &[128, 3, 3, 3, 3, 3, 3],
    ] {
        assert!(matches!(walk(wrong), Err(Failure(1, _))), "{wrong:?}");
    }
}

/// Numbers of the grammar may have leading zeroes, but nine digits at most.
#[test]
fn digits_of_numbers() {
    let claim = |number: &[u8]| {
        let bytes = [&MAGIC[..], &[1, 1, 1, 2, 0], number, &[0, 1, 0, 0, 0, 0, 0]].concat();
        verdict(&bytes).map_err(|failure| failure.0).map(|proven| proven.nodes)
    };
    assert_eq!(claim(&[0]), Ok(1));
    assert_eq!(claim(&[128, 0]), Ok(1));
    assert_eq!(claim(&[128, 128, 128, 128, 128, 128, 128, 128, 0]), Ok(1));
    assert_eq!(claim(&[128; 9]), Err(2));
    assert_eq!(claim(&[128, 128, 128, 128, 128, 128, 128, 128, 128, 0]), Err(2));
    assert_eq!(claim(&[255; 9]), Err(2));
    // The largest number of nine digits, 2^63 - 1, is odd: negative and too large.
    assert_eq!(claim(&[255, 255, 255, 255, 255, 255, 255, 255, 127]), Err(2));
}

/// Spare bits and digits that mean nothing are not of the grammar.
#[test]
fn spare_bits() {
    let position = Position { free: 0b101, ..Position::empty(3, 1, 2, false) };
    let mask = |codes: [u8; 2]| Mask { codes: codes.to_vec(), digits: vec![], necks: None };
    let bytes = certificate(&position, 8, &Node::Cut(mask([0, 1])));
    assert!(verdict(&bytes).is_ok());
    // The byte of the free cells, and that of the mask.
    for at in [13, bytes.len() - 2] {
        let mut changed = bytes.clone();
        changed[at] |= 128;
        assert!(matches!(verdict(&changed), Err(Failure(2, _))), "{at}");
    }
    let three = certificate(&position, 8, &Node::Cut(mask([0, 3])));
    assert!(matches!(verdict(&three), Err(Failure(2, _))));
}
