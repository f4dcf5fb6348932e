//! The figures that the documents quote are those of a data file, and the small ones are solved anew.

use crate::run::{document, object};
use crate::tree::{files, prose};
use crosscram_support::columns::grouped;

/// Searches of fewer nodes are repeated here; the others are measured by hand.
const REPEATED: u64 = 30_000;

/// One search whose nodes are quoted somewhere.
struct Figure<'a> {
    file: &'a str,
    board: &'a str,
    first: &'a str,
    engine: &'a str,
    nodes: u64,
    /// How it was measured if not with one thread and the engine as it is.
    measured: &'a str,
}

fn figures(text: &str) -> Vec<Figure<'_>> {
    let rows = text.lines().skip(1).filter(|line| !line.starts_with('#'));
    rows.map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        let [file, board, first, engine, nodes, measured] = fields[..] else {
            panic!("{line}");
        };
        Figure {
            file,
            board,
            first,
            engine,
            nodes: nodes.parse().unwrap(),
            measured,
        }
    })
    .collect()
}

#[test]
fn documents_quote_the_figures() {
    let text = document("docs/figures.tsv");
    let figures = figures(&text);
    assert!(figures.len() > 30);
    for figure in &figures {
        let quoted = grouped(figure.nodes);
        let place = format!("{} {} in {}", figure.board, figure.first, figure.file);
        assert!(
            document(figure.file).contains(&quoted),
            "{quoted} of {place}"
        );
    }
}

/// Every count of nodes in the README and in the first table of docs/engine.md is a figure.
#[test]
fn counts_of_nodes_are_figures() {
    let text = document("docs/figures.tsv");
    let figures = figures(&text);
    let check = |number: &str, file: &str| {
        let known = figures
            .iter()
            .any(|figure| figure.file == file && grouped(figure.nodes) == number);
        assert!(known, "{number} in {file} is not in docs/figures.tsv");
    };
    let readme = document("README.md");
    for (before, _) in readme.match_indices(" nodes") {
        let number = readme[..before].rsplit([' ', '\n', '(']).next().unwrap();
        if number.starts_with(|c: char| c.is_ascii_digit()) {
            check(number, "README.md");
        }
    }
    let engine = document("docs/engine.md");
    let table = engine
        .lines()
        .skip_while(|line| !line.starts_with("| board"));
    let rows = table.skip(2).take_while(|line| line.starts_with('|'));
    for row in rows {
        for cell in row.split('|').skip(2).take(2) {
            let number = cell.split_whitespace().next().unwrap_or_default();
            if number.starts_with(|c: char| c.is_ascii_digit()) {
                check(number, "docs/engine.md");
            }
        }
    }
}

#[test]
fn small_searches_take_as_many_nodes_as_quoted() {
    let text = document("docs/figures.tsv");
    let mut repeated = 0;
    for figure in figures(&text) {
        if figure.nodes >= REPEATED || figure.measured != "-" {
            continue;
        }
        let Figure { board, first, .. } = figure;
        let line = format!(
            "solve {board} --first {first} --engine {} --json",
            figure.engine
        );
        let side = match first {
            "V" => "vertical_first",
            _ => "horizontal_first",
        };
        let nodes = &object(&line)[side]["nodes"];
        assert_eq!(*nodes, figure.nodes, "{board} {first}");
        repeated += 1;
    }
    assert!(repeated > 10, "{repeated}");
}

/// Pages of which not every number with a unit is in a file of data, and how many are not.
const OPEN: [(&str, usize); 4] = [
    ("docs/bullock.md", 31),
    ("docs/engine.md", 80),
    ("docs/players.md", 47),
    ("docs/records.md", 68),
];

/// The numbers with a unit that a document has outside of examples, as "3.5 million nodes".
fn quantities(path: &str) -> Vec<String> {
    const UNITS: &str = "nodes seconds s ms minutes hours days B bytes kB MB GB KiB MiB GiB TiB times instructions %";
    const MAGNITUDES: &str = "thousand million billion trillion";
    let is = |list: &str, word: &str| list.split(' ').any(|one| one == word);
    let text: Vec<String> = prose(path).into_iter().map(|(_, line)| line).collect();
    let text = text.join("\n");
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut found = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let number = word.trim_start_matches(['(', '*', '~']);
        let plain = |c: char| c.is_ascii_digit() || c == ',' || c == '.';
        if !number.starts_with(|c: char| c.is_ascii_digit()) || !number.chars().all(plain) {
            continue;
        }
        let magnitude = words.get(at + 1).filter(|word| is(MAGNITUDES, word));
        let unit = words.get(at + 1 + usize::from(magnitude.is_some()));
        let unit = unit.map(|unit| unit.trim_end_matches(['.', ',', ';', ':', ')', '*']));
        if let Some(unit) = unit.filter(|unit| is(UNITS, unit)) {
            let parts = [Some(number), magnitude.copied(), Some(unit)];
            found.push(parts.into_iter().flatten().collect::<Vec<_>>().join(" "));
        }
    }
    found
}

/// A number with a unit is one of docs/figures.tsv, of the counts of the tutorial, or of docs/measured.tsv, which says
/// how it is found; all that are there are quoted.
#[test]
fn numbers_with_units_are_data() {
    let (nodes, measured) = (document("docs/figures.tsv"), document("docs/measured.tsv"));
    let nodes = figures(&nodes);
    let counts = document("crates/tutorial/counts.tsv");
    let mut rows: Vec<[&str; 3]> = Vec::new();
    for line in measured
        .lines()
        .skip(1)
        .filter(|line| !line.starts_with('#'))
    {
        let fields: Vec<&str> = line.split('\t').collect();
        let row: [&str; 3] = fields.try_into().expect(line);
        assert!(!row[2].is_empty(), "{line}");
        rows.push(row);
    }
    let (mut missing, mut open) = (Vec::new(), Vec::new());
    for path in files() {
        // Made from data as a whole; and what was.
        let whole = ["docs/elements.md", "docs/history.md"].contains(&path.as_str());
        if whole || !path.ends_with(".md") || !(path.starts_with("docs/") || path == "README.md") {
            continue;
        }
        let found = quantities(&path);
        let known = |quantity: &&String| {
            let count = quantity.strip_suffix(" nodes");
            let plain = count.map(|count| count.replace(',', ""));
            nodes
                .iter()
                .any(|figure| figure.file == path && count == Some(&grouped(figure.nodes)))
                || (path.starts_with("docs/tutorial/")
                    && plain
                        .is_some_and(|plain| counts.split(['\t', '\n']).any(|one| one == plain)))
                || rows
                    .iter()
                    .any(|[file, figure, _]| *file == path && figure == quantity)
        };
        let unknown: Vec<&String> = found.iter().filter(|quantity| !known(quantity)).collect();
        if let Some((name, _)) = OPEN.iter().find(|(name, _)| *name == path) {
            open.push((*name, unknown.len()));
        } else {
            missing.extend(unknown.iter().map(|quantity| format!("{path}: {quantity}")));
        }
        let stale = rows
            .iter()
            .filter(|[file, figure, _]| *file == path && !found.iter().any(|one| one == figure));
        missing.extend(stale.map(|[file, figure, _]| format!("{file} does not have {figure}")));
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
    assert_eq!(
        open, OPEN,
        "numbers without data may only get fewer: set the new count"
    );
}

/// The version is the same everywhere, and the changelog has the form of Keep a Changelog.
#[test]
fn versions_agree() {
    let version = env!("CARGO_PKG_VERSION");
    let quoted = [
        ("CITATION.cff", format!("\nversion: {version}\n")),
        ("docs/protocol.md", format!("crosscram {version}\"")),
        (
            "docs/install.md",
            format!("crosscram-{version}-x86_64-unknown-linux-musl.tar.gz"),
        ),
    ];
    for (file, text) in quoted {
        assert!(document(file).contains(&text), "{file} lacks {text}");
    }
    let changelog = document("CHANGELOG.md");
    let mut releases = changelog.lines().filter(|line| line.starts_with("## "));
    assert_eq!(releases.next(), Some("## [Unreleased]"));
    let latest = releases.next().unwrap();
    let date = latest.strip_prefix(&format!("## [{version}] - ")).unwrap();
    let digits = date.split('-').map(str::len).collect::<Vec<_>>();
    assert_eq!(digits, [4, 2, 2], "{date}");
    assert!(document("CITATION.cff").contains(&format!("date-released: {date}")));
    assert!(changelog.contains(&format!("\n[{version}]: https://")));
    let known = "Added Changed Deprecated Removed Fixed Security";
    let lines = changelog.lines();
    let kinds = lines.filter_map(|line| line.strip_prefix("### "));
    for kind in kinds {
        assert!(known.split(' ').any(|own| own == kind), "{kind}");
    }
}
