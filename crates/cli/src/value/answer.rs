//! Everything that is printed about a value. The JSON form has these keys, in the order of the fields.

use super::comparison::Comparison;
use super::coupons::CouponPlay;
use super::players;
use super::subject::Subject;
use crate::args::ValueArgs;
use crate::json::SCHEMA;
use crosscram_rules::{Board, Dyadic, Outcome, Player};
use crosscram_values::games::{Expression, Game, GameError, Thermograph, ValueTextError};
use crosscram_values::positions::{Initiative, PositionValues, Reason, RegionReport};
use serde::{Serialize, Serializer};
use std::error::Error;
use std::sync::Arc;

/// The maximum number of different followers for which incentives are computed by default. Incentives are
/// differences of games, whose canonical forms can be far larger than both; up to here they took at most
/// seconds.
const FEW_FOLLOWERS: usize = 60;

/// What is said about a board where only values are read.
const ONLY_VALUES: &str = "a position, but with --game only values are read";

/// The answer to one question.
pub(crate) enum Answer {
    Value(Box<ValueReport>),
    Comparison(Comparison),
}

/// Everything about one value.
#[derive(Debug, Serialize)]
pub(crate) struct ValueReport {
    schema: u32,
    pub(crate) position: String,
    tile: u32,
    /// `null` if longer than asked for.
    pub(crate) value: Option<String>,
    #[serde(serialize_with = "code")]
    pub(crate) outcome: Outcome,
    #[serde(serialize_with = "as_text")]
    pub(crate) mean: Dyadic,
    #[serde(serialize_with = "as_text")]
    pub(crate) temperature: Dyadic,
    pub(crate) regions: Vec<Region>,
    /// A name that the value does not show, such as tiny(2).
    pub(crate) name: Option<String>,
    #[serde(serialize_with = "as_text")]
    pub(crate) left_stop: Dyadic,
    #[serde(serialize_with = "as_text")]
    pub(crate) right_stop: Dyadic,
    pub(crate) birthday: u64,
    /// Different games, numbers aside, in the canonical form.
    pub(crate) followers: usize,
    /// The reduced canonical form; `null` if not computed, or longer than asked for.
    pub(crate) reduced: Option<String>,
    /// `null` if the game has none, because it is not all-small.
    pub(crate) atomic_weight: Option<String>,
    /// Who has sente at temperatures just below its own: `gote`, `V sente`, `H sente` or `cold`.
    pub(crate) initiative: &'static str,
    pub(crate) incentives: Option<Incentives>,
    pub(crate) thermograph: Walls,
    pub(crate) players: Vec<Moves>,
    #[serde(skip)]
    pub(crate) game: Game,
    #[serde(skip)]
    pub(crate) boards: Vec<Board>,
}

/// One region with its own value.
#[derive(Debug, Serialize)]
pub(crate) struct Region {
    pub(crate) position: String,
    /// Row and column, from 1, of the upper left cell of its rectangle.
    pub(crate) row: usize,
    pub(crate) col: usize,
    pub(crate) cells: u32,
    pub(crate) value: Option<String>,
    #[serde(serialize_with = "code")]
    pub(crate) outcome: Outcome,
    #[serde(serialize_with = "as_text")]
    pub(crate) mean: Dyadic,
    #[serde(serialize_with = "as_text")]
    pub(crate) temperature: Dyadic,
    pub(crate) initiative: &'static str,
}

/// The incentives of both players; texts that are too long are `null`.
#[derive(Debug, Serialize)]
pub(crate) struct Incentives {
    #[serde(rename = "V")]
    pub(crate) vertical: Vec<Option<String>>,
    #[serde(rename = "H")]
    pub(crate) horizontal: Vec<Option<String>>,
}

/// The walls as corners, value before temperature.
#[derive(Debug, Serialize)]
pub(crate) struct Walls {
    left: Vec<[String; 2]>,
    right: Vec<[String; 2]>,
    #[serde(skip)]
    pub(crate) exact: Arc<Thermograph>,
}

/// The advice to one player.
#[derive(Debug, Serialize)]
pub(crate) struct Moves {
    #[serde(serialize_with = "letter")]
    pub(crate) player: Player,
    /// All first moves that are proven to win.
    pub(crate) winning: Vec<String>,
    pub(crate) advice: Option<Advice>,
    pub(crate) orthodox: Orthodox,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) coupons: Option<CouponPlay>,
}

/// The orthodox moves at an ambient temperature.
#[derive(Debug, Serialize)]
pub(crate) struct Orthodox {
    /// As asked for, else that of the hottest region.
    #[serde(serialize_with = "as_text")]
    pub(crate) ambient: Dyadic,
    pub(crate) moves: Vec<String>,
}

/// The proposals of strategies; not proven.
#[derive(Debug, Serialize)]
pub(crate) struct Advice {
    pub(crate) hotstrat: Proposal,
    pub(crate) sentestrat: Proposal,
}

#[derive(Debug, Serialize)]
pub(crate) struct Proposal {
    #[serde(rename = "move")]
    pub(crate) mov: String,
    /// Number of the region, from 1.
    pub(crate) region: usize,
    pub(crate) reason: &'static str,
    /// Whether the move is among the winning ones.
    pub(crate) wins: bool,
}

/// The answer to one question.
pub(super) fn answer(
    values: &mut PositionValues,
    subject: &Subject,
    args: &ValueArgs,
) -> Result<Answer, Box<dyn Error>> {
    let statement = match subject {
        Subject::Position(_) if args.game => return Err(ONLY_VALUES.into()),
        Subject::Position(position) => {
            let board = position.board;
            let game = values.value(&board)?;
            let mut report = report(values, game, vec![board], board.to_string(), args)?;
            for player in players(args, position.to_move) {
                report.players.push(moves_of(values, &board, player, args)?);
            }
            return Ok(Answer::Value(Box::new(report)));
        }
        Subject::Statement(statement) => statement,
    };
    let mut value = |expression: &Expression| -> Result<Game, ValueTextError> {
        match args.game {
            true => values.games().evaluate(expression),
            false => values.evaluate(expression),
        }
    };
    let left = value(&statement.left)?;
    let Some((relation, right)) = &statement.claim else {
        let (boards, name) = (statement.left.boards(), statement.to_string());
        let report = report(values, left, boards, name, args)?;
        return Ok(Answer::Value(Box::new(report)));
    };
    let sides = (left, *relation, value(right)?);
    let (name, tile) = (statement.to_string(), values.tile().length());
    let comparison = Comparison::new(values.games(), name, tile, sides, args.longest);
    Ok(Answer::Comparison(comparison))
}

/// Everything about a game; the moves are still missing.
fn report(
    values: &mut PositionValues,
    game: Game,
    boards: Vec<Board>,
    position: String,
    args: &ValueArgs,
) -> Result<ValueReport, GameError> {
    let mut reports = Vec::new();
    for board in &boards {
        reports.extend(values.region_reports(board)?);
    }
    let tile = values.tile().length();
    let games = values.games();
    let followers = games.followers(game);
    let few = args.incentives || followers <= FEW_FOLLOWERS;
    let reduced = match few {
        false => None,
        true => {
            let reduced = games.reduced(game)?;
            games.text_within(reduced, args.longest)
        }
    };
    // Nimbers larger than any in the game may be beyond what can be represented.
    let weight = match games.atomic_weight(game) {
        Err(GameError::Overflow) => None,
        other => other?,
    };
    let atomic_weight = weight.and_then(|weight| games.text_within(weight, args.longest));
    let incentives = match few {
        false => None,
        true => {
            let found = games.incentives(game)?;
            let mut texts = |list: Vec<Game>| -> Vec<Option<String>> {
                let texts = list.into_iter();
                texts
                    .map(|game| games.text_within(game, args.longest))
                    .collect()
            };
            Some(Incentives {
                vertical: texts(found.left),
                horizontal: texts(found.right),
            })
        }
    };
    let thermograph = games.thermograph(game)?;
    Ok(ValueReport {
        schema: SCHEMA,
        position,
        tile,
        value: games.text_within(game, args.longest),
        outcome: games.outcome(game),
        mean: thermograph.mean(),
        temperature: thermograph.temperature(),
        regions: reports
            .iter()
            .map(|report| region(values, report, args.longest))
            .collect::<Result<_, _>>()?,
        name: values.games().name(game),
        left_stop: values.games().left_stop(game),
        right_stop: values.games().right_stop(game),
        birthday: values.games().birthday(game),
        followers,
        reduced,
        atomic_weight,
        initiative: initiative(&thermograph),
        incentives,
        thermograph: walls(thermograph),
        players: Vec::new(),
        game,
        boards,
    })
}

/// The initiative in words.
fn initiative(thermograph: &Thermograph) -> &'static str {
    match Initiative::of(thermograph) {
        Initiative::Cold => "cold",
        Initiative::Gote => "gote",
        Initiative::Sente(Player::Vertical) => "V sente",
        Initiative::Sente(Player::Horizontal) => "H sente",
    }
}

fn region(
    values: &mut PositionValues,
    report: &RegionReport,
    longest: u64,
) -> Result<Region, GameError> {
    let cells = || report.board.free_cells();
    let thermograph = values.games().thermograph(report.value)?;
    Ok(Region {
        position: report.board.cropped().to_string(),
        row: cells().map(|cell| cell.row()).min().unwrap_or(0) + 1,
        col: cells().map(|cell| cell.col()).min().unwrap_or(0) + 1,
        cells: report.board.free_count(),
        value: values.games().text_within(report.value, longest),
        outcome: report.outcome,
        mean: report.mean,
        temperature: report.temperature,
        initiative: initiative(&thermograph),
    })
}

fn walls(exact: Arc<Thermograph>) -> Walls {
    let corners = |wall: &crosscram_values::games::Wall| {
        let corners = wall.corners().iter();
        corners
            .map(|(value, t)| [value.to_string(), t.to_string()])
            .collect()
    };
    Walls {
        left: corners(exact.left()),
        right: corners(exact.right()),
        exact,
    }
}

fn moves_of(
    values: &mut PositionValues,
    board: &Board,
    player: Player,
    args: &ValueArgs,
) -> Result<Moves, GameError> {
    let last = args.last.filter(|last| last.player() != player);
    let winning = values.winning_moves(board, player)?;
    let advice = values.advice(board, player, last)?;
    let temperatures = values.region_reports(board)?;
    let hottest = temperatures.iter().map(|region| region.temperature).max();
    let ambient = args.ambient.or(hottest).unwrap_or(Dyadic::ZERO);
    let orthodox = values.orthodox_moves(board, player, ambient)?;
    let coupons = match args.coupons {
        None => None,
        Some(coupons) => Some(CouponPlay::new(values, board, player, coupons)?),
    };
    let proposal = |hot: crosscram_values::positions::HotMove| Proposal {
        mov: hot.mov.to_string(),
        region: hot.region + 1,
        reason: match hot.reason {
            Reason::Hottest => "hottest",
            Reason::Answer => "answer",
        },
        wins: winning.contains(&hot.mov),
    };
    Ok(Moves {
        player,
        winning: winning.iter().map(ToString::to_string).collect(),
        advice: advice.map(|advice| Advice {
            hotstrat: proposal(advice.hotstrat),
            sentestrat: proposal(advice.sentestrat),
        }),
        orthodox: Orthodox {
            ambient,
            moves: orthodox.iter().map(|(_, mov)| mov.to_string()).collect(),
        },
        coupons,
    })
}

fn code<S: Serializer>(outcome: &Outcome, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(outcome.code())
}

fn as_text<S: Serializer>(number: &Dyadic, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(number)
}

pub(super) fn letter<S: Serializer>(player: &Player, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_char(player.letter())
}
