//! A directory for the files of one test.

use std::path::Path;
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

    /// A file of this name, as an argument of the program.
    pub(crate) fn file(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_string()
    }
}
