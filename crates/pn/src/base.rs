//! What all searches have in common: the game with its options, the cost, the run from one expansion to the next.

use crate::draw::{Drawing, NotDrawn};
use crate::exact::Shape;
use crate::game::{Game, Kind, Value};
use crate::numbers::Numbers;
use crate::options::{Evaluation, Initial, Options, Order, Symmetry};
use crate::report::{Ending, LOOK_EVERY, Observer, Snapshot, Statistics};
use crate::state::{StateError, StateReader, StateWriter};
use crosscram_support::random::Random;
use crosscram_support::threads::StartError;
use std::io::{self, Read, Write};

/// What a search has beside its nodes.
pub(crate) struct Base<'g, G: Game> {
    pub(crate) game: &'g G,
    pub(crate) options: Options,
    pub(crate) random: Random,
    pub(crate) statistics: Statistics,
    /// The maximum number of nodes that this run may create in all.
    pub(crate) limit: u64,
}

impl<'g, G: Game> Base<'g, G> {
    pub(crate) fn new(game: &'g G, options: &Options) -> Self {
        let seed = match options.order {
            Order::Given => 0,
            Order::Shuffled(seed) => seed,
        };
        Base {
            game,
            options: *options,
            random: Random::new(seed),
            statistics: Statistics::default(),
            limit: u64::MAX,
        }
    }

    /// The key by which positions share a node or an entry of a table.
    pub(crate) fn key(&self, position: &G::Position) -> G::Key {
        match self.options.symmetry {
            Symmetry::Apart => self.game.key(position),
            Symmetry::Shared | Symmetry::ButSiblings => self.game.symmetric_key(position),
        }
    }

    /// The numbers of a new leaf.
    pub(crate) fn leaf(&self, position: &G::Position) -> Numbers {
        match self.options.evaluation {
            Evaluation::Immediate => self.assessed(position),
            Evaluation::Delayed => self.unknown(position),
        }
    }

    /// The numbers of a leaf that is evaluated now.
    pub(crate) fn assessed(&self, position: &G::Position) -> Numbers {
        match self.game.evaluate(position) {
            Value::Win => Numbers::WON,
            Value::Loss => Numbers::LOST,
            Value::Unknown => self.unknown(position),
        }
    }

    fn unknown(&self, position: &G::Position) -> Numbers {
        match self.options.initial {
            Initial::One => Numbers::ONE,
            Initial::Mobility => {
                let moves = self.game.mobility(position).max(1);
                Numbers::by_kind(self.game.kind(position), 1, moves)
            }
            Initial::Guess => {
                let (proof, disproof) = self.game.guess(position);
                Numbers::new(proof.max(1), disproof.max(1))
            }
        }
    }

    /// Generates the moves of a position that is to be expanded, in the order of its children.
    pub(crate) fn generate(
        &mut self,
        position: &G::Position,
        moves: &mut Vec<G::Move>,
    ) -> Result<(), Ending> {
        moves.clear();
        self.game.moves(position, moves);
        if moves.is_empty() {
            return Err(Ending::Stuck);
        }
        // Before the shuffle, so that a search that goes on draws the same order.
        if self.statistics.nodes + moves.len() as u64 > self.limit {
            return Err(Ending::Stopped);
        }
        self.shuffle(moves);
        Ok(())
    }

    pub(crate) fn shuffle(&mut self, moves: &mut [G::Move]) {
        if let Order::Shuffled(_) = self.options.order {
            self.random.shuffle(moves);
        }
    }
}

/// The first of the moves to children that proves the value of a root with these numbers, if it is the mover's win.
pub(crate) fn proving<M>(
    root: Numbers,
    kind: Kind,
    mut children: impl Iterator<Item = (Numbers, M)>,
) -> Option<M> {
    if !root.is_solved() || root.chosen(kind) != 0 {
        return None;
    }
    let best = children.find(|(numbers, _)| numbers.chosen(kind) == 0);
    best.map(|(_, mov)| mov)
}

/// A kind of search.
pub(crate) trait Method<'g, G: Game + 'g> {
    fn base(&self) -> &Base<'g, G>;

    fn base_mut(&mut self) -> &mut Base<'g, G>;

    /// The root's numbers.
    fn root(&self) -> Numbers;

    /// A move that proves the root's value, if it is the mover's win.
    fn best_move(&self) -> Option<G::Move>;

    /// Notes how many nodes and bytes there are in memory now.
    fn measure(&mut self);

    /// Selects a leaf and expands it, or learns otherwise about an unsolved root. A search that does not go on from the root each
    /// time has its own [`Method::search`] instead.
    fn step(&mut self, _observer: &mut dyn Observer) -> Result<(), Ending> {
        Err(Ending::Stuck)
    }

    /// How a search ends whose root is solved.
    fn ending(&self) -> Ending {
        Ending::Solved
    }

    /// Expansions between two calls of the observer.
    fn look_every(&self) -> u64 {
        LOOK_EVERY
    }

    /// The cost so far, of all threads.
    fn cost(&self) -> Statistics {
        self.base().statistics
    }

    /// Shows the state to an observer. Returns whether the search goes on.
    fn shown_to(&mut self, observer: &mut dyn Observer) -> bool {
        self.measure();
        observer.look(&Snapshot {
            root: self.root(),
            statistics: self.cost(),
        })
    }

    /// Searches step by step.
    fn step_by_step(&mut self, observer: &mut dyn Observer) -> Ending {
        loop {
            if self.root().is_solved() {
                return self.ending();
            }
            let expansions = self.base().statistics.expansions;
            if expansions.is_multiple_of(self.look_every()) && !self.shown_to(observer) {
                return Ending::Stopped;
            }
            if let Err(ending) = self.step(observer) {
                return ending;
            }
        }
    }

    /// Searches until the root is solved, memory is full, or `observer` stops it.
    fn search(&mut self, observer: &mut dyn Observer) -> Result<Ending, StartError> {
        Ok(self.step_by_step(observer))
    }

    /// The search as a picture.
    fn drawing(&self) -> Result<Drawing, NotDrawn> {
        Err(NotDrawn::Nothing(self.base().options.algorithm))
    }

    /// The bare graph, if there is one.
    fn shape(&self) -> Option<Shape> {
        None
    }

    /// Expands every leaf for which `wanted` is true.
    fn expand_where(&mut self, _wanted: &dyn Fn(&G::Position) -> bool) -> Result<(), Ending> {
        Ok(())
    }

    /// Writes the nodes.
    fn write(&self, _out: &mut StateWriter<&mut dyn Write>) -> io::Result<()> {
        let problem = "this search cannot be saved";
        Err(io::Error::new(io::ErrorKind::Unsupported, problem))
    }

    /// Reads the nodes into a search that has seen the root only.
    fn read(&mut self, _input: StateReader<&mut dyn Read>) -> Result<(), StateError> {
        Err(StateError::NotAState)
    }

    /// The depth-first search, if it is one: its table knows most of a solution.
    fn depth_first(&mut self) -> Option<&mut crate::dfpn::DfPn<'g, G>> {
        None
    }
}
