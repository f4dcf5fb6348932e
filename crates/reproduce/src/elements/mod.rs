//! The elements of each paper: every figure, table, theorem, claim and wish, by its number, with the
//! command that shows it and how it came out. One file, `data/elements.tsv`, has them all; the
//! command line prints it, and `docs/elements.md` is made from it.
//!
//! # The file
//!
//! Tab-separated, a line for each element, `-` for nothing:
//!
//! | column | what is there |
//! |---|---|
//! | `paper` | the name of the paper on the command line |
//! | `kind` | `figure`, `table`, `theorem`, `section` (a definition, algorithm or worked example), `claim` or `wish` |
//! | `number` | its number in the paper; claims and wishes have the number of their section and a letter |
//! | `also` | other names, separated by commas: the number in the article, a word |
//! | `shows` | what it is or says, in our words |
//! | `command` | the arguments of `crosscram` that show it, from the root of the repository |
//! | `small` | the arguments of its smallest form, which a test runs; `=` if the command is small itself |
//! | `prints` | a text that the smallest form prints; several are separated by ` & ` |
//! | `state` | `agrees`, `differs`, `shown` (nothing to compare with) or `missing` |
//! | `result` | how it came out; for `differs` by how much and why, for `missing` the reason |
//!
//! An element whose command is `reproduce PAPER NUMBER` is run by `crosscram reproduce` itself; of the others it
//! prints the entry. Whoever adds a figure of a paper to the program changes its line here and writes the page
//! anew: `UPDATE_SNAPSHOTS=1 cargo test -p crosscram-reproduce elements`.

mod print;

use crosscram_support::named;
use crosscram_support::tsv::{self, Row, TsvError};
use std::sync::OnceLock;

pub use print::{json_line, markdown, text};

const DATA: &str = include_str!("../../data/elements.tsv");

named! {
    /// What an element is.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Kind: "kind" {
        /// A figure.
        Figure = "figure",
        /// A table.
        Table = "table",
        /// A theorem, with its proof.
        Theorem = "theorem",
        /// A definition, algorithm, formula or worked example of a section.
        Section = "section",
        /// Something that the text claims.
        Claim = "claim",
        /// Something that the authors would have liked to have.
        Wish = "wish",
    }
}

named! {
    /// How an element came out, the best first.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum State: "state" {
        /// What the program computes is what the paper says.
        Agrees = "agrees",
        /// The program computes it, and something else comes out.
        Differs = "differs",
        /// The program shows it; the paper has nothing to compare it with.
        Shown = "shown",
        /// The program does not have it.
        Missing = "missing",
    }
}

/// A figure, table, theorem, claim or wish of a paper. See the module for the meaning of the fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    /// The paper's name on the command line.
    pub paper: &'static str,
    /// What it is.
    pub kind: Kind,
    /// Its number in the paper.
    pub number: &'static str,
    /// Its other names.
    pub also: Vec<&'static str>,
    /// What it shows.
    pub shows: &'static str,
    /// The arguments of `crosscram` that show it.
    pub command: Option<&'static str>,
    /// The arguments of its smallest form.
    pub small: Option<&'static str>,
    /// What the smallest form prints.
    pub prints: Vec<&'static str>,
    /// How it came out, in a word.
    pub state: State,
    /// How it came out.
    pub result: &'static str,
}

impl Element {
    fn read(row: &Row<'_, 'static>) -> Result<Element, TsvError> {
        let text = |column| Ok(Some(row.text(column)?).filter(|text| *text != "-"));
        let list = |column, separator| {
            let texts = text(column)?.into_iter();
            Ok(texts.flat_map(|text| text.split(separator)).collect())
        };
        let command = text("command")?;
        Ok(Element {
            paper: row.text("paper")?,
            kind: row.value("kind")?,
            number: row.text("number")?,
            also: list("also", ",")?,
            shows: row.text("shows")?,
            command,
            small: match text("small")? {
                Some("=") => command,
                small => small,
            },
            prints: list("prints", " & ")?,
            state: row.value("state")?,
            result: row.text("result")?,
        })
    }

    /// The number as it is printed: `Figure 6.3`, `Theorem 3.5.1`.
    pub fn heading(&self) -> String {
        let kind = self.kind.name();
        let (first, rest) = kind.split_at(1);
        format!("{}{rest} {}", first.to_uppercase(), self.number)
    }

    /// The number of the experiment that shows it, if `crosscram reproduce` does.
    pub fn experiment(&self) -> Option<&'static str> {
        let mut words = self.command?.split(' ');
        let own = words.next() == Some("reproduce") && words.next() == Some(self.paper);
        words.next().filter(|_| own)
    }

    /// Returns whether this text names it: its number, its kind and number (`figure 6.3`, `fig6.3`), or
    /// another name.
    fn is_named(&self, name: &str) -> bool {
        let name: String = name.to_lowercase().split_whitespace().collect();
        let kind = self.kind.name();
        let short = match self.kind {
            Kind::Figure => "fig",
            Kind::Theorem => "th",
            Kind::Section => "sec",
            _ => kind,
        };
        let number = self.number.to_lowercase();
        let prefixed = [kind, short].iter().any(|prefix| {
            let rest = name.strip_prefix(prefix);
            let rest = rest.map(|rest| rest.strip_prefix('.').unwrap_or(rest));
            rest == Some(&number)
        });
        prefixed || name == number || self.also.contains(&name.as_str())
    }
}

/// All elements of all papers, in the order of the papers.
pub fn elements() -> &'static [Element] {
    static ELEMENTS: OnceLock<Vec<Element>> = OnceLock::new();
    ELEMENTS.get_or_init(|| {
        let table = tsv::Table::parse(DATA);
        let rows = table.and_then(|table| table.rows().map(|row| Element::read(&row)).collect());
        // It is embedded and a test reads it, so users never see this.
        rows.unwrap_or_else(|error| panic!("elements.tsv, {error}"))
    })
}

/// The elements of the paper with this name.
pub fn of_paper(paper: &str) -> impl Iterator<Item = &'static Element> {
    elements()
        .iter()
        .filter(move |element| element.paper == paper)
}

/// The element of a paper with this number or name. A number alone that several kinds have is that of the
/// kind `preferred` (what the paper calls its experiments), else of the first.
///
/// ```
/// use crosscram_reproduce::elements::{Kind, find};
///
/// let graph = find("bullock", "6.3", Kind::Figure).expect("a figure");
/// assert_eq!(graph.experiment(), Some("6.4"));
/// let table = find("schijf", "4.1", Kind::Table).expect("a table");
/// let figure = find("schijf", "fig 4.1", Kind::Table).expect("a figure");
/// assert_ne!(table, figure);
/// ```
pub fn find(paper: &str, name: &str, preferred: Kind) -> Option<&'static Element> {
    let named = || of_paper(paper).filter(|element| element.is_named(name));
    let first = named().find(|element| element.kind == preferred);
    first.or_else(|| named().next())
}
