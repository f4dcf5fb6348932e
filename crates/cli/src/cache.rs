//! Tables on disk, read before searches and written after them.
//!
//! On small boards most of the time of a search goes into computing regions, so the tables are kept
//! without being asked for, where other programs keep such files too.

use crate::args::CacheArg;
use crate::failure::Failure;
use crate::remark;
use crosscram_rules::Question;
use crosscram_search::cache::{Cache, Event};
use crosscram_search::{Options, Solver};
use std::env;
use std::ops::RangeInclusive;
use std::path::PathBuf;

/// What the user's own cache keeps, in shapes up to reflection: fewer are computed in some hundredths of a
/// second, more take over sixty megabytes on disk.
const WORTH_KEEPING: RangeInclusive<usize> = 1 << 14..=4 << 20;

/// Names the directory of the user's own cache; if it is empty, there is none.
const VARIABLE: &str = "CROSSCRAM_CACHE";

/// The directory of tables, if there is one.
pub(crate) struct Tables(Option<Cache>);

impl Tables {
    /// Opens the directory. An error if one was named and cannot be used; without the user's own
    /// directory the search goes on without.
    pub(crate) fn open(arg: &CacheArg, options: &Options) -> Result<Self, Failure> {
        let option = match (&arg.cache, arg.no_cache) {
            (Some(_), _) => "--cache",
            (None, true) => "--no-cache",
            (None, false) => "",
        };
        let Options::Crosscram(_) = options else {
            return match option {
                "" => Ok(Tables(None)),
                _ => Err(Failure::message(format_args!(
                    "{option}: the engine {} has no such part",
                    options.engine()
                ))),
            };
        };
        if arg.no_cache {
            return Ok(Tables(None));
        }
        let Some(directory) = &arg.cache else {
            let own = own_directory().and_then(|directory| Cache::open(&directory).ok());
            return Ok(Tables(own.map(|cache| cache.keeping(WORTH_KEEPING))));
        };
        let cache = Cache::open(directory);
        let cache = cache.map_err(|error| Failure::message(format_args!("--cache: {error}")))?;
        Ok(Tables(Some(cache)))
    }

    /// Reads what a solver can use for a question. Returns lines for [`complain`].
    pub(crate) fn load(&self, solver: &Solver, question: &Question) -> Vec<String> {
        let cache = self.0.as_ref();
        problems(cache.map(|cache| cache.load(solver, question)))
    }

    /// Writes what was computed. A file that cannot be written is no failure: the answers are there.
    pub(crate) fn save(&self) {
        complain(problems(self.0.as_ref().map(Cache::save)));
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

fn problems(events: Option<Vec<Event>>) -> Vec<String> {
    let events = events.into_iter().flatten().filter(Event::is_problem);
    events.map(|event| format!("warning: {event}")).collect()
}

/// Reports problems with the cache on standard error.
pub(crate) fn complain(lines: Vec<String>) {
    for line in lines {
        remark(format_args!("{line}"));
    }
}
