//! N. Bullock, *Domineering: Solving Large Combinatorial Search Spaces*, MSc thesis, University of
//! Alberta, 2002.

use crate::{ChartCell, SolvedBoard};
use crosscram_rules::Position;

record! {
    /// Nodes of 8x8 at one depth, Fig. 4.6.
    DepthNodes {
        /// The depth, from 1.
        depth: usize,
        /// Nodes with the primary move ordering alone.
        primary: u64,
        /// Nodes with the symmetric tie-break.
        primary_symmetry: u64,
    }
}

record! {
    /// Nodes with safe moves tried and ignored, Fig. 4.7.
    SafeMoves {
        /// Number of rows.
        rows: usize,
        /// Number of columns.
        cols: usize,
        /// Nodes if safe moves are tried.
        safe_played: u64,
        /// Nodes if they are ignored.
        safe_ignored: u64,
    }
}

record! {
    /// The search tree of 10x10 at one depth, Fig. 5.1.
    TreeGrowth {
        /// The depth, from 0.
        depth: usize,
        /// Positions at this depth.
        nodes: u64,
        /// Average number of moves.
        branching: Option<u64>,
        /// Positions at the next depth for each one at this depth.
        effective_branching: Option<u64>,
    }
}

record! {
    /// The replacement scheme with which a board of Fig. 6.2 was solved.
    UsedScheme {
        /// Number of rows.
        rows: usize,
        /// Number of columns.
        cols: usize,
        /// The scheme; `None` for a board that was not one search.
        replacement: Option<&'static str>,
    }
}

record! {
    /// Nodes of 8x8 without a part of the evaluation, Fig. 6.4.
    Ablation {
        /// The part that is left out.
        without: Option<&'static str>,
        /// Nodes of the search.
        nodes: u64,
    }
}

record! {
    /// A test position for Fig. 4.3.
    TestPosition {
        /// The number that the position is made from.
        seed: u64,
        /// Nodes that Obsequi needs with 2^23 table entries.
        nodes: u64,
        /// The position, with the player to move.
        position: Position,
    }
}

tables! {
    /// DOMI on boards up to 8x9.
    FIG_1_2: SolvedBoard = "bullock2002/fig1_2.tsv";
    /// 8x8 by depth, without and with the symmetric tie-break.
    FIG_4_6: DepthNodes = "bullock2002/fig4_6.tsv";
    /// Safe moves tried or ignored.
    FIG_4_7: SafeMoves = "bullock2002/fig4_7.tsv";
    /// Growth of the search tree of 10x10.
    FIG_5_1: TreeGrowth = "bullock2002/fig5_1.tsv";
    /// Obsequi on boards up to 8x9.
    FIG_6_1: SolvedBoard = "bullock2002/fig6_1.tsv";
    /// Obsequi on boards that were new.
    FIG_6_2: SolvedBoard = "bullock2002/fig6_2.tsv";
    /// The replacement schemes of Fig. 6.2.
    FIG_6_2_SCHEMES: UsedScheme = "bullock2002/fig6_2.tsv";
    /// Parts of the evaluation left out, 8x8.
    FIG_6_4: Ablation = "bullock2002/fig6_4.tsv";
    /// The chart of rectangles; the last column, 28, stands for all longer boards.
    FIG_6_5: ChartCell = "bullock2002/fig6_5.tsv";
    /// Obsequi on 2 x n.
    FIG_8_2: SolvedBoard = "bullock2002/fig8_2.tsv";
    /// Obsequi on 4 x n.
    FIG_8_4: SolvedBoard = "bullock2002/fig8_4.tsv";
    /// Obsequi on 6 x n.
    FIG_8_6: SolvedBoard = "bullock2002/fig8_6.tsv";
    /// Obsequi on 8 x n.
    FIG_8_8: SolvedBoard = "bullock2002/fig8_8.tsv";
    /// Obsequi on n x n.
    FIG_8_10: SolvedBoard = "bullock2002/fig8_10.tsv";
    /// Our "easier" positions for Fig. 4.3.
    SETS_EASIER: TestPosition = "bullock2002/sets_easier.tsv";
    /// Our "difficult" positions for Fig. 4.3.
    SETS_DIFFICULT: TestPosition = "bullock2002/sets_difficult.tsv";
}

/// All tables of boards that Obsequi solved.
pub const OBSEQUI: [crate::Table<SolvedBoard>; 7] = [
    FIG_6_1, FIG_6_2, FIG_8_2, FIG_8_4, FIG_8_6, FIG_8_8, FIG_8_10,
];

#[cfg(test)]
mod tests {
    use super::*;
    use crosscram_rules::Outcome;
    use std::collections::HashMap;

    #[test]
    fn boards_are_listed_once_and_outcomes_fit_together() {
        let mut outcomes: HashMap<(usize, usize), Outcome> = HashMap::new();
        for table in OBSEQUI.into_iter().chain([FIG_1_2]) {
            let rows = table.rows();
            let sizes: Vec<_> = rows.iter().map(|row| (row.rows, row.cols)).collect();
            assert!(sizes.is_sorted_by(|a, b| a < b), "{}", table.path());
            for row in rows {
                row.board();
                for (size, outcome) in [
                    ((row.rows, row.cols), row.outcome),
                    ((row.cols, row.rows), row.outcome.transposed()),
                ] {
                    let known = outcomes.entry(size).or_insert(outcome);
                    assert_eq!(*known, outcome, "{row}");
                }
            }
        }
    }

    #[test]
    fn counts_agree_but_for_one_misprint() {
        let mut counts: HashMap<(usize, usize), u64> = HashMap::new();
        let mut differ = Vec::new();
        for row in OBSEQUI.iter().flat_map(|table| table.rows()) {
            let Some(nodes) = row.nodes else { continue };
            if *counts.entry((row.rows, row.cols)).or_insert(nodes) != nodes {
                differ.push(row.to_string());
            }
        }
        assert_eq!(differ, ["4x9"]);
        for row in FIG_4_7.rows() {
            assert_eq!(counts[&(row.rows, row.cols)], row.safe_ignored);
        }
        let rows = FIG_6_4.rows();
        let whole = rows.iter().find(|row| row.without.is_none()).unwrap();
        assert_eq!(counts[&(8, 8)], whole.nodes);
    }

    #[test]
    fn totals_are_as_the_remarks_say() {
        let rows = FIG_4_6.rows();
        let totals = [
            rows.iter().map(|row| row.primary).sum::<u64>(),
            rows.iter().map(|row| row.primary_symmetry).sum(),
        ];
        assert_eq!(totals, [6_454_413, 2_236_246]);
        assert!(FIG_4_6.remarks().contains("6454413 and 2236246"));
        for pair in FIG_5_1.rows().windows(2) {
            let growth = pair[1].nodes / pair[0].nodes;
            assert_eq!(pair[0].effective_branching, Some(growth));
        }
    }
}
