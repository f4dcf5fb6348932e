//! The commands that need the network.

use crate::args::{BrokerArgs, ClusterWorkArgs, CoordinateArgs, DrillName};
use crate::cache;
use crate::failure::Failure;
use crate::jobs::{self, Wanted, When};
use crate::progress::StatusLine;
use crate::text;
use crate::watch::Watch;
use crosscram_certificate::Form;
use crosscram_jobs::cluster::nats::{self, Broker, CoordinateOptions, Drill, WorkOptions};
use crosscram_jobs::cluster::status::Status;
use crosscram_search::CrosscramOptions;
use crosscram_workbench::Subject;
use std::io::Write;
use std::process;
use std::thread;
use std::time::Duration;

/// Maximum number of nodes of a unit if no option says. On one machine units are smaller: there nothing waits for messages.
const UNIT_NODES: u64 = 400_000;

fn broker(args: &BrokerArgs) -> Broker {
    Broker {
        servers: args.server.clone(),
        run: args.run.clone(),
        credentials: args.credentials.clone(),
        tls_ca: args.tls_ca.clone(),
        tls_client: args.tls_certificate.clone().zip(args.tls_key.clone()),
    }
}

/// `crosscram cluster coordinate`.
pub(super) fn coordinate(args: &CoordinateArgs, out: &mut impl Write) -> Result<(), Failure> {
    let asked = Subject::read(&args.board, args.tile.length).map_err(Failure::message)?;
    let first = asked.firsts(args.first)[0];
    let question = asked.question(first);
    let wanted = Wanted {
        folder: &args.jobs,
        output: &args.output,
        resume: args.resume,
        audit: args.audit,
        check: args.check.unwrap_or(When::End),
        unit_nodes: Some(args.unit_nodes.unwrap_or(UNIT_NODES)),
        checkers: args.threads.unwrap_or_else(processors),
    };
    let options = CrosscramOptions {
        bounds: crate::prove::levels(args.regions)?,
        ..CrosscramOptions::default()
    };
    let mut desk = jobs::open(&wanted, &question, &options)?;
    let run = CoordinateOptions {
        broker: broker(&args.broker),
        output: args.output.clone(),
        form: Form::Binary,
        ahead: args.ahead.map(|ahead| ahead as usize),
    };
    let watch = Watch::with_signals()?;
    let mut line = StatusLine::new(args.quiet.quiet);
    let started = std::time::Instant::now();
    let certificate = nats::coordinate(
        &mut desk,
        &run,
        &watch.stop_flag(),
        |remark| remark!("{remark}"),
        |status| line.show(|| super::status::describe(status)),
    );
    drop(line);
    let Some(certificate) = certificate.map_err(Failure::message)? else {
        return Err(Failure::Interrupted);
    };
    jobs::summarize(
        &desk,
        &certificate,
        &asked.name(),
        &args.output,
        started,
        args.json,
        out,
    )
}

/// How many threads check a certificate if no option says: each may take as much memory as one that does everything.
fn processors() -> usize {
    thread::available_parallelism()
        .map_or(1, usize::from)
        .min(4)
}

/// `crosscram cluster work`.
pub(super) fn work(args: &ClusterWorkArgs, out: &mut impl Write) -> Result<(), Failure> {
    let own = CrosscramOptions::fitted();
    let own = CrosscramOptions {
        table: args.table.unwrap_or(own.table),
        ..own
    };
    let options = WorkOptions {
        broker: broker(&args.broker),
        name: args.name.clone().unwrap_or_else(own_name),
        session: cache::session(own, &args.cache)?,
        most_units: args.units,
        drill: args.drill.map(|drill| match drill {
            DrillName::Lie => Drill::Lie,
            DrillName::Tear => Drill::Tear,
        }),
    };
    let watch = Watch::with_signals()?;
    let say = |words: &str| remark!("{words}");
    let done = nats::work(&options, &watch.stop_flag(), say).map_err(Failure::message)?;
    writeln!(out, "{}: {}", options.name, text::plural(done, "unit"))?;
    watch.ended()
}

/// The machine's name and the process number.
fn own_name() -> String {
    let machine = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let part = |c: &char| c.is_ascii_alphanumeric() || *c == '-';
    let machine: String = machine.chars().filter(part).take(40).collect();
    let machine = if machine.is_empty() {
        "worker".to_string()
    } else {
        machine
    };
    format!("{machine}-{}", process::id())
}

/// Asks the coordinator how the run is doing.
pub(super) fn status(args: &BrokerArgs) -> Result<Status, Failure> {
    nats::status(&broker(args), Duration::from_secs(10)).map_err(Failure::message)
}
