//! Hostile input to the complete program: valid inputs of all kinds are corrupted or enlarged, and each is passed to a
//! command that reads it, in a separate process with limits on time and memory. None may panic, crash or hang.
//!
//! Before that, each command runs on its unchanged input. Its result must match the table of dimensions, so that inputs
//! stay valid.
//!
//! A run depends only on the seed and its number, so a finding can be reproduced with `--seed SEED --from NUMBER --runs
//! 1`.

mod dimension;
mod mutation;
mod process;
mod seed;
mod seed_check;

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::Duration,
};

use idlgen_testing::Random;

use self::{
    dimension::{DIMENSIONS, Dimension},
    process::{Ended, Limits},
};

/// Arguments of the task.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Only dimensions whose name contains one of these strings
    names: Vec<String>,
    /// Number of runs
    #[arg(long, default_value_t = 15_000)]
    runs: u64,
    /// Seed of the inputs; the same number gives the same inputs
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of the first run
    #[arg(long, default_value_t = 0)]
    from: u64,
    /// The program [default: a release build of this checkout]
    #[arg(long, value_name = "PROGRAM")]
    program: Option<PathBuf>,
    /// A run that takes more CPU time, in seconds, is a hang
    #[arg(long, default_value_t = 20)]
    seconds: u64,
    /// A run that takes more memory, in MiB, is an error
    #[arg(long, default_value_t = 1024)]
    megabytes: u64,
    /// Number of parallel runs
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Keep the inputs of runs with errors in this directory
    #[arg(long, value_name = "FOLDER")]
    keep: Option<PathBuf>,
}

/// The results of a dimension.
#[derive(Default)]
struct Summary {
    runs: u64,
    /// By exit code.
    codes: BTreeMap<i32, u64>,
    faults: u64,
    slowest: (Duration, u64),
    largest: (u64, u64),
}

pub(crate) fn run(arguments: &Arguments) -> Result<bool, String> {
    let is_chosen =
        |one: &&Dimension| arguments.names.is_empty() || arguments.names.iter().any(|name| one.name.contains(name));
    let chosen: Vec<&Dimension> = DIMENSIONS.iter().filter(is_chosen).collect();
    if chosen.is_empty() {
        return Err("no dimension has such a name".to_owned());
    }
    let program = match &arguments.program {
        Some(program) => fs::canonicalize(program).map_err(|error| format!("{}: {error}", program.display()))?,
        None => crate::growth::built()?,
    };
    let mut seeds_are_good = true;
    for dimension in &chosen {
        if let Some(problem) = seed_check::check(dimension, &program)? {
            println!("hostile: {}, the seed: idlgen {}: {problem}", dimension.name, dimension.arguments("@").join(" "));
            seeds_are_good = false;
        }
    }
    if !seeds_are_good {
        return Ok(false);
    }
    let next = AtomicU64::new(arguments.from);
    let end = arguments.from.saturating_add(arguments.runs);
    let summaries: Mutex<BTreeMap<&str, Summary>> = Mutex::default();
    let work = || -> Result<(), String> {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= end {
                return Ok(());
            }
            let at = usize::try_from(number).unwrap_or_default() % chosen.len();
            let Some(dimension) = chosen.get(at) else { return Ok(()) };
            let ended = one(dimension, number, &program, arguments)?;
            let mut summaries = summaries.lock().unwrap_or_else(PoisonError::into_inner);
            summaries.entry(dimension.name).or_default().add(number, &ended);
        }
    };
    thread::scope(|scope| {
        let jobs: Vec<_> = (0..arguments.jobs.max(1)).map(|_| scope.spawn(work)).collect();
        jobs.into_iter().try_for_each(|job| job.join().map_err(|_| "a thread panicked".to_owned())?)
    })?;
    let summaries = summaries.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut total = Summary::default();
    println!("{:<32}{:>7}  {:<24}{:>7}{:>16}{:>16}", "dimension", "runs", "exit codes", "faults", "slowest", "largest");
    for (name, summary) in &summaries {
        println!("{}", summary.row(name));
        total.merge(summary);
    }
    println!("{}", total.row(&format!("all {} dimensions", summaries.len())));
    Ok(total.faults == 0)
}

/// Performs one run. The input is in a separate directory.
fn one(dimension: &Dimension, number: u64, program: &Path, arguments: &Arguments) -> Result<Ended, String> {
    let mut random = Random::new(arguments.seed.wrapping_mul(0x1_0000_0001).wrapping_add(number));
    let temporary = tempfile::tempdir().map_err(|error| error.to_string())?;
    // Hostile settings can select an output directory some levels up.
    let folder = temporary.path().join("1/2/3/4");
    let mut files = (dimension.files)();
    let hostile = mutation::hostile(&mut random, &mut files, dimension.target, dimension.argument);
    seed::write(&files, &folder)?;
    let limits = Limits { time: Duration::from_secs(arguments.seconds), memory: arguments.megabytes << 20 };
    let ended = process::run(program, &dimension.arguments(&hostile), &folder, &limits)?;
    if let Some(fault) = &ended.fault {
        println!("hostile: {}, number {number} (seed {}): {fault}", dimension.name, arguments.seed);
        if let Some(keep) = &arguments.keep {
            seed::write(&files, &keep.join(number.to_string()))?;
        }
    }
    Ok(ended)
}

impl Summary {
    fn add(&mut self, number: u64, ended: &Ended) {
        self.runs += 1;
        if let Some(code) = ended.code {
            *self.codes.entry(code).or_default() += 1;
        }
        self.faults += u64::from(ended.fault.is_some());
        self.slowest = self.slowest.max((ended.time, number));
        self.largest = self.largest.max((ended.peak, number));
    }

    fn merge(&mut self, other: &Summary) {
        self.runs += other.runs;
        for (code, count) in &other.codes {
            *self.codes.entry(*code).or_default() += count;
        }
        self.faults += other.faults;
        self.slowest = self.slowest.max(other.slowest);
        self.largest = self.largest.max(other.largest);
    }

    fn row(&self, name: &str) -> String {
        let codes: Vec<String> = self.codes.iter().map(|(code, count)| format!("{code}: {count}")).collect();
        let slowest = format!("{:.2} s #{}", self.slowest.0.as_secs_f64(), self.slowest.1);
        let largest = format!("{} MB #{}", self.largest.0 >> 20, self.largest.1);
        format!("{name:<32}{:>7}  {:<24}{:>7}{slowest:>16}{largest:>16}", self.runs, codes.join(", "), self.faults)
    }
}
