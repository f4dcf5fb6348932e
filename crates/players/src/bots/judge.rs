//! What a bot sees in a position: its subgames, and the score of each move.

use crosscram_rules::{Board, Move, PartialOutcome, Player, Tile};
use serde::Serialize;

use super::Design;
use super::alpha_beta::Search;
use super::evaluation::{Score, WON, number};
use super::field::Field;
use super::knowledge::known_outcome;
use super::rectangles::each_subgame;
use crate::contestant::{Game, Turn};
use crosscram_support::random::Random;
use crosscram_support::stop::Stop;

/// A subgame of section 2.1: a rectangle of free cells that lies in no larger one.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Subgame {
    /// Its first and last row, counted from 1.
    pub rows: [usize; 2],
    /// Its first and last column, counted from 1.
    pub cols: [usize; 2],
    /// What the bots know of it.
    pub outcome: PartialOutcome,
}

impl Subgame {
    /// Number of rows and number of columns.
    pub fn size(&self) -> (usize, usize) {
        let length = |[first, last]: [usize; 2]| last - first + 1;
        (length(self.rows), length(self.cols))
    }
}

/// The subgames of a position, the largest first.
///
/// ```
/// use crosscram_players::subgames;
/// use crosscram_rules::{Board, Tile};
///
/// let board: Board = "..#|...".parse()?;
/// let sizes: Vec<_> = subgames(&board, Tile::DOMINO).iter().map(|one| one.size()).collect();
/// assert_eq!(sizes, [(2, 2), (1, 3)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn subgames(board: &Board, tile: Tile) -> Vec<Subgame> {
    let field = Field::new(board, tile);
    let mut found = Vec::new();
    each_subgame(field.lines(), |span| {
        let start = span.cells.trailing_zeros() as usize;
        let lines = [span.first + 1, span.last + 1];
        let along = [start + 1, start + span.width()];
        let (rows, cols) = match field.along() {
            Player::Horizontal => (lines, along),
            Player::Vertical => (along, lines),
        };
        let mut subgame = Subgame {
            rows,
            cols,
            outcome: PartialOutcome::UNKNOWN,
        };
        let (height, width) = subgame.size();
        subgame.outcome = known_outcome(height, width, tile);
        found.push(subgame);
    });
    found.sort_by_key(|subgame| {
        let (rows, cols) = subgame.size();
        let area = std::cmp::Reverse(rows * cols);
        (area, subgame.rows[0], subgame.cols[0], rows)
    });
    found
}

/// A move as a bot sees it.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Judged {
    /// The move.
    #[serde(rename = "move")]
    pub mov: Move,
    /// The evaluation at the end of the search, without any random part, unless the game ends before.
    pub score: Option<f64>,
    /// `wins` or `loses` if the opponent or the player runs out of moves within the search depth.
    pub result: Option<&'static str>,
    /// Whether no other move has a higher score.
    pub best: bool,
}

impl Design {
    /// The score of each move of `side`, in the order in which the bot tries them. Bots that leave
    /// nothing to chance play the first of the best.
    pub(crate) fn judge(&self, board: &Board, tile: Tile, side: Player) -> Vec<Judged> {
        let game = Game::new(*board).with_tile(tile).with_first(side);
        let turn = Turn::first(&game);
        let mut field = Field::new(board, tile);
        let moves = self.moves(&turn, &mut field);
        let mut evaluator = self.evaluator(&field, tile);
        let mut search = Search {
            field: &mut field,
            evaluator: &mut evaluator,
            random: &mut Random::new(0),
            root: side,
            design: Design {
                lambda: false,
                ..*self
            },
            stop: &Stop::new(),
            nodes: 0,
            spare: &mut Vec::new(),
        };
        let scores: Vec<Score> = moves
            .iter()
            .map(|&mov| {
                let place = search.field.place(mov);
                search.after(place, self.settings.depth, -WON, WON)
            })
            .collect();
        let best = scores.iter().max().copied();
        let judged = moves.iter().zip(&scores).map(|(&mov, &score)| Judged {
            mov,
            score: (score.abs() != WON).then(|| number(score)),
            result: match score {
                WON => Some("wins"),
                score => (score == -WON).then_some("loses"),
            },
            best: Some(score) == best,
        });
        judged.collect()
    }
}
