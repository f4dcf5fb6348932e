//! D. Brüggemann, M. Gagelas, M. Weber, B. Willemse, *And the Winner is... Solving Triomineering
//! using Combinatorial Game Theory*, 2016.

use crate::{Number, SolvedBoard};

record! {
    /// Seconds on a square board by technique, Table 3.
    Seconds {
        /// Cells of the board.
        area: usize,
        /// Alpha-beta alone.
        alpha_beta_s: Number,
        /// With a transposition table.
        transposition_s: Number,
        /// With symmetry.
        symmetry_s: Number,
        /// With move ordering.
        move_ordering_s: Number,
        /// With all of them.
        all_s: Number,
    }
}

tables! {
    /// Table 1, Triomineering. The nodes are those of the transposed boards.
    TABLE_1: SolvedBoard = "brueggemann2016/outcomes.tsv";
    /// Table 2, Domineering.
    TABLE_2: SolvedBoard = "brueggemann2016/table2.tsv";
    /// Table 3, the numbers of Fig. 9.
    TABLE_3: Seconds = "brueggemann2016/table3.tsv";
}
