//! A directory for the files of one test, and the program in it.

use crate::run::{Line, Run, objects, program, run_command};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Removed with everything in it when dropped.
pub(crate) struct Scratch(TempDir);

impl Scratch {
    pub(crate) fn new() -> Scratch {
        Scratch(tempfile::tempdir().unwrap())
    }

    pub(crate) fn directory(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// A file of this name, as an argument of the program.
    pub(crate) fn file(&self, name: &str) -> String {
        self.path(name).to_str().unwrap().to_string()
    }

    #[track_caller]
    pub(crate) fn write(&self, name: &str, contents: impl AsRef<[u8]>) {
        fs::write(self.path(name), contents).unwrap();
    }

    #[track_caller]
    pub(crate) fn read(&self, name: &str) -> String {
        String::from_utf8(self.bytes(name)).unwrap()
    }

    #[track_caller]
    pub(crate) fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// How many files and folders are in it.
    pub(crate) fn entries(&self) -> usize {
        fs::read_dir(self.directory()).unwrap().count()
    }

    /// Runs to the end in the directory.
    pub(crate) fn run<L: Line + ?Sized>(&self, line: &L) -> Run {
        self.run_with(line, b"")
    }

    /// Runs to the end in the directory, with this on standard input.
    pub(crate) fn run_with<L: Line + ?Sized>(&self, line: &L, input: &[u8]) -> Run {
        run_command(program(line).current_dir(self.directory()), input)
    }

    /// What a run in the directory prints, which must end well and without remarks.
    #[track_caller]
    pub(crate) fn good<L: Line + ?Sized>(&self, line: &L) -> String {
        self.run(line).ended_well(line)
    }

    /// The only JSON object of a run in the directory that must end well.
    #[track_caller]
    pub(crate) fn object<L: Line + ?Sized>(&self, line: &L) -> Value {
        let mut found = objects(&self.good(line));
        assert_eq!(found.len(), 1, "{:?}", line.words());
        found.remove(0)
    }
}
