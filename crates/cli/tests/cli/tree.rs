//! That the tree stays tidy: no large file, no file of Rust and no dependency that nothing uses, and words that
//! say what is.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All files that are committed, or would be.
pub(crate) fn files() -> Vec<String> {
    let mut git = Command::new("git");
    git.args(["ls-files", "--cached", "--others", "--exclude-standard"]);
    let printed = git.current_dir(root()).output().unwrap();
    assert!(printed.status.success(), "{printed:?}");
    let printed = String::from_utf8(printed.stdout).unwrap();
    let there = printed.lines().filter(|path| root().join(path).is_file());
    there.map(str::to_string).collect()
}

pub(crate) fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap()
}

fn ends_with(path: &str, endings: &[&str]) -> bool {
    endings.iter().any(|ending| path.ends_with(ending))
}

#[test]
fn no_large_file_but_those_known() {
    const KNOWN: [(&str, u64); 2] = [
        ("crates/server/page/crosscram.wasm", 2_500_000),
        ("proofs/certificates/10x10-V-tile3.cert", 400_000),
    ];
    for path in files() {
        let size = fs::metadata(root().join(&path)).unwrap().len();
        let known = KNOWN.iter().find(|(known, _)| *known == path);
        let most = known.map_or(200_000, |(_, most)| *most);
        assert!(size <= most, "{path} has {size} bytes");
    }
}

/// Every file of Rust is part of a crate: a root that Cargo knows, or a module that another file names.
#[test]
fn every_module_is_used() {
    let files = files();
    let sources: Vec<&String> = files.iter().filter(|path| path.ends_with(".rs")).collect();
    for path in &sources {
        let name = Path::new(path.as_str())
            .file_stem()
            .unwrap()
            .to_str()
            .unwrap();
        let folder = Path::new(path.as_str()).parent().unwrap();
        let is_root = ["lib", "main", "build"].contains(&name)
            || ["examples", "benches", "targets"]
                .iter()
                .any(|kind| folder.ends_with(kind))
            || folder.ends_with("tests")
            || ends_with(path, &["/main.rs"]);
        if is_root {
            continue;
        }
        let (name, folder) = match name {
            "mod" => (
                folder.file_name().unwrap().to_str().unwrap(),
                folder.parent().unwrap(),
            ),
            name => (name, folder),
        };
        let parents = [
            folder.join("mod.rs"),
            folder.join("lib.rs"),
            folder.join("main.rs"),
            folder.with_extension("rs"),
        ];
        // By its name, or by its path, as a file that takes another's place in some builds.
        let by_path = format!("path = \"{name}.rs\"");
        let declared = |text: &str| {
            text.contains(&by_path)
                || text.lines().any(|line| {
                    let line = line.trim_end_matches(';').trim_end_matches(" {");
                    line.strip_suffix(name)
                        .is_some_and(|start| start.ends_with("mod "))
                })
        };
        let in_tests = folder.ends_with("tests").then(|| {
            let roots = sources
                .iter()
                .filter(|path| Path::new(path.as_str()).parent() == Some(folder));
            roots
                .map(|path| PathBuf::from(path.as_str()))
                .collect::<Vec<_>>()
        });
        let mut parents = parents.iter().chain(in_tests.iter().flatten());
        let named = parents.any(|parent| {
            fs::read_to_string(root().join(parent)).is_ok_and(|text| declared(&text))
        });
        assert!(named, "no file has the module {path}");
    }
}

/// A crate names what it depends on somewhere in its sources.
#[test]
fn every_dependency_is_used() {
    let files = files();
    for manifest in files.iter().filter(|path| path.ends_with("/Cargo.toml")) {
        let folder = manifest.strip_suffix("Cargo.toml").unwrap();
        let sources = files
            .iter()
            .filter(|path| path.starts_with(folder) && path.ends_with(".rs"));
        let sources: String = sources.map(|path| read(path)).collect();
        let used: BTreeSet<&str> = sources
            .split(|c: char| !(c.is_alphanumeric() || c == '_'))
            .collect();
        let mut inside = false;
        for line in read(manifest).lines() {
            if line.starts_with('[') {
                inside = line.ends_with("dependencies]");
                continue;
            }
            let name = line.split(['.', ' ', '=']).next().unwrap();
            if !inside || name.is_empty() || line.starts_with(['#', ' ', ']']) {
                continue;
            }
            assert!(
                used.contains(name.replace('-', "_").as_str()),
                "{manifest} does not use {name}"
            );
        }
    }
}

/// What is written for readers, by line: documents without their examples, and comments, without what is in backticks.
pub(crate) fn prose(path: &str) -> Vec<(usize, String)> {
    let Ok(text) = fs::read_to_string(root().join(path)) else {
        return Vec::new(); // A picture, or the like.
    };
    let (line_comment, block) = match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "md" => ("", ("```", "```")),
        "rs" | "ts" | "mjs" | "js" => ("//", ("/*", "*/")),
        "v" => ("(*)", ("(*", "*)")),
        "py" | "pyi" => ("#", ("\"\"\"", "\"\"\"")),
        "toml" | "yml" | "sh" => ("#", ("", "")),
        "" if text.starts_with("#!") => ("#", ("", "")),
        _ => return Vec::new(),
    };
    let document = path.ends_with(".md");
    let mut inside = false;
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let was_inside = inside;
        if !block.0.is_empty() {
            let mut rest = line;
            while let Some((_, after)) = rest.split_once(if inside { block.1 } else { block.0 }) {
                (inside, rest) = (!inside, after);
            }
        }
        let in_block =
            was_inside || inside || (!document && line.contains(block.0) && !block.0.is_empty());
        let shown = match line.find(line_comment) {
            _ if in_block => (!document).then_some(line),
            at => at.map(|at| &line[at..]),
        };
        let plain = shown.map(|line| line.split('`').step_by(2).collect());
        found.extend(plain.map(|plain| (number + 1, plain)));
    }
    found
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '-')
}

/// Programs, players and things are "it".
#[test]
fn no_program_is_he() {
    const PERSONS: [&str; 8] = [
        "he", "him", "his", "himself", "she", "her", "hers", "nobody",
    ];
    let mut seen = 0;
    let mut found = Vec::new();
    for path in files() {
        for (line, text) in prose(&path) {
            seen += 1;
            let person = words(&text).any(|word| PERSONS.contains(&word.to_lowercase().as_str()));
            found.extend(person.then(|| format!("{path}:{line}: {text}")));
        }
    }
    assert!(seen > 10_000, "{seen}");
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Documents say what is: what was, and when, is in the changelog and in docs/history.md.
#[test]
fn documents_name_no_commit_no_day_and_no_earlier_version() {
    const EARLIER: &str = "earlier version|older version|previous version|former version|version before|another day|today's|\
        used to be|was mended|been mended|before the cut across|later engine";
    const DRAFT: &str = "draft 2020-12"; // The name of a standard.
    let is_commit = |word: &str| {
        let hexadecimal = word
            .bytes()
            .all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
        let mixed = word.bytes().any(|b| b.is_ascii_digit())
            && word.bytes().any(|b| b.is_ascii_lowercase());
        (7..=40).contains(&word.len()) && hexadecimal && mixed
    };
    let is_day = |word: &str| {
        let shape: String = word
            .chars()
            .map(|c| if c.is_ascii_digit() { '0' } else { c })
            .collect();
        shape.starts_with("0000-00")
    };
    let mut found = Vec::new();
    let past = ["CHANGELOG.md", "docs/history.md"];
    for path in files().iter().filter(|path| path.ends_with(".md")) {
        if past.contains(&path.as_str()) {
            continue;
        }
        for (number, line) in read(path).replace(DRAFT, "").lines().enumerate() {
            let lower = line.to_lowercase();
            let earlier = EARLIER.split('|').find(|phrase| lower.contains(phrase));
            let mut words = words(line);
            if earlier.is_some() || words.any(|word| is_commit(word) || is_day(word)) {
                found.push(format!("{path}:{}: {line}", number + 1));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
