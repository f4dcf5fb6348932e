//! Explanations for programs and for print: JSON and SVG.

use super::{
    added_up, decided, first_player, in_words, is_helpless, piece_name, squares, switches, winner,
};
use crate::json::Shape;
use crate::text::wrapped;
use crosscram_plot::{Panel, mosaic};
use crosscram_rules::{Bits256, Dyadic, Player, Position};
use crosscram_search::explain::{Claim, Numbers, SET_NAMES, Turn, cells_of};
use serde::Serialize;

/// The JSON form.
#[derive(Debug, Serialize)]
pub(super) struct Explained {
    #[serde(flatten)]
    shape: Shape,
    /// Who is proven to win if Vertical moves first.
    vertical_first: Option<char>,
    horizontal_first: Option<char>,
    /// Names of the sets of switches, in the order of all vectors.
    switches: [&'static str; SET_NAMES.len()],
    claims: Vec<Claimed>,
}

#[derive(Debug, Serialize)]
struct Claimed {
    player: char,
    moves: &'static str,
    first: char,
    proven: bool,
    bound: String,
    misses_by: Option<String>,
    level: &'static str,
    /// Whether cuts were looked for; if not, because strips are too large, the bound says nothing.
    tried: bool,
    pieces: Vec<PieceForm>,
    /// Cells that are in no piece, because no tile fits after the cut.
    idle: Vec<String>,
    /// Cells that no tile can cover anyway.
    dead: Vec<String>,
    sum: Vector,
}

#[derive(Debug, Serialize)]
struct PieceForm {
    name: String,
    cells: Vec<String>,
    #[serde(flatten)]
    vector: Vector,
    /// Which of the numbers is a term of the bound.
    used: Used,
}

#[derive(Debug, Serialize)]
struct Used {
    moves: &'static str,
    switches: &'static str,
    number: String,
}

#[derive(Debug, Serialize)]
struct Vector {
    second: Vec<String>,
    first: Vec<String>,
}

impl Vector {
    fn new(numbers: &Numbers) -> Vector {
        let texts = |numbers: &[Dyadic]| numbers.iter().map(ToString::to_string).collect();
        Vector {
            second: texts(&numbers.second),
            first: texts(&numbers.first),
        }
    }
}

impl Explained {
    pub(super) fn new(position: &Position, claims: &[Claim]) -> Explained {
        let proven = |first: Player| winner(claims, first).map(Player::letter);
        Explained {
            shape: Shape::new(position),
            vertical_first: proven(Player::Vertical),
            horizontal_first: proven(Player::Horizontal),
            switches: SET_NAMES,
            claims: claims
                .iter()
                .map(|claim| Claimed::new(position, claim))
                .collect(),
        }
    }
}

impl Claimed {
    fn new(position: &Position, claim: &Claim) -> Claimed {
        let board = &position.board;
        let names = |set: Bits256| cells_of(board, set).map(|cell| cell.to_string()).collect();
        let parts = claim.pieces.iter().enumerate().map(|(index, piece)| {
            let (turn, set) = piece.used;
            let numbers = piece.numbers();
            PieceForm {
                name: piece_name(index),
                cells: names(piece.cells),
                vector: Vector::new(&numbers),
                used: Used {
                    moves: turn.name(),
                    switches: SET_NAMES[set],
                    number: numbers.get(turn, set).to_string(),
                },
            }
        });
        Claimed {
            player: claim.player.letter(),
            moves: claim.turn.name(),
            first: first_player(claim.player, claim.turn).letter(),
            proven: claim.proves(),
            bound: claim.bound().to_string(),
            misses_by: claim.misses_by().map(|miss| miss.to_string()),
            level: claim.level.name(),
            tried: !is_helpless(board, position.tile, claim),
            pieces: parts.collect(),
            idle: names(claim.idle),
            dead: names(claim.dead),
            sum: Vector::new(&claim.numbers()),
        }
    }
}

/// Longest line below a drawing, in characters.
const LONGEST: usize = 60;

/// The claims as drawings side by side.
pub(crate) fn svg(title: &str, position: &Position, claims: &[Claim], cells: u32) -> String {
    let board = &position.board;
    let panels = claims.iter().map(|claim| {
        let heading = format!("{}, moving {}", claim.player, claim.turn);
        let mut panel = Panel::new(heading, board.cols(), squares(board, claim));
        for (index, piece) in claim.pieces.iter().enumerate() {
            // The number that is a term of the bound, so that the drawing adds up.
            let (turn, set) = piece.used;
            let number = piece.numbers().get(turn, set);
            panel = panel.label(
                format!("{}{}", piece_name(index), switches(set)),
                match turn {
                    Turn::First => format!("{number} (1st)"),
                    Turn::Second => number.to_string(),
                },
            );
        }
        let words = in_words(position, claim, decided(claims, claim), cells);
        for text in [words, added_up(claim)] {
            panel = wrapped(&text, LONGEST).into_iter().fold(panel, Panel::note);
        }
        panel
    });
    mosaic(title, &panels.collect::<Vec<_>>())
}
