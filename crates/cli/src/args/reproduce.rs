//! Options of `reproduce`.

use super::{EXIT_CODES, QuietArg, threads};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use crosscram_reproduce::{PAPERS, Paper};
use std::path::PathBuf;

/// Run the experiments of a paper again, and compare
///
/// Prints each figure's or table's published numbers beside ours and their ratio. The exit code is
/// 1 if an outcome contradicts the published one, or if numbers differ that must agree.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct ReproduceArgs {
    /// The paper
    #[arg(value_parser = papers())]
    pub(crate) paper: &'static Paper,

    /// The figures or tables, by number [default: all]
    #[arg(value_name = "FIGURE")]
    pub(crate) figures: Vec<String>,

    /// Skip what needed more nodes than this, as published (50000000, 50M, 4G)
    ///
    /// The default takes about ten minutes with two threads (bullock), or four minutes
    /// (brueggemann, always one search at a time); for schijf it is everything and takes two. For
    /// vandaalen this is the number of games for each pairing, by default 3 of the published 10,
    /// which takes about five minutes with two threads.
    #[arg(long, value_name = "NODES", value_parser = nodes)]
    pub(crate) up_to: Option<u64>,

    /// Skip nothing, however long it takes
    #[arg(long, conflicts_with = "up_to")]
    pub(crate) full: bool,

    /// Number of searches at the same time; each has its own table of up to 256 MB
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads)]
    pub(crate) threads: usize,

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
    /// The limit of nodes, `usual` by default.
    pub(crate) fn up_to(&self, usual: u64) -> u64 {
        match self.full {
            true => u64::MAX,
            false => self.up_to.unwrap_or(usual),
        }
    }
}

/// Reads a number of nodes, with an optional unit k, M or G.
pub(super) fn nodes(text: &str) -> Result<u64, String> {
    let (digits, factor) = match text.char_indices().last() {
        Some((end, 'k' | 'K')) => (&text[..end], 1_000),
        Some((end, 'm' | 'M')) => (&text[..end], 1_000_000),
        Some((end, 'g' | 'G')) => (&text[..end], 1_000_000_000),
        _ => (text, 1),
    };
    let number: Option<u64> = digits.parse().ok();
    let number = number.and_then(|number| number.checked_mul(factor));
    number.ok_or_else(|| "not a number of nodes (50000000, 50M, 4G)".to_string())
}
