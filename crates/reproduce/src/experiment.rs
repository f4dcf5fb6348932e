//! Papers and the experiments that can be run again.

use crate::elements::Kind;
use crate::lab::{self, Measurements, Task};
use crate::options::{Choice, Options};
use crate::picture;
use crate::plan::{self, Draft};
use crate::result::{Reproduction, Row};
use crate::text::Layout;
use crosscram_search::SearchError;
use std::collections::HashSet;

/// A publication whose experiments can be run again.
#[derive(Debug)]
pub struct Paper {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its folder in the crate `papers`.
    pub id: &'static str,
    /// Authors, title and year.
    pub title: &'static str,
    /// What it calls an experiment, `Figure` or `Table`.
    pub noun: &'static str,
    /// The default of [`Options::up_to`].
    pub default_up_to: u64,
    /// Whether searches run one at a time whatever [`Options::threads`] says, because their times are
    /// compared.
    pub one_at_a_time: bool,
    /// Its figures and tables, in its order.
    pub experiments: &'static [Experiment],
}

/// A figure, table or section that can be run again.
#[derive(Debug)]
pub struct Experiment {
    /// Its number.
    pub id: &'static str,
    /// Another name, for instance the number of the figure that draws the same numbers as a graph.
    pub alias: Option<&'static str>,
    /// What it shows, in our words.
    pub title: &'static str,
    /// Its printed name, if that is not the paper's noun and the number.
    pub(crate) heading: Option<&'static str>,
    /// What a row is about.
    pub(crate) subject: &'static str,
    /// What the variants of a row are.
    pub(crate) variant: &'static str,
    /// Decimal places of its numbers.
    pub(crate) decimals: usize,
    pub(crate) layout: Layout,
    limit: Limit,
    threads: bool,
    searches: Count,
    work: Work,
}

/// What [`Options::up_to`] does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Limit {
    /// Nothing is long enough to be left out.
    None,
    /// Leaves out what is too long, or sets how often something is done.
    Whole,
    /// Ends each search, which without a limit might not end.
    EachSearch,
}

/// How many searches an experiment watches at most, if they are not planned.
type Count = fn(&Experiment, &Options<'_>) -> usize;

/// How rows are computed.
#[derive(Debug)]
enum Work {
    /// By searches, several at a time, each done once for all figures that need it; `finish` then
    /// adds what follows from the rows.
    Planned {
        plan: fn(&Options<'_>) -> Vec<Draft>,
        finish: fn(&mut Reproduction, &Measurements),
    },
    /// By a function of its own.
    Direct(fn(&mut Reproduction, &Options<'_>) -> Result<(), SearchError>),
    /// By a function of its own that says when it has added a row.
    Streamed(fn(&mut Reproduction, &Options<'_>, &mut OnRow<'_>) -> Result<(), SearchError>),
}

/// Is called when a row has been added to a result.
pub(crate) type OnRow<'a> = dyn FnMut(&Reproduction) + 'a;

/// What a run has to report.
#[derive(Debug)]
pub enum Event<'a> {
    /// The last row of this result is new; others may follow.
    Row(&'a Reproduction),
    /// An experiment is complete, or stopped.
    Done(Reproduction),
}

impl Experiment {
    pub(crate) const fn planned(
        id: &'static str,
        title: &'static str,
        plan: fn(&Options<'_>) -> Vec<Draft>,
        finish: fn(&mut Reproduction, &Measurements),
    ) -> Experiment {
        Experiment::new(id, title, Work::Planned { plan, finish })
    }

    pub(crate) const fn direct(
        id: &'static str,
        title: &'static str,
        run: fn(&mut Reproduction, &Options<'_>) -> Result<(), SearchError>,
    ) -> Experiment {
        Experiment::new(id, title, Work::Direct(run))
    }

    pub(crate) const fn streamed(
        id: &'static str,
        title: &'static str,
        run: fn(&mut Reproduction, &Options<'_>, &mut OnRow<'_>) -> Result<(), SearchError>,
    ) -> Experiment {
        Experiment::new(id, title, Work::Streamed(run))
    }

    const fn new(id: &'static str, title: &'static str, work: Work) -> Experiment {
        Experiment {
            id,
            alias: None,
            title,
            heading: None,
            subject: "board",
            variant: "variant",
            decimals: 0,
            layout: Layout::List,
            limit: Limit::Whole,
            threads: true,
            searches: |_, _| 0,
            work,
        }
    }

    /// The heads of the first two columns.
    pub(crate) const fn rows(mut self, subject: &'static str, variant: &'static str) -> Experiment {
        (self.subject, self.variant) = (subject, variant);
        self
    }

    pub(crate) const fn alias(mut self, alias: &'static str) -> Experiment {
        self.alias = Some(alias);
        self
    }

    pub(crate) const fn heading(mut self, heading: &'static str) -> Experiment {
        self.heading = Some(heading);
        self
    }

    pub(crate) const fn decimals(mut self, decimals: usize) -> Experiment {
        self.decimals = decimals;
        self
    }

    /// Says how many searches it watches at most, for a display of progress over the whole run.
    pub(crate) const fn searches(mut self, searches: Count) -> Experiment {
        self.searches = searches;
        self
    }

    /// Says that [`Options::up_to`] limits nothing.
    pub(crate) const fn unlimited(mut self) -> Experiment {
        self.limit = Limit::None;
        self
    }

    /// Says that [`Options::up_to`] is the limit of each search.
    pub(crate) const fn limits_each_search(mut self) -> Experiment {
        self.limit = Limit::EachSearch;
        self
    }

    /// Says that its parts are done one after the other, whatever [`Options::threads`] says.
    pub(crate) const fn one_thread(mut self) -> Experiment {
        self.threads = false;
        self
    }

    pub(crate) const fn wide(mut self, columns: &'static [&'static str]) -> Experiment {
        self.layout = Layout::Wide(columns);
        self
    }
}

impl Paper {
    /// The experiment with this number or alias.
    ///
    /// ```
    /// use crosscram_reproduce::bullock;
    ///
    /// assert_eq!(bullock::PAPER.experiment("6.4").unwrap().alias, Some("6.3"));
    /// assert_eq!(bullock::PAPER.experiment("6.3").unwrap().id, "6.4");
    /// assert!(bullock::PAPER.experiment("6.6").is_none());
    /// ```
    pub fn experiment(&self, id: &str) -> Option<&'static Experiment> {
        let is = |name: &str| name.eq_ignore_ascii_case(id);
        let mut all = self.experiments.iter();
        all.find(|experiment| is(experiment.id) || experiment.alias.is_some_and(is))
    }

    /// Returns whether a choice makes a difference to one of its experiments.
    ///
    /// ```
    /// use crosscram_reproduce::{Choice, schijf};
    ///
    /// let has = |id, choice| schijf::PAPER.has(schijf::PAPER.experiment(id).unwrap(), choice);
    /// assert!(has("4.1", Choice::UpTo) && has("4.1", Choice::Threads));
    /// assert!(!has("figures", Choice::UpTo) && !has("modern", Choice::Full));
    /// ```
    pub fn has(&self, experiment: &Experiment, choice: Choice) -> bool {
        match choice {
            Choice::UpTo => experiment.limit != Limit::None,
            Choice::Full => experiment.limit == Limit::Whole,
            Choice::Threads => experiment.threads && !self.one_at_a_time,
            Choice::Schemes => self.name == "bullock" && experiment.id == "4.3",
        }
    }

    /// What a number of this paper without a kind names first.
    pub fn kind(&self) -> Kind {
        match self.noun {
            "Figure" => Kind::Figure,
            _ => Kind::Table,
        }
    }

    /// Runs `experiments` and passes each result to `report` as soon as it and all before it are
    /// complete. See [`Paper::run_with_rows`].
    pub fn run(
        &'static self,
        experiments: &[&'static Experiment],
        options: &Options<'_>,
        mut report: impl FnMut(Reproduction),
    ) -> Result<(), SearchError> {
        self.run_with_rows(experiments, options, |event| {
            if let Event::Done(result) = event {
                report(result);
            }
        })
    }

    /// Runs `experiments`, one after the other, and reports every row as soon as it and all before it are
    /// complete, then the whole.
    ///
    /// No search is done twice, even if several experiments need it, and the small ones are done first. If
    /// the run is stopped through [`Options::watch`], experiments that were begun are reported as far as
    /// they got, and no other is begun. Without enough memory or threads, what was completed before is
    /// reported.
    pub fn run_with_rows(
        &'static self,
        experiments: &[&'static Experiment],
        options: &Options<'_>,
        mut report: impl FnMut(Event<'_>),
    ) -> Result<(), SearchError> {
        let threads = if self.one_at_a_time {
            1
        } else {
            options.threads
        };
        let options = Options {
            threads,
            ..*options
        };
        let mut answers = Measurements::new();
        let mut interrupted = false;
        let mut report = |mut event: Event<'_>| {
            if let Event::Done(result) = &mut event {
                interrupted |= result.interrupted();
                if result.pictures.is_empty() {
                    result.pictures.extend(picture::of_rows(result));
                }
            }
            report(event);
            interrupted
        };
        let tasks = experiments.iter().flat_map(|experiment| {
            let drafts = match experiment.work {
                Work::Planned { plan, .. } => plan(&options),
                _ => Vec::new(),
            };
            drafts.into_iter().flat_map(|draft| draft.tasks)
        });
        let planned = tasks.collect::<HashSet<_>>().len();
        let others = experiments.iter();
        let others = others.map(|experiment| (experiment.searches)(experiment, &options));
        options.watch.planned(planned + others.sum::<usize>());
        // Consecutive planned experiments share their searches.
        let planned = |experiment: &Experiment| matches!(experiment.work, Work::Planned { .. });
        for group in experiments.chunk_by(|one, next| planned(one) && planned(next)) {
            let mut result = Reproduction::new(self, group[0]);
            let mut on_row = |result: &Reproduction| _ = report(Event::Row(result));
            match &group[0].work {
                Work::Direct(run) => run(&mut result, &options)?,
                Work::Streamed(run) => run(&mut result, &options, &mut on_row)?,
                Work::Planned { .. } => {
                    if self.run_planned(group, &options, &mut answers, &mut report)? {
                        break;
                    }
                    continue;
                }
            }
            result.remarks.splice(0..0, result.summary());
            if report(Event::Done(result)) {
                break;
            }
        }
        Ok(())
    }

    fn run_planned(
        &'static self,
        group: &[&'static Experiment],
        options: &Options<'_>,
        answers: &mut Measurements,
        report: &mut dyn FnMut(Event<'_>) -> bool,
    ) -> Result<bool, SearchError> {
        let plans = group.iter().filter_map(|experiment| match experiment.work {
            Work::Planned { plan, finish } => Some(Planned {
                result: Reproduction::new(self, experiment),
                drafts: plan(options),
                finish,
            }),
            _ => None,
        });
        let mut plans: Vec<Planned> = plans.collect();
        let mut seen: HashSet<&Task> = answers.keys().collect();
        let wanted = plans.iter().flat_map(|plan| plan::tasks(&plan.drafts));
        let tasks: Vec<Task> = wanted.filter(|task| seen.insert(*task)).cloned().collect();
        for plan in &mut plans {
            plan.result.expected = plan.drafts.iter().map(Draft::expected).collect();
        }
        let mut stop = false;
        let mut waiting = plans.into_iter().peekable();
        let mut report_complete = |answers: &Measurements| {
            while let Some(plan) = waiting.peek_mut() {
                while let Some(row) = plan.next_row(answers) {
                    plan.result.rows.push(row);
                    report(Event::Row(&plan.result));
                }
                let complete = waiting.next_if(|plan| plan.is_complete());
                let Some(Planned {
                    mut result, finish, ..
                }) = complete
                else {
                    break;
                };
                result.remarks.extend(result.summary());
                finish(&mut result, answers);
                stop |= report(Event::Done(result));
            }
        };
        report_complete(answers);
        lab::perform(&tasks, options.threads, options.watch, |number, answer| {
            answers.insert(tasks[number].clone(), answer);
            report_complete(answers);
        })?;
        Ok(stop)
    }
}

/// An experiment whose rows are completed one by one, in their order.
struct Planned {
    result: Reproduction,
    drafts: Vec<Draft>,
    finish: fn(&mut Reproduction, &Measurements),
}

impl Planned {
    /// The next row, if all its tasks are done.
    fn next_row(&self, answers: &Measurements) -> Option<Row> {
        let draft = self.drafts.get(self.result.rows.len())?;
        let done = draft.tasks.iter().all(|task| answers.contains_key(task));
        done.then(|| draft.clone().finish(answers))
    }

    fn is_complete(&self) -> bool {
        self.result.rows.len() == self.drafts.len()
    }
}
