//! The page that compares us with other programs names only commands and documents that exist.

use crate::run::good;
use std::fs;
use std::path::Path;

#[test]
fn commands_and_pages_exist() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let page = fs::read_to_string(docs.join("expectations.md")).unwrap();
    let help = good(&["-h"]);
    let commands: Vec<&str> = help
        .lines()
        .filter_map(|line| line.strip_prefix("  ")?.split(' ').next())
        .filter(|word| word.chars().all(char::is_alphanumeric) && !word.is_empty())
        .collect();
    let mut named = 0;
    // The third column is ours; code in it begins with a command or an option.
    for row in page.lines().filter(|line| line.starts_with('|')) {
        let ours = row.split(" | ").nth(2).unwrap_or_default();
        for code in ours.split('`').skip(1).step_by(2) {
            let words: Vec<&str> = code.split(' ').collect();
            let word = words[0].trim_start_matches("crosscram");
            let word = if word.is_empty() { words[1] } else { word };
            if word.starts_with('-') || word.contains('/') {
                continue;
            }
            assert!(commands.contains(&word), "{word} in {row}");
            named += 1;
        }
    }
    assert!(named > 15, "{named}");
    for link in page.split("](").skip(1) {
        let target = link.split(')').next().unwrap();
        if !target.starts_with("http") {
            assert!(docs.join(target).exists(), "{target}");
        }
    }
}
