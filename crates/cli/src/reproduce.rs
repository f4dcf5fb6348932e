//! `crosscram reproduce`: published experiments, run again.

use crate::args::{Paper, ReproduceArgs};
use crate::failure::Failure;
use crate::progress::Progress;
use crate::watch::Watch;
use crosscram_reproduce::{Options, Watch as Watcher, brueggemann, bullock, schijf, vandaalen};
use crosscram_search::Control;
use std::fs;
use std::io::Write;
use std::path::Path;

/// Run the command.
pub(crate) fn run(args: &ReproduceArgs, out: &mut impl Write) -> Result<(), Failure> {
    match args.paper {
        Paper::Bullock => run_bullock(args, out),
        Paper::Brueggemann => run_brueggemann(args, out),
        Paper::Schijf => run_schijf(args, out),
        Paper::Vandaalen => run_vandaalen(args, out),
    }
}

/// One figure, table or experiment that is done.
struct Finished {
    /// It contradicts what was published, or fails otherwise.
    failed: bool,
    text: String,
    charts: Vec<(String, String)>,
}

/// Run the experiments of a paper, which are handed over one by one, and print them.
fn print_all(
    args: &ReproduceArgs,
    (up_to, threads): (u64, usize),
    out: &mut impl Write,
    experiments: impl FnOnce(&Options<'_>, &mut dyn FnMut(Finished)),
) -> Result<(), Failure> {
    if let Some(directory) = &args.plots {
        fs::create_dir_all(directory).map_err(|error| file_failure(directory, &error))?;
    }
    let watch = Watch::with_signals()?;
    let progress = Progress::new(args.quiet.quiet);
    let options = Options {
        up_to,
        threads,
        watch: &*watch,
    };
    let mut failed = false;
    let mut trouble = None;
    progress.during(&watch, || {
        experiments(&options, &mut |finished| {
            failed |= finished.failed;
            let printed = progress.aside(|| write_out(&finished, args, out));
            if let Err(failure) = printed
                && trouble.is_none()
            {
                // Nobody reads any more, or the disk is full: no use in going on.
                watch.stop();
                trouble = Some(failure);
            }
        });
    });
    match trouble {
        Some(failure) => Err(failure),
        None if watch.is_stopped() => Err(Failure::Interrupted),
        None if failed => Err(Failure::No),
        None => Ok(()),
    }
}

/// What was asked for by name, or everything; `kind` is what the paper calls it.
fn wanted<T>(
    kind: &str,
    ids: &[String],
    all: &'static [T],
    id_of: impl Fn(&'static T) -> &'static str,
) -> Result<Vec<&'static T>, Failure> {
    if ids.is_empty() {
        return Ok(all.iter().collect());
    }
    let find = |id: &String| {
        let found = all.iter().find(|one| id_of(one) == id);
        found.ok_or_else(|| {
            let known: Vec<&str> = all.iter().map(&id_of).collect();
            let known = known.join(", ");
            Failure::message(format_args!("FIGURE: no {kind} '{id}' (known: {known})"))
        })
    };
    ids.iter().map(find).collect()
}

fn run_bullock(args: &ReproduceArgs, out: &mut impl Write) -> Result<(), Failure> {
    let figures = wanted("figure", &args.figures, &bullock::FIGURES, |figure| {
        figure.id
    })?;
    let limits = (args.most_nodes(Options::DEFAULT_UP_TO), args.threads);
    print_all(args, limits, out, |options, finished| {
        bullock::run(&figures, options, |result| {
            finished(Finished {
                failed: result.failed(),
                text: form(args, || result.to_json_lines(), || result.to_text()),
                charts: result.charts(),
            });
        });
    })
}

fn run_brueggemann(args: &ReproduceArgs, out: &mut impl Write) -> Result<(), Failure> {
    let all = &brueggemann::EXPERIMENTS;
    let experiments = wanted("table", &args.figures, all, |experiment| experiment.id)?;
    let limits = (args.most_nodes(brueggemann::DEFAULT_UP_TO), 1);
    print_all(args, limits, out, |options, finished| {
        brueggemann::run(&experiments, options, |sheet| {
            finished(Finished {
                failed: sheet.contradicted,
                text: form(args, || sheet.to_json_lines(), || sheet.to_text()),
                charts: sheet.charts(),
            });
        });
    })
}

fn run_schijf(args: &ReproduceArgs, out: &mut impl Write) -> Result<(), Failure> {
    let tables = wanted("table", &args.figures, &schijf::TABLES, |table| table.id)?;
    let limits = (args.most_nodes(u64::MAX), args.threads);
    print_all(args, limits, out, |options, finished| {
        schijf::run(&tables, options, |result| {
            finished(Finished {
                failed: result.failed(),
                text: form(args, || result.to_json_lines(), || result.to_text()),
                charts: result.charts().to_vec(),
            });
        });
    })
}

fn run_vandaalen(args: &ReproduceArgs, out: &mut impl Write) -> Result<(), Failure> {
    let all = &vandaalen::EXPERIMENTS;
    let experiments = wanted("table", &args.figures, all, |experiment| experiment.id)?;
    let limits = (args.most_nodes(vandaalen::DEFAULT_GAMES), args.threads);
    print_all(args, limits, out, |options, finished| {
        vandaalen::run(&experiments, options, |sheet| {
            if !sheet.interrupted {
                finished(Finished {
                    failed: sheet.failed,
                    text: form(args, || sheet.to_json_lines(), || sheet.to_text()),
                    charts: Vec::new(),
                });
            }
        });
    })
}

/// A result as it is wanted.
fn form(
    args: &ReproduceArgs,
    json: impl FnOnce() -> String,
    text: impl FnOnce() -> String,
) -> String {
    match args.json {
        true => json(),
        false => text() + "\n",
    }
}

fn write_out(
    finished: &Finished,
    args: &ReproduceArgs,
    out: &mut impl Write,
) -> Result<(), Failure> {
    write!(out, "{}", finished.text)?;
    out.flush()?;
    if let Some(directory) = &args.plots {
        for (name, svg) in &finished.charts {
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
