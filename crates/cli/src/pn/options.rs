//! Which options act: one that would do nothing is refused.

use crate::args::{GameName, PnArgs};
use crate::failure::Failure;
use crosscram_pn::{Algorithm, Group, Options};

use GameName::{Chess, Domineering, Giveaway, Graph, Morris, Tictactoe};

/// The options of the search. Refuses those that do nothing, or that exclude each other.
pub(super) fn check(args: &PnArgs) -> Result<Options, Failure> {
    let options = args.search.options()?;
    for (option, given, of) in [
        ("plot", args.plot.is_some(), Group::PLOTTED),
        ("state", args.state.is_some(), Group::SAVED),
        (
            "draw",
            args.draw.is_some() && !args.expand_all,
            Group::DRAWN,
        ),
        ("expand", !args.expand.is_empty(), Group::EXPANDED),
    ] {
        if given {
            options.check(option, of).map_err(Failure::message)?;
        }
    }
    let domineering: &[GameName] = &[Domineering];
    for (option, given, games, on) in [
        (
            "draws",
            args.draws.is_some(),
            &[Tictactoe, Graph][..],
            "tictactoe and graph",
        ),
        ("leaves", args.leaves.is_some(), domineering, "domineering"),
        ("first", args.first.is_some(), domineering, "domineering"),
        ("tile", args.tile.is_some(), domineering, "domineering"),
        ("expand", !args.expand.is_empty(), &[Graph], "graph"),
        ("expand-all", args.expand_all, &[Graph], "graph"),
        (
            "value",
            args.value,
            &[Tictactoe, Domineering, Graph],
            "tictactoe, domineering and graph",
        ),
    ] {
        if given && !games.contains(&args.game) {
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
