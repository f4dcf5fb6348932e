//! `crosscram atlas`: what is known of rectangles.

mod add;
mod board;
mod chart;
mod export;
mod families;
mod lookup;
mod open;
mod page;

use crate::args::{TileArg, nodes, side};
use crate::failure::Failure;
use crate::figure;
use crate::json;
use crate::text::wrapped;
use crosscram_atlas::{Atlas, Charted, Fact, Level, Rule, Size, Source, Winner, results};
use crosscram_support::path::At;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::args::search::parsed;
use crate::verify::VectorsArg;
use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Args, Subcommand, ValueEnum};
use crosscram_rules::Player;
pub(crate) use lookup::look_up;

/// Who wins on empty rectangles: what is known, why, and what is open
///
/// Without BOARD, prints the chart: rows downwards, columns to the right. V and H: that player wins
/// whoever begins; 1 and 2: the first or the second player wins; 1h: 1 or H, and so on; empty: unknown.
/// With BOARD, prints what is known of it, derived down to the sources, and what would settle it.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct AtlasArgs {
    #[command(subcommand)]
    pub(crate) command: Option<AtlasCommand>,

    /// One board, as 6x21
    #[arg(value_name = "BOARD")]
    pub(crate) board: Option<Size>,

    /// The size of the chart
    #[arg(
        long,
        value_name = "SIZE",
        default_value = "40x40",
        conflicts_with = "board"
    )]
    pub(crate) size: Size,

    #[command(flatten)]
    pub(crate) known: KnownArgs,

    /// Write the chart as SVG into this file (- for standard output)
    #[arg(long, value_name = "FILE", conflicts_with = "board")]
    pub(crate) svg: Option<PathBuf>,

    /// Write the chart as a page with the reasons
    #[arg(long, value_name = "FILE", conflicts_with = "board")]
    pub(crate) html: Option<PathBuf>,

    /// Write the chart as a LaTeX table
    #[arg(long, value_name = "FILE", conflicts_with = "board")]
    pub(crate) latex: Option<PathBuf>,

    /// Write all boards with their reasons, separated by commas
    #[arg(long, value_name = "FILE", conflicts_with = "board")]
    pub(crate) csv: Option<PathBuf>,

    /// Print one JSON object per line, one for each board
    #[arg(long, conflicts_with_all = ["svg", "html", "latex", "csv"])]
    pub(crate) json: bool,

    /// Whether the chart is coloured
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Colour::Auto)]
    pub(crate) colour: Colour,
}

/// Parts of `atlas`.
#[derive(Debug, Subcommand)]
pub(crate) enum AtlasCommand {
    Open(OpenArgs),
    Families(FamiliesArgs),
    /// List the rules of inference, each with its argument
    Rules {
        #[command(flatten)]
        tile: TileArg,
    },
    Add(AddArgs),
    Export(ExportArgs),
}

/// Write a cell of the chart as a certificate, with everything it rests on
///
/// The certificate has the derivation, by the rules of certificates. What the derivation takes as given
/// is looked for among the certificates of --certificates, then by the hash that the atlas has of it,
/// then searched; what is found in none of these ways is listed (exit code 1).
/// `crosscram verify` checks the result and follows the hashes.
#[derive(Debug, Args)]
pub(crate) struct ExportArgs {
    /// The board, as 6x18
    #[arg(value_name = "BOARD")]
    pub(crate) board: Size,

    /// Only the question with this player first [default: both, as far as they are known]
    #[arg(long, ignore_case = true, value_parser = side())]
    pub(crate) first: Option<Player>,

    /// Where to write the certificate
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    pub(crate) output: PathBuf,

    /// Certificates that may be used: a file, or a directory with files *.cert
    #[arg(long, value_name = "PATH")]
    pub(crate) certificates: Vec<PathBuf>,

    /// Include the proofs of those certificates instead of naming their hashes
    #[arg(long, requires = "certificates")]
    pub(crate) include: bool,

    /// Nodes of the search for each question that has no certificate; its proof is included
    #[arg(long, value_name = "N", default_value = "1M", value_parser = nodes)]
    pub(crate) nodes: u64,

    #[command(flatten)]
    pub(crate) known: KnownArgs,
}

/// List the open questions, and what each answer would settle
///
/// For each open question: how many boards would be known exactly, and how many more answers would
/// follow, if the player who moves first wins or loses. Counts boards with no more rows than columns, up
/// to the size.
#[derive(Debug, Args)]
pub(crate) struct OpenArgs {
    /// Boards up to this size
    #[arg(long, value_name = "SIZE", default_value = "31x31")]
    pub(crate) size: Size,

    /// The order of the questions
    #[arg(long, value_enum, default_value_t = Order::Area)]
    pub(crate) by: Order,

    #[command(flatten)]
    pub(crate) known: KnownArgs,

    /// Print one JSON object per line
    #[arg(long)]
    pub(crate) json: bool,
}

/// List claims that hold for every length from some length on, with the argument
#[derive(Debug, Args)]
pub(crate) struct FamiliesArgs {
    /// Rows up to this number, from boards up to this size
    #[arg(long, value_name = "SIZE", default_value = "13x60")]
    pub(crate) size: Size,

    #[command(flatten)]
    pub(crate) known: KnownArgs,

    /// Print one JSON object per line
    #[arg(long)]
    pub(crate) json: bool,
}

/// Record boards that were solved
///
/// Reads the output of `crosscram solve --json` and adds the answers to a text file that people can read,
/// review and merge. An answer that contradicts what is known is refused, with both derivations (exit
/// code 1); one that is recorded already is left as it is. Searches that were interrupted, positions
/// that are not empty rectangles, lookups and unsound options are refused.
///
/// A certificate is checked, and its hash is recorded, even if the answer is recorded already.
#[derive(Debug, Args)]
pub(crate) struct AddArgs {
    /// Files with such JSON, or - for standard input
    #[arg(value_name = "RESULT", required_unless_present = "certificate")]
    pub(crate) results: Vec<PathBuf>,

    /// A certificate, as `crosscram prove` writes it; can be given more than once
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) vectors: VectorsArg,

    /// The file to add to
    #[arg(long, value_name = "FILE", default_value = DEFAULT_FILE)]
    pub(crate) file: PathBuf,

    /// When the boards were solved, as 2026-11-16 [default: today]
    #[arg(long, value_name = "DATE")]
    pub(crate) date: Option<String>,
}

/// The default file of the user's own results.
pub(crate) const DEFAULT_FILE: &str = "crosscram-atlas.tsv";

#[derive(Debug, Args)]
pub(crate) struct KnownArgs {
    /// How much is taken as given
    #[arg(long, value_name = "LEVEL", default_value = "all", value_parser = levels())]
    pub(crate) known: Level,

    /// Your own results, as `atlas add` records them [default: crosscram-atlas.tsv, if it exists]
    ///
    /// They are used only with --known all.
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) tile: TileArg,
}

/// The levels by their names.
fn levels() -> impl TypedValueParser<Value = Level> {
    let value = |level: Level| PossibleValue::new(level.name()).help(level.summary());
    parsed(Level::ALL.map(value).into())
}

/// When to print in colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Colour {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// The order of open questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Order {
    /// The smallest boards first
    Area,
    /// By the number of boards that the worse answer settles, then the better answer
    Settles,
}

/// A cell of the chart.
type Cell = Charted<Option<Winner>>;

/// Boards up to this size are always considered, so that the statements about a small board do not
/// depend on how many others are printed.
const LEAST_LIMIT: usize = 40;

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
            json::object(out, cell)?;
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
