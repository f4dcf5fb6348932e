//! `review`: every move of a game judged, from the end, where it is easy, to the beginning.

use crate::desk::Desk;
use crate::request::{GameRequest, Place, Refused};
use crate::search::{Ended, Found, Searcher};
use crate::task::{Event, Progress, Slice, Task};
use crosscram_rules::{Board, Move, Player};
use crosscram_search::analysis::Effect;
use serde::Serialize;

/// A move of the game.
#[derive(Clone, Serialize)]
struct Ply {
    /// From 0.
    ply: usize,
    #[serde(rename = "move")]
    mov: String,
    player: char,
    /// Who wins before the move; `null` if that is not known.
    before: Option<char>,
    /// Who wins after it.
    after: Option<char>,
    /// `kept` the win, `gave` it away, was `lost` anyway, or `unknown`.
    mark: &'static str,
    /// What would have kept the win, if it was given away.
    better: Option<String>,
}

#[derive(Serialize)]
struct Answer<'a> {
    api: u32,
    position: String,
    tile: u32,
    first: char,
    /// Who wins at the beginning.
    winner: Option<char>,
    plies: &'a [Ply],
    nodes: u64,
    seconds: f64,
    ended: Ended,
}

struct Review {
    place: Place,
    moves: Vec<Move>,
    /// The boards before each move and after the last.
    boards: Vec<Board>,
    searcher: Searcher,
    /// Who wins on the boards from the last one backwards.
    winners: Vec<Option<Player>>,
    plies: Vec<Ply>,
    ended: Ended,
}

pub(crate) fn task(desk: &Desk, request: &GameRequest) -> Result<Box<dyn Task>, Refused> {
    let (place, moves) = request.game(desk.limits())?;
    let time = desk.limits().time(request.about.seconds)?;
    let mut boards = vec![place.board];
    for &mov in &moves {
        let last = boards.last().expect("there is one");
        boards.push(last.play(mov, place.tile).expect("checked before"));
    }
    Ok(Box::new(Review {
        place,
        moves,
        boards,
        searcher: Searcher::new(desk.solver(&place.board, place.tile), time),
        winners: Vec::new(),
        plies: Vec::new(),
        ended: Ended::Proven,
    }))
}

impl Task for Review {
    fn step(&mut self, slice: &Slice, events: &mut Vec<Event>) -> Progress {
        while self.winners.len() < self.boards.len() {
            let index = self.boards.len() - 1 - self.winners.len();
            let player = match index % 2 {
                0 => self.place.mover(),
                _ => self.place.mover().opponent(),
            };
            let (board, tile) = (self.boards[index], self.place.tile);
            let (winner, best) = match self.searcher.solve(&board, tile, player, None, slice) {
                Found::Winner(winner, best) => (Some(winner), best),
                Found::NotYet => return Progress::Working,
                Found::GivenUp => {
                    self.ended = Ended::Limit;
                    (None, None)
                }
            };
            let after = self.winners.last().copied().flatten();
            let gave = winner == Some(player) && after == Some(player.opponent());
            let better = match (gave, best) {
                (true, None) => {
                    let found = self.searcher.winning_move(&board, tile, player, slice);
                    if found.is_none() && slice.is_over() {
                        return Progress::Working;
                    }
                    found
                }
                (true, best) => best,
                (false, _) => None,
            };
            self.winners.push(winner);
            if let Some(mov) = self.moves.get(index) {
                let ply = Ply {
                    ply: index,
                    mov: mov.to_string(),
                    player: player.letter(),
                    before: winner.map(Player::letter),
                    after: after.map(Player::letter),
                    mark: Effect::of(player, winner, after).name(),
                    better: better.map(|mov| mov.to_string()),
                };
                events.push(Event::new("ply", &ply));
                self.plies.push(ply);
            }
        }
        self.plies.sort_by_key(|ply| ply.ply);
        let answer = Answer {
            api: crate::VERSION,
            position: self.place.board.to_string(),
            tile: self.place.tile.length(),
            first: self.place.mover().letter(),
            winner: self.winners.last().copied().flatten().map(Player::letter),
            plies: &self.plies,
            nodes: self.searcher.nodes,
            seconds: self.searcher.spent.as_secs_f64(),
            ended: self.ended,
        };
        events.push(Event::new("answer", &answer));
        Progress::Done
    }
}
