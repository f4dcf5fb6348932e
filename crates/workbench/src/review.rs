//! `review`: every move of a game judged by the judge of the crate `search`, slice by slice.

use crate::Answer;
use crate::desk::{Desk, Lent};
use crate::request::{About, GameFields, Refused, mover};
use crate::task::{Event, Progress, Slice, Task};
use crosscram_rules::{Player, Position, Question};
use crosscram_search::analysis::{Review, ReviewedMove, Reviewer};
use crosscram_support::clock::Instant;
use serde::Serialize;
use std::time::Duration;

/// A move of the game.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Ply<'a> {
    /// From 0.
    ply: usize,
    #[serde(flatten)]
    reviewed: &'a ReviewedMove,
}

/// A judged game.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Reviewed {
    first: Player,
    #[serde(flatten)]
    review: Review,
    seconds: f64,
}

struct Game {
    about: Position,
    solver: Lent,
    /// There until the end.
    reviewer: Option<Reviewer>,
    moves: usize,
    told: usize,
    left: Duration,
    spent: Duration,
}

pub(crate) fn task(
    desk: &Desk,
    about: &About,
    game: &GameFields,
) -> Result<Box<dyn Task>, Refused> {
    let (place, moves) = about.game(&game.moves, desk.limits())?;
    let start = Question::new(place.board, place.tile, mover(&place));
    let solver = desk.session(&start)?;
    Ok(Box::new(Game {
        about: place.with_to_move(start.first),
        reviewer: Some(Reviewer::new(&start, &moves, &solver, u64::MAX)),
        solver,
        moves: moves.len(),
        told: 0,
        left: desk.limits().time(about.seconds)?,
        spent: Duration::ZERO,
    }))
}

impl Task for Game {
    fn step(&mut self, slice: &Slice, events: &mut Vec<Event>) -> Progress {
        let Some(mut reviewer) = self.reviewer.take() else {
            return Progress::Done;
        };
        let (started, control) = (Instant::now(), slice.control());
        let mut done = reviewer.go_on(&self.solver, &control, &mut |_, _| ());
        self.spent += started.elapsed();
        if !done && self.spent >= self.left {
            reviewer.end(&self.solver, &control, &mut |_, _| ());
            done = true;
        }
        for reviewed in &reviewer.reviewed()[self.told..] {
            self.told += 1;
            let ply = self.moves - self.told;
            events.push(Event::new("ply", &Ply { ply, reviewed }));
        }
        if !done {
            self.reviewer = Some(reviewer);
            return Progress::Working;
        }
        let reviewed = Reviewed {
            first: mover(&self.about),
            review: reviewer.into_review(),
            seconds: self.spent.as_secs_f64(),
        };
        events.push(Event::new("answer", &Answer::new(&self.about, reviewed)));
        Progress::Done
    }
}
