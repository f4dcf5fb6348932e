//! The winner of a certificate as a player.

use crate::failure::Failure;
use crate::text;
use crosscram_certificate::{Opened, Strategy};
use crosscram_players::{Choice, Claim, Contestant, Failure as NoMove, Turn};
use crosscram_rules::{Board, Question};
use crosscram_search::{Control, EngineName, Solver};
use crosscram_support::path::At;
use crosscram_support::stop::Stop;
use std::path::Path;
use std::sync::Arc;

/// Plays the moves of a proof. Where the proof ends with a cut, the solver takes over.
pub(super) struct ProofPlayer {
    strategy: Arc<Strategy>,
    solver: Solver,
    stop: Stop,
}

impl ProofPlayer {
    /// Reads a certificate.
    pub(super) fn read(path: &Path) -> Result<ProofPlayer, Failure> {
        let mut opened = Opened::open(path)?;
        let strategy = Strategy::read(&mut opened).at(path)?;
        opened.finish().at(path)?;
        Ok(ProofPlayer {
            strategy: Arc::new(strategy),
            solver: Solver::new(EngineName::Crosscram),
            stop: Stop::new(),
        })
    }

    pub(super) fn strategy(&self) -> Arc<Strategy> {
        Arc::clone(&self.strategy)
    }
}

/// Describes how far a proof still reaches from a position with its winner to move.
pub(super) fn reach(strategy: &Strategy, board: &Board) -> String {
    match strategy.answer(board) {
        Some(answer) => {
            let moves = text::plural(answer.reach as u64, "more move");
            format!("the proof goes on for at most {moves}")
        }
        None => "the proof has ended with a cut, from which the solver plays".to_string(),
    }
}

impl Contestant for ProofPlayer {
    fn name(&self) -> String {
        "the proof".to_string()
    }

    fn heed(&mut self, stop: &Stop) {
        self.stop = stop.clone();
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, NoMove> {
        let answer = self.strategy.answer(&turn.board).map(|answer| answer.mov);
        let mov = answer.or_else(|| {
            let question = Question::new(turn.board, turn.tile(), turn.side);
            let control = Control::under(&self.stop);
            self.solver.solve(&question, &control).best_move()
        });
        if mov.is_none() && self.stop.is_requested() {
            return Err(NoMove::Interrupted);
        }
        let mov = mov
            .or_else(|| turn.moves().next())
            .ok_or(NoMove::Resigned)?;
        Ok(Choice {
            mov,
            claim: Some(Claim::Wins),
        })
    }
}
