//! The owner of games: canonical forms, values of regions, and who may work with them at a time.

use crate::errors;
use crosscram_rules::{Dyadic, Tile};
use crosscram_support::threads::lock;
use crosscram_values::games::{Game, GameError, Games, Interrupt};
use crosscram_values::positions::PositionValues;
use pyo3::prelude::*;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::time::{Duration, Instant};

/// How often a computation looks for signals.
const LOOK: Duration = Duration::from_millis(50);

/// Games and values of positions, shared by all values that come from here.
pub(crate) struct Arena(Mutex<Inner>);

pub(crate) struct Inner {
    pub(crate) values: PositionValues,
    /// Hashes that do not depend on the arena.
    hashes: HashMap<Game, u64>,
}

/// A game without its arena: every follower once, options before what they are options of. A number has no
/// options here.
pub(crate) type Exported = Vec<(Option<(i64, u8)>, Vec<u32>, Vec<u32>)>;

impl Arena {
    pub(crate) fn new(tile: Tile) -> Arc<Arena> {
        Arc::new(Arena(Mutex::new(Inner {
            values: PositionValues::new(tile),
            hashes: HashMap::new(),
        })))
    }

    /// Waits for the arena without keeping other threads of Python from running: one of them may have it.
    fn lock(&self, py: Python<'_>) -> PyResult<MutexGuard<'_, Inner>> {
        loop {
            match self.0.try_lock() {
                Ok(guard) => return Ok(guard),
                // Whoever panicked here left canonical forms only.
                Err(TryLockError::Poisoned(poisoned)) => return Ok(poisoned.into_inner()),
                Err(TryLockError::WouldBlock) => {
                    py.detach(|| std::thread::sleep(Duration::from_micros(200)));
                    py.check_signals()?;
                }
            }
        }
    }

    /// Works with the arena while the interpreter is held: for what is quick.
    pub(crate) fn quickly<T>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Inner) -> T,
    ) -> PyResult<T> {
        Ok(work(&mut *self.lock(py)?))
    }

    /// Works with the arena without the interpreter. Ctrl-C stops it.
    pub(crate) fn run<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Inner) -> Result<T, GameError> + Send,
    ) -> PyResult<T> {
        self.run_watched(py, || Ok(()), work)
    }

    /// The same; `look` is called every now and then with the interpreter held, and what it raises stops the work.
    pub(crate) fn run_watched<T: Send>(
        &self,
        py: Python<'_>,
        look: impl Fn() -> PyResult<()> + Send + Sync + 'static,
        work: impl FnOnce(&mut Inner) -> Result<T, GameError> + Send,
    ) -> PyResult<T> {
        let mut guard = self.lock(py)?;
        let inner = &mut *guard;
        let raised: Arc<Mutex<Option<PyErr>>> = Arc::default();
        let last = Mutex::new(Instant::now());
        let found = Arc::clone(&raised);
        inner.values.set_interrupt(Some(Interrupt::new(move || {
            let mut last = lock(&last);
            if last.elapsed() < LOOK {
                return false;
            }
            let looked = Python::attach(|py| py.check_signals().and_then(|()| look()));
            *last = Instant::now();
            let stop = looked.is_err();
            if let Err(error) = looked {
                *lock(&found) = Some(error);
            }
            stop
        })));
        let done = py.detach(|| work(inner));
        inner.values.set_interrupt(None);
        drop(guard);
        let raised = lock(&raised).take();
        match (done, raised) {
            (_, Some(error)) => Err(error),
            (done, None) => done.map_err(errors::game),
        }
    }
}

impl Inner {
    pub(crate) fn games(&mut self) -> &mut Games {
        self.values.games()
    }

    /// A hash of a game that is the same in every arena: of its options' hashes, in increasing order.
    pub(crate) fn hash(&mut self, game: Game) -> Result<u64, GameError> {
        if let Some(&known) = self.hashes.get(&game) {
            return Ok(known);
        }
        let hash = match self.games().as_number(game) {
            Some(number) => mix(1, [number.units() as u64]),
            None => {
                let sides = [
                    self.games().left_options(game)?,
                    self.games().right_options(game)?,
                ];
                let mut hash = 2;
                for options in sides {
                    let mut parts = Vec::new();
                    for option in options {
                        parts.push(self.hash(option)?);
                    }
                    parts.sort_unstable();
                    hash = mix(hash, parts);
                }
                hash
            }
        };
        self.hashes.insert(game, hash);
        Ok(hash)
    }

    pub(crate) fn export(&mut self, game: Game) -> Result<Exported, GameError> {
        let mut exported = Exported::new();
        self.export_into(game, &mut exported, &mut HashMap::new())?;
        Ok(exported)
    }

    fn export_into(
        &mut self,
        game: Game,
        exported: &mut Exported,
        places: &mut HashMap<Game, u32>,
    ) -> Result<u32, GameError> {
        if let Some(&place) = places.get(&game) {
            return Ok(place);
        }
        let entry = match self.games().as_number(game) {
            Some(x) => (
                Some((x.numerator(), x.log2_denominator())),
                Vec::new(),
                Vec::new(),
            ),
            None => {
                let [mut left, mut right] = [Vec::new(), Vec::new()];
                for option in self.games().left_options(game)? {
                    left.push(self.export_into(option, exported, places)?);
                }
                for option in self.games().right_options(game)? {
                    right.push(self.export_into(option, exported, places)?);
                }
                (None, left, right)
            }
        };
        let place = exported.len() as u32;
        exported.push(entry);
        places.insert(game, place);
        Ok(place)
    }

    /// The game that [`Inner::export`] wrote; an entry that names a later one is refused as `None`.
    pub(crate) fn import(&mut self, exported: &Exported) -> Result<Option<Game>, GameError> {
        let mut games: Vec<Game> = Vec::with_capacity(exported.len());
        for (number, left, right) in exported {
            let earlier = |places: &[u32]| -> Option<Vec<Game>> {
                let places = places.iter();
                places
                    .map(|&place| games.get(place as usize).copied())
                    .collect()
            };
            let game = match number {
                Some((numerator, log2)) => {
                    let number = Dyadic::new(*numerator, *log2).ok_or(GameError::Overflow)?;
                    self.games().number(number)?
                }
                None => {
                    let (Some(left), Some(right)) = (earlier(left), earlier(right)) else {
                        return Ok(None);
                    };
                    self.games().construct(&left, &right)?
                }
            };
            games.push(game);
        }
        Ok(games.last().copied())
    }
}

/// Mixes numbers into a hash (the finalizer of SplitMix64 at every step).
fn mix(seed: u64, parts: impl IntoIterator<Item = u64>) -> u64 {
    let step = |hash: u64, part: u64| {
        let mut z = (hash ^ part).wrapping_add(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    };
    parts.into_iter().fold(step(seed, 0), step)
}
