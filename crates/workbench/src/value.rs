//! `value`: what a position is worth, region by region and together.

use crate::desk::Desk;
use crate::request::{About, Refused};
use crate::solve::Ended;
use crate::task::{Event, Progress, Slice, Task};
use crate::{Answer, Shape, ValueSubject};
use crosscram_rules::{Board, Player, Tile};
use crosscram_support::clock::Instant;
use crosscram_values::games::{Game, GameError, Interrupt, ValueTextError};
use crosscram_values::positions::{Advised, PositionValues, Region, Valued};
use serde::Serialize;
use std::time::Duration;

/// Longer texts of values say nothing to anybody.
const LONGEST: u64 = 160;

/// What something is worth, or why that was not worked out.
#[derive(Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub(crate) enum Found {
    Value(Box<Valued>),
    Nothing { why: String },
}

impl Found {
    fn nothing(error: impl ToString) -> Found {
        let why = error.to_string();
        Found::Nothing { why }
    }
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Report {
    #[serde(flatten)]
    whole: Found,
    regions: Vec<Region<Found>>,
    players: Vec<Advised>,
    seconds: f64,
    ended: Ended,
}

struct Value {
    desk: Desk,
    subject: ValueSubject,
    tile: Tile,
    /// Put back when the task goes away.
    values: Option<PositionValues>,
    waiting: Vec<Board>,
    regions: Vec<Region<Found>>,
    left: Duration,
    spent: Duration,
    ended: Ended,
}

pub(crate) fn task(desk: &Desk, about: &About) -> Result<Box<dyn Task>, Refused> {
    let (subject, tile) = (about.worth(desk.limits())?, about.tile);
    let playable = |region: &Board| {
        Player::ALL
            .iter()
            .any(|&player| region.can_move(player, tile))
    };
    let boards = match &subject {
        ValueSubject::Position(position) => vec![position.board],
        ValueSubject::Statement(statement) => statement.left.boards(),
    };
    let regions = boards.iter().flat_map(Board::regions_in_place);
    let mut waiting: Vec<Board> = regions.filter(playable).collect();
    waiting.reverse();
    Ok(Box::new(Value {
        desk: desk.clone(),
        subject,
        tile,
        values: Some(desk.take_values(tile)),
        waiting,
        regions: Vec::new(),
        left: desk.limits().time(about.seconds)?,
        spent: Duration::ZERO,
        ended: Ended::Proven,
    }))
}

impl Drop for Value {
    fn drop(&mut self) {
        if let Some(values) = self.values.take() {
            self.desk.put_values(values);
        }
    }
}

impl Task for Value {
    fn step(&mut self, slice: &Slice, events: &mut Vec<Event>) -> Progress {
        let started = Instant::now();
        let mut values = self.values.take().expect("there between steps");
        let (stop, most) = (slice.stop(), self.desk.table() as usize);
        values.set_interrupt(Some(Interrupt::new(move || stop.is_requested())));
        let progress = self.go_on(&mut values, slice, started, events);
        // What was interrupted is found again quickly; what grows too large begins anew.
        if values.bytes() > 2 * most {
            self.ended = Ended::Limit;
            self.left = Duration::ZERO;
            let limit = self.desk.limits().value_cells;
            values = PositionValues::new(self.tile).with_limit(limit);
        }
        self.values = Some(values);
        self.spent += started.elapsed();
        self.left = self.left.saturating_sub(started.elapsed());
        progress
    }
}

impl Value {
    fn go_on(
        &mut self,
        values: &mut PositionValues,
        slice: &Slice,
        started: Instant,
        events: &mut Vec<Event>,
    ) -> Progress {
        while let Some(board) = self.waiting.last() {
            let found = match self.left.is_zero() {
                true => Found::Nothing {
                    why: "not worked out within the limits".to_string(),
                },
                false => match values.region_value(&board.cropped()) {
                    Ok(game) => match valued(values, game) {
                        Err(GameError::Interrupted) => return Progress::Working,
                        found => found.unwrap_or_else(Found::nothing),
                    },
                    Err(GameError::Interrupted) if slice.is_over() => return Progress::Working,
                    Err(error) => Found::nothing(error),
                },
            };
            let region = Region::new(board, found);
            events.push(Event::new("region", &region));
            self.regions.push(region);
            self.waiting.pop();
        }
        let (whole, players) = match self.whole(values) {
            Err(error)
                if error.game_error() == Some(GameError::Interrupted) && !self.left.is_zero() =>
            {
                return Progress::Working;
            }
            found => found.unwrap_or_else(|error| {
                self.ended = Ended::Limit;
                (Found::nothing(error), Vec::new())
            }),
        };
        let about = match &self.subject {
            ValueSubject::Position(position) => Shape::from(position),
            ValueSubject::Statement(statement) => Shape::of_text(statement, self.tile),
        };
        let report = Report {
            whole,
            regions: std::mem::take(&mut self.regions),
            players,
            seconds: (self.spent + started.elapsed()).as_secs_f64(),
            ended: self.ended,
        };
        let answer = Answer::new(about, report);
        events.push(Event::new("answer", &answer));
        Progress::Done
    }

    fn whole(&self, values: &mut PositionValues) -> Result<(Found, Vec<Advised>), ValueTextError> {
        let position = match &self.subject {
            ValueSubject::Position(position) => position,
            ValueSubject::Statement(statement) => {
                let game = values.evaluate(&statement.left)?;
                return Ok((valued(values, game)?, Vec::new()));
            }
        };
        let game = values.value(&position.board)?;
        let whole = valued(values, game)?;
        let players = match position.to_move {
            Some(first) => vec![first],
            None => Player::ALL.to_vec(),
        };
        let players = players.into_iter();
        let advised = players.map(|player| values.advised(&position.board, player, None));
        Ok((whole, advised.collect::<Result<_, _>>()?))
    }
}

fn valued(values: &mut PositionValues, game: Game) -> Result<Found, GameError> {
    let valued = Valued::of(values.games(), game, LONGEST)?;
    Ok(Found::Value(Box::new(valued)))
}
