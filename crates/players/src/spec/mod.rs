//! Players as text: `random`, `ordering:depth=2`, `perfect:budget=500ms`.

mod decimal;
mod kind;
mod settings;

use std::fmt;
use std::str::FromStr;

use crosscram_rules::{Board, Move, Player, Tile};

use crate::bots::{Bot, Design, Formula, Judged, Use, value};
use crate::contestant::{Contestant, Turn};
use crate::cover::CoverPlayer;
use crate::levels::{Level, LevelPlayer};
use crate::perfect::{Budget, Perfect};
use crate::random_player::RandomPlayer;
use crate::thermal::{Strategy, Thermal};

pub use decimal::Decimal;
pub use kind::Kind;
pub use settings::{Key, Settings};

/// A kind of player with all its settings. Reads and prints as text.
///
/// ```
/// use crosscram_players::Spec;
///
/// let spec: Spec = "Random".parse()?;
/// assert_eq!(spec.to_string(), "random");
/// let error = "random:depth=2".parse::<Spec>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "player 'random:depth=2', character 8: random has nothing to set",
/// );
/// # Ok::<(), crosscram_players::SpecError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Spec {
    kind: Kind,
    settings: Settings,
}

impl Spec {
    /// A player of this kind with default settings.
    pub fn new(kind: Kind) -> Spec {
        Spec {
            kind,
            settings: kind.defaults(),
        }
    }

    /// The player of a level.
    pub fn level(level: Level) -> Spec {
        let mut spec = Spec::new(Kind::Level);
        spec.settings.level = level;
        spec
    }

    /// The kind.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The same player with one setting changed.
    pub fn with(&self, key: Key, value: &str) -> Result<Spec, SpecError> {
        format!("{}{}{}={value}", self, self.next_separator(), key.name()).parse()
    }

    fn next_separator(&self) -> char {
        if self.to_string().contains(':') {
            ','
        } else {
            ':'
        }
    }

    /// Makes the player.
    pub fn build(&self) -> Box<dyn Contestant> {
        let name = self.to_string();
        match (self.design(), self.kind) {
            (Some(design), _) => Box::new(Bot::new(name, design)),
            (None, Kind::Perfect) => {
                let budget = Budget {
                    time: self.settings.budget,
                    nodes: self.settings.nodes,
                };
                let quick = Spec::new(Kind::Ordering);
                let mut slow = quick.clone();
                slow.settings.depth = 3;
                Box::new(Perfect::new(name, budget, [&slow, &quick]))
            }
            (None, Kind::Hotstrat | Kind::Sentestrat) => {
                let strategy = match self.kind {
                    Kind::Hotstrat => Strategy::Hotstrat,
                    _ => Strategy::Sentestrat,
                };
                let adviser = Spec::new(Kind::Values);
                Box::new(Thermal::new(name, strategy, self.settings.cells, &adviser))
            }
            (None, Kind::Level) => Box::new(LevelPlayer::new(name, self.settings.level)),
            (None, Kind::Cover) => Box::new(CoverPlayer::new(name)),
            (None, _) => Box::new(RandomPlayer::new()),
        }
    }

    /// The evaluation function that the player uses, if any.
    fn formula(&self) -> Option<Formula> {
        Some(match self.kind {
            Kind::Random
            | Kind::Hotstrat
            | Kind::Sentestrat
            | Kind::Cover
            | Kind::Perfect
            | Kind::Level => {
                return None;
            }
            Kind::Regions => Formula::Regions(Use::Winners),
            Kind::Distance => Formula::Regions(Use::Distances),
            Kind::Values => Formula::Regions(Use::Values),
            Kind::Ordering => Formula::Ordering,
            Kind::TotalVote => Formula::TotalVote,
            Kind::Majority => Formula::Majority,
            Kind::Proportional => Formula::Proportional,
            Kind::ProportionalOverlap => Formula::ProportionalOverlap,
            Kind::ProportionalSubgameOnly => Formula::ProportionalSubgameOnly,
            Kind::ProportionalAbsolute
            | Kind::ProportionalAbsoluteSwap
            | Kind::ProportionalAbsoluteRandom
            | Kind::OrderedAbsoluteSwap => Formula::Absolute,
            Kind::OrderingAbsoluteSwap => Formula::Mixed,
        })
    }

    /// What a bot needs beside its evaluation function.
    pub(crate) fn design(&self) -> Option<Design> {
        let settings = &self.settings;
        let has = |key: Key| self.kind.keys().contains(&key);
        let threshold_if = |condition: bool| match condition {
            true => settings.threshold,
            false => Decimal::default(),
        };
        Some(Design {
            formula: self.formula()?,
            settings: *settings,
            lambda: has(Key::Lambda) && settings.lambda,
            ordered: self.kind == Kind::OrderedAbsoluteSwap,
            swap: threshold_if(has(Key::Ties)),
            stray: threshold_if(has(Key::Threshold) && !has(Key::Ties)),
        })
    }

    /// Returns whether the player has an evaluation function, so that positions have scores.
    pub fn has_evaluation(&self) -> bool {
        self.formula().is_some()
    }

    /// The score of each move of `side` at the player's search depth, without its random part, in the
    /// order in which they are tried; `None` for players without an evaluation function.
    pub fn judge(&self, board: &Board, tile: Tile, side: Player) -> Option<Vec<Judged>> {
        Some(self.design()?.judge(board, tile, side))
    }

    /// The move that the player's search chooses, with the number of positions that it visits; `None` for
    /// players without an evaluation function.
    ///
    /// # Panics
    ///
    /// If there is no move.
    pub fn search(&self, turn: &Turn<'_>, seed: u64) -> Option<(Move, u64)> {
        let mut bot = Bot::new(self.to_string(), self.design()?);
        let begun = bot.begin(turn.game, turn.side, seed);
        begun.expect("a bot is always ready");
        Some(bot.search(turn))
    }

    /// Evaluates `board` by the player's evaluation function, without its random part, if `first`
    /// begins in every rectangle; `None` for players without one.
    ///
    /// ```
    /// use crosscram_players::Spec;
    /// use crosscram_rules::{Board, Player::*, Tile};
    ///
    /// // The paper's Figure 1.
    /// let board: Board = "##....|##....|......|......|....##|......".parse()?;
    /// let bot: Spec = "MajorityBot".parse()?;
    /// assert_eq!(bot.evaluate(&board, Tile::DOMINO, Vertical, Vertical), Some(26.0));
    /// assert_eq!(bot.evaluate(&board, Tile::DOMINO, Horizontal, Horizontal), Some(30.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn evaluate(
        &self,
        board: &Board,
        tile: Tile,
        evaluator: Player,
        first: Player,
    ) -> Option<f64> {
        let formula = self.formula()?;
        let settings = self.settings;
        Some(value(board, tile, formula, settings, evaluator, first))
    }
}

impl fmt::Display for Spec {
    /// Writes only what differs from the defaults, always in the same order: equal players have
    /// equal names.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let defaults = self.kind.defaults();
        let mut text = self.kind.name().to_string();
        for &key in self.kind.keys() {
            let value = self.settings.get(key);
            if value != defaults.get(key) {
                text.push(if text.contains(':') { ',' } else { ':' });
                match key {
                    // A level is known by its number: level:3.
                    Key::Number => text.push_str(&value),
                    _ => text.push_str(&format!("{}={value}", key.name())),
                }
            }
        }
        f.pad(&text)
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Spec, SpecError> {
        let text = text.trim();
        let (name, settings) = match text.split_once(':') {
            Some((name, settings)) => (name, Some(settings)),
            None => (text, None),
        };
        let Some(kind) = Kind::parse(name) else {
            let known: Vec<_> = Kind::ALL.iter().map(|kind| kind.name()).collect();
            let problem = format!("unknown player (known: {})", known.join(", "));
            return Err(SpecError::new(text, text, problem));
        };
        let mut spec = Spec::new(kind);
        let mut seen: Vec<Key> = Vec::new();
        for setting in settings.into_iter().flat_map(|all| all.split(',')) {
            let error = |place: &str, problem: String| Err(SpecError::new(text, place, problem));
            let (name, value) = match setting.split_once('=') {
                Some(parts) => parts,
                None if kind == Kind::Level => (Key::Number.name(), setting),
                None => return error(setting, "expected a setting such as depth=2".to_string()),
            };
            let Some(&key) = kind.keys().iter().find(|key| key.name() == name) else {
                let known: Vec<_> = kind.keys().iter().map(|key| key.name()).collect();
                return error(
                    setting,
                    match known.is_empty() {
                        true => format!("{} has nothing to set", kind.name()),
                        false => format!("unknown setting '{name}' (known: {})", known.join(", ")),
                    },
                );
            };
            if seen.contains(&key) {
                return error(setting, format!("{name} is set twice"));
            }
            seen.push(key);
            if !spec.settings.set(key, value) {
                return error(value, format!("{name} is {}, not '{value}'", key.values()));
            }
        }
        Ok(spec)
    }
}

/// Why a text does not name a player: what is wrong, where, and what was expected instead.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("player '{text}', character {column}: {problem}")]
pub struct SpecError {
    /// The whole text.
    pub text: String,
    /// Where the fault begins, counted in characters from 1.
    pub column: usize,
    /// What is wrong there.
    pub problem: String,
}

impl SpecError {
    /// `place` is a part of `text`.
    fn new(text: &str, place: &str, problem: String) -> SpecError {
        let offset = place.as_ptr() as usize - text.as_ptr() as usize;
        SpecError {
            text: text.to_string(),
            column: text[..offset].chars().count() + 1,
            problem,
        }
    }
}

/// The lines of a roster that name a player, with their numbers from 1: everything but empty
/// lines and comments, which begin with `#`.
///
/// ```
/// use crosscram_players::roster_lines;
///
/// let text = "# two players\nrandom\n\n  cmd:./mybot  # of a friend\n";
/// let lines: Vec<_> = roster_lines(text).collect();
/// assert_eq!(lines, [(2, "random"), (4, "cmd:./mybot")]);
/// ```
pub fn roster_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().enumerate();
    let lines = lines.map(|(i, line)| {
        // A comment begins the line or follows a blank, so that a command may contain '#'.
        let comment = line
            .find(" #")
            .or_else(|| line.starts_with('#').then_some(0));
        (i + 1, line[..comment.unwrap_or(line.len())].trim())
    });
    lines.filter(|(_, line)| !line.is_empty())
}

#[cfg(test)]
mod tests;
