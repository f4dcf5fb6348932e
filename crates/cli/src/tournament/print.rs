//! Results for people.

use crate::text::{self, Table};
use crosscram_players::arena::RoleScore;
use crosscram_players::arena::{Ranked, Standings};
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
    line += &text::tiles(standings.tile);
    if standings.opening > 0 {
        let moves = text::plural(standings.opening as u64, "random move");
        line += &format!(", after {moves}");
    }
    writeln!(out, "{line}, seed {}", standings.seed)
}

fn table(out: &mut impl Write, standings: &Standings, rows: &[Ranked]) -> io::Result<()> {
    let titles = "#|player|rating|games|wins|%|as V|as H|first|second";
    let mut table = Table::new("><>>>>>>>>", titles);
    for row in rows {
        let total = &row.total;
        let part = |part: RoleScore| format!("{}/{}", part.wins, part.games);
        let second = RoleScore {
            games: total.games - total.moving_first.games,
            wins: total.wins - total.moving_first.wins,
        };
        let rating = row.rating.map_or("-".to_string(), |rating| {
            format!("{:+.0} ± {:.0}", rating.points, rating.error)
        });
        let share = total.share();
        table.add(cells![
            row.rank,
            standings.names[row.player],
            rating,
            total.games,
            total.wins,
            share.map_or("-".to_string(), |share| format!("{:.1}", 100.0 * share)),
            part(total.as_vertical),
            part(total.as_horizontal),
            part(total.moving_first),
            part(second),
        ]);
    }
    table.write(out, 0)
}

/// Writes the cross table. Its columns are numbered by place in the ranking, because ranks can be shared.
fn cross_table(out: &mut impl Write, standings: &Standings, rows: &[Ranked]) -> io::Result<()> {
    let places = (1..=rows.len()).map(|place| format!("|{place}"));
    let align = ">".repeat(rows.len());
    let mut table = Table::new(
        &format!("><{align}"),
        &format!("|{}", places.collect::<String>()),
    );
    for (place, row) in rows.iter().enumerate() {
        let mut line = cells![place + 1, standings.names[row.player]];
        line.extend(rows.iter().map(|column| {
            let score = standings.tally.score(row.player, column.player);
            match score.games {
                _ if row.player == column.player => "·".to_string(),
                0 => "-".to_string(),
                games => format!("{}/{games}", score.wins),
            }
        }));
        table.add(line);
    }
    table.write(out, 0)
}

fn thinking(out: &mut impl Write, standings: &Standings, rows: &[Ranked]) -> io::Result<()> {
    let mut table = Table::new("<>>>", "player|moves|mean|longest");
    for row in rows {
        let thinking = standings.times[row.player];
        let mean = thinking.total.as_secs_f64() / thinking.moves.max(1) as f64;
        table.add(cells![
            standings.names[row.player],
            text::grouped(thinking.moves),
            format!("{mean:.6} s"),
            format!("{:.6} s", thinking.longest.as_secs_f64()),
        ]);
    }
    table.write(out, 0)
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
