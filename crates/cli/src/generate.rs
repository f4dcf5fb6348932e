//! Shell completions and manual pages, from the same definition as the help texts.

use crate::args::Cli;
use crate::failure::Failure;
use clap::Command;
use clap_complete::Shell;
use crosscram_support::path::At;
use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::Path;

/// The completion script for `shell`.
pub(crate) fn completions(shell: Shell, out: &mut impl Write) -> Result<(), Failure> {
    // Into memory first: the generator panics if it cannot write.
    let mut script = Vec::new();
    let mut command = Cli::definition();
    clap_complete::generate(shell, &mut command, "crosscram", &mut script);
    // Built: with `help` and everything that is inherited.
    command.build();
    let script = match shell {
        Shell::Elvish => with_values(&command, &String::from_utf8_lossy(&script), &ELVISH),
        Shell::PowerShell => with_values(&command, &String::from_utf8_lossy(&script), &POWERSHELL),
        Shell::Fish => String::from_utf8_lossy(&script).into_owned() + &fish_arguments(&command),
        _ => return Ok(out.write_all(&script)?),
    };
    Ok(out.write_all(script.as_bytes())?)
}

/// What clap's script for Fish lacks: the values of arguments that are no options.
fn fish_arguments(command: &Command) -> String {
    let mut lines = String::new();
    for below in command.get_subcommands() {
        let values: BTreeSet<String> = below
            .get_positionals()
            .flat_map(|arg| arg.get_possible_values())
            .filter(|value| !value.is_hide_set())
            .map(|value| value.get_name().to_string())
            .collect();
        if !values.is_empty() {
            let values: Vec<String> = values.into_iter().collect();
            lines += &format!(
                "complete -c crosscram -n \"__fish_crosscram_using_subcommand {}\" -a \"{}\"\n",
                below.get_name(),
                values.join(" ")
            );
        }
    }
    lines
}

/// What the scripts of clap lack for a shell: the values of arguments, and options after the first argument.
struct Dialect {
    /// How the block of a command begins, with the command's words for `{}`.
    block: &'static str,
    /// A value with its explanation.
    value: fn(&str, &str) -> String,
    /// The lines that find the command among the words, from one that begins so to one that is so.
    search: [&'static str; 2],
    /// What is written instead.
    replaced: fn(&[String]) -> String,
    /// What is written before a line that is so.
    before: (&'static str, &'static str),
}

const ELVISH: Dialect = Dialect {
    block: "        &'{}'= {",
    value: |value, about| format!("            cand '{value}' '{about}'\n"),
    search: ["    for word $words[1..-1] {", "    }"],
    replaced: |_| String::new(),
    before: (
        "    $completions[$command]",
        "    for word $words[1..-1] {\n        if (has-key $completions $command';'$word) {\n            \
         set command = $command';'$word\n        }\n    }\n",
    ),
};

const POWERSHELL: Dialect = Dialect {
    block: "        '{}' {",
    value: |value, about| {
        let kind = "[CompletionResultType]::ParameterValue";
        format!("            [CompletionResult]::new('{value}', '{value}', {kind}, '{about}')\n")
    },
    search: ["    $command = @(", "    }) -join ';'"],
    replaced: |commands| {
        let known: Vec<String> = commands.iter().map(|name| format!("'{name}'")).collect();
        format!(
            "    $known = @({})\n    $command = 'crosscram'\n    for ($i = 1; $i -lt $commandElements.Count; $i++) {{\n        \
             $next = \"$command;$($commandElements[$i])\"\n        if ($known -contains $next -and \
             $commandElements[$i].Extent.EndOffset -lt $cursorPosition) {{\n            $command = $next\n        }}\n    }}\n",
            known.join(", ")
        )
    },
    before: ("", ""),
};

/// Adds to the script of a shell what clap's generator leaves out there.
fn with_values(command: &Command, script: &str, dialect: &Dialect) -> String {
    let mut values: Vec<(String, String)> = Vec::new();
    collect(command, "crosscram", dialect, &mut values);
    let names: Vec<String> = values.iter().map(|(name, _)| name.clone()).collect();
    let mut lines = script.lines();
    let mut written = String::new();
    while let Some(line) = lines.next() {
        if line.starts_with(dialect.search[0]) {
            lines.by_ref().find(|line| *line == dialect.search[1]);
            written += &(dialect.replaced)(&names);
            continue;
        }
        if line == dialect.before.0 && !line.is_empty() {
            written += dialect.before.1;
        }
        written += line;
        written.push('\n');
        let block = values
            .iter()
            .find(|(name, _)| line == dialect.block.replace("{}", name));
        if let Some((_, values)) = block {
            written += values;
        }
    }
    written
}

/// The values of the arguments of a command and of those below it.
fn collect(command: &Command, path: &str, dialect: &Dialect, values: &mut Vec<(String, String)>) {
    let mut text = String::new();
    let mut seen = BTreeSet::new();
    for arg in command.get_arguments().filter(|arg| !arg.is_hide_set()) {
        if !arg.get_action().takes_values() {
            continue;
        }
        let of = match arg.get_long() {
            Some(long) => format!("value of --{long}"),
            None => arg.get_id().to_string().to_uppercase(),
        };
        for value in arg.get_possible_values() {
            let name = value.get_name().to_string();
            if !value.is_hide_set() && seen.insert(name.clone()) {
                text += &(dialect.value)(&name, &of);
            }
        }
    }
    values.push((path.to_string(), text));
    for below in command.get_subcommands() {
        collect(
            below,
            &format!("{path};{}", below.get_name()),
            dialect,
            values,
        );
    }
}

/// The main manual page to `out`, or the pages of all commands into `directory`.
pub(crate) fn man(directory: Option<&Path>, out: &mut impl Write) -> Result<(), Failure> {
    // `crosscram help` has no page of its own.
    let command = Cli::definition().disable_help_subcommand(true);
    match directory {
        None => Ok(clap_mangen::Man::new(command).render(out)?),
        Some(directory) => {
            fs::create_dir_all(directory).at(directory)?;
            Ok(clap_mangen::generate_to(command, directory).at(directory)?)
        }
    }
}
