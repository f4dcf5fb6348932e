//! A position played together with coupons.

use crosscram_rules::{Board, Dyadic, Player};
use crosscram_values::games::GameError;
use crosscram_values::positions::{CouponTurn, PositionValues};
use serde::{Serialize, Serializer};
use std::io::{self, Write};

/// The coupons: the first, and how much less each of the next is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Coupons {
    first: Dyadic,
    step: Dyadic,
}

/// The maximum number of coupons; more take long to play and nobody reads them.
const MOST: i64 = 10_000;

impl Coupons {
    /// The largest coupon.
    pub(crate) fn first(self) -> Dyadic {
        self.first
    }

    /// How much less each of the next is worth.
    pub(crate) fn step(self) -> Dyadic {
        self.step
    }

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

/// One play with coupons.
#[derive(Debug, Serialize)]
pub(crate) struct CouponPlay {
    #[serde(serialize_with = "super::answer::letter")]
    first: Player,
    /// What Vertical has more than Horizontal at the end.
    #[serde(serialize_with = "as_text")]
    score: Dyadic,
    /// The same for the coupons without the position.
    #[serde(serialize_with = "as_text")]
    coupons_alone: Dyadic,
    turns: Vec<String>,
}

impl CouponPlay {
    /// Plays it.
    pub(super) fn new(
        values: &mut PositionValues,
        board: &Board,
        first: Player,
        coupons: Coupons,
    ) -> Result<CouponPlay, GameError> {
        let game = values.play_coupons(board, first, coupons.first, coupons.step)?;
        let turns = game.turns.iter().map(|turn| match turn {
            CouponTurn::Move(mov) => mov.to_string(),
            CouponTurn::Coupon(player, worth) => format!("{}:{worth}", player.letter()),
        });
        Ok(CouponPlay {
            first,
            score: game.score,
            coupons_alone: game.coupons_alone,
            turns: turns.collect(),
        })
    }

    /// Prints it for people.
    pub(super) fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let gain = self.score.minus(self.coupons_alone);
        let gain = gain.map_or("too much".to_string(), |gain| gain.to_string());
        writeln!(
            out,
            "    with coupons: {} begins, Vertical ends with {}, that is {gain} by the position",
            self.first, self.score
        )?;
        let mut line = String::from("     ");
        for turn in &self.turns {
            if line.len() + turn.len() > 78 {
                writeln!(out, "{line}")?;
                line = String::from("     ");
            }
            line += " ";
            line += turn;
        }
        writeln!(out, "{line}")
    }
}

fn as_text<S: Serializer>(number: &Dyadic, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(number)
}
