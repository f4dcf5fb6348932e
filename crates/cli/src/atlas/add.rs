//! `crosscram atlas add`: solved boards into a file of results.

use super::LEAST_LIMIT;
use crate::atlas::AddArgs;
use crate::failure::{Failure, refused};
use crate::input;
use crosscram_atlas::results::{self, SolvedQuestion};
use crosscram_atlas::{Atlas, Fact, Level, Size, Solved};
use crosscram_certificate::{Checkers, Opened, Reader};
use crosscram_rules::{Board, Dyadic, Player, Position, SCHEMA, Sum, Term, Tile};
use crosscram_support::atomic;
use crosscram_support::path::At;
use serde_json::Value;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// Runs the command. Either all answers are recorded or none.
pub(super) fn run(args: &AddArgs, out: &mut impl Write) -> Result<(), Failure> {
    let date = match &args.date {
        Some(date) => results::checked_date(date)
            .map_err(Failure::message)?
            .to_owned(),
        None => today(),
    };
    if args.vectors.vectors.is_some() && args.certificate.is_empty() {
        fail!("--vectors acts on certificates alone");
    }
    let mut answers = Vec::new();
    for path in &args.results {
        answers.extend(answers_in(&input::text(path)?, &date).at(path)?);
    }
    for path in &args.certificate {
        answers.push(certified(path, &date, args.vectors.get())?);
    }
    let file = &args.file;
    let old = match fs::read_to_string(file) {
        Ok(text) => Some(text),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Ok(Err(error).at(file)?),
    };
    let recorded = match &old {
        Some(text) => results::read(text).at(file)?,
        None => Vec::new(),
    };

    let mut lines = Vec::new();
    let mut certified = Vec::new();
    let mut known = recorded;
    for answer in answers {
        let winner = answer.winner.letter();
        let what = format!(
            "{}, {} first: {winner} wins",
            answer.board(),
            answer.first.letter()
        );
        let mut before = known.iter();
        if let Some(before) = before.find(|before| before.agrees(&answer) == Some(true)) {
            if before.solved.certificate.is_none() && answer.solved.certificate.is_some() {
                writeln!(out, "{what}: recorded already, now with its certificate")?;
                certified.push(answer);
                continue;
            }
            writeln!(out, "{what}: recorded already, {}", before.fact().source)?;
            continue;
        }
        match check(&known, &answer) {
            Ok(Some(reason)) => writeln!(out, "{what}: added, as was known ({reason})")?,
            Ok(None) => writeln!(out, "{what}: added, new")?,
            Err(contradiction) => {
                refuse!("{what}: refused, nothing is recorded\n{contradiction}");
            }
        }
        lines.push(answer.to_string());
        known.push(answer);
    }
    if lines.is_empty() && certified.is_empty() {
        return Ok(());
    }
    let recorded = old.clone().unwrap_or_else(|| results::HEADER.to_owned());
    let mut new = with_certificates(&recorded, &certified);
    if !new.ends_with('\n') {
        new.push('\n');
    }
    for line in lines {
        new += &line;
        new.push('\n');
    }
    replace(file, old.as_deref(), &new)
}

/// The text of a file of results with the certificates of some of its answers.
fn with_certificates(text: &str, certified: &[SolvedQuestion]) -> String {
    let line = |line: &str| {
        let mut recorded = results::answer(line).ok()?;
        let mut same = certified.iter();
        let same = same.find(|answer| recorded.agrees(answer) == Some(true))?;
        recorded.solved.certificate = same.solved.certificate.clone();
        Some(recorded.to_string())
    };
    let lines = text
        .lines()
        .map(|text| line(text).unwrap_or_else(|| text.to_owned()));
    lines.map(|line| line + "\n").collect()
}

/// Checks a certificate. Returns what it proves.
fn certified(path: &Path, date: &str, vectors: usize) -> Result<SolvedQuestion, Failure> {
    let started = Instant::now();
    let checkers = Checkers {
        threads: 0,
        vectors,
    };
    let checked = Opened::open(path)?.check(checkers);
    let (proven, hash) = checked.at(path).map_err(refused)?;
    let hash = hash.ok_or("it is not compressed, so it has no hash");
    let hash = hash.at(path)?;
    let reader = Reader::new(Opened::open(path)?).at(path)?;
    let question = reader.question();
    Ok(SolvedQuestion {
        tile: question.tile,
        size: size_of(&question.board).at(path)?,
        number: question.number,
        first: question.first,
        winner: reader.winner(),
        solved: Solved {
            engine: "crosscram-check".to_owned(),
            nodes: proven.nodes,
            seconds: started.elapsed().as_secs_f64(),
            date: date.to_owned(),
            certificate: Some(hash.to_string()),
        },
    })
}

/// Checks that an answer agrees with everything known. Returns the reason if it was known.
fn check(known: &[SolvedQuestion], answer: &SolvedQuestion) -> Result<Option<String>, String> {
    let longest = |answer: &SolvedQuestion| answer.size.rows().max(answer.size.cols());
    let limit = known.iter().chain([answer]).map(longest).max();
    let limit = limit.unwrap_or(1).max(LEAST_LIMIT);
    let ours = known.iter().filter(|one| one.tile == answer.tile);
    let facts: Vec<Fact> = ours.map(SolvedQuestion::fact).collect();
    let atlas = Atlas::known(Level::All, answer.tile, limit, &facts);
    let mut atlas = atlas.map_err(|contradiction| contradiction.to_string())?;
    let reason = match answer.number == Dyadic::ZERO {
        true => atlas.reason(answer.size, answer.first),
        false => None,
    };
    let added = atlas.add(&[answer.fact()]);
    added.map_err(|contradiction| contradiction.to_string())?;
    Ok(reason)
}

/// The answers of all objects in a text, one object per line.
fn answers_in(text: &str, date: &str) -> Result<Vec<SolvedQuestion>, String> {
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        let at = |error: String| format!("line {}: {error}", index + 1);
        let value: Value = serde_json::from_str(line).map_err(|_| {
            at("not the JSON that `crosscram solve --json` prints (--certificate takes certificates)"
                .to_owned())
        })?;
        found.extend(answers_of(&value, date).map_err(at)?);
    }
    match found.is_empty() {
        true => Err("there is no answer in it".to_owned()),
        false => Ok(found),
    }
}

/// The answers of one object.
fn answers_of(value: &Value, date: &str) -> Result<Vec<SolvedQuestion>, String> {
    if value["schema"] != SCHEMA {
        return Err(format!("an object with \"schema\": {SCHEMA} is expected"));
    }
    if let Some(error) = value["error"].as_str() {
        return Err(format!("a question that was not answered: {error}"));
    }
    if value["lookup"] == true {
        return Err("looked up in the atlas, not solved".to_owned());
    }
    if value["options"]["line_count"] == "unsound-2002" {
        return Err("found with --historical-line-count, which is unsound".to_owned());
    }
    let text = |key: &str| value[key].as_str().ok_or_else(|| format!("no \"{key}\""));
    let tile = value["tile"]
        .as_u64()
        .and_then(|tile| u8::try_from(tile).ok());
    let tile = tile.and_then(|tile| Tile::new(tile).ok());
    let tile = tile.ok_or("no \"tile\" from 2 to 8")?;
    let engine = text("engine")?;
    if engine.is_empty() || engine.contains(char::is_control) {
        return Err("\"engine\" is not a name".to_owned());
    }
    let (board, number) = match value["sum"].as_str() {
        Some(sum) => (sum.to_owned(), text("number")?),
        None => (text("position")?.to_owned(), "0"),
    };
    let number: Dyadic = number
        .parse()
        .map_err(|error| format!("\"number\": {error}"))?;
    let size = rectangle(&board)?;
    let mut found = Vec::new();
    for (first, key) in [
        (Player::Vertical, "vertical_first"),
        (Player::Horizontal, "horizontal_first"),
    ] {
        let search = &value[key];
        let winner = match &search["winner"] {
            Value::Null => continue,
            winner => winner.as_str().and_then(|winner| winner.parse().ok()),
        };
        found.push(SolvedQuestion {
            tile,
            size,
            number,
            first,
            winner: winner.ok_or_else(|| format!("the winner of \"{key}\" is neither V nor H"))?,
            solved: Solved {
                engine: engine.to_owned(),
                nodes: search["nodes"]
                    .as_u64()
                    .ok_or_else(|| format!("no nodes in \"{key}\""))?,
                seconds: search["seconds"]
                    .as_f64()
                    .filter(|seconds| seconds.is_finite() && *seconds >= 0.0)
                    .ok_or_else(|| format!("no seconds in \"{key}\""))?,
                date: date.to_owned(),
                certificate: None,
            },
        });
    }
    match found.is_empty() {
        true => Err(format!("{size}: no search was completed")),
        false => Ok(found),
    }
}

/// The size of the only board of a sum, which must be an empty rectangle.
fn rectangle(text: &str) -> Result<Size, String> {
    let sum = match text.parse::<Position>() {
        Ok(position) => Sum::from(position.board),
        Err(_) => text.parse().map_err(|error| format!("board: {error}"))?,
    };
    let mut boards = sum.terms().iter().filter_map(|term| match term {
        Term::Board(board) => Some(board),
        Term::Number(_) => None,
    });
    let board = boards.next().filter(|_| boards.next().is_none());
    size_of(board.ok_or(NO_RECTANGLE)?)
}

const NO_RECTANGLE: &str = "the atlas has empty rectangles only";

/// The size of a board, which must be an empty rectangle.
fn size_of(board: &Board) -> Result<Size, String> {
    match board.free_count() as usize == board.area() {
        true => Size::new(board.rows(), board.cols()).map_err(|error| error.to_string()),
        false => Err(NO_RECTANGLE.to_owned()),
    }
}

/// Replaces the file by a text, unless it has changed since it was read.
fn replace(file: &Path, old: Option<&str>, new: &str) -> Result<(), Failure> {
    let replaced = atomic::replace(file, |out| {
        out.write_all(new.as_bytes())?;
        out.sync()?;
        match fs::read_to_string(file).ok().as_deref() == old {
            true => Ok(()),
            false => Err(io::Error::other(
                "changed by another program meanwhile; nothing is recorded",
            )),
        }
    });
    Ok(replaced.at(file)?)
}

/// Today's date (UTC), as 2026-11-16.
fn today() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let (year, month, day) = date_of(since.map_or(0, |since| since.as_secs() / 86_400));
    format!("{year:04}-{month:02}-{day:02}")
}

/// The year, month and day that is `days` days after 1 January 1970. Years begin with March here, so that a leap day is
/// the last of its year, and 153 days are five months.
fn date_of(days: u64) -> (u64, u64, u64) {
    // Days since 1 March of the year 0, in cycles of 400 years.
    let (cycle, day) = ((days + 719_468) / 146_097, (days + 719_468) % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let (month, first) = ((5 * day + 2) / 153, (153 * ((5 * day + 2) / 153) + 2) / 5);
    let (year, month) = match month {
        0..=9 => (year, month + 3),
        _ => (year + 1, month - 9),
    };
    (400 * cycle + year, month, day - first + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        assert_eq!(date_of(0), (1970, 1, 1));
        assert_eq!(date_of(59), (1970, 3, 1));
        assert_eq!(date_of(19_782), (2024, 2, 29));
        assert_eq!(date_of(19_783), (2024, 3, 1));
        assert_eq!(date_of(20_088), (2024, 12, 31));
        assert_eq!(date_of(20_089), (2025, 1, 1));
        // Every day follows the day before it, up to the year 2500.
        for days in 0..193_000 {
            let (year, month, day) = date_of(days);
            let next = [
                (year, month, day + 1),
                (year, month + 1, 1),
                (year + 1, 1, 1),
            ];
            assert!(day <= 31 && month <= 12 && next.contains(&date_of(days + 1)));
        }
    }
}
