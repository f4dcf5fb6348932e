//! Reviews a game: which moves gave the win away, what would have kept it, and how clear the win was.

use super::distance::{Distance, Distances};
use crate::explain::{Explainer, Level, Turn};
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

    /// One word: `kept`, `gave`, `lost` or `unknown`.
    pub fn name(self) -> &'static str {
        match self {
            Effect::Kept => "kept",
            Effect::Gave => "gave",
            Effect::Lost => "lost",
            Effect::Unknown => "unknown",
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

struct Reviewer<'a> {
    solver: &'a Solver,
    control: &'a Control,
    nodes_each: u64,
    nodes: u64,
}

/// Reviews a game that begins with `start`, from its end, where it is easy, to its beginning. Each position takes at
/// most `nodes_each` nodes. After each position `tell` hears how many are done, of how many.
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
    solver.forget_positions();
    let mut boards = vec![start.board];
    for &mov in moves {
        let last = boards.last().expect("there is one");
        let next = last.play(mov, start.tile);
        boards.push(next.expect("the moves of a game are legal"));
    }
    let mut reviewer = Reviewer {
        solver,
        control,
        nodes_each,
        nodes: 0,
    };
    let mut distances = Distances::new(start.tile);
    let mut explainer = Explainer::new(&start.board, start.tile, Explainer::CELLS);
    let mut reviewed: Vec<ReviewedMove> = Vec::new();
    let (mut after, mut after_nodes) = (None, 0);
    for (index, board) in boards.iter().enumerate().rev() {
        let to_move = match index % 2 {
            0 => start.first,
            _ => start.first.opponent(),
        };
        let question = Question::new(*board, start.tile, to_move);
        let spent = reviewer.nodes;
        let solved = reviewer.solve(&question, nodes_each);
        let winner = solved.map(|(winner, _)| winner);
        if let Some(&mov) = moves.get(index) {
            let effect = Effect::of(to_move, winner, after);
            let (better, better_complete) = match effect {
                Effect::Gave => reviewer.keepers(&question, solved.and_then(|(_, best)| best)),
                _ => (Vec::new(), false),
            };
            let next = boards[index + 1];
            let opponent = to_move.opponent();
            let stopped = control.is_stopped();
            let margin = after
                .filter(|_| !stopped)
                .and_then(|winner| margin(&mut explainer, &next, opponent, winner));
            let distance = after
                .filter(|_| !stopped)
                .and_then(|_| distances.of(&next, opponent, DISTANCE_POSITIONS));
            debug_assert!(distance.is_none_or(|found| Some(found.winner) == after));
            reviewed.push(ReviewedMove {
                mov,
                before: winner,
                after,
                effect,
                better,
                better_complete,
                margin,
                distance: distance.map(|Distance { moves, .. }| moves),
                nodes: after_nodes,
            });
        }
        (after, after_nodes) = (winner, reviewer.nodes - spent);
        tell(boards.len() - index, boards.len());
    }
    reviewed.reverse();
    Review {
        winner: after,
        moves: reviewed,
        nodes: reviewer.nodes,
        stopped: control.is_stopped(),
    }
}

/// By how much bounds show that `winner` is ahead, if they do.
fn margin(
    explainer: &mut Explainer,
    board: &Board,
    to_move: Player,
    winner: Player,
) -> Option<Dyadic> {
    let turn = match to_move == winner {
        true => Turn::First,
        false => Turn::Second,
    };
    let claim = explainer.claim(board, winner, turn, Level::Merge);
    claim.proves().then(|| claim.bound())
}

impl Reviewer<'_> {
    /// Who wins, and a winning move if it is the player to move and a search has named one.
    fn solve(&mut self, question: &Question, nodes: u64) -> Option<(Player, Option<Move>)> {
        let to_move = question.first;
        if !question.board.can_move(to_move, question.tile) {
            return Some((to_move.opponent(), None));
        }
        if self.control.is_stopped() || nodes == 0 {
            return None;
        }
        self.control.limit_next(nodes);
        let report = self.solver.solve_warm(question, self.control);
        self.control.lift_limit();
        self.nodes += report.nodes;
        report.winner().map(|winner| (winner, report.best_move()))
    }

    /// The moves of a won position that keep the win, `best` first, and whether these are all.
    fn keepers(&mut self, question: &Question, best: Option<Move>) -> (Vec<Move>, bool) {
        let mut keepers: Vec<Move> = best.into_iter().collect();
        let mut complete = true;
        let (board, tile, side) = (question.board, question.tile, question.first);
        let mut order = self.solver.evaluator(&board, tile);
        // The solver leaves out moves that cannot be better than others.
        let mut moves = order.moves(&board, side);
        let left_out = |mov: &Move| !moves.contains(mov);
        let rest: Vec<Move> = board.moves(side, tile).filter(left_out).collect();
        moves.extend(rest);
        for mov in moves.into_iter().filter(|mov| best != Some(*mov)) {
            let after = board.play(mov, tile).expect("a listed move is legal");
            let reply = Question::new(after, tile, side.opponent());
            // Without any keeper so far one must be found.
            let nodes = match keepers.is_empty() {
                true => self.nodes_each,
                false => self.nodes_each.min(ALTERNATIVE_NODES),
            };
            match self.solve(&reply, nodes) {
                Some((winner, _)) if winner == side => keepers.push(mov),
                Some(_) => {}
                None => complete = false,
            }
        }
        (keepers, complete)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::EngineName;
    use crosscram_rules::{Tile, reference};
    use crosscram_support::random::Random;

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
