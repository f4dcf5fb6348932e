//! `crosscram cluster`: proofs on many machines.

#[cfg(feature = "cluster")]
mod network;
mod status;

use crate::args::{ClusterArgs, ClusterCommand, SimulateArgs};
use crate::failure::Failure;
use crate::json;
use crate::text::{self, Table};
use crosscram_jobs::cluster::simulate::{Assumed, Measured, read_times, simulate};
use crosscram_support::path::At;
use serde::Serialize;
use std::fs;
use std::io::Write;

pub(crate) fn run(args: &ClusterArgs, out: &mut impl Write) -> Result<(), Failure> {
    match &args.command {
        ClusterCommand::Simulate(args) => run_model(args, out),
        #[cfg(feature = "cluster")]
        ClusterCommand::Coordinate(args) => network::coordinate(args, out),
        #[cfg(feature = "cluster")]
        ClusterCommand::Work(args) => network::work(args, out),
        ClusterCommand::Status(args) => status::run(args, out),
        #[cfg(not(feature = "cluster"))]
        _ => Err(no_network()),
    }
}

#[cfg(not(feature = "cluster"))]
fn no_network() -> Failure {
    Failure::message(
        "this program was built without the network: cargo build --release --features cluster",
    )
}

/// Predicts how long a run takes.
fn run_model(args: &SimulateArgs, out: &mut impl Write) -> Result<(), Failure> {
    let name = args.times.display();
    let read = fs::read_to_string(&args.times).at(&args.times)?;
    let times = read_times(&read)
        .map_err(|line| format!("line {line}: not a line of times"))
        .at(&args.times)?;
    if times.end == 0.0 && args.threads.is_some() {
        fail!(
            "--threads: {name}: the run is not complete, so it does not say how long the check takes"
        );
    }
    let end = times.end_with(args.threads.unwrap_or(times.threads));
    let mut measured = times.units;
    if measured.is_empty() {
        fail!("{name}: no unit was measured");
    }
    let positive = ("above 0", f64::MIN_POSITIVE);
    let any = ("from 0 on", 0.0);
    for (option, number, (what, least)) in [
        ("--scale", args.scale, positive),
        ("--growth", args.growth, positive),
        ("--bandwidth", args.bandwidth, positive),
        ("--delay", args.delay, any),
        ("--handling", args.handling, any),
        ("--waste", args.waste, any),
        ("--price", args.price, any),
    ] {
        if !(number >= least && number.is_finite()) {
            fail!("{option}: not a number {what}");
        }
    }
    for unit in &mut measured {
        *unit = Measured {
            work: unit.work * args.scale,
            check: unit.check * args.scale,
            bytes: unit.bytes * args.scale,
        };
    }
    let units = args.units.unwrap_or(measured.len() as u64);
    // The certificate grows with the units.
    let end = end * args.scale * units as f64 / measured.len() as f64;
    let model = |workers: u64| {
        simulate(
            &measured,
            &Assumed {
                workers: workers as usize,
                units: units as usize,
                growth: args.growth,
                delay: args.delay,
                bandwidth: args.bandwidth * 1e6,
                handling: args.handling,
                checkers: args.checkers as usize,
                waste: args.waste,
                end,
                seed: 1,
            },
        )
    };
    let alone = model(1).seconds;
    let titles = "workers|time|speed-up|at work|coordinator|queue|traffic|cost";
    let mut table = Table::new(&">".repeat(8), titles);
    for &workers in &args.workers {
        let found = model(workers);
        let seconds = found.seconds;
        let row = Row {
            workers,
            seconds,
            speed_up: alone / seconds,
            at_work: found.work / (seconds * workers as f64),
            coordinator: found.coordinator,
            queue: found.queue,
            bytes_per_second: found.traffic / seconds,
            cost: workers as f64 * seconds / 3600.0 * args.price,
        };
        if args.json {
            json::object(out, &row)?;
        }
        table.add(cells![
            text::grouped(workers),
            text::clock(seconds),
            format!("{:.1}", row.speed_up),
            format!("{:.0} %", 100.0 * row.at_work),
            format!("{:.0} %", 100.0 * row.coordinator),
            text::grouped(row.queue as u64),
            format!("{}B/s", text::rounded(row.bytes_per_second)),
            format!("{:.2}", row.cost),
        ]);
    }
    match args.json {
        true => Ok(()),
        false => Ok(table.write(out, 0)?),
    }
}

#[derive(Serialize)]
struct Row {
    workers: u64,
    seconds: f64,
    speed_up: f64,
    /// Share of the workers' time in which they work.
    at_work: f64,
    /// Share of the time in which the coordinator is busy.
    coordinator: f64,
    /// The largest number of segments that wait.
    queue: usize,
    /// Bytes per second on average.
    bytes_per_second: f64,
    cost: f64,
}
