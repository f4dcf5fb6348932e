//! `crosscram analyse --player`: the subgames of a position, and what bots make of its moves.

use crate::analyse::AnalyseArgs;
use crate::args::Side;
use crate::failure::Failure;
use crate::input::{self, Input};
use crate::json;
use crate::text::{self, Table};
use crosscram_players::{Judged, Spec, Subgame, subgames};
use crosscram_rules::{ByFirst, Player, Position};
use crosscram_workbench::Shape;
use serde::Serialize;
use std::io::{self, Write};

pub(super) fn run(args: &AnalyseArgs, out: &mut impl Write) -> Result<(), Failure> {
    let mut shown = false;
    input::each(
        Input::open(&args.board)?,
        args.json,
        out,
        |position, out| {
            let seen = Seen::new(&position.with_tile(args.tile.length), args);
            if args.json {
                json::write(out, &seen)?;
            } else {
                if std::mem::replace(&mut shown, true) {
                    writeln!(out)?;
                }
                seen.write_text(out)?;
            }
            out.flush()
        },
    )
}

/// A position as the players see it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Seen {
    #[serde(flatten)]
    shape: Shape,
    subgames: Vec<Subgame>,
    #[serde(flatten)]
    views: ByFirst<Option<Vec<View>>>,
    #[serde(skip)]
    title: String,
}

/// What one player makes of a position in which one side is to move.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct View {
    player: String,
    /// The evaluation for the side to move, before any move.
    score: Option<f64>,
    moves: Vec<Judged>,
}

impl Seen {
    fn new(position: &Position, args: &AnalyseArgs) -> Seen {
        let (board, tile) = (&position.board, position.tile);
        let sides = Side::players(args.first, position.to_move);
        let view = |spec: &Spec, side| View {
            player: spec.to_string(),
            score: spec.evaluate(board, tile, side, side),
            moves: spec.judge(board, tile, side).unwrap_or_default(),
        };
        let views = |side| args.player.iter().map(|spec| view(spec, side)).collect();
        Seen {
            shape: Shape::from(position),
            subgames: subgames(board, tile),
            views: ByFirst::new(|side| sides.contains(&side).then(|| views(side))),
            title: board.name() + &text::tiles(tile),
        }
    }

    fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        let count = text::plural(self.subgames.len() as u64, "subgame");
        writeln!(out, "{}: {count}", self.title)?;
        if !self.subgames.is_empty() {
            let mut table = Table::new("<<<<", "subgame|rows|columns|wins");
            let range = |[first, last]: [usize; 2]| match first == last {
                true => first.to_string(),
                false => format!("{first}-{last}"),
            };
            for subgame in &self.subgames {
                let (rows, cols) = subgame.size();
                let size = format!("{rows}x{cols}");
                table.add(cells![
                    size,
                    range(subgame.rows),
                    range(subgame.cols),
                    subgame.outcome
                ]);
            }
            table.write(out, 2)?;
        }
        for first in Player::ALL {
            if let Some(views) = self.views.get(first) {
                writeln!(out, "\n{first} first")?;
                write_views(out, views)?;
            }
        }
        writeln!(
            out,
            "\n* a best move; 'now' is the position before any move"
        )
    }
}

/// A line for each move, a column for each player.
fn write_views(out: &mut impl Write, views: &[View]) -> io::Result<()> {
    let names: String = views
        .iter()
        .map(|view| format!("|{}", view.player))
        .collect();
    let mut table = Table::new(
        &format!("<{}", ">".repeat(views.len())),
        &format!("move{names}"),
    );
    let now = views.iter().map(|view| number(view.score) + " ");
    table.add(["now".to_string()].into_iter().chain(now));
    // Every player lists the moves in an order of its own; the lines follow the first player's.
    for mov in views.iter().take(1).flat_map(|view| &view.moves) {
        let cells = views.iter().map(|view| {
            let found = view.moves.iter().find(|other| other.mov == mov.mov);
            found.map_or(String::new(), cell)
        });
        table.add([mov.mov.to_string()].into_iter().chain(cells));
    }
    table.write(out, 2)
}

/// What a player makes of a move.
fn cell(judged: &Judged) -> String {
    let mark = if judged.best { "*" } else { " " };
    match judged.result {
        Some(result) => format!("{result}{mark}"),
        None => number(judged.score) + mark,
    }
}

/// A score with as many of three places as it needs.
fn number(score: Option<f64>) -> String {
    let text = score.map_or(String::new(), |score| format!("{score:.3}"));
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_string(),
        false => text,
    }
}
