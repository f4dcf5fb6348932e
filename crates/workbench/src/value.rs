//! `value`: what a position is worth, region by region and together.

use crate::desk::Desk;
use crate::request::{Place, PositionRequest, Refused};
use crate::search::Ended;
use crate::task::{Event, Progress, Slice, Task};
use crosscram_rules::{Board, Dyadic, Outcome, Player};
use crosscram_support::clock::Instant;
use crosscram_values::games::{Game, GameError, Interrupt, Wall};
use crosscram_values::positions::PositionValues;
use serde::Serialize;
use std::time::Duration;

/// Longer texts of values say nothing to anybody.
const LONGEST: u64 = 160;

#[derive(Clone, Serialize)]
struct Worth {
    /// `null` if the text would be longer than [`LONGEST`].
    value: Option<String>,
    outcome: &'static str,
    mean: String,
    temperature: String,
    left_stop: String,
    right_stop: String,
    thermograph: Walls,
}

/// Corners as value and temperature.
#[derive(Clone, Serialize)]
struct Walls {
    left: Vec<[f64; 2]>,
    right: Vec<[f64; 2]>,
}

#[derive(Clone, Serialize)]
struct Region {
    /// Its position, everything around it left out.
    position: String,
    /// Row and column from 0.
    cells: Vec<[usize; 2]>,
    /// `null` if it was not worked out; `why` then says so.
    worth: Option<Worth>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

#[derive(Serialize)]
struct Advised {
    player: char,
    /// All first moves that win, for certain.
    winning: Vec<String>,
    /// The best move in the hottest region: advice, not proven.
    hotstrat: Option<String>,
}

#[derive(Serialize)]
struct Answer {
    api: u32,
    position: String,
    tile: u32,
    worth: Option<Worth>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    regions: Vec<Region>,
    players: Vec<Advised>,
    seconds: f64,
    ended: Ended,
}

struct Value {
    desk: Desk,
    place: Place,
    /// Put back when the task goes away.
    values: Option<PositionValues>,
    waiting: Vec<Board>,
    regions: Vec<Region>,
    left: Duration,
    spent: Duration,
    ended: Ended,
}

pub(crate) fn task(desk: &Desk, request: &PositionRequest) -> Result<Box<dyn Task>, Refused> {
    let place = request.place(desk.limits())?;
    let tile = place.tile;
    let playable = |region: &Board| {
        Player::ALL
            .iter()
            .any(|&player| region.can_move(player, tile))
    };
    let regions = place.board.regions_in_place();
    let mut waiting: Vec<Board> = regions.into_iter().filter(playable).collect();
    waiting.reverse();
    Ok(Box::new(Value {
        desk: desk.clone(),
        place,
        values: Some(desk.take_values(tile)),
        waiting,
        regions: Vec::new(),
        left: desk.limits().time(request.seconds)?,
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
            values = PositionValues::new(self.place.tile).with_limit(limit);
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
            let (worth, why) = match self.left.is_zero() {
                true => (None, Some("not worked out within the limits".to_string())),
                false => match values.region_value(&board.cropped()) {
                    Ok(game) => match worth(values, game) {
                        Ok(worth) => (Some(worth), None),
                        Err(GameError::Interrupted) => return Progress::Working,
                        Err(error) => (None, Some(error.to_string())),
                    },
                    Err(GameError::Interrupted) if slice.is_over() => return Progress::Working,
                    Err(error) => (None, Some(error.to_string())),
                },
            };
            let region = Region {
                position: board.cropped().to_string(),
                cells: board
                    .free_cells()
                    .map(|cell| [cell.row(), cell.col()])
                    .collect(),
                worth,
                why,
            };
            events.push(Event::new("region", &region));
            self.regions.push(region);
            self.waiting.pop();
        }
        let (worth, why, players) = match self.whole(values) {
            Ok((worth, players)) => (Some(worth), None, players),
            Err(GameError::Interrupted) if !self.left.is_zero() => return Progress::Working,
            Err(error) => {
                self.ended = Ended::Limit;
                (None, Some(error.to_string()), Vec::new())
            }
        };
        let answer = Answer {
            api: crate::VERSION,
            position: self.place.board.to_string(),
            tile: self.place.tile.length(),
            worth,
            why,
            regions: std::mem::take(&mut self.regions),
            players,
            seconds: (self.spent + started.elapsed()).as_secs_f64(),
            ended: self.ended,
        };
        events.push(Event::new("answer", &answer));
        Progress::Done
    }

    fn whole(&self, values: &mut PositionValues) -> Result<(Worth, Vec<Advised>), GameError> {
        let board = &self.place.board;
        let game = values.value(board)?;
        let worth = worth(values, game)?;
        let players = match self.place.first {
            Some(first) => vec![first],
            None => Player::ALL.to_vec(),
        };
        let mut advised = Vec::new();
        for player in players {
            let winning = values.winning_moves(board, player)?;
            let advice = values.advice(board, player, None)?;
            advised.push(Advised {
                player: player.letter(),
                winning: winning.iter().map(ToString::to_string).collect(),
                hotstrat: advice.map(|advice| advice.hotstrat.mov.to_string()),
            });
        }
        Ok((worth, advised))
    }
}

fn worth(values: &mut PositionValues, game: Game) -> Result<Worth, GameError> {
    let games = values.games();
    let thermograph = games.thermograph(game)?;
    let corners = |wall: &Wall| {
        let corners = wall.corners().iter();
        corners
            .map(|&(value, t)| [float(value), float(t)])
            .collect()
    };
    Ok(Worth {
        value: games.text_within(game, LONGEST),
        outcome: Outcome::code(games.outcome(game)),
        mean: thermograph.mean().to_string(),
        temperature: thermograph.temperature().to_string(),
        left_stop: games.left_stop(game).to_string(),
        right_stop: games.right_stop(game).to_string(),
        thermograph: Walls {
            left: corners(thermograph.left()),
            right: corners(thermograph.right()),
        },
    })
}

fn float(number: Dyadic) -> f64 {
    let text = number.to_string();
    match text.split_once('/') {
        Some((above, below)) => {
            let part = |text: &str| text.parse::<f64>().unwrap_or(f64::NAN);
            part(above) / part(below)
        }
        None => text.parse().unwrap_or(f64::NAN),
    }
}
