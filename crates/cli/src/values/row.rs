//! One position of a list, in each of the forms in which lists are printed.

use crate::args::FormArgs;
use crate::json::{self, SCHEMA};
use crate::text;
use crosscram_rules::{Board, Dyadic};
use crosscram_values::games::{Game, GameError};
use crosscram_values::positions::PositionValues;
use serde::Serialize;
use std::io::{self, Write};

/// A position with its value. The JSON form has these keys.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Row {
    schema: u32,
    tile: u32,
    position: String,
    cells: u32,
    /// `null` if longer than asked for.
    value: Option<String>,
    outcome: &'static str,
    mean: String,
    temperature: String,
    #[serde(skip)]
    latex: Option<String>,
    #[serde(skip)]
    pub(super) heat: Dyadic,
}

impl Row {
    /// Describes a position.
    pub(super) fn new(
        values: &mut PositionValues,
        board: &Board,
        game: Game,
        form: &FormArgs,
    ) -> Result<Row, GameError> {
        let tile = values.tile().length();
        let games = values.games();
        let heat = games.temperature(game)?;
        Ok(Row {
            schema: SCHEMA,
            tile,
            position: board.to_string(),
            cells: board.free_count(),
            value: games.text_within(game, form.longest),
            outcome: games.outcome(game).code(),
            mean: games.mean(game)?.to_string(),
            temperature: heat.to_string(),
            latex: match form.latex {
                true => games.breaking_latex_within(game, form.longest),
                false => None,
            },
            heat,
        })
    }

    /// Prints it.
    pub(super) fn print(&self, out: &mut impl Write, form: &FormArgs) -> io::Result<()> {
        if form.json {
            return json::write(out, self);
        }
        let Row {
            position,
            cells,
            outcome,
            mean,
            temperature,
            ..
        } = self;
        let value = self.value.as_deref();
        if form.csv {
            let fields = [position.as_str(), value.unwrap_or("")].map(text::csv_field);
            let [position, value] = fields;
            return writeln!(
                out,
                "{position},{cells},{value},{outcome},{mean},{temperature}"
            );
        }
        if form.latex {
            let position = position.replace('#', "\\#").replace('|', "\\textbar ");
            let value = match &self.latex {
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
