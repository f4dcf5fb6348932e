//! The text forms: what is written is read back, and nothing else is read.

use std::path::Path;
use std::time::Duration;

use crate::games::{boards, boards_of, players, split, tiles};
use crate::scratch::{Scratch, read, write};
use crosscram_jobs::legacy::journal::{self, Game, Journal, Record};
use crosscram_jobs::legacy::{FileError, Knowledge, Outlook, Problem, Work};
use crosscram_rules::{Dyadic, Player, Tile};
use proptest::prelude::*;

fn text_of(work: &Work) -> String {
    let mut text = Vec::new();
    work.write_to(&mut text).expect("memory takes everything");
    String::from_utf8(text).expect("a work file is text")
}

fn read_work(text: &[u8]) -> Result<Work, FileError> {
    Work::read_from(text, Path::new("w"))
}

type Read = (Option<Game>, Vec<Record>, u64);

fn read_journal(text: &[u8]) -> Result<Read, FileError> {
    let mut records = Vec::new();
    let contents = journal::read(text, Path::new("j"), |_, record| {
        records.push(record);
        Ok(())
    })?;
    assert_eq!(contents.records, records.len() as u64);
    assert_eq!(contents.complete + contents.torn, text.len() as u64);
    Ok((contents.game, records, contents.torn))
}

/// A journal as a run writes it.
fn journal_text(game: Game, records: &[Record]) -> Vec<u8> {
    let scratch = Scratch::new();
    let path = scratch.path("j");
    let (mut journal, _) = Journal::open(&path, game, |_| Ok(())).expect("a new journal");
    journal.begin("somebody, with care").expect("space on disk");
    journal.append(records).expect("space on disk");
    read(&path)
}

fn games_and_records() -> impl Strategy<Value = (Game, Vec<Record>)> {
    let sizes = (1usize..20, 1usize..12);
    (sizes, tiles()).prop_flat_map(|((rows, cols), tile)| {
        let numbers = (any::<u64>(), 0u64..1 << 50);
        let dyadic = (-40i64..40, 0u8..6).prop_map(|(m, k)| Dyadic::new(m, k).expect("small"));
        let record = (boards_of(rows, cols), dyadic, players(), players(), numbers);
        let record = record.prop_map(|(board, number, to_move, winner, (nodes, micros))| Record {
            board,
            number,
            to_move,
            winner,
            nodes,
            elapsed: Duration::from_micros(micros),
        });
        let game = Game { rows, cols, tile };
        (Just(game), prop::collection::vec(record, 0..6))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn work_files_round_trip(
        board in boards(24),
        tile in tiles(),
        first in players(),
        plies in 0u32..4,
        damage in (any::<prop::sample::Index>(), any::<u8>()),
    ) {
        let split = split(&board, tile, first, plies, &Knowledge::new());
        let Outlook::Open(work) = split.outlook else {
            return Ok(());
        };
        let mut text = text_of(&work).into_bytes();
        prop_assert_eq!(&read_work(&text).expect("what was written is read"), &work);
        for cut in 0..text.len() {
            prop_assert!(read_work(&text[..cut]).is_err(), "cut at byte {}", cut);
        }
        // One spelling only: a changed byte is an error or another work.
        let (place, byte) = damage;
        let place = place.index(text.len());
        if std::mem::replace(&mut text[place], byte) != byte
            && let Ok(other) = read_work(&text)
        {
            prop_assert_eq!(text_of(&other).into_bytes(), text);
            prop_assert_ne!(other, work);
        }
    }

    #[test]
    fn journals_round_trip(
        (game, records) in games_and_records(),
        damage in (any::<prop::sample::Index>(), any::<u8>()),
    ) {
        let mut text = journal_text(game, &records);
        let expected = (Some(game), records.clone(), 0);
        prop_assert_eq!(read_journal(&text).expect("what was written is read"), expected);
        // A changed byte is an error, or it tears the last line.
        let (place, byte) = damage;
        let place = place.index(text.len());
        if std::mem::replace(&mut text[place], byte) != byte
            && let Ok((_, others, torn)) = read_journal(&text)
        {
            prop_assert!(torn > 0);
            prop_assert_eq!(&others[..], &records[..others.len()]);
        }
    }
}

const WORK: &str = "crosscram work 1\nboard ...|...|..#\ntile 2\nfirst V\nplies 1\nknown 0\n\
                    made by hand\nleaves 2\n#..|#..|..# H\n.#.|.#.|..# H\n";

#[track_caller]
fn check_work(from: &str, to: &str, message: &str) {
    assert!(WORK.contains(from), "{from}");
    let text = WORK.replacen(from, to, 1);
    let error = read_work(text.as_bytes()).expect_err("a damaged file");
    assert_eq!(error.to_string(), message);
}

#[test]
fn damaged_work_files() {
    assert_eq!(
        text_of(&read_work(WORK.as_bytes()).expect("a work file")),
        WORK
    );
    check_work(
        "crosscram work",
        "crosscram wort",
        "w: line 1, column 1: expected crosscram work, found \"crosscram wort 1\"",
    );
    check_work(
        "work 1",
        "work 2",
        "w: line 1, column 16: version \"2\" of this format is not known; \
         this program reads version 1",
    );
    check_work(
        "board ...|...",
        "board ...|..x",
        "w: line 2, column 7: expected rows of '.' and '#' joined by '|', found \"...|..x|..#\"",
    );
    check_work(
        "board ...|...",
        "board ...|..",
        "w: line 2, column 7: row 2 has 2 cells, row 1 has 3",
    );
    check_work(
        "tile 2",
        "tile 9",
        "w: line 3, column 6: a tile covers 2 to 8 cells, not 9",
    );
    check_work(
        "first V",
        "first v",
        "w: line 4, column 7: expected V or H, found \"v\"",
    );
    check_work(
        "plies 1",
        "plies 5",
        "w: line 5, column 8: at most 4 plies fit on the board",
    );
    check_work(
        "known 0",
        "known 00",
        "w: line 6, column 7: expected a number of positions, found \"00\"",
    );
    check_work(
        "made by hand",
        "made by ",
        "w: line 7, column 9: expected a text, but the line ends",
    );
    check_work(
        "leaves 2",
        "leaves 0",
        "w: line 8, column 9: a work file has at least one leaf",
    );
    check_work(
        "leaves 2",
        "leaves 3",
        "w: line 11, column 1: the file ends in the middle",
    );
    check_work(
        "leaves 2",
        "leaves 1",
        "w: line 10, column 1: expected the end of the file after the last leaf, \
         found \".#.|.#.|..# H\"",
    );
    check_work(
        ".#.|.#.|..# H",
        ".#.|.#.|..# V",
        "w: line 10, column 13: Horizontal must be to move after that many plies",
    );
    check_work(
        ".#.|.#.|..#",
        ".#.|...|..#",
        "w: line 10, column 1: 7 cells are free, but 6 are after that many plies",
    );
    check_work(
        ".#.|.#.|..# H",
        ".#.|.#|..## H",
        "w: line 10, column 7: expected a cell, '.' or '#', found \"|..## H\"",
    );
    let error = read_work(&[b'.'; 1 << 17]).expect_err("no work file");
    assert_eq!(
        error.to_string(),
        "w: line 1, column 1: the line is too long for this format"
    );
}

const JOURNAL: [&str; 3] = ["by hand", ".#|.. V H 3 0.000120", "..|.. V V 1 12.500000"];

/// A journal of 2x2 with these lines and right checksums.
fn journal(lines: &[&str]) -> String {
    let game = Game {
        rows: 2,
        cols: 2,
        tile: Tile::DOMINO,
    };
    let lines: String = lines.iter().map(|line| game.line(line)).collect();
    format!("crosscram journal 2\nsize 2x2\ntile 2\n{lines}")
}

#[track_caller]
fn check_journal(from: &str, to: &str, message: &str) {
    let text = journal(&JOURNAL);
    assert!(text.contains(from), "{from}");
    let text = text.replacen(from, to, 1);
    let error = read_journal(text.as_bytes()).expect_err("a damaged file");
    // What is found there may go on with the checksum.
    let (error, message) = (error.to_string(), message.trim_end_matches('"'));
    assert!(error.starts_with(message), "{error}, not {message}");
}

#[test]
fn damaged_journals() {
    let (game, records, torn) = read_journal(journal(&JOURNAL).as_bytes()).expect("a journal");
    assert_eq!(
        (game.map(|game| game.to_string()), torn),
        (Some("2x2, tile 2".into()), 0)
    );
    assert_eq!(records[1].to_string(), "..|.. V V 1 12.500000");
    check_journal(
        "crosscram journal 2",
        "crosscram work 1",
        "j: line 1, column 1: expected crosscram journal, found \"crosscram work 1\"",
    );
    check_journal(
        "journal 2",
        "journal 12",
        "j: line 1, column 19: version \"12\" of this format is not known; \
         this program reads version 2",
    );
    check_journal(
        "size 2x2",
        "size 20x20",
        "j: line 2, column 6: a board has at most 256 squares, 20x20 has 400",
    );
    check_journal(
        "V H 3",
        "V ? 3",
        "j: line 5, column 9: expected V or H, found \"? 3 0.000120\"",
    );
    check_journal(
        "0.000120",
        "0.00012",
        "j: line 5, column 15: expected six digits after the point, found \"00012\"",
    );
    check_journal(
        "V H 3",
        "V H -3",
        "j: line 5, column 11: expected a number of nodes, found \"-3 0.000120\"",
    );
    check_journal(
        "..|.. V V",
        "",
        "j: line 6, column 1: expected a cell, '.' or '#', found \" 1 12.500000\"",
    );
    check_journal(
        "by hand",
        "",
        "j: line 4, column 1: expected a cell, '.' or '#', found \" ",
    );
}

#[test]
fn knowledge_from_journals() {
    let scratch = Scratch::new();
    let path = scratch.file("j", journal(&JOURNAL));
    let mut knowledge = Knowledge::new();
    assert_eq!(knowledge.load(&path).expect("a journal"), 2);
    assert_eq!(knowledge.load(&path).expect("nothing new"), 0);
    let board = "..|.#".parse().expect("a reflection of the first record");
    let winner = knowledge.winner(&board, Tile::DOMINO, Player::Vertical);
    assert_eq!(winner, Some(Player::Horizontal));
    assert_eq!(
        knowledge.winner(&board, Tile::TROMINO, Player::Vertical),
        None
    );
    assert_eq!(
        knowledge.winner(&board, Tile::DOMINO, Player::Horizontal),
        None
    );

    // The same position, reflected, with the other winner.
    let [by, first, last] = JOURNAL;
    let last = last.replace("..|..", "..|#.");
    write(&path, journal(&[by, first, &last]));
    match knowledge.load(&path).expect_err("a contradiction") {
        FileError::Format(error) => {
            assert_eq!((error.line, error.column), (6, 1));
            assert_eq!(error.problem, Problem::Contradiction);
        }
        error => panic!("{error}"),
    }
    let missing = knowledge
        .load(&scratch.path("missing"))
        .expect_err("no file");
    assert!(missing.to_string().starts_with("cannot open "), "{missing}");
}

#[test]
fn saved_work_is_loaded() {
    let scratch = Scratch::new();
    let path = scratch.path("w");
    let work = read_work(WORK.as_bytes()).expect("a work file");
    work.save(&path).expect("space on disk");
    assert_eq!(Work::load(&path).expect("a work file"), work);
    let files = std::fs::read_dir(path.parent().expect("a directory"));
    assert_eq!(files.expect("a directory").count(), 1);
    let nowhere = scratch.path("no/such/directory");
    assert!(work.save(&nowhere).is_err());
}
