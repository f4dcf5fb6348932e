//! `crosscram moves`: lists legal moves and counts sequences of moves.

use crate::args::{BOARD_HELP, Side, TileArg, short};
use crate::failure::Failure;
use crate::input::{self, Input};
use crate::json;
use crate::text::{self, Align, Table};
use crate::watch::Watch;
use clap::Args;
use crosscram_rules::placements;
use crosscram_rules::{Board, Move, Player, Position, Tile, perft};
use crosscram_workbench::Answer;
use serde::Serialize;
use std::io::{self, Write};
use std::sync::Arc;

/// List or count legal moves
#[derive(Debug, Args)]
pub(crate) struct MovesArgs {
    #[arg(value_name = "BOARD", help = short(BOARD_HELP), long_help = BOARD_HELP)]
    pub(crate) board: String,

    /// Whose moves; with --perft, who begins [default: the side to move, else both]
    #[arg(long, value_enum, ignore_case = true)]
    pub(crate) player: Option<Side>,

    #[command(flatten)]
    pub(crate) tile: TileArg,

    /// Count the sequences of moves and the distinct positions up to this many plies
    #[arg(long, value_name = "DEPTH")]
    pub(crate) perft: Option<u32>,

    /// Count all placements of tiles, and those that play can reach (OEIS A332714 on squares)
    ///
    /// A placement is a set of tiles; different tiles that cover the same cells count as different. Play
    /// reaches those in which the players have placed equally many tiles, or one of them one more.
    #[arg(long, conflicts_with_all = ["perft", "player"])]
    pub(crate) count: bool,

    /// Print one JSON object per line
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn run(args: &MovesArgs, out: &mut impl Write) -> Result<(), Failure> {
    let input = Input::open(&args.board)?;
    let batch = matches!(input, Input::Lines(..));
    if let (true, Some(Position { board, .. })) = (args.count, input.argument()) {
        countable(board, args.tile.length).map_err(Failure::message)?;
    }
    // Everything else ends at once, and leaves nothing behind that is not printed.
    let watch = match args.perft.is_some() && !batch {
        true => Watch::with_signals()?,
        false => Arc::default(),
    };
    let mut failed = false;
    input::each(input, args.json, out, |position, out| {
        let position = position.with_tile(args.tile.length);
        let players = Side::players(args.player, position.to_move);
        if batch && !args.json {
            writeln!(out, "{}", position.board.name())?;
        }
        match args.perft {
            _ if args.count => {
                let counted = placements(out, &position, args.json)?;
                failed |= !counted;
                Ok(())
            }
            None => list(out, &position, &players, args.json),
            Some(depth) => count(out, &position, &players, depth, args.json, &watch),
        }
    })?;
    watch.ended()?;
    Failure::Reported.when(failed)
}

/// Legal moves; a player who was not asked for has none here.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Listed {
    vertical: Option<Vec<Move>>,
    horizontal: Option<Vec<Move>>,
}

fn list(
    out: &mut impl Write,
    position: &Position,
    players: &[Player],
    json: bool,
) -> io::Result<()> {
    let moves = |player| -> Vec<Move> { position.board.moves(player, position.tile).collect() };
    if json {
        let [vertical, horizontal] =
            Player::ALL.map(|player| players.contains(&player).then(|| moves(player)));
        let listed = Listed {
            vertical,
            horizontal,
        };
        return json::write(out, &Answer::new(position, listed));
    }
    for &player in players {
        let moves = moves(player);
        let count = text::plural(moves.len() as u64, "move");
        let list: String = moves.iter().map(|mov| format!(" {mov}")).collect();
        let colon = if moves.is_empty() { "" } else { ":" };
        writeln!(out, "{player}, {count}{colon}{list}")?;
    }
    Ok(())
}

/// Numbers of sequences and of distinct positions, from depth 0 on.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Counted {
    first: Player,
    sequences: Vec<u64>,
    positions: Vec<u64>,
    /// Whether it was stopped before all depths were counted.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    interrupted: bool,
}

fn count(
    out: &mut impl Write,
    position: &Position,
    players: &[Player],
    depth: u32,
    json: bool,
    watch: &Watch,
) -> io::Result<()> {
    let (board, tile) = (&position.board, position.tile);
    // Every move covers cells, so no game is longer than this.
    let longest = board.free_count() / tile.length() + 1;
    let depth = depth.min(longest) as usize;
    for &first in players {
        let mut counts = Counts {
            question: (board, tile, first),
            watch,
            sequences: Vec::new(),
            positions: Vec::new(),
        };
        perft::follow_positions(board, tile, first, depth, &mut counts);
        let Counts {
            sequences,
            positions,
            ..
        } = counts;
        if json {
            let counted = Counted {
                first,
                sequences,
                positions,
                interrupted: watch.is_stopped(),
            };
            json::write(out, &Answer::new(position, counted))?;
        } else {
            writeln!(out, "{first} first")?;
            let mut table = Table::new(">>>", "depth|sequences|positions");
            for (n, (sequences, positions)) in sequences.into_iter().zip(positions).enumerate() {
                let numbers = [n as u64, sequences, positions];
                table.add(numbers.map(text::grouped));
            }
            table.write(out, 2)?;
        }
        if watch.is_stopped() {
            break;
        }
    }
    Ok(())
}

/// Counts sequences and positions depth by depth, so that both are known up to the depth at which it is stopped.
struct Counts<'a> {
    question: (&'a Board, Tile, Player),
    watch: &'a Watch,
    sequences: Vec<u64>,
    positions: Vec<u64>,
}

impl perft::Following for Counts<'_> {
    fn is_over(&self) -> bool {
        self.watch.is_stopped()
    }

    fn counted(&mut self, depth: usize, positions: u64) {
        let (board, tile, first) = self.question;
        let stop = || self.watch.is_stopped();
        if let Some(sequences) = perft::perft_until(board, tile, first, depth, &stop) {
            self.sequences.push(sequences);
            self.positions.push(positions);
        }
    }
}

/// Returns an error if the board has too many placements to be counted.
fn countable(board: &Board, tile: Tile) -> Result<(), String> {
    let (short, long) = (board.rows().min(board.cols()), board.area());
    match placements::is_countable(board, tile) {
        true => Ok(()),
        false => Err(format!(
            "--count: {short} lines of tiles of {} are too many to count placements ({long} cells)",
            tile.length()
        )),
    }
}

/// Prints how many placements there are. Returns whether they could be counted.
fn placements(out: &mut impl Write, position: &Position, json: bool) -> io::Result<bool> {
    let Some(counted) = placements::count(&position.board, position.tile) else {
        let error = countable(&position.board, position.tile).err();
        remark!("error: {}", error.unwrap_or_default());
        return Ok(false);
    };
    if json {
        return json::write(out, &Answer::new(position, counted)).map(|()| true);
    }
    let rows = [
        ("placements of tiles", counted.all),
        ("reached in play", counted.reachable),
        ("  equally many of both", counted.level),
        ("  Vertical one more", counted.vertical_ahead),
        ("  Horizontal one more", counted.horizontal_ahead),
    ];
    let rows = rows.map(|(name, count)| cells![name, count]);
    text::columns(out, 2, &[Align::Left, Align::Right], &rows).map(|()| true)
}
