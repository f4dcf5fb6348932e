//! `analyse`: every move of a position judged by the judge of the crate `search`, slice by slice.

use crate::Answer;
use crate::desk::{Desk, Lent};
use crate::explain::cells;
use crate::request::{About, Refused, mover};
use crate::task::{Event, Progress, Slice, Task};
use crosscram_rules::{Move, Player, Position, Question};
use crosscram_search::analysis::{Analyser, Analysis, Limits, News, Wish};
use serde::Serialize;
use std::collections::HashSet;

/// Who wins at all.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Whole {
    first: Player,
    winner: Player,
    /// A winning move of the first player, if one is known already.
    best_move: Option<Move>,
}

#[derive(Serialize)]
struct Known {
    known: usize,
    of: usize,
    nodes: u64,
}

/// What is known of all moves.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Judged {
    first: Player,
    #[serde(flatten)]
    analysis: Analysis,
    seconds: f64,
}

struct Analyse {
    about: Position,
    solver: Lent,
    /// There until the end.
    analyser: Option<Analyser>,
    /// Moves that were told, each a second time if its answer was found later.
    told: HashSet<(Move, bool)>,
}

pub(crate) fn task(desk: &Desk, about: &About) -> Result<Box<dyn Task>, Refused> {
    let place = about.place(desk.limits())?;
    let first = mover(&place);
    let limits = Limits {
        nodes: u64::MAX,
        cells: cells(&place.board),
        time: Some(desk.limits().time(about.seconds)?),
    };
    let solver = desk.session(&Question::new(place.board, place.tile, first))?;
    let analyser = Analyser::new(&place.board, place.tile, &[first], &solver, limits);
    Ok(Box::new(Analyse {
        about: place.with_to_move(first),
        solver,
        analyser: Some(analyser),
        told: HashSet::new(),
    }))
}

impl Task for Analyse {
    fn step(&mut self, slice: &Slice, events: &mut Vec<Event>) -> Progress {
        let Some(mut analyser) = self.analyser.take() else {
            return Progress::Done;
        };
        let (mut known, mut of) = (0, 0);
        let done = analyser.go_on(&self.solver, &slice.control(), &mut |news| {
            match news {
                News::Winner {
                    first,
                    winner,
                    best_move,
                } => events.push(Event::new(
                    "winner",
                    &Whole {
                        first,
                        winner,
                        best_move,
                    },
                )),
                News::Judged {
                    known: judged,
                    of: all,
                } => (known, of) = (judged, all),
            }
            Wish::Moves
        });
        let moves = analyser.sides().iter().flat_map(|side| &side.moves);
        for judged in moves.filter(|judged| judged.mark.is_some()) {
            if self.told.insert((judged.mov, judged.refutation.is_some())) {
                events.push(Event::new("verdict", judged));
            }
        }
        if !done {
            if of > 0 {
                let nodes = analyser.nodes();
                events.push(Event::new("progress", &Known { known, of, nodes }));
            }
            self.analyser = Some(analyser);
            return Progress::Working;
        }
        let judged = Judged {
            first: mover(&self.about),
            seconds: analyser.spent().as_secs_f64(),
            analysis: analyser.into_analysis(),
        };
        events.push(Event::new("answer", &Answer::new(&self.about, judged)));
        Progress::Done
    }
}
