//! `crosscram solve`: who wins, and how.

pub(crate) mod answers;

use crate::args::{Side, SolveArgs};
use crate::atlas;
use crate::cache;
use crate::failure::Failure;
use crate::input::{self, Input};
use crate::json;
use crate::progress::Progress;
use crate::text;
use crate::watch::Watch;
use answers::{Answers, Earlier};
use crosscram_jobs::Journal;
use crosscram_rules::{Player, Question};
use crosscram_search::session::Session;
use crosscram_search::{Options, Report, Solver};
use crosscram_support::pool::Pool;
use crosscram_workbench::Subject;
use std::collections::VecDeque;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

/// Runs the command.
pub(crate) fn run(args: &SolveArgs, out: &mut impl Write) -> Result<(), Failure> {
    let board = args.board.as_str();
    if args.atlas && atlas::look_up(board, args, out)? {
        return Ok(());
    }
    let tile = args.tile.length;
    let input = Input::read_by(board, move |text| {
        Subject::read(text, tile).map_err(|error| error.to_string())
    })?;
    let mut options = args.search.options(args.tile.length)?;
    let mut threads = args.threads;
    if !input.is_batch()
        && let Options::Crosscram(options) = &mut options
    {
        // All threads work on one search after the other.
        options.threads = std::mem::replace(&mut threads, 1);
    }
    let task = Task {
        session: cache::session(options.clone(), &args.cache)?,
        journal: journal(args, &input, &options)?,
        watch: Watch::with_signals()?,
    };
    let progress = Progress::new(args.quiet.quiet);
    let batch = input.is_batch();
    let mut source = Source {
        input,
        waiting: VecDeque::new(),
    };
    let searches = std::iter::from_fn(|| {
        source.next(args, &task.watch, |asked, firsts| {
            let searches = match batch {
                true => threads,
                false => threads.min(firsts.len()),
            };
            let questions = firsts.iter().map(|&first| asked.question(first));
            let mut admitted = questions.map(|question| task.session.admit(&question, searches));
            admitted.try_for_each(|admitted| admitted.map_err(|error| error.to_string()))
        })
    });
    let mut printer = Printer {
        out,
        args,
        solver: &task.session,
        rests_on: task
            .journal
            .as_ref()
            .and_then(|journal| Earlier::of(journal, args)),
        current: None,
        failed: false,
        printed: false,
    };
    let pool = Pool::ordered(threads, &task.watch.stop_flag());
    let ended = progress.during(&task.watch, || {
        let work = |_| |search: Search| task.perform(search);
        pool.run(searches, work, |done| {
            let take = |(_, done)| progress.aside(|| printer.take(done));
            done.into_iter().try_for_each(take).map_err(Failure::from)
        })
    });
    let ended = ended.and_then(|()| Ok(progress.aside(|| printer.finish())?));
    ended?;
    if let Some(journal) = &task.journal {
        journal.check().map_err(Failure::message)?;
    }
    if printer.failed {
        Err(Failure::Reported)
    } else if task.watch.is_stopped() {
        Err(Failure::Interrupted)
    } else {
        Ok(())
    }
}

/// The journal of finished subtrees, if one is requested.
fn journal(
    args: &SolveArgs,
    input: &Input<Subject>,
    options: &Options,
) -> Result<Option<Journal>, Failure> {
    let Some(path) = &args.journal else {
        return Ok(None);
    };
    let Some(asked) = input.argument() else {
        return Err(Failure::message(
            "--journal: with a board only, not with a batch",
        ));
    };
    if options.table().is_none() {
        let problem = "--no-table: a journal is read into the table";
        return Err(Failure::message(problem));
    }
    let Options::Crosscram(_) = options else {
        return Err(Failure::message(format_args!(
            "--journal: the engine {} records no subtrees",
            options.engine()
        )));
    };
    let question = asked.question(Player::Vertical);
    open_journal(path, &question, args.quiet.quiet).map(Some)
}

/// Opens a journal and reports how many subtrees it has.
pub(crate) fn open_journal(
    path: &Path,
    question: &Question,
    quiet: bool,
) -> Result<Journal, Failure> {
    let journal = Journal::open(path, question).map_err(Failure::message)?;
    for remark in journal.remarks() {
        crate::remark(format_args!("{remark}"));
    }
    if journal.known() > 0 && !quiet {
        let known = text::plural(journal.known() as u64, "finished subtree");
        eprintln!("{}: {known} known", path.display());
    }
    Ok(journal)
}

/// One search, or a question without any.
struct Search {
    /// Line of the batch, from 1.
    line: Option<u64>,
    asked: Result<Arc<Subject>, String>,
    /// Who moves first, and how many searches of the same question follow.
    first: Option<(Player, usize)>,
}

/// Reads questions and hands out their searches one by one.
struct Source {
    input: Input<Subject>,
    waiting: VecDeque<Search>,
}

impl Source {
    fn next(
        &mut self,
        args: &SolveArgs,
        watch: &Watch,
        accept: impl Fn(&Subject, &[Player]) -> Result<(), String>,
    ) -> Option<Search> {
        if self.waiting.is_empty() {
            let entry = self.input.next_unless(|| watch.is_stopped())?;
            let line = entry.line;
            let asked = entry.asked.and_then(|asked| {
                let firsts = Side::players(args.first, asked.position().to_move);
                accept(&asked, &firsts).map(|()| (Arc::new(asked), firsts))
            });
            match asked {
                Err(error) => self.waiting.push_back(Search {
                    line,
                    asked: Err(error),
                    first: None,
                }),
                Ok((asked, firsts)) => {
                    let following = (0..firsts.len()).rev();
                    for first in firsts.iter().copied().zip(following) {
                        self.waiting.push_back(Search {
                            line,
                            asked: Ok(Arc::clone(&asked)),
                            first: Some(first),
                        });
                    }
                }
            }
        }
        self.waiting.pop_front()
    }
}

/// The state that all searches share.
struct Task {
    session: Session,
    journal: Option<Journal>,
    watch: Arc<Watch>,
}

/// A search that has ended; without a report if it never began.
struct Done {
    search: Search,
    report: Option<Report>,
}

impl Task {
    fn perform(&self, search: Search) -> Done {
        let report = match (&search.asked, search.first) {
            (Ok(asked), Some((first, _))) => {
                let question = asked.question(first);
                let label = label(asked, search.line, first);
                self.watch.search(label, |control| match &self.journal {
                    Some(journal) => journal.solve(&self.session, &question, control),
                    None => self.session.solve(&question, control),
                })
            }
            _ => None,
        };
        Done { search, report }
    }
}

/// A short label of a search.
fn label(asked: &Subject, line: Option<u64>, first: Player) -> String {
    let name = match line {
        Some(line) => format!("line {line}"),
        None => asked.name(),
    };
    // Positions can be hundreds of characters long.
    let cut: String = name.chars().take(20).collect();
    let dots = if cut.len() < name.len() { "…" } else { "" };
    format!("{cut}{dots} {} first", first.letter())
}

/// Prints each question when the last of its searches has ended.
struct Printer<'a, W> {
    out: &'a mut W,
    args: &'a SolveArgs,
    solver: &'a Solver,
    rests_on: Option<Earlier>,
    current: Option<Answers>,
    /// Whether there was a bad line, or a search that lacked memory or threads.
    failed: bool,
    printed: bool,
}

impl<W: Write> Printer<'_, W> {
    fn take(&mut self, done: Done) -> io::Result<()> {
        let Done { search, report } = done;
        let asked = match search.asked {
            Ok(asked) => asked,
            Err(error) => {
                self.failed = true;
                return input::report_bad(self.out, self.args.json, search.line, &error);
            }
        };
        let Some((first, following)) = search.first else {
            return Ok(());
        };
        let rests_on = &self.rests_on;
        let answers = self.current.get_or_insert_with(|| Answers {
            asked,
            reports: Vec::new(),
            rests_on: rests_on.clone(),
        });
        answers.reports.push((first, report));
        if following == 0 {
            self.finish()
        } else {
            Ok(())
        }
    }

    /// Prints the current question as far as it was searched, if it was begun.
    fn finish(&mut self) -> io::Result<()> {
        let Some(mut answers) = self.current.take() else {
            return Ok(());
        };
        let reports = &mut answers.reports;
        if reports.iter().all(|(_, report)| report.is_none()) {
            return Ok(());
        }
        for first in Side::players(self.args.first, answers.asked.position().to_move) {
            if !reports.iter().any(|(player, _)| *player == first) {
                reports.push((first, None));
            }
        }
        for shortage in answers.shortages() {
            self.failed = true;
            crate::remark(format_args!("error: {shortage}"));
        }
        let statistics = self.args.stats;
        if self.args.json {
            return json::write(self.out, &answers.object(self.solver.engine(), statistics));
        }
        if std::mem::replace(&mut self.printed, true) && statistics {
            writeln!(self.out)?;
        }
        answers.write(self.out, statistics)
    }
}
