//! `crosscram play`: a game at the terminal, between people or against a player.
//!
//! Input and output are lines of text: no screen is cleared and no cursor moved, so that it works in
//! every terminal, and tests can play too.

mod against;
mod coupons;
mod judge;
mod order;
mod session;
mod view;

use crate::args::{OneSide, PlayArgs};
use crate::drawing;
use crate::failure::Failure;
use crate::input;
use crate::watch::Watch;
use against::ProofPlayer;
use crosscram_arena::{Limits, SavedGame, Seat};
use crosscram_players::{Contestant, Game};
use crosscram_rules::Player;
use crosscram_support::stop::Stop;
use session::{Machine, Session, read_game};
use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// How often a wait for a line checks whether Ctrl-C was pressed.
const PATIENCE: Duration = Duration::from_millis(50);

/// Runs the command.
pub(crate) fn run(args: &PlayArgs, out: &mut impl Write) -> Result<(), Failure> {
    if let Some(coupons) = args.coupons {
        return coupons::run(args, coupons, out);
    }
    let proof = args.against.as_deref().map(ProofPlayer::read).transpose()?;
    let game = match (&args.load, &proof) {
        (Some(path), _) => read_game(path).map_err(Failure::message)?,
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
    let watch = Watch::with_signals()?;
    let stop = Stop::clone(&watch.stop_flag());
    let machine = args.player.as_ref().map(|entrant| Machine {
        side: args.own.player().opponent(),
        name: entrant.to_string(),
        proof: None,
        seat: Seat::new(entrant, Limits::default(), stop),
        failure: None,
    });
    let machine = match proof {
        Some(proof) => Some(Machine {
            side: proof.strategy().winner(),
            name: proof.name(),
            proof: Some(proof.strategy()),
            seat: Seat::BuiltIn(Box::new(proof)),
            failure: None,
        }),
        None => machine,
    };
    let mut session = Session {
        out,
        args,
        watch: &watch,
        game,
        machine,
        seed: args.seed.unwrap_or_else(some_seed),
        given_up: None,
        failed: false,
        colours: drawing::has_colours(),
        width: args.width.map_or_else(view::width, usize::from),
    };
    let lines = input::lines_of_stdin()?;
    let echo = !io::stdin().is_terminal();
    session.begin()?;
    'turns: loop {
        session.let_machine_move()?;
        if watch.is_stopped() {
            break;
        }
        session.prompt()?;
        let (number, line) = loop {
            match lines.recv_timeout(PATIENCE) {
                Ok(line) => break line,
                Err(RecvTimeoutError::Timeout) if !watch.is_stopped() => {}
                Err(_) => {
                    writeln!(session.out)?;
                    break 'turns;
                }
            }
        };
        let line = line.map_err(|error| {
            Failure::message(format_args!("standard input, line {number}: {error}"))
        })?;
        let text = String::from_utf8_lossy(&line);
        if echo {
            // Lines that were not typed are not on the screen yet.
            writeln!(session.out, "{}", order::printable(&text))?;
        }
        if !session.obey(number, &text)? {
            break;
        }
    }
    session.farewell()?;
    match watch.is_stopped() {
        true => Err(Failure::Interrupted),
        false => Ok(()),
    }
}

/// A seed that differs every time.
fn some_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(1, |since| since.as_millis() as u64 % 1_000_000_007)
}
