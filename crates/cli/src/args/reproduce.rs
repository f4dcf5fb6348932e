//! Options of `reproduce`.

use super::search::parsed;
use super::{EXIT_CODES, QuietArg, threads};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use crosscram_reproduce::{Choice, PAPERS, Paper};
use crosscram_search::{Replacement, TableSize};
use std::path::PathBuf;

/// List what the papers show, run their experiments again, and compare
///
/// Without numbers, lists every figure, table, theorem, claim and wish of the paper (without a paper, of all of
/// them): what it shows, the command, and how it came out. With numbers, or `all`, runs these
/// experiments and prints the published numbers beside ours and their ratio, row by row as they finish; of
/// what is not an experiment it prints the entry of the list. The exit code is 1 if an outcome contradicts the published
/// one, or if numbers differ that must agree.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct ReproduceArgs {
    /// The paper
    #[arg(value_parser = papers())]
    pub(crate) paper: Option<&'static Paper>,

    /// Figures, tables, theorems, claims by their numbers (6.3, fig4.1, theorem 1), or `all` experiments
    #[arg(value_name = "NUMBER")]
    pub(crate) numbers: Vec<String>,

    /// List only, run nothing
    #[arg(long)]
    pub(crate) list: bool,

    /// Skip what needed more nodes than this, as published (50000000, 50M, 4G)
    ///
    /// The default takes about ten minutes with two threads (bullock), or four minutes
    /// (brueggemann, always one search at a time); for schijf it is everything and takes two, but each
    /// search of `modern` ends after this many, by default 200k. For
    /// vandaalen this is the number of games for each pairing, by default 3 of the published 10,
    /// which takes about five minutes with two threads.
    #[arg(long, value_name = "NODES", value_parser = super::nodes)]
    pub(crate) up_to: Option<u64>,

    /// Skip nothing, however long it takes
    #[arg(long, conflicts_with = "up_to")]
    pub(crate) full: bool,

    /// Number of searches at the same time; each has its own table of up to 256 MB
    ///
    /// The default is 1.
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<usize>,

    /// Positions for bullock's Fig. 4.3, one to a line with the side to move, instead of its own sets
    ///
    /// Each file is a set, named like the file. Lines that are empty or begin with ; are skipped.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) positions: Vec<PathBuf>,

    /// Table sizes for bullock's Fig. 4.3, in entries (2^16 2^20) [default: 2^10 to 2^18]
    #[arg(long, value_name = "ENTRIES", num_args = 1.., value_parser = entries)]
    pub(crate) tables: Vec<u64>,

    /// Replacement schemes for bullock's Fig. 4.3 [default: all]
    #[arg(
        long,
        value_name = "SCHEME",
        num_args = 1..,
        value_parser = parsed::<Replacement>(Replacement::NAMES.into()),
    )]
    pub(crate) schemes: Vec<Replacement>,

    /// Write the figures' graphs as SVG files into this directory
    #[arg(long, value_name = "DIR")]
    pub(crate) plots: Option<PathBuf>,

    /// Print one JSON object per line
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) quiet: QuietArg,
}

/// The papers by their names.
fn papers() -> impl TypedValueParser<Value = &'static Paper> {
    let value = |paper: &&'static Paper| PossibleValue::new(paper.name).help(paper.title);
    PossibleValuesParser::new(PAPERS.iter().map(value)).map(|name| {
        let mut papers = PAPERS.into_iter();
        papers
            .find(|paper| paper.name == name)
            .expect("a possible value")
    })
}

impl ReproduceArgs {
    /// The first option that acts only if something is run.
    pub(crate) fn option_of_a_run(&self) -> Option<&'static str> {
        let given = [
            ("--up-to", self.up_to.is_some()),
            ("--full", self.full),
            ("--threads", self.threads.is_some()),
            ("--positions", !self.positions.is_empty()),
            ("--tables", !self.tables.is_empty()),
            ("--schemes", !self.schemes.is_empty()),
            ("--plots", self.plots.is_some()),
        ];
        let mut given = given.into_iter().filter(|(_, given)| *given);
        given.next().map(|(option, _)| option)
    }

    /// The given options that act on some experiments only.
    pub(crate) fn choices(&self) -> impl Iterator<Item = (&'static str, Choice)> {
        let given = [
            ("--up-to", Choice::UpTo, self.up_to.is_some()),
            ("--full", Choice::Full, self.full),
            ("--threads", Choice::Threads, self.threads.is_some()),
            ("--positions", Choice::Schemes, !self.positions.is_empty()),
            ("--tables", Choice::Schemes, !self.tables.is_empty()),
            ("--schemes", Choice::Schemes, !self.schemes.is_empty()),
        ];
        let given = given.into_iter().filter(|(.., given)| *given);
        given.map(|(option, choice, _)| (option, choice))
    }

    /// The limit of nodes, `usual` by default.
    pub(crate) fn up_to(&self, usual: u64) -> u64 {
        match self.full {
            true => u64::MAX,
            false => self.up_to.unwrap_or(usual),
        }
    }
}

/// Reads a number of entries of a table.
fn entries(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(TableSize::Entries(entries)) => Ok(entries),
        Ok(TableSize::Bytes(_)) => Err("a number of entries is wanted, not of bytes".to_string()),
        Err(error) => Err(error.to_string()),
    }
}
