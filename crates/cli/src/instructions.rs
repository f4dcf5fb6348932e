//! `crosscram bench --instructions`: counts instructions, which do not depend on how busy the machine is.
//!
//! The program runs itself under valgrind's callgrind and reads its output.

use crate::bench::{Case, TABLE};
use crate::failure::Failure;
use crosscram_rules::Player;
use serde::Serialize;
use std::env;
use std::io::ErrorKind;
use std::process::{Command, Stdio};

/// The cost of one search.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Counted {
    pub(crate) engine: &'static str,
    pub(crate) board: &'static str,
    first: Player,
    pub(crate) instructions: u64,
    pub(crate) nodes: u64,
    pub(crate) instructions_per_node: u64,
}

/// Counts the instructions of a case, Vertical first.
pub(crate) fn count(case: &Case) -> Result<Counted, Failure> {
    let own = env::current_exe().map_err(|error| failure!("cannot find this program: {error}"))?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(own)
        .args(["solve", case.board, "--first", "V", "--engine"])
        .args([case.engine.name(), "--table", &TABLE.to_string(), "--json"])
        .stdin(Stdio::null())
        .output()
        .map_err(|error| match error.kind() {
            ErrorKind::NotFound => {
                failure!("--instructions needs valgrind, which is not installed (or not in PATH)")
            }
            _ => failure!("cannot run valgrind: {error}"),
        })?;
    let remarks = String::from_utf8_lossy(&output.stderr);
    let answer = String::from_utf8_lossy(&output.stdout);
    let found = instructions(&remarks)
        .zip(nodes(&answer))
        .filter(|_| output.status.success());
    let Some((instructions, nodes)) = found else {
        fail!(
            "valgrind did not count {} ({}):\n{}",
            case.board,
            output.status,
            remarks.trim_end()
        );
    };
    Ok(Counted {
        engine: case.engine.name(),
        board: case.board,
        first: Player::Vertical,
        instructions,
        nodes,
        instructions_per_node: instructions / nodes.max(1),
    })
}

/// Callgrind's total, from a line such as `==42== Collected : 123456`.
fn instructions(remarks: &str) -> Option<u64> {
    let total = remarks
        .lines()
        .find_map(|line| line.split_once("Collected :"))?
        .1;
    total.split_whitespace().next()?.parse().ok()
}

/// The node count of the answer that `solve --json` printed.
fn nodes(answer: &str) -> Option<u64> {
    let answer: serde_json::Value = serde_json::from_str(answer).ok()?;
    answer.get("nodes")?.as_u64()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_the_others_print() {
        let remarks = "==42== Callgrind\n==42== Events    : Ir\n==42== Collected : 4012345\n";
        assert_eq!(instructions(remarks), Some(4_012_345));
        assert_eq!(instructions("==42== Terminated"), None);
        assert_eq!(nodes(r#"{"schema":1,"nodes":908}"#), Some(908));
        assert_eq!(nodes(""), None);
    }
}
