//! What fuzz targets share.

use crosscram_support::checksum::Fnv1a;
use std::fmt::{Debug, Display};
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// What is read from a text is printed so that it is read back as the same.
pub fn round_trip<T: FromStr<Err: Display> + Display + PartialEq + Debug>(text: &str) {
    match text.parse::<T>() {
        Ok(value) => {
            let printed = value.to_string();
            match printed.parse::<T>() {
                Ok(again) => assert_eq!(again, value, "{text:?} is printed as {printed:?}"),
                Err(error) => panic!("{text:?} is printed as {printed:?}: {error}"),
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// The input as it is, and with its last eight bytes replaced by the right FNV-1a checksum: no
/// change of the bytes before would get past it otherwise.
pub fn with_checksum(input: &[u8]) -> [Vec<u8>; 2] {
    let content = &input[..input.len().saturating_sub(8)];
    let sum = Fnv1a::of(content).to_le_bytes();
    [input.to_vec(), [content, &sum].concat()]
}

/// A file of this process alone, for readers that want a path; removed when it is dropped.
pub struct TemporaryFile(PathBuf);

impl Deref for TemporaryFile {
    type Target = PathBuf;

    fn deref(&self) -> &PathBuf {
        &self.0
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// A file with this content.
pub fn file_with(content: &[u8]) -> TemporaryFile {
    // In memory where the system has a place for that.
    let memory = Path::new("/dev/shm");
    let directory = match memory.is_dir() {
        true => memory.to_path_buf(),
        false => std::env::temp_dir(),
    };
    let path = directory.join(format!("crosscram-fuzz-{}", std::process::id()));
    std::fs::write(&path, content).expect("a temporary file can be written");
    TemporaryFile(path)
}
