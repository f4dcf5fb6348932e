//! Values of positions of Domineering, computed with an independent program.

use crosscram_rules::{Board, Dyadic, Outcome};

record! {
    /// The value of a rectangle, or of a position of another shape.
    Rectangle {
        /// The board as text, usually its size.
        shape: &'static str,
        /// Who wins.
        outcome: Outcome,
        /// The canonical form.
        value: &'static str,
        /// Its mean.
        mean: Dyadic,
        /// Its temperature.
        temperature: Dyadic,
        /// Where it is published; empty if it is not.
        source: &'static str,
    }
}

record! {
    /// The value of a connected shape.
    Polyomino {
        /// Number of cells.
        cells: usize,
        /// The shape.
        board: Board,
        /// Who wins.
        outcome: Outcome,
        /// The canonical form.
        value: &'static str,
        /// Its mean.
        mean: Dyadic,
        /// Its temperature.
        temperature: Dyadic,
    }
}

tables! {
    /// Empty rectangles.
    RECTANGLES: Rectangle = "values/rectangles.tsv";
    /// All connected shapes of 2 to 6 cells.
    POLYOMINOES: Polyomino = "values/polyominoes.tsv";
}
