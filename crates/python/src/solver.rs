//! Who wins: a solver that keeps its tables.

use crate::convert::{Side, data, position_of, subject};
use crate::errors::{self, LimitError};
use crate::long::{Progress, watched};
use crate::moves::PyMove;
use crate::proof;
use crosscram_rules::{ByFirst, Player, Question};
use crosscram_search::analysis;
use crosscram_search::explain::Explainer;
use crosscram_search::session::{Keep, Session};
use crosscram_search::{Control, Ending, EngineName, EngineOption, Report, Run, TableSize};
use crosscram_support::clock::Instant;
use crosscram_support::stop::Stop;
use crosscram_support::threads::lock;
use crosscram_workbench::{Searched, Solved, Subject};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
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
    pub(crate) session: Session,
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
        if let Some(seconds) = self.seconds
            && let Some(at) = Instant::now().checked_add(time(seconds)?)
        {
            control.stop_at(at);
        }
        Ok(control)
    }
}

/// A time that was given in seconds.
pub(crate) fn time(seconds: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| errors::option(format!("seconds: {seconds} is not a time")))
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
        let mut options = name.fitted();
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
            session: Session::new(options, &Keep::Own).map_err(errors::option)?,
            warm,
        })
    }

    /// Names and values of the options that act.
    #[pyo3(signature = (tile = 2))]
    fn options(&self, tile: u8) -> PyResult<Vec<(&'static str, String)>> {
        Ok(self.session.engine().describe(crate::convert::tile(tile)?))
    }

    /// Bytes of the tables: positions, regions, strips.
    fn memory(&self) -> (u64, u64, u64) {
        let memory = self.session.memory();
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
    ) -> PyResult<Bound<'py, PyAny>> {
        let asked = subject(position, tile)?;
        let mut searched = ByFirst::default();
        for first in asked.firsts(first.map(|side| side.0)) {
            let question = asked.question(first);
            self.session.admit(&question, 1).map_err(errors::option)?;
            let limits = Limits { nodes, seconds };
            let report = self.search(py, &question, &limits, progress.as_ref())?;
            *searched.get_mut(first) = Some(Searched::new(&asked, &report, true));
        }
        data(py, &Solved::new(&asked, searched))
    }

    /// Answers many questions: for each board, the winner's letter (`?` if a limit was reached) and the nodes, as
    /// bytes of one character and of eight-byte integers.
    #[pyo3(signature = (boards, first = None, tile = None, nodes = None, progress = None))]
    fn solve_many<'py>(
        &self,
        py: Python<'py>,
        boards: &Bound<'py, PyAny>,
        first: Option<Side>,
        tile: Option<u8>,
        nodes: Option<u64>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
        let mut questions = Vec::new();
        for board in boards.try_iter()? {
            let asked = subject(&board?, tile)?;
            let [first] = asked.firsts(first.map(|side| side.0))[..] else {
                let message = "first: nobody is given, and nobody is said to be to move";
                return Err(errors::option(message));
            };
            let question = asked.question(first);
            self.session.admit(&question, 1).map_err(errors::option)?;
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
        let position = position_of(position, tile)?;
        self.check(&position, first.0)?;
        let winner = py.detach(|| {
            let mut evaluator = self.session.evaluator(&position.board, position.tile);
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
        let position = position_of(position, tile)?;
        self.check(&position, player.0)?;
        let moves = py.detach(|| {
            let mut evaluator = self.session.evaluator(&position.board, position.tile);
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
    ) -> PyResult<Bound<'py, PyAny>> {
        let position = position_of(position, tile)?;
        let firsts = Subject::from(position).firsts(first.map(|side| side.0));
        for &first in &firsts {
            self.check(&position, first)?;
        }
        let limits = analysis::Limits {
            nodes,
            cells: Explainer::CELLS,
            time: seconds.map(time).transpose()?,
        };
        let stop = Stop::new();
        let control = Control::under(&stop);
        let (board, tile, solver) = (&position.board, position.tile, &self.session);
        let work = || analysis::analyse(board, tile, &firsts, solver, limits, &control);
        let state = || state_of(&control, false);
        data(py, &watched(py, &stop, progress.as_ref(), state, work)?)
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
        let asked = subject(position, tile)?;
        let first = match asked.firsts(first.map(|side| side.0))[..] {
            [first] => first,
            _ => {
                let message = "first: a certificate is about one first player, and nobody is said to be to move";
                return Err(errors::option(message));
            }
        };
        let question = asked.question(first);
        self.session.admit(&question, 1).map_err(errors::option)?;
        let limits = Limits {
            nodes: None,
            seconds,
        };
        proof::prove(
            py,
            &self.session,
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
        self.session.admit(&question, 1).map_err(errors::option)
    }

    fn run(&self, question: &Question, control: &Control) -> Report {
        let run = Run {
            warm: self.warm,
            ..Run::new(control)
        };
        self.session.run(question, &run)
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
        let state = || state_of(&control, *lock(&over));
        let work = || {
            let report = self.run(question, &control);
            *lock(&over) = report.winner().is_some();
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
