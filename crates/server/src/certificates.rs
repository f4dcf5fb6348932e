//! Certificates of a directory, by their hash.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// A certificate ends with a frame of this name and its hash; see docs/certificate.md.
const NAME: &[u8; 8] = b"blake3\0\0";
const TRAILER: u64 = 40;

/// Files by the hash in their last bytes, which verification compares with their contents.
pub(crate) fn index(directory: &Path) -> io::Result<HashMap<String, PathBuf>> {
    let mut found = HashMap::new();
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path
            .extension()
            .is_some_and(|extension| extension == "cert")
            && let Some(hash) = hash(&path)?
        {
            found.insert(hash, path);
        }
    }
    Ok(found)
}

/// The hash at the end of a file, if there is one.
fn hash(path: &Path) -> io::Result<Option<String>> {
    let mut file = File::open(path)?;
    if file.metadata()?.len() < TRAILER {
        return Ok(None);
    }
    file.seek(SeekFrom::End(-(TRAILER as i64)))?;
    let mut trailer = [0; TRAILER as usize];
    file.read_exact(&mut trailer)?;
    let digits = |hash: &[u8]| hash.iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(trailer.strip_prefix(NAME).map(digits))
}
