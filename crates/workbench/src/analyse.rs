//! `analyse`: every move of a position judged. Who wins at all comes first, then the moves that bounds
//! decide, then the others by searches that grow; moves that symmetry makes equal share their
//! verdict; at last a line of best play.

use crate::desk::Desk;
use crate::request::{Place, PositionRequest, Refused};
use crate::search::{Ended, Found, Searcher};
use crate::task::{Event, Progress, Slice, Task};
use crosscram_rules::{Board, Move, Player, Tile};
use serde::Serialize;

/// Nodes of the first searches; those that do not end are tried again with more, so that quick
/// verdicts are not kept waiting.
const FIRST_NODES: u64 = 2_000;
const GROWTH: u64 = 6;

#[derive(Serialize)]
struct Whole {
    first: char,
    winner: char,
    #[serde(rename = "move")]
    mov: Option<String>,
    nodes: u64,
}

#[derive(Clone, Serialize)]
struct Verdict {
    /// The moves that are the same by symmetry.
    moves: Vec<String>,
    wins: bool,
    /// `rules`: the opponent cannot move; `bound`: decided without search; else `search`.
    by: &'static str,
    nodes: u64,
    /// A winning reply to a losing move, given for the first of the moves.
    reply: Option<String>,
}

#[derive(Serialize)]
struct Known {
    known: usize,
    of: usize,
    nodes: u64,
}

#[derive(Serialize)]
struct Line<'a> {
    moves: &'a [String],
    /// Whether the line ends because the player to move cannot.
    complete: bool,
}

#[derive(Serialize)]
struct Answer<'a> {
    api: u32,
    position: String,
    tile: u32,
    first: char,
    winner: Option<char>,
    #[serde(rename = "move")]
    mov: Option<String>,
    verdicts: &'a [Verdict],
    unknown: Vec<String>,
    line: Line<'a>,
    nodes: u64,
    seconds: f64,
    ended: Ended,
}

/// Moves that are the same by symmetry.
struct Group {
    moves: Vec<Move>,
    after: Board,
    is_known: bool,
    nodes: u64,
}

enum Phase {
    Whole,
    Bounds,
    Searches { next: usize, nodes: u64 },
    Line,
    Over,
}

struct Analyse {
    place: Place,
    mover: Player,
    searcher: Searcher,
    winner: Option<Player>,
    best: Option<Move>,
    groups: Vec<Group>,
    verdicts: Vec<Verdict>,
    line: LineOfPlay,
    phase: Phase,
    ended: Ended,
}

/// Best play as far as it is known: the winner plays winning moves, the loser those that the solver
/// would try first.
struct LineOfPlay {
    moves: Vec<String>,
    board: Board,
    to_move: Player,
    complete: bool,
}

pub(crate) fn task(desk: &Desk, request: &PositionRequest) -> Result<Box<dyn Task>, Refused> {
    let place = request.place(desk.limits())?;
    let time = desk.limits().time(request.seconds)?;
    let mover = place.mover();
    Ok(Box::new(Analyse {
        place,
        mover,
        searcher: Searcher::new(desk.solver(&place.board, place.tile), time),
        winner: None,
        best: None,
        groups: groups(&place.board, place.tile, mover),
        verdicts: Vec::new(),
        line: LineOfPlay {
            moves: Vec::new(),
            board: place.board,
            to_move: mover,
            complete: false,
        },
        phase: Phase::Whole,
        ended: Ended::Proven,
    }))
}

/// The moves of a player, those together after which the board is the same up to reflection.
fn groups(board: &Board, tile: Tile, mover: Player) -> Vec<Group> {
    let mut groups: Vec<(Board, Group)> = Vec::new();
    for mov in board.moves(mover, tile) {
        let after = board.play(mov, tile).expect("a listed move is legal");
        let key = after.canonical();
        match groups.iter_mut().find(|(other, _)| *other == key) {
            Some((_, group)) => group.moves.push(mov),
            None => groups.push((
                key,
                Group {
                    moves: vec![mov],
                    after,
                    is_known: false,
                    nodes: 0,
                },
            )),
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

impl Task for Analyse {
    fn step(&mut self, slice: &Slice, events: &mut Vec<Event>) -> Progress {
        loop {
            let goes_on = match self.phase {
                Phase::Whole => self.whole(slice, events),
                Phase::Bounds => self.bounds(slice, events),
                Phase::Searches { next, nodes } => self.search(next, nodes, slice, events),
                Phase::Line => self.line(slice),
                Phase::Over => {
                    let line = Line {
                        moves: &self.line.moves,
                        complete: self.line.complete,
                    };
                    events.push(Event::new("line", &line));
                    events.push(Event::new("answer", &self.answer()));
                    return Progress::Done;
                }
            };
            if !goes_on {
                if let Phase::Searches { .. } = self.phase {
                    events.push(Event::new("progress", &self.known()));
                }
                return Progress::Working;
            }
        }
    }
}

impl Analyse {
    /// Who wins at all. Returns whether to go on in this slice, as do the other phases.
    fn whole(&mut self, slice: &Slice, events: &mut Vec<Event>) -> bool {
        let Place { board, tile, .. } = self.place;
        let found = self.searcher.solve(&board, tile, self.mover, None, slice);
        self.phase = match found {
            Found::Winner(winner, best) => {
                self.winner = Some(winner);
                self.best = best;
                let whole = Whole {
                    first: self.mover.letter(),
                    winner: winner.letter(),
                    mov: best.map(|mov| mov.to_string()),
                    nodes: self.searcher.nodes,
                };
                events.push(Event::new("winner", &whole));
                Phase::Bounds
            }
            Found::NotYet => return false,
            Found::GivenUp => {
                self.ended = Ended::Limit;
                Phase::Bounds
            }
        };
        true
    }

    /// Everything that needs no search.
    fn bounds(&mut self, slice: &Slice, events: &mut Vec<Event>) -> bool {
        let opponent = self.mover.opponent();
        let tile = self.place.tile;
        let mut evaluator = self.searcher.solver().evaluator(&self.place.board, tile);
        for index in 0..self.groups.len() {
            let Group {
                after, is_known, ..
            } = self.groups[index];
            if is_known {
                continue;
            }
            let named = self
                .best
                .is_some_and(|best| self.groups[index].moves.contains(&best));
            let decided = match after.can_move(opponent, tile) {
                false => Some((true, "rules")),
                true => evaluator
                    .winner(&after, opponent)
                    .map(|winner| (winner == self.mover, "bound"))
                    // The search for the winner has proven its move.
                    .or(named.then_some((true, "search"))),
            };
            if let Some((wins, by)) = decided {
                self.decide(index, wins, by, None, events);
            }
            if slice.is_over() {
                return false;
            }
        }
        self.phase = Phase::Searches {
            next: 0,
            nodes: FIRST_NODES,
        };
        true
    }

    /// The next group of moves that is not decided yet.
    fn search(
        &mut self,
        mut next: usize,
        mut nodes: u64,
        slice: &Slice,
        events: &mut Vec<Event>,
    ) -> bool {
        let Some(index) = (next..self.groups.len()).find(|&index| !self.groups[index].is_known)
        else {
            if self.groups.iter().all(|group| group.is_known) {
                self.phase = Phase::Line;
                return true;
            }
            (next, nodes) = (0, nodes.saturating_mul(GROWTH));
            self.phase = Phase::Searches { next, nodes };
            return true;
        };
        let opponent = self.mover.opponent();
        let before = self.searcher.nodes;
        let (after, tile) = (self.groups[index].after, self.place.tile);
        let found = self
            .searcher
            .solve(&after, tile, opponent, Some(nodes), slice);
        self.groups[index].nodes += self.searcher.nodes - before;
        match found {
            Found::Winner(winner, reply) => {
                self.decide(index, winner == self.mover, "search", reply, events);
            }
            Found::NotYet if slice.is_over() => return false,
            Found::NotYet => {
                let next = index + 1;
                self.phase = Phase::Searches { next, nodes };
            }
            Found::GivenUp => {
                self.ended = Ended::Limit;
                self.phase = Phase::Line;
            }
        }
        true
    }

    fn decide(
        &mut self,
        index: usize,
        wins: bool,
        by: &'static str,
        reply: Option<Move>,
        events: &mut Vec<Event>,
    ) {
        let group = &mut self.groups[index];
        group.is_known = true;
        let verdict = Verdict {
            moves: group.moves.iter().map(ToString::to_string).collect(),
            wins,
            by,
            nodes: group.nodes,
            reply: reply.map(|reply| reply.to_string()),
        };
        if wins && self.winner.is_none() {
            self.winner = Some(self.mover);
            self.best = group.moves.first().copied();
        }
        events.push(Event::new("verdict", &verdict));
        self.verdicts.push(verdict);
    }

    /// One more move of the line.
    fn line(&mut self, slice: &Slice) -> bool {
        let tile = self.place.tile;
        let (board, to_move) = (self.line.board, self.line.to_move);
        let Some(winner) = self.winner else {
            self.phase = Phase::Over;
            return true;
        };
        if !board.can_move(to_move, tile) {
            self.line.complete = true;
            self.phase = Phase::Over;
            return true;
        }
        let mov = if to_move == winner {
            let known = self.best.filter(|_| self.line.moves.is_empty());
            match known.map_or_else(
                || self.searcher.solve(&board, tile, to_move, None, slice),
                |best| Found::Winner(winner, Some(best)),
            ) {
                Found::Winner(_, Some(mov)) => Some(mov),
                Found::Winner(_, None) => self.searcher.winning_move(&board, tile, to_move, slice),
                Found::NotYet => return false,
                Found::GivenUp => None,
            }
        } else {
            let mut order = self.searcher.solver().evaluator(&board, tile);
            order.moves(&board, to_move).first().copied()
        };
        match mov {
            Some(mov) => {
                self.line.moves.push(mov.to_string());
                self.line.board = board.play(mov, tile).expect("a legal move");
                self.line.to_move = to_move.opponent();
            }
            None if slice.is_over() => return false,
            None => self.phase = Phase::Over,
        }
        !slice.is_over()
    }

    fn known(&self) -> Known {
        let known = self.groups.iter().filter(|group| group.is_known);
        Known {
            known: known.map(|group| group.moves.len()).sum(),
            of: self.groups.iter().map(|group| group.moves.len()).sum(),
            nodes: self.searcher.nodes,
        }
    }

    fn answer(&self) -> Answer<'_> {
        let unknown = self.groups.iter().filter(|group| !group.is_known);
        Answer {
            api: crate::VERSION,
            position: self.place.board.to_string(),
            tile: self.place.tile.length(),
            first: self.mover.letter(),
            winner: self.winner.map(Player::letter),
            mov: self.best.map(|mov| mov.to_string()),
            verdicts: &self.verdicts,
            unknown: unknown
                .flat_map(|group| group.moves.iter().map(ToString::to_string))
                .collect(),
            line: Line {
                moves: &self.line.moves,
                complete: self.line.complete,
            },
            nodes: self.searcher.nodes,
            seconds: self.searcher.spent.as_secs_f64(),
            ended: self.ended,
        }
    }
}
