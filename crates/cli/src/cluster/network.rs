//! The commands that need the network.

use crate::args::{BrokerArgs, ClusterWorkArgs, CoordinateArgs, DrillName, StatusArgs};
use crate::failure::Failure;
use crate::jobs::{self, Wanted};
use crate::json;
use crate::memory;
use crate::progress::StatusLine;
use crate::solve::Asked;
use crate::text;
use crate::watch::Watch;
use crosscram_cluster::nats::{self, Broker, CoordinateOptions, Drill, Status, WorkOptions};
use crosscram_proof::certificate::Form;
use crosscram_rules::Player;
use crosscram_search::CrosscramOptions;
use std::io::Write;
use std::process;
use std::time::Duration;

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
    let asked: Asked = args.board.parse().map_err(Failure::Message)?;
    let first = args.first.map(|side| side.player());
    let first = first.or(asked.to_move()).unwrap_or(Player::Vertical);
    let question = asked.question(args.tile.length, first);
    let wanted = Wanted {
        folder: &args.jobs,
        output: &args.output,
        resume: args.resume,
        audit: args.audit,
        check: args.check.unwrap_or_default(),
        unit_nodes: args.unit_nodes,
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
        |remark| crate::remark(format_args!("{remark}")),
        |status| line.show(|| describe(status)),
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

/// `crosscram cluster work`.
pub(super) fn work(args: &ClusterWorkArgs, out: &mut impl Write) -> Result<(), Failure> {
    let table = args
        .table
        .unwrap_or_else(|| memory::default_table(CrosscramOptions::default().table));
    let options = WorkOptions {
        broker: broker(&args.broker),
        name: args.name.clone().unwrap_or_else(own_name),
        table,
        most_units: args.units,
        drill: args.drill.map(|drill| match drill {
            DrillName::Lie => Drill::Lie,
            DrillName::Tear => Drill::Tear,
        }),
    };
    let watch = Watch::with_signals()?;
    let say = |words: &str| crate::remark(format_args!("{words}"));
    let done = nats::work(&options, &watch.stop_flag(), say).map_err(Failure::message)?;
    writeln!(out, "{}: {}", options.name, text::plural(done, "unit"))?;
    match watch.is_stopped() {
        true => Err(Failure::Interrupted),
        false => Ok(()),
    }
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

/// `crosscram cluster status`.
pub(super) fn status(args: &StatusArgs, out: &mut impl Write) -> Result<(), Failure> {
    let status =
        nats::status(&broker(&args.broker), Duration::from_secs(10)).map_err(Failure::message)?;
    if args.json {
        return Ok(json::write(out, &status)?);
    }
    writeln!(
        out,
        "run {}: {}, {} first",
        status.run, status.board, status.first
    )?;
    if let Some(winner) = &status.winner {
        writeln!(out, "{winner} wins; the proof is being completed")?;
    }
    writeln!(out, "{}", describe(&status))?;
    for worker in &status.workers {
        let state = if worker.busy { "at work" } else { "waiting" };
        writeln!(
            out,
            "  {}: {}, {}, {} nodes, {} facts heard",
            worker.worker,
            state,
            text::plural(worker.units, "unit"),
            text::rounded(worker.nodes as f64),
            text::grouped(worker.heard),
        )?;
    }
    for (worker, reason) in &status.shut_out {
        writeln!(out, "  {worker} is shut out: {reason}")?;
    }
    if status.parked > 0 {
        writeln!(
            out,
            "  {} parked: several workers failed at them",
            text::plural(status.parked, "unit")
        )?;
    }
    Ok(())
}

fn describe(status: &Status) -> String {
    let [low, middle, high] = status.units_left.map(|units| text::rounded(units.ceil()));
    format!(
        "{} solved, {} opened; left {} leaves, {middle} units ({low} to {high}); {:.1} facts/s; {} under way, {}",
        status.solved,
        status.opened,
        status.leaves_left,
        status.facts_rate,
        status.under_way,
        text::plural(status.workers.len() as u64, "worker"),
    )
}
