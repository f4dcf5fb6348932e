//! `crosscram value`: the game value of a position.

mod answer;
mod comparison;
mod coupons;
mod picture;
mod print;
mod subject;

use crate::args::{Side, ValueArgs};
use crate::failure::Failure;
use crate::figure::{self, Format};
use crate::input::{self, Input};
use crate::json;
use crate::progress::StatusLine;
use crate::text;
use crate::watch::Watch;
use answer::Answer;
pub(crate) use coupons::Coupons;
use crosscram_rules::{Player, Tile};
use crosscram_values::games::{GameError, Interrupt, ValueTextError};
use crosscram_values::positions::PositionValues;
use std::error::Error;
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;
use subject::Subject;

/// Runs the command.
pub(crate) fn run(args: &ValueArgs, out: &mut impl Write) -> Result<(), Failure> {
    if let Some(file) = &args.thermograph {
        figure::check("--thermograph", file, &[Format::Svg, Format::Png])?;
    }
    if let Some(file) = &args.figure {
        figure::check("--figure", file, &Format::ALL)?;
    }
    let mut input: Input<Subject> = Input::open(&args.board)?;
    let pictures = [&args.thermograph, &args.tikz, &args.figure];
    let drawn = pictures.iter().any(|file| file.is_some());
    if input.is_batch() && (drawn || args.last.is_some()) {
        return Err(Failure::message(
            "--thermograph, --figure, --tikz and --last are for one position, not for -",
        ));
    }
    if let Some(subject) = input.argument() {
        subject.check(args, drawn)?;
    }
    let values = open(args.database.as_deref(), args.tile.length)?;
    let mut values = values.with_limit(args.limit);
    let watch = Watch::with_signals()?;
    values.set_interrupt(Some(interrupt(&watch, args)));

    let (mut bad, mut printed, mut refuted) = (false, false, false);
    while let Some(entry) = input.next_unless(|| watch.is_stopped()) {
        let answer = entry.asked.and_then(|subject| {
            let answer = answer::answer(&mut values, &subject, args);
            answer.map_err(|error| in_words(error.as_ref()))
        });
        if watch.is_stopped() {
            break;
        }
        let answer = match answer {
            Ok(answer) => answer,
            Err(error) => {
                bad = true;
                input::report_bad(out, args.json, entry.line, &error)?;
                continue;
            }
        };
        if !args.json && std::mem::replace(&mut printed, true) {
            writeln!(out)?;
        }
        match &answer {
            Answer::Value(answer) if args.json => json::write(out, answer)?,
            Answer::Value(answer) => print::print(out, answer)?,
            Answer::Comparison(comparison) => {
                refuted |= !comparison.holds;
                match args.json {
                    true => json::write(out, comparison)?,
                    false => comparison.print(out)?,
                }
            }
        }
        out.flush()?;
        if let Answer::Value(answer) = &answer {
            picture::save(args, answer, &mut values)?;
        }
    }
    match (watch.is_stopped(), bad, refuted) {
        (true, ..) => Err(Failure::Interrupted),
        (false, true, _) => Err(Failure::Reported),
        (false, false, true) => Err(Failure::No),
        (false, false, false) => Ok(()),
    }
}

/// An error with what can be done about it.
fn in_words(error: &(dyn Error + 'static)) -> String {
    let game = error.downcast_ref::<GameError>().copied();
    let text = error.downcast_ref::<ValueTextError>();
    let cause = game.or_else(|| text.and_then(ValueTextError::game_error));
    match cause {
        Some(GameError::RegionTooLarge { .. }) => format!(
            "{error}; --limit raises it, and crosscram solve tells who wins on larger boards"
        ),
        _ => error.to_string(),
    }
}

/// The values to start with: those of a database, or none.
pub(crate) fn open(database: Option<&Path>, tile: Tile) -> Result<PositionValues, Failure> {
    let Some(file) = database else {
        return Ok(PositionValues::new(tile));
    };
    let values = load(file)?;
    match values.tile() == tile {
        true => Ok(values),
        false => Err(Failure::message(format_args!(
            "{}: values for tiles of {} cells, not {tile}",
            file.display(),
            values.tile()
        ))),
    }
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
