//! `crosscram pn`: proof-number search over several games.

mod observe;
pub(crate) mod options;
mod output;
mod search;
mod solution;
mod statics;
mod value;

#[cfg(test)]
pub(crate) use self::{
    output::{Answer, Searched},
    solution::Checked,
};

use crate::args::Side;
use crate::failure::Failure;
use crate::input;
use crate::pn::options::{GameName, PnArgs};
use crate::watch::Watch;
use crosscram_pn::games::{Chess, Domineering, Explicit, GiveAway, Morris, TicTacToe};
use crosscram_pn::{Algorithm, AnyGame, Options};
use crosscram_rules::{Player, Position, Tile};
use crosscram_support::path::At;
use std::fmt::Display;
use std::fs;
use std::io::{self, BufRead, Write};
use std::str::FromStr;

/// One question: what was given, and the position by its name.
#[derive(Clone, Copy)]
struct Asked<'a> {
    args: &'a PnArgs,
    options: Options,
    watch: &'a Watch,
    name: &'a str,
    /// Who moves first on a board.
    first: Option<Player>,
}

impl Asked<'_> {
    /// The game and the position.
    fn position(&self) -> String {
        let tile = self.args.tile.unwrap_or(Tile::DOMINO);
        format!("{} {} tile {tile}", self.args.game.name(), self.name)
    }
}

pub(crate) fn run(args: &PnArgs, out: &mut impl Write) -> Result<(), Failure> {
    let options = options::check(args)?;
    let watch = Watch::with_signals()?;
    let asked = Asked {
        args,
        options,
        watch: &watch,
        name: &args.position,
        first: None,
    };
    if args.position != "-" {
        return answer(asked, &args.position, out);
    }
    if args.game == GameName::Graph {
        let mut text = String::new();
        io::Read::read_to_string(&mut io::stdin().lock(), &mut text)
            .map_err(|error| failure!("standard input: {error}"))?;
        return answer_graph(read(&text)?, &asked, out);
    }
    if has_files(args) {
        fail!(
            "--state, --draw, --plot, --proof and --check are for one position, not for \
                       standard input"
        );
    }
    batch(asked, out)
}

/// Returns whether there are files for one search.
fn has_files(args: &PnArgs) -> bool {
    let files = [
        &args.state,
        &args.draw,
        &args.plot,
        &args.proof,
        &args.check,
    ];
    files.iter().any(|file| file.is_some())
}

/// Answers one position per line, in order.
fn batch(asked: Asked<'_>, out: &mut impl Write) -> Result<(), Failure> {
    let mut bad = false;
    for (number, line) in io::stdin().lock().lines().enumerate() {
        let line = line.map_err(|error| failure!("standard input: {error}"))?;
        let line = line.trim();
        if line.is_empty() || line.starts_with([';', '#']) {
            continue;
        }
        match answer(asked, line, out) {
            Ok(()) => out.flush()?,
            Err(Failure::Message(error)) => {
                bad = true;
                input::report_bad(out, asked.args.json, Some(number as u64 + 1), &error)?;
            }
            Err(failure) => return Err(failure),
        }
    }
    Failure::Reported.when(bad)
}

/// Searches one position.
fn answer(asked: Asked<'_>, text: &str, out: &mut impl Write) -> Result<(), Failure> {
    let args = asked.args;
    let is_empty = text == "empty";
    match args.game {
        GameName::Tictactoe => {
            let game = if is_empty {
                TicTacToe::default()
            } else {
                read(text)?
            };
            let name = game.to_string();
            let asked = Asked {
                name: &name,
                ..asked
            };
            if args.value {
                return value::of_three(|draws| game.with_draws(draws), &asked, out);
            }
            search::run(
                &game.with_draws(args.draws.unwrap_or_default()),
                &asked,
                out,
            )
        }
        GameName::Morris if is_empty => named(Morris::default(), asked, out),
        GameName::Morris => named(read::<Morris>(text)?, asked, out),
        GameName::Giveaway => named(read::<GiveAway>(text)?, asked, out),
        GameName::Chess => named(read::<Chess>(text)?, asked, out),
        GameName::Domineering => {
            let position: Position = read(text)?;
            let position = position.with_tile(args.tile.unwrap_or(Tile::DOMINO));
            let players = match (args.first, position.to_move) {
                (None, None) => vec![Player::Vertical],
                (asked, to_move) => Side::players(asked, to_move),
            };
            if players.len() > 1 && has_files(args) {
                fail!(
                    "--first both: --state, --draw, --plot, --proof and --check are for one \
                               search"
                );
            }
            for first in players {
                let name = format!("{} {}", position.board.name(), first.letter());
                let asked = Asked {
                    name: &name,
                    first: Some(first),
                    ..asked
                };
                if args.value {
                    value::of_domineering(&position, first, &asked, out)?;
                    continue;
                }
                let leaves = args.leaves.unwrap_or_default();
                let game = Domineering::new(&position.board, position.tile, first, leaves);
                search::run(&game, &asked, out)?;
            }
            Ok(())
        }
        GameName::Graph => {
            let file = fs::read_to_string(text).at(text)?;
            answer_graph(file.parse::<Explicit>().at(text)?, &asked, out)
        }
    }
}

/// Searches a position that is printed as it was read.
fn named(
    game: impl AnyGame + Display,
    asked: Asked<'_>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let name = game.to_string();
    search::run(
        &game,
        &Asked {
            name: &name,
            ..asked
        },
        out,
    )
}

fn read<T: FromStr<Err: Display>>(text: &str) -> Result<T, Failure> {
    let read = text.parse();
    read.map_err(|error| failure!("POSITION: {error}"))
}

/// Answers for one graph.
fn answer_graph(game: Explicit, asked: &Asked<'_>, out: &mut impl Write) -> Result<(), Failure> {
    let Asked { args, name, .. } = asked;
    let game = game.with_draws(args.draws.unwrap_or_default());
    if args.expand_all {
        return statics::print(&game, asked, out);
    }
    // An algorithm for graphs without cycles would count a repetition as lost on every path.
    if asked.options.algorithm == Algorithm::Dag
        && let Some(cycle) = game.cycle()
    {
        let names: Vec<&str> = cycle.iter().map(|&node| game.name(node)).collect();
        fail!(
            "{name}: --algorithm dag is for graphs without cycles, and here is one: {}; use dcg or df-pn",
            names.join(" ")
        );
    }
    if args.value {
        return value::of_three(|draws| game.clone().with_draws(draws), asked, out);
    }
    let is_inner = |wanted: &&String| {
        let node = game.find(wanted);
        node.is_some_and(|node| !game.children(node).is_empty())
    };
    if let Some(wanted) = args.expand.iter().find(|wanted| !is_inner(wanted)) {
        fail!("--expand: no node '{wanted}' with children in {name}");
    }
    search::run(&game, asked, out)
}
