//! Hints, and verdicts on all moves.

use super::interrupts::Interrupts;
use crate::args::PlayArgs;
use crate::progress::Progress;
use crate::review;
use crate::watch::Watch;
use crosscram_players::arena::SavedGame;
use crosscram_players::{Kind, Spec, Turn};
use crosscram_rules::{Board, Move, Player, Tile};
use crosscram_search::analysis::{
    self, JudgedMove, Limits, News, PrincipalLine, Reason, Review, Wish,
};
use crosscram_search::explain::Explainer;
use crosscram_search::{EngineName, Solver, TableSize};
use crosscram_values::games::Interrupt;
use crosscram_values::positions::PositionValues;
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
    pub(super) side: Player,
    /// Who wins, if that is proven.
    pub(super) winner: Option<Player>,
    /// The bound that proves it, if one does.
    pub(super) bound: Option<Reason>,
    pub(super) moves: Vec<Judged>,
    pub(super) line: Option<PrincipalLine>,
    /// Ctrl-C has ended it.
    pub(super) stopped: bool,
}

/// One move, and what is proven about it.
#[derive(Debug)]
pub(super) struct Judged {
    pub(super) mov: Move,
    /// Whether it wins, and what proves it; `None` if unknown.
    pub(super) proven: Option<(bool, Reason)>,
    /// A winning answer, if it loses and one is known.
    pub(super) answer: Option<Move>,
    /// The value of the position after it, if it is small enough and short.
    pub(super) value: Option<String>,
}

impl Judged {
    /// Whether it wins; `None` if unknown.
    pub(super) fn wins(&self) -> Option<bool> {
        self.proven.map(|(wins, _)| wins)
    }
}

impl From<JudgedMove> for Judged {
    fn from(judged: JudgedMove) -> Judged {
        Judged {
            mov: judged.mov,
            proven: judged.mark.map(|mark| (mark.wins, mark.reason)),
            answer: judged.refutation,
            value: None,
        }
    }
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

/// A move that is worth trying, and why.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Hint {
    pub(super) mov: Move,
    pub(super) why: String,
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
        };
        let deadline = Instant::now().checked_add(self.args.seconds);
        let mut think = |watch: &Watch| {
            watch.run("thinking".to_string(), |control| {
                if let Some(deadline) = deadline {
                    control.stop_at(deadline);
                }
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
        let found = analysis.and_then(|analysis| analysis.sides.into_iter().next());
        match found {
            Some(found) => Judgement {
                side,
                winner: found.winner,
                bound: found.bound,
                moves: found.moves.into_iter().map(Judged::from).collect(),
                line: found.line,
                stopped,
            },
            None => Judgement {
                side,
                winner: None,
                bound: None,
                moves: Vec::new(),
                line: None,
                stopped,
            },
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
    pub(super) fn add_values(&self, moves: &mut [Judged], board: &Board, tile: Tile) {
        let time: Duration = self.args.seconds / SHARE;
        self.interrupts.during(|stop| {
            let stop = stop.child_until(Instant::now().checked_add(time));
            let mut values = PositionValues::new(tile).with_limit(FEW_CELLS);
            values.set_interrupt(Some(Interrupt::new(move || stop.is_requested())));
            for judged in moves {
                let Ok(after) = board.play(judged.mov, tile) else {
                    continue;
                };
                if let Ok(value) = values.value(&after) {
                    judged.value = values.games().text_within(value, SHORT);
                }
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
/// lose.
pub(super) fn hint(game: &SavedGame, found: &Judgement) -> Option<Hint> {
    let won = found.moves.iter().find_map(|judged| match judged.proven {
        Some((true, reason)) => Some((judged.mov, reason)),
        _ => None,
    });
    if let Some((mov, reason)) = won {
        let why = format!("wins, proven {}", reason.in_words(found.side));
        return Some(Hint { mov, why });
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
    if found.winner == Some(found.side.opponent()) {
        let why = format!(
            "loses like every other move, proven, if {} plays well; it keeps the most moves",
            found.side.opponent()
        );
        return Some(Hint { mov: guess, why });
    }
    let open = match lost(guess) {
        false => guess,
        true => turn.moves().find(|mov| !lost(*mov))?,
    };
    let why = match found.winner {
        Some(_) => "a guess: the position is won, but its winning move was not found in time",
        None => "a guess: it may lose, nothing is proven about it within the budget",
    };
    Some(Hint {
        mov: open,
        why: why.to_string(),
    })
}

/// The moves as short texts: those that win, then those that are not decided, then those that lose.
pub(super) fn listed(found: &Judgement) -> Vec<String> {
    let mut moves: Vec<&Judged> = found.moves.iter().collect();
    moves.sort_by_key(|judged| match judged.wins() {
        Some(true) => 0,
        None => 1,
        Some(false) => 2,
    });
    // Moves of which nothing is known are shown on the board only.
    let known = |judged: &&Judged| judged.proven.is_some() || judged.value.is_some();
    let text = |judged: &Judged| {
        let mut text = match (judged.wins(), judged.answer) {
            (Some(true), _) => format!("{} wins", judged.mov),
            (Some(false), Some(answer)) => format!("{} loses to {answer}", judged.mov),
            (Some(false), None) => format!("{} loses", judged.mov),
            (None, _) => format!("{} unknown", judged.mov),
        };
        if let Some(value) = &judged.value {
            text += &format!(" ({value})");
        }
        text
    };
    moves.into_iter().filter(known).map(text).collect()
}

/// Who wins, why, and how play may go on, in words.
pub(super) fn reasons(found: &Judgement) -> String {
    let Some(winner) = found.winner else {
        return match found.stopped {
            true => "not decided yet: stopped".to_string(),
            false => "not decided within --budget and --seconds".to_string(),
        };
    };
    let of_the_moves = || {
        let proven = found.moves.iter().filter_map(|judged| judged.proven);
        let mut same = proven.filter(|(wins, _)| *wins == (winner == found.side));
        same.next().map(|(_, reason)| reason)
    };
    let mut text = format!("{winner} wins");
    if let Some(reason) = found.bound.or_else(of_the_moves) {
        text += &format!(", proven {}", reason.in_words(winner));
    }
    let moves = found.line.as_ref().map_or(&[][..], |line| &line.moves);
    if !moves.is_empty() {
        let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
        let end = match found.line.as_ref().is_some_and(|line| line.complete) {
            true => format!(", and {} has no move left", winner.opponent()),
            false => String::new(),
        };
        text += &format!(". For instance {}{end}", moves.join(" "));
    }
    text
}
