//! `crosscram match`: two players against each other. A tournament of two.

use crate::args::MatchArgs;
use crate::failure::Failure;
use crate::tournament;
use std::io::Write;

/// Runs the command.
pub(crate) fn run(args: &MatchArgs, out: &mut impl Write) -> Result<(), Failure> {
    let entrants = vec![args.one.clone(), args.other.clone()];
    tournament::contest(entrants, &args.contest, out)
}
