//! A model of a run with any number of workers: what happens when, event by event.
//!
//! Units take as long as measured ones do. The coordinator is one server: it checks and stores segments one after
//! the other. A unit takes the network's delay to come to a worker, and its segment the delay and its size by the bandwidth to
//! come back. The tree limits how many units there are at a time: a run begins with one, and every unit that is
//! done makes so many new ones possible, until all are done. What several workers do that one would not have
//! to, as tables that each computes for itself, is a share of more units. At the end the coordinator writes and checks the certificate, alone.

use crate::folder::SEARCH;
use crosscram_support::random::Random;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What was measured of one unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// Seconds of work.
    pub work: f64,
    /// Seconds that checking the segment takes.
    pub check: f64,
    /// Bytes of the segment.
    pub bytes: f64,
}

/// What is assumed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Assumed {
    /// Number of workers.
    pub workers: usize,
    /// Units of the whole run with one worker.
    pub units: usize,
    /// How many units become possible when one is done, at most, while there are more to do.
    pub growth: f64,
    /// Seconds from coordinator to worker and back.
    pub delay: f64,
    /// Bytes per second that the coordinator can receive.
    pub bandwidth: f64,
    /// Seconds of the coordinator for each segment besides checking it: storing, choosing.
    pub handling: f64,
    /// Threads of the coordinator that check segments; with 0 every worker checks its own, as the threads of `prove --jobs` do.
    pub checkers: usize,
    /// Share of units that are in vain for each doubling of the workers.
    pub waste: f64,
    /// Seconds at the end in which the certificate is written and checked.
    pub end: f64,
    /// A seed for drawing units.
    pub seed: u64,
}

/// What comes out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// Seconds of the run.
    pub seconds: f64,
    /// Seconds of work of all workers, with the checks that they do themselves.
    pub work: f64,
    /// Share of the time in which that part of the coordinator was busy that had more to do: its checkers or the hand that stores.
    pub coordinator: f64,
    /// The largest number of segments that waited for the coordinator.
    pub queue: usize,
    /// Bytes of all segments.
    pub traffic: f64,
}

/// What happens next, at a time in nanoseconds so that it has an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    /// A segment reaches the coordinator: which unit.
    Arrives(usize),
    /// The coordinator has understood it.
    Understood(usize),
}

/// Runs the model. `measured` must not be empty.
pub fn simulate(measured: &[Measured], assumed: &Assumed) -> Outcome {
    let mut random = Random::new(assumed.seed);
    let doublings = (assumed.workers as f64).log2();
    let units = (assumed.units as f64 * (1.0 + assumed.waste * doublings))
        .round()
        .max(1.0) as usize;
    let drawn: Vec<Measured> = (0..units)
        .map(|_| measured[random.index(measured.len())])
        .collect();
    let own_check = |unit: &Measured| match assumed.checkers {
        0 => unit.check,
        _ => 0.0,
    };
    let mut events: BinaryHeap<Reverse<(u64, Event)>> = BinaryHeap::new();
    let nanoseconds = |seconds: f64| (seconds * 1e9) as u64;
    let (mut now, mut idle, mut begun, mut possible) = (0.0_f64, assumed.workers, 0, 1.0_f64);
    // When each checker is free, and the one hand that stores and chooses.
    let mut checkers: BinaryHeap<Reverse<u64>> =
        (0..assumed.checkers).map(|_| Reverse(0)).collect();
    let (mut hand, mut checking, mut storing) = (0.0_f64, 0.0_f64, 0.0);
    let (mut waiting, mut queue) = (0, 0);
    let mut done = 0;
    while done < units {
        while idle > 0 && begun < units && (begun as f64) < possible {
            let unit = drawn[begun];
            let working = unit.work + own_check(&unit);
            let back = now + assumed.delay + working + unit.bytes / assumed.bandwidth;
            events.push(Reverse((nanoseconds(back), Event::Arrives(begun))));
            (idle, begun) = (idle - 1, begun + 1);
        }
        let Some(Reverse((time, event))) = events.pop() else {
            break;
        };
        now = time as f64 / 1e9;
        match event {
            Event::Arrives(unit) => {
                idle += 1;
                waiting += 1;
                queue = queue.max(waiting);
                let mut checked = now;
                if let Some(Reverse(free)) = checkers.pop() {
                    checked = now.max(free as f64 / 1e9) + drawn[unit].check;
                    checkers.push(Reverse(nanoseconds(checked)));
                    checking += drawn[unit].check;
                }
                hand = hand.max(checked) + assumed.handling;
                storing += assumed.handling;
                events.push(Reverse((nanoseconds(hand), Event::Understood(unit))));
            }
            Event::Understood(_) => {
                waiting -= 1;
                done += 1;
                possible += assumed.growth;
            }
        }
    }
    now += assumed.end;
    let busy = (checking / assumed.checkers.max(1) as f64).max(storing) + assumed.end;
    Outcome {
        seconds: now,
        work: drawn.iter().map(|unit| unit.work + own_check(unit)).sum(),
        coordinator: busy / now.max(1e-9),
        queue,
        traffic: drawn.iter().map(|unit| unit.bytes).sum(),
    }
}

/// What the file `times.tsv` of a run says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Times {
    /// The units.
    pub units: Vec<Measured>,
    /// Seconds in which the certificate was written and checked; 0 if the run is not complete.
    pub end: f64,
    /// How many threads checked it, at least one.
    pub threads: usize,
}

/// Share of the time of a checker that goes into the walk, which each thread does for itself: 1.8 of 18.8 seconds on 8x10.
const WALK: f64 = 0.1;

impl Times {
    /// The end if so many threads had checked the certificate, at least one.
    pub fn end_with(&self, threads: usize) -> f64 {
        let time = |threads: usize| WALK + (1.0 - WALK) / threads.max(1) as f64;
        self.end * time(threads) / time(self.threads)
    }
}

/// Reads the file `times.tsv` of a run. The error is the number of a line that is not of its form.
pub fn read_times(text: &str) -> Result<Times, usize> {
    let mut times = Times {
        threads: 1,
        ..Times::default()
    };
    for (number, line) in text.lines().enumerate().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [worker, positions, _, _, seconds, checking, bytes, facts] = fields[..] else {
            return Err(number + 1);
        };
        // A search of the whole board is no unit.
        if worker.starts_with(SEARCH) {
            continue;
        }
        let parse = |text: &str| text.parse::<f64>().ok().filter(|number| *number >= 0.0);
        let (Some(work), Some(check), Some(bytes)) =
            (parse(seconds), parse(checking), parse(bytes))
        else {
            return Err(number + 1);
        };
        match positions {
            // The certificate, in the line of which there are no positions, and threads instead of facts: none before they were counted.
            "0" => {
                times.end = work;
                times.threads = facts.parse::<usize>().map_err(|_| number + 1)?.max(1);
            }
            _ => times.units.push(Measured { work, check, bytes }),
        }
    }
    Ok(times)
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNIT: Measured = Measured {
        work: 2.0,
        check: 0.5,
        bytes: 1000.0,
    };

    const ASSUMED: Assumed = Assumed {
        workers: 1,
        units: 100,
        growth: 1e9,
        delay: 0.0,
        bandwidth: 1e12,
        handling: 0.0,
        checkers: 1,
        waste: 0.0,
        end: 0.0,
        seed: 1,
    };

    fn seconds(assumed: Assumed) -> f64 {
        simulate(&[UNIT], &assumed).seconds
    }

    /// Cases that can be worked out by hand.
    #[test]
    fn what_can_be_worked_out() {
        // The first unit opens the others. One worker: all work, and the last check.
        let near = |found: f64, expected: f64| {
            assert!((found - expected).abs() < 1e-3, "{found} {expected}")
        };
        near(seconds(ASSUMED), 2.0 + 0.5 + 99.0 * 2.0 + 0.5);
        // As many workers as units: the checks of 99 segments one after the other.
        near(
            seconds(Assumed {
                workers: 100,
                ..ASSUMED
            }),
            2.5 + 2.0 + 99.0 * 0.5,
        );
        // More checkers share them.
        near(
            seconds(Assumed {
                workers: 100,
                checkers: 99,
                ..ASSUMED
            }),
            2.5 + 2.0 + 0.5,
        );
        // Workers that check their own segments keep no other waiting.
        near(
            seconds(Assumed {
                workers: 99,
                checkers: 0,
                ..ASSUMED
            }),
            2.5 + 2.5,
        );
        // Each unit makes one possible: no worker but one has anything to do, and each waits for the check.
        near(
            seconds(Assumed {
                workers: 100,
                growth: 1.0,
                ..ASSUMED
            }),
            100.0 * 2.5,
        );
        // The certificate comes on top.
        near(
            seconds(Assumed {
                end: 7.0,
                ..ASSUMED
            }),
            seconds(ASSUMED) + 7.0,
        );
        // Delay and bandwidth are on the way of each unit.
        near(
            seconds(Assumed {
                delay: 1.0,
                bandwidth: 1000.0,
                growth: 1.0,
                ..ASSUMED
            }),
            100.0 * 4.5,
        );
        let outcome = simulate(
            &[UNIT],
            &Assumed {
                workers: 100,
                ..ASSUMED
            },
        );
        assert_eq!(
            (outcome.queue, outcome.traffic, outcome.work),
            (99, 100_000.0, 200.0)
        );
    }

    #[test]
    fn more_workers_are_never_slower_without_waste() {
        let measured: Vec<Measured> = (1..50)
            .map(|n| Measured {
                work: 0.1 * f64::from(n),
                check: 0.01,
                bytes: 1e4,
            })
            .collect();
        let mut last = f64::INFINITY;
        for workers in [1, 2, 4, 8, 64, 1000] {
            let assumed = Assumed {
                workers,
                units: 2000,
                growth: 3.0,
                ..ASSUMED
            };
            let outcome = simulate(&measured, &assumed);
            assert!(outcome.seconds <= last * 1.001, "{workers}");
            assert!(outcome.seconds >= outcome.work / workers as f64);
            last = outcome.seconds;
        }
    }

    #[test]
    fn times_are_read() {
        let text = "worker\tpositions\tnodes\twriting\tseconds\tchecking\tbytes\tfacts\nthread-1\t1\t2048\t22\t0.5\t0.25\t675\t22\n";
        let expected = Measured {
            work: 0.5,
            check: 0.25,
            bytes: 675.0,
        };
        let read = |text: &str| read_times(text).map(|times| (times.units, times.end));
        assert_eq!(read(text), Ok((vec![expected], 0.0)));
        let complete = format!("{text}certificate\t0\t100\t0\t1.5\t0.000000\t99\t0\n");
        assert_eq!(read(&complete), Ok((vec![expected], 1.5)));
        assert_eq!(read_times(&format!("{text}x\n")), Err(3));
        // Ten parts, nine of which are shared by two threads.
        let by_two = format!("{text}certificate\t0\t100\t0\t5.5\t0.000000\t99\t2\n");
        let by_two = read_times(&by_two).unwrap();
        for (threads, seconds) in [(1, 10.0), (2, 5.5), (9, 2.0)] {
            assert!(
                (by_two.end_with(threads) - seconds).abs() < 1e-9,
                "{threads}"
            );
        }
    }
}
