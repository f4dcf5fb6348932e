//! A position played together with coupons.

use crate::text;
use crosscram_rules::{Dyadic, Player};
use crosscram_values::positions::CouponGame;
use std::io::{self, Write};

/// The coupons: the first, and how much less each of the next is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Coupons {
    pub(crate) first: Dyadic,
    pub(crate) step: Dyadic,
}

/// The maximum number of coupons; more take long to play and are too many to read.
const MOST: i64 = 10_000;

impl Coupons {
    /// Reads `2:1/8`; without a step, it is an eighth.
    pub(crate) fn parse(text: &str) -> Result<Coupons, String> {
        let (first, step) = text.split_once(':').unwrap_or((text, "1/8"));
        let number = |text: &str| {
            let number = text.trim().parse::<Dyadic>();
            number.map_err(|error| error.to_string())
        };
        let (first, step) = (number(first)?, number(step)?);
        if step <= Dyadic::ZERO || first < step {
            return Err("the first coupon must be at least the step, and the step positive".into());
        }
        match first.units() / step.units() {
            count if count > MOST => Err(format!("{count} coupons; at most {MOST}")),
            _ => Ok(Coupons { first, step }),
        }
    }
}

/// Prints a play with coupons in which `first` begins.
pub(super) fn print(out: &mut impl Write, first: Player, game: &CouponGame) -> io::Result<()> {
    let gain = game.score.minus(game.coupons_alone);
    let gain = gain.map_or("too much".to_string(), |gain| gain.to_string());
    writeln!(
        out,
        "    with coupons: {first} begins, Vertical ends with {}, that is {gain} by the position",
        game.score
    )?;
    let turns: Vec<String> = game.turns.iter().map(ToString::to_string).collect();
    text::paragraph(out, "      ", &turns.join(" "), 78)
}
