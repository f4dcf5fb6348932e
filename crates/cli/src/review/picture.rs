//! A reviewed game as a picture: the game, who wins after each move, and a diagram of each mistake.

use super::games::Record;
use crate::figure;
use crosscram_plot::{Anchor, BoardPicture, Drawing, Ink, Mark};
use crosscram_rules::{Move, Player};
use crosscram_search::analysis::{Effect, Review};

/// Diagrams beside each other.
const ACROSS: usize = 3;
/// Diagrams at most, for which there is room; further mistakes are marked on the game only.
const DIAGRAMS: usize = 12;
/// Pixels of the squares that say who wins.
const STEP: f64 = 14.0;
/// Pixels between the parts.
const GAP: f64 = 16.0;

pub(super) fn drawing(record: &Record, review: &Review) -> Drawing {
    let mistakes: Vec<usize> = (0..review.moves.len())
        .filter(|&index| review.moves[index].effect == Effect::Gave)
        .collect();
    let title = match record.winner() {
        Some(winner) => format!("{} wins", record.name(winner)),
        None => "not over".to_string(),
    };
    let mut whole = figure::board(&record.game.start().board).title(title);
    for (index, &mov) in record.game.moves().iter().enumerate() {
        let sign = if mistakes.contains(&index) { "?" } else { "" };
        whole = whole.tile(figure::tile(
            &record.game,
            mov,
            format!("{}{sign}", index + 1),
        ));
    }
    let drawing = whole.draw().above(course(review), GAP);
    let diagrams = mistakes.iter().take(DIAGRAMS);
    let diagrams: Vec<Drawing> = diagrams
        .map(|&index| diagram(record, review, index))
        .collect();
    let rows = diagrams.chunks(ACROSS).filter_map(|row| {
        let row = row.iter().cloned();
        row.reduce(|all, next| all.beside(next, GAP))
    });
    rows.fold(drawing, |all, row| all.above(row, GAP))
}

/// Who wins after each move: blue for Vertical, red for Horizontal, grey if it is not known.
fn course(review: &Review) -> Drawing {
    const PER_LINE: usize = 40;
    let steps = review.moves.len() + 1;
    let lines = steps.div_ceil(PER_LINE);
    let top = 22.0;
    let width = (steps.min(PER_LINE) as f64 * STEP + 8.0).max(330.0);
    let mut drawing = Drawing::new(width, top + lines as f64 * (STEP + 4.0));
    let text = "Who wins before and after each move: V blue, H red";
    drawing.text((4.0, 14.0), Anchor::Start, text);
    let winners = review.moves.iter().map(|reviewed| reviewed.after);
    for (index, winner) in std::iter::once(review.winner).chain(winners).enumerate() {
        let ink = match winner {
            Some(Player::Vertical) => Ink::Blue,
            Some(Player::Horizontal) => Ink::Red,
            None => Ink::Grey,
        };
        let x = 4.0 + (index % PER_LINE) as f64 * STEP;
        let y = top + (index / PER_LINE) as f64 * (STEP + 4.0);
        drawing.rectangle((x, y), (STEP - 2.0, STEP - 2.0), ink);
    }
    drawing
}

/// The position before a mistake: the move that was played and those that would have kept the win.
fn diagram(record: &Record, review: &Review, index: usize) -> Drawing {
    let reviewed = &review.moves[index];
    let title = format!("{}: {} gives the win away", index + 1, reviewed.mov);
    let mut picture: BoardPicture = figure::board(&record.game.start().board).title(title);
    for &mov in &record.game.moves()[..index] {
        picture = picture.tile(figure::tile(&record.game, mov, String::new()));
    }
    let mark = |picture: BoardPicture, mov: Move, mark| {
        picture.mark(mov.cell().row(), mov.cell().col(), mark)
    };
    picture = mark(picture, reviewed.mov, Mark::Minus);
    for &mov in &reviewed.better {
        picture = mark(picture, mov, Mark::Plus);
    }
    picture.draw()
}
