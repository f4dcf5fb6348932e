//! Runs of the program with a terminal as standard error, on which it shows what it is doing.
#![cfg(unix)]

use crate::run::{GUARD, Run, finish, kill, program};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::process::{Child, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Instant;

/// Back to the first column, and clear the line: how the program takes its progress away.
const CLEAR: &str = "\r\x1b[K";

/// A running program and what it has written on its terminal.
pub(crate) struct Session {
    child: Child,
    written: Receiver<Vec<u8>>,
    seen: Vec<u8>,
}

impl Session {
    /// Starts the program and sends it `input`.
    pub(crate) fn start(args: &[&str], input: &str) -> Session {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap();
        let path = name.to_str().unwrap();
        let slave = OpenOptions::new().write(true).open(path).unwrap();
        let mut child = program(args)
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
        }
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

    /// Sends a signal and waits for the end. Standard error is what stays on the terminal.
    #[track_caller]
    pub(crate) fn end(mut self, signal: &str) -> Run {
        kill(&self.child, signal);
        let run = finish(self.child);
        self.seen.extend(self.written.iter().flatten());
        Run {
            stderr: remains(&String::from_utf8(self.seen).unwrap()),
            ..run
        }
    }
}

/// What stays of `written` when lines are cleared.
fn remains(written: &str) -> String {
    let mut screen = String::new();
    for (i, part) in written.split(CLEAR).enumerate() {
        if i > 0 {
            screen.truncate(screen.rfind('\n').map_or(0, |end| end + 1));
        }
        screen += &part.replace("\r\n", "\n");
    }
    screen
}

#[test]
fn cleared_lines_do_not_stay() {
    assert_eq!(remains(""), "");
    assert_eq!(remains("one\r\n\r\x1b[Ktwo\r\x1b[K"), "one\n");
    assert_eq!(remains("\r\x1b[Kone\r\x1b[Ktwo\r\n"), "two\n");
}
