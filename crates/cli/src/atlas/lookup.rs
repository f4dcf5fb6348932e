//! `crosscram solve --atlas`: the answer from the atlas, if it has all of it.

use super::LEAST_LIMIT;
use super::load;
use crate::args::{Side, TileArg};
use crate::atlas::KnownArgs;
use crate::failure::Failure;
use crate::json;
use crate::solve::SolveArgs;
use crosscram_atlas::{Level, Size, Winner};
use crosscram_rules::{ByFirst, Outcome, Player, Position};
use crosscram_workbench::Answer;
use serde::Serialize;
use std::io::Write;

/// Answers from the atlas, marked as a lookup; nothing is searched. Returns whether the atlas has the
/// answer.
pub(crate) fn look_up(
    board: &str,
    args: &SolveArgs,
    out: &mut impl Write,
) -> Result<bool, Failure> {
    let only = || failure!("--atlas: one empty rectangle only, not a batch, sum or position");
    if board == "-" || board.contains('+') {
        return Err(only());
    }
    let position: Position = board.parse().map_err(|error| failure!("BOARD: {error}"))?;
    let empty = position.board.free_count() as usize == position.board.area();
    if !empty {
        return Err(only());
    }
    // A single row of up to 256 squares is a board that the atlas does not have.
    let size = Size::new(position.board.rows(), position.board.cols()).ok();
    let known = KnownArgs {
        known: Level::All,
        file: None,
        tile: TileArg {
            length: args.tile.length,
        },
    };
    let least = Size::new(LEAST_LIMIT, LEAST_LIMIT).expect("a size");
    let atlas = load(&known, size.unwrap_or(least))?;
    let firsts = Side::players(args.first, position.to_move);
    let answered = |first: &Player| size.is_some_and(|size| atlas.winner(size, *first).is_some());
    let (true, Some(size)) = (firsts.iter().all(answered), size) else {
        if !args.quiet.quiet {
            let shown = format!("{}x{}", position.board.rows(), position.board.cols());
            remark!("{shown}: not settled in the atlas; searching all of it");
        }
        return Ok(false);
    };
    if args.json {
        let outcome = atlas.outcome(size).outcome().filter(|_| firsts.len() == 2);
        let side = |first| {
            let asked = firsts.contains(&first).then_some(first)?;
            let winner = atlas.winner(size, asked)?;
            let reason = atlas.reason(size, asked)?;
            Some(Winner { winner, reason })
        };
        let found = Lookup {
            lookup: true,
            outcome,
            sides: ByFirst::new(side),
        };
        json::write(out, &Answer::new(&position, found))?;
        return Ok(true);
    }
    let headline = match firsts.len() {
        1 => String::new(),
        _ => match atlas.outcome(size).outcome() {
            Some(outcome) => format!(" {outcome} ({}),", outcome.code()),
            None => String::new(),
        },
    };
    writeln!(
        out,
        "{size}:{headline} looked up in the atlas, not searched"
    )?;
    for first in firsts {
        if let Some(derivation) = atlas.derivation(size, first) {
            writeln!(out, "{derivation}")?;
        }
    }
    Ok(true)
}

/// An answer that was looked up; `atlas add` refuses it, because it proves nothing.
#[derive(Serialize)]
struct Lookup {
    /// Always true.
    lookup: bool,
    outcome: Option<Outcome>,
    #[serde(flatten)]
    sides: ByFirst<Option<Winner>>,
}
