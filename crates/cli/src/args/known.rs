//! Values of which shell completions know the common ones, though others are valid too.

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command, Error};
use crosscram_players::{Kind, Level, Spec};
use std::ffi::OsStr;
use std::fmt::Display;
use std::str::FromStr;

/// Reads with `read`; completions offer `names`. The argument should hide its possible values, which are not all.
#[derive(Clone)]
pub(crate) struct Known<T> {
    read: fn(&str) -> Result<T, String>,
    names: fn() -> Vec<&'static str>,
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Known<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<T, Error> {
        self.read.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names = (self.names)().into_iter();
        Some(Box::new(names.map(PossibleValue::new)))
    }
}

/// A player: completions offer those with default settings, and the levels.
pub(crate) fn player<T: FromStr<Err: Display>>() -> Known<T> {
    Known {
        read: |text| text.parse().map_err(|error: T::Err| error.to_string()),
        names: players,
    }
}

/// A player with an evaluation function.
pub(crate) fn evaluating_player<T>(read: fn(&str) -> Result<T, String>) -> Known<T> {
    let names = || {
        let mut names = players();
        names.retain(|name| name.parse::<Spec>().is_ok_and(|spec| spec.has_evaluation()));
        names
    };
    Known { read, names }
}

/// A level.
pub(crate) fn level(read: fn(&str) -> Result<Level, String>) -> Known<Level> {
    Known {
        read,
        names: || vec!["1", "2", "3", "4", "5"],
    }
}

fn players() -> Vec<&'static str> {
    let kinds = Kind::ALL.iter().filter(|&&kind| kind != Kind::Level);
    let mut names: Vec<&'static str> = kinds.map(|kind| kind.name()).collect();
    // Shells split words at colons, but these are whole candidates.
    names.extend(["level:1", "level:2", "level:3", "level:4", "level:5"]);
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Everything that is offered is read.
    #[test]
    fn offers_are_valid() {
        for name in players() {
            assert!(name.parse::<Spec>().is_ok(), "{name}");
        }
        let names = (level(|_| Err(String::new())).names)();
        assert_eq!(names.len(), Level::ALL.len());
    }
}
