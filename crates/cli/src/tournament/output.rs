//! Results for programs: JSON and comma-separated values.

use super::standings::Standings;
use crate::json::{self, SCHEMA};
use crate::text::csv_field;
use crosscram_players::arena::{Method, RoleScore, Score};
use serde::Serialize;
use std::io::{self, Write};

/// The first object.
#[derive(Serialize)]
struct Summary<'a> {
    schema: u32,
    kind: &'static str,
    players: &'a [String],
    boards: &'a [String],
    tile: u32,
    opening: usize,
    seed: u64,
    games: u64,
    planned_games: usize,
    rating_method: &'static str,
    forfeits: u64,
    /// Numbers of games in which a player claimed to win and lost.
    broken_claims: &'a [usize],
}

/// One for each player, the best first.
#[derive(Serialize)]
struct PlayerForm<'a> {
    schema: u32,
    kind: &'static str,
    rank: usize,
    player: &'a str,
    rating: Option<f64>,
    error: Option<f64>,
    #[serde(flatten)]
    score: ScoreForm,
    against: Vec<Against<'a>>,
}

#[derive(Serialize)]
struct Against<'a> {
    player: &'a str,
    #[serde(flatten)]
    score: ScoreForm,
}

#[derive(Serialize)]
struct ScoreForm {
    games: u64,
    wins: u64,
    as_vertical: PartForm,
    as_horizontal: PartForm,
    moving_first: PartForm,
    forfeits: u64,
}

#[derive(Serialize)]
struct PartForm {
    games: u64,
    wins: u64,
}

impl From<RoleScore> for PartForm {
    fn from(part: RoleScore) -> Self {
        PartForm {
            games: part.games,
            wins: part.wins,
        }
    }
}

impl From<Score> for ScoreForm {
    fn from(score: Score) -> Self {
        ScoreForm {
            games: score.games,
            wins: score.wins,
            as_vertical: score.by_side[0].into(),
            as_horizontal: score.by_side[1].into(),
            moving_first: score.first.into(),
            forfeits: score.forfeits,
        }
    }
}

/// Points rounded to a hundredth; further digits depend on the order of additions.
fn hundredths(points: f64) -> f64 {
    (points * 100.0).round() / 100.0
}

/// Writes one object per line: the tournament, then its players.
pub(super) fn json(out: &mut impl Write, standings: &Standings) -> io::Result<()> {
    let (method, rows) = standings.ranking();
    let summary = Summary {
        schema: SCHEMA,
        kind: "tournament",
        players: &standings.names,
        boards: &standings.boards,
        tile: standings.tile,
        opening: standings.opening,
        seed: standings.seed,
        games: standings.played(),
        planned_games: standings.of,
        rating_method: match method {
            Method::MaximumLikelihood => "maximum-likelihood",
            Method::Shrunken => "shrunken",
        },
        forfeits: standings.all_forfeits(),
        broken_claims: &standings.broken_claims,
    };
    json::write(out, &summary)?;
    for row in &rows {
        let opponents = rows.iter().filter(|other| other.player != row.player);
        let against = opponents.map(|other| Against {
            player: &standings.names[other.player],
            score: standings.score(row.player, other.player).into(),
        });
        let form = PlayerForm {
            schema: SCHEMA,
            kind: "player",
            rank: row.rank,
            player: &standings.names[row.player],
            rating: row.rating.map(|rating| hundredths(rating.points)),
            error: row.rating.map(|rating| hundredths(rating.error)),
            score: row.total.into(),
            against: against.collect(),
        };
        json::write(out, &form)?;
    }
    Ok(())
}

/// Writes a header line, then one for each player, the best first. The cross table is in pairs of
/// columns: wins and games against each player.
pub(super) fn csv(out: &mut impl Write, standings: &Standings) -> io::Result<()> {
    let (_, rows) = standings.ranking();
    let heads = "rank,player,rating,error,games,wins,vertical_games,vertical_wins,\
                 horizontal_games,horizontal_wins,first_games,first_wins,forfeits";
    write!(out, "{heads}")?;
    for row in &rows {
        let name = &standings.names[row.player];
        for what in ["wins", "games"] {
            write!(out, ",{}", csv_field(&format!("{what} against {name}")))?;
        }
    }
    writeln!(out)?;
    for row in &rows {
        let Score {
            by_side: [vertical, horizontal],
            games,
            wins,
            first,
            forfeits,
        } = row.total;
        let points = |points: Option<f64>| points.map_or(String::new(), |p| format!("{p:.2}"));
        write!(
            out,
            "{},{},{},{}",
            row.rank,
            csv_field(&standings.names[row.player]),
            points(row.rating.map(|rating| rating.points)),
            points(row.rating.map(|rating| rating.error)),
        )?;
        let numbers = [
            games,
            wins,
            vertical.games,
            vertical.wins,
            horizontal.games,
            horizontal.wins,
            first.games,
            first.wins,
            forfeits,
        ];
        for number in numbers {
            write!(out, ",{number}")?;
        }
        for other in &rows {
            let score = standings.score(row.player, other.player);
            write!(out, ",{},{}", score.wins, score.games)?;
        }
        writeln!(out)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields() {
        assert_eq!(csv_field("random"), "random");
        assert_eq!(csv_field("a:b=1,c=2"), "\"a:b=1,c=2\"");
        assert_eq!(csv_field("cmd:a \"b\""), "\"cmd:a \"\"b\"\"\"");
    }
}
