//! Values, boards and their sums read from text.
//!
//! The printed forms are read, see `print.rs`, and these:
//!
//! - slashes for nested braces, `{3||2|1}` for `{3|{2|1}}`;
//! - `+-(a,b,…)`, `±(…)` and `+-{…}` for {a,b,…|−a,−b,…};
//! - `tiny(x)` and `miny(x)`, with a small or a capital letter;
//! - `↑`, `↓`, `∗` for `^`, `v`, `*`, arrows repeated or with a number;
//! - boards, as in [`crosscram_rules::notation`], without blanks;
//! - multiples, `3.^`, `3·2x3`;
//! - sums and differences of all of these, and round brackets;
//! - one relation between two sums: `<`, `<=`, `=`, `>=`, `>`, `!=`, `||` or `<>` (confused), `<|`, `|>`.
//!
//! After an operand `+-` is plus followed by minus; a switch there needs a plus of its own, `3 + +-1`. A
//! board is as long as it can be: within braces `..|..` is a board, not two rows as options; `1x2|1x2` are two.

use crosscram_rules::{Board, Dyadic, ParseError};
use std::str::FromStr;

use super::expression::{Atom, Expression, Relation, Statement, Term};
use super::{Game, GameError, Games, MAX_DEPTH, ValueTextError};

impl Games {
    /// The game that `text` describes, which has no boards in it.
    ///
    /// ```
    /// use crosscram_values::games::Games;
    ///
    /// let mut games = Games::new();
    /// assert_eq!(games.parse("{2||1|0} - 1"), games.parse("{1|{0|-1}}"));
    /// assert_eq!(games.parse("2.^"), games.parse("^ + ^"));
    /// assert_eq!(
    ///     games.parse("{1|{2|0}").unwrap_err().to_string(),
    ///     "'}' is missing for the one opened in column 1",
    /// );
    /// ```
    pub fn parse(&mut self, text: &str) -> Result<Game, ValueTextError> {
        self.evaluate(&text.parse()?)
    }
}

impl FromStr for Expression {
    type Err = ValueTextError;

    fn from_str(text: &str) -> Result<Expression, ValueTextError> {
        let mut reader = Reader::new(text);
        let sum = reader.sum()?;
        match reader.peek() {
            None => Ok(sum),
            Some(_) => Err(reader.expected("the end or a sign")),
        }
    }
}

impl FromStr for Statement {
    type Err = ValueTextError;

    fn from_str(text: &str) -> Result<Statement, ValueTextError> {
        let mut reader = Reader::new(text);
        let left = reader.sum()?;
        let mut spellings = Relation::SPELLINGS.iter();
        let found = spellings.find(|(spelling, _)| reader.take(spelling));
        let claim = match found {
            None => None,
            Some(&(_, relation)) => Some((relation, reader.sum()?)),
        };
        match (reader.peek(), &claim) {
            (None, _) => Ok(Statement { left, claim }),
            (Some(_), None) => Err(reader.expected("the end, a sign or a relation")),
            (Some(_), Some(_)) => Err(reader.expected("the end or a sign")),
        }
    }
}

struct Reader {
    text: Vec<char>,
    at: usize,
    depth: u32,
}

impl Reader {
    fn new(text: &str) -> Reader {
        Reader {
            text: text.chars().collect(),
            at: 0,
            depth: 0,
        }
    }

    /// The next character that is not a blank.
    fn peek(&mut self) -> Option<char> {
        while self.text.get(self.at).is_some_and(|c| c.is_whitespace()) {
            self.at += 1;
        }
        self.text.get(self.at).copied()
    }

    /// Skips `word` if it comes next. Returns whether it did.
    fn take(&mut self, word: &str) -> bool {
        self.peek();
        let found = word.chars().enumerate();
        let found = found
            .into_iter()
            .all(|(i, c)| self.text.get(self.at + i) == Some(&c));
        if found {
            self.at += word.chars().count();
        }
        found
    }

    fn take_any(&mut self, words: &[&str]) -> bool {
        words.iter().any(|word| self.take(word))
    }

    fn expected(&mut self, what: &'static str) -> ValueTextError {
        let found = self.peek();
        ValueTextError::Expected {
            column: self.at + 1,
            what,
            found,
        }
    }

    /// The text from `start` to here.
    fn since(&self, start: usize) -> String {
        self.text[start..self.at].iter().collect()
    }

    /// Reads the contents of brackets that were just opened, and the closing one.
    fn closed<T>(
        &mut self,
        close: char,
        read: impl FnOnce(&mut Self) -> Result<T, ValueTextError>,
    ) -> Result<T, ValueTextError> {
        let column = self.at;
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(ValueTextError::TooDeep { column });
        }
        let unclosed = ValueTextError::Unclosed {
            column,
            missing: close,
        };
        let inner = match read(self) {
            // Where the text ends, the bracket is what is missing.
            Err(ValueTextError::Expected { found: None, .. }) => return Err(unclosed),
            other => other?,
        };
        match self.peek() {
            None => return Err(unclosed),
            Some(found) if found == close => self.at += 1,
            Some(_) => return Err(self.expected("a comma, a sign or a closing bracket")),
        }
        self.depth -= 1;
        Ok(inner)
    }

    fn sum(&mut self) -> Result<Expression, ValueTextError> {
        let mut terms = vec![self.term()?];
        loop {
            let times = match self.peek() {
                Some('+') => 1,
                Some('-' | '−') => -1,
                _ => return Ok(Expression { terms }),
            };
            self.at += 1;
            let mut term = self.term()?;
            term.times *= times;
            terms.push(term);
        }
    }

    /// Reads a term with all signs before it.
    fn term(&mut self) -> Result<Term, ValueTextError> {
        self.peek();
        let start = self.at;
        if self.take_any(&["+-", "±"]) {
            let atom = self.plus_minus()?;
            return Ok(self.finished(start, 1, atom));
        }
        if self.take_any(&["-", "−"]) {
            // A minus belongs to a number with all that follows it directly: -1^ is (-1)^.
            if let Some('0'..='9') = self.peek()
                && !self.is_size()
            {
                return self.number(start, true);
            }
            let mut term = self.term_within()?;
            term.times = -term.times;
            return Ok(term);
        }
        let atom = match self.peek() {
            Some('0'..='9') if self.is_size() => self.board()?,
            Some('0'..='9') => return self.number(start, false),
            Some('.' | '#' | 'x' | 'X' | 'V' | 'H') => self.board()?,
            Some('^' | 'v' | '*' | '↑' | '↓' | '∗') => {
                let (ups, nimber) = self.infinitesimal()?;
                let number = Dyadic::ZERO;
                Atom::UpStar {
                    number,
                    ups,
                    nimber,
                }
            }
            Some('{') => {
                self.at += 1;
                self.closed('}', Self::braces)?
            }
            Some('(') => {
                self.at += 1;
                Atom::Sum(self.closed(')', Self::sum)?)
            }
            _ if self.take_any(&["tiny(", "Tiny("]) => Atom::Tiny(self.closed(')', Self::sum)?),
            _ if self.take_any(&["miny(", "Miny("]) => Atom::Miny(self.closed(')', Self::sum)?),
            _ => return Err(self.expected("a value")),
        };
        Ok(self.finished(start, 1, atom))
    }

    /// The term that ends here.
    fn finished(&self, start: usize, times: i64, atom: Atom) -> Term {
        Term {
            times,
            atom,
            column: start + 1,
            text: self.since(start),
        }
    }

    /// A term after a sign: signs in a row nest like brackets.
    fn term_within(&mut self) -> Result<Term, ValueTextError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(ValueTextError::TooDeep { column: self.at });
        }
        let term = self.term()?;
        self.depth -= 1;
        Ok(term)
    }

    /// Returns whether digits, an `x` and digits follow.
    fn is_size(&self) -> bool {
        let rest = &self.text[self.at..];
        let rows = rest.iter().take_while(|c| c.is_ascii_digit()).count();
        let times = rest.get(rows).is_some_and(|c| matches!(c, 'x' | 'X' | '×'));
        times && rest.get(rows + 1).is_some_and(char::is_ascii_digit)
    }

    /// Reads a board, as far as it goes.
    fn board(&mut self) -> Result<Atom, ValueTextError> {
        let start = self.at;
        let is_cell = |c: &char| matches!(c, '.' | '#' | 'x' | 'X' | 'V' | 'H');
        if self.is_size() {
            let part = |c: &char| c.is_ascii_digit() || matches!(c, 'x' | 'X' | '×');
            while self.text.get(self.at).is_some_and(part) {
                self.at += 1;
            }
        } else {
            // A separator belongs to the board only between two rows.
            let is_separator = |c: &char| matches!(c, '|' | '/' | '-');
            while self.text.get(self.at).is_some_and(is_cell)
                || self.text.get(self.at).is_some_and(is_separator)
                    && self.text.get(self.at + 1).is_some_and(is_cell)
            {
                self.at += 1;
            }
        }
        let text = self.since(start);
        match text.parse::<Board>() {
            Ok(board) => Ok(Atom::Board(board)),
            Err(error) => Err(ValueTextError::Board {
                column: start + 1,
                text,
                error,
            }),
        }
    }

    fn plus_minus(&mut self) -> Result<Atom, ValueTextError> {
        let options = match self.peek() {
            Some('(') => {
                self.at += 1;
                self.closed(')', Self::list)?
            }
            _ => {
                let term = self.term_within()?;
                vec![Expression { terms: vec![term] }]
            }
        };
        Ok(Atom::PlusMinus(options))
    }

    fn list(&mut self) -> Result<Vec<Expression>, ValueTextError> {
        let mut list = vec![self.sum()?];
        while self.peek() == Some(',') {
            self.at += 1;
            list.push(self.sum()?);
        }
        Ok(list)
    }

    /// Reads the contents of braces: lists with bars between them.
    fn braces(&mut self) -> Result<Atom, ValueTextError> {
        let column = self.at;
        let (mut lists, mut bars) = (Vec::new(), Vec::new());
        loop {
            lists.push(match self.peek() {
                Some('|' | '}') => Vec::new(),
                _ => self.list()?,
            });
            let mut run = 0;
            while self.text.get(self.at) == Some(&'|') {
                self.at += 1;
                run += 1;
            }
            match (run, self.peek()) {
                (0, Some('}')) if !bars.is_empty() => break,
                (0, _) => return Err(self.expected("a bar or a comma")),
                (run, _) => bars.push(run),
            }
        }
        self.slashed(&lists, &bars, column)
    }

    /// The game whose options are `lists`, with `bars[i]` bars after list `i`: the longest run
    /// separates Left's options from Right's.
    fn slashed(
        &self,
        lists: &[Vec<Expression>],
        bars: &[usize],
        column: usize,
    ) -> Result<Atom, ValueTextError> {
        let longest = bars.iter().copied().max().unwrap_or(0);
        let mut places = (0..bars.len()).filter(|&i| bars[i] == longest);
        let (Some(place), None) = (places.next(), places.next()) else {
            return Err(ValueTextError::Bars { column });
        };
        let side = |lists: &[Vec<Expression>], bars: &[usize]| match (lists, bars) {
            ([list], []) => Ok(list.clone()),
            _ => {
                let atom = self.slashed(lists, bars, column)?;
                let term = self.finished(column - 1, 1, atom);
                Ok(vec![Expression { terms: vec![term] }])
            }
        };
        let left: Result<_, ValueTextError> = side(&lists[..=place], &bars[..place]);
        let right: Result<_, ValueTextError> = side(&lists[place + 1..], &bars[place + 1..]);
        Ok(Atom::Braces {
            left: left?,
            right: right?,
        })
    }

    /// Reads a number, and an infinitesimal directly after it; or a multiple.
    fn number(&mut self, start: usize, negative: bool) -> Result<Term, ValueTextError> {
        let digits = self.at;
        while self
            .text
            .get(self.at)
            .is_some_and(|&c| c.is_ascii_digit() || c == '/')
        {
            self.at += 1;
        }
        let sign = if negative { "-" } else { "" };
        let written = format!("{sign}{}", self.since(digits));
        if let Some('.' | '·') = self.text.get(self.at) {
            return self.multiple(start, &written);
        }
        let number = match written.parse::<Dyadic>() {
            Ok(number) => number,
            Err(ParseError::NumberBeyond(_)) => {
                return Err(ValueTextError::Term {
                    column: start + 1,
                    text: written,
                    error: GameError::Overflow,
                });
            }
            Err(_) => {
                return Err(ValueTextError::Number {
                    column: start + 1,
                    text: written,
                });
            }
        };
        let (ups, nimber) = self.infinitesimal()?;
        let atom = Atom::UpStar {
            number,
            ups,
            nimber,
        };
        Ok(self.finished(start, 1, atom))
    }

    /// Reads what `count` counts, from the dot on.
    fn multiple(&mut self, start: usize, count: &str) -> Result<Term, ValueTextError> {
        let error = ValueTextError::Multiple {
            column: start + 1,
            count: count.to_owned(),
        };
        let Ok(times) = count.parse::<i32>() else {
            return Err(error);
        };
        self.at += 1;
        // Somebody who writes 3.5 does not mean three times five.
        let rest = &self.text[self.at..];
        let digits = rest.iter().take_while(|c| c.is_ascii_digit()).count();
        let multiple = matches!(rest.get(digits), Some('.' | '·'));
        if digits > 0 && !multiple && !self.is_size() {
            return Err(error);
        }
        let mut term = self.term_within()?;
        term.times = term.times.saturating_mul(i64::from(times));
        term.column = start + 1;
        // Without the blank `2. 5` would be read as a decimal.
        let is_number = matches!(term.atom, Atom::UpStar { .. })
            && term.text.starts_with(|c: char| c.is_ascii_digit());
        let blank = if is_number { " " } else { "" };
        term.text = format!("{}.{blank}{}", times.unsigned_abs(), term.text);
        Ok(term)
    }

    /// Reads arrows and a star, written without signs between them: the number of arrows up, and the nimber.
    fn infinitesimal(&mut self) -> Result<(i64, u32), ValueTextError> {
        let mut ups = 0_i64;
        if let Some(&arrow @ ('^' | 'v' | '↑' | '↓')) = self.text.get(self.at) {
            let mut count = 0_i64;
            while self.text.get(self.at) == Some(&arrow) {
                self.at += 1;
                count += 1;
            }
            if let (1, Some(n)) = (count, self.natural()?) {
                count = n;
            }
            ups = if matches!(arrow, '^' | '↑') {
                count
            } else {
                -count
            };
        }
        let mut nimber = 0;
        if let Some('*' | '∗') = self.text.get(self.at) {
            self.at += 1;
            nimber = self.natural()?.unwrap_or(1);
        }
        let nimber = u32::try_from(nimber).map_err(|_| GameError::Overflow)?;
        Ok((ups, nimber))
    }

    /// Reads digits, without blanks before them.
    fn natural(&mut self) -> Result<Option<i64>, ValueTextError> {
        let start = self.at;
        while self.text.get(self.at).is_some_and(char::is_ascii_digit) {
            self.at += 1;
        }
        let digits = self.since(start);
        match digits.is_empty() {
            true => Ok(None),
            false => Ok(Some(digits.parse().map_err(|_| GameError::Overflow)?)),
        }
    }
}
