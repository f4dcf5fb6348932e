//! Proof-number search on a tree (Schijf 1993, chapter 3): every path to a position has its own
//! node.
//!
//! Nodes do not hold their position. The search keeps the positions of its current path and plays the
//! moves on the way down, so that a chess node takes 16 bytes.

mod arena;
mod draw;
mod forget;
mod second;
mod state;

use crate::game::{Game, Kind};
use crate::numbers::Numbers;
use crate::options::{Evaluation, Initial, Order, assessed, leaf};
use crate::report::{Ending, LOOK_EVERY, Observer, Report, Snapshot, Statistics};
use arena::{Arena, Node};
use crosscram_support::{clock::Instant, random::Random};

/// Choices of a tree search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeOptions {
    /// When nodes are evaluated.
    pub evaluation: Evaluation,
    /// The numbers of new leaves.
    pub initial: Initial,
    /// The order of siblings.
    pub order: Order,
    /// Whether the nodes below a solved one are removed (except the root's children).
    pub remove_solved: bool,
    /// Whether updates end at a node whose numbers do not change. Without it the search is the same
    /// but slower.
    pub stop_updates_early: bool,
    /// The maximum number of nodes in memory; beyond it, least-proving nodes are deleted.
    pub max_nodes: Option<u64>,
    /// PN² (Breuker 1998): a leaf is not just expanded, but searched by a second tree of about as many
    /// nodes as the first has; of it the children of the leaf are kept, with their numbers.
    pub second_level: bool,
}

impl Default for TreeOptions {
    fn default() -> Self {
        TreeOptions {
            evaluation: Evaluation::Immediate,
            initial: Initial::default(),
            order: Order::Given,
            remove_solved: true,
            stop_updates_early: true,
            max_nodes: None,
            second_level: false,
        }
    }
}

/// One node of the path from the root, with its position.
#[derive(Clone, Debug)]
struct Step<G: Game> {
    node: u32,
    kind: Kind,
    position: G::Position,
    /// Used only where positions can repeat.
    key: G::Key,
}

/// A search on a tree, which can be interrupted and continued.
///
/// ```
/// use crosscram_pn::{TreeOptions, TreeSearch, Unobserved, games::TicTacToe};
///
/// let game = TicTacToe::default();
/// let mut search = TreeSearch::new(&game, TreeOptions::default());
/// let report = search.run(&mut Unobserved);
/// // The first player cannot force a win.
/// assert_eq!(report.is_win(), Some(false));
/// ```
pub struct TreeSearch<'g, G: Game> {
    game: &'g G,
    options: TreeOptions,
    arena: Arena<G::Move>,
    /// From the root down to where the next selection begins. Never empty.
    path: Vec<Step<G>>,
    random: Random,
    statistics: Statistics,
    /// The maximum number of nodes that this run may create in all.
    limit: u64,
    /// Keys of the positions above the root, if this is the second level of another search.
    above: Vec<G::Key>,
    /// Scratch.
    moves: Vec<G::Move>,
    siblings: Vec<Node<G::Move>>,
}

impl<'g, G: Game> TreeSearch<'g, G> {
    /// A search that has seen the root only.
    pub fn new(game: &'g G, options: TreeOptions) -> Self {
        TreeSearch::from(game, game.root(), options)
    }

    /// A search from any position.
    fn from(game: &'g G, position: G::Position, options: TreeOptions) -> Self {
        let numbers = leaf(game, &position, options.evaluation, options.initial);
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        // The root's own move is never used, so any will do. Without moves there is no tree.
        let root = moves.first().map(|&mov| Node::leaf(numbers, mov));
        let arena = root.map_or_else(|| Arena::from_nodes(Vec::new()), Arena::new);
        let seed = match options.order {
            Order::Given => 0,
            Order::Shuffled(seed) => seed,
        };
        let mut search = TreeSearch {
            path: Vec::new(),
            game,
            options,
            arena,
            random: Random::new(seed),
            statistics: Statistics {
                nodes: 1,
                ..Statistics::default()
            },
            limit: u64::MAX,
            above: Vec::new(),
            moves,
            siblings: Vec::new(),
        };
        search.path.push(search.step(0, position));
        search.count_memory();
        search
    }

    fn step(&self, node: u32, position: G::Position) -> Step<G> {
        Step {
            node,
            kind: self.game.kind(&position),
            key: if G::CYCLIC {
                self.game.repetition_key(&position)
            } else {
                G::Key::default()
            },
            position,
        }
    }

    /// The root's numbers.
    pub fn root(&self) -> Numbers {
        match self.arena.live() {
            0 => assessed(self.game, &self.path[0].position, self.options.initial),
            _ => self.arena.get(0).numbers,
        }
    }

    /// The game that is searched.
    pub fn game(&self) -> &'g G {
        self.game
    }

    /// The cost so far.
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// Searches until the root is solved, memory is full, or `observer` stops it.
    pub fn run(&mut self, observer: &mut impl Observer) -> Report {
        let (start, nodes_before) = (Instant::now(), self.statistics.nodes);
        self.limit = observer.limit();
        let ending = loop {
            if self.root().is_solved() {
                break Ending::Solved;
            }
            if self.statistics.expansions.is_multiple_of(LOOK_EVERY) && !self.shown_to(observer) {
                break Ending::Stopped;
            }
            if let Err(ending) = self.expand_next() {
                break ending;
            }
        };
        self.shown_to(observer);
        Report {
            ending,
            root: self.root(),
            statistics: self.statistics,
            new_nodes: self.statistics.nodes - nodes_before,
            elapsed: start.elapsed(),
        }
    }

    fn shown_to(&mut self, observer: &mut impl Observer) -> bool {
        self.count_memory();
        observer.look(&Snapshot {
            root: self.root(),
            statistics: self.statistics,
        })
    }

    fn count_memory(&mut self) {
        let statistics = &mut self.statistics;
        statistics.live = self.arena.live();
        statistics.peak = statistics.peak.max(statistics.live);
        statistics.bytes = statistics.bytes.max(self.arena.bytes());
    }

    /// Selects the most-proving node, expands it and updates. The root must not be solved.
    fn expand_next(&mut self) -> Result<(), Ending> {
        if self.arena.live() == 0 {
            return Err(Ending::Stuck);
        }
        self.select();
        let end = self.path.len() - 1;
        if self.options.evaluation == Evaluation::Delayed {
            let Step { node, position, .. } = &self.path[end];
            let numbers = assessed(self.game, position, self.options.initial);
            if numbers.is_solved() {
                self.arena.get_mut(*node).numbers = numbers;
                self.statistics.updates += 1;
                self.update(end);
                return Ok(());
            }
        }
        if !self.make_room() {
            return Err(Ending::Full);
        }
        self.expand(end)?;
        if self.options.second_level {
            self.search_second_level(end)?;
        }
        self.update(end + 1);
        Ok(())
    }

    /// Extends the path down to a leaf, always to the leftmost child with the same number (Fig. 3.5).
    fn select(&mut self) {
        loop {
            let Step {
                node,
                kind,
                position,
                ..
            } = &self.path[self.path.len() - 1];
            let parent = self.arena.get(*node);
            if !parent.is_expanded() {
                return;
            }
            let wanted = parent.numbers.chosen(*kind);
            let children = self.arena.children(*node);
            let place = children
                .iter()
                .position(|child| child.numbers.chosen(*kind) == wanted)
                .expect("a node has the number of one of its children");
            let child = parent.children().start + place as u32;
            let mut position = position.clone();
            self.game.play(&mut position, children[place].mov);
            self.path.push(self.step(child, position));
        }
    }

    /// Generates the children of the node at `end` of the path (Fig. 3.6).
    fn expand(&mut self, end: usize) -> Result<(), Ending> {
        let (game, options) = (self.game, self.options);
        let Step { node, position, .. } = &self.path[end];
        self.moves.clear();
        game.moves(position, &mut self.moves);
        // Before the shuffle, so that a search that goes on draws the same order.
        if self.statistics.nodes + self.moves.len() as u64 > self.limit {
            return Err(Ending::Stopped);
        }
        if let Order::Shuffled(_) = options.order {
            self.random.shuffle(&mut self.moves);
        }
        if self.moves.is_empty() {
            return Err(Ending::Stuck);
        }
        self.siblings.clear();
        for &mov in &self.moves {
            let mut child = position.clone();
            game.play(&mut child, mov);
            let repeated = G::CYCLIC && {
                let key = game.repetition_key(&child);
                self.path.iter().any(|step| step.key == key) || self.above.contains(&key)
            };
            let numbers = if repeated {
                self.statistics.repetitions += 1;
                Numbers::LOST
            } else {
                leaf(game, &child, options.evaluation, options.initial)
            };
            self.siblings.push(Node::leaf(numbers, mov));
        }
        let attached = self.arena.attach(*node, &self.siblings);
        attached.ok_or(Ending::Full)?;
        self.statistics.expansions += 1;
        self.statistics.nodes += self.siblings.len() as u64;
        self.statistics.peak = self.statistics.peak.max(self.arena.live());
        Ok(())
    }

    /// Recomputes the numbers of the first `length` nodes of the path, from its end to the root or
    /// until nothing changes (Fig. 3.7). The path then ends there.
    fn update(&mut self, length: usize) {
        let mut stop = 0;
        for place in (0..length).rev() {
            let Step { node, kind, .. } = self.path[place];
            self.statistics.updates += 1;
            let children = self.arena.children(node);
            let numbers = Numbers::of_children(kind, children.iter().map(|child| child.numbers));
            let node_now = self.arena.get_mut(node);
            if node_now.numbers == numbers && self.options.stop_updates_early {
                stop = place;
                break;
            }
            node_now.numbers = numbers;
            if numbers.is_solved() && self.options.remove_solved && place > 0 {
                self.statistics.removed += self.arena.clear_below(node);
            }
        }
        // Above `stop` nothing changed, so the next selection would follow the same path.
        self.path.truncate(stop + 1);
    }

    /// The root's move to the leftmost child that proves its value: a won one if the root is a
    /// max node that is won, a lost one if it is a min node that is lost.
    pub fn best_move(&self) -> Option<G::Move> {
        let root = self.root();
        let Step { kind, .. } = self.path[0];
        if !root.is_solved() || root.chosen(kind) != 0 || self.arena.live() == 0 {
            return None;
        }
        let mut children = self.arena.children(0).iter();
        let best = children.find(|child| child.numbers.chosen(kind) == 0);
        best.map(|child| child.mov)
    }
}
