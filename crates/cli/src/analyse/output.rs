//! The JSON form of an analysis.

use super::outcome;
use crate::json::Shape;
use crosscram_rules::{Outcome, Player, Position};
use crosscram_search::analysis::{Analysis, JudgedMove, PrincipalLine, Side};
use serde::Serialize;

#[derive(Debug, Serialize)]
pub(super) struct Analysed {
    #[serde(flatten)]
    shape: Shape,
    outcome: Option<&'static str>,
    vertical_first: Option<Judged>,
    horizontal_first: Option<Judged>,
    nodes: u64,
    /// Whether it ended early, at Ctrl-C or because the time was over.
    stopped: bool,
}

/// The moves of one player.
#[derive(Debug, Serialize)]
struct Judged {
    winner: Option<char>,
    /// The bound that decides the position before any move.
    bound: Option<&'static str>,
    moves: Vec<OneMove>,
    line: Option<LineForm>,
}

#[derive(Debug, Serialize)]
struct OneMove {
    #[serde(rename = "move")]
    mov: String,
    /// `wins`, `loses` or `unknown`.
    result: &'static str,
    shown_by: Option<&'static str>,
    /// Whether that is about the position before the move.
    whole_position: Option<bool>,
    /// Of the search that showed it.
    nodes: Option<u64>,
    /// A winning answer to a losing move, if one was found.
    refutation: Option<String>,
}

#[derive(Debug, Serialize)]
struct LineForm {
    moves: Vec<String>,
    /// After how many moves a bound decides the game.
    decided_after: Option<usize>,
    decided_by: Option<&'static str>,
    /// Whether the loser cannot move at its end.
    complete: bool,
}

impl Analysed {
    pub(super) fn new(position: &Position, analysis: &Analysis) -> Analysed {
        let side = |first: Player| {
            let mut sides = analysis.sides.iter();
            sides.find(|side| side.first == first).map(Judged::new)
        };
        Analysed {
            shape: Shape::new(position),
            outcome: outcome(analysis).map(Outcome::code),
            vertical_first: side(Player::Vertical),
            horizontal_first: side(Player::Horizontal),
            nodes: analysis.nodes,
            stopped: analysis.stopped,
        }
    }
}

impl Judged {
    fn new(side: &Side) -> Judged {
        Judged {
            winner: side.winner.map(Player::letter),
            bound: side.bound.map(|reason| reason.name()),
            moves: side.moves.iter().map(OneMove::new).collect(),
            line: side.line.as_ref().map(LineForm::new),
        }
    }
}

impl OneMove {
    fn new(judged: &JudgedMove) -> OneMove {
        let mark = judged.mark;
        let searched = mark.filter(|mark| !mark.reason.is_bound());
        OneMove {
            mov: judged.mov.to_string(),
            result: match mark.map(|mark| mark.wins) {
                Some(true) => "wins",
                Some(false) => "loses",
                None => "unknown",
            },
            shown_by: mark.map(|mark| mark.reason.name()),
            whole_position: mark.map(|mark| mark.whole_position),
            nodes: searched.map(|mark| mark.reason.nodes()),
            refutation: judged.refutation.map(|reply| reply.to_string()),
        }
    }
}

impl LineForm {
    fn new(line: &PrincipalLine) -> LineForm {
        LineForm {
            moves: line.moves.iter().map(ToString::to_string).collect(),
            decided_after: line.decided.map(|(after, _)| after),
            decided_by: line.decided.map(|(_, reason)| reason.name()),
            complete: line.complete,
        }
    }
}
