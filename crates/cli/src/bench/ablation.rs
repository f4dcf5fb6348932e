//! The engine crosscram with each of its parts switched off in turn.

use super::{Case, GROWING_TABLE, Line, measure};
use crate::args::BenchArgs;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::watch::Watch;
use crosscram_plot::{Bar, bars};
use crosscram_search::{CrosscramOptions, EngineName, Ordering, RegionLimit};
use std::fs;
use std::io::Write;

/// A square board and an oblong one.
const BOARDS: [Case; 2] = [
    Case::new(EngineName::Crosscram, 8, 8),
    Case::new(EngineName::Crosscram, 7, 9),
];

/// A change of the engine's options, with its name.
struct Variant {
    name: &'static str,
    change: fn(&mut CrosscramOptions),
}

const VARIANTS: &[Variant] = &[
    Variant {
        name: "nothing",
        change: |_| {},
    },
    Variant {
        name: "without merging",
        change: |options| options.bounds.merge = false,
    },
    Variant {
        name: "without cuts across",
        change: |options| options.bounds.across = false,
    },
    Variant {
        name: "rows only",
        change: |options| {
            options.bounds.merge = false;
            options.bounds.regions = None;
            options.bounds.across = false;
        },
    },
    Variant {
        name: "without rows",
        change: |options| options.bounds.rows = false,
    },
    Variant {
        name: "every child visited",
        change: |options| options.test_children = false,
    },
    Variant {
        name: "without the positional tie-break",
        change: |options| options.ordering = Ordering::Primary,
    },
    Variant {
        name: "regions of 12 cells",
        change: |options| options.bounds.regions = Some(RegionLimit::Cells(12)),
    },
    Variant {
        name: "regions of 20 cells",
        change: |options| options.bounds.regions = Some(RegionLimit::Cells(20)),
    },
];

pub(super) fn run(
    args: &BenchArgs,
    watch: &Watch,
    progress: &Progress,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let mut rows: Vec<Bar> = Vec::new();
    for variant in VARIANTS {
        let mut numbers = Vec::new();
        for case in &BOARDS {
            let mut options = CrosscramOptions {
                table: GROWING_TABLE,
                ..CrosscramOptions::default()
            };
            (variant.change)(&mut options);
            let mut measured = measure(case, options.into(), watch)?;
            numbers.push(measured.nodes as f64);
            measured.changed = Some(variant.name);
            progress.aside(|| Line::Board(measured).write(out, args.json))?;
        }
        rows.push((variant.name.to_string(), numbers));
    }
    let Some(path) = &args.svg else {
        return Ok(());
    };
    let names = BOARDS.map(|case| case.board());
    let names = [names[0].as_str(), names[1].as_str()];
    let drawing = bars(
        "Nodes, both first players, by what is changed",
        &names,
        &rows,
    );
    fs::write(path, drawing.to_svg())
        .map_err(|error| Failure::message(format!("{}: {error}", path.display())))
}
