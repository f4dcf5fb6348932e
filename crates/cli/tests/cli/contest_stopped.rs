//! Tournaments that are interrupted or killed, and go on.
#![cfg(unix)]

use crate::contest::{FIRST, PATIENT, bot};
use crate::run::{finish, good, kill, program, wait_until};
use crate::scratch::Scratch;
use std::fs;

/// A tournament of 48 games.
fn tournament(bot: &str, file: &str, threads: &str) -> String {
    format!(
        "tournament random ordering '{bot}' --board 4x4 --board 3x5 --games 8 --seed 9 --threads {threads} \
         --results {file} {PATIENT}"
    )
}

fn wait_for_lines(file: &str, count: usize) {
    wait_until("there are enough lines", || {
        fs::read_to_string(file).is_ok_and(|text| text.lines().count() >= count)
    });
}

#[test]
fn killed_and_interrupted_tournaments_go_on() {
    let scratch = Scratch::new();
    let [whole, parts, limit] = ["whole", "parts", "limit"].map(|name| scratch.file(name));
    // This player makes no move while there are as many results as the limit says.
    let is_held = format!("[ \"$(cat {parts} | wc -l)\" -ge \"$(cat {limit})\" ]");
    let waits = format!("while {is_held}; do sleep 0.01; done; {FIRST}");
    let held = bot(&scratch, "held", &waits);
    let until = |lines: usize, threads: &str| {
        fs::write(&limit, lines.to_string()).unwrap();
        let child = program(&tournament(&held, &parts, threads))
            .spawn()
            .unwrap();
        wait_for_lines(&parts, lines);
        child
    };
    fs::write(&parts, "").unwrap();
    fs::write(&limit, "1000").unwrap();
    let printed = good(&tournament(&held, &whole, "1"));
    let expected = fs::read_to_string(&whole).unwrap();
    // Killed without warning, three times, with one thread and with two.
    for (lines, threads) in [(5, "1"), (15, "2"), (25, "1")] {
        let mut child = until(lines, threads);
        kill(&child, "-KILL");
        child.wait().unwrap();
        let text = fs::read_to_string(&parts).unwrap();
        assert!(text.len() < expected.len() && expected.starts_with(&text));
    }
    // Then with Ctrl-C: what is known is printed.
    let child = until(33, "2");
    kill(&child, "-INT");
    let run = finish(child);
    assert_eq!(run.code, Some(130), "{}", run.stderr);
    let resumes = " of 48 games; the same command resumes it";
    assert!(run.stderr.contains(resumes), "{}", run.stderr);
    let played = " of 48 games on 4x4, 3x5";
    assert!(run.stdout.contains(played), "{}", run.stdout);
    let text = fs::read_to_string(&parts).unwrap();
    assert!(text.len() < expected.len() && expected.starts_with(&text));
    // And in the end everything is as if nothing had happened.
    fs::write(&limit, "1000").unwrap();
    assert_eq!(good(&tournament(&held, &parts, "2")), printed);
    assert_eq!(fs::read_to_string(&parts).unwrap(), expected);
}

/// Ctrl-C does not wait for a program that thinks, and leaves none behind.
#[test]
#[cfg(target_os = "linux")]
fn an_interrupted_program_is_gone() {
    let scratch = Scratch::new();
    let number = scratch.file("number");
    let sleeps = format!("echo $$ > {number}; sleep 1000");
    let sleeper = bot(&scratch, "sleeper", &sleeps);
    let args = ["match", &sleeper, "random", "--limit", "1000"];
    let child = program(&args).spawn().unwrap();
    wait_for_lines(&number, 1);
    kill(&child, "-INT");
    let run = finish(child);
    assert_eq!(run.code, Some(130));
    let said = "stopped after 0 of 20 games; with --results";
    assert!(run.stderr.contains(said), "{}", run.stderr);
    let number = fs::read_to_string(&number).unwrap();
    assert!(!fs::exists(format!("/proc/{}", number.trim())).unwrap());
}

/// A built-in player that would think for an hour stops too, and its game does not count.
#[test]
fn players_stop_thinking() {
    use crate::terminal::Session;
    let line = "match perfect:budget=3600s random --board 10x12 --first V --games 2";
    let mut session = Session::start(line, "");
    session.until(&["game 0 of 2"]);
    let run = session.end("-INT");
    assert_eq!(run.code, Some(130), "{}", run.stderr);
    let said = "stopped after 0 of 2 games; ";
    assert!(run.stderr.contains(said), "{}", run.stderr);
}
