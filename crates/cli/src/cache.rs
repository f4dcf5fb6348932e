//! Tables on disk, as the command line asks for them: `--cache` and `--no-cache`.

use crate::args::CacheArg;
use crate::failure::Failure;
use crosscram_search::Options;
use crosscram_search::cache::Event;
use crosscram_search::session::{Keep, KeepError, Session};

/// A session with these options. An error if a directory was named that cannot be used, or that the engine has no
/// use for.
pub(crate) fn session(options: impl Into<Options>, arg: &CacheArg) -> Result<Session, Failure> {
    let options = options.into();
    let (option, keep) = match &arg.cache {
        Some(directory) => ("--cache", Keep::In(directory.clone())),
        None if arg.no_cache => ("--no-cache", Keep::Nowhere),
        None => ("", Keep::Own),
    };
    let refused = |error: KeepError| failure!("{option}: {error}");
    match &options {
        Options::Crosscram(_) => {}
        other if arg.no_cache => return Err(refused(KeepError::NoTables(other.engine().name()))),
        _ => {}
    }
    let complain = |event: &Event| remark!("warning: {event}");
    Session::telling(options, &keep, complain).map_err(refused)
}
