//! Values as text that CGSuite reads.
//!
//! Printed are numbers (`-3/4`), nimbers (`*`, `*2`), multiples of ↑ and ↓ (`^`, `vv`, `^3`), sums
//! of these without a sign (`1^*`, `-1/2v*2`), switches around 0 (`+-1`) and everything else by its
//! options, `{2|{1|0}}`. Options are in a fixed order: shorter texts first.

use crosscram_rules::Dyadic;
use std::collections::HashMap;
use std::fmt::Write;

use super::{Form, Game, Games};

impl Games {
    /// The value as text. A canonical form can be very long; see [`Games::text_within`].
    pub fn text(&mut self, game: Game) -> String {
        self.text_with(game, &mut HashMap::new())
    }

    /// The value as text, unless it has more than `limit` characters.
    ///
    /// ```
    /// use crosscram_values::games::Games;
    ///
    /// let mut games = Games::new();
    /// let game = games.parse("{{3|1}|-1}")?;
    /// assert_eq!(games.text_within(game, 20).as_deref(), Some("{{3|1}|-1}"));
    /// assert_eq!(games.text_within(game, 8), None);
    /// # Ok::<(), crosscram_values::games::ValueTextError>(())
    /// ```
    pub fn text_within(&mut self, game: Game, limit: u64) -> Option<String> {
        // Lengths first: the text itself might not fit into memory.
        let fits = self.text_length(game, &mut HashMap::new()) <= limit;
        fits.then(|| self.text(game))
    }

    /// A name for the value that its text does not show, such as `tiny(2)`.
    pub fn name(&mut self, game: Game) -> Option<String> {
        let plus = |number: Dyadic| match number {
            Dyadic::ZERO => String::new(),
            x => format!("{x} + "),
        };
        match self.form(game) {
            Form::Tiny { number, of } => Some(format!(
                "{}tiny({})",
                plus(number),
                self.text_within(of, 60)?
            )),
            Form::Miny { number, of } => Some(format!(
                "{}miny({})",
                plus(number),
                self.text_within(of, 60)?
            )),
            Form::NumberPlusInfinitesimal {
                number,
                infinitesimal,
            } if number != Dyadic::ZERO => {
                let rest = self.text_within(infinitesimal, 60)?;
                Some(format!("{}{rest}", plus(number)))
            }
            Form::Switch { left, right } => {
                let mean = left.plus(right).and_then(Dyadic::half).ok()?;
                let reach = left.minus(right).and_then(Dyadic::half).ok()?;
                (mean != Dyadic::ZERO).then(|| format!("{mean} +- {reach}"))
            }
            _ => None,
        }
    }

    /// The texts of `options` in the order of printing.
    pub(crate) fn sorted_texts(
        &mut self,
        options: Vec<Game>,
        known: &mut HashMap<Game, String>,
    ) -> Vec<String> {
        let mut texts: Vec<String> = options
            .into_iter()
            .map(|option| self.text_with(option, known))
            .collect();
        texts.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
        texts
    }

    fn text_with(&mut self, game: Game, known: &mut HashMap<Game, String>) -> String {
        if let Some(text) = known.get(&game) {
            return text.clone();
        }
        let text = match self.form(game) {
            Form::Number(x) => x.to_string(),
            Form::UpStar {
                number,
                ups,
                nimber,
            } => up_star(number, ups, nimber),
            Form::Switch { left, right } if right == left.negated() => format!("+-{left}"),
            _ => {
                let left = self.sorted_texts(self.stored_left(game).to_vec(), known);
                let right = self.sorted_texts(self.stored_right(game).to_vec(), known);
                format!("{{{}|{}}}", left.join(","), right.join(","))
            }
        };
        known.insert(game, text.clone());
        text
    }

    /// An upper bound for the number of characters, exact save for the shorter names.
    fn text_length(&self, game: Game, known: &mut HashMap<Game, u64>) -> u64 {
        if let Some(x) = self.as_number(game) {
            return x.to_string().len() as u64;
        }
        if let Some(&length) = known.get(&game) {
            return length;
        }
        let options = self.stored_left(game).iter().chain(self.stored_right(game));
        let sum = options.fold(2, |sum: u64, &option| {
            sum.saturating_add(self.text_length(option, known).saturating_add(1))
        });
        known.insert(game, sum);
        sum
    }
}

fn up_star(number: Dyadic, ups: i64, nimber: u32) -> String {
    let mut text = match number {
        Dyadic::ZERO => String::new(),
        x => x.to_string(),
    };
    let arrow = if ups > 0 { '^' } else { 'v' };
    match ups.unsigned_abs() {
        0 => {}
        1 => text.push(arrow),
        2 => text.extend([arrow; 2]),
        n => {
            let _ = write!(text, "{arrow}{n}");
        }
    }
    match nimber {
        0 => {}
        1 => text.push('*'),
        m => {
            let _ = write!(text, "*{m}");
        }
    }
    text
}
