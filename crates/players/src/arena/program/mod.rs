//! Programs as players: they are started, told what happens, and asked for moves, one JSON object
//! per line. `docs/protocol.md` is the description for those who write one.

mod messages;
mod process;
#[cfg(test)]
#[cfg(unix)]
mod tests;

use std::time::{Duration, Instant};

use crate::{Choice, Claim, Contestant, Failure, Game, Turn};
use crosscram_rules::{Move, Player};
use crosscram_support::stop::Stop;

use crate::arena::words::CommandLine;
use messages::{Reply, Telling};
use process::{Heard, Process};

pub use messages::PROTOCOL;

/// Time limits of programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// To start, until they are ready.
    pub start: Duration,
    /// For a move, if the game is played without a clock.
    pub turn: Duration,
    /// To end, once they are told to quit or have closed their output.
    pub end: Duration,
}

impl Default for Limits {
    /// Ten seconds to start and for a move, five to end.
    fn default() -> Limits {
        Limits {
            start: Duration::from_secs(10),
            turn: Duration::from_secs(10),
            end: Duration::from_secs(5),
        }
    }
}

/// How often a thread that waits for an answer checks whether to give up.
const PATIENCE: Duration = Duration::from_millis(20);

/// A program that plays.
///
/// It is started when first needed and plays many games. After a crash, an invalid answer or a late
/// one its processes are killed, and the next game starts a new one. Dropping this leaves no process
/// behind.
pub struct Program {
    name: String,
    command: CommandLine,
    limits: Limits,
    stop: Stop,
    process: Option<Process>,
}

impl Program {
    /// The program that `command` starts.
    pub fn new(command: CommandLine, limits: Limits, stop: Stop) -> Program {
        Program {
            name: format!("cmd:{command}"),
            command,
            limits,
            stop,
            process: None,
        }
    }

    fn start(&mut self) -> Result<(), Failure> {
        let process = Process::start(&self.command, self.limits.end).map_err(|error| {
            Failure::Broken(format!(
                "{} cannot be started: {error}",
                self.command.words()[0]
            ))
        })?;
        self.process = Some(process);
        self.tell(&Telling::Hello {
            protocol: PROTOCOL,
            program: concat!("crosscram ", env!("CARGO_PKG_VERSION")),
        });
        let answer = self.hear(self.limits.start);
        let answer = answer.map_err(|failure| match failure {
            Failure::Late { limit } => Failure::Broken(format!(
                "the program was not ready within {:.3} s",
                limit.as_secs_f64()
            )),
            other => other,
        });
        match answer? {
            (_, Reply::Ready { protocol: PROTOCOL }) => Ok(()),
            (_, Reply::Ready { protocol }) => Err(Failure::Broken(format!(
                "the program speaks protocol {protocol}, not {PROTOCOL}"
            ))),
            (line, _) => Err(unexpected(&line, "ready")),
        }
    }

    /// Kills a process that has failed.
    fn give_up(&mut self) {
        if let Some(process) = self.process.take() {
            process.condemn();
        }
    }

    fn tell(&self, telling: &Telling<'_>) {
        if let Some(process) = &self.process {
            process.tell(telling);
        }
    }

    /// Waits at most `limit` for the next answer, and returns it with its line.
    fn hear(&mut self, limit: Duration) -> Result<(String, Reply), Failure> {
        let Some(process) = &mut self.process else {
            return Err(Failure::Broken("the program is not running".to_string()));
        };
        // A limit beyond the range of the clock never ends.
        let deadline = Instant::now().checked_add(limit);
        loop {
            let left = deadline.map_or(PATIENCE, |at| at.saturating_duration_since(Instant::now()));
            match process.hear(left.min(PATIENCE)) {
                Some(Heard::Line(line)) => return read(line),
                Some(Heard::TooLong) => {
                    let text = "the program wrote a line that does not end".to_string();
                    return Err(Failure::Broken(text));
                }
                Some(Heard::NotText) => {
                    let text = "the program wrote something that is not UTF-8 text".to_string();
                    return Err(Failure::Broken(text));
                }
                Some(Heard::End) => {
                    return Err(Failure::Broken(match self.stop.is_requested() {
                        // The signal that stops this process may have reached the program first.
                        true => return Err(Failure::Interrupted),
                        false => process.last_words(),
                    }));
                }
                None if self.stop.is_requested() => return Err(Failure::Interrupted),
                None if left.is_zero() => return Err(Failure::Late { limit }),
                None => {}
            }
        }
    }

    fn ask(&mut self, turn: &Turn<'_>) -> Result<Choice, Failure> {
        if let Some(early) = self.process.as_mut().and_then(Process::unasked) {
            let text = format!(
                "the program wrote without being asked: {}",
                shortened(&early)
            );
            return Err(Failure::Broken(text));
        }
        let limit = turn.limit.unwrap_or(self.limits.turn);
        let written = |moves: &mut dyn Iterator<Item = Move>| -> Vec<String> {
            moves.map(|mov| mov.to_string()).collect()
        };
        self.tell(&Telling::Turn {
            board: turn.board.to_string(),
            side: turn.side.letter(),
            moves: written(&mut turn.moves()),
            played: written(&mut turn.played.iter().copied()),
            limit_ms: limit.as_millis().try_into().unwrap_or(u64::MAX),
        });
        let (line, answer) = self.hear(limit)?;
        choice(&line, answer)
    }
}

impl Contestant for Program {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn heed(&mut self, stop: &Stop) {
        self.stop = stop.clone();
    }

    fn begin(&mut self, game: &Game, side: Player, seed: u64) -> Result<(), Failure> {
        // A program may end between two games.
        if self.process.as_mut().is_some_and(Process::has_ended) {
            self.process = None;
        }
        if self.process.is_none()
            && let Err(failure) = self.start()
        {
            self.give_up();
            return Err(failure);
        }
        self.tell(&Telling::Begin {
            rows: game.board.rows(),
            cols: game.board.cols(),
            board: game.board.to_string(),
            tile: game.tile.length(),
            side: side.letter(),
            first: game.first.letter(),
            // As in the results file: every JSON reader reads 53 bits exactly.
            seed: seed >> 11,
        });
        Ok(())
    }

    /// Tells the program, if it still runs.
    fn end(&mut self, winner: Player, reason: &str) {
        let winner = winner.letter();
        self.tell(&Telling::End { winner, reason });
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, Failure> {
        let choice = self.ask(turn);
        if let Err(failure) = &choice
            && *failure != Failure::Resigned
        {
            self.give_up();
        }
        choice
    }
}

/// Reads a program's answer to the question for a move: one line of JSON.
///
/// ```
/// use crosscram_players::arena::read_choice;
///
/// let choice = read_choice(r#"{"type":"move","move":"V1,2"}"#)?;
/// assert_eq!(choice.mov.to_string(), "V1,2");
/// assert!(read_choice(r#"{"type":"ready","protocol":1}"#).is_err());
/// # Ok::<(), crosscram_players::Failure>(())
/// ```
pub fn read_choice(line: &str) -> Result<Choice, Failure> {
    let (line, answer) = read(line.to_string())?;
    choice(&line, answer)
}

/// The choice that an answer states; errors quote its line.
fn choice(line: &str, answer: Reply) -> Result<Choice, Failure> {
    let Reply::Move { text, claim } = answer else {
        return match answer {
            Reply::Resign {} => Err(Failure::Resigned),
            _ => Err(unexpected(line, "move or resign")),
        };
    };
    let named = |name: String| Claim::named(&name);
    let wrong = || unexpected(line, "claim wins, loses, or none");
    let claim = claim
        .map(|name| named(name).ok_or_else(wrong))
        .transpose()?;
    match text.parse() {
        Ok(mov) => Ok(Choice { mov, claim }),
        Err(error) => {
            let error = plain(&error.to_string(), MAX_OF_AN_ERROR);
            Err(Failure::Broken(format!("the program answered: {error}")))
        }
    }
}

fn read(line: String) -> Result<(String, Reply), Failure> {
    match serde_json::from_str(&line) {
        Ok(answer) => Ok((line, answer)),
        Err(error) => Err(Failure::Broken(format!(
            "the program wrote {}, which is not an answer: {}",
            shortened(&line),
            plain(&error.to_string(), MAX_OF_AN_ERROR)
        ))),
    }
}

fn unexpected(line: &str, expected: &str) -> Failure {
    let line = shortened(line);
    Failure::Broken(format!(
        "the program wrote {line}, but {expected} was expected"
    ))
}

/// The maximum length of an error that quotes a program; longer ones are cut off.
const MAX_OF_AN_ERROR: usize = 200;

/// Prepares a line for quoting in a record: no control characters, not too long.
fn shortened(line: &str) -> String {
    format!("'{}'", plain(line, 80))
}

/// The first `most` characters of a text at most, without control characters.
fn plain(text: &str, most: usize) -> String {
    let shown = text.chars().take(most).flat_map(char::escape_debug);
    // Quotes are frequent in JSON and harmless.
    let shown = shown.collect::<String>();
    let mut shown = shown.replace("\\\"", "\"").replace("\\'", "'");
    if text.chars().count() > most {
        shown.push('…');
    }
    shown
}
