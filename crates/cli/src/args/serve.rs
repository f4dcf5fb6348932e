//! The arguments of `serve`.

use super::EXIT_CODES;
use clap::Args;
use std::path::PathBuf;

/// Serve the page with the engine behind it
///
/// The page works without a server too (`web/build` makes a folder for any web host); here it uses the full
/// engine of this program. Only this machine is served unless --public is given. Ctrl-C ends it.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct ServeArgs {
    /// The port; 0 for any that is free
    #[arg(long, value_name = "PORT", default_value_t = 8642)]
    pub(crate) port: u16,

    /// Open the page in a browser
    #[arg(long)]
    pub(crate) open: bool,

    /// Serve everybody who can reach this machine, within stricter limits and without any files
    ///
    /// Boards have at most 144 squares, a request 30 seconds and a client four requests at a time. Put a
    /// server that speaks HTTPS in front of it.
    #[arg(long)]
    pub(crate) public: bool,

    /// Certificates that can be verified by their hash, /api/verify/HASH [default: ./certificates if there
    /// is such a directory]
    #[arg(long, value_name = "DIR", conflicts_with = "public")]
    pub(crate) certificates: Option<PathBuf>,

    /// Show how the proof in this folder is doing, one of `prove --jobs` or `cluster coordinate`
    #[arg(long, value_name = "DIR", conflicts_with = "public")]
    pub(crate) jobs: Option<PathBuf>,

    /// Threads that compute [default: as many as there are cores]
    #[arg(long, value_name = "N", value_parser = super::threads)]
    pub(crate) threads: Option<usize>,
}
