//! The published tables.

use crosscram_papers::Table;
use crosscram_papers::vandaalen2012::Contestant;
use crosscram_players::{Key, Kind, Spec};

use super::contest::Wins;

/// One row of a table.
#[derive(Clone, Debug)]
pub(super) struct Published {
    /// The bot with the parameters of the row, and our defaults otherwise.
    pub(super) spec: Spec,
    pub(super) wins: Wins,
    /// As printed. In some rows it is not the sum of the two parts; then a part is misprinted, because the
    /// printed totals add up to the number of games.
    pub(super) total: u64,
    pub(super) note: &'static str,
}

/// The rows of a table, in its order: the worst first.
///
/// # Panics
///
/// If a row is malformed. The files are embedded, and tests read them.
pub(super) fn rows(table: Table<Contestant>) -> Vec<Published> {
    table.rows().iter().map(row).collect()
}

fn row(line: &Contestant) -> Published {
    let kind = Kind::parse(line.bot).unwrap_or_else(|| panic!("{}", line.bot));
    let settings = [
        (line.depth, Key::Depth),
        (line.absolute, Key::Gamma),
        (line.threshold, Key::Threshold),
        (line.w_absolute, Key::AbsoluteWeight),
        (line.w_order, Key::OrderingWeight),
    ];
    let given = settings
        .into_iter()
        .filter_map(|(value, key)| Some((value?, key)));
    let spec = given.fold(Spec::new(kind), |spec, (value, key)| {
        spec.with(key, value)
            .unwrap_or_else(|error| panic!("{error}"))
    });
    Published {
        spec,
        wins: Wins {
            vertical: line.v_wins,
            horizontal: line.h_wins,
        },
        total: line.total_wins,
        note: line.note.unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::readings::plain;
    use super::*;
    use crosscram_papers::vandaalen2012::TABLE_1;
    use crosscram_players::roster_lines;
    use std::fs;

    /// The roster that is shipped has the bots of Table 1 as the definitions describe them.
    #[test]
    fn the_roster_has_the_bots_of_table_1() {
        let path = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../docs/players/vandaalen-45.txt"
        );
        let roster = fs::read_to_string(path).unwrap();
        let names: Vec<&str> = roster_lines(&roster).map(|(_, name)| name).collect();
        let bots: Vec<String> = rows(TABLE_1)
            .iter()
            .map(|row| plain().apply(&row.spec, false).to_string())
            .collect();
        assert_eq!(names, bots);
    }
}
