//! `crosscram tournament`: a round-robin tournament.

mod output;
mod print;

use crate::args::{PLAYERS, QuietArg, Side, TileArg, known, limit, threads};
use crate::failure::Failure;
use crate::input;
use crate::progress::StatusLine;
use crate::text;
use crate::watch::Watch;
use clap::Args;
use crosscram_players::Record;
use crosscram_players::arena::Standings;
use crosscram_players::arena::{
    Entrant, Finished, Fixture, Limits, Plan, ResultLine, ResultsFile, play, roster,
};
use crosscram_rules::{Player, Position};
use crosscram_support::path::At;
use crosscram_support::stop::Stop;
#[cfg(test)]
pub(crate) use output::Line;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Let two players play against each other
///
/// Prints how often each has won, in which role, and the difference of their ratings. With the same
/// seed the games are the same, whatever the number of threads.
#[derive(Debug, Args)]
#[command(after_help = PLAYERS)]
pub(crate) struct MatchArgs {
    /// The first player
    #[arg(value_name = "A", value_parser = known::player::<Entrant>(), hide_possible_values = true)]
    pub(crate) one: Entrant,

    /// The second player
    #[arg(value_name = "B", value_parser = known::player::<Entrant>(), hide_possible_values = true)]
    pub(crate) other: Entrant,

    #[command(flatten)]
    pub(crate) contest: ContestArgs,
}

/// Hold a round-robin tournament
///
/// Prints ratings (Bradley and Terry's model on Elo's scale, by maximum likelihood) with error bars,
/// scores and a cross table. Ctrl-C prints what is known by then; with --results the same command
/// resumes the tournament.
#[derive(Debug, Args)]
#[command(after_help = PLAYERS)]
pub(crate) struct TournamentArgs {
    /// A player; at least two are needed, here, with --player or in a roster
    #[arg(value_name = "PLAYER", value_parser = known::player::<Entrant>(), hide_possible_values = true)]
    pub(crate) players: Vec<Entrant>,

    /// One more player
    #[arg(long = "player", value_name = "PLAYER", value_parser = known::player::<Entrant>(), hide_possible_values = true)]
    pub(crate) more: Vec<Entrant>,

    /// A file with one player per line; # begins a comment
    #[arg(long, value_name = "FILE")]
    pub(crate) roster: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) contest: ContestArgs,
}

#[derive(Debug, Args)]
pub(crate) struct ContestArgs {
    /// A board to play on: a size or a position; may be given several times
    #[arg(long = "board", value_name = "BOARD", default_value = "8x8")]
    pub(crate) boards: Vec<Position>,

    #[command(flatten)]
    pub(crate) tile: TileArg,

    /// Who moves first [default: the position's side to move, else both equally often]
    #[arg(long, value_enum, ignore_case = true)]
    pub(crate) first: Option<Side>,

    /// Games of every two players on each board, divided evenly over the roles
    ///
    /// Two deterministic players play only once in each role: all other games would be the same.
    #[arg(long, value_name = "N", default_value = "20", value_parser = games)]
    pub(crate) games: usize,

    /// Number of random moves that open each game, the same when the players swap sides
    #[arg(long, value_name = "N", default_value = "0")]
    pub(crate) opening: u8,

    /// Seed of all randomness, which makes games repeatable
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) seed: u64,

    /// Time for a move, in seconds; later answers lose [default: none, for programs 10]
    #[arg(long, value_name = "SECONDS", value_parser = limit)]
    pub(crate) limit: Option<Duration>,

    /// Time for a program to start, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = limit)]
    pub(crate) start_limit: Duration,

    /// Number of games at the same time
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads)]
    pub(crate) threads: usize,

    /// Store all games in this file, one JSON object per line, and resume from it
    #[arg(long, value_name = "FILE")]
    pub(crate) results: Option<PathBuf>,

    /// Draw the cross table and the ratings into this file
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,

    /// Print one JSON object per line
    #[arg(long, conflicts_with = "csv")]
    pub(crate) json: bool,

    /// Print comma-separated values, one player per line
    #[arg(long)]
    pub(crate) csv: bool,

    /// Also print how much time the players took in this run
    #[arg(long, conflicts_with_all = ["json", "csv"])]
    pub(crate) times: bool,

    #[command(flatten)]
    pub(crate) quiet: QuietArg,
}

fn games(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(n @ 1..=10_000_000) => Ok(n),
        _ => Err("not a number from 1 to 10000000".to_string()),
    }
}

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
        output::check_picture(path)?;
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
        Some(path) => output::write_picture(path, &standings),
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
