//! One position of a list, in each of the forms in which lists are printed.

use crate::json;
use crate::text;
use crate::values::FormArgs;
use crosscram_rules::Board;
use crosscram_values::games::{Game, GameError};
use crosscram_values::positions::{PositionValues, Worth};
use crosscram_workbench::{Answer, Shape};
use serde::Serialize;
use std::io::{self, Write};

/// A position with its value.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Row {
    /// Free cells.
    free: u32,
    #[serde(flatten)]
    pub(super) worth: Worth,
    #[serde(skip)]
    latex: Option<String>,
}

impl Row {
    /// Describes a position.
    pub(super) fn new(
        values: &mut PositionValues,
        board: &Board,
        game: Game,
        form: &FormArgs,
    ) -> Result<Answer<Row>, GameError> {
        let shape = Shape::of_text(board, values.tile());
        let games = values.games();
        let row = Row {
            free: board.free_count(),
            worth: Worth::of(games, game, form.longest)?,
            latex: match form.latex {
                true => games.breaking_latex_within(game, form.longest),
                false => None,
            },
        };
        Ok(Answer::new(shape, row))
    }

    /// Prints it.
    pub(super) fn print(
        found: &Answer<Row>,
        out: &mut impl Write,
        form: &FormArgs,
    ) -> io::Result<()> {
        if form.json {
            return json::write(out, found);
        }
        let position = found.shape.position();
        let Row {
            free: cells,
            worth,
            latex,
        } = &found.answer;
        let (outcome, mean, temperature) = (worth.outcome.code(), worth.mean, worth.temperature);
        let value = worth.value.as_deref();
        if form.csv {
            let fields = [position, value.unwrap_or("")].map(text::csv_field);
            let [position, value] = fields;
            return writeln!(
                out,
                "{position},{cells},{value},{outcome},{mean},{temperature}"
            );
        }
        if form.latex {
            let position = position.replace('#', "\\#").replace('|', "\\textbar ");
            let value = match latex {
                Some(latex) => format!("${latex}$"),
                None => "too long".to_string(),
            };
            return writeln!(
                out,
                "\\texttt{{{position}}} & {cells} & {value} & {outcome} & ${mean}$ & ${temperature}$ \\\\"
            );
        }
        let value = value.unwrap_or("too long to print; see --longest");
        writeln!(
            out,
            "  {cells:>5}  {outcome:>7}  {mean:>8}  {temperature:>11}  {position}  {value}"
        )
    }

    /// Prints what stands above all rows.
    pub(super) fn head(out: &mut impl Write, form: &FormArgs) -> io::Result<()> {
        match (form.json, form.csv, form.latex) {
            (true, ..) => Ok(()),
            (_, true, _) => writeln!(out, "position,cells,value,outcome,mean,temperature"),
            (.., true) => writeln!(
                out,
                "% Needs \\usepackage{{graphicx}}.\n\
                 \\noindent\\resizebox{{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}}{{!}}{{%\n\
                 \\begin{{tabular}}{{lrp{{0.4\\linewidth}}crr}}\n\
                 position & cells & value & outcome & mean & temperature \\\\ \\hline"
            ),
            _ => writeln!(
                out,
                "  cells  outcome      mean  temperature  position  value"
            ),
        }
    }

    /// Prints what stands below all rows.
    pub(super) fn foot(
        out: &mut impl Write,
        form: &FormArgs,
        [shown, of]: [u64; 2],
    ) -> io::Result<()> {
        match (form.json || form.csv, form.latex) {
            (true, _) => Ok(()),
            (_, true) => writeln!(out, "\\end{{tabular}}}}%"),
            _ => writeln!(
                out,
                "{} of {}",
                text::grouped(shown),
                text::plural(of, "position")
            ),
        }
    }
}
