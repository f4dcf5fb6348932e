//! `solve`: who wins.

use crate::desk::Desk;
use crate::request::{Place, Refused, SolveRequest};
use crate::search::{Ended, Found, Searcher};
use crate::task::{Event, Progress, Slice, Task};
use crosscram_rules::{Outcome, Player};
use serde::Serialize;

#[derive(Serialize)]
struct Answer {
    api: u32,
    position: String,
    tile: u32,
    /// The outcome class, if both first players were asked about and answered.
    outcome: Option<&'static str>,
    answers: Vec<Side>,
    ended: Ended,
}

#[derive(Clone, Serialize)]
struct Side {
    first: char,
    winner: Option<char>,
    #[serde(rename = "move")]
    mov: Option<String>,
    nodes: u64,
    seconds: f64,
}

struct Solve {
    place: Place,
    players: Vec<Player>,
    searcher: Searcher,
    answers: Vec<Side>,
    /// Nodes and seconds before the question in work.
    before: (u64, f64),
    ended: Ended,
}

pub(crate) fn task(desk: &Desk, request: &SolveRequest) -> Result<Box<dyn Task>, Refused> {
    let (place, players) = request.place(desk.limits())?;
    let time = desk.limits().time(request.seconds)?;
    Ok(Box::new(Solve {
        place,
        players,
        searcher: Searcher::new(desk.solver(&place.board, place.tile), time),
        answers: Vec::new(),
        before: (0, 0.0),
        ended: Ended::Proven,
    }))
}

impl Task for Solve {
    fn step(&mut self, slice: &Slice, events: &mut Vec<Event>) -> Progress {
        let Place { board, tile, .. } = self.place;
        while let Some(&first) = self.players.get(self.answers.len()) {
            let found = self.searcher.solve(&board, tile, first, None, slice);
            let (winner, mov) = match found {
                Found::Winner(winner, mov) => (Some(winner), mov),
                Found::NotYet => return Progress::Working,
                Found::GivenUp => (None, None),
            };
            let now = (self.searcher.nodes, self.searcher.spent.as_secs_f64());
            let side = Side {
                first: first.letter(),
                winner: winner.map(Player::letter),
                mov: mov.map(|mov| mov.to_string()),
                nodes: now.0 - self.before.0,
                seconds: now.1 - self.before.1,
            };
            self.before = now;
            if winner.is_none() {
                self.ended = Ended::Limit;
            }
            events.push(Event::new("winner", &side));
            self.answers.push(side);
        }
        events.push(Event::new("answer", &self.answer()));
        Progress::Done
    }
}

impl Solve {
    fn answer(&self) -> Answer {
        let winner = |first: Player| {
            let side = self
                .answers
                .iter()
                .find(|side| side.first == first.letter());
            let winner = side.and_then(|side| side.winner)?;
            Player::ALL
                .into_iter()
                .find(|player| player.letter() == winner)
        };
        let outcome = Outcome::ALL.into_iter().find(|outcome| {
            let fits = |first: Player| winner(first) == Some(outcome.winner(first));
            Player::ALL.into_iter().all(fits)
        });
        Answer {
            api: crate::VERSION,
            position: self.place.board.to_string(),
            tile: self.place.tile.length(),
            outcome: outcome.map(Outcome::code),
            answers: self.answers.clone(),
            ended: self.ended,
        }
    }
}
