//! Several searches at once, answers in the order of the questions.
//!
//! Each search has its own table and runs on one thread, so its node count does not depend on
//! what runs beside it.

use crate::input;
use crate::kept::Keeper;
use crate::watch::Watch;
use crosscram_rules::{Player, Position};
use crosscram_search::{Config, Interrupted, Report};
use std::collections::BTreeMap;
use std::io;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// One position and the searches it needs, or why it needs none.
#[derive(Debug)]
pub(crate) struct Question {
    /// Line of the batch, from 1.
    pub(crate) line: Option<u64>,
    /// What is asked, or what is wrong with it.
    pub(crate) problem: Result<Problem, String>,
}

/// A position and who moves first, once for each search.
#[derive(Debug)]
pub(crate) struct Problem {
    /// The position; its side to move does not matter any more.
    pub(crate) position: Position,
    /// First players, each at most once.
    pub(crate) firsts: Vec<Player>,
}

impl Question {
    fn firsts(&self) -> &[Player] {
        self.problem.as_ref().map_or(&[], |problem| &problem.firsts)
    }

    /// What to call a search of this question in few words.
    fn label(&self, problem: &Problem, first: Player) -> String {
        let name = match self.line {
            Some(line) => format!("line {line}"),
            None => input::name(&problem.position.board),
        };
        // Positions can be hundreds of characters long.
        let cut: String = name.chars().take(20).collect();
        let dots = if cut.len() < name.len() { "…" } else { "" };
        format!("{cut}{dots} {} first", first.letter())
    }
}

/// How a search ended: with a proof, or before that.
pub(crate) type Answer = Result<Report, Box<Interrupted>>;

/// A question and what became of its searches, in the order of its first players; `None` for a
/// search that was stopped before it began.
pub(crate) type Answered<'a> = (&'a Question, Vec<Option<Answer>>);

/// A search of a question has ended; `search` is missing for a question without any.
struct Ended {
    number: usize,
    question: Arc<Question>,
    search: Option<(usize, Answer)>,
}

/// Answer `questions`, `threads` searches at a time, and hand each to `print` in order.
///
/// If `watch` is stopped, questions that have not begun are forgotten. An error of `print` stops
/// everything.
pub(crate) fn answer(
    questions: impl Iterator<Item = Question> + Send,
    threads: usize,
    config: &Config,
    keeper: Option<&Keeper>,
    watch: &Watch,
    print: impl FnMut(Answered<'_>) -> io::Result<()>,
) -> io::Result<()> {
    let feed = Mutex::new(Feed {
        questions,
        current: None,
        begun: 0,
    });
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads {
            let sender = sender.clone();
            let feed = &feed;
            scope.spawn(move || work(feed, config, keeper, watch, &sender));
        }
        drop(sender);
        let result = print_in_order(&receiver, print);
        if result.is_err() {
            watch.stop();
        }
        result
    })
}

/// Hands out one search after the other.
struct Feed<I> {
    questions: I,
    /// The question that still has searches to hand out, its number, and the next of them.
    current: Option<(usize, Arc<Question>, usize)>,
    begun: usize,
}

impl<I: Iterator<Item = Question>> Feed<I> {
    /// Number of a question, the question, and which of its searches to do; the last is one too
    /// many for a question without searches.
    fn next(&mut self) -> Option<(usize, Arc<Question>, usize)> {
        let task = match self.current.take() {
            Some(task) => task,
            None => {
                let question = self.questions.next()?;
                self.begun += 1;
                (self.begun - 1, Arc::new(question), 0)
            }
        };
        let (number, question, search) = &task;
        if search + 1 < question.firsts().len() {
            self.current = Some((*number, Arc::clone(question), search + 1));
        }
        Some(task)
    }
}

fn work<I: Iterator<Item = Question>>(
    feed: &Mutex<Feed<I>>,
    config: &Config,
    keeper: Option<&Keeper>,
    watch: &Watch,
    sender: &Sender<Ended>,
) {
    while !watch.is_stopped() {
        let task = feed.lock().unwrap_or_else(PoisonError::into_inner).next();
        let Some((number, question, index)) = task else {
            return;
        };
        let search = match &question.problem {
            Err(_) => None,
            Ok(problem) => {
                let (board, tile) = (&problem.position.board, problem.position.tile);
                let first = problem.firsts[index];
                let answer = watch.run(question.label(problem, first), |control| match keeper {
                    Some(keeper) => keeper.solve(board, tile, first, config, control),
                    None => crosscram_search::solve(board, tile, first, config, control),
                });
                let Some(answer) = answer else {
                    return;
                };
                Some((index, answer))
            }
        };
        // Nobody listens any more only after a failed print, which stops everything.
        let _ = sender.send(Ended {
            number,
            question,
            search,
        });
    }
}

/// Collects what ended, in whatever order, and prints questions in theirs.
fn print_in_order(
    ended: &Receiver<Ended>,
    mut print: impl FnMut(Answered<'_>) -> io::Result<()>,
) -> io::Result<()> {
    let mut waiting = BTreeMap::new();
    let mut printed = 0;
    for Ended {
        number,
        question,
        search,
    } in ended
    {
        let (_, answers) = waiting.entry(number).or_insert_with(|| {
            let none = question.firsts().iter().map(|_| None).collect::<Vec<_>>();
            (Arc::clone(&question), none)
        });
        if let Some((index, answer)) = search {
            answers[index] = Some(answer);
        }
        while let Some(first) = waiting.first_entry() {
            if *first.key() != printed || first.get().1.contains(&None) {
                break;
            }
            let (question, answers) = first.remove();
            print((&question, answers))?;
            printed += 1;
        }
    }
    // Only what was stopped is left: some of its searches ended, others never began.
    for (question, answers) in waiting.into_values() {
        print((&question, answers))?;
    }
    Ok(())
}
