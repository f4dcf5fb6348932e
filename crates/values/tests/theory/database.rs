//! The file of region values.

use crate::random;
use crosscram_rules::{Board, Move, Player, Tile};
use crosscram_support::{checksum::Fnv1a, random::Random};
use crosscram_values::games::GameError;
use crosscram_values::positions::{DatabaseError, PositionValues, Reason};

fn bytes(values: &PositionValues) -> Vec<u8> {
    let mut bytes = Vec::new();
    values.write(&mut bytes).unwrap();
    bytes
}

/// A small database with a region that does not fit into one word.
fn example(tile: Tile) -> PositionValues {
    let mut values = PositionValues::new(tile);
    values.build(8, |_, _| ()).unwrap();
    values.value(&Board::empty(1, 60).unwrap()).unwrap();
    values.value(&Board::empty(4, 4).unwrap()).unwrap();
    values
}

#[test]
fn what_is_written_is_read_back() {
    for tile in [Tile::DOMINO, Tile::TROMINO] {
        let mut values = example(tile);
        let written = bytes(&values);
        let mut read = PositionValues::from_bytes(&written).unwrap();
        assert_eq!(read.tile(), tile);
        assert_eq!(read.complete(), 8);
        assert_eq!(read.regions_known(), values.regions_known());
        let mut random = Random::new(31);
        for _ in 0..500 {
            let board = random::board(&mut random, 3, 4);
            let (g, h) = (values.value(&board).unwrap(), read.value(&board).unwrap());
            assert_eq!(values.games().text(g), read.games().text(h), "{board}");
        }
        // Extended, it is the same as if built at once.
        read.build(9, |_, _| ()).unwrap();
        values.build(9, |_, _| ()).unwrap();
        assert_eq!(read.regions_known(), values.regions_known());
    }
}

#[test]
fn every_region_is_there() {
    let mut values = PositionValues::new(Tile::DOMINO);
    let mut sizes = Vec::new();
    let built = values.build(9, |_, progress| {
        sizes.extend((progress.done == 0).then_some(progress.of));
    });
    built.unwrap();
    // Free polyominoes of 1 to 9 cells; the single cell has no move and is not stored.
    assert_eq!(sizes, [1, 1, 2, 5, 12, 35, 108, 369, 1285]);
    assert_eq!(values.regions_known(), sizes.iter().sum::<usize>() - 1);
    let error = values.build(40, |_, _| ()).unwrap_err();
    assert!(matches!(error, GameError::RegionTooLarge { cells: 40, .. }));
}

#[test]
fn damage_is_noticed() {
    let whole = bytes(&example(Tile::DOMINO));
    let check = |bytes: &[u8]| PositionValues::from_bytes(bytes).unwrap_err();
    assert!(matches!(check(b""), DatabaseError::NotADatabase));
    assert!(matches!(check(b"CCVALUES"), DatabaseError::Damaged));
    let mut other = whole.clone();
    other[0] = b'X';
    assert!(matches!(check(&other), DatabaseError::NotADatabase));
    let mut newer = whole.clone();
    newer[8] = 2;
    assert!(matches!(check(&newer), DatabaseError::Version(2)));
    for cut in [20, whole.len() / 2, whole.len() - 1] {
        assert!(matches!(check(&whole[..cut]), DatabaseError::Damaged));
    }
    let mut random = Random::new(32);
    for _ in 0..200 {
        let mut damaged = whole.clone();
        let at = 12 + random.index(whole.len() - 12);
        damaged[at] ^= 1 << random.below(8);
        let is_noticed = matches!(check(&damaged), DatabaseError::Damaged);
        assert!(is_noticed, "byte {at}");
    }
}

#[test]
fn wrong_content_is_noticed_behind_a_right_checksum() {
    let whole = bytes(&example(Tile::DOMINO));
    let mut random = Random::new(33);
    let mut refused = 0;
    for _ in 0..300 {
        let mut changed = whole[..whole.len() - 8].to_vec();
        let at = 12 + random.index(changed.len() - 12);
        changed[at] ^= 1 << random.below(8);
        changed.extend(Fnv1a::of(&changed).to_le_bytes());
        // A changed value cannot always be told from a right one, but nothing panics.
        refused += u32::from(PositionValues::from_bytes(&changed).is_err());
    }
    assert!(refused > 100, "{refused}");
}

/// A key of eight columns with cells in an eighth row, of which only two cells fit.
#[test]
fn keys_of_too_large_rectangles_are_refused() {
    let mut values = PositionValues::new(Tile::DOMINO);
    values.value(&Board::empty(1, 2).unwrap()).unwrap();
    let mut changed = bytes(&values);
    changed.truncate(changed.len() - 8);
    let key = changed.len() - 12;
    changed[key..key + 8].copy_from_slice(&(8 << 58 | 1 << 57 | 0xff_u64).to_le_bytes());
    changed.extend(Fnv1a::of(&changed).to_le_bytes());
    let error = PositionValues::from_bytes(&changed).unwrap_err();
    assert!(error.to_string().contains("smallest form"), "{error}");
}

#[test]
fn files_are_replaced_whole() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("regions.values");
    let values = example(Tile::TROMINO);
    values.save(&path).unwrap();
    values.save(&path).unwrap();
    let read = PositionValues::load(&path).unwrap();
    assert_eq!(bytes(&read), bytes(&values));
    assert_eq!(std::fs::read_dir(&directory).unwrap().count(), 1);
    directory.close().unwrap();
    let gone = PositionValues::load(&path);
    assert!(matches!(gone, Err(DatabaseError::Io(_))));
}

#[test]
fn advice_prefers_heat_and_answers_threats() {
    let mut values = PositionValues::new(Tile::DOMINO);
    // Left a domino's breadth for H alone, right the hot 2x2.
    let board: Board = "..#..|###..".parse().unwrap();
    let advice = values.advice(&board, Player::Vertical, None).unwrap();
    let advice = advice.unwrap();
    assert_eq!(advice.hotstrat.region, 1);
    assert_eq!(advice.hotstrat.mov.to_string(), "V1,4");
    assert_eq!(advice.sentestrat.reason, Reason::Hottest);
    let winning = values.winning_moves(&board, Player::Vertical);
    assert_eq!(winning.unwrap().len(), 2);
    // Nothing to move: no advice.
    let board: Board = "..".parse().unwrap();
    assert_eq!(values.advice(&board, Player::Vertical, None), Ok(None));

    // Vertical's move in a 2x3 of temperature 5/4 left a 2x1, cold: no answer needed there.
    let board: Board = ".#.|.#.".parse().unwrap();
    let last: Move = "V1,2".parse().unwrap();
    let advice = values.advice(&board, Player::Vertical, Some(last)).unwrap();
    assert_eq!(advice.unwrap().sentestrat.reason, Reason::Hottest);
}

#[test]
fn a_threat_is_answered() {
    // Look for positions where the last move made its region hotter than all before; sentestrat
    // must then answer beside it.
    let mut values = PositionValues::new(Tile::DOMINO);
    let mut random = Random::new(34);
    let mut answers = 0;
    for _ in 0..3000 {
        let before = random::board(&mut random, 4, 5);
        let Some(last) = before.moves(Player::Horizontal, Tile::DOMINO).next() else {
            continue;
        };
        let board = before.play(last, Tile::DOMINO).unwrap();
        let hottest = |values: &mut PositionValues, board: &Board| {
            let reports = values.region_reports(board).unwrap();
            reports.iter().map(|report| report.temperature).max()
        };
        let (cool, hot) = (hottest(&mut values, &before), hottest(&mut values, &board));
        let advice = values.advice(&board, Player::Vertical, Some(last)).unwrap();
        let Some(advice) = advice else { continue };
        // Only the last move's region can have become hotter.
        let threat = hot > cool;
        if advice.sentestrat.reason == Reason::Answer {
            assert!(threat, "{before} {last}");
            answers += 1;
        }
    }
    assert!(answers > 0);
}
