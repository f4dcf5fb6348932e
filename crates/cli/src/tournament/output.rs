//! Results for programs: JSON and comma-separated values.

use super::standings::Standings;
use crate::json;
use crate::text::csv_field;
use crosscram_players::arena::{Method, Score};
use serde::Serialize;
use std::io::{self, Write};

/// One object; the tournament comes first, then its players, the best first.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum Line<'a> {
    Tournament(Summary<'a>),
    Player(PlayerForm<'a>),
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Summary<'a> {
    #[serde(flatten)]
    standings: &'a Standings,
    games: u64,
    rating_method: Method,
    /// Games lost for other reasons than having no move.
    forfeits: u64,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct PlayerForm<'a> {
    rank: usize,
    rating: Option<f64>,
    /// Half the width of the 95 % confidence interval.
    error: Option<f64>,
    #[serde(flatten)]
    total: Against<'a>,
    against: Vec<Against<'a>>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Against<'a> {
    player: &'a str,
    #[serde(flatten)]
    score: Score,
}

/// Points rounded to a hundredth; further digits depend on the order of additions.
fn hundredths(points: f64) -> f64 {
    (points * 100.0).round() / 100.0
}

/// Writes one object per line: the tournament, then its players.
pub(super) fn json(out: &mut impl Write, standings: &Standings) -> io::Result<()> {
    let (rating_method, rows) = standings.ranking();
    let summary = Line::Tournament(Summary {
        standings,
        games: standings.played(),
        rating_method,
        forfeits: standings.all_forfeits(),
    });
    json::object(out, summary)?;
    for row in &rows {
        let opponents = rows.iter().filter(|other| other.player != row.player);
        let against = |player: usize, score| Against {
            player: &standings.names[player],
            score,
        };
        let form = Line::Player(PlayerForm {
            rank: row.rank,
            rating: row.rating.map(|rating| hundredths(rating.points)),
            error: row.rating.map(|rating| hundredths(rating.error)),
            total: against(row.player, row.total),
            against: opponents
                .map(|other| against(other.player, standings.score(row.player, other.player)))
                .collect(),
        });
        json::object(out, form)?;
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
        let points = |points: Option<f64>| points.map_or(String::new(), |p| format!("{p:.2}"));
        let name = csv_field(&standings.names[row.player]);
        let rating = points(row.rating.map(|rating| rating.points));
        let error = points(row.rating.map(|rating| rating.error));
        write!(out, "{},{name},{rating},{error}", row.rank)?;
        let Score { games, wins, .. } = row.total;
        write!(out, ",{games},{wins}")?;
        let Score {
            as_vertical,
            as_horizontal,
            moving_first,
            ..
        } = row.total;
        for part in [as_vertical, as_horizontal, moving_first] {
            write!(out, ",{},{}", part.games, part.wins)?;
        }
        write!(out, ",{}", row.total.forfeits)?;
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
