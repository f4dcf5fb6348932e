//! The values behind a player's name.

/// Something that can be set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Key {
    /// How many moves ahead positions are evaluated.
    Depth,
}

impl Key {
    /// The name in texts such as `ordering:depth=2`.
    pub const fn name(self) -> &'static str {
        match self {
            Key::Depth => "depth",
        }
    }

    /// Which values it may have, in words.
    pub const fn values(self) -> &'static str {
        match self {
            Key::Depth => "a number from 1 to 64",
        }
    }
}

/// Everything that can be set, for all kinds of players together.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Settings {
    /// How many moves ahead positions are evaluated.
    pub depth: u32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { depth: 1 }
    }
}

impl Settings {
    /// Set `key` to the value that `text` names; whether there is such a value.
    pub(super) fn set(&mut self, key: Key, text: &str) -> bool {
        match key {
            Key::Depth => assign(&mut self.depth, whole(text, 1, 64)),
        }
    }

    /// The value of `key` as text that [`Settings::set`] reads.
    pub fn get(&self, key: Key) -> String {
        match key {
            Key::Depth => self.depth.to_string(),
        }
    }
}

fn assign<T>(place: &mut T, value: Option<T>) -> bool {
    match value {
        Some(value) => {
            *place = value;
            true
        }
        None => false,
    }
}

fn whole(text: &str, least: u32, most: u32) -> Option<u32> {
    let number: u32 = text.parse().ok()?;
    (least..=most).contains(&number).then_some(number)
}
