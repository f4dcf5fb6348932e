//! `crosscram value`: the game value of a position.

pub(crate) mod answer;
mod picture;
mod print;
pub(crate) mod unfinished;

use crate::args::{BOARD_HELP, QuietArg, Side, TileArg, short};
use crate::failure::Failure;
use crate::figure::{self, Format};
use crate::input::{self, Input};
use crate::json;
use crate::progress::StatusLine;
use crate::text;
use crate::watch::Watch;
use answer::Found;
use clap::Args;
use crosscram_rules::{Dyadic, Move, Tile};
use crosscram_support::path::At;
use crosscram_values::games::{GameError, Interrupt, ValueTextError};
use crosscram_values::positions::PositionValues;
use crosscram_workbench::ValueSubject;
pub(crate) use print::Coupons;
use std::error::Error;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Instant;
use unfinished::Unfinished;

/// Compute the game value of a position: canonical form, thermograph, advice
///
/// Vertical is Left. Values are printed in CGSuite's notation. The position is split into regions;
/// each has a value of its own, and the values add up. Cost grows about twelvefold with every five
/// cells of a region: 5x6 takes seconds, 6x6 a minute or two.
#[derive(Debug, Args)]
pub(crate) struct ValueArgs {
    #[arg(value_name = "BOARD", help = short(BOARD_HELP), long_help = value_help())]
    pub(crate) board: String,

    /// Refuse boards in BOARD: only values in CGSuite's notation, as '{2|-1/2} + *'
    #[arg(long, conflicts_with_all = ["length", "database", "last", "player", "ambient", "coupons"])]
    pub(crate) game: bool,

    #[command(flatten)]
    pub(crate) tile: TileArg,

    /// Refuse positions with a larger region than this many cells
    #[arg(long, value_name = "CELLS", default_value_t = 40)]
    pub(crate) limit: u32,

    /// Look regions up in a file made by `crosscram values build`
    #[arg(long, value_name = "FILE")]
    pub(crate) database: Option<PathBuf>,

    /// Whose moves to advise on [default: the side to move, else both]
    #[arg(long, value_enum, ignore_case = true)]
    pub(crate) player: Option<Side>,

    /// The opponent's last move, already on the board, for the advice of sentestrat
    #[arg(long, value_name = "MOVE")]
    pub(crate) last: Option<Move>,

    /// List the orthodox moves at this temperature [default: that of the hottest region]
    #[arg(long, value_name = "T", allow_hyphen_values = true)]
    pub(crate) ambient: Option<Dyadic>,

    /// Also play the position together with coupons: the largest, and the step down to the next (2:1/8)
    ///
    /// In each turn a player places a tile or takes the largest coupon. Both play sentestrat. The smaller the
    /// step, the nearer the gain by the position is to its mean.
    #[arg(long, value_name = "FIRST:STEP", value_parser = Coupons::parse)]
    pub(crate) coupons: Option<Coupons>,

    /// Also compute incentives and the reduced form of large values, which can take very long
    #[arg(long)]
    pub(crate) incentives: bool,

    /// Print values of up to this many characters
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub(crate) longest: u64,

    /// Draw the thermograph into this file, as SVG or PNG by its ending
    #[arg(long, value_name = "FILE")]
    pub(crate) thermograph: Option<PathBuf>,

    /// Draw boards and thermograph into this file, as SVG, PNG or TikZ (.tex) by its ending
    #[arg(long, value_name = "FILE")]
    pub(crate) figure: Option<PathBuf>,

    /// Write board, value and thermograph for LaTeX with TikZ into this file
    #[arg(long, value_name = "FILE")]
    pub(crate) tikz: Option<PathBuf>,

    /// Print one JSON object per line
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) quiet: QuietArg,
}

fn value_help() -> String {
    format!(
        "{BOARD_HELP}\n\nPositions and values in CGSuite's notation can be added, subtracted, multiplied by \
         integers and compared: '3x3 - 2.2x3 + *', '2x3 >= 1/2'. Relations are <, <=, =, >=, >, !=, || \
         (confused), <| and |>; if one does not hold, the exit code is 1. A board that begins with a minus \
         sign needs -- before it."
    )
}

pub(crate) fn run(args: &ValueArgs, out: &mut impl Write) -> Result<(), Failure> {
    figure::check(
        "--thermograph",
        &args.thermograph,
        &[Format::Svg, Format::Png],
    )?;
    figure::check("--figure", &args.figure, &Format::ALL)?;
    let mut input: Input<ValueSubject> = Input::open(&args.board)?;
    let pictures = [&args.thermograph, &args.tikz, &args.figure];
    let drawn = pictures.iter().any(|file| file.is_some());
    if input.is_batch() && (drawn || args.last.is_some()) {
        fail!("--thermograph, --figure, --tikz and --last are for one position, not for -");
    }
    if let Some(subject) = input.argument() {
        check_options(subject, args, drawn)?;
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
    watch.ended()?;
    Failure::Reported.when(bad)?;
    Failure::No.when(refuted)
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

/// Refuses options that would have no effect on this subject.
fn check_options(subject: &ValueSubject, args: &ValueArgs, drawn: bool) -> Result<(), Failure> {
    let ValueSubject::Statement(statement) = subject else {
        return Ok(());
    };
    let (option, of) = match () {
        () if statement.claim.is_some() && drawn => {
            ("--thermograph, --figure and --tikz", "a comparison")
        }
        () if args.last.is_some() => ("--last", "a sum"),
        () if args.player.is_some() => ("--player", "a sum"),
        () if args.ambient.is_some() => ("--ambient", "a sum"),
        () if args.coupons.is_some() => ("--coupons", "a sum"),
        () => return Ok(()),
    };
    Err(failure!("{option}: for a position, not for {of}"))
}
