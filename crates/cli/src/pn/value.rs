//! Games with more than two values, by several searches.

use super::observe::Looking;
use super::search::{Played, answer};
use crate::args::PnArgs;
use crate::failure::Failure;
use crate::input;
use crate::json::{self, SCHEMA};
use crate::text;
use crate::watch::Watch;
use crosscram_pn::games::{Domineering, Draws, Explicit, TicTacToe};
use crosscram_pn::{Report, bisect};
use crosscram_rules::{Player, Position};
use serde::Serialize;
use std::io::Write;

#[derive(Serialize)]
struct Object<'a> {
    schema: u32,
    game: &'static str,
    position: &'a str,
    algorithm: &'static str,
    /// Unknown if a search did not end.
    value: Option<i32>,
    searches: u64,
    nodes: u64,
}

/// The total cost of the searches, and the first failure among them.
#[derive(Default)]
struct Tally {
    searches: u64,
    nodes: u64,
    failure: Option<Failure>,
}

impl Tally {
    /// Adds a search. Returns whether its answer was yes.
    fn add(&mut self, report: Result<Report, Failure>) -> Option<bool> {
        match report {
            Ok(report) => {
                self.searches += 1;
                self.nodes += report.statistics.nodes;
                report.is_win()
            }
            Err(failure) => {
                self.failure = Some(failure);
                None
            }
        }
    }
}

/// The value of a position of Tic-tac-toe.
pub(super) fn of_tic_tac_toe(
    game: &TicTacToe,
    args: &PnArgs,
    watch: &Watch,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let with_draws = |draws| game.with_draws(draws);
    of_three(&game.to_string(), with_draws, args, watch, out)
}

/// The value of the root of a graph with draws.
pub(super) fn of_graph(
    game: &Explicit,
    name: &str,
    args: &PnArgs,
    watch: &Watch,
    out: &mut impl Write,
) -> Result<(), Failure> {
    of_three(
        name,
        |draws| game.clone().with_draws(draws),
        args,
        watch,
        out,
    )
}

/// -1 loss, 0 draw, 1 win of the max player.
fn of_three<G: Played>(
    name: &str,
    with_draws: impl Fn(Draws) -> G,
    args: &PnArgs,
    watch: &Watch,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let mut tally = Tally::default();
    let value = bisect(-1..=1, |at_least| {
        let draws = if at_least == 1 {
            Draws::Lose
        } else {
            Draws::Win
        };
        let mut looking = Looking::new(watch, args.quiet.quiet, args.up_to, None);
        tally.add(answer(&with_draws(draws), args, &mut looking))
    });
    let found = value.map(|value| match value {
        -1 => "loss".to_string(),
        0 => "draw".to_string(),
        _ => "win".to_string(),
    });
    print(args, name, value, found, tally, watch, out)
}

/// The maximum number of spare moves of the opponent with which the first player still wins; negative if
/// the first player needs spare moves.
pub(super) fn of_domineering(
    position: &Position,
    first: Player,
    args: &PnArgs,
    watch: &Watch,
    out: &mut impl Write,
) -> Result<(), Failure> {
    // Neither player can make more moves on the board than this, so one more spare move decides.
    let most = (position.board.area() as u32 / position.tile.length() + 1) as i32;
    let leaves = args.leaves();
    let mut tally = Tally::default();
    let value = bisect(-most..=most, |at_least| {
        let player = match at_least > 0 {
            true => first.opponent(),
            false => first,
        };
        let spare = u8::try_from(at_least.unsigned_abs()).unwrap_or(u8::MAX);
        let game = Domineering::new(&position.board, position.tile, first, leaves)
            .with_spare_moves(player, spare);
        let mut looking = Looking::new(watch, args.quiet.quiet, args.up_to, None);
        tally.add(answer(&game, args, &mut looking))
    });
    let found = value.map(|value| match value {
        0.. => format!(
            "{first} wins even if {} has {}",
            first.opponent(),
            text::plural(value as u64, "spare move")
        ),
        _ => format!(
            "{first} wins only with {}",
            text::plural(u64::from(value.unsigned_abs()), "spare move")
        ),
    });
    let name = format!("{} {}", input::name(&position.board), first.letter());
    print(args, &name, value, found, tally, watch, out)
}

fn print(
    args: &PnArgs,
    name: &str,
    value: Option<i32>,
    found: Option<String>,
    tally: Tally,
    watch: &Watch,
    out: &mut impl Write,
) -> Result<(), Failure> {
    if let Some(failure) = tally.failure {
        return Err(failure);
    }
    if args.json {
        let object = Object {
            schema: SCHEMA,
            game: args.game.name(),
            position: name,
            algorithm: args.algorithm.name(),
            value,
            searches: tally.searches,
            nodes: tally.nodes,
        };
        json::write(out, &object)?;
    } else {
        let found = found.unwrap_or_else(|| "not solved".to_string());
        writeln!(out, "{name}: {found}")?;
        writeln!(
            out,
            "  {}: {} in {} searches",
            args.algorithm.name(),
            text::plural(tally.nodes, "node"),
            tally.searches
        )?;
    }
    match watch.is_stopped() {
        true => Err(Failure::Interrupted),
        false => Ok(()),
    }
}
