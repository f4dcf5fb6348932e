//! Values as LaTeX, in the notation of the books.

use crosscram_rules::Dyadic;
use std::fmt::Write;

use super::{Form, Game, Games};

impl Games {
    /// The value for LaTeX's mathematics mode, unless its plain text has more than `limit`
    /// characters.
    ///
    /// ```
    /// use crosscram_values::games::Games;
    ///
    /// let mut games = Games::new();
    /// let game = games.parse("{1/2|^*}")?;
    /// let latex = r"\left\{\frac{1}{2}\,\middle|\,{\uparrow}{\ast}\right\}";
    /// assert_eq!(games.latex_within(game, 100).as_deref(), Some(latex));
    /// # Ok::<(), crosscram_values::games::ValueTextError>(())
    /// ```
    pub fn latex_within(&mut self, game: Game, limit: u64) -> Option<String> {
        self.text_within(game, limit)?;
        Some(self.latex(game, Braces::Growing))
    }

    /// The same for a formula in a line of text, which may break after bars and commas.
    ///
    /// ```
    /// use crosscram_values::games::Games;
    ///
    /// let mut games = Games::new();
    /// let game = games.parse("{2,{3|1}|0}")?;
    /// let latex = r"\{2,\allowbreak \{3\mid\allowbreak 1\}\mid\allowbreak 0\}";
    /// assert_eq!(games.breaking_latex_within(game, 100).as_deref(), Some(latex));
    /// # Ok::<(), crosscram_values::games::ValueTextError>(())
    /// ```
    pub fn breaking_latex_within(&mut self, game: Game, limit: u64) -> Option<String> {
        self.text_within(game, limit)?;
        Some(self.latex(game, Braces::Breaking))
    }

    fn latex(&mut self, game: Game, braces: Braces) -> String {
        match self.form(game) {
            Form::Number(x) => number(x),
            Form::UpStar {
                number: x,
                ups,
                nimber,
            } => {
                let mut text = if x == Dyadic::ZERO {
                    String::new()
                } else {
                    number(x)
                };
                let (up, down) = ("\\uparrow", "\\downarrow");
                let arrow = if ups > 0 { up } else { down };
                match ups.unsigned_abs() {
                    0 => {}
                    1 => {
                        let _ = write!(text, "{{{arrow}}}");
                    }
                    n => {
                        let _ = write!(text, "{{{arrow}^{{({n})}}}}");
                    }
                }
                match nimber {
                    0 => {}
                    1 => text += "{\\ast}",
                    m => {
                        let _ = write!(text, "{{\\ast {m}}}");
                    }
                }
                text
            }
            Form::Switch { left, right } if right == left.negated() => {
                format!("\\pm {}", number(left))
            }
            _ => {
                let (left, right) = (
                    self.stored_left(game).to_vec(),
                    self.stored_right(game).to_vec(),
                );
                let mut side = |mut options: Vec<Game>| {
                    options.sort_by_cached_key(|&option| {
                        let text = self.text(option);
                        (text.len(), text)
                    });
                    let texts: Vec<String> = options
                        .into_iter()
                        .map(|option| self.latex(option, braces))
                        .collect();
                    texts.join(match braces {
                        Braces::Growing => ", ",
                        Braces::Breaking => ",\\allowbreak ",
                    })
                };
                let (left, right) = (side(left), side(right));
                match braces {
                    Braces::Growing => {
                        format!("\\left\\{{{left}\\,\\middle|\\,{right}\\right\\}}")
                    }
                    Braces::Breaking => format!("\\{{{left}\\mid\\allowbreak {right}\\}}"),
                }
            }
        }
    }
}

/// How braces are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Braces {
    /// As high as what they contain. TeX breaks no line between them.
    Growing,
    /// All of one height, with places where a line may break.
    Breaking,
}

fn number(x: Dyadic) -> String {
    if x.is_integer() {
        return x.to_string();
    }
    let sign = if x.numerator() < 0 { "-" } else { "" };
    let below = 1_u64 << x.log2_denominator();
    let above = x.numerator().unsigned_abs();
    format!("{sign}\\frac{{{above}}}{{{below}}}")
}
