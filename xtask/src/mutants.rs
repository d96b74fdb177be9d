//! `cargo xtask mutants`: checks that tests notice mistakes. cargo-mutants lists the changes of a package that it would
//! test, and a random sample of them is compiled into one copy of the repository. Each is tested by a run of the tests
//! in which it is active. Documentation tests are not run.

// The text of this file is a crate of its own.
#[cfg(test)]
#[allow(dead_code, unreachable_pub)]
mod active_mutant;
mod attribution;
mod build;
mod copy;
mod coverage;
mod equivalent;
mod jobs;
mod list;
mod program;
mod sample;
mod schemata;
mod session;
mod trials;

use std::path::PathBuf;

use self::{copy::Copy, equivalent::Equivalents, list::Mutant, sample::sample, session::Outcome};
use crate::tidy;

/// The packages that are tested by default.
const PACKAGES: [&str; 7] =
    ["idlgen-yaml", "idlgen-cel", "idlgen-runtime", "idlgen-schema", "idlgen-validate", "idlgen-frontend", "idlgen"];

/// Packages whose tests are run with the mutants that the tests of the package itself miss. The tests of the CEL
/// compiler compare the values of expressions with recorded ones, and those of the engine compare the errors of
/// objects, for which it needs the checks of the runtime and the schemas. Those of the main crate compare what the
/// commands write for Go packages, which the front end reads, and the errors of objects, which the engine finds.
const OTHER_TESTS: [(&str, &[&str]); 4] = [
    ("idlgen-runtime", &["idlgen-cel", "idlgen-validate"]),
    ("idlgen-schema", &["idlgen-validate"]),
    ("idlgen-validate", &["idlgen"]),
    ("idlgen-frontend", &["idlgen"]),
];

/// The percentage of mutants that tests must notice.
const REQUIRED: usize = 95;

/// Arguments of the task.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Only these packages
    #[arg(long = "package", value_name = "PACKAGE", default_values_t = PACKAGES.map(str::to_owned))]
    packages: Vec<String>,
    /// Only files whose path from the root of the repository starts with one of these
    #[arg(long = "file", value_name = "PATH")]
    files: Vec<String>,
    /// The number of mutants per package
    #[arg(long, default_value_t = 100)]
    sample: usize,
    /// Another seed gives another sample
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print the sample without testing it
    #[arg(long)]
    list: bool,
    /// The number of mutants that are tested at once [default: the number of processors]
    #[arg(long)]
    jobs: Option<usize>,
    /// The directory of the copy and of what is built in it, which the next run uses again [default: target/mutants]
    #[arg(long)]
    directory: Option<PathBuf>,
}

/// The result for the sample of a package.
#[derive(Debug, Default, PartialEq, Eq)]
struct Count {
    /// Mutants that compile.
    viable: usize,
    /// Mutants that fail a test or run too long.
    noticed: usize,
    /// Those of them that only tests of other packages notice.
    noticed_by_others: usize,
    /// Mutants that the list of equivalent ones contains, with its reasons.
    equivalent: Vec<String>,
    /// Mutants that pass all tests.
    missed: Vec<String>,
    /// Mutants that a test notices although the list contains them.
    listed: Vec<String>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<bool, String> {
    let equivalents = Equivalents::ours();
    let mut is_enough = true;
    for package in &arguments.packages {
        if let Some(outcomes) = test(package, arguments).map_err(|message| format!("{package}: {message}"))? {
            let result = count(&outcomes, &equivalents);
            print(package, &result);
            is_enough &= result.is_enough();
        }
    }
    Ok(is_enough)
}

/// Tests a sample of the mutants of a package, or prints it.
fn test(package: &str, arguments: &Arguments) -> Result<Option<Vec<(Mutant, Outcome)>>, String> {
    let root = tidy::root();
    let mut mutants = list::list(root, package)?;
    mutants.retain(|mutant| is_under(&mutant.file, &arguments.files));
    let mutants = sample(&mutants, arguments.sample, arguments.seed);
    if arguments.list {
        for mutant in &mutants {
            println!("{}", mutant.name);
        }
        return Ok(None);
    }
    let directory = arguments.directory.clone().unwrap_or_else(|| root.join("target/mutants"));
    let copy = Copy::new(root, &directory, &with_dependency(package))?;
    let jobs = arguments.jobs.or_else(|| std::thread::available_parallelism().ok().map(usize::from)).unwrap_or(1);
    let outcomes = session::test(&copy, &[package], &mutants, jobs)?;
    let mut tested: Vec<_> = mutants.into_iter().zip(outcomes).collect();
    let missed: Vec<_> =
        tested.iter_mut().filter(|(_, outcome)| matches!(outcome, Outcome::Missed | Outcome::Unreached)).collect();
    let others = other_packages(package);
    if !missed.is_empty() && !others.is_empty() {
        let mutants: Vec<_> = missed.iter().map(|(mutant, _)| mutant.clone()).collect();
        let outcomes = session::test(&copy, others, &mutants, jobs)?;
        for ((_, outcome), by_others) in missed.into_iter().zip(outcomes) {
            *outcome = outcome.beside(by_others);
        }
    }
    Ok(Some(tested))
}

/// Returns `true` if the path of a file starts with one of those asked for, or all files are asked for.
fn is_under(file: &str, asked: &[String]) -> bool {
    asked.is_empty() || asked.iter().any(|start| file.starts_with(start.as_str()))
}

/// Returns the packages that can select mutants: all that are tested by default, so that a run for another package
/// does not build them again.
fn with_dependency(package: &str) -> Vec<&str> {
    PACKAGES.into_iter().chain([package]).collect()
}

impl Count {
    /// Returns `true` if tests notice enough of the mutants that change what the program does.
    fn is_enough(&self) -> bool {
        self.listed.is_empty() && self.noticed * 100 >= (self.viable - self.equivalent.len()) * REQUIRED
    }
}

/// Returns the packages whose tests are run, too.
fn other_packages(package: &str) -> &'static [&'static str] {
    OTHER_TESTS.iter().find(|(one, _)| *one == package).map_or(&[], |(_, others)| *others)
}

/// Counts the outcomes of the sample.
fn count(outcomes: &[(Mutant, Outcome)], equivalents: &Equivalents) -> Count {
    let mut result = Count::default();
    for (Mutant { name, .. }, outcome) in outcomes {
        match (outcome, equivalents.reason(name)) {
            (Outcome::Unviable, _) => continue,
            (Outcome::Noticed | Outcome::NoticedByOthers, reason) => {
                result.noticed += 1;
                result.noticed_by_others += usize::from(*outcome == Outcome::NoticedByOthers);
                result.listed.extend(reason.map(|_| name.clone()));
            }
            (Outcome::Missed | Outcome::Unreached, Some(reason)) => {
                result.equivalent.push(format!("{name} ({reason})"));
            }
            (Outcome::Missed, None) => result.missed.push(name.clone()),
            (Outcome::Unreached, None) => result.missed.push(format!("{name} (no test reaches it)")),
        }
        result.viable += 1;
    }
    result
}

fn print(package: &str, result: &Count) {
    let Count { viable, noticed, noticed_by_others, equivalent, missed, listed } = result;
    for name in missed {
        println!("missed: {name}");
    }
    for name in equivalent {
        println!("equivalent: {name}");
    }
    for name in listed {
        println!("not equivalent, a test notices it: {name}");
    }
    let others = match other_packages(package) {
        [] => String::new(),
        others => format!(" ({noticed_by_others} of them only those of {})", others.join(" and ")),
    };
    println!("{package}: tests notice {noticed} of {viable} mutants{others}; {} are equivalent", equivalent.len());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_counted() {
        let outcomes = [
            ("a.rs:1:2: delete ! in f", Outcome::Noticed),
            ("a.rs:2:2: replace g with ()", Outcome::Unviable),
            ("a.rs:3:2: replace < with <= in h", Outcome::Missed),
            ("a.rs:4:2: replace < with > in h", Outcome::Missed),
            ("a.rs:5:2: replace += with -= in h", Outcome::Noticed),
            ("a.rs:6:2: replace i with ()", Outcome::Unreached),
            ("a.rs:7:2: replace j with ()", Outcome::NoticedByOthers),
        ];
        let outcomes = outcomes.map(|(name, outcome)| {
            let mut mutant = list::tests::mutant("!", list::Genre::UnaryOperator, "!", "");
            name.clone_into(&mut mutant.name);
            (mutant, outcome)
        });
        let equivalents =
            Equivalents::read("a.rs: replace < with <= in h # both end the loop\na.rs: delete ! in f # wrong\n");
        let result = count(&outcomes, &equivalents);
        let expected = Count {
            viable: 6,
            noticed: 3,
            noticed_by_others: 1,
            equivalent: vec!["a.rs:3:2: replace < with <= in h (both end the loop)".to_owned()],
            missed: vec![
                "a.rs:4:2: replace < with > in h".to_owned(),
                "a.rs:6:2: replace i with () (no test reaches it)".to_owned(),
            ],
            listed: vec!["a.rs:1:2: delete ! in f".to_owned()],
        };
        assert_eq!(result, expected);
        assert!(!result.is_enough());
        assert!(Count { viable: 100, noticed: 95, ..Count::default() }.is_enough());
        assert!(Count { viable: 96, noticed: 91, equivalent: vec![String::new()], ..Count::default() }.is_enough());
    }

    #[test]
    fn mutants_are_those_of_the_files_asked_for() {
        assert!(is_under("src/diff/rules.rs", &[]));
        assert!(is_under("src/diff/rules.rs", &["src/lower".to_owned(), "src/diff".to_owned()]));
        assert!(!is_under("src/diff/rules.rs", &["src/lower".to_owned()]));
    }

    #[test]
    fn packages_have_the_tests_of_what_uses_them() {
        assert_eq!(other_packages("idlgen-yaml"), [""; 0]);
        assert_eq!(other_packages("idlgen-runtime"), ["idlgen-cel", "idlgen-validate"]);
        assert_eq!(other_packages("idlgen-frontend"), ["idlgen"]);
    }
}
