//! `crosscram prove --jobs` and `crosscram work`: proofs in units, through kills and lies.

use crate::run::{finish, good, object, program, refused, run, wait_until};
use crate::scratch::Scratch;
use crosscram_certificate::{Form, Writer};
use crosscram_jobs::segment::{Outcome, Solved};
use crosscram_jobs::{Segment, Unit};
use crosscram_search::{ProofSink, Step};
use std::fs;
use std::path::{Path, PathBuf};

/// The files of a folder, by name.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    files.sort();
    files
}

fn segments(folder: &str) -> Vec<PathBuf> {
    let mut files = files(&Path::new(folder).join("segments"));
    files.retain(|file| {
        file.extension()
            .is_some_and(|extension| extension == "segment")
    });
    files
}

/// Weak bounds and small units, so that a small board takes some.
const SMALL: [&str; 5] = ["-q", "--regions", "6", "--unit-nodes", "1024"];

#[test]
fn a_proof_in_units() {
    let scratch = Scratch::new();
    let (folder, proof) = (&scratch.file("run"), &scratch.file("proof"));
    let args = ["prove", "6x8", "--jobs", folder, "-o", proof, "--json"];
    let summary = object(&[&args[..], &SMALL].concat());
    assert_eq!(summary["winner"], "H");
    assert!(summary["units"].as_u64().unwrap() > 5, "{summary}");
    assert!(summary["facts"].as_u64() >= summary["solved"].as_u64());
    let claim = "6 rows and 8 columns plus the number 0, with tiles of 2 cells, if Vertical moves first, Horizontal wins.";
    assert!(good(&["verify", proof]).contains(claim));
    // All of it is in the folder: going on has nothing to do.
    let before = segments(folder);
    fs::remove_file(proof).unwrap();
    let again = object(&[
        "prove",
        "6x8",
        "-q",
        "--regions",
        "6",
        "--jobs",
        folder,
        "--resume",
        "-o",
        proof,
        "--json",
    ]);
    assert_eq!(again["winner"], summary["winner"]);
    assert!(good(&["verify", proof]).contains(claim));
    assert_eq!(segments(folder), before);
}

#[test]
fn options_of_jobs_act_or_are_refused() {
    let scratch = Scratch::new();
    let (folder, proof) = (&scratch.file("run"), &scratch.file("proof"));
    let prove = |more: &[&'static str]| {
        [&["prove", "5x6", "-q", "-o", proof, "--jobs", folder], more].concat()
    };
    refused(&prove(&["--resume"]), "there is no run");
    good(&prove(&[]));
    refused(
        &prove(&[]),
        "there is a run already; --resume goes on with it",
    );
    refused(
        &[
            "prove", "5x7", "-q", "-o", proof, "--jobs", folder, "--resume",
        ],
        "the run there is about another board",
    );
    refused(
        &prove(&["--resume", "--first", "H"]),
        "another board, first player",
    );
    refused(
        &[
            "prove",
            "5x6 + 1/2",
            "-o",
            proof,
            "--jobs",
            folder,
            "--resume",
        ],
        "the run there is about another board",
    );
    refused(
        &["prove", "5x6", "-o", "-", "--jobs", folder],
        "not standard output",
    );
    for alone in [
        &["--resume"][..],
        &["--unit-nodes", "5"],
        &["--issue", "5"],
        &["--check", "end"],
        &["--audit"],
    ] {
        let run = run(&[&["prove", "5x6", "-o", proof], alone].concat());
        assert_eq!(run.code, Some(2), "{alone:?}");
    }
    // What this process proves is checked at the end in any case.
    refused(&prove(&["--resume", "--check", "end"]), "--issue <N>");
    let unit = &scratch.file("unit");
    refused(&["work", unit, "-o", proof], "unit: ");
    fs::write(unit, "crosscram unit 3\nsize 4x4\ntile 2\n").unwrap();
    refused(
        &["work", unit, "-o", proof],
        "unit: line 4, column 1: the file ends in the middle",
    );
    // One of an earlier version.
    fs::write(unit, "crosscram unit 2\n").unwrap();
    refused(
        &["work", unit, "-o", proof],
        "version \"2\" of this format is not known; this program reads version 3: go on with the program that wrote it",
    );
    fs::write(format!("{folder}/run"), "crosscram jobs 1\n").unwrap();
    refused(
        &prove(&["--resume"]),
        "run: line 1, column 16: version \"1\"",
    );
}

/// A game that is not a number is played as a board, over a network too.
#[cfg(feature = "cluster")]
#[test]
fn a_coordinator_takes_sums_with_games() {
    let scratch = Scratch::new();
    let folder = &scratch.file("run");
    let coordinate = ["cluster", "coordinate", "4x4 + *", "--jobs", folder];
    let refused_for = "the certificate needs a file";
    refused(&[&coordinate[..], &["-o", "-"]].concat(), refused_for);
}

/// Killed at some moment, again and again, until it is done: nothing that was proven is lost.
#[cfg(unix)]
#[test]
fn kills_lose_nothing() {
    kills_lose_nothing_of("6x8", "1024", "plus the number 0");
    kills_lose_nothing_of("6x8 + -1/4", "128", "plus the number -0.25");
}

#[cfg(unix)]
fn kills_lose_nothing_of(board: &str, nodes: &str, claim: &str) {
    let scratch = Scratch::new();
    let (folder, proof) = (&scratch.file("run"), &scratch.file("proof"));
    let begin = [
        "prove",
        board,
        "-q",
        "--regions",
        "6",
        "--unit-nodes",
        nodes,
        "--jobs",
        folder,
        "-o",
        proof,
    ];
    let resume = [
        "prove",
        board,
        "-q",
        "--regions",
        "6",
        "--jobs",
        folder,
        "--resume",
        "-o",
        proof,
    ];
    let mut seen = Vec::new();
    for kill in 0..4 {
        let args = if kill == 0 { &begin[..] } else { &resume };
        let mut child = program(args).spawn().unwrap();
        wait_until("there is another segment", || {
            segments(folder).len() > seen.len() || child.try_wait().unwrap().is_some()
        });
        child.kill().unwrap();
        finish(child);
        let now = segments(folder);
        assert!(
            seen.iter().all(|file| now.contains(file)),
            "a segment is lost"
        );
        seen = now;
    }
    assert!(!Path::new(proof).exists());
    let last = run(&resume);
    assert_eq!((last.code, last.stderr.as_str()), (Some(0), ""), "{last:?}");
    assert!(good(&["verify", proof]).contains(claim));
}

/// Another program hands units out; one worker tears a segment, one lies.
#[test]
fn units_for_other_programs() {
    let scratch = Scratch::new();
    let (folder, proof) = (&scratch.file("run"), &scratch.file("proof"));
    let small = ["-q", "--regions", "4", "--unit-nodes", "1024"];
    let begin = [
        &[
            "prove", "7x7", "--jobs", folder, "-o", proof, "--issue", "3",
        ][..],
        &small,
    ]
    .concat();
    let resume = [
        "prove",
        "7x7",
        "-q",
        "--regions",
        "4",
        "--jobs",
        folder,
        "--resume",
        "-o",
        proof,
        "--issue",
        "3",
    ];
    let inbox = Path::new(folder).join("inbox");
    let mut remarks = String::new();
    for wave in 0.. {
        let run = run(if wave == 0 { &begin[..] } else { &resume });
        remarks += &run.stderr;
        if run.code == Some(0) {
            break;
        }
        assert_eq!(run.code, Some(1), "{run:?}");
        for unit in files(&Path::new(folder).join("units")) {
            let stem = unit.file_stem().unwrap().to_str().unwrap();
            let segment = inbox.join(format!("{stem}.worker.segment"));
            let work = [
                "work",
                unit.to_str().unwrap(),
                "-o",
                segment.to_str().unwrap(),
                "--no-cache",
            ];
            assert!(good(&work).contains("fact"));
            if wave == 0 {
                // It depends on nothing but the unit.
                let bytes = fs::read(&segment).unwrap();
                good(&work);
                assert_eq!(fs::read(&segment).unwrap(), bytes);
                fs::write(
                    inbox.join(format!("{stem}.torn.segment")),
                    &bytes[..bytes.len() / 2],
                )
                .unwrap();
                let lie = lie(&Unit::read(&fs::read(&unit).unwrap(), &unit).unwrap());
                fs::write(inbox.join(format!("{stem}.liar.segment")), lie.to_bytes()).unwrap();
            }
        }
    }
    assert!(
        remarks.contains(".torn.segment is put aside: "),
        "{remarks}"
    );
    assert!(
        remarks.contains("worker liar is shut out: ") && remarks.contains("invalid"),
        "{remarks}"
    );
    assert!(
        segments(folder)
            .iter()
            .all(|file| !file.to_str().unwrap().contains("liar"))
    );
    assert!(files(&Path::new(folder).join("units")).is_empty());
    assert!(good(&["verify", proof]).starts_with("Valid"));
}

/// A segment that says that whoever is to move loses, by safe moves that there are not.
fn lie(unit: &Unit) -> Segment {
    let mut segment = Segment::new(unit.id());
    for &question in &unit.positions {
        let winner = question.first.opponent();
        let mut writer = Writer::new(Vec::new(), Form::Binary, &question);
        writer.begin(winner, 16).unwrap();
        writer.step(&Step::Count).unwrap();
        let begin = segment.pieces.len();
        segment.pieces.extend(writer.finish().unwrap());
        segment.results.push(crosscram_jobs::segment::Finding {
            position: question,
            nodes: 1,
            writing: 0,
            outcome: Outcome::Solved(Solved {
                winner,
                piece: begin..segment.pieces.len(),
            }),
        });
    }
    segment
}

/// How a run is doing is in its folder, for people too; and where there is none, that is said.
#[test]
fn the_status_of_a_run() {
    let scratch = Scratch::new();
    let (folder, proof) = (&scratch.file("run"), &scratch.file("proof"));
    refused(&["cluster", "status", "--jobs", folder], "there is no run");
    refused(&["serve", "--jobs", folder], "there is no run");
    let args = ["prove", "6x8", "--jobs", folder, "-o", proof];
    good(&[&args[..], &SMALL].concat());
    let text = good(&["cluster", "status", "--jobs", folder]);
    assert!(text.contains("H wins; the proof is complete"), "{text}");
    assert!(text.contains("here: waiting"), "{text}");
    assert!(text.contains("  the board: H wins"), "{text}");
    fs::remove_file(Path::new(folder).join("status.json")).unwrap();
    refused(
        &["cluster", "status", "--jobs", folder],
        "the run has not said how it is doing",
    );
    let run = run(&["cluster", "status", "--jobs", folder, "--run", "x"]);
    assert_eq!(run.code, Some(2), "two places: {}", run.stdout);
}
