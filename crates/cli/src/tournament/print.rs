//! Results for people.

use super::standings::{Row, Standings};
use crate::text::{self, Align};
use crosscram_players::arena::RoleScore;
use crosscram_rules::Tile;
use std::io::{self, Write};

/// Writes all results as text.
pub(super) fn text(out: &mut impl Write, standings: &Standings, times: bool) -> io::Result<()> {
    let (method, rows) = standings.ranking();
    heading(out, standings)?;
    writeln!(out)?;
    table(out, standings, &rows)?;
    writeln!(out, "\n{}", Standings::method(method))?;
    writeln!(out, "\nwins of the row against the column")?;
    cross_table(out, standings, &rows)?;
    if times {
        writeln!(out, "\ntime taken in this run")?;
        thinking(out, standings, &rows)?;
    }
    forfeits(out, standings)
}

fn heading(out: &mut impl Write, standings: &Standings) -> io::Result<()> {
    let players = text::plural(standings.names.len() as u64, "player");
    let played = standings.played();
    let games = match played as usize == standings.of {
        true => text::plural(played, "game"),
        false => format!(
            "{} of {}",
            text::grouped(played),
            text::plural(standings.of as u64, "game")
        ),
    };
    let mut line = format!("{players}, {games} on {}", standings.boards.join(", "));
    if standings.tile != Tile::DOMINO {
        line += &format!(", tiles of {}", standings.tile.length());
    }
    if standings.opening > 0 {
        let moves = text::plural(standings.opening as u64, "random move");
        line += &format!(", after {moves}");
    }
    writeln!(out, "{line}, seed {}", standings.seed)
}

fn table(out: &mut impl Write, standings: &Standings, rows: &[Row]) -> io::Result<()> {
    use Align::{Left, Right};
    let heads = [
        "#", "player", "rating", "games", "wins", "%", "as V", "as H", "first", "second",
    ];
    let mut lines = vec![heads.map(String::from).to_vec()];
    for row in rows {
        let total = &row.total;
        let part = |part: RoleScore| format!("{}/{}", part.wins, part.games);
        let second = RoleScore {
            games: total.games - total.moving_first.games,
            wins: total.wins - total.moving_first.wins,
        };
        lines.push(vec![
            row.rank.to_string(),
            standings.names[row.player].clone(),
            row.rating.map_or("-".to_string(), |rating| {
                format!("{:+.0} ± {:.0}", rating.points, rating.error)
            }),
            total.games.to_string(),
            total.wins.to_string(),
            total
                .share()
                .map_or("-".to_string(), |share| format!("{:.1}", 100.0 * share)),
            part(total.as_vertical),
            part(total.as_horizontal),
            part(total.moving_first),
            part(second),
        ]);
    }
    let align = [
        Right, Left, Right, Right, Right, Right, Right, Right, Right, Right,
    ];
    text::columns(out, 0, &align, &lines)
}

/// Writes the cross table. Its columns are numbered by place in the ranking, because ranks can be shared.
fn cross_table(out: &mut impl Write, standings: &Standings, rows: &[Row]) -> io::Result<()> {
    let mut head = vec![String::new(), String::new()];
    head.extend((1..=rows.len()).map(|place| place.to_string()));
    let mut lines = vec![head];
    for (place, row) in rows.iter().enumerate() {
        let mut line = vec![(place + 1).to_string(), standings.names[row.player].clone()];
        line.extend(rows.iter().map(|column| {
            let score = standings.score(row.player, column.player);
            match score.games {
                _ if row.player == column.player => "·".to_string(),
                0 => "-".to_string(),
                games => format!("{}/{games}", score.wins),
            }
        }));
        lines.push(line);
    }
    let mut align = vec![Align::Right, Align::Left];
    align.extend(rows.iter().map(|_| Align::Right));
    text::columns(out, 0, &align, &lines)
}

fn thinking(out: &mut impl Write, standings: &Standings, rows: &[Row]) -> io::Result<()> {
    let heads = ["player", "moves", "mean", "longest"];
    let mut lines = vec![heads.map(String::from).to_vec()];
    for row in rows {
        let thinking = standings.thinking(row.player);
        let mean = thinking.total.as_secs_f64() / thinking.moves.max(1) as f64;
        lines.push(vec![
            standings.names[row.player].clone(),
            text::grouped(thinking.moves),
            format!("{:.6} s", mean),
            format!("{:.6} s", thinking.longest.as_secs_f64()),
        ]);
    }
    use Align::{Left, Right};
    text::columns(out, 0, &[Left, Right, Right, Right], &lines)
}

fn forfeits(out: &mut impl Write, standings: &Standings) -> io::Result<()> {
    let all = standings.all_forfeits();
    if all > 0 {
        let games = text::plural(all, "game");
        writeln!(out, "\n{games} lost for other reasons than having no move")?;
        for (game, loser, reason) in &standings.forfeits {
            writeln!(out, "  game {game}: {loser}: {reason}")?;
        }
        let more = all - standings.forfeits.len() as u64;
        if more > 0 {
            writeln!(out, "  and {} more", text::grouped(more))?;
        }
    }
    if !standings.broken_claims.is_empty() {
        let games: Vec<_> = standings
            .broken_claims
            .iter()
            .map(usize::to_string)
            .collect();
        writeln!(
            out,
            "\nclaimed to be won and lost: game {}",
            games.join(", ")
        )?;
    }
    Ok(())
}
