//! Tournaments that are interrupted or killed, and go on.
#![cfg(unix)]

use crate::contest::{FIRST, bot, fresh};
use crate::interrupt::{finish, kill};
use crate::run::{good, program};
use std::fs;
use std::thread;
use std::time::{Duration, Instant};

/// A tournament of some seconds: one of its players sleeps before it moves.
fn slow_args<'a>(bot: &'a str, file: &'a str, threads: &'a str) -> Vec<&'a str> {
    vec![
        "tournament",
        "random",
        "ordering",
        bot,
        "--board",
        "4x4",
        "--board",
        "3x5",
        "--games",
        "8",
        "--seed",
        "9",
        "--threads",
        threads,
        "--results",
        file,
    ]
}

fn wait_for_lines(file: &str, count: usize) {
    let deadline = Instant::now() + Duration::from_secs(60);
    while fs::read_to_string(file).map_or(0, |text| text.lines().count()) < count {
        assert!(
            Instant::now() < deadline,
            "no {count} games within a minute"
        );
        thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn killed_and_interrupted_tournaments_go_on() {
    let slow = bot("slow", &format!("sleep 0.02; {FIRST}"));
    let (whole, parts) = (fresh("whole"), fresh("parts"));
    let printed = good(&slow_args(&slow, &whole, "1"));
    let expected = fs::read_to_string(&whole).unwrap();
    // Killed without warning, three times, with one thread and with two.
    for (lines, threads) in [(5, "1"), (15, "2"), (25, "1")] {
        let mut child = program(&slow_args(&slow, &parts, threads)).spawn().unwrap();
        wait_for_lines(&parts, lines);
        kill(&child, "-KILL");
        child.wait().unwrap();
        let text = fs::read_to_string(&parts).unwrap();
        assert!(text.len() < expected.len() && expected.starts_with(&text));
    }
    // Then with Ctrl-C: what is known is printed.
    let child = program(&slow_args(&slow, &parts, "2")).spawn().unwrap();
    wait_for_lines(&parts, 33);
    kill(&child, "-INT");
    let run = finish(child);
    assert_eq!(run.code, Some(130), "{}", run.stderr);
    assert!(
        run.stderr
            .contains(" of 48 games; the same command goes on"),
        "{}",
        run.stderr
    );
    assert!(
        run.stdout.contains(" of 48 games on 4x4, 3x5"),
        "{}",
        run.stdout
    );
    let text = fs::read_to_string(&parts).unwrap();
    assert!(text.len() < expected.len() && expected.starts_with(&text));
    // And in the end everything is as if nothing had happened.
    assert_eq!(good(&slow_args(&slow, &parts, "2")), printed);
    assert_eq!(fs::read_to_string(&parts).unwrap(), expected);
}

/// Ctrl-C does not wait for a program that thinks, and leaves none behind.
#[test]
#[cfg(target_os = "linux")]
fn an_interrupted_program_is_gone() {
    let number = fresh("number");
    let sleeper = bot("sleeper", &format!("echo $$ > {number}; sleep 300"));
    let args = ["match", &sleeper, "random", "--limit", "300"];
    let child = program(&args).spawn().unwrap();
    wait_for_lines(&number, 1);
    let started = Instant::now();
    kill(&child, "-INT");
    let run = finish(child);
    assert_eq!(run.code, Some(130));
    assert!(
        run.stderr
            .contains("stopped after 0 of 20 games; with --results"),
        "{}",
        run.stderr
    );
    assert!(started.elapsed() < Duration::from_secs(10));
    let number = fs::read_to_string(&number).unwrap();
    assert!(!fs::exists(format!("/proc/{}", number.trim())).unwrap());
}
