//! Alpha-beta over any game, as a baseline for the proof-number searches.
//!
//! Depth by depth, with a table of positions and the table's move first. A position is won, lost or, as far as this depth
//! reaches, open; a won or lost one is so at every greater depth. Positions are not compared with the path: where play
//! can go on for ever, a loss that needs repetitions is never proved, and the search goes on until it is stopped.

use crate::dfpn::conditional::QuickMap;
use crate::game::{Game, Kind, Value};
use crate::numbers::Numbers;
use crate::report::{Ending, LOOK_EVERY, Observer, Report, Snapshot, Statistics};
use crosscram_support::clock::Instant;

/// Choices of an alpha-beta search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AlphaBetaOptions {
    /// The maximum number of positions in the table; when it is full, it is cleared.
    pub max_positions: usize,
    /// The greatest depth in plies, after which the search ends without an answer.
    pub max_depth: u32,
    /// Whether symmetric positions share an entry of the table.
    pub symmetric: bool,
}

impl Default for AlphaBetaOptions {
    fn default() -> Self {
        AlphaBetaOptions {
            max_positions: 4 << 20,
            max_depth: 200,
            symmetric: true,
        }
    }
}

/// Won, open and lost, in the order of the max player's wishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Known {
    Lost,
    Open,
    Won,
}

/// What is known of a position: bounds at this depth, and the move that gave them.
#[derive(Clone, Copy, Debug)]
struct Entry<M> {
    depth: u32,
    lower: Known,
    upper: Known,
    best: Option<M>,
}

/// An alpha-beta search by iterative deepening.
///
/// ```
/// use crosscram_pn::{AlphaBeta, AlphaBetaOptions, Unobserved, games::TicTacToe};
///
/// let game: TicTacToe = "XX.|OO.|...".parse()?;
/// let mut search = AlphaBeta::new(&game, AlphaBetaOptions::default());
/// assert_eq!(search.run(&mut Unobserved).is_win(), Some(true));
/// assert_eq!(search.best_move(), Some(2));
/// # Ok::<(), crosscram_pn::games::TicTacToeError>(())
/// ```
pub struct AlphaBeta<'g, G: Game> {
    game: &'g G,
    options: AlphaBetaOptions,
    table: QuickMap<G::Key, Entry<G::Move>>,
    statistics: Statistics,
    limit: u64,
    value: Known,
    best: Option<G::Move>,
}

impl<'g, G: Game> AlphaBeta<'g, G> {
    /// A search that has seen the root only.
    pub fn new(game: &'g G, options: AlphaBetaOptions) -> Self {
        AlphaBeta {
            game,
            options,
            table: QuickMap::default(),
            statistics: Statistics {
                nodes: 1,
                ..Statistics::default()
            },
            limit: u64::MAX,
            value: Known::Open,
            best: None,
        }
    }

    /// The game that is searched.
    pub fn game(&self) -> &'g G {
        self.game
    }

    /// The cost so far.
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// A move that proves the root's value, if it is the mover's win.
    pub fn best_move(&self) -> Option<G::Move> {
        self.best
    }

    /// Searches until the root is solved or `observer` stops it. Nodes are generated positions, at every depth anew.
    pub fn run(&mut self, observer: &mut impl Observer) -> Report {
        let (start, nodes_before) = (Instant::now(), self.statistics.nodes);
        self.limit = observer.limit();
        let ending = self.deepen(observer);
        self.shown_to(observer);
        Report {
            ending,
            root: self.root(),
            statistics: self.statistics,
            new_nodes: self.statistics.nodes - nodes_before,
            elapsed: start.elapsed(),
        }
    }

    fn root(&self) -> Numbers {
        match self.value {
            Known::Lost => Numbers::LOST,
            Known::Open => Numbers::ONE,
            Known::Won => Numbers::WON,
        }
    }

    fn deepen(&mut self, observer: &mut impl Observer) -> Ending {
        let root = self.game.root();
        for depth in 0..=self.options.max_depth {
            match self.value_of(&root, depth, Known::Lost, Known::Won, observer) {
                Ok(Known::Open) => {}
                Ok(value) => {
                    self.value = value;
                    let entry = self.table.get(&self.key(&root));
                    let wanted = match self.game.kind(&root) {
                        Kind::Max => Known::Won,
                        Kind::Min => Known::Lost,
                    };
                    self.best = entry
                        .and_then(|entry| entry.best)
                        .filter(|_| value == wanted);
                    return Ending::Solved;
                }
                Err(ending) => return ending,
            }
        }
        Ending::Stopped
    }

    /// The value within `depth` plies, or a bound of it outside of the window: a value up to `low` may be too high, one
    /// from `high` on too low.
    fn value_of(
        &mut self,
        position: &G::Position,
        depth: u32,
        mut low: Known,
        mut high: Known,
        observer: &mut impl Observer,
    ) -> Result<Known, Ending> {
        match self.game.evaluate(position) {
            Value::Win => return Ok(Known::Won),
            Value::Loss => return Ok(Known::Lost),
            Value::Unknown if depth == 0 => return Ok(Known::Open),
            Value::Unknown => {}
        }
        let key = self.key(position);
        let known = self.table.get(&key).copied();
        if let Some(entry) = known {
            let (mut lower, mut upper) = (Known::Lost, Known::Won);
            if entry.depth >= depth {
                (lower, upper) = (entry.lower, entry.upper);
            }
            // A proof holds at every depth.
            if entry.lower == Known::Won || entry.upper == Known::Lost {
                return Ok(entry.lower.max(lower).min(entry.upper));
            }
            low = low.max(lower);
            high = high.min(upper);
            if low >= high {
                return Ok(if lower >= high { lower } else { upper });
            }
        }
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        if moves.is_empty() {
            return Err(Ending::Stuck);
        }
        let before = known.and_then(|entry| entry.best);
        if let Some(place) = before.and_then(|best| moves.iter().position(|&mov| mov == best)) {
            moves[..=place].rotate_right(1);
        }
        let kind = self.game.kind(position);
        let (mut value, mut best) = match kind {
            Kind::Max => (Known::Lost, None),
            Kind::Min => (Known::Won, None),
        };
        let window = (low, high);
        self.statistics.expansions += 1;
        for mov in moves {
            if self.statistics.nodes >= self.limit {
                return Err(Ending::Stopped);
            }
            self.statistics.nodes += 1;
            if self.statistics.nodes.is_multiple_of(LOOK_EVERY) && !self.shown_to(observer) {
                return Err(Ending::Stopped);
            }
            let mut child = position.clone();
            self.game.play(&mut child, mov);
            let found = self.value_of(&child, depth - 1, low, high, observer)?;
            let better = match kind {
                Kind::Max => found > value,
                Kind::Min => found < value,
            };
            if better {
                (value, best) = (found, Some(mov));
            }
            match kind {
                Kind::Max => low = low.max(value),
                Kind::Min => high = high.min(value),
            }
            if low >= high {
                break;
            }
        }
        if self.table.len() >= self.options.max_positions {
            self.statistics.forgotten += self.table.len() as u64;
            self.table.clear();
        }
        let (lower, upper) = match value {
            value if value <= window.0 => (Known::Lost, value),
            value if value >= window.1 => (value, Known::Won),
            value => (value, value),
        };
        let best = best.or(before);
        self.table.insert(
            key,
            Entry {
                depth,
                lower,
                upper,
                best,
            },
        );
        Ok(value)
    }

    fn key(&self, position: &G::Position) -> G::Key {
        match self.options.symmetric {
            true => self.game.symmetric_key(position),
            false => self.game.key(position),
        }
    }

    fn shown_to(&mut self, observer: &mut impl Observer) -> bool {
        let statistics = &mut self.statistics;
        statistics.live = self.table.len() as u64;
        statistics.peak = statistics.peak.max(statistics.live);
        let entry = size_of::<(G::Key, Entry<G::Move>)>() as u64 + 1;
        statistics.bytes = statistics.bytes.max(self.table.capacity() as u64 * entry);
        observer.look(&Snapshot {
            root: self.root(),
            statistics: self.statistics,
        })
    }
}
