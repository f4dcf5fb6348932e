//! How long a board would take, from a sample of its subtrees.
//!
//! Assume who wins. The proof then needs, a few plies down, a certain set of positions: those
//! reached by the first move of the winner's ordered moves and all moves of the loser, without
//! repetitions and reflections ([`crosscram_search::split`]). Some of them are drawn at
//! random and solved. Their mean times their number is what all subtrees take if each is solved
//! alone; [`Sharing`] says how much less it is with one table. Those that take too long are given
//! up, and their sizes estimated by the same method from the positions two plies below them.
//!
//! What the prediction does not know:
//!
//! - *The largest subtrees.* Sizes differ by orders of magnitude, and most of the work is in few
//!   of them. A sample that missed them predicts too little, and its interval is too narrow.
//! - *Wrong first moves.* Where the winner's first move is wrong, a search pays for it and for
//!   another one. Below the sampled positions this is included; above, it is not. Samples that the
//!   assumed winner loses ([`Sampled::refuted`]) show that it happens.
//!   On 9x9, of 391 positions at ply 4, one that the assumed winner loses takes 1.1 of 1.8 million
//!   nodes, and a sample at ply 6 that knows nothing of it predicts a quarter of the truth.
//! - *The table's limit.* All entries are assumed to fit.

mod measure;
mod sharing;
mod statistics;

use std::fmt;
use std::time::Duration;

use crosscram_rules::{Board, Player, Question, Tile};
use crosscram_search::{Control, Report, Solver};
use crosscram_support::random::Random;
use serde::Serialize;

use crosscram_search::split::{Split, player_at, split};

use crate::{Stop, Stopped};

pub use sharing::Sharing;
pub use statistics::Range;

use measure::{ESTIMATED, Measured};
use statistics::{standard_error, totals};

/// How to sample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EstimateOptions {
    /// Who is assumed to win; if `None`, see [`Reason`].
    pub winner: Option<Player>,
    /// How many moves from the board the sampled positions are; if `None`, as many as are needed
    /// to solve the sample within the budget.
    pub plies: Option<u32>,
    /// How many positions are solved, if there are so many.
    pub samples: usize,
    /// About how many nodes the sample may take. One that takes ten times its part of this is
    /// given up.
    pub budget: u64,
    /// The same seed gives the same sample.
    pub seed: u64,
    /// Whether searches keep what is in the table for the next one. If not, as with the published engines,
    /// each position is solved once, with a table of its own.
    pub shares: bool,
}

/// A prediction.
#[derive(Clone, Debug, PartialEq)]
pub enum Estimate {
    /// No search is needed: bounds alone prove that this player wins.
    Decided(Player),
    /// From a sample.
    Sampled(Box<Sampled>),
}

/// What is known if the sampling was stopped before two positions of the sample were solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unfinished {
    /// What it was doing.
    pub stage: Stage,
    /// Nodes after which a search of the board itself had not ended, if one was tried.
    pub searched: u64,
}

/// What is done before the sample is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The board itself is tried.
    Searching,
    /// The positions that a proof needs are listed.
    Listing,
    /// A few of them are solved, to see who wins.
    Trying,
    /// The first positions of the sample are solved.
    Sampling,
}

impl fmt::Display for Unfinished {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.stage {
            Stage::Searching => "stopped while it tried the board itself",
            Stage::Listing => "stopped while it listed the positions that a proof needs",
            Stage::Trying => "stopped while a few positions were to show who wins",
            Stage::Sampling => "stopped before two positions of the sample were solved",
        })?;
        match self.searched {
            0 => Ok(()),
            nodes => write!(f, "; a search of it had not ended after {nodes} nodes"),
        }
    }
}

impl std::error::Error for Unfinished {}

/// Why a player is assumed to win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The options say so.
    Given,
    /// It does: the board was solved within a part of the budget, with this many nodes.
    Solved(u64),
    /// A few first samples under both assumptions look like it. Not reliable.
    Guessed,
}

/// A prediction from a sample.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sampled {
    /// Whether the searches share a table.
    pub shares: bool,
    /// Who is assumed to win.
    #[serde(skip)]
    pub winner: Player,
    /// Why.
    #[serde(skip)]
    pub reason: Reason,
    /// How many moves from the board the sampled positions are.
    pub plies: u32,
    /// How many positions the proof needs there.
    pub positions: u64,
    /// Positions above them.
    #[serde(skip)]
    pub inner: u64,
    /// How many of them were solved.
    pub samples: u64,
    /// How many of those the assumed winner loses.
    pub refuted: u64,
    /// How many were given up; their sizes are estimated from positions below them.
    pub unfinished: u64,
    /// How many of those could not be estimated and count as what they had taken by then.
    pub cut_off: u64,
    /// Mean nodes of a sample, each solved with a table of its own.
    pub mean: f64,
    /// Its standard error.
    pub standard_error: f64,
    /// The largest sample.
    pub largest: u64,
    /// Nodes of all positions, each solved with a table of its own; 90 % of the bootstrap.
    #[serde(rename = "nodes_alone")]
    pub alone: Range,
    /// What one table for all saves.
    #[serde(flatten)]
    pub sharing: Sharing,
    /// Nodes of the whole search; 90 % of the bootstrap, with what the law of sharing leaves open.
    pub nodes: Range,
    /// Nodes after which a search of the board itself had not ended, if one was tried: `nodes` is no
    /// less. On 9x9 the sample misses the few wrong first moves that most of the nodes are below.
    pub searched: u64,
    /// Positions stored per node.
    #[serde(skip)]
    pub stores_per_node: f64,
    /// Nodes per second of one thread, measured on the second half of the sample.
    pub nodes_per_second: f64,
    /// Time that the sample took.
    #[serde(skip)]
    pub elapsed: Duration,
    /// Whether it was stopped before all of the sample was solved: `samples` is what was by then.
    #[serde(skip)]
    pub interrupted: bool,
}

/// A sample in which more than this share was given up, or that shares less than this with one table,
/// does not show how much all subtrees have in common.
const SHOWN_BY: f64 = 0.5;
const LEAST_SHARED: f64 = 0.02;

impl Sampled {
    /// Returns whether the sample does not show what sharing saves, so that the prediction is an upper
    /// bound at best, and its interval is too narrow.
    pub fn is_sharing_unknown(&self) -> bool {
        let finished = (self.samples - self.unfinished) as f64;
        let few = self.shares && self.samples * 10 < self.positions;
        let shares_nothing = self.sharing.in_sample > 1.0 - LEAST_SHARED;
        finished < SHOWN_BY * self.samples as f64 || few && shares_nothing
    }
}

/// Fewer positions than this make a poor sample; more plies give more.
const FEWEST_POSITIONS: usize = 200;
/// A set that would probably take more positions than this is not made: this many take about half
/// a minute.
const MAX_VISITED: u64 = 400_000;
/// Samples that show whether a set of positions is cheap enough.
const PILOT: usize = 16;
/// Samples that show who wins.
const TRIAL: usize = 24;
/// A sample may take this many times its part of the budget.
const PATIENCE: u64 = 10;

/// Predicts what answering a question without a number would take.
///
/// `solver` is that of the search, of one thread. `control` counts nodes and can stop the
/// sampling; `stop`, the making of positions. If it is stopped, the positions that are solved by then are the
/// sample.
pub fn estimate(
    question: &Question,
    options: &EstimateOptions,
    solver: &Solver,
    control: &Control,
    stop: &Stop,
) -> Result<Estimate, Unfinished> {
    let first = question.first;
    let sampler = Sampler {
        board: &question.board,
        tile: question.tile,
        first,
        options,
        solver,
        control,
        stop,
    };
    let mut searched = 0;
    let stopped = |stage, searched| move |Stopped| Unfinished { stage, searched };
    let (reason, assumed) = match options.winner {
        Some(winner) => (Reason::Given, vec![winner]),
        None => {
            let attempt = sampler.attempt();
            let report =
                attempt.map_err(|stop| stopped(Stage::Searching, control.nodes())(stop))?;
            match report.winner() {
                Some(winner) => (Reason::Solved(report.nodes), vec![winner]),
                None => {
                    searched = report.nodes;
                    (Reason::Guessed, vec![first, first.opponent()])
                }
            }
        }
    };
    let mut sets = Vec::new();
    for winner in assumed {
        let positions = sampler.positions(winner);
        match positions.map_err(stopped(Stage::Listing, searched))? {
            Positions::Decided(winner) => return Ok(Estimate::Decided(winner)),
            Positions::Open(set) => sets.push(set),
        }
    }
    let set = match <[Set; 2]>::try_from(sets) {
        Ok([own, other]) => {
            let trial = |set| sampler.trial(set).map_err(stopped(Stage::Trying, searched));
            let (a, b) = (trial(&own)?, trial(&other)?);
            if a.is_better_than(&b) { own } else { other }
        }
        Err(mut sets) => sets.pop().expect("there is one assumption at least"),
    };
    let sampled = sampler.sample(&set, reason);
    let mut sampled = sampled.map_err(stopped(Stage::Sampling, searched))?;
    sampled.nodes = sampled.nodes.at_least(searched as f64);
    sampled.searched = searched;
    Ok(Estimate::Sampled(Box::new(sampled)))
}

struct Sampler<'a> {
    board: &'a Board,
    tile: Tile,
    first: Player,
    options: &'a EstimateOptions,
    solver: &'a Solver,
    control: &'a Control,
    stop: &'a Stop,
}

/// The positions that a proof needs some plies down.
struct Set {
    winner: Player,
    plies: u32,
    split: Split,
}

enum Positions {
    Decided(Player),
    Open(Set),
}

/// What a few samples say of an assumption.
struct Trial {
    /// Whether the assumed winner loses more than one in twelve.
    hopeless: bool,
    /// Nodes of all positions, if they are like those.
    nodes: f64,
}

impl Trial {
    fn is_better_than(&self, other: &Trial) -> bool {
        (self.hopeless, self.nodes) <= (other.hopeless, other.nodes)
    }
}

impl Sampler<'_> {
    fn random(&self) -> Random {
        Random::new(self.options.seed)
    }

    /// The board itself, if it takes no more than a quarter of the budget.
    fn attempt(&self) -> Result<Report, Stopped> {
        self.solve(self.first, self.board, self.options.budget / 4)
    }

    /// Nodes for each sample.
    fn part(&self) -> u64 {
        (self.options.budget / self.options.samples.max(1) as u64).max(1)
    }

    fn split(&self, winner: Player, plies: u32) -> Result<Split, Stopped> {
        let question = Question::new(*self.board, self.tile, self.first);
        split(&question, winner, plies, self.solver, self.stop)
    }

    /// The positions at the wanted ply, or at the first at which they are many and cheap enough.
    fn positions(&self, winner: Player) -> Result<Positions, Stopped> {
        if let Some(plies) = self.options.plies {
            let split = self.split(winner, plies)?;
            return Ok(match split.decided {
                Some(winner) => Positions::Decided(winner),
                None => Positions::Open(Set {
                    winner,
                    plies,
                    split,
                }),
            });
        }
        // The winner is to move: where the loser is, there are no more positions than a ply
        // before, and what is known of them is less.
        let start = if winner == self.first { 0 } else { 1 };
        let mut best: Option<Set> = None;
        let mut visited_before = 1;
        for plies in (start..).step_by(2) {
            let split = self.split(winner, plies)?;
            if let Some(winner) = split.decided {
                // Further down everything may be decided that is not further up.
                return Ok(best.map_or(Positions::Decided(winner), Positions::Open));
            }
            let (found, visited) = (split.leaves.len(), split.counts.visited);
            let set = Set {
                winner,
                plies,
                split,
            };
            if let Some(best) = best.take_if(|best| found < best.split.leaves.len()) {
                // There are no more of them anywhere.
                return Ok(Positions::Open(best));
            }
            let enough = found >= FEWEST_POSITIONS && self.is_cheap(&set)?;
            best = Some(set);
            // The next set is larger than this one by about as much as this one is.
            if enough || visited * visited / visited_before > MAX_VISITED {
                break;
            }
            visited_before = visited.max(1);
        }
        Ok(Positions::Open(best.expect("the loop ends with one")))
    }

    /// Who is to move in the positions of a set.
    fn to_move(&self, set: &Set) -> Player {
        player_at(self.first, set.plies)
    }

    /// Solve one position with a table of its own, giving up after `most` nodes.
    fn solve(&self, to_move: Player, board: &Board, most: u64) -> Result<Report, Stopped> {
        self.solve_by(Solver::solve, to_move, board, most)
    }

    fn solve_by(
        &self,
        solve: impl Fn(&Solver, &Question, &Control) -> Report,
        to_move: Player,
        board: &Board,
        most: u64,
    ) -> Result<Report, Stopped> {
        self.control.limit_next(most);
        let question = Question::new(*board, self.tile, to_move);
        let report = solve(self.solver, &question, self.control);
        self.control.lift_limit();
        if report.winner().is_none() && self.control.is_stopped() {
            return Err(Stopped);
        }
        Ok(report)
    }

    /// Returns whether samples of a set take their part of the budget at most.
    fn is_cheap(&self, set: &Set) -> Result<bool, Stopped> {
        let chosen = self.random().choose(PILOT, set.split.leaves.len());
        let mut left = self.part() * chosen.len() as u64;
        for board in chosen.into_iter().map(|at| &set.split.leaves[at]) {
            let report = self.solve(self.to_move(set), board, left)?;
            if report.winner().is_none() || report.nodes >= left {
                return Ok(false);
            }
            left -= report.nodes;
        }
        Ok(true)
    }

    /// What a few samples say of the assumption. If it is wrong, more positions are needed and
    /// they take longer: on 10x10 some hundred times as many nodes.
    fn trial(&self, set: &Set) -> Result<Trial, Stopped> {
        let leaves = &set.split.leaves;
        let chosen = self.random().choose(TRIAL, leaves.len());
        let mut tally = Tally::default();
        for board in chosen.into_iter().map(|at| &leaves[at]) {
            tally.add(
                &self.solve(self.to_move(set), board, 2 * self.part())?,
                set.winner,
            );
        }
        let tried = tally.nodes.len().max(1) as f64;
        Ok(Trial {
            hopeless: tally.refuted as f64 > tried / 12.0,
            nodes: tally.total() as f64 / tried * leaves.len() as f64,
        })
    }

    fn sample(&self, set: &Set, reason: Reason) -> Result<Sampled, Stopped> {
        let leaves = &set.split.leaves;
        let of = leaves.len();
        let mut random = self.random();
        let chosen = random.choose(self.options.samples, of);
        let boards: Vec<Board> = chosen.into_iter().map(|at| leaves[at]).collect();
        let (winner, to_move) = (set.winner, self.to_move(set));
        let Measured {
            sizes,
            alone,
            together,
            cut_off,
            stopped,
        } = self.measure(winner, to_move, &boards, ESTIMATED, &mut random)?;
        // Where nothing was solved and nothing estimated, nothing follows.
        if stopped && cut_off == sizes.len() as u64 {
            return Err(Stopped);
        }
        // If all were given up and estimated, these searches are all there is.
        let searches = match together.nodes.is_empty() {
            true => &alone,
            false => &together,
        };
        let totals = totals(&sizes, of, &mut random);
        let sizes: Vec<f64> = sizes.iter().map(|size| size.alone).collect();
        // A position of the sample is a node of the search, but not of its own.
        let above = (set.split.counts.inner + of as u64) as f64;
        Ok(Sampled {
            winner,
            reason,
            plies: set.plies,
            positions: of as u64,
            inner: set.split.counts.inner,
            samples: sizes.len() as u64,
            refuted: alone.refuted,
            unfinished: alone.unfinished,
            cut_off,
            mean: statistics::mean(&sizes),
            standard_error: standard_error(&sizes, of),
            largest: sizes.iter().copied().fold(0.0, f64::max) as u64,
            alone: totals.alone.plus(above),
            nodes: totals.together.plus(above),
            sharing: totals.sharing,
            searched: 0,
            stores_per_node: searches.stores as f64 / searches.total().max(1) as f64,
            nodes_per_second: searches.speed(),
            shares: self.options.shares,
            elapsed: alone.elapsed.iter().chain(&together.elapsed).sum(),
            interrupted: stopped,
        })
    }
}

/// What the searches of a sample took.
#[derive(Default)]
struct Tally {
    nodes: Vec<u64>,
    elapsed: Vec<Duration>,
    stores: u64,
    refuted: u64,
    unfinished: u64,
}

impl Tally {
    fn add(&mut self, report: &Report, assumed: Player) {
        match report.winner() {
            Some(winner) => self.refuted += u64::from(winner != assumed),
            None => self.unfinished += 1,
        }
        self.nodes.push(report.nodes);
        self.elapsed.push(report.elapsed);
        self.stores += report.statistics.stores;
    }

    fn total(&self) -> u64 {
        self.nodes.iter().sum()
    }

    /// Nodes per second in the second half, when the tables of strips and regions are filled.
    fn speed(&self) -> f64 {
        let half = self.nodes.len() / 2;
        let nodes: u64 = self.nodes[half..].iter().sum();
        let elapsed: Duration = self.elapsed[half..].iter().sum();
        nodes as f64 / elapsed.as_secs_f64().max(1e-9)
    }
}
