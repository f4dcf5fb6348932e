//! The votes of the subgames of a position, and the scores that the paper makes of them.

use crosscram_rules::{Player, Tile};

use super::field::{Field, LINES, LONGEST};
use super::interpretation::{Draws, Singles};
use super::knowledge::known_outcome;
use super::rectangles::each_subgame;
use crate::spec::Settings;

/// The number of parts in one vote. Scores are integers in these parts, so that equal scores compare
/// equal: a vote divided by up to 36 subgames is exact. With more, on boards beyond 8x8, it is rounded
/// down.
pub(super) const VOTE: i128 = 144_403_552_893_600;

/// Winners of rectangles by number of lines and cells: 1 for Vertical, -1 for Horizontal, 0 if unknown.
#[derive(Clone, Debug)]
pub(super) struct Winners {
    /// By who begins, then `lines * (LONGEST + 1) + width`.
    by_first: [Vec<i8>; 2],
}

impl Winners {
    /// For rectangles on `field`.
    pub(super) fn new(field: &Field, tile: Tile, singles: Singles) -> Winners {
        let row = LONGEST + 1;
        let length = tile.length() as usize;
        let by_first = Player::ALL.map(|first| {
            let mut winners = vec![0; (field.lines().len() + 1) * row];
            for lines in 1..=field.lines().len() {
                for width in 1..=field.length() {
                    let (rows, cols) = match field.along() {
                        Player::Horizontal => (lines, width),
                        Player::Vertical => (width, lines),
                    };
                    let dead = rows < length && cols < length;
                    if dead && singles == Singles::Nobody {
                        continue;
                    }
                    let winner = known_outcome(rows, cols, tile).winner(first);
                    winners[lines * row + width] = match winner {
                        Some(Player::Vertical) => 1,
                        Some(Player::Horizontal) => -1,
                        None => 0,
                    };
                }
            }
            winners
        });
        Winners { by_first }
    }

    /// The vote of a rectangle for `evaluator`: 1 for a win, -1 for a loss.
    fn vote(&self, lines: usize, width: usize, evaluator: Player, first: Player) -> i32 {
        let vote = self.by_first[first.index()][lines * (LONGEST + 1) + width];
        match evaluator {
            Player::Vertical => i32::from(vote),
            Player::Horizontal => -i32::from(vote),
        }
    }
}

/// The votes of all subgames together, from one player's point of view.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Tally {
    /// Number of subgames.
    pub(super) subgames: i128,
    /// Won subgames minus lost ones.
    pub(super) balance: i128,
    /// The same, each multiplied by its number of cells: TotalVoteBot's score.
    pub(super) total: i128,
    /// Cells with more won than lost subgames, minus those with fewer, and what [`Draws`] says of those
    /// with equally many: MajorityBot's score.
    pub(super) majority: i128,
    /// The subgames beyond the first, summed over all cells: the penalty for overlap.
    pub(super) overlap: i128,
    /// Shares of the votes of subgames more than one cell long and wide, in parts of [`VOTE`].
    pub(super) wide_shares: i128,
    /// Shares of the votes of the others.
    pub(super) narrow_shares: i128,
}

/// The votes for one cell: how many subgames, and the balance of the wide and the narrow ones.
#[derive(Clone, Copy, Default)]
struct CellVotes {
    subgames: u16,
    wide: i16,
    narrow: i16,
}

/// Counts votes; keeps its memory from one position to the next.
#[derive(Clone)]
pub(super) struct Counter {
    winners: Winners,
    draws: Draws,
    cells: Vec<CellVotes>,
    /// By number of subgames of a cell: the votes of all such cells.
    wide: [i32; SHARES],
    narrow: [i32; SHARES],
}

/// The maximum number of subgames of a cell: each has a different pair of first and last line.
const SHARES: usize = LINES;

impl Counter {
    pub(super) fn new(field: &Field, tile: Tile, settings: &Settings) -> Counter {
        Counter {
            winners: Winners::new(field, tile, settings.singles),
            draws: settings.draws,
            cells: vec![CellVotes::default(); LINES * LONGEST],
            wide: [0; SHARES],
            narrow: [0; SHARES],
        }
    }

    /// The votes of all subgames for `evaluator` if `first` begins in each.
    pub(super) fn count(&mut self, field: &Field, evaluator: Player, first: Player) -> Tally {
        let mut tally = Tally::default();
        let (lines, length) = (field.lines(), field.length());
        self.cells[..lines.len() * length].fill(CellVotes::default());
        let (winners, cells) = (&self.winners, &mut self.cells);
        let (mut subgames, mut balance, mut total) = (0, 0, 0);
        each_subgame(lines, |span| {
            let (count, width) = (span.lines(), span.width());
            let vote = winners.vote(count, width, evaluator, first);
            subgames += 1;
            balance += vote;
            total += vote * (count * width) as i32;
            let votes = match count > 1 && width > 1 {
                true => (vote as i16, 0),
                false => (0, vote as i16),
            };
            let start = span.cells.trailing_zeros() as usize;
            for line in span.first..=span.last {
                let at = line * length + start;
                for cell in &mut cells[at..at + width] {
                    cell.subgames += 1;
                    cell.wide += votes.0;
                    cell.narrow += votes.1;
                }
            }
        });
        tally.subgames = subgames;
        tally.balance = i128::from(balance);
        tally.total = i128::from(total);
        self.sum_cells(lines.len() * length, &mut tally);
        tally
    }

    /// Computes the parts of the tally that depend on the votes of single cells.
    fn sum_cells(&mut self, area: usize, tally: &mut Tally) {
        let (mut majority, mut overlap, mut most) = (0, 0, 0);
        let draw = match self.draws {
            Draws::Won => 1,
            Draws::Nothing => 0,
        };
        for cell in &self.cells[..area] {
            if cell.subgames == 0 {
                continue;
            }
            let shares = usize::from(cell.subgames).min(SHARES - 1);
            most = most.max(shares);
            self.wide[shares] += i32::from(cell.wide);
            self.narrow[shares] += i32::from(cell.narrow);
            majority += match (cell.wide + cell.narrow).signum() {
                0 => draw,
                sign => i32::from(sign),
            };
            overlap += i32::from(cell.subgames) - 1;
        }
        tally.majority = i128::from(majority);
        tally.overlap = i128::from(overlap);
        for shares in 1..=most {
            let share = VOTE / shares as i128;
            tally.wide_shares += share * i128::from(std::mem::take(&mut self.wide[shares]));
            tally.narrow_shares += share * i128::from(std::mem::take(&mut self.narrow[shares]));
        }
    }
}
