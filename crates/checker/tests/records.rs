//! The table of certificates in docs/records.md is taken from docs/records.csv, which scripts/records measures.

use std::fs;

fn read(path: &str) -> String {
    let path = format!("{}/../../{path}", env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// 1234567 as the documents write it; nothing for what was not measured.
fn grouped(number: &str) -> String {
    let digits = number.trim_start_matches('-').as_bytes();
    let groups: Vec<&[u8]> = digits.rchunks(3).rev().collect();
    String::from_utf8_lossy(&groups.join(&b',')).into()
}

/// A row as the page shows it, and the nodes of the proof. No field has a comma in it.
fn shown(line: &str) -> (String, u64) {
    let fields: Vec<&str> = line.split(',').collect();
    let [
        board,
        tile,
        first,
        winner,
        searched,
        solve,
        prove,
        nodes,
        bytes,
        text,
        check,
        mib,
        hash,
        checked_by,
    ] = fields[..]
    else {
        panic!("{line}");
    };
    let tiles = match tile {
        "2" => String::new(),
        _ => format!(", tiles of {tile}"),
    };
    // Less than a tenth of a second is mostly that of starting a program.
    let ratio = match (solve.parse::<f64>(), prove.parse::<f64>()) {
        (Ok(solve), Ok(prove)) if solve >= 0.1 => format!("{:.1}", prove / solve),
        _ => String::new(),
    };
    let solve = solve.trim_matches('-');
    let checkers = checked_by
        .replace("crosscram-check", "c")
        .replace("check.py", "p")
        .replace("crosscram-verified", "v");
    let size = nodes.parse().expect("a number");
    let [searched, nodes, bytes, text] = [searched, nodes, bytes, text].map(grouped);
    let row = format!(
        "| {board}{tiles} | {first} | {winner} | {searched} | {solve} | {prove} | {ratio} | {nodes} | {bytes} | \
         {text} | {check} | {mib} | {checkers} | `{hash}` |"
    );
    (row, size)
}

/// A proof of this many nodes is shown on the page; smaller ones may be in the data alone.
const LARGE: u64 = 100_000;

#[test]
fn certificates_of_the_records_are_those_of_the_data() {
    let data = read("docs/records.csv");
    let page = read("docs/records.md");
    let head =
        "| board | first | winner | nodes searched | s to solve | s to solve and prove | ratio ";
    let table = page.lines().skip_while(|line| !line.starts_with(head));
    let table: Vec<&str> = table.skip(2).take_while(|line| line.starts_with('|')).collect();
    let known: Vec<_> = data.lines().skip(1).map(shown).collect();
    for line in &table {
        assert!(known.iter().any(|(row, _)| row == line), "{line}");
    }
    for (row, size) in &known {
        assert!(*size < LARGE || table.contains(&&row[..]), "{row}");
    }
    assert!(table.len() >= 20, "{}", table.len());
}

/// Who cites a record and who follows a link of the atlas find the same certificate.
#[test]
fn certificates_of_the_atlas_are_those_of_the_records() {
    let records = read("docs/records.csv");
    let atlas = read("crates/atlas/data/solved.tsv");
    let mut certified = 0;
    for line in atlas.lines().skip(1).filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [tile, board, first, winner, .., hash] = fields[..] else {
            panic!("{line}");
        };
        if hash == "-" {
            continue;
        }
        certified += 1;
        let start = format!("{board},{tile},{first},{winner},");
        let record = records.lines().find(|record| record.starts_with(&start));
        assert!(record.is_some_and(|record| record.contains(hash)), "{line}");
    }
    assert!(certified >= 100, "{certified}");
}
