//! M. Schijf, *Proof-Number Search and Transpositions*, MSc thesis, University of Leiden, 1993.

use crate::Number;

record! {
    /// Counts of Tic-tac-toe, Tables 4.1 to 4.3 and A.1.
    TicTacToe {
        /// The number of a random order of moves, or `average`.
        seed: &'static str,
        /// What is counted.
        metric: &'static str,
        /// In the tree.
        tree: Number,
        /// In the graph.
        graph: Number,
        /// In the graph with symmetric positions shared.
        symmetric: Option<Number>,
    }
}

record! {
    /// A mate problem of *Win at Chess*, Tables B.1 to B.3. The last four columns are ours.
    Mate {
        /// Its number in the book.
        position: &'static str,
        /// The table.
        table: &'static str,
        /// Nodes of the tree.
        tree: Number,
        /// Nodes of the graph.
        graph: Number,
        /// Nodes of our tree search with the reconstructed order of moves.
        fitted_tree: Option<u64>,
        /// Nodes of our graph search with it.
        fitted_graph: Option<u64>,
        /// How far the row can be compared, from `A` to `E`.
        class: &'static str,
    }
}

record! {
    /// A mate problem of *Chess Curiosities*, Table 5.1.
    Curiosity {
        /// Its number in the book.
        position: &'static str,
        /// Nodes of the tree.
        tree: Number,
        /// Nodes of the graph.
        graph: Number,
    }
}

tables! {
    /// Tables 4.1, 4.2, 4.3 and A.1.
    TIC_TAC_TOE: TicTacToe = "schijf1993/tictactoe.tsv";
    /// Tables B.1 to B.3.
    TABLES_B: Mate = "schijf1993/tables_b.tsv";
    /// Table 5.1.
    TABLE_5_1: Curiosity = "schijf1993/table5_1.tsv";
}

/// The 300 positions of *Win at Chess*, as EPD records.
pub const WIN_AT_CHESS: &str = include_str!("../data/schijf1993/wac.epd");
/// The tree of Figs. 3.1 and 3.4: a line for each inner node.
pub const FIG_3_1: &str = include_str!("../data/schijf1993/fig3_1.graph");
/// Fig. 4.2: a transposition that is counted twice.
pub const FIG_4_2: &str = include_str!("../data/schijf1993/fig4_2.graph");
/// Fig. 4.3: a transposition that is ignored.
pub const FIG_4_3: &str = include_str!("../data/schijf1993/fig4_3.graph");
/// Fig. 4.4: a graph whose disproof number is 3, 4 or 2, depending on the method.
pub const FIG_4_4: &str = include_str!("../data/schijf1993/fig4_4.graph");
/// Fig. 4.5: two transpositions on one path.
pub const FIG_4_5: &str = include_str!("../data/schijf1993/fig4_5.graph");
/// Fig. 2.1: a game tree with wins, losses and draws.
pub const FIG_2_1: &str = include_str!("../data/schijf1993/fig2_1.graph");
/// Fig. 4.1: a transposition of Tic-tac-toe.
pub const FIG_4_1: &str = include_str!("../data/schijf1993/fig4_1.graph");
/// Fig. 4.10: two symmetric positions.
pub const FIG_4_10: &str = include_str!("../data/schijf1993/fig4_10.graph");
/// Fig. 4.11: a graph with a proven node.
pub const FIG_4_11: &str = include_str!("../data/schijf1993/fig4_11.graph");
/// Fig. 5.1: an expansion that makes a cycle.
pub const FIG_5_1: &str = include_str!("../data/schijf1993/fig5_1.graph");
/// Fig. 5.2: a node with different most-proving nodes on different paths.
pub const FIG_5_2: &str = include_str!("../data/schijf1993/fig5_2.graph");
/// Fig. 5.5: a cycle and a transposition.
pub const FIG_5_5: &str = include_str!("../data/schijf1993/fig5_5.graph");
/// Fig. 5.6: numbers derived around a cycle.
pub const FIG_5_6: &str = include_str!("../data/schijf1993/fig5_6.graph");
/// Fig. 5.7: a win by way of a repetition.
pub const FIG_5_7: &str = include_str!("../data/schijf1993/fig5_7.graph");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_of_mates() {
        let mut classes = [0; 5];
        for row in TABLES_B.rows() {
            classes[usize::from(row.class.as_bytes()[0] - b'A')] += 1;
        }
        assert_eq!(classes, [13, 51, 16, 1, 1]);
        assert_eq!(TABLE_5_1.rows().len(), 35);
    }

    /// The factor that the thesis prints follows from the numbers.
    #[test]
    fn average_factor() {
        let rows = TIC_TAC_TOE.rows();
        let average = rows.iter().find(|row| row.seed == "average").unwrap();
        let factor = average.tree.value / average.graph.value;
        assert_eq!((factor * 100.0).round(), 523.0);
    }
}
