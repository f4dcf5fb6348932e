//! `crosscram reproduce`: published experiments, run again.

use crate::args::ReproduceArgs;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::watch::Watch;
use crosscram_reproduce::{Experiment, Options, Paper, Reproduction, Watch as Watcher};
use crosscram_search::Control;
use std::fs;
use std::io::Write;
use std::path::Path;

/// Runs the command.
pub(crate) fn run(args: &ReproduceArgs, out: &mut impl Write) -> Result<(), Failure> {
    let paper = args.paper;
    let experiments = wanted(paper, &args.figures)?;
    if let Some(directory) = &args.plots {
        fs::create_dir_all(directory).map_err(|error| file_failure(directory, &error))?;
    }
    let watch = Watch::with_signals()?;
    let progress = Progress::new(args.quiet.quiet);
    let options = Options {
        up_to: args.up_to(paper.default_up_to),
        threads: args.threads,
        watch: &*watch,
    };
    let mut failed = false;
    let mut trouble = None;
    let ran = progress.during(&watch, || {
        paper.run(&experiments, &options, |result| {
            failed |= result.failed();
            let printed = progress.aside(|| write_out(&result, args, out));
            if let Err(failure) = printed
                && trouble.is_none()
            {
                // The reader is gone or the disk is full, so the run is stopped.
                watch.stop();
                trouble = Some(failure);
            }
        })
    });
    ran.map_err(Failure::message)?;
    match trouble {
        Some(failure) => Err(failure),
        None if watch.is_stopped() => Err(Failure::Interrupted),
        None if failed => Err(Failure::No),
        None => Ok(()),
    }
}

/// The experiments with these numbers, or all.
fn wanted(paper: &'static Paper, ids: &[String]) -> Result<Vec<&'static Experiment>, Failure> {
    if ids.is_empty() {
        return Ok(paper.experiments.iter().collect());
    }
    let find = |id: &String| {
        paper.experiment(id).ok_or_else(|| {
            let known: Vec<&str> = paper.experiments.iter().map(|one| one.id).collect();
            let (known, noun) = (known.join(", "), paper.noun.to_lowercase());
            Failure::message(format_args!("FIGURE: no {noun} '{id}' (known: {known})"))
        })
    };
    ids.iter().map(find).collect()
}

fn write_out(
    result: &Reproduction,
    args: &ReproduceArgs,
    out: &mut impl Write,
) -> Result<(), Failure> {
    match args.json {
        true => write!(out, "{}", result.to_json_lines())?,
        false => writeln!(out, "{}", result.to_text())?,
    }
    out.flush()?;
    if let Some(directory) = &args.plots {
        for (name, svg) in &result.pictures {
            let path = directory.join(name);
            fs::write(&path, svg).map_err(|error| file_failure(&path, &error))?;
        }
    }
    Ok(())
}

fn file_failure(path: &Path, error: &std::io::Error) -> Failure {
    Failure::message(format_args!("{}: {error}", path.display()))
}

impl Watcher for Watch {
    fn watch(&self, label: &str, search: &mut dyn FnMut(&Control)) -> bool {
        self.run(label.to_string(), search).is_some()
    }
}

#[cfg(test)]
mod tests {
    use crate::args::Cli;
    use clap::Parser;
    use crosscram_reproduce::{Options, PAPERS, Watch};
    use crosscram_search::Control;

    struct Never;

    impl Watch for Never {
        fn watch(&self, _: &str, _: &mut dyn FnMut(&Control)) -> bool {
            false
        }
    }

    /// The commands that rows name are understood.
    #[test]
    fn commands_of_rows() {
        let options = Options {
            up_to: 0,
            watch: &Never,
            ..Options::default()
        };
        let mut commands = 0;
        for paper in PAPERS {
            for experiment in paper.experiments {
                paper
                    .run(&[experiment], &options, |result| {
                        for row in result.rows.iter().filter(|row| !row.command.is_empty()) {
                            let words = ["crosscram"].into_iter().chain(row.command.split(' '));
                            let parsed = Cli::try_parse_from(words);
                            assert!(parsed.is_ok(), "{}", row.command);
                            commands += 1;
                        }
                    })
                    .unwrap();
            }
        }
        assert!(commands > 200, "{commands}");
    }
}
