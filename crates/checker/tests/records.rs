//! The table of certificates in docs/records.md is that of its data, which scripts/certificates measures.

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

#[test]
fn certificates_of_the_records_are_those_of_the_data() {
    let data = read("docs/certificates.tsv");
    let page = read("docs/records.md");
    let head =
        "| board | first | winner | nodes searched | s to solve | s to solve and prove | ratio ";
    let table = page.lines().skip_while(|line| !line.starts_with(head));
    let mut shown = table.skip(2).take_while(|line| line.starts_with('|'));
    let mut rows = 0;
    for line in data.lines().skip(1).filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
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
        ] = fields[..]
        else {
            panic!("{line}");
        };
        let tiles = if tile == "2" { String::new() } else { format!(", tiles of {tile}") };
        let [solve_s, prove_s] = [solve, prove].map(|s| s.parse::<f64>().expect("seconds"));
        // Less than a tenth of a second is mostly that of starting a program.
        let ratio = if solve_s < 0.1 { String::new() } else { format!("{:.1}", prove_s / solve_s) };
        let [searched, nodes, bytes, text] = [searched, nodes, bytes, text].map(grouped);
        let row = format!(
            "| {board}{tiles} | {first} | {winner} | {searched} | {solve} | {prove} | {ratio} | {nodes} | {bytes} | \
             {text} | {check} | {mib} | `{hash}` |"
        );
        assert_eq!(shown.next(), Some(&row[..]));
        rows += 1;
    }
    assert_eq!(shown.next(), None);
    assert!(rows >= 10, "{rows}");
}
