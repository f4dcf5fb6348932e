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
//! ([`Counting::Shared`](crate::Counting::Shared)); or all children do, plus one for each further child ([`Counting::Weak`](crate::Counting::Weak):
//! weak proof-number search, Ueda et al. 2008).
//!
//! Several threads can work on one search (`team.rs`).
//!
//! Values are correct even where positions repeat: a loss that depends on a repetition is stored with
//! the ancestors that were repeated, and counts only on paths through all of them.

pub(crate) mod conditional;
mod frame;
mod state;
mod table;
mod team;

use crate::base::{Base, Method};
use crate::game::Game;
use crate::numbers::Numbers;
use crate::options::Options;
use crate::report::{Ending, LOOK_EVERY, Observer, Statistics};
use crate::state::{StateError, StateReader, StateWriter};
use conditional::{ConditionalLosses, PathPlaces};
use crosscram_support::threads::StartError;
use frame::{Frame, Thresholds};
use std::io::{self, Read, Write};
use std::sync::Arc;
use team::{Table, Team};

/// A depth-first search.
pub(crate) struct DfPn<'g, G: Game> {
    base: Base<'g, G>,
    table: Table<G::Key>,
    /// The other threads on this search, while there are any.
    team: Option<Arc<Team>>,
    /// The game for each further thread.
    copies: Vec<G>,
    losses: ConditionalLosses<G::Key>,
    /// The nodes that are being searched, from the root on; those from `depth` on are free for reuse.
    frames: Vec<Frame<G>>,
    depth: usize,
    path: PathPlaces<G::Key>,
    root: Numbers,
    best: Option<G::Move>,
    moves: Vec<G::Move>,
}

impl<'g, G: Game> DfPn<'g, G> {
    pub(crate) fn new(game: &'g G, options: &Options) -> Self {
        let mut search = DfPn::with_table(game, options, Table::new(options.table_bytes));
        search.copies = vec![game.clone(); options.threads - 1];
        search
    }

    fn with_table(game: &'g G, options: &Options, table: Table<G::Key>) -> Self {
        let mut base = Base::new(game, options);
        base.statistics.nodes = 1;
        // An eighth of the table's memory in addition; a loss takes about three keys.
        let losses = options.table_bytes / 8 / (3 * size_of::<G::Key>() as u64 + 64);
        DfPn {
            root: base.assessed(&game.root()),
            base,
            table,
            team: None,
            copies: Vec::new(),
            losses: ConditionalLosses::new(losses.max(1024) as usize),
            frames: Vec::new(),
            depth: 0,
            path: PathPlaces::default(),
            best: None,
            moves: Vec::new(),
        }
    }

    /// The game that is searched.
    pub(crate) fn game(&self) -> &'g G {
        self.base.game
    }

    /// Computes whether the max player wins from any position, as if it were the root, with all that
    /// the table knows.
    pub(crate) fn value_of(
        &mut self,
        position: G::Position,
        observer: &mut dyn Observer,
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
        observer: &mut dyn Observer,
    ) -> Result<Option<G::Move>, Ending> {
        let mut moves = Vec::new();
        self.base.game.moves(position, &mut moves);
        let mut first: Option<(u32, G::Move)> = None;
        for mov in moves {
            let mut child = position.clone();
            self.base.game.play(&mut child, mov);
            let known = self.known_value(&child);
            if known.is_solved() && known.is_won() == is_win {
                let ended = self.base.assessed(&child).is_solved();
                let entry = self.table.find(&self.base.key(&child)).filter(|_| !ended);
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
        let numbers = self.base.assessed(position);
        match self.table.find(&self.base.key(position)) {
            Some(entry) if !numbers.is_solved() => entry.numbers,
            _ => numbers,
        }
    }

    /// Searches from any position, as if it were the root. Returns its value and the best move.
    fn searched(
        &mut self,
        position: G::Position,
        observer: &mut dyn Observer,
    ) -> Result<(Numbers, Option<G::Move>), Ending> {
        self.base.limit = observer.limit();
        let (root, best) = (self.root, self.best);
        let ending = self.search_from(position, observer);
        let numbers = std::mem::replace(&mut self.root, root);
        let found = std::mem::replace(&mut self.best, best);
        match ending {
            Ending::Solved => Ok((numbers, found)),
            _ => Err(ending),
        }
    }

    fn search_from(&mut self, root: G::Position, observer: &mut dyn Observer) -> Ending {
        self.path.clear();
        self.depth = 0;
        if let Err(ending) = self.enter(root, Thresholds::NONE) {
            return ending;
        }
        loop {
            let place = self.depth - 1;
            let numbers = self.frames[place].numbers(self.base.options.counting);
            if place == 0 {
                self.root = numbers;
            }
            if self.frames[place].is_done(numbers, self.base.options.algorithm) {
                self.leave(numbers);
                if self.depth == 0 {
                    return Ending::Solved;
                }
                continue;
            }
            if self.base.statistics.expansions.is_multiple_of(LOOK_EVERY)
                && !self.shown_to(observer)
            {
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
            let (position, thresholds) =
                self.frames[place].choose(self.base.game, &self.base.options, team);
            if let Err(ending) = self.enter(position, thresholds) {
                return ending;
            }
        }
    }
}

impl<'g, G: Game> Method<'g, G> for DfPn<'g, G> {
    fn base(&self) -> &Base<'g, G> {
        &self.base
    }

    fn base_mut(&mut self) -> &mut Base<'g, G> {
        &mut self.base
    }

    fn root(&self) -> Numbers {
        self.root
    }

    fn best_move(&self) -> Option<G::Move> {
        self.best
    }

    fn measure(&mut self) {
        let statistics = &mut self.base.statistics;
        statistics.live = self.table.used();
        statistics.peak = statistics.peak.max(statistics.live);
        statistics.forgotten = self.table.replaced();
        let bytes = self.table.bytes() + self.losses.bytes();
        statistics.bytes = statistics.bytes.max(bytes);
    }

    fn cost(&self) -> Statistics {
        let mut cost = self.base.statistics;
        if let Some(team) = &self.team {
            cost.nodes = team.nodes();
        }
        cost
    }

    fn search(&mut self, observer: &mut dyn Observer) -> Result<Ending, StartError> {
        if self.root.is_solved() {
            return Ok(Ending::Solved);
        }
        match self.copies.is_empty() {
            true => Ok(self.search_from(self.base.game.root(), observer)),
            false => self.search_together(observer),
        }
    }

    fn write(&self, out: &mut StateWriter<&mut dyn Write>) -> io::Result<()> {
        self.write_table(out)
    }

    fn read(&mut self, input: StateReader<&mut dyn Read>) -> Result<(), StateError> {
        self.read_table(input)
    }

    fn depth_first(&mut self) -> Option<&mut DfPn<'g, G>> {
        Some(self)
    }
}
