//! Options of the commands that write and check certificates.

use super::nodes;
use super::{CacheArg, EXIT_CODES, OneSide, QuietArg, TileArg, threads};
use clap::Args;
use crosscram_certificate::Checkers;
use crosscram_search::TableSize;
use std::path::PathBuf;

/// Solve a board and write a certificate that anybody can check
///
/// The certificate is the whole proof: a move wherever the winner moves, every move wherever the
/// loser moves, and at the ends cuts of the board that show who wins. `crosscram verify` checks it;
/// so does `zstd -dc FILE | crosscram-check`, which shares nothing with the solver.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct ProveArgs {
    #[arg(
        value_name = "BOARD",
        help = "A size (8x8), a position ('..#|.#. V'), or a sum ('6x14 + 1/4')"
    )]
    pub(crate) board: String,

    /// Who moves first [default: the position's side to move, else V]
    #[arg(long, value_enum, ignore_case = true)]
    pub(crate) first: Option<OneSide>,

    /// Where to write the certificate; - for standard output
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    pub(crate) output: PathBuf,

    /// Write the text form, which is not compressed
    #[arg(long)]
    pub(crate) text: bool,

    #[command(flatten)]
    pub(crate) tile: TileArg,

    /// Maximum number of cells of a piece that is not cut further [default: by the board's size]
    ///
    /// Larger pieces make the certificate shorter, but take the checker more time and memory.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=40))]
    pub(crate) regions: Option<u32>,

    /// Size of the transposition table, in entries (8388608, 2^23, 8M) or bytes (512MiB, 2GB)
    #[arg(long, value_name = "SIZE")]
    pub(crate) table: Option<TableSize>,

    #[command(flatten)]
    pub(crate) cache: CacheArg,

    /// How many threads search, and check the certificate of --jobs; the proof is written by one
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads)]
    pub(crate) threads: usize,

    /// Keep finished subtrees of the search in this folder, and use what is there
    ///
    /// A search that was interrupted, even killed, goes on where it was. What a journal says is not
    /// trusted: it guides the search, and whatever the proof needs is proven.
    #[arg(long, value_name = "DIR")]
    pub(crate) journal: Option<PathBuf>,

    /// Use the finished subtrees of this folder as hints; it is only read
    ///
    /// What it says is not trusted. If it is wrong, that is said, and the proof is found without it.
    #[arg(long, value_name = "DIR", conflicts_with = "journal")]
    pub(crate) from_journal: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) jobs: JobsArgs,

    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) quiet: QuietArg,
}

/// A proof in units of work.
#[derive(Debug, Args)]
#[command(next_help_heading = "Proofs in units of work")]
pub(crate) struct JobsArgs {
    /// Prove in units of work and keep everything in this folder
    ///
    /// The top of the tree is a proof-number search whose leaves are searched for a limited number of nodes
    /// each. What is proven is in files of the folder; a run that was interrupted, even killed, loses at
    /// most the units under way. Several --threads work on one unit. What `solve --journal` has left in the folder guides the run.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["journal", "from_journal"])]
    pub(crate) jobs: Option<PathBuf>,

    /// Go on with the run in the folder
    #[arg(long, requires = "jobs")]
    pub(crate) resume: bool,

    /// Maximum number of nodes of a unit [default: 100000]
    #[arg(long, value_name = "N", requires = "jobs", conflicts_with = "resume", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) unit_nodes: Option<u64>,

    /// Write up to N units for other programs into DIR/units instead of working on them
    ///
    /// First the segments in DIR/inbox are taken. `crosscram work` makes one from each unit. If the proof is then complete,
    /// the certificate is written; otherwise the exit code is 1 and there is more to do.
    #[arg(long, value_name = "N", requires = "jobs", conflicts_with = "threads", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub(crate) issue: Option<u64>,

    /// When proofs of other programs are checked
    #[arg(long, value_name = "WHEN", requires = "issue", value_enum)]
    pub(crate) check: Option<When>,

    /// Check every segment of the folder before going on, and put those aside that are false
    #[arg(long, requires = "resume")]
    pub(crate) audit: bool,
}

/// When pieces of certificate are checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum When {
    /// Before anything rests on them
    #[default]
    Arrival,
    /// When the certificate is complete; if it does not hold, what is false is taken back
    End,
}

/// Work on one unit of a proof: see `prove --jobs`
///
/// The segment depends on nothing but the unit. It holds the winners that were found, each with a
/// proof, or the moves of what is still open.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct UnitArgs {
    /// The unit; - for standard input
    #[arg(value_name = "UNIT")]
    pub(crate) unit: PathBuf,

    /// Where to write the segment; - for standard output
    #[arg(short = 'o', long = "output", value_name = "SEGMENT")]
    pub(crate) output: PathBuf,

    /// Size of the transposition table, in entries (8388608, 2^23, 8M) or bytes (512MiB, 2GB) [default: 256MiB]
    #[arg(long, value_name = "SIZE")]
    pub(crate) table: Option<TableSize>,

    #[command(flatten)]
    pub(crate) cache: CacheArg,

    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Check a certificate
///
/// Prints exactly what is proven. A certificate that rests on others by their hashes is followed into
/// those that lie beside it. The check is that of crosscram-check, a program of the standard
/// library alone that shares nothing with the solver; here the file is decompressed for it, and its
/// hash is compared.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct VerifyArgs {
    /// The certificate; - for standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// Where the certificates are on which it rests: a file, or a directory with files *.cert
    ///
    /// All of them have to be there (exit code 1 if not). Without it the directory of FILE is looked
    /// at, and what is not there is named as a condition.
    #[arg(long, value_name = "PATH", conflicts_with_all = ["explain", "with"])]
    pub(crate) certificates: Vec<PathBuf>,

    /// Say why this position of the proof is won ('..#|.#. V'), down to the cut
    ///
    /// The position, or a reflection of it, must be one that the certificate goes through.
    #[arg(long, value_name = "POSITION")]
    pub(crate) explain: Option<String>,

    /// Draw the cut of --explain as SVG into this file
    #[arg(long, value_name = "FILE", requires = "explain")]
    pub(crate) svg: Option<PathBuf>,

    /// Ask another checker, which must be built
    ///
    /// `verified` is crosscram-verified, the checker that is proven correct (`make -C proofs/verified`). It
    /// is looked for beside this program, in the folder proofs/verified of the current one, and on the PATH.
    /// What a certificate rests on is then not followed, but named as a condition.
    #[arg(long, value_name = "CHECKER", value_enum, conflicts_with = "explain")]
    pub(crate) with: Option<OtherChecker>,

    /// How many threads check [default: 1]
    ///
    /// Each reads the whole certificate and does its share of the sums, with tables of its own.
    #[arg(long, value_name = "N", value_parser = threads, conflicts_with_all = ["explain", "with"])]
    pub(crate) threads: Option<usize>,

    #[command(flatten)]
    pub(crate) vectors: VectorsArg,

    /// Print one JSON object
    #[arg(long, conflicts_with = "explain")]
    pub(crate) json: bool,
}

impl VerifyArgs {
    /// How the built-in checker works.
    pub(crate) fn checkers(&self) -> Checkers {
        Checkers {
            threads: self.threads.unwrap_or(1),
            vectors: self.vectors.get(),
        }
    }
}

/// How many vectors of pieces the checker keeps. Not for a checker that has no such limit.
#[derive(Debug, Args)]
pub(crate) struct VectorsArg {
    /// Keep as many vectors of pieces, some 100 bytes each (1048576, 64M), besides four for each byte of the file [default: 1048576]
    ///
    /// The limit guards against hostile files. Certificates with pieces of more than 32 cells need more.
    #[arg(long, value_name = "N", value_parser = nodes)]
    pub(crate) vectors: Option<u64>,
}

impl VectorsArg {
    /// The number.
    pub(crate) fn get(&self) -> usize {
        let few = crosscram_checker::FEW_VECTORS;
        self.vectors.map_or(few, |vectors| {
            usize::try_from(vectors).unwrap_or(usize::MAX)
        })
    }
}

/// A checker that is not built in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum OtherChecker {
    /// The checker that is proven correct
    Verified,
}
