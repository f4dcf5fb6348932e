//! Work on several threads whose results one thread collects.
//!
//! [`map`] is for lists that fit into memory. [`Pool`] takes the items of an iterator as they are
//! needed, delivers results while others are still worked on, and can be stopped.

use crate::stop::Stop;
use crate::threads::{self, StartError};
use std::collections::BTreeMap;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The maximum number of items that are begun but not delivered. It bounds the memory of results that
/// wait for an earlier one, and is so large that threads hardly ever wait.
const WINDOW: usize = 4096;

/// Applies `work` to the items on `threads` threads. Returns the results in their order.
///
/// ```
/// use crosscram_support::pool;
///
/// assert_eq!(pool::map(&["a", "bc"], 1, |text| text.len())?, [1, 2]);
/// # Ok::<(), crosscram_support::threads::StartError>(())
/// ```
pub fn map<I: Sync, T: Send>(
    items: &[I],
    threads: usize,
    work: impl Fn(&I) -> T + Sync,
) -> Result<Vec<T>, StartError> {
    let next = Mutex::new(items.iter().enumerate());
    let next = || lock(&next).next();
    let results = threads::run(threads.clamp(1, items.len().max(1)), |_| {
        let mut results = Vec::new();
        while let Some((number, item)) = next() {
            results.push((number, work(item)));
        }
        results
    })?;
    let mut results: Vec<_> = results.into_iter().flatten().collect();
    results.sort_unstable_by_key(|(number, _)| *number);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}

/// In which order results are delivered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// In the order of the items.
    OfItems,
    /// As soon as each is ready.
    OfResults,
}

/// How items are worked on.
#[derive(Clone, Debug)]
pub struct Pool {
    /// Number of threads; 0 counts as 1.
    pub threads: usize,
    /// In which order results are delivered.
    pub order: Order,
    /// Once this is requested, no further item is begun.
    pub stop: Stop,
    /// How long to wait for a result before the collector is called with none.
    pub tick: Duration,
}

impl Pool {
    /// A pool that delivers in the order of the items.
    pub fn ordered(threads: usize, stop: &Stop) -> Pool {
        Pool {
            threads,
            order: Order::OfItems,
            stop: stop.clone(),
            tick: Duration::from_millis(500),
        }
    }

    /// Works on `items`, and calls `collect` on the caller's thread with the results and the
    /// numbers of their items, from 0: all results since the last call, or none if a tick passes
    /// without any.
    ///
    /// `start` is called once on each thread and returns the function that works on items there. It
    /// is given a stop that is requested when the pool's is, when `collect` fails, or when anything
    /// panics; long work should poll it. Every item that is begun is delivered, and items are begun
    /// in order, so with [`Order::OfItems`] there are no gaps between results. An error of
    /// `collect` is returned when all threads have ended.
    ///
    /// On `wasm32-unknown-unknown` the caller's thread does everything, and there are no ticks.
    ///
    /// ```
    /// use crosscram_support::{pool::Pool, stop::Stop};
    ///
    /// let pool = Pool::ordered(1, &Stop::new());
    /// let mut sum = 0;
    /// pool.run(1..=100, |_| |n: u32| n * n, |results| {
    ///     sum += results.into_iter().map(|(_, square)| square).sum::<u32>();
    ///     Ok::<_, std::io::Error>(())
    /// })?;
    /// assert_eq!(sum, 338_350);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn run<I, T, W, E>(
        &self,
        items: impl IntoIterator<Item = I, IntoIter: Send>,
        start: impl Fn(Stop) -> W + Sync,
        collect: impl FnMut(Vec<(usize, T)>) -> Result<(), E>,
    ) -> Result<(), E>
    where
        T: Send,
        W: FnMut(I) -> T,
        E: From<StartError>,
    {
        if cfg!(target_family = "wasm") {
            // Fails if several threads are asked for.
            threads::run(self.threads, |_| ())?;
            return self.run_alone(items, start, collect);
        }
        self.run_threads(items, start, collect)
    }

    fn run_threads<I, T, W, E>(
        &self,
        items: impl IntoIterator<Item = I, IntoIter: Send>,
        start: impl Fn(Stop) -> W + Sync,
        collect: impl FnMut(Vec<(usize, T)>) -> Result<(), E>,
    ) -> Result<(), E>
    where
        T: Send,
        W: FnMut(I) -> T,
        E: From<StartError>,
    {
        let feed = Feed {
            state: Mutex::new((items.into_iter(), Counts::default())),
            delivered: Condvar::new(),
            stop: self.stop.child(),
            patience: self.tick,
        };
        let (sender, receiver) = mpsc::channel();
        let senders = Mutex::new(vec![sender; self.threads.max(1)]);
        let work = |_| {
            let sender = lock(&senders).pop().expect("one for each thread");
            // If the work panics, the others must not wait for its result.
            let halt = Halt(&feed);
            let mut work = start(feed.stop.clone());
            while let Some((number, item)) = feed.next() {
                if sender.send((number, work(item))).is_err() {
                    break;
                }
            }
            std::mem::forget(halt);
        };
        let lead = || {
            // If collecting fails or panics, the threads must not keep the caller waiting.
            let _halt = Halt(&feed);
            self.collect(receiver, &feed, collect)
        };
        threads::beside(self.threads.max(1), work, lead)?.0
    }

    fn collect<I, T, E>(
        &self,
        receiver: Receiver<(usize, T)>,
        feed: &Feed<I>,
        mut collect: impl FnMut(Vec<(usize, T)>) -> Result<(), E>,
    ) -> Result<(), E> {
        let (mut waiting, mut next) = (BTreeMap::new(), 0);
        loop {
            match receiver.recv_timeout(self.tick) {
                Ok(result) => waiting.extend([result].into_iter().chain(receiver.try_iter())),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            let ready = match self.order {
                Order::OfResults => std::mem::take(&mut waiting).into_iter().collect(),
                Order::OfItems => {
                    let in_order = std::iter::from_fn(|| {
                        let result = waiting.remove_entry(&next)?;
                        next += 1;
                        Some(result)
                    });
                    in_order.collect::<Vec<_>>()
                }
            };
            let count = ready.len();
            collect(ready)?;
            feed.deliver(count);
        }
    }

    fn run_alone<I, T, W, E>(
        &self,
        items: impl IntoIterator<Item = I>,
        start: impl Fn(Stop) -> W,
        mut collect: impl FnMut(Vec<(usize, T)>) -> Result<(), E>,
    ) -> Result<(), E>
    where
        W: FnMut(I) -> T,
    {
        let mut work = start(self.stop.clone());
        let mut items = items.into_iter().enumerate();
        while !self.stop.is_requested() {
            match items.next() {
                Some((number, item)) => collect(vec![(number, work(item))])?,
                None => break,
            }
        }
        Ok(())
    }
}

#[derive(Debug, Default)]
struct Counts {
    begun: usize,
    delivered: usize,
}

/// Hands out the items, not too far ahead of those delivered.
struct Feed<I> {
    state: Mutex<(I, Counts)>,
    delivered: Condvar,
    stop: Stop,
    /// How often to look at the stop while waiting.
    patience: Duration,
}

impl<I: Iterator> Feed<I> {
    /// The next item and its number, from 0.
    fn next(&self) -> Option<(usize, I::Item)> {
        let mut state = lock(&self.state);
        while !self.stop.is_requested() {
            let (items, counts) = &mut *state;
            if counts.begun - counts.delivered < WINDOW {
                let item = items.next()?;
                counts.begun += 1;
                return Some((counts.begun - 1, item));
            }
            let waited = self.delivered.wait_timeout(state, self.patience);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        None
    }
}

impl<I> Feed<I> {
    fn deliver(&self, count: usize) {
        lock(&self.state).1.delivered += count;
        self.delivered.notify_all();
    }
}

/// Stops the threads when it is dropped.
struct Halt<'a, I>(&'a Feed<I>);

impl<I> Drop for Halt<'_, I> {
    fn drop(&mut self) {
        self.0.stop.request();
        self.0.delivered.notify_all();
    }
}

/// Ignores poisoning: no update here can be left half done by a panic.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
    use std::thread::yield_now;

    /// Errors of the collector.
    #[derive(Debug)]
    enum Failed {
        Start,
        Collector,
    }

    impl From<StartError> for Failed {
        fn from(_: StartError) -> Failed {
            Failed::Start
        }
    }

    #[test]
    fn maps_in_order() {
        let items: Vec<usize> = (0..1000).collect();
        for threads in [0, 1, 3] {
            assert_eq!(map(&items, threads, |n| *n).unwrap(), items);
        }
        assert_eq!(map(&[], 4, |_: &()| ()).unwrap(), []);
    }

    #[track_caller]
    fn collected(pool: &Pool, items: std::ops::Range<usize>) -> Vec<usize> {
        let mut results = Vec::new();
        let start = |_: Stop| |n: usize| 2 * n;
        let outcome: Result<(), Failed> = pool.run(items, start, |batch| {
            results.extend(batch.into_iter().map(|(number, result)| {
                assert_eq!(result, 2 * number);
                result
            }));
            Ok(())
        });
        outcome.unwrap();
        results
    }

    #[test]
    fn results_come_in_order_and_all() {
        for threads in [0, 1, 4] {
            let mut pool = Pool::ordered(threads, &Stop::new());
            let expected: Vec<usize> = (0..10_000).map(|n| 2 * n).collect();
            assert_eq!(collected(&pool, 0..10_000), expected);
            pool.order = Order::OfResults;
            let mut results = collected(&pool, 0..10_000);
            results.sort_unstable();
            assert_eq!(results, expected);
        }
    }

    #[test]
    fn a_late_result_bounds_how_far_the_others_get() {
        let pool = Pool::ordered(2, &Stop::new());
        let (begun, collected) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let items = (0..2 * WINDOW).inspect(|&n| {
            assert!(n < collected.load(SeqCst) + WINDOW);
            begun.store(n + 1, SeqCst);
        });
        let start = |_: Stop| {
            |n: usize| {
                // Ends late enough for the other thread to get too far, if it could.
                while n == 0 && begun.load(SeqCst) < WINDOW {
                    yield_now();
                }
                (0..1000).filter(|_| n == 0).for_each(|_| yield_now());
                n
            }
        };
        let mut results = Vec::new();
        let outcome: Result<(), Failed> = pool.run(items, start, |batch| {
            results.extend(batch.into_iter().map(|(_, n)| n));
            collected.store(results.len(), SeqCst);
            Ok(())
        });
        outcome.unwrap();
        assert!(results.into_iter().eq(0..2 * WINDOW));
    }

    #[test]
    fn nothing_is_begun_after_a_stop() {
        let stop = Stop::new();
        let pool = Pool::ordered(3, &stop);
        let mut results = Vec::new();
        let outcome: Result<(), Failed> = pool.run(
            0..,
            |_| {
                |n| {
                    if n == 100 {
                        stop.request();
                    }
                }
            },
            |batch| {
                results.extend(batch.into_iter().map(|(number, ())| number));
                Ok(())
            },
        );
        outcome.unwrap();
        assert!(results.len() > 100 && results.iter().copied().eq(0..results.len()));
        assert_eq!(collected(&pool, 0..9), []);
    }

    #[test]
    fn an_error_ends_everything() {
        let pool = Pool::ordered(3, &Stop::new());
        let outcome = pool.run(
            0..,
            |stop| move |_: u64| stop.is_requested(),
            |_| Err(Failed::Collector),
        );
        assert!(matches!(outcome, Err(Failed::Collector)));
        assert!(!pool.stop.is_requested());
    }

    #[test]
    fn a_panic_ends_everything() {
        let pool = Pool::ordered(2, &Stop::new());
        let panicked = catch_unwind(AssertUnwindSafe(|| {
            pool.run(
                0..,
                |_| |n: usize| assert_ne!(n, 50, "on purpose"),
                |_| Ok::<(), Failed>(()),
            )
        }));
        assert!(panicked.is_err());
        let panicked = catch_unwind(AssertUnwindSafe(|| {
            pool.run(
                0..,
                |_| |n: usize| n,
                |_| -> Result<(), Failed> { panic!("on purpose") },
            )
        }));
        assert!(panicked.is_err());
    }

    #[test]
    fn the_collector_is_called_though_nothing_ends() {
        let stop = Stop::new();
        let pool = Pool {
            tick: Duration::from_millis(1),
            ..Pool::ordered(1, &stop)
        };
        let start = |stop: Stop| {
            move |()| {
                while !stop.is_requested() {
                    yield_now();
                }
            }
        };
        let mut ticks = 0;
        let outcome: Result<(), Failed> = pool.run([()], start, |batch| {
            ticks += usize::from(batch.is_empty());
            if ticks == 3 {
                stop.request();
            }
            Ok(())
        });
        outcome.unwrap();
        assert!(ticks >= 3);
    }

    #[test]
    fn one_thread_does_it_alone() {
        let stop = Stop::new();
        let pool = Pool::ordered(1, &stop);
        let mut results = Vec::new();
        let outcome: Result<(), Infallible> = pool.run_alone(
            0..,
            |_| |n: usize| n,
            |batch| {
                results.extend(batch);
                if results.len() == 3 {
                    stop.request();
                }
                Ok(())
            },
        );
        outcome.unwrap();
        assert_eq!(results, [(0, 0), (1, 1), (2, 2)]);
    }
}
