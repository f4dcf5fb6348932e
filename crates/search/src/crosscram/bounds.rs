//! What decides a position without search: both players' bounds, inherited from the position before.
//!
//! A [`Bounds`] keeps a frame for each position on the line of play. A frame holds the pieces of
//! the position for each player, derived from those of the frame above wherever the last tile did
//! not fall. It needs no table of positions and no threads, so it serves whoever wants positions
//! judged without a search.

use super::Problem;
use super::children::Surroundings;
use super::division::Division;
use super::geometry::Geometry;
use super::merge::Merger;
use super::numbers::Numbers;
use super::outlook::Outlook;
use super::parts::Parts;
use super::tables::Tables;
use crate::layout::counts::count_moves;
use crate::layout::view::{State, views};
use crate::options::Levels;
use crate::proof_walk::Witness;
use crate::report::Reason;
use crosscram_rules::{Bits, Board, Player};
use crosscram_values::switches::Role;
use crosscram_values::tables::{EXACT, Grid, RegionTable};
use std::sync::Arc;

/// Pieces are merged only if the bound misses by at most this many quarters.
const MERGE_MISS: i16 = 4;

/// A table of regions may always have this many bytes.
const SMALLEST_REGIONS: u64 = 256 << 20;

/// A position of the search.
#[derive(Clone, Copy)]
pub(super) struct Node<W> {
    pub(super) state: State<W>,
    /// Index of the number that is played along with the board.
    pub(super) number: usize,
    /// Player index of who is to move.
    pub(super) mover: usize,
}

impl<W: Bits> Node<W> {
    /// A position together with the number that the problem begins with.
    pub(super) fn new(board: &Board, to_move: Player) -> Self {
        Node {
            state: State::new(board),
            number: 0,
            mover: to_move.index(),
        }
    }

    /// The key of a position in the table, the same for all reflections. On a board of `area`
    /// cells with a number, marks behind the cells name the number and who is to move; without
    /// one the number of free cells tells who that is.
    #[inline]
    pub(super) fn key(&self, has_number: bool, area: u32) -> W {
        let key = self.state.canonical();
        if !has_number {
            return key;
        }
        key | W::from_field((self.number << 1 | self.mover) as u32, area)
    }
}

/// Who wins a position, and which bound shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Decision {
    pub(super) mover_wins: bool,
    pub(super) reason: Reason,
}

/// What is known of a node's position, by player: the player's bound.
#[derive(Default)]
struct Frame<W> {
    /// The free cells, by layout.
    free: [W; 2],
    parts: [Parts<W>; 2],
    /// Which of the bounds were computed.
    known: [bool; 2],
    /// What the opponent's bounds of all children share.
    around: Surroundings,
    /// What the mover's bounds of all children share.
    own_around: Surroundings,
    outlook: Outlook,
}

pub(super) struct Bounds<W: Bits> {
    tile: u32,
    views: [Grid<W>; 2],
    numbers: Numbers,
    /// One for each shape of lines: a square board needs one, others two.
    geometries: Vec<Geometry<W>>,
    /// Which of them bounds each player.
    geometry_of: [usize; 2],
    /// By depth, the root first.
    frames: Vec<Frame<W>>,
    levels: Levels,
    merger: Merger<W>,
}

/// The regions of some cells that have more than so many.
fn large_regions<W: Bits>(cells: W, limit: u32, geometry: &Geometry<W>) -> W {
    let mut rest = cells & !geometry.grid.dead(cells);
    let mut large = W::EMPTY;
    while rest.count() > limit {
        let region = geometry.grid.first_region(rest);
        rest ^= region;
        if region.count() > limit {
            large |= region;
        }
    }
    large
}

impl<W: Bits> Bounds<W> {
    /// The tables of regions may grow to `most_bytes` together.
    pub(super) fn new(problem: &Problem, most_bytes: u64, tables: &Arc<Tables>) -> Self {
        let board = &problem.board;
        let (rows, cols) = (board.rows() as u32, board.cols() as u32);
        let tile = problem.tile.length();
        let most_bytes = most_bytes / if rows == cols { 1 } else { 2 };
        let most_bytes = most_bytes.max(SMALLEST_REGIONS);
        let geometry = |lines, length| {
            Geometry::new(
                lines,
                length,
                tile,
                problem.levels,
                problem.effort,
                most_bytes,
                tables,
            )
        };
        // Vertical is bounded in rows, Horizontal in columns.
        let (geometries, geometry_of) = if rows == cols {
            (vec![geometry(rows, cols)], [0, 0])
        } else {
            (vec![geometry(rows, cols), geometry(cols, rows)], [0, 1])
        };
        Bounds {
            tile,
            views: views(board, problem.tile),
            numbers: problem.numbers.clone(),
            geometries,
            geometry_of,
            frames: Vec::new(),
            levels: problem.levels,
            merger: Merger::default(),
        }
    }

    /// The search has come so far: regions may be larger now.
    pub(super) fn grow(&mut self, nodes: u64) {
        for geometry in &mut self.geometries {
            geometry.grow(nodes);
        }
    }

    /// The tables of regions in use.
    pub(super) fn region_tables(&self) -> impl Iterator<Item = Arc<RegionTable<W>>> {
        self.geometries.iter().map(Geometry::region_table)
    }

    /// The numbers that are played along with the board.
    pub(super) fn numbers(&self) -> &Numbers {
        &self.numbers
    }

    /// Begins with a node: nothing is known of it yet.
    fn enter(&mut self, node: &Node<W>, depth: usize) {
        if self.frames.len() <= depth {
            self.frames.resize_with(depth + 1, Frame::default);
        }
        let before = depth.checked_sub(1).map(|before| &self.frames[before]);
        let outlook = before.map_or_else(Outlook::default, |before| before.outlook.next());
        let frame = &mut self.frames[depth];
        frame.free = node.state.free;
        frame.known = [false; 2];
        frame.outlook = outlook;
    }

    /// Computes the bound of `player`, from that of the last position before of which it is known,
    /// if there is one.
    #[inline]
    fn bound(&mut self, player: usize, node: &Node<W>, depth: usize) {
        let quarters = self.numbers.quarters(node.number, player);
        // A player is bounded in the layout of the opponent's lines.
        let layout = 1 - player;
        let geometry = &mut self.geometries[self.geometry_of[player]];
        geometry.note_evaluation();
        let (before, after) = self.frames.split_at_mut(depth);
        let Frame {
            parts, free, known, ..
        } = &mut after[0];
        known[player] = true;
        match before.iter().rev().find(|frame| frame.known[player]) {
            Some(before) => {
                let covered = before.free[layout] & !free[layout];
                parts[player].after(&before.parts[player], covered, quarters, geometry);
            }
            None => parts[player].of(free[layout], quarters, geometry),
        }
    }

    /// Returns whether merged pieces prove a win of `player` in `role`.
    fn merged(&mut self, player: usize, node: &Node<W>, role: Role, depth: usize) -> bool {
        let parts = &self.frames[depth].parts[player];
        let quarters = self.numbers.quarters(node.number, player);
        let geometry = &mut self.geometries[self.geometry_of[player]];
        self.frames[depth].known[player]
            && parts.total.at_least_as(role) >= -MERGE_MISS
            && self.merger.wins(parts, quarters, role, geometry)
    }

    /// Decides a node by safe and real moves. For dominoes the bounds know as much; longer tiles
    /// leave so many safe moves that counting first saves most of the work.
    fn decided_by_counts(&self, node: &Node<W>) -> Option<Decision> {
        let totals = count_moves(&node.state, &self.views);
        totals.winner(node.mover).map(|mover_wins| Decision {
            mover_wins,
            reason: Reason::Counts,
        })
    }

    /// Decides a node by the bounds, if they suffice. Fills its frame.
    pub(super) fn decide(&mut self, node: &Node<W>, depth: usize) -> Option<Decision> {
        if self.tile > 2
            && self.numbers.len() == 1
            && let Some(decision) = self.decided_by_counts(node)
        {
            return Some(decision);
        }
        self.enter(node, depth);
        if let Some(decision) = self.decided_by_cuts(node, depth) {
            return Some(decision);
        }
        if !self.levels.merge {
            return None;
        }
        let roles = [(node.mover, Role::First), (1 - node.mover, Role::Second)];
        let mut roles = roles.into_iter();
        let won = roles.find(|&(player, role)| self.merged(player, node, role, depth));
        won.map(|(player, _)| Decision {
            mover_wins: player == node.mover,
            reason: Reason::Merge,
        })
    }

    /// Decides a node by the bounds without merging. The better one comes first; a hopeless one is
    /// not computed at all.
    fn decided_by_cuts(&mut self, node: &Node<W>, depth: usize) -> Option<Decision> {
        let outlook = self.frames[depth].outlook;
        let leader = outlook.leader();
        let both = depth == 0 || outlook.is_old(self.tile);
        for player in [leader, 1 - leader] {
            if player != leader && !both {
                let lead = self.frames[depth].parts[leader].total.at_least();
                if outlook.is_hopeless(lead) {
                    return None;
                }
            }
            self.bound(player, node, depth);
            let mover_wins = player == node.mover;
            let role = if mover_wins {
                Role::First
            } else {
                Role::Second
            };
            if self.frames[depth].parts[player].total.at_least_as(role) >= 0 {
                let reason = match self.levels.regions {
                    Some(_) => Reason::Regions,
                    None => Reason::Rows,
                };
                return Some(Decision { mover_wins, reason });
            }
        }
        let frame = &mut self.frames[depth];
        let bounds = [0, 1].map(|player| frame.parts[player].total.at_least());
        frame.outlook = Outlook::of(bounds);
        None
    }

    /// Maximum number of cells of a piece of a player's cuts in which both can move.
    pub(super) fn largest_piece(&self, player: usize) -> u32 {
        self.geometries[self.geometry_of[player]].largest_piece()
    }

    /// Returns whether safe and real moves show that `player` wins a node.
    pub(super) fn counts_prove(&self, player: usize, node: &Node<W>) -> bool {
        let usable = self.tile > 2 && self.numbers.len() == 1;
        let mover_wins = player == node.mover;
        usable && (self.decided_by_counts(node)).is_some_and(|by| by.mover_wins == mover_wins)
    }

    /// The best cut for `player` that was found, and whether it proves that this player wins a node. `None`
    /// if it is not worth looking for: the mover's bound is far from a win. Begins the node's frame;
    /// the opponent's bound is not computed.
    pub(super) fn division(
        &mut self,
        player: usize,
        node: &Node<W>,
        depth: usize,
    ) -> Option<(Division<W>, bool)> {
        let role = match player == node.mover {
            true => Role::First,
            false => Role::Second,
        };
        self.enter(node, depth);
        self.bound(player, node, depth);
        let quarters = self.numbers.quarters(node.number, player);
        let geometry = &mut self.geometries[self.geometry_of[player]];
        let parts = &self.frames[depth].parts[player];
        if role == Role::First && parts.total.at_least_as(role) < -MERGE_MISS {
            return None;
        }
        let free = node.state.free[1 - player];
        Some(self.merger.division(free, parts, quarters, role, geometry))
    }

    /// A cut of `player` as it divides a node, which may come after the one that it was found for.
    pub(super) fn witness(&self, player: usize, node: &Node<W>, division: &Division<W>) -> Witness {
        let free = node.state.free[1 - player];
        let length = self.geometries[self.geometry_of[player]].grid.length();
        Witness {
            free: free.resized(),
            joined: (division.joined & free & (free >> length)).resized(),
            shared: (division.shared & free).resized(),
            cut: division.cut(length).resized(),
        }
    }

    /// A cut of the opponent of a node's mover after that has covered `cells`, in the opponent's layout, as a cut of
    /// the node.
    pub(super) fn division_before(
        &self,
        node: &Node<W>,
        division: &Division<W>,
        cells: W,
    ) -> Option<Division<W>> {
        let geometry = &self.geometries[self.geometry_of[1 - node.mover]];
        division.before(cells, geometry)
    }

    /// Computes the bound of `player` alone. Begins the node's frame.
    pub(super) fn bound_alone(&mut self, player: usize, node: &Node<W>, depth: usize) {
        self.enter(node, depth);
        self.bound(player, node, depth);
    }

    /// Returns whether a cut of the opponent of a node's mover proves that the opponent, moving first,
    /// wins after the mover has covered `cells`, which are in the mover's layout.
    pub(super) fn refutes(&self, node: &Node<W>, division: &mut Division<W>, cells: W) -> bool {
        let geometry = &self.geometries[self.geometry_of[1 - node.mover]];
        division.first_wins_after(cells, geometry)
    }

    /// Makes the tables of strips for a root that the bounds do not decide, and returns whether
    /// they are new. If such a root is an almost empty board the search is not a trivial one, and
    /// the tables are wanted at once.
    pub(super) fn make_strips(&mut self, root: &Node<W>) -> bool {
        let view = &self.views[0];
        let area = view.lines() * view.length();
        if root.state.free[0].count() * 4 < area * 3 {
            return false;
        }
        let geometries = self.geometries.iter_mut();
        geometries.fold(false, |new, geometry| geometry.make_strips() | new)
    }

    /// Computes both bounds of a root. One that the bounds decide has an incomplete frame.
    pub(super) fn complete(&mut self, root: &Node<W>) {
        self.enter(root, 0);
        for player in [0, 1] {
            self.bound(player, root, 0);
        }
    }

    /// Forgets what the children of the node before at this depth shared.
    pub(super) fn begin_children(&mut self, depth: usize) {
        self.frames[depth].around.clear();
    }

    /// Returns whether the opponent's bound shows a win, moving first, after the mover of a
    /// node has covered `cells`, which are in the mover's layout.
    #[inline]
    pub(super) fn is_refuted(&mut self, node: &Node<W>, cells: W, depth: usize) -> bool {
        let other = 1 - node.mover;
        if !self.frames[depth].known[other] {
            return false;
        }
        let quarters = self.numbers.quarters(node.number, other);
        let Frame { parts, around, .. } = &mut self.frames[depth];
        let geometry = &mut self.geometries[self.geometry_of[other]];
        around.wins_after(&parts[other], cells, Role::First, quarters, geometry)
    }

    /// Forgets what the mover's own bounds after its moves shared in the node before at this depth.
    pub(super) fn begin_own_moves(&mut self, depth: usize) {
        self.frames[depth].own_around.clear();
    }

    /// How many quarters the mover's bound misses, if it is known.
    pub(super) fn own_miss(&self, node: &Node<W>, depth: usize) -> Option<i16> {
        let frame = &self.frames[depth];
        frame.known[node.mover].then(|| -frame.parts[node.mover].total.first_at_least())
    }

    /// Returns whether the mover's own bound shows a win, moving second, after it has covered
    /// `cells`, which are in its opponent's layout.
    #[inline]
    pub(super) fn is_won(&mut self, node: &Node<W>, cells: W, depth: usize) -> bool {
        let mover = node.mover;
        if !self.frames[depth].known[mover] {
            return false;
        }
        let quarters = self.numbers.quarters(node.number, mover);
        let Frame {
            parts, own_around, ..
        } = &mut self.frames[depth];
        let geometry = &mut self.geometries[self.geometry_of[mover]];
        own_around.wins_after(&parts[mover], cells, Role::Second, quarters, geometry)
    }

    /// Cells within which a tile of the mover has to lie, in its opponent's layout, if
    /// [`Bounds::is_won`] is to hold after it.
    ///
    /// The vector of a small region is made of all its options, so the mover's bound as the first
    /// player is no less than that as the second after any tile of the mover's within the region; the same holds for sums.
    /// So in a node that this bound does not decide the mover gains only where the position before the tile has
    /// no such vector: in a region, of some band if it is cut, that is larger.
    pub(super) fn hopeful(&self, node: &Node<W>, depth: usize) -> W {
        let mover = node.mover;
        let frame = &self.frames[depth];
        if !frame.known[mover] {
            return W::EMPTY;
        }
        let parts = &frame.parts[mover];
        if parts.total.wins_first() {
            return !W::EMPTY;
        }
        let geometry = &self.geometries[self.geometry_of[mover]];
        let most = geometry.limit().min(EXACT);
        let mut hopeful = W::EMPTY;
        for part in &parts.list {
            let Some(cut) = part.cut else {
                if part.cells.count() > most {
                    hopeful |= part.cells;
                }
                continue;
            };
            if geometry.thorough {
                hopeful |= part.cells;
                continue;
            }
            // A lower band lies within one of these.
            let height = geometry.tallest.min(cut.lines);
            for first in cut.top..=cut.top + cut.lines - height {
                let band = part.cells & geometry.grid.band(first, height);
                hopeful |= large_regions(band, most, geometry);
            }
        }
        hopeful
    }

    /// Computes both bounds of a node; returns who of the mover and its opponent is shown to win.
    pub(super) fn compare(&mut self, node: &Node<W>, depth: usize) -> Option<bool> {
        self.enter(node, depth);
        for player in [0, 1] {
            self.bound(player, node, depth);
        }
        let parts = &self.frames[depth].parts;
        if parts[node.mover].total.wins_first() {
            Some(true)
        } else if parts[1 - node.mover].total.wins_second() {
            Some(false)
        } else {
            None
        }
    }
}
