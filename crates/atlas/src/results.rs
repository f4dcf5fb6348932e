//! Results of our own searches, in a text file that people can read, review and merge.
//!
//! ```text
//! tile  board      first  winner  engine     nodes    seconds  date        certificate
//! # crosscram atlas results, format 1
//! 2     6x14       V      H       crosscram  123456   7.25     2026-11-16  -
//! 2     6x8 + 1/4  V      H       crosscram  1234     0.01     2026-11-16  -
//! ```
//!
//! Fields are separated by one tab each. The first line names them; lines that start with `#` are
//! remarks, the first of which names the format; blank lines are skipped. A board is an empty
//! rectangle, alone or with a number of free moves for Vertical. The certificate is the hash of one, or
//! `-`. The order of lines means nothing. A question has one line: two lines about the same question
//! are an error, even if they agree.

use std::fmt;

use crosscram_rules::{Dyadic, Player, Tile};

use crate::{Bound, Claim, Fact, Size, Solved, Source, Statement};

/// The lines with which a file of results begins.
pub const HEADER: &str = "tile\tboard\tfirst\twinner\tengine\tnodes\tseconds\tdate\tcertificate
# crosscram atlas results, format 1
";

/// The answer to one question: who wins a board, alone or with a number, if a player moves first.
#[derive(Clone, PartialEq, Debug)]
pub struct SolvedQuestion {
    /// The length of the tiles.
    pub tile: Tile,
    /// The empty board.
    pub size: Size,
    /// The number added to the board, in free moves for Vertical; usually 0.
    pub number: Dyadic,
    /// Who moves first.
    pub first: Player,
    /// Who wins.
    pub winner: Player,
    /// How it was solved.
    pub solved: Solved,
}

impl SolvedQuestion {
    /// Returns whether both name the same winner; `None` if they answer different questions. The same question
    /// can be asked of a board and of the transposed board, and in two ways of a square.
    pub fn agrees(&self, other: &SolvedQuestion) -> Option<bool> {
        let question =
            |answer: &SolvedQuestion| (answer.tile, answer.size, answer.number, answer.first);
        let mut forms = [self.clone(), self.transposed()].into_iter();
        let same = forms.find(|form| question(form) == question(other));
        same.map(|form| form.winner == other.winner)
    }

    /// The same answer for the transposed board.
    #[must_use]
    pub fn transposed(&self) -> SolvedQuestion {
        SolvedQuestion {
            size: self.size.transposed(),
            number: self.number.negated(),
            first: self.first.opponent(),
            winner: self.winner.opponent(),
            ..self.clone()
        }
    }

    /// The answer as a fact of an atlas.
    ///
    /// With a number x, "Horizontal wins moving second" says that the board is at most -x, and
    /// "Horizontal wins moving first" that it is less than -x or confused with it; if Vertical wins, the same holds
    /// for the transposed board with x instead of -x.
    pub fn fact(&self) -> Fact {
        let source = Source::Solved(self.solved.clone());
        // Stated with the winner as Horizontal: the board is at most the negative of the number.
        let seen = match self.winner {
            Player::Horizontal => self.clone(),
            Player::Vertical => self.transposed(),
        };
        let (size, number) = (seen.size, seen.number.negated());
        let statement = if self.number == Dyadic::ZERO {
            Statement::Wins(Claim::new(self.size, self.first, self.winner))
        } else if self.winner == self.first {
            Statement::Beats(size, Bound::exact(number))
        } else {
            Statement::AtMost(size, Bound::exact(number))
        };
        Fact { statement, source }
    }

    /// The board as text, with the number if there is one.
    pub fn board(&self) -> String {
        match self.number == Dyadic::ZERO {
            true => self.size.to_string(),
            false => format!("{} + {}", self.size, self.number),
        }
    }
}

/// The answer as a line of a file, without its end.
impl fmt::Display for SolvedQuestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let solved = &self.solved;
        write!(
            f,
            "{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}",
            self.tile,
            self.board(),
            self.first.letter(),
            self.winner.letter(),
            solved.engine,
            solved.nodes,
            solved.seconds,
            solved.date,
            solved.certificate.as_deref().unwrap_or("-"),
        )
    }
}

/// What is wrong with a file of results.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct ResultsError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub message: String,
}

/// Reads the answers of a file.
pub fn read(text: &str) -> Result<Vec<SolvedQuestion>, ResultsError> {
    let mut answers: Vec<(usize, SolvedQuestion)> = Vec::new();
    let (columns, format) = HEADER.split_once('\n').expect("two lines");
    let mut formatted = false;
    for (index, line) in text.lines().enumerate() {
        let error = |message: String| ResultsError {
            line: index + 1,
            message,
        };
        match line.trim_end() {
            header if index == 0 => {
                if header != columns {
                    return Err(error("not a file of atlas results".to_owned()));
                }
            }
            "" => {}
            remark if remark.starts_with('#') => {
                if !formatted && remark != format.trim_end() {
                    let expected = format.trim_end();
                    return Err(error(format!("'{expected}' is expected here")));
                }
                formatted = true;
            }
            _ if !formatted => {
                return Err(error(
                    "the line that names the format is missing".to_owned(),
                ));
            }
            line => {
                let answer = answer(line).map_err(error)?;
                let mut before = answers.iter();
                if let Some((number, _)) = before.find(|(_, known)| known.agrees(&answer).is_some())
                {
                    return Err(error(format!("the same question as in line {number}")));
                }
                answers.push((index + 1, answer));
            }
        }
    }
    if text.is_empty() {
        return Err(ResultsError {
            line: 1,
            message: "the file is empty".to_owned(),
        });
    }
    Ok(answers.into_iter().map(|(_, answer)| answer).collect())
}

/// Reads the answer of one line of a file, without its end.
pub fn answer(line: &str) -> Result<SolvedQuestion, String> {
    let fields: Vec<_> = line.split('\t').collect();
    let [
        tile,
        board,
        first,
        winner,
        engine,
        nodes,
        seconds,
        date,
        certificate,
    ] = fields[..]
    else {
        return Err(format!("{} fields, not 9", fields.len()));
    };
    let player = |text: &str, column: &str| match text {
        "V" => Ok(Player::Vertical),
        "H" => Ok(Player::Horizontal),
        _ => Err(format!("{column} '{text}' is neither V nor H")),
    };
    let (size, number) = match board.split_once('+') {
        None => (board, "0"),
        Some((size, number)) => (size.trim(), number.trim()),
    };
    let number: Dyadic = number.parse().map_err(|error| format!("board: {error}"))?;
    let seconds: f64 = match seconds.parse() {
        Ok(seconds) if f64::is_finite(seconds) && seconds >= 0.0 => seconds,
        _ => return Err(format!("seconds '{seconds}' is not a duration")),
    };
    if engine.is_empty() {
        return Err("no engine is named".to_owned());
    }
    Ok(SolvedQuestion {
        tile: tile.parse().map_err(|error| format!("tile: {error}"))?,
        size: size.parse().map_err(|error| format!("board: {error}"))?,
        number,
        first: player(first, "first")?,
        winner: player(winner, "winner")?,
        solved: Solved {
            engine: engine.to_owned(),
            nodes: nodes
                .parse()
                .map_err(|_| format!("nodes '{nodes}' is not a number"))?,
            seconds,
            date: checked_date(date)?.to_owned(),
            certificate: match certificate {
                "-" => None,
                hash if is_hash(hash) => Some(hash.to_owned()),
                other => return Err(format!("certificate '{other}' is neither a hash nor -")),
            },
        },
    })
}

/// Returns whether the text is hexadecimal digits, at least as many as a 128-bit hash has.
fn is_hash(text: &str) -> bool {
    text.len() >= 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Returns the text if it is a date such as `2026-11-16`.
pub fn checked_date(text: &str) -> Result<&str, String> {
    let wrong = || format!("date '{text}' is not like 2026-11-16");
    let parts: Vec<_> = text.split('-').collect();
    let [year, month, day] = parts[..] else {
        return Err(wrong());
    };
    let number = |text: &str, digits: usize| {
        let fits = text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse::<u32>().ok().filter(|_| fits)
    };
    match (number(year, 4), number(month, 2), number(day, 2)) {
        (Some(_), Some(1..=12), Some(1..=31)) => Ok(text),
        _ => Err(wrong()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(lines: &str) -> String {
        format!("{HEADER}{lines}")
    }

    #[test]
    fn round_trip() {
        let text = "2\t6x14\tV\tH\tcrosscram\t12\t0.5\t2026-11-16\t-\n\
                    3\t6x8 + -1/4\tH\tV\tdomi\t1\t0\t2026-01-01\t0123456789abcdef0123456789abcdef\n";
        let answers = read(&file(text)).unwrap();
        let printed: String = answers.iter().map(|answer| format!("{answer}\n")).collect();
        assert_eq!(printed, text);
    }

    #[track_caller]
    fn check(lines: &str, expected: &str) {
        let error = read(&file(lines)).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }

    #[test]
    fn mistakes_are_named() {
        let good = "2\t6x14\tV\tH\tcrosscram\t12\t0.5\t2026-11-16\t-\n";
        check(&good.repeat(2), "line 4: the same question as in line 3");
        check("2\t6x14", "line 3: 2 fields, not 9");
        check(&good.replace("6x14", "6y14"), "'6y14' is not a size");
        check(&good.replace("6x14", "0x14"), "sides from 1");
        check(&good.replace("\tV\t", "\tW\t"), "first 'W'");
        check(&good.replace("2026-11-16", "16.11.2026"), "date");
        check(&good.replace("\t-", "\tyes"), "certificate 'yes'");
        check(&good.replace("0.5", "-1"), "seconds '-1'");
        check(&good.replace("12", "many"), "nodes 'many'");
        assert!(read("").is_err());
        assert!(
            read("some text\n")
                .unwrap_err()
                .message
                .contains("not a file")
        );
    }
}
