//! Who wins: a solver that keeps its tables.

use crate::analysis;
use crate::board::read_board;
use crate::convert::{Asked, Side};
use crate::errors::{self, LimitError};
use crate::long::{Progress, watched};
use crate::moves::PyMove;
use crate::proof;
use crosscram_rules::{Player, Question};
use crosscram_search::{Control, Ending, EngineName, EngineOption, Report, Run, Solver, TableSize};
use crosscram_support::clock::Instant;
use crosscram_support::stop::Stop;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// Name and description of every engine.
#[pyfunction]
pub(crate) fn engines() -> Vec<(&'static str, &'static str)> {
    let engines = EngineName::ALL.iter();
    engines
        .map(|engine| (engine.name(), engine.summary()))
        .collect()
}

/// The options of an engine: name, values, and what they do.
#[pyfunction]
pub(crate) fn engine_options(engine: &str) -> PyResult<Vec<(&'static str, String, &'static str)>> {
    let engine: EngineName = engine.parse().map_err(errors::option)?;
    let options = EngineOption::ALL.iter();
    let own = options.filter(|option| option.engines.contains(&engine));
    Ok(own
        .map(|option| (option.name, option.values(), option.help))
        .collect())
}

/// An engine with its tables; see `crosscram.Solver`.
#[pyclass(module = "crosscram._native", name = "Solver", frozen)]
pub(crate) struct PySolver {
    pub(crate) solver: Solver,
    /// Whether the table of positions is kept from one question to the next.
    warm: bool,
}

/// When a search has to stop.
pub(crate) struct Limits {
    pub(crate) nodes: Option<u64>,
    pub(crate) seconds: Option<f64>,
}

impl Limits {
    /// A control that stops at the limits, or when `stop` is requested.
    pub(crate) fn control(&self, stop: &Stop) -> PyResult<Control> {
        let control = Control::under(stop);
        if let Some(nodes) = self.nodes {
            control.limit_next(nodes);
        }
        if let Some(seconds) = self.seconds {
            let time = Duration::try_from_secs_f64(seconds)
                .map_err(|_| errors::option(format!("seconds: {seconds} is not a time")))?;
            if let Some(at) = Instant::now().checked_add(time) {
                control.stop_at(at);
            }
        }
        Ok(control)
    }
}

#[pymethods]
impl PySolver {
    #[new]
    #[pyo3(signature = (engine = "crosscram", memory = None, warm = false, **changes))]
    fn new(
        engine: &str,
        memory: Option<u64>,
        warm: bool,
        changes: Option<BTreeMap<String, String>>,
    ) -> PyResult<PySolver> {
        let name: EngineName = engine.parse().map_err(errors::option)?;
        let mut options = name.options();
        let changes = changes.unwrap_or_default();
        if let Some(bytes) = memory {
            if changes.contains_key("table") {
                return Err(errors::option(
                    "memory, table: only one of them can be given",
                ));
            }
            // Tables of regions of the engine crosscram may grow as large as that of positions.
            let share = if name == EngineName::Crosscram { 2 } else { 1 };
            options = options.with_table(TableSize::Bytes((bytes / share).max(1)));
        }
        for (name, text) in &changes {
            options.set(name, text).map_err(errors::option)?;
        }
        Ok(PySolver {
            solver: Solver::new(options),
            warm,
        })
    }

    /// Names and values of the options that act.
    #[pyo3(signature = (tile = 2))]
    fn options(&self, tile: u8) -> PyResult<Vec<(&'static str, String)>> {
        Ok(self.solver.engine().describe(crate::convert::tile(tile)?))
    }

    /// Bytes of the tables: positions, regions, strips.
    fn memory(&self) -> (u64, u64, u64) {
        let memory = self.solver.memory();
        (memory.positions, memory.regions, memory.strips)
    }

    /// Answers a question for each first player; one dictionary for each.
    #[pyo3(signature = (position, first = None, tile = None, nodes = None, seconds = None, progress = None))]
    #[allow(clippy::too_many_arguments)]
    fn solve<'py>(
        &self,
        py: Python<'py>,
        position: &Bound<'py, PyAny>,
        first: Option<Side>,
        tile: Option<u8>,
        nodes: Option<u64>,
        seconds: Option<f64>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let asked = Asked::read(position, tile)?;
        let list = PyList::empty(py);
        for first in asked.firsts(first) {
            let question = asked.question(first);
            self.solver.check(&question).map_err(errors::option)?;
            let limits = Limits { nodes, seconds };
            let report = self.search(py, &question, &limits, progress.as_ref())?;
            list.append(report_dict(py, &report)?)?;
        }
        Ok(list)
    }

    /// Answers many questions: for each board, the winner's letter (`?` if a limit was reached) and the nodes, as
    /// bytes of one character and of eight-byte integers.
    #[pyo3(signature = (boards, first, tile, nodes = None, progress = None))]
    fn solve_many<'py>(
        &self,
        py: Python<'py>,
        boards: &Bound<'py, PyAny>,
        first: Side,
        tile: u8,
        nodes: Option<u64>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
        let mut questions = Vec::new();
        for board in boards.try_iter()? {
            let position = read_board(&board?, Some(tile))?;
            let question = Question::new(position.board, position.tile, first.0);
            self.solver.check(&question).map_err(errors::option)?;
            questions.push(question);
        }
        let stop = Stop::new();
        let (done, searched) = (AtomicU64::new(0), AtomicU64::new(0));
        let total = questions.len() as f64;
        let state = || Progress {
            done: done.load(Relaxed) as f64,
            total,
            nodes: searched.load(Relaxed),
        };
        let work = || -> Result<(Vec<u8>, Vec<u8>), String> {
            let (mut winners, mut counts) = (Vec::new(), Vec::new());
            for question in &questions {
                let control = Control::under(&stop);
                if let Some(nodes) = nodes {
                    control.limit_next(nodes);
                }
                let report = self.run(question, &control);
                if let Ending::Failed(shortage) = &report.ending {
                    return Err(shortage.to_string());
                }
                winners.push(report.winner().map_or('?', Player::letter) as u8);
                counts.extend(report.nodes.to_ne_bytes());
                done.fetch_add(1, Relaxed);
                searched.fetch_add(report.nodes, Relaxed);
                if stop.is_requested() {
                    break;
                }
            }
            Ok((winners, counts))
        };
        let (winners, counts) =
            watched(py, &stop, progress.as_ref(), state, work)?.map_err(LimitError::new_err)?;
        Ok((PyBytes::new(py, &winners), PyBytes::new(py, &counts)))
    }

    /// Who wins by the bounds alone, without search; None if they do not decide it.
    #[pyo3(signature = (position, first, tile = None))]
    fn evaluate(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        first: Side,
        tile: Option<u8>,
    ) -> PyResult<Option<Side>> {
        let position = read_board(position, tile)?;
        self.check(&position, first.0)?;
        let winner = py.detach(|| {
            let mut evaluator = self.solver.evaluator(&position.board, position.tile);
            evaluator.winner(&position.board, first.0)
        });
        Ok(winner.map(Side))
    }

    /// The moves that the search would try, best first.
    #[pyo3(signature = (position, player, tile = None))]
    fn ordered_moves(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        player: Side,
        tile: Option<u8>,
    ) -> PyResult<Vec<PyMove>> {
        let position = read_board(position, tile)?;
        self.check(&position, player.0)?;
        let moves = py.detach(|| {
            let mut evaluator = self.solver.evaluator(&position.board, position.tile);
            evaluator.moves(&position.board, player.0)
        });
        Ok(moves.into_iter().map(PyMove).collect())
    }

    /// Judges every move; see `crosscram.analyse`.
    #[pyo3(signature = (position, first = None, tile = None, nodes = 1_000_000, seconds = None, progress = None))]
    #[allow(clippy::too_many_arguments)]
    fn analyse<'py>(
        &self,
        py: Python<'py>,
        position: &Bound<'py, PyAny>,
        first: Option<Side>,
        tile: Option<u8>,
        nodes: u64,
        seconds: Option<f64>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let asked = Asked::read(position, tile)?;
        let firsts = asked.firsts(first);
        let position = asked.board_alone()?;
        for &first in &firsts {
            self.check(&position, first)?;
        }
        let limits = Limits {
            nodes: None,
            seconds,
        };
        analysis::analyse(
            py,
            &self.solver,
            &position,
            &firsts,
            nodes,
            &limits,
            progress.as_ref(),
        )
    }

    /// Proves who wins and writes the proof; see `crosscram.prove`.
    #[pyo3(signature = (position, first = None, tile = None, text = false, seconds = None, progress = None))]
    #[allow(clippy::too_many_arguments)]
    fn prove<'py>(
        &self,
        py: Python<'py>,
        position: &Bound<'py, PyAny>,
        first: Option<Side>,
        tile: Option<u8>,
        text: bool,
        seconds: Option<f64>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let asked = Asked::read(position, tile)?;
        let first = match asked.firsts(first)[..] {
            [first] => first,
            _ => {
                let message = "first: a certificate is about one first player, and nobody is said to be to move";
                return Err(errors::option(message));
            }
        };
        let question = asked.question(first);
        self.solver.check(&question).map_err(errors::option)?;
        let limits = Limits {
            nodes: None,
            seconds,
        };
        proof::prove(
            py,
            &self.solver,
            &question,
            text,
            &limits,
            progress.as_ref(),
        )
    }
}

impl PySolver {
    fn check(&self, position: &crosscram_rules::Position, first: Player) -> PyResult<()> {
        let question = Question::new(position.board, position.tile, first);
        self.solver.check(&question).map_err(errors::option)
    }

    fn run(&self, question: &Question, control: &Control) -> Report {
        let run = Run {
            warm: self.warm,
            ..Run::new(control)
        };
        self.solver.run(question, &run)
    }

    fn search(
        &self,
        py: Python<'_>,
        question: &Question,
        limits: &Limits,
        progress: Option<&Py<PyAny>>,
    ) -> PyResult<Report> {
        let stop = Stop::new();
        let control = limits.control(&stop)?;
        let over = Mutex::new(false);
        let state = || state_of(&control, *over.lock().unwrap_or_else(|e| e.into_inner()));
        let work = || {
            let report = self.run(question, &control);
            *over.lock().unwrap_or_else(|e| e.into_inner()) = report.winner().is_some();
            control.report_nodes(report.nodes);
            report
        };
        let report = watched(py, &stop, progress, state, work)?;
        match &report.ending {
            Ending::Failed(shortage) => Err(LimitError::new_err(shortage.to_string())),
            _ => Ok(report),
        }
    }
}

/// How far a search has come.
pub(crate) fn state_of(control: &Control, over: bool) -> Progress {
    Progress {
        done: if over { 1.0 } else { control.completion() },
        total: 1.0,
        nodes: control.nodes(),
    }
}

fn report_dict<'py>(py: Python<'py>, report: &Report) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("first", Side(report.question.first))?;
    dict.set_item("winner", report.winner().map(Side))?;
    dict.set_item("best_move", report.best_move().map(PyMove))?;
    dict.set_item("nodes", report.nodes)?;
    dict.set_item("seconds", report.elapsed.as_secs_f64())?;
    let refuted: Vec<PyMove> = report.refuted().0.iter().copied().map(PyMove).collect();
    dict.set_item("refuted", refuted)?;
    let leaves = PyDict::new(py);
    for (reason, count) in report.statistics.leaves.by_reason() {
        if count > 0 {
            leaves.set_item(reason, count)?;
        }
    }
    dict.set_item("leaves", leaves)?;
    dict.set_item("nodes_by_depth", &report.statistics.nodes_by_depth)?;
    dict.set_item("table_bytes", report.statistics.table_bytes)?;
    Ok(dict)
}
