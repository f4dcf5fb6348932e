//! How a proof in units of work is doing. Whoever does the work writes it into the folder of the run, and nothing but
//! that file is read here.

use crosscram_workbench::VERSION;
use serde::Serialize;
use serde_json::Value;
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

/// The file, as `crosscram_jobs::STATUS` names it.
const FILE: &str = "status.json";
/// Bytes of it at most.
const LARGEST: u64 = 4 << 20;

/// What the page is told.
#[derive(Serialize)]
pub(crate) struct RunStatus {
    api: u32,
    /// Seconds since it was written.
    age: f64,
    status: Value,
}

/// Reads it. The error says why it cannot be shown.
pub(crate) fn status(folder: &Path) -> Result<RunStatus, String> {
    let path = folder.join(FILE);
    let mut words = Vec::new();
    let read = File::open(&path).and_then(|file| file.take(LARGEST).read_to_end(&mut words));
    read.map_err(|_| "the folder has no run that has said how it is doing".to_string())?;
    let status = serde_json::from_slice(&words);
    let status = status.map_err(|error| format!("{FILE} is damaged: {error}"))?;
    let written = fs::metadata(&path).and_then(|about| about.modified());
    let age = written.ok().and_then(|at| at.elapsed().ok());
    Ok(RunStatus {
        api: VERSION,
        age: age.map_or(0.0, |age| age.as_secs_f64()),
        status,
    })
}
