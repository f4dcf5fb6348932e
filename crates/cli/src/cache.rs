//! `--cache`: tables on disk, read before searches and written after them.

use crate::args::CacheArg;
use crate::failure::Failure;
use crate::remark;
use crosscram_rules::Question;
use crosscram_search::cache::{Cache, Event};
use crosscram_search::{Options, Solver};

/// The directory of the option, if it was given.
pub(crate) struct Tables(Option<Cache>);

impl Tables {
    /// Opens the directory. Returns an error if it cannot be used.
    pub(crate) fn open(arg: &CacheArg, options: &Options) -> Result<Self, Failure> {
        let Some(directory) = &arg.cache else {
            return Ok(Tables(None));
        };
        let Options::Crosscram(_) = options else {
            return Err(Failure::message(format_args!(
                "--cache: the engine {} has no such part",
                options.engine()
            )));
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

    /// Writes new tables. A file that cannot be written is not a failure, because the answers are printed.
    pub(crate) fn save(&self) {
        complain(problems(self.0.as_ref().map(Cache::save)));
    }
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
