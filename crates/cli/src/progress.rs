//! A progress line on the terminal.

use crate::text;
use crate::watch::{Running, Watch};
use std::io::{self, IsTerminal, Write};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

/// Time between two updates of the line: short enough to look alive, long enough to cost nothing.
const PERIOD: Duration = Duration::from_millis(200);
/// The maximum width: one column less than the narrowest usual terminal, so that it never wraps.
const WIDTH: usize = 79;
/// Back to the first column, and clear the line (ECMA-48, EL).
const CLEAR: &str = "\r\x1b[K";

/// The progress display of one command.
#[derive(Debug)]
pub(crate) struct Progress {
    enabled: bool,
    state: Mutex<State>,
    over: Condvar,
}

#[derive(Debug, Default)]
struct State {
    over: bool,
    drawn: bool,
}

impl Progress {
    /// A display that shows something only on a terminal, and only if not `quiet`.
    pub(crate) fn new(quiet: bool) -> Self {
        Progress {
            enabled: !quiet && io::stderr().is_terminal(),
            state: Mutex::default(),
            over: Condvar::new(),
        }
    }

    /// Shows the searches of `watch` while `work` runs.
    pub(crate) fn during<T>(&self, watch: &Watch, work: impl FnOnce() -> T) -> T {
        if !self.enabled {
            return work();
        }
        thread::scope(|scope| {
            // If the thread cannot be started, nothing is drawn.
            let _ = Builder::new().spawn_scoped(scope, || self.draw_until_over(watch));
            let over = Over(self);
            let result = work();
            drop(over);
            result
        })
    }

    /// Calls `print` with the line cleared.
    pub(crate) fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        let mut state = self.state();
        clear(&mut state);
        print()
    }

    fn draw_until_over(&self, watch: &Watch) {
        let mut state = self.state();
        loop {
            let waited = self.over.wait_timeout(state, PERIOD);
            (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
            if state.over {
                return clear(&mut state);
            }
            match line(&watch.running(), watch.done_of()) {
                None => clear(&mut state),
                Some(line) => {
                    let _ = write!(io::stderr(), "{CLEAR}{line}");
                    state.drawn = true;
                }
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One line on the terminal that is drawn by the thread that works.
#[derive(Debug)]
pub(crate) struct StatusLine {
    enabled: bool,
    drawn: Option<Instant>,
}

impl StatusLine {
    /// A line that shows something only on a terminal, and only if not `quiet`.
    pub(crate) fn new(quiet: bool) -> Self {
        StatusLine {
            enabled: !quiet && io::stderr().is_terminal(),
            drawn: None,
        }
    }

    /// Shows a text, unless another was shown just before.
    pub(crate) fn show(&mut self, text: impl FnOnce() -> String) {
        if self.enabled && self.drawn.is_none_or(|drawn| drawn.elapsed() >= PERIOD) {
            let text: String = text().chars().take(WIDTH).collect();
            let _ = write!(io::stderr(), "{CLEAR}{text}");
            self.drawn = Some(Instant::now());
        }
    }
}

impl Drop for StatusLine {
    fn drop(&mut self) {
        if self.drawn.is_some() {
            let _ = write!(io::stderr(), "{CLEAR}");
        }
    }
}

/// Ends the drawing when dropped, so that a panic ends it too.
struct Over<'a>(&'a Progress);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.state().over = true;
        self.0.over.notify_all();
    }
}

fn clear(state: &mut State) {
    if std::mem::take(&mut state.drawn) {
        let _ = write!(io::stderr(), "{CLEAR}");
    }
}

/// The text for these searches, the oldest one in detail, after how many are done of how many.
fn line(running: &[Running], done_of: Option<(usize, usize)>) -> Option<String> {
    let oldest = running.first()?;
    let seconds = oldest.since.elapsed().as_secs_f64();
    let nodes: u64 = running.iter().map(|running| running.control.nodes()).sum();
    let rate: f64 = running
        .iter()
        .map(|running| running.control.nodes() as f64 / running.since.elapsed().as_secs_f64())
        .sum();
    let mut head = match done_of {
        Some((done, all)) => format!("{done} of {all} done, {}", oldest.label),
        None => oldest.label.clone(),
    };
    if running.len() > 1 {
        head += &format!(" (+{})", running.len() - 1);
    }
    let tail = format!(
        "{:.0} %  {} nodes  {}/s  {}",
        100.0 * oldest.control.completion(),
        text::rounded(nodes as f64),
        text::rounded(rate),
        text::clock(seconds),
    );
    Some(fit(&head, &oldest.control.line(), &tail))
}

/// Head, as many plies of the current line as there is room for, and tail.
fn fit(head: &str, plies: &[(u32, u32)], tail: &str) -> String {
    let plies: Vec<_> = plies
        .iter()
        .map(|(index, of)| format!("{index}/{of}"))
        .collect();
    let candidates = (1..=plies.len()).rev().map(|shown| {
        let cut = if shown < plies.len() { " …" } else { "" };
        format!("{head}  {}{cut}  {tail}", plies[..shown].join(" · "))
    });
    let bare = format!("{head}  {tail}").chars().take(WIDTH).collect();
    candidates
        .into_iter()
        .find(|line| line.chars().count() <= WIDTH)
        .unwrap_or(bare)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_always_fits() {
        let plies = [(3, 28), (12, 40), (5, 31), (1, 30), (7, 29), (2, 27)];
        assert_eq!(
            fit("8x8 V", &plies[..3], "1 %"),
            "8x8 V  3/28 · 12/40 · 5/31  1 %"
        );
        let tail = "1 %  123 M nodes  1.23 M/s  0:12";
        let line = fit("8x8 V first (+1)", &plies, tail);
        assert_eq!(
            line,
            format!("8x8 V first (+1)  3/28 · 12/40 · 5/31 …  {tail}")
        );
        for head in 0..100 {
            assert!(fit(&"x".repeat(head), &plies, tail).chars().count() <= WIDTH);
        }
    }
}
