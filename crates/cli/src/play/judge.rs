//! Hints, and verdicts on all moves.

use super::interrupts::Interrupts;
use crate::play::PlayArgs;
use crate::progress::Progress;
use crate::review;
use crate::watch::Watch;
use crosscram_players::arena::SavedGame;
use crosscram_players::{Kind, Spec, Turn};
use crosscram_rules::{Board, Move, Player, Tile};
use crosscram_search::analysis::{self, JudgedMove, Limits, News, Review, Side, Wish};
use crosscram_search::explain::Explainer;
use crosscram_search::{EngineName, Solver, TableSize};
use crosscram_values::games::Interrupt;
use crosscram_values::positions::PositionValues;
use std::collections::HashMap;
use std::time::{Duration, Instant};

/// The solver of a game and what it may spend on a question.
pub(super) struct Judge<'a> {
    solver: Solver,
    args: &'a PlayArgs,
    interrupts: &'a Interrupts,
    progress: Progress,
}

/// What was found about the moves of the player to move.
#[derive(Debug)]
pub(super) struct Judgement {
    pub(super) found: Side,
    /// The values of the positions after the moves, where they are small enough and short.
    pub(super) values: HashMap<Move, String>,
    /// Ctrl-C has ended it.
    pub(super) stopped: bool,
}

/// How much to find out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Depth {
    /// Who wins, and one winning move.
    Winner,
    /// The same with a line of play.
    Line,
    /// Every move.
    AllMoves,
}

impl<'a> Judge<'a> {
    pub(super) fn new(args: &'a PlayArgs, interrupts: &'a Interrupts) -> Judge<'a> {
        // Small, because the budget is small.
        let table = TableSize::Entries(1 << 20);
        Judge {
            solver: Solver::new(EngineName::Crosscram.options().with_table(table)),
            args,
            interrupts,
            progress: Progress::new(false),
        }
    }

    /// Judges the moves of the player to move within the budget, or until Ctrl-C. `tell` hears who wins as soon as that
    /// is known.
    pub(super) fn judge(
        &self,
        game: &SavedGame,
        depth: Depth,
        mut tell: impl FnMut(Player, Option<Move>),
    ) -> Judgement {
        let (board, tile, side) = (game.board(), game.start().tile, game.side());
        let limits = Limits {
            nodes: self.args.budget,
            cells: Explainer::CELLS,
            time: Some(self.args.seconds),
        };
        let mut think = |watch: &Watch| {
            watch.run("thinking".to_string(), |control| {
                let solver = &self.solver;
                let mut hear = |news: News| match news {
                    News::Judged { known, of } => {
                        watch.tell_done(known, of);
                        Wish::Moves
                    }
                    News::Winner {
                        winner, best_move, ..
                    } => {
                        self.progress.aside(|| tell(winner, best_move));
                        let enough = winner != side || best_move.is_some();
                        match depth {
                            Depth::Winner if enough => Wish::Nothing,
                            Depth::Line => Wish::Line,
                            _ => Wish::Moves,
                        }
                    }
                };
                let sides = [side];
                analysis::analyse_and_tell(&board, tile, &sides, solver, limits, control, &mut hear)
            })
        };
        let (analysis, stopped) = self.interrupts.during(|stop| {
            let watch = Watch::under(stop);
            self.progress.during(&watch, || think(&watch))
        });
        let found = analysis.and_then(|analysis| analysis.sides.get(side).clone());
        let nothing = || Side {
            first: side,
            winner: None,
            bound: None,
            moves: Vec::new(),
            line: None,
        };
        Judgement {
            found: found.unwrap_or_else(nothing),
            values: HashMap::new(),
            stopped,
        }
    }

    /// Reviews the game so far, with the budget for each position.
    pub(super) fn review(&self, game: &SavedGame) -> Option<Review> {
        let (review, _) = self.interrupts.during(|stop| {
            let watch = Watch::under(stop);
            self.progress.during(&watch, || {
                watch.run("review".to_string(), |control| {
                    let mut tell = |done, of| watch.tell_done(done, of);
                    review::review(game, &self.solver, self.args.budget, control, &mut tell)
                })
            })
        });
        review
    }

    /// Adds the values of the positions after the moves, where these are small.
    pub(super) fn add_values(&self, judgement: &mut Judgement, board: &Board, tile: Tile) {
        let time: Duration = self.args.seconds / SHARE;
        self.interrupts.during(|stop| {
            let stop = stop.child_until(Instant::now().checked_add(time));
            let mut values = PositionValues::new(tile).with_limit(FEW_CELLS);
            values.set_interrupt(Some(Interrupt::new(move || stop.is_requested())));
            for JudgedMove { mov, .. } in &judgement.found.moves {
                let after = board.play(*mov, tile).ok();
                let value = after.and_then(|after| values.value(&after).ok());
                let text = value.and_then(|value| values.games().text_within(value, SHORT));
                judgement.values.extend(text.map(|text| (*mov, text)));
            }
        });
    }
}

/// The maximum number of cells of a region; larger ones take too long while a user waits.
const FEW_CELLS: u32 = 16;
/// Longer values do not fit into a line.
const SHORT: u64 = 24;
/// Values get the time divided by this.
const SHARE: u32 = 5;

/// Returns a proven winning move, or else OrderingBot's choice among the moves that are not proven to
/// lose, each with the reason.
pub(super) fn hint(game: &SavedGame, Judgement { found, .. }: &Judgement) -> Option<String> {
    let won = found.moves.iter().find_map(|judged| {
        let mark = judged.mark.filter(|mark| mark.wins)?;
        Some((judged.mov, mark.reason))
    });
    if let Some((mov, reason)) = won {
        let why = reason.in_words(found.first);
        return Some(format!("{mov}: wins, proven {why}"));
    }
    let lost = |mov: Move| {
        let same = found.moves.iter().find(|judged| judged.mov == mov);
        same.is_some_and(|judged| judged.wins() == Some(false))
    };
    let turn = Turn {
        game: game.start(),
        played: game.moves(),
        board: game.board(),
        side: game.side(),
        limit: None,
    };
    let mut guesser = Spec::new(Kind::Ordering).build();
    let guess = guesser.begin(turn.game, turn.side, 1);
    let guess = guess.and_then(|()| guesser.choose(&turn)).ok()?.mov;
    let opponent = found.first.opponent();
    if found.winner == Some(opponent) {
        return Some(format!(
            "{guess}: loses like every other move, proven, if {opponent} plays well; it keeps the most moves"
        ));
    }
    let open = match lost(guess) {
        false => guess,
        true => turn.moves().find(|mov| !lost(*mov))?,
    };
    let why = match found.winner {
        Some(_) => "a guess: the position is won, but its winning move was not found in time",
        None => "a guess: it may lose, nothing is proven about it within the budget",
    };
    Some(format!("{open}: {why}"))
}

/// The moves as short texts: those that win, then those that are not decided, then those that lose.
pub(super) fn listed(judgement: &Judgement) -> Vec<String> {
    let mut moves: Vec<&JudgedMove> = judgement.found.moves.iter().collect();
    moves.sort_by_key(|judged| match judged.wins() {
        Some(true) => 0,
        None => 1,
        Some(false) => 2,
    });
    let text = |judged: &JudgedMove| {
        let value = judgement.values.get(&judged.mov);
        let fate = match (judged.wins(), judged.refutation) {
            (Some(true), _) => "wins".to_string(),
            (Some(false), Some(answer)) => format!("loses to {answer}"),
            (Some(false), None) => "loses".to_string(),
            // Moves of which nothing is known are shown on the board only.
            (None, _) => value.map(|_| "unknown".to_string())?,
        };
        let value = value.map_or(String::new(), |value| format!(" ({value})"));
        Some(format!("{} {fate}{value}", judged.mov))
    };
    moves.into_iter().filter_map(text).collect()
}

/// Who wins, why, and how play may go on, in words.
pub(super) fn reasons(Judgement { found, stopped, .. }: &Judgement) -> String {
    let Some(winner) = found.winner else {
        return match stopped {
            true => "not decided yet: stopped".to_string(),
            false => "not decided within --budget and --seconds".to_string(),
        };
    };
    let of_the_moves = || {
        let marks = found.moves.iter().filter_map(|judged| judged.mark);
        let mut same = marks.filter(|mark| mark.wins == (winner == found.first));
        same.next().map(|mark| mark.reason)
    };
    let mut text = format!("{winner} wins");
    if let Some(reason) = found.bound.or_else(of_the_moves) {
        text += &format!(", proven {}", reason.in_words(winner));
    }
    if let Some(line) = found.line.as_ref().filter(|line| !line.moves.is_empty()) {
        let moves: Vec<String> = line.moves.iter().map(ToString::to_string).collect();
        let end = match line.complete {
            true => format!(", and {} has no move left", winner.opponent()),
            false => String::new(),
        };
        text += &format!(". For instance {}{end}", moves.join(" "));
    }
    text
}
