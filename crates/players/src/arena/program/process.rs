//! A running program: lines to it, lines from it, and its end.
//!
//! Nothing here waits for the program longer than its limit: one thread writes to it, one reads its
//! answers, one reads its standard error. They end when the program's pipes do.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, Builder, JoinHandle};
use std::time::{Duration, Instant};

use super::messages::Telling;
use crate::arena::words::CommandLine;

/// The maximum length of an answer.
const LONGEST_LINE: u64 = 1 << 16;
/// The maximum number of unread answers; a program that writes more is blocked.
const WAITING_LINES: usize = 16;
/// Time between two checks of a process that should end.
const STEP: Duration = Duration::from_millis(2);

/// Something read from a program.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Heard {
    /// A line, without its end.
    Line(String),
    /// A line longer than [`LONGEST_LINE`].
    TooLong,
    /// A line that is not UTF-8.
    NotText,
    /// The end of its output.
    End,
}

/// A running program. When dropped, it is told to quit, then killed with all its children, and reaped.
pub(super) struct Process {
    child: Child,
    /// Closed to make the program quit.
    to: Option<Sender<String>>,
    from: Receiver<Heard>,
    remarks: Arc<Mutex<String>>,
    listener: Option<JoinHandle<()>>,
    /// How long it may take to end by itself.
    grace: Duration,
    /// Whether the program may end by itself.
    polite: bool,
    /// Whether it was waited for; its number may then belong to another process.
    reaped: bool,
}

impl Process {
    /// Starts a program that gets `grace` to end by itself when told to quit.
    pub(super) fn start(command: &CommandLine, grace: Duration) -> io::Result<Process> {
        let (program, arguments) = command.words().split_first().expect("a command has a word");
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        // A group of its own: Ctrl-C at the terminal does not reach it, and the whole group can be
        // killed.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let missing = || io::Error::other("no pipe");
        let stdin = child.stdin.take().ok_or_else(missing)?;
        let stdout = child.stdout.take().ok_or_else(missing)?;
        let stderr = child.stderr.take().ok_or_else(missing)?;
        let (to, telling) = mpsc::channel();
        let (heard, from) = mpsc::sync_channel(WAITING_LINES);
        let remarks = Arc::new(Mutex::new(String::new()));
        let kept = Arc::clone(&remarks);
        // Created before its threads, so that it is ended if one of them cannot be started.
        let mut process = Process {
            child,
            to: Some(to),
            from,
            remarks,
            listener: None,
            grace,
            polite: false,
            reaped: false,
        };
        Builder::new().spawn(move || write_all(stdin, &telling))?;
        Builder::new().spawn(move || read_all(stdout, |line| heard.send(line).is_ok()))?;
        let listener = Builder::new().spawn(move || {
            read_all(stderr, |line| {
                if let Heard::Line(line) = line
                    && !line.trim().is_empty()
                {
                    *kept.lock().unwrap_or_else(PoisonError::into_inner) = line;
                }
                true
            });
        })?;
        process.listener = Some(listener);
        process.polite = true;
        Ok(process)
    }

    /// The process number.
    #[cfg(test)]
    pub(super) fn number(&self) -> u32 {
        self.child.id()
    }

    /// Sends a message. Failure shows as a missing answer.
    pub(super) fn tell(&self, telling: &Telling<'_>) {
        let line = serde_json::to_string(telling).expect("messages have only texts as keys");
        if let Some(to) = &self.to {
            let _ = to.send(line + "\n");
        }
    }

    /// Returns what the program writes within `patience`.
    pub(super) fn hear(&mut self, patience: Duration) -> Option<Heard> {
        match self.from.recv_timeout(patience) {
            Ok(heard) => Some(heard),
            Err(mpsc::RecvTimeoutError::Timeout) => None,
            Err(mpsc::RecvTimeoutError::Disconnected) => Some(Heard::End),
        }
    }

    /// Returns a line that was written without a question.
    pub(super) fn unasked(&mut self) -> Option<String> {
        match self.from.try_recv() {
            Ok(Heard::Line(line)) => Some(line),
            Ok(Heard::TooLong | Heard::NotText) => Some("something unreadable".to_string()),
            Ok(Heard::End) | Err(TryRecvError::Empty | TryRecvError::Disconnected) => None,
        }
    }

    /// Returns whether the program has ended. It is not reaped yet, so that its number stays its own
    /// until it and its group have been killed.
    #[cfg(unix)]
    pub(super) fn has_ended(&mut self) -> bool {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let status = waitid(WaitId::Pid(Pid::from_child(&self.child)), options);
        !matches!(status, Ok(None))
    }

    /// Returns whether the program has ended.
    #[cfg(not(unix))]
    pub(super) fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    /// Waits until `condition` holds, for a limited time.
    fn wait_a_little(&mut self, mut condition: impl FnMut(&mut Process) -> bool) {
        let deadline = Instant::now() + self.grace;
        while !condition(self) && Instant::now() < deadline {
            thread::sleep(STEP);
        }
    }

    /// Describes how a program that stopped writing ended, with the last line of its standard error.
    pub(super) fn last_words(&mut self) -> String {
        self.wait_a_little(Process::has_ended);
        let ended = self.has_ended();
        self.kill();
        let status = self.child.wait();
        self.reaped = true;
        let mut text = match (ended, status) {
            (true, Ok(status)) => format!("the program ended ({status})"),
            _ => "the program closed its output".to_string(),
        };
        self.wait_a_little(|process| {
            process
                .listener
                .as_ref()
                .is_none_or(JoinHandle::is_finished)
        });
        let remarks = self.remarks.lock().unwrap_or_else(PoisonError::into_inner);
        if !remarks.is_empty() {
            text += &format!(": {}", super::shortened(&remarks));
        }
        text
    }

    /// Kills the program without asking it to quit, because it broke the protocol.
    pub(super) fn condemn(mut self) {
        self.polite = false;
    }

    /// Kills the program and all processes of its group.
    fn kill(&mut self) {
        #[cfg(unix)]
        {
            use rustix::process::{Pid, Signal, kill_process_group};
            // The number is valid, because the child has not been reaped. The group may be empty.
            let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
        }
        let _ = self.child.kill();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.reaped {
            return;
        }
        if self.polite && !self.has_ended() {
            self.tell(&Telling::Quit {});
            self.to = None;
            self.wait_a_little(Process::has_ended);
        }
        self.kill();
        let _ = self.child.wait();
    }
}

/// Writes messages until there are no more, or the program has closed its input.
fn write_all(mut stdin: impl Write, telling: &Receiver<String>) {
    for line in telling {
        if stdin
            .write_all(line.as_bytes())
            .and_then(|()| stdin.flush())
            .is_err()
        {
            return;
        }
    }
}

/// Passes all lines on until they end, or the receiver is gone.
fn read_all(from: impl Read, mut hand_over: impl FnMut(Heard) -> bool) {
    let mut from = BufReader::new(from);
    loop {
        let mut line = Vec::new();
        let read = from
            .by_ref()
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut line);
        let whole = line.pop_if(|byte| *byte == b'\n').is_some();
        let heard = match read {
            Ok(0) | Err(_) => {
                hand_over(Heard::End);
                return;
            }
            Ok(length) if !whole && length as u64 == LONGEST_LINE => Heard::TooLong,
            Ok(_) => String::from_utf8(line).map_or(Heard::NotText, Heard::Line),
        };
        if !hand_over(heard) {
            return;
        }
    }
}
