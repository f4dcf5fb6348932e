//! Which options act on what `crosscram value` is asked about.

use crate::args::ValueArgs;
use crate::failure::Failure;
use crosscram_workbench::ValueSubject;

/// Refuses options that would have no effect on this subject.
pub(super) fn check(subject: &ValueSubject, args: &ValueArgs, drawn: bool) -> Result<(), Failure> {
    let ValueSubject::Statement(statement) = subject else {
        return Ok(());
    };
    let (option, of) = match () {
        () if statement.claim.is_some() && drawn => {
            ("--thermograph, --figure and --tikz", "a comparison")
        }
        () if args.last.is_some() => ("--last", "a sum"),
        () if args.player.is_some() => ("--player", "a sum"),
        () if args.ambient.is_some() => ("--ambient", "a sum"),
        () if args.coupons.is_some() => ("--coupons", "a sum"),
        () => return Ok(()),
    };
    Err(Failure::message(format_args!(
        "{option}: for a position, not for {of}"
    )))
}
