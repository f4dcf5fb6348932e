//! That the tree stays tidy: no large file, no file of Rust and no dependency that nothing uses.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All files that are committed, or would be.
fn files() -> Vec<String> {
    let mut git = Command::new("git");
    git.args(["ls-files", "--cached", "--others", "--exclude-standard"]);
    let printed = git.current_dir(root()).output().unwrap();
    assert!(printed.status.success(), "{printed:?}");
    let printed = String::from_utf8(printed.stdout).unwrap();
    let there = printed.lines().filter(|path| root().join(path).is_file());
    there.map(str::to_string).collect()
}

fn read(path: &str) -> String {
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
