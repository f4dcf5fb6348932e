//! `crosscram reproduce`: published experiments, run again.

use crate::args::{Paper, ReproduceArgs};
use crate::failure::Failure;
use crate::progress::Progress;
use crate::watch::Watch;
use crosscram_reproduce::{
    FigureResult, Options, Watch as Watcher, brueggemann, bullock, schijf, vandaalen,
};
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

fn run_bullock(args: &ReproduceArgs, out: &mut impl Write) -> Result<(), Failure> {
    let figures = bullock_figures(&args.figures)?;
    if let Some(directory) = &args.plots {
        fs::create_dir_all(directory).map_err(|error| file_failure(directory, &error))?;
    }
    let watch = Watch::with_signals()?;
    let progress = Progress::new(args.quiet.quiet);
    let options = Options {
        up_to: args.most_nodes(Options::DEFAULT_UP_TO),
        threads: args.threads,
        watch: &*watch,
    };

    let mut contradicted = false;
    let mut trouble = None;
    progress.during(&watch, || {
        bullock::run(&figures, &options, |result| {
            contradicted |= result.failed();
            let printed = progress.aside(|| report(&result, args, out));
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
        None if contradicted => Err(Failure::No),
        None => Ok(()),
    }
}

fn bullock_figures(ids: &[String]) -> Result<Vec<&'static bullock::Figure>, Failure> {
    if ids.is_empty() {
        return Ok(bullock::FIGURES.iter().collect());
    }
    let find = |id: &String| {
        bullock::figure(id).ok_or_else(|| {
            let known: Vec<&str> = bullock::FIGURES.iter().map(|figure| figure.id).collect();
            let known = known.join(", ");
            Failure::message(format_args!("FIGURE: no figure '{id}' (known: {known})"))
        })
    };
    ids.iter().map(find).collect()
}

fn run_brueggemann(args: &ReproduceArgs, out: &mut impl Write) -> Result<(), Failure> {
    let experiments = brueggemann_experiments(&args.figures)?;
    if let Some(directory) = &args.plots {
        fs::create_dir_all(directory).map_err(|error| file_failure(directory, &error))?;
    }
    let watch = Watch::with_signals()?;
    let progress = Progress::new(args.quiet.quiet);
    let options = Options {
        up_to: args.most_nodes(brueggemann::DEFAULT_UP_TO),
        threads: 1,
        watch: &*watch,
    };
    let mut contradicted = false;
    let mut trouble = None;
    progress.during(&watch, || {
        brueggemann::run(&experiments, &options, |sheet| {
            contradicted |= sheet.contradicted;
            let text = match args.json {
                true => sheet.to_json_lines(),
                false => sheet.to_text() + "\n",
            };
            let printed = progress.aside(|| write_out(&text, &sheet.charts(), args, out));
            if let Err(failure) = printed
                && trouble.is_none()
            {
                watch.stop();
                trouble = Some(failure);
            }
        });
    });
    match trouble {
        Some(failure) => Err(failure),
        None if watch.is_stopped() => Err(Failure::Interrupted),
        None if contradicted => Err(Failure::No),
        None => Ok(()),
    }
}

fn brueggemann_experiments(
    ids: &[String],
) -> Result<Vec<&'static brueggemann::Experiment>, Failure> {
    if ids.is_empty() {
        return Ok(brueggemann::EXPERIMENTS.iter().collect());
    }
    let find = |id: &String| {
        brueggemann::experiment(id).ok_or_else(|| {
            let known = brueggemann::EXPERIMENTS.iter();
            let known: Vec<&str> = known.map(|experiment| experiment.id).collect();
            let known = known.join(", ");
            Failure::message(format_args!("FIGURE: no table '{id}' (known: {known})"))
        })
    };
    ids.iter().map(find).collect()
}

fn run_schijf(args: &ReproduceArgs, out: &mut impl Write) -> Result<(), Failure> {
    let tables = schijf_tables(&args.figures)?;
    if let Some(directory) = &args.plots {
        fs::create_dir_all(directory).map_err(|error| file_failure(directory, &error))?;
    }
    let watch = Watch::with_signals()?;
    let progress = Progress::new(args.quiet.quiet);
    let options = Options {
        up_to: args.most_nodes(u64::MAX),
        threads: args.threads,
        watch: &*watch,
    };
    let mut contradicted = false;
    let mut trouble = None;
    progress.during(&watch, || {
        schijf::run(&tables, &options, |result| {
            contradicted |= result.failed();
            let text = match args.json {
                true => result.to_json_lines(),
                false => result.to_text() + "\n",
            };
            let printed = progress.aside(|| write_out(&text, result.charts(), args, out));
            if let Err(failure) = printed
                && trouble.is_none()
            {
                watch.stop();
                trouble = Some(failure);
            }
        });
    });
    match trouble {
        Some(failure) => Err(failure),
        None if watch.is_stopped() => Err(Failure::Interrupted),
        None if contradicted => Err(Failure::No),
        None => Ok(()),
    }
}

fn schijf_tables(ids: &[String]) -> Result<Vec<&'static schijf::Table>, Failure> {
    if ids.is_empty() {
        return Ok(schijf::TABLES.iter().collect());
    }
    let find = |id: &String| {
        schijf::table(id).ok_or_else(|| {
            let known: Vec<&str> = schijf::TABLES.iter().map(|table| table.id).collect();
            let known = known.join(", ");
            Failure::message(format_args!("FIGURE: no table '{id}' (known: {known})"))
        })
    };
    ids.iter().map(find).collect()
}

fn run_vandaalen(args: &ReproduceArgs, out: &mut impl Write) -> Result<(), Failure> {
    let experiments = vandaalen_experiments(&args.figures)?;
    let watch = Watch::with_signals()?;
    let progress = Progress::new(args.quiet.quiet);
    let options = Options {
        up_to: args.most_nodes(vandaalen::DEFAULT_GAMES),
        threads: args.threads,
        watch: &*watch,
    };
    let mut failed = false;
    let mut trouble = None;
    progress.during(&watch, || {
        vandaalen::run(&experiments, &options, |sheet| {
            failed |= sheet.failed;
            if sheet.interrupted {
                return;
            }
            let text = match args.json {
                true => sheet.to_json_lines(),
                false => sheet.to_text() + "\n",
            };
            let printed = progress.aside(|| write_out(&text, &[], args, out));
            if let Err(failure) = printed
                && trouble.is_none()
            {
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

fn vandaalen_experiments(ids: &[String]) -> Result<Vec<&'static vandaalen::Experiment>, Failure> {
    if ids.is_empty() {
        return Ok(vandaalen::EXPERIMENTS.iter().collect());
    }
    let find = |id: &String| {
        vandaalen::experiment(id).ok_or_else(|| {
            let known = vandaalen::EXPERIMENTS.iter();
            let known: Vec<&str> = known.map(|experiment| experiment.id).collect();
            let known = known.join(", ");
            Failure::message(format_args!("FIGURE: no table '{id}' (known: {known})"))
        })
    };
    ids.iter().map(find).collect()
}

fn report(
    result: &FigureResult,
    args: &ReproduceArgs,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let text = match args.json {
        true => result.to_json_lines(),
        false => result.to_text() + "\n",
    };
    write_out(&text, &result.charts(), args, out)
}

fn write_out(
    text: &str,
    charts: &[(String, String)],
    args: &ReproduceArgs,
    out: &mut impl Write,
) -> Result<(), Failure> {
    write!(out, "{text}")?;
    out.flush()?;
    if let Some(directory) = &args.plots {
        for (name, svg) in charts {
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
