//! The cross table as a picture.

use super::standings::{Row, Standings};
use crate::failure::Failure;
use crosscram_plot::{CrossRow, CrossTable};
use std::path::Path;

/// Returns an error if the picture cannot be written there later: its directory must exist.
pub(super) fn check(path: &Path) -> Result<(), Failure> {
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
pub(super) fn write(path: &Path, standings: &Standings) -> Result<(), Failure> {
    crate::figure::write(path, drawn(standings).as_bytes())
}

fn drawn(standings: &Standings) -> String {
    let (method, rows) = standings.ranking();
    let title = format!(
        "{} games on {}",
        standings.played(),
        standings.boards.join(", ")
    );
    let line = |row: &Row| CrossRow {
        name: standings.names[row.player].clone(),
        cells: (rows.iter().map(|column| {
            let score = standings.score(row.player, column.player);
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
