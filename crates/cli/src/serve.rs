//! `crosscram serve`: the page with the engine behind it.

use crate::args::CacheArg;
use crate::cache;
use crate::failure::Failure;
use crate::watch::Watch;
use clap::Args;
use crosscram_jobs::Folder;
use crosscram_search::CrosscramOptions;
use crosscram_server::{Server, Settings};
use crosscram_support::stop::Stop;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Serve the page with the engine behind it
///
/// The page works without a server too (`web/build` makes a folder for any web host); here it uses the full
/// engine of this program. Only this machine is served unless --public is given. Ctrl-C ends it.
#[derive(Debug, Args)]
pub(crate) struct ServeArgs {
    /// The port; 0 for any that is free
    #[arg(long, value_name = "PORT", default_value_t = 8642)]
    pub(crate) port: u16,

    /// Open the page in a browser
    #[arg(long)]
    pub(crate) open: bool,

    /// Serve everybody who can reach this machine, within stricter limits and without any files
    ///
    /// Boards have at most 144 squares, a request 30 seconds and a client four requests at a time. Tables of
    /// regions are kept on disk only with --cache. Put a server that speaks HTTPS in front of it.
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
    #[arg(long, value_name = "N", value_parser = crate::args::threads)]
    pub(crate) threads: Option<usize>,

    #[command(flatten)]
    pub(crate) cache: CacheArg,
}

pub(crate) fn run(args: &ServeArgs, out: &mut impl Write) -> Result<(), Failure> {
    let usual = PathBuf::from("certificates");
    let usual = usual.is_dir().then_some(usual).filter(|_| !args.public);
    if let Some(directory) = args.certificates.as_ref().filter(|path| !path.is_dir()) {
        let name = directory.display();
        fail!("--certificates: {name} is no directory");
    }
    if let Some(folder) = args.jobs.as_ref().filter(|path| !Folder::exists(path)) {
        let name = folder.display();
        fail!("--jobs: {name}: there is no run");
    }
    // What strangers ask for is kept where that was said.
    let cache = CacheArg {
        no_cache: args.cache.no_cache || args.public && args.cache.cache.is_none(),
        cache: args.cache.cache.clone(),
    };
    let settings = Settings {
        port: args.port,
        public: args.public,
        certificates: args.certificates.clone().or(usual),
        jobs: args.jobs.clone(),
        threads: args.threads,
        session: cache::session(CrosscramOptions::fitted(), &cache)?,
    };
    let watch = Watch::with_signals()?;
    let server =
        Server::bind(&settings).map_err(|error| failure!("port {}: {error}", args.port))?;
    let address = format!("http://127.0.0.1:{}/", server.address().port());
    writeln!(out, "Crosscram is at {address}")?;
    if args.public {
        writeln!(
            out,
            "and at every other address of this machine, for everybody"
        )?;
    }
    out.flush()?;
    if args.open && !open(&address) {
        remark!("no browser could be started; open {address}");
    }
    let stop = Stop::clone(&watch.stop_flag());
    server
        .run(&stop)
        .map_err(|error| failure!("the server: {error}"))
}

/// Asks the desktop to show a page. Returns whether somebody was there to ask.
fn open(address: &str) -> bool {
    let programs: &[(&str, &[&str])] = match std::env::consts::OS {
        "macos" => &[("open", &[])],
        "windows" => &[("cmd", &["/C", "start", ""])],
        _ => &[("xdg-open", &[]), ("sensible-browser", &[])],
    };
    programs.iter().any(|(program, before)| {
        let mut command = Command::new(program);
        command.args(*before).arg(address);
        command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command.spawn().is_ok()
    })
}
