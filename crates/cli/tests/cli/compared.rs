//! The page that compares us with other programs names only commands and documents that exist.

use crate::run::{document, good, repository, run};

/// A row has four columns; the third is ours, and code in it begins with a command, an option or a path.
#[test]
fn commands_and_pages_exist() {
    let page = document("docs/compared.md");
    let help = good("-h");
    let commands: Vec<&str> = help
        .lines()
        .filter_map(|line| line.strip_prefix("  ")?.split(' ').next())
        .filter(|word| word.chars().all(char::is_alphanumeric) && !word.is_empty())
        .collect();
    let mut named = 0;
    for row in page.lines().filter(|line| line.starts_with('|')) {
        let columns: Vec<&str> = row.trim_matches('|').split('|').collect();
        let [_, _, ours, _] = columns[..] else {
            assert!(columns.len() == 2 || row.starts_with("|---"), "{row}");
            continue;
        };
        for code in ours.split('`').skip(1).step_by(2) {
            let word = code.split(' ').next().unwrap();
            if word.contains('/') {
                assert!(repository(word).exists(), "{word} in {row}");
            } else if !word.starts_with('-') && word != "values" {
                assert!(commands.contains(&word), "{word} in {row}");
            }
            named += 1;
        }
    }
    assert!(named > 25, "{named}");
    for link in page.split("](").skip(1) {
        let target = link.split(')').next().unwrap();
        if !target.starts_with("http") {
            let exists = repository("docs").join(target).exists();
            assert!(exists, "{target}");
        }
    }
}

/// The sums of the page can be computed.
#[test]
fn values_and_sums() {
    for (command, sum) in [
        ("value", "3x3 - 2.2x3 + *"),
        ("value", "2x3 >= 1/2"),
        ("value", "2x3 + 3x3"),
        ("solve", "6x8 + 1/4"),
    ] {
        let page = document("docs/compared.md");
        assert!(page.contains(&format!("`{command} '{sum}'`")), "{sum}");
        let run = run(&[command, sum, "-q"]);
        assert!(matches!(run.code, Some(0 | 1)), "{sum}: {}", run.stderr);
    }
}
