//! Values read from text.
//!
//! The printed forms are read, see `print.rs`, and these:
//!
//! - slashes for nested braces, `{3||2|1}` for `{3|{2|1}}`;
//! - `+-(a,b,…)`, `±(…)` and `+-{…}` for {a,b,…|−a,−b,…};
//! - `tiny(x)` and `miny(x)`, with a small or a capital letter;
//! - `↑`, `↓`, `∗` for `^`, `v`, `*`, arrows repeated or with a number;
//! - sums and differences of all of these, and round brackets.
//!
//! After an operand `+-` is plus followed by minus; a switch there needs a plus of its own,
//! `3 + +-1`.

use crosscram_rules::{Dyadic, ParseError};

use super::{Game, GameError, Games, MAX_DEPTH, ValueTextError};

impl Games {
    /// The game that `text` describes.
    ///
    /// ```
    /// use crosscram_values::games::Games;
    ///
    /// let mut games = Games::new();
    /// assert_eq!(games.parse("{2||1|0} - 1"), games.parse("{1|{0|-1}}"));
    /// assert_eq!(
    ///     games.parse("{1|{2|0}").unwrap_err().to_string(),
    ///     "'}' is missing for the one opened in column 1",
    /// );
    /// ```
    pub fn parse(&mut self, text: &str) -> Result<Game, ValueTextError> {
        let mut reader = Reader {
            games: self,
            text: text.chars().collect(),
            at: 0,
            depth: 0,
        };
        let game = reader.sum()?;
        match reader.peek() {
            None => Ok(game),
            Some(_) => Err(reader.expected("the end or a sign")),
        }
    }
}

struct Reader<'a> {
    games: &'a mut Games,
    text: Vec<char>,
    at: usize,
    depth: u32,
}

impl Reader<'_> {
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

    fn sum(&mut self) -> Result<Game, ValueTextError> {
        let mut sum = self.term()?;
        loop {
            match self.peek() {
                Some('+') => {
                    self.at += 1;
                    let term = self.term()?;
                    sum = self.games.sum(sum, term)?;
                }
                Some('-' | '−') => {
                    self.at += 1;
                    let term = self.term()?;
                    sum = self.games.difference(sum, term)?;
                }
                _ => return Ok(sum),
            }
        }
    }

    fn term(&mut self) -> Result<Game, ValueTextError> {
        if self.take_any(&["+-", "±"]) {
            return self.plus_minus();
        }
        if self.take_any(&["-", "−"]) {
            // A minus belongs to a number with all that follows it directly: -1* is (-1)*.
            return match self.peek() {
                Some('0'..='9') => self.number_and_more(true),
                _ => {
                    let term = self.term_within()?;
                    Ok(self.games.negative(term)?)
                }
            };
        }
        match self.peek() {
            Some('0'..='9') => self.number_and_more(false),
            Some('^' | 'v' | '*' | '↑' | '↓' | '∗') => {
                let infinitesimal = self.infinitesimal()?;
                Ok(infinitesimal.unwrap_or(Game::ZERO))
            }
            Some('{') => {
                self.at += 1;
                self.closed('}', Self::braces)
            }
            Some('(') => {
                self.at += 1;
                self.closed(')', Self::sum)
            }
            _ if self.take_any(&["tiny(", "Tiny("]) => {
                let of = self.closed(')', Self::sum)?;
                Ok(self.games.tiny(of)?)
            }
            _ if self.take_any(&["miny(", "Miny("]) => {
                let of = self.closed(')', Self::sum)?;
                Ok(self.games.miny(of)?)
            }
            _ => Err(self.expected("a value")),
        }
    }

    /// A term after a sign: signs in a row nest like brackets.
    fn term_within(&mut self) -> Result<Game, ValueTextError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(ValueTextError::TooDeep { column: self.at });
        }
        let term = self.term()?;
        self.depth -= 1;
        Ok(term)
    }

    fn plus_minus(&mut self) -> Result<Game, ValueTextError> {
        let options = match self.peek() {
            Some('(') => {
                self.at += 1;
                self.closed(')', Self::list)?
            }
            _ => vec![self.term_within()?],
        };
        Ok(self.games.plus_minus(&options)?)
    }

    fn list(&mut self) -> Result<Vec<Game>, ValueTextError> {
        let mut list = vec![self.sum()?];
        while self.peek() == Some(',') {
            self.at += 1;
            list.push(self.sum()?);
        }
        Ok(list)
    }

    /// Reads the contents of braces: lists with bars between them.
    fn braces(&mut self) -> Result<Game, ValueTextError> {
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
        &mut self,
        lists: &[Vec<Game>],
        bars: &[usize],
        column: usize,
    ) -> Result<Game, ValueTextError> {
        let longest = bars.iter().copied().max().unwrap_or(0);
        let mut places = (0..bars.len()).filter(|&i| bars[i] == longest);
        let (Some(place), None) = (places.next(), places.next()) else {
            return Err(ValueTextError::Bars { column });
        };
        let mut side = |lists: &[Vec<Game>], bars: &[usize]| match (lists, bars) {
            ([list], []) => Ok(list.clone()),
            _ => Ok(vec![self.slashed(lists, bars, column)?]),
        };
        let left: Result<_, ValueTextError> = side(&lists[..=place], &bars[..place]);
        let right: Result<_, ValueTextError> = side(&lists[place + 1..], &bars[place + 1..]);
        Ok(self.games.construct_from(left?, right?)?)
    }

    /// Reads a number, and an infinitesimal directly after it.
    fn number_and_more(&mut self, negative: bool) -> Result<Game, ValueTextError> {
        let start = self.at;
        while self
            .text
            .get(self.at)
            .is_some_and(|&c| c.is_ascii_digit() || c == '/')
        {
            self.at += 1;
        }
        let sign = if negative { "-" } else { "" };
        let digits: String = self.text[start..self.at].iter().collect();
        let number = match format!("{sign}{digits}").parse::<Dyadic>() {
            Ok(number) => self.games.number(number)?,
            Err(ParseError::NumberBeyond(_)) => return Err(GameError::Overflow.into()),
            Err(_) => {
                return Err(ValueTextError::Expected {
                    column: start + 1,
                    what: "an integer, or a fraction with a power of two below,",
                    found: self.text.get(start).copied(),
                });
            }
        };
        match self.infinitesimal()? {
            Some(infinitesimal) => Ok(self.games.sum(number, infinitesimal)?),
            None => Ok(number),
        }
    }

    /// Reads arrows and a star, written without signs between them.
    fn infinitesimal(&mut self) -> Result<Option<Game>, ValueTextError> {
        let start = self.at;
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
        if self.at == start {
            return Ok(None);
        }
        let nimber = u32::try_from(nimber).map_err(|_| GameError::Overflow)?;
        Ok(Some(self.games.up_star(ups, nimber)?))
    }

    /// Reads digits, without blanks before them.
    fn natural(&mut self) -> Result<Option<i64>, ValueTextError> {
        let start = self.at;
        while self.text.get(self.at).is_some_and(char::is_ascii_digit) {
            self.at += 1;
        }
        let digits: String = self.text[start..self.at].iter().collect();
        match digits.is_empty() {
            true => Ok(None),
            false => Ok(Some(digits.parse().map_err(|_| GameError::Overflow)?)),
        }
    }
}
