//! `crosscram value`: the game value of a position.

pub(crate) mod answer;
mod coupons;
mod picture;
mod print;
mod subject;
pub(crate) mod unfinished;

use crate::args::ValueArgs;
use crate::failure::Failure;
use crate::figure::{self, Format};
use crate::input::{self, Input};
use crate::json;
use crate::progress::StatusLine;
use crate::text;
use crate::watch::Watch;
use answer::Found;
pub(crate) use coupons::Coupons;
use crosscram_rules::Tile;
use crosscram_support::path::At;
use crosscram_values::games::{GameError, Interrupt, ValueTextError};
use crosscram_values::positions::PositionValues;
use crosscram_workbench::ValueSubject;
use std::error::Error;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Instant;
use unfinished::Unfinished;

/// Runs the command.
pub(crate) fn run(args: &ValueArgs, out: &mut impl Write) -> Result<(), Failure> {
    if let Some(file) = &args.thermograph {
        figure::check("--thermograph", file, &[Format::Svg, Format::Png])?;
    }
    if let Some(file) = &args.figure {
        figure::check("--figure", file, &Format::ALL)?;
    }
    let mut input: Input<ValueSubject> = Input::open(&args.board)?;
    let pictures = [&args.thermograph, &args.tikz, &args.figure];
    let drawn = pictures.iter().any(|file| file.is_some());
    if input.is_batch() && (drawn || args.last.is_some()) {
        fail!("--thermograph, --figure, --tikz and --last are for one position, not for -");
    }
    if let Some(subject) = input.argument() {
        subject::check(subject, args, drawn)?;
    }
    let values = open(args.database.as_deref(), args.tile.length)?;
    let mut values = values.with_limit(args.limit);
    let watch = Watch::with_signals()?;
    let (steps, since) = (Arc::new(AtomicU64::new(0)), Instant::now());
    let line = Arc::new(Mutex::new(StatusLine::new(args.quiet.quiet)));
    let shown = (Arc::clone(&line), Arc::clone(&steps), since);
    values.set_interrupt(Some(interrupt(&watch, shown)));

    let (mut bad, mut printed, mut refuted) = (false, false, false);
    while let Some(entry) = input.next_unless(|| watch.is_stopped()) {
        let mut stopped = None;
        let answer = entry.asked.and_then(|subject| {
            let answer = answer::answer(&mut values, &subject, args);
            if answer.is_err() && watch.is_stopped() {
                let spent = (steps.load(Relaxed), since.elapsed().as_secs_f64());
                stopped = Some(Unfinished::new(&mut values, &subject, args.longest, spent));
            }
            answer.map_err(|error| in_words(error.as_ref()))
        });
        if let Ok(mut line) = line.lock() {
            line.hide();
        }
        if let Some(unfinished) = stopped {
            match args.json {
                true => json::write(out, &unfinished)?,
                false => unfinished.answer.print(out)?,
            }
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
            _ if args.json => json::write(out, &answer)?,
            Found::Value(answer) => print::print(out, answer)?,
            Found::Comparison(comparison) => print::comparison(out, comparison)?,
        }
        out.flush()?;
        match &answer {
            Found::Value(found) => picture::save(args, &found.answer, &mut values)?,
            Found::Comparison(found) => refuted |= !found.answer.holds,
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
        false => Err(failure!(
            "{}: values for tiles of {} cells, not {tile}",
            file.display(),
            values.tile()
        )),
    }
}

/// Reads a database.
pub(crate) fn load(file: &Path) -> Result<PositionValues, Failure> {
    Ok(PositionValues::load(file).at(file)?)
}

/// Stops with Ctrl-C, counts `steps`, and shows progress until then.
fn interrupt(
    watch: &Watch,
    (line, count, since): (Arc<Mutex<StatusLine>>, Arc<AtomicU64>, Instant),
) -> Interrupt {
    /// It is called very often and does its work only once in this many calls.
    const SELDOM: u64 = 256;
    let flag = watch.stop_flag();
    Interrupt::new(move || {
        let steps = count.fetch_add(1, Relaxed);
        if steps.is_multiple_of(SELDOM)
            && let Ok(mut line) = line.lock()
        {
            line.show(|| {
                let seconds = since.elapsed().as_secs_f64();
                let memory =
                    crosscram_support::memory::resident().map_or(String::new(), text::bytes);
                format!(
                    "{} regions and sums  {}  {}/s  {memory}",
                    text::rounded(steps as f64),
                    text::clock(seconds),
                    text::rounded(steps as f64 / seconds),
                )
            });
        }
        flag.is_requested()
    })
}
