//! `crosscram solve`: who wins, and how.

pub(crate) mod answers;

use crate::args::{BOARD_HELP, CacheArg, QuietArg, SearchArgs, Side, TileArg, short, threads};
use crate::atlas;
use crate::cache;
use crate::failure::Failure;
use crate::input::{self, Entry, Input};
use crate::json;
use crate::progress::Progress;
use crate::text;
use crate::watch::Watch;
use answers::{Answers, Earlier};
use clap::Args;
use crosscram_jobs::Journal;
use crosscram_rules::{Player, Question};
use crosscram_search::session::Session;
use crosscram_search::{Options, Report, Solver};
use crosscram_support::pool::Pool;
use crosscram_workbench::Subject;
use std::collections::VecDeque;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Compute who wins, with a winning first move
///
/// The answer is proven by search. Ctrl-C stops it and prints what is known by then; a second
/// Ctrl-C ends the program at once. BOARD may also be a sum of boards, numbers and games that are
/// played together: '6x8 + 1/4', '4x4 - 2x3 + *'.
///
/// On a terminal progress is shown: nodes so far, nodes per second, memory, time. Below, `move 3/28` is the
/// third of 28 first moves, `reply 12/40` the twelfth of 40 replies to it, and so on. From about two seconds on follows how
/// long it may still take, at least and at most, judged by how far the search has come through the moves of
/// the player who seems to lose; a wrong first move of the other player can make it longer.
#[derive(Debug, Args)]
pub(crate) struct SolveArgs {
    #[arg(value_name = "BOARD", help = short(BOARD_HELP), long_help = BOARD_HELP)]
    pub(crate) board: String,

    /// Who moves first [default: the position's side to move, else both in turn]
    #[arg(long, value_enum, ignore_case = true)]
    pub(crate) first: Option<Side>,

    /// Keep finished subtrees of the search in this folder, and use what is there
    ///
    /// Of some size, and of the engine crosscram. A search that was interrupted, even killed, goes on where it was if it is started again
    /// with the same folder, and `crosscram prove BOARD --jobs DIR` makes a proof of it.
    #[arg(long, value_name = "DIR")]
    pub(crate) journal: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) tile: TileArg,

    #[command(flatten)]
    pub(crate) search: SearchArgs,

    #[command(flatten)]
    pub(crate) cache: CacheArg,

    /// Look an empty rectangle up in the atlas, and search only if it is not there
    ///
    /// An answer from the atlas is published, or follows from published ones. It is printed as a lookup,
    /// with its sources. Either all of an answer is looked up or all of it is searched.
    #[arg(long)]
    pub(crate) atlas: bool,

    /// Number of threads
    ///
    /// With the engine crosscram all of them work on one board, with one table; the winner does not
    /// depend on their number, but node counts and the winning move may. With the published engines,
    /// and in a batch, each works on a search of its own, with a table of its own (the two first
    /// players of a board count as two searches); then nothing depends on their number.
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads)]
    pub(crate) threads: usize,

    /// Print one JSON object per line
    #[arg(long)]
    pub(crate) json: bool,

    /// Also print statistics of the nodes
    #[arg(long)]
    pub(crate) stats: bool,

    #[command(flatten)]
    pub(crate) quiet: QuietArg,
}

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
    let journal = task.journal.as_ref();
    let rests_on = journal.and_then(|journal| Earlier::of(journal, args));
    let mut printer = Printer {
        out,
        args,
        solver: &task.session,
        rests_on,
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
    Failure::Reported.when(printer.failed)?;
    task.watch.ended()
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
        fail!("--journal: with a board only, not with a batch");
    };
    if options.table().is_none() {
        let problem = "--no-table: a journal is read into the table";
        return Err(Failure::message(problem));
    }
    let Options::Crosscram(_) = options else {
        fail!(
            "--journal: the engine {} records no subtrees",
            options.engine()
        );
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
        remark!("{remark}");
    }
    if journal.known() > 0 && !quiet {
        let known = text::plural(journal.known() as u64, "finished subtree");
        eprintln!("{}: {known} known", path.display());
    }
    Ok(journal)
}

/// One search, or why there is none.
struct Search {
    /// Line of the batch, from 1.
    line: Option<u64>,
    /// What is asked, who moves first, and how many searches of the same question follow.
    asked: Result<(Arc<Subject>, Player, usize), String>,
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
            let Entry { line, asked } = self.input.next_unless(|| watch.is_stopped())?;
            let asked = asked.and_then(|asked| {
                let firsts = Side::players(args.first, asked.position().to_move);
                accept(&asked, &firsts).map(|()| (Arc::new(asked), firsts))
            });
            let (asked, firsts) = match asked {
                Ok(asked) => asked,
                Err(error) => {
                    let asked = Err(error);
                    return Some(Search { line, asked });
                }
            };
            let following = (0..firsts.len()).rev();
            let searches = firsts.into_iter().zip(following);
            self.waiting.extend(searches.map(|(first, following)| {
                let asked = Ok((Arc::clone(&asked), first, following));
                Search { line, asked }
            }));
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

impl Task {
    /// The report is missing if it never began.
    fn perform(&self, search: Search) -> (Search, Option<Report>) {
        let asked = search.asked.as_ref().ok();
        let report = asked.and_then(|(asked, first, _)| {
            let question = asked.question(*first);
            let label = label(asked, search.line, *first);
            self.watch.search(label, |control| match &self.journal {
                Some(journal) => journal.solve(&self.session, &question, control),
                None => self.session.solve(&question, control),
            })
        });
        (search, report)
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
    fn take(&mut self, (search, report): (Search, Option<Report>)) -> io::Result<()> {
        let (asked, first, following) = match search.asked {
            Ok(asked) => asked,
            Err(error) => {
                self.failed = true;
                return input::report_bad(self.out, self.args.json, search.line, &error);
            }
        };
        let rests_on = &self.rests_on;
        let answers = self.current.get_or_insert_with(|| Answers {
            asked,
            reports: Vec::new(),
            rests_on: rests_on.clone(),
        });
        answers.reports.push((first, report));
        match following {
            0 => self.finish(),
            _ => Ok(()),
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
            remark!("error: {shortage}");
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
