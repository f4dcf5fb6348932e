//! Decides which positions are worked on, and what their results mean. It knows no files, no threads and no
//! network: units go out, segments come in.

use super::library::{Contradiction, Library};
use super::outlook::{self, Left, Outlook};
use super::segment::{Finding, Outcome, SHARE, Segment};
use super::unit::{Fact, Unit, Wanted};
use crate::Range;
use crate::text::{Game, reaches};
use crosscram_certificate::Hash;
use crosscram_pn::{Child, JobGraph, Kind, Numbers};
use crosscram_rules::{Bits, Bits256, Player, Question};
use crosscram_search::Levels;
use std::collections::{HashMap, HashSet};

mod seats;

/// What a run is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The question.
    pub question: Question,
    /// The levels of the engine's bounds.
    pub bounds: Levels,
    /// Nodes of a unit.
    pub nodes: u64,
}

/// How many times better than the first move the second has to look. The engine's order is good: on 9x9 a
/// small factor makes the search try one move after the other where the first would have been enough.
const STEP: u32 = 64;

/// Positions of which little is expected are put together into one unit, at most this many.
const MOST_POSITIONS: usize = 64;

/// A position that was given out as a whole so often in a row without a new fact is not given out as a whole again before
/// there is one: what its searches leave in the table may be lost.
const PATIENCE: u32 = 4;

/// Nodes that a unit of proofs may take, in units: its positions are said to be solved, so with warm tables it takes few.
const PROOF_UNITS: u64 = 64;

/// Which position of a line is given out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The last one, a leaf: for workers that do not know what others have searched without solving it.
    Leaf,
    /// The first one for which there is a seat: for workers that tell each other what they find while they search. The answers name winners without proofs. When the winner of the board is known, those proofs are asked for that the
    /// certificate needs: for workers whose tables stay warm. Proofs of what is refuted bit by bit have most positions in common, and those
    /// under a move that is not played in the end are never written.
    Claims,
    /// The first one that no worker is below: for workers that share a table, in which the search of the whole is where it was.
    /// So one thread searches exactly what a search of the board does.
    Whole,
}

/// A unit under way.
struct Issued {
    /// The leaves that count as decided meanwhile.
    leaves: Vec<u32>,
    /// The line down to the first of them.
    line: Vec<u32>,
    /// The node that was given out.
    target: u32,
    /// The positions of which proofs are asked for.
    proofs: Vec<Question>,
}

/// What a run has cost and reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Segments that were taken.
    pub segments: u64,
    /// Positions that were given out and came back solved.
    pub solved: u64,
    /// Positions that came back with their children.
    pub opened: u64,
    /// Nodes that were searched to solve positions.
    pub nodes: u64,
    /// Nodes that were searched to write proofs.
    pub writing: u64,
}

/// The state of a run.
pub struct Coordinator {
    plan: Plan,
    graph: JobGraph<Question>,
    library: Library,
    issued: HashMap<Hash, Issued>,
    /// How often a position was given out as a whole since something new became known below it.
    fruitless: HashMap<u32, u32>,
    /// Nodes that have a child for every legal move, not only for those that the engine would try.
    complete: HashSet<u32>,
    /// Positions of which proofs are being written.
    proving: HashSet<Question>,
    /// How often a proof of a position was asked for.
    asked: HashMap<Question, u32>,
    /// Leaves that are expected to take next to nothing.
    closing: HashSet<u32>,
    /// Positions with children that were given out as a whole, and how many of the children were decided then.
    whole: HashMap<u32, usize>,
    tally: Tally,
    outlook: Outlook,
}

impl Coordinator {
    /// A run of which nothing is known.
    pub fn new(plan: Plan) -> Coordinator {
        let root = plan.question.canonical();
        let numbers = Numbers::new(SHARE, SHARE);
        Coordinator {
            plan,
            graph: JobGraph::new(root, hash(&root), Kind::Max, numbers, STEP),
            library: Library::default(),
            issued: HashMap::new(),
            fruitless: HashMap::new(),
            complete: HashSet::new(),
            proving: HashSet::new(),
            asked: HashMap::new(),
            closing: HashSet::new(),
            whole: HashMap::new(),
            tally: Tally::default(),
            outlook: Outlook::default(),
        }
    }

    /// What the run is about.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// What was reached.
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// Everything that segments have said.
    pub fn library(&self) -> &Library {
        &self.library
    }

    /// The graph above the units.
    pub fn graph(&self) -> &JobGraph<Question> {
        &self.graph
    }

    /// How many units are under way.
    pub fn under_way(&self) -> usize {
        self.issued.len()
    }

    /// Returns whether a unit is under way.
    pub fn is_under_way(&self, unit: &Hash) -> bool {
        self.issued.contains_key(unit)
    }

    /// Returns whether a position can come up in this game, by its size, its number, and how many cells are free.
    fn fits(&self, position: &Question) -> bool {
        let root = &self.plan.question;
        let free = |of: &Question| of.board.free_count();
        let covered = free(root).checked_sub(free(position));
        let plies = covered.filter(|cells| cells.is_multiple_of(root.tile.length()));
        let fits_ply = |plies: u32| {
            // Who is to move tells how many moves there were in the number, but for an even number of them.
            let is_even = (plies / root.tile.length()).is_multiple_of(2);
            root.number != position.number || is_even == (position.first == root.first)
        };
        Game::of(position) == Game::of(root)
            && reaches(root.number, position.number)
            && plies.is_some_and(fits_ply)
    }

    /// The winner, if it is known; the proof may still have gaps.
    pub fn winner(&self) -> Option<Player> {
        self.winner_of(0)
    }

    /// The winner of a node, if it is known.
    pub(super) fn winner_of(&self, node: u32) -> Option<Player> {
        let numbers = self.graph.numbers(node);
        let first = self.plan.question.first;
        numbers.is_solved().then(|| match numbers.is_won() {
            true => first,
            false => first.opponent(),
        })
    }

    /// What is left to do, as far as that can be told.
    pub fn left(&self) -> Left {
        let claims = match self.winner() {
            Some(winner) => self.needed_claims(winner),
            None => Vec::new(),
        };
        match claims.is_empty() {
            true => self.outlook.left(&self.graph),
            false => {
                let nodes: u64 = claims.iter().map(|(_, nodes)| nodes).sum();
                Left {
                    leaves: claims.len() as u64,
                    units: Range::exactly(nodes as f64 / self.plan.nodes as f64),
                }
            }
        }
    }

    /// The next unit; `None` if there is nothing to do before a unit under way comes back, or at all.
    pub fn issue(&mut self, scope: Scope) -> Option<Unit> {
        if let Some(winner) = self.winner() {
            return self.issue_proofs(winner);
        }
        let line = self.graph.select_line();
        let line = line.or_else(|| self.graph.speculate().map(|leaf| vec![leaf]));
        let Some(line) = line else {
            return (scope == Scope::Claims).then(|| self.another_seat())?;
        };
        let last = *line.last()?;
        let (leaf, target) = match scope {
            Scope::Leaf => {
                let given = self.above(&line).unwrap_or(last);
                (given, given)
            }
            Scope::Claims => (last, self.first_with_a_seat(&line)),
            Scope::Whole => (last, self.first_untouched(&line)),
        };
        let mut leaves = vec![leaf];
        self.graph.begin(leaf);
        while self.closing.contains(&leaf) && leaves.len() < MOST_POSITIONS {
            match self
                .graph
                .select()
                .filter(|leaf| self.closing.contains(leaf))
            {
                Some(leaf) => {
                    self.graph.begin(leaf);
                    leaves.push(leaf);
                }
                None => break,
            }
        }
        let given = std::iter::once(target).chain(leaves[1..].iter().copied());
        let positions = given.map(|node| *self.graph.position(node));
        let unit = Unit {
            seat: self.seats_taken(target),
            wanted: match scope {
                Scope::Claims => Wanted::Claims,
                Scope::Leaf | Scope::Whole => Wanted::Proofs,
            },
            ..self.unit(positions.collect())
        };
        let issued = Issued {
            leaves,
            line,
            target,
            proofs: Vec::new(),
        };
        Some(self.sign(unit, issued))
    }

    /// A unit of this run for some positions.
    fn unit(&self, positions: Vec<Question>) -> Unit {
        let Plan {
            question,
            bounds,
            nodes,
        } = self.plan;
        Unit::new(question.number, bounds, nodes, positions)
    }

    /// A unit of proofs that the certificate needs: positions in the order of the certificate, as many as took the nodes of a unit, so that
    /// neighbours, which have most positions in common, come into one segment.
    fn issue_proofs(&mut self, winner: Player) -> Option<Unit> {
        let mut proofs: Vec<Question> = Vec::new();
        let (mut nodes, mut times) = (0, 0);
        for (position, taken) in self.needed_claims(winner) {
            if self.proving.contains(&position) {
                continue;
            }
            nodes += taken;
            times = times.max(self.asked.get(&position).copied().unwrap_or(0));
            proofs.push(position);
            if nodes >= self.plan.nodes || proofs.len() == MOST_POSITIONS {
                break;
            }
        }
        if proofs.is_empty() {
            return None;
        }
        for position in &proofs {
            self.proving.insert(*position);
            *self.asked.entry(*position).or_default() += 1;
        }
        let unit = Unit {
            // One that came back without a proof gets more.
            nodes: self.plan.nodes.saturating_mul(PROOF_UNITS << times.min(20)),
            ..self.unit(proofs.clone())
        };
        let issued = Issued {
            leaves: Vec::new(),
            line: Vec::new(),
            target: 0,
            proofs,
        };
        self.issued.insert(unit.id(), issued);
        Some(unit)
    }

    /// The positions that the certificate needs and that are claimed without proof, in its order, and the nodes that each took.
    fn needed_claims(&self, winner: Player) -> Vec<(Question, u64)> {
        let (mut claims, mut seen, mut stack) = (Vec::new(), HashSet::new(), vec![0]);
        while let Some(node) = stack.pop() {
            if !seen.insert(node) {
                continue;
            }
            let position = *self.graph.position(node);
            if let Some(known) = self.library.solved(&position) {
                if known.is_claim() {
                    claims.push((position, known.nodes));
                }
            } else if position.first == winner {
                stack.extend(self.winning_child(node, winner));
            } else {
                let children: Vec<u32> = self.graph.children(node).collect();
                stack.extend(children.into_iter().rev());
            }
        }
        claims
    }

    /// The first position of a line that no worker is below.
    fn first_untouched(&self, line: &[u32]) -> u32 {
        let leaf = line[line.len() - 1];
        if self.closing.contains(&leaf) {
            return leaf;
        }
        let taken: HashSet<u32> = self
            .issued
            .values()
            .flat_map(|issued| &issued.line)
            .copied()
            .collect();
        let is_promising = |node: &u32| {
            self.fruitless
                .get(node)
                .is_none_or(|&count| count < PATIENCE)
        };
        let mut untouched = line.iter().filter(|node| !taken.contains(node));
        untouched
            .find(|node| is_promising(node))
            .copied()
            .unwrap_or(leaf)
    }

    /// Notes that a unit under way has come back, with so many new facts.
    fn came_back(&mut self, unit: &Hash, facts: usize) {
        if let Some(issued) = self.issued.get(unit) {
            match facts {
                _ if !issued.proofs.is_empty() => {}
                0 => *self.fruitless.entry(issued.target).or_default() += 1,
                _ => {
                    for node in &issued.line {
                        self.fruitless.remove(node);
                    }
                }
            }
        }
        self.give_back(unit);
    }

    /// Counts what was spent on a segment of parts.
    pub(super) fn note_parts(&mut self, segment: &Segment) {
        self.tally.segments += 1;
        for found in &segment.results {
            self.tally.writing += found.writing;
        }
    }

    /// Returns whether the winner is known and proofs of what was claimed are missing.
    pub(super) fn lacks_proofs(&self) -> bool {
        let winner = self.winner();
        winner.is_some_and(|winner| !self.needed_claims(winner).is_empty())
    }

    /// Takes a segment that says nothing new. If its unit was under way, its nodes were spent in this run.
    pub fn accept_repeated(&mut self, segment: &Segment) {
        if self.is_under_way(&segment.unit) {
            for found in &segment.results {
                self.tally.nodes += found.nodes;
                self.tally.writing += found.writing;
            }
        }
        self.came_back(&segment.unit, 0);
    }

    /// The position above a leaf, if it is worked on as a whole instead: one whose open moves are all leaves, and of which
    /// a further one has been decided since it was last given out. What helped to refute one move refutes most of the others,
    /// and one proof of all of them is shorter than one of each.
    fn above(&mut self, line: &[u32]) -> Option<u32> {
        let &[.., above, leaf] = line else {
            return None;
        };
        let is_decided = |&child: &u32| self.graph.numbers(child).is_solved();
        let decided = self.graph.children(above).filter(is_decided).count();
        let mut open = self
            .graph
            .children(above)
            .filter(|child| !is_decided(child));
        let tried = self.whole.get(&above).copied().unwrap_or(0);
        if self.closing.contains(&leaf)
            || decided <= tried
            || open.any(|child| self.graph.is_expanded(child))
        {
            return None;
        }
        self.whole.insert(above, decided);
        Some(above)
    }

    /// Gives a unit hints: solved positions that lie below its positions, those that took most nodes first.
    pub fn hint(&mut self, unit: &mut Unit, most: usize) {
        let leaves = self.issued.remove(&unit.id());
        let below = |fact: &Fact| {
            let fits = |position: &Question| {
                let images = fact.position.board.reflections();
                let is_below = |free: Bits256| (free & !position.board.free_bits()).is_empty();
                images.iter().any(|image| is_below(image.free_bits()))
            };
            unit.positions.iter().any(fits)
        };
        let mut known: Vec<Fact> = self.library.all().collect();
        known.retain(|fact| fact.nodes > 1 && below(fact));
        let order = |at: &Question| (at.board, at.number, at.first);
        known.sort_by_key(|fact| (std::cmp::Reverse(fact.nodes), order(&fact.position)));
        known.truncate(most);
        unit.known = known;
        if let Some(leaves) = leaves {
            self.issued.insert(unit.id(), leaves);
        }
    }

    /// A unit will not come back.
    pub fn give_back(&mut self, unit: &Hash) {
        let Some(issued) = self.issued.remove(unit) else {
            return;
        };
        for leaf in issued.leaves {
            self.graph.give_back(leaf);
        }
        for position in issued.proofs {
            self.proving.remove(&position);
        }
    }

    /// Returns why a segment cannot be of this run. Its proofs are not looked at.
    pub fn objection(&self, segment: &Segment) -> Option<String> {
        let strange = |found: &&Finding| !self.fits(&found.position);
        let position = segment.results.iter().find(strange)?.position;
        Some(format!("{position} does not come up in this game"))
    }

    /// Takes the claims of a search. Those of what may come up and takes a unit at most: what takes more is divided into units, so that its
    /// proof is written bit by bit.
    pub(super) fn be_guided(
        &mut self,
        name: &str,
        mut claims: Segment,
    ) -> Result<(), Contradiction> {
        let most = self.plan.nodes;
        claims
            .results
            .retain(|found| found.nodes <= most && self.fits(&found.position));
        let (_, facts) = self.library.add(name, &claims)?;
        let nodes = facts.iter().filter_map(|fact| {
            let canonical = fact.position.canonical();
            self.graph.find(&canonical, hash(&canonical))
        });
        let nodes = nodes.collect();
        self.apply(nodes)
    }

    /// Takes a segment whose proofs hold, or are believed to. Returns the facts that are new. The segment's unit is not
    /// under way any more.
    pub fn accept(&mut self, name: &str, segment: &Segment) -> Result<Vec<Fact>, Contradiction> {
        let (news, facts) = self.library.add(name, segment)?;
        self.tally.segments += 1;
        for found in &segment.results {
            self.tally.nodes += found.nodes;
            self.tally.writing += found.writing;
            match found.outcome {
                Outcome::Solved(_) => self.tally.solved += 1,
                Outcome::Open(_) => self.tally.opened += 1,
                Outcome::Untouched | Outcome::Part(_) => {}
            }
        }
        let before = self.expectations(segment);
        let mut changed: Vec<u32> = Vec::new();
        let solved = facts.iter().map(|fact| fact.position.canonical());
        for canonical in solved.chain(news) {
            changed.extend(self.graph.find(&canonical, hash(&canonical)));
        }
        self.apply(changed)?;
        self.came_back(&segment.unit, facts.len());
        self.drop_decided();
        for ((node, expected), found) in before.into_iter().zip(&segment.results) {
            if let (Some(node), true) = (node, found.nodes > 0) {
                let spent = found.nodes as f64 / self.plan.nodes as f64;
                let left = outlook::expected(&self.graph, node);
                self.outlook.learn((spent + left) / expected);
            }
        }
        Ok(facts)
    }

    /// The node of each position of a segment that is a leaf, and what it is expected to take.
    fn expectations(&self, segment: &Segment) -> Vec<(Option<u32>, f64)> {
        let leaf = |found: &Finding| {
            let canonical = found.position.canonical();
            let node = self.graph.find(&canonical, hash(&canonical));
            node.filter(|&node| {
                !self.graph.is_expanded(node) && !self.graph.numbers(node).is_solved()
            })
        };
        let expected =
            |node: Option<u32>| node.map_or(0.0, |node| outlook::expected(&self.graph, node));
        let leaves = segment.results.iter().map(leaf);
        leaves.map(|node| (node, expected(node))).collect()
    }

    /// Brings what the library knows into the graph, at these nodes and at those that appear below them.
    fn apply(&mut self, mut nodes: Vec<u32>) -> Result<(), Contradiction> {
        while let Some(node) = nodes.pop() {
            let position = *self.graph.position(node);
            if let Some(known) = self.library.solved(&position) {
                let numbers = self.decided(known.winner);
                let before = self.graph.numbers(node);
                if before.is_solved() && before != numbers {
                    return Err(self.contradiction(node, known.winner, known.segment));
                }
                self.graph.settle(node, numbers);
                continue;
            }
            let Some(opened) = self.library.opened(&position) else {
                continue;
            };
            if self.graph.is_expanded(node) {
                continue;
            }
            let kind = self.graph.kind(node);
            let children = opened.children.iter().map(|&(position, estimates)| {
                let (win, refute) = estimates.unwrap_or((SHARE, SHARE));
                Child {
                    position,
                    hash: hash(&position),
                    numbers: match kind {
                        Kind::Max => Numbers::new(win, refute),
                        Kind::Min => Numbers::new(refute, win),
                    },
                }
            });
            let children: Vec<Child<Question>> = children.collect();
            nodes.extend(self.graph.expand(node, &children));
        }
        Ok(())
    }

    fn decided(&self, winner: Player) -> Numbers {
        match winner == self.plan.question.first {
            true => Numbers::WON,
            false => Numbers::LOST,
        }
    }

    /// A node that its children decide otherwise than a segment does.
    fn contradiction(&self, node: u32, winner: Player, segment: u32) -> Contradiction {
        let position = *self.graph.position(node);
        let opened = self.library.opened(&position);
        let by_children = match opened {
            Some(opened) => format!(
                "{} with what follows from it",
                self.library.name(opened.segment)
            ),
            None => "what is known of its moves".to_string(),
        };
        Contradiction {
            position,
            one: (by_children, winner.opponent()),
            other: (self.library.name(segment).to_string(), winner),
        }
    }

    /// Returns whether the proof is complete. If the winner is known and it is not, proofs are missing, or moves: the missing moves of the
    /// loser, which the engine did not have to try, become leaves; the winner is then open until they are
    /// solved.
    pub fn close(&mut self) -> Result<bool, Contradiction> {
        while let Some(winner) = self.winner() {
            // Missing moves may be solved already. Then no work is left on them, and the proof is looked
            // through again.
            if !self.add_missing_moves(winner)? {
                return Ok(self.winner().is_some() && self.needed_claims(winner).is_empty());
            }
        }
        Ok(false)
    }

    /// Gives the loser's nodes of a proof the moves that they lack. Returns whether there were any.
    fn add_missing_moves(&mut self, winner: Player) -> Result<bool, Contradiction> {
        let mut added = false;
        let mut seen = HashSet::new();
        let mut stack = vec![0];
        while let Some(node) = stack.pop() {
            let position = *self.graph.position(node);
            if !seen.insert(node) || self.library.solved(&position).is_some() {
                continue;
            }
            if position.first == winner {
                // There is none if the node has just been opened again.
                stack.extend(self.winning_child(node, winner));
                continue;
            }
            if self.complete.insert(node) {
                added |= self.add_missing(node)?;
            }
            stack.extend(self.graph.children(node));
        }
        // Nodes that are open again are visited when they are solved.
        Ok(added)
    }

    /// A child of a node that the winner, who is to move, has won.
    pub fn winning_child(&self, node: u32, winner: Player) -> Option<u32> {
        let wanted = self.decided(winner);
        let mut children = self.graph.children(node);
        children.find(|&child| self.graph.numbers(child) == wanted)
    }

    /// Gives a node a child for each legal move. Returns whether some were missing.
    fn add_missing(&mut self, node: u32) -> Result<bool, Contradiction> {
        let position = *self.graph.position(node);
        let there = self.graph.children(node);
        let there: HashSet<Question> = there.map(|child| *self.graph.position(child)).collect();
        let mut missing: Vec<Question> = Vec::new();
        for (_, child) in position.moves() {
            let child = child.canonical();
            if !there.contains(&child) && !missing.contains(&child) {
                missing.push(child);
            }
        }
        let children: Vec<Child<Question>> = missing
            .iter()
            .map(|&position| Child {
                position,
                hash: hash(&position),
                numbers: Numbers::new(1, 1),
            })
            .collect();
        let nodes = self.graph.expand(node, &children);
        let open = nodes
            .iter()
            .filter(|&&child| !self.graph.is_expanded(child));
        self.closing.extend(open.copied());
        self.apply(nodes)?;
        Ok(!missing.is_empty())
    }
}

/// The hash by which a canonical position is found in the graph.
pub(super) fn hash(position: &Question) -> u64 {
    let Question { board, number, .. } = position;
    let number = number.numerator() as u64 ^ u64::from(number.log2_denominator()) << 56;
    board.free_bits().mix() ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
