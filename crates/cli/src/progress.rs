//! Progress on the terminal: what is being searched, how fast, and how long it may still take.
//!
//! The lines are drawn by `indicatif`, which knows the width of the terminal. What does not fit is left out,
//! the least important first, so that a narrow terminal does not scroll.

mod fields;
mod forecast;

use crate::text;
use crate::watch::{Running, Watch};
use fields::{Field, fit};
use forecast::Forecast;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

/// Time between two updates of the lines: short enough to look alive, long enough to cost nothing.
const PERIOD: Duration = Duration::from_millis(200);
/// The same for `indicatif`, which leaves out what comes more often.
const PER_SECOND: u8 = 10;
/// The width of a terminal that does not tell.
const USUAL_WIDTH: usize = 80;

/// Lines on the terminal that take themselves away; hidden if `quiet`, or if there is no terminal that shows them.
fn display(quiet: bool) -> ProgressBar {
    let target = match quiet {
        true => ProgressDrawTarget::hidden(),
        false => ProgressDrawTarget::stderr_with_hz(PER_SECOND),
    };
    let style = ProgressStyle::with_template("{msg}").expect("the template has one known key");
    ProgressBar::with_draw_target(None, target).with_style(style)
}

/// Columns of the terminal, without the last, in which some begin a new line.
fn width() -> usize {
    window(io::stderr()).map_or(USUAL_WIDTH, |[columns, _]| columns) - 1
}

/// Columns and lines of a terminal, if it is one and tells.
#[cfg(unix)]
pub(crate) fn window(terminal: impl std::os::fd::AsFd) -> Option<[usize; 2]> {
    let size = rustix::termios::tcgetwinsize(terminal).ok()?;
    Some([size.ws_col, size.ws_row].map(usize::from)).filter(|[columns, _]| *columns > 0)
}

#[cfg(not(unix))]
pub(crate) fn window<T>(_: T) -> Option<[usize; 2]> {
    None
}

/// The progress display of one command.
#[derive(Debug)]
pub(crate) struct Progress {
    display: ProgressBar,
    over: Mutex<bool>,
    ended: Condvar,
}

impl Progress {
    /// A display that shows something only on a terminal, and only if not `quiet`.
    pub(crate) fn new(quiet: bool) -> Self {
        Progress {
            display: display(quiet),
            over: Mutex::new(false),
            ended: Condvar::new(),
        }
    }

    /// Shows the searches of `watch` while `work` runs.
    pub(crate) fn during<T>(&self, watch: &Watch, work: impl FnOnce() -> T) -> T {
        if self.display.is_hidden() {
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

    /// Calls `print` with the lines cleared.
    pub(crate) fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.display.suspend(print)
    }

    fn draw_until_over(&self, watch: &Watch) {
        let mut forecast = Forecast::default();
        let mut over = self.over();
        loop {
            let waited = self.ended.wait_timeout(over, PERIOD);
            (over, _) = waited.unwrap_or_else(PoisonError::into_inner);
            if *over {
                return self.display.finish_and_clear();
            }
            let running = watch.running();
            let text = match running.first() {
                None => String::new(),
                Some(oldest) => {
                    forecast.look(&oldest.control, oldest.since);
                    lines(&running, watch.done_of(), &forecast, width())
                }
            };
            self.display.set_message(text);
        }
    }

    fn over(&self) -> MutexGuard<'_, bool> {
        self.over.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One line on the terminal that is drawn by the thread that works.
#[derive(Debug)]
pub(crate) struct StatusLine {
    display: ProgressBar,
    drawn: Option<Instant>,
}

impl StatusLine {
    /// A line that shows something only on a terminal, and only if not `quiet`.
    pub(crate) fn new(quiet: bool) -> Self {
        StatusLine {
            display: display(quiet),
            drawn: None,
        }
    }

    /// Shows a text, unless another was shown just before. Two blanks separate its fields, of which the last
    /// are left out on a narrow terminal.
    pub(crate) fn show(&mut self, text: impl FnOnce() -> String) {
        if !self.display.is_hidden() && self.drawn.is_none_or(|drawn| drawn.elapsed() >= PERIOD) {
            let text = text();
            let fields: Vec<Field> = (0..)
                .zip(text.split("  ").filter(|field| !field.is_empty()))
                .map(|(rank, field)| Field::new(rank, field))
                .collect();
            self.display.set_message(fit(&fields, width()));
            self.drawn = Some(Instant::now());
        }
    }

    /// Takes the line away until the next text.
    pub(crate) fn hide(&mut self) {
        if self.drawn.take().is_some() {
            self.display.finish_and_clear();
            self.display = display(self.display.is_hidden());
        }
    }
}

impl Drop for StatusLine {
    fn drop(&mut self) {
        self.display.finish_and_clear();
    }
}

/// Ends the drawing when dropped, so that a panic ends it too.
struct Over<'a>(&'a Progress);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        *self.0.over() = true;
        self.0.ended.notify_all();
    }
}

/// The lines for these searches, the oldest one in detail, after how many are done of how many.
fn lines(
    running: &[Running],
    done_of: Option<(usize, usize)>,
    forecast: &Forecast,
    width: usize,
) -> String {
    let Some(oldest) = running.first() else {
        return String::new();
    };
    let seconds = oldest.since.elapsed().as_secs_f64();
    let nodes: u64 = running.iter().map(|running| running.control.nodes()).sum();
    let rate: f64 = running
        .iter()
        .map(|running| running.control.nodes() as f64 / running.since.elapsed().as_secs_f64())
        .sum();
    let mut label = oldest.label.clone();
    if running.len() > 1 {
        label += &format!(" (+{})", running.len() - 1);
    }
    let mut fields = Vec::new();
    if let Some((done, all)) = done_of {
        fields.push(Field::new(2, format!("{done} of {all} done")));
    }
    fields.push(Field::new(0, label));
    fields.push(Field::new(
        3,
        format!("{} nodes", text::rounded(nodes as f64)),
    ));
    fields.push(Field::new(5, format!("{}/s", text::rounded(rate))));
    if let Some(bytes) = crosscram_support::memory::resident() {
        fields.push(Field::new(6, text::bytes(bytes)));
    }
    fields.push(Field::new(1, text::clock(seconds)));
    let first = fit(&fields, width);
    let left = match oldest.is_one_search {
        true => forecast.left(),
        false => String::new(),
    };
    let second = fields::line_of_play(&oldest.control.line(), &left, width);
    match second.is_empty() {
        true => first,
        false => format!("{first}\n{second}"),
    }
}
