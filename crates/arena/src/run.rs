//! Playing the games of a plan on several threads.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use crosscram_players::{Contestant, Record, play_game};
use crosscram_rules::Player;

use crate::entrant::Entrant;
use crate::plan::{Fixture, Plan};
use crate::program::{Limits, Program, Stop};

/// A player at the board.
pub enum Seat {
    /// One of our own.
    BuiltIn(Box<dyn Contestant>),
    /// Somebody else's program.
    Program(Box<Program>),
}

impl Seat {
    /// Let an entrant take his seat.
    pub fn new(entrant: &Entrant, limits: Limits, stop: Stop) -> Seat {
        match entrant {
            Entrant::BuiltIn(spec) => Seat::BuiltIn(spec.build()),
            Entrant::Program(command) => {
                Seat::Program(Box::new(Program::new(command.clone(), limits, stop)))
            }
        }
    }

    /// The player.
    pub fn contestant(&mut self) -> &mut dyn Contestant {
        match self {
            Seat::BuiltIn(player) => &mut **player,
            Seat::Program(program) => &mut **program,
        }
    }

    /// Tell how the game ended to whom wants to know.
    pub fn end(&mut self, winner: Player, reason: &str) {
        if let Seat::Program(program) = self {
            program.end(winner, reason);
        }
    }
}

/// What became of the games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finished {
    /// All were played.
    All,
    /// Somebody stopped it; what was handed over before is complete.
    Stopped,
}

/// Play `fixtures` on `threads` threads and hand the records to `keep`, in the order of the list
/// whatever the number of threads. `progress` is told after each game, and twice a second, how
/// many are over.
///
/// When `stop` says so, games that run are called off and forgotten. An error of `keep` ends
/// everything.
pub fn play<E>(
    plan: &Plan,
    fixtures: &[Fixture],
    threads: usize,
    stop: Stop,
    mut progress: impl FnMut(usize),
    mut keep: impl FnMut(&Fixture, &Record) -> Result<(), E>,
) -> Result<Finished, E> {
    let failed = Arc::new(AtomicBool::new(false));
    let stop: Stop = {
        let failed = Arc::clone(&failed);
        Arc::new(move || failed.load(Relaxed) || stop())
    };
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads.clamp(1, fixtures.len().max(1)) {
            let (sender, stop, next) = (sender.clone(), Arc::clone(&stop), &next);
            scope.spawn(move || {
                let mut table = Table::new(plan, stop);
                loop {
                    let index = next.fetch_add(1, Relaxed);
                    let Some(fixture) = fixtures.get(index) else {
                        return;
                    };
                    let Some(record) = table.play(fixture) else {
                        return;
                    };
                    if sender.send((index, record)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let (mut waiting, mut kept, mut over) = (BTreeMap::new(), 0, 0);
        loop {
            match receiver.recv_timeout(Duration::from_millis(500)) {
                Ok((index, record)) => {
                    waiting.insert(index, record);
                    over += 1;
                }
                Err(mpsc::RecvTimeoutError::Timeout) => {}
                Err(mpsc::RecvTimeoutError::Disconnected) => break,
            }
            progress(over);
            while let Some(record) = waiting.remove(&kept) {
                if let Err(error) = keep(&fixtures[kept], &record) {
                    failed.store(true, Relaxed);
                    return Err(error);
                }
                kept += 1;
            }
        }
        Ok(match kept == fixtures.len() {
            true => Finished::All,
            false => Finished::Stopped,
        })
    })
}

/// The seats of one thread; who has sat down once stays for all his games.
struct Table<'a> {
    plan: &'a Plan,
    stop: Stop,
    seats: Vec<Option<Seat>>,
}

impl Table<'_> {
    fn new(plan: &Plan, stop: Stop) -> Table<'_> {
        Table {
            plan,
            stop,
            seats: plan.entrants.iter().map(|_| None).collect(),
        }
    }

    /// One game; `None` if it was called off.
    fn play(&mut self, fixture: &Fixture) -> Option<Record> {
        if (self.stop)() {
            return None;
        }
        let taken = fixture.sides.map(|player| {
            let seat = self.seats[player].take();
            seat.unwrap_or_else(|| {
                let entrant = &self.plan.entrants[player];
                Seat::new(entrant, self.plan.programs, Arc::clone(&self.stop))
            })
        });
        let [mut vertical, mut horizontal] = taken;
        let contestants = [vertical.contestant(), horizontal.contestant()];
        let record = play_game(contestants, &fixture.game, fixture.seed, self.plan.limit);
        let reason = record.ending.to_string();
        for (player, mut seat) in fixture.sides.into_iter().zip([vertical, horizontal]) {
            seat.end(record.winner, &reason);
            self.seats[player] = Some(seat);
        }
        (!record.is_interrupted()).then_some(record)
    }
}
