//! Command lines, divided into words as a shell does it, without a shell.

use std::error::Error;
use std::fmt;

/// A program with its arguments.
///
/// Words are separated by blanks. What stands between quotes of either kind is one word or part
/// of one; a backslash takes the next character as it is, except between single quotes.
///
/// ```
/// use crosscram_arena::CommandLine;
///
/// let line = CommandLine::parse(r#"python3 my\ bot.py --name "A B""#)?;
/// assert_eq!(line.words(), ["python3", "my bot.py", "--name", "A B"]);
/// assert!(CommandLine::parse("bot 'x").is_err());
/// # Ok::<(), crosscram_arena::WordsError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CommandLine {
    text: String,
    words: Vec<String>,
}

/// What is wrong with a command line.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum WordsError {
    /// There is no program.
    Empty,
    /// A quote that is never closed.
    Open {
        /// The quote.
        quote: char,
        /// Where it stands, counted in characters from 1.
        column: usize,
    },
    /// Nothing follows a backslash.
    Backslash {
        /// Where it stands, counted in characters from 1.
        column: usize,
    },
    /// A character that no command line can hold.
    Nul,
}

impl fmt::Display for WordsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WordsError::Empty => f.write_str("a command is expected, as in cmd:./mybot"),
            WordsError::Open { quote, column } => {
                write!(
                    f,
                    "character {column} of the command: {quote} is not closed"
                )
            }
            WordsError::Backslash { column } => {
                write!(f, "character {column} of the command: nothing follows \\")
            }
            WordsError::Nul => f.write_str("a command cannot contain a NUL character"),
        }
    }
}

impl Error for WordsError {}

impl CommandLine {
    /// Reads a command line.
    pub fn parse(text: &str) -> Result<CommandLine, WordsError> {
        let text = text.trim();
        if text.contains('\0') {
            return Err(WordsError::Nul);
        }
        let mut words: Vec<String> = Vec::new();
        let mut word: Option<String> = None;
        let mut characters = text.chars().enumerate();
        while let Some((at, c)) = characters.next() {
            match c {
                c if c.is_whitespace() => words.extend(word.take()),
                '\'' | '"' => {
                    let word = word.get_or_insert_default();
                    loop {
                        match characters.next() {
                            None => {
                                let column = at + 1;
                                return Err(WordsError::Open { quote: c, column });
                            }
                            Some((_, end)) if end == c => break,
                            Some((at, '\\')) if c == '"' => {
                                word.push(escaped(&mut characters, at)?)
                            }
                            Some((_, other)) => word.push(other),
                        }
                    }
                }
                '\\' => {
                    let c = escaped(&mut characters, at)?;
                    word.get_or_insert_default().push(c);
                }
                c => word.get_or_insert_default().push(c),
            }
        }
        words.extend(word);
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

/// The character after a backslash at `at`.
fn escaped(
    characters: &mut impl Iterator<Item = (usize, char)>,
    at: usize,
) -> Result<char, WordsError> {
    let next = characters.next().map(|(_, c)| c);
    next.ok_or(WordsError::Backslash { column: at + 1 })
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
    }

    #[test]
    fn faults_are_named() {
        let error = |text: &str| CommandLine::parse(text).unwrap_err().to_string();
        assert_eq!(error("  "), "a command is expected, as in cmd:./mybot");
        assert_eq!(error("''"), "a command is expected, as in cmd:./mybot");
        assert_eq!(
            error("a \"b"),
            "character 3 of the command: \" is not closed"
        );
        assert_eq!(
            error("a b\\"),
            "character 4 of the command: nothing follows \\"
        );
        assert!(error("a\0").contains("NUL"));
    }
}
