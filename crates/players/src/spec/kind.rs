//! Which players there are and what can be set.

use super::settings::{Key, Settings};

/// One kind of player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Kind {
    /// Any move.
    Random,
}

impl Kind {
    /// All kinds, the weaker ones first as far as that can be said.
    pub const ALL: &'static [Kind] = &[Kind::Random];

    /// The name in texts such as `ordering:depth=2`.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Random => "random",
        }
    }

    /// What it does, in a line.
    pub const fn summary(self) -> &'static str {
        match self {
            Kind::Random => "any legal move, all equally likely",
        }
    }

    /// What can be set, in the order in which it is printed.
    pub const fn keys(self) -> &'static [Key] {
        match self {
            Kind::Random => &[],
        }
    }

    /// What holds if nothing is set.
    pub fn defaults(self) -> Settings {
        Settings::default()
    }

    /// The kind that `text` names. Capitals, dashes and a final `bot` do not matter, so that the
    /// names of van Daalen's paper are understood.
    pub fn parse(text: &str) -> Option<Kind> {
        let plain = |text: &str| text.replace(['-', '_'], "").to_ascii_lowercase();
        let wanted = plain(text);
        let wanted = wanted.strip_suffix("bot").unwrap_or(&wanted);
        let mut kinds = Kind::ALL.iter().copied();
        kinds.find(|kind| plain(kind.name()) == wanted)
    }
}
