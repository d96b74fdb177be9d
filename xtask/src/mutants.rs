//! `cargo xtask mutants`: checks that tests notice mistakes. cargo-mutants changes a random sample of places in a
//! package, one at a time, and runs the tests of the package.

mod equivalent;
mod sample;

use std::{
    collections::BTreeSet,
    fs,
    path::Path,
    process::{Command, ExitCode},
};

use serde::Deserialize;

use self::{equivalent::Equivalents, sample::sample};
use crate::tidy;

/// The packages that are tested by default.
const PACKAGES: [&str; 7] =
    ["idlgen-yaml", "idlgen-cel", "idlgen-runtime", "idlgen-schema", "idlgen-validate", "idlgen-frontend", "idlgen"];

/// Packages whose tests are run in addition to those of the package itself: the tests of the CEL compiler compare the
/// values of expressions with recorded ones, and those of the engine compare the errors of objects, for which it needs
/// the checks of the runtime and the schemas.
const OTHER_TESTS: [(&str, &str); 3] =
    [("idlgen-runtime", "idlgen-cel"), ("idlgen-runtime", "idlgen-validate"), ("idlgen-schema", "idlgen-validate")];

/// The percentage of mutants that tests must notice.
const REQUIRED: usize = 95;

/// Arguments of the task.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Only these packages
    #[arg(long = "package", value_name = "PACKAGE", default_values_t = PACKAGES.map(str::to_owned))]
    packages: Vec<String>,
    /// The number of mutants per package
    #[arg(long, default_value_t = 100)]
    sample: usize,
    /// Another seed gives another sample
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print the sample without testing it
    #[arg(long)]
    list: bool,
}

/// The part of outcomes.json of cargo-mutants that is read.
#[derive(Deserialize)]
struct Outcomes {
    outcomes: Vec<Outcome>,
}

#[derive(Deserialize)]
struct Outcome {
    scenario: Scenario,
    summary: Summary,
}

#[derive(Deserialize)]
enum Scenario {
    Baseline,
    Mutant(Mutant),
}

#[derive(Deserialize)]
struct Mutant {
    name: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
enum Summary {
    Success,
    CaughtMutant,
    MissedMutant,
    Unviable,
    Failure,
    Timeout,
}

/// The result for the sample of a package.
#[derive(Debug, Default, PartialEq, Eq)]
struct Count {
    /// Mutants that compile.
    viable: usize,
    /// Mutants that fail a test or run too long.
    noticed: usize,
    /// Mutants that the list of equivalent ones contains, with its reasons.
    equivalent: Vec<String>,
    /// Mutants that pass all tests.
    missed: Vec<String>,
    /// Mutants that a test notices although the list contains them.
    listed: Vec<String>,
}

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let root = tidy::root();
    let equivalents = Equivalents::ours();
    let mut is_enough = true;
    for package in &arguments.packages {
        let result = names(root, package).and_then(|names| {
            let names = sample(&names, arguments.sample, arguments.seed);
            if arguments.list {
                for name in &names {
                    println!("{name}");
                }
                return Ok(None);
            }
            test(root, package, &names).map(|outcomes| Some(count(outcomes, &names, &equivalents)))
        });
        match result {
            Ok(None) => {}
            Ok(Some(result)) => {
                print(package, &result);
                is_enough &= result.is_enough();
            }
            Err(message) => {
                eprintln!("mutants: {package}: {message}");
                return ExitCode::from(2);
            }
        }
    }
    if is_enough { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

impl Count {
    /// Returns `true` if tests notice enough of the mutants that change what the program does.
    fn is_enough(&self) -> bool {
        self.listed.is_empty() && self.noticed * 100 >= (self.viable - self.equivalent.len()) * REQUIRED
    }
}

/// Returns the names of all mutants of a package.
fn names(root: &Path, package: &str) -> Result<Vec<String>, String> {
    let output = Command::new("cargo")
        .args(["mutants", "--list", "--package", package])
        .current_dir(root)
        .output()
        .map_err(|error| format!("cannot run cargo: {error}"))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        return Err(format!("cargo mutants: {said}; install it with `cargo install cargo-mutants --locked`"));
    }
    Ok(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect())
}

/// Tests mutants. Mutants and tests are built in a copy of the repository.
fn test(root: &Path, package: &str, names: &[String]) -> Result<Outcomes, String> {
    let folder = tempfile::tempdir().map_err(|error| format!("cannot create a directory: {error}"))?;
    let mut command = Command::new("cargo");
    command.args(["mutants", "--package", package, "--no-shuffle", "--colors", "never"]);
    // A busy machine must not make mutants look as if tests noticed them.
    command.args(["--minimum-test-timeout", "120", "--output"]);
    command.arg(folder.path());
    for tested in test_packages(package) {
        command.args(["--test-package", tested]);
    }
    for name in names {
        command.arg("--re").arg(format!("^{}$", escape(name)));
    }
    // cargo-mutants 27 also tests all deleted fields in these files, whatever the expressions are.
    for file in names.iter().filter_map(|name| name.split(':').next()).collect::<BTreeSet<_>>() {
        command.args(["--file", file]);
    }
    command.current_dir(root).env("CARGO_PROFILE_DEV_DEBUG", "0").env("INSTA_UPDATE", "no");
    // A failure status means that mutants were missed, or that the tests fail without a mutation.
    command.status().map_err(|error| format!("cannot run cargo: {error}"))?;
    let path = folder.path().join("mutants.out/outcomes.json");
    let text = fs::read_to_string(&path).map_err(|error| format!("no results of cargo-mutants: {error}"))?;
    let outcomes: Outcomes = serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
    let is_sound = |one: &Outcome| !matches!(one.scenario, Scenario::Baseline) || one.summary == Summary::Success;
    if !outcomes.outcomes.iter().all(is_sound) {
        return Err("the tests fail without a mutation".to_owned());
    }
    Ok(outcomes)
}

/// Returns the packages whose tests must notice the mutants of a package.
fn test_packages(package: &str) -> impl Iterator<Item = &str> {
    let others = OTHER_TESTS.iter().filter(move |(one, _)| *one == package).map(|(_, other)| *other);
    std::iter::once(package).chain(others)
}

/// Escapes the characters with a meaning in regular expressions.
fn escape(name: &str) -> String {
    let mut escaped = String::new();
    for character in name.chars() {
        // An escaped `<` or `>` is a word boundary.
        if character.is_ascii_punctuation() && !matches!(character, '<' | '>') {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

/// Counts the outcomes of the sample. Other mutants, which cargo-mutants tests in addition, are not counted.
fn count(outcomes: Outcomes, names: &[String], equivalents: &Equivalents) -> Count {
    let mut result = Count::default();
    for Outcome { scenario, summary } in outcomes.outcomes {
        let Scenario::Mutant(Mutant { name }) = scenario else { continue };
        if !names.contains(&name) {
            continue;
        }
        match summary {
            Summary::Unviable => continue,
            Summary::CaughtMutant | Summary::Timeout => {
                result.noticed += 1;
                result.listed.extend(equivalents.reason(&name).map(|_| name.clone()));
            }
            Summary::MissedMutant | Summary::Success | Summary::Failure => match equivalents.reason(&name) {
                Some(reason) => result.equivalent.push(format!("{name} ({reason})")),
                None => result.missed.push(name),
            },
        }
        result.viable += 1;
    }
    result
}

fn print(package: &str, result: &Count) {
    let Count { viable, noticed, equivalent, missed, listed } = result;
    for name in missed {
        println!("missed: {name}");
    }
    for name in equivalent {
        println!("equivalent: {name}");
    }
    for name in listed {
        println!("not equivalent, a test notices it: {name}");
    }
    println!("{package}: tests notice {noticed} of {viable} mutants; {} are equivalent", equivalent.len());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_counted() {
        let outcome = |name: &str, summary: &str| {
            let scenario = serde_json::json!({"Mutant": {"name": name, "file": "a.rs"}});
            serde_json::json!({"scenario": scenario, "summary": summary})
        };
        let outcomes = serde_json::json!({"outcomes": [
            {"scenario": "Baseline", "summary": "Success"},
            outcome("a.rs:1:2: delete ! in f", "CaughtMutant"),
            outcome("a.rs:2:2: replace g with ()", "Unviable"),
            outcome("a.rs:3:2: replace < with <= in h", "MissedMutant"),
            outcome("a.rs:4:2: replace < with > in h", "MissedMutant"),
            outcome("a.rs:5:2: replace += with -= in h", "Timeout"),
            outcome("a.rs:6:2: delete field a from struct A expression in i", "MissedMutant"),
        ]});
        // The last one is not in the sample.
        let names = outcomes["outcomes"].as_array().unwrap()[1..6].iter();
        let names: Vec<String> =
            names.map(|one| one["scenario"]["Mutant"]["name"].as_str().unwrap().to_owned()).collect();
        let equivalents =
            Equivalents::read("a.rs: replace < with <= in h # both end the loop\na.rs: delete ! in f # wrong\n");
        let result = count(serde_json::from_value(outcomes).unwrap(), &names, &equivalents);
        let expected = Count {
            viable: 4,
            noticed: 2,
            equivalent: vec!["a.rs:3:2: replace < with <= in h (both end the loop)".to_owned()],
            missed: vec!["a.rs:4:2: replace < with > in h".to_owned()],
            listed: vec!["a.rs:1:2: delete ! in f".to_owned()],
        };
        assert_eq!(result, expected);
        assert!(!result.is_enough());
        assert!(Count { viable: 100, noticed: 95, ..Count::default() }.is_enough());
        assert!(Count { viable: 96, noticed: 91, equivalent: vec![String::new()], ..Count::default() }.is_enough());
    }

    #[test]
    fn packages_have_the_tests_of_what_uses_them() {
        assert_eq!(test_packages("idlgen-yaml").collect::<Vec<_>>(), ["idlgen-yaml"]);
        assert_eq!(
            test_packages("idlgen-runtime").collect::<Vec<_>>(),
            ["idlgen-runtime", "idlgen-cel", "idlgen-validate"]
        );
        assert_eq!(test_packages("idlgen-schema").collect::<Vec<_>>(), ["idlgen-schema", "idlgen-validate"]);
    }

    #[test]
    fn names_are_literal_in_expressions() {
        assert_eq!(escape("a.rs:1: f -> Vec<u8> with vec![]"), r"a\.rs\:1\: f \-> Vec<u8> with vec\!\[\]");
    }
}
