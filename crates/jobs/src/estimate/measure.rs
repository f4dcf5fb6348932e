//! Sizes of the subtrees of a sample.

use crosscram_rules::{Board, Player, Question};
use crosscram_search::Solver;
use crosscram_support::random::Random;

use super::statistics::{Size, mean, totals};
use super::{PATIENCE, Sampler, Tally};
use crate::Stopped;
use crosscram_search::split::split;

/// So many of those that were given up are estimated; their mean stands for the others.
pub(super) const ESTIMATED: usize = 4;
/// So many of those below them that are given up in turn, and so on: each level costs as much.
const ESTIMATED_BELOW: usize = 1;
/// An estimate takes so many positions.
const BELOW: usize = 16;
/// The winner is to move there again.
const PLIES_BELOW: u32 = 2;

/// What the subtrees of a sample took.
pub(super) struct Measured {
    /// In the order of the sample.
    pub(super) sizes: Vec<Size>,
    /// The searches with a table for each.
    pub(super) alone: Tally,
    /// Those with one table.
    pub(super) together: Tally,
    /// Given up, and not estimated.
    pub(super) cut_off: u64,
    /// Whether it was stopped; then `sizes` are those of the first positions.
    pub(super) stopped: bool,
}

/// A sample needs as many positions to say anything.
const FEWEST: usize = 2;

impl Sampler<'_> {
    /// Solves each position alone and, if it was solved, with one table; estimates the others from
    /// `estimated` of them. If it is stopped, it goes on with what there is by then.
    pub(super) fn measure(
        &self,
        winner: Player,
        to_move: Player,
        boards: &[Board],
        estimated: usize,
        random: &mut Random,
    ) -> Result<Measured, Stopped> {
        let most = PATIENCE * self.part();
        let (mut alone, mut together) = (Tally::default(), Tally::default());
        let (mut sizes, mut given_up) = (Vec::new(), Vec::new());
        self.forget();
        let mut stopped = false;
        for board in boards {
            let report = match self.solve(to_move, board, most) {
                Err(Stopped) if sizes.len() >= FEWEST => {
                    stopped = true;
                    break;
                }
                report => report?,
            };
            alone.add(&report, winner);
            let mut size = Size {
                alone: report.nodes as f64,
                together: None,
            };
            if report.winner().is_some() && !self.options.shares {
                together.add(&report, winner);
                size.together = Some(size.alone);
            } else if report.winner().is_some() {
                // With more in the table it hardly needs more nodes, so it needs no limit.
                match self.solve_by(Solver::solve_warm, to_move, board, u64::MAX) {
                    Ok(report) => {
                        together.add(&report, winner);
                        size.together = Some(report.nodes as f64);
                    }
                    // One that was not solved with the others is not compared with them.
                    Err(Stopped) if !sizes.is_empty() => stopped = true,
                    Err(Stopped) => return Err(Stopped),
                }
            } else {
                given_up.push((sizes.len(), board));
            }
            sizes.push(size);
            if stopped {
                break;
            }
        }
        self.forget();
        let mut estimates = Vec::new();
        for &(index, board) in given_up.iter().take(estimated) {
            if stopped {
                break;
            }
            let estimate = match self.size_by_positions_below(winner, to_move, board, random) {
                Err(Stopped) => {
                    stopped = true;
                    None
                }
                Ok(estimate) => estimate,
            };
            if let Some(estimate) = estimate {
                // What it had taken when it was given up is certain.
                sizes[index].alone = estimate.max(sizes[index].alone);
                estimates.push(sizes[index].alone);
            }
        }
        let mut cut_off = given_up.len() - estimates.len();
        if !estimates.is_empty() {
            let stand_in = mean(&estimates);
            for &(index, _) in given_up.iter().skip(estimated) {
                sizes[index].alone = stand_in;
                cut_off -= 1;
            }
        }
        Ok(Measured {
            sizes,
            alone,
            together,
            cut_off: cut_off as u64,
            stopped,
        })
    }

    /// What a position takes alone, estimated from positions two plies below it; `None` if the
    /// bounds leave none of them open.
    fn size_by_positions_below(
        &self,
        winner: Player,
        to_move: Player,
        board: &Board,
        random: &mut Random,
    ) -> Result<Option<f64>, Stopped> {
        let question = Question::new(*board, self.tile, to_move);
        let below = split(&question, winner, PLIES_BELOW, self.solver, self.stop)?;
        if below.decided.is_some() {
            return Ok(None);
        }
        let (leaves, of) = (&below.leaves, below.leaves.len());
        let chosen = random.choose(BELOW, of).into_iter();
        let boards: Vec<Board> = chosen.map(|at| leaves[at]).collect();
        let measured = self.measure(winner, to_move, &boards, ESTIMATED_BELOW, random)?;
        if measured.stopped {
            return Err(Stopped);
        }
        let above = below.counts.inner as f64 + of as f64;
        let totals = totals(&measured.sizes, of, random);
        Ok(Some(totals.together.middle + above))
    }

    /// Lets the solver forget the table of the last sample: it keeps one, for boards of one size.
    fn forget(&self) {
        if !self.options.shares {
            return;
        }
        let board = Board::empty(1, 1).expect("one square is a board");
        let question = Question::new(board, self.tile, Player::Vertical);
        self.solver.solve_warm(&question, self.control);
    }
}
