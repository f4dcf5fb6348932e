//! The root of a search: threads, the winning move, the report.

use super::Problem;
use super::bounds::{Bounds, Node};
use super::evaluator::Static;
use super::table::Table;
use super::team::Team;
use super::worker::{Verdict, Worker};
use crate::cache;
use crate::control::Control;
use crate::layout::view::{State, move_at};
use crate::report::{Interrupted, Report, Statistics};
use crosscram_rules::{Bits, Board, Move, Player};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

/// Threads keep apart down to this many plies for each cell of the board.
const SHARED_PLIES: f64 = 0.25;

/// If a win is proven without naming a move, the moves are searched for this many nodes.
const NODES_FOR_A_MOVE: u64 = 4_000_000;

pub(super) fn solve<W: Bits>(
    problem: &Problem<'_>,
    first: Player,
    control: &Control,
) -> Result<Report, Box<Interrupted>> {
    let started = Instant::now();
    let shared_depth = (problem.board.area() as f64 * SHARED_PLIES) as usize;
    let table = Table::new(problem.table);
    let team = Team::<W>::new(table, problem.threads, shared_depth, control);
    solve_by(&team, problem, first, started)
}

/// Solve one board after the other with one table, and let `each` decide how long.
pub(super) fn solve_in_turn<W: Bits>(
    problem: &Problem<'_>,
    boards: &mut dyn Iterator<Item = Board>,
    first: Player,
    control: &Control,
    each: &mut dyn FnMut(Result<Report, Box<Interrupted>>) -> ControlFlow<()>,
) {
    let shared_depth = (problem.board.area() as f64 * SHARED_PLIES) as usize;
    let mut table = Table::new(problem.table);
    for board in boards {
        let started = Instant::now();
        let problem = Problem {
            board: &board,
            numbers: problem.numbers.clone(),
            ..*problem
        };
        let team = Team::<W>::new(table, problem.threads, shared_depth, control);
        let answer = solve_by(&team, &problem, first, started);
        table = team.table;
        if each(answer).is_break() {
            return;
        }
    }
}

fn solve_by<W: Bits>(
    team: &Team<'_, W>,
    problem: &Problem<'_>,
    first: Player,
    started: Instant,
) -> Result<Report, Box<Interrupted>> {
    let control = team.control;
    let root = Node::new(problem.board, first);
    remember(problem, first, team);
    let found: Vec<Ended> = std::thread::scope(|scope| {
        let search = || {
            let mut worker = Worker::new(problem, team);
            let verdict = worker.node(&root, 0);
            if verdict != Verdict::Stopped {
                team.finish();
            }
            Ended {
                verdict,
                nodes: worker.nodes,
                statistics: worker.statistics,
            }
        };
        let others: Vec<_> = (1..team.threads()).map(|_| scope.spawn(search)).collect();
        let own = search();
        let others = others
            .into_iter()
            .map(|thread| thread.join().expect("a search does not panic"));
        std::iter::once(own).chain(others).collect()
    });

    let elapsed = started.elapsed();
    let nodes = found.iter().map(|ended| ended.nodes).sum();
    control.report_nodes(nodes);
    let mut verdicts = found.iter().map(|ended| ended.verdict);
    let verdict = verdicts.find(|verdict| *verdict != Verdict::Stopped);
    let statistics = found
        .into_iter()
        .map(|ended| ended.statistics)
        .reduce(Statistics::plus)
        .map(Statistics::without_empty_depths)
        .unwrap_or_default();
    let name = |start: u16| move_at(problem.board, first, start);
    let Some(verdict) = verdict else {
        return Err(Box::new(Interrupted {
            first,
            refuted: team.refuted().into_iter().map(name).collect(),
            of: ordered_moves::<W>(problem, first).len(),
            nodes,
            elapsed,
            statistics,
        }));
    };
    let mut best_move = None;
    if verdict == Verdict::Win {
        // What naming a move takes is not counted: the answer is there already.
        team.go_on(NODES_FOR_A_MOVE);
        best_move = Worker::new(problem, team).winning_move(&root).map(name);
    }
    Ok(Report {
        first,
        winner: match verdict {
            Verdict::Win => first,
            _ => first.opponent(),
        },
        best_move,
        nodes,
        elapsed,
        statistics,
    })
}

/// Enter what earlier searches have found into the table.
fn remember<W: Bits>(problem: &Problem<'_>, first: Player, team: &Team<'_, W>) {
    let cells = problem.board.free_count();
    for known in team.take_known() {
        let same_size = (known.board.rows(), known.board.cols())
            == (problem.board.rows(), problem.board.cols());
        // Within one search the number of free cells tells who is to move.
        let covered = cells.checked_sub(known.board.free_count());
        let plies = covered.map(|covered| covered / problem.tile.length());
        let to_move = plies.map(|plies| {
            if plies.is_multiple_of(2) {
                first
            } else {
                first.opponent()
            }
        });
        if same_size && problem.numbers.len() == 1 && to_move == Some(known.to_move) {
            let key = State::<W>::new(&known.board).canonical();
            let mover_wins = known.winner == known.to_move;
            team.table.store(key, key.mix(), mover_wins, known.nodes);
        }
    }
}

/// How one thread's search ended.
struct Ended {
    verdict: Verdict,
    nodes: u64,
    statistics: Statistics,
}

/// The tables of regions that a search would use.
pub(super) fn region_tables<W: Bits>(problem: &Problem<'_>) -> Vec<Arc<dyn cache::Table>> {
    let bounds = Bounds::<W>::new(problem, Table::<W>::bytes_for(problem.table));
    let tables = bounds.region_tables();
    tables.map(|table| table as Arc<dyn cache::Table>).collect()
}

pub(super) fn static_winner<W: Bits>(problem: &Problem<'_>, to_move: Player) -> Option<Player> {
    Static::<W>::new(problem).winner(problem.board, to_move)
}

pub(super) fn ordered_moves<W: Bits>(problem: &Problem<'_>, player: Player) -> Vec<Move> {
    Static::<W>::new(problem).moves(problem.board, player)
}
