//! How long a running search may still take, from its own growth.
//!
//! A proof needs one move wherever the winner moves and all moves wherever the loser moves. So the line of play
//! tells how much of the tree is done, if one knows who wins: where the loser moves, `12/40` means that eleven of
//! forty subtrees lie behind it; where the winner moves, the first move is mostly right, and the others are
//! not needed. The loser's subtrees do not cost the same. The first ones fill the table for the others, and the moves
//! that were put at the end are refuted soon: in the runs of `runs.tsv` the part of the nodes below the first
//! part u of the moves is about 1 − exp(−d·u) with a decay d from [`SLOW`] to [`FAST`]. Both ends together are
//! the forecast. It knows nothing of moves of the winner that turn out to lose, which can take longer
//! than all the rest.

use crate::text;
use crosscram_search::Control;
use std::time::Instant;

/// The decay of a search whose first moves cost little more than the others: much is left to do.
const SLOW: f64 = 3.0;
/// The decay of a search in which the first moves cost most.
const FAST: f64 = 15.0;
/// Nothing is said before: most searches have ended by then.
const EARLIEST_SECONDS: f64 = 2.0;
/// Nothing is said as long as less than this part is done.
const LEAST_DONE: f64 = 1e-4;
/// A player is believed to lose if its later moves are searched so many times as often as the opponent's.
const CLEAR: f64 = 2.0;

/// Follows one search at a time.
#[derive(Debug, Default)]
pub(super) struct Forecast {
    /// When the search began that is followed.
    since: Option<Instant>,
    /// How often another move than the first was being searched, of the first player and of the second.
    later_moves: [f64; 2],
    line: Vec<(u32, u32)>,
}

impl Forecast {
    /// Looks at a search that began at `since`.
    pub(super) fn look(&mut self, control: &Control, since: Instant) {
        if self.since != Some(since) {
            *self = Forecast {
                since: Some(since),
                ..Forecast::default()
            };
        }
        self.add(control.line());
    }

    fn add(&mut self, line: Vec<(u32, u32)>) {
        for (ply, &(index, of)) in line.iter().enumerate() {
            if of > 1 {
                self.later_moves[ply % 2] += f64::from(index > 1);
            }
        }
        self.line = line;
    }

    /// Who seems to lose, the first player (0) or the second (1); both if that is not clear.
    fn losers(&self) -> &'static [usize] {
        let [first, second] = self.later_moves.map(|seen| seen + 1.0);
        match first / second {
            ratio if ratio > CLEAR => &[0],
            ratio if ratio < 1.0 / CLEAR => &[1],
            _ => &[0, 1],
        }
    }

    /// The parts of the work that are done, the least and the most.
    fn done(&self) -> Option<(f64, f64)> {
        let losers = self.losers();
        let done = |loser: &usize, decay| part_done(&self.line, *loser, decay);
        let low = losers.iter().map(|loser| done(loser, SLOW));
        let high = losers.iter().map(|loser| done(loser, FAST));
        let (low, high) = (low.fold(1.0, f64::min), high.fold(0.0, f64::max));
        (high >= LEAST_DONE).then_some((low, high))
    }

    /// Seconds that the search may still take, at least and at most; `None` for a maximum that says nothing.
    fn seconds_left(&self, elapsed: f64) -> Option<(f64, Option<f64>)> {
        if elapsed < EARLIEST_SECONDS {
            return None;
        }
        let (low, high) = self.done()?;
        let left = |done: f64| elapsed * (1.0 / done - 1.0);
        Some((left(high), (low >= LEAST_DONE).then(|| left(low))))
    }

    /// How long the search may still take, in words; empty if nothing can be said.
    pub(super) fn left(&self) -> String {
        let Some(since) = self.since else {
            return String::new();
        };
        match self.seconds_left(since.elapsed().as_secs_f64()) {
            None => String::new(),
            Some((low, None)) => format!("more than {} left", rough(low)),
            Some((low, Some(high))) => match (rough(low), rough(high)) {
                (low, high) if low == high => format!("about {high} left"),
                (low, high) => format!("{low} to {high} left"),
            },
        }
    }
}

/// The part of the work that lies behind a line of play, if the player who moves at plies of the
/// parity `loser` loses.
fn part_done(line: &[(u32, u32)], loser: usize, decay: f64) -> f64 {
    let behind = line.iter().enumerate().rev();
    behind.fold(0.0, |done, (ply, &(index, of))| match ply % 2 == loser {
        false => done,
        true => {
            let moves = (f64::from(index - 1) + done) / f64::from(of);
            (1.0 - (-decay * moves).exp()) / (1.0 - (-decay).exp())
        }
    })
}

/// A time in one or two digits, because it is not known better.
fn rough(seconds: f64) -> String {
    let step = match seconds {
        s if s < 10.0 => 1.0,
        s if s < 60.0 => 5.0,
        s if s < 600.0 => 60.0,
        s if s < 3600.0 => 300.0,
        s if s < 36_000.0 => 3600.0 / 2.0,
        s if s < 360_000.0 => 36_000.0,
        _ => 360_000.0,
    };
    text::clock((seconds / step).round() * step)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many of the lines in `runs.tsv` are within the forecast, and how many there are.
    const RUNS: (usize, usize) = (67, 76);

    /// Lines of play that were seen in searches of the boards named there, each with the part of the nodes that was done
    /// in the end. Of the searches, taken at about the same parts of the nodes, most are within the forecast,
    /// and the loser is never mistaken.
    #[test]
    fn forecasts_of_searches_that_have_ended() {
        let (mut within, mut all) = (0, 0);
        for line in include_str!("runs.tsv")
            .lines()
            .filter(|line| !line.starts_with('#'))
        {
            let columns: Vec<&str> = line.split('\t').collect();
            let [_, loser, done, later, plies] = columns[..] else {
                panic!("{line}");
            };
            let pair = |text: &str| {
                let (left, right) = text.split_once('/').unwrap();
                (left.parse().unwrap(), right.parse().unwrap())
            };
            let (first, second) = pair(later);
            let forecast = Forecast {
                since: None,
                later_moves: [f64::from(first), f64::from(second)],
                line: plies.split(' ').map(pair).collect(),
            };
            let (low, high) = forecast.done().unwrap();
            let done: f64 = done.parse().unwrap();
            all += 1;
            within += usize::from(low <= done && done <= high);
            let loser: usize = loser.parse().unwrap();
            assert!(forecast.losers().contains(&loser), "{line}");
        }
        assert_eq!((within, all), RUNS, "of the runs");
    }

    #[test]
    fn a_line_at_its_beginning_and_end() {
        let line = |loser| move |plies: &[(u32, u32)]| part_done(plies, loser, 5.0);
        assert_eq!(line(1)(&[(1, 9), (1, 8), (1, 7)]), 0.0);
        assert_eq!(line(0)(&[]), 0.0);
        // Whatever the winner does, only the loser's moves count.
        assert_eq!(
            line(1)(&[(1, 9), (3, 8)]),
            line(1)(&[(5, 9), (3, 8), (2, 4)])
        );
        let mut before = 0.0;
        for index in 1..=8 {
            let now = line(1)(&[(1, 9), (index, 8), (1, 7), (6, 6)]);
            assert!(before <= now && now < 1.0, "{index}: {before} {now}");
            before = now;
        }
    }

    #[test]
    fn words() {
        let mut forecast = Forecast {
            since: Some(Instant::now()),
            ..Forecast::default()
        };
        assert_eq!(forecast.left(), "", "too early");
        for _ in 0..9 {
            forecast.add(vec![(1, 50), (4, 52), (1, 49), (9, 45)]);
        }
        let (low, high) = forecast.seconds_left(100.0).unwrap();
        assert!(low < high.unwrap(), "{low} {high:?}");
        forecast.add(vec![(1, 50), (1, 52), (1, 49), (1, 45)]);
        assert_eq!(forecast.seconds_left(100.0), None, "nothing is done");
        assert_eq!(
            [0.4, 7.6, 43.0, 200.0, 2000.0, 20_000.0, 1e6].map(rough),
            [
                "0:00",
                "0:08",
                "0:45",
                "3:00",
                "35:00",
                "5:30:00",
                "300:00:00"
            ]
            .map(String::from)
        );
    }
}
