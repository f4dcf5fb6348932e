//! Games with more than two values, by several searches.

use super::search::answer;
use super::{Asked, output};
use crate::failure::Failure;
use crate::text;
use crosscram_pn::games::{Domineering, Draws};
use crosscram_pn::{AnyGame, Proven, Valued};
use crosscram_rules::{Player, Position};
use std::io::Write;

/// -1 loss, 0 draw, 1 win of the max player.
pub(super) fn of_three<G: AnyGame>(
    with_draws: impl Fn(Draws) -> G,
    asked: &Asked<'_>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let valued = Valued::search(-1..=1, |at_least| {
        let draws = if at_least == 1 {
            Draws::Lose
        } else {
            Draws::Win
        };
        answer(&with_draws(draws), asked)
    })?;
    let found = valued.value.map(|value| match value {
        -1 => "loss".to_string(),
        0 => "draw".to_string(),
        _ => "win".to_string(),
    });
    print(asked, valued, found, out)
}

/// The maximum number of spare moves of the opponent with which the first player still wins; negative if
/// the first player needs spare moves.
pub(super) fn of_domineering(
    position: &Position,
    first: Player,
    asked: &Asked<'_>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    // Neither player can make more moves on the board than this, so one more spare move decides.
    let most = (position.board.area() as u32 / position.tile.length() + 1) as i32;
    let leaves = asked.args.leaves.unwrap_or_default();
    let valued = Valued::search(-most..=most, |at_least| {
        let player = match at_least > 0 {
            true => first.opponent(),
            false => first,
        };
        let spare = u8::try_from(at_least.unsigned_abs()).unwrap_or(u8::MAX);
        let game = Domineering::new(&position.board, position.tile, first, leaves)
            .with_spare_moves(player, spare);
        answer(&game, asked)
    })?;
    let found = valued.value.map(|value| match value {
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
    print(asked, valued, found, out)
}

fn print(
    asked: &Asked<'_>,
    valued: Valued,
    found: Option<String>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    if asked.args.json {
        let is_won = valued.value.map(|value| Proven::from(value >= 0));
        output::write(asked, is_won, valued, out)?;
    } else {
        let found = found.unwrap_or_else(|| "not solved".to_string());
        writeln!(out, "{}: {found}", asked.name)?;
        writeln!(
            out,
            "  {}: {} in {} searches",
            asked.options.algorithm,
            text::plural(valued.nodes, "node"),
            valued.searches
        )?;
    }
    asked.watch.ended()
}
