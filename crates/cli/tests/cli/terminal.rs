//! Runs of the program with a terminal as standard error, on which it shows what it is doing.
#![cfg(unix)]

use crate::run::{GUARD, Line, Run, finish, kill, program};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::process::{Child, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Instant;

/// A running program and what it has written on its terminal.
pub(crate) struct Session {
    child: Child,
    written: Receiver<Vec<u8>>,
    seen: Vec<u8>,
    cols: u16,
}

/// Rows of the terminal.
const ROWS: u16 = 24;

impl Session {
    /// Starts the program on a terminal of 80 columns and sends it `input`.
    pub(crate) fn start<L: Line + ?Sized>(line: &L, input: &str) -> Session {
        Session::start_on(80, line, input)
    }

    /// Starts the program on a terminal of so many columns and sends it `input`.
    pub(crate) fn start_on<L: Line + ?Sized>(cols: u16, line: &L, input: &str) -> Session {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let size = Winsize {
            ws_row: ROWS,
            ws_col: cols,
            ws_xpixel: 0,
            ws_ypixel: 0,
        };
        tcsetwinsize(&master, size).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap();
        let path = name.to_str().unwrap();
        let slave = OpenOptions::new().write(true).open(path).unwrap();
        let mut child = program(line)
            .stdin(Stdio::piped())
            .stderr(slave)
            .spawn()
            .unwrap();
        child
            .stdin
            .take()
            .unwrap()
            .write_all(input.as_bytes())
            .unwrap();
        let (sender, written) = mpsc::channel();
        let mut master = File::from(master);
        // Reading fails when the program has closed the terminal.
        thread::spawn(move || {
            let mut buffer = [0; 1000];
            while let Ok(length @ 1..) = master.read(&mut buffer) {
                let _ = sender.send(buffer[..length].to_vec());
            }
        });
        Session {
            child,
            written,
            seen: Vec::new(),
            cols,
        }
    }

    /// The rows of the terminal that show something, and the row of the cursor.
    pub(crate) fn screen(&self) -> (Vec<String>, u16) {
        screen(&self.seen, self.cols)
    }

    /// Waits until the program has written all of `parts`.
    #[track_caller]
    pub(crate) fn until(&mut self, parts: &[&str]) {
        self.until_any(|text| parts.iter().all(|part| text.contains(part)));
    }

    /// Waits until what the program has written is as wanted.
    #[track_caller]
    pub(crate) fn until_any(&mut self, is_wanted: impl Fn(&str) -> bool) {
        let deadline = Instant::now() + GUARD;
        while !is_wanted(&String::from_utf8_lossy(&self.seen)) {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.written.recv_timeout(left) {
                Ok(more) => self.seen.extend(more),
                Err(error) => panic!("{error} after {:?}", String::from_utf8_lossy(&self.seen)),
            }
        }
    }

    /// What a program prints that is stopped by Ctrl-C: it ends with 130 and leaves nothing on the terminal.
    #[track_caller]
    pub(crate) fn interrupted(self) -> String {
        self.stopped_by("-INT")
    }

    /// The same with this signal.
    #[track_caller]
    pub(crate) fn stopped_by(self, signal: &str) -> String {
        let run = self.end(signal);
        assert_eq!((run.code, run.stderr.as_str()), (Some(130), ""));
        run.stdout
    }

    /// Sends a signal and waits for the end. Standard error is what stays on the terminal.
    #[track_caller]
    pub(crate) fn end(mut self, signal: &str) -> Run {
        kill(&self.child, signal);
        let run = finish(self.child);
        self.seen.extend(self.written.iter().flatten());
        let (mut rows, _) = screen(&self.seen, self.cols);
        // As files end.
        if !rows.is_empty() {
            rows.push(String::new());
        }
        Run {
            stderr: rows.join("\n"),
            ..run
        }
    }
}

/// What a terminal shows after `written`: its rows down to the last that is not blank, and the row of the cursor.
fn screen(written: &[u8], cols: u16) -> (Vec<String>, u16) {
    let mut terminal = vt100::Parser::new(ROWS, cols, 0);
    terminal.process(written);
    let mut rows: Vec<String> = terminal.screen().rows(0, cols).collect();
    while rows.pop_if(|row| row.trim().is_empty()).is_some() {}
    (rows, terminal.screen().cursor_position().0)
}

#[test]
fn cleared_lines_do_not_stay() {
    let rows = |written: &str| screen(written.as_bytes(), 80).0;
    assert!(rows("").is_empty());
    assert_eq!(rows("one\r\n\r\x1b[Ktwo\r\x1b[K"), ["one"]);
    assert_eq!(rows("\r\x1b[Kone\r\x1b[Ktwo\r\n"), ["two"]);
}

/// However often it is drawn, progress takes the same lines of the terminal, and none of them is too long for it.
#[test]
fn progress_stays_in_its_place() {
    for cols in [20, 38, 40, 80, 200] {
        let mut session = Session::start_on(cols, &["solve", "10x12"], "");
        let draws = |text: &str| text.matches("10x12 V first").count();
        session.until_any(|text| draws(text) >= 12 && text.contains("move "));
        let (rows, cursor) = session.screen();
        assert!(rows.len() <= 2 && cursor <= 2, "{cols} columns: {rows:?}");
        assert!(
            rows[0].starts_with("10x12 V first"),
            "{cols} columns: {rows:?}"
        );
        if cols >= 38 {
            assert!(rows[1].starts_with("move "), "{cols} columns: {rows:?}");
        }
        let run = session.end("-INT");
        assert_eq!((run.code, run.stderr.as_str()), (Some(130), ""), "{cols}");
    }
}

/// Lines that are drawn by the thread that works, too.
#[test]
fn a_status_line_stays_in_its_place() {
    let mut session = Session::start_on(38, &["value", "7x7", "--limit", "64"], "");
    session.until_any(|text| text.matches("regions and sums").count() >= 6);
    let (rows, cursor) = session.screen();
    assert!(rows.len() == 1 && cursor <= 1, "{rows:?}");
    assert_eq!(session.end("-INT").stderr, "");
}

/// What the numbers mean, how fast it is, what it takes, and how long it may still take.
#[test]
fn progress_tells() {
    // Half a minute on an idle machine; the first nodes of the engine crosscram on larger boards take long.
    let args = ["solve", "8x9", "--engine", "obsequi", "--first", "V"];
    let mut session = Session::start_on(100, &args, "");
    session.until(&["move ", "reply ", " nodes", "/s", " MiB", " left"]);
    let run = session.end("-INT");
    assert_eq!((run.code, run.stderr.as_str()), (Some(130), ""));
}
