//! F. van Daalen, *A knowledge-based approach to Domineering*, Maastricht University, 2012.

use crate::{ChartCell, Number};

record! {
    /// How a bot evaluates the position of Figure 1.
    Valued {
        /// The bot.
        bot: &'static str,
        /// Its weight of the absolute part, if it has one.
        gamma: Option<&'static str>,
        /// The printed value for Vertical.
        vertical: Number,
        /// The printed value for Horizontal.
        horizontal: Number,
        /// What the definitions give for Vertical.
        definition_vertical: Number,
        /// What the definitions give for Horizontal.
        definition_horizontal: Number,
    }
}

record! {
    /// A bot of a tournament and its wins.
    Contestant {
        /// The bot.
        bot: &'static str,
        /// Search depth.
        depth: Option<&'static str>,
        /// Weight of the absolute part.
        absolute: Option<&'static str>,
        /// Threshold below which moves count as equal.
        threshold: Option<&'static str>,
        /// Weight of the absolute part in a mixture.
        w_absolute: Option<&'static str>,
        /// Weight of the ordering in a mixture.
        w_order: Option<&'static str>,
        /// Games won as Vertical.
        v_wins: u64,
        /// Games won as Horizontal.
        h_wins: u64,
        /// The total; where the printed one is not the sum, the note says so.
        total_wins: u64,
        /// What is wrong with the printed row.
        note: Option<&'static str>,
    }
}

tables! {
    /// Figure 1.
    FIGURE_1: Valued = "vandaalen2012/figure1.tsv";
    /// Table 1: 45 bots on 5x5.
    TABLE_1: Contestant = "vandaalen2012/table1.tsv";
    /// Table 2: 11 bots on 8x8.
    TABLE_2: Contestant = "vandaalen2012/table2.tsv";
    /// Table 3: 22 bots on 8x8.
    TABLE_3: Contestant = "vandaalen2012/table3.tsv";
    /// The outcomes of rectangles that the bots know.
    OUTCOMES: ChartCell = "vandaalen2012/outcomes.tsv";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_are_sums_or_flagged() {
        let tables = [TABLE_1, TABLE_2, TABLE_3];
        for row in tables.iter().flat_map(|table| table.rows()) {
            let flagged = row
                .note
                .is_some_and(|note| note.starts_with("printed total"));
            let sum = row.v_wins + row.h_wins == row.total_wins;
            assert!(sum != flagged, "{row:?}");
        }
    }

    /// Every game has one winner, so the totals add up to the number of games. The parts do not: where
    /// they contradict a total, it is a part that is misprinted.
    #[test]
    fn totals_add_up_to_the_number_of_games() {
        for (table, bots) in [(TABLE_1, 45), (TABLE_2, 11), (TABLE_3, 22)] {
            let rows = table.rows();
            assert_eq!(rows.len(), bots);
            let totals: u64 = rows.iter().map(|row| row.total_wins).sum();
            assert_eq!(totals, (bots * bots * 10) as u64);
        }
        let parts = |row: &Contestant| row.v_wins + row.h_wins;
        assert_ne!(TABLE_1.rows().iter().map(parts).sum::<u64>(), 20_250);
    }

    /// The four worst bots of Table 2 win as many games as they play among themselves, so none against
    /// the others.
    #[test]
    fn the_four_worst_of_table_2_win_none_against_the_others() {
        let rows = TABLE_2.rows();
        let wins: u64 = rows[..4].iter().map(|row| row.total_wins).sum();
        assert_eq!(wins, 4 * 4 * 10);
    }
}
