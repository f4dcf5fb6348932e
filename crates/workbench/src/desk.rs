//! Where requests are taken: limits, and what tasks share.

use crate::request::{ASKS, Fields, MISSING, Refused, about, alone, fields, read};
use crate::task::Task;
use crate::verify::Certificate;
use crate::{analyse, atlas, explain, play, review, solve, value};
use crosscram_atlas::Atlas;
use crosscram_rules::{Question, Tile};
use crosscram_search::session::Session;
use crosscram_search::{CrosscramOptions, Levels, Solver, TableSize};
use crosscram_support::threads::lock;
use crosscram_values::positions::PositionValues;
use std::collections::{HashMap, VecDeque};
use std::ops::Deref;
use std::sync::{Arc, Mutex};
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
    /// Bytes of the tables of positions of all requests that are worked on.
    pub tables: u64,
    /// Bytes of the tables of positions that are kept from one request to the next.
    pub idle: u64,
    /// Side of the largest chart.
    pub chart: usize,
}

impl Limits {
    /// For a page on a phone: some 250 MB with everything.
    pub const PAGE: Limits = Limits {
        area: 256,
        time: Duration::from_secs(600),
        table: 48 << 20,
        shared: 160 << 20,
        value_cells: 30,
        certificate: 16 << 20,
        tables: 48 << 20,
        idle: 48 << 20,
        chart: 60,
    };

    /// For a server of one's own: as much memory as its session has.
    pub const LOCAL: Limits = Limits {
        area: 256,
        time: Duration::from_secs(300),
        table: FREE,
        shared: FREE,
        value_cells: 36,
        certificate: 64 << 20,
        tables: FREE,
        idle: 1 << 30,
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
        tables: 1 << 30,
        idle: 64 << 20,
        chart: 60,
    };

    /// The same with no more memory than a session has, which knows how much is free: as much for each search as for
    /// its own, twice as much for all, and as much again for the tables of regions.
    fn within(self, session: &Session) -> Limits {
        let most = match session.options().table() {
            TableSize::Bytes(bytes) => bytes,
            TableSize::Entries(_) => UNKNOWN,
        };
        Limits {
            table: self.table.min(most),
            tables: self.tables.min(2 * most),
            shared: self.shared.min(most),
            idle: self.idle.min(most),
            ..self
        }
    }

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

/// No limit of memory but that of the session.
const FREE: u64 = u64::MAX;
/// Bytes of a table where the system does not say how much memory is free.
const UNKNOWN: u64 = 1 << 30;

/// How many tables of positions are kept for later requests.
const KEPT: usize = 8;

/// How many certificates are kept for games against them.
const CERTIFICATES: usize = 4;

/// What all tasks share.
pub(crate) struct Shared {
    pub(crate) limits: Limits,
    /// The sessions whose tables of strips and regions those of the tasks share, by [`Strips`].
    sources: [Mutex<Session>; 2],
    /// What ended tasks have left, the latest last.
    idle: Mutex<Vec<Lease>>,
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
    /// A desk with these limits, whose tables are gone with it.
    pub fn new(limits: Limits) -> Desk {
        Desk::of_session(limits, Session::passing(CrosscramOptions::default()))
    }

    /// A desk whose searches share the tables of regions of a session of the engine crosscram.
    pub fn of_session(limits: Limits, session: Session) -> Desk {
        let without = session.with_bounds(Levels {
            rows: false,
            ..CrosscramOptions::default().bounds
        });
        let limits = limits.within(&session);
        let shared = Shared {
            limits,
            sources: [session, without].map(Mutex::new),
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
    pub fn ask_for(&self, ask: &str, mut fields: Fields) -> Result<Box<dyn Task>, Refused> {
        match ask {
            "solve" => solve::task(self, &alone(fields)?),
            "analyse" => analyse::task(self, &alone(fields)?),
            "review" => review::task(self, &about(&mut fields)?, &read(fields)?),
            "value" => value::task(self, &alone(fields)?),
            "explain" => explain::task(self, &alone(fields)?),
            "play" => play::task(self, &about(&mut fields)?, &read(fields)?),
            "atlas" => atlas::task(self, &read(fields)?),
            _ => {
                let known: Vec<_> = ASKS.iter().filter(|ask| **ask != "verify").collect();
                let message = format!("one of {known:?}, not {ask:?}");
                Err(Refused::at("ask", message))
            }
        }
    }

    /// Bytes of the tables that are kept between requests.
    pub fn memory(&self) -> u64 {
        let idle = lock(&self.shared.idle);
        let positions = idle.iter().map(Lease::bytes).sum::<u64>();
        let values = lock(&self.shared.values);
        let values: usize = values.values().map(PositionValues::bytes).sum();
        let sources = self.shared.sources.iter();
        let sources = sources.map(|source| lock(source).memory().total());
        sources.sum::<u64>() + positions + values as u64
    }

    /// Writes the tables of regions that the session keeps.
    pub fn save(&self) {
        self.shared
            .sources
            .iter()
            .for_each(|source| lock(source).save());
    }

    /// Keeps a certificate for games against it; the oldest goes if there are too many.
    pub fn keep(&self, certificate: Certificate) {
        let mut kept = lock(&self.shared.certificates);
        kept.retain(|other| other.hash() != certificate.hash());
        kept.push_back(Arc::new(certificate));
        while kept.len() > CERTIFICATES {
            kept.pop_front();
        }
    }

    /// The kept certificate with this hash.
    pub(crate) fn certificate(&self, hash: &str) -> Option<Arc<Certificate>> {
        let kept = lock(&self.shared.certificates);
        let found = kept.iter().find(|certificate| certificate.hash() == hash);
        found.cloned()
    }

    /// A session for a task that begins with this question: with the table of positions of an ended task, if there
    /// is one of use and this task may have so large a table.
    pub(crate) fn session(&self, question: &Question) -> Result<Lent, Refused> {
        let strips = Strips::of(question, &self.shared.limits);
        let (source, is_full) = {
            let mut source = lock(&self.shared.sources[strips as usize]);
            let is_full = source.memory().total() > self.shared.limits.shared;
            if let Some(bounds) = source.bounds().filter(|_| is_full) {
                *source = source.with_bounds(bounds);
            }
            (source.clone(), is_full)
        };
        let mut idle = lock(&self.shared.idle);
        if is_full {
            idle.retain(|lease| lease.strips != strips);
        }
        let fits = |lease: &Lease| {
            let warm = lease.session.engine().is_warm_for(question);
            warm && lease.strips == strips && lease.table <= self.table
        };
        let warm = idle.iter().rposition(fits).map(|place| idle.remove(place));
        drop(idle);
        let lease = warm.or_else(|| {
            let session = source.sibling_with(TableSize::Bytes(self.table))?;
            Some(Lease {
                strips,
                table: self.table,
                session,
            })
        });
        let lease = lease.expect("the engine has siblings");
        let admitted = lease.session.admit(question, 1);
        admitted.map_err(|error| Refused::at("position", error))?;
        Ok(Lent {
            desk: self.clone(),
            lease: Some(lease),
        })
    }

    /// The values that are kept for a tile. Whoever takes them puts them back with
    /// [`Desk::put_values`]; meanwhile others begin with nothing.
    pub(crate) fn take_values(&self, tile: Tile) -> PositionValues {
        let kept = lock(&self.shared.values).remove(&tile.length());
        kept.unwrap_or_else(|| PositionValues::new(tile).with_limit(self.shared.limits.value_cells))
    }

    pub(crate) fn put_values(&self, mut values: PositionValues) {
        values.set_interrupt(None);
        if values.bytes() as u64 <= self.table {
            lock(&self.shared.values).insert(values.tile().length(), values);
        }
    }

    /// The atlas of a kind, made when first wanted.
    pub(crate) fn atlas(&self, key: atlas::Key) -> Arc<Mutex<Atlas>> {
        if let Some(known) = lock(&self.shared.atlases).get(&key) {
            return Arc::clone(known);
        }
        let made = Arc::new(Mutex::new(key.make()));
        let mut atlases = lock(&self.shared.atlases);
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
    fn of(question: &Question, limits: &Limits) -> Strips {
        let Question { board, tile, .. } = question;
        let longest = board.rows().max(board.cols()) as u32;
        // Sixteen bytes for every pattern of a strip.
        let bytes = 16u64
            .checked_shl(longest * tile.length())
            .unwrap_or(u64::MAX);
        match *tile == Tile::DOMINO || bytes <= limits.table {
            true => Strips::With,
            false => Strips::Without,
        }
    }
}

/// A session of one task at a time.
struct Lease {
    strips: Strips,
    /// Bytes that its table of positions may take.
    table: u64,
    session: Session,
}

impl Lease {
    /// Bytes of its table of positions.
    fn bytes(&self) -> u64 {
        self.session.memory().positions
    }
}

/// A session that goes back to the desk.
pub(crate) struct Lent {
    desk: Desk,
    lease: Option<Lease>,
}

impl Deref for Lent {
    type Target = Solver;

    fn deref(&self) -> &Solver {
        let lease = self.lease.as_ref();
        &lease.expect("it is there until the end").session
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        let most = self.desk.shared.limits.idle;
        let mut idle = lock(&self.desk.shared.idle);
        idle.extend(self.lease.take());
        while idle.len() > KEPT || idle.iter().map(Lease::bytes).sum::<u64>() > most {
            idle.remove(0);
        }
    }
}
