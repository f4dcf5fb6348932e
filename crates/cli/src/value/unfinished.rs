//! What is known of a value when its computation is stopped.

use crate::text::{self, Align};
use crosscram_rules::{Board, Dyadic, Player};
use crosscram_search::explain::{Explainer, Level, Turn};
use crosscram_values::positions::{PositionValues, Region};
use crosscram_workbench::{Answer, Shape, ValueSubject};
use serde::Serialize;
use std::io::{self, Write};

/// The state of a computation that was stopped.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Unfinished {
    /// What was asked, for people.
    #[serde(skip)]
    name: String,
    /// Always true: this is what tells it from an answer.
    interrupted: bool,
    /// Values of regions and sums that were computed or looked up.
    steps: u64,
    seconds: f64,
    regions: Vec<Region<Known>>,
    /// What cuts of the board show, as `explain` finds them; `null` for sums.
    at_least: Option<Dyadic>,
    at_most: Option<Dyadic>,
}

/// What is known of a region.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Known {
    /// `null` if it is not known yet, or longer than asked for.
    value: Option<String>,
    known: bool,
}

impl Unfinished {
    /// Collects what `values`, which are stopped, already know of `subject`.
    pub(super) fn new(
        values: &mut PositionValues,
        subject: &ValueSubject,
        longest: u64,
        (steps, seconds): (u64, f64),
    ) -> Answer<Unfinished> {
        let tile = values.tile();
        let (name, shape, boards, whole) = match subject {
            ValueSubject::Position(position) => {
                let board = position.board;
                let shape = Shape::from(&position.with_tile(tile));
                (board.name(), shape, vec![board], Some(board))
            }
            ValueSubject::Statement(statement) => {
                let mut boards = statement.left.boards();
                if let Some((_, right)) = &statement.claim {
                    boards.extend(right.boards());
                }
                (
                    statement.to_string(),
                    Shape::of_text(statement, tile),
                    boards,
                    None,
                )
            }
        };
        let mut regions = Vec::new();
        for region in boards.iter().flat_map(Board::regions_in_place) {
            // A known one is found without computing; another is refused, because of the stop.
            let game = values.region_value(&region.cropped()).ok();
            let value = game.and_then(|game| values.games().text_within(game, longest));
            let known = game.is_some();
            regions.push(Region::new(&region, Known { value, known }));
        }
        let bounds = whole.map(|board| bounds(&board, values));
        let (at_least, at_most) = bounds.unzip();
        let unfinished = Unfinished {
            name,
            interrupted: true,
            steps,
            seconds,
            regions,
            at_least,
            at_most,
        };
        Answer::new(shape, unfinished)
    }

    /// Prints it for people.
    pub(super) fn print(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}: interrupted", self.name)?;
        let known = self.regions.iter().filter(|region| region.known.known);
        let (known, of) = (known.count(), self.regions.len() as u64);
        let values = text::plural(self.steps, "value");
        let seconds = text::seconds(self.seconds);
        let computed = format!("{values} of regions and sums in {seconds}");
        let known = format!("{known} of its {}", text::plural(of, "region"));
        let mut rows = vec![("computed", computed), ("known", known)];
        if let (Some(low), Some(high)) = (&self.at_least, &self.at_most) {
            let bounds = format!("at least {low} and at most {high}, by cuts");
            rows.push(("the whole", bounds));
        }
        text::pairs(out, rows)?;
        if self.regions.len() < 2 {
            return Ok(());
        }
        let rows: Vec<_> = (1..)
            .zip(&self.regions)
            .map(|(number, region)| {
                let value = match &region.known {
                    Known { known: false, .. } => "not known yet".to_string(),
                    Known { value, .. } => super::print::value_text(value.as_deref()),
                };
                cells![format!("region {number}"), region.position, value]
            })
            .collect();
        text::columns(out, 2, &[Align::Left; 3], &rows)
    }
}

/// The numbers between which the value of a board lies.
fn bounds(board: &Board, values: &PositionValues) -> (Dyadic, Dyadic) {
    let mut explainer = Explainer::new(board, values.tile(), Explainer::CELLS);
    let mut lead = |player| {
        let claim = explainer.claim(board, player, Turn::Second, Level::Merge);
        claim.numbers().get(Turn::Second, 0)
    };
    (lead(Player::Vertical), lead(Player::Horizontal).negated())
}
