//! Games by name: each canonical form is stored once.

use crosscram_rules::Dyadic;
use std::collections::HashMap;
use std::fmt;
use std::hash::BuildHasherDefault;
use std::num::NonZeroU32;
use std::sync::Arc;

use super::cache::PairCache;
use super::stop::Stop;
use super::{GameError, Thermograph};
use crate::hash::WordHasher;

/// The maximum length of a play outside numbers. Everything here recurses along plays, and this many
/// levels fit on the stack of any thread.
pub const MAX_DEPTH: u32 = 500;

/// Maximum number of places of each of the two caches, for sums and for comparisons: 48 MiB.
const CACHE_LIMIT: usize = 1 << 22;

/// The name of a game in one [`Games`]. Equal games have equal names; names of different arenas are
/// unrelated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Game(NonZeroU32);

impl Game {
    /// The game 0, the same in every arena.
    pub const ZERO: Game = Game(NonZeroU32::MIN);

    /// Position in the arena, from 0.
    pub(crate) const fn index(self) -> u32 {
        self.0.get() - 1
    }

    /// The game at this position of its arena.
    pub(crate) fn at(index: usize) -> Result<Game, GameError> {
        u32::try_from(index)
            .ok()
            .and_then(|index| NonZeroU32::new(index.checked_add(1)?))
            .map(Game)
            .ok_or(GameError::TooManyGames)
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Game({})", self.index())
    }
}

/// Decides whether a long computation ends with [`GameError::Interrupted`].
#[derive(Clone)]
pub struct Interrupt(Arc<dyn Fn() -> bool + Send + Sync>);

impl Interrupt {
    /// Calls `stop` from time to time.
    pub fn new(stop: impl Fn() -> bool + Send + Sync + 'static) -> Interrupt {
        Interrupt(Arc::new(stop))
    }

    /// Returns an error once `stop` has returned true.
    pub(crate) fn check(&self) -> Result<(), GameError> {
        match (self.0)() {
            true => Err(GameError::Interrupted),
            false => Ok(()),
        }
    }
}

impl fmt::Debug for Interrupt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Interrupt")
    }
}

/// One game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) left_stop: Stop,
    pub(crate) right_stop: Stop,
    /// Where its options begin; Left's come first.
    start: u32,
    lefts: u16,
    rights: u16,
    /// Longest play outside numbers; 0 for numbers only, which have no options stored.
    pub(crate) depth: u16,
    /// Its negative, if known.
    pub(crate) negative: Option<Game>,
}

/// Canonical forms, each stored once, with caches of sums and comparisons.
#[derive(Clone, Debug)]
pub struct Games {
    nodes: Vec<Node>,
    options: Vec<Game>,
    /// Places of games that are not numbers, by their options; open addressing, linear probing.
    places: Vec<Option<Game>>,
    /// Games that are numbers.
    numbers: HashMap<Dyadic, Game, BuildHasherDefault<WordHasher>>,
    pub(crate) sums: PairCache<Game>,
    pub(crate) comparisons: PairCache<bool>,
    pub(crate) thermographs: HashMap<Game, Arc<Thermograph>>,
    interrupt: Option<Interrupt>,
}

impl Default for Games {
    fn default() -> Games {
        Games::new()
    }
}

impl Games {
    /// An arena that holds only 0.
    pub fn new() -> Games {
        let mut games = Games {
            nodes: Vec::new(),
            options: Vec::new(),
            places: vec![None; 1 << 10],
            numbers: HashMap::default(),
            sums: PairCache::new(CACHE_LIMIT),
            comparisons: PairCache::new(CACHE_LIMIT),
            thermographs: HashMap::new(),
            interrupt: None,
        };
        let zero = games.number(Dyadic::ZERO);
        debug_assert_eq!(zero, Ok(Game::ZERO));
        games
    }

    /// Sets the interrupt that long computations check.
    pub fn set_interrupt(&mut self, interrupt: Option<Interrupt>) {
        self.interrupt = interrupt;
    }

    pub(crate) fn check_interrupt(&self) -> Result<(), GameError> {
        self.interrupt.as_ref().map_or(Ok(()), Interrupt::check)
    }

    /// Number of different games known.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns false: every arena holds 0.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Bytes that games and caches take.
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
            + self.options.capacity() * size_of::<Game>()
            + self.places.len() * size_of::<Option<Game>>()
            + self.numbers.capacity() * size_of::<(Dyadic, Game)>()
            + self.sums.bytes()
            + self.comparisons.bytes()
    }

    pub(crate) fn node(&self, game: Game) -> &Node {
        &self.nodes[game.index() as usize]
    }

    pub(crate) fn node_mut(&mut self, game: Game) -> &mut Node {
        &mut self.nodes[game.index() as usize]
    }

    /// The number that this game is, if it is one.
    pub fn as_number(&self, game: Game) -> Option<Dyadic> {
        let node = self.node(game);
        (node.depth == 0).then(|| node.right_stop.number())
    }

    /// Returns whether the game is a number.
    pub(crate) fn is_number(&self, game: Game) -> bool {
        self.node(game).depth == 0
    }

    /// The game that is this number.
    pub fn number(&mut self, number: Dyadic) -> Result<Game, GameError> {
        if let Some(&game) = self.numbers.get(&number) {
            return Ok(game);
        }
        let game = Game::at(self.nodes.len())?;
        self.nodes.push(Node {
            left_stop: Stop::excluding(number),
            right_stop: Stop::including(number),
            start: 0,
            lefts: 0,
            rights: 0,
            depth: 0,
            negative: None,
        });
        self.numbers.insert(number, game);
        Ok(game)
    }

    /// The integer `n` as a game.
    pub fn integer(&mut self, n: i64) -> Result<Game, GameError> {
        self.number(Dyadic::try_from(n)?)
    }

    /// Left options of the canonical form, for a game that is not a number.
    pub(crate) fn stored_left(&self, game: Game) -> &[Game] {
        let node = self.node(game);
        let start = node.start as usize;
        &self.options[start..start + usize::from(node.lefts)]
    }

    /// Right options of the canonical form, for a game that is not a number.
    pub(crate) fn stored_right(&self, game: Game) -> &[Game] {
        let node = self.node(game);
        let start = node.start as usize + usize::from(node.lefts);
        &self.options[start..start + usize::from(node.rights)]
    }

    /// Left options of the canonical form.
    pub fn left_options(&mut self, game: Game) -> Result<Vec<Game>, GameError> {
        match self.as_number(game) {
            Some(x) => x
                .left_option()
                .map(|x| self.number(x))
                .into_iter()
                .collect(),
            None => Ok(self.stored_left(game).to_vec()),
        }
    }

    /// Right options of the canonical form.
    pub fn right_options(&mut self, game: Game) -> Result<Vec<Game>, GameError> {
        match self.as_number(game) {
            Some(x) => x
                .right_option()
                .map(|x| self.number(x))
                .into_iter()
                .collect(),
            None => Ok(self.stored_right(game).to_vec()),
        }
    }

    /// The game with these options, which must be those of a canonical form that is not a number, each
    /// list sorted.
    pub(crate) fn intern(&mut self, left: &[Game], right: &[Game]) -> Result<Game, GameError> {
        debug_assert!(left.is_sorted() && right.is_sorted());
        if self.nodes.len() * 2 >= self.places.len() {
            self.grow_places();
        }
        let mask = self.places.len() - 1;
        let mut place = hash(left, right) as usize & mask;
        while let Some(game) = self.places[place] {
            if self.stored_left(game) == left && self.stored_right(game) == right {
                return Ok(game);
            }
            place = (place + 1) & mask;
        }
        let game = self.push(left, right)?;
        self.places[place] = Some(game);
        Ok(game)
    }

    fn push(&mut self, left: &[Game], right: &[Game]) -> Result<Game, GameError> {
        let game = Game::at(self.nodes.len())?;
        let start = u32::try_from(self.options.len()).map_err(|_| GameError::TooManyGames)?;
        let count =
            |options: &[Game]| u16::try_from(options.len()).map_err(|_| GameError::TooManyGames);
        let all = || left.iter().chain(right).map(|&option| self.node(option));
        let depth = 1 + all().map(|node| node.depth).max().unwrap_or(0);
        if u32::from(depth) > MAX_DEPTH {
            return Err(GameError::TooDeep);
        }
        let node = Node {
            left_stop: self.left_stop_of(left),
            right_stop: self.right_stop_of(right),
            start,
            lefts: count(left)?,
            rights: count(right)?,
            depth,
            negative: None,
        };
        self.nodes.push(node);
        self.options.extend_from_slice(left);
        self.options.extend_from_slice(right);
        Ok(game)
    }

    /// Left stop of a game that is not a number, from its Left options.
    pub(crate) fn left_stop_of(&self, left: &[Game]) -> Stop {
        let stops = left.iter().map(|&option| self.node(option).right_stop);
        stops.max().unwrap_or(Stop::LOWEST)
    }

    /// Right stop of a game that is not a number, from its Right options.
    pub(crate) fn right_stop_of(&self, right: &[Game]) -> Stop {
        let stops = right.iter().map(|&option| self.node(option).left_stop);
        stops.min().unwrap_or(Stop::HIGHEST)
    }

    fn grow_places(&mut self) {
        let mask = self.places.len() * 2 - 1;
        let mut places = vec![None; mask + 1];
        for game in self.places.iter().flatten() {
            let mut place = hash(self.stored_left(*game), self.stored_right(*game)) as usize & mask;
            while places[place].is_some() {
                place = (place + 1) & mask;
            }
            places[place] = Some(*game);
        }
        self.places = places;
    }
}

/// A mix of both lists. The separator keeps {a,b|} from {a|b}.
fn hash(left: &[Game], right: &[Game]) -> u64 {
    let step = |hash: u64, word: u32| {
        let mixed = (hash ^ u64::from(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ mixed >> 32
    };
    let left = left
        .iter()
        .fold(0, |hash, game| step(hash, game.index() + 1));
    let middle = step(left, 0);
    right
        .iter()
        .fold(middle, |hash, game| step(hash, game.index() + 1))
}
