//! `crosscram analyse --player`: the subgames of a position, and what bots make of its moves.

use crate::args::{AnalyseArgs, Side};
use crate::failure::Failure;
use crate::input::{self, Input};
use crate::json;
use crate::text::{self, Align};
use crosscram_players::{Judged, Spec, Subgame, Worth, subgames};
use crosscram_rules::{Player, Position, Tile};
use crosscram_workbench::Shape;
use serde::Serialize;
use std::io::{self, Write};
use std::ops::RangeInclusive;

/// Runs the command.
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
    subgames: Vec<OneSubgame>,
    vertical_first: Option<Vec<View>>,
    horizontal_first: Option<Vec<View>>,
    #[serde(skip)]
    title: String,
}

/// A rectangle, its rows and columns counted from 1.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct OneSubgame {
    rows: [usize; 2],
    cols: [usize; 2],
    /// Who wins it: `1`, `2`, `V`, `H`, or what is left if that is not known.
    outcome: String,
}

/// What one player makes of a position in which one side is to move.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct View {
    player: String,
    /// The evaluation for the side to move, before any move.
    score: Option<f64>,
    moves: Vec<OneMove>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct OneMove {
    #[serde(rename = "move")]
    mov: String,
    /// The score at the player's depth, unless the game ends before.
    score: Option<f64>,
    /// `wins` or `loses` if the game ends within the depth.
    result: Option<&'static str>,
    /// Whether no other move has a higher score.
    best: bool,
}

impl Seen {
    fn new(position: &Position, args: &AnalyseArgs) -> Seen {
        let (board, tile) = (&position.board, position.tile);
        let sides = Side::players(args.first, position.to_move);
        let views = |side: Player| {
            let views = args.player.iter();
            let views = views.map(|spec| View::new(spec, position, side));
            sides.contains(&side).then(|| views.collect())
        };
        let mut title = board.name();
        if tile != Tile::DOMINO {
            title += &format!(", tiles of {}", tile.length());
        }
        Seen {
            shape: Shape::from(position),
            subgames: subgames(board, tile).iter().map(OneSubgame::new).collect(),
            vertical_first: views(Player::Vertical),
            horizontal_first: views(Player::Horizontal),
            title,
        }
    }

    fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        let count = text::plural(self.subgames.len() as u64, "subgame");
        writeln!(out, "{}: {count}", self.title)?;
        if !self.subgames.is_empty() {
            let mut rows = vec![
                ["subgame", "rows", "columns", "wins"]
                    .map(String::from)
                    .to_vec(),
            ];
            rows.extend(self.subgames.iter().map(OneSubgame::row));
            text::columns(out, 2, &[Align::Left; 4], &rows)?;
        }
        for (first, views) in [
            (Player::Vertical, &self.vertical_first),
            (Player::Horizontal, &self.horizontal_first),
        ] {
            if let Some(views) = views {
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
    let mut heads = vec!["move".to_string()];
    heads.extend(views.iter().map(|view| view.player.clone()));
    let mut now = vec!["now".to_string()];
    now.extend(views.iter().map(|view| number(view.score) + " "));
    let mut rows = vec![heads, now];
    // Every player lists the moves in an order of its own; the lines follow the first player's.
    for mov in views.iter().take(1).flat_map(|view| &view.moves) {
        let mut row = vec![mov.mov.clone()];
        row.extend(views.iter().map(|view| {
            let found = view.moves.iter().find(|other| other.mov == mov.mov);
            found.map_or(String::new(), OneMove::cell)
        }));
        rows.push(row);
    }
    let mut align = vec![Align::Right; views.len() + 1];
    align[0] = Align::Left;
    text::columns(out, 2, &align, &rows)
}

impl OneSubgame {
    fn new(subgame: &Subgame) -> OneSubgame {
        let ends = |range: &RangeInclusive<usize>| [range.start() + 1, range.end() + 1];
        OneSubgame {
            rows: ends(&subgame.rows),
            cols: ends(&subgame.cols),
            outcome: subgame.outcome.to_string(),
        }
    }

    fn row(&self) -> Vec<String> {
        let length = |[first, last]: [usize; 2]| last - first + 1;
        let range = |[first, last]: [usize; 2]| match first == last {
            true => first.to_string(),
            false => format!("{first}-{last}"),
        };
        vec![
            format!("{}x{}", length(self.rows), length(self.cols)),
            range(self.rows),
            range(self.cols),
            self.outcome.clone(),
        ]
    }
}

impl View {
    fn new(spec: &Spec, position: &Position, side: Player) -> View {
        let (board, tile) = (&position.board, position.tile);
        let judged = spec.judge(board, tile, side).unwrap_or_default();
        View {
            player: spec.to_string(),
            score: spec.evaluate(board, tile, side, side),
            moves: judged.iter().map(OneMove::new).collect(),
        }
    }
}

impl OneMove {
    fn new(judged: &Judged) -> OneMove {
        let (score, result) = match judged.worth {
            Worth::Won => (None, Some("wins")),
            Worth::Lost => (None, Some("loses")),
            Worth::Score(score) => (Some(score), None),
        };
        OneMove {
            mov: judged.mov.to_string(),
            score,
            result,
            best: judged.best,
        }
    }

    fn cell(&self) -> String {
        let mark = if self.best { "*" } else { " " };
        match self.result {
            Some(result) => format!("{result}{mark}"),
            None => number(self.score) + mark,
        }
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
