//! Playing the games of a plan on several threads.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use crate::{Contestant, Record, play_game};
use crosscram_rules::Player;
use crosscram_support::{pool::Pool, stop::Stop, threads::StartError};

use crate::arena::entrant::Entrant;
use crate::arena::plan::{Fixture, Plan};
use crate::arena::program::{Limits, Program};

/// A player at the board.
pub enum Seat {
    /// A built-in player.
    BuiltIn(Box<dyn Contestant>),
    /// An external program.
    Program(Box<Program>),
}

impl Seat {
    /// Makes the player of an entrant, who does not think on when `stop` is requested.
    pub fn new(entrant: &Entrant, limits: Limits, stop: Stop) -> Seat {
        match entrant {
            Entrant::BuiltIn(spec) => {
                let mut player = spec.build();
                player.heed(&stop);
                Seat::BuiltIn(player)
            }
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

    /// Tells a program how the game ended.
    pub fn end(&mut self, winner: Player, reason: &str) {
        if let Seat::Program(program) = self {
            program.end(winner, reason);
        }
    }
}

/// How a run of games ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finished {
    /// All were played.
    All,
    /// A stop was requested; all records delivered before are complete.
    Stopped,
}

/// Plays `fixtures` on `threads` threads and passes the records to `keep`, always in the order of the
/// list. After each game, and twice a second, `progress` is told how many are over.
///
/// When `stop` is requested, running games are called off and discarded. An error of `keep` ends the
/// run.
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
            // Relaxed: used for display only.
            over.fetch_add(usize::from(record.is_some()), Relaxed);
            record
        }
    };
    pool.run(fixtures, start, |records| -> Result<(), E> {
        progress(over.load(Relaxed));
        for (number, record) in records {
            // Nothing is delivered after a game that was called off.
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

/// The players of one thread. Each plays all its entrant's games there.
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
        // Players that were stopped may have moved before they were sure.
        let called_off = record.is_interrupted() || self.stop.is_requested();
        (!called_off).then_some(record)
    }
}
