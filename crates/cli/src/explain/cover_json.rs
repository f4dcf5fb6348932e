//! Covers for programs.

use super::cover::{Inspected, after_text};
use crate::json::Shape;
use crosscram_rules::{Cell, Player};
use crosscram_search::cover::{
    Areas, CoverTurn, Inspection, LowerTerms, PlayedIn, ScoredMove, Stage, Terms, UpperTerms,
};
use serde::Serialize;

/// The JSON form.
#[derive(Debug, Serialize)]
pub(super) struct CoverForm {
    #[serde(flatten)]
    shape: Shape,
    covers: Vec<OneCover>,
    moves: Vec<MoveForm>,
}

#[derive(Debug, Serialize)]
struct OneCover {
    player: char,
    areas: Vec<AreaForm>,
    protected: Vec<String>,
    counts: Counts,
    domi: Domi,
    turns: Vec<TurnForm>,
}

#[derive(Debug, Serialize)]
struct AreaForm {
    kind: &'static str,
    cells: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Counts {
    protective: i32,
    vulnerable2: i32,
    vulnerable2_protected: i32,
    vulnerable1: i32,
    vulnerable1_protected: i32,
    safe: i32,
    option1: i32,
    option2: i32,
    option3: i32,
    unavailable: i32,
}

/// DOMI's bounds: safe moves of the player, real moves of the opponent.
#[derive(Debug, Serialize)]
struct Domi {
    moves: i32,
    opponent_moves: i32,
}

#[derive(Debug, Serialize)]
struct TurnForm {
    to_move: char,
    /// In which area the player first places a tile, if the player is to move.
    played_in: Option<&'static str>,
    /// Missing if the player is to move and the cover has no move.
    terms: Option<TermsForm>,
    /// Where Theorem 3.6.1 as printed gives another bound.
    opponent_moves_as_printed: Option<i32>,
    proves: bool,
    domi_proves: bool,
}

#[derive(Debug, Serialize)]
struct TermsForm {
    /// The areas after the conversions with which the theorems begin.
    counts: Counts,
    lower: Lower,
    upper: Upper,
    squares: i32,
    available: i32,
    moves: i32,
    opponent_moves: i32,
}

#[derive(Debug, Serialize)]
struct Lower {
    protective: i32,
    vulnerable2: i32,
    vulnerable1: i32,
    safe: i32,
    f: i32,
}

#[derive(Debug, Serialize)]
struct Upper {
    vulnerable2_protected: i32,
    vulnerable1_protected: i32,
    option3: i32,
    option2: i32,
    option1: i32,
    f: i32,
    g: i32,
    unplayable: i32,
    unavailable: i32,
}

#[derive(Debug, Serialize)]
struct MoveForm {
    #[serde(rename = "move")]
    mov: String,
    /// Changes, the mover's first.
    real: [i32; 2],
    safe: [i32; 2],
    score: i32,
    square: i32,
    reflected: Option<usize>,
    stage: &'static str,
    program_order: Option<usize>,
    thesis_order: Option<usize>,
    after: String,
}

fn names(cells: &[Cell]) -> Vec<String> {
    cells.iter().map(Cell::to_string).collect()
}

impl CoverForm {
    pub(super) fn new(inspected: &Inspected) -> CoverForm {
        let covers = inspected.covers.iter();
        let moves = inspected.moves.iter().flat_map(|(_, moves)| moves);
        CoverForm {
            shape: Shape::new(&inspected.position),
            covers: covers
                .map(|cover| OneCover::new(cover, &inspected.firsts))
                .collect(),
            moves: moves.map(MoveForm::new).collect(),
        }
    }
}

impl OneCover {
    fn new(cover: &Inspection, firsts: &[Player]) -> OneCover {
        let areas = cover.areas.iter().map(|area| AreaForm {
            kind: area.kind.letters(),
            cells: names(&area.cells),
        });
        let turn = |&first: &Player| {
            let turn = match first == cover.player {
                true => cover.first.as_ref(),
                false => Some(&cover.second),
            };
            TurnForm::new(cover, first, turn)
        };
        OneCover {
            player: cover.player.letter(),
            areas: areas.collect(),
            protected: names(&cover.protected),
            counts: Counts::new(&cover.counts),
            domi: Domi {
                moves: cover.safe,
                opponent_moves: cover.opponent_real,
            },
            turns: firsts.iter().map(turn).collect(),
        }
    }
}

impl Counts {
    fn new(areas: &Areas) -> Counts {
        let [option1, option2, option3] = areas.options;
        Counts {
            protective: areas.protective,
            vulnerable2: areas.vulnerable2,
            vulnerable2_protected: areas.vulnerable2_protected,
            vulnerable1: areas.vulnerable1,
            vulnerable1_protected: areas.vulnerable1_protected,
            safe: areas.safe,
            option1,
            option2,
            option3,
            unavailable: areas.unavailable,
        }
    }
}

impl TurnForm {
    fn new(cover: &Inspection, first: Player, turn: Option<&CoverTurn>) -> TurnForm {
        let played_in = turn.and_then(|turn| turn.played_in).map(|kind| match kind {
            PlayedIn::Protective => "P",
            PlayedIn::Vulnerable2 => "V2",
            PlayedIn::Vulnerable1 => "V1",
            PlayedIn::Option => "O",
        });
        let printed = turn.map(|turn| (turn.bounds(), turn.printed.bounds()));
        let printed = printed.filter(|(program, printed)| program != printed);
        TurnForm {
            to_move: first.letter(),
            played_in,
            terms: turn.map(|turn| TermsForm::new(&turn.terms)),
            opponent_moves_as_printed: printed.map(|(_, printed)| printed.opponent_moves),
            proves: cover.proves(first),
            domi_proves: cover.domi_proves(first),
        }
    }
}

impl TermsForm {
    fn new(terms: &Terms) -> TermsForm {
        let LowerTerms {
            protective,
            vulnerable2,
            vulnerable1,
            safe,
            remainders,
        } = terms.lower;
        let UpperTerms {
            unavailable,
            protected2,
            protected1,
            options: [option3, option2, option1],
            ..
        } = terms.upper;
        TermsForm {
            counts: Counts::new(&terms.areas),
            lower: Lower {
                protective,
                vulnerable2,
                vulnerable1,
                safe,
                f: remainders,
            },
            upper: Upper {
                vulnerable2_protected: protected2,
                vulnerable1_protected: protected1,
                option3,
                option2,
                option1,
                f: terms.upper.remainders,
                g: terms.upper.odd_option,
                unplayable: terms.upper.unplayable(),
                unavailable,
            },
            squares: terms.squares(),
            available: terms.available(),
            moves: terms.bounds().moves,
            opponent_moves: terms.bounds().opponent_moves,
        }
    }
}

impl MoveForm {
    fn new(scored: &ScoredMove) -> MoveForm {
        MoveForm {
            mov: scored.mov.to_string(),
            real: scored.real,
            safe: scored.safe,
            score: scored.score,
            square: scored.positional,
            reflected: scored.reflected,
            stage: match scored.stage {
                Stage::Scored => "scored",
                Stage::Later => "later",
                Stage::Never => "never",
            },
            program_order: scored.program_order,
            thesis_order: scored.thesis_order,
            after: after_text(scored.after),
        }
    }
}
