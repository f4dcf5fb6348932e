//! `crosscram moves`: lists legal moves and counts sequences of moves.

use crate::args::{MovesArgs, Side};
use crate::failure::Failure;
use crate::input::{self, Input};
use crate::json::{self, Shape};
use crate::text::{self, Align};
use crate::watch::Watch;
use crosscram_rules::placements::{self, Count};
use crosscram_rules::{Board, Player, Position, Tile, perft};
use serde::{Serialize, Serializer};
use std::io::{self, Write};
use std::sync::Arc;

/// Runs the command.
pub(crate) fn run(args: &MovesArgs, out: &mut impl Write) -> Result<(), Failure> {
    let input = Input::open(&args.board)?;
    let batch = matches!(input, Input::Lines(_));
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
            writeln!(out, "{}", input::name(&position.board))?;
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
    if watch.is_stopped() {
        Err(Failure::Interrupted)
    } else if failed {
        Err(Failure::Reported)
    } else {
        Ok(())
    }
}

/// Legal moves; a player who was not asked for has none here.
#[derive(Debug, Serialize)]
struct Listed {
    #[serde(flatten)]
    shape: Shape,
    vertical: Option<Vec<String>>,
    horizontal: Option<Vec<String>>,
}

fn list(
    out: &mut impl Write,
    position: &Position,
    players: &[Player],
    json: bool,
) -> io::Result<()> {
    let moves = |player: Player| -> Vec<String> {
        position
            .board
            .moves(player, position.tile)
            .map(|mov| mov.to_string())
            .collect()
    };
    if json {
        let asked = |player: Player| players.contains(&player).then(|| moves(player));
        let listed = Listed {
            shape: Shape::new(position),
            vertical: asked(Player::Vertical),
            horizontal: asked(Player::Horizontal),
        };
        return json::write(out, &listed);
    }
    for &player in players {
        let moves = moves(player);
        write!(
            out,
            "{player}, {}",
            text::plural(moves.len() as u64, "move")
        )?;
        match moves.len() {
            0 => writeln!(out)?,
            _ => writeln!(out, ": {}", moves.join(" "))?,
        }
    }
    Ok(())
}

/// Numbers of sequences and of distinct positions, from depth 0 on.
#[derive(Debug, Serialize)]
struct Counted {
    #[serde(flatten)]
    shape: Shape,
    first: char,
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
            let shape = Shape::new(position);
            let counted = Counted {
                shape,
                first: first.letter(),
                sequences,
                positions,
                interrupted: watch.is_stopped(),
            };
            json::write(out, &counted)?;
            match watch.is_stopped() {
                true => break,
                false => continue,
            }
        }
        writeln!(out, "{first} first")?;
        let mut rows = vec![
            ["depth", "sequences", "positions"]
                .map(String::from)
                .to_vec(),
        ];
        for (n, (sequences, positions)) in sequences.into_iter().zip(positions).enumerate() {
            let numbers = [n as u64, sequences, positions];
            rows.push(numbers.map(text::grouped).to_vec());
        }
        text::columns(out, 2, &[Align::Right; 3], &rows)?;
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

/// Numbers of placements, as texts, because they are longer than JSON's numbers.
#[derive(Debug, Serialize)]
struct Placed {
    #[serde(flatten)]
    shape: Shape,
    #[serde(serialize_with = "as_text")]
    placements: Count,
    #[serde(serialize_with = "as_text")]
    reachable: Count,
    #[serde(serialize_with = "as_text")]
    level: Count,
    #[serde(serialize_with = "as_text")]
    vertical_ahead: Count,
    #[serde(serialize_with = "as_text")]
    horizontal_ahead: Count,
}

fn as_text<S: Serializer>(count: &Count, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(count)
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
        crate::remark(format_args!("error: {}", error.unwrap_or_default()));
        return Ok(false);
    };
    let placed = Placed {
        shape: Shape::new(position),
        placements: counted.all,
        reachable: counted.reachable(),
        level: counted.level,
        vertical_ahead: counted.vertical_ahead,
        horizontal_ahead: counted.horizontal_ahead,
    };
    if json {
        return json::write(out, &placed).map(|()| true);
    }
    let row = |name: &str, count: Count| vec![name.to_string(), count.to_string()];
    let rows = [
        row("placements of tiles", placed.placements),
        row("reached in play", placed.reachable),
        row("  equally many of both", placed.level),
        row("  Vertical one more", placed.vertical_ahead),
        row("  Horizontal one more", placed.horizontal_ahead),
    ];
    text::columns(out, 2, &[Align::Left, Align::Right], &rows).map(|()| true)
}
