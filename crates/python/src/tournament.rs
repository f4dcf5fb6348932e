//! Tournaments of built-in players and programs.

use crate::convert::{Side, position_of};
use crate::errors;
use crate::long::{Progress, watched};
use crate::moves::PyMove;
use crate::solver::time;
use crosscram_players::arena::{Entrant, Finished, Fixture, Method, Plan, Tally, play, ratings};
use crosscram_players::{Ending, Record};
use crosscram_rules::Position;
use crosscram_support::stop::Stop;
use crosscram_support::threads::StartError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Plays a tournament; see `crosscram.tournament`.
#[pyfunction]
#[pyo3(signature = (players, boards, games = 4, tile = 2, opening = 0, seed = 1, threads = 1, seconds = None, progress = None))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn tournament<'py>(
    py: Python<'py>,
    players: Vec<String>,
    boards: Vec<Bound<'py, PyAny>>,
    games: usize,
    tile: u8,
    opening: usize,
    seed: u64,
    threads: usize,
    seconds: Option<f64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let mut entrants: Vec<Entrant> = Vec::new();
    for player in &players {
        entrants.push(player.parse().map_err(errors::notation)?);
    }
    let mut positions: Vec<Position> = Vec::new();
    for board in &boards {
        positions.push(position_of(board, Some(tile))?);
    }
    let mut plan = Plan::new(entrants, positions);
    plan.tile = crate::convert::tile(tile)?;
    (plan.games, plan.opening, plan.seed) = (games, opening, seed);
    plan.limit = seconds.map(time).transpose()?;
    plan.check().map_err(errors::option)?;
    let fixtures = plan.fixtures();
    let stop = Stop::new();
    let done = AtomicUsize::new(0);
    let total = fixtures.len() as f64;
    let state = || Progress {
        done: done.load(Relaxed) as f64,
        total,
        nodes: 0,
    };
    let work = || -> Result<_, StartError> {
        let mut tally = Tally::new(&plan);
        let mut records: Vec<(Fixture, Record)> = Vec::new();
        let keep = |fixture: &Fixture, record: &Record| {
            tally.count(fixture, record.winner, record.ending == Ending::NoMove);
            records.push((*fixture, record.clone()));
            Ok(())
        };
        let tell = |over| done.store(over, Relaxed);
        let finished = play(&plan, &fixtures, threads.max(1), &stop, tell, keep)?;
        if finished == Finished::All {
            done.store(fixtures.len(), Relaxed);
        }
        Ok((tally, records))
    };
    let played = watched(py, &stop, progress.as_ref(), state, work)?;
    let (tally, records) =
        played.map_err(|error| errors::LimitError::new_err(error.to_string()))?;
    results(py, &plan, &tally, &records)
}

fn results<'py>(
    py: Python<'py>,
    plan: &Plan,
    tally: &Tally,
    records: &[(Fixture, Record)],
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("names", plan.names())?;
    let count = plan.entrants.len();
    let scores: Vec<Vec<(u64, u64)>> = (0..count)
        .map(|one| {
            let against = (0..count).map(|other| tally.score(one, other));
            against.map(|score| (score.wins, score.games)).collect()
        })
        .collect();
    dict.set_item("scores", scores)?;
    let rated = ratings(tally);
    let rows: Vec<Option<(f64, f64)>> = rated
        .rows
        .iter()
        .map(|row| row.map(|rating| (rating.points, rating.error)))
        .collect();
    dict.set_item("ratings", rows)?;
    dict.set_item("shrunken", rated.method == Method::Shrunken)?;
    let games = PyList::empty(py);
    for (fixture, record) in records {
        let game = PyDict::new(py);
        game.set_item("board", crate::board::PyBoard(record.game.board))?;
        game.set_item("first", Side(record.game.first))?;
        game.set_item("vertical", fixture.sides[0])?;
        game.set_item("horizontal", fixture.sides[1])?;
        game.set_item("winner", Side(record.winner))?;
        game.set_item("ending", record.ending.to_string())?;
        game.set_item("moves", record.moves().map(PyMove).collect::<Vec<_>>())?;
        games.append(game)?;
    }
    dict.set_item("games", games)?;
    Ok(dict)
}
