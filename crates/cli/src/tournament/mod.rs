//! `crosscram tournament`: a round-robin tournament.

mod output;
mod picture;
mod print;
mod standings;

use crate::args::{ContestArgs, MatchArgs, Side, TournamentArgs};
use crate::failure::Failure;
use crate::input;
use crate::progress::StatusLine;
use crate::text;
use crate::watch::Watch;
use crosscram_players::Record;
use crosscram_players::arena::{Entrant, Finished, Fixture, Limits, Plan, ResultsFile};
use crosscram_players::arena::{ResultLine, play, roster};
use crosscram_rules::{Player, Position};
use crosscram_support::path::At;
use crosscram_support::stop::Stop;
#[cfg(test)]
pub(crate) use output::Line;
use standings::Standings;
use std::io::Write;
use std::time::{Duration, Instant};

/// Runs the command.
pub(crate) fn run(args: &TournamentArgs, out: &mut impl Write) -> Result<(), Failure> {
    let mut entrants: Vec<Entrant> = Vec::new();
    for entrant in args.players.iter().chain(&args.more) {
        if entrants.contains(entrant) {
            fail!("player '{entrant}' is listed twice");
        }
        entrants.push(entrant.clone());
    }
    if let Some(path) = &args.roster {
        for entrant in roster(&input::text(path)?).at(path)? {
            if entrants.contains(&entrant) {
                let path = path.display();
                fail!("{path}: player '{entrant}' is also named on the command line");
            }
            entrants.push(entrant);
        }
    }
    contest(entrants, &args.contest, out)
}

/// Runs `crosscram match`: a tournament of two.
pub(crate) fn duel(args: &MatchArgs, out: &mut impl Write) -> Result<(), Failure> {
    let entrants = vec![args.one.clone(), args.other.clone()];
    contest(entrants, &args.contest, out)
}

/// Lets `entrants` play and prints the results.
pub(crate) fn contest(
    entrants: Vec<Entrant>,
    args: &ContestArgs,
    out: &mut impl Write,
) -> Result<(), Failure> {
    for entrant in &entrants {
        if let Entrant::Program(command) = entrant {
            // A program that breaks down in play loses its games; one that is not there is a mistake.
            let missing = |error| failure!("player '{entrant}': {error}");
            command.find().map_err(missing)?;
        }
    }
    let plan = plan(entrants, args);
    plan.check().map_err(Failure::message)?;
    let watch = Watch::with_signals()?;
    let fixtures = plan.fixtures();
    let mut standings = Standings::new(&plan, fixtures.len());
    let results = args.results.as_deref().map(|path| {
        ResultsFile::open(path, &plan, &fixtures, |fixture, line| {
            standings.count(fixture, line);
        })
    });
    let mut results = results.transpose().map_err(Failure::message)?;
    if let Some(path) = &args.svg {
        // Checked before the games rather than after them.
        picture::check(path)?;
    }
    let stop = watch.stop_flag();
    let finished = play_games(&plan, &fixtures, args, &stop, &mut results, &mut standings)?;
    if args.json {
        output::json(out, &standings)?;
    } else if args.csv {
        output::csv(out, &standings)?;
    } else {
        print::text(out, &standings, args.times)?;
    }
    out.flush()?;
    // After the results: a full disk must not cost them.
    let drawn = match &args.svg {
        Some(path) => picture::write(path, &standings),
        None => Ok(()),
    };
    if finished == Finished::Stopped {
        let advice = match &args.results {
            Some(_) => "the same command resumes it",
            None => "with --results FILE it could be resumed",
        };
        let (played, of) = (standings.played(), standings.of);
        remark!("stopped after {played} of {of} games; {advice}");
        drawn?;
        return Err(Failure::Interrupted);
    }
    drawn
}

fn plan(entrants: Vec<Entrant>, args: &ContestArgs) -> Plan {
    let first = |position: &Position| Position {
        to_move: match args.first {
            Some(Side::Vertical) => Some(Player::Vertical),
            Some(Side::Horizontal) => Some(Player::Horizontal),
            Some(Side::Both) => None,
            None => position.to_move,
        },
        ..*position
    };
    Plan {
        entrants,
        boards: args.boards.iter().map(first).collect(),
        tile: args.tile.length,
        games: args.games,
        opening: usize::from(args.opening),
        seed: args.seed,
        limit: args.limit,
        programs: Limits {
            start: args.start_limit,
            ..Limits::default()
        },
    }
}

/// How often results are synced to disk.
const SYNC: Duration = Duration::from_secs(1);

/// Plays the remaining games of the plan.
fn play_games(
    plan: &Plan,
    fixtures: &[Fixture],
    args: &ContestArgs,
    stop: &Stop,
    results: &mut Option<ResultsFile>,
    standings: &mut Standings,
) -> Result<Finished, Failure> {
    let known = standings.played() as usize;
    let todo = &fixtures[known..];
    let mut line = StatusLine::new(args.quiet.quiet);
    let (begun, mut synced) = (Instant::now(), Instant::now());
    let names = plan.names();
    let progress = |over: usize| {
        line.show(|| {
            let seconds = begun.elapsed().as_secs_f64();
            let done = known + over;
            let left = match over {
                0 => String::new(),
                over => {
                    let each = seconds / over as f64;
                    let rest = each * (fixtures.len() - done) as f64;
                    format!("  about {} left", text::clock(rest))
                }
            };
            format!(
                "game {} of {}  {:.0} %  {} games/s  {}{left}",
                text::grouped(done as u64),
                text::grouped(fixtures.len() as u64),
                100.0 * done as f64 / fixtures.len() as f64,
                text::rounded(over as f64 / seconds),
                text::clock(seconds),
            )
        });
    };
    let finished = play(
        plan,
        todo,
        args.threads,
        stop,
        progress,
        |fixture, record: &Record| {
            if let Some(results) = results {
                results.append(fixture, record).map_err(Failure::message)?;
                if synced.elapsed() >= SYNC {
                    synced = Instant::now();
                    results.sync().map_err(Failure::message)?;
                }
            }
            standings.count(fixture, &ResultLine::new(fixture, record, &names));
            standings.time(fixture, record);
            Ok(())
        },
    );
    if let Some(results) = results {
        results.sync().map_err(Failure::message)?;
    }
    finished
}
