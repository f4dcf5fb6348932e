//! What is known of a value when its computation is stopped.

use super::subject::Subject;
use crate::input;
use crate::json::SCHEMA;
use crate::text::{self, Align};
use crosscram_rules::{Board, Player};
use crosscram_search::explain::{Explainer, Level, Turn};
use crosscram_values::positions::PositionValues;
use serde::Serialize;
use std::io::{self, Write};

/// The state of a computation that was stopped. The JSON form has these keys.
#[derive(Debug, Serialize)]
pub(super) struct Unfinished {
    schema: u32,
    /// As it was asked for.
    position: String,
    tile: u32,
    /// Always true: this is what tells it from an answer.
    interrupted: bool,
    /// Values of regions and sums that were computed or looked up.
    steps: u64,
    seconds: f64,
    regions: Vec<Region>,
    /// What cuts of the board show, as `explain` finds them; `null` for sums.
    at_least: Option<String>,
    at_most: Option<String>,
}

/// A region of the question.
#[derive(Debug, Serialize)]
struct Region {
    position: String,
    cells: u32,
    /// `null` if it is not known yet, or longer than asked for.
    value: Option<String>,
    known: bool,
}

impl Unfinished {
    /// Collects what `values`, which are stopped, already know of `subject`.
    pub(super) fn new(
        values: &mut PositionValues,
        subject: &Subject,
        longest: u64,
        (steps, seconds): (u64, f64),
    ) -> Unfinished {
        let (position, boards, whole) = match subject {
            Subject::Position(position) => {
                let board = position.board;
                (input::name(&board), vec![board], Some(board))
            }
            Subject::Statement(statement) => {
                let mut boards = statement.left.boards();
                if let Some((_, right)) = &statement.claim {
                    boards.extend(right.boards());
                }
                (statement.to_string(), boards, None)
            }
        };
        let mut regions = Vec::new();
        for region in boards.iter().flat_map(Board::regions) {
            // A known one is found without computing; another is refused, because of the stop.
            let game = values.region_value(&region).ok();
            regions.push(Region {
                position: region.to_string(),
                cells: region.free_count(),
                value: game.and_then(|game| values.games().text_within(game, longest)),
                known: game.is_some(),
            });
        }
        let bounds = whole.map(|board| bounds(&board, values));
        let (at_least, at_most) = bounds.unzip();
        Unfinished {
            schema: SCHEMA,
            position,
            tile: values.tile().length(),
            interrupted: true,
            steps,
            seconds,
            regions,
            at_least,
            at_most,
        }
    }

    /// Prints it for people.
    pub(super) fn print(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}: interrupted", self.position)?;
        let row = |name: &str, value: String| vec![name.to_string(), value];
        let known = self.regions.iter().filter(|region| region.known).count();
        let mut rows = vec![
            row(
                "computed",
                format!(
                    "{} of regions and sums in {}",
                    text::plural(self.steps, "value"),
                    text::seconds(self.seconds)
                ),
            ),
            row(
                "known",
                format!(
                    "{known} of its {}",
                    text::plural(self.regions.len() as u64, "region")
                ),
            ),
        ];
        if let (Some(low), Some(high)) = (&self.at_least, &self.at_most) {
            let bounds = format!("at least {low} and at most {high}, by cuts");
            rows.push(row("the whole", bounds));
        }
        text::columns(out, 2, &[Align::Left, Align::Left], &rows)?;
        if self.regions.len() < 2 {
            return Ok(());
        }
        let rows: Vec<_> = (1..)
            .zip(&self.regions)
            .map(|(number, region)| {
                let value = match (region.known, &region.value) {
                    (false, _) => "not known yet".to_string(),
                    (true, value) => super::print::value_text(value.as_deref()),
                };
                vec![format!("region {number}"), region.position.clone(), value]
            })
            .collect();
        text::columns(out, 2, &[Align::Left; 3], &rows)
    }
}

/// The numbers between which the value of a board lies.
fn bounds(board: &Board, values: &PositionValues) -> (String, String) {
    let mut explainer = Explainer::new(board, values.tile(), Explainer::CELLS);
    let mut lead = |player| {
        let claim = explainer.claim(board, player, Turn::Second, Level::Merge);
        claim.numbers().get(Turn::Second, 0)
    };
    let (low, high) = (lead(Player::Vertical), lead(Player::Horizontal).negated());
    (low.to_string(), high.to_string())
}
