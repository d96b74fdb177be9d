//! `cargo xtask speed`: CPU times of idlgen and of other tools for the same input, in turn. Writes docs/speed.toml and
//! draws docs/speed.svg from it.
//!
//! The result is a ratio, which depends less on the machine than a time does.

mod arguments;
mod chart;
mod measure;
mod results;
mod tasks;

use std::{fs, path::Path};

pub(crate) use self::arguments::Arguments;
use self::{
    results::{Measurement, Results},
    tasks::Task,
};
use crate::{
    go_modules::{ask, go},
    tidy,
};

/// The file with the results.
const DATA: &str = "docs/speed.toml";

/// The comment at its beginning.
const HEAD: &str = "# Ratios of CPU time, written by `cargo xtask speed`. docs/speed.svg is drawn from this file.\n\n";

pub(crate) fn run(arguments: &Arguments) -> Result<bool, String> {
    measure_all(arguments)?;
    Ok(true)
}

fn measure_all(arguments: &Arguments) -> Result<(), String> {
    let mut results = Results { result: Vec::new() };
    for task in tasks::all(arguments)? {
        let measurement = compare(&task, arguments.rounds)?;
        println!(
            "{}: {} {} takes {} times as much CPU time ({} to {} in {} rounds)",
            measurement.task,
            measurement.peer,
            measurement.version,
            measurement.ratio,
            measurement.range[0],
            measurement.range[1],
            measurement.rounds
        );
        results.result.push(measurement);
    }
    let text = toml::to_string(&results).map_err(|error| error.to_string())?;
    write(&tidy::root().join(DATA), &(HEAD.to_owned() + &text))?;
    write(&tidy::root().join(chart::FILE), &chart::draw(&results))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

/// Runs both programs in turn. The first round fills the caches and is not measured.
fn compare(task: &Task, rounds: usize) -> Result<Measurement, String> {
    let mut ratios = Vec::new();
    for round in 0..=rounds {
        let theirs = measure::cpu(&task.theirs)?;
        let ours = measure::cpu(&task.ours)?;
        if round > 0 {
            ratios.push(theirs / ours);
        }
    }
    ratios.sort_by(f64::total_cmp);
    let rounded = |at: usize| ratios.get(at).map(|ratio| (ratio * 10.0).round() / 10.0).ok_or("no rounds");
    Ok(Measurement {
        task: task.title.clone(),
        peer: task.peer.to_owned(),
        version: version(&task.theirs.program)?,
        // Of two in the middle, the smaller one.
        ratio: rounded(ratios.len().saturating_sub(1) / 2)?,
        range: [rounded(0)?, rounded(ratios.len().saturating_sub(1))?],
        rounds,
    })
}

/// Returns the version of the module that a Go program was built from.
fn version(program: &Path) -> Result<String, String> {
    let build = ask(go(&std::env::temp_dir()).arg("version").arg("-m").arg(program))?;
    let module = build.lines().find_map(|line| line.trim().strip_prefix("mod\t"));
    let version = module.and_then(|line| line.split('\t').nth(1));
    version.map(str::to_owned).ok_or_else(|| format!("{}: no version", program.display()))
}
