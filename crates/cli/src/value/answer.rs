//! Everything that is said about a value.

use super::Coupons;
use crate::args::Side;
use crate::value::ValueArgs;
use crosscram_rules::{Board, Dyadic, Move, Player};
use crosscram_values::games::{Comparison, Expression, Game, GameError, ValueTextError};
use crosscram_values::positions::{Advised, CouponGame, Details, PositionValues, Region, Valued};
use crosscram_workbench::{Answer, Shape, ValueSubject};
use serde::Serialize;
use std::error::Error;

/// What is said about a board where only values are read.
const ONLY_VALUES: &str = "a position, but with --game only values are read";

/// The answer to one question.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Found {
    Value(Box<Answer<ValueReport>>),
    Comparison(Answer<Comparison>),
}

/// Everything about one value.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ValueReport {
    #[serde(flatten)]
    pub(crate) value: Valued,
    #[serde(flatten)]
    pub(crate) details: Details,
    /// In which a player can move; of a sum those of all its boards.
    pub(crate) regions: Vec<Region<Valued>>,
    pub(crate) players: Vec<Moves>,
    #[serde(skip)]
    pub(crate) game: Game,
    #[serde(skip)]
    pub(crate) boards: Vec<Board>,
}

/// What is said to one player.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Moves {
    #[serde(flatten)]
    pub(crate) advised: Advised,
    pub(crate) orthodox: Orthodox,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) coupons: Option<CouponGame>,
}

/// The orthodox moves at an ambient temperature.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Orthodox {
    /// As asked for, else that of the hottest region.
    pub(crate) ambient: Dyadic,
    pub(crate) moves: Vec<Move>,
}

/// The answer to one question.
pub(super) fn answer(
    values: &mut PositionValues,
    subject: &ValueSubject,
    args: &ValueArgs,
) -> Result<Found, Box<dyn Error>> {
    let statement = match subject {
        ValueSubject::Position(_) if args.game => return Err(ONLY_VALUES.into()),
        ValueSubject::Position(position) => {
            let board = position.board;
            let game = values.value(&board)?;
            let mut report = report(values, game, vec![board], args)?;
            for player in Side::players(args.player, position.to_move) {
                report.players.push(moves_of(values, &board, player, args)?);
            }
            let position = position.with_tile(values.tile());
            return Ok(Found::Value(Box::new(Answer::new(&position, report))));
        }
        ValueSubject::Statement(statement) => statement,
    };
    let mut value = |expression: &Expression| -> Result<Game, ValueTextError> {
        match args.game {
            true => values.games().evaluate(expression),
            false => values.evaluate(expression),
        }
    };
    let left = value(&statement.left)?;
    let Some((relation, right)) = &statement.claim else {
        let shape = Shape::of_text(statement, values.tile());
        let report = report(values, left, statement.left.boards(), args)?;
        return Ok(Found::Value(Box::new(Answer::new(shape, report))));
    };
    let right = value(right)?;
    let shape = Shape::of_text(statement, values.tile());
    let comparison = values.games().examine(left, *relation, right, args.longest);
    Ok(Found::Comparison(Answer::new(shape, comparison)))
}

/// Everything about a game; the moves are still missing.
fn report(
    values: &mut PositionValues,
    game: Game,
    boards: Vec<Board>,
    args: &ValueArgs,
) -> Result<ValueReport, GameError> {
    let mut regions = Vec::new();
    for board in &boards {
        regions.extend(values.valued_regions(board, args.longest)?);
    }
    let games = values.games();
    Ok(ValueReport {
        details: Details::of(games, game, args.longest, args.incentives)?,
        value: Valued::of(games, game, args.longest)?,
        regions,
        players: Vec::new(),
        game,
        boards,
    })
}

fn moves_of(
    values: &mut PositionValues,
    board: &Board,
    player: Player,
    args: &ValueArgs,
) -> Result<Moves, GameError> {
    let last = args.last.filter(|last| last.player() != player);
    let advised = values.advised(board, player, last)?;
    let temperatures = values.region_reports(board)?;
    let hottest = temperatures.iter().map(|region| region.temperature).max();
    let ambient = args.ambient.or(hottest).unwrap_or(Dyadic::ZERO);
    let orthodox = values.orthodox_moves(board, player, ambient)?;
    let coupons = args.coupons;
    let coupons =
        coupons.map(|Coupons { first, step }| values.play_coupons(board, player, first, step));
    Ok(Moves {
        advised,
        orthodox: Orthodox {
            ambient,
            moves: orthodox.into_iter().map(|(_, mov)| mov).collect(),
        },
        coupons: coupons.transpose()?,
    })
}
