//! Combinatorial games as text.
#![cfg_attr(fuzzing, no_main)]

use crosscram_values::games::{Game, GameError, Games, Interrupt, Statement};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// Maximum number of steps of a computation; some short texts take longer than anybody waits.
const STEPS: u32 = 200;

crosscram_fuzz::fuzz_target!(|text: &str| {
    // Long nimbers and ups take long without a step in between.
    if text
        .split(|c: char| !c.is_ascii_digit())
        .any(|digits| digits.len() > 2)
    {
        return;
    }
    if let Ok(statement) = text.parse::<Statement>() {
        let printed = statement.to_string();
        assert!(printed.parse::<Statement>().is_ok(), "{text:?} {printed:?}");
    }
    let mut games = Games::new();
    let steps = Arc::new(AtomicU32::new(0));
    let taken = steps.clone();
    games.set_interrupt(Some(Interrupt::new(move || {
        taken.fetch_add(1, Ordering::Relaxed) > STEPS
    })));
    let Ok(game) = games.parse(text) else {
        return;
    };
    steps.store(0, Ordering::Relaxed);
    match games
        .negative(game)
        .and_then(|negative| games.sum(game, negative))
    {
        Ok(sum) => assert_eq!(sum, Game::ZERO, "{text:?}"),
        Err(error) => assert_eq!(error, GameError::Interrupted, "{text:?}"),
    }
    games.set_interrupt(None);
    if let Some(printed) = games.text_within(game, 10_000) {
        assert_eq!(
            games.parse(&printed),
            Ok(game),
            "{text:?} is printed as {printed:?}"
        );
    }
});
