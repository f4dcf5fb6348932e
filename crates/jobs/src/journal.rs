//! The finished subtrees of a search of one board, kept in a folder, so that a search that was interrupted goes on.
//!
//! They are claims, in segments of a worker of their own, `search-N`, for each run. The folder may be that of a run of units, or become
//! one: claims guide it ([`Desk::create`](crate::Desk::create)), and nothing is proven by them. What workers leave in the folder is not used by
//! a search, because its answer would rest on it unchecked. What runs cost is in the folder's times.

use crate::desk::DeskError;
use crate::folder::{Folder, SEARCH, worker_of};
use crate::library::Library;
use crate::segment::{Finding, Outcome, Segment, Solved};
use crate::unit::{Fact, Unit, Wanted};
use crate::{FileError, Remark};
use crosscram_rules::{Question, Tile};
use crosscram_search::session::Session;
use crosscram_search::{Control, CrosscramOptions, Proven, Report, Run, Tracer};
use crosscram_support::threads::{self, StartError};
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The minimum size of a recorded subtree; smaller ones are searched again in a tenth of a second.
const LEAST_NODES: u64 = 20_000;

/// How often finished subtrees are written to disk, at first and after a long time: a kill loses a hundredth of the search.
const PERIODS: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(60)];

/// The subtrees that searches have left in a folder, and those of this one.
#[derive(Debug)]
pub struct Journal {
    /// What is asked, as the unit of all its segments.
    unit: Unit,
    known: Vec<Proven>,
    spent: Spent,
    remarks: Vec<Remark>,
    began: Instant,
    /// Subtrees that are not written yet.
    finished: Mutex<Vec<Fact>>,
    state: Mutex<State>,
}

/// What the runs before this one cost.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spent {
    /// Number of runs that say it.
    pub runs: u64,
    /// Their nodes.
    pub nodes: u64,
    /// Their seconds.
    pub seconds: f64,
}

#[derive(Debug)]
struct State {
    folder: Folder,
    worker: String,
    /// What the searches of this run cost that have ended.
    ended: (u64, Duration),
    /// How much of the cost is in the folder.
    said: (u64, Duration),
    /// When the search began that runs now.
    since: Option<Instant>,
    /// Why the folder could not be written.
    failure: Option<FileError>,
}

impl State {
    /// Writes down what was found, and what this run has cost since the last time.
    fn write(&mut self, unit: &Unit, facts: &[Fact], control: &Control) -> Result<(), FileError> {
        let (nodes, elapsed) = match self.since {
            None => self.ended,
            Some(since) => {
                let (nodes, elapsed) = self.ended;
                (nodes + control.nodes(), elapsed + since.elapsed())
            }
        };
        let mut bytes = Vec::new();
        if !facts.is_empty() {
            let mut segment = Segment::new(unit.id());
            segment.results = facts.iter().map(claim).collect();
            bytes = segment.to_bytes();
            let name = Folder::name(&self.worker, &bytes);
            self.folder.store(&name, &bytes)?;
        }
        let said = std::mem::replace(&mut self.said, (nodes, elapsed));
        self.folder.note_time(&format!(
            "{}\t{}\t{}\t0\t{:.6}\t0.000000\t{}\t0",
            self.worker,
            facts.len(),
            nodes.saturating_sub(said.0),
            elapsed.saturating_sub(said.1).as_secs_f64(),
            bytes.len(),
        ));
        Ok(())
    }
}

/// A fact as a position of a segment.
fn claim(fact: &Fact) -> Finding {
    Finding {
        position: fact.position,
        nodes: fact.nodes,
        writing: 0,
        outcome: Outcome::Solved(Solved {
            winner: fact.winner,
            piece: 0..0,
        }),
    }
}

/// Records every subtree that is large enough.
impl Tracer for Journal {
    fn proven(&self, position: &Proven) {
        open(&self.finished).push(Fact::of(position, self.tile()));
    }

    fn least_nodes(&self) -> u64 {
        LEAST_NODES
    }
}

impl Journal {
    /// Opens a folder for the searches of a question, or makes it. Segments that are damaged are put aside; one of another board or tile
    /// is an error.
    pub fn open(path: &Path, question: &Question) -> Result<Journal, DeskError> {
        let folder = Folder::with_directories(path)?;
        folder.check_run(question)?;
        let mut remarks = Vec::new();
        let known = known(&folder, question, |name, error| {
            folder.reject(name)?;
            remarks.push(Remark::PutAside(name.to_string(), error.to_string()));
            Ok(())
        })?;
        let (number, spent) = earlier_runs(&folder)?;
        Ok(Journal {
            unit: Unit {
                wanted: Wanted::Claims,
                ..Unit::new(
                    question.number,
                    CrosscramOptions::default().bounds,
                    u64::MAX,
                    vec![*question],
                )
            },
            known,
            spent,
            remarks,
            began: Instant::now(),
            finished: Mutex::default(),
            state: Mutex::new(State {
                folder,
                worker: format!("{SEARCH}{}", number + 1),
                ended: (0, Duration::ZERO),
                said: (0, Duration::ZERO),
                since: None,
                failure: None,
            }),
        })
    }

    /// The subtrees of a folder for a question of the same board and tile. It is only read.
    pub fn read(path: &Path, question: &Question) -> Result<Vec<Proven>, DeskError> {
        let folder = Folder::only_read(path)?;
        known(&folder, question, |_, error| Err(error))
    }

    fn tile(&self) -> Tile {
        self.unit.positions[0].tile
    }

    /// The number of known subtrees.
    pub fn known(&self) -> usize {
        self.known.len()
    }

    /// What the runs before this one cost.
    pub fn spent(&self) -> Spent {
        self.spent
    }

    /// What was remarkable when it was opened.
    pub fn remarks(&self) -> &[Remark] {
        &self.remarks
    }

    /// Runs a search that uses the known subtrees and records its own.
    pub fn during<T>(
        &self,
        control: &Control,
        search: impl FnOnce(&Run<'_>) -> T,
    ) -> Result<T, StartError> {
        let (done, waiting) = channel::<()>();
        let waiting = Mutex::new(waiting);
        open(&self.state).since = Some(Instant::now());
        let search = || {
            let result = search(&Run {
                tracer: Some(self),
                known: &self.known,
                ..Run::new(control)
            });
            drop(done);
            result
        };
        let searched = threads::beside(1, |_| self.write_now_and_then(&waiting, control), search);
        self.write(control, true);
        searched.map(|(result, _)| result)
    }

    /// Solves a question and records its subtrees.
    pub fn solve(&self, session: &Session, question: &Question, control: &Control) -> Report {
        let searched = self.during(control, |run| {
            let report = session.run(question, run);
            self.keep_answer(&report);
            report
        });
        searched.unwrap_or_else(|error| Report::failed(question, error))
    }

    /// Records the answer itself, however small its tree, unless it is known.
    fn keep_answer(&self, report: &Report) {
        let Some(winner) = report.winner() else {
            return;
        };
        let position = report.question;
        let same = |known: &Proven| Fact::of(known, self.tile()).position == position;
        if report.nodes < LEAST_NODES && !self.known.iter().any(same) {
            open(&self.finished).push(Fact {
                position,
                winner,
                nodes: report.nodes,
            });
        }
    }

    /// Writes periodically until the channel, which carries no messages, is closed.
    fn write_now_and_then(&self, waiting: &Mutex<Receiver<()>>, control: &Control) {
        let waiting = open(waiting);
        let period = || (self.began.elapsed() / 100).clamp(PERIODS[0], PERIODS[1]);
        while let Err(RecvTimeoutError::Timeout) = waiting.recv_timeout(period()) {
            self.write(control, false);
        }
    }

    /// Writes the finished subtrees, if there are any or the search has ended. If that fails, stops the search.
    fn write(&self, control: &Control, has_ended: bool) {
        let facts = std::mem::take(&mut *open(&self.finished));
        let mut state = open(&self.state);
        if state.failure.is_none() && (has_ended || !facts.is_empty()) {
            state.failure = state.write(&self.unit, &facts, control).err();
        }
        if state.failure.is_some() {
            control.stop();
        }
        if has_ended && let Some(since) = state.since.take() {
            let (nodes, elapsed) = state.ended;
            state.ended = (nodes + control.nodes(), elapsed + since.elapsed());
        }
    }

    /// Returns an error if the folder could not be written.
    pub fn check(&self) -> Result<(), FileError> {
        match open(&self.state).failure.take() {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }
}

/// The positions that searches have solved in a folder, as hints for a search of this board. `damaged` hears of those that cannot be read.
fn known(
    folder: &Folder,
    question: &Question,
    mut damaged: impl FnMut(&str, FileError) -> Result<(), FileError>,
) -> Result<Vec<Proven>, DeskError> {
    let mut library = Library::default();
    // Of searches alone: what workers claim guides a proof, which does not rest on it. The answer of a search would.
    let names = folder.segments()?.into_iter();
    for name in names.filter(|name| worker_of(name).starts_with(SEARCH)) {
        match folder.read(&name) {
            Ok(segment) => {
                folder.check_game(&name, &segment, question)?;
                library.add(&name, &segment)?;
            }
            Err(error) => damaged(&name, error)?,
        }
    }
    let mut known: Vec<Proven> = library.all().map(Proven::from).collect();
    // Always in the same order, so that a search does not depend on chance.
    known.sort_by_key(|known| {
        (
            known.nodes,
            known.board,
            known.number,
            known.to_move.index(),
        )
    });
    Ok(known)
}

/// The highest number of a search that has written into a folder, and what all of them say that they cost.
fn earlier_runs(folder: &Folder) -> Result<(u64, Spent), FileError> {
    let number = |worker: &str| worker.strip_prefix(SEARCH)?.parse::<u64>().ok();
    let names = folder.segments()?;
    let names = names.iter().map(|name| worker_of(name));
    let mut last = names.filter_map(number).max().unwrap_or(0);
    let mut spent = Spent::default();
    let mut runs = Vec::new();
    for line in folder.times().lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let [worker, _, nodes, _, seconds, ..] = fields[..] else {
            continue;
        };
        if let (Some(run), Ok(nodes), Ok(seconds)) =
            (number(worker), nodes.parse::<u64>(), seconds.parse::<f64>())
        {
            if !runs.contains(&run) {
                runs.push(run);
            }
            last = last.max(run);
            spent.nodes = spent.nodes.saturating_add(nodes);
            spent.seconds += seconds;
        }
    }
    spent.runs = runs.len() as u64;
    Ok((last, spent))
}

fn open<T>(list: &Mutex<T>) -> MutexGuard<'_, T> {
    list.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscram_rules::Player;
    use std::fs;

    /// Wherever a kill cuts a file of the folder, the search goes on with what is whole, and its answer is the same.
    #[test]
    fn a_journal_that_is_cut_at_any_byte_goes_on() {
        let question = Question::new("2x3".parse().unwrap(), Tile::DOMINO, Player::Vertical);
        let session = Session::passing(CrosscramOptions::default());
        // What the folder has, and what is remarkable about it, before the search.
        let search = |folder: &Path| {
            let journal = Journal::open(folder, &question).unwrap();
            let report = journal.solve(&session, &question, &Control::new());
            assert_eq!(report.winner(), Some(Player::Vertical));
            journal.check().unwrap();
            (journal.known(), journal.remarks().len())
        };
        let whole = tempfile::tempdir().unwrap();
        assert_eq!(search(whole.path()), (0, 0));
        assert_eq!(search(whole.path()), (1, 0));
        let names = Folder::only_read(whole.path()).unwrap().segments().unwrap();
        let segment = format!("segments/{}", names[0]);
        for cut in [segment.as_str(), "times.tsv"] {
            for length in 0..fs::metadata(whole.path().join(cut)).unwrap().len() {
                let copy = tempfile::tempdir().unwrap();
                fs::create_dir(copy.path().join("segments")).unwrap();
                for file in [segment.as_str(), "times.tsv"] {
                    let mut bytes = fs::read(whole.path().join(file)).unwrap();
                    if file == cut {
                        bytes.truncate(length as usize);
                    }
                    fs::write(copy.path().join(file), bytes).unwrap();
                }
                let expected = if cut == segment { (0, 1) } else { (1, 0) };
                assert_eq!(search(copy.path()), expected, "{cut} {length}");
                // Nothing that this run has found is lost to the next.
                assert_eq!(search(copy.path()).0, 1, "{cut} {length}");
            }
        }
    }
}
