//! Reads the Go modules of Kubernetes, and of related projects, without losses and without false reports.
//!
//! The Go command downloads each module with its imports, so the previous contents of the module cache do not matter.

mod built_in;
mod declarations;
mod expected;
mod listing;
mod syntax;
mod tags;

use std::{process::ExitCode, time::Instant};

use self::expected::{MODULES, Module};
use crate::go_modules::Scratch;

/// Arguments of the task.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Fail if a module is unavailable
    #[arg(long)]
    strict: bool,
}

/// The result of reading a module.
#[derive(Default)]
struct Findings {
    /// A summary, for the printed line.
    read: Vec<String>,
    /// Differences from the expected result, one per line.
    differences: Vec<String>,
}

impl Findings {
    /// Compares the actual result with the expected one.
    fn compare<T: PartialEq + std::fmt::Debug>(&mut self, what: &str, found: &T, expected: &T) {
        if found != expected {
            self.differences.push(format!("{what}: expected {expected:?}, found {found:?}"));
        }
    }

    /// Compares the actual results with the expected ones, entry by entry. Both are sorted.
    fn compare_entries<T: PartialEq + std::fmt::Debug>(&mut self, what: &str, found: &[T], expected: &[T]) {
        let missing = expected.iter().filter(|entry| !found.contains(entry));
        self.differences.extend(missing.map(|entry| format!("{what}: expected and not found: {entry:?}")));
        let more = found.iter().filter(|entry| !expected.contains(entry));
        self.differences.extend(more.map(|entry| format!("{what}: not expected: {entry:?}")));
        // The same entry can occur twice.
        if found.len() != expected.len() {
            self.compare(what, &found.len(), &expected.len());
        }
    }
}

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let (mut unread, mut differences) = (0, 0);
    for module in MODULES {
        match read(module) {
            Ok(found) => differences += found,
            Err(reason) => {
                println!("{} {}: not read: {reason}", module.path, module.version);
                unread += 1;
            }
        }
    }
    println!("{} modules, {unread} of them not read, {differences} differences", MODULES.len());
    if differences > 0 || (arguments.strict && unread > 0) { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// Reads a module and prints the results. Returns the number of differences, or the reason why the module is
/// unreadable.
fn read(module: &Module) -> Result<usize, String> {
    let begin = Instant::now();
    let patterns = module.declarations.as_ref().map_or(std::slice::from_ref(&module.packages), |part| part.patterns);
    let scratch = Scratch::of(module.path, module.version, patterns)?;
    let mut findings = Findings::default();
    if let Some(expected) = &module.declarations {
        declarations::check(&scratch, expected, &mut findings);
    }
    tags::check(&scratch, module, &mut findings);
    syntax::check(&scratch, &mut findings);
    if module.is_listed {
        listing::check(&scratch, &mut findings)?;
    }
    built_in::check(module, &mut findings)?;
    let Module { path, version, .. } = module;
    println!("{path} {version}: {}; {:.1} s", findings.read.join(", "), begin.elapsed().as_secs_f64());
    for difference in &findings.differences {
        println!("  {difference}");
    }
    Ok(findings.differences.len())
}
