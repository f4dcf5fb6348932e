//! Tables of regions of the engine crosscram on disk, kept between runs.
//!
//! The value of a region does not depend on the search, so a [`Cache`] affects only speed: as long as
//! tables have room, the same nodes are searched with or without it. It is one directory with a file for
//! every kind of table; the format is described in `values/src/cache/mod.rs`. Files are replaced
//! atomically, and one that is damaged in any bit is not used, but replaced when the tables are saved.
//!
//! ```
//! use crosscram_rules::{Board, Player, Question, Tile};
//! use crosscram_search::{Control, EngineName, Solver, cache::Cache};
//!
//! # let directory = tempfile::tempdir()?;
//! # let directory = directory.path();
//! let cache = Cache::open(directory)?;
//! let solver = Solver::new(EngineName::Crosscram);
//! let question = Question::new(Board::empty(6, 7)?, Tile::DOMINO, Player::Vertical);
//! for event in cache.load(&solver, &question) {
//!     println!("{event}");
//! }
//! solver.solve(&question, &Control::new());
//! for event in cache.save() {
//!     println!("{event}");
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::solver::Solver;
use crosscram_rules::{Bits, Question};
use crosscram_support::atomic::Replacement;
use crosscram_support::threads::lock;
use crosscram_values::tables::{Refused, RegionTable, TableKind};
use std::fmt;
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// A table is written again if it has grown by more than one part in this many since it was read.
const WORTH_WRITING: usize = 32;

/// The maximum number of kinds of tables in memory, so that a batch of boards of many sizes does not take
/// ever more memory.
const MAX_KINDS: usize = 16;

/// A directory in which tables of regions are kept.
pub struct Cache {
    directory: PathBuf,
    /// Tables are written only if they know so many shapes.
    worth_keeping: RangeInclusive<usize>,
    held: Mutex<Vec<Held>>,
}

/// A table that was loaded.
struct Held {
    table: Arc<dyn Table>,
    on_disk: OnDisk,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum OnDisk {
    /// A valid file, written when the table had this many entries; 0 for no file.
    Entries(usize),
    /// A file that was refused.
    Bad,
}

/// A table of regions, whatever its type of sets.
#[doc(hidden)]
pub trait Table: Send + Sync {
    /// The kind of its regions.
    fn kind(&self) -> TableKind;
    /// Number of known shapes up to reflection.
    fn entries(&self) -> usize;
    /// Its size in bytes.
    fn bytes(&self) -> u64;
    /// Adds the regions of a file.
    fn read(&self, file: File) -> Result<u64, Refused>;
    /// Writes all its regions.
    fn write(&self, file: &mut Replacement) -> io::Result<u64>;
}

impl<W: Bits> Table for RegionTable<W> {
    fn kind(&self) -> TableKind {
        self.kind()
    }

    fn entries(&self) -> usize {
        self.len()
    }

    fn bytes(&self) -> u64 {
        self.bytes()
    }

    fn read(&self, file: File) -> Result<u64, Refused> {
        // Blocks are large, so no buffer is needed.
        self.read_from(file)
    }

    fn write(&self, file: &mut Replacement) -> io::Result<u64> {
        self.write_to(file)
    }
}

/// What happened to a file of the cache.
#[derive(Debug)]
pub struct Event {
    /// The file.
    pub path: PathBuf,
    /// What happened.
    pub what: What,
}

/// What can happen to a file of the cache.
#[derive(Debug)]
pub enum What {
    /// So many shapes of regions were read.
    Read(u64),
    /// It was not used, and will be rewritten.
    Refused(Refused),
    /// So many shapes of regions were written.
    Written(u64),
    /// It could not be written; the previous file is unchanged.
    NotWritten(io::Error),
}

impl Event {
    /// Returns whether the user should be told.
    pub fn is_problem(&self) -> bool {
        matches!(self.what, What::Refused(_) | What::NotWritten(_))
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        match &self.what {
            What::Read(shapes) => write!(f, "{path}: {shapes} shapes read"),
            What::Refused(reason) => write!(f, "{path} {reason}; it will be rebuilt"),
            What::Written(shapes) => write!(f, "{path}: {shapes} shapes written"),
            What::NotWritten(error) => write!(f, "{path} cannot be written: {error}"),
        }
    }
}

/// A directory that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("cannot write into {}: {source}", directory.display())]
pub struct Unusable {
    directory: PathBuf,
    source: io::Error,
}

impl Cache {
    /// Opens a directory, which is created if necessary. Returns an error at once if nothing can be
    /// written into it, rather than after a long search.
    pub fn open(directory: &Path) -> Result<Cache, Unusable> {
        let probe = directory.join(format!("probe-{}", std::process::id()));
        fs::create_dir_all(directory)
            .and_then(|()| File::create(&probe))
            .and_then(|_| fs::remove_file(&probe))
            .map_err(|source| Unusable {
                directory: directory.to_path_buf(),
                source,
            })?;
        Ok(Cache {
            directory: directory.to_path_buf(),
            worth_keeping: 1..=usize::MAX,
            held: Mutex::default(),
        })
    }

    /// The same directory for the tables of another solver.
    pub(crate) fn again(&self) -> Cache {
        Cache {
            directory: self.directory.clone(),
            worth_keeping: self.worth_keeping.clone(),
            held: Mutex::default(),
        }
    }

    /// Writes only tables that know so many shapes up to reflection: small ones are computed again
    /// in no time, large ones would fill the disk.
    pub fn keeping(self, shapes: RangeInclusive<usize>) -> Cache {
        Cache {
            worth_keeping: shapes,
            ..self
        }
    }

    /// Reads what is there for the tables that `solver` uses for a question, unless that was
    /// done. Only the engine crosscram uses any.
    pub fn load(&self, solver: &Solver, question: &Question) -> Vec<Event> {
        let mut events = Vec::new();
        let mut held = lock(&self.held);
        for table in solver.engine().region_tables(question) {
            let kind = table.kind();
            if kind.limit == 0 || held.iter().any(|held| held.table.kind() == kind) {
                continue;
            }
            if held.len() >= MAX_KINDS {
                events.extend(self.write(&mut held));
                held.clear();
            }
            let path = self.path(kind);
            let on_disk = match File::open(&path) {
                Err(error) if error.kind() == ErrorKind::NotFound => OnDisk::Entries(0),
                file => match file.map_err(Refused::Io).and_then(|file| table.read(file)) {
                    Ok(regions) => {
                        let what = What::Read(regions);
                        events.push(Event { path, what });
                        OnDisk::Entries(table.entries())
                    }
                    Err(refused) => {
                        let what = What::Refused(refused);
                        events.push(Event { path, what });
                        OnDisk::Bad
                    }
                },
            };
            held.push(Held { table, on_disk });
        }
        events
    }

    /// Writes the tables that have grown enough since they were read or written, and those whose file was
    /// refused.
    pub fn save(&self) -> Vec<Event> {
        self.write(&mut lock(&self.held))
    }

    fn write(&self, held: &mut [Held]) -> Vec<Event> {
        let mut events = Vec::new();
        for held in held {
            let entries = held.table.entries();
            let has_grown = match held.on_disk {
                OnDisk::Entries(before) => entries > before + before / WORTH_WRITING,
                OnDisk::Bad => true,
            };
            if !has_grown || !self.worth_keeping.contains(&entries) {
                continue;
            }
            let path = self.path(held.table.kind());
            let what = match self.write_file(&*held.table, &path) {
                Ok(regions) => {
                    held.on_disk = OnDisk::Entries(entries);
                    What::Written(regions)
                }
                Err(error) => What::NotWritten(error),
            };
            events.push(Event { path, what });
        }
        events
    }

    /// Writes a file, atomically.
    fn write_file(&self, table: &dyn Table, path: &Path) -> io::Result<u64> {
        // One process at a time, because all use the same name for the unfinished file, so that one left
        // by a killed process is soon overwritten.
        let lock = File::create(self.directory.join("lock"))?;
        match lock.lock() {
            // Without locks, files of two processes could mix; the reader would refuse the result.
            Err(error) if error.kind() == ErrorKind::Unsupported => {}
            locked => locked?,
        }
        let mut file = Replacement::create_exclusive(path)?;
        let regions = table.write(&mut file)?;
        file.commit()?;
        Ok(regions)
    }

    fn path(&self, kind: TableKind) -> PathBuf {
        self.directory.join(kind.file_name())
    }
}
