//! The folder of a run: what it is about, and its segments. Everything that is proven is in the segments;
//! they are written once and never changed.
//!
//! | file | what it is |
//! |---|---|
//! | `run` | the question and the size of units; written first |
//! | `lock` | locked by the process that writes here |
//! | `segments/` | the segments, `HASH-WORKER.segment` with the first digits of the blake3 hash of the file |
//! | `rejected/` | segments that are damaged or false; kept for whoever wants to know |
//! | `shut-out` | workers whose segments are not taken any more, each with the reason |
//! | `times.tsv` | when units ended, what they took; for people and for `cluster simulate`, nothing depends on it |
//! | `units/`, `inbox/` | units for other programs, and the segments that they bring ([`super::Desk::collect`]) |

use super::compose::Shelf;
use super::coordinator::Plan;
use super::segment::Segment;
use crate::text::{Game, Lines};
use crate::{FileError, Problem};
use crosscram_rules::Question;
use crosscram_search::Levels;
use crosscram_support::atomic;
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

const NAME: &str = "crosscram jobs";
const VERSION: u32 = 2;

/// Folders inside.
const SEGMENTS: &str = "segments";
const REJECTED: &str = "rejected";
/// Units for other programs.
pub const UNITS: &str = "units";
/// How the run is doing, for whoever looks.
pub const STATUS: &str = "status.json";
/// Segments that other programs bring.
pub const INBOX: &str = "inbox";

/// How the workers are called that are searches of a whole board ([`Journal`](crate::Journal)).
pub(super) const SEARCH: &str = "search-";

/// How the name of a segment ends.
const SUFFIX: &str = ".segment";

/// Digits of a segment's hash in its name.
const DIGITS: usize = 16;

/// The folder of a run, locked against other processes.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    /// Unlocked when it is dropped; `None` if it is only read.
    lock: Option<File>,
}

impl Drop for Folder {
    fn drop(&mut self) {
        if let Some(lock) = &self.lock {
            let _ = lock.unlock();
        }
    }
}

impl Folder {
    /// Returns whether there is a run in a directory.
    pub fn exists(path: &Path) -> bool {
        path.join("run").exists()
    }

    /// A directory that may have segments, made if necessary.
    pub(super) fn with_directories(path: &Path) -> Result<Folder, FileError> {
        refuse_file(path)?;
        for folder in [SEGMENTS, REJECTED] {
            let folder = path.join(folder);
            fs::create_dir_all(&folder).map_err(|error| FileError::io(&folder, "make", error))?;
        }
        Folder::lock(path)
    }

    /// A directory that is only read.
    pub(super) fn only_read(path: &Path) -> Result<Folder, FileError> {
        refuse_file(path)?;
        Ok(Folder {
            path: path.to_path_buf(),
            lock: None,
        })
    }

    /// Begins a run in a directory, which is made if necessary.
    pub fn create(path: &Path, plan: &Plan) -> Result<Folder, FileError> {
        let folder = Folder::with_directories(path)?;
        for name in folder.segments()? {
            // One that is damaged is put aside later.
            if let Ok(segment) = folder.read(&name) {
                folder.check_game(&name, &segment, &plan.question)?;
            }
        }
        let run = path.join("run");
        atomic::write(&run, text(plan)).map_err(|error| FileError::io(&run, "write", error))?;
        Ok(folder)
    }

    /// Opens the folder of a run. Returns what the run is about.
    pub fn open(path: &Path) -> Result<(Folder, Plan), FileError> {
        let folder = Folder::lock(path)?;
        let plan = folder.plan()?;
        Ok((folder, plan))
    }

    /// Reads what the run in a directory is about, without locking it.
    pub fn peek(path: &Path) -> Result<Plan, FileError> {
        refuse_file(path)?;
        let run = path.join("run");
        let bytes = fs::read(&run).map_err(|error| FileError::io(&run, "read", error))?;
        read_plan(&bytes, &run)
    }

    fn plan(&self) -> Result<Plan, FileError> {
        Folder::peek(&self.path)
    }

    fn lock(path: &Path) -> Result<Folder, FileError> {
        let name = path.join("lock");
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let lock = options.open(&name);
        let lock = lock.map_err(|error| FileError::io(&name, "open", error))?;
        lock.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => FileError::Locked { path: name.clone() },
            TryLockError::Error(error) => FileError::io(&name, "lock", error),
        })?;
        Ok(Folder {
            path: path.to_path_buf(),
            lock: Some(lock),
        })
    }

    /// The directory.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The names of all segments.
    pub fn segments(&self) -> Result<Vec<String>, FileError> {
        list(&self.path.join(SEGMENTS))
    }

    /// The file of a segment.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(SEGMENTS).join(name)
    }

    /// Reads a segment. One whose name is not that of its content is damaged.
    pub fn read(&self, name: &str) -> Result<Segment, FileError> {
        let path = self.file(name);
        let bytes = fs::read(&path).map_err(|error| FileError::io(&path, "read", error))?;
        if !name.starts_with(&digits(&bytes)) {
            let error = io::Error::new(
                io::ErrorKind::InvalidData,
                "it has not the hash of its name",
            );
            return Err(FileError::io(&path, "use", error));
        }
        Segment::read(&bytes, &path)
    }

    /// The name of a segment with these bytes.
    pub fn name(worker: &str, bytes: &[u8]) -> String {
        format!("{}-{worker}{SUFFIX}", digits(bytes))
    }

    /// Refuses a question of another board or tile than the run in the folder, if there is one, is about.
    pub(super) fn check_run(&self, question: &Question) -> Result<(), FileError> {
        match Folder::exists(&self.path) {
            true => same_game(&self.path.join("run"), &self.plan()?.question, question),
            false => Ok(()),
        }
    }

    /// Refuses a segment of another board or tile than those of a question.
    pub(super) fn check_game(
        &self,
        name: &str,
        segment: &Segment,
        question: &Question,
    ) -> Result<(), FileError> {
        same_game(&self.file(name), &segment.results[0].position, question)
    }

    /// Writes a segment. When this returns, it is on disk.
    pub fn store(&self, name: &str, bytes: &[u8]) -> Result<(), FileError> {
        let path = self.file(name);
        if !path.exists() {
            atomic::write(&path, bytes).map_err(|error| FileError::io(&path, "write", error))?;
        }
        Ok(())
    }

    /// Puts a segment aside.
    pub fn reject(&self, name: &str) -> Result<(), FileError> {
        let (from, to) = (self.file(name), self.path.join(REJECTED).join(name));
        fs::rename(&from, to).map_err(|error| FileError::io(&from, "put aside", error))
    }

    /// Keeps a segment that was not taken, so that somebody can look at it. That it cannot be kept is no
    /// reason to stop.
    pub fn keep_rejected(&self, worker: &str, bytes: &[u8]) {
        let _ = fs::write(
            self.path.join(REJECTED).join(Folder::name(worker, bytes)),
            bytes,
        );
    }

    /// The workers whose segments are not taken any more, with the reasons.
    pub fn shut_out(&self) -> Result<BTreeMap<String, String>, FileError> {
        let path = self.path.join("shut-out");
        let text = match fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            read => read.map_err(|error| FileError::io(&path, "read", error))?,
        };
        let pairs = text.lines().filter_map(|line| line.split_once('\t'));
        Ok(pairs
            .map(|(worker, reason)| (worker.to_string(), reason.to_string()))
            .collect())
    }

    /// Writes down who is shut out.
    pub fn write_shut_out(&self, workers: &BTreeMap<String, String>) -> Result<(), FileError> {
        let path = self.path.join("shut-out");
        let lines: String = workers
            .iter()
            .map(|(worker, reason)| format!("{worker}\t{reason}\n"))
            .collect();
        atomic::write(&path, lines).map_err(|error| FileError::io(&path, "write", error))
    }

    /// Writes down how the run is doing, for whoever looks. That it cannot be written is no reason to stop.
    pub fn note_status(&self, words: &str) {
        let (new, path) = (self.path.join("status.new"), self.path.join(STATUS));
        let _ = fs::write(&new, words).and_then(|()| fs::rename(&new, &path));
    }

    /// The times of units and searches, as far as there are any.
    pub(super) fn times(&self) -> String {
        fs::read_to_string(self.path.join("times.tsv")).unwrap_or_default()
    }

    /// Appends a line to the times. That it cannot be written is no reason to stop.
    pub fn note_time(&self, line: &str) {
        let path = self.path.join("times.tsv");
        let is_new = !path.exists();
        let file = OpenOptions::new().append(true).create(true).open(path);
        if let Ok(mut file) = file {
            let header = "worker\tpositions\tnodes\twriting\tseconds\tchecking\tbytes\tfacts\n";
            let _ =
                file.write_all(format!("{}{line}\n", if is_new { header } else { "" }).as_bytes());
        }
    }
}

impl Shelf for Folder {
    fn segment(&self, name: &str) -> io::Result<Segment> {
        self.read(name)
            .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error.to_string()))
    }
}

/// Refuses what a file is about if the board or the tile is not that of a question.
fn same_game(path: &Path, found: &Question, wanted: &Question) -> Result<(), FileError> {
    let (found, wanted) = (Game::of(found), Game::of(wanted));
    match found == wanted {
        true => Ok(()),
        false => Err(FileError::OtherGame {
            path: path.to_path_buf(),
            wanted: wanted.name(),
            found: found.name(),
        }),
    }
}

/// Refuses a file where a folder is expected; one of an earlier version by what replaces it.
fn refuse_file(path: &Path) -> Result<(), FileError> {
    if path.is_file() {
        let bytes = fs::read(path).map_err(|error| FileError::io(path, "read", error))?;
        Lines::new(&bytes[..], path)
            .need()?
            .version(NAME, VERSION)?;
    }
    Ok(())
}

/// The worker in the name of a segment.
pub(super) fn worker_of(name: &str) -> &str {
    let name = name.strip_suffix(SUFFIX).unwrap_or(name);
    name.split_once('-').map_or("", |(_, worker)| worker)
}

/// Returns whether a text can be the name of a worker: letters, digits, `_`, `-` and `.`, at most 64, but not like that of a search,
/// whose word is taken.
pub fn is_worker_name(text: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte);
    !text.is_empty() && text.len() <= 64 && text.bytes().all(is_part) && !text.starts_with(SEARCH)
}

/// The files of a folder that are segments, by name.
pub(super) fn list(folder: &Path) -> Result<Vec<String>, FileError> {
    let failed = |error: io::Error| FileError::io(folder, "read", error);
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let name = entry.map_err(failed)?.file_name();
        if let Some(name) = name.to_str().filter(|name| name.ends_with(SUFFIX)) {
            names.push(name.to_string());
        }
    }
    names.sort();
    Ok(names)
}

fn digits(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex()[..DIGITS].to_string()
}

fn text(plan: &Plan) -> String {
    let Plan {
        question,
        bounds,
        nodes,
    } = plan;
    let (board, tile, first) = (question.name(), question.tile, question.first.letter());
    format!(
        "{NAME} {VERSION}\nboard {board}\ntile {tile}\nfirst {first}\nbounds {bounds}\nnodes {nodes}\n"
    )
}

fn read_plan(bytes: &[u8], path: &Path) -> Result<Plan, FileError> {
    let mut lines = Lines::new(bytes, path);
    lines.need()?.version(NAME, VERSION)?;
    let mut line = lines.need()?;
    line.literal("board ")?;
    let (board, number) = line.any_board()?;
    let mut line = lines.need()?;
    line.literal("tile ")?;
    let tile = line.tile()?;
    let mut line = lines.need()?;
    line.literal("first ")?;
    let first = line.player()?;
    line.end()?;
    let mut line = lines.need()?;
    line.literal("bounds ")?;
    let bounds = line.words("levels of bounds")?.parse();
    let bounds: Levels = bounds.map_err(|_| line.expected("levels of bounds"))?;
    let mut line = lines.need()?;
    line.literal("nodes ")?;
    let nodes = line.number("a number of nodes")?;
    line.end()?;
    if nodes == 0 {
        return Err(line.error(Problem::Expected {
            what: "a number of nodes above 0",
            found: "0".to_string(),
        }));
    }
    Ok(Plan {
        question: Question::new(board, tile, first).plus(number),
        bounds,
        nodes,
    })
}
