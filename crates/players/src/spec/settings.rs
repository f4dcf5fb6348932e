//! The values behind a player's name.

use std::time::Duration;

use super::decimal::Decimal;
use crate::bots::{Begins, Draws, Even, Listed, Penalty, Singles, Ties};
use crate::levels::Level;

/// A setting.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Key {
    /// How many moves ahead positions are evaluated.
    Depth,
    /// The weight of rectangles one cell long or wide.
    Gamma,
    /// How likely a random or an equally good move is played.
    Threshold,
    /// The weight of the score by votes.
    AbsoluteWeight,
    /// The weight of the score by real and safe moves.
    OrderingWeight,
    /// Whether a random part of one is added to evaluations.
    Lambda,
    /// Who is taken to begin in each rectangle.
    Begins,
    /// How a rectangle votes in which nobody can move.
    Singles,
    /// What is done with the penalty for overlap.
    Penalty,
    /// What a cell with as many won as lost rectangles counts.
    Draws,
    /// What evaluations of even depths are taken for.
    Even,
    /// Which moves count as equally good.
    Ties,
    /// The order in which moves are listed.
    Listed,
    /// The maximum number of cells of regions that are known exactly.
    Cells,
    /// Time for a move.
    Budget,
    /// Nodes of the solver for a move.
    Nodes,
    /// The number of a level.
    Number,
}

impl Key {
    /// The name in texts such as `ordering:depth=2`.
    pub const fn name(self) -> &'static str {
        match self {
            Key::Depth => "depth",
            Key::Gamma => "gamma",
            Key::Threshold => "threshold",
            Key::AbsoluteWeight => "absolute-weight",
            Key::OrderingWeight => "ordering-weight",
            Key::Lambda => "lambda",
            Key::Begins => "begins",
            Key::Singles => "singles",
            Key::Penalty => "penalty",
            Key::Draws => "draws",
            Key::Even => "even",
            Key::Ties => "ties",
            Key::Listed => "listed",
            Key::Cells => "cells",
            Key::Budget => "budget",
            Key::Nodes => "nodes",
            Key::Number => "number",
        }
    }

    /// The values it may have, in words.
    pub const fn values(self) -> &'static str {
        match self {
            Key::Depth => "a number from 1 to 64",
            Key::Gamma | Key::AbsoluteWeight | Key::OrderingWeight => {
                "a decimal from -1000 to 1000 with at most three places"
            }
            Key::Threshold => "a chance from 0 to 1 with at most three places",
            Key::Lambda => "on or off",
            Key::Begins => "mover or evaluator",
            Key::Singles => "second or nobody",
            Key::Penalty => "subtracted or added",
            Key::Draws => "won or nothing",
            Key::Even => "plain, negated or last-mover",
            Key::Ties => "exact or bound",
            Key::Listed => "rows or columns",
            Key::Cells => "a number from 0 to 24",
            Key::Budget => "a time such as 500ms or 2s, from 1ms to 3600s",
            Key::Nodes => "a number of nodes such as 100000 or 100k, or any",
            Key::Number => "a level from 1 to 5",
        }
    }
}

/// The settings of all kinds of players together.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Settings {
    /// How many moves ahead positions are evaluated.
    pub depth: u32,
    /// The weight of rectangles one cell long or wide.
    pub gamma: Decimal,
    /// How likely a random or an equally good move is played.
    pub threshold: Decimal,
    /// The weight of the score by votes.
    pub absolute_weight: Decimal,
    /// The weight of the score by real and safe moves.
    pub ordering_weight: Decimal,
    /// Whether a random part of one is added to evaluations.
    pub lambda: bool,
    /// Who is taken to begin in each rectangle.
    pub begins: Begins,
    /// How a rectangle votes in which nobody can move.
    pub singles: Singles,
    /// What is done with the penalty for overlap.
    pub penalty: Penalty,
    /// What a cell with as many won as lost rectangles counts.
    pub draws: Draws,
    /// What evaluations of even depths are taken for.
    pub even: Even,
    /// Which moves count as equally good.
    pub ties: Ties,
    /// The order in which moves are listed.
    pub listed: Listed,
    /// The maximum number of cells of regions that are known exactly.
    pub cells: u32,
    /// Time for a move.
    pub budget: Duration,
    /// Nodes of the solver for a move, if they are limited.
    pub nodes: Option<u64>,
    /// The level.
    pub level: Level,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            depth: 1,
            gamma: Decimal::whole(1),
            threshold: Decimal::from_thousandths(50),
            absolute_weight: Decimal::whole(1),
            ordering_weight: Decimal::whole(5),
            lambda: true,
            begins: Begins::default(),
            singles: Singles::default(),
            penalty: Penalty::default(),
            draws: Draws::default(),
            even: Even::default(),
            ties: Ties::default(),
            listed: Listed::default(),
            cells: 16,
            budget: Duration::from_secs(1),
            nodes: None,
            level: Level::ALL[1],
        }
    }
}

const SWITCH: [(&str, bool); 2] = [("on", true), ("off", false)];
const BEGINS: [(&str, Begins); 2] = [("mover", Begins::Mover), ("evaluator", Begins::Evaluator)];
const SINGLES: [(&str, Singles); 2] = [("second", Singles::Second), ("nobody", Singles::Nobody)];
const PENALTY: [(&str, Penalty); 2] = [
    ("subtracted", Penalty::Subtracted),
    ("added", Penalty::Added),
];
const DRAWS: [(&str, Draws); 2] = [("won", Draws::Won), ("nothing", Draws::Nothing)];
const EVEN: [(&str, Even); 3] = [
    ("plain", Even::Plain),
    ("negated", Even::Negated),
    ("last-mover", Even::LastMover),
];
const TIES: [(&str, Ties); 2] = [("exact", Ties::Exact), ("bound", Ties::Bound)];
const LISTED: [(&str, Listed); 2] = [("rows", Listed::Rows), ("columns", Listed::Columns)];

impl Settings {
    /// Sets `key` to the value that `text` names. Returns whether the value is valid.
    pub(super) fn set(&mut self, key: Key, text: &str) -> bool {
        let weight = || Decimal::parse(text);
        match key {
            Key::Depth => assign(&mut self.depth, whole(text, 1, 64)),
            Key::Gamma => assign(&mut self.gamma, weight()),
            Key::Threshold => assign(&mut self.threshold, weight().filter(is_chance)),
            Key::AbsoluteWeight => assign(&mut self.absolute_weight, weight()),
            Key::OrderingWeight => assign(&mut self.ordering_weight, weight()),
            Key::Lambda => assign(&mut self.lambda, named(&SWITCH, text)),
            Key::Begins => assign(&mut self.begins, named(&BEGINS, text)),
            Key::Singles => assign(&mut self.singles, named(&SINGLES, text)),
            Key::Penalty => assign(&mut self.penalty, named(&PENALTY, text)),
            Key::Draws => assign(&mut self.draws, named(&DRAWS, text)),
            Key::Even => assign(&mut self.even, named(&EVEN, text)),
            Key::Ties => assign(&mut self.ties, named(&TIES, text)),
            Key::Listed => assign(&mut self.listed, named(&LISTED, text)),
            Key::Cells => assign(&mut self.cells, whole(text, 0, 24)),
            Key::Budget => assign(&mut self.budget, duration(text)),
            Key::Nodes => assign(&mut self.nodes, nodes(text)),
            Key::Number => assign(&mut self.level, text.parse().ok().and_then(Level::new)),
        }
    }

    /// The value of `key`, as text that `Settings::set` reads.
    pub fn get(&self, key: Key) -> String {
        match key {
            Key::Depth => self.depth.to_string(),
            Key::Gamma => self.gamma.to_string(),
            Key::Threshold => self.threshold.to_string(),
            Key::AbsoluteWeight => self.absolute_weight.to_string(),
            Key::OrderingWeight => self.ordering_weight.to_string(),
            Key::Lambda => name_of(&SWITCH, self.lambda),
            Key::Begins => name_of(&BEGINS, self.begins),
            Key::Singles => name_of(&SINGLES, self.singles),
            Key::Penalty => name_of(&PENALTY, self.penalty),
            Key::Draws => name_of(&DRAWS, self.draws),
            Key::Even => name_of(&EVEN, self.even),
            Key::Ties => name_of(&TIES, self.ties),
            Key::Listed => name_of(&LISTED, self.listed),
            Key::Cells => self.cells.to_string(),
            Key::Budget => match self.budget.as_millis() {
                millis if millis % 1_000 == 0 => format!("{}s", millis / 1_000),
                millis => format!("{millis}ms"),
            },
            Key::Nodes => self
                .nodes
                .map_or("any".to_string(), |nodes| nodes.to_string()),
            Key::Number => self.level.number().to_string(),
        }
    }
}

/// Stores `value`, if there is one. Returns whether there was.
fn assign<T>(place: &mut T, value: Option<T>) -> bool {
    let found = value.is_some();
    if let Some(value) = value {
        *place = value;
    }
    found
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

/// Reads a number of nodes with an optional unit, or `any`.
fn nodes(text: &str) -> Option<Option<u64>> {
    if text == "any" {
        return Some(None);
    }
    let (digits, factor) = match text.char_indices().last()? {
        (end, 'k') => (&text[..end], 1_000),
        (end, 'M') => (&text[..end], 1_000_000),
        _ => (text, 1),
    };
    let nodes = digits.parse::<u64>().ok()?.checked_mul(factor)?;
    (nodes > 0).then_some(Some(nodes))
}

fn is_chance(decimal: &Decimal) -> bool {
    (0..=Decimal::UNIT).contains(&decimal.thousandths())
}

fn named<T: Copy>(names: &[(&str, T)], text: &str) -> Option<T> {
    let found = names.iter().find(|(name, _)| *name == text);
    found.map(|&(_, value)| value)
}

fn name_of<T: PartialEq>(names: &[(&str, T)], value: T) -> String {
    let found = names.iter().find(|(_, other)| *other == value);
    found.map_or_else(String::new, |(name, _)| name.to_string())
}
