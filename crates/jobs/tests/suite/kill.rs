//! Runs that are killed without warning.

use std::env;
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::games::{answers, run_all, solver, work};
use crate::scratch::Scratch;
use crosscram_jobs::legacy::{RunOptions, Stop, Work, run};
use crosscram_rules::Player;

const DIRECTORY: &str = "CROSSCRAM_PROOF_KILL_TEST";

/// Leaves that each run may solve before it waits to be killed.
const FRESH: usize = 40;

/// However busy the machine is, everything happens sooner.
const GUARD: Duration = Duration::from_secs(600);

/// Not a test: what the other test starts as a process of its own, to be killed.
#[test]
fn victim() {
    let Some(directory) = env::var_os(DIRECTORY).map(PathBuf::from) else {
        return;
    };
    let work = Work::load(&directory.join("work")).expect("a work file");
    let options = RunOptions {
        threads: NonZeroUsize::new(2).expect("not zero"),
        ..RunOptions::default()
    };
    let reported = directory.join("reported");
    let (journal, stop) = (directory.join("journal"), Stop::new());
    run(&work, &journal, &solver(), &options, &stop, |progress| {
        fs::write(&reported, progress.solved.to_string()).expect("space on disk");
        // The searches go on meanwhile.
        if progress.fresh >= FRESH {
            thread::sleep(GUARD);
        }
    })
    .expect("a run");
}

#[test]
fn a_killed_run_goes_on_where_it_was() {
    let scratch = Scratch::new();
    let (work, _) = work("7x8", Player::Vertical, 4);
    work.save(&scratch.path("work")).expect("space on disk");
    let whole = scratch.path("whole");
    run_all(&work, &whole);
    let whole = answers(&whole);

    let (journal, reported) = (scratch.path("journal"), scratch.path("reported"));
    let directory = journal.parent().expect("it is in a directory");
    let mut solved = 0;
    // Killed at the first record, then in the middle of things, then while it waits.
    for goal in [1, FRESH / 2, FRESH] {
        let mut child = Command::new(env::current_exe().expect("this test"))
            .args(["--exact", "kill::victim"])
            .env(DIRECTORY, directory)
            .stdout(Stdio::null())
            .spawn()
            .expect("this test can be run");
        let goal = whole.len().min(solved + goal);
        let deadline = Instant::now() + GUARD;
        while count(&reported) < goal {
            assert!(Instant::now() < deadline, "no {goal} leaves are solved");
            thread::sleep(Duration::from_micros(200));
        }
        child.kill().expect("it can be killed");
        child.wait().expect("it can be waited for");

        // What was reported before the kill is in the journal.
        assert!(count(&reported) >= goal);
        solved = answers(&journal).len();
        assert!(solved >= count(&reported));
    }
    assert!(solved < whole.len(), "killed too late to show anything");
    let report = run_all(&work, &journal);
    assert_eq!(report.fresh, whole.len() - solved);
    assert_eq!(report.open(), 0);
    assert_eq!(answers(&journal), whole);
}

/// The number in a file; 0 while there is none, or while it is being written.
fn count(path: &Path) -> usize {
    let text = fs::read_to_string(path).unwrap_or_default();
    text.parse().unwrap_or(0)
}
