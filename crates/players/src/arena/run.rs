//! Playing the games of a plan on several threads.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use crate::{Contestant, Record, play_game};
use crosscram_support::{pool::Pool, stop::Stop, threads::StartError};

use crate::arena::plan::{Fixture, Plan};

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
    seats: Vec<Option<Box<dyn Contestant>>>,
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
            seat.unwrap_or_else(|| self.plan.entrants[player].build(self.plan.programs, &self.stop))
        });
        let [mut vertical, mut horizontal] = taken;
        let record = play_game(
            [&mut *vertical, &mut *horizontal],
            &fixture.game,
            fixture.seed,
            self.plan.limit,
        );
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
