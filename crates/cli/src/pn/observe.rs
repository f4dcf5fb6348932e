//! Observes a search: progress, limits, the history of its numbers, time to save.

use crate::progress::StatusLine;
use crate::text;
use crate::watch::Watch;
use crosscram_plot::{Axis, Chart, Series};
use crosscram_pn::{INFINITY, Numbers, Observer, Snapshot};
use std::time::{Duration, Instant};

/// The maximum number of points of a plot; beyond it, every second one is dropped.
const MAX_POINTS: usize = 2_000;

/// Observes a search and decides whether it continues.
pub(super) struct Looking<'a> {
    watch: &'a Watch,
    line: StatusLine,
    begun: Instant,
    up_to: Option<u64>,
    /// How often the search is stopped in order to be saved.
    save_every: Option<Duration>,
    pub(super) saved: Instant,
    /// Nodes and numbers, thinned out.
    history: Vec<(u64, Numbers)>,
    /// Every how many observations one is stored.
    thinning: u64,
    looks: u64,
    /// Nodes that were there when the search was read from a file, which do not belong to its speed.
    pub(super) nodes_before: u64,
}

impl<'a> Looking<'a> {
    pub(super) fn new(
        watch: &'a Watch,
        quiet: bool,
        up_to: Option<u64>,
        save_every: Option<Duration>,
    ) -> Self {
        Looking {
            watch,
            line: StatusLine::new(quiet),
            begun: Instant::now(),
            up_to,
            save_every,
            saved: Instant::now(),
            history: Vec::new(),
            thinning: 1,
            looks: 0,
            nodes_before: 0,
        }
    }

    /// Returns whether the search was stopped only in order to be saved.
    pub(super) fn wants_saving(&self) -> bool {
        let due = |every: Duration| self.saved.elapsed() >= every;
        !self.watch.is_stopped() && self.save_every.is_some_and(due)
    }

    /// The numbers over the nodes as a chart.
    pub(super) fn chart(&self, title: &str) -> String {
        let series = |name: &str, number: fn(&Numbers) -> u32| {
            let points = self.history.iter().map(|(nodes, numbers)| {
                let number = match number(numbers) {
                    INFINITY => f64::NAN,
                    number => f64::from(number),
                };
                (*nodes as f64, number)
            });
            Series::new(name).points(points)
        };
        Chart::new(title)
            .x_axis(Axis::linear("nodes"))
            .y_axis(Axis::log("root"))
            .series(series("proof number", |numbers| numbers.proof))
            .series(series("disproof number", |numbers| numbers.disproof))
            .to_svg()
    }
}

impl Observer for Looking<'_> {
    fn look(&mut self, snapshot: &Snapshot) -> bool {
        let Snapshot { root, statistics } = snapshot;
        if self.looks.is_multiple_of(self.thinning) {
            self.history.push((statistics.nodes, *root));
            if self.history.len() > MAX_POINTS {
                let mut place = 0;
                self.history.retain(|_| {
                    place += 1;
                    place % 2 == 1
                });
                self.thinning *= 2;
            }
        }
        self.looks += 1;
        let seconds = self.begun.elapsed().as_secs_f64();
        self.line.show(|| {
            format!(
                "{root}  {} nodes  {}/s  {} MB  {}",
                text::rounded(statistics.nodes as f64),
                text::rounded((statistics.nodes - self.nodes_before) as f64 / seconds),
                statistics.bytes / 1_000_000,
                text::clock(seconds),
            )
        });
        !self.watch.is_stopped() && !self.wants_saving()
    }

    fn limit(&self) -> u64 {
        self.up_to.unwrap_or(u64::MAX)
    }
}
