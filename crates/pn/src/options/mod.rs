//! Options of searches: one type for all, by name or field by field.
//!
//! An [`Algorithm`] names a search. [`SearchOption::ALL`] says which options there are and which searches have each;
//! [`Options::set`] refuses those that the chosen search does not have.

mod algorithm;
mod list;

use crate::names::named;

pub use algorithm::{Algorithm, Group};
pub use list::{OptionValue, SearchOption};

/// When a node is evaluated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Evaluation {
    /// When it is generated.
    #[default]
    Immediate,
    /// When it is selected, which saves evaluations that cost more than a node.
    Delayed,
}

named! {
    /// The numbers of a leaf that has no value yet.
    #[derive(Default)]
    Initial, "initial" {
        /// As in the thesis up to section 3.3 and in its tables of Tic-tac-toe.
        One = "one", "One and one";
        /// A max node has the number of its moves as disproof number, a min node as proof number (section 3.4). The
        /// default everywhere: of every search here, of the command line and of Python.
        #[default]
        Mobility = "mobility", "What they would be after an expansion";
        /// By [`Game::guess`](crate::Game::guess).
        Guess = "guess", "As the game guesses";
    }
}

/// In which order children stand from left to right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// As the game lists its moves.
    #[default]
    Given,
    /// Shuffled at each expansion, from this seed. A depth-first search draws a new order at every visit.
    Shuffled(u64),
}

/// Which symmetric positions share a node, or an entry of the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Symmetry {
    /// All (section 4.6, Appendix A).
    #[default]
    Shared,
    /// All but children of one expansion. Table A.1 was made with this; it has no other use, and is a choice of the graph searches
    /// alone.
    ButSiblings,
    /// None: equal positions share a node, and no others.
    Apart,
}

named! {
    /// How numbers are propagated upward. The search is the same with each of them.
    #[derive(Default)]
    Updates, "updates" {
        /// To the root (Table 4.2). The number of paths can be enormous.
        AllPaths = "all-paths", "Along every path";
        /// As in Table 4.3.
        ChangedPaths = "changed-paths", "Along every path until nothing changes";
        /// Until nothing changes.
        #[default]
        Queue = "queue", "Each node once at a time";
    }
}

named! {
    /// How the numbers of several children are combined.
    #[derive(Default)]
    Counting, "counting" {
        /// As in a tree.
        Sum = "sum", "Their sum";
        /// Of children that were first searched from here the sum, of the others the maximum: transpositions are not added up.
        #[default]
        Shared = "shared", "Their sum, but the maximum of those first met elsewhere";
        /// One for each that is not solved.
        Weak = "weak", "The maximum plus one for each further child";
    }
}

/// A search and all its choices. Of the fields those act that the search has, by [`SearchOption::ALL`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Which search.
    pub algorithm: Algorithm,
    /// When nodes are evaluated.
    pub evaluation: Evaluation,
    /// The numbers of new leaves.
    pub initial: Initial,
    /// The order of siblings.
    pub order: Order,
    /// Which symmetric positions share a node.
    pub symmetry: Symmetry,
    /// How numbers are propagated upward in a graph.
    pub updates: Updates,
    /// Whether updates of a tree go on above a node whose numbers do not change. The search is the same but slower.
    pub full_updates: bool,
    /// Whether the nodes of a tree below a solved one are kept (the root's children always are).
    pub keep_solved: bool,
    /// The maximum number of nodes in memory. Beyond it, trees delete least-proving nodes, graphs also those that are of no use
    /// any more (`graph/collect.rs`), alpha-beta clears its table, and other searches end.
    pub max_nodes: Option<u64>,
    /// Bytes of the table of a depth-first search.
    pub table_bytes: u64,
    /// The fraction by which a child may exceed the second best before the search turns to that one.
    pub epsilon: f64,
    /// How the numbers of several children are combined in a depth-first search.
    pub counting: Counting,
    /// Threads that search together.
    pub threads: usize,
}

impl Default for Options {
    fn default() -> Self {
        Algorithm::default().into()
    }
}

impl From<Algorithm> for Options {
    fn from(algorithm: Algorithm) -> Options {
        Options {
            algorithm,
            evaluation: Evaluation::default(),
            initial: Initial::default(),
            order: Order::default(),
            symmetry: Symmetry::default(),
            updates: Updates::default(),
            full_updates: false,
            keep_solved: false,
            max_nodes: None,
            table_bytes: 256 << 20,
            epsilon: 0.25,
            counting: Counting::default(),
            threads: 1,
        }
    }
}

/// An option that a search does not have, or that has no such value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// There is no search, or no option, of this name.
    #[error("{0}")]
    Unknown(String),
    /// The search does not have it.
    #[error("--{option}: does nothing with --algorithm {algorithm}; it is for {only}")]
    Idle {
        /// Which.
        option: &'static str,
        /// Which search.
        algorithm: Algorithm,
        /// Which searches have it.
        only: &'static str,
    },
    /// The text of its value is wrong.
    #[error("--{option}: {problem}")]
    Value {
        /// Which.
        option: &'static str,
        /// What is wrong.
        problem: String,
    },
}

impl Options {
    /// Reads a search and its options, `tree --initial one --shuffle 7`.
    ///
    /// ```
    /// use crosscram_pn::{Algorithm, Initial, Options};
    ///
    /// let options = Options::read("tree --initial one --keep-solved")?;
    /// assert_eq!((options.algorithm, options.initial), (Algorithm::Tree, Initial::One));
    /// assert!(Options::read("tree --epsilon 1").is_err());
    /// # Ok::<(), crosscram_pn::OptionError>(())
    /// ```
    pub fn read(line: &str) -> Result<Options, OptionError> {
        let mut words = line.split_whitespace();
        let algorithm = words.next().unwrap_or_default().parse::<Algorithm>();
        let algorithm = algorithm.map_err(|error| OptionError::Unknown(error.to_string()))?;
        let mut options = Options::from(algorithm);
        while let Some(word) = words.next() {
            let name = word.strip_prefix("--").unwrap_or(word);
            let is_switch = |option: &SearchOption| option.value == OptionValue::Switch;
            let value = match SearchOption::find(name).is_some_and(is_switch) {
                true => "",
                false => words.next().unwrap_or_default(),
            };
            options.set(name, value)?;
        }
        Ok(options)
    }

    /// Sets an option by its name and the text of its value; the text of a switch means nothing.
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), OptionError> {
        let option = SearchOption::find(name);
        let option =
            option.ok_or_else(|| OptionError::Unknown(format!("there is no option '{name}'")))?;
        self.check(option.name, option.of)?;
        (option.set)(self, text).map_err(|problem| OptionError::Value {
            option: option.name,
            problem,
        })
    }

    /// Refuses what only other searches do.
    pub fn check(&self, option: &'static str, of: Group) -> Result<(), OptionError> {
        match of.has(self.algorithm) {
            true => Ok(()),
            false => Err(OptionError::Idle {
                option,
                algorithm: self.algorithm,
                only: of.text,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every option of every search changes its options or is refused, and its default changes nothing.
    #[test]
    fn options_act_or_are_refused() {
        for &algorithm in Algorithm::ALL {
            assert_eq!(algorithm.name().parse(), Ok(algorithm));
            for option in SearchOption::ALL {
                let text = match option.value {
                    OptionValue::Switch => "",
                    OptionValue::Named(names) => names[0].0,
                    OptionValue::Text(_) => "7",
                };
                let usual = Options::from(algorithm);
                let mut options = usual;
                let done = options.set(option.name, text);
                assert_eq!(done.is_ok(), option.of.has(algorithm));
                assert_eq!(
                    done.is_ok(),
                    options != usual,
                    "{} {algorithm}",
                    option.name
                );
                if done.is_ok() && !option.default.is_empty() {
                    options.set(option.name, option.default).unwrap();
                    assert_eq!(options, usual);
                }
            }
        }
    }

    #[test]
    fn errors_name_what_is_wrong() {
        for (line, error) in [
            ("best", "unknown algorithm 'best' (known: tree, pn2, "),
            ("tree --depth 5", "there is no option 'depth'"),
            ("df-pn --epsilon 11", "--epsilon: not a number from 0 to 10"),
            ("pds --table 0", "--table: 0 is not in 1..=1073741824"),
            (
                "dag --memory 1x",
                "--memory: not a number of nodes (50000000, 50M, 4G)",
            ),
            (
                "exact --initial one",
                "--initial: does nothing with --algorithm exact; it is for all but the exact ",
            ),
        ] {
            let found = Options::read(line).unwrap_err().to_string();
            assert!(found.starts_with(error), "{found}");
        }
    }
}
