//! Results for programs: JSON and comma-separated values, and the cross table as a picture.

use crate::failure::Failure;
use crate::json;
use crate::text::csv_field;
use crosscram_players::arena::{Method, Score};
use crosscram_players::arena::{Ranked, Standings};
use crosscram_plot::{CrossRow, CrossTable};
use serde::Serialize;
use std::io::{self, Write};
use std::path::Path;

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
                .map(|other| {
                    against(
                        other.player,
                        standings.tally.score(row.player, other.player),
                    )
                })
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
            let score = standings.tally.score(row.player, other.player);
            write!(out, ",{},{}", score.wins, score.games)?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Returns an error if the picture cannot be written there later: its directory must exist.
pub(super) fn check_picture(path: &Path) -> Result<(), Failure> {
    let directory = path
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty());
    match directory {
        Some(directory) if !directory.is_dir() => Err(failure!(
            "{}: there is no directory {}",
            path.display(),
            directory.display()
        )),
        _ if path.is_dir() => Err(failure!("{}: this is a directory", path.display())),
        _ => Ok(()),
    }
}

/// Draws the standings into a file.
pub(super) fn write_picture(path: &Path, standings: &Standings) -> Result<(), Failure> {
    crate::figure::write(path, drawn(standings).as_bytes())
}

fn drawn(standings: &Standings) -> String {
    let (method, rows) = standings.ranking();
    let title = format!(
        "{} games on {}",
        standings.played(),
        standings.boards.join(", ")
    );
    let line = |row: &Ranked| CrossRow {
        name: standings.names[row.player].clone(),
        cells: (rows.iter().map(|column| {
            let score = standings.tally.score(row.player, column.player);
            (score.games > 0).then_some((score.wins, score.games))
        }))
        .collect(),
        rating: row.rating.map(|rating| (rating.points, rating.error)),
    };
    let notes = [
        "wins/games of the row against the column",
        Standings::method(method),
    ];
    CrossTable {
        title,
        rows: rows.iter().map(line).collect(),
        notes: notes.map(str::to_string).to_vec(),
    }
    .to_svg()
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
