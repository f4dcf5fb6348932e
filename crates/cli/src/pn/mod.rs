//! `crosscram pn`: proof-number search over several games.

mod observe;
mod output;
mod search;
mod value;

use crate::args::{GameName, PnArgs, Side};
use crate::failure::Failure;
use crate::input;
use crate::watch::Watch;
use crosscram_pn::games::{Chess, Domineering, Explicit, LeafEvaluation, TicTacToe};
use crosscram_rules::{Player, Position};
use std::fs;
use std::io::{self, BufRead, Write};

/// Runs the command.
pub(crate) fn run(args: &PnArgs, out: &mut impl Write) -> Result<(), Failure> {
    let watch = Watch::with_signals()?;
    if args.position != "-" {
        let text = args.position.as_str();
        return answer(args, text, &watch, out);
    }
    if args.game == GameName::Graph {
        let mut text = String::new();
        io::Read::read_to_string(&mut io::stdin().lock(), &mut text)
            .map_err(|error| Failure::message(format_args!("standard input: {error}")))?;
        let game = text.parse::<Explicit>();
        let game = game.map_err(|error| bad_position(&error))?;
        return search::run(&game, "-", args, &watch, out);
    }
    if args.state.is_some() || args.draw.is_some() || args.plot.is_some() {
        let message = "--state, --draw and --plot are for one position, not for standard input";
        return Err(Failure::message(message));
    }
    batch(args, &watch, out)
}

/// Answers one position per line, in order.
fn batch(args: &PnArgs, watch: &Watch, out: &mut impl Write) -> Result<(), Failure> {
    let mut bad = false;
    for (number, line) in io::stdin().lock().lines().enumerate() {
        let line =
            line.map_err(|error| Failure::message(format_args!("standard input: {error}")))?;
        let line = line.trim();
        if line.is_empty() || line.starts_with([';', '#']) {
            continue;
        }
        match answer(args, line, watch, out) {
            Ok(()) => out.flush()?,
            Err(Failure::Message(error)) => {
                bad = true;
                input::report_bad(out, args.json, Some(number as u64 + 1), &error)?;
            }
            Err(failure) => return Err(failure),
        }
    }
    if bad { Err(Failure::Reported) } else { Ok(()) }
}

/// Searches one position.
fn answer(args: &PnArgs, text: &str, watch: &Watch, out: &mut impl Write) -> Result<(), Failure> {
    match args.game {
        GameName::Tictactoe => {
            let game = match text {
                "empty" => TicTacToe::default(),
                _ => text.parse().map_err(|error| bad_position(&error))?,
            };
            if args.value {
                return value::of_tic_tac_toe(&game, args, watch, out);
            }
            let game = game.with_draws(args.draws.into());
            search::run(&game, &game.to_string(), args, watch, out)
        }
        GameName::Chess => {
            let game: Chess = text.parse().map_err(|error| bad_position(&error))?;
            refuse_value(args)?;
            search::run(&game, &game.to_string(), args, watch, out)
        }
        GameName::Domineering => {
            let position: Position = text.parse().map_err(|error| bad_position(&error))?;
            let position = position.with_tile(args.tile.length);
            let first = match Side::players(args.first, position.to_move)[..] {
                [player] => player,
                _ => Player::Vertical,
            };
            if args.value {
                return value::of_domineering(&position, first, args, watch, out);
            }
            let leaves: LeafEvaluation = args.leaves.into();
            let game = Domineering::new(&position.board, position.tile, first, leaves);
            let name = format!("{} {}", input::name(&position.board), first.letter());
            search::run(&game, &name, args, watch, out)
        }
        GameName::Graph => {
            refuse_value(args)?;
            let file = fs::read_to_string(text);
            let file = file.map_err(|error| Failure::message(format_args!("{text}: {error}")))?;
            let game = file.parse::<Explicit>();
            let game = game.map_err(|error| Failure::message(format_args!("{text}: {error}")))?;
            search::run(&game, text, args, watch, out)
        }
    }
}

fn refuse_value(args: &PnArgs) -> Result<(), Failure> {
    match args.value {
        true => Err(Failure::message(
            "--value is for tictactoe and domineering only",
        )),
        false => Ok(()),
    }
}

fn bad_position(error: &dyn std::fmt::Display) -> Failure {
    Failure::message(format_args!("POSITION: {error}"))
}
