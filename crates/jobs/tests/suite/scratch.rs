//! A directory for the files of one test.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// Removed with everything in it when dropped.
pub(crate) struct Scratch(TempDir);

impl Scratch {
    pub(crate) fn new() -> Scratch {
        Scratch(tempfile::tempdir().expect("a directory for temporary files"))
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn file(&self, name: &str, contents: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        write(&path, contents);
        path
    }
}

pub(crate) fn write(path: &Path, contents: impl AsRef<[u8]>) {
    fs::write(path, contents).expect("a temporary file can be written");
}

pub(crate) fn read(path: &Path) -> Vec<u8> {
    fs::read(path).expect("a temporary file can be read")
}
