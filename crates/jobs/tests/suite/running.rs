//! Runs: what they solve, record and report, and how they stop.

use std::num::NonZeroUsize;

use crate::games::{answers, board, run_all, solver, split, work};
use crate::scratch::{Scratch, read, write};
use crosscram_jobs::legacy::journal::{Game, Journal};
use crosscram_jobs::legacy::{
    Ending, FileError, Knowledge, Outlook, RunError, RunOptions, Stop, run,
};
use crosscram_rules::{Player, Tile, reference};
use crosscram_search::{ClassicOptions, LineCount, Program, Solver};

#[test]
fn a_run_proves_a_board_in_parts() {
    let scratch = Scratch::new();
    let (work, _) = work("6x6", Player::Vertical, 2);
    let journal = scratch.path("journal");
    let mut last = None;
    let report = run(
        &work,
        &journal,
        &solver(),
        &RunOptions::default(),
        &Stop::new(),
        |progress| {
            last = Some(*progress);
        },
    )
    .expect("a run");
    assert!(report.is_proof());
    assert_eq!(report.ending, Ending::Finished);
    assert_eq!(
        (report.total, report.fresh),
        (work.leaves().len(), work.leaves().len())
    );
    assert_eq!(answers(&journal).len(), report.total);
    assert_eq!(
        report.conclusion(&work, &journal),
        format!(
            "proof complete: Vertical, moving first, wins 6x6 (all {} leaves at ply 2 are proven)",
            report.total
        )
    );
    let last = last.expect("progress was reported");
    assert_eq!(
        (last.total, last.solved, last.refuted),
        (report.total, report.total, 0)
    );
    assert_eq!(last.nodes, report.nodes);
    let (low, high) = last.remaining.unwrap();
    assert_eq!((low.as_secs(), high.as_secs()), (0, 0));

    // Again: nothing to do, nothing written, the same report.
    let before = read(&journal);
    let again = run_all(&work, &journal);
    assert_eq!(read(&journal), before);
    assert_eq!(
        (again.proven, again.fresh, again.nodes),
        (report.proven, 0, report.nodes)
    );
    // The journal keeps whole microseconds.
    let lost = report.search_time.saturating_sub(again.search_time);
    assert!(again.search_time <= report.search_time && lost.as_micros() <= report.total as u128);
}

#[test]
fn files_lead_to_the_winner_in_turns() {
    // Nobody wins 5x5 by moving first.
    let scratch = Scratch::new();
    let journal = scratch.path("journal");
    let (tile, first) = (Tile::DOMINO, Player::Vertical);
    let mut rounds = 0;
    let winner = loop {
        let mut knowledge = Knowledge::new();
        if journal.exists() {
            knowledge.load(&journal).expect("a journal");
        }
        match split(&board("5x5"), tile, first, 2, &knowledge).outlook {
            Outlook::Decided(winner) => break winner,
            Outlook::Open(work) => {
                let report = run_all(&work, &journal);
                assert_eq!(report.others as usize, knowledge.len());
                assert!(!report.is_proof() && report.open() == 0);
                let conclusion = report.conclusion(&work, &journal);
                assert!(conclusion.contains("split 5x5 again"), "{conclusion}");
                rounds += 1;
            }
        }
    };
    assert_eq!(winner, Player::Horizontal);
    assert!(rounds > 1);
    let mut solver = reference::Solver::new(tile);
    for (text, (winner, _)) in answers(&journal) {
        let (leaf, _) = text.split_once(' ').expect("board and player");
        assert_eq!(solver.winner(&board(leaf), first), winner, "{text}");
    }
}

#[test]
fn threads_find_the_same() {
    let scratch = Scratch::new();
    let (work, _) = work("6x7", Player::Vertical, 4);
    let journals = [1, 2, 5].map(|threads| {
        let journal = scratch.path(&format!("journal{threads}"));
        let options = RunOptions {
            threads: NonZeroUsize::new(threads).expect("not zero"),
            ..RunOptions::default()
        };
        let report =
            run(&work, &journal, &solver(), &options, &Stop::new(), |_| ()).expect("a run");
        assert_eq!(report.open(), 0);
        answers(&journal)
    });
    assert_eq!(journals[0], journals[1]);
    assert_eq!(journals[0], journals[2]);
}

#[test]
fn the_first_refutation_can_be_the_end() {
    let scratch = Scratch::new();
    let (work, _) = work("5x5", Player::Vertical, 2);
    let journal = scratch.path("journal");
    let options = RunOptions {
        stop_at_refutation: true,
        ..RunOptions::default()
    };
    let report = run(&work, &journal, &solver(), &options, &Stop::new(), |_| ()).expect("a run");
    assert_eq!(report.ending, Ending::AtRefutation);
    assert!(!report.refuted.is_empty() && report.open() > 0);
    // It is in the journal, so that the next run need not search for it.
    let again = run(&work, &journal, &solver(), &options, &Stop::new(), |_| ()).expect("a run");
    assert_eq!((again.ending, again.fresh), (Ending::AtRefutation, 0));
    assert_eq!(again.refuted, report.refuted);
}

#[test]
fn a_stopped_run_records_no_half_answers() {
    let scratch = Scratch::new();
    // Two leaves of 10x10 run for hours.
    let (work, _) = work("10x10", Player::Vertical, 2);
    let journal = scratch.path("journal");
    let stop = Stop::new();
    let options = RunOptions {
        threads: NonZeroUsize::new(2).expect("not zero"),
        ..RunOptions::default()
    };
    let report = run(&work, &journal, &solver(), &options, &stop, |progress| {
        if progress.nodes > 0 {
            stop.request();
        }
    })
    .expect("a run");
    assert_eq!(report.ending, Ending::Stopped);
    assert_eq!((report.fresh, report.nodes), (0, 0));
    assert!(answers(&journal).is_empty());
    let conclusion = report.conclusion(&work, &journal);
    assert_eq!(
        conclusion,
        format!(
            "0 of {0} leaves proven, {0} open: run again to continue",
            report.total
        )
    );
}

#[test]
fn one_journal_has_one_writer() {
    let scratch = Scratch::new();
    let (work, _) = work("6x6", Player::Vertical, 2);
    let path = scratch.path("journal");
    let game = Game::of(work.board(), work.tile());
    let (journal, _) = Journal::open(&path, game, |_| Ok(())).expect("a new journal");
    let refused = run(
        &work,
        &path,
        &solver(),
        &RunOptions::default(),
        &Stop::new(),
        |_| (),
    );
    assert!(matches!(
        refused,
        Err(RunError::File(FileError::Locked { .. }))
    ));
    drop(journal);
    assert!(
        run(
            &work,
            &path,
            &solver(),
            &RunOptions::default(),
            &Stop::new(),
            |_| ()
        )
        .is_ok()
    );
}

#[test]
fn foreign_files_are_refused_and_left_alone() {
    let scratch = Scratch::new();
    let (work, _) = work("6x6", Player::Vertical, 2);
    let header = "crosscram journal 2\nsize 6x6\ntile 2\n";
    let game = Game::of(&"6x6".parse().unwrap(), Tile::DOMINO);
    let good = "......|......|......|......|......|...... V V 1 0.000000";
    let cases = [
        ("dear diary", "line 1, column 1: expected crosscram journal"),
        (
            "crosscram work 1\n",
            "line 1, column 1: expected crosscram journal",
        ),
        ("crosscram journal 3\n", "line 1, column 19: version \"3\""),
        (
            "crosscram journal 2\nsize 5x5\ntile 2\n",
            "line 3, column 1: the journal is about 5x5, tile 2, not about 6x6, tile 2",
        ),
        (
            "crosscram journal 2\nsize 6x6\ntile 3\n",
            "line 3, column 1: the journal is about 6x6, tile 3, not about 6x6, tile 2",
        ),
        (
            &format!("{header}{}\n", game.line("by me")),
            "line 5, column 1: expected a cell",
        ),
        (
            &format!("{header}...... V V 1 0.000000\n"),
            "line 4, column 7: expected |",
        ),
        (
            // One letter of a good line changed.
            &format!("{header}{}", game.line(good).replace(" V V ", " V H ")),
            "line 4, column 58: the line was damaged or edited",
        ),
    ];
    for (text, message) in cases {
        let path = scratch.file("journal", text);
        let error = run(
            &work,
            &path,
            &solver(),
            &RunOptions::default(),
            &Stop::new(),
            |_| (),
        );
        let error = error.expect_err("no journal of this work").to_string();
        assert!(error.contains(message), "{error}");
        assert_eq!(read(&path), text.as_bytes());
    }
    // Two records that cannot both be right.
    let good = scratch.path("good");
    run_all(&work, &good);
    let mut text = String::from_utf8(read(&good)).expect("a journal is text");
    let (record, _) = text.lines().nth(4).unwrap().rsplit_once(' ').unwrap();
    text += &game.line(record.replace(" V V ", " V H "));
    write(&good, &text);
    let error = run(
        &work,
        &good,
        &solver(),
        &RunOptions::default(),
        &Stop::new(),
        |_| (),
    );
    let error = error.expect_err("a contradiction").to_string();
    let line = text.lines().count();
    assert!(
        error.contains(&format!("line {line}, column 1: an earlier record")),
        "{error}"
    );
}

#[test]
fn an_unsound_engine_proves_nothing() {
    let scratch = Scratch::new();
    let (work, _) = work("6x6", Player::Vertical, 2);
    let unsound = Solver::new(ClassicOptions {
        line_count: LineCount::Unsound2002,
        ..ClassicOptions::of(Program::Obsequi)
    });
    let path = scratch.path("journal");
    let refused = run(
        &work,
        &path,
        &unsound,
        &RunOptions::default(),
        &Stop::new(),
        |_| (),
    );
    assert!(matches!(refused, Err(RunError::Unsound)));
    assert!(!path.exists());
}
