//! `crosscram split`: the positions that a proof of a big board needs.

use crate::args::SplitArgs;
use crate::failure::Failure;
use crate::json;
use crate::text;
use crate::watch::Watch;
use crosscram_jobs::legacy::{Counts, Knowledge, Outlook, split};
use crosscram_rules::{Player, Position, Question};
use crosscram_search::Solver;
use serde::Serialize;
use std::io::Write;

/// Runs the command.
pub(crate) fn run(args: &SplitArgs, out: &mut impl Write) -> Result<(), Failure> {
    let options = args.search.options_for_split(args.tile.length)?;
    let position: Position = args
        .board
        .parse()
        .map_err(|error| Failure::message(format_args!("BOARD: {error}")))?;
    let first = args.first.map(|side| side.player());
    let first = first.or(position.to_move).unwrap_or(Player::Vertical);
    let mut knowledge = Knowledge::new();
    for journal in &args.known {
        knowledge.load(journal).map_err(Failure::message)?;
    }

    let watch = Watch::with_signals()?;
    let (board, tile) = (position.board, args.tile.length);
    let stop = watch.stop_flag();
    let solver = Solver::new(options);
    let question = Question::new(board, tile, first);
    solver.check(&question).map_err(Failure::message)?;
    let split =
        split(&board, tile, first, args.plies, &knowledge, &solver, &stop).map_err(|_stopped| {
            crate::remark(format_args!(
                "stopped while positions at ply {} were listed; there is no work file",
                args.plies
            ));
            Failure::Interrupted
        })?;
    let (winner, written) = match &split.outlook {
        Outlook::Decided(winner) => (Some(*winner), 0),
        Outlook::Open(work) => {
            let journals = args.known.iter().map(|path| path.display().to_string());
            let mut work = work.clone().with_journals(journals);
            if let Some(shard) = args.shard {
                work = work.only(shard).ok_or_else(|| {
                    let leaves = text::plural(split.counts.leaves, "position");
                    Failure::message(format_args!(
                        "--shard {shard}: there are only {leaves} for {} parts",
                        shard.of()
                    ))
                })?;
            }
            work.save(&args.out).map_err(Failure::message)?;
            (None, work.leaves().len() as u64)
        }
    };

    if args.json {
        let counts = &split.counts;
        let object = Splitting {
            schema: json::SCHEMA,
            position: board.to_string(),
            tile: tile.length(),
            first: first.letter(),
            plies: args.plies,
            winner: winner.map(Player::letter),
            leaves: counts.leaves,
            shard: args.shard.map(|shard| shard.to_string()),
            written,
            known: counts.known,
            decided_statically: counts.at_sight + counts.at_sight_last,
            refuted_moves: counts.refuted,
        };
        json::write(out, &object)?;
    } else {
        print(args, first, winner, &split.counts, written, out)?;
    }
    Ok(())
}

fn print(
    args: &SplitArgs,
    first: Player,
    winner: Option<Player>,
    counts: &Counts,
    written: u64,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let (board, plies) = (&args.board, args.plies);
    match winner {
        Some(winner) => writeln!(
            out,
            "{board}: {winner} wins if {first} moves first; nothing is left to solve"
        )?,
        None => {
            writeln!(
                out,
                "{board}: {first}, moving first, wins if all {} positions at ply {plies} are wins",
                text::grouped(counts.leaves)
            )?;
            if let Some(shard) = args.shard {
                writeln!(
                    out,
                    "  part {shard} has {}",
                    text::plural(written, "position")
                )?;
            }
            writeln!(
                out,
                "  written to {}; solve them with: crosscram solve --from {}",
                args.out.display(),
                args.out.display()
            )?;
        }
    }
    writeln!(
        out,
        "  {} known from journals, {} decided statically, {} refuted",
        text::plural(counts.known, "position"),
        text::grouped(counts.at_sight + counts.at_sight_last),
        text::plural(counts.refuted, "move"),
    )?;
    Ok(())
}

/// One object.
#[derive(Serialize)]
struct Splitting {
    schema: u32,
    position: String,
    tile: u32,
    first: char,
    plies: u32,
    /// Who wins, if nothing is left to solve; then no file is written.
    winner: Option<char>,
    leaves: u64,
    /// Which part was written, if not all.
    #[serde(skip_serializing_if = "Option::is_none")]
    shard: Option<String>,
    /// Leaves that were written.
    written: u64,
    known: u64,
    decided_statically: u64,
    refuted_moves: u64,
}
