//! Journals that end anywhere: nothing complete is lost, and the run goes on.

use crate::games::{answers, run_all, work};
use crate::scratch::{Scratch, read, write};
use crosscram_jobs::legacy::Ending;
use crosscram_jobs::legacy::journal::{Game, Journal};
use crosscram_rules::Player;

/// Bytes up to the end of the last of the first `lines` lines.
fn end_of_line(text: &[u8], lines: usize) -> usize {
    let lines = text.split_inclusive(|&byte| byte == b'\n').take(lines);
    lines.map(<[u8]>::len).sum()
}

#[test]
fn a_journal_cut_at_any_byte_is_resumed() {
    let scratch = Scratch::new();
    let (work, _) = work("4x6", Player::Vertical, 2);
    let game = Game::of(work.board(), work.tile());
    let path = scratch.path("journal");
    let whole = run_all(&work, &path);
    let (text, expected) = (read(&path), answers(&path));
    assert_eq!(whole.ending, Ending::Finished);
    assert!(expected.len() > 3);
    let header = end_of_line(&text, 3);
    let last_but_one = end_of_line(&text, 2 + expected.len());

    for cut in 0..=text.len() {
        let lines = text[..cut].iter().filter(|&&byte| byte == b'\n').count();
        let complete = if lines < 3 {
            0
        } else {
            end_of_line(&text, lines)
        };
        // Three lines of header and one that names the engine.
        let kept = lines.saturating_sub(4);
        let torn = (cut - complete) as u64;

        write(&path, &text[..cut]);
        let (journal, opened) = Journal::open(&path, game, |_| Ok(())).expect("a torn journal");
        drop(journal);
        assert_eq!(
            (opened.records, opened.cut),
            (kept as u64, torn),
            "cut at {cut}"
        );
        let kept_bytes = complete.max(header);
        assert_eq!(read(&path), &text[..kept_bytes], "cut at {cut}");

        // Whole runs wait for the disk, so only where something new can happen.
        if (header..last_but_one).contains(&cut) {
            continue;
        }
        write(&path, &text[..cut]);
        let report = run_all(&work, &path);
        assert_eq!(
            (report.fresh, report.cut),
            (expected.len() - kept, torn),
            "cut at {cut}"
        );
        assert_eq!((report.proven, report.nodes), (whole.proven, whole.nodes));
        assert_eq!(report.refuted, whole.refuted);
        assert_eq!(answers(&path), expected);
        assert!(read(&path).starts_with(&text[..complete]));
    }
}
