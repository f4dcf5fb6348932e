//! The perfect player: the solver within a budget, and bounds and a heuristic beyond it.
//!
//! What it claims is proven. Where the budget is too small it plays without a claim: the move that
//! looks best among those that are not proven to lose.

use std::collections::HashMap;
use std::time::Duration;

use crosscram_rules::{Board, Move, Player, Question};
use crosscram_search::{Control, CrosscramOptions, Report, Solver};
use crosscram_support::clock::Instant;
use crosscram_support::stop::Stop;

use crate::contestant::{Choice, Claim, Contestant, Failure, Turn};
use crate::spec::Spec;

/// What one move may cost.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Budget {
    /// Time; the game's clock may shorten it.
    pub(crate) time: Duration,
    /// Nodes of the solver; `None` if only time limits it.
    pub(crate) nodes: Option<u64>,
}

/// When to stop, in percent of the time: first the main search, then everything that polls a clock. The
/// rest is for what cannot be stopped.
const SEARCH_ENDS: u32 = 86;
const ALL_ENDS: u32 = 92;

/// Nodes spent on each move of a lost position to see which is hardest to refute.
const RESISTANCE: u64 = 2_000;

/// The maximum number of free cells for the slower adviser: it takes some milliseconds there, and its time
/// grows with the cube of the area.
const ADVISED_CELLS: u32 = 64;

/// The maximum number of positions remembered from one game to the next.
const REMEMBERED: usize = 1 << 16;

/// Plays winning moves as far as it can prove them.
pub(crate) struct Perfect {
    name: String,
    budget: Budget,
    /// Its tables grow as needed and stay warm from move to move.
    solver: Solver,
    /// Ends its searches early.
    stop: Stop,
    /// Solved positions of earlier games: a winning move, or none.
    solved: HashMap<(Board, u32, Player), Option<Move>>,
    /// Chooses where nothing is proven; the second one where the first would take too long.
    adviser: Box<dyn Contestant>,
    quick_adviser: Box<dyn Contestant>,
}

/// The result of the solver.
enum Solved {
    /// This move wins.
    Wins(Move),
    /// All moves lose.
    Loses,
    /// Not known; these moves lose.
    Unknown(Vec<Move>),
}

impl Perfect {
    pub(crate) fn new(name: String, budget: Budget, advisers: [&Spec; 2]) -> Perfect {
        Perfect {
            name,
            budget,
            solver: Solver::new(CrosscramOptions::default()),
            stop: Stop::new(),
            solved: HashMap::new(),
            adviser: advisers[0].build(),
            quick_adviser: advisers[1].build(),
        }
    }

    /// Who wins, if the search ends in time.
    fn solve(&mut self, turn: &Turn<'_>, until: Instant) -> Solved {
        let key = (turn.board, turn.tile().length(), turn.side);
        match self.solved.get(&key) {
            Some(Some(mov)) => return Solved::Wins(*mov),
            Some(None) => return Solved::Loses,
            None => {}
        }
        let report = self.search(turn, until);
        let answer = match (report.winner(), report.best_move()) {
            (Some(winner), _) if winner != turn.side => Solved::Loses,
            (Some(_), Some(mov)) => Solved::Wins(mov),
            // A win is proven, but there was no time to find its move.
            (Some(_), None) => Solved::Unknown(Vec::new()),
            (None, _) => Solved::Unknown(report.refuted().0.to_vec()),
        };
        if self.solved.len() >= REMEMBERED {
            self.solved.clear();
        }
        match &answer {
            Solved::Wins(mov) => drop(self.solved.insert(key, Some(*mov))),
            Solved::Loses => drop(self.solved.insert(key, None)),
            Solved::Unknown(_) => {}
        }
        answer
    }

    fn search(&self, turn: &Turn<'_>, until: Instant) -> Report {
        let control = control(&self.stop, until, self.budget.nodes.unwrap_or(u64::MAX));
        let question = Question::new(turn.board, turn.tile(), turn.side);
        self.solver.solve(&question, &control)
    }

    /// The moves that the solver would try, best first.
    fn ordered_moves(&self, turn: &Turn<'_>) -> Vec<Move> {
        let mut order = self.solver.evaluator(&turn.board, turn.tile());
        order.moves(&turn.board, turn.side)
    }

    /// Returns the losing move that takes the solver the most nodes to refute, as far as time allows:
    /// an imperfect opponent may go wrong.
    fn hardest(&self, turn: &Turn<'_>, until: Instant) -> Option<Move> {
        let moves = self.ordered_moves(turn);
        let mut hardest: Option<(u64, Move)> = None;
        for mov in moves {
            if Instant::now() >= until || self.stop.is_requested() {
                break;
            }
            let after = turn.board.play(mov, turn.tile()).ok()?;
            let control = control(&self.stop, until, RESISTANCE);
            let question = Question::new(after, turn.tile(), turn.side.opponent());
            let nodes = self.solver.solve(&question, &control).nodes;
            if hardest.is_none_or(|(most, _)| nodes > most) {
                hardest = Some((nodes, mov));
            }
        }
        hardest.map(|(_, mov)| mov)
    }

    /// Chooses without a result of the search: a move that the bounds prove to win, or else the
    /// adviser's choice unless it is proven to lose.
    fn guess(
        &mut self,
        turn: &Turn<'_>,
        mut losing: Vec<Move>,
        until: Instant,
    ) -> Result<Choice, Failure> {
        let opponent = turn.side.opponent();
        let mut bounds = self.solver.evaluator(&turn.board, turn.tile());
        for mov in turn.moves() {
            if Instant::now() >= until || self.stop.is_requested() {
                break;
            }
            let Ok(after) = turn.board.play(mov, turn.tile()) else {
                continue;
            };
            match bounds.winner(&after, opponent) {
                Some(winner) if winner == turn.side => return Ok(wins(mov)),
                Some(_) => losing.push(mov),
                None => {}
            }
        }
        let hurried = self.stop.is_requested();
        let adviser = match turn.board.free_count() <= ADVISED_CELLS && !hurried {
            true => &mut self.adviser,
            false => &mut self.quick_adviser,
        };
        let advised = adviser.choose(turn)?.mov;
        if !losing.contains(&advised) {
            return Ok(advised.into());
        }
        let ordered = self.ordered_moves(turn);
        let open = ordered.into_iter().find(|mov| !losing.contains(mov));
        Ok(open.unwrap_or(advised).into())
    }
}

fn wins(mov: Move) -> Choice {
    Choice {
        mov,
        claim: Some(Claim::Wins),
    }
}

fn control(stop: &Stop, until: Instant, nodes: u64) -> Control {
    let control = Control::under(stop);
    control.stop_at(until);
    control.limit_next(nodes);
    control
}

impl Contestant for Perfect {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn heed(&mut self, stop: &Stop) {
        self.stop = stop.clone();
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, Failure> {
        let started = Instant::now();
        // On large boards a search may stop late, so with a clock only half of the time is used.
        let time = turn
            .limit
            .map_or(self.budget.time, |limit| self.budget.time.min(limit / 2));
        let at = |percent: u32| started + time * percent / 100;
        match self.solve(turn, at(SEARCH_ENDS)) {
            Solved::Wins(mov) => Ok(wins(mov)),
            Solved::Loses => {
                let mov = self
                    .hardest(turn, at(ALL_ENDS))
                    .or_else(|| turn.moves().next());
                Ok(Choice {
                    mov: mov.expect("whoever is asked has a move"),
                    claim: Some(Claim::Loses),
                })
            }
            Solved::Unknown(losing) => self.guess(turn, losing, at(ALL_ENDS)),
        }
    }
}
