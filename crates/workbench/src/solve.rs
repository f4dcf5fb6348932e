//! `solve`: who wins. The answer is the one that the command line prints.

use crate::desk::{Desk, Lent};
use crate::request::{About, Refused};
use crate::task::{Event, Progress, Slice, Task};
use crate::{Subject, seconds};
use crosscram_rules::{Board, ByFirst, Dyadic, Move, Outcome, Player, SCHEMA, Tile};
use crosscram_search::{Ending, Report, Statistics};
use crosscram_support::clock::Instant;
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

/// How an answer came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub(crate) enum Ended {
    /// Everything that was asked is proven.
    Proven,
    /// The time of the request was over before.
    Limit,
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
    /// Who is to be asked about, the next one last, and with what.
    waiting: Vec<(Player, Lent)>,
    searched: ByFirst<Option<Searched>>,
    left: Duration,
    /// Nodes and time of the question in work.
    nodes: u64,
    spent: Duration,
}

pub(crate) fn task(desk: &Desk, about: &About) -> Result<Box<dyn Task>, Refused> {
    let (subject, firsts) = about.subject(desk.limits())?;
    let left = desk.limits().time(about.seconds)?;
    let waiting = firsts.into_iter().rev();
    let waiting = waiting.map(|first| Ok((first, desk.session(&subject.question(first))?)));
    Ok(Box::new(Solve {
        waiting: waiting.collect::<Result<_, Refused>>()?,
        subject,
        searched: ByFirst::default(),
        left,
        nodes: 0,
        spent: Duration::ZERO,
    }))
}

impl Task for Solve {
    fn step(&mut self, slice: &Slice, events: &mut Vec<Event>) -> Progress {
        while let Some((first, solver)) = self.waiting.last() {
            let (started, control) = (Instant::now(), slice.control());
            control.limit_time(started.checked_add(self.left));
            // The table is kept from slice to slice, so that an interrupted search goes on where it was.
            let report = solver.solve_warm(&self.subject.question(*first), &control);
            let elapsed = started.elapsed();
            self.left = self.left.saturating_sub(elapsed);
            self.nodes += report.nodes;
            self.spent += elapsed;
            if matches!(report.ending, Ending::Interrupted { .. }) && !self.left.is_zero() {
                return Progress::Working;
            }
            let searched = Searched {
                nodes: std::mem::take(&mut self.nodes),
                seconds: seconds(std::mem::take(&mut self.spent)),
                ..Searched::new(&self.subject, &report, false)
            };
            let told = Told {
                first: *first,
                searched: &searched,
            };
            events.push(Event::new("winner", &told));
            *self.searched.get_mut(*first) = Some(searched);
            self.waiting.pop();
        }
        let searched = Player::ALL.map(|first| self.searched.get(first).as_ref());
        let is_open = |searched: &Searched| searched.winner.is_none();
        let ended = match searched.into_iter().flatten().any(is_open) {
            true => Ended::Limit,
            false => Ended::Proven,
        };
        let solved = Solved::new(&self.subject, std::mem::take(&mut self.searched));
        events.push(Event::new("answer", &Answered { solved, ended }));
        Progress::Done
    }
}
