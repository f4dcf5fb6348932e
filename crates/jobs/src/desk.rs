//! The desk of a run: units go out over it and segments come in, are checked, stored and understood. Whoever
//! carries them, threads, files or a network, does it the same way.

use super::coordinator::{Coordinator, Plan, Scope, Tally};
use super::folder::{Folder, INBOX, SEARCH, UNITS, is_worker_name, list, worker_of};
use super::library::{Contradiction, Known};
use super::outlook::Left;
use super::parts::Parts;
use super::pieces::Pieces;
use super::segment::{ChildFinding, ChildState, Outcome, Segment, Solved};
use super::unit::{Fact, Unit};
use crate::{FileError, Range};
use crosscram_certificate::Hash;
use crosscram_rules::{Player, Question};
use crosscram_support::atomic;
use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

mod finish;

/// When pieces of certificate are checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Check {
    /// When they arrive, before anything rests on them.
    #[default]
    OnArrival,
    /// When the certificate is complete. If it does not hold, all of them are checked, and what
    /// rests on false ones is taken back.
    AtEnd,
}

/// Why a run cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum DeskError {
    /// A file.
    #[error(transparent)]
    File(#[from] FileError),
    /// Two segments contradict each other.
    #[error(transparent)]
    Contradiction(Box<Contradiction>),
    /// The certificate does not hold although every piece does: a fault of this program.
    #[error("the certificate does not hold: {0}")]
    Invalid(String),
}

impl From<Contradiction> for DeskError {
    fn from(found: Contradiction) -> Self {
        DeskError::Contradiction(Box::new(found))
    }
}

/// What became of a segment that was delivered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// It is in use, and on disk after [`Desk::flush`].
    Taken {
        /// The facts that are new.
        facts: Vec<Fact>,
        /// What was read.
        segment: Box<Segment>,
    },
    /// It says nothing new. What was read, if its unit was under way: then it was worked on for nothing.
    Repeated(Option<Box<Segment>>),
    /// It cannot be used; the unit has to be done again. The worker may be honest.
    Unusable(String),
    /// A proof in it does not hold. The worker is shut out from now on.
    False(String),
    /// The worker was shut out before, and why.
    ShutOut(String),
}

/// What is remarkable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remark {
    /// A segment was put aside: its name, and why.
    PutAside(String, String),
    /// A worker was shut out: its name, and why.
    ShutOut(String, String),
    /// So many segments were taken back, with everything that followed from them.
    TakenBack(usize),
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Remark::PutAside(name, reason) => write!(f, "segment {name} is put aside: {reason}"),
            Remark::ShutOut(worker, reason) => write!(f, "worker {worker} is shut out: {reason}"),
            Remark::TakenBack(count) => {
                write!(
                    f,
                    "taken back, with everything that followed: {count} segments"
                )
            }
        }
    }
}

/// A certificate that was written and checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// Who wins.
    pub winner: Player,
    /// Nodes of the certificate.
    pub nodes: u64,
    /// Bytes of the file.
    pub bytes: u64,
    /// Its hash, if it is compressed.
    pub hash: Option<Hash>,
}

/// A run: its state and its folder.
pub struct Desk {
    folder: Folder,
    coordinator: Coordinator,
    /// Proofs that several write at a time.
    parts: Parts,
    check: Check,
    /// How many threads check the certificate.
    checkers: usize,
    /// Segments whose pieces were checked in this process.
    checked: HashSet<String>,
    shut_out: BTreeMap<String, String>,
    /// Segments that are in use but not on disk yet.
    unwritten: Vec<(String, Vec<u8>)>,
    remarks: Vec<Remark>,
}

impl Desk {
    /// Begins a run in a folder, guided by what a search has left there.
    pub fn create(path: &Path, plan: Plan, check: Check) -> Result<Desk, DeskError> {
        let folder = Folder::create(path, &plan)?;
        let mut desk = Desk::with(folder, plan, check)?;
        desk.rebuild()?;
        Ok(desk)
    }

    /// Goes on with the run of a folder.
    pub fn resume(path: &Path, check: Check) -> Result<Desk, DeskError> {
        let (folder, plan) = Folder::open(path)?;
        let mut desk = Desk::with(folder, plan, check)?;
        desk.rebuild()?;
        Ok(desk)
    }

    /// The same, but checks all segments before anything rests on them; see [`Desk::audit`].
    pub fn resume_audited(path: &Path, check: Check) -> Result<Desk, DeskError> {
        let (folder, plan) = Folder::open(path)?;
        let mut desk = Desk::with(folder, plan, check)?;
        desk.audit()?;
        match desk.rebuild() {
            // What is left of contradictions follows from claims, which cannot be checked.
            Err(DeskError::Contradiction(_)) => {
                let reason = "a claim somewhere is false, and nobody knows which";
                let taken_back = desk.put_claims_aside(|_| true, reason)?;
                desk.remarks.push(Remark::TakenBack(taken_back));
                desk.rebuild()?;
            }
            rebuilt => rebuilt?,
        }
        Ok(desk)
    }

    fn with(folder: Folder, plan: Plan, check: Check) -> Result<Desk, DeskError> {
        Ok(Desk {
            shut_out: folder.shut_out()?,
            folder,
            coordinator: Coordinator::new(plan),
            parts: Parts::new(plan),
            check,
            checkers: 1,
            checked: HashSet::new(),
            unwritten: Vec::new(),
            remarks: Vec::new(),
        })
    }

    /// From now on so many threads check the certificate at the end, at least one, each with tables of its own.
    pub fn check_with_threads(&mut self, threads: usize) {
        self.checkers = threads.max(1);
    }

    /// What the run is about.
    pub fn plan(&self) -> &Plan {
        self.coordinator.plan()
    }

    /// The state of the run.
    pub fn coordinator(&self) -> &Coordinator {
        &self.coordinator
    }

    /// The folder.
    pub fn folder(&self) -> &Folder {
        &self.folder
    }

    /// What was reached in this process and by the segments that were there.
    pub fn tally(&self) -> Tally {
        self.coordinator.tally()
    }

    /// What is left to do.
    pub fn left(&self) -> Left {
        if self.writes_parts() {
            let (leaves, units) = self.parts.left();
            return Left {
                leaves: leaves as u64,
                units: Range::exactly(units),
            };
        }
        self.coordinator.left()
    }

    /// Takes what has become remarkable since the last call.
    pub fn remarks(&mut self) -> Vec<Remark> {
        std::mem::take(&mut self.remarks)
    }

    /// Understands all segments anew. Those that cannot be read are put aside.
    fn rebuild(&mut self) -> Result<(), DeskError> {
        self.flush()?;
        self.coordinator = Coordinator::new(*self.coordinator.plan());
        self.parts = Parts::anew(&self.parts);
        let mut parts = Vec::new();
        for name in self.folder.segments()? {
            let objection = match self.folder.read(&name) {
                Err(FileError::Io {
                    tried: "read",
                    source,
                    ..
                }) if is_missing(&source) => continue,
                Err(error) => Some(error.to_string()),
                Ok(segment) if worker_of(&name).starts_with(SEARCH) => {
                    self.folder
                        .check_game(&name, &segment, &self.plan().question)?;
                    match self.coordinator.be_guided(&name, segment) {
                        Ok(()) => None,
                        Err(contradiction) => {
                            self.refute_claim(contradiction)?;
                            return self.rebuild();
                        }
                    }
                }
                Ok(segment) => match self.coordinator.objection(&segment) {
                    Some(objection) => Some(objection),
                    None if segment.attempt.is_some() => {
                        parts.push((name, segment));
                        continue;
                    }
                    None => match self.coordinator.accept(&name, &segment) {
                        Ok(_) => None,
                        Err(contradiction) => {
                            self.refute_claim(contradiction)?;
                            return self.rebuild();
                        }
                    },
                },
            };
            if let Some(reason) = objection {
                self.folder.reject(&name)?;
                self.remarks.push(Remark::PutAside(name, reason));
            }
        }
        // Parts are of no use without their outline, which comes first.
        parts.sort_by_key(|(_, segment)| Parts::is_of_a_part(segment));
        for (name, segment) in parts {
            self.coordinator.note_parts(&segment);
            self.parts
                .accept(&name, &segment, self.coordinator.winner());
        }
        Ok(())
    }

    /// The next unit; `None` if there is nothing to do until a unit under way comes back, or the proof is
    /// complete.
    pub fn issue(&mut self, scope: Scope) -> Result<Option<Unit>, DeskError> {
        if scope == Scope::Claims && self.check == Check::AtEnd && self.coordinator.lacks_proofs() {
            self.parts.turn_on();
        }
        if self.writes_parts() {
            return Ok(self.parts.issue());
        }
        if self.coordinator.winner().is_some() && self.coordinator.close()? {
            return Ok(None);
        }
        Ok(self.coordinator.issue(scope))
    }

    /// Gives a unit hints, for a worker whose tables are not warm.
    pub fn hint(&mut self, unit: &mut Unit, most: usize) {
        self.coordinator.hint(unit, most);
    }

    /// Returns whether the proof is complete.
    pub fn is_complete(&mut self) -> Result<bool, DeskError> {
        if self.writes_parts() {
            return Ok(self.parts.is_complete());
        }
        Ok(self.coordinator.close()?)
    }

    /// Returns whether the winner is known and its proof is written in parts, which only the check of the whole certificate can test.
    fn writes_parts(&self) -> bool {
        self.parts.is_on() && self.coordinator.lacks_proofs()
    }

    /// Returns whether a unit is under way.
    pub fn is_under_way(&self, unit: &Hash) -> bool {
        self.coordinator.is_under_way(unit) || self.parts.is_under_way(unit)
    }

    /// A unit will not come back.
    pub fn give_back(&mut self, unit: &Hash) {
        self.coordinator.give_back(unit);
        self.parts.give_back(unit);
    }

    /// Takes a segment from a worker. One that this process has made itself, `own`, is believed until the certificate is
    /// complete, which is checked as a whole.
    pub fn deliver(
        &mut self,
        worker: &str,
        bytes: &[u8],
        own: bool,
    ) -> Result<Delivery, DeskError> {
        let read = Segment::read(bytes, Path::new("segment"));
        if let Some(reason) = self.shut_out.get(worker).cloned() {
            // Another one has to do its unit.
            if let Ok(segment) = read {
                self.give_back(&segment.unit);
            }
            return Ok(Delivery::ShutOut(reason));
        }
        let segment = match read {
            Ok(segment) => segment,
            Err(error) => return Ok(self.unusable(worker, bytes, error.to_string())),
        };
        if let Some(objection) = self.coordinator.objection(&segment) {
            self.coordinator.give_back(&segment.unit);
            return Ok(self.unusable(worker, bytes, objection));
        }
        let winner = self.coordinator.winner();
        if self.parts.is_under_way(&segment.unit)
            && (segment.attempt.is_none() || Parts::contradicts(&segment, winner))
        {
            // What was claimed is wrong. Complete proofs tell who is to blame.
            self.end_parts("a part of the proof cannot be written")?;
        }
        if segment.attempt.is_some() {
            return Ok(self.deliver_parts(worker, bytes, segment));
        }
        if !self.is_news(&segment) {
            let in_vain = self.coordinator.is_under_way(&segment.unit);
            self.coordinator.accept_repeated(&segment);
            return Ok(Delivery::Repeated(in_vain.then(|| Box::new(segment))));
        }
        let is_checked = !own && self.check == Check::OnArrival;
        if is_checked && let Err(reason) = check_segment(&segment) {
            self.coordinator.give_back(&segment.unit);
            self.folder.keep_rejected(worker, bytes);
            self.expel(worker, &reason)?;
            return Ok(Delivery::False(reason));
        }
        let name = Folder::name(worker, bytes);
        if is_checked {
            self.checked.insert(name.clone());
        }
        self.unwritten.push((name.clone(), bytes.to_vec()));
        match self.coordinator.accept(&name, &segment) {
            Ok(facts) => {
                let segment = Box::new(segment);
                Ok(Delivery::Taken { facts, segment })
            }
            Err(contradiction) => {
                // Both are kept, for whoever wants to know which is false.
                self.flush()?;
                let liar = self.refute_claim(contradiction)?;
                self.rebuild()?;
                Ok(match liar == worker {
                    true => Delivery::False(self.shut_out[&liar].clone()),
                    false => Delivery::Taken {
                        facts: Vec::new(),
                        segment: Box::new(segment),
                    },
                })
            }
        }
    }

    /// Writes what was delivered to disk. Until then it is used, but not remembered: the next unit can go
    /// out while the disk works.
    pub fn flush(&mut self) -> Result<(), DeskError> {
        for (name, bytes) in std::mem::take(&mut self.unwritten) {
            self.folder.store(&name, &bytes)?;
        }
        Ok(())
    }

    fn unusable(&mut self, worker: &str, bytes: &[u8], reason: String) -> Delivery {
        self.folder.keep_rejected(worker, bytes);
        Delivery::Unusable(reason)
    }

    /// Returns whether a segment says anything that is not known.
    fn is_news(&self, segment: &Segment) -> bool {
        let library = self.coordinator.library();
        segment.results.iter().any(|found| {
            let canonical = found.position.canonical();
            let known = library.solved(&canonical);
            match &found.outcome {
                Outcome::Untouched | Outcome::Part(_) => false,
                Outcome::Solved(solved) => is_news_of(known, solved),
                Outcome::Open(children) => {
                    let is_new = |child: &ChildFinding| {
                        let after = found.position.after(child.mov).map(Question::canonical);
                        match &child.state {
                            ChildState::Open { .. } => false,
                            ChildState::Solved(solved) => after
                                .is_some_and(|after| is_news_of(library.solved(&after), solved)),
                        }
                    };
                    let is_opened = known.is_some() || library.opened(&canonical).is_some();
                    !is_opened || children.iter().any(is_new)
                }
            }
        })
    }

    /// Finds out who is wrong if one of two segments that contradict each other has a proof and the other one only a claim. Whoever made
    /// the claim is shut out, and all its claims are taken back. Returns its name.
    fn refute_claim(&mut self, found: Contradiction) -> Result<String, DeskError> {
        let word = |(name, winner): &(String, Player)| {
            let Ok(segment) = self.folder.read(name) else {
                return None;
            };
            let mut facts = segment.facts_with_positions();
            let canonical = found.position.canonical();
            let (_, solved) = facts.find(|(position, solved)| {
                position.canonical() == canonical && solved.winner == *winner
            })?;
            Some(match solved.is_claim() {
                true => Word::Claim,
                false if check_segment(&segment).is_ok() => Word::Proof,
                false => Word::FalseProof,
            })
        };
        let liar = match (word(&found.one), word(&found.other)) {
            (Some(Word::Proof), Some(Word::Claim)) => &found.other,
            (Some(Word::Claim), Some(Word::Proof)) => &found.one,
            _ => return Err(found.into()),
        };
        let (worker, reason) = (
            worker_of(&liar.0).to_string(),
            format!(
                "{} is said to win {} and does not",
                liar.1,
                found.position.name()
            ),
        );
        let aside = "a claim in it, or in another segment of this worker, is false";
        let taken_back = self.put_claims_aside(|name| worker_of(name) == worker, aside)?;
        self.remarks.push(Remark::TakenBack(taken_back));
        self.expel(&worker, &reason)?;
        Ok(worker)
    }

    /// Puts segments with claims aside. Returns how many there were.
    fn put_claims_aside(
        &mut self,
        is_wanted: impl Fn(&str) -> bool,
        reason: &str,
    ) -> Result<usize, DeskError> {
        let has_claims = |segment: Segment| {
            let mut facts = segment.facts_with_positions();
            facts.any(|(_, solved)| solved.is_claim())
        };
        let mut names = self.folder.segments()?;
        names.retain(|name| is_wanted(name) && self.folder.read(name).is_ok_and(has_claims));
        for name in &names {
            self.folder.reject(name)?;
            let remark = Remark::PutAside(name.clone(), reason.to_string());
            self.remarks.push(remark);
        }
        Ok(names.len())
    }

    /// Shuts a worker out, and takes back what it brought before and is not checked, as far as it is false.
    fn expel(&mut self, worker: &str, reason: &str) -> Result<(), DeskError> {
        self.shut_out.insert(worker.to_string(), reason.to_string());
        self.folder.write_shut_out(&self.shut_out)?;
        self.remarks
            .push(Remark::ShutOut(worker.to_string(), reason.to_string()));
        self.audit_where(|name| worker_of(name) == worker)
            .map(|_| ())
    }

    /// Checks all segments that were not checked in this process. False ones are put aside, their workers
    /// shut out, and what followed from them is taken back. Returns how many were false.
    pub fn audit(&mut self) -> Result<usize, DeskError> {
        self.audit_where(|_| true)
    }

    fn audit_where(&mut self, is_wanted: impl Fn(&str) -> bool) -> Result<usize, DeskError> {
        self.flush()?;
        let (mut found, mut liars) = (0, Vec::new());
        for name in self.folder.segments()? {
            if self.checked.contains(&name) || !is_wanted(&name) {
                continue;
            }
            let checked = self.folder.read(&name).map_err(|error| error.to_string());
            match checked.and_then(|segment| check_segment(&segment)) {
                Ok(()) => {
                    self.checked.insert(name);
                }
                Err(reason) => {
                    self.folder.reject(&name)?;
                    found += 1;
                    let worker = worker_of(&name).to_string();
                    self.remarks.push(Remark::PutAside(name, reason.clone()));
                    if !self.shut_out.contains_key(&worker) {
                        liars.push((worker, reason));
                    }
                }
            }
        }
        for (worker, reason) in liars {
            self.remarks
                .push(Remark::ShutOut(worker.clone(), reason.clone()));
            self.shut_out.insert(worker, reason);
            self.folder.write_shut_out(&self.shut_out)?;
        }
        if found > 0 {
            self.remarks.push(Remark::TakenBack(found));
            self.rebuild()?;
        }
        Ok(found)
    }

    /// Writes units for other programs into the folder `units`, so that at least `wanted` are there if there is as
    /// much to do. Those of earlier calls that are not answered are written again or taken away.
    pub fn write_units(&mut self, wanted: usize, hints: usize) -> Result<Vec<PathBuf>, DeskError> {
        let folder = self.folder.path().join(UNITS);
        let made = fs::create_dir_all(&folder)
            .and_then(|()| fs::create_dir_all(self.folder.path().join(INBOX)));
        made.map_err(|error| FileError::io(&folder, "make", error))?;
        let mut files = Vec::new();
        while files.len() < wanted {
            let Some(mut unit) = self.issue(Scope::Leaf)? else {
                break;
            };
            self.hint(&mut unit, hints);
            let id = unit.id().to_string();
            let path = folder.join(format!("{}.unit", &id[..16]));
            let written = atomic::write(&path, unit.to_bytes());
            written.map_err(|error| FileError::io(&path, "write", error))?;
            files.push(path);
        }
        let entries =
            fs::read_dir(&folder).map_err(|error| FileError::io(&folder, "read", error))?;
        for path in entries.flatten().map(|entry| entry.path()) {
            if !files.contains(&path) {
                let _ = fs::remove_file(path);
            }
        }
        Ok(files)
    }

    /// Takes the segments that other programs have put into the folder `inbox`: `NAME.segment`, or
    /// `NAME.WORKER.segment` to say who made it. Returns how many were taken.
    pub fn collect(&mut self) -> Result<usize, DeskError> {
        let folder = self.folder.path().join(INBOX);
        if !folder.exists() {
            return Ok(0);
        }
        let mut taken = 0;
        for name in list(&folder)? {
            let path = folder.join(&name);
            let bytes = fs::read(&path).map_err(|error| FileError::io(&path, "read", error))?;
            let stem = name.strip_suffix(".segment").unwrap_or(&name);
            let worker = stem.split_once('.').map(|(_, worker)| worker);
            let worker = worker
                .filter(|worker| is_worker_name(worker))
                .unwrap_or("inbox");
            match self.deliver(worker, &bytes, false)? {
                Delivery::Taken { .. } => taken += 1,
                Delivery::Repeated(_) => {}
                Delivery::Unusable(reason) => self.remarks.push(Remark::PutAside(name, reason)),
                // The remark is made where it was shut out.
                Delivery::False(_) => {}
                Delivery::ShutOut(_) => {
                    let reason = format!("worker {worker} is shut out");
                    self.remarks.push(Remark::PutAside(name, reason));
                }
            }
            self.flush()?;
            fs::remove_file(&path).map_err(|error| FileError::io(&path, "remove", error))?;
        }
        Ok(taken)
    }
}

/// What a segment says about a position.
enum Word {
    Claim,
    Proof,
    FalseProof,
}

fn is_missing(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::NotFound
}

/// Returns whether a segment says something new about a position.
fn is_news_of(known: Option<&Known>, solved: &Solved) -> bool {
    known
        .is_none_or(|known| known.winner != solved.winner || known.is_claim() && !solved.is_claim())
}

/// Checks the proofs of a segment: each position for itself, by the checker. Returns why the first false one is refused.
pub fn check_segment(segment: &Segment) -> Result<(), String> {
    let pieces = Pieces::read(segment).map_err(|error| error.to_string())?;
    for (question, solved) in segment.facts_with_positions() {
        if solved.is_claim() {
            continue;
        }
        // The certificate says itself what it claims, whatever the piece says.
        let certificate = pieces.certificate(&question, solved);
        let certificate = certificate.map_err(|error| error.to_string());
        let checked = certificate.and_then(|bytes| {
            crosscram_checker::check(&mut &bytes[..]).map_err(
                |crosscram_checker::Failure(_, reason)| {
                    reason.lines().next().unwrap_or_default().to_string()
                },
            )
        });
        checked.map_err(|reason| {
            let (position, to_move) = (question.name(), question.first);
            format!("{position} with {to_move} to move: {reason}")
        })?;
    }
    Ok(())
}
