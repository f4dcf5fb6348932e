//! How much is to be run, and who watches.

use crosscram_search::Control;
use std::fmt;

/// What a run may cost and how it is done.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// Rows whose published number of nodes is above this are skipped. Where nothing is published
    /// an estimate stands in. For tournaments it is the number of games for each pairing.
    pub up_to: u64,
    /// Searches at a time. Each has its own table of 2^23 entries, up to 256 MB.
    pub threads: usize,
    /// Who is told of every search.
    pub watch: &'a dyn Watch,
}

impl Default for Options<'static> {
    fn default() -> Self {
        Options {
            up_to: u64::MAX,
            threads: 1,
            watch: &Unwatched,
        }
    }
}

impl fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = f.debug_struct("Options");
        fields.field("up_to", &self.up_to);
        fields.field("threads", &self.threads);
        fields.finish_non_exhaustive()
    }
}

/// Somebody who sees each search begin and end, and may stop it.
pub trait Watch: Sync {
    /// Call `search` once, with a control through which it can be watched and stopped, and return
    /// true; or, if nothing is to begin any more, return false. `label` says in few words what is
    /// searched. Called from several threads at once.
    fn watch(&self, label: &str, search: &mut dyn FnMut(&Control)) -> bool;
}

/// Nobody watches and nothing is stopped.
#[derive(Clone, Copy, Debug)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn watch(&self, _label: &str, search: &mut dyn FnMut(&Control)) -> bool {
        search(&Control::new());
        true
    }
}
