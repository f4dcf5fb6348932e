//! Files that are replaced as a whole or not at all.
//!
//! New content is written to a file beside the target. [`Replacement::commit`] syncs it to disk and
//! renames it: a reader sees the old content or the new, even after a crash. If anything fails, the
//! old file stays and the unfinished one is removed. What is not a file, such as `/dev/stdout` or a pipe, is
//! written directly and stays what it is; a symbolic link stays one. A live writer holds a lock on its unfinished
//! file; one without a lock was left by a killed process, and the next writer removes it.

use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Writes `bytes` in place of the file.
///
/// ```
/// use crosscram_support::atomic;
///
/// let directory = tempfile::tempdir()?;
/// let path = directory.path().join("numbers");
/// atomic::write(&path, "1 2 3")?;
/// atomic::write(&path, "4 5 6")?;
/// assert_eq!(std::fs::read_to_string(&path)?, "4 5 6");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn write(path: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    replace(path, |file| file.write_all(bytes.as_ref()))
}

/// Replaces the file by what `write` writes. Returns what `write` returns.
pub fn replace<T>(
    path: &Path,
    write: impl FnOnce(&mut Replacement) -> io::Result<T>,
) -> io::Result<T> {
    let mut replacement = Replacement::create(path)?;
    let written = write(&mut replacement)?;
    replacement.commit()?;
    Ok(written)
}

/// The unfinished new content of a file. Dropping it leaves the old content as it is.
///
/// ```
/// use crosscram_support::atomic::{self, Replacement};
/// use std::io::Write;
///
/// let directory = tempfile::tempdir()?;
/// let path = directory.path().join("numbers");
/// atomic::write(&path, "1 2 3")?;
/// let mut replacement = Replacement::create(&path)?;
/// write!(replacement, "4 5 6")?;
/// drop(replacement);
/// assert_eq!(std::fs::read_to_string(&path)?, "1 2 3");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Replacement {
    path: PathBuf,
    partial: PathBuf,
    /// `None` once it is synced.
    file: Option<BufWriter<File>>,
    /// The same file, if it could be locked. The lock marks it as in use.
    locked: Option<File>,
    renamed: bool,
    /// The target is not a file and is written directly.
    direct: bool,
}

impl Replacement {
    /// Starts new content for `path` in a temporary file whose name no other process uses.
    pub fn create(path: &Path) -> io::Result<Replacement> {
        /// No name is used twice by one process.
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        if let Some(file) = open_special(path)? {
            let mut replacement = Replacement::new(path, PathBuf::new(), file);
            replacement.direct = true;
            return Ok(replacement);
        }
        let target = fs::canonicalize(path).ok().filter(|_| path.is_symlink());
        let path = target.as_deref().unwrap_or(path);
        remove_leftovers(path);
        loop {
            let number = NUMBER.fetch_add(1, Relaxed);
            let partial = beside(path, &format!(".{}-{number}.partial", process_id()));
            match File::create_new(&partial) {
                // A process on another machine uses this name.
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                created => {
                    let file = created?;
                    // On file systems without locks, leftovers are not removed.
                    let locked = file.try_clone().ok().filter(|file| file.lock().is_ok());
                    let mut replacement = Replacement::new(path, partial, file);
                    replacement.locked = locked;
                    // Before it was locked, another writer may have removed it as a leftover.
                    if replacement.partial.exists() {
                        return Ok(replacement);
                    }
                }
            }
        }
    }

    /// Starts new content for `path` under the fixed name `PATH.partial`, overwriting what a killed
    /// process left there. The caller must hold a lock that keeps other writers out.
    pub fn create_exclusive(path: &Path) -> io::Result<Replacement> {
        let partial = beside(path, ".partial");
        let file = File::create(&partial)?;
        Ok(Replacement::new(path, partial, file))
    }

    fn new(path: &Path, partial: PathBuf, file: File) -> Replacement {
        Replacement {
            path: path.to_path_buf(),
            partial,
            locked: None,
            file: Some(BufWriter::new(file)),
            renamed: false,
            direct: false,
        }
    }

    /// Syncs what was written to disk, so that [`Replacement::commit`] only has to rename. Nothing
    /// can be written afterwards.
    pub fn sync(&mut self) -> io::Result<()> {
        match self.file.take() {
            // Devices and pipes cannot be synced.
            Some(mut file) if self.direct => file.flush(),
            Some(file) => file.into_inner()?.sync_all(),
            None => Ok(()),
        }
    }

    /// Puts the new content in place of the old.
    pub fn commit(self) -> io::Result<()> {
        self.commit_locked().map(drop)
    }

    /// Puts the new content in place of the old, and returns the new file, locked since before it was in
    /// place; `None` where files cannot be locked.
    pub fn commit_locked(mut self) -> io::Result<Option<File>> {
        self.sync()?;
        if self.direct {
            return Ok(None);
        }
        fs::rename(&self.partial, &self.path)?;
        self.renamed = true;
        sync_directory_of(&self.path);
        Ok(self.locked.take())
    }
}

impl Write for Replacement {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.file {
            Some(file) => file.write(bytes),
            None => Err(io::Error::other("the file is complete")),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), Write::flush)
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        if !self.renamed && !self.direct {
            // Closed first: some systems do not remove open files.
            if let Some(file) = self.file.take() {
                let _ = file.into_parts();
            }
            self.locked = None;
            // The error that led here is the one to report.
            let _ = fs::remove_file(&self.partial);
        }
    }
}

/// Opens a target that is neither a file nor a directory, if it is such.
fn open_special(path: &Path) -> io::Result<Option<File>> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() && !found.is_dir() => {
            File::options().write(true).open(path).map(Some)
        }
        _ => Ok(None),
    }
}

/// Makes a new name in the directory of `path` survive a crash of the machine, where the system can.
/// Elsewhere the file is as safe as any other new file.
pub fn sync_directory_of(path: &Path) {
    // Other systems cannot open directories, and do not need to.
    if cfg!(unix)
        && let Ok(directory) = File::open(directory_of(path))
    {
        let _ = directory.sync_all();
    }
}

/// Removes the unfinished contents of `path` whose writer has ended without removing them.
fn remove_leftovers(path: &Path) {
    let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
        return;
    };
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
    let is_partial = |other: &str| {
        let middle = other
            .strip_prefix(name)
            .and_then(|rest| rest.strip_prefix('.'));
        let middle = middle.and_then(|rest| rest.strip_suffix(".partial"));
        let numbers = middle.and_then(|middle| middle.split_once('-'));
        numbers.is_some_and(|(process, number)| is_number(process) && is_number(number))
    };
    // Errors are ignored: leftovers are harmless.
    for entry in fs::read_dir(directory_of(path))
        .into_iter()
        .flatten()
        .flatten()
    {
        let is_partial = entry.file_name().to_str().is_some_and(is_partial);
        if is_partial && File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok()) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn directory_of(path: &Path) -> &Path {
    let parent = path.parent().filter(|path| !path.as_os_str().is_empty());
    parent.unwrap_or(Path::new("."))
}

fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// WebAssembly has no processes, and asking panics.
fn process_id() -> u32 {
    if cfg!(target_family = "wasm") {
        0
    } else {
        std::process::id()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::{TempDir, tempdir};

    fn names(directory: &TempDir) -> Vec<String> {
        let entries = fs::read_dir(directory.path()).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.collect()
    }

    #[test]
    fn a_failed_write_leaves_the_old_file_alone() {
        let directory = tempdir().unwrap();
        let path = directory.path().join("a");
        write(&path, "old").unwrap();
        let failed: io::Result<()> = replace(&path, |file| {
            file.write_all(b"new")?;
            file.flush()?;
            assert_eq!(names(&directory).len(), 2);
            Err(io::Error::other("disk full"))
        });
        assert_eq!(failed.unwrap_err().to_string(), "disk full");
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(names(&directory), ["a"]);
    }

    #[test]
    fn a_failed_rename_leaves_nothing_behind() {
        let directory = tempdir().unwrap();
        let path = directory.path().join("a");
        fs::create_dir(&path).unwrap();
        assert!(write(&path, "new").is_err());
        assert_eq!(names(&directory), ["a"]);
        assert!(write(&directory.path().join("b/c"), "new").is_err());
        assert_eq!(names(&directory), ["a"]);
    }

    /// Before, a program of the superuser replaced devices by files.
    #[cfg(target_os = "linux")]
    #[test]
    fn devices_stay_devices_and_links_stay_links() {
        let device = Path::new("/dev/full");
        let error = write(device, "new").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::StorageFull);
        write(Path::new("/dev/null"), "new").unwrap();
        for device in [device, Path::new("/dev/null")] {
            assert!(!fs::metadata(device).unwrap().is_file());
        }
        let directory = tempdir().unwrap();
        let [path, link] = ["a", "link"].map(|name| directory.path().join(name));
        fs::write(&path, "old").unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        write(&link, "new").unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read(&path).unwrap(), b"new");
    }

    #[test]
    fn two_at_a_time_do_not_meet() {
        let directory = tempdir().unwrap();
        let path = directory.path().join("a");
        let [mut first, mut second] = [1, 2].map(|_| Replacement::create(&path).unwrap());
        first.write_all(b"first").unwrap();
        second.write_all(b"second").unwrap();
        first.sync().unwrap();
        assert_eq!(names(&directory).len(), 2);
        second.commit().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"second");
        first.commit().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"first");
        assert_eq!(names(&directory), ["a"]);
    }

    #[test]
    fn leftovers_of_killed_processes_are_removed() {
        let directory = tempdir().unwrap();
        let path = directory.path().join("a");
        let others = [
            "a.7-0.partia",
            "a.7-.partial",
            "a.partial",
            "aa.7-0.partial",
        ];
        for name in ["a.7-0.partial", "a.4000000000-12.partial"]
            .iter()
            .chain(&others)
        {
            fs::write(directory.path().join(name), "left").unwrap();
        }
        write(&path, "new").unwrap();
        let mut names = names(&directory);
        names.sort();
        assert_eq!(
            names,
            [
                "a",
                "a.7-.partial",
                "a.7-0.partia",
                "a.partial",
                "aa.7-0.partial"
            ]
        );
    }

    #[test]
    fn leftovers_of_the_fixed_name_are_overwritten() {
        let directory = tempdir().unwrap();
        let path = directory.path().join("a");
        fs::write(beside(&path, ".partial"), "left by a killed process").unwrap();
        let mut replacement = Replacement::create_exclusive(&path).unwrap();
        replacement.write_all(b"new").unwrap();
        replacement.sync().unwrap();
        assert!(replacement.write_all(b"more").is_err());
        replacement.commit().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(names(&directory), ["a"]);
    }
}
