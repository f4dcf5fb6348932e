//! One node of the path that is being searched, with its children.

use super::DfPn;
use super::conditional::because_of_children;
use super::team::{Table, Team};
use crate::game::{Game, Key, Kind};
use crate::numbers::{INFINITY, Numbers, sum};
use crate::options::{Algorithm, Counting, Options};
use crate::report::Ending;

/// Numbers from here on result from counting around cycles, not from work to do. A threshold this
/// large counts as none, so that a search with such numbers still reaches a solution.
const BOUNDLESS: u32 = 1 << 28;

/// How far the numbers of a node may grow before the search returns to its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Thresholds {
    proof: u32,
    disproof: u32,
}

impl Thresholds {
    /// Only a solution ends the search.
    pub(super) const NONE: Thresholds = Thresholds {
        proof: INFINITY,
        disproof: INFINITY,
    };
}

#[derive(Clone, Debug)]
struct Child<K, M> {
    mov: M,
    /// Its key in the table.
    table_key: K,
    numbers: Numbers,
    /// Whether it was first searched from another position.
    is_shared: bool,
    /// If it is lost on this path only: the places of the ancestors it depends on, sorted.
    because_of: Vec<u32>,
}

#[derive(Clone, Debug)]
pub(super) struct Frame<G: Game> {
    position: G::Position,
    kind: Kind,
    /// The key by which repetitions on the path are detected.
    key: G::Key,
    /// The key in the table.
    table_key: G::Key,
    thresholds: Thresholds,
    children: Vec<Child<G::Key, G::Move>>,
    /// The child that is being searched.
    current: usize,
    /// Expansions of the whole search when this node was entered.
    entered_at: u64,
}

impl<G: Game> Frame<G> {
    /// The node's numbers, from those of its children.
    pub(super) fn numbers(&self, counting: Counting) -> Numbers {
        let numbers = self.children.iter().map(|child| child.numbers);
        match counting {
            Counting::Sum => Numbers::of_children(self.kind, numbers),
            Counting::Shared => {
                let least = numbers.map(|child| child.chosen(self.kind)).min();
                let (own, shared) = self.totals();
                Numbers::by_kind(self.kind, least.unwrap_or(INFINITY), sum(own, shared))
            }
            Counting::Weak => weak(self.kind, numbers),
        }
    }

    /// The sum over the children first searched from here, and the maximum of the others.
    fn totals(&self) -> (u32, u32) {
        let total = |child: &Child<G::Key, G::Move>| child.numbers.chosen(self.kind.other());
        let (mut own, mut shared) = (0, 0);
        for child in &self.children {
            match child.is_shared {
                true => shared = shared.max(total(child)),
                false => own = sum(own, total(child)),
            }
        }
        (own, shared)
    }

    /// A short hash of the position.
    fn tag(&self) -> u32 {
        self.table_key.mix() as u32
    }

    /// Returns whether the search must return to the parent.
    pub(super) fn is_done(&self, numbers: Numbers, algorithm: Algorithm) -> bool {
        let Thresholds { proof, disproof } = self.thresholds;
        match algorithm {
            Algorithm::Pds => {
                numbers.is_solved() || numbers.proof >= proof && numbers.disproof >= disproof
            }
            _ => numbers.proof >= proof || numbers.disproof >= disproof,
        }
    }

    /// Chooses the child to search next and raises one of its numbers by one, as its threshold: the one
    /// that adds to the total of this node as long as that is below its threshold and the child looks
    /// more like that side's, or if the other number has reached its own.
    fn choose_pds(&mut self, numbers: Numbers) -> Thresholds {
        let kind = self.kind;
        let keys = self.children.iter().map(|child| {
            let number = child.numbers;
            (number.chosen(kind), number.chosen(kind.other()))
        });
        let best = keys.enumerate().min_by_key(|(_, key)| *key);
        let (best, (child_least, child_total)) = best.expect("an expanded node has children");
        self.current = best;
        let (least_limit, total_limit) = match kind {
            Kind::Max => (self.thresholds.proof, self.thresholds.disproof),
            Kind::Min => (self.thresholds.disproof, self.thresholds.proof),
        };
        let (least, total) = (numbers.chosen(kind), numbers.chosen(kind.other()));
        let raise_total =
            total_limit > total && (child_total <= child_least || least_limit <= least);
        let (least, total) = match raise_total {
            true => (child_least, sum(child_total, 1)),
            false => (sum(child_least, 1), child_total),
        };
        let Numbers { proof, disproof } = Numbers::by_kind(kind, least, total);
        Thresholds { proof, disproof }
    }

    /// The child to search next, and the number of the second best. A child on which other threads work counts
    /// so many times more.
    fn best_and_second(&self, team: Option<&Team>) -> (usize, u32) {
        let kind = self.kind;
        let limit = match kind {
            Kind::Max => self.thresholds.proof,
            Kind::Min => self.thresholds.disproof,
        };
        let counted = |child: &Child<G::Key, G::Move>| {
            let number = child.numbers.chosen(kind);
            match team {
                // Beyond the threshold there is nothing to search.
                Some(team) if number < limit => {
                    let others = team.at_work(child.table_key.mix() as u32);
                    number.saturating_mul(others + 1).min(INFINITY - 1)
                }
                Some(_) => INFINITY,
                None => number,
            }
        };
        let (mut best, mut least, mut second) = (0, counted(&self.children[0]), INFINITY);
        for (place, child) in self.children.iter().enumerate().skip(1) {
            let number = counted(child);
            if number < least {
                (best, second) = (place, least);
                least = number;
            } else {
                second = second.min(number);
            }
        }
        (best, second)
    }

    /// Takes over what other threads have found of the children. Returns whether one of them is solved now.
    pub(super) fn learn(&mut self, table: &Table<G::Key>) -> bool {
        let mut solved = false;
        let open = self
            .children
            .iter_mut()
            .filter(|child| !child.numbers.is_solved());
        for child in open {
            if let Some(entry) = table.find(&child.table_key)
                && entry.numbers.is_solved()
            {
                child.numbers = entry.numbers;
                solved = true;
            }
        }
        solved
    }

    /// Chooses the child to search next, and its thresholds.
    pub(super) fn choose(
        &mut self,
        game: &G,
        options: &Options,
        team: Option<&Team>,
    ) -> (G::Position, Thresholds) {
        if options.algorithm == Algorithm::Pds {
            let thresholds = self.choose_pds(self.numbers(options.counting));
            let mut position = self.position.clone();
            game.play(&mut position, self.children[self.current].mov);
            return (position, thresholds);
        }
        let kind = self.kind;
        let (best, second) = self.best_and_second(team);
        self.current = best;
        let child = &self.children[best];
        // At OR nodes the minimum of the first number is taken, and the second is added up; at AND nodes
        // the other way round.
        let own = |thresholds: Thresholds| match kind {
            Kind::Max => (thresholds.proof, thresholds.disproof),
            Kind::Min => (thresholds.disproof, thresholds.proof),
        };
        let (least_limit, total_limit) = own(self.thresholds);
        let child_total = child.numbers.chosen(kind.other());
        let total = self.numbers(options.counting).chosen(kind.other());
        let with_margin = match second {
            BOUNDLESS.. => INFINITY,
            _ => {
                let margin = f64::from(second) * (1.0 + options.epsilon);
                // At least one more, or the search would make no progress.
                (margin.ceil() as u32).max(second + 1)
            }
        };
        // The chosen child is the best one unless others work there; then it needs room of its own.
        let room = sum(child.numbers.chosen(kind), 1);
        let least = with_margin.max(room).min(least_limit);
        let total = match (total_limit, options.counting) {
            (BOUNDLESS.., _) => INFINITY,
            (limit, Counting::Shared) if child.is_shared => {
                // A shared child counts only beyond the sum of the others.
                limit - self.totals().0
            }
            (limit, Counting::Sum | Counting::Shared) => limit - (total - child_total),
            (limit, Counting::Weak) => {
                let open = self.children.iter().filter(|c| !c.numbers.is_solved());
                let others = open.count() as u32 - 1;
                (limit - others.min(limit)).max(sum(child_total, 1))
            }
        };
        let Numbers { proof, disproof } = Numbers::by_kind(kind, least, total);
        let thresholds = Thresholds { proof, disproof };
        let mut position = self.position.clone();
        game.play(&mut position, child.mov);
        (position, thresholds)
    }

    fn because_of(&self, place: u32) -> Vec<u32> {
        let children = self.children.iter();
        let children = children.map(|child| (child.numbers, child.because_of.as_slice()));
        because_of_children(self.kind, place, children)
    }
}

/// The minimum of one number; of the other, the maximum plus one for each further unsolved child.
fn weak(kind: Kind, children: impl Iterator<Item = Numbers>) -> Numbers {
    let (mut least, mut largest, mut open) = (INFINITY, 0, 0u32);
    for child in children {
        let total = child.chosen(kind.other());
        least = least.min(child.chosen(kind));
        largest = largest.max(total);
        open += u32::from(total > 0);
    }
    let total = match largest {
        INFINITY => INFINITY,
        _ => sum(largest, open.saturating_sub(1)),
    };
    Numbers::by_kind(kind, least, total)
}

impl<G: Game> DfPn<'_, G> {
    /// Appends a node to the path and looks its children up.
    pub(super) fn enter(
        &mut self,
        position: G::Position,
        thresholds: Thresholds,
    ) -> Result<(), Ending> {
        let place = self.depth;
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        self.base.game.moves(&position, &mut moves);
        if moves.is_empty() {
            self.moves = moves;
            return Err(Ending::Stuck);
        }
        let generated = moves.len() as u64;
        let allowed = match &self.team {
            Some(team) => team.may_generate(generated, self.base.limit),
            None => self.base.statistics.nodes + generated <= self.base.limit,
        };
        if !allowed {
            self.moves = moves;
            return Err(Ending::Stopped);
        }
        self.base.shuffle(&mut moves);
        let key = self.base.game.key(&position);
        if G::CYCLIC {
            self.path.insert(key, place as u32);
        }
        let mut children = match self.frames.get_mut(place) {
            Some(old) => std::mem::take(&mut old.children),
            None => Vec::new(),
        };
        children.clear();
        let table_key = self.base.key(&position);
        for &mov in &moves {
            let mut child = position.clone();
            self.base.game.play(&mut child, mov);
            children.push(self.look_at(&child, mov, table_key.mix() as u32));
        }
        self.base.statistics.expansions += 1;
        self.base.statistics.nodes += generated;
        self.moves = moves;
        if let Some(team) = &self.team {
            team.enter(table_key.mix() as u32);
        }
        let frame = Frame {
            kind: self.base.game.kind(&position),
            key,
            table_key,
            position,
            thresholds,
            children,
            current: 0,
            entered_at: self.base.statistics.expansions,
        };
        match self.frames.get_mut(place) {
            Some(old) => *old = frame,
            None => self.frames.push(frame),
        }
        self.depth += 1;
        Ok(())
    }

    /// Looks up a child of the last node of the path, whose tag is `parent`.
    fn look_at(
        &mut self,
        position: &G::Position,
        mov: G::Move,
        parent: u32,
    ) -> Child<G::Key, G::Move> {
        let table_key = self.base.key(position);
        let child = |numbers, is_shared, because_of| Child {
            mov,
            table_key,
            numbers,
            is_shared,
            because_of,
        };
        let key = self.base.game.key(position);
        if let Some(&place) = self.path.get(&key) {
            self.base.statistics.repetitions += 1;
            return child(Numbers::LOST, false, vec![place]);
        }
        let known = self.table.find(&table_key);
        if let Some(entry) = known
            && entry.numbers.is_solved()
        {
            return child(entry.numbers, false, Vec::new());
        }
        if G::CYCLIC
            && let Some(places) = self.losses.find(&key, &self.path)
        {
            return child(Numbers::LOST, false, places);
        }
        match known {
            Some(entry) => child(entry.numbers, entry.parent != parent, Vec::new()),
            None => {
                let numbers = self.base.assessed(position);
                child(numbers, false, Vec::new())
            }
        }
    }

    /// Removes the last node of the path and passes its numbers to its parent.
    pub(super) fn leave(&mut self, numbers: Numbers) {
        let place = self.depth - 1;
        let frame = &self.frames[place];
        let work = self.base.statistics.expansions - frame.entered_at + 1;
        let because_of = match numbers == Numbers::LOST && G::CYCLIC {
            true => frame.because_of(place as u32),
            false => Vec::new(),
        };
        if G::CYCLIC {
            self.path.remove(&frame.key);
        }
        if let Some(team) = &self.team {
            team.leave(frame.tag());
        }
        if because_of.is_empty() {
            let parent = match numbers.is_solved() {
                // A solved position keeps when it was proved instead (see `DfPn::answer`); every
                // node that is left is an update.
                true => match &self.team {
                    Some(team) => team.tick(),
                    None => self.base.statistics.updates as u32,
                },
                false => place
                    .checked_sub(1)
                    .map_or(0, |above| self.frames[above].tag()),
            };
            self.table.store(frame.table_key, numbers, work, parent);
        } else {
            let ancestors = because_of
                .iter()
                .map(|&place| self.frames[place as usize].key);
            self.losses.store(frame.key, ancestors.collect());
        }
        self.base.statistics.updates += 1;
        self.depth -= 1;
        match self.depth.checked_sub(1) {
            Some(parent) => {
                let parent = &mut self.frames[parent];
                let child = &mut parent.children[parent.current];
                (child.numbers, child.because_of) = (numbers, because_of);
            }
            None => {
                let mut children = frame.children.iter();
                let won = children.find(|child| child.numbers.chosen(frame.kind) == 0);
                self.best = won.map(|child| child.mov);
            }
        }
    }
}
