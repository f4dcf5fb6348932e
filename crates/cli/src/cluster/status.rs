//! `crosscram cluster status`: how a run is doing, from its coordinator or from its folder.

use crate::args::StatusArgs;
use crate::failure::Failure;
use crate::json;
use crate::text;
use crosscram_jobs::cluster::status::Status;
use crosscram_jobs::{Folder, STATUS, TopNode};
use crosscram_rules::Player;
use crosscram_support::path::At;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

pub(crate) fn run(args: &StatusArgs, out: &mut impl Write) -> Result<(), Failure> {
    let status = match &args.jobs {
        Some(folder) => read(folder)?,
        #[cfg(feature = "cluster")]
        None => super::network::status(&args.broker)?,
        #[cfg(not(feature = "cluster"))]
        None => return Err(super::no_network()),
    };
    match args.json {
        true => Ok(json::write(out, &status)?),
        false => Ok(print(&status, out)?),
    }
}

/// What the run in a folder wrote down last.
fn read(folder: &Path) -> Result<Status, Failure> {
    let path = folder.join(STATUS);
    let name = path.display();
    if !Folder::exists(folder) {
        let folder = folder.display();
        fail!("{folder}: there is no run");
    }
    if !path.exists() {
        fail!("{name}: the run has not said how it is doing; it does so while it goes on");
    }
    let words = fs::read(&path).at(&path)?;
    Ok(serde_json::from_slice(&words).at(&path)?)
}

fn print(status: &Status, out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "run {}: {}, {} first, for {}",
        status.run,
        status.board,
        status.first,
        text::clock(status.seconds)
    )?;
    match (&status.winner, status.complete) {
        (Some(winner), true) => writeln!(out, "{winner} wins; the proof is complete")?,
        (Some(winner), false) => writeln!(out, "{winner} wins; the proof is being completed")?,
        (None, _) => {}
    }
    writeln!(out, "{}", describe(status))?;
    writeln!(
        out,
        "{}, {}, {} nodes; {:.2} units/s, {} nodes/s",
        text::plural(status.segments, "segment"),
        text::plural(status.facts, "fact"),
        text::grouped(status.nodes),
        status.rate,
        text::rounded(status.nodes_rate),
    )?;
    if let Some([low, middle, high]) = status.seconds_left.map(|left| left.map(text::clock)) {
        writeln!(out, "time left at this rate: {middle} ({low} to {high})")?;
    }
    for worker in &status.workers {
        let state = if worker.busy { "at work" } else { "waiting" };
        writeln!(
            out,
            "  {}: {}, {}, {} nodes ({}/s), {} facts heard",
            worker.worker,
            state,
            text::plural(worker.units, "unit"),
            text::rounded(worker.nodes as f64),
            text::rounded(worker.nodes as f64 / worker.seconds.max(1e-3)),
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
    writeln!(out, "the top of the tree:")?;
    tree(&status.tree, 1, out)
}

fn tree(node: &TopNode, depth: usize, out: &mut impl Write) -> io::Result<()> {
    let indent = 2 * depth;
    let name = node
        .mov
        .map_or("the board".to_string(), |mov| mov.to_string());
    match node.winner.map(Player::letter) {
        Some(winner) => writeln!(out, "{:indent$}{name}: {winner} wins", "")?,
        None => {
            let units = text::rounded(node.units.ceil());
            write!(out, "{:indent$}{name}: some {units} units", "")?;
            if node.moves > 0 {
                write!(out, ", {} of {} moves decided", node.decided, node.moves)?;
            }
            match node.at_work {
                0 => writeln!(out)?,
                count => writeln!(out, ", {count} at work")?,
            }
        }
    }
    node.children
        .iter()
        .try_for_each(|child| tree(child, depth + 1, out))
}

/// One line for people.
pub(super) fn describe(status: &Status) -> String {
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
