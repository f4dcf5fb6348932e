//! Command lines, split into words like a POSIX shell does, but without a shell.

use std::fmt;

/// A program with its arguments.
///
/// Words are separated by blanks. Text between quotes of either kind is one word or part of one; a
/// backslash takes the next character literally; a word that begins with `#` begins a comment.
///
/// ```
/// use crosscram_players::arena::CommandLine;
///
/// let line = CommandLine::parse(r#"python3 my\ bot.py --name "A B""#)?;
/// assert_eq!(line.words(), ["python3", "my bot.py", "--name", "A B"]);
/// assert!(CommandLine::parse("bot 'x").is_err());
/// # Ok::<(), crosscram_players::arena::WordsError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CommandLine {
    text: String,
    words: Vec<String>,
}

/// What is wrong with a command line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WordsError {
    /// There is no program.
    #[error("a command is expected, as in cmd:./mybot")]
    Empty,
    /// A quote that is never closed, or a backslash that nothing follows.
    #[error("a quote of the command is not closed, or nothing follows its last \\")]
    Unfinished,
    /// A character that no command line can hold.
    #[error("a command cannot contain a NUL character")]
    Nul,
}

impl CommandLine {
    /// Returns an error if there is no such program: no file of that name, or none in the directories of
    /// `PATH` if the name has no slash, that may be executed.
    #[cfg(unix)]
    pub fn find(&self) -> Result<(), String> {
        use std::os::unix::fs::PermissionsExt;
        use std::path::Path;
        let name = &self.words[0];
        let executable = |path: &Path| {
            path.metadata()
                .is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
        };
        let path = std::env::var_os("PATH").unwrap_or_default();
        let found = match name.contains('/') {
            true => executable(Path::new(name)),
            false => std::env::split_paths(&path).any(|place| executable(&place.join(name))),
        };
        match (found, name.contains('/')) {
            (true, _) => Ok(()),
            (false, true) => Err(format!("there is no program '{name}'")),
            (false, false) => Err(format!("there is no program '{name}' in PATH")),
        }
    }

    /// Elsewhere the system decides what can be executed, when it is started.
    #[cfg(not(unix))]
    pub fn find(&self) -> Result<(), String> {
        Ok(())
    }

    /// Reads a command line.
    pub fn parse(text: &str) -> Result<CommandLine, WordsError> {
        let text = text.trim();
        if text.contains('\0') {
            return Err(WordsError::Nul);
        }
        let words = shlex::split(text).ok_or(WordsError::Unfinished)?;
        if words.first().is_none_or(String::is_empty) {
            return Err(WordsError::Empty);
        }
        Ok(CommandLine {
            text: text.to_string(),
            words,
        })
    }

    /// The program and its arguments.
    pub fn words(&self) -> &[String] {
        &self.words
    }
}

impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        assert_eq!(CommandLine::parse(text).unwrap().words(), expected);
    }

    #[test]
    fn words() {
        check(" ./bot ", &["./bot"]);
        check("a  b\tc", &["a", "b", "c"]);
        check(r#"'a b'c"d e"f"#, &["a bcd ef"]);
        check(r#"a "" ''"#, &["a", "", ""]);
        check(r#"a '\' "\"" \\ \ x"#, &["a", "\\", "\"", "\\", " x"]);
        check("a#b # c", &["a#b"]);
    }

    #[test]
    fn faults_are_named() {
        let error = |text: &str| CommandLine::parse(text).unwrap_err();
        assert_eq!(error("  "), WordsError::Empty);
        assert_eq!(error("''"), WordsError::Empty);
        assert_eq!(error("a \"b"), WordsError::Unfinished);
        assert_eq!(error("a b\\"), WordsError::Unfinished);
        assert_eq!(error("a\0"), WordsError::Nul);
    }
}
