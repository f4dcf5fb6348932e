//! What a bot sees in a position: its subgames, and the score of each move.

use std::ops::RangeInclusive;

use crosscram_rules::{Board, Move, PartialOutcome, Player, Tile};

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
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Subgame {
    /// Its rows, counted from 0.
    pub rows: RangeInclusive<usize>,
    /// Its columns, counted from 0.
    pub cols: RangeInclusive<usize>,
    /// What the bots know of it.
    pub outcome: PartialOutcome,
}

impl Subgame {
    /// Number of rows and number of columns.
    pub fn size(&self) -> (usize, usize) {
        let length = |range: &RangeInclusive<usize>| range.end() - range.start() + 1;
        (length(&self.rows), length(&self.cols))
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
        let (lines, along) = (span.first..=span.last, start..=start + span.width() - 1);
        let (rows, cols) = match field.along() {
            Player::Horizontal => (lines, along),
            Player::Vertical => (along, lines),
        };
        let (height, width) = (rows.clone().count(), cols.clone().count());
        let outcome = known_outcome(height, width, tile);
        found.push(Subgame {
            rows,
            cols,
            outcome,
        });
    });
    found.sort_by_key(|subgame| {
        let (rows, cols) = subgame.size();
        (
            std::cmp::Reverse(rows * cols),
            *subgame.rows.start(),
            *subgame.cols.start(),
            rows,
        )
    });
    found
}

/// What a search makes of a move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Worth {
    /// The opponent runs out of moves within the search depth.
    Won,
    /// The player does.
    Lost,
    /// The evaluation at the end of the search.
    Score(f64),
}

impl Worth {
    fn of(score: Score) -> Worth {
        match score {
            WON => Worth::Won,
            score if score == -WON => Worth::Lost,
            score => Worth::Score(number(score)),
        }
    }
}

/// A move as a bot sees it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Judged {
    /// The move.
    pub mov: Move,
    /// Its score, without any random part.
    pub worth: Worth,
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
            worth: Worth::of(score),
            best: Some(score) == best,
        });
        judged.collect()
    }
}
