//! Reviews a game: which moves gave the win away, what would have kept it, and how clear the win was.

use super::Limits;
use super::distance::{Distance, Distances};
use super::judge::{Judge, Work};
use crate::explain::Explainer;
use crate::{Control, Solver};
use crosscram_rules::{Board, Dyadic, Move, Player, Question};
use serde::Serialize;

/// What a move did to the win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// Its player had won, and still has.
    Kept,
    /// Its player had won, and has lost now.
    Gave,
    /// Its player had lost before.
    Lost,
    /// Not known.
    Unknown,
}

impl Effect {
    /// The effect of a move of `player`, given who wins before and after it.
    ///
    /// ```
    /// use crosscram_rules::Player::*;
    /// use crosscram_search::analysis::Effect;
    ///
    /// assert_eq!(Effect::of(Vertical, Some(Vertical), Some(Horizontal)), Effect::Gave);
    /// // A move after which its player wins was not lost before, whatever is known of that.
    /// assert_eq!(Effect::of(Vertical, None, Some(Vertical)), Effect::Kept);
    /// ```
    pub fn of(player: Player, before: Option<Player>, after: Option<Player>) -> Effect {
        match (before, after) {
            (_, Some(after)) if after == player => Effect::Kept,
            (Some(before), Some(_)) if before == player => Effect::Gave,
            (Some(before), _) if before != player => Effect::Lost,
            _ => Effect::Unknown,
        }
    }
}

/// A move of a game with what is proven about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReviewedMove {
    /// The move.
    #[serde(rename = "move")]
    pub mov: Move,
    /// Who wins before it; `None` if unknown.
    pub before: Option<Player>,
    /// Who wins after it; `None` if unknown.
    pub after: Option<Player>,
    /// What it did.
    pub effect: Effect,
    /// Moves that would have kept the win, if it was given away.
    pub better: Vec<Move>,
    /// Whether all such moves are listed.
    pub better_complete: bool,
    /// The largest number that bounds show the position after the move to be worth to the winner, if it is not
    /// negative: by how many moves the winner is ahead at least.
    pub margin: Option<Dyadic>,
    /// How many moves the game lasts after it with best play, if the position is small enough.
    pub distance: Option<u32>,
    /// Nodes of the search of the position after the move.
    pub nodes: u64,
}

/// A reviewed game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Review {
    /// Who wins at the beginning; `None` if unknown.
    pub winner: Option<Player>,
    /// The moves in their order.
    pub moves: Vec<ReviewedMove>,
    /// Nodes of all searches.
    pub nodes: u64,
    /// Whether it was stopped before its end.
    pub stopped: bool,
}

impl Review {
    /// The numbers, from 0, of the moves of a player that gave the win away.
    pub fn mistakes(&self, player: Player) -> Vec<usize> {
        let moves = self.moves.iter().enumerate();
        let given = moves.filter(|(_, reviewed)| {
            reviewed.effect == Effect::Gave && reviewed.mov.player() == player
        });
        given.map(|(index, _)| index).collect()
    }
}

/// New positions that the distance of one position may take.
const DISTANCE_POSITIONS: usize = 20_000;
/// Nodes spent on each other move of a position in which the win was given away.
const ALTERNATIVE_NODES: u64 = 20_000;

/// A review that works for as long as it is let, from the end of the game, where it is easy, to its beginning.
pub struct Reviewer {
    judge: Judge,
    start: Question,
    moves: Vec<Move>,
    /// Before each move and after the last.
    boards: Vec<Board>,
    nodes_each: u64,
    distances: Distances,
    /// How many boards are to be judged yet.
    left: usize,
    stage: Stage,
    /// Of the position after the one that is judged.
    after: Option<Player>,
    after_nodes: u64,
    /// The moves from the last backwards.
    reviewed: Vec<ReviewedMove>,
    stopped: bool,
}

/// Who wins, and a winning move if it is the player to move and a search has named one.
type Solved = Option<(Player, Option<Move>)>;

/// What is known of the position that is judged.
#[derive(Default)]
struct Stage {
    /// Nodes before it.
    before: u64,
    /// The answer, once the search has ended.
    solved: Option<Solved>,
    keepers: Option<Keepers>,
}

/// The moves of a won position that keep the win.
struct Keepers {
    found: Vec<Move>,
    complete: bool,
    /// Moves that are still to be tried, the next one last.
    waiting: Vec<Move>,
}

/// Reviews a game that begins with `start`. Each position takes at most `nodes_each` nodes. After each position `tell`
/// hears how many are done, of how many.
///
/// # Panics
///
/// If a move is illegal.
pub fn review(
    start: &Question,
    moves: &[Move],
    solver: &Solver,
    nodes_each: u64,
    control: &Control,
    tell: &mut dyn FnMut(usize, usize),
) -> Review {
    // Nodes depend on this review alone.
    solver.forget_positions();
    let mut reviewer = Reviewer::new(start, moves, solver, nodes_each);
    if !reviewer.go_on(solver, control, tell) {
        reviewer.end(solver, control, tell);
    }
    reviewer.stopped |= control.is_stopped();
    reviewer.into_review()
}

impl Reviewer {
    /// A review that has not begun. What the table of the solver holds is used.
    ///
    /// # Panics
    ///
    /// If a move is illegal.
    pub fn new(start: &Question, moves: &[Move], solver: &Solver, nodes_each: u64) -> Reviewer {
        let mut boards = vec![start.board];
        for &mov in moves {
            let last = boards.last().expect("there is one");
            let next = last.play(mov, start.tile);
            boards.push(next.expect("the moves of a game are legal"));
        }
        let limits = Limits {
            nodes: u64::MAX,
            cells: Explainer::CELLS,
            time: None,
        };
        Reviewer {
            judge: Judge::new(&start.board, start.tile, solver, limits),
            start: *start,
            moves: moves.to_vec(),
            left: boards.len(),
            boards,
            nodes_each,
            distances: Distances::new(start.tile),
            stage: Stage::default(),
            after: None,
            after_nodes: 0,
            reviewed: Vec::new(),
            stopped: false,
        }
    }

    /// Goes on until everything is judged, or until `control` is stopped; it is asked again with a new one then.
    /// Returns whether that was all.
    pub fn go_on(
        &mut self,
        solver: &Solver,
        control: &Control,
        tell: &mut dyn FnMut(usize, usize),
    ) -> bool {
        self.work(solver, control, false, tell)
    }

    /// Searches no more, and concludes from what is known.
    pub fn end(&mut self, solver: &Solver, control: &Control, tell: &mut dyn FnMut(usize, usize)) {
        self.stopped |= self.left > 0;
        self.work(solver, control, true, tell);
    }

    /// The moves that are judged, from the last backwards.
    pub fn reviewed(&self) -> &[ReviewedMove] {
        &self.reviewed
    }

    /// What was found.
    pub fn into_review(mut self) -> Review {
        self.reviewed.reverse();
        Review {
            winner: self.after,
            moves: self.reviewed,
            nodes: self.judge.spent(),
            stopped: self.stopped,
        }
    }

    fn work(
        &mut self,
        solver: &Solver,
        control: &Control,
        ends: bool,
        tell: &mut dyn FnMut(usize, usize),
    ) -> bool {
        let work = Work {
            solver,
            control,
            until: None,
            ends,
        };
        while self.left > 0 {
            if self.judge(work).is_none() {
                return false;
            }
            tell(self.boards.len() - self.left, self.boards.len());
        }
        true
    }

    /// Judges the next position and the move that was made there; `None` if `work` pauses before.
    fn judge(&mut self, work: Work<'_>) -> Option<()> {
        let index = self.left - 1;
        let (board, tile) = (self.boards[index], self.start.tile);
        let to_move = match index % 2 {
            0 => self.start.first,
            _ => self.start.first.opponent(),
        };
        let question = Question::new(board, tile, to_move);
        let solved = match self.stage.solved {
            Some(solved) => solved,
            None => self.solve(work, &question, self.nodes_each)?,
        };
        self.stage.solved = Some(solved);
        let winner = solved.map(|(winner, _)| winner);
        if let Some(&mov) = self.moves.get(index) {
            let effect = Effect::of(to_move, winner, self.after);
            if effect == Effect::Gave {
                self.find_keepers(work, &question, solved.and_then(|(_, best)| best))?;
            }
            if work.pauses() {
                return None;
            }
            let keepers = self.stage.keepers.take();
            let (better, better_complete) =
                keepers.map_or((Vec::new(), false), |own| (own.found, own.complete));
            let (next, opponent) = (self.boards[index + 1], to_move.opponent());
            let after = self.after.filter(|_| !work.has_ended());
            let margin = after.and_then(|winner| self.judge.margin((next, opponent), winner));
            let distance =
                after.and_then(|_| self.distances.of(&next, opponent, DISTANCE_POSITIONS));
            debug_assert!(distance.is_none_or(|found| Some(found.winner) == self.after));
            self.reviewed.push(ReviewedMove {
                mov,
                before: winner,
                after: self.after,
                effect,
                better,
                better_complete,
                margin,
                distance: distance.map(|Distance { moves, .. }| moves),
                nodes: self.after_nodes,
            });
        }
        self.after = winner;
        self.after_nodes = self.judge.spent() - self.stage.before;
        self.stage = Stage {
            before: self.judge.spent(),
            ..Stage::default()
        };
        self.left -= 1;
        Some(())
    }

    /// Who wins, if the nodes suffice; `None` if `work` pauses before that is known.
    fn solve(&mut self, work: Work<'_>, question: &Question, nodes: u64) -> Option<Solved> {
        let to_move = question.first;
        if !question.board.can_move(to_move, question.tile) {
            return Some(Some((to_move.opponent(), None)));
        }
        let node = (question.board, to_move);
        let verdict = self.judge.search(work, node, nodes);
        if verdict.is_none() && work.pauses() {
            return None;
        }
        let best = self.judge.searched_move(node);
        Some(verdict.map(|verdict| (verdict.winner(to_move), best)))
    }

    /// Finds the moves of a won position that keep the win, `best` first, and whether these are all. `None` if `work`
    /// pauses before.
    fn find_keepers(
        &mut self,
        work: Work<'_>,
        question: &Question,
        best: Option<Move>,
    ) -> Option<()> {
        let (board, tile, side) = (question.board, question.tile, question.first);
        let mut keepers = self.stage.keepers.take().unwrap_or_else(|| {
            // The solver leaves out moves that cannot be better than others.
            let mut moves = self.judge.moves(&board, side);
            let left_out = |mov: &Move| !moves.contains(mov);
            let rest: Vec<Move> = board.moves(side, tile).filter(left_out).collect();
            moves.extend(rest);
            moves.retain(|mov| best != Some(*mov));
            moves.reverse();
            Keepers {
                found: best.into_iter().collect(),
                complete: true,
                waiting: moves,
            }
        });
        while let Some(&mov) = keepers.waiting.last() {
            let after = board.play(mov, tile).expect("a listed move is legal");
            let reply = Question::new(after, tile, side.opponent());
            // Without any keeper so far one must be found.
            let nodes = match keepers.found.is_empty() {
                true => self.nodes_each,
                false => self.nodes_each.min(ALTERNATIVE_NODES),
            };
            let Some(solved) = self.solve(work, &reply, nodes) else {
                self.stage.keepers = Some(keepers);
                return None;
            };
            keepers.waiting.pop();
            match solved {
                Some((winner, _)) if winner == side => keepers.found.push(mov),
                Some(_) => {}
                None => keepers.complete = false,
            }
        }
        self.stage.keepers = Some(keepers);
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::EngineName;
    use crosscram_rules::{Tile, reference};
    use crosscram_support::clock::Instant;
    use crosscram_support::random::Random;
    use std::time::Duration;

    /// Everything that is said of random games is right by the rules.
    #[test]
    fn reviews_are_right() {
        let mut random = Random::new(0x4e7);
        let solver = Solver::new(EngineName::Crosscram);
        let (mut given, mut margins, mut distances) = (0, 0, 0);
        for length in [2, 2, 3] {
            let tile = Tile::new(length).unwrap();
            let mut judge = reference::Solver::new(tile);
            for game in 0..25 {
                let board = Board::empty(4, 5).unwrap();
                let first = Player::ALL[game % 2];
                let (mut now, mut side, mut moves) = (board, first, Vec::new());
                loop {
                    let legal: Vec<Move> = now.moves(side, tile).collect();
                    if legal.is_empty() {
                        break;
                    }
                    let mov = legal[random.index(legal.len())];
                    now = now.play(mov, tile).unwrap();
                    moves.push(mov);
                    side = side.opponent();
                }
                let start = Question::new(board, tile, first);
                let control = Control::new();
                let mut told = Vec::new();
                let found = review(
                    &start,
                    &moves,
                    &solver,
                    u64::MAX,
                    &control,
                    &mut |done, of| {
                        told.push((done, of));
                    },
                );
                assert_eq!(told.last(), Some(&(moves.len() + 1, moves.len() + 1)));
                let mut sliced = Reviewer::new(&start, &moves, &solver, u64::MAX);
                for slice in 1.. {
                    let control = Control::new();
                    control.stop_at(Instant::now() + Duration::from_micros(50 + slice));
                    if sliced.go_on(&solver, &control, &mut |_, _| ()) {
                        break;
                    }
                }
                let sliced = sliced.into_review();
                assert!(!sliced.stopped);
                let said = |review: &Review| {
                    let moves = review.moves.iter().cloned();
                    let moves = moves.map(|mut judged| {
                        judged.better.sort();
                        ReviewedMove { nodes: 0, ..judged }
                    });
                    (review.winner, moves.collect::<Vec<_>>())
                };
                assert_eq!(said(&sliced), said(&found));
                assert_eq!(found.winner, Some(judge.winner(&board, first)));
                let mut now = board;
                for reviewed in &found.moves {
                    let player = reviewed.mov.player();
                    let before = judge.winner(&now, player);
                    let wins = |judge: &mut reference::Solver, mov: Move| {
                        let after = now.play(mov, tile).unwrap();
                        judge.winner(&after, player.opponent()) == player
                    };
                    let after = now.play(reviewed.mov, tile).unwrap();
                    assert_eq!(reviewed.before, Some(before));
                    let kept = wins(&mut judge, reviewed.mov);
                    let effect = match (before == player, kept) {
                        (true, true) => Effect::Kept,
                        (true, false) => Effect::Gave,
                        (false, _) => Effect::Lost,
                    };
                    assert_eq!(reviewed.effect, effect, "{now} {}", reviewed.mov);
                    if effect == Effect::Gave {
                        given += 1;
                        let mut expected: Vec<Move> = now.moves(player, tile).collect();
                        expected.retain(|&mov| wins(&mut judge, mov));
                        let mut listed = reviewed.better.clone();
                        listed.sort();
                        expected.sort();
                        assert!(reviewed.better_complete);
                        assert_eq!(listed, expected, "{now}");
                    }
                    if let Some(margin) = reviewed.margin {
                        assert!(margin >= Dyadic::from(0));
                        margins += 1;
                    }
                    distances += usize::from(reviewed.distance.is_some());
                    now = after;
                }
            }
        }
        assert!(
            given > 20 && margins > 100 && distances > 100,
            "{given} {margins} {distances}"
        );
    }

    /// A stopped review says what it knows.
    #[test]
    fn stopping() {
        let control = Control::new();
        control.stop();
        let solver = Solver::new(EngineName::Crosscram);
        let start = Question::new("2x2".parse().unwrap(), Tile::DOMINO, Player::Vertical);
        let moves = ["V1,1".parse().unwrap()];
        let found = review(&start, &moves, &solver, 10, &control, &mut |_, _| ());
        assert!(found.stopped);
        assert_eq!(found.winner, None);
        // The end is known by the rules.
        assert_eq!(found.moves[0].after, Some(Player::Vertical));
        assert_eq!(found.moves[0].effect, Effect::Kept);
    }
}
