//! `crosscram atlas`: what is known of rectangles.

mod add;
mod board;
mod chart;
mod export;
mod families;
mod lookup;
mod open;
mod page;

use crate::args::{AtlasArgs, AtlasCommand, DEFAULT_FILE, KnownArgs, TileArg};
use crate::failure::Failure;
use crate::figure;
use crate::json;
use crate::text::wrapped;
use crosscram_atlas::{Atlas, Charted, Fact, Level, Rule, Size, Source, Winner, results};
use crosscram_support::path::At;
use crosscram_workbench::Versioned;
use std::fs;
use std::io::Write;
use std::path::Path;

pub(crate) use lookup::look_up;

/// A cell of the chart.
type Cell = Charted<Option<Winner>>;

/// Boards up to this size are always considered, so that the statements about a small board do not
/// depend on how many others are printed.
const LEAST_LIMIT: usize = 40;

/// Runs the command.
pub(crate) fn run(args: &AtlasArgs, out: &mut impl Write) -> Result<(), Failure> {
    match &args.command {
        Some(AtlasCommand::Open(args)) => return open::run(args, out),
        Some(AtlasCommand::Families(args)) => return families::run(args, out),
        Some(AtlasCommand::Rules { tile }) => return rules(tile, out),
        Some(AtlasCommand::Add(args)) => return add::run(args, out),
        Some(AtlasCommand::Export(args)) => return export::run(args, out),
        None => {}
    }
    if let Some(size) = args.board {
        return board::run(size, args, out);
    }
    let mut atlas = load(&args.known, args.size)?;
    let mut certified = certified(&args.known, args.size)?;
    let row = |rows| {
        let sizes = (1..=args.size.cols()).filter_map(|cols| Size::new(rows, cols).ok());
        let cells = sizes.map(|size| atlas.charted(&mut certified, size));
        cells.collect()
    };
    let cells: Vec<Vec<Cell>> = (1..=args.size.rows()).map(row).collect();
    if args.json {
        for cell in cells.iter().flatten() {
            json::write(out, &Versioned::from(cell))?;
        }
        return Ok(());
    }
    let title = title(&args.known);
    let mut written = false;
    for (file, form) in [
        (&args.svg, chart::svg as fn(&[Vec<Cell>], &str) -> String),
        (&args.html, page::html),
        (&args.latex, chart::latex),
        (&args.csv, chart::csv),
    ] {
        if let Some(file) = file {
            write(file, &form(&cells, &title), out)?;
            written = true;
        }
    }
    if !written {
        chart::text(&cells, &title, args.colour, out)?;
    }
    Ok(())
}

/// The atlas that is asked for, of boards at least up to `size`.
fn load(args: &KnownArgs, size: Size) -> Result<Atlas, Failure> {
    known(args.known, args, size, &own_facts(args)?)
}

/// What of it, and of nothing else, is certified.
fn certified(args: &KnownArgs, size: Size) -> Result<Atlas, Failure> {
    let mut own = own_facts(args)?;
    own.retain(is_certified);
    known(Level::Certified, args, size, &own)
}

fn known(level: Level, args: &KnownArgs, size: Size, more: &[Fact]) -> Result<Atlas, Failure> {
    let limit = size.rows().max(size.cols()).max(LEAST_LIMIT);
    let atlas = Atlas::known(level, args.tile.length, limit, more);
    atlas.map_err(Failure::message)
}

/// Returns whether a fact rests on a certificate.
fn is_certified(fact: &Fact) -> bool {
    matches!(&fact.source, Source::Solved(solved) if solved.certificate.is_some())
}

/// The facts in the user's own file of results that count at the wanted level.
fn own_facts(args: &KnownArgs) -> Result<Vec<Fact>, Failure> {
    let counts = matches!(args.known, Level::All | Level::Certified);
    let path = match &args.file {
        Some(_) if !counts => {
            fail!("--file: used with --known all and --known certified only");
        }
        Some(path) => path.as_path(),
        None if counts && Path::new(DEFAULT_FILE).exists() => Path::new(DEFAULT_FILE),
        None => return Ok(Vec::new()),
    };
    let text = fs::read_to_string(path).at(path)?;
    let answers = results::read(&text).at(path)?;
    let tile = args.tile.length;
    let ours = answers.into_iter().filter(|answer| answer.tile == tile);
    let facts = ours.map(|answer| answer.fact());
    Ok(facts
        .filter(|fact| args.known == Level::All || is_certified(fact))
        .collect())
}

/// What a chart shows, in a sentence.
fn title(args: &KnownArgs) -> String {
    let tile = args.tile.length.length();
    let game = match tile {
        2 => "Domineering".to_owned(),
        _ => format!("tiles of {tile}"),
    };
    format!(
        "Who wins on rectangles: {game}, known: {}",
        args.known.name()
    )
}

/// Writes a text to a file, or to standard output for `-`.
fn write(file: &Path, text: &str, out: &mut impl Write) -> Result<(), Failure> {
    if file == Path::new("-") {
        return Ok(out.write_all(text.as_bytes())?);
    }
    figure::write(file, text.as_bytes())
}

/// `crosscram atlas rules`.
fn rules(tile: &TileArg, out: &mut impl Write) -> Result<(), Failure> {
    for rule in Rule::ALL {
        let holds = match rule.holds_for(tile.length) {
            true => "",
            false => " (does not hold for these tiles)",
        };
        writeln!(out, "{}{holds}", rule.name())?;
        for line in wrapped(rule.argument(), 92) {
            writeln!(out, "    {line}")?;
        }
    }
    Ok(())
}
