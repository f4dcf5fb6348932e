//! Test positions of MCGS, the Minimax Combinatorial Game Solver, with answers of CGSuite.

use crosscram_rules::{Board, Dyadic, Outcome, Player};

record! {
    /// A position and its outcome.
    Irregular {
        /// The set that it belongs to.
        set: &'static str,
        /// The position.
        board: Board,
        /// Who wins if Vertical begins.
        v_first: Player,
        /// Who wins if Horizontal begins.
        h_first: Player,
        /// Both together.
        outcome: Outcome,
        /// The mean of its value.
        mean: Dyadic,
        /// The temperature of its value.
        temperature: Dyadic,
    }
}

record! {
    /// A position and its thermograph.
    Walls {
        /// The position.
        board: Board,
        /// Corners of the left wall as `(value, temperature)`, from temperature -1 upwards.
        left_wall: &'static str,
        /// Corners of the right wall.
        right_wall: &'static str,
        /// The canonical form.
        value: &'static str,
        /// Its mean.
        mean: Dyadic,
        /// Its temperature.
        temperature: Dyadic,
    }
}

tables! {
    /// 520 positions with blocked cells.
    IRREGULAR: Irregular = "mcgs/irregular_outcomes.tsv";
    /// Thermographs of ten positions within 4x4.
    THERMOGRAPHS: Walls = "mcgs/thermographs_4x4.tsv";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn winners_are_the_outcome() {
        for row in IRREGULAR.rows() {
            let outcome = Outcome::from_winners(row.v_first, row.h_first);
            assert_eq!(outcome, row.outcome, "{}", row.board);
        }
    }
}
