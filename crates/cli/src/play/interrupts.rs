//! Ctrl-C during a game: it stops thinking, not the game.

use crate::failure::{Failure, INTERRUPTED};
use crate::watch::{Signal, on_signal};
use crosscram_support::stop::Stop;
use std::process;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What the signals of a game have asked for.
#[derive(Clone, Debug, Default)]
pub(super) struct Interrupts(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    /// The thought that goes on now.
    thought: Option<Stop>,
    /// How often Ctrl-C was pressed while no player thought, since it was last asked.
    presses: u32,
    /// SIGTERM has come.
    ended: bool,
}

/// So many presses that are not heard end the program: something hangs.
const DEAF: u32 = 3;

impl Interrupts {
    /// Catches the signals from now on.
    pub(super) fn catch() -> Result<Interrupts, Failure> {
        let interrupts = Interrupts::default();
        let caught = interrupts.clone();
        on_signal(move |signal| {
            if !caught.hear(signal) {
                process::exit(i32::from(INTERRUPTED));
            }
        })?;
        Ok(interrupts)
    }

    /// Takes a signal. Returns false if nothing reacts to them any more.
    fn hear(&self, signal: Signal) -> bool {
        let mut state = self.state();
        match (signal, &state.thought) {
            (Signal::End, thought) => {
                if let Some(thought) = thought {
                    thought.request();
                }
                !std::mem::replace(&mut state.ended, true)
            }
            // The second press during one thought counts like one without.
            (Signal::CtrlC, Some(thought)) if thought.request() => true,
            (Signal::CtrlC, _) => {
                state.presses += 1;
                state.presses < DEAF
            }
        }
    }

    /// Calls `think` with a flag that Ctrl-C requests. Returns its result, and whether it was stopped.
    pub(super) fn during<T>(&self, think: impl FnOnce(&Stop) -> T) -> (T, bool) {
        let stop = Stop::new();
        {
            let mut state = self.state();
            if state.ended {
                stop.request();
            }
            state.thought = Some(stop.clone());
        }
        let result = think(&stop);
        self.state().thought = None;
        (result, stop.is_requested())
    }

    /// How often Ctrl-C was pressed while no player thought, since this was last asked.
    pub(super) fn presses(&self) -> u32 {
        std::mem::take(&mut self.state().presses)
    }

    /// Returns whether the program was asked to end.
    pub(super) fn is_over(&self) -> bool {
        self.state().ended
    }

    /// Ignores poisoning: no update here can be left half done by a panic.
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ctrl_c_stops_thoughts_first() {
        let interrupts = Interrupts::default();
        let (seen, stopped) = interrupts.during(|stop| {
            assert!(interrupts.hear(Signal::CtrlC));
            stop.is_requested()
        });
        assert!(seen && stopped && interrupts.presses() == 0);
        // The next thought is not stopped.
        assert!(!interrupts.during(|_| ()).1);
        assert!(interrupts.hear(Signal::CtrlC));
        assert_eq!((interrupts.presses(), interrupts.presses()), (1, 0));
        assert!(!interrupts.is_over());
        assert!(interrupts.hear(Signal::End) && interrupts.is_over());
        assert!(interrupts.during(|_| ()).1);
        assert!(!interrupts.hear(Signal::End));
    }

    #[test]
    fn presses_that_nobody_hears_end_the_program() {
        let interrupts = Interrupts::default();
        let heard: Vec<bool> = (0..3).map(|_| interrupts.hear(Signal::CtrlC)).collect();
        assert_eq!(heard, [true, true, false]);
    }
}
