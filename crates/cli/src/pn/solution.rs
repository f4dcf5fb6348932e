//! The whole solution of a solved position: its file, its check.

use super::{Asked, output};
use crate::failure::Failure;
use crate::pn::options::PnArgs;
use crate::text;
use crosscram_pn::{AnyGame, AnySearch, Ending, NoProof, Proven, Report};
use crosscram_support::atomic;
use crosscram_support::path::At;
use serde::Serialize;
use std::fs::File;
use std::io::{BufReader, Write};
use std::path::Path;

/// How many positions a solution may have and how many nodes it may cost: without limit if it is asked for; the main line alone may cost
/// about as much as the search.
pub(super) fn budget(report: &Report, args: &PnArgs) -> (usize, u64) {
    match args.proof {
        Some(_) => (usize::MAX, u64::MAX),
        // The nodes of a depth-first search go on being counted.
        None => (200_000, 2 * report.statistics.nodes + 100_000),
    }
}

/// Says what is proved: the game and all that its rules depend on, but not how it was searched.
fn question(asked: &Asked<'_>) -> String {
    format!(
        "{} draws {:?} leaves {:?}",
        asked.position(),
        asked.args.draws.unwrap_or_default(),
        asked.args.leaves.unwrap_or_default()
    )
}

/// Writes a solution that was found into its file, if that is asked for. Whether it is there is reported after the answer, a
/// contradiction instead of it.
pub(super) fn file(
    search: &dyn AnySearch,
    asked: &Asked<'_>,
    found: Result<(), NoProof>,
) -> Result<Result<(), Failure>, Failure> {
    let Asked { args, name, .. } = asked;
    Ok(match (found, &args.proof) {
        (Err(error @ NoProof::Contradiction), _) => fail!("{name}: {error}"),
        (Err(NoProof::Ended(Ending::Stopped)), _) | (_, None) => Ok(()),
        (Err(error), Some(path)) => Err(error).at(path).map_err(Into::into),
        (Ok(()), Some(path)) => {
            atomic::replace(path, |out| search.write_proof(out, &question(asked)))
                .at(path)
                .map_err(Into::into)
        }
    })
}

/// What the check of a solution said.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Checked {
    value: Proven,
    confirmed: bool,
    /// Positions that were visited.
    positions: Option<u64>,
    fault: Option<String>,
}

/// Checks the solution in a file.
pub(super) fn check(
    game: &dyn AnyGame,
    path: &Path,
    asked: &Asked<'_>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let name = asked.name;
    let file = File::open(path).at(path)?;
    let read = game.check(&mut BufReader::new(file), &question(asked));
    let (is_win, checked) = read.at(path)?;
    let value = Proven::from(is_win);
    if asked.args.json {
        let confirmed = checked.is_ok().then_some(value);
        let checked = Checked {
            value,
            confirmed: checked.is_ok(),
            positions: checked.as_ref().ok().copied(),
            fault: checked.as_ref().err().map(ToString::to_string),
        };
        output::write(asked, confirmed, checked, out)?;
    } else {
        match &checked {
            Ok(positions) => {
                let positions = text::plural(*positions, "position");
                writeln!(out, "{name}: {value}, confirmed in {positions}")?;
            }
            Err(fault) => writeln!(out, "{name}: {value} is not proved: {fault}")?,
        }
    }
    Failure::No.when(checked.is_err())
}
