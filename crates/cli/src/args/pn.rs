//! Options of `pn`.

use super::{EXIT_CODES, QuietArg, Side};
use clap::builder::RangedU64ValueParser;
use clap::{Args, ValueEnum};
use crosscram_pn::games::{Draws, LeafEvaluation};
use crosscram_pn::{Counting, Evaluation, Initial, Updates};
use crosscram_rules::Tile;
use std::path::PathBuf;

const POSITION_HELP: &str = "\
The position in the form of its game, or - for one per line of standard input

tictactoe: rows of X, O and . with | between them (XX.|OO.|...), or `empty`. \
morris: the same, with the side to move after a blank once all men are down ('XO.|XO.|.XO X'), or `empty`. \
chess: FEN or a line of an EPD file; the side to move tries to mate. \
giveaway: FEN without castling. \
domineering: a size (8x8) or a position ('..#|.#.'), the side to move after a blank. \
graph: a file with one node per line: 'NAME max: CHILD ...', 'NAME min: CHILD ...', 'NAME win', \
'NAME loss', 'NAME draw', or 'NAME as NAME' for a node that is symmetric to another; names without a line \
of their own are open leaves.";

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

    /// The numbers of new leaves (not in exact searches and alpha-beta) [default: mobility]
    #[arg(long, value_enum, value_name = "NAME")]
    pub(crate) initial: Option<InitialName>,

    /// Evaluate a node only when it is selected (tree, pn2, dag, dcg, converting)
    #[arg(long)]
    pub(crate) delayed: bool,

    /// Shuffle the children of each node, from this seed (not in exact searches and alpha-beta)
    #[arg(long, value_name = "SEED")]
    pub(crate) shuffle: Option<u64>,

    /// Do not let symmetric positions share a node (dag, dcg, base-twin, df-pn, pds, alpha-beta)
    #[arg(long)]
    pub(crate) no_symmetry: bool,

    /// How numbers are propagated upward (dag, dcg, converting) [default: queue]
    #[arg(long, value_enum, value_name = "NAME")]
    pub(crate) updates: Option<UpdatesName>,

    /// Update all the way to the root, even if nothing changes any more (tree, pn2)
    #[arg(long)]
    pub(crate) full_updates: bool,

    /// Keep the nodes below solved ones (tree, pn2)
    #[arg(long)]
    pub(crate) keep_solved: bool,

    /// Maximum number of nodes in memory (not pn2, nor df-pn and pds, which have --table); tree, dag, dcg and converting
    /// then delete nodes, alpha-beta clears its table, others end
    #[arg(long, value_name = "NODES", value_parser = super::reproduce::nodes)]
    pub(crate) memory: Option<u64>,

    /// Size of the table in mebibytes (df-pn, pds) [default: 256]
    #[arg(long, value_name = "MIB", value_parser = mebibytes())]
    pub(crate) table: Option<u64>,

    /// The fraction by which a child may exceed the second best, from 0 to 10 (df-pn) [default: 0.25]
    #[arg(long, value_name = "X", value_parser = epsilon)]
    pub(crate) epsilon: Option<f64>,

    /// Threads that search together (df-pn) [default: 1]
    ///
    /// The answer is the same with every number of threads; the counts of nodes are not the same in every run.
    #[arg(long, value_name = "N", value_parser = super::threads)]
    pub(crate) threads: Option<usize>,

    /// How the numbers of several children are combined (df-pn, pds) [default: shared]
    #[arg(long, value_enum, value_name = "NAME")]
    pub(crate) counting: Option<CountingName>,

    /// Give up before creating more nodes than this (50000000, 50M, 4G)
    #[arg(long, value_name = "NODES", value_parser = super::reproduce::nodes)]
    pub(crate) up_to: Option<u64>,

    /// Compute the value by several searches: win, draw or loss of Tic-tac-toe and of graphs; in
    /// Domineering how many spare moves the opponent may have
    #[arg(long, conflicts_with_all = ["state", "draw", "plot"])]
    pub(crate) value: bool,

    /// What a draw of Tic-tac-toe or of a graph counts for the side to move [default: lose]
    #[arg(long, value_enum, value_name = "NAME")]
    pub(crate) draws: Option<DrawsName>,

    /// Evaluation of Domineering positions without search [default: switch]
    #[arg(long, value_enum, value_name = "NAME")]
    pub(crate) leaves: Option<LeafName>,

    /// Who moves first in Domineering [default: the position's side to move, else V]
    #[arg(long, value_enum, ignore_case = true)]
    pub(crate) first: Option<Side>,

    /// Length of the tiles of Domineering, from 2 to 8 [default: 2]
    #[arg(long, value_name = "K")]
    pub(crate) tile: Option<Tile>,

    /// Expand all nodes of a graph that have children, and print what the thesis defines of each:
    /// numbers, sets, normal forms, dependency numbers, the most-proving node
    #[arg(long, conflicts_with_all = ["expand", "state", "plot", "value", "up_to", "memory"])]
    pub(crate) expand_all: bool,

    /// Expand these nodes of a graph before the search begins (dag, dcg, converting, exact searches)
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) expand: Vec<String>,

    /// Write the graph without its cycles into this file: every path has its own nodes, and a
    /// repetition is lost (Fig. 5.3)
    #[arg(long, value_name = "FILE", requires = "expand_all")]
    pub(crate) convert: Option<PathBuf>,

    /// Write the whole solution into this file: an answer to every move, wherever play may lead
    #[arg(long, value_name = "FILE", conflicts_with_all = ["value", "expand_all"])]
    pub(crate) proof: Option<PathBuf>,

    /// Check such a solution by the rules of the game, without a search; exit code 1 if it is wrong
    #[arg(long, value_name = "FILE", conflicts_with_all = ["value", "expand_all", "proof", "state", "draw", "plot", "up_to", "memory"])]
    pub(crate) check: Option<PathBuf>,

    /// Save the search in this file, and continue from it if it exists (tree, pn2, dag, dcg, converting, df-pn, pds)
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

    /// Draw the tree or graph with its numbers into this file, .svg or .dot (not df-pn, pds, base-twin, alpha-beta)
    #[arg(long, value_name = "FILE")]
    pub(crate) draw: Option<PathBuf>,

    /// Draw the root's numbers over the nodes searched into this SVG file (not alpha-beta)
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
    /// Give-away chess: whoever loses all men wins
    Giveaway,
    /// Three Men's Morris: three men each, put down by turns, then moved
    Morris,
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
            GameName::Giveaway => "giveaway",
            GameName::Morris => "morris",
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
    /// Best first on a tree whose leaves are judged by trees of their own (PN², Breuker 1998)
    Pn2,
    /// Best first, equal positions share a node (section 4.4)
    Dag,
    /// The same where positions can repeat (section 5.4); some losses are not proven
    Dcg,
    /// Best first, positions share a node only after converting moves (section 5.4, second method)
    Converting,
    /// Best first, right where positions repeat (Breuker et al. 2001)
    BaseTwin,
    /// Exact numbers by disjunctive normal forms (section 4.3); small graphs without cycles
    DagExact,
    /// The same with the selection as printed, which is not always right
    DagExactAsPrinted,
    /// Exact numbers by complete proof sets (section 5.3); very small graphs
    DcgExact,
    /// The same, computing only what an expansion changes
    DcgExactIncremental,
    /// Exact numbers by smallest hitting sets; small graphs
    Exact,
    /// Depth first with a table (Nagai 2002)
    DfPn,
    /// Depth first with a table, the predecessor of df-pn (Nagai 1998)
    Pds,
    /// Alpha-beta depth by depth with a table, for comparison; proves no loss that needs repetitions
    AlphaBeta,
}

impl Algorithm {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Algorithm::Tree => "tree",
            Algorithm::Pn2 => "pn2",
            Algorithm::Dag => "dag",
            Algorithm::Dcg => "dcg",
            Algorithm::Converting => "converting",
            Algorithm::BaseTwin => "base-twin",
            Algorithm::DagExact => "dag-exact",
            Algorithm::DagExactAsPrinted => "dag-exact-as-printed",
            Algorithm::DcgExact => "dcg-exact",
            Algorithm::DcgExactIncremental => "dcg-exact-incremental",
            Algorithm::Exact => "exact",
            Algorithm::DfPn => "df-pn",
            Algorithm::Pds => "pds",
            Algorithm::AlphaBeta => "alpha-beta",
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

    pub(crate) fn initial(&self) -> Initial {
        self.initial.map(Initial::from).unwrap_or_default()
    }

    pub(crate) fn draws(&self) -> Draws {
        self.draws.map_or(Draws::Lose, Draws::from)
    }

    pub(crate) fn leaves(&self) -> LeafEvaluation {
        self.leaves
            .map_or(LeafEvaluation::Switch, LeafEvaluation::from)
    }

    /// The size of the table in mebibytes.
    pub(crate) fn table(&self) -> u64 {
        self.table.unwrap_or(256)
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
