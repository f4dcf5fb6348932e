//! `crosscram review`: which moves of a game gave the win away.

mod games;
mod output;
mod picture;
mod print;

use crate::args::ReviewArgs;
use crate::cache;
use crate::failure::Failure;
use crate::figure::{self, Format};
use crate::json;
use crate::play;
use crate::progress::Progress;
use crate::watch::Watch;
use crosscram_players::arena::SavedGame;
use crosscram_rules::Question;
use crosscram_search::analysis::{self, Review};
use crosscram_search::{Control, EngineName, Solver};
pub(crate) use games::Record;
pub(crate) use output::Reviewed;
pub(crate) use print::game as print;
use std::io::{self, Write};
use std::time::Instant;

/// Runs the command.
pub(crate) fn run(args: &ReviewArgs, out: &mut impl Write) -> Result<(), Failure> {
    if let Some(file) = &args.figure {
        figure::check("--figure", file, &Format::ALL)?;
    }
    let records = games::read(&args.game, &args.number)?;
    if args.figure.is_some() && records.len() != 1 {
        fail!("--figure: one file cannot hold the drawings of many games; --game chooses one");
    }
    let watch = Watch::with_signals()?;
    let progress = Progress::new(args.quiet.quiet);
    let options = EngineName::Crosscram.options().with_table(args.table);
    let session = cache::session(options, &args.cache)?;
    for record in &records {
        let start = record.game.start();
        let question = Question::new(start.board, start.tile, start.first);
        session.admit(&question, 1).map_err(Failure::message)?;
    }
    let deadline = args
        .seconds
        .and_then(|time| Instant::now().checked_add(time));
    let mut tally = print::Tally::default();
    let mut drawing = None;
    let ended = progress.during(&watch, || -> io::Result<()> {
        for record in &records {
            let label = match record.number {
                Some(number) => format!("game {number}"),
                None => "review".to_string(),
            };
            let review = watch.run(label, |control| {
                if let Some(deadline) = deadline {
                    control.stop_at(deadline);
                }
                let mut tell = |done, of| {
                    if records.len() == 1 {
                        watch.tell_done(done, of);
                    }
                };
                review(&record.game, &session, args.budget, control, &mut tell)
            });
            // Stopped before it began.
            let Some(review) = review else {
                break;
            };
            progress.aside(|| {
                tally.count(record, &review);
                if args.figure.is_some() {
                    drawing = Some(picture::drawing(record, &review));
                }
                if args.json {
                    return json::write(out, &Reviewed::new(record, &review));
                }
                match records.len() {
                    1 => print::game(out, record, &review, play::width()),
                    _ => print::short(out, record, &review),
                }
            })?;
        }
        Ok(())
    });
    ended?;
    if records.len() > 1 && !args.json {
        tally.print(out)?;
    }
    out.flush()?;
    if let (Some(file), Some(drawing)) = (&args.figure, drawing) {
        figure::save(file, &drawing)?;
    }
    match watch.is_stopped() {
        true => Err(Failure::Interrupted),
        false => Ok(()),
    }
}

/// Reviews one game.
pub(crate) fn review(
    game: &SavedGame,
    solver: &Solver,
    budget: u64,
    control: &Control,
    tell: &mut dyn FnMut(usize, usize),
) -> Review {
    let start = game.start();
    let question = Question::new(start.board, start.tile, start.first);
    analysis::review(&question, game.moves(), solver, budget, control, tell)
}
