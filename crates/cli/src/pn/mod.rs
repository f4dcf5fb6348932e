//! `crosscram pn`: proof-number search over several games.

mod graph;
mod observe;
mod options;
mod output;
mod search;
mod solution;
mod statics;
mod value;

use crate::args::{GameName, PnArgs, Side};
use crate::failure::Failure;
use crate::input;
use crate::watch::Watch;
use crosscram_pn::games::{Chess, Domineering, Explicit, GiveAway, Morris, TicTacToe};
use crosscram_rules::{Player, Position, Tile};
use std::fs;
use std::io::{self, BufRead, Write};

/// Runs the command.
pub(crate) fn run(args: &PnArgs, out: &mut impl Write) -> Result<(), Failure> {
    options::check(args)?;
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
        return graph::answer(game, "-", args, &watch, out);
    }
    let files = [
        &args.state,
        &args.draw,
        &args.plot,
        &args.proof,
        &args.check,
    ];
    if files.iter().any(|file| file.is_some()) {
        let message = "--state, --draw, --plot, --proof and --check are for one position, not for \
                       standard input";
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
            let game = game.with_draws(args.draws());
            search::run(&game, &game.to_string(), args, watch, out)
        }
        GameName::Morris => {
            let game = match text {
                "empty" => Morris::default(),
                _ => text.parse().map_err(|error| bad_position(&error))?,
            };
            search::run(&game, &game.to_string(), args, watch, out)
        }
        GameName::Giveaway => {
            let game: GiveAway = text.parse().map_err(|error| bad_position(&error))?;
            search::run(&game, &game.to_string(), args, watch, out)
        }
        GameName::Chess => {
            let game: Chess = text.parse().map_err(|error| bad_position(&error))?;
            search::run(&game, &game.to_string(), args, watch, out)
        }
        GameName::Domineering => {
            let position: Position = text.parse().map_err(|error| bad_position(&error))?;
            let position = position.with_tile(args.tile.unwrap_or(Tile::DOMINO));
            let players = match (args.first, position.to_move) {
                (None, None) => vec![Player::Vertical],
                (asked, to_move) => Side::players(asked, to_move),
            };
            let files = [
                &args.state,
                &args.draw,
                &args.plot,
                &args.proof,
                &args.check,
            ];
            if players.len() > 1 && files.iter().any(|file| file.is_some()) {
                let message = "--first both: --state, --draw, --plot, --proof and --check are for one \
                               search";
                return Err(Failure::message(message));
            }
            for first in players {
                domineering(&position, first, args, watch, out)?;
            }
            Ok(())
        }
        GameName::Graph => {
            let file = fs::read_to_string(text);
            let file = file.map_err(|error| Failure::message(format_args!("{text}: {error}")))?;
            let game = file.parse::<Explicit>();
            let game = game.map_err(|error| Failure::message(format_args!("{text}: {error}")))?;
            graph::answer(game, text, args, watch, out)
        }
    }
}

/// Searches a position of Domineering with this player to move.
fn domineering(
    position: &Position,
    first: Player,
    args: &PnArgs,
    watch: &Watch,
    out: &mut impl Write,
) -> Result<(), Failure> {
    if args.value {
        return value::of_domineering(position, first, args, watch, out);
    }
    let game = Domineering::new(&position.board, position.tile, first, args.leaves());
    let name = format!("{} {}", input::name(&position.board), first.letter());
    search::run(&game, &name, args, watch, out)
}

fn bad_position(error: &dyn std::fmt::Display) -> Failure {
    Failure::message(format_args!("POSITION: {error}"))
}
