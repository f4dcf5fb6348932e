//! Everything that is printed about a value. The JSON form has these keys, in the order of the fields.

use super::{Subject, players, value_of_sum};
use crate::args::ValueArgs;
use crate::json::SCHEMA;
use crosscram_rules::{Board, Dyadic, Outcome, Player};
use crosscram_values::games::{Game, Thermograph};
use crosscram_values::positions::{PositionValues, Reason, RegionReport};
use serde::{Serialize, Serializer};
use std::error::Error;
use std::sync::Arc;

/// The maximum number of different followers for which incentives are computed by default. Incentives are
/// differences of games, whose canonical forms can be far larger than both; up to here they took at most
/// seconds.
const FEW_FOLLOWERS: usize = 60;

/// The answer to one question.
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
}

/// The answer to one question.
pub(super) fn answer(
    values: &mut PositionValues,
    subject: &Subject,
    args: &ValueArgs,
) -> Result<ValueReport, Box<dyn Error>> {
    let (game, boards, position) = match subject {
        Subject::Position(position) => (
            values.value(&position.board)?,
            vec![position.board],
            position.board.to_string(),
        ),
        Subject::Sum(sum) => {
            let (game, boards) = value_of_sum(values, sum)?;
            (game, boards, sum.to_string())
        }
        Subject::Game(text) => {
            let game = values.games().parse(text);
            (game?, Vec::new(), text.clone())
        }
    };
    let mut reports = Vec::new();
    for board in &boards {
        reports.extend(values.region_reports(board)?);
    }
    let mut moves = Vec::new();
    if let (Subject::Position(position), [board]) = (subject, boards.as_slice()) {
        for player in players(args, position.to_move) {
            moves.push(moves_of(values, board, player, args)?);
        }
    }
    let tile = values.tile().length();
    let games = values.games();
    let followers = games.followers(game);
    let incentives = match args.incentives || followers <= FEW_FOLLOWERS {
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
            .collect(),
        name: values.games().name(game),
        left_stop: values.games().left_stop(game),
        right_stop: values.games().right_stop(game),
        birthday: values.games().birthday(game),
        followers,
        incentives,
        thermograph: walls(thermograph),
        players: moves,
        game,
        boards,
    })
}

fn region(values: &mut PositionValues, report: &RegionReport, longest: u64) -> Region {
    let cells = || report.board.free_cells();
    Region {
        position: report.board.cropped().to_string(),
        row: cells().map(|cell| cell.row()).min().unwrap_or(0) + 1,
        col: cells().map(|cell| cell.col()).min().unwrap_or(0) + 1,
        cells: report.board.free_count(),
        value: values.games().text_within(report.value, longest),
        outcome: report.outcome,
        mean: report.mean,
        temperature: report.temperature,
    }
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
) -> Result<Moves, Box<dyn Error>> {
    let last = args.last.filter(|last| last.player() != player);
    let winning = values.winning_moves(board, player)?;
    let advice = values.advice(board, player, last)?;
    let proposal = |hot: crosscram_values::positions::HotMove| Proposal {
        mov: hot.mov.to_string(),
        region: hot.region + 1,
        reason: match hot.reason {
            Reason::Hottest => "hottest",
            Reason::Answer => "answer",
        },
    };
    Ok(Moves {
        player,
        winning: winning.iter().map(ToString::to_string).collect(),
        advice: advice.map(|advice| Advice {
            hotstrat: proposal(advice.hotstrat),
            sentestrat: proposal(advice.sentestrat),
        }),
    })
}

fn code<S: Serializer>(outcome: &Outcome, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(outcome.code())
}

fn as_text<S: Serializer>(number: &Dyadic, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(number)
}

fn letter<S: Serializer>(player: &Player, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_char(player.letter())
}
