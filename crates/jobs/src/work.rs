//! Works on units. A unit gives the same segment wherever and whenever it is worked on by a new [`Worker`]; one
//! that has worked before is faster, because its tables are warm.

use super::segment::{ChildFinding, ChildState, Finding, Outcome, SHARE, Segment, Solved};
use super::unit::{Fact, Unit, Wanted};
use super::write::Written;
use crate::text::reaches;
use crosscram_certificate::{Form, Writer};
use crosscram_rules::{Board, Dyadic, Move, Player, Question, Tile};
use crosscram_search::session::Session;
use crosscram_search::{
    Control, Ending, Ensemble, Evaluator, Peers, Proven, Run, SearchError, Share, Solver, Tracer,
    Walks,
};
use crosscram_support::stop::Stop;
use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

/// When a unit's nodes are spent, the positions on the line that the search was at are opened too, as far down as this
/// part of the nodes was spent below them. So whoever goes on, and others, find more than one leaf.
const OPENED_PART: u64 = 2;
/// Nodes to find out which moves of such a position are decided: the table knows.
const LOOK: u64 = 256;

/// Why a unit was not worked on.
#[derive(Debug, thiserror::Error)]
pub enum WorkError {
    /// The engine refuses the positions, or lacks memory.
    #[error(transparent)]
    Search(SearchError),
    /// A stop was requested.
    #[error("interrupted")]
    Stopped,
}

/// An engine with its tables, for units of one board size.
pub struct Worker {
    session: Session,
    /// What is told and heard during a search.
    pub(super) peers: Option<Arc<Peers>>,
    /// Parts that were written, or heard of.
    pub(super) written: Written,
    /// For which boards the evaluator is: rows, columns, tile.
    evaluator: Option<(usize, usize, Tile, Evaluator)>,
    /// Facts that are not in the table yet: those with more free cells than any position so far.
    waiting: Vec<Proven>,
    /// Positions that others have solved, each the canonical one of its reflections. No other proof of them is needed.
    solved: HashSet<Question>,
}

impl Worker {
    /// A worker with the engine crosscram. Its threads search a position together.
    pub fn new(session: Session) -> Worker {
        Worker {
            session,
            peers: None,
            written: Written::default(),
            evaluator: None,
            waiting: Vec::new(),
            solved: HashSet::new(),
        }
    }

    /// The engine.
    pub fn solver(&self) -> &Arc<Solver> {
        self.session.solver()
    }

    /// What this worker and others tell each other while they search. What is heard is believed, until it turns out that something in
    /// the table is false: then the worker forgets all, and neither tells nor hears anything from then on.
    pub fn peers(&mut self) -> Arc<Peers> {
        Arc::clone(self.peers.get_or_insert_default())
    }

    /// Takes facts into the table, in time for the positions that they are of use for. They are hints: no
    /// proof rests on them.
    pub fn learn(&mut self, facts: impl IntoIterator<Item = Fact>) {
        for fact in facts {
            self.solved.insert(fact.position.canonical());
            self.waiting.push(fact.into());
        }
    }

    /// Works on a unit.
    pub fn work(&mut self, unit: &Unit, stop: &Stop) -> Result<Segment, WorkError> {
        if self.session.bounds() != Some(unit.bounds) {
            *self = Worker {
                peers: self.peers.take(),
                ..Worker::new(self.session.with_bounds(unit.bounds))
            };
        }
        if let Some(question) = unit.positions.first() {
            self.session.admit(question, 1).map_err(WorkError::Search)?;
        }
        self.learn(unit.known.iter().copied());
        if let Wanted::Outline(_) | Wanted::Parts { .. } = unit.wanted {
            if let Some(segment) = self.write(unit, stop)? {
                return Ok(segment);
            }
            // A hint was false. Without hints nothing is, and the proofs need no others.
            self.forget();
        }
        let mut segment = Segment::new(unit.id());
        let walks = Walks::default();
        let mut left = unit.nodes;
        for &position in &unit.positions {
            let mut task = Task {
                worker: self,
                segment: &mut segment,
                walks: &walks,
                control: Control::under(stop),
                number: unit.number,
                share: unit.nodes,
                claims: unit.wanted == Wanted::Claims,
            };
            let (found, line) = match left {
                0 => (untouched(position), Vec::new()),
                _ => task.find(position, left)?,
            };
            left = left.saturating_sub(found.nodes);
            segment.results.push(found);
            segment.results.extend(line);
        }
        Ok(segment)
    }

    /// The facts that can be of use for a search of this position; the others keep waiting.
    pub(super) fn hints(&mut self, question: &Question) -> Vec<Proven> {
        let free = question.board.free_count();
        let waiting = std::mem::take(&mut self.waiting);
        let is_below = |fact: &Proven| {
            fact.board.free_count() <= free && reaches(question.number, fact.number)
        };
        let (now, later) = waiting.into_iter().partition(is_below);
        self.waiting = later;
        now
    }

    /// Forgets all positions: one of them is wrong.
    pub(super) fn forget(&mut self) {
        let sibling = self.session.sibling();
        let sibling = sibling.expect("the engine shares its tables");
        if let Some(peers) = &self.peers {
            peers.close();
        }
        *self = Worker::new(sibling);
    }

    fn evaluator(&mut self, board: &Board, tile: Tile) -> &mut Evaluator {
        let (rows, cols) = (board.rows(), board.cols());
        let fits =
            |kept: &(usize, usize, Tile, Evaluator)| (kept.0, kept.1, kept.2) == (rows, cols, tile);
        if !self.evaluator.as_ref().is_some_and(fits) {
            let evaluator = self.session.evaluator(board, tile);
            self.evaluator = Some((rows, cols, tile, evaluator));
        }
        &mut self.evaluator.as_mut().expect("just made").3
    }
}

fn untouched(position: Question) -> Finding {
    Finding {
        position,
        nodes: 0,
        writing: 0,
        outcome: Outcome::Untouched,
    }
}

/// One position of a unit.
struct Task<'a> {
    worker: &'a mut Worker,
    segment: &'a mut Segment,
    /// Where the pieces of the segment have gone.
    walks: &'a Walks,
    control: Control,
    /// The number that the game began with.
    number: Dyadic,
    /// Nodes of the whole unit.
    share: u64,
    /// Whether winners are named without their proofs.
    claims: bool,
}

impl Task<'_> {
    /// Searches a position for as many nodes. Returns what came of it, and of the positions below that were
    /// opened with it.
    fn find(
        &mut self,
        position: Question,
        nodes: u64,
    ) -> Result<(Finding, Vec<Finding>), WorkError> {
        let known = self.worker.hints(&position);
        let spent = Spent::new(self.share);
        let Some(found) = self.search(position, nodes, &known, Some(&spent))? else {
            // A hint was false; without hints nothing is.
            return self.find(position, nodes);
        };
        let mut line: Vec<Finding> = Vec::new();
        let mut plies = 1;
        while let Some(next) = first_open(line.last().unwrap_or(&found))
            && spent.below(plies) >= self.share / OPENED_PART
            && let Some(opened) = self.search(next, LOOK, &[], None)?
        {
            line.push(opened);
            plies += 1;
        }
        Ok((found, line))
    }

    /// Searches a position and writes down what is known then. `None` if something in the table is false.
    fn search(
        &mut self,
        question: Question,
        nodes: u64,
        known: &[Proven],
        spent: Option<&Spent>,
    ) -> Result<Option<Finding>, WorkError> {
        self.control.limit_next(nodes);
        let peers = self.worker.peers.clone();
        let run = Run {
            tracer: spent.map(|spent| spent as &dyn Tracer),
            ..self.run(&question, known, spent.and(peers.as_deref()), Share::Whole)
        };
        let report = self.worker.session.run(&question, &run);
        let winner = report.winner();
        let refuted = match report.ending {
            Ending::Won { .. } => None,
            Ending::Interrupted { refuted, .. } => Some(refuted),
            Ending::Failed(shortage) => return Err(WorkError::Search(shortage)),
        };
        self.control.lift_limit();
        self.look_for_a_stop()?;
        let before = self.control.nodes();
        let outcome = match refuted {
            None => match self.prove(&question, winner, None)? {
                Some(solved) => Outcome::Solved(solved),
                None => return Ok(None),
            },
            Some(refuted) => Outcome::Open(self.children(&question, &refuted)?),
        };
        Ok(Some(Finding {
            position: question,
            nodes: report.nodes,
            writing: self.control.nodes().saturating_sub(before),
            outcome,
        }))
    }

    fn run<'a>(
        &'a self,
        question: &Question,
        known: &'a [Proven],
        peers: Option<&'a Peers>,
        writes: Share<'a>,
    ) -> Run<'a> {
        Run {
            known,
            warm: true,
            ensemble: Ensemble {
                played: played(question),
                number: Some(self.number),
                peers,
                writes,
            },
            ..Run::new(&self.control)
        }
    }

    fn look_for_a_stop(&self) -> Result<(), WorkError> {
        match self.control.is_stopped() {
            true => Err(WorkError::Stopped),
            false => Ok(()),
        }
    }

    /// Writes the proof of a position that is solved already, or almost, or only says who wins if that is what is wanted. `None` if that
    /// takes more nodes than allowed.
    fn prove(
        &mut self,
        question: &Question,
        winner: Option<Player>,
        nodes: Option<u64>,
    ) -> Result<Option<Solved>, WorkError> {
        if let (true, Some(winner)) = (self.claims, winner) {
            let end = self.segment.pieces.len();
            return Ok(Some(Solved {
                winner,
                piece: end..end,
            }));
        }
        let mut writer = Writer::new(Vec::new(), Form::Binary, question);
        if let Some(nodes) = nodes {
            self.control.limit_next(nodes);
        }
        let run = self.run(question, &[], None, Share::After(self.walks));
        let report = self.worker.session.prove(question, &run, &mut writer);
        self.control.lift_limit();
        self.look_for_a_stop()?;
        // The only error is a table that holds something false: a hint was. It is of no use any more.
        let Ok(report) = report else {
            self.worker.forget();
            return Ok(None);
        };
        let Some(winner) = report.winner() else {
            return Ok(None);
        };
        let piece = writer.finish().expect("memory takes everything");
        let begin = self.segment.pieces.len();
        self.segment.pieces.extend(piece);
        Ok(Some(Solved {
            winner,
            piece: begin..self.segment.pieces.len(),
        }))
    }

    /// The moves of a position that was not solved: those that the engine would try, with estimates or
    /// proofs, and without a proof if whoever asks has one; then of the others those that have a proof.
    fn children(
        &mut self,
        question: &Question,
        refuted: &[Move],
    ) -> Result<Vec<ChildFinding>, WorkError> {
        let Question {
            board, tile, first, ..
        } = *question;
        // What is seen of a board says nothing of it with a number.
        let is_alone = question.number == Dyadic::ZERO;
        // The first of them that is not decided is the one that the search was at.
        let wanted = self.worker.session.order(question, played(question));
        let others = board.moves(first, tile).filter(|mov| !wanted.contains(mov));
        // The move in the number comes last of those that are tried.
        let wanted = wanted.iter().map(|&mov| (Some(mov), true));
        let others = others.map(|mov| (Some(mov), false));
        let moves: Vec<(Option<Move>, bool)> = wanted.chain([(None, true)]).chain(others).collect();
        let mut seen = HashSet::new();
        let (mut open, mut solved, mut known) = (Vec::new(), Vec::new(), Vec::new());
        for (mov, is_wanted) in moves {
            let Some(after) = question.after(mov) else {
                continue;
            };
            let canonical = after.canonical();
            if !seen.insert(canonical) {
                continue;
            }
            if self.worker.solved.contains(&canonical) {
                known.extend(is_wanted.then_some(mov));
                continue;
            }
            let at_sight = is_alone.then(|| {
                let evaluator = self.worker.evaluator(&board, tile);
                evaluator.winner(&after.board, after.first)
            });
            let is_refuted = mov.is_some_and(|mov| refuted.contains(&mov));
            let winner = at_sight
                .flatten()
                .or_else(|| is_refuted.then_some(after.first));
            let found = match winner {
                Some(_) => self.prove(&after, winner, Some(self.share))?,
                None => None,
            };
            match found {
                Some(found) => solved.push(ChildFinding {
                    mov,
                    state: ChildState::Solved(found),
                }),
                None if is_wanted => open.push(mov),
                None => {}
            }
        }
        // What was refuted tells what the others may cost: the first of them is the hard one, and most of
        // the others fall to what refutes it.
        let typical = SHARE / (4 * (refuted.len() as u32 + 1));
        let open = open
            .into_iter()
            .enumerate()
            .map(|(rank, mov)| (mov, if rank == 0 { SHARE } else { typical.max(1) }))
            .chain(known.into_iter().map(|mov| (mov, 1)));
        let open = open.map(|(mov, refute)| ChildFinding {
            mov,
            state: ChildState::Open { win: SHARE, refute },
        });
        Ok(open.chain(solved).collect())
    }
}

/// How many plies led to a position, if the board was empty at the beginning.
pub(super) fn played(question: &Question) -> usize {
    let board = &question.board;
    let covered = board.area() - board.free_count() as usize;
    covered / question.tile.length() as usize
}

/// The position after the first open move of one that was not solved, which the search was at.
fn first_open(found: &Finding) -> Option<Question> {
    let Outcome::Open(children) = &found.outcome else {
        return None;
    };
    let first = children.first()?;
    let ChildState::Open { .. } = first.state else {
        return None;
    };
    found.position.after(first.mov)
}

/// Hears where the nodes of a search go.
struct Spent {
    /// Nodes of what was proven at each depth, below the line that the search is at.
    at_depth: Mutex<Vec<u64>>,
    least: u64,
}

impl Spent {
    /// For a unit of so many nodes.
    fn new(nodes: u64) -> Spent {
        Spent {
            at_depth: Mutex::default(),
            least: (nodes / 256).max(2),
        }
    }

    /// About how many nodes the position on the line at a depth took so far.
    fn below(&self, depth: usize) -> u64 {
        let at_depth = self.at_depth.lock();
        let at_depth = at_depth.unwrap_or_else(PoisonError::into_inner);
        at_depth.iter().skip(depth + 1).sum()
    }
}

impl Tracer for Spent {
    fn proven(&self, position: &Proven) {
        let at_depth = self.at_depth.lock();
        let mut at_depth = at_depth.unwrap_or_else(PoisonError::into_inner);
        at_depth.resize(position.depth + 1, 0);
        at_depth[position.depth] += position.nodes;
    }

    fn least_nodes(&self) -> u64 {
        self.least
    }
}
