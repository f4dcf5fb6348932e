//! Reviews in words.

use super::games::Record;
use crate::text::{self, Table};
use crosscram_rules::{Dyadic, Player};
use crosscram_search::analysis::{Effect, Review, ReviewedMove};
use std::collections::BTreeMap;
use std::io::{self, Write};

/// Prints a game move by move.
pub(crate) fn game(
    out: &mut impl Write,
    record: &Record,
    review: &Review,
    width: usize,
) -> io::Result<()> {
    let start = record.game.start();
    let mut title = start.board.name();
    if title.len() > 20 {
        title = format!("{}x{} position", start.board.rows(), start.board.cols());
    }
    title += &format!("{}, {} first: ", text::tiles(start.tile), start.first);
    title += &match review.winner {
        Some(winner) => format!("with best play {winner} wins."),
        None => "who wins with best play is not known.".to_string(),
    };
    title += &match (record.winner(), &record.lost_by) {
        (None, _) => " The game is not over.".to_string(),
        (Some(winner), None) => format!(" {} has won.", record.name(winner)),
        (Some(winner), Some((_, reason))) => {
            format!(" {} has won: {reason}.", record.name(winner))
        }
    };
    text::paragraph(out, "", &title, width)?;
    let last = review.moves.len().to_string().len();
    for (index, reviewed) in review.moves.iter().enumerate() {
        let head = format!("{:>last$} {:<6} ", index + 1, reviewed.mov.to_string());
        text::paragraph(out, &head, &sentence(reviewed), width)?;
    }
    for player in Player::ALL {
        let mistakes = review.mistakes(player);
        let places: Vec<String> = mistakes
            .iter()
            .map(|index| (index + 1).to_string())
            .collect();
        let text = match places.len() {
            0 => "gave nothing away that is proven".to_string(),
            1 => format!("gave the win away once, with move {}", places[0]),
            n => format!(
                "gave the win away {n} times, with moves {}",
                places.join(", ")
            ),
        };
        text::paragraph(out, "", &format!("{} {text}.", record.name(player)), width)?;
    }
    let unknown = |reviewed: &&ReviewedMove| reviewed.effect == Effect::Unknown;
    let unknown = review.moves.iter().filter(unknown).count() as u64;
    let end = match (unknown, review.stopped) {
        (0, _) => String::new(),
        (_, true) => format!("; {} unknown: stopped", text::plural(unknown, "move")),
        (_, false) => format!(
            "; {} unknown: --budget is too small",
            text::plural(unknown, "move")
        ),
    };
    writeln!(out, "{} searched{end}", text::plural(review.nodes, "node"))
}

/// What a move did, and how clear the result is.
fn sentence(reviewed: &ReviewedMove) -> String {
    let player = reviewed.mov.player();
    let mut text = match reviewed.effect {
        Effect::Kept => "keeps the win".to_string(),
        Effect::Lost => "lost anyway".to_string(),
        Effect::Unknown => "not known".to_string(),
        Effect::Gave => {
            let better: Vec<String> = reviewed.better.iter().map(ToString::to_string).collect();
            let known = match (better.len(), reviewed.better_complete) {
                (0, _) => "another move would have kept it".to_string(),
                (1, true) => format!("only {} would have kept it", better[0]),
                (_, true) => format!("{} would have kept it", better.join(" ")),
                (_, false) => format!("{} would have kept it, perhaps others", better.join(" ")),
            };
            format!("?? gives the win away: {known}")
        }
    };
    let Some(winner) = reviewed.after else {
        return text;
    };
    let how = match winner == player {
        true => String::new(),
        false => format!("{winner} "),
    };
    match (reviewed.distance, reviewed.margin) {
        (Some(0), _) => text += &format!("; {how}has won"),
        (Some(moves), _) => {
            text += &format!("; {how}wins within {}", text::plural(moves.into(), "move"));
        }
        (None, Some(margin)) => {
            let ahead = match margin.to_string().as_str() {
                "0" => "just wins, by bounds".to_string(),
                "1" => "is ahead by at least 1 move".to_string(),
                part if margin < Dyadic::ONE => format!("is ahead by at least {part} of a move"),
                number => format!("is ahead by at least {number} moves"),
            };
            text += &format!("; {how}{ahead}");
        }
        (None, None) => {
            text += &format!(
                "; not clear: it took {}",
                text::plural(reviewed.nodes, "node")
            );
        }
    }
    text
}

/// Prints a game of many in a line.
pub(super) fn short(out: &mut impl Write, record: &Record, review: &Review) -> io::Result<()> {
    let number = record.number.unwrap_or(0);
    let sides = Player::ALL.map(|player| {
        let mistakes = review.mistakes(player).len() as u64;
        let name = record.name(player);
        format!(
            "{name} ({}) {}",
            player.letter(),
            text::plural(mistakes, "mistake")
        )
    });
    let winner = match record.winner() {
        Some(winner) => format!("{} wins", winner.letter()),
        None => "not over".to_string(),
    };
    let unknown = review.moves.iter().any(|mov| mov.effect == Effect::Unknown);
    let unknown = if unknown { "; some moves unknown" } else { "" };
    writeln!(
        out,
        "game {number}: {winner}; {}{unknown}",
        sides.join(", ")
    )
}

/// Mistakes of the players of a tournament.
#[derive(Debug, Default)]
pub(super) struct Tally(BTreeMap<String, Counts>);

#[derive(Debug, Default)]
struct Counts {
    games: u64,
    /// Moves in won positions.
    won: u64,
    given: u64,
}

impl Tally {
    pub(super) fn count(&mut self, record: &Record, review: &Review) {
        for player in Player::ALL {
            let counts = self.0.entry(record.name(player)).or_default();
            counts.games += 1;
            let own = review.moves.iter().filter(|mov| mov.mov.player() == player);
            for reviewed in own {
                match reviewed.effect {
                    Effect::Kept => counts.won += 1,
                    Effect::Gave => {
                        counts.won += 1;
                        counts.given += 1;
                    }
                    Effect::Lost | Effect::Unknown => {}
                }
            }
        }
    }

    /// A line for each player.
    pub(super) fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let titles = "player|games|moves in won positions|gave the win away";
        let mut table = Table::new("<>>>", titles);
        for (name, counts) in &self.0 {
            let share = match counts.won {
                0 => String::new(),
                won => format!(" ({:.1} %)", 100.0 * counts.given as f64 / won as f64),
            };
            table.add(cells![
                name,
                text::grouped(counts.games),
                text::grouped(counts.won),
                format!("{}{share}", text::grouped(counts.given)),
            ]);
        }
        writeln!(out)?;
        table.write(out, 0)
    }
}
