//! Shell completions and manual pages, from the same definition as the help texts.

use crate::args::Cli;
use crate::failure::Failure;
use clap::CommandFactory;
use clap_complete::Shell;
use std::fs;
use std::io::Write;
use std::path::Path;

/// The completion script for `shell`.
pub(crate) fn completions(shell: Shell, out: &mut impl Write) -> Result<(), Failure> {
    // Into memory first: the generator panics if it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "crosscram", &mut script);
    Ok(out.write_all(&script)?)
}

/// The main manual page to `out`, or the pages of all commands into `directory`.
pub(crate) fn man(directory: Option<&Path>, out: &mut impl Write) -> Result<(), Failure> {
    // `crosscram help` has no page of its own.
    let command = Cli::command().disable_help_subcommand(true);
    match directory {
        None => Ok(clap_mangen::Man::new(command).render(out)?),
        Some(directory) => {
            let failure =
                |error| Failure::message(format_args!("{}: {error}", directory.display()));
            fs::create_dir_all(directory).map_err(failure)?;
            clap_mangen::generate_to(command, directory).map_err(failure)
        }
    }
}
