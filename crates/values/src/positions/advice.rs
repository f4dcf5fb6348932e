//! Temperatures of regions, and the moves of thermographic strategies.
//!
//! *Hotstrat* moves in the region of highest temperature. *Sentestrat* (Berlekamp 1996) answers
//! the opponent's last move in its region if that is now hotter than everything was before the
//! move, and otherwise moves as Hotstrat does. Neither is always best: both lose at most about the
//! highest temperature against the best play, and a game is often decided by less. They are advice;
//! [`PositionValues::winning_moves`] computes the moves that are certain to win.

use crosscram_rules::{Bits, Bits256, Board, Cell, Dyadic, Move, Player};

use super::PositionValues;
use crate::games::{Game, GameError};
use serde::Serialize;

/// One region of a position.
#[derive(Clone, Debug)]
pub struct RegionReport {
    /// The region, everything else blocked.
    pub board: Board,
    /// Its value.
    pub value: Game,
    /// Temperature of the value.
    pub temperature: Dyadic,
}

/// A move that a strategy proposes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HotMove {
    /// Index of the region, from 0.
    pub region: usize,
    /// The move.
    #[serde(rename = "move")]
    pub mov: Move,
    /// Why this region.
    pub reason: Reason,
}

/// Why a strategy chose a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Reason {
    /// It is the hottest.
    Hottest,
    /// The last move made it hotter than anything was before.
    Answer,
}

/// What the strategies propose to a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Advice {
    /// Move in the hottest region.
    pub hotstrat: HotMove,
    /// Answer the last move if it was a threat, else move in the hottest region.
    pub sentestrat: HotMove,
}

/// What is said to a player who is to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Advised {
    /// The player.
    pub player: Player,
    /// All first moves that win, for certain.
    pub winning: Vec<Move>,
    /// What strategies propose, not proven; `null` if the player cannot move.
    pub advice: Option<Advice>,
}

impl PositionValues {
    /// The regions of `board` in which a player can move.
    pub fn region_reports(&mut self, board: &Board) -> Result<Vec<RegionReport>, GameError> {
        let tile = self.tile();
        let playable = |region: &Board| Player::ALL.iter().any(|&p| region.can_move(p, tile));
        let regions = board.regions_in_place();
        let mut reports = Vec::new();
        for board in regions.into_iter().filter(playable) {
            let value = self.region_value(&board.cropped())?;
            let temperature = self.games().temperature(value)?;
            reports.push(RegionReport {
                board,
                value,
                temperature,
            });
        }
        Ok(reports)
    }

    /// The proposals of the strategies to `player` on `board`; `None` if the player cannot move. `last`
    /// is the opponent's last move, whose cells are blocked already.
    pub fn advice(
        &mut self,
        board: &Board,
        player: Player,
        last: Option<Move>,
    ) -> Result<Option<Advice>, GameError> {
        let reports = self.region_reports(board)?;
        let tile = self.tile();
        let can_move = |report: &RegionReport| report.board.can_move(player, tile);
        // The first of equally hot ones.
        let hottest = (0..reports.len())
            .rev()
            .filter(|&i| can_move(&reports[i]))
            .max_by_key(|&i| reports[i].temperature);
        let Some(hottest) = hottest else {
            return Ok(None);
        };
        let hotstrat = HotMove {
            region: hottest,
            mov: self.best_in(&reports[hottest], player)?,
            reason: Reason::Hottest,
        };
        let answer = match last {
            None => None,
            Some(last) => self.region_to_answer(board, &reports, last)?,
        };
        let sentestrat = match answer.filter(|&i| can_move(&reports[i])) {
            Some(region) => HotMove {
                region,
                mov: self.best_in(&reports[region], player)?,
                reason: Reason::Answer,
            },
            None => hotstrat,
        };
        Ok(Some(Advice {
            hotstrat,
            sentestrat,
        }))
    }

    /// The hottest region beside the tile of `last`, if it is hotter than all regions were before.
    fn region_to_answer(
        &mut self,
        board: &Board,
        reports: &[RegionReport],
        last: Move,
    ) -> Result<Option<usize>, GameError> {
        let tile = self.tile();
        let covered: Vec<_> = last.cells(tile).collect();
        let Some(before) = freed(board, &covered) else {
            return Ok(None);
        };
        let ambient = self.region_reports(&before)?;
        let ambient = ambient.iter().map(|report| report.temperature).max();
        let beside = |report: &&RegionReport| {
            report.board.free_cells().any(|cell| {
                covered.iter().any(|other| {
                    cell.row().abs_diff(other.row()) + cell.col().abs_diff(other.col()) == 1
                })
            })
        };
        let local = reports
            .iter()
            .enumerate()
            .filter(|(_, report)| beside(report))
            .max_by_key(|(_, report)| report.temperature);
        Ok(local
            .filter(|(_, report)| ambient.is_none_or(|ambient| report.temperature > ambient))
            .map(|(i, _)| i))
    }

    /// The move of `player` in the region that is best at the region's own temperature; among equals one
    /// that is not dominated.
    fn best_in(&mut self, report: &RegionReport, player: Player) -> Result<Move, GameError> {
        let tile = self.tile();
        let mut best: Option<(Dyadic, Game, Move)> = None;
        for mov in report.board.moves(player, tile) {
            let after = report
                .board
                .play(mov, tile)
                .expect("a listed move is legal");
            let value = self.value(&after)?;
            let thermograph = self.games().thermograph(value)?;
            // The best result that the opponent, moving next, allows.
            let score = match player {
                Player::Vertical => thermograph.right().at(report.temperature)?,
                Player::Horizontal => thermograph.left().at(report.temperature)?.negated(),
            };
            let better = match best {
                None => true,
                Some((most, _, _)) if score != most => score > most,
                Some((_, other, _)) => {
                    other != value
                        && match player {
                            Player::Vertical => self.games().le(other, value),
                            Player::Horizontal => self.games().le(value, other),
                        }
                }
            };
            if better {
                best = Some((score, value, mov));
            }
        }
        Ok(best.expect("the player can move in the region").2)
    }

    /// Winning moves and proposals for `player` on `board`, after the opponent's move `last`.
    pub fn advised(
        &mut self,
        board: &Board,
        player: Player,
        last: Option<Move>,
    ) -> Result<Advised, GameError> {
        Ok(Advised {
            player,
            winning: self.winning_moves(board, player)?,
            advice: self.advice(board, player, last)?,
        })
    }

    /// The moves of `player` that win, for certain: exactly those after which the opponent,
    /// moving next, loses.
    pub fn winning_moves(&mut self, board: &Board, player: Player) -> Result<Vec<Move>, GameError> {
        let tile = self.tile();
        let mut winning = Vec::new();
        for mov in board.moves(player, tile) {
            let after = board.play(mov, tile).expect("a listed move is legal");
            let value = self.value(&after)?;
            if self.games().outcome(value).winner(player.opponent()) == player {
                winning.push(mov);
            }
        }
        Ok(winning)
    }
}

/// The board with `cells` free again; `None` if one of them lies outside.
fn freed(board: &Board, cells: &[Cell]) -> Option<Board> {
    let (rows, cols) = (board.rows(), board.cols());
    let free = cells.iter().try_fold(board.free_bits(), |free, cell| {
        let inside = cell.row() < rows && cell.col() < cols;
        inside.then(|| free | Bits256::single((cell.row() * cols + cell.col()) as u32))
    })?;
    Board::from_free_bits(rows, cols, free).ok()
}
