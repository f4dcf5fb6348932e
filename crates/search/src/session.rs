//! A solver as a program runs it: with a table of positions that fits into the free memory, and with tables
//! of regions that outlive the program.
//!
//! ```
//! use crosscram_rules::{Board, Player, Question, Tile};
//! use crosscram_search::{Control, EngineName, session::{Keep, Session}};
//!
//! # let directory = tempfile::tempdir()?;
//! # let directory = directory.path();
//! let keep = Keep::In(directory.to_path_buf());
//! let session = Session::new(EngineName::Crosscram.fitted(), &keep)?;
//! let question = Question::new(Board::empty(6, 7)?, Tile::DOMINO, Player::Vertical);
//! session.admit(&question, 1)?;
//! let report = session.solve(&question, &Control::new());
//! assert!(report.winner().is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::cache::{Cache, Event, Unusable};
use crate::options::{CrosscramOptions, EngineName, Levels, Options, TableSize};
use crate::report::SearchError;
use crate::solver::{Engine, Solver};
use crosscram_rules::Question;
use crosscram_support::memory::available;
use std::env;
use std::fmt;
use std::ops::{Deref, RangeInclusive};
use std::path::PathBuf;
use std::sync::Arc;

/// The default table takes the free memory divided by this.
const TABLE_SHARE: u64 = 4;
/// Its minimum size, if twice as much is free.
const SMALLEST_TABLE: u64 = 64 << 20;

/// What the user's own directory keeps, in shapes up to reflection: fewer are computed in some hundredths of
/// a second, more take over sixty megabytes on disk.
const WORTH_KEEPING: RangeInclusive<usize> = 1 << 12..=4 << 20;

/// Names the user's own directory; if it is empty, there is none.
const VARIABLE: &str = "CROSSCRAM_CACHE";

/// Where tables of regions are kept from one program to the next.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Keep {
    /// In the user's own directory: the one that `CROSSCRAM_CACHE` names, or else `crosscram` where the system
    /// keeps such files. Without one, or if it cannot be written, nowhere. Tables of medium size alone.
    #[default]
    Own,
    /// In this directory, tables of all sizes.
    In(PathBuf),
    /// Nowhere.
    Nowhere,
}

/// Tables cannot be kept as was asked.
#[derive(Debug, thiserror::Error)]
pub enum KeepError {
    /// The engine has no tables of regions.
    #[error("the engine {0} has no such part")]
    NoTables(&'static str),
    /// The directory cannot be used.
    #[error(transparent)]
    Unusable(#[from] Unusable),
}

impl Keep {
    fn open(&self, options: &Options) -> Result<Option<Cache>, KeepError> {
        let has_tables = matches!(options, Options::Crosscram(_));
        match self {
            Keep::Own if has_tables => {
                let cache = own_directory().and_then(|directory| Cache::open(&directory).ok());
                Ok(cache.map(|cache| cache.keeping(WORTH_KEEPING)))
            }
            Keep::In(directory) if has_tables => Ok(Some(Cache::open(directory)?)),
            Keep::In(_) => Err(KeepError::NoTables(options.engine().name())),
            Keep::Own | Keep::Nowhere => Ok(None),
        }
    }
}

/// Where the user's own tables are, if the system says where such files belong.
fn own_directory() -> Option<PathBuf> {
    let set = |name| env::var_os(name).filter(|value| !value.is_empty());
    if let Some(named) = env::var_os(VARIABLE) {
        return (!named.is_empty()).then(|| named.into());
    }
    let caches = if cfg!(windows) {
        PathBuf::from(set("LOCALAPPDATA")?)
    } else if let Some(caches) = set("XDG_CACHE_HOME") {
        PathBuf::from(caches)
    } else if cfg!(target_os = "macos") {
        PathBuf::from(set("HOME")?).join("Library/Caches")
    } else {
        PathBuf::from(set("HOME")?).join(".cache")
    };
    Some(caches.join("crosscram"))
}

impl CrosscramOptions {
    /// The default options, with a table of positions for the free memory.
    pub fn fitted() -> CrosscramOptions {
        let own = CrosscramOptions::default();
        let share = |free: u64| (free / TABLE_SHARE).max(SMALLEST_TABLE.min(free / 2));
        CrosscramOptions {
            table: available().map_or(own.table, |free| TableSize::Bytes(share(free))),
            ..own
        }
    }
}

impl EngineName {
    /// The options of this engine on this machine: ours takes a table for the free memory, those of the published
    /// engines are part of what was published.
    pub fn fitted(self) -> Options {
        match self {
            EngineName::Crosscram => CrosscramOptions::fitted().into(),
            other => other.options(),
        }
    }
}

/// The directory of a session and its siblings. What was computed is written when the last of them goes.
struct Kept {
    cache: Cache,
    tell: fn(&Event),
}

impl Kept {
    /// A file that cannot be used or written is no failure: the answers are there.
    fn tell(&self, events: Vec<Event>) {
        events
            .iter()
            .filter(|event| event.is_problem())
            .for_each(self.tell);
    }

    fn save(&self) {
        self.tell(self.cache.save());
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        self.save();
    }
}

/// A [`Solver`] with what programs need around it. Tables of regions are written when it is dropped.
#[derive(Clone)]
pub struct Session {
    solver: Arc<Solver>,
    options: Options,
    kept: Option<Arc<Kept>>,
    /// Bytes of memory when it began.
    free: Option<u64>,
}

impl Session {
    /// A solver with these options that keeps its tables of regions so.
    pub fn new(options: impl Into<Options>, keep: &Keep) -> Result<Session, KeepError> {
        Session::telling(options, keep, |_| {})
    }

    /// The same, and `tell` hears of files that cannot be used or written.
    pub fn telling(
        options: impl Into<Options>,
        keep: &Keep,
        tell: fn(&Event),
    ) -> Result<Session, KeepError> {
        let options = options.into();
        let kept = keep.open(&options)?.map(|cache| Kept { cache, tell });
        let session = Session::passing(options);
        Ok(Session {
            kept: kept.map(Arc::new),
            ..session
        })
    }

    /// One whose tables are gone with it. A program that names the type of the options has that engine alone inside.
    pub fn passing<O: Clone + Into<Options> + Into<Box<dyn Engine>>>(options: O) -> Session {
        Session {
            solver: Arc::new(Solver::new(options.clone())),
            options: options.into(),
            kept: None,
            free: available(),
        }
    }

    /// The bounds, if the engine is crosscram.
    pub fn bounds(&self) -> Option<Levels> {
        match &self.options {
            Options::Crosscram(options) => Some(options.bounds),
            _ => None,
        }
    }

    /// A session of the engine crosscram with these bounds that is like this one in everything else.
    pub fn with_bounds(&self, bounds: Levels) -> Session {
        let own = match &self.options {
            Options::Crosscram(options) => options.clone(),
            other => CrosscramOptions {
                table: other.table(),
                ..CrosscramOptions::default()
            },
        };
        let again = |kept: &Arc<Kept>| {
            let cache = kept.cache.again();
            let tell = kept.tell;
            Arc::new(Kept { cache, tell })
        };
        Session {
            kept: self.kept.as_ref().map(again),
            free: self.free,
            ..Session::passing(CrosscramOptions { bounds, ..own })
        }
    }

    /// A session that shares all tables of regions with this one and has a table of positions of its own. `None` if
    /// the engine has nothing to share.
    pub fn sibling(&self) -> Option<Session> {
        self.sibling_with(self.options.table())
    }

    /// The same with a table of this size.
    pub fn sibling_with(&self, table: TableSize) -> Option<Session> {
        let solver = self.solver.sibling(table)?;
        Some(Session {
            solver: Arc::new(solver),
            options: self.options.clone().with_table(table),
            ..self.clone()
        })
    }

    /// The solver.
    pub fn solver(&self) -> &Arc<Solver> {
        &self.solver
    }

    /// The options of the solver.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Refuses a question that the solver cannot answer, or whose tables, in so many searches side by side,
    /// need more memory than is free. Else reads what is kept for it.
    pub fn admit(&self, question: &Question, searches: usize) -> Result<(), SearchError> {
        self.solver.check(question)?;
        self.check_memory(question, searches, self.free)?;
        if let Some(kept) = &self.kept {
            kept.tell(kept.cache.load(&self.solver, question));
        }
        Ok(())
    }

    fn check_memory(
        &self,
        question: &Question,
        searches: usize,
        free: Option<u64>,
    ) -> Result<(), SearchError> {
        let Some(free) = free else {
            return Ok(());
        };
        let bytes = self.solver.engine().table_bytes(&question.board);
        let wanted = bytes.saturating_mul(searches as u64);
        if wanted <= free {
            return Ok(());
        }
        let tables = match searches {
            1 => "a table".to_string(),
            n => format!("{n} tables"),
        };
        Err(SearchError::new(format!(
            "{tables} of {} for a board of {} cells needs {} MiB of memory, {} MiB are free; --table sets the size",
            self.options.table(),
            question.board.area(),
            wanted >> 20,
            free >> 20,
        )))
    }

    /// Writes what was computed already now.
    pub fn save(&self) {
        if let Some(kept) = &self.kept {
            kept.save();
        }
    }
}

impl Deref for Session {
    type Target = Solver;

    fn deref(&self) -> &Solver {
        &self.solver
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.solver.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscram_rules::{Board, Player, Tile};

    #[test]
    fn tables_that_do_not_fit() {
        let question = Question::new(Board::empty(8, 8).unwrap(), Tile::DOMINO, Player::Vertical);
        let check = |size: &str, searches, free| {
            let options = EngineName::Obsequi.options();
            let session = Session::passing(options.with_table(size.parse().unwrap()));
            session.check_memory(&question, searches, free)
        };
        assert_eq!(check("2^23", 2, Some(256 << 20)), Ok(()));
        assert_eq!(check("2^40", 2, None), Ok(()));
        let error = check("2^23", 2, Some(255 << 20)).unwrap_err().to_string();
        assert!(
            error.contains("2 tables of 2^23") && error.contains("256 MiB"),
            "{error}"
        );
        assert!(check("1GiB", 1, Some(1 << 20)).is_err());
    }

    #[test]
    fn engines_without_tables_of_regions_keep_none() {
        let directory = tempfile::tempdir().unwrap();
        let keep = Keep::In(directory.path().to_path_buf());
        let error = Session::new(EngineName::Domi, &keep).unwrap_err();
        assert!(error.to_string().contains("the engine domi"), "{error}");
        assert!(Session::new(EngineName::Domi, &Keep::Own).is_ok());
    }
}
