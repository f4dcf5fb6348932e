//! A monotonic clock, even where the standard library has none.
//!
//! [`Instant`] is [`std::time::Instant`], except on `wasm32-unknown-unknown`, where that panics.
//! There it is a type with the methods in use, which reads the clock that the host has installed
//! with [`host::install`]. Without one it stands still: durations are zero and deadlines are never
//! reached.
//!
//! ```
//! use crosscram_support::clock::Instant;
//!
//! let started = Instant::now();
//! let elapsed = started.elapsed();
//! assert!(Instant::now().duration_since(started) >= elapsed);
//! ```

#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
pub use std::time::Instant;

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
pub use host::Instant;

/// A clock that the host supplies, as on `wasm32-unknown-unknown`.
pub mod host {
    use std::ops::{Add, Sub};
    use std::sync::OnceLock;
    use std::time::Duration;

    static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Installs the host's clock, a function that returns the time since some fixed moment and
    /// never goes back. Only the first call has an effect. Returns whether this was the first.
    pub fn install(clock: fn() -> Duration) -> bool {
        CLOCK.set(clock).is_ok()
    }

    /// A moment on the host's clock; see [`std::time::Instant`].
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct Instant(Duration);

    impl Instant {
        /// The present, or always the same moment if no clock is installed.
        pub fn now() -> Instant {
            Instant(CLOCK.get().map_or(Duration::ZERO, |clock| clock()))
        }

        /// The time since this moment.
        pub fn elapsed(&self) -> Duration {
            Instant::now().duration_since(*self)
        }

        /// The time since an earlier moment; zero if it was later.
        pub fn duration_since(&self, earlier: Instant) -> Duration {
            self.0.saturating_sub(earlier.0)
        }

        /// The time since an earlier moment; zero if it was later.
        pub fn saturating_duration_since(&self, earlier: Instant) -> Duration {
            self.duration_since(earlier)
        }

        /// The moment `duration` later, or `None` if it is out of range.
        pub fn checked_add(&self, duration: Duration) -> Option<Instant> {
            self.0.checked_add(duration).map(Instant)
        }

        /// The moment `duration` earlier, or `None` if it is out of range.
        pub fn checked_sub(&self, duration: Duration) -> Option<Instant> {
            self.0.checked_sub(duration).map(Instant)
        }
    }

    impl Add<Duration> for Instant {
        type Output = Instant;

        fn add(self, duration: Duration) -> Instant {
            Instant(self.0 + duration)
        }
    }

    impl Sub<Instant> for Instant {
        type Output = Duration;

        fn sub(self, earlier: Instant) -> Duration {
            self.duration_since(earlier)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::host::{Instant, install};
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
    use std::time::Duration;

    /// The only test that installs a clock: a process has one.
    #[test]
    fn the_host_clock_stands_until_one_is_installed() {
        static SECONDS: AtomicU64 = AtomicU64::new(5);
        let started = Instant::now();
        assert_eq!(started.elapsed(), Duration::ZERO);
        assert!(install(|| Duration::from_secs(SECONDS.load(Relaxed))));
        assert!(!install(|| Duration::ZERO));
        assert_eq!(started.elapsed(), Duration::from_secs(5));

        let second = Duration::from_secs(1);
        let now = Instant::now();
        SECONDS.store(7, Relaxed);
        let later = Instant::now();
        assert_eq!((later - now, now - later), (2 * second, Duration::ZERO));
        assert_eq!(now.saturating_duration_since(later), Duration::ZERO);
        assert_eq!(now + 2 * second, later);
        assert!(now < later && now.checked_add(second) < Some(later));
        assert_eq!(now.checked_add(Duration::MAX), None);
        assert_eq!(later.checked_sub(2 * second), Some(now));
        assert_eq!(now.checked_sub(Duration::MAX), None);
    }
}
