//! Random structural schemas, objects and updates: what comes of them here and with the API server's libraries.

mod case;
mod outcome;
mod rule;
mod schema;
mod shrink;
mod value;

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
};

use idlgen_testing::Random;
use serde_json::{Value as Json, json};

use self::{case::Case, outcome::Outcome};
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
    /// Only schemas on bare values, not whole requests
    #[arg(long)]
    values_only: bool,
    #[command(flatten)]
    oracle: OracleArguments,
    /// Compare the cases of this file instead, one JSON object a line, in the form in which the oracle reads them or as
    /// `--failures` writes them
    #[arg(long, value_name = "FILE")]
    cases: Option<PathBuf>,
    /// Write the cases that differ to this file, one JSON object a line, made small
    #[arg(long, value_name = "FILE")]
    failures: Option<PathBuf>,
}

/// How many cases are put to the oracle at once.
const BATCH: usize = 2_000;
/// How many cases that differ are made small and shown.
const SHOWN: usize = 20;
/// How often the oracle is asked again where the order of a Go map may matter.
const REPEATS: usize = 30;

/// Runs the task.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    differential::run("crd-cases", arguments.oracle.oracle("crdoracle"), |oracle| compare(arguments, oracle))
}

#[derive(Default)]
struct Tally {
    agreed: usize,
    /// Of these, those that agreed with one of several answers.
    after_repeats: usize,
    updates: usize,
    refused: usize,
    warned: usize,
    with_rules: usize,
    unreadable: usize,
    /// What is none of the comparison, by the reason.
    left_out: BTreeMap<String, usize>,
    failures: Vec<String>,
    differences: usize,
}

fn compare(arguments: &Arguments, oracle: &Oracle) -> Result<bool, String> {
    let mut random = Random::new(arguments.seed);
    let mut tally = Tally::default();
    let mut given = arguments.cases.as_deref().map(given_cases).transpose()?;
    let total = given.as_ref().map_or(arguments.count, Vec::len);
    let mut left = total;
    while left > 0 {
        let size = left.min(BATCH);
        left -= size;
        let cases: Vec<Case> = match &mut given {
            Some(given) => given.drain(..size).collect(),
            None => (0..size)
                .map(|_| {
                    let is_request = !arguments.values_only && random.percent(50);
                    Case::random(&mut random, is_request)
                })
                .collect(),
        };
        let answers = oracle.ask(cases.iter().map(Case::request).collect())?;
        for (case, answer) in cases.iter().zip(&answers) {
            tally.add(case, answer, oracle)?;
        }
    }
    if let Some(path) = &arguments.failures {
        fs::write(path, tally.failures.concat()).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    let left_out: usize = tally.left_out.values().sum();
    println!(
        "crd-cases: {} of {} cases agree (seed {}; {} are updates, {} have rules, {} are refused, {} warned of, {} \
         cannot be read; {} agree with one of several answers; {left_out} more are not compared)",
        tally.agreed,
        total - left_out,
        arguments.seed,
        tally.updates,
        tally.with_rules,
        tally.refused,
        tally.warned,
        tally.unreadable,
        tally.after_repeats,
    );
    for (reason, count) in &tally.left_out {
        println!("  {count} × {reason}");
    }
    Ok(tally.differences == 0)
}

/// The cases of a file.
fn given_cases(path: &Path) -> Result<Vec<Case>, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines
        .map(|line| {
            let json: Json = serde_json::from_str(line).map_err(|error| format!("{}: {error}", path.display()))?;
            Ok(Case::read(json.get("case").unwrap_or(&json)))
        })
        .collect()
}

/// Whether one of several answers agrees: where Go iterates over a map, what comes first is any.
fn agrees_at_last(case: &Case, got: &Outcome, oracle: &Oracle) -> Result<bool, String> {
    let answers = oracle.ask(vec![case.request(); REPEATS])?;
    Ok(answers.iter().any(|answer| Outcome::of_oracle(answer).as_ref() == Ok(got)))
}

impl Tally {
    fn add(&mut self, case: &Case, answer: &Json, oracle: &Oracle) -> Result<(), String> {
        let expected = match Outcome::of_oracle(answer) {
            Ok(expected) => expected,
            Err(reason) => {
                *self.left_out.entry(reason).or_default() += 1;
                return Ok(());
            }
        };
        self.updates += usize::from(case.old.is_some());
        self.refused += usize::from(!expected.errors.is_empty());
        self.warned += usize::from(!expected.warnings.is_empty());
        self.with_rules += usize::from(rule::any(&case.schema));
        self.unreadable += usize::from(!expected.decode_error.is_empty());
        let got = Outcome::of(case).unwrap_or_else(|error| Outcome { decode_error: error, ..Outcome::default() });
        if expected == got {
            self.agreed += 1;
            return Ok(());
        }
        if agrees_at_last(case, &got, oracle)? {
            self.agreed += 1;
            self.after_repeats += 1;
            return Ok(());
        }
        if expected.is_panic() {
            *self.left_out.entry("Go panics in a rule".to_owned()).or_default() += 1;
            return Ok(());
        }
        if rule::adds_to_set(&case.schema) {
            *self.left_out.entry("a set of Go keeps what a rule adds to it".to_owned()).or_default() += 1;
            return Ok(());
        }
        self.differences += 1;
        if self.differences > SHOWN {
            self.failures.push(format!("{}\n", json!({"case": case.request()})));
            return Ok(());
        }
        let small = shrink::shrink(case, oracle)?;
        let answers = oracle.ask(vec![small.request()])?;
        let expected = answers.first().map(Outcome::of_oracle);
        let got = Outcome::of(&small);
        println!("{}\n  expected {expected:?}\n  got      {got:?}", small.request());
        let failure = json!({"case": small.request(), "expected": format!("{expected:?}"), "got": format!("{got:?}")});
        self.failures.push(format!("{failure}\n"));
        Ok(())
    }
}
