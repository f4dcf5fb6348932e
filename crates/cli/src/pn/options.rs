//! Which options act: one that would do nothing is refused.

use crate::failure::Failure;
use crosscram_pn::{Algorithm, Group, OptionValue, Options, SearchOption};

use crate::args::search::{named, plain_arg};
use crate::args::{QuietArg, Side, nodes, short};
use GameName::{Chess, Domineering, Giveaway, Graph, Morris, Tictactoe};
use clap::error::Error;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches, ValueEnum};
use crosscram_pn::games::{Draws, LeafEvaluation};
use crosscram_rules::Tile;
use crosscram_search::OptionValue as Given;
use std::fmt::Debug;
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
pub(crate) struct PnArgs {
    /// The game
    #[arg(value_enum)]
    pub(crate) game: GameName,

    #[arg(value_name = "POSITION", help = short(POSITION_HELP), long_help = POSITION_HELP)]
    pub(crate) position: String,

    #[command(flatten)]
    pub(crate) search: SearchOptions,

    /// Give up before creating more nodes than this (50000000, 50M, 4G)
    #[arg(long, value_name = "NODES", value_parser = nodes)]
    pub(crate) up_to: Option<u64>,

    /// Compute the value by several searches: win, draw or loss of Tic-tac-toe and of graphs; in
    /// Domineering how many spare moves the opponent may have
    #[arg(long, conflicts_with_all = ["state", "draw", "plot"])]
    pub(crate) value: bool,

    /// What a draw of Tic-tac-toe or of a graph counts for the side to move [default: lose]
    #[arg(long, value_name = "NAME", value_parser = named::<Draws>(Draws::LISTED))]
    pub(crate) draws: Option<Draws>,

    /// Evaluation of Domineering positions without search [default: switch]
    #[arg(long, value_name = "NAME", value_parser = named::<LeafEvaluation>(LeafEvaluation::LISTED))]
    pub(crate) leaves: Option<LeafEvaluation>,

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
    pub(crate) fn name(self) -> String {
        let value = self.to_possible_value();
        value.map_or(String::new(), |value| value.get_name().to_string())
    }
}

/// A search and what was given of its options, as the list of the library has them.
#[derive(Debug)]
pub(crate) struct SearchOptions {
    algorithm: Algorithm,
    /// In the order of the list, with the text behind each.
    given: Vec<(&'static SearchOption, String)>,
}

impl SearchOptions {
    /// The options with what was given. One that the search does not have is an error.
    pub(crate) fn options(&self) -> Result<Options, Failure> {
        let mut options = Options::from(self.algorithm);
        for (option, text) in &self.given {
            let set = options.set(option.name, text);
            set.map_err(Failure::message)?;
        }
        Ok(options)
    }
}

/// One option of the list for the command line.
fn arg(option: &'static SearchOption) -> Arg {
    let mut help = format!("{} ({})", option.help, option.of.text);
    if !option.default.is_empty() {
        help += &format!(" [default: {}]", option.default);
    }
    let checked = |text: &str| option.check(text).map(|()| text.to_string());
    match option.value {
        OptionValue::Switch => plain_arg(option.name, Given::Switch(""), help, option.more),
        OptionValue::Text(what) => {
            plain_arg(option.name, Given::Text(what), help, option.more).value_parser(checked)
        }
        OptionValue::Named(names) => plain_arg(option.name, Given::Text("NAME"), help, option.more)
            .value_parser(named::<String>(names)),
    }
}

impl Args for SearchOptions {
    fn augment_args(command: Command) -> Command {
        let algorithm = Arg::new("algorithm").long("algorithm").value_name("NAME");
        let algorithm = algorithm
            .help("The search algorithm")
            .default_value(Algorithm::default().name())
            .value_parser(named::<Algorithm>(Algorithm::LISTED));
        command
            .arg(algorithm)
            .args(SearchOption::ALL.iter().map(arg))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for SearchOptions {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let text = |option: &SearchOption| match option.value {
            OptionValue::Switch => matches.get_flag(option.name).then(String::new),
            _ => matches.get_one::<String>(option.name).cloned(),
        };
        let options = SearchOption::ALL.iter();
        Ok(SearchOptions {
            algorithm: matches.get_one("algorithm").copied().unwrap_or_default(),
            given: options
                .filter_map(|option| Some((option, text(option)?)))
                .collect(),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The options of the search. Refuses those that do nothing, or that exclude each other.
pub(super) fn check(args: &PnArgs) -> Result<Options, Failure> {
    let options = args.search.options()?;
    let draws = args.draw.is_some() && !args.expand_all;
    for (option, given, of) in [
        ("plot", args.plot.is_some(), Group::PLOTTED),
        ("state", args.state.is_some(), Group::SAVED),
        ("draw", draws, Group::DRAWN),
        ("expand", !args.expand.is_empty(), Group::EXPANDED),
    ] {
        if given {
            options.check(option, of).map_err(Failure::message)?;
        }
    }
    let expands = !args.expand.is_empty();
    let checked: [(&str, bool, &[GameName]); 7] = [
        ("draws", args.draws.is_some(), &[Tictactoe, Graph]),
        ("leaves", args.leaves.is_some(), &[Domineering]),
        ("first", args.first.is_some(), &[Domineering]),
        ("tile", args.tile.is_some(), &[Domineering]),
        ("expand", expands, &[Graph]),
        ("expand-all", args.expand_all, &[Graph]),
        ("value", args.value, &[Tictactoe, Domineering, Graph]),
    ];
    for (option, given, games) in checked {
        if given && !games.contains(&args.game) {
            let names: Vec<String> = games.iter().map(|game| game.name()).collect();
            // All but the last with commas.
            let on = names.join(", ").replacen(", graph", " and graph", 1);
            fail!(
                "--{option}: does nothing with {}; it is for {on}",
                args.game.name()
            );
        }
    }
    if options.algorithm == Algorithm::Dag && [Chess, Giveaway, Morris].contains(&args.game) {
        let name = args.game.name();
        fail!("--algorithm dag: positions of {name} can repeat; use dcg");
    }
    let free = crosscram_support::memory::available().map_or(u64::MAX, |bytes| bytes >> 20);
    let table = options.table_bytes >> 20;
    if [Algorithm::DfPn, Algorithm::Pds].contains(&options.algorithm) && table > free {
        fail!("--table: a table of {table} MiB does not fit into the {free} MiB that are free");
    }
    Ok(options)
}
