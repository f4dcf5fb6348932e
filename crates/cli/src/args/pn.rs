//! Options of `pn`.

use super::{EXIT_CODES, QuietArg, Side, TileArg};
use clap::builder::RangedU64ValueParser;
use clap::{Args, ValueEnum};
use crosscram_pn::games::{Draws, LeafEvaluation};
use crosscram_pn::{Counting, Evaluation, Initial, Updates};
use std::path::PathBuf;

const POSITION_HELP: &str = "\
The position in the form of its game, or - for one per line of standard input

tictactoe: rows of X, O and . with | between them (XX.|OO.|...), or `empty`. \
chess: FEN or a line of an EPD file; the side to move tries to mate. \
domineering: a size (8x8) or a position ('..#|.#.'), the side to move after a blank. \
graph: a file with one node per line: 'NAME max: CHILD ...', 'NAME min: CHILD ...', 'NAME win' or \
'NAME loss'; names without a line of their own are open leaves.";

/// Compute who wins by proof-number search
///
/// The question is whether the side to move wins; draws and repetitions count as not won. Ctrl-C
/// stops the search and prints what is known by then; with --state it can be continued.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct PnArgs {
    /// The game
    #[arg(value_enum)]
    pub(crate) game: GameName,

    #[arg(value_name = "POSITION", help = super::short(POSITION_HELP), long_help = POSITION_HELP)]
    pub(crate) position: String,

    /// The search algorithm
    #[arg(long, value_enum, default_value_t = Algorithm::DfPn, value_name = "NAME")]
    pub(crate) algorithm: Algorithm,

    /// The numbers of new leaves
    #[arg(long, value_enum, default_value_t = InitialName::Mobility, value_name = "NAME")]
    pub(crate) initial: InitialName,

    /// Evaluate a node only when it is selected (tree, dag, dcg)
    #[arg(long)]
    pub(crate) delayed: bool,

    /// Shuffle the children of each node, from this seed
    #[arg(long, value_name = "SEED")]
    pub(crate) shuffle: Option<u64>,

    /// Do not let symmetric positions share a node
    #[arg(long)]
    pub(crate) no_symmetry: bool,

    /// How numbers are propagated upward (dag, dcg)
    #[arg(long, value_enum, default_value_t = UpdatesName::Queue, value_name = "NAME")]
    pub(crate) updates: UpdatesName,

    /// Update all the way to the root, even if nothing changes any more (tree)
    #[arg(long)]
    pub(crate) full_updates: bool,

    /// Keep the nodes below solved ones (tree)
    #[arg(long)]
    pub(crate) keep_solved: bool,

    /// Maximum number of nodes in memory; a tree search then deletes least-proving nodes, others end
    #[arg(long, value_name = "NODES", value_parser = super::reproduce::nodes)]
    pub(crate) memory: Option<u64>,

    /// Size of the table in mebibytes (df-pn)
    #[arg(long, value_name = "MIB", default_value = "256", value_parser = mebibytes())]
    pub(crate) table: u64,

    /// The fraction by which a child may exceed the second best, from 0 to 10 (df-pn)
    #[arg(long, value_name = "X", default_value = "0.25", value_parser = epsilon)]
    pub(crate) epsilon: f64,

    /// How the numbers of several children are combined (df-pn)
    #[arg(long, value_enum, default_value_t = CountingName::Shared, value_name = "NAME")]
    pub(crate) counting: CountingName,

    /// Give up after this many nodes (50000000, 50M, 4G)
    #[arg(long, value_name = "NODES", value_parser = super::reproduce::nodes)]
    pub(crate) up_to: Option<u64>,

    /// Compute the value by several searches: win, draw or loss of Tic-tac-toe; in Domineering how
    /// many spare moves the opponent may have
    #[arg(long, conflicts_with_all = ["state", "draw", "plot"])]
    pub(crate) value: bool,

    /// What a draw of Tic-tac-toe counts for the side to move
    #[arg(long, value_enum, default_value_t = DrawsName::Lose, value_name = "NAME")]
    pub(crate) draws: DrawsName,

    /// Evaluation of Domineering positions without search
    #[arg(long, value_enum, default_value_t = LeafName::Switch, value_name = "NAME")]
    pub(crate) leaves: LeafName,

    /// Who moves first in Domineering [default: the position's side to move, else V]
    #[arg(long, value_enum, ignore_case = true)]
    pub(crate) first: Option<Side>,

    #[command(flatten)]
    pub(crate) tile: TileArg,

    /// Save the search in this file, and continue from it if it exists (tree, dag, dcg, df-pn)
    #[arg(long, value_name = "FILE")]
    pub(crate) state: Option<PathBuf>,

    /// Seconds between two savings of the state
    #[arg(
        long,
        value_name = "SECONDS",
        default_value = "300",
        requires = "state"
    )]
    pub(crate) save_every: u64,

    /// Draw the tree or graph with its numbers into this file, .svg or .dot (not df-pn)
    #[arg(long, value_name = "FILE")]
    pub(crate) draw: Option<PathBuf>,

    /// Draw the root's numbers over the nodes searched into this SVG file
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,

    /// Print one JSON object per line
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) quiet: QuietArg,
}

/// A game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GameName {
    /// Tic-tac-toe
    Tictactoe,
    /// Chess: can the side to move force mate?
    Chess,
    /// Domineering and its relatives with longer tiles
    Domineering,
    /// A game graph that is written down node by node
    Graph,
}

impl GameName {
    pub(crate) fn name(self) -> &'static str {
        match self {
            GameName::Tictactoe => "tictactoe",
            GameName::Chess => "chess",
            GameName::Domineering => "domineering",
            GameName::Graph => "graph",
        }
    }
}

/// A search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Algorithm {
    /// Best first on a tree (Schijf, chapter 3)
    Tree,
    /// Best first, equal positions share a node (section 4.4)
    Dag,
    /// The same where positions can repeat (section 5.4); a loss may be wrong
    Dcg,
    /// Exact numbers by disjunctive normal forms (section 4.3); small graphs without cycles
    DagExact,
    /// The same with the selection as printed, which is not always right
    DagExactAsPrinted,
    /// Exact numbers by complete proof sets (section 5.3); very small graphs
    DcgExact,
    /// Exact numbers by smallest hitting sets; small graphs
    Exact,
    /// Depth first with a table
    DfPn,
}

impl Algorithm {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Algorithm::Tree => "tree",
            Algorithm::Dag => "dag",
            Algorithm::Dcg => "dcg",
            Algorithm::DagExact => "dag-exact",
            Algorithm::DagExactAsPrinted => "dag-exact-as-printed",
            Algorithm::DcgExact => "dcg-exact",
            Algorithm::Exact => "exact",
            Algorithm::DfPn => "df-pn",
        }
    }
}

/// Gives a choice of the library a name on the command line.
macro_rules! choice {
    ($(#[$doc:meta])* $name:ident for $type:ident { $($(#[$help:meta])* $value:ident,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
        pub(crate) enum $name {
            $($(#[$help])* $value,)+
        }

        impl From<$name> for $type {
            fn from(name: $name) -> $type {
                match name {
                    $($name::$value => $type::$value,)+
                }
            }
        }
    };
}

choice! {
    /// The numbers of new leaves.
    InitialName for Initial {
        /// One and one
        One,
        /// What they would be after an expansion
        Mobility,
        /// As the game guesses
        Guess,
    }
}

choice! {
    /// How numbers are propagated upward.
    UpdatesName for Updates {
        /// Along every path
        AllPaths,
        /// Along every path until nothing changes
        ChangedPaths,
        /// Each node once at a time
        Queue,
    }
}

choice! {
    /// How the numbers of several children are combined.
    CountingName for Counting {
        /// Their sum
        Sum,
        /// Their sum, but the maximum of those first met elsewhere
        Shared,
        /// The maximum plus one for each further child
        Weak,
    }
}

choice! {
    /// What a draw counts.
    DrawsName for Draws {
        /// A loss
        Lose,
        /// A win
        Win,
    }
}

choice! {
    /// Evaluation of Domineering positions.
    LeafName for LeafEvaluation {
        /// By the rules alone
        Plain,
        /// By safe and real moves
        Domi,
        /// By the board cover
        Cover,
        /// By switch bounds
        Switch,
    }
}

impl PnArgs {
    pub(crate) fn evaluation(&self) -> Evaluation {
        match self.delayed {
            true => Evaluation::Delayed,
            false => Evaluation::Immediate,
        }
    }
}

fn mebibytes() -> RangedU64ValueParser {
    // The bytes have to fit into 64 bits, and a table into an address space.
    RangedU64ValueParser::new().range(1..=1 << 30)
}

fn epsilon(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(epsilon) if (0.0..=10.0).contains(&epsilon) => Ok(epsilon),
        _ => Err("not a number from 0 to 10".to_string()),
    }
}
