//! `crosscram value`: the game value of a position.

mod answer;
mod picture;
mod print;

use crate::args::{Side, ValueArgs};
use crate::failure::Failure;
use crate::input::{self, Input};
use crate::json;
use crate::progress::StatusLine;
use crate::text;
use crate::watch::Watch;
use answer::ValueReport;
use crosscram_rules::{Board, Player, Position, Sum, Term};
use crosscram_values::games::{Game, GameError, Interrupt};
use crosscram_values::positions::PositionValues;
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

/// The subject of a question.
#[derive(Clone, Debug)]
pub(crate) enum Subject {
    /// One position.
    Position(Position),
    /// Positions and numbers played together.
    Sum(Sum),
    /// A game by its value.
    Game(String),
}

/// Runs the command.
pub(crate) fn run(args: &ValueArgs, out: &mut impl Write) -> Result<(), Failure> {
    if let Some(file) = &args.thermograph {
        picture::format_of(file)?;
    }
    let mut subjects = subjects(args)?;
    let single = matches!(subjects, Subjects::One(_));
    if !single && (args.thermograph.is_some() || args.tikz.is_some() || args.last.is_some()) {
        return Err(Failure::message(
            "--thermograph, --tikz and --last are for one position, not for -",
        ));
    }
    let mut values = open(args)?;
    let watch = Watch::with_signals()?;
    values.set_interrupt(Some(interrupt(&watch, args)));

    let (mut bad, mut printed) = (false, false);
    while let Some((line, subject)) = subjects.next(&watch) {
        let answer = subject.and_then(|subject| {
            let answer = answer::answer(&mut values, &subject, args);
            answer.map_err(|error| error.to_string())
        });
        if watch.is_stopped() {
            break;
        }
        let answer: ValueReport = match answer {
            Ok(answer) => answer,
            Err(error) => {
                bad = true;
                input::report_bad(out, args.json, line, &error)?;
                continue;
            }
        };
        if args.json {
            json::write(out, &answer)?;
        } else {
            if std::mem::replace(&mut printed, true) {
                writeln!(out)?;
            }
            print::print(out, &answer)?;
        }
        out.flush()?;
        if let Some(file) = &args.thermograph {
            picture::save_thermograph(file, &answer)?;
        }
        if let Some(file) = &args.tikz {
            picture::save_tikz(file, &answer, &mut values)?;
        }
    }
    match (watch.is_stopped(), bad) {
        (true, _) => Err(Failure::Interrupted),
        (false, true) => Err(Failure::Reported),
        (false, false) => Ok(()),
    }
}

/// The subjects, one after the other.
enum Subjects {
    One(Option<Subject>),
    Lines(Input),
}

fn subjects(args: &ValueArgs) -> Result<Subjects, Failure> {
    let board = args.board.as_str();
    if args.game {
        return Ok(Subjects::One(Some(Subject::Game(board.to_string()))));
    }
    if board == "-" {
        return Ok(Subjects::Lines(Input::open(board)?));
    }
    if board.contains('+') {
        let sum: Sum = board
            .parse()
            .map_err(|error| Failure::message(format_args!("BOARD: {error}")))?;
        return Ok(Subjects::One(Some(Subject::Sum(sum))));
    }
    let position: Position = board
        .parse()
        .map_err(|error| Failure::message(format_args!("BOARD: {error}")))?;
    let position = position.with_tile(args.tile.length);
    Ok(Subjects::One(Some(Subject::Position(position))))
}

impl Subjects {
    fn next(&mut self, watch: &Watch) -> Option<(Option<u64>, Result<Subject, String>)> {
        match self {
            Subjects::One(subject) => Some((None, Ok(subject.take()?))),
            Subjects::Lines(input) => {
                let entry = input.next_unless(|| watch.is_stopped())?;
                Some((entry.line, entry.asked.map(Subject::Position)))
            }
        }
    }
}

/// The values to start with: those of the database, or none.
fn open(args: &ValueArgs) -> Result<PositionValues, Failure> {
    let tile = args.tile.length;
    let values = match &args.database {
        None => PositionValues::new(tile),
        Some(file) => load(file)?,
    };
    if values.tile() != tile {
        return Err(Failure::message(format_args!(
            "{}: values for tiles of {} cells, not {tile}",
            args.database.as_deref().unwrap_or(Path::new("")).display(),
            values.tile()
        )));
    }
    Ok(values.with_limit(args.limit))
}

/// Reads a database.
pub(crate) fn load(file: &Path) -> Result<PositionValues, Failure> {
    let failure = |error| Failure::message(format_args!("{}: {error}", file.display()));
    PositionValues::load(file).map_err(failure)
}

/// Stops with Ctrl-C, and shows progress until then.
fn interrupt(watch: &Watch, args: &ValueArgs) -> Interrupt {
    /// It is called very often and does its work only once in this many calls.
    const SELDOM: u64 = 256;
    let flag = watch.stop_flag();
    let line = Mutex::new(StatusLine::new(args.quiet.quiet));
    let (count, since) = (AtomicU64::new(0), Instant::now());
    Interrupt::new(move || {
        let steps = count.fetch_add(1, Relaxed);
        if steps.is_multiple_of(SELDOM)
            && let Ok(mut line) = line.lock()
        {
            line.show(|| {
                let clock = text::clock(since.elapsed().as_secs_f64());
                format!("{} regions and sums  {clock}", text::rounded(steps as f64))
            });
        }
        flag.is_requested()
    })
}

/// The players to advise.
fn players(args: &ValueArgs, to_move: Option<Player>) -> Vec<Player> {
    Side::players(args.player, to_move)
}

/// The value of a sum, and its boards.
fn value_of_sum(values: &mut PositionValues, sum: &Sum) -> Result<(Game, Vec<Board>), GameError> {
    let (mut total, mut boards) = (Game::ZERO, Vec::new());
    for term in sum.terms() {
        let value = match term {
            Term::Board(board) => {
                boards.push(*board);
                values.value(board)?
            }
            Term::Number(number) => values.games().number(*number)?,
        };
        total = values.games().sum(total, value)?;
    }
    Ok((total, boards))
}
