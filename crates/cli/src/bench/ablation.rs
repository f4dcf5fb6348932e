//! The engine crosscram with each of its parts switched off in turn.

use super::{GROWING_TABLE, Line, List, cases, measure};
use crate::bench::BenchArgs;
use crate::failure::Failure;
use crate::figure;
use crate::progress::Progress;
use crate::watch::Watch;
use crosscram_plot::{Bar, bars};
use crosscram_search::{EngineName, Options};
use std::io::Write;

/// A square board and an oblong one.
const BOARDS: &List = &[(EngineName::Crosscram, "8x8 7x9")];

/// What is changed, with the options.
const VARIANTS: [(&str, &str); 9] = [
    ("nothing", ""),
    ("without merging", "--bounds rows,regions,across"),
    ("without cuts across", "--bounds rows,regions,merge"),
    ("rows only", "--bounds rows"),
    ("without rows", "--bounds regions,across,merge"),
    ("every child visited", "--no-child-tests"),
    ("without the positional tie-break", "--ordering primary"),
    (
        "regions of 12 cells",
        "--bounds rows,regions:12,across,merge",
    ),
    (
        "regions of 20 cells",
        "--bounds rows,regions:20,across,merge",
    ),
];

pub(super) fn run(
    args: &BenchArgs,
    watch: &Watch,
    progress: &Progress,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let mut rows: Vec<Bar> = Vec::new();
    for (name, changes) in VARIANTS {
        let mut numbers = Vec::new();
        let options = Options::read(changes).map_err(Failure::message)?;
        let options = options.with_table(GROWING_TABLE);
        for case in cases(BOARDS, None) {
            let measured = measure(&case, options.clone(), watch)?;
            let mut measured = measured.map_err(|_| Failure::Interrupted)?;
            numbers.push(measured.nodes as f64);
            measured.changed = Some(name);
            progress.aside(|| Line::Board(measured).write(out, args.json))?;
        }
        rows.push((name.to_string(), numbers));
    }
    let Some(path) = &args.svg else {
        return Ok(());
    };
    let names: Vec<&str> = cases(BOARDS, None).map(|case| case.board).collect();
    let title = "Nodes, both first players, by what is changed";
    figure::write(path, bars(title, &names, &rows).to_svg().as_bytes())
}
