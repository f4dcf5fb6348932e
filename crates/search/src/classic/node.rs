//! The search below the root.

use super::bounds::{Bounds, Setting};
use super::counts::{Change, LineScorer, Totals, change_by_recount, recount};
use super::cover::{Areas, cover};
use super::line_cover::LineCover;
use super::ordering::{ReflectedMoves, SCALE, positional_values};
use super::table::{Stored, Table};
use super::view::{MoveMasks, State, View, all_move_masks, views};
use crate::config::{Config, Cover, Formula, Generation, Ordering, Part, SafeMoves};
use crate::control::{Control, REPORTED_PLIES};
use crate::report::Statistics;
use crosscram_rules::{Bits, Board, Tile};

/// Result of searching a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The player to move wins.
    Win,
    /// The player to move loses.
    Loss,
    /// The search was stopped.
    Stopped,
}

/// A move with its place in the order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    /// Larger is tried earlier; no two moves of a node are equal.
    rank: u32,
    /// First cell, in the mover's layout.
    pub(crate) start: u16,
    pub(crate) change: Change,
}

/// Scores are made positive by this before they enter a rank.
const RANK_BIAS: i32 = 64 * SCALE;
/// Low bits of a rank: raster order among equal scores.
const RANK_PLACES: u32 = 512;

/// The margin of a cover that says nothing; with it neither player wins.
const NO_MARGIN: i32 = -1;

/// A node may be stopped after this many others; a power of two.
const POLL_INTERVAL: u64 = 4096;

/// One search: the board's constants, the table, the statistics.
pub(crate) struct Search<'a, W> {
    pub(crate) views: [View<W>; 2],
    masks: [Vec<MoveMasks<W>>; 2],
    tile: u32,
    /// Parts of the cover; `None` for DOMI, and for tiles other than dominoes.
    cover: Option<Cover>,
    formula: Formula,
    second_upper_bound: bool,
    ordering: Ordering,
    staged: bool,
    ignore_safe_moves: bool,
    line_cover: &'static LineCover,
    scorer: Option<LineScorer>,
    positional: [Vec<i16>; 2],
    reflected: ReflectedMoves,
    table: Table<W>,
    /// Moves of all nodes on the current line, one after another.
    candidates: Vec<Candidate>,
    control: &'a Control,
    pub(crate) nodes: u64,
    pub(crate) statistics: Statistics,
}

impl<'a, W: Bits> Search<'a, W> {
    pub(crate) fn new(board: &Board, tile: Tile, config: &Config, control: &'a Control) -> Self {
        let views = views(board);
        let tile_length = tile.length();
        let is_domino = tile_length == 2;
        let scorer = if is_domino {
            LineScorer::new(&views, config.line_count)
        } else {
            None
        };
        let table = Table::new(config.table, config.replacement, board.free_count());
        let statistics = Statistics {
            nodes_by_depth: vec![0; board.area() / tile_length as usize + 2],
            table_entries: table.entries(),
            table_bytes: table.bytes(),
            ..Statistics::default()
        };
        Search {
            masks: all_move_masks(board, tile),
            tile: tile_length,
            cover: config.cover.filter(|_| is_domino),
            formula: config.formula,
            second_upper_bound: config.second_upper_bound,
            ordering: config.ordering,
            staged: config.generation == Generation::Staged,
            ignore_safe_moves: config.safe_moves == SafeMoves::Ignored,
            line_cover: LineCover::shared(),
            scorer,
            positional: [positional_values(&views[0]), positional_values(&views[1])],
            reflected: ReflectedMoves::new(&views, tile_length),
            table,
            candidates: Vec::new(),
            control,
            nodes: 0,
            statistics,
            views,
        }
    }

    /// Counts of a position from scratch.
    pub(crate) fn totals(&mut self, state: &State<W>) -> Totals {
        match &mut self.scorer {
            Some(scorer) => scorer.totals(state, &self.views),
            None => recount(state, &self.views, self.tile),
        }
    }

    /// Whether the static board cover is used.
    pub(crate) fn has_cover(&self) -> bool {
        self.cover.is_some()
    }

    /// Count a child of the root that is only evaluated.
    pub(crate) fn count_root_child(&mut self) {
        self.nodes += 1;
        self.statistics.nodes_by_depth[0] += 1;
    }

    /// Forget the nodes counted so far.
    pub(crate) fn restart_count(&mut self) {
        self.nodes = 0;
        self.statistics.nodes_by_depth.fill(0);
    }

    /// The cheap test: safe against real moves.
    #[inline]
    pub(crate) fn decided_by_counts(totals: &Totals, mover: usize) -> Option<Verdict> {
        let other = 1 - mover;
        if totals.safe[mover] > totals.real[other] {
            Some(Verdict::Win)
        } else if totals.safe[other] >= totals.real[mover] {
            Some(Verdict::Loss)
        } else {
            None
        }
    }

    /// By how much the cover of the player to move puts him ahead.
    #[inline]
    pub(crate) fn mover_margin(&self, state: &State<W>, totals: &Totals, mover: usize) -> i32 {
        match self.evaluation(state, totals, mover, true) {
            Some((_, Some(bounds))) => bounds.margin(),
            _ => NO_MARGIN,
        }
    }

    /// By how much the cover of the player who just moved puts him ahead.
    #[inline]
    pub(crate) fn other_margin(&self, state: &State<W>, totals: &Totals, mover: usize) -> i32 {
        match self.evaluation(state, totals, 1 - mover, false) {
            Some((_, Some(bounds))) => bounds.margin(),
            _ => NO_MARGIN,
        }
    }

    /// Cover and bounds for `player`; see [`super::Evaluation`].
    #[inline]
    pub(crate) fn evaluation(
        &self,
        state: &State<W>,
        totals: &Totals,
        player: usize,
        to_move: bool,
    ) -> Option<(Areas, Option<Bounds>)> {
        let parts = self.cover?;
        let view = &self.views[player];
        let areas = cover(
            view,
            self.line_cover,
            state.free[player],
            totals.safe[player],
            parts,
        );
        let setting = self.setting(totals, player, parts);
        let bounds = if to_move {
            let bounds = areas.bounds_to_move(setting);
            // Without a move in the cover the 2002 program gives up, that of 2014 counts on.
            let count_on = self.second_upper_bound;
            bounds.or_else(|| count_on.then(|| areas.bounds(setting)))
        } else {
            Some(areas.bounds(setting))
        };
        Some((areas, bounds))
    }

    #[inline]
    fn setting(&self, totals: &Totals, player: usize, parts: Cover) -> Setting {
        Setting {
            empty: totals.empty,
            opponent_real: self.second_upper_bound.then_some(totals.real[1 - player]),
            formula: self.formula,
            vulnerable2: parts.has(Part::Vulnerable2),
        }
    }

    /// Does the player to move win? `depth` is one for the root's children.
    pub(crate) fn node(
        &mut self,
        state: &State<W>,
        totals: Totals,
        mover: usize,
        depth: usize,
    ) -> Verdict {
        let nodes_before = self.nodes;
        self.nodes += 1;
        self.statistics.nodes_by_depth[depth - 1] += 1;
        if self.nodes.is_multiple_of(POLL_INTERVAL) {
            self.control.report_nodes(self.nodes);
            if self.control.is_stopped() {
                return Verdict::Stopped;
            }
        }

        if let Some(verdict) = Self::decided_by_counts(&totals, mover) {
            match verdict {
                Verdict::Win => self.statistics.leaves.mover_safe += 1,
                _ => self.statistics.leaves.opponent_safe += 1,
            }
            return verdict;
        }

        let key = state.canonical();
        let at = self.table.locate(key);
        if let Some(mover_wins) = self.table.probe(at, key) {
            self.statistics.leaves.table += 1;
            return if mover_wins {
                Verdict::Win
            } else {
                Verdict::Loss
            };
        }

        if self.mover_margin(state, &totals, mover) > 0 {
            self.statistics.leaves.mover_cover += 1;
            return Verdict::Win;
        }
        if self.other_margin(state, &totals, mover) >= 0 {
            self.statistics.leaves.opponent_cover += 1;
            return Verdict::Loss;
        }

        self.statistics.interior += 1;
        let verdict = self.expand(state, totals, mover, depth);
        if verdict != Verdict::Stopped {
            let size = self.nodes - nodes_before;
            let stored = self
                .table
                .store(at, key, verdict == Verdict::Win, size, totals.empty);
            self.statistics.stores += 1;
            match stored {
                Stored::Free => {}
                Stored::Replaced => self.statistics.replaced += 1,
                Stored::Refused => self.statistics.refused += 1,
            }
        }
        verdict
    }

    /// Search the moves of a node until one wins.
    fn expand(&mut self, state: &State<W>, totals: Totals, mover: usize, depth: usize) -> Verdict {
        let base = self.candidates.len();
        let (first_stage, second_stage) = self.move_sets(state, mover);
        self.push_scored(state, &totals, mover, first_stage, self.ordering);
        let mut end = self.candidates.len();
        let total = end - base + second_stage.count() as usize;
        self.best_to_front(base);

        let mut verdict = Verdict::Loss;
        let mut index = 0;
        loop {
            if base + index == end {
                if second_stage.is_empty() || end - base == total {
                    break;
                }
                self.push_unscored(state, &totals, mover, second_stage);
                end = self.candidates.len();
            }
            if index == 1 {
                self.candidates[base + 1..end]
                    .sort_unstable_by_key(|candidate| std::cmp::Reverse(candidate.rank));
            }
            let candidate = self.candidates[base + index];
            if depth < REPORTED_PLIES {
                self.control.report_move(depth, index, total);
            }
            match self.child(state, &totals, mover, candidate, depth + 1) {
                Verdict::Win => {}
                Verdict::Loss => {
                    self.statistics.cutoffs_by_try[index.min(5)] += 1;
                    verdict = Verdict::Win;
                    break;
                }
                Verdict::Stopped => {
                    verdict = Verdict::Stopped;
                    break;
                }
            }
            index += 1;
        }
        self.candidates.truncate(base);
        verdict
    }

    /// Play a move and search the position after it, from the other player's side.
    pub(crate) fn child(
        &mut self,
        state: &State<W>,
        totals: &Totals,
        mover: usize,
        candidate: Candidate,
        depth: usize,
    ) -> Verdict {
        let start = u32::from(candidate.start);
        let next = state.after(&self.masks[mover][start as usize]);
        self.table.prefetch(self.table.locate(next.canonical()));
        let next_totals = totals.after(mover, candidate.change, self.tile as i32);
        let noted = self.ordering == Ordering::Dynamic && self.reflected.note(mover, start);
        let verdict = self.node(&next, next_totals, 1 - mover, depth);
        if noted {
            self.reflected.forget(mover, start);
        }
        verdict
    }

    /// The position and counts after a move.
    pub(crate) fn play(
        &self,
        state: &State<W>,
        totals: &Totals,
        mover: usize,
        candidate: Candidate,
    ) -> (State<W>, Totals) {
        let next = state.after(&self.masks[mover][usize::from(candidate.start)]);
        (
            next,
            totals.after(mover, candidate.change, self.tile as i32),
        )
    }

    /// First cells of the moves to try at once, and of those that wait until these have failed.
    fn move_sets(&self, state: &State<W>, mover: usize) -> (W, W) {
        let moves = self.moves_to_try(state, mover);
        if !self.staged {
            return (moves, W::EMPTY);
        }
        let view = &self.views[mover];
        let protected = view.protected(state.free[mover], self.tile);
        let mut touching = protected;
        for step in 1..self.tile {
            touching |= protected >> step;
        }
        let (untouched, touching) = (moves & !touching, moves & touching);
        if untouched.is_empty() {
            (touching, W::EMPTY)
        } else {
            (untouched, touching)
        }
    }

    /// First cells of all moves worth trying: every one, or without the safe ones as long as
    /// others exist (Theorem 4.3.1).
    pub(crate) fn moves_to_try(&self, state: &State<W>, mover: usize) -> W {
        let (view, free) = (&self.views[mover], state.free[mover]);
        let all = view.starts(free, self.tile);
        if !self.ignore_safe_moves {
            return all;
        }
        let unsafe_moves = all & !self.safe_moves(state, mover);
        if unsafe_moves.is_empty() {
            all
        } else {
            unsafe_moves
        }
    }

    /// First cells of the moves that the opponent cannot disturb.
    pub(crate) fn safe_moves(&self, state: &State<W>, mover: usize) -> W {
        let view = &self.views[mover];
        view.starts(view.protected(state.free[mover], self.tile), self.tile)
    }

    /// All moves worth trying, in the order in which a node tries them.
    pub(crate) fn all_candidates(
        &mut self,
        state: &State<W>,
        totals: &Totals,
        mover: usize,
    ) -> Vec<Candidate> {
        let (first_stage, second_stage) = self.move_sets(state, mover);
        let mut candidates = self.sorted(state, totals, mover, first_stage, self.ordering);
        self.push_unscored(state, totals, mover, second_stage);
        candidates.append(&mut self.candidates);
        candidates
    }

    /// All moves worth trying, by score alone, as the root wants them.
    pub(crate) fn root_candidates(
        &mut self,
        state: &State<W>,
        totals: &Totals,
        mover: usize,
        ordering: Ordering,
    ) -> Vec<Candidate> {
        let moves = self.moves_to_try(state, mover);
        self.sorted(state, totals, mover, moves, ordering)
    }

    fn sorted(
        &mut self,
        state: &State<W>,
        totals: &Totals,
        mover: usize,
        moves: W,
        ordering: Ordering,
    ) -> Vec<Candidate> {
        self.push_scored(state, totals, mover, moves, ordering);
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.sort_unstable_by_key(|candidate| std::cmp::Reverse(candidate.rank));
        candidates
    }

    fn push_scored(
        &mut self,
        state: &State<W>,
        totals: &Totals,
        mover: usize,
        moves: W,
        ordering: Ordering,
    ) {
        self.load_scorer(state);
        for (place, start) in moves.members().enumerate() {
            let change = self.change(state, totals, mover, start);
            let score = match ordering {
                Ordering::None => 0,
                Ordering::Primary => SCALE * change.score(),
                Ordering::Positional => {
                    SCALE * change.score() + i32::from(self.positional[mover][start as usize])
                }
                Ordering::Dynamic => {
                    SCALE * change.score() + i32::from(self.reflected.value(mover, start))
                }
            };
            self.candidates.push(Candidate {
                rank: (score + RANK_BIAS) as u32 * RANK_PLACES + (RANK_PLACES - 1 - place as u32),
                start: start as u16,
                change,
            });
        }
    }

    fn push_unscored(&mut self, state: &State<W>, totals: &Totals, mover: usize, moves: W) {
        // The searches in between have loaded other positions.
        self.load_scorer(state);
        for start in moves.members() {
            self.candidates.push(Candidate {
                rank: 0,
                start: start as u16,
                change: self.change(state, totals, mover, start),
            });
        }
    }

    fn load_scorer(&mut self, state: &State<W>) {
        if let Some(scorer) = &mut self.scorer {
            scorer.load(state, &self.views);
        }
    }

    #[inline]
    fn change(&self, state: &State<W>, totals: &Totals, mover: usize, start: u32) -> Change {
        match &self.scorer {
            Some(scorer) => {
                let length = self.views[mover].length;
                scorer.change(mover, start / length, start % length)
            }
            None => {
                let next = state.after(&self.masks[mover][start as usize]);
                change_by_recount(*totals, &next, &self.views, self.tile, mover)
            }
        }
    }

    fn best_to_front(&mut self, base: usize) {
        let moves = &mut self.candidates[base..];
        if let Some(best) = (0..moves.len()).max_by_key(|&i| moves[i].rank) {
            moves.swap(0, best);
        }
    }
}
