//! The perfect player: the solver under a budget, and bounds and a heuristic where it ends.
//!
//! What he claims is proven. Where the budget does not suffice he plays on without a claim: never a
//! move that is proven to lose if there is another, and otherwise the one that looks best.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use crosscram_rules::{Board, Move, Player};
use crosscram_search::{Config, Control, Engine, Evaluator, TableSize, ordered_moves, solve};

use crate::contestant::{Choice, Claim, Contestant, Failure, Turn};
use crate::spec::Spec;

/// What one move may cost.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Budget {
    /// Time; a clock of the game may shorten it.
    pub(crate) time: Duration,
    /// Nodes of the solver; `None` for as many as there is time for.
    pub(crate) nodes: Option<u64>,
}

/// Parts of the time, in percent, at whose end things stop: the main search, then everything that
/// makes use of a clock. The rest is for what cannot be stopped.
const SEARCH_ENDS: u32 = 86;
const ALL_ENDS: u32 = 92;

/// Searches by nodes and entries of their table. Most positions of a game are decided by few nodes,
/// and clearing a large table takes longer than that; a second has less than a million nodes.
const STAGES: [(u64, u64); 2] = [(4_000, 1 << 14), (u64::MAX, 1 << 21)];

/// Nodes spent on each move of a lost position to see which is hardest to refute.
const RESISTANCE: u64 = 2_000;

/// The most free cells on which the slower adviser is asked: he takes some milliseconds there, and
/// his time grows with the third power of the area.
const ADVISED_CELLS: u32 = 64;

/// How many positions are remembered from one game to the next.
const REMEMBERED: usize = 1 << 16;

/// Plays winning moves as far as he can prove them.
pub(crate) struct Perfect {
    name: String,
    budget: Budget,
    config: Config,
    /// Solved positions of earlier games: a winning move, or none.
    solved: HashMap<(Board, u32, Player), Option<Move>>,
    /// Who chooses where nothing is proven, and who does so where that would take too long.
    adviser: Box<dyn Contestant>,
    quick_adviser: Box<dyn Contestant>,
}

/// What the solver found out.
enum Answer {
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
            config: Engine::Crosscram.config(),
            solved: HashMap::new(),
            adviser: advisers[0].build(),
            quick_adviser: advisers[1].build(),
        }
    }

    /// Who wins, if the search ends in time.
    fn solve(&mut self, turn: &Turn<'_>, until: Instant) -> Answer {
        let key = (turn.board, turn.tile().length(), turn.side);
        match self.solved.get(&key) {
            Some(Some(mov)) => return Answer::Wins(*mov),
            Some(None) => return Answer::Loses,
            None => {}
        }
        let mut answer = Answer::Unknown(Vec::new());
        for (nodes, entries) in STAGES {
            let nodes = self.budget.nodes.map_or(nodes, |most| most.min(nodes));
            answer = self.search(turn, until, nodes, entries);
            if !matches!(answer, Answer::Unknown(_)) {
                break;
            }
        }
        if self.solved.len() >= REMEMBERED {
            self.solved.clear();
        }
        match &answer {
            Answer::Wins(mov) => drop(self.solved.insert(key, Some(*mov))),
            Answer::Loses => drop(self.solved.insert(key, None)),
            Answer::Unknown(_) => {}
        }
        answer
    }

    fn search(&self, turn: &Turn<'_>, until: Instant, nodes: u64, entries: u64) -> Answer {
        let config = self.with_table(entries);
        let control = control(until, nodes);
        match solve(&turn.board, turn.tile(), turn.side, &config, &control) {
            Ok(report) if report.winner != turn.side => Answer::Loses,
            Ok(report) => match report.best_move {
                Some(mov) => Answer::Wins(mov),
                // A win is there, but there was no time to find out which move it is.
                None => Answer::Unknown(Vec::new()),
            },
            Err(interrupted) => Answer::Unknown(interrupted.refuted),
        }
    }

    fn with_table(&self, entries: u64) -> Config {
        Config {
            table: TableSize::Entries(entries),
            ..self.config.clone()
        }
    }

    /// The losing move that takes the solver most nodes to refute, as far as that is found out in
    /// time: an opponent who is not perfect may go wrong.
    fn hardest(&self, turn: &Turn<'_>, until: Instant) -> Option<Move> {
        let moves = ordered_moves(&turn.board, turn.tile(), turn.side, &self.config);
        let mut hardest: Option<(u64, Move)> = None;
        for mov in moves {
            if Instant::now() >= until {
                break;
            }
            let after = turn.board.play(mov, turn.tile()).ok()?;
            let control = control(until, RESISTANCE);
            let config = self.with_table(RESISTANCE * 4);
            let opponent = turn.side.opponent();
            let nodes = match solve(&after, turn.tile(), opponent, &config, &control) {
                Ok(report) => report.nodes,
                Err(interrupted) => interrupted.nodes,
            };
            if hardest.is_none_or(|(most, _)| nodes > most) {
                hardest = Some((nodes, mov));
            }
        }
        hardest.map(|(_, mov)| mov)
    }

    /// Without an answer of the search: a move that the bounds prove to win, or else the adviser's
    /// choice unless it is proven to lose.
    fn guess(
        &mut self,
        turn: &Turn<'_>,
        mut losing: Vec<Move>,
        until: Instant,
    ) -> Result<Choice, Failure> {
        let opponent = turn.side.opponent();
        let mut bounds = Evaluator::new(&turn.board, turn.tile(), &self.config);
        for mov in turn.moves() {
            if Instant::now() >= until {
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
        let adviser = match turn.board.free_count() <= ADVISED_CELLS {
            true => &mut self.adviser,
            false => &mut self.quick_adviser,
        };
        let advised = adviser.choose(turn)?.mov;
        if !losing.contains(&advised) {
            return Ok(advised.into());
        }
        let ordered = ordered_moves(&turn.board, turn.tile(), turn.side, &self.config);
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

fn control(until: Instant, nodes: u64) -> Control {
    let control = Control::new();
    control.stop_at(until);
    control.limit_next(nodes);
    control
}

impl Contestant for Perfect {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, Failure> {
        let started = Instant::now();
        // On large boards a search may need a while to stop: with a clock only half of it is used.
        let time = turn
            .limit
            .map_or(self.budget.time, |limit| self.budget.time.min(limit / 2));
        let at = |percent: u32| started + time * percent / 100;
        match self.solve(turn, at(SEARCH_ENDS)) {
            Answer::Wins(mov) => Ok(wins(mov)),
            Answer::Loses => {
                let mov = self
                    .hardest(turn, at(ALL_ENDS))
                    .or_else(|| turn.moves().next());
                Ok(Choice {
                    mov: mov.expect("whoever is asked has a move"),
                    claim: Some(Claim::Loses),
                })
            }
            Answer::Unknown(losing) => self.guess(turn, losing, at(ALL_ENDS)),
        }
    }
}
