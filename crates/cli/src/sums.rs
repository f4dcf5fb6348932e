//! `crosscram solve "6x14 + 1/4"`: boards and numbers that are played together.

use crate::args::{Side, SolveArgs};
use crate::cache::{self, Tables};
use crate::failure::Failure;
use crate::json::{self, Named};
use crate::memory;
use crate::pool::Answer;
use crate::progress::Progress;
use crate::solve::{headline, outcome};
use crate::statistics;
use crate::text::{self, Align};
use crate::watch::Watch;
use crosscram_rules::{Dyadic, Move, Outcome, Player, Sum, SumBoard};
use crosscram_search::{Config, Engine};
use serde::Serialize;
use std::io::Write;

/// Solve a sum, which `text` is.
pub(crate) fn run(text: &str, args: &SolveArgs, out: &mut impl Write) -> Result<(), Failure> {
    let mut config = args.search.config()?;
    config.threads = args.threads;
    let (sum, to_move) = parse(text)?;
    let joined =
        SumBoard::new(&sum).map_err(|error| Failure::message(format_args!("BOARD: {error}")))?;
    if joined.number() != Dyadic::from(0) && config.engine != Engine::Crosscram {
        return Err(Failure::message(format_args!(
            "BOARD: the engine {} does not know numbers",
            config.engine
        )));
    }
    memory::check(joined.board(), &config, 1, memory::available()).map_err(Failure::message)?;
    let tables = Tables::open(&args.cache, &config)?;
    let watch = Watch::with_signals()?;
    let progress = Progress::new(args.quiet.quiet);
    let (board, number) = (joined.board(), joined.number());
    cache::complain(tables.load(board, args.tile.length, number, &config));
    let answers = progress.during(&watch, || {
        let firsts = Side::players(args.first, to_move).into_iter();
        firsts
            .map(|first| (first, solve(&joined, first, args, &config, &watch)))
            .collect::<Vec<_>>()
    });
    let written = if args.json {
        json::write(out, &Solved::new(&sum, &joined, args, &config, &answers))
            .map_err(Failure::from)
    } else {
        write(&sum, &joined, args, &answers, out)
    };
    tables.save();
    written?;
    if watch.is_stopped() {
        Err(Failure::Interrupted)
    } else {
        Ok(())
    }
}

/// A sum, and who is to move if that follows it.
fn parse(text: &str) -> Result<(Sum, Option<Player>), Failure> {
    let text = text.trim();
    let player = text.rsplit_once([' ', '\t']).and_then(|(sum, last)| {
        let player: Player = last.parse().ok()?;
        (!sum.trim_end().ends_with('+')).then_some((sum, player))
    });
    let (sum, to_move) = match player {
        Some((sum, player)) => (sum, Some(player)),
        None => (text, None),
    };
    match sum.parse() {
        Ok(sum) => Ok((sum, to_move)),
        Err(error) => Err(Failure::message(format_args!("BOARD: {error}"))),
    }
}

fn solve(
    joined: &SumBoard,
    first: Player,
    args: &SolveArgs,
    config: &Config,
    watch: &Watch,
) -> Option<Answer> {
    let (board, number) = (joined.board(), joined.number());
    let tile = args.tile.length;
    watch.run(format!("sum {} first", first.letter()), |control| {
        if number == Dyadic::from(0) {
            crosscram_search::solve(board, tile, first, config, control)
        } else {
            crosscram_search::solve_with_number(board, number, tile, first, config, control)
        }
    })
}

/// A move by the term it is made in, counted from one.
fn name(joined: &SumBoard, mv: Move) -> String {
    match joined.locate(mv) {
        Some((term, mv)) => format!("{mv} in term {}", term + 1),
        None => mv.to_string(),
    }
}

fn write(
    sum: &Sum,
    joined: &SumBoard,
    args: &SolveArgs,
    answers: &[(Player, Option<Answer>)],
    out: &mut impl Write,
) -> Result<(), Failure> {
    writeln!(out, "{sum}: {}", headline(answers))?;
    let mut rows = Vec::new();
    for (first, answer) in answers {
        let mut row = vec![format!("{first} first")];
        let (result, nodes, elapsed) = match answer {
            None => {
                row.push("not begun".to_string());
                rows.push(row);
                continue;
            }
            Some(Err(stopped)) => ("interrupted".to_string(), stopped.nodes, stopped.elapsed),
            Some(Ok(report)) => {
                let with = match report.best_move {
                    Some(best) => format!(" with {}", name(joined, best)),
                    None => String::new(),
                };
                (
                    format!("{} wins{with}", report.winner),
                    report.nodes,
                    report.elapsed,
                )
            }
        };
        row.push(result);
        row.push(text::plural(nodes, "node"));
        row.push(text::seconds(elapsed.as_secs_f64()));
        rows.push(row);
    }
    use Align::{Left, Right};
    text::columns(out, 2, &[Left, Left, Right, Right], &rows)?;
    if args.stats {
        for (first, answer) in answers {
            let Some(Ok(report)) = answer else {
                continue;
            };
            writeln!(out, "\n{first} first:")?;
            statistics::write(out, &report.statistics, report.nodes)?;
        }
    }
    Ok(())
}

/// What is known of a sum.
#[derive(Debug, Serialize)]
struct Solved {
    schema: u32,
    tile: u32,
    sum: String,
    /// All numbers of the sum together.
    number: String,
    outcome: Option<&'static str>,
    vertical_first: Option<Search>,
    horizontal_first: Option<Search>,
    engine: &'static str,
    options: Named<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    interrupted: Option<bool>,
}

#[derive(Debug, Serialize)]
struct Search {
    winner: Option<char>,
    /// The term of the sum, counted from one, and the move there.
    best_move: Option<BestMove>,
    nodes: u64,
    seconds: f64,
}

#[derive(Debug, Serialize)]
struct BestMove {
    term: usize,
    #[serde(rename = "move")]
    mv: String,
}

impl Solved {
    fn new(
        sum: &Sum,
        joined: &SumBoard,
        args: &SolveArgs,
        config: &Config,
        answers: &[(Player, Option<Answer>)],
    ) -> Self {
        let search = |player: Player| {
            let (_, answer) = answers.iter().find(|(first, _)| *first == player)?;
            let (winner, best, nodes, elapsed) = match answer.as_ref()? {
                Ok(report) => (
                    Some(report.winner.letter()),
                    report.best_move,
                    report.nodes,
                    report.elapsed,
                ),
                Err(stopped) => (None, None, stopped.nodes, stopped.elapsed),
            };
            let best_move = best.and_then(|best| {
                let (term, mv) = joined.locate(best)?;
                Some(BestMove {
                    term: term + 1,
                    mv: mv.to_string(),
                })
            });
            Some(Search {
                winner,
                best_move,
                nodes,
                seconds: json::seconds(elapsed),
            })
        };
        let proven = answers
            .iter()
            .all(|(_, answer)| matches!(answer, Some(Ok(_))));
        Solved {
            schema: json::SCHEMA,
            tile: args.tile.length.length(),
            sum: sum.to_string(),
            number: joined.number().to_string(),
            outcome: outcome(answers).map(Outcome::code),
            vertical_first: search(Player::Vertical),
            horizontal_first: search(Player::Horizontal),
            engine: config.engine.name(),
            options: Named(config.describe()),
            interrupted: (!proven).then_some(true),
        }
    }
}
