//! Hints, and verdicts on all moves.

use crate::args::PlayArgs;
use crate::watch::Watch;
use crosscram_arena::SavedGame;
use crosscram_players::{Kind, Spec, Turn};
use crosscram_rules::{Board, Move, Tile};
use crosscram_search::analysis::{self, Limits};
use crosscram_search::explain::Explainer;
use crosscram_search::{EngineName, Solver, TableSize};
use crosscram_values::games::Interrupt;
use crosscram_values::positions::PositionValues;
use std::time::{Duration, Instant};

/// One move, and what is proven about it.
#[derive(Debug)]
pub(super) struct Judged {
    pub(super) mov: Move,
    /// Whether it wins; `None` if unknown.
    pub(super) wins: Option<bool>,
    /// What proves it, in a word or two.
    pub(super) by: &'static str,
    /// The value of the position after it, if it is small enough and short.
    pub(super) value: Option<String>,
}

/// A move that is worth trying, and why.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Hint {
    pub(super) mov: Move,
    pub(super) why: String,
}

/// Judges all moves of the player to move within the budget; `None` if the command was stopped before.
pub(super) fn judge(game: &SavedGame, args: &PlayArgs, watch: &Watch) -> Option<Vec<Judged>> {
    let (board, tile) = (game.board(), game.start().tile);
    // Small, because the budget is small and the table is cleared each time.
    let table = TableSize::Entries(1 << 20);
    let solver = Solver::new(EngineName::Crosscram.options().with_table(table));
    let limits = Limits {
        nodes: args.budget,
        cells: Explainer::CELLS,
    };
    let deadline = Instant::now().checked_add(args.seconds);
    let analysis = watch.run("moves".to_string(), |control| {
        if let Some(deadline) = deadline {
            control.stop_at(deadline);
        }
        analysis::analyse(&board, tile, &[game.side()], &solver, limits, control)
    })?;
    let side = analysis.sides.into_iter().next()?;
    let judged = side.moves.into_iter().map(|judged| Judged {
        mov: judged.mov,
        wins: judged.mark.map(|mark| mark.wins),
        by: judged.mark.map_or("", |mark| mark.reason.name()),
        value: None,
    });
    Some(judged.collect())
}

/// The maximum number of cells of a region; larger ones take too long while a user waits.
const FEW_CELLS: u32 = 16;
/// Longer values do not fit into a line.
const SHORT: u64 = 24;
/// Values get the time divided by this.
const SHARE: u32 = 5;

/// Adds the values of the positions after the moves, where these are small.
pub(super) fn add_values(judged: &mut [Judged], board: &Board, tile: Tile, time: Duration) {
    let deadline = Instant::now().checked_add(time / SHARE);
    let mut values = PositionValues::new(tile).with_limit(FEW_CELLS);
    let is_over = move || deadline.is_some_and(|deadline| Instant::now() > deadline);
    values.set_interrupt(Some(Interrupt::new(is_over)));
    for judged in judged {
        let Ok(after) = board.play(judged.mov, tile) else {
            continue;
        };
        if let Ok(value) = values.value(&after) {
            judged.value = values.games().text_within(value, SHORT);
        }
    }
}

/// Returns a proven winning move, or else OrderingBot's choice among the moves that are not proven to
/// lose.
pub(super) fn hint(game: &SavedGame, judged: &[Judged]) -> Option<Hint> {
    if let Some(won) = judged.iter().find(|judged| judged.wins == Some(true)) {
        let why = format!("wins, proven by {}", won.by);
        return Some(Hint { mov: won.mov, why });
    }
    let lost = |mov: Move| {
        let same = judged.iter().find(|judged| judged.mov == mov);
        same.is_some_and(|judged| judged.wins == Some(false))
    };
    let board = game.board();
    let turn = Turn {
        game: game.start(),
        played: game.moves(),
        board,
        side: game.side(),
        limit: None,
    };
    let mut guesser = Spec::new(Kind::Ordering).build();
    let guess = guesser.begin(turn.game, turn.side, 1);
    let guess = guess.and_then(|()| guesser.choose(&turn)).ok()?.mov;
    if judged.iter().all(|judged| judged.wins == Some(false)) {
        let why = "every move loses, proven; this one looks hardest to answer".to_string();
        return Some(Hint { mov: guess, why });
    }
    let open = match lost(guess) {
        false => guess,
        true => turn.moves().find(|mov| !lost(*mov))?,
    };
    let why = "a guess: nothing is proven about it within the budget".to_string();
    Some(Hint { mov: open, why })
}
