//! `crosscram review`: which moves of a game gave the win away.

mod games;
mod picture;
mod print;

use crate::args::{CacheArg, QuietArg, limit, nodes};
use crate::cache;
use crate::failure::Failure;
use crate::figure::{self, Format};
use crate::json;
use crate::play;
use crate::progress::Progress;
use crate::watch::Watch;
use clap::Args;
use crosscram_players::arena::SavedGame;
use crosscram_rules::Question;
use crosscram_search::analysis::{self, Review};
use crosscram_search::{Control, EngineName, Solver, TableSize};
pub(crate) use games::{Record, Reviewed};
pub(crate) use print::game as print;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Find the moves of a game that gave the win away
///
/// Solves every position of the game, from its end to its beginning, and says of each move whether it kept the win,
/// gave it away (and what would have kept it) or was lost anyway, and how clear the win is: how many moves the game
/// lasts with best play, or by how many moves the winner is ahead at least, by bounds. Ctrl-C prints what is known by
/// then.
#[derive(Debug, Args)]
pub(crate) struct ReviewArgs {
    /// A game that `crosscram play` saved, the results of a tournament, or - for standard input
    #[arg(value_name = "GAME")]
    pub(crate) game: PathBuf,

    /// Of a tournament, only the games with these numbers [default: all, a line each]
    #[arg(long = "game", value_name = "N", value_delimiter = ',')]
    pub(crate) number: Vec<usize>,

    /// Maximum number of nodes for each position (1000000, 1M)
    #[arg(long, value_name = "NODES", default_value = "10M", value_parser = nodes)]
    pub(crate) budget: u64,

    /// Maximum number of seconds for all games
    #[arg(long, value_name = "SECONDS", value_parser = limit)]
    pub(crate) seconds: Option<Duration>,

    /// Size of the transposition table, in entries (8388608, 2^23, 8M) or bytes (512MiB, 2GB)
    #[arg(long, value_name = "SIZE", default_value = "2^22")]
    pub(crate) table: TableSize,

    #[command(flatten)]
    pub(crate) cache: CacheArg,

    /// Draw the game and its mistakes into this file, as SVG, PNG or TikZ (.tex) by its ending
    #[arg(long, value_name = "FILE")]
    pub(crate) figure: Option<PathBuf>,

    /// Print one JSON object per line and game
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) quiet: QuietArg,
}

pub(crate) fn run(args: &ReviewArgs, out: &mut impl Write) -> Result<(), Failure> {
    figure::check("--figure", &args.figure, &Format::ALL)?;
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
    let time = args.seconds;
    let deadline = time.and_then(|time| Instant::now().checked_add(time));
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
            let Some(review) = review else { break };
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
    watch.ended()
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
