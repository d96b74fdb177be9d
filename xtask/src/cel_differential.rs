//! Random rules over random schemas and objects: what comes of them here and with the real libraries.

mod case;
mod expression;
mod literal;
mod macros;
mod outcome;
mod render;
mod schema;
mod term;

use idlgen_testing::Random;
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
};

use serde_json::{Value as Json, json};

use self::outcome::{Kind, Outcome};
pub(crate) use self::{
    case::{Case, On},
    outcome::Outcome as Judged,
};
use crate::{
    differential::{self, OracleArguments},
    oracle::Oracle,
};

/// Arguments of the task.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Which sequence of cases; the same number gives the same cases
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many cases
    #[arg(long, default_value_t = 20_000)]
    count: usize,
    /// The minor version of Kubernetes that the real libraries are of
    #[arg(long, default_value_t = 35, value_parser = clap::value_parser!(u8).range(25..))]
    kubernetes_minor: u8,
    /// A fifth of the cases is for versions down to this one; the libraries have to be of the same cel-go
    #[arg(long, default_value_t = 25, value_parser = clap::value_parser!(u8).range(25..))]
    oldest_minor: u8,
    #[command(flatten)]
    oracle: OracleArguments,
    /// Compare the cases of this file instead, one JSON object a line, in the form in which the oracle reads them or as
    /// `--failures` writes them
    #[arg(long, value_name = "FILE")]
    cases: Option<PathBuf>,
    /// Write the cases that differ to this file, one JSON object a line
    #[arg(long, value_name = "FILE")]
    failures: Option<PathBuf>,
}

/// How many cases are put to the oracle at once.
const BATCH: usize = 2_000;
/// How many cases in which Go panics are shown.
const EXAMPLES: usize = 5;
/// How often the oracle is asked again where the order of a Go map may matter.
const REPEATS: usize = 200;

/// Runs the task.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    differential::run("cel-differential", arguments.oracle.oracle("celtool"), |oracle| compare(arguments, oracle))
}

#[derive(Default)]
struct Tally {
    agreed: usize,
    /// Of these, those that agreed with one of several answers.
    after_repeats: usize,
    /// Those in which the real library panics and no panic is imitated here, by what Go says.
    panics: BTreeMap<String, usize>,
    /// How many of these were shown.
    examples: usize,
    kinds: BTreeMap<Kind, usize>,
    failures: Vec<String>,
}

fn compare(arguments: &Arguments, oracle: &Oracle) -> Result<bool, String> {
    let mut random = Random::new(arguments.seed);
    let mut tally = Tally::default();
    let mut given = arguments.cases.as_deref().map(given_cases).transpose()?;
    let mut left = given.as_ref().map_or(arguments.count, Vec::len);
    let total = left;
    while left > 0 {
        let size = left.min(BATCH);
        left -= size;
        let cases: Vec<Case> = match &mut given {
            Some(given) => given.drain(..size).collect(),
            None => (0..size)
                .map(|_| Case::random(&mut random, arguments.kubernetes_minor, arguments.oldest_minor))
                .collect(),
        };
        let answers = oracle.ask(cases.iter().map(Case::request).collect())?;
        for (case, answer) in cases.iter().zip(&answers) {
            tally.add(case, &Outcome::of_oracle(answer), oracle)?;
        }
    }
    if let Some(path) = &arguments.failures {
        fs::write(path, tally.failures.concat()).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    let panics: usize = tally.panics.values().sum();
    let kind = |kind| tally.kinds.get(&kind).copied().unwrap_or_default();
    println!(
        "cel-differential: {} of {} cases agree (seed {}; {} do not compile, {} fail, {} have a value; {} agree with \
         one of several answers; {} more \
         in which Go panics are not compared)",
        tally.agreed,
        total - panics,
        arguments.seed,
        kind(Kind::NotCompiled),
        kind(Kind::Failed),
        kind(Kind::Value),
        tally.after_repeats,
        panics
    );
    for (panic, count) in &tally.panics {
        println!("  {count} × {panic}");
    }
    Ok(tally.failures.is_empty())
}

/// Whether one of several answers agrees: where Go iterates over a map, order, cost and the error that comes first are
/// any.
fn agrees_at_last(case: &Case, got: &Outcome, oracle: &Oracle) -> Result<bool, String> {
    let answers = oracle.ask(vec![case.request(); REPEATS])?;
    Ok(answers.iter().any(|answer| Outcome::of_oracle(answer) == *got))
}

/// The cases of a file.
fn given_cases(path: &Path) -> Result<Vec<Case>, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines
        .map(|line| {
            let json: Json = serde_json::from_str(line).map_err(|error| format!("{}: {error}", path.display()))?;
            Case::read(json.get("case").unwrap_or(&json)).ok_or_else(|| format!("{}: no case: {line}", path.display()))
        })
        .collect()
}

impl Tally {
    fn add(&mut self, case: &Case, expected: &Outcome, oracle: &Oracle) -> Result<(), String> {
        *self.kinds.entry(expected.kind()).or_default() += 1;
        let got = Outcome::of(case);
        if *expected == got {
            self.agreed += 1;
            return Ok(());
        }
        if let Some(panic) = expected.panic() {
            if got.panic() == Some(panic) {
                self.agreed += 1;
            } else if agrees_at_last(case, &got, oracle)? {
                self.agreed += 1;
                self.after_repeats += 1;
            } else {
                *self.panics.entry(panic.to_owned()).or_default() += 1;
                if self.examples < EXAMPLES {
                    self.examples += 1;
                    println!("in Go, {panic}: {}\n  got {}", case.request(), got.in_short());
                }
            }
            return Ok(());
        }
        if agrees_at_last(case, &got, oracle)? {
            self.agreed += 1;
            self.after_repeats += 1;
            return Ok(());
        }
        let failure = json!({"case": case.request(), "expected": format!("{expected:?}"), "got": format!("{got:?}")});
        if self.failures.len() < 20 {
            println!("{}\n  expected {expected:?}\n  got      {got:?}", case.rule);
        }
        self.failures.push(format!("{failure}\n"));
        Ok(())
    }
}
