//! `crosscram analyse`: every move of a position judged.

pub(crate) mod players;

use crate::args::{
    BOARD_HELP, CacheArg, CellsArg, QuietArg, Side, TileArg, duration, known, nodes, short,
};
use crate::cache;
use crate::drawing::{self, Colour};
use crate::failure::Failure;
use crate::figure::{self, Format};
use crate::input::{self, Input};
use crate::json;
use crate::progress::Progress;
use crate::text::{self, Table};
use crate::watch::Watch;
use clap::Args;
use crosscram_players::Spec;
use crosscram_plot::Drawing;
use crosscram_rules::{Board, Cell, Player, Position, Question};
use crosscram_search::analysis::{self, Analysis, JudgedMove, Limits, PrincipalLine};
use crosscram_search::{EngineName, Solver, TableSize};
use crosscram_workbench::Answer;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

/// Judge every legal move: does it win, what shows it, how is it answered
///
/// Every verdict is proven: by a bound (counts, cover, rows, runs, regions, merge) or by search. Moves
/// that are not decided within the budget are unknown. Ctrl-C prints what is known by then.
#[derive(Debug, Args)]
pub(crate) struct AnalyseArgs {
    #[arg(value_name = "BOARD", help = short(BOARD_HELP), long_help = BOARD_HELP)]
    pub(crate) board: String,

    /// Whose moves [default: the side to move, else both]
    #[arg(long, value_enum, ignore_case = true)]
    pub(crate) first: Option<Side>,

    #[command(flatten)]
    pub(crate) tile: TileArg,

    /// Instead, show the subgames and how this player scores every move, as it sees them (repeatable)
    ///
    /// Any player with an evaluation function (ordering, proportional:depth=3, values, ...; see
    /// docs/players.md), at its own depth and without its random part. Subgames are the rectangles of free
    /// cells that lie in no larger one; with each, who wins it as published: 1 or 2, the first or second
    /// player, V or H whoever begins, several codes if it is not known.
    #[arg(
        long,
        value_name = "PLAYER",
        value_parser = known::evaluating_player(player),
        hide_possible_values = true,
        conflicts_with_all = ["budget", "seconds", "most", "table", "cache", "no_cache", "quiet"]
    )]
    pub(crate) player: Vec<Spec>,

    /// Maximum number of nodes of all searches of a position together (1000000, 1M, 2G; 0: bounds only)
    #[arg(long, value_name = "NODES", default_value = "10M", value_parser = nodes)]
    pub(crate) budget: u64,

    /// Maximum number of seconds for a position
    #[arg(long, value_name = "SECONDS", value_parser = duration)]
    pub(crate) seconds: Option<Duration>,

    #[command(flatten)]
    pub(crate) cells: CellsArg,

    /// Size of each transposition table, in entries (8388608, 2^23, 8M) or bytes (512MiB, 2GB)
    #[arg(long, value_name = "SIZE", default_value = "2^22")]
    pub(crate) table: TableSize,

    #[command(flatten)]
    pub(crate) cache: CacheArg,

    /// Draw the verdicts on a board for each player, as SVG, PNG or TikZ (.tex) by the file's ending
    #[arg(long, value_name = "FILE")]
    pub(crate) figure: Option<PathBuf>,

    /// Print one JSON object per line
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) quiet: QuietArg,
}

/// A player whose scores can be shown.
fn player(text: &str) -> Result<Spec, String> {
    let spec: Spec = text.parse().map_err(|error| format!("{error}"))?;
    match spec.has_evaluation() {
        true => Ok(spec),
        false => Err(format!("{spec} has no evaluation function")),
    }
}

pub(crate) fn run(args: &AnalyseArgs, out: &mut impl Write) -> Result<(), Failure> {
    if !args.player.is_empty() {
        return players::run(args, out);
    }
    let mut input = Input::open(&args.board)?;
    figure::check("--figure", &args.figure, &Format::ALL)?;
    if args.figure.is_some() && input.is_batch() {
        fail!("--figure: one file cannot hold the drawings of many positions");
    }
    let mut figure = None;
    let watch = Watch::with_signals()?;
    let progress = Progress::new(args.quiet.quiet);
    let options = EngineName::Crosscram.options().with_table(args.table);
    let session = cache::session(options, &args.cache)?;
    let (mut bad, mut shown) = (false, false);
    let ended = progress.during(&watch, || -> io::Result<()> {
        while let Some(entry) = input.next_unless(|| watch.is_stopped()) {
            let analysed = entry.asked.and_then(|position: Position| {
                let position = position.with_tile(args.tile.length);
                let question = Question::new(position.board, position.tile, Player::Vertical);
                session
                    .admit(&question, 1)
                    .map_err(|error| error.to_string())?;
                Ok(analyse(position, &session, args, &watch))
            });
            progress.aside(|| match analysed {
                Err(error) => {
                    bad = true;
                    input::report_bad(out, args.json, entry.line, &error)
                }
                // Stopped before it began.
                Ok(None) => Ok(()),
                Ok(Some((position, analysis))) => {
                    if args.figure.is_some() {
                        figure = Some(picture(&position.board, &analysis));
                    }
                    if args.json {
                        return json::write(out, &Answer::new(&position, analysis));
                    }
                    if std::mem::replace(&mut shown, true) {
                        writeln!(out)?;
                    }
                    write_text(out, &position, &analysis, drawing::has_colours())
                }
            })?;
        }
        Ok(())
    });
    ended?;
    out.flush()?;
    if let (Some(file), Some(drawing)) = (&args.figure, figure) {
        figure::save(file, &drawing)?;
    }
    watch.ended()?;
    Failure::Reported.when(bad)
}

/// Analyses a position; `None` if the command was stopped before.
fn analyse(
    position: Position,
    solver: &Solver,
    args: &AnalyseArgs,
    watch: &Watch,
) -> Option<(Position, Analysis)> {
    let (board, tile) = (&position.board, position.tile);
    let players = Side::players(args.first, position.to_move);
    let limits = Limits {
        nodes: args.budget,
        cells: args.cells.most,
        time: args.seconds,
    };
    let analysis = watch.run(format!("{} analysis", label(board)), |control| {
        analysis::analyse(board, tile, &players, solver, limits, control)
    });
    analysis.map(|analysis| (position, analysis))
}

/// A board's name, if it is short.
fn label(board: &Board) -> String {
    let name = board.name();
    match name.len() {
        0..=20 => name,
        _ => format!("{}x{} position", board.rows(), board.cols()),
    }
}

fn write_text(
    out: &mut impl Write,
    position: &Position,
    analysis: &Analysis,
    colours: bool,
) -> io::Result<()> {
    let name = position.board.name() + &text::tiles(position.tile);
    match analysis.outcome {
        Some(outcome) => writeln!(out, "{name}: {outcome} ({})", outcome.code())?,
        None => writeln!(out, "{name}")?,
    }
    for side in analysis.sides() {
        write_side(out, &position.board, side, colours)?;
    }
    writeln!(
        out,
        "\n+ wins, - loses, ? unknown; each move at its upper left cell"
    )?;
    let end = if analysis.stopped {
        ", stopped before the end"
    } else {
        ""
    };
    writeln!(
        out,
        "{} searched{end}",
        text::plural(analysis.nodes, "node")
    )
}

fn write_side(
    out: &mut impl Write,
    board: &Board,
    side: &analysis::Side,
    colours: bool,
) -> io::Result<()> {
    let first = side.first;
    let count = |wanted: Option<bool>| {
        let marks = side.moves.iter().map(JudgedMove::wins);
        marks.filter(|wins| *wins == wanted).count()
    };
    let result = match side.winner {
        Some(winner) => format!("{winner} wins"),
        None => "not decided".to_string(),
    };
    let moves = text::plural(side.moves.len() as u64, "move");
    let (won, lost, unknown) = (count(Some(true)), count(Some(false)), count(None));
    writeln!(
        out,
        "\n{first} first: {result}; {moves}: {won} win, {lost} lose, {unknown} unknown"
    )?;
    drawing::draw(out, board, colours, |cell| look(board, side, cell))?;
    if let Some(line) = &side.line {
        writeln!(out, "  line: {}", written(line))?;
    }
    let mut table = Table::new("<<<><", "move|result|shown by|nodes|answer");
    // Won moves first, then unknown ones; within each kind as on the board.
    let mut moves: Vec<&JudgedMove> = side.moves.iter().collect();
    moves.sort_by_key(|judged| match judged.wins() {
        Some(true) => 0,
        None => 1,
        Some(false) => 2,
    });
    moves.iter().for_each(|judged| table.add(row(judged)));
    match moves.is_empty() {
        true => Ok(()),
        false => table.write(out, 2),
    }
}

/// The board once for each player, every move marked at its upper left cell.
fn picture(board: &Board, analysis: &Analysis) -> Drawing {
    let sides = analysis.sides().map(|side| {
        let result = side.winner.map(|winner| format!(": {winner} wins"));
        let title = format!("{} first{}", side.first, result.unwrap_or_default());
        let mut picture = figure::board(board).title(title);
        for judged in &side.moves {
            let mark = match judged.wins() {
                Some(true) => crosscram_plot::Mark::Plus,
                Some(false) => crosscram_plot::Mark::Minus,
                None => crosscram_plot::Mark::Question,
            };
            let cell = judged.mov.cell();
            picture = picture.mark(cell.row(), cell.col(), mark);
        }
        picture.draw()
    });
    let beside = sides.reduce(|all, side| all.beside(side, 16.0));
    beside.unwrap_or_else(|| figure::board(board).draw())
}

/// What the map shows at a cell.
fn look(board: &Board, side: &analysis::Side, cell: Cell) -> (String, Option<Colour>) {
    let found = side.moves.iter().find(|judged| judged.mov.cell() == cell);
    let (text, colour) = match found.map(JudgedMove::wins) {
        Some(Some(true)) => ("+", Some(Colour::Green)),
        Some(Some(false)) => ("-", Some(Colour::Red)),
        Some(None) => ("?", Some(Colour::Yellow)),
        None if board.is_free(cell) => (".", None),
        None => ("#", None),
    };
    (text.to_string(), colour)
}

fn row(judged: &JudgedMove) -> Vec<String> {
    let mov = judged.mov.to_string();
    let Some(mark) = judged.mark else {
        return cells![mov, "unknown"];
    };
    let (name, reason) = (mark.reason.name(), mark.reason);
    let result = if mark.wins { "wins" } else { "loses" };
    let whole = if mark.whole_position {
        " of the whole position"
    } else {
        ""
    };
    let nodes = match reason.is_bound() {
        true => String::new(),
        false => text::grouped(reason.nodes()),
    };
    let answer = match (mark.wins, judged.refutation) {
        (true, _) => String::new(),
        (false, Some(reply)) => reply.to_string(),
        (false, None) => "not decided within the budget".to_string(),
    };
    cells![mov, result, format!("{name}{whole}"), nodes, answer]
}

/// Formats the principal line, with a bar where a bound begins to decide the game.
fn written(line: &PrincipalLine) -> String {
    let mut words: Vec<String> = line.moves.iter().map(ToString::to_string).collect();
    if let (Some(after), Some(reason)) = (line.decided_after, line.decided_by) {
        words.insert(after.min(words.len()), format!("[{}]", reason.name()));
    }
    if !line.complete {
        words.push("…".to_string());
    }
    words.join(" ")
}
