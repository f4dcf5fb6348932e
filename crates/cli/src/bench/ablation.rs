//! The engine crosscram with each of its parts switched off in turn.

use super::{Case, Measured, config, measure};
use crate::args::{BenchArgs, Suite};
use crate::failure::Failure;
use crate::json;
use crate::progress::Progress;
use crate::text;
use crate::watch::Watch;
use crosscram_plot::{Bar, bars};
use crosscram_search::{Config, Engine, Levels, Ordering, RegionLimit, SafeMoves};
use serde::Serialize;
use std::fs;
use std::io::Write;

/// A square board and an oblong one.
const BOARDS: [Case; 2] = [
    Case::new(Engine::Crosscram, 8, 8),
    Case::new(Engine::Crosscram, 7, 9),
];

/// What is changed, and how.
struct Variant {
    name: &'static str,
    change: fn(&mut Config),
}

const VARIANTS: &[Variant] = &[
    Variant {
        name: "nothing",
        change: |_| {},
    },
    Variant {
        name: "without merging",
        change: |config| levels(config).merge = false,
    },
    Variant {
        name: "rows only",
        change: |config| {
            levels(config).merge = false;
            levels(config).regions = None;
        },
    },
    Variant {
        name: "rows and runs only",
        change: |config| {
            levels(config).merge = false;
            levels(config).regions = None;
            levels(config).runs = true;
        },
    },
    Variant {
        name: "with runs",
        change: |config| levels(config).runs = true,
    },
    Variant {
        name: "with values of 10 cells",
        change: |config| levels(config).values = Some(10),
    },
    Variant {
        name: "without rows",
        change: |config| levels(config).rows = false,
    },
    Variant {
        name: "every child visited",
        change: |config| config.test_children = false,
    },
    Variant {
        name: "without shift dominance",
        change: |config| config.shift_dominance = false,
    },
    Variant {
        name: "safe moves played",
        change: |config| config.safe_moves = SafeMoves::Played,
    },
    Variant {
        name: "without the positional tie-break",
        change: |config| config.ordering = Ordering::Primary,
    },
    Variant {
        name: "regions of 12 cells",
        change: |config| levels(config).regions = Some(RegionLimit::Cells(12)),
    },
    Variant {
        name: "regions of 20 cells",
        change: |config| levels(config).regions = Some(RegionLimit::Cells(20)),
    },
];

fn levels(config: &mut Config) -> &mut Levels {
    config.switches.get_or_insert(Levels::DEFAULT)
}

/// One line of the result.
#[derive(Serialize)]
struct Line<'a> {
    changed: &'static str,
    #[serde(flatten)]
    measured: &'a Measured,
}

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
            let mut config = config(case.engine, Suite::Flagship);
            (variant.change)(&mut config);
            let measured = measure(case, &config, watch)?;
            numbers.push(measured.nodes as f64);
            progress.aside(|| write(variant.name, &measured, out, args.json))?;
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

fn write(
    changed: &'static str,
    measured: &Measured,
    out: &mut impl Write,
    json: bool,
) -> Result<(), Failure> {
    if json {
        return Ok(json::write(out, &Line { changed, measured })?);
    }
    Ok(writeln!(
        out,
        "{changed:<32}  {:>4}  {:>10} + {:>10} = {:>10} nodes  {:>8}  {:>14}",
        measured.board,
        text::grouped(measured.vertical_first),
        text::grouped(measured.horizontal_first),
        text::grouped(measured.nodes),
        text::seconds(measured.seconds),
        text::rate(measured.nodes as f64 / measured.seconds),
    )?)
}
