//! Where requests are taken: limits, and what tasks share.

use crate::request::{Fields, MISSING, Refused, Request, fields};
use crate::task::Task;
use crate::verify::Certificate;
use crate::{analyse, atlas, explain, play, review, solve, value};
use crosscram_atlas::Atlas;
use crosscram_rules::{Board, Tile};
use crosscram_search::{CrosscramOptions, Levels, Solver, TableSize};
use crosscram_values::positions::PositionValues;
use std::collections::{HashMap, VecDeque};
use std::ops::Deref;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// What a request may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Squares of a board.
    pub area: usize,
    /// How long one request may work, waiting aside.
    pub time: Duration,
    /// Bytes of a search's table of positions; each table of regions may grow as large.
    pub table: u64,
    /// Bytes that all tables that tasks share may hold before they are forgotten.
    pub shared: u64,
    /// Cells of the largest region whose value is worked out.
    pub value_cells: u32,
    /// Bytes of a certificate.
    pub certificate: usize,
    /// Solvers that are kept with their tables from one request to the next.
    pub idle_solvers: usize,
    /// Side of the largest chart.
    pub chart: usize,
}

impl Limits {
    /// For a page on a phone: some 200 MB with everything.
    pub const PAGE: Limits = Limits {
        area: 256,
        time: Duration::from_secs(600),
        table: 48 << 20,
        shared: 160 << 20,
        value_cells: 30,
        certificate: 16 << 20,
        idle_solvers: 1,
        chart: 60,
    };

    /// For a server of one's own.
    pub const LOCAL: Limits = Limits {
        area: 256,
        time: Duration::from_secs(300),
        table: 128 << 20,
        shared: 1 << 30,
        value_cells: 36,
        certificate: 64 << 20,
        idle_solvers: 0,
        chart: 100,
    };

    /// For a server that strangers use.
    pub const PUBLIC: Limits = Limits {
        area: 144,
        time: Duration::from_secs(30),
        table: 16 << 20,
        shared: 256 << 20,
        value_cells: 24,
        certificate: 4 << 20,
        idle_solvers: 0,
        chart: 60,
    };

    /// The time that a request asked for, or all that it may have.
    pub(crate) fn time(&self, seconds: Option<f64>) -> Result<Duration, Refused> {
        let Some(seconds) = seconds else {
            return Ok(self.time);
        };
        let most = self.time.as_secs_f64();
        if !(seconds > 0.0 && seconds <= most) {
            let message = format!("a time above 0 and up to {most} is taken here, not {seconds}");
            return Err(Refused::at("seconds", message));
        }
        Ok(Duration::from_secs_f64(seconds))
    }
}

/// How many certificates are kept for games against them.
const CERTIFICATES: usize = 4;

/// What all tasks share.
pub(crate) struct Shared {
    pub(crate) limits: Limits,
    /// The solvers whose tables of strips and regions the others share, by [`Strips`].
    sources: [Mutex<Arc<Solver>>; 2],
    idle: Mutex<Vec<(Strips, Solver)>>,
    values: Mutex<HashMap<u32, PositionValues>>,
    atlases: Mutex<HashMap<atlas::Key, Arc<Mutex<Atlas>>>>,
    certificates: Mutex<VecDeque<Arc<Certificate>>>,
}

/// Takes requests and makes tasks of them. Several threads may ask.
#[derive(Clone)]
pub struct Desk {
    pub(crate) shared: Arc<Shared>,
    /// Bytes of the tables of one task.
    table: u64,
}

impl Desk {
    /// A desk with these limits.
    pub fn new(limits: Limits) -> Desk {
        let shared = Shared {
            limits,
            sources: Strips::ALL.map(|strips| Mutex::new(Arc::new(strips.solver(&limits)))),
            idle: Mutex::default(),
            values: Mutex::default(),
            atlases: Mutex::default(),
            certificates: Mutex::default(),
        };
        Desk {
            shared: Arc::new(shared),
            table: limits.table,
        }
    }

    /// The same desk for a task that gets so many bytes for its tables, if the limits allow that many.
    #[must_use]
    pub fn with_table(&self, bytes: u64) -> Desk {
        Desk {
            shared: Arc::clone(&self.shared),
            table: bytes.min(self.limits().table),
        }
    }

    /// Bytes of the tables of one task.
    pub(crate) fn table(&self) -> u64 {
        self.table
    }

    /// The limits.
    pub fn limits(&self) -> &Limits {
        &self.shared.limits
    }

    /// Reads a request, which names itself in its field `ask`; the task then does the work.
    pub fn ask(&self, text: &str) -> Result<Box<dyn Task>, Refused> {
        let mut fields = fields(text.as_bytes())?;
        let ask = fields.remove("ask");
        let ask = ask.ok_or_else(|| Refused::at("ask", MISSING))?;
        self.ask_for(ask.as_str().unwrap_or_default(), fields)
    }

    /// The same for a request of this name.
    pub fn ask_for(&self, ask: &str, fields: Fields) -> Result<Box<dyn Task>, Refused> {
        match Request::read(ask, fields)? {
            Request::Solve(about) => solve::task(self, &about),
            Request::Analyse(about) => analyse::task(self, &about),
            Request::Review(about, game) => review::task(self, &about, &game),
            Request::Value(about) => value::task(self, &about),
            Request::Explain(about) => explain::task(self, &about),
            Request::Play(about, play) => play::task(self, &about, &play),
            Request::Atlas(atlas) => atlas::task(self, &atlas),
        }
    }

    /// Bytes of the tables that are kept between requests.
    pub fn memory(&self) -> u64 {
        let idle = open(&self.shared.idle);
        let positions = idle.iter().map(|(_, solver)| solver.memory().positions);
        let positions: u64 = positions.sum();
        let values = open(&self.shared.values);
        let values: usize = values.values().map(PositionValues::bytes).sum();
        let sources = self
            .shared
            .sources
            .iter()
            .map(|source| open(source).memory().total());
        sources.sum::<u64>() + positions + values as u64
    }

    /// Keeps a certificate for games against it; the oldest goes if there are too many.
    pub fn keep(&self, certificate: Certificate) {
        let mut kept = open(&self.shared.certificates);
        kept.retain(|other| other.hash() != certificate.hash());
        kept.push_back(Arc::new(certificate));
        while kept.len() > CERTIFICATES {
            kept.pop_front();
        }
    }

    /// The kept certificate with this hash.
    pub(crate) fn certificate(&self, hash: &str) -> Option<Arc<Certificate>> {
        let kept = open(&self.shared.certificates);
        let found = kept.iter().find(|certificate| certificate.hash() == hash);
        found.cloned()
    }

    /// A solver for one task, with the tables of the last one if it may be kept.
    pub(crate) fn solver(&self, board: &Board, tile: Tile) -> Lent {
        let table = TableSize::Bytes(self.table);
        let strips = Strips::of(board, tile, &self.shared.limits);
        let idle = open(&self.shared.idle).pop();
        let idle = idle.filter(|(kind, _)| *kind == strips);
        let mut source = open(&self.shared.sources[strips as usize]);
        let is_full = source.memory().total() > self.shared.limits.shared;
        if is_full {
            *source = Arc::new(strips.solver(&self.shared.limits));
        }
        let solver = match idle.filter(|_| !is_full) {
            Some((_, solver)) => solver,
            None => source.sibling(table).expect("the engine has siblings"),
        };
        Lent {
            desk: self.clone(),
            solver: Some((strips, solver)),
        }
    }

    /// The values that are kept for a tile. Whoever takes them puts them back with
    /// [`Desk::put_values`]; meanwhile others begin with nothing.
    pub(crate) fn take_values(&self, tile: Tile) -> PositionValues {
        let kept = open(&self.shared.values).remove(&tile.length());
        kept.unwrap_or_else(|| PositionValues::new(tile).with_limit(self.shared.limits.value_cells))
    }

    pub(crate) fn put_values(&self, mut values: PositionValues) {
        values.set_interrupt(None);
        if values.bytes() as u64 <= self.table {
            open(&self.shared.values).insert(values.tile().length(), values);
        }
    }

    /// The atlas of a kind, made when first wanted.
    pub(crate) fn atlas(&self, key: atlas::Key) -> Arc<Mutex<Atlas>> {
        if let Some(known) = open(&self.shared.atlases).get(&key) {
            return Arc::clone(known);
        }
        let made = Arc::new(Mutex::new(key.make()));
        let mut atlases = open(&self.shared.atlases);
        Arc::clone(atlases.entry(key).or_insert(made))
    }
}

/// Whether a solver has tables of strips. For longer tiles on wide boards they take more than a phone
/// should give: 256 MiB for tiles of three on eight columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Strips {
    With,
    Without,
}

impl Strips {
    const ALL: [Strips; 2] = [Strips::With, Strips::Without];

    fn of(board: &Board, tile: Tile, limits: &Limits) -> Strips {
        let longest = board.rows().max(board.cols()) as u32;
        // Sixteen bytes for every pattern of a strip.
        let bytes = 16u64
            .checked_shl(longest * tile.length())
            .unwrap_or(u64::MAX);
        match tile == Tile::DOMINO || bytes <= limits.table {
            true => Strips::With,
            false => Strips::Without,
        }
    }

    fn solver(self, limits: &Limits) -> Solver {
        let defaults = CrosscramOptions::default();
        Solver::new(CrosscramOptions {
            table: TableSize::Bytes(limits.table),
            bounds: Levels {
                rows: self == Strips::With,
                ..defaults.bounds
            },
            ..defaults
        })
    }
}

/// Nothing behind these locks can be left half done.
pub(crate) fn open<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A solver that goes back to the desk.
pub(crate) struct Lent {
    desk: Desk,
    solver: Option<(Strips, Solver)>,
}

impl Deref for Lent {
    type Target = Solver;

    fn deref(&self) -> &Solver {
        &self.solver.as_ref().expect("it is there until the end").1
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        let mut idle = open(&self.desk.shared.idle);
        if idle.len() < self.desk.shared.limits.idle_solvers {
            idle.extend(self.solver.take());
        }
    }
}
