//! `crosscram solve`: who wins, and how.

use crate::args::{Side, SolveArgs};
use crate::atlas;
use crate::cache::{self, Tables};
use crate::failure::Failure;
use crate::input::{self, Input};
use crate::json::{self, Search, Solved};
use crate::kept::Keeper;
use crate::memory;
use crate::pool::{self, Answer, Answered, Problem, Question};
use crate::progress::Progress;
use crate::statistics;
use crate::sums;
use crate::text::{self, Align};
use crate::watch::Watch;
use crate::work;
use crosscram_rules::{Dyadic, Outcome, PartialOutcome, Player, Position, Tile};
use crosscram_search::{Config, Engine, Interrupted, Report};
use std::io::{self, Write};

/// Run the command.
pub(crate) fn run(args: &SolveArgs, out: &mut impl Write) -> Result<(), Failure> {
    let asked = args.board.as_deref().unwrap_or_default();
    if args.atlas && atlas::look_up(asked, args, out)? {
        return Ok(());
    }
    if let Some(file) = &args.work.from {
        return work::run(file, args, out);
    }
    let board = args.board.as_deref().unwrap_or_default();
    if board.contains('+') {
        return sums::run(board, args, out);
    }
    let mut config = args.search.config()?;
    let mut input = Input::open(board)?;
    let watch = Watch::with_signals()?;
    let progress = Progress::new(args.quiet.quiet);
    let memory = memory::available();
    let batch = matches!(input, Input::Lines(_));
    let mut threads = args.threads;
    if !batch && config.engine == Engine::Crosscram {
        // All threads work on one search after the other.
        config.threads = std::mem::replace(&mut threads, 1);
    }
    let config = config;
    let keeper = keeper(args, &input, config.engine)?;
    let tables = Tables::open(&args.cache, &config)?;
    let questions = std::iter::from_fn(|| {
        let entry = input.next_unless(|| watch.is_stopped())?;
        let problem = entry.position.and_then(|position| {
            let firsts = Side::players(args.first, position.to_move);
            let searches = if batch {
                threads
            } else {
                threads.min(firsts.len())
            };
            memory::check(&position.board, &config, searches, memory)?;
            let position = position.with_tile(args.tile.length);
            let warnings = tables.load(&position.board, position.tile, Dyadic::from(0), &config);
            progress.aside(|| cache::complain(warnings));
            Ok(Problem { position, firsts })
        });
        Some(Question {
            line: entry.line,
            problem,
        })
    });

    let mut printer = Printer {
        out,
        args,
        config: &config,
        bad: false,
        printed: false,
    };
    let print = |answered: Answered<'_>| progress.aside(|| printer.print(answered));
    let ended = progress.during(&watch, || {
        pool::answer(questions, threads, &config, keeper.as_ref(), &watch, print)
    });
    tables.save();
    ended?;

    if let Some(keeper) = &keeper {
        keeper.check()?;
    }
    if watch.is_stopped() {
        Err(Failure::Interrupted)
    } else if printer.bad {
        Err(Failure::Reported)
    } else {
        Ok(())
    }
}

/// The journal of the subtrees, if one is wanted.
fn keeper(args: &SolveArgs, input: &Input, engine: Engine) -> Result<Option<Keeper>, Failure> {
    let Some(path) = &args.work.journal else {
        return Ok(None);
    };
    let Input::Argument(Some(position)) = input else {
        return Err(Failure::message(
            "--journal: with a board or --from only, not with a batch",
        ));
    };
    if engine != Engine::Crosscram {
        return Err(Failure::message(format_args!(
            "--journal: the engine {engine} keeps no subtrees"
        )));
    }
    let keeper = Keeper::open(path, &position.board, args.tile.length)?;
    if keeper.known() > 0 && !args.quiet.quiet {
        let known = text::plural(keeper.known() as u64, "finished subtree");
        eprintln!("{}: {known} known", path.display());
    }
    Ok(Some(keeper))
}

struct Printer<'a, W> {
    out: &'a mut W,
    args: &'a SolveArgs,
    config: &'a Config,
    /// Whether there was a bad line.
    bad: bool,
    printed: bool,
}

impl<W: Write> Printer<'_, W> {
    fn print(&mut self, (question, answers): Answered<'_>) -> io::Result<()> {
        let problem = match &question.problem {
            Ok(problem) => problem,
            Err(error) => {
                self.bad = true;
                return input::report_bad(self.out, self.args.json, question.line, error);
            }
        };
        let answers: Vec<_> = problem.firsts.iter().copied().zip(answers).collect();
        if self.args.json {
            let object = self.object(&problem.position, &answers);
            json::write(self.out, &object)
        } else {
            if std::mem::replace(&mut self.printed, true) && self.args.stats {
                writeln!(self.out)?;
            }
            self.text(&problem.position, &answers)
        }
    }

    fn object(&self, position: &Position, answers: &[(Player, Option<Answer>)]) -> Solved {
        let search = |first: Player| {
            let (_, answer) = answers.iter().find(|(player, _)| *player == first)?;
            Some(match answer.as_ref()? {
                Ok(report) => Search::proven(report, self.args.stats),
                Err(stopped) => Search::interrupted(stopped, self.args.stats),
            })
        };
        let interrupted = answers
            .iter()
            .any(|(_, answer)| !matches!(answer, Some(Ok(_))));
        Solved::new(
            position,
            self.config,
            search(Player::Vertical),
            search(Player::Horizontal),
            outcome(answers),
            interrupted,
        )
    }

    fn text(
        &mut self,
        position: &Position,
        answers: &[(Player, Option<Answer>)],
    ) -> io::Result<()> {
        let mut name = input::name(&position.board);
        if position.tile != Tile::DOMINO {
            name += &format!(", tiles of {}", position.tile.length());
        }
        writeln!(self.out, "{name}: {}", headline(answers))?;

        let mut rows: Vec<_> = answers
            .iter()
            .map(|(first, answer)| row(*first, answer))
            .collect();
        if answers.len() > 1 {
            let ended = || {
                answers
                    .iter()
                    .filter_map(|(_, answer)| answer.as_ref())
                    .map(cost)
            };
            let nodes = ended().map(|(nodes, _)| nodes).sum();
            let seconds = ended().map(|(_, seconds)| seconds).sum();
            rows.push(costs(
                vec!["total".to_string(), String::new()],
                nodes,
                seconds,
            ));
        }
        use Align::{Left, Right};
        text::columns(self.out, 2, &[Left, Left, Right, Right, Right], &rows)?;

        for (first, answer) in answers {
            if let Some(Err(stopped)) = answer {
                refutations(self.out, *first, stopped)?;
            }
        }
        if self.args.stats {
            for (first, answer) in answers {
                let (statistics, nodes) = match answer {
                    Some(Ok(report)) => (&report.statistics, report.nodes),
                    Some(Err(stopped)) => (&stopped.statistics, stopped.nodes),
                    None => continue,
                };
                writeln!(self.out, "\n{name}, {first} first:")?;
                statistics::write(self.out, statistics, nodes)?;
            }
        }
        Ok(())
    }
}

/// The outcome class, if both searches found their answer.
pub(crate) fn outcome(answers: &[(Player, Option<Answer>)]) -> Option<Outcome> {
    match answers {
        [
            (Player::Vertical, Some(Ok(vertical))),
            (Player::Horizontal, Some(Ok(horizontal))),
        ] => Some(Outcome::from_winners(vertical.winner, horizontal.winner)),
        _ => None,
    }
}

/// What is known, in one sentence with its code.
pub(crate) fn headline(answers: &[(Player, Option<Answer>)]) -> String {
    if let Some(outcome) = outcome(answers) {
        return format!("{outcome} ({})", outcome.code());
    }
    let proven = answers
        .iter()
        .find_map(|(_, answer)| answer.as_ref()?.as_ref().ok());
    let Some(&Report { first, winner, .. }) = proven else {
        return "not solved".to_string();
    };
    let known = match first {
        Player::Vertical => PartialOutcome::from_winners(Some(winner), None),
        Player::Horizontal => PartialOutcome::from_winners(None, Some(winner)),
    };
    let role = if winner == first { "first" } else { "second" };
    format!("{winner} wins moving {role} ({known})")
}

/// The line of one search.
fn row(first: Player, answer: &Option<Answer>) -> Vec<String> {
    let name = format!("{first} first");
    let Some(answer) = answer else {
        return vec![name, "not begun".to_string()];
    };
    let result = match answer {
        Ok(Report {
            winner,
            best_move: Some(best),
            ..
        }) => format!("{winner} wins with {best}"),
        Ok(Report {
            winner,
            best_move: None,
            ..
        }) => format!("{winner} wins"),
        Err(_) => "interrupted".to_string(),
    };
    let (nodes, seconds) = cost(answer);
    costs(vec![name, result], nodes, seconds)
}

/// Nodes and seconds of a search.
fn cost(answer: &Answer) -> (u64, f64) {
    match answer {
        Ok(report) => (report.nodes, report.elapsed.as_secs_f64()),
        Err(stopped) => (stopped.nodes, stopped.elapsed.as_secs_f64()),
    }
}

fn costs(mut row: Vec<String>, nodes: u64, seconds: f64) -> Vec<String> {
    row.push(text::plural(nodes, "node"));
    row.push(text::seconds(seconds));
    row.push(text::rate(nodes as f64 / seconds));
    row
}

/// How far an interrupted search came.
fn refutations(out: &mut impl Write, first: Player, stopped: &Interrupted) -> io::Result<()> {
    let refuted = &stopped.refuted;
    write!(
        out,
        "  {first} first: {} of {}",
        refuted.len(),
        text::plural(stopped.of as u64, "first move")
    )?;
    if refuted.is_empty() {
        return writeln!(out, " refuted");
    }
    let names: Vec<_> = refuted.iter().map(ToString::to_string).collect();
    writeln!(out, " refuted: {}", names.join(" "))
}
