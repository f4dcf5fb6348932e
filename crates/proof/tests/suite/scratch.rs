//! A directory for the files of one test.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

static NEXT: AtomicU32 = AtomicU32::new(0);

/// Removed with everything in it when dropped.
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    pub(crate) fn new() -> Scratch {
        let number = NEXT.fetch_add(1, Relaxed);
        let name = format!("crosscram-proof-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).expect("a directory for temporary files");
        Scratch(path)
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub(crate) fn file(&self, name: &str, contents: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        write(&path, contents);
        path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub(crate) fn write(path: &Path, contents: impl AsRef<[u8]>) {
    fs::write(path, contents).expect("a temporary file can be written");
}

pub(crate) fn read(path: &Path) -> Vec<u8> {
    fs::read(path).expect("a temporary file can be read")
}
