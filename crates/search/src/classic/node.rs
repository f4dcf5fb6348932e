//! The search below the root.

use super::bounds::{Bounds, Setting};
use super::corners::other_corners;
use super::counts_2002::PairTable2002;
use super::cover::{Areas, Parts, cover};
use super::line_cover::LineCover;
use super::ordering::ReflectedMoves;
use super::table::Table;
use crate::control::{Control, REPORTED_PLIES};
use crate::layout::counts::{Totals, count, count_dominoes};
use crate::layout::positional::positional_values;
use crate::layout::stages::{Candidate, Choice};
use crate::layout::view::{MoveMasks, State, all_move_masks, move_in_lines, views};
use crate::options::{
    ClassicOptions, CoverOptions, CoverPart, Generation, LineCount, Ordering, PackingOrder,
    SafeMoves,
};
use crate::report::{Reason, Searched, Statistics};
use crate::solver::Run;
use crate::tracer::{Found, Proof, Trace};
use crate::triomineering::ExactRegions;
use crosscram_rules::{Bits, Board, Player, Tile};
use crosscram_support::clock::Instant;
use crosscram_values::tables::Grid;

/// The margin of a cover that decides nothing: with it neither player wins.
const NO_MARGIN: i32 = -1;

/// The search checks for a stop after this many nodes; a power of two.
const POLL_INTERVAL: u64 = 4096;

/// How real and safe moves are counted.
enum Counter {
    Dominoes,
    Dominoes2002(PairTable2002),
    AnyTile,
}

/// One search: the board's constants, the table, the statistics.
pub(crate) struct Search<'a, W: Bits> {
    pub(crate) views: [Grid<W>; 2],
    pub(crate) masks: [Vec<MoveMasks<W>>; 2],
    /// Parts of the cover; `None` for DOMI, and for tiles other than dominoes.
    cover: Option<CoverOptions>,
    pub(crate) ordering: Ordering,
    pub(crate) choice: Choice,
    /// Exact values of small regions, if they are used.
    values: Option<ExactRegions<W>>,
    pub(super) line_cover: &'static LineCover,
    counter: Counter,
    pub(crate) positional: [Vec<i16>; 2],
    pub(crate) reflected: ReflectedMoves,
    pub(super) table: Table<W>,
    /// Moves of all nodes on the current line, one after another.
    pub(crate) candidates: Vec<Candidate>,
    control: Option<&'a Control>,
    trace: Trace<'a>,
    /// First cell of the move that won the last won node.
    winning: u16,
    pub(crate) nodes: u64,
    pub(crate) statistics: Statistics,
}

impl<'a, W: Bits> Search<'a, W> {
    /// A search; without a `run`, for evaluation only.
    pub(crate) fn new(
        board: &Board,
        tile: Tile,
        options: &ClassicOptions,
        table: Table<W>,
        run: Option<&Run<'a>>,
    ) -> Self {
        let views = views(board, tile);
        let tile_length = tile.length();
        let is_domino = tile_length == 2;
        let counter = if !is_domino {
            Counter::AnyTile
        } else if options.line_count == LineCount::Unsound2002 {
            PairTable2002::new(&views).map_or(Counter::Dominoes, Counter::Dominoes2002)
        } else {
            Counter::Dominoes
        };
        let statistics = Statistics {
            nodes_by_depth: vec![0; board.area() / tile_length as usize + 2],
            ..Statistics::default()
        };
        Search {
            masks: all_move_masks(board, tile),
            cover: options.cover_for(tile_length),
            ordering: options.ordering,
            choice: Choice {
                ignores_safe: options.safe_moves == SafeMoves::Ignored,
                ignores_shifted: options.shift_dominance,
                is_staged: options.generation == Generation::Staged,
            },
            values: (options.values > 0)
                .then(|| ExactRegions::new(board, tile, options.database.as_ref(), options.values)),
            line_cover: LineCover::shared(),
            counter,
            positional: [positional_values(&views[0]), positional_values(&views[1])],
            reflected: ReflectedMoves::new(&views, tile_length),
            table,
            candidates: Vec::new(),
            control: run.map(|run| run.control),
            trace: Trace::new(run.and_then(|run| run.tracer), board),
            winning: 0,
            nodes: 0,
            statistics,
            views,
        }
    }

    /// Real and safe moves of a position.
    #[inline]
    pub(crate) fn count(&self, state: &State<W>) -> Totals {
        match &self.counter {
            Counter::Dominoes => count_dominoes(state, &self.views),
            Counter::Dominoes2002(table) => table.count(state, &self.views),
            Counter::AnyTile => count(state, &self.views),
        }
    }

    /// Returns whether [`crate::layout::scores::Scores`] agrees with [`Search::count`].
    pub(crate) fn can_score_at_once(&self) -> bool {
        matches!(self.counter, Counter::Dominoes)
    }

    /// Returns whether the static board cover is used.
    pub(crate) fn has_cover(&self) -> bool {
        self.cover.is_some()
    }

    /// Counts a child of the root that is only evaluated.
    pub(crate) fn count_root_child(&mut self) {
        self.nodes += 1;
        self.statistics.nodes_by_depth[0] += 1;
    }

    /// Resets the node count.
    pub(crate) fn restart_count(&mut self) {
        self.nodes = 0;
        self.statistics.nodes_by_depth.fill(0);
    }

    /// The margin of the cover of the player to move.
    #[inline]
    pub(crate) fn mover_margin(&self, state: &State<W>, totals: &Totals, mover: usize) -> i32 {
        match self.evaluation(state, totals, mover, true) {
            Some((_, Some(bounds))) => bounds.margin(),
            _ => NO_MARGIN,
        }
    }

    /// The margin of the cover of the player who just moved.
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
        let cover_options = self.cover?;
        let first = self.evaluation_of(state.free[player], totals, player, to_move, cover_options);
        if cover_options.packing == PackingOrder::Raster {
            return Some(first);
        }
        let margin = |found: &(Areas, Option<Bounds>)| found.1.map_or(NO_MARGIN, Bounds::margin);
        let corners = other_corners(&self.views[player], state.free[player]);
        let others = corners
            .into_iter()
            .map(|free| self.evaluation_of(free, totals, player, to_move, cover_options));
        // The first of equals is kept.
        Some(
            others.fold(first, |best, other| match margin(&other) > margin(&best) {
                true => other,
                false => best,
            }),
        )
    }

    /// Cover and bounds for `player` on these free cells of the player's layout, which may be reflected.
    #[inline]
    fn evaluation_of(
        &self,
        free: W,
        totals: &Totals,
        player: usize,
        to_move: bool,
        cover_options: CoverOptions,
    ) -> (Areas, Option<Bounds>) {
        let parts = Parts {
            cover: cover_options.parts,
            dead_squares: cover_options.dead_squares,
        };
        let safe = totals.safe[player];
        let areas = cover(&self.views[player], self.line_cover, free, safe, parts);
        let setting = setting(totals, player, cover_options);
        let bounds = if to_move {
            let bounds = areas.bounds_to_move(setting);
            // Without a move in the cover the program of 2002 gives up, while that of 2014 counts on.
            let count_on = cover_options.second_upper_bound;
            bounds.or_else(|| count_on.then(|| areas.bounds(setting)))
        } else {
            Some(areas.bounds(setting))
        };
        (areas, bounds)
    }

    /// Searches a node. `depth` is one for the root's children.
    pub(crate) fn node(&mut self, state: &State<W>, mover: usize, depth: usize) -> Searched {
        let nodes_before = self.nodes;
        self.nodes += 1;
        self.statistics.nodes_by_depth[depth - 1] += 1;
        if self.nodes.is_multiple_of(POLL_INTERVAL)
            && let Some(control) = self.control
        {
            control.report_nodes(self.nodes);
            if control.is_stopped() {
                return Searched::Stopped;
            }
        }

        let totals = self.count(state);
        if let Some(mover_wins) = totals.winner(mover) {
            return self.leaf(state, mover, depth, Reason::Counts, mover_wins);
        }
        let key = state.canonical();
        let known = match self.table.is_scattered() {
            true => self.table.probe_scattered(state.reflections()),
            false => self.table.probe(self.table.locate(key), key),
        };
        if let Some(mover_wins) = known {
            return self.leaf(state, mover, depth, Reason::Table, mover_wins);
        }
        if self.mover_margin(state, &totals, mover) > 0 {
            return self.leaf(state, mover, depth, Reason::Cover, true);
        }
        if self.other_margin(state, &totals, mover) >= 0 {
            return self.leaf(state, mover, depth, Reason::Cover, false);
        }
        if let Some(values) = &mut self.values
            && let Some(mover_wins) = values.decided(state.free[1], Player::ALL[mover])
        {
            return self.leaf(state, mover, depth, Reason::Values, mover_wins);
        }
        self.statistics.interior += 1;
        let started = self.trace.is_wanted().then(Instant::now);
        let verdict = self.expand(state, &totals, mover, depth);
        if verdict != Searched::Stopped {
            let size = self.nodes - nodes_before;
            let (won, empty) = (verdict == Searched::Win, totals.empty);
            if self.trace.wants(size) {
                let found = Found {
                    number: 0.into(),
                    mover,
                    mover_wins: won,
                    by: self.proof(mover, won),
                    depth,
                    nodes: size,
                    started,
                };
                self.trace.tell(state.free[1], &found);
            }
            if self.table.is_none() {
                return verdict;
            }
            let stored = match self.table.is_scattered() {
                true => self
                    .table
                    .store_scattered(state.reflections(), won, size, empty),
                false => self.table.store(key, won, size, empty),
            };
            self.statistics.count_store(stored);
        }
        verdict
    }

    /// Counts a node that needs no search of its moves.
    #[inline]
    fn leaf(
        &mut self,
        state: &State<W>,
        mover: usize,
        depth: usize,
        reason: Reason,
        mover_wins: bool,
    ) -> Searched {
        self.statistics.leaves.count(reason, mover_wins);
        self.trace_leaf(state, mover, depth, reason, mover_wins);
        mover_wins.into()
    }

    /// Tells the tracer of a node without a search of its moves.
    #[inline]
    pub(crate) fn trace_leaf(
        &self,
        state: &State<W>,
        mover: usize,
        depth: usize,
        reason: Reason,
        mover_wins: bool,
    ) {
        if self.trace.wants(1) {
            let found = Found::leaf(mover, depth, mover_wins, reason);
            self.trace.tell(state.free[1], &found);
        }
    }

    /// What shows the result of the node whose moves were searched last.
    #[cold]
    fn proof(&self, mover: usize, mover_wins: bool) -> Proof {
        match mover_wins {
            true => {
                let length = self.views[mover].length();
                Proof::Move(move_in_lines(length, Player::ALL[mover], self.winning))
            }
            false => Proof::AllMovesLose,
        }
    }

    /// Tells the tracer of the root.
    pub(crate) fn trace_root(
        &self,
        board: &Board,
        first: Player,
        winner: Player,
        by: Proof,
        started: Instant,
    ) {
        let found = Found {
            number: 0.into(),
            mover: first.index(),
            mover_wins: winner == first,
            by,
            depth: 0,
            nodes: self.nodes + 1,
            started: Some(started),
        };
        if self.trace.wants(found.nodes) {
            self.trace.tell(board.free_bits(), &found);
        }
    }

    /// Searches the moves of a node until one wins.
    fn expand(
        &mut self,
        state: &State<W>,
        totals: &Totals,
        mover: usize,
        depth: usize,
    ) -> Searched {
        let stages = self.stages(state, mover);
        let scored = stages.scored.count() as usize;
        let total = scored + stages.waiting.count() as usize;
        let base = self.candidates.len();
        self.push_best(state, totals, mover, &stages);

        let mut verdict = Searched::Loss;
        for index in 0..total {
            // The first move usually wins, so the others are sorted only when needed.
            if index == 1 {
                self.candidates.truncate(base);
                self.push_scored(state, totals, mover, &stages, self.ordering);
            }
            if index == scored {
                self.push_waiting(&stages);
            }
            if depth < REPORTED_PLIES
                && let Some(control) = self.control
            {
                control.report_move(depth, index, total);
            }
            let start = self.candidates[base + index].start;
            match self.child(state, mover, start, depth + 1) {
                Searched::Win => {}
                Searched::Loss => {
                    self.statistics.cutoffs_by_try[index.min(5)] += 1;
                    self.statistics.count_win(depth, index + 1);
                    self.winning = start;
                    verdict = Searched::Win;
                    break;
                }
                Searched::Stopped => {
                    verdict = Searched::Stopped;
                    break;
                }
            }
        }
        self.candidates.truncate(base);
        verdict
    }

    /// Plays a move and searches the position after it, for the other player.
    pub(crate) fn child(
        &mut self,
        state: &State<W>,
        mover: usize,
        start: u16,
        depth: usize,
    ) -> Searched {
        let next = state.after(&self.masks[mover][usize::from(start)]);
        self.table.prefetch(self.table.locate(next.canonical()));
        let start = u32::from(start);
        let noted = self.ordering == Ordering::Dynamic && self.reflected.note(mover, start);
        let verdict = self.node(&next, 1 - mover, depth);
        if noted {
            self.reflected.forget(mover, start);
        }
        verdict
    }
}

#[inline]
pub(super) fn setting(totals: &Totals, player: usize, cover: CoverOptions) -> Setting {
    Setting {
        empty: totals.empty,
        opponent_real: cover.second_upper_bound.then_some(totals.real[1 - player]),
        formula: cover.formula,
        vulnerable2: cover.parts.has(CoverPart::Vulnerable2),
    }
}
