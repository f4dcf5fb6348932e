//! The whole solution of a solved position: its main line, its file, its check.

use super::search::file_failure;
use crate::args::PnArgs;
use crate::failure::Failure;
use crate::json::{self, SCHEMA};
use crate::text;
use crosscram_pn::{Ending, Game, NoProof, Proof, Report};
use crosscram_rules::Tile;
use crosscram_support::atomic;
use serde::Serialize;
use std::fs::File;
use std::io::{BufReader, Write};
use std::path::Path;

/// What is printed of a solution.
pub(super) struct Solution {
    /// The moves of the main line.
    pub(super) line: Vec<String>,
    pub(super) positions: u64,
}

/// How much a solution may cost.
pub(super) struct Budget {
    pub(super) positions: usize,
    pub(super) nodes: u64,
}

impl Budget {
    /// Without limit if it is asked for; the main line alone may cost about as much as the search.
    pub(super) fn after(report: &Report, args: &PnArgs) -> Budget {
        match args.proof {
            Some(_) => Budget {
                positions: usize::MAX,
                nodes: u64::MAX,
            },
            None => Budget {
                positions: 200_000,
                // The nodes of a depth-first search go on being counted.
                nodes: 2 * report.statistics.nodes + 100_000,
            },
        }
    }
}

/// Says what is proved: the game and all that its rules depend on, but not how it was searched.
fn question(args: &PnArgs, name: &str) -> String {
    format!(
        "{} {name} tile {} draws {:?} leaves {:?}",
        args.game.name(),
        args.tile.unwrap_or(Tile::DOMINO),
        args.draws(),
        args.leaves()
    )
}

/// Writes a solution into its file, if that is asked for, and returns what is printed of it.
pub(super) fn found<G: Game>(
    game: &G,
    name: &str,
    args: &PnArgs,
    found: Result<Proof<G>, NoProof>,
) -> Result<(Option<Solution>, Result<(), Failure>), Failure> {
    let proof = match (found, &args.proof) {
        (Ok(proof), _) => proof,
        (Err(error @ NoProof::Contradiction), _) => {
            return Err(Failure::message(format_args!("{name}: {error}")));
        }
        (Err(NoProof::Ended(Ending::Stopped)), _) | (Err(_), None) => return Ok((None, Ok(()))),
        (Err(error), Some(path)) => {
            let failure = Failure::message(format_args!("{}: {error}", path.display()));
            return Ok((None, Err(failure)));
        }
    };
    let written = match &args.proof {
        Some(path) => atomic::replace(path, |out| proof.write(game, out, &question(args, name)))
            .map_err(|error| file_failure(path, &error)),
        None => Ok(()),
    };
    let solution = Solution {
        line: proof.main_line(game),
        positions: proof.len() as u64,
    };
    Ok((Some(solution), written))
}

#[derive(Serialize)]
struct Object<'a> {
    schema: u32,
    game: &'static str,
    position: &'a str,
    value: &'static str,
    confirmed: bool,
    /// Positions that were visited.
    positions: Option<u64>,
    fault: Option<String>,
}

/// Checks the solution in a file.
pub(super) fn check<G: Game>(
    game: &G,
    name: &str,
    path: &Path,
    args: &PnArgs,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let file = File::open(path).map_err(|error| file_failure(path, &error))?;
    let proof = Proof::read(game, BufReader::new(file), &question(args, name));
    let failed = |error| Failure::message(format_args!("{}: {error}", path.display()));
    let proof = proof.map_err(failed)?;
    let value = if proof.is_win() { "win" } else { "loss" };
    let checked = proof.check(game);
    if args.json {
        let object = Object {
            schema: SCHEMA,
            game: args.game.name(),
            position: name,
            value,
            confirmed: checked.is_ok(),
            positions: checked.as_ref().ok().copied(),
            fault: checked.as_ref().err().map(ToString::to_string),
        };
        json::write(out, &object)?;
    } else {
        match &checked {
            Ok(positions) => {
                let positions = text::plural(*positions, "position");
                writeln!(out, "{name}: {value}, confirmed in {positions}")?;
            }
            Err(fault) => writeln!(out, "{name}: {value} is not proved: {fault}")?,
        }
    }
    match checked {
        Ok(_) => Ok(()),
        Err(_) => Err(Failure::No),
    }
}
