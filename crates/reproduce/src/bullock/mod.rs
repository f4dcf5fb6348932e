//! N. Bullock, *Domineering: Solving Large Combinatorial Search Spaces*, MSc thesis, University of
//! Alberta, 2002: every figure with numbers in it.
//!
//! Two readings of the thesis's counts matter everywhere. For a rectangle the count covers two
//! searches, Vertical first and Horizontal first; for a square only the first of them. And the
//! program of 2002 miscounted the disjoint moves in lines of 15 and more cells, so boards that long
//! are run twice: with the same mistake (`unsound-2002`), which is what the published count has to
//! be compared with, and without (`exact`), which is what can be believed.

mod boards;
mod charts;
mod growth;
mod parts;
mod schemes;
pub mod sets;

use crate::lab::{self, Answers, Task};
use crate::options::Options;
use crate::plan::{self, Draft};
use crate::result::{FigureResult, Row};
use crate::text::Layout;
use crosscram_plot::Chart;
use std::collections::HashSet;

/// A figure of the thesis that can be run again.
#[derive(Debug)]
pub struct Figure {
    /// Its number.
    pub id: &'static str,
    /// What it shows, in our words.
    pub title: &'static str,
    /// Number of the figure that draws the same numbers as a graph.
    pub graph: Option<&'static str>,
    /// What a row is about.
    pub(crate) subject: &'static str,
    pub(crate) layout: Layout,
    plan: fn(&Options<'_>) -> Vec<Draft>,
    finish: fn(&[Row], &Answers) -> Conclusion,
}

/// What follows from the rows of a figure.
#[derive(Default)]
struct Conclusion {
    remarks: Vec<String>,
    charts: Vec<(String, Chart)>,
}

/// All figures, in the order of the thesis.
pub static FIGURES: [Figure; 13] = [
    Figure {
        id: "1.2",
        title: "DOMI on boards up to 8x9, nodes",
        graph: None,
        subject: "board",
        layout: Layout::List,
        plan: boards::plan_1_2,
        finish: boards::finish_1_2,
    },
    Figure {
        id: "4.3",
        title: "replacement schemes over table sizes, average nodes of two sets of positions",
        graph: None,
        subject: "set and entries",
        layout: Layout::Matrix,
        plan: schemes::plan,
        finish: schemes::finish,
    },
    Figure {
        id: "4.6",
        title: "move ordering without and with the symmetric tie-break, nodes of 8x8 by depth",
        graph: Some("4.5"),
        subject: "depth",
        layout: Layout::List,
        plan: parts::plan_4_6,
        finish: parts::finish_4_6,
    },
    Figure {
        id: "4.7",
        title: "safe moves tried or ignored, nodes",
        graph: None,
        subject: "board",
        layout: Layout::List,
        plan: parts::plan_4_7,
        finish: |_, _| Conclusion::default(),
    },
    Figure {
        id: "5.1",
        title: "growth of the search tree of 10x10",
        graph: None,
        subject: "quantity",
        layout: Layout::List,
        plan: growth::plan,
        finish: growth::finish,
    },
    Figure {
        id: "6.1",
        title: "Obsequi on boards up to 8x9, nodes",
        graph: None,
        subject: "board",
        layout: Layout::List,
        plan: boards::plan_6_1,
        finish: |_, _| Conclusion::default(),
    },
    Figure {
        id: "6.2",
        title: "Obsequi on boards that were new, nodes",
        graph: None,
        subject: "board",
        layout: Layout::List,
        plan: boards::plan_6_2,
        finish: boards::finish_6_2,
    },
    Figure {
        id: "6.4",
        title: "parts of the evaluation left out, nodes of 8x8",
        graph: Some("6.3"),
        subject: "evaluation",
        layout: Layout::List,
        plan: parts::plan_6_4,
        finish: parts::finish_6_4,
    },
    Figure {
        id: "8.2",
        title: "Obsequi on 2 x n boards, nodes",
        graph: Some("8.1"),
        subject: "board",
        layout: Layout::List,
        plan: boards::plan_8_2,
        finish: |rows, _| boards::growth_chart("8.1", "2 x n", rows),
    },
    Figure {
        id: "8.4",
        title: "Obsequi on 4 x n boards, nodes",
        graph: Some("8.3"),
        subject: "board",
        layout: Layout::List,
        plan: boards::plan_8_4,
        finish: |rows, _| boards::growth_chart("8.3", "4 x n", rows),
    },
    Figure {
        id: "8.6",
        title: "Obsequi on 6 x n boards, nodes",
        graph: Some("8.5"),
        subject: "board",
        layout: Layout::List,
        plan: boards::plan_8_6,
        finish: |rows, _| boards::growth_chart("8.5", "6 x n", rows),
    },
    Figure {
        id: "8.8",
        title: "Obsequi on 8 x n boards, nodes",
        graph: Some("8.7"),
        subject: "board",
        layout: Layout::List,
        plan: boards::plan_8_8,
        finish: |rows, _| boards::growth_chart("8.7", "8 x n", rows),
    },
    Figure {
        id: "8.10",
        title: "Obsequi on n x n boards, nodes",
        graph: Some("8.9"),
        subject: "board",
        layout: Layout::List,
        plan: boards::plan_8_10,
        finish: |rows, _| boards::growth_chart("8.9", "n x n", rows),
    },
];

/// The figure with this number; a graph's number stands for the table with the same numbers.
///
/// ```
/// use crosscram_reproduce::bullock::figure;
///
/// assert_eq!(figure("6.4").unwrap().graph, Some("6.3"));
/// assert_eq!(figure("6.3").unwrap().id, "6.4");
/// assert!(figure("6.5").is_none());
/// ```
pub fn figure(id: &str) -> Option<&'static Figure> {
    FIGURES
        .iter()
        .find(|figure| figure.id == id || figure.graph == Some(id))
}

/// Run `figures` and hand each result to `report` as soon as it and all before it are complete.
///
/// No search is done twice, even if several figures need it. If everything is stopped through
/// [`Options::watch`], the figures that are not complete are reported with what there is.
pub fn run(
    figures: &[&'static Figure],
    options: &Options<'_>,
    mut report: impl FnMut(FigureResult),
) {
    let plans: Vec<Vec<Draft>> = figures
        .iter()
        .map(|figure| (figure.plan)(options))
        .collect();
    let mut seen = HashSet::new();
    let wanted = plans.iter().flat_map(|drafts| plan::tasks(drafts));
    let tasks: Vec<Task> = wanted.filter(|task| seen.insert(*task)).cloned().collect();

    let mut answers = Answers::new();
    let mut waiting = figures.iter().zip(plans).peekable();
    let mut report_complete = |answers: &Answers| {
        while let Some((figure, drafts)) = waiting.next_if(|(_, drafts)| {
            let mut tasks = drafts.iter().flat_map(|draft| &draft.tasks);
            tasks.all(|task| answers.contains_key(task))
        }) {
            report(figure.conclude(drafts, answers));
        }
    };
    report_complete(&answers);
    lab::perform(&tasks, options.threads, options.watch, |number, answer| {
        answers.insert(tasks[number].clone(), answer);
        report_complete(&answers);
    });
}

impl Figure {
    fn conclude(&'static self, drafts: Vec<Draft>, answers: &Answers) -> FigureResult {
        let rows: Vec<Row> = drafts
            .into_iter()
            .map(|draft| draft.finish(answers))
            .collect();
        let Conclusion { remarks, charts } = (self.finish)(&rows, answers);
        let mut result = FigureResult {
            figure: self,
            rows,
            remarks,
            charts,
        };
        let summary = result.summary();
        result.remarks.splice(0..0, summary);
        result
    }
}
