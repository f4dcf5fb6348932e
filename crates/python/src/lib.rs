//! The solver as a Python module, `crosscram._native`. The package around it is in `python/crosscram`.
//!
//! | file | what is there |
//! |---|---|
//! | `convert.rs` | players, outcomes, numbers and positions between Rust and Python |
//! | `errors.rs` | what Python raises |
//! | `long.rs` | long work: without the interpreter's lock, stopped by Ctrl-C, with progress |
//! | `board.rs`, `moves.rs`, `position.rs` | boards, moves, positions |
//! | `solver.rs`, `explain.rs`, `numbers.rs` | who wins, every move, why; proof-number search |
//! | `arena.rs`, `value.rs`, `values.rs` | games with their owner; one value; values of positions, alone and many |
//! | `proof.rs` | certificates: made, checked, played |
//! | `atlas.rs` | the chart of rectangles |
//! | `players.rs`, `tournament.rs` | players, games, tournaments |
//! | `pictures.rs` | drawings as SVG |
//!
//! Results that are mere records are those of the libraries, as dictionaries (`convert::data`); the package makes data classes of them.

mod arena;
mod atlas;
mod board;
mod convert;
mod errors;
mod explain;
mod long;
mod moves;
mod numbers;
mod pictures;
mod players;
mod position;
mod proof;
mod solver;
mod tournament;
mod value;
mod values;

use pyo3::prelude::*;

/// Crosscram's engines. Use the package `crosscram`, which wraps them.
#[pymodule]
mod _native {
    use super::*;
    #[pymodule_export]
    use super::{
        atlas::PyAtlas,
        board::PyBoard,
        errors::{
            CertificateError, CrosscramError, IllegalMoveError, LimitError, NotationError,
            OptionError,
        },
        explain::explain,
        moves::PyMove,
        numbers::proof_number_search,
        pictures::{
            atlas_svg, board_svg, chart_svg, cross_table_svg, regions_svg, thermograph_svg,
        },
        players::{PyBot, player_kinds},
        position::PyPosition,
        proof::{PyStrategy, verify},
        solver::{PySolver, engine_options, engines},
        tournament::tournament,
        value::PyValue,
        values::PyValues,
    };

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        // A wheel may come to an older processor than the one it was built for.
        if let Some(message) = crosscram_support::cpu::complaint() {
            return Err(pyo3::exceptions::PyImportError::new_err(message));
        }
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
