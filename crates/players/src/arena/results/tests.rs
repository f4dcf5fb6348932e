use super::*;
use crate::arena::run::{Finished, play};
use crosscram_support::stop::Stop;
use std::error::Error;
use std::fs;

fn plan() -> Plan {
    let players = ["random", "ordering", "cmd:./does-not-exist"];
    let entrants = players.map(|text| text.parse().unwrap()).to_vec();
    let boards = ["4x4", "..#|...|#.. V"].map(|text| text.parse().unwrap());
    let mut plan = Plan::new(entrants, boards.to_vec());
    plan.opening = 1;
    plan
}

/// Plays the missing games, at most `most`. Returns how many were known.
fn go_on(path: &Path, plan: &Plan, threads: usize, most: usize) -> Result<usize, Box<dyn Error>> {
    let fixtures = plan.fixtures();
    let mut known: usize = 0;
    let mut file = ResultsFile::open(path, plan, &fixtures, |_, _| known += 1)?;
    let end = fixtures.len().min(known.saturating_add(most));
    let todo = &fixtures[known..end];
    let keep = |fixture: &Fixture, record: &Record| -> Result<(), Box<dyn Error>> {
        Ok(file.append(fixture, record)?)
    };
    let finished = play(plan, todo, threads, &Stop::new(), |_| (), keep)?;
    assert_eq!(finished, Finished::All);
    file.sync()?;
    Ok(known)
}

#[test]
fn interrupted_and_torn_files_become_the_same() {
    let directory = tempfile::tempdir().unwrap();
    let [whole, parts] = ["whole", "parts"].map(|name| directory.path().join(name));
    let plan = plan();
    assert_eq!(go_on(&whole, &plan, 1, usize::MAX).unwrap(), 0);
    let expected = fs::read(&whole).unwrap();
    assert_eq!(go_on(&whole, &plan, 1, usize::MAX).unwrap(), 24);
    assert_eq!(fs::read(&whole).unwrap(), expected);
    assert_eq!(go_on(&parts, &plan, 2, 5).unwrap(), 0);
    assert_eq!(go_on(&parts, &plan, 2, 4).unwrap(), 5);
    // Cut off anywhere, as by a crash.
    for length in (0..expected.len()).step_by(97) {
        fs::write(&parts, &expected[..length]).unwrap();
        go_on(&parts, &plan, 2, usize::MAX).unwrap();
        assert!(fs::read(&parts).unwrap() == expected, "{length}");
    }
}

/// Changes the file, and expects an error that leaves it as it is.
#[track_caller]
fn check(change: impl Fn(&str) -> String, part: &str) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("results");
    go_on(&path, &plan(), 1, usize::MAX).unwrap();
    let text = change(&fs::read_to_string(&path).unwrap());
    fs::write(&path, &text).unwrap();
    let error = go_on(&path, &plan(), 1, usize::MAX).unwrap_err();
    let error = error.to_string();
    assert!(error.contains(part), "{error}");
    assert!(fs::read_to_string(&path).unwrap() == text);
}

#[test]
fn files_that_are_wrong() {
    let none = "line 1: this is not a file of results";
    check(|_| "Dear diary,\n".to_string(), none);
    check(|_| "Dear".to_string(), none);
    for (here, changed, part) in [
        (
            r#""seed":1,"#,
            r#""seed":2,"#,
            "line 1: this is the file of another tournament: seed is 2, not 1",
        ),
        (
            r#"{"game":3,"#,
            r#"{"game":4,"#,
            "line 4: this is not game 3 of the plan",
        ),
        (r#"{"game":5,"#, "{game:5,", "line 6: "),
    ] {
        check(|text| text.replacen(here, changed, 1), part);
    }
    let fewer = "line 26: the plan has fewer games";
    check(|text| text.to_string() + "{}\n", fewer);
    // The line of the first game.
    let first_game = |change: fn(&str) -> String| {
        move |text: &str| {
            let mut lines: Vec<String> = text.lines().map(String::from).collect();
            lines[1] = change(&lines[1]);
            lines.join("\n") + "\n"
        }
    };
    let other_winner = |line: &str| match line.split_once(r#""winner":"V""#) {
        Some((before, after)) => format!(r#"{before}"winner":"H"{after}"#),
        None => line.replace(r#""winner":"H""#, r#""winner":"V""#),
    };
    check(first_game(other_winner), "line 2: the moves do not make");
    let shorter = |line: &str| line[..line.rfind(' ').unwrap()].to_string() + "\"}";
    let end = "line 2: the moves do not lead to the end of the game";
    check(first_game(shorter), end);
}

#[test]
fn two_cannot_write_at_once() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("results");
    let plan = plan();
    let fixtures = plan.fixtures();
    let open = || ResultsFile::open(&path, &plan, &fixtures, |_, _| ());
    let first = open().unwrap();
    assert!(matches!(open().unwrap_err(), ResultsError::Busy(_)));
    // What a process has of the file that was begun in the meantime.
    let inherited = first.file.try_clone().unwrap();
    drop(first);
    open().unwrap();
    drop(inherited);
}
