//! The engine's options, as the list of the library has them.

use crate::failure::Failure;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::Error;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use crosscram_rules::Tile;
use crosscram_search::{EngineName, EngineOption, OptionValue, Options};
use std::fmt::Debug;
use std::str::FromStr;

/// A parser of a choice of the library, with its names and what they are for help.
pub(crate) fn named<T>(names: &[(&'static str, &'static str)]) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err: Debug> + Clone + Send + Sync + 'static,
{
    let names = names.iter();
    let values = names.map(|(name, help)| PossibleValue::new(*name).help(*help));
    parsed(values.collect::<Vec<_>>().into())
}

/// The engine, and changes to its parts; without those that are unsound if a search is to prove something.
#[derive(Debug)]
pub(crate) struct SearchArgs<const SOUND: bool = false> {
    pub(crate) engine: EngineName,
    /// In the order of the list, with the text behind each.
    given: Vec<(&'static EngineOption, String)>,
}

impl<const SOUND: bool> SearchArgs<SOUND> {
    /// The options that the command line has. How many threads there are is for each command to say.
    fn list() -> impl Iterator<Item = &'static EngineOption> {
        let unsound = |option: &EngineOption| SOUND && option.name == "line_count";
        let all = EngineOption::ALL.iter();
        all.filter(move |option| option.name != "threads" && !unsound(option))
    }

    /// The engine's options with the given changes. An option that the engine does not have is an
    /// error; so is one that has no effect with this tile.
    pub(crate) fn options(&self, tile: Tile) -> Result<Options, Failure> {
        let mut options = self.engine.fitted();
        options.give(&self.given, tile).map_err(Failure::message)?;
        Ok(options)
    }

    /// Returns whether an option was given, by its name in the list.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.given.iter().any(|(option, _)| option.name == name)
    }
}

/// One option of the list for the command line.
fn arg(option: &'static EngineOption) -> Arg {
    let help = match option.only() {
        Some(engines) => format!("{} [only {engines}]", option.help),
        None => option.help.to_string(),
    };
    let same = EngineOption::ALL.iter().filter(|other| {
        // Of two ways to change the same only one can be given.
        other.name == option.name && other.flag != option.flag
    });
    let arg = plain_arg(option.flag, option.value, help, option.more)
        .conflicts_with_all(same.map(|other| other.flag));
    match option.flag {
        "table" => arg,
        _ => arg.help_heading("Parts of the engine"),
    }
}

/// An option of a list of the library.
pub(crate) fn plain_arg(flag: &'static str, value: OptionValue, help: String, more: &str) -> Arg {
    let mut arg = Arg::new(flag).long(flag);
    if !more.is_empty() {
        arg = arg.long_help(format!("{help}\n\n{more}"));
    }
    arg = arg.help(help);
    match value {
        OptionValue::Switch(_) => arg.action(ArgAction::SetTrue),
        OptionValue::Text(what) => arg.value_name(what),
        OptionValue::Several(what, _) => arg.value_name(what).action(ArgAction::Append),
        OptionValue::Named(what, names) => arg
            .value_name(what)
            .value_parser(PossibleValuesParser::new(names)),
    }
}

impl<const SOUND: bool> Args for SearchArgs<SOUND> {
    fn augment_args(command: Command) -> Command {
        let engine = Arg::new("engine").long("engine").value_name("NAME");
        let engine = engine.default_value("crosscram").value_parser(engines());
        command
            .arg(engine.help("The solver"))
            .args(Self::list().map(arg))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<const SOUND: bool> FromArgMatches for SearchArgs<SOUND> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let text = |option: &EngineOption| match option.value {
            OptionValue::Switch(_) => matches.get_flag(option.flag).then(String::new),
            _ => {
                let values = matches.get_many::<String>(option.flag)?;
                Some(values.cloned().collect::<Vec<_>>().join(","))
            }
        };
        let engine = matches.get_one("engine");
        Ok(SearchArgs {
            engine: *engine.expect("it has a default"),
            given: Self::list()
                .filter_map(|option| Some((option, text(option)?)))
                .collect(),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The names of all engines.
pub(crate) fn engines() -> impl TypedValueParser<Value = EngineName> {
    let describe = |&engine: &EngineName| PossibleValue::new(engine.name()).help(engine.summary());
    parsed(EngineName::ALL.iter().map(describe).into())
}

/// A parser whose names are listed for help and completions, and which the library parses.
pub(crate) fn parsed<T>(names: PossibleValuesParser) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err: Debug> + Clone + Send + Sync + 'static,
{
    names.map(|name| name.parse().expect("a listed name is a name"))
}
