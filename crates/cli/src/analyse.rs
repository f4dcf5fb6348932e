//! `crosscram analyse`: every move of a position judged.

pub(crate) mod players;

use crate::args::{AnalyseArgs, Side};
use crate::cache;
use crate::drawing::{self, Colour};
use crate::failure::Failure;
use crate::figure::{self, Format};
use crate::input::{self, Input};
use crate::json;
use crate::progress::Progress;
use crate::text::{self, Align};
use crate::watch::Watch;
use crosscram_plot::Drawing;
use crosscram_rules::{Board, Cell, Player, Position, Question, Tile};
use crosscram_search::analysis::{self, Analysis, JudgedMove, Limits, Mark, PrincipalLine};
use crosscram_search::{EngineName, Solver};
use crosscram_workbench::Answer;
use std::io::{self, Write};

/// Runs the command.
pub(crate) fn run(args: &AnalyseArgs, out: &mut impl Write) -> Result<(), Failure> {
    if !args.player.is_empty() {
        return players::run(args, out);
    }
    let mut input = Input::open(&args.board)?;
    if let Some(file) = &args.figure {
        figure::check("--figure", file, &Format::ALL)?;
        if input.is_batch() {
            let problem = "--figure: one file cannot hold the drawings of many positions";
            return Err(Failure::message(problem));
        }
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
    if watch.is_stopped() {
        Err(Failure::Interrupted)
    } else if bad {
        Err(Failure::Reported)
    } else {
        Ok(())
    }
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
    let mut name = position.board.name();
    if position.tile != Tile::DOMINO {
        name += &format!(", tiles of {}", position.tile.length());
    }
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
    let end = match analysis.stopped {
        true => ", stopped before the end",
        false => "",
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
    let heads = ["move", "result", "shown by", "nodes", "answer"];
    let mut rows = vec![heads.map(String::from).to_vec()];
    // Won moves first, then unknown ones; within each kind as on the board.
    let mut moves: Vec<&JudgedMove> = side.moves.iter().collect();
    moves.sort_by_key(|judged| match judged.wins() {
        Some(true) => 0,
        None => 1,
        Some(false) => 2,
    });
    rows.extend(moves.into_iter().map(row));
    if rows.len() > 1 {
        use Align::{Left, Right};
        text::columns(out, 2, &[Left, Left, Left, Right, Left], &rows)?;
    }
    Ok(())
}

/// The board once for each player, every move marked at its upper left cell.
fn picture(board: &Board, analysis: &Analysis) -> Drawing {
    let sides = analysis.sides().map(|side| {
        let title = match side.winner {
            Some(winner) => format!("{} first: {winner} wins", side.first),
            None => format!("{} first", side.first),
        };
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
    let Some(Mark {
        wins,
        reason,
        whole_position,
    }) = judged.mark
    else {
        return vec![mov, "unknown".to_string()];
    };
    let result = if wins { "wins" } else { "loses" };
    let by = match whole_position {
        true => format!("{} of the whole position", reason.name()),
        false => reason.name().to_string(),
    };
    let nodes = match reason.is_bound() {
        true => String::new(),
        false => text::grouped(reason.nodes()),
    };
    let answer = match (wins, judged.refutation) {
        (true, _) => String::new(),
        (false, Some(reply)) => reply.to_string(),
        (false, None) => "not decided within the budget".to_string(),
    };
    vec![mov, result.to_string(), by, nodes, answer]
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
