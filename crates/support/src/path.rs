//! Errors that say which file they are about.

use std::error::Error;
use std::fmt::{self, Display};
use std::io;
use std::path::{Path, PathBuf};

/// What is wrong with a file or folder.
#[derive(Debug)]
pub struct PathError<E = io::Error> {
    /// The file or folder.
    pub path: PathBuf,
    /// What is wrong with it.
    pub error: E,
}

impl<E: Display> Display for PathError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.error)
    }
}

impl<E: Error + 'static> Error for PathError<E> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.error)
    }
}

/// Names the file in an error.
///
/// ```
/// use crosscram_support::path::At;
///
/// let read = std::fs::read("no/such/file").at("no/such/file");
/// assert!(read.unwrap_err().to_string().starts_with("no/such/file: "));
/// ```
pub trait At<T, E> {
    /// The same with an error about this file or folder.
    fn at(self, path: impl AsRef<Path>) -> Result<T, PathError<E>>;
}

impl<T, E> At<T, E> for Result<T, E> {
    fn at(self, path: impl AsRef<Path>) -> Result<T, PathError<E>> {
        self.map_err(|error| PathError {
            path: path.as_ref().to_path_buf(),
            error,
        })
    }
}
