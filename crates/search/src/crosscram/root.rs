//! The root of a search: threads, the winning move, the report.

use super::bounds::{Bounds, Node};
use super::evaluator::Static;
use super::prover::{Halt, Prover};
use super::table::Table;
use super::tables::Tables;
use super::team::Team;
use super::walked::Walked;
use super::worker::Worker;
use super::{Class, Crosscram, Problem};
use crate::cache;
use crate::control::Control;
use crate::layout::view::{State, move_at};
use crate::options::TableSize;
use crate::peers::Game;
use crate::proof_walk::ProofSink;
use crate::report::{Ending, Report, SearchError, Searched, Statistics};
use crate::solver::{Judgement, Run};
use crate::tracer::{Proven, winner};
use crosscram_rules::{Bits, Move, Player, Question};
use crosscram_support::clock::Instant;
use crosscram_support::threads;
use std::io;
use std::sync::Arc;

/// Threads keep apart down to this many plies for each cell of the board.
const SHARED_PLIES: f64 = 0.25;

/// If a win is proven without naming a move, the moves are searched for this many nodes.
const NODES_FOR_A_MOVE: u64 = 4_000_000;

pub(super) fn solve<W: Bits>(
    engine: &Crosscram,
    problem: &Problem,
    question: &Question,
    run: &Run<'_>,
    sink: Option<&mut dyn ProofSink>,
) -> io::Result<Report> {
    let started = Instant::now();
    let game = Class::of(question, problem);
    let class = run.warm.then_some(game);
    let table = match class {
        Some(class) => engine.warm_table(class, problem.table),
        None => Arc::new(Table::new(problem.table)),
    };
    let shared_depth = (problem.board.area() as f64 * SHARED_PLIES) as usize;
    let team = Team::<W>::new(table, problem.threads, shared_depth, run);
    remember(problem, question.first, run.known, &team.table);
    if let Some(peers) = run.ensemble.peers {
        peers.enter(messages_of::<W>(&game));
        team.listen();
    }
    let mut report = search(&team, problem, question, &engine.tables, started);
    let written = match (sink, report.winner()) {
        (Some(sink), Some(winner)) => {
            let mut walked = earlier_walks(game, run);
            let written = write(
                &team,
                problem,
                question,
                &engine.tables,
                (winner, &mut walked.of_winner[winner.index()]),
                (run, sink),
            );
            if let (Some(walks), Ok(())) = (run.ensemble.writes.walks(), &written) {
                walks.keep(walked);
            }
            written
        }
        _ => Ok(()),
    };
    if let Some(class) = class {
        engine.note_warm(class, &team.table);
    }
    match written {
        Err(Halt::Failed(error)) => return Err(error),
        Err(Halt::Stopped) => {
            report.ending = Ending::Interrupted {
                refuted: Vec::new(),
                of: 0,
            };
        }
        Ok(()) => {}
    }
    Ok(report)
}

/// How messages to other searches of a game are told apart from those of other games.
fn messages_of<W: Bits>(game: &Class) -> Game {
    let Class {
        rows,
        cols,
        tile,
        number,
        phase,
    } = *game;
    let [a, b, ..] = number.numerator().to_le_bytes();
    let (rows, cols, words) = (rows as u8, cols as u8, W::WORDS as u8);
    let parts = number.log2_denominator();
    [
        rows,
        cols,
        tile.length() as u8,
        phase as u8,
        a,
        b,
        parts,
        words,
    ]
}

/// Where the proofs of a game have gone.
struct Walking<W> {
    game: Class,
    /// Keys of positions that each player wins, by player index.
    of_winner: [Walked<W>; 2],
}

/// Where earlier proofs of a game have gone, if they are kept.
fn earlier_walks<W: Bits>(game: Class, run: &Run<'_>) -> Walking<W> {
    let kept = run.ensemble.writes.walks();
    let kept = kept.and_then(|walks| walks.take::<Walking<W>>());
    kept.filter(|kept| kept.game == game)
        .unwrap_or_else(|| Walking {
            game,
            of_winner: [Walked::default(), Walked::default()],
        })
}

/// Walks through the proof of a solved question, with the positions that earlier walks of the same winner went through.
fn write<W: Bits>(
    team: &Team<'_, W>,
    problem: &Problem,
    question: &Question,
    tables: &Arc<Tables>,
    (winner, walked): (Player, &mut Walked<W>),
    (run, sink): (&Run<'_>, &mut dyn ProofSink),
) -> Result<(), Halt> {
    team.go_on(u64::MAX);
    let mut worker = Worker::new(problem, team, tables);
    // The pieces of a certificate stay as small as the search begins with, or checkers would have to keep too many
    // vectors. What only larger ones decided is searched again.
    worker.grows = false;
    worker.bounds.grow(0);
    sink.begin(winner, worker.bounds.largest_piece(winner.index()))?;
    let root = problem.root(question);
    worker.bounds.make_strips(&root);
    let share = run.ensemble.writes;
    let lost = share.walks().map(|walks| walks.lost()).unwrap_or_default();
    walked.begin(share.part(), lost);
    Prover::new(&mut worker, sink, winner.index(), walked, share.outline()).walk(&root, 0)?;
    if let Some(walks) = share.walks() {
        walks.rest_on(walked.rested());
    }
    Ok(())
}

fn search<W: Bits>(
    team: &Team<'_, W>,
    problem: &Problem,
    question: &Question,
    tables: &Arc<Tables>,
    started: Instant,
) -> Report {
    let first = question.first;
    let root = problem.root(question);
    let ended = threads::run(team.threads(), |_| {
        let mut worker = Worker::new(problem, team, tables);
        let verdict = worker.node(&root, 0);
        if verdict != Searched::Stopped {
            team.finish();
        }
        Ended {
            verdict,
            nodes: worker.nodes,
            statistics: worker.statistics,
        }
    });
    let (ended, failure) = match ended {
        Ok(ended) => (ended, None),
        Err(error) => (Vec::new(), Some(SearchError::from(error))),
    };
    let elapsed = started.elapsed();
    let nodes = ended.iter().map(|ended| ended.nodes).sum();
    team.control.report_nodes(nodes);
    let mut verdicts = ended.iter().map(|ended| ended.verdict);
    let verdict = verdicts.find(|verdict| *verdict != Searched::Stopped);
    let statistics = ended
        .into_iter()
        .map(|ended| ended.statistics)
        .reduce(Statistics::plus)
        .map(Statistics::without_empty_depths)
        .unwrap_or_default();
    let statistics = Statistics {
        table_entries: team.table.entries(),
        table_bytes: team.table.bytes(),
        ..statistics
    };
    let name = |start: u16| move_at(&problem.board, first, start);
    let ending = match (failure, verdict) {
        (Some(failure), _) => Ending::Failed(failure),
        (None, None) => {
            let mut order = Static::<W>::new(problem, tables);
            Ending::Interrupted {
                refuted: team.refuted().into_iter().map(name).collect(),
                of: order.moves(&problem.board, first).len(),
            }
        }
        (None, Some(Searched::Win)) => {
            // What naming a move takes is not counted: the answer is there already.
            team.go_on(NODES_FOR_A_MOVE);
            let mut worker = Worker::new(problem, team, tables);
            let best_move = worker.winning_move(&root).map(name);
            Ending::Won {
                winner: first,
                best_move,
            }
        }
        (None, Some(_)) => Ending::Won {
            winner: first.opponent(),
            best_move: None,
        },
    };
    Report {
        question: *question,
        ending,
        nodes,
        elapsed,
        statistics,
    }
}

/// The moves that a search of a question tries, in its order.
pub(super) fn order<W: Bits>(
    problem: &Problem,
    question: &Question,
    tables: &Arc<Tables>,
) -> Vec<Move> {
    let (control, first) = (Control::new(), question.first);
    let table = Arc::new(Table::new(TableSize::Entries(1)));
    let team = Team::<W>::new(table, 1, 0, &Run::new(&control));
    let mut worker = Worker::new(problem, &team, tables);
    let starts = worker.root_order(&problem.root(question));
    let name = |start: u16| move_at(&problem.board, first, start);
    starts.into_iter().map(name).collect()
}

/// Enters positions into the table of warm searches.
pub(super) fn remember_warm<W: Bits>(
    engine: &Crosscram,
    problem: &Problem,
    question: &Question,
    known: &[Proven],
) {
    let table = engine.warm_table::<W>(Class::of(question, problem), problem.table);
    remember(problem, question.first, known, &table);
}

/// Enters what earlier searches have proven into the table.
fn remember<W: Bits>(problem: &Problem, first: Player, known: &[Proven], table: &Table<W>) {
    let cells = problem.board.free_count();
    let has_number = problem.numbers.len() > 1;
    for known in known {
        let same_size = (known.board.rows(), known.board.cols())
            == (problem.board.rows(), problem.board.cols());
        let number = problem.numbers.index(known.number);
        let (true, Some(number)) = (same_size, number) else {
            continue;
        };
        // Within one search without a number the free cells tell who is to move.
        let covered = cells.checked_sub(known.board.free_count());
        let plies = covered.map(|covered| covered / problem.tile.length());
        let to_move = plies.map(|plies| winner(first, plies.is_multiple_of(2)));
        if has_number || to_move == Some(known.to_move) {
            let node = Node {
                state: State::new(&known.board),
                number,
                mover: known.to_move.index(),
            };
            let key = node.key(has_number, problem.board.area() as u32);
            table.store(key, key.mix(), known.winner == known.to_move, known.nodes);
        }
    }
}

/// How one thread's search ended.
struct Ended {
    verdict: Searched,
    nodes: u64,
    statistics: Statistics,
}

/// The tables of regions that a search would use.
pub(super) fn region_tables<W: Bits>(
    problem: &Problem,
    tables: &Arc<Tables>,
) -> Vec<Arc<dyn cache::Table>> {
    let bounds = Bounds::<W>::new(problem, problem.region_bytes(), tables);
    let tables = bounds.region_tables();
    tables.map(|table| table as Arc<dyn cache::Table>).collect()
}
