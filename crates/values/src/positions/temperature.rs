//! Temperature theory: who has sente where, orthodox moves, and play in an environment of coupons.
//!
//! In a rich environment, where a move elsewhere is always worth the ambient temperature t, a move of Left to
//! Gᴸ is orthodox if it reaches Left's wall: its Right wall at t, less the tax t, is the Left wall of G at
//! t (Berlekamp, *The economist's view of combinatorial games*, 1996). Below its temperature a region has such
//! moves for both players; above it, both do better elsewhere.
//!
//! Just below the temperature the walls tell what a move there means. A slanted wall is a move that the
//! opponent does not answer, gote; a vertical wall is one that has to be answered, sente. Both walls
//! cannot be vertical, or they would not meet.

use crosscram_rules::{Board, Dyadic, Move, Player};

use super::{PositionValues, RegionReport};
use crate::games::{Game, GameError, Thermograph};

/// What a move in a region means, at temperatures just below its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Initiative {
    /// Nobody gains by moving: its temperature is below 0.
    Cold,
    /// Neither player's move is answered.
    Gote,
    /// This player's move is answered; the opponent's, which prevents it, is not.
    Sente(Player),
}

impl Initiative {
    /// What the walls say.
    pub fn of(thermograph: &Thermograph) -> Initiative {
        let temperature = thermograph.temperature();
        if temperature < Dyadic::ZERO {
            return Initiative::Cold;
        }
        // A wall that is vertical up to the mast has no corner there.
        let slanted = |corners: &[(Dyadic, Dyadic)]| {
            corners.last().is_some_and(|corner| corner.1 == temperature)
        };
        match (
            slanted(thermograph.left().corners()),
            slanted(thermograph.right().corners()),
        ) {
            (false, true) => Initiative::Sente(Player::Vertical),
            (true, false) => Initiative::Sente(Player::Horizontal),
            _ => Initiative::Gote,
        }
    }
}

/// A turn in an environment of coupons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CouponTurn {
    /// A tile on the board.
    Move(Move),
    /// The largest coupon, worth this much.
    Coupon(Player, Dyadic),
}

/// A game with coupons, played by sentestrat on both sides.
#[derive(Clone, Debug)]
pub struct CouponGame {
    /// The turns.
    pub turns: Vec<CouponTurn>,
    /// What Vertical has more than Horizontal at the end: coupons, and moves left on the board.
    pub score: Dyadic,
    /// What the coupons alone give the first player, if both take them in turn, counted for Vertical.
    pub coupons_alone: Dyadic,
}

impl PositionValues {
    /// The orthodox moves of `player` on `board` at the ambient temperature `t`, each with the index of its
    /// region among [`PositionValues::region_reports`].
    ///
    /// ```
    /// use crosscram_rules::{Dyadic, Player, Tile, board};
    /// use crosscram_values::positions::PositionValues;
    ///
    /// let mut values = PositionValues::new(Tile::DOMINO);
    /// let board = board!(. . . | . . .);
    /// let moves = values.orthodox_moves(&board, Player::Vertical, Dyadic::ONE)?;
    /// assert_eq!(moves.len(), 1);
    /// assert_eq!(moves[0].1.to_string(), "V1,2");
    /// let moves = values.orthodox_moves(&board, Player::Vertical, "2".parse()?)?;
    /// assert!(moves.is_empty(), "warmer than the region");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn orthodox_moves(
        &mut self,
        board: &Board,
        player: Player,
        t: Dyadic,
    ) -> Result<Vec<(usize, Move)>, GameError> {
        let mut orthodox = Vec::new();
        for (index, report) in self.region_reports(board)?.iter().enumerate() {
            if report.temperature < t {
                continue;
            }
            for (mov, loss) in self.losses(report, player, t)? {
                if loss == Dyadic::ZERO {
                    orthodox.push((index, mov));
                }
            }
        }
        Ok(orthodox)
    }

    /// The moves of `player` in a region, and by how much each falls short of the player's wall at `t`.
    fn losses(
        &mut self,
        report: &RegionReport,
        player: Player,
        t: Dyadic,
    ) -> Result<Vec<(Move, Dyadic)>, GameError> {
        let tile = self.tile();
        let whole = self.games().thermograph(report.value)?;
        let mut losses = Vec::new();
        for mov in report.board.moves(player, tile) {
            let after = report
                .board
                .play(mov, tile)
                .expect("a listed move is legal");
            let value = self.value(&after)?;
            let thermograph = self.games().thermograph(value)?;
            let loss = match player {
                Player::Vertical => {
                    let reached = thermograph.right().at(t)?.minus(t)?;
                    whole.left().at(t)?.minus(reached)?
                }
                Player::Horizontal => {
                    let reached = thermograph.left().at(t)?.plus(t)?;
                    reached.minus(whole.right().at(t)?)?
                }
            };
            losses.push((mov, loss));
        }
        Ok(losses)
    }

    /// Plays `board` together with coupons of the values `first`, `first` − `step` and so on down to `step`.
    /// In a turn a player places a tile or takes the largest coupon. Both play sentestrat: answer the
    /// opponent's move where that left something hotter than the largest coupon, else move in the hottest
    /// region unless the coupon is worth more. It ends when the coupons are gone and only numbers are left.
    pub fn play_coupons(
        &mut self,
        board: &Board,
        begins: Player,
        first: Dyadic,
        step: Dyadic,
    ) -> Result<CouponGame, GameError> {
        if step <= Dyadic::ZERO || first < Dyadic::ZERO {
            return Err(GameError::NegativeTemperature);
        }
        let tile = self.tile();
        let sign = |player: Player, x: Dyadic| match player {
            Player::Vertical => x,
            Player::Horizontal => x.negated(),
        };
        let mut alone = Dyadic::ZERO;
        let (mut coupon, mut taker) = (first, begins);
        while coupon > Dyadic::ZERO {
            alone = alone.plus(sign(taker, coupon))?;
            taker = taker.opponent();
            coupon = coupon.minus(step)?;
        }
        let (mut board, mut player, mut coupon) = (*board, begins, first);
        let (mut turns, mut score) = (Vec::new(), Dyadic::ZERO);
        loop {
            self.games().check_interrupt()?;
            let reports = self.region_reports(&board)?;
            let can_move = |report: &&RegionReport| report.board.can_move(player, tile);
            let hottest = reports
                .iter()
                .filter(can_move)
                .filter(|report| report.temperature >= Dyadic::ZERO)
                .max_by_key(|report| report.temperature);
            let coupons_left = coupon > Dyadic::ZERO;
            // An answer is a move in the hottest region, too: nothing else is hotter than the coupon.
            match hottest.filter(|report| !coupons_left || report.temperature >= coupon) {
                Some(report) => {
                    let ambient = if coupons_left { coupon } else { Dyadic::ZERO };
                    let t = ambient.min(report.temperature);
                    let losses = self.losses(report, player, t)?;
                    let (mov, _) = losses
                        .into_iter()
                        .min_by_key(|&(_, loss)| loss)
                        .expect("the player can move in the region");
                    board = board.play(mov, tile).expect("a listed move is legal");
                    turns.push(CouponTurn::Move(mov));
                }
                None if coupons_left => {
                    score = score.plus(sign(player, coupon))?;
                    turns.push(CouponTurn::Coupon(player, coupon));
                    coupon = coupon.minus(step)?;
                }
                None => break,
            }
            player = player.opponent();
        }
        let rest: Game = self.value(&board)?;
        let rest = self.games().mean(rest)?;
        Ok(CouponGame {
            turns,
            score: score.plus(rest)?,
            coupons_alone: alone,
        })
    }
}
