//! Names of engines, bounds, table sizes, players and programs as text.
#![cfg_attr(fuzzing, no_main)]

use crosscram_fuzz::round_trip;
use crosscram_players::arena::{CommandLine, Entrant, roster};
use crosscram_players::{Decimal, Spec};
use crosscram_search::{EngineName, Levels, Ordering, Replacement, TableSize};

crosscram_fuzz::fuzz_target!(|text: &str| {
    round_trip::<EngineName>(text);
    round_trip::<Levels>(text);
    round_trip::<Ordering>(text);
    round_trip::<Replacement>(text);
    round_trip::<TableSize>(text);
    round_trip::<Spec>(text);
    round_trip::<Entrant>(text);
    if let Some(decimal) = Decimal::parse(text) {
        assert_eq!(Decimal::parse(&decimal.to_string()), Some(decimal));
    }
    if let Ok(command) = CommandLine::parse(text) {
        assert!(!command.words()[0].is_empty());
        assert_eq!(CommandLine::parse(&command.to_string()), Ok(command));
    }
    // One per line, each once. A remark of a command line ends nothing here.
    if let Ok(entrants) = roster(text) {
        let lines: Vec<String> = entrants.iter().map(Entrant::to_string).collect();
        assert_eq!(roster(&lines.join("\n")), Ok(entrants), "{lines:?}");
    }
});
