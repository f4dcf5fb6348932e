//! Depth-first proof-number search.
//!
//! Df-pn (Nagai 2002) visits nodes in about the order of a best-first search without keeping the
//! tree: it stays below a node until its proof or disproof number reaches a threshold, and
//! remembers numbers in a table of bounded size. Thresholds leave a margin of a factor above the
//! second best child, so that the search does not switch children at every step (the 1+ε trick,
//! Pawlewicz and Lew 2007).
//!
//! Where paths transpose, sums count leaves more than once. There are two remedies: children that
//! were first searched from elsewhere count by the maximum of their numbers instead of the sum
//! ([`Counting::Shared`]); or all children do, plus one for each further child ([`Counting::Weak`]:
//! weak proof-number search, Ueda et al. 2008).
//!
//! Several threads can work on one search ([`DfPn::run_parallel`]).
//!
//! Values are correct even where positions repeat: a loss that depends on a repetition is stored with
//! the ancestors that were repeated, and counts only on paths through all of them.

pub(crate) mod conditional;
mod frame;
mod state;
mod table;
mod team;

use crate::game::Game;
use crate::numbers::Numbers;
use crate::options::{Initial, Order, assessed};
use crate::report::{Ending, LOOK_EVERY, Observer, Report, Snapshot, Statistics};
use conditional::{ConditionalLosses, PathPlaces};
use crosscram_support::{clock::Instant, random::Random};
use frame::{Frame, Thresholds};
use std::sync::Arc;
use team::{Table, Team};

/// How the numbers of several children are combined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Counting {
    /// The sum, as in a tree.
    Sum,
    /// The sum over the children that were first searched from here, and the maximum of the others:
    /// transpositions are not added up.
    #[default]
    Shared,
    /// The maximum, plus one for each further unsolved child.
    Weak,
}

/// When the search returns from a node to its parent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Control {
    /// When its proof or its disproof number reaches the threshold (Nagai 2002).
    #[default]
    DfPn,
    /// When both do, and each visit raises only one threshold, by one: PDS, the predecessor (Nagai
    /// 1998). [`DfPnOptions::epsilon`] does nothing there.
    Pds,
}

/// Choices of a depth-first search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DfPnOptions {
    /// The numbers of new leaves.
    pub initial: Initial,
    /// The order of siblings. A random order is drawn anew at every visit.
    pub order: Order,
    /// Bytes of the table.
    pub table_bytes: u64,
    /// The fraction by which a child may exceed the second best before the search turns to that one.
    pub epsilon: f64,
    /// How the numbers of several children are combined.
    pub counting: Counting,
    /// Whether symmetric positions share an entry of the table.
    pub symmetric: bool,
    /// When the search returns from a node.
    pub control: Control,
}

impl Default for DfPnOptions {
    fn default() -> Self {
        DfPnOptions {
            initial: Initial::default(),
            order: Order::Given,
            table_bytes: 256 << 20,
            epsilon: 0.25,
            counting: Counting::Shared,
            symmetric: true,
            control: Control::DfPn,
        }
    }
}

/// A depth-first search, which can be interrupted and continued.
///
/// ```
/// use crosscram_pn::{DfPn, DfPnOptions, Unobserved, games::TicTacToe};
///
/// let game: TicTacToe = "XX.|OO.|...".parse()?;
/// let mut search = DfPn::new(&game, DfPnOptions::default());
/// assert_eq!(search.run(&mut Unobserved).is_win(), Some(true));
/// assert_eq!(search.best_move(), Some(2));
/// # Ok::<(), crosscram_pn::games::TicTacToeError>(())
/// ```
pub struct DfPn<'g, G: Game> {
    game: &'g G,
    options: DfPnOptions,
    table: Table<G::Key>,
    /// The other threads on this search, while there are any.
    team: Option<Arc<Team>>,
    losses: ConditionalLosses<G::Key>,
    /// The nodes that are being searched, from the root on; those from `depth` on are free for reuse.
    frames: Vec<Frame<G>>,
    depth: usize,
    path: PathPlaces<G::Key>,
    root: Numbers,
    best: Option<G::Move>,
    random: Random,
    statistics: Statistics,
    /// The maximum number of positions that this run may generate in all.
    limit: u64,
    moves: Vec<G::Move>,
}

impl<'g, G: Game> DfPn<'g, G> {
    /// A search that has seen the root only.
    pub fn new(game: &'g G, options: DfPnOptions) -> Self {
        DfPn::with_table(game, options, Table::new(options.table_bytes))
    }

    fn with_table(game: &'g G, options: DfPnOptions, table: Table<G::Key>) -> Self {
        let seed = match options.order {
            Order::Given => 0,
            Order::Shuffled(seed) => seed,
        };
        // An eighth of the table's memory in addition; a loss takes about three keys.
        let losses = options.table_bytes / 8 / (3 * size_of::<G::Key>() as u64 + 64);
        DfPn {
            game,
            options,
            table,
            team: None,
            losses: ConditionalLosses::new(losses.max(1024) as usize),
            frames: Vec::new(),
            depth: 0,
            path: PathPlaces::default(),
            root: assessed(game, &game.root(), options.initial),
            best: None,
            random: Random::new(seed),
            statistics: Statistics {
                nodes: 1,
                ..Statistics::default()
            },
            limit: u64::MAX,
            moves: Vec::new(),
        }
    }

    /// The game that is searched.
    pub fn game(&self) -> &'g G {
        self.game
    }

    /// Computes whether the max player wins from any position, as if it were the root, with all that
    /// the table knows.
    pub fn value_of(
        &mut self,
        position: G::Position,
        observer: &mut impl Observer,
    ) -> Result<bool, Ending> {
        let known = self.known_value(&position);
        match known.is_solved() {
            true => Ok(known.is_won()),
            false => Ok(self.searched(position, observer)?.0.is_won()),
        }
    }

    /// A move of the player to move after which the position is won (`is_win`) or lost; `None` if there
    /// is none. Of several that the table knows it is the one that was proved first, so that following
    /// answers does not lead round in circles.
    pub(crate) fn answer(
        &mut self,
        position: &G::Position,
        is_win: bool,
        observer: &mut impl Observer,
    ) -> Result<Option<G::Move>, Ending> {
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        let mut first: Option<(u32, G::Move)> = None;
        for mov in moves {
            let mut child = position.clone();
            self.game.play(&mut child, mov);
            let known = self.known_value(&child);
            if known.is_solved() && known.is_won() == is_win {
                let ended = assessed(self.game, &child, self.options.initial).is_solved();
                let entry = self.table.find(&self.table_key(&child)).filter(|_| !ended);
                let proved_at = entry.map_or(0, |entry| entry.parent);
                if first.is_none_or(|(earliest, _)| proved_at < earliest) {
                    first = Some((proved_at, mov));
                }
            }
        }
        match first {
            Some((_, mov)) => Ok(Some(mov)),
            None => {
                let (numbers, best) = self.searched(position.clone(), observer)?;
                Ok(best.filter(|_| numbers.is_won() == is_win))
            }
        }
    }

    /// What rules and table say of a position.
    fn known_value(&self, position: &G::Position) -> Numbers {
        let numbers = assessed(self.game, position, self.options.initial);
        match self.table.find(&self.table_key(position)) {
            Some(entry) if !numbers.is_solved() => entry.numbers,
            _ => numbers,
        }
    }

    /// Searches from any position, as if it were the root. Returns its value and the best move.
    fn searched(
        &mut self,
        position: G::Position,
        observer: &mut impl Observer,
    ) -> Result<(Numbers, Option<G::Move>), Ending> {
        self.limit = observer.limit();
        let (root, best) = (self.root, self.best);
        let ending = self.search(position, observer);
        let numbers = std::mem::replace(&mut self.root, root);
        let found = std::mem::replace(&mut self.best, best);
        match ending {
            Ending::Solved => Ok((numbers, found)),
            _ => Err(ending),
        }
    }

    /// The root's current numbers.
    pub fn root(&self) -> Numbers {
        self.root
    }

    /// A move that proves the root's value, if it is the mover's win.
    pub fn best_move(&self) -> Option<G::Move> {
        self.best
    }

    /// The cost so far.
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// Searches until the root is solved or `observer` stops it. A stopped search starts again at the
    /// root, with its table.
    pub fn run(&mut self, observer: &mut impl Observer) -> Report {
        let (start, nodes_before) = (Instant::now(), self.statistics.nodes);
        self.limit = observer.limit();
        let ending = match self.root.is_solved() {
            true => Ending::Solved,
            false => self.search(self.game.root(), observer),
        };
        self.shown_to(observer);
        Report {
            ending,
            root: self.root,
            statistics: self.statistics,
            new_nodes: self.statistics.nodes - nodes_before,
            elapsed: start.elapsed(),
        }
    }

    fn search(&mut self, root: G::Position, observer: &mut impl Observer) -> Ending {
        self.path.clear();
        self.depth = 0;
        if let Err(ending) = self.enter(root, Thresholds::NONE) {
            return ending;
        }
        loop {
            let place = self.depth - 1;
            let numbers = self.frames[place].numbers(self.options.counting);
            if place == 0 {
                self.root = numbers;
            }
            if self.frames[place].is_done(numbers, self.options.control) {
                self.leave(numbers);
                if self.depth == 0 {
                    return Ending::Solved;
                }
                continue;
            }
            if self.statistics.expansions.is_multiple_of(LOOK_EVERY) && !self.shown_to(observer) {
                return Ending::Stopped;
            }
            let team = self.team.as_deref();
            if let Some(team) = team {
                if team.has_ended() {
                    return Ending::Stopped;
                }
                if self.frames[place].learn(&self.table) {
                    // What the others found may solve the node or reach its thresholds.
                    continue;
                }
            }
            let (position, thresholds) = self.frames[place].choose(self.game, &self.options, team);
            if let Err(ending) = self.enter(position, thresholds) {
                return ending;
            }
        }
    }

    fn shown_to(&mut self, observer: &mut impl Observer) -> bool {
        let statistics = &mut self.statistics;
        statistics.live = self.table.used();
        statistics.peak = statistics.peak.max(statistics.live);
        statistics.forgotten = self.table.replaced();
        statistics.bytes = statistics
            .bytes
            .max(self.table.bytes() + self.losses.bytes());
        let mut seen = *statistics;
        if let Some(team) = &self.team {
            seen.nodes = team.nodes();
        }
        observer.look(&Snapshot {
            root: self.root,
            statistics: seen,
        })
    }

    /// The key of a position in the table.
    fn table_key(&self, position: &G::Position) -> G::Key {
        match self.options.symmetric {
            true => self.game.symmetric_key(position),
            false => self.game.key(position),
        }
    }
}
