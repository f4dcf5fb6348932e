//! The answers to one question, and how they are printed.

use crate::json::Named;
use crate::solve::SolveArgs;
use crate::statistics;
use crate::text::{self, Align};
use crosscram_jobs::Journal;
use crosscram_rules::{ByFirst, Outcome, PartialOutcome, Player};
use crosscram_search::{Ending, Engine, Report};
use crosscram_workbench::{Searched, Solved, Subject};
use serde::Serialize;
use std::io::{self, Write};
use std::sync::Arc;

/// The reports of one question, by first player; `None` for a search that never began.
pub(super) struct Answers {
    pub(super) asked: Arc<Subject>,
    pub(super) reports: Vec<(Player, Option<Report>)>,
    /// The subtrees that were taken from a journal instead of searched.
    pub(super) rests_on: Option<Earlier>,
}

/// Subtrees that an earlier search has finished.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Earlier {
    pub(super) journal: String,
    pub(super) subtrees: u64,
    /// The earlier runs that say what they cost.
    pub(super) runs: u64,
    /// Nodes of these runs; `null` if none says it.
    pub(super) nodes: Option<u64>,
    pub(super) seconds: Option<f64>,
}

impl Earlier {
    /// What the answers depend on of a journal, if anything.
    pub(super) fn of(journal: &Journal, args: &SolveArgs) -> Option<Earlier> {
        let (subtrees, spent) = (journal.known() as u64, journal.spent());
        let path = args.journal.as_deref().filter(|_| subtrees > 0)?;
        Some(Earlier {
            journal: path.display().to_string(),
            subtrees,
            runs: spent.runs,
            nodes: (spent.runs > 0).then_some(spent.nodes),
            seconds: (spent.runs > 0).then_some(spent.seconds),
        })
    }
}

impl Answers {
    fn report(&self, first: Player) -> Option<&Report> {
        let mut reports = self.reports.iter();
        reports.find(|(player, _)| *player == first)?.1.as_ref()
    }

    fn winner(&self, first: Player) -> Option<Player> {
        self.report(first)?.winner()
    }

    fn ended(&self) -> impl Iterator<Item = &Report> {
        let reports = self.reports.iter();
        reports.filter_map(|(_, report)| report.as_ref())
    }

    /// The outcome class, if both searches found their answer.
    fn outcome(&self) -> Option<Outcome> {
        let (vertical, horizontal) = (Player::Vertical, Player::Horizontal);
        let winners = (self.winner(vertical)?, self.winner(horizontal)?);
        Some(Outcome::from_winners(winners.0, winners.1))
    }

    /// The resources that searches lacked, one line each.
    pub(super) fn shortages(&self) -> impl Iterator<Item = String> {
        self.ended().filter_map(|report| match &report.ending {
            Ending::Failed(shortage) => Some(format!("{}: {shortage}", self.asked.name())),
            Ending::Won { .. } | Ending::Interrupted { .. } => None,
        })
    }

    /// The result in one sentence with its code.
    fn headline(&self) -> String {
        if let Some(outcome) = self.outcome() {
            return format!("{outcome} ({})", outcome.code());
        }
        let proven = |first: Player| Some((first, self.winner(first)?));
        let Some((first, winner)) = Player::ALL.into_iter().find_map(proven) else {
            return "not solved".to_string();
        };
        let known = match first {
            Player::Vertical => PartialOutcome::from_winners(Some(winner), None),
            Player::Horizontal => PartialOutcome::from_winners(None, Some(winner)),
        };
        let role = if winner == first { "first" } else { "second" };
        format!("{winner} wins moving {role} ({known})")
    }

    /// Writes the answers as text.
    pub(super) fn write(&self, out: &mut impl Write, with_statistics: bool) -> io::Result<()> {
        let name = self.asked.name() + &text::tiles(self.asked.position().tile);
        writeln!(out, "{name}: {}", self.headline())?;
        let rows = self.reports.iter();
        let mut rows: Vec<_> = rows
            .map(|(first, report)| self.row(*first, report.as_ref()))
            .collect();
        let nodes: u64 = self.ended().map(|report| report.nodes).sum();
        let seconds: f64 = self
            .ended()
            .map(|report| report.elapsed.as_secs_f64())
            .sum();
        if self.reports.len() > 1 {
            rows.push(costs(["total".to_string(), String::new()], nodes, seconds));
        }
        if let Some(earlier) = &self.rests_on
            && let (Some(before), Some(took)) = (earlier.nodes, earlier.seconds)
        {
            let runs = format!("with {}", text::plural(earlier.runs, "earlier run"));
            rows.push(costs([runs, String::new()], nodes + before, seconds + took));
        }
        use Align::{Left, Right};
        text::columns(out, 2, &[Left, Left, Right, Right, Right], &rows)?;
        if let Some(earlier) = &self.rests_on {
            writeln!(
                out,
                "  resting on {} of {}",
                text::plural(earlier.subtrees, "subtree"),
                earlier.journal
            )?;
        }
        for report in self.ended().filter(|report| report.winner().is_none()) {
            refutations(out, report)?;
        }
        if with_statistics {
            for report in self.ended() {
                writeln!(out, "\n{name}, {} first:", report.question.first)?;
                statistics::write(out, &report.statistics, report.nodes)?;
            }
        }
        Ok(())
    }

    /// The line of one search.
    fn row(&self, first: Player, report: Option<&Report>) -> Vec<String> {
        let name = format!("{first} first");
        let Some(report) = report else {
            return vec![name, "not begun".to_string()];
        };
        let result = match report.ending {
            Ending::Won { winner, best_move } => {
                let with = best_move.map(|best| match self.asked.locate(best) {
                    (Some(term), best) => format!(" with {best} in term {term}"),
                    (None, best) => format!(" with {best}"),
                });
                format!("{winner} wins{}", with.unwrap_or_default())
            }
            Ending::Interrupted { .. } => "interrupted".to_string(),
            Ending::Failed(_) => "out of memory".to_string(),
        };
        costs([name, result], report.nodes, report.elapsed.as_secs_f64())
    }

    /// The JSON object.
    pub(super) fn object(&self, engine: &dyn Engine, with_statistics: bool) -> Object {
        let search = |first: Player| {
            let report = self.report(first)?;
            Some(Searched::new(&self.asked, report, with_statistics))
        };
        let mut reports = self.reports.iter();
        let proven = reports.all(|(first, _)| self.winner(*first).is_some());
        Object {
            solved: Solved::new(&self.asked, ByFirst::new(search)),
            engine: engine.name(),
            options: Named(engine.describe(self.asked.position().tile)),
            rests_on: self.rests_on.clone(),
            interrupted: (!proven).then_some(true),
        }
    }
}

fn costs(names: [String; 2], nodes: u64, seconds: f64) -> Vec<String> {
    let mut row = names.to_vec();
    row.push(text::plural(nodes, "node"));
    row.push(text::seconds(seconds));
    row.push(text::rate(nodes as f64 / seconds));
    row
}

/// Prints how far a search without an answer got.
fn refutations(out: &mut impl Write, report: &Report) -> io::Result<()> {
    let (refuted, of) = report.refuted();
    write!(
        out,
        "  {} first: {} of {}",
        report.question.first,
        refuted.len(),
        text::plural(of as u64, "first move")
    )?;
    if refuted.is_empty() {
        return writeln!(out, " refuted");
    }
    let names: Vec<_> = refuted.iter().map(ToString::to_string).collect();
    writeln!(out, " refuted: {}", names.join(" "))
}

/// The answer to one position or sum, and how it was found.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Object {
    #[serde(flatten)]
    solved: Solved,
    engine: &'static str,
    #[cfg_attr(test, schemars(with = "std::collections::BTreeMap<String, String>"))]
    options: Named<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rests_on: Option<Earlier>,
    #[serde(skip_serializing_if = "Option::is_none")]
    interrupted: Option<bool>,
}
