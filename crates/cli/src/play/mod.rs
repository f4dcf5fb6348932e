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

use crate::args::{OneSide, PlayArgs};
use crate::failure::Failure;
use crate::input;
use against::ProofPlayer;
use crosscram_players::arena::{Entrant, Limits, SavedGame};
use crosscram_players::{Contestant, Game, Spec};
use crosscram_rules::Player;
use crosscram_support::stop::Stop;
use interrupts::Interrupts;
use judge::Judge;
use keeper::Keeper;
use reader::converse;
use session::{Machine, Session};
use std::io::Write;
use std::time::{SystemTime, UNIX_EPOCH};
use view::Screen;
pub(crate) use view::width;

/// Runs the command.
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
            let first = args.first.map(OneSide::player).or(args.board.to_move);
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
        side: args.own.player().opponent(),
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
