//! Alpha-beta over any game, as a baseline for the proof-number searches.
//!
//! Depth by depth, with a table of positions and the table's move first. A position is won, lost or, as far as this depth
//! reaches, open; a won or lost one is so at every greater depth. Positions are not compared with the path: where play
//! can go on for ever, a loss that needs repetitions is never proved, and the search goes on until it is stopped.

use crate::base::{Base, Method};
use crate::dfpn::conditional::QuickMap;
use crate::game::{Game, Kind, Value};
use crate::numbers::Numbers;
use crate::options::Options;
use crate::report::{Ending, LOOK_EVERY, Observer};
use crosscram_support::threads::StartError;

/// The maximum number of positions in the table, unless another is chosen; when it is full, it is cleared.
const MOST_POSITIONS: usize = 4 << 20;
/// The greatest depth in plies, after which the search ends without an answer.
const GREATEST_DEPTH: u32 = 200;

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

/// An alpha-beta search by iterative deepening. Nodes are generated positions, at every depth anew.
pub(crate) struct AlphaBeta<'g, G: Game> {
    base: Base<'g, G>,
    max_positions: usize,
    table: QuickMap<G::Key, Entry<G::Move>>,
    value: Known,
    best: Option<G::Move>,
}

impl<'g, G: Game> AlphaBeta<'g, G> {
    pub(crate) fn new(game: &'g G, options: &Options) -> Self {
        let mut base = Base::new(game, options);
        base.statistics.nodes = 1;
        let most = options.max_nodes;
        AlphaBeta {
            base,
            max_positions: most.map_or(MOST_POSITIONS, |most| {
                usize::try_from(most).unwrap_or(usize::MAX)
            }),
            table: QuickMap::default(),
            value: Known::Open,
            best: None,
        }
    }

    fn deepen(&mut self, observer: &mut dyn Observer) -> Ending {
        let root = self.base.game.root();
        for depth in 0..=GREATEST_DEPTH {
            match self.value_of(&root, depth, Known::Lost, Known::Won, observer) {
                Ok(Known::Open) => {}
                Ok(value) => {
                    self.value = value;
                    let entry = self.table.get(&self.base.key(&root));
                    let wanted = match self.base.game.kind(&root) {
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
        observer: &mut dyn Observer,
    ) -> Result<Known, Ending> {
        match self.base.game.evaluate(position) {
            Value::Win => return Ok(Known::Won),
            Value::Loss => return Ok(Known::Lost),
            Value::Unknown if depth == 0 => return Ok(Known::Open),
            Value::Unknown => {}
        }
        let key = self.base.key(position);
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
        self.base.game.moves(position, &mut moves);
        if moves.is_empty() {
            return Err(Ending::Stuck);
        }
        let before = known.and_then(|entry| entry.best);
        if let Some(place) = before.and_then(|best| moves.iter().position(|&mov| mov == best)) {
            moves[..=place].rotate_right(1);
        }
        let kind = self.base.game.kind(position);
        let (mut value, mut best) = match kind {
            Kind::Max => (Known::Lost, None),
            Kind::Min => (Known::Won, None),
        };
        let window = (low, high);
        self.base.statistics.expansions += 1;
        for mov in moves {
            if self.base.statistics.nodes >= self.base.limit {
                return Err(Ending::Stopped);
            }
            self.base.statistics.nodes += 1;
            if self.base.statistics.nodes.is_multiple_of(LOOK_EVERY) && !self.shown_to(observer) {
                return Err(Ending::Stopped);
            }
            let mut child = position.clone();
            self.base.game.play(&mut child, mov);
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
        if self.table.len() >= self.max_positions {
            self.base.statistics.forgotten += self.table.len() as u64;
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
}

impl<'g, G: Game> Method<'g, G> for AlphaBeta<'g, G> {
    fn base(&self) -> &Base<'g, G> {
        &self.base
    }

    fn base_mut(&mut self) -> &mut Base<'g, G> {
        &mut self.base
    }

    fn root(&self) -> Numbers {
        match self.value {
            Known::Lost => Numbers::LOST,
            Known::Open => Numbers::ONE,
            Known::Won => Numbers::WON,
        }
    }

    fn best_move(&self) -> Option<G::Move> {
        self.best
    }

    fn measure(&mut self) {
        let statistics = &mut self.base.statistics;
        statistics.live = self.table.len() as u64;
        statistics.peak = statistics.peak.max(statistics.live);
        let entry = size_of::<(G::Key, Entry<G::Move>)>() as u64 + 1;
        statistics.bytes = statistics.bytes.max(self.table.capacity() as u64 * entry);
    }

    fn search(&mut self, observer: &mut dyn Observer) -> Result<Ending, StartError> {
        Ok(self.deepen(observer))
    }
}
