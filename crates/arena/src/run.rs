//! Playing the games of a plan on several threads.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use crosscram_players::{Contestant, Record, play_game};
use crosscram_rules::Player;
use crosscram_support::{pool::Pool, stop::Stop, threads::StartError};

use crate::entrant::Entrant;
use crate::plan::{Fixture, Plan};
use crate::program::{Limits, Program};

/// A player at the board.
pub enum Seat {
    /// One of our own.
    BuiltIn(Box<dyn Contestant>),
    /// Somebody else's program.
    Program(Box<Program>),
}

impl Seat {
    /// Seats an entrant.
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

/// Plays `fixtures` on `threads` threads and hands the records to `keep`, in the order of the list
/// whatever the number of threads. `progress` is told after each game, and twice a second, how
/// many are over.
///
/// When `stop` is requested, games that run are called off and forgotten. An error of `keep` ends
/// everything.
pub fn play<E: From<StartError>>(
    plan: &Plan,
    fixtures: &[Fixture],
    threads: usize,
    stop: &Stop,
    mut progress: impl FnMut(usize),
    mut keep: impl FnMut(&Fixture, &Record) -> Result<(), E>,
) -> Result<Finished, E> {
    let (over, mut kept) = (AtomicUsize::new(0), 0);
    let pool = Pool::ordered(threads.min(fixtures.len()), stop);
    let start = |stop| {
        let mut table = Seats::new(plan, stop);
        let over = &over;
        move |fixture| {
            let record = table.play(fixture);
            // Relaxed: a number for people.
            over.fetch_add(usize::from(record.is_some()), Relaxed);
            record
        }
    };
    pool.run(fixtures, start, |records| -> Result<(), E> {
        progress(over.load(Relaxed));
        for (number, record) in records {
            // Nothing is kept after a game that was called off.
            if let Some(record) = record.filter(|_| number == kept) {
                keep(&fixtures[number], &record)?;
                kept += 1;
            }
        }
        Ok(())
    })?;
    Ok(match kept == fixtures.len() {
        true => Finished::All,
        false => Finished::Stopped,
    })
}

/// The seats of one thread. An entrant that has sat down stays for all its games.
struct Seats<'a> {
    plan: &'a Plan,
    stop: Stop,
    seats: Vec<Option<Seat>>,
}

impl Seats<'_> {
    fn new(plan: &Plan, stop: Stop) -> Seats<'_> {
        Seats {
            plan,
            stop,
            seats: plan.entrants.iter().map(|_| None).collect(),
        }
    }

    /// One game; `None` if it was called off.
    fn play(&mut self, fixture: &Fixture) -> Option<Record> {
        if self.stop.is_requested() {
            return None;
        }
        let taken = fixture.sides.map(|player| {
            let seat = self.seats[player].take();
            seat.unwrap_or_else(|| {
                let entrant = &self.plan.entrants[player];
                Seat::new(entrant, self.plan.programs, self.stop.clone())
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
