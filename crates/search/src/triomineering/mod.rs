//! The Triomineering solver of Brüggemann, Gagelas, Weber and Willemse (2016), technique by
//! technique: the engine `triomineering-2016`.
//!
//! Negamax over won and lost positions. The mover wins at once with more safe moves than the
//! opponent has real ones, and loses at once with fewer real moves than the opponent has safe ones
//! (a position with equally many is lost too, but the program searches it). Three techniques can
//! be switched on: ordering moves by how real and safe counts change, a transposition table, and
//! the table with all four reflections of every position. Node counts with all three are those of
//! the paper, if the board is transposed: see [`solve`].
//!
//! Further techniques are the paper's open wishes: values of subgames inside the search, where regions of
//! few cells count with their exact game value, and only the others by safe and real moves (see
//! `values.rs`); and a table with a replacement scheme (see `known.rs`). The cut-offs by safe and real moves
//! can be left out: the paper does not say whether its plain variants had them.

mod engine;
mod known;
mod lines;
mod values;

use crate::solver::Run;
use crate::tracer::{Found, Proof, Trace, winner};
use crate::width::by_width;
use crate::{Control, Ending, Reason, Replacement, Report, SearchError, Statistics};
use crosscram_rules::{Bits, Player, Question};
use crosscram_support::clock::Instant;
use crosscram_values::positions::PositionValues;
use known::Known;
use lines::Lines;
pub(crate) use values::ExactRegions;
use values::RegionValues;

pub(crate) use engine::Triomineering;

/// The techniques in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Techniques {
    /// Try the moves that hurt the opponent most first.
    pub ordering: bool,
    /// Remember positions.
    pub table: bool,
    /// Remember all reflections of each position; needs the table.
    pub symmetry: bool,
    /// Use exact values of regions of up to this many cells; 0 for none, as in the paper.
    pub values: u32,
    /// Decide positions by safe and real moves.
    pub cutoffs: bool,
    /// What the table keeps when it is full; `None` for what came first, as in the program of 2016.
    pub replacement: Option<Replacement>,
}

impl Techniques {
    /// Plain alpha-beta.
    pub const ALPHA_BETA: Techniques = Techniques {
        ordering: false,
        table: false,
        symmetry: false,
        values: 0,
        cutoffs: true,
        replacement: None,
    };
    /// With a transposition table.
    pub const TRANSPOSITION: Techniques = Techniques {
        table: true,
        ..Techniques::ALPHA_BETA
    };
    /// With a transposition table of all reflections.
    pub const SYMMETRY: Techniques = Techniques {
        symmetry: true,
        ..Techniques::TRANSPOSITION
    };
    /// With move ordering alone.
    pub const ORDERING: Techniques = Techniques {
        ordering: true,
        ..Techniques::ALPHA_BETA
    };
    /// All techniques of the paper.
    pub const ALL: Techniques = Techniques {
        ordering: true,
        ..Techniques::SYMMETRY
    };
}

/// Limits of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Limits {
    /// Nodes.
    pub nodes: u64,
    /// The maximum number of positions in the table. Without a replacement scheme, reflections are counted
    /// and later positions are not stored.
    pub entries: u64,
}

impl Limits {
    /// No limits.
    pub const NONE: Limits = Limits {
        nodes: u64::MAX,
        entries: u64::MAX,
    };
}

/// Searches a question of a board alone. Nodes are calls of the search function, the root's included; by depth, the first
/// number is the root's. A winning first move is named if the first player was not seen to win at once.
///
/// Moves of equal score are tried in the order of the program of 2016: Horizontal's row by row,
/// Vertical's column by column from the bottom up. The paper's node counts are the sums of both
/// first players on the *transposed* board.
///
/// ```
/// use crosscram_rules::{Board, Player, Question, Tile};
/// use crosscram_search::{Control, triomineering};
/// use triomineering::{Limits, Techniques};
///
/// let board = Board::empty(6, 6)?;
/// let mut nodes = 0;
/// for first in Player::ALL {
///     let question = Question::new(board, Tile::TROMINO, first);
///     nodes += triomineering::solve(&question, Techniques::ALL, Limits::NONE, &Control::new()).nodes;
/// }
/// // Table 1 of the paper.
/// assert_eq!(nodes, 738);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// It fails if there is no memory for a table with a replacement scheme, which is allocated at once.
pub fn solve(
    question: &Question,
    techniques: Techniques,
    limits: Limits,
    control: &Control,
) -> Report {
    search(question, techniques, limits, None, &Run::new(control))
}

/// Searches, with values of regions that are known before if there are any.
fn search(
    question: &Question,
    techniques: Techniques,
    limits: Limits,
    known: Option<PositionValues>,
    run: &Run<'_>,
) -> Report {
    let Question { board, tile, .. } = question;
    // A shift by a whole tile must stay below the capacity.
    let longest = board.rows().max(board.cols()) * tile.length() as usize;
    let found = by_width!(board.area().max(longest) + 1, B => {
        search_sets::<B>(question, techniques, limits, known, run)
    });
    found.unwrap_or_else(|shortage| Report::failed(question, shortage))
}

fn search_sets<B: Bits>(
    question: &Question,
    techniques: Techniques,
    limits: Limits,
    values: Option<PositionValues>,
    run: &Run<'_>,
) -> Result<Report, SearchError> {
    let started = Instant::now();
    let Question {
        board, tile, first, ..
    } = question;
    let values = (techniques.values > 0).then(|| {
        let known = values.unwrap_or_else(|| PositionValues::new(*tile));
        RegionValues::new(board, known, techniques.values)
    });
    let mut search = Search {
        lines: Lines::<B>::new(board, *tile),
        values,
        techniques,
        limits,
        control: run.control,
        trace: Trace::new(run.tracer, board),
        nodes: 0,
        statistics: Statistics::default(),
        best: None,
        refuted: Vec::new(),
        known: Known::new(techniques, limits, board.free_count())?,
    };
    let free = search.lines.cells_of(board);
    let wins = search.wins(free, *first, 0);
    let mov = |start: u32| search.lines.move_at(start, *first);
    let ending = match wins {
        Some(wins) => Ending::Won {
            winner: winner(*first, wins),
            best_move: search.best.map(mov),
        },
        None => Ending::Interrupted {
            refuted: search.refuted.iter().copied().map(mov).collect(),
            of: search.lines.starts(free, *first).count() as usize,
        },
    };
    let report = Report::new(question, ending, search.nodes, started);
    Ok(Report {
        statistics: search.statistics,
        ..report
    })
}

struct Search<'a, B> {
    lines: Lines<B>,
    values: Option<RegionValues>,
    techniques: Techniques,
    limits: Limits,
    control: &'a Control,
    trace: Trace<'a>,
    nodes: u64,
    statistics: Statistics,
    /// Start of a winning tile of the first move, and of losing ones.
    best: Option<u32>,
    refuted: Vec<u32>,
    known: Known<B>,
}

/// Real and safe moves of the mover and of the opponent.
#[derive(Clone, Copy)]
struct Counts {
    real_own: i32,
    real_other: i32,
    safe_own: i32,
    safe_other: i32,
}

impl Counts {
    fn of<B: Bits>(lines: &Lines<B>, free: B, mover: Player) -> Counts {
        let other = mover.opponent();
        Counts {
            real_own: lines.real(free, mover),
            real_other: lines.real(free, other),
            safe_own: lines.safe(free, mover),
            safe_other: lines.safe(free, other),
        }
    }

    /// Returns whether the mover wins, if the counts decide it.
    fn decided(&self) -> Option<bool> {
        if self.safe_own > self.real_other {
            Some(true)
        } else if self.real_own < self.safe_other {
            Some(false)
        } else {
            None
        }
    }
}

/// The positions after all moves, in the order of trying: as listed, or by their counts.
fn ordered<B: Bits>(
    lines: &Lines<B>,
    free: B,
    mover: Player,
    before: Counts,
    starts: B,
    by_counts: bool,
) -> Vec<B> {
    let listed = lines.in_order(starts, mover);
    let after = |start: u32| free & !lines.tile_at(start, mover);
    let mut moves: Vec<(i32, u32)> = listed
        .map(|start| {
            if !by_counts {
                return (0, start);
            }
            let after = after(start);
            let counts = Counts::of(lines, after, mover);
            // The mover's loss minus the opponent's.
            let cost = (before.real_own - counts.real_own)
                - (before.real_other - counts.real_other)
                + (before.safe_own - counts.safe_own)
                - (before.safe_other - counts.safe_other);
            (cost, start)
        })
        .collect();
    cheapest_first(&mut moves);
    moves.into_iter().map(|(_, start)| after(start)).collect()
}

/// Sorts moves by cost; equal ones stay in the order of the list.
fn cheapest_first(moves: &mut [(i32, u32)]) {
    moves.sort_by_key(|(cost, _)| *cost);
}

impl<B: Bits> Search<'_, B> {
    /// Returns whether `mover` wins; `None` if stopped.
    fn wins(&mut self, free: B, mover: Player, ply: usize) -> Option<bool> {
        /// How often the search checks for a stop.
        const PATIENCE: u64 = 1 << 10;
        let nodes_before = self.nodes;
        self.nodes += 1;
        let depths = &mut self.statistics.nodes_by_depth;
        if depths.len() <= ply {
            depths.resize(ply + 1, 0);
        }
        depths[ply] += 1;
        if self.nodes.is_multiple_of(PATIENCE) {
            self.control.report_nodes(self.nodes);
            if self.control.is_stopped() {
                return None;
            }
        }
        if self.nodes > self.limits.nodes {
            return None;
        }
        let starts = self.lines.starts(free, mover);
        if starts.is_empty() {
            return Some(self.leaf(free, mover, ply, Reason::Counts, false));
        }
        if let Some(known) = self.known.get(&self.lines, free) {
            return Some(self.leaf(free, mover, ply, Reason::Table, known));
        }
        let counts = Counts::of(&self.lines, free, mover);
        if self.techniques.cutoffs
            && let Some(known) = counts.decided()
        {
            return Some(self.leaf(free, mover, ply, Reason::Counts, known));
        }
        if let Some(values) = &mut self.values
            && let Some(known) = values.decided(&self.lines, free, mover)
        {
            return Some(self.leaf(free, mover, ply, Reason::Values, known));
        }
        self.statistics.interior += 1;
        let by_counts = self.techniques.ordering;
        let moves = ordered(&self.lines, free, mover, counts, starts, by_counts);
        let of = moves.len();
        for (index, after) in moves.into_iter().enumerate() {
            self.control.report_move(ply, index, of);
            // Lost if the opponent wins.
            let before = self.nodes;
            let lost = self.wins(after, mover.opponent(), ply + 1)?;
            let below = self.nodes - before;
            let stored = self.known.insert(&self.lines, after, lost, below);
            self.statistics.stores += u64::from(stored);
            if ply == 0 {
                // A tile is named by its first cell.
                let start = (free & !after).first();
                match lost {
                    true => self.refuted.push(start),
                    false => self.best = Some(start),
                }
            }
            if !lost {
                let tries = &mut self.statistics.cutoffs_by_try;
                tries[index.min(tries.len() - 1)] += 1;
                self.statistics.count_win(ply, index + 1);
                self.tell_inner(free, mover, ply, nodes_before, Some(after));
                return Some(true);
            }
        }
        self.tell_inner(free, mover, ply, nodes_before, None);
        Some(false)
    }

    /// Counts a node that needs no search of its moves. Returns whether the mover wins.
    fn leaf(&mut self, free: B, mover: Player, ply: usize, reason: Reason, wins: bool) -> bool {
        self.statistics.leaves.count(reason, wins);
        if self.trace.wants(1) {
            let found = Found::leaf(mover.index(), ply, wins, reason);
            self.trace.tell(free, &found);
        }
        wins
    }

    /// Tells the tracer of a node whose moves were searched; `won` is the position after the move
    /// that wins.
    fn tell_inner(&self, free: B, mover: Player, ply: usize, nodes_before: u64, won: Option<B>) {
        let nodes = self.nodes - nodes_before;
        if self.trace.wants(nodes) {
            let by = match won {
                Some(after) => Proof::Move(self.lines.move_at((free & !after).first(), mover)),
                None => Proof::AllMovesLose,
            };
            let found = Found {
                number: 0.into(),
                mover: mover.index(),
                mover_wins: won.is_some(),
                by,
                depth: ply,
                nodes,
                started: None,
            };
            self.trace.tell(free, &found);
        }
    }
}
