//! The values behind a player's name.

use std::time::Duration;

use super::decimal::Decimal;
use crate::bots::{Begins, Draws, Even, Listed, Penalty, Singles, Ties};
use crate::levels::Level;
use crosscram_support::counts;

/// Makes [`Key`] and [`Settings`] of one list: for each setting its key, name, field, type, default and values in words, how a value is
/// read and written, and what it is.
macro_rules! settings {
    ($($key:ident, $name:literal, $field:ident: $type:ty = $default:expr, $values:literal, $read:expr, $write:expr, $doc:literal;)+) => {
        /// A setting.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[non_exhaustive]
        pub enum Key {
            $(#[doc = $doc] $key,)+
        }

        impl Key {
            /// The name in texts such as `ordering:depth=2`.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Key::$key => $name,)+
                }
            }

            /// The values it may have, in words.
            pub const fn values(self) -> &'static str {
                match self {
                    $(Key::$key => $values,)+
                }
            }
        }

        /// The settings of all kinds of players together.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[non_exhaustive]
        pub struct Settings {
            $(#[doc = $doc] pub $field: $type,)+
        }

        impl Default for Settings {
            fn default() -> Settings {
                Settings {
                    $($field: $default,)+
                }
            }
        }

        impl Settings {
            /// Sets `key` to the value that `text` names. Returns whether the value is valid.
            pub(super) fn set(&mut self, key: Key, text: &str) -> bool {
                match key {
                    $(Key::$key => assign(&mut self.$field, text, $read),)+
                }
            }

            /// The value of `key`, as text that `Settings::set` reads.
            pub fn get(&self, key: Key) -> String {
                match key {
                    $(Key::$key => written(&self.$field, $write),)+
                }
            }
        }
    };
}

settings! {
    Depth, "depth", depth: u32 = 1, "a number from 1 to 64",
        |text| whole(text, 1, 64), u32::to_string,
        "How many moves ahead positions are evaluated.";
    Gamma, "gamma", gamma: Decimal = Decimal::whole(1), "a decimal from -1000 to 1000 with at most three places",
        Decimal::parse, Decimal::to_string,
        "The weight of rectangles one cell long or wide.";
    Threshold, "threshold", threshold: Decimal = Decimal::from_thousandths(50), "a chance from 0 to 1 with at most three places",
        chance, Decimal::to_string,
        "How likely a random or an equally good move is played.";
    AbsoluteWeight, "absolute-weight", absolute_weight: Decimal = Decimal::whole(1), "a decimal from -1000 to 1000 with at most three places",
        Decimal::parse, Decimal::to_string,
        "The weight of the score by votes.";
    OrderingWeight, "ordering-weight", ordering_weight: Decimal = Decimal::whole(5), "a decimal from -1000 to 1000 with at most three places",
        Decimal::parse, Decimal::to_string,
        "The weight of the score by real and safe moves.";
    Lambda, "lambda", lambda: bool = true, "on or off",
        switch, |on| if *on { "on" } else { "off" }.to_string(),
        "Whether a random part of one is added to evaluations.";
    Begins, "begins", begins: Begins = Begins::default(), "mover or evaluator",
        Begins::named, Begins::to_string,
        "Who is taken to begin in each rectangle.";
    Singles, "singles", singles: Singles = Singles::default(), "second or nobody",
        Singles::named, Singles::to_string,
        "How a rectangle votes in which neither player can move.";
    Penalty, "penalty", penalty: Penalty = Penalty::default(), "subtracted or added",
        Penalty::named, Penalty::to_string,
        "What is done with the penalty for overlap.";
    Draws, "draws", draws: Draws = Draws::default(), "won or nothing",
        Draws::named, Draws::to_string,
        "What a cell with as many won as lost rectangles counts.";
    Even, "even", even: Even = Even::default(), "plain, negated or last-mover",
        Even::named, Even::to_string,
        "What evaluations of even depths are taken for.";
    Ties, "ties", ties: Ties = Ties::default(), "exact or bound",
        Ties::named, Ties::to_string,
        "Which moves count as equally good.";
    Listed, "listed", listed: Listed = Listed::default(), "rows or columns",
        Listed::named, Listed::to_string,
        "The order in which moves are listed.";
    Cells, "cells", cells: u32 = 16, "a number from 0 to 24",
        |text| whole(text, 0, 24), u32::to_string,
        "The maximum number of cells of regions that are known exactly.";
    Budget, "budget", budget: Duration = Duration::from_secs(1), "a time such as 500ms or 2s, from 1ms to 3600s",
        duration, written_time,
        "Time for a move.";
    Nodes, "nodes", nodes: Option<u64> = None, "a number of nodes such as 100000 or 100k, or any",
        nodes, |nodes| nodes.map_or("any".to_string(), |nodes| nodes.to_string()),
        "Nodes of the solver for a move, if they are limited.";
    Number, "number", level: Level = Level::ALL[1], "a level from 1 to 5",
        |text| text.parse().ok().and_then(Level::new), |level| level.number().to_string(),
        "The level, by its number.";
}

/// Stores the value of a text, if it has one. Returns whether it has.
fn assign<T>(place: &mut T, text: &str, read: impl FnOnce(&str) -> Option<T>) -> bool {
    read(text).map(|value| *place = value).is_some()
}

fn written<T>(value: &T, write: impl FnOnce(&T) -> String) -> String {
    write(value)
}

fn whole(text: &str, least: u32, most: u32) -> Option<u32> {
    let number: u32 = text.parse().ok()?;
    (least..=most).contains(&number).then_some(number)
}

/// Reads whole milliseconds or seconds, from a millisecond to an hour.
fn duration(text: &str) -> Option<Duration> {
    let number = |digits: &str| digits.parse::<u64>().ok();
    let millis = match text.strip_suffix("ms") {
        Some(digits) => number(digits)?,
        None => number(text.strip_suffix('s')?)?.checked_mul(1_000)?,
    };
    (1..=3_600_000)
        .contains(&millis)
        .then(|| Duration::from_millis(millis))
}

fn written_time(time: &Duration) -> String {
    match time.as_millis() {
        millis if millis % 1_000 == 0 => format!("{}s", millis / 1_000),
        millis => format!("{millis}ms"),
    }
}

/// Reads a number of nodes with an optional unit, or `any`.
fn nodes(text: &str) -> Option<Option<u64>> {
    match text {
        "any" => Some(None),
        text => counts::nodes(text).ok().filter(|&n| n > 0).map(Some),
    }
}

fn chance(text: &str) -> Option<Decimal> {
    Decimal::parse(text).filter(|chance| (0..=Decimal::UNIT).contains(&chance.thousandths()))
}

fn switch(text: &str) -> Option<bool> {
    match text {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    }
}
