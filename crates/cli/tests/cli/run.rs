//! Running the program and reading what it printed.

use serde::Deserialize;
use serde::de::{IgnoredAny, MapAccess, Visitor};
use serde_json::Value;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};
use std::{fmt, fs, thread};

/// Whatever a test waits for happens within this time even on a machine that is very busy.
pub(crate) const GUARD: Duration = Duration::from_secs(600);

/// A command line: a text, in which quotes keep blanks together, or its words.
pub(crate) trait Line {
    fn words(&self) -> Vec<String>;
}

impl Line for str {
    fn words(&self) -> Vec<String> {
        let mut words = vec![String::new()];
        let mut quote = None;
        for c in self.chars() {
            match c {
                '\'' | '"' if quote.is_none() => quote = Some(c),
                _ if quote == Some(c) => quote = None,
                ' ' if quote.is_none() => words.push(String::new()),
                _ => words.last_mut().unwrap().push(c),
            }
        }
        words
    }
}

impl Line for String {
    fn words(&self) -> Vec<String> {
        self.as_str().words()
    }
}

impl<S: AsRef<str>> Line for [S] {
    fn words(&self) -> Vec<String> {
        self.iter().map(|word| word.as_ref().to_string()).collect()
    }
}

impl<S: AsRef<str>, const N: usize> Line for [S; N] {
    fn words(&self) -> Vec<String> {
        self.as_slice().words()
    }
}

impl<S: AsRef<str>> Line for Vec<S> {
    fn words(&self) -> Vec<String> {
        self.as_slice().words()
    }
}

impl<L: Line + ?Sized> Line for &L {
    fn words(&self) -> Vec<String> {
        (**self).words()
    }
}

/// The program, with nothing to read and everything it prints kept. It leaves the user's cache and unfinished games alone.
pub(crate) fn program<L: Line + ?Sized>(line: &L) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_crosscram"));
    command
        .args(line.words())
        .env("CROSSCRAM_CACHE", "")
        .env_remove("COLUMNS")
        .env("CROSSCRAM_STATE", "")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// What one run printed, and how it ended.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) code: Option<i32>,
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        Run {
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
            code: output.status.code(),
        }
    }
}

/// The words of a command line without quotes.
pub(crate) fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

/// Runs to the end.
pub(crate) fn run<L: Line + ?Sized>(line: &L) -> Run {
    program(line).output().unwrap().into()
}

/// Runs to the end with this on standard input.
pub(crate) fn run_with<L: Line + ?Sized>(line: &L, input: &[u8]) -> Run {
    run_command(&mut program(line), input)
}

/// Runs a command to the end with this on standard input.
pub(crate) fn run_command(command: &mut Command, input: &[u8]) -> Run {
    if input.is_empty() {
        return command.output().unwrap().into();
    }
    let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap().into()
}

/// A file or folder of the repository.
pub(crate) fn repository(path: &str) -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join(path)
}

/// The text of a file of the repository.
#[track_caller]
pub(crate) fn document(path: &str) -> String {
    fs::read_to_string(repository(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Waits until `condition` holds, for events that can only be polled.
#[track_caller]
pub(crate) fn wait_until(what: &str, mut condition: impl FnMut() -> bool) {
    let deadline = Instant::now() + GUARD;
    while !condition() {
        assert!(Instant::now() < deadline, "still waiting until {what}");
        thread::sleep(Duration::from_millis(2));
    }
}

/// Sends a signal.
#[cfg(unix)]
pub(crate) fn kill(child: &Child, signal: &str) {
    let status = Command::new("kill")
        .args([signal, &child.id().to_string()])
        .status();
    assert!(status.unwrap().success());
}

/// The rest of a run that has to end by itself.
#[track_caller]
pub(crate) fn finish(child: Child) -> Run {
    let number = child.id();
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || sender.send(child.wait_with_output()));
    match receiver.recv_timeout(GUARD) {
        Ok(output) => output.unwrap().into(),
        Err(_) => panic!("process {number} is still running"),
    }
}

impl Run {
    /// Standard output of a run that must have ended well and without remarks.
    #[track_caller]
    pub(crate) fn ended_well<L: Line + ?Sized>(self, line: &L) -> String {
        let words = line.words();
        assert_eq!(
            (self.code, self.stderr.as_str()),
            (Some(0), ""),
            "{words:?}"
        );
        self.stdout
    }
}

/// Standard output of a run that must end well and without remarks.
#[track_caller]
pub(crate) fn good<L: Line + ?Sized>(line: &L) -> String {
    run(line).ended_well(line)
}

/// Checks that the command fails with exit code 2, prints nothing, and says `part`.
#[track_caller]
pub(crate) fn refused<L: Line + ?Sized>(line: &L, part: &str) {
    let (run, words) = (run(line), line.words());
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{words:?}");
    let says = run.stderr.starts_with("error: ") && run.stderr.contains(part);
    assert!(says, "{words:?}: {}", run.stderr);
}

/// The only JSON object of a run that must end well.
#[track_caller]
pub(crate) fn object<L: Line + ?Sized>(line: &L) -> Value {
    let mut objects = objects(&good(line));
    assert_eq!(objects.len(), 1, "{:?}", line.words());
    objects.remove(0)
}

/// One JSON object per line.
#[track_caller]
pub(crate) fn objects(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// The keys of a JSON object in their order, which `Value` does not keep.
#[track_caller]
pub(crate) fn keys(object: &str) -> Vec<String> {
    serde_json::from_str::<Keys>(object).unwrap().0
}

struct Keys(Vec<String>);

impl<'de> Deserialize<'de> for Keys {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Collect;
        impl<'de> Visitor<'de> for Collect {
            type Value = Keys;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Keys, A::Error> {
                let mut keys = Vec::new();
                while let Some((key, IgnoredAny)) = map.next_entry()? {
                    keys.push(key);
                }
                Ok(Keys(keys))
            }
        }
        deserializer.deserialize_map(Collect)
    }
}
