//! What ARCHITECTURE.md promises about the workspace as a whole.

use crate::tree::{files, read, root};
use std::fs;

/// Which crates of the workspace each crate may use; its tests may also use `papers`, and those of
/// `checker` what it is compared with.
const MAY_USE: &[(&str, &[&str])] = &[
    ("support", &[]),
    ("rules", &[]),
    ("checker", &[]),
    ("values", &["rules", "support"]),
    ("search", &["rules", "support", "values"]),
    ("pn", &["rules", "search", "support"]),
    ("certificate", &["checker", "rules", "search", "support"]),
    (
        "jobs",
        &["certificate", "checker", "pn", "rules", "search", "support"],
    ),
    ("papers", &["rules", "support"]),
    ("atlas", &["papers", "rules", "support"]),
    ("plot", &["support"]),
    (
        "players",
        &["papers", "rules", "search", "support", "values"],
    ),
    (
        "reproduce",
        &[
            "atlas", "papers", "players", "plot", "pn", "rules", "search", "support",
        ],
    ),
    (
        "workbench",
        &[
            "atlas",
            "certificate",
            "checker",
            "players",
            "rules",
            "search",
            "support",
            "values",
        ],
    ),
    ("tutorial", &["rules"]),
    ("wasm", &["support", "workbench"]),
    ("server", &["support", "workbench"]),
    (
        "python",
        &[
            "atlas",
            "certificate",
            "checker",
            "players",
            "plot",
            "pn",
            "rules",
            "search",
            "support",
            "values",
            "workbench",
        ],
    ),
    (
        "cli",
        &[
            "atlas",
            "certificate",
            "checker",
            "jobs",
            "players",
            "plot",
            "pn",
            "reproduce",
            "rules",
            "search",
            "server",
            "support",
            "values",
            "workbench",
        ],
    ),
];

#[test]
fn crates_use_only_what_they_may() {
    let mut crates: Vec<String> = fs::read_dir(root().join("crates"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    crates.sort();
    let mut known: Vec<&str> = MAY_USE.iter().map(|(name, _)| *name).collect();
    known.sort_unstable();
    assert_eq!(crates, known);
    for (name, may_use) in MAY_USE {
        let manifest = root().join("crates").join(name).join("Cargo.toml");
        let manifest = fs::read_to_string(manifest).unwrap();
        let mut section = "";
        for line in manifest.lines() {
            if line.starts_with('[') {
                section = line;
            }
            let dependency = line.strip_prefix("crosscram-");
            let Some((dependency, _)) = dependency.and_then(|line| line.split_once('.')) else {
                continue;
            };
            let judge = match *name {
                "checker" => ["rules", "values"].contains(&dependency),
                _ => false,
            };
            let for_tests = judge || dependency == "papers";
            let test_data = section == "[dev-dependencies]" && for_tests;
            let allowed = test_data || may_use.contains(&dependency);
            assert!(allowed, "{name} uses {dependency}");
        }
    }
}

#[test]
fn architecture_names_every_crate() {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    for (name, _) in MAY_USE {
        assert!(text.contains(&format!("| `{name}` |")), "{name}");
    }
}

/// A stray file at the root is noticed before it is committed. What `.gitignore` names may be there.
#[test]
fn nothing_else_is_at_the_root() {
    const EXPECTED: &str = ".cargo .ci .config .containerignore .github .gitignore ARCHITECTURE.md CHANGELOG.md CITATION.cff \
        CONTRIBUTING.md Cargo.lock Cargo.toml Containerfile LICENSE-APACHE LICENSE-MIT README.md SECURITY.md book.toml crates \
        deny.toml docs fuzz proofs pyproject.toml python scripts test web";
    let files = files();
    let mut found: Vec<&str> = files
        .iter()
        .map(|path| path.split('/').next().unwrap())
        .collect();
    found.sort_unstable();
    found.dedup();
    assert_eq!(found, EXPECTED.split(' ').collect::<Vec<_>>());
}

/// Returns the first example of a text, without the lines that rustdoc hides.
fn example<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    lines
        .skip_while(|line| !line.starts_with("```"))
        .skip(1)
        .take_while(|line| !line.starts_with("```"))
        .filter(|line| !line.starts_with("# "))
        .collect()
}

#[test]
fn readmes_show_the_tested_example() {
    for (name, _) in MAY_USE {
        if ["cli", "python", "wasm"].contains(name) {
            continue; // Not libraries.
        }
        let directory = root().join("crates").join(name);
        let library = fs::read_to_string(directory.join("src/lib.rs")).unwrap();
        if library.starts_with("#![doc = include_str!(\"../README.md\")]") {
            continue; // The example of the README is the tested one.
        }
        let library = library.lines().filter_map(|line| line.strip_prefix("//!"));
        let tested = example(library.map(|line| line.strip_prefix(' ').unwrap_or(line)));
        let readme = fs::read_to_string(directory.join("README.md")).unwrap();
        assert!(!tested.is_empty(), "{name} has no example");
        assert_eq!(example(readme.lines()), tested, "{name}");
    }
}

#[test]
fn unsafe_code_is_in_few_files() {
    let has_unsafe = |path: &String| {
        let text = read(path);
        // In two parts, so that this file does not name it.
        text.contains(concat!("unsafe", " {")) || text.contains(concat!("unsafe", " impl"))
    };
    let mut files = files();
    files.retain(|path| path.starts_with("crates/") && path.ends_with(".rs") && has_unsafe(path));
    let allowed = [
        "cli/src/allocator.rs",
        "support/src/memory/array.rs",
        "support/src/memory/modelled.rs",
        "search/src/classic/table.rs",
        "values/src/simd.rs",
    ];
    assert_eq!(files.len(), allowed.len(), "{files:?}");
    for file in files {
        assert!(
            allowed.iter().any(|allowed| file.ends_with(allowed)),
            "{file:?}"
        );
    }
}

#[test]
fn fuzz_targets_are_built_and_seeded() {
    let manifest = read("fuzz/Cargo.toml");
    let files = files();
    let targets = files
        .iter()
        .filter_map(|path| path.strip_prefix("fuzz/targets/")?.strip_suffix(".rs"));
    let targets: Vec<&str> = targets.collect();
    assert!(!targets.is_empty());
    for name in targets {
        let path = format!("path = \"targets/{name}.rs\"");
        assert!(manifest.contains(&path), "{name}");
        let seeds = files
            .iter()
            .filter(|path| path.starts_with(&format!("fuzz/corpus/{name}/")));
        assert!(seeds.count() > 1, "{name}");
    }
}
