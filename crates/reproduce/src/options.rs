//! Options of a run, and its observer.

use crosscram_rules::{Board, Player};
use crosscram_search::{Control, Replacement};
use std::fmt;

/// Limits of a run, and how it is done.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// Rows whose published number of nodes is above this are skipped; where none is published, an
    /// estimate is used. For tournaments it is the number of games of each pairing, where `u64::MAX` stands
    /// for the published one.
    pub up_to: u64,
    /// Searches at a time. Each has its own table of 2^23 entries, up to 256 MB.
    pub threads: usize,
    /// Sets of positions, sizes of tables and schemes for the experiment with replacement schemes (Bullock's
    /// Fig. 4.3), instead of those that come with it.
    pub schemes: Schemes<'a>,
    /// The observer of every search.
    pub watch: &'a dyn Watch,
}

/// A choice of a run that not every experiment has, see [`Paper::has`](crate::Paper::has).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// A number for [`Options::up_to`].
    UpTo,
    /// No limit: `u64::MAX` for [`Options::up_to`].
    Full,
    /// [`Options::threads`].
    Threads,
    /// [`Options::schemes`].
    Schemes,
}

/// Positions, table sizes and replacement schemes to compare; where there is none, the usual ones.
#[derive(Clone, Copy, Debug, Default)]
pub struct Schemes<'a> {
    /// The sets.
    pub sets: &'a [PositionSet],
    /// Numbers of entries.
    pub entries: &'a [u64],
    /// The schemes.
    pub schemes: &'a [Replacement],
}

/// Positions that are solved together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionSet {
    /// What the set is called in results.
    pub name: String,
    /// Boards and who is to move.
    pub positions: Vec<(Board, Player)>,
}

impl Default for Options<'static> {
    fn default() -> Self {
        Options {
            up_to: u64::MAX,
            threads: 1,
            schemes: Schemes::default(),
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

/// Observes each search from begin to end, and may stop it.
pub trait Watch: Sync {
    /// Calls `search` once, with a control through which it can be watched and stopped, and returns
    /// true; or returns false if no search may begin any more. `label` briefly describes the search.
    /// Called from several threads at once.
    fn watch(&self, label: &str, search: &mut dyn FnMut(&Control)) -> bool;

    /// Says once, before the first call of [`Watch::watch`], how many are to come at most, for a display of
    /// progress.
    fn planned(&self, _searches: usize) {}
}

/// An observer that does nothing.
#[derive(Clone, Copy, Debug)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn watch(&self, _label: &str, search: &mut dyn FnMut(&Control)) -> bool {
        search(&Control::new());
        true
    }
}
