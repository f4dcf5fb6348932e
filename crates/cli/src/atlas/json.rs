//! The JSON forms.

use super::cells::Cell;
use crate::failure::Failure;
use crate::json::{self, SCHEMA};
use crosscram_atlas::{Atlas, Claim, Derivation, Size};
use crosscram_rules::Outcome;
use serde::Serialize;
use std::io::Write;

/// A board of the chart.
#[derive(Debug, Serialize)]
pub(super) struct Board {
    schema: u32,
    tile: u32,
    rows: usize,
    cols: usize,
    /// Unknown unless only one is possible.
    outcome: Option<&'static str>,
    /// The code of the outcomes that are possible; `?` for all.
    possible: String,
    vertical_first: Option<WinnerForm>,
    horizontal_first: Option<WinnerForm>,
    /// Whether this follows from results with certificates alone.
    certified: bool,
}

#[derive(Debug, Serialize)]
struct WinnerForm {
    winner: char,
    reason: String,
}

impl Board {
    pub(super) fn new(atlas: &Atlas, cell: &Cell) -> Self {
        let answer = |index: usize| {
            let (winner, reason) = cell.answers[index].clone()?;
            Some(WinnerForm {
                winner: winner.letter(),
                reason,
            })
        };
        Board {
            schema: SCHEMA,
            tile: atlas.tile().length(),
            rows: cell.size.rows(),
            cols: cell.size.cols(),
            outcome: cell.possible.outcome().map(Outcome::code),
            possible: cell.possible.to_string(),
            vertical_first: answer(0),
            horizontal_first: answer(1),
            certified: cell.certified,
        }
    }
}

/// One object per board.
pub(super) fn chart(
    atlas: &Atlas,
    cells: &[Vec<Cell>],
    out: &mut impl Write,
) -> Result<(), Failure> {
    for cell in cells.iter().flatten() {
        json::write(out, &Board::new(atlas, cell))?;
    }
    Ok(())
}

/// A derivation as a tree of objects.
#[derive(Debug, Serialize)]
pub(super) struct Tree {
    statement: String,
    reason: String,
    premises: Vec<Tree>,
}

impl From<&Derivation> for Tree {
    fn from(derivation: &Derivation) -> Self {
        Tree {
            statement: derivation.statement.to_string(),
            reason: derivation.reason.to_string(),
            premises: derivation.premises.iter().map(Tree::from).collect(),
        }
    }
}

/// A claim as an object.
#[derive(Debug, Serialize)]
pub(super) struct Said {
    rows: usize,
    cols: usize,
    first: char,
    winner: char,
}

impl From<Claim> for Said {
    fn from(claim: Claim) -> Self {
        Said {
            rows: claim.size.rows(),
            cols: claim.size.cols(),
            first: claim.first.letter(),
            winner: claim.winner.letter(),
        }
    }
}

/// Names of boards.
pub(super) fn names(sizes: &[Size]) -> Vec<String> {
    sizes.iter().map(ToString::to_string).collect()
}
