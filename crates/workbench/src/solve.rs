//! `solve`: who wins. The answer is the one that the command line prints.

use crate::desk::Desk;
use crate::request::{About, Refused};
use crate::search::{Ended, Found, Searcher};
use crate::task::{Event, Progress, Slice, Task};
use crate::{Subject, seconds};
use crosscram_rules::{Board, ByFirst, Dyadic, Move, Outcome, Player, SCHEMA, Tile};
use crosscram_search::{Ending, Report, Statistics};
use serde::Serialize;
use std::time::Duration;

/// What is known for one first player.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Searched {
    /// Unknown if there is no answer.
    pub winner: Option<Player>,
    /// A winning first move, if the first player wins.
    pub best_move: Option<BestMove>,
    /// Of the search.
    pub nodes: u64,
    /// How long it took.
    pub seconds: f64,
    /// First moves proven to lose, if there is no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refuted: Option<Vec<Move>>,
    /// Number of first moves, if there is no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_moves: Option<usize>,
    /// The resource that the search lacked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub out_of_memory: Option<String>,
    /// If asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub statistics: Option<Statistics>,
}

/// A move, in a sum with its term.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum BestMove {
    /// Of a position.
    OnBoard(Move),
    /// Of a sum.
    InTerm {
        /// From 1.
        term: usize,
        /// On the term's own board.
        #[serde(rename = "move")]
        mov: Move,
    },
}

impl BestMove {
    fn new(subject: &Subject, mov: Move) -> BestMove {
        match subject.locate(mov) {
            (None, mov) => BestMove::OnBoard(mov),
            (Some(term), mov) => BestMove::InTerm { term, mov },
        }
    }
}

impl Searched {
    /// What a search has found about a subject.
    pub fn new(subject: &Subject, report: &Report, statistics: bool) -> Searched {
        let (refuted, of) = report.refuted();
        let open = matches!(report.ending, Ending::Interrupted { .. });
        Searched {
            winner: report.winner(),
            best_move: report.best_move().map(|mov| BestMove::new(subject, mov)),
            nodes: report.nodes,
            seconds: seconds(report.elapsed),
            refuted: open.then(|| refuted.to_vec()),
            first_moves: open.then_some(of),
            out_of_memory: match &report.ending {
                Ending::Failed(shortage) => Some(shortage.to_string()),
                Ending::Won { .. } | Ending::Interrupted { .. } => None,
            },
            statistics: statistics.then(|| report.statistics.clone()),
        }
    }
}

/// What is known of a position or a sum.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Solved {
    #[cfg_attr(feature = "schema", schemars(extend("const" = SCHEMA)))]
    schema: u32,
    tile: Tile,
    #[serde(flatten)]
    about: Written,
    /// Unknown if only one first player was searched to the end.
    pub outcome: Option<Outcome>,
    /// What each search has found.
    #[serde(flatten)]
    pub searched: ByFirst<Option<Searched>>,
    /// Of both searches together.
    pub nodes: u64,
    /// Of both searches together; less may have passed if they ran side by side.
    pub seconds: f64,
}

/// A position or a sum.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
enum Written {
    Board {
        rows: usize,
        cols: usize,
        position: Board,
    },
    Sum {
        sum: String,
        /// All numbers of the sum together.
        number: Dyadic,
    },
}

impl Solved {
    /// What the searches of a subject have found.
    pub fn new(subject: &Subject, searched: ByFirst<Option<Searched>>) -> Solved {
        let position = subject.position();
        let all = || Player::ALL.into_iter();
        let of = |first| searched.get(first).as_ref();
        let ended = || all().filter_map(of);
        let winner = |first| of(first).and_then(|side| side.winner);
        let mut outcomes = Outcome::ALL.into_iter();
        Solved {
            schema: SCHEMA,
            tile: position.tile,
            about: match subject.sum() {
                None => Written::Board {
                    rows: position.board.rows(),
                    cols: position.board.cols(),
                    position: position.board,
                },
                Some(sum) => Written::Sum {
                    sum: sum.to_string(),
                    number: subject.number(),
                },
            },
            outcome: outcomes
                .find(|outcome| all().all(|first| winner(first) == Some(outcome.winner(first)))),
            nodes: ended().map(|side| side.nodes).sum(),
            seconds: ended().map(|side| side.seconds).sum(),
            searched,
        }
    }
}

/// A search that has ended.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Told<'a> {
    first: Player,
    #[serde(flatten)]
    searched: &'a Searched,
}

/// The answer to a request.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Answered {
    #[serde(flatten)]
    solved: Solved,
    ended: Ended,
}

struct Solve {
    subject: Subject,
    waiting: Vec<Player>,
    searcher: Searcher,
    searched: ByFirst<Option<Searched>>,
    /// Nodes and time before the question in work.
    before: (u64, Duration),
    ended: Ended,
}

pub(crate) fn task(desk: &Desk, about: &About) -> Result<Box<dyn Task>, Refused> {
    let (subject, mut waiting) = about.subject(desk.limits())?;
    waiting.reverse();
    let time = desk.limits().time(about.seconds)?;
    let position = subject.position();
    let solver = desk.solver(&position.board, position.tile);
    for &first in &waiting {
        let question = subject.question(first);
        solver
            .check(&question)
            .map_err(|error| Refused::at("position", error))?;
    }
    Ok(Box::new(Solve {
        searcher: Searcher::new(solver, time),
        subject,
        waiting,
        searched: ByFirst::default(),
        before: (0, Duration::ZERO),
        ended: Ended::Proven,
    }))
}

impl Task for Solve {
    fn step(&mut self, slice: &Slice, events: &mut Vec<Event>) -> Progress {
        while let Some(&first) = self.waiting.last() {
            let question = self.subject.question(first);
            let (winner, mov) = match self.searcher.answer(&question, None, slice) {
                Found::Winner(winner, mov) => (Some(winner), mov),
                Found::NotYet => return Progress::Working,
                Found::GivenUp => (None, None),
            };
            let (nodes, spent) = (self.searcher.nodes, self.searcher.spent);
            let searched = Searched {
                winner,
                best_move: mov.map(|mov| BestMove::new(&self.subject, mov)),
                nodes: nodes - self.before.0,
                seconds: seconds(spent - self.before.1),
                refuted: None,
                first_moves: None,
                out_of_memory: None,
                statistics: None,
            };
            self.before = (nodes, spent);
            if winner.is_none() {
                self.ended = Ended::Limit;
            }
            let told = Told {
                first,
                searched: &searched,
            };
            events.push(Event::new("winner", &told));
            *self.searched.get_mut(first) = Some(searched);
            self.waiting.pop();
        }
        let answer = Answered {
            solved: Solved::new(&self.subject, std::mem::take(&mut self.searched)),
            ended: self.ended,
        };
        events.push(Event::new("answer", &answer));
        Progress::Done
    }
}
