//! Command lines and what they must print, as a text that can be read like a table.
//!
//! | begins with | means |
//! |---|---|
//! | `$` | a command line of `crosscram`, in the directory of the test; quotes keep blanks together |
//! | `<` | a line of its standard input |
//! | `?` | its exit code |
//! | `|` | what is printed is this line and those of the other `|`, and nothing else |
//! | `^`, `.` | what is printed begins, ends with this |
//! | `=` | this is printed after the text of the `=` before |
//! | `+` | this is printed somewhere |
//! | `-` | this is not printed |
//! | `!` | this is on standard error |
//! | `@` | a place in the JSON that is printed (`.`: all; several objects are a list; `[name=a]`: the first of a list with this) and what is there: JSON, a word, or `#N` for a list of N |
//! | `{` | the keys of the JSON object, in their order |
//! | `:` | the schema in `docs/schemas` that the JSON fits, without another key |
//! | `#` | a remark |
//!
//! `\n` is the end of a line, `\s` a blank. Expectations may stand behind their command: `$ show 2y2 => ! is not a size`. Without `?` a command must end with 0 and nothing on standard error; with `!` it must fail as
//! every command does: with 2, `error: ` and nothing printed, unless the lines below it ask for something else.

use crate::run::{Line, Run, keys, objects};
use crate::schemas;
use crate::scratch::Scratch;
use serde_json::Value;

/// A command line, its standard input, and the lines that say what must come of it.
struct Step<'a> {
    line: &'a str,
    input: String,
    expected: Vec<(char, String)>,
}

/// An expectation: its mark and its text.
fn expectation(line: &str) -> (char, String) {
    let mark = line.chars().next().unwrap_or(' ');
    assert!("{:@?^|=+-.!".contains(mark), "{line} is not of a session");
    (mark, unescaped(&line[1..]))
}

/// What stands behind a mark, and a blank if it has one.
fn unescaped(text: &str) -> String {
    let text = text.strip_prefix(' ').unwrap_or(text);
    text.replace("\\n", "\n").replace("\\s", " ")
}

fn steps(script: &str) -> Vec<Step<'_>> {
    let mut steps: Vec<Step<'_>> = Vec::new();
    for line in script.lines().map(str::trim_start) {
        if let Some(command) = line.strip_prefix("$ ") {
            let mut parts = command.split(" => ");
            steps.push(Step {
                line: parts.next().expect("a command"),
                input: String::new(),
                expected: parts.map(expectation).collect(),
            });
        } else if !line.is_empty() && !line.starts_with('#') {
            let step = steps.last_mut().expect("a command line first");
            match line.strip_prefix('<') {
                Some(typed) => step.input += &(unescaped(typed) + "\n"),
                None => step.expected.push(expectation(line)),
            }
        }
    }
    assert!(!steps.is_empty(), "a session without commands");
    steps
}

/// Whether the JSON has this at a place; where nothing is, there is `null`.
fn is_at(json: &Value, place: &str, text: &str) -> bool {
    let mut found = json;
    for step in place.split('/').skip(1) {
        found = match step
            .strip_prefix('[')
            .and_then(|step| step.strip_suffix(']'))
        {
            Some(wanted) => {
                let (key, value) = wanted.split_once('=').expect("a key and a value");
                let mut list = found.as_array().into_iter().flatten();
                list.find(|one| one[key] == value).unwrap_or(&Value::Null)
            }
            None => found.pointer(&format!("/{step}")).unwrap_or(&Value::Null),
        };
    }
    if let Some(count) = text.strip_prefix('#') {
        let list = found.as_array();
        return list.is_some_and(|list| list.len().to_string() == count);
    }
    let value: Result<Value, _> = serde_json::from_str(text);
    *found == value.unwrap_or_else(|_| text.into())
}

impl Step<'_> {
    /// The first line that is not fulfilled.
    fn fault(&self, run: &Run) -> Option<String> {
        let has = |mark: char| self.expected.iter().any(|(own, _)| *own == mark);
        if run.stdout.contains('\x1b') {
            return Some("there are colours without a terminal".into());
        }
        let (is_told, fails) = (has('?'), has('!'));
        let prints = ['^', '.', '|', '=', '+', '@', '{', ':']
            .into_iter()
            .any(has);
        if !is_told && run.code != Some(if fails { 2 } else { 0 }) {
            return Some("it ends otherwise".into());
        }
        if !fails && !run.stderr.is_empty() {
            return Some("there is something on standard error".into());
        }
        if fails && !is_told && !prints {
            let is_refusal = run.stdout.is_empty() && run.stderr.starts_with("error: ");
            if !is_refusal {
                return Some("it is not refused".into());
            }
        }
        let json = match has('@') {
            true => objects(&run.stdout),
            false => Vec::new(),
        };
        let json = match <[Value; 1]>::try_from(json) {
            Ok([object]) => object,
            Err(several) => Value::Array(several),
        };
        if has('|') {
            let lines = self.expected.iter().filter(|(mark, _)| *mark == '|');
            let text: String = lines.map(|(_, line)| format!("{line}\n")).collect();
            if run.stdout != text {
                return Some(text);
            }
        }
        let mut rest = run.stdout.as_str();
        for (mark, text) in &self.expected {
            let is_so = match mark {
                '?' => run.code.map(|code| code.to_string()).as_ref() == Some(text),
                '^' => run.stdout.starts_with(text.as_str()),
                '.' => run.stdout.ends_with(text.as_str()),
                '|' => true,
                '+' => run.stdout.contains(text.as_str()),
                '-' => !run.stdout.contains(text.as_str()),
                '!' => run.stderr.contains(text.as_str()),
                '{' => keys(&run.stdout).join(" ") == *text,
                ':' => {
                    schemas::check(text, &run.stdout, true);
                    true
                }
                '@' => {
                    let (place, text) = text.split_once(' ').expect("a place and a value");
                    is_at(&json, place, text)
                }
                _ => match rest.split_once(text.as_str()) {
                    Some((_, after)) => {
                        rest = after;
                        true
                    }
                    None => false,
                },
            };
            if !is_so {
                return Some(format!("{mark} {text}"));
            }
        }
        None
    }
}

impl Scratch {
    /// Runs the command lines of a script in the directory, one after the other.
    #[track_caller]
    pub(crate) fn session(&self, script: &str) {
        for step in steps(script) {
            let run = self.run_with(step.line, step.input.as_bytes());
            if let Some(fault) = step.fault(&run) {
                let Run {
                    stdout,
                    stderr,
                    code,
                } = run;
                let line = step.line.words().join(" ");
                panic!("$ {line}\n{fault}\nbut {code:?}, {stderr}\nand:\n{stdout}");
            }
        }
    }
}

/// Runs the command lines of a script in a directory of their own, in which they leave nothing.
#[track_caller]
pub(crate) fn session(script: &str) {
    let scratch = Scratch::new();
    scratch.session(script);
    assert_eq!(scratch.entries(), 0);
}

/// What a session says of a command line can fail: each mark with something that does not hold.
#[test]
fn every_mark_can_fail() {
    let scratch = Scratch::new();
    for (line, expected) in [
        ("show 2x2 --json", "@ /rows 3"),
        ("show 2x2 --json", "@ /cols/no 2"),
        ("show 2x2 --json", "@ /symmetries #3"),
        ("show 2x2 --json", "{ schema rows"),
        ("show 2x2", "? 1"),
        ("show 2x2", "^ 2x2"),
        ("show 2x2", ". 2x2"),
        ("show 2x2", "| 2x2"),
        ("show 2x2", "= url\n= position"),
        ("show 2x2", "+ no such text"),
        ("show 2x2", "- position"),
        ("show 2x2", "! position"),
        ("show 2y2", "# fails without being asked to"),
        ("show 2y2", "! another reason"),
        ("show 2y2", "? 2"),
        ("show 2y2", "? 1\n! is not a size"),
    ] {
        let script = format!("$ {line}\n{expected}");
        let [step] = &steps(&script)[..] else {
            panic!("{script}")
        };
        assert!(step.fault(&scratch.run(line)).is_some(), "{script}");
    }
    let good = "$ show - --json\n< 2x2\n@ /rows 2\n: show\n$ show 2y2\n! is not a size\n$ show 2x2\n= position\n= url\n";
    scratch.session(good);
}
