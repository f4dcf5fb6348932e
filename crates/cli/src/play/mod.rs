//! `crosscram play`: a game at the terminal, between people or against a player.
//!
//! Input and output are lines of text: no screen is cleared and no cursor moved, so that it works in
//! every terminal, and tests can play too.

mod against;
mod coupons;
mod interrupts;
mod judge;
mod keeper;
mod order;
mod reader;
mod session;
mod view;

use crate::args::{PLAYERS, known, limit, nodes, side};
use crate::failure::Failure;
use crate::input;
use crate::value::Coupons;
use against::ProofPlayer;
use clap::Args;
use crosscram_players::arena::{Entrant, Limits, SavedGame};
use crosscram_players::{Contestant, Game, Level, Spec};
use crosscram_rules::{Player, Position, Tile};
use crosscram_support::stop::Stop;
use interrupts::Interrupts;
use judge::Judge;
use keeper::Keeper;
use reader::converse;
use session::{Machine, Session};
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use view::Screen;
pub(crate) use view::width;

/// Play at the terminal
///
/// Moves are typed as row and column of the upper left cell: 2,3. The word help lists what else can
/// be typed: undo, hint, values, why, review, save, load and so on.
#[derive(Debug, Args)]
#[command(after_help = PLAYERS)]
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
    #[arg(long = "as", value_name = "SIDE", ignore_case = true, default_value = "V", value_parser = side())]
    pub(crate) own: Player,

    /// Who moves first [default: the position's side to move, else Vertical]
    #[arg(long, value_name = "SIDE", ignore_case = true, value_parser = side())]
    pub(crate) first: Option<Player>,

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

fn level(text: &str) -> Result<Level, String> {
    let level = text.parse().ok().and_then(Level::new);
    level.ok_or_else(|| format!("levels are 1 to {}", Level::ALL.len()))
}

pub(crate) fn run(args: &PlayArgs, out: &mut impl Write) -> Result<(), Failure> {
    if let Some(coupons) = args.coupons {
        return coupons::run(args, coupons, out);
    }
    let proof = args.against.as_deref().map(ProofPlayer::read).transpose()?;
    let kept = args.resume.then(keeper::last).transpose();
    let kept = kept.map_err(|problem| failure!("--resume: {problem}"))?;
    let load = args.load.as_ref().or(kept.as_ref());
    let game = match (load, &proof) {
        (Some(path), _) => input::game(path)?,
        (None, Some(proof)) => {
            let question = *proof.strategy().question();
            SavedGame::new(Game {
                board: question.board,
                tile: question.tile,
                first: question.first,
            })
        }
        (None, None) => {
            let first = args.first.or(args.board.to_move);
            SavedGame::new(Game {
                board: args.board.board,
                tile: args.tile,
                first: first.unwrap_or(Player::Vertical),
            })
        }
    };
    let mut keeper = Keeper::new();
    if let Some(kept) = &kept {
        keeper.take_over(kept, &game);
    }
    let interrupts = Interrupts::catch()?;
    let level = args.level.map(|level| Entrant::BuiltIn(Spec::level(level)));
    let opponent = args.player.as_ref().or(level.as_ref());
    let machine = opponent.map(|entrant| Machine {
        side: args.own.opponent(),
        name: entrant.to_string(),
        proof: None,
        player: entrant.build(Limits::default(), &Stop::new()),
        failure: None,
    });
    let machine = match proof {
        Some(proof) => Some(Machine {
            side: proof.strategy().winner(),
            name: proof.name(),
            proof: Some(proof.strategy()),
            player: Box::new(proof),
            failure: None,
        }),
        None => machine,
    };
    let mut session = Session {
        out,
        args,
        interrupts: &interrupts,
        judge: Judge::new(args, &interrupts),
        keeper,
        game,
        replaced: None,
        machine,
        seed: args.seed.unwrap_or_else(some_seed),
        given_up: None,
        failed: false,
        screen: Screen::new(args),
    };
    session.begin()?;
    converse(&interrupts, &mut session)
}

/// A seed that differs every time.
fn some_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(1, |since| since.as_millis() as u64 % 1_000_000_007)
}
