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

use crosscram_rules::{Board, Dyadic, Move, Player, Tile};

use super::{PositionValues, RegionReport};
use crate::games::{Game, GameError, Thermograph};
use serde::{Serialize, Serializer};
use std::fmt;

/// What a move in a region means, at temperatures just below its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Initiative {
    /// Neither player gains by moving: its temperature is below 0.
    Cold,
    /// Neither player's move is answered.
    Gote,
    /// This player's move is answered; the opponent's, which prevents it, is not.
    Sente(Player),
}

impl fmt::Display for Initiative {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Initiative::Cold => f.pad("cold"),
            Initiative::Gote => f.pad("gote"),
            Initiative::Sente(player) => write!(f, "{} sente", player.letter()),
        }
    }
}

impl Serialize for Initiative {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
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

impl fmt::Display for CouponTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CouponTurn::Move(mov) => mov.fmt(f),
            CouponTurn::Coupon(player, worth) => write!(f, "{}:{worth}", player.letter()),
        }
    }
}

impl Serialize for CouponTurn {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A game with coupons, played by sentestrat on both sides.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CouponGame {
    /// The turns.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
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
        let start = CouponPosition::new(*board, begins, first, step);
        let mut alone = start;
        while let Some(coupon) = alone.coupon() {
            alone.take(CouponTurn::Coupon(alone.to_move, coupon), self.tile())?;
        }
        let (mut position, mut turns) = (start, Vec::new());
        loop {
            self.games().check_interrupt()?;
            let Some(turn) = self.coupon_turn(&position)? else {
                break;
            };
            position.take(turn, self.tile())?;
            turns.push(turn);
        }
        Ok(CouponGame {
            turns,
            score: self.coupon_score(&position)?,
            coupons_alone: alone.score,
        })
    }

    /// The turn of sentestrat; `None` if the game is over, because no coupon is left and every region is a number.
    pub fn coupon_turn(
        &mut self,
        position: &CouponPosition,
    ) -> Result<Option<CouponTurn>, GameError> {
        let (player, tile) = (position.to_move, self.tile());
        let reports = self.region_reports(&position.board)?;
        let can_move = |report: &&RegionReport| report.board.can_move(player, tile);
        let hottest = reports
            .iter()
            .filter(can_move)
            .filter(|report| report.temperature >= Dyadic::ZERO)
            .max_by_key(|report| report.temperature);
        let coupon = position.coupon();
        // An answer is a move in the hottest region, too: nothing else is hotter than the coupon.
        let worth =
            |report: &&RegionReport| coupon.is_none_or(|coupon| report.temperature >= coupon);
        let Some(report) = hottest.filter(worth) else {
            return Ok(coupon.map(|coupon| CouponTurn::Coupon(player, coupon)));
        };
        let t = coupon.unwrap_or(Dyadic::ZERO).min(report.temperature);
        let losses = self.losses(report, player, t)?;
        let best = losses.into_iter().min_by_key(|&(_, loss)| loss);
        let (mov, _) = best.expect("the player can move in the region");
        Ok(Some(CouponTurn::Move(mov)))
    }

    /// What Vertical has more than Horizontal: coupons, and the mean of the board.
    pub fn coupon_score(&mut self, position: &CouponPosition) -> Result<Dyadic, GameError> {
        let rest: Game = self.value(&position.board)?;
        Ok(position.score.plus(self.games().mean(rest)?)?)
    }
}

/// A position together with coupons, in the middle of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CouponPosition {
    /// The board.
    pub board: Board,
    /// Who is to move.
    pub to_move: Player,
    /// What Vertical's coupons are worth more than Horizontal's.
    pub score: Dyadic,
    largest: Dyadic,
    step: Dyadic,
}

impl CouponPosition {
    /// A position with coupons worth `first`, `first` − `step` and so on, as long as they are positive.
    pub fn new(board: Board, to_move: Player, first: Dyadic, step: Dyadic) -> CouponPosition {
        CouponPosition {
            board,
            to_move,
            score: Dyadic::ZERO,
            largest: first,
            step,
        }
    }

    /// The largest coupon, if one is left.
    pub fn coupon(&self) -> Option<Dyadic> {
        (self.largest > Dyadic::ZERO).then_some(self.largest)
    }

    /// Plays a turn, which must be one of the player to move: a legal move, or the largest coupon.
    ///
    /// # Panics
    ///
    /// If the move is not legal.
    pub fn take(&mut self, turn: CouponTurn, tile: Tile) -> Result<(), GameError> {
        match turn {
            CouponTurn::Move(mov) => {
                self.board = self.board.play(mov, tile).expect("the move is legal");
            }
            CouponTurn::Coupon(player, worth) => {
                let gain = match player {
                    Player::Vertical => worth,
                    Player::Horizontal => worth.negated(),
                };
                self.score = self.score.plus(gain)?;
                self.largest = self.largest.minus(self.step)?;
            }
        }
        self.to_move = self.to_move.opponent();
        Ok(())
    }
}
