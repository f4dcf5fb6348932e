//! Options of `crosscram cluster`.

use super::{CacheArg, QuietArg, TileArg, side, threads};
use crate::jobs::When;
use clap::{Args, Subcommand};
use crosscram_rules::Player;
use crosscram_search::TableSize;
use std::path::PathBuf;

/// Prove a board on many machines, or plan it
///
/// Units of work travel over NATS JetStream; the coordinator's folder remembers everything that is proven, as with
/// `prove --jobs`. All but `simulate` need a program that was built with `--features cluster`.
#[derive(Debug, Args)]
pub(crate) struct ClusterArgs {
    #[command(subcommand)]
    pub(crate) command: ClusterCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ClusterCommand {
    Coordinate(CoordinateArgs),
    Work(ClusterWorkArgs),
    Status(StatusArgs),
    Simulate(SimulateArgs),
}

/// How to reach the broker.
#[derive(Debug, Args)]
pub(crate) struct BrokerArgs {
    /// Addresses of the broker, separated by commas; tls:// for TLS
    #[arg(long, value_name = "URL", default_value = "nats://127.0.0.1:4222")]
    pub(crate) server: String,

    /// Name of the run; several can share a broker
    #[arg(long, value_name = "NAME", default_value = "crosscram", value_parser = name)]
    pub(crate) run: String,

    /// File with credentials for the broker
    #[arg(long, value_name = "FILE")]
    pub(crate) credentials: Option<PathBuf>,

    /// File with certificates that are trusted besides the system's; TLS is then required
    #[arg(long, value_name = "FILE")]
    pub(crate) tls_ca: Option<PathBuf>,

    /// File with the certificate to show to the broker
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    pub(crate) tls_certificate: Option<PathBuf>,

    /// File with its key
    #[arg(long, value_name = "FILE", requires = "tls_certificate")]
    pub(crate) tls_key: Option<PathBuf>,
}

/// Hand out the units of a proof, take the segments in, write the certificate
#[derive(Debug, Args)]
pub(crate) struct CoordinateArgs {
    /// A size (8x8) or a position ('..#|.#. V')
    #[arg(value_name = "BOARD")]
    pub(crate) board: String,

    /// Who moves first [default: the position's side to move, else V]
    #[arg(long, ignore_case = true, value_parser = side())]
    pub(crate) first: Option<Player>,

    #[command(flatten)]
    pub(crate) tile: TileArg,

    /// Folder of the run, as with `prove --jobs`
    #[arg(long, value_name = "DIR")]
    pub(crate) jobs: PathBuf,

    /// Where to write the certificate
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    pub(crate) output: PathBuf,

    /// Go on with the run in the folder
    #[arg(long)]
    pub(crate) resume: bool,

    /// Maximum number of nodes of a unit [default: 400000]
    #[arg(long, value_name = "N", conflicts_with = "resume", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) unit_nodes: Option<u64>,

    /// Maximum number of cells of a piece that is not cut further [default: by the board's size]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=40))]
    pub(crate) regions: Option<u32>,

    /// When the workers' proofs are checked [default: end]
    #[arg(long, value_name = "WHEN", value_enum)]
    pub(crate) check: Option<When>,

    /// Check every segment of the folder before going on, and put those aside that are false
    #[arg(long, requires = "resume")]
    pub(crate) audit: bool,

    /// How many threads check the certificate at the end [default: one for each processor, at most 4]
    ///
    /// Each reads all of it and does its share of the sums, with tables of its own.
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<usize>,

    /// Units that are queued or being worked on at a time [default: two for each worker]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub(crate) ahead: Option<u64>,

    #[command(flatten)]
    pub(crate) broker: BrokerArgs,

    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) quiet: QuietArg,
}

/// Work on units until the run is over
///
/// A worker keeps its tables from unit to unit and takes in what the others have proven. It waits for broker and
/// coordinator, and survives their restart. SIGTERM and Ctrl-C hand its unit back.
#[derive(Debug, Args)]
pub(crate) struct ClusterWorkArgs {
    #[command(flatten)]
    pub(crate) broker: BrokerArgs,

    /// Name of this worker [default: the machine's name and the process number]
    #[arg(long, value_name = "NAME", value_parser = name)]
    pub(crate) name: Option<String>,

    /// Size of the transposition table [default: by the free memory]
    #[arg(long, value_name = "SIZE")]
    pub(crate) table: Option<TableSize>,

    #[command(flatten)]
    pub(crate) cache: CacheArg,

    /// Work on this many units, then end
    #[arg(long, value_name = "N")]
    pub(crate) units: Option<u64>,

    /// Do something wrong on purpose, to see that the coordinator notices
    #[arg(long, value_name = "WHAT", value_enum)]
    pub(crate) drill: Option<DrillName>,
}

/// What a worker does wrong on purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum DrillName {
    /// Name winners without proof
    Lie,
    /// Deliver half of each segment
    Tear,
}

/// Show how a run is doing
#[derive(Debug, Args)]
pub(crate) struct StatusArgs {
    /// Look into the folder of a run, also one of `prove --jobs`, instead of asking over the network
    #[arg(long, value_name = "DIR", conflicts_with_all = ["server", "run", "credentials", "tls_ca", "tls_certificate"])]
    pub(crate) jobs: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) broker: BrokerArgs,

    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Predict how long a run takes with more workers
///
/// A discrete-event model, fed with what the units of a run took (`times.tsv` in its folder).
#[derive(Debug, Args)]
pub(crate) struct SimulateArgs {
    /// The file times.tsv of a run
    #[arg(value_name = "TIMES")]
    pub(crate) times: PathBuf,

    /// Numbers of workers
    #[arg(long, value_name = "N,N,...", value_delimiter = ',', default_value = "1,2,10,100,1000,10000", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(crate) workers: Vec<u64>,

    /// Units of the whole run [default: as many as were measured]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub(crate) units: Option<u64>,

    /// Every measured time is multiplied by this, for larger units or faster machines
    #[arg(long, value_name = "X", default_value = "1")]
    pub(crate) scale: f64,

    /// New units that become possible when one is done
    #[arg(long, value_name = "X", default_value = "2")]
    pub(crate) growth: f64,

    /// Seconds from the coordinator to a worker and back
    #[arg(long, value_name = "SECONDS", default_value = "0.01")]
    pub(crate) delay: f64,

    /// Megabytes per second that the coordinator can receive
    #[arg(long, value_name = "MB/S", default_value = "100")]
    pub(crate) bandwidth: f64,

    /// Seconds of the coordinator for each segment besides checking it
    #[arg(long, value_name = "SECONDS", default_value = "0.005")]
    pub(crate) handling: f64,

    /// Threads of the coordinator that check segments; 0: every worker checks its own
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u64).range(0..=1024))]
    pub(crate) checkers: u64,

    /// Threads of the coordinator that check the certificate at the end [default: as many as there were]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<usize>,

    /// Share of work in vain for each doubling of the workers; two had 0.2 to 0.3 on 8x10
    #[arg(long, value_name = "X", default_value = "0.25")]
    pub(crate) waste: f64,

    /// Price of a worker for an hour
    #[arg(long, value_name = "X", default_value = "0.05")]
    pub(crate) price: f64,

    /// Print one JSON object per line
    #[arg(long)]
    pub(crate) json: bool,
}

fn name(text: &str) -> Result<String, String> {
    // A dot would divide the subject under which the broker knows it.
    match crosscram_jobs::is_worker_name(text) && !text.contains('.') {
        true => Ok(text.to_string()),
        false => Err(
            "use up to 64 letters, digits, '_' and '-', not beginning with 'search-'".to_string(),
        ),
    }
}
