//! The list of all options of searches, which command line, Python and experiments read.

use super::{Counting, Evaluation, Group, Initial, Options, Order, Symmetry, Updates};
use crosscram_support::counts::nodes;
use std::fmt::Display;
use std::str::FromStr;

/// An option of some searches, with its text for people.
#[derive(Debug)]
pub struct SearchOption {
    /// Its name, on the command line after two dashes.
    pub name: &'static str,
    /// What follows the name.
    pub value: OptionValue,
    /// The searches that have it.
    pub of: Group,
    /// What holds without it; nothing for a switch.
    pub default: &'static str,
    /// What it does, in a line.
    pub help: &'static str,
    /// What else is worth knowing.
    pub more: &'static str,
    /// Changes options by a text; the text of a switch means nothing.
    pub(super) set: Set,
}

type Set = fn(&mut Options, &str) -> Result<(), String>;

/// What follows the name of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionValue {
    /// Nothing.
    Switch,
    /// One of these names, each with what it is.
    Named(&'static [(&'static str, &'static str)]),
    /// A text of this kind.
    Text(&'static str),
}

use OptionValue::{Named, Switch, Text};

const fn option(name: &'static str, value: OptionValue, of: Group, set: Set) -> SearchOption {
    SearchOption {
        name,
        value,
        of,
        default: "",
        help: "",
        more: "",
        set,
    }
}

impl SearchOption {
    /// All options, in the order in which help lists them.
    pub const ALL: &'static [SearchOption] = &[
        option("initial", Named(Initial::LISTED), Group::NUMBERED, |options, text| {
            options.initial = read(text)?;
            Ok(())
        })
        .help("The numbers of new leaves")
        .default("mobility"),
        option("delayed", Switch, Group::BEST_FIRST, |options, _| {
            options.evaluation = Evaluation::Delayed;
            Ok(())
        })
        .help("Evaluate a node only when it is selected"),
        option("shuffle", Text("SEED"), Group::NUMBERED, |options, text| {
            options.order = Order::Shuffled(read(text)?);
            Ok(())
        })
        .help("Shuffle the children of each node, from this seed"),
        option("no-symmetry", Switch, Group::SHARING, |options, _| {
            options.symmetry = Symmetry::Apart;
            Ok(())
        })
        .help("Do not let symmetric positions share a node"),
        option("updates", Named(Updates::LISTED), Group::GRAPHS, |options, text| {
            options.updates = read(text)?;
            Ok(())
        })
        .help("How numbers are propagated upward")
        .default("queue"),
        option("full-updates", Switch, Group::TREES, |options, _| {
            options.full_updates = true;
            Ok(())
        })
        .help("Update all the way to the root, even if nothing changes any more"),
        option("keep-solved", Switch, Group::TREES, |options, _| {
            options.keep_solved = true;
            Ok(())
        })
        .help("Keep the nodes below solved ones"),
        option("memory", Text("NODES"), Group::IN_MEMORY, |options, text| {
            options.max_nodes = Some(nodes(text)?);
            Ok(())
        })
        .help(
            "Maximum number of nodes in memory; tree, dag, dcg and converting then delete nodes, alpha-beta clears its table, others end",
        ),
        option("table", Text("MIB"), Group::WITH_TABLE, |options, text| {
            // The bytes have to fit into 64 bits, and a table into an address space.
            match read(text)? {
                size @ 1..=MOST_MEBIBYTES => options.table_bytes = size << 20,
                _ => return Err(format!("{text} is not in 1..={MOST_MEBIBYTES}")),
            }
            Ok(())
        })
        .help("Size of the table in mebibytes")
        .default("256"),
        option("epsilon", Text("X"), Group::WITH_MARGIN, |options, text| {
            let epsilon = text.parse().ok().filter(|x| (0.0..=10.0).contains(x));
            options.epsilon = epsilon.ok_or("not a number from 0 to 10")?;
            Ok(())
        })
        .help("The fraction by which a child may exceed the second best, from 0 to 10")
        .default("0.25"),
        option("threads", Text("N"), Group::WITH_MARGIN, |options, text| {
            let threads = text.parse().ok().filter(|n| (1..=MOST_THREADS).contains(n));
            options.threads = threads.ok_or_else(|| format!("not a number from 1 to {MOST_THREADS}"))?;
            Ok(())
        })
        .help("Threads that search together")
        .default("1")
        .more("The answer is the same with every number of threads; the counts of nodes are not the same in every run."),
        option("counting", Named(Counting::LISTED), Group::WITH_TABLE, |options, text| {
            options.counting = read(text)?;
            Ok(())
        })
        .help("How the numbers of several children are combined")
        .default("shared"),
    ];

    const fn help(self, help: &'static str) -> SearchOption {
        SearchOption { help, ..self }
    }

    const fn default(self, default: &'static str) -> SearchOption {
        SearchOption { default, ..self }
    }

    const fn more(self, more: &'static str) -> SearchOption {
        SearchOption { more, ..self }
    }

    /// The option of this name.
    pub fn find(name: &str) -> Option<&'static SearchOption> {
        SearchOption::ALL.iter().find(|option| option.name == name)
    }

    /// Checks a text for its value.
    pub fn check(&self, text: &str) -> Result<(), String> {
        (self.set)(&mut Options::default(), text)
    }
}

const MOST_MEBIBYTES: u64 = 1 << 30;
const MOST_THREADS: usize = 1024;

fn read<T: FromStr<Err: Display>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error: T::Err| error.to_string())
}
