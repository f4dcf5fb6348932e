//! Journals, and what is learned from them.
#![no_main]

use crosscram_fuzz::file_with;
use crosscram_jobs::legacy::journal::{self, Contents, Game, Journal, Record};
use crosscram_jobs::legacy::{FileError, Knowledge};
use libfuzzer_sys::fuzz_target;
use std::path::Path;

fuzz_target!(|input: &[u8]| {
    journal(input);
    journal(&repaired(input));
});

/// The lines after the header with the right checksums.
fn repaired(input: &[u8]) -> Vec<u8> {
    let header: usize = input
        .split_inclusive(|byte| *byte == b'\n')
        .take(3)
        .map(<[u8]>::len)
        .sum();
    let (header, lines) = input.split_at(header);
    let Ok((
        Contents {
            game: Some(game), ..
        },
        _,
    )) = read(header)
    else {
        return input.to_vec();
    };
    let mut file = header.to_vec();
    for line in lines.split_inclusive(|byte| *byte == b'\n') {
        let line = String::from_utf8_lossy(line);
        match line
            .strip_suffix('\n')
            .and_then(|line| line.rsplit_once(' '))
        {
            Some((text, _)) => file.extend(game.line(text).into_bytes()),
            None => file.extend(line.bytes()),
        }
    }
    file
}

fn journal(input: &[u8]) {
    let Ok((contents, records)) = read(input) else {
        return;
    };
    assert_eq!(contents.complete + contents.torn, input.len() as u64);
    assert_eq!(contents.records, records.len() as u64);
    let Some(game) = contents.game else {
        return;
    };
    let Game { rows, cols, tile } = game;
    let mut written = format!("crosscram journal 2\nsize {rows}x{cols}\ntile {tile}\n");
    written.extend(records.iter().map(|record| game.line(record)));
    let again = read(written.as_bytes()).expect("what is written can be read");
    assert_eq!(again.1, records);

    let mut knowledge = Knowledge::new();
    let consistent = records.iter().filter(|record| record.number == 0.into());
    let consistent = consistent.fold(true, |so_far, record| {
        let Record {
            board,
            to_move,
            winner,
            ..
        } = record;
        so_far & knowledge.learn(board, tile, *to_move, *winner).is_ok()
    });
    let path = file_with(input);
    assert_eq!(Knowledge::new().load(&path).is_ok(), consistent);
    let (journal, opened) = Journal::open(&path, game, |_| Ok(())).expect("a journal of this game");
    drop(journal);
    assert_eq!(
        (opened.records, opened.cut),
        (contents.records, contents.torn)
    );
    let left = std::fs::read(&*path).expect("the journal is there");
    assert_eq!(left, &input[..contents.complete as usize]);
}

fn read(input: &[u8]) -> Result<(Contents, Vec<Record>), FileError> {
    let mut records = Vec::new();
    let contents = journal::read(input, Path::new("input"), |_, record| {
        records.push(record);
        Ok(())
    })?;
    Ok((contents, records))
}
