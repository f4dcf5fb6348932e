//! Stopping an exact computation in the middle: some take minutes.

use super::shape::TooLarge;

/// Steps between two questions whether to go on.
const ASK_EVERY: u32 = 1 << 12;

/// Why an exact computation has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cut {
    /// The graph is too large.
    TooLarge,
    /// Whoever watches does not want to wait.
    Stopped,
}

impl From<TooLarge> for Cut {
    fn from(_: TooLarge) -> Cut {
        Cut::TooLarge
    }
}

/// Whoever watches a computation, asked every few thousand steps.
pub(crate) struct Effort<'a> {
    goes_on: &'a mut dyn FnMut() -> bool,
    steps: u32,
    /// Steps that are left to a part that may give up.
    left: u64,
}

impl<'a> Effort<'a> {
    pub(crate) fn new(goes_on: &'a mut dyn FnMut() -> bool) -> Self {
        Effort {
            goes_on,
            steps: 0,
            left: u64::MAX,
        }
    }

    /// Runs a part of the computation, which is too large if it takes more steps than `most`.
    pub(crate) fn within<T>(
        &mut self,
        most: u64,
        part: impl FnOnce(&mut Self) -> Result<T, Cut>,
    ) -> Result<T, Cut> {
        let before = std::mem::replace(&mut self.left, most);
        let done = part(self);
        self.left = before;
        done
    }

    /// Counts a step of the computation.
    pub(crate) fn step(&mut self) -> Result<(), Cut> {
        self.left = self.left.checked_sub(1).ok_or(Cut::TooLarge)?;
        self.steps += 1;
        if self.steps < ASK_EVERY {
            return Ok(());
        }
        self.steps = 0;
        match (self.goes_on)() {
            true => Ok(()),
            false => Err(Cut::Stopped),
        }
    }
}

/// Runs a computation that is not stopped.
pub(crate) fn unstopped<T>(
    computation: impl FnOnce(&mut Effort<'_>) -> Result<T, Cut>,
) -> Result<T, TooLarge> {
    computation(&mut Effort::new(&mut || true)).map_err(|_| TooLarge)
}
