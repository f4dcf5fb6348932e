//! Work in slices: a task is asked to go on until it is done, and hands over events on the way.

use crosscram_search::Control;
use crosscram_support::clock::Instant;
use crosscram_support::stop::Stop;
use serde::Serialize;
use std::time::Duration;

/// Something that became known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Its kind. The last event of a task is `answer`, or `error` if there is none.
    pub name: &'static str,
    /// A JSON object in one line.
    pub data: String,
}

impl Event {
    /// An event with this object.
    pub fn new(name: &'static str, object: &impl Serialize) -> Event {
        let data = serde_json::to_string(object).expect("plain structs have a JSON form");
        Event { name, data }
    }
}

/// Whether a task wants to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// There is more to do.
    Working,
    /// The last event was handed over.
    Done,
}

/// How long a task may work before it is asked again.
#[derive(Clone, Debug)]
pub struct Slice {
    stop: Stop,
    until: Option<Instant>,
}

impl Slice {
    /// As long as it takes.
    pub fn unlimited() -> Slice {
        Slice {
            stop: Stop::new(),
            until: None,
        }
    }

    /// About so long; `stop` ends it at once.
    pub fn new(length: Duration, stop: &Stop) -> Slice {
        Slice {
            stop: stop.clone(),
            until: Instant::now().checked_add(length),
        }
    }

    /// Returns whether the slice is over.
    pub fn is_over(&self) -> bool {
        self.stop.is_requested() || self.until.is_some_and(|until| Instant::now() >= until)
    }

    /// The flag that is set when the work is not wanted any more.
    pub fn cancelled(&self) -> &Stop {
        &self.stop
    }

    /// A flag that is set when the slice is over.
    pub(crate) fn stop(&self) -> Stop {
        self.stop.child_until(self.until)
    }

    /// What stops a search when the slice is over.
    pub(crate) fn control(&self) -> Control {
        let control = Control::under(&self.stop);
        if let Some(until) = self.until {
            control.stop_at(until);
        }
        control
    }
}

/// Work that was asked for.
pub trait Task: Send {
    /// Goes on for about a slice, and appends what became known.
    fn step(&mut self, slice: &Slice, events: &mut Vec<Event>) -> Progress;
}

/// A task whose answer takes one short step.
pub(crate) struct Short<F>(pub(crate) Option<F>);

impl<F: FnOnce() -> Event + Send> Task for Short<F> {
    fn step(&mut self, _: &Slice, events: &mut Vec<Event>) -> Progress {
        events.extend(self.0.take().map(|work| work()));
        Progress::Done
    }
}
