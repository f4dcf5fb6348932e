//! `crosscram cluster`: proofs on many machines.

#[cfg(feature = "cluster")]
mod network;
mod status;

use crate::args::{ClusterArgs, ClusterCommand, SimulateArgs};
use crate::failure::Failure;
use crate::json;
use crate::text::{self, Align};
use crosscram_jobs::cluster::simulate::{Assumed, Measured, Outcome, Times, read_times, simulate};
use crosscram_support::path::At;
use serde::Serialize;
use std::fs;
use std::io::Write;

/// Runs the command.
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
        return Err(Failure::message(format_args!(
            "--threads: {name}: the run is not complete, so it does not say how long the check takes"
        )));
    }
    let end = times.end_with(args.threads.unwrap_or(times.threads));
    let Times {
        units: mut measured,
        ..
    } = times;
    if measured.is_empty() {
        return Err(Failure::message(format_args!(
            "{name}: no unit was measured"
        )));
    }
    for (option, number) in [
        ("--scale", args.scale),
        ("--growth", args.growth),
        ("--bandwidth", args.bandwidth),
    ] {
        if !(number > 0.0 && number.is_finite()) {
            return Err(Failure::message(format_args!(
                "{option}: not a number above 0"
            )));
        }
    }
    for (option, number) in [
        ("--delay", args.delay),
        ("--handling", args.handling),
        ("--waste", args.waste),
        ("--price", args.price),
    ] {
        if !(number >= 0.0 && number.is_finite()) {
            return Err(Failure::message(format_args!(
                "{option}: not a number from 0 on"
            )));
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
    let rows: Vec<Row> = args
        .workers
        .iter()
        .map(|&workers| Row::new(workers, model(workers), alone, args.price))
        .collect();
    if args.json {
        for row in &rows {
            json::write(out, row)?;
        }
        return Ok(());
    }
    let head = [
        "workers",
        "time",
        "speed-up",
        "at work",
        "coordinator",
        "queue",
        "traffic",
        "cost",
    ];
    let mut table = vec![head.map(String::from).to_vec()];
    table.extend(rows.iter().map(Row::text));
    Ok(text::columns(out, 0, &[Align::Right; 8], &table)?)
}

/// One object.
#[derive(Serialize)]
struct Row {
    schema: u32,
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

impl Row {
    fn new(workers: u64, outcome: Outcome, alone: f64, price: f64) -> Row {
        let Outcome {
            seconds,
            work,
            coordinator,
            queue,
            traffic,
        } = outcome;
        Row {
            schema: json::SCHEMA,
            workers,
            seconds,
            speed_up: alone / seconds,
            at_work: work / (seconds * workers as f64),
            coordinator,
            queue,
            bytes_per_second: traffic / seconds,
            cost: workers as f64 * seconds / 3600.0 * price,
        }
    }

    fn text(&self) -> Vec<String> {
        vec![
            text::grouped(self.workers),
            text::clock(self.seconds),
            format!("{:.1}", self.speed_up),
            format!("{:.0} %", 100.0 * self.at_work),
            format!("{:.0} %", 100.0 * self.coordinator),
            text::grouped(self.queue as u64),
            format!("{}B/s", text::rounded(self.bytes_per_second)),
            format!("{:.2}", self.cost),
        ]
    }
}
