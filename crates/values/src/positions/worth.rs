//! What values are worth, as all programs say it.

use super::{Initiative, PositionValues};
use crate::games::{Game, GameError, Games, Thermograph};
use crosscram_rules::{Board, ByPlayer, Cell, Dyadic, Outcome};
use serde::Serialize;

/// A value in texts and numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Worth {
    /// The canonical form; `null` if longer than asked for.
    pub value: Option<String>,
    /// Who wins.
    pub outcome: Outcome,
    /// The mean.
    pub mean: Dyadic,
    /// The temperature.
    pub temperature: Dyadic,
    /// Where play stops if Vertical begins.
    pub left_stop: Dyadic,
    /// Where play stops if Horizontal begins.
    pub right_stop: Dyadic,
    /// Who has sente at temperatures just below its own.
    #[cfg_attr(
        feature = "schema",
        schemars(with = "String", regex(pattern = "^(cold|gote|[VH] sente)$"))
    )]
    pub initiative: Initiative,
}

impl Worth {
    /// Of a game; its text may have `longest` characters.
    pub fn of(games: &mut Games, game: Game, longest: u64) -> Result<Worth, GameError> {
        let thermograph = games.thermograph(game)?;
        Ok(Worth {
            value: games.text_within(game, longest),
            outcome: games.outcome(game),
            mean: thermograph.mean(),
            temperature: thermograph.temperature(),
            left_stop: games.left_stop(game),
            right_stop: games.right_stop(game),
            initiative: Initiative::of(&thermograph),
        })
    }
}

/// What a value is worth at every temperature.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Valued {
    /// In texts and numbers.
    #[serde(flatten)]
    pub worth: Worth,
    /// The walls as corners, value before temperature.
    pub thermograph: Thermograph,
}

impl Valued {
    /// Of a game; its text may have `longest` characters.
    pub fn of(games: &mut Games, game: Game, longest: u64) -> Result<Valued, GameError> {
        Ok(Valued {
            worth: Worth::of(games, game, longest)?,
            thermograph: games.thermograph(game)?.as_ref().clone(),
        })
    }
}

/// A region with what is known of it, mostly [`Valued`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Region<T> {
    /// On a board just large enough.
    pub position: Board,
    /// Where it is.
    pub cells: Vec<Cell>,
    /// What is known of it.
    #[serde(flatten)]
    pub known: T,
}

impl<T> Region<T> {
    /// The region that is free on `board`.
    pub fn new(board: &Board, known: T) -> Region<T> {
        Region {
            position: board.cropped(),
            cells: board.free_cells().collect(),
            known,
        }
    }
}

/// What else there is to say of a value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Details {
    /// A name that the value does not show, such as tiny(2).
    pub name: Option<String>,
    /// The day on which it is born.
    pub birthday: u64,
    /// Different games, numbers aside, in the canonical form.
    pub followers: usize,
    /// The reduced canonical form; `null` if not computed, or longer than asked for.
    pub reduced: Option<String>,
    /// `null` if the game has none, because it is not all-small.
    pub atomic_weight: Option<String>,
    /// The incentives of both players; texts that are too long are `null`, as all are if not computed.
    pub incentives: Option<ByPlayer<Vec<Option<String>>>>,
}

impl Details {
    /// The maximum number of different followers for which incentives are computed by default. Incentives are
    /// differences of games, whose canonical forms can be far larger than both; up to here they took at most
    /// seconds.
    pub const FEW_FOLLOWERS: usize = 60;

    /// Of a game; texts may have `longest` characters. `all`: also what may take long, for games with many followers.
    pub fn of(
        games: &mut Games,
        game: Game,
        longest: u64,
        all: bool,
    ) -> Result<Details, GameError> {
        let followers = games.followers(game);
        let (mut reduced, mut incentives) = (None, None);
        if all || followers <= Details::FEW_FOLLOWERS {
            let form = games.reduced(game)?;
            reduced = games.text_within(form, longest);
            let found = games.incentives(game)?;
            let mut texts = |list: Vec<Game>| -> Vec<Option<String>> {
                let list = list.into_iter();
                list.map(|game| games.text_within(game, longest)).collect()
            };
            incentives = Some(ByPlayer {
                vertical: texts(found.left),
                horizontal: texts(found.right),
            });
        }
        // Nimbers larger than any in the game may be beyond what can be represented.
        let weight = match games.atomic_weight(game) {
            Err(GameError::Overflow) => None,
            other => other?,
        };
        Ok(Details {
            name: games.name(game),
            birthday: games.birthday(game),
            followers,
            reduced,
            atomic_weight: weight.and_then(|weight| games.text_within(weight, longest)),
            incentives,
        })
    }
}

impl PositionValues {
    /// The regions of `board` in which a player can move, with their values.
    pub fn valued_regions(
        &mut self,
        board: &Board,
        longest: u64,
    ) -> Result<Vec<Region<Valued>>, GameError> {
        let reports = self.region_reports(board)?.into_iter();
        let valued = reports.map(|report| {
            let valued = Valued::of(self.games(), report.value, longest)?;
            Ok(Region::new(&report.board, valued))
        });
        valued.collect()
    }
}
