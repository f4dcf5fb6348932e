//! Which options act: one that would do nothing is refused.

use crate::args::{Algorithm, GameName, PnArgs};
use crate::failure::Failure;

/// What an option acts on.
struct Acts<'a> {
    option: &'a str,
    given: bool,
    /// Whether it acts, and on what.
    acts: bool,
    on: &'a str,
}

/// Rejects options that do nothing, or that exclude each other.
pub(super) fn check(args: &PnArgs) -> Result<(), Failure> {
    use Algorithm::{AlphaBeta, BaseTwin, Converting, Dag, Dcg, DfPn, Pds, Pn2, Tree};
    let algorithm = args.algorithm;
    let is_graph = matches!(algorithm, Dag | Dcg | Converting);
    let has_numbers = algorithm != AlphaBeta;
    let is_exact =
        !is_graph && has_numbers && !matches!(algorithm, Tree | Pn2 | BaseTwin | DfPn | Pds);
    let is_tree = matches!(algorithm, Tree | Pn2);
    let has_picture = !matches!(algorithm, DfPn | Pds | BaseTwin | AlphaBeta);
    let has_table = matches!(algorithm, DfPn | Pds);
    let shares = matches!(algorithm, Dag | Dcg | BaseTwin | DfPn | Pds | AlphaBeta);
    let saves = is_graph || is_tree || matches!(algorithm, DfPn | Pds);
    let game = |games: &[GameName]| games.contains(&args.game);
    let acts = |option, given, acts, on| Acts {
        option,
        given,
        acts,
        on,
    };
    let graphs = "dag, dcg and converting";
    let not_exact = "all but the exact searches and alpha-beta";
    let options = [
        acts(
            "--initial",
            args.initial.is_some(),
            !is_exact && has_numbers,
            not_exact,
        ),
        acts(
            "--delayed",
            args.delayed,
            is_tree || is_graph,
            "tree, pn2, dag, dcg and converting",
        ),
        acts(
            "--shuffle",
            args.shuffle.is_some(),
            !is_exact && has_numbers,
            not_exact,
        ),
        acts(
            "--no-symmetry",
            args.no_symmetry,
            shares,
            "dag, dcg, base-twin, df-pn, pds and alpha-beta",
        ),
        acts("--updates", args.updates.is_some(), is_graph, graphs),
        acts("--full-updates", args.full_updates, is_tree, "tree and pn2"),
        acts("--keep-solved", args.keep_solved, is_tree, "tree and pn2"),
        acts(
            "--memory",
            args.memory.is_some(),
            !has_table && algorithm != Pn2,
            "all but pn2, and df-pn and pds, which have --table",
        ),
        acts("--table", args.table.is_some(), has_table, "df-pn and pds"),
        acts(
            "--threads",
            args.threads.is_some(),
            algorithm == DfPn,
            "df-pn",
        ),
        acts(
            "--plot",
            args.plot.is_some(),
            has_numbers,
            "all but alpha-beta",
        ),
        acts(
            "--epsilon",
            args.epsilon.is_some(),
            algorithm == DfPn,
            "df-pn",
        ),
        acts(
            "--counting",
            args.counting.is_some(),
            has_table,
            "df-pn and pds",
        ),
        acts(
            "--state",
            args.state.is_some(),
            saves,
            "tree, pn2, dag, dcg, converting, df-pn and pds",
        ),
        acts(
            "--draw",
            args.draw.is_some(),
            has_picture || args.expand_all,
            "all but df-pn, pds, base-twin and alpha-beta",
        ),
        acts(
            "--expand",
            !args.expand.is_empty(),
            is_graph || is_exact,
            "dag, dcg, converting and exact searches",
        ),
    ];
    let refused = options.iter().find(|option| option.given && !option.acts);
    if let Some(Acts { option, on, .. }) = refused {
        return Err(Failure::message(format_args!(
            "{option}: does nothing with --algorithm {}; it is for {on}",
            algorithm.name()
        )));
    }
    use GameName::{Chess, Domineering, Giveaway, Graph, Morris, Tictactoe};
    let options = [
        acts(
            "--draws",
            args.draws.is_some(),
            game(&[Tictactoe, Graph]),
            "tictactoe and graph",
        ),
        acts(
            "--leaves",
            args.leaves.is_some(),
            game(&[Domineering]),
            "domineering",
        ),
        acts(
            "--first",
            args.first.is_some(),
            game(&[Domineering]),
            "domineering",
        ),
        acts(
            "--tile",
            args.tile.is_some(),
            game(&[Domineering]),
            "domineering",
        ),
        acts("--expand", !args.expand.is_empty(), game(&[Graph]), "graph"),
        acts("--expand-all", args.expand_all, game(&[Graph]), "graph"),
        acts(
            "--value",
            args.value,
            !game(&[Chess, Giveaway, Morris]),
            "tictactoe, domineering and graph",
        ),
    ];
    let refused = options.iter().find(|option| option.given && !option.acts);
    if let Some(Acts { option, on, .. }) = refused {
        return Err(Failure::message(format_args!(
            "{option}: does nothing with {}; it is for {on}",
            args.game.name()
        )));
    }
    if algorithm == Dag && game(&[Chess, Giveaway, Morris]) {
        let name = args.game.name();
        let message = format_args!("--algorithm dag: positions of {name} can repeat; use dcg");
        return Err(Failure::message(message));
    }
    let free = crosscram_support::memory::available().map_or(u64::MAX, |bytes| bytes >> 20);
    if has_table && args.table() > free {
        return Err(Failure::message(format_args!(
            "--table: a table of {} MiB does not fit into the {free} MiB that are free",
            args.table()
        )));
    }
    Ok(())
}
