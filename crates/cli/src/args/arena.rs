//! Options of `match`, `tournament` and `play`.

use super::judging::duration;
use super::known;
use super::nodes;
use super::{CacheArg, EXIT_CODES, OneSide, QuietArg, Side, TileArg, threads};
use crate::value::Coupons;
use clap::Args;
use crosscram_players::Level;
use crosscram_players::arena::Entrant;
use crosscram_rules::{Position, Tile};
use crosscram_search::TableSize;
use std::path::PathBuf;
use std::time::Duration;

/// The help text about players.
const PLAYERS: &str = "\
Players:
  random, ordering:depth=2, perfect:budget=500ms, ...   built in; a wrong name lists them all
  cmd:./mybot --level 3   a program that speaks the line protocol of docs/protocol.md

";

/// The players, then the exit codes.
fn after_help() -> String {
    format!("{PLAYERS}{EXIT_CODES}")
}

/// Let two players play against each other
///
/// Prints how often each has won, in which role, and the difference of their ratings. With the same
/// seed the games are the same, whatever the number of threads.
#[derive(Debug, Args)]
#[command(after_help = after_help())]
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
#[command(after_help = after_help())]
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

/// Play at the terminal
///
/// Moves are typed as row and column of the upper left cell: 2,3. The word help lists what else can
/// be typed: undo, hint, values, why, review, save, load and so on.
#[derive(Debug, Args)]
#[command(after_help = after_help())]
pub(crate) struct PlayArgs {
    /// A size or a position
    #[arg(value_name = "BOARD", default_value = "8x8")]
    pub(crate) board: Position,

    /// Continue a saved game or position instead
    #[arg(long, value_name = "FILE", conflicts_with_all = ["board", "tile", "first"])]
    pub(crate) load: Option<PathBuf>,

    /// Continue the game that was played last and not finished
    ///
    /// After every move the game is kept in the directory that CROSSCRAM_STATE names, or else in `crosscram`
    /// where the system keeps such files (`~/.local/state`), until it is over. So no move is lost, whatever
    /// ends the program.
    #[arg(long, conflicts_with_all = ["board", "tile", "first", "load", "against"])]
    pub(crate) resume: bool,

    /// Play against this player [default: two people play]
    #[arg(long, value_name = "PLAYER", value_parser = known::player::<Entrant>(), hide_possible_values = true)]
    pub(crate) player: Option<Entrant>,

    /// Play against this level, from 1 (just learnt it) to 5 (perfect)
    ///
    /// The levels of the page: 1 just learnt it, 2 beginner, 3 careful, 4 strong, 5 perfect. The same as --player
    /// level:N.
    #[arg(
        long,
        value_name = "N",
        value_parser = known::level(level),
        hide_possible_values = true,
        conflicts_with_all = ["player", "against"]
    )]
    pub(crate) level: Option<Level>,

    /// Play the loser against the winner of this certificate
    #[arg(long, value_name = "FILE", conflicts_with_all = ["board", "load", "player", "own", "first", "tile"])]
    pub(crate) against: Option<PathBuf>,

    /// Your side, if you play against a player
    #[arg(
        long = "as",
        value_enum,
        value_name = "SIDE",
        ignore_case = true,
        default_value = "V"
    )]
    pub(crate) own: OneSide,

    /// Who moves first [default: the position's side to move, else Vertical]
    #[arg(long, value_enum, value_name = "SIDE", ignore_case = true)]
    pub(crate) first: Option<OneSide>,

    /// Length of the tiles, from 2 to 8
    #[arg(long, value_name = "K", default_value = "2")]
    pub(crate) tile: Tile,

    /// Play together with coupons: the largest, and the step down to the next (2:1/8)
    ///
    /// A turn is a tile or the largest coupon. The game ends when the coupons are gone and the rest of the board is a number,
    /// which counts as points; who has more points wins. The player sentestrat can play it.
    #[arg(
        long,
        value_name = "FIRST:STEP",
        value_parser = Coupons::parse,
        conflicts_with_all = ["load", "resume", "level", "against", "seed", "limit", "budget", "seconds", "height"]
    )]
    pub(crate) coupons: Option<Coupons>,

    /// Seed of the player's randomness [default: different in every game]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,

    /// Time for a move of the player, in seconds [default: none, for programs 10]
    #[arg(long, value_name = "SECONDS", value_parser = limit)]
    pub(crate) limit: Option<Duration>,

    /// Maximum number of nodes searched for a hint or for values (1000000, 1M)
    #[arg(long, value_name = "NODES", default_value = "2M", value_parser = nodes)]
    pub(crate) budget: u64,

    /// Maximum number of seconds for a hint or for values
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = limit)]
    pub(crate) seconds: Duration,

    /// Width of the window in characters [default: COLUMNS, else 80]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(20..))]
    pub(crate) width: Option<u16>,

    /// Height of the window in lines, which a list of moves with the board fits into [default: the window's]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(10..))]
    pub(crate) height: Option<u16>,
}

/// Find the moves of a game that gave the win away
///
/// Solves every position of the game, from its end to its beginning, and says of each move whether it kept the win,
/// gave it away (and what would have kept it) or was lost anyway, and how clear the win is: how many moves the game
/// lasts with best play, or by how many moves the winner is ahead at least, by bounds. Ctrl-C prints what is known by
/// then.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
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

fn level(text: &str) -> Result<Level, String> {
    let level = text.parse().ok().and_then(Level::new);
    level.ok_or_else(|| format!("levels are 1 to {}", Level::ALL.len()))
}

fn games(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(n @ 1..=10_000_000) => Ok(n),
        _ => Err("not a number from 1 to 10000000".to_string()),
    }
}

/// Reads a time of at least a millisecond.
fn limit(text: &str) -> Result<Duration, String> {
    let limit = duration(text)?;
    match limit.as_millis() {
        0 => Err("less than a millisecond".to_string()),
        _ => Ok(limit),
    }
}
