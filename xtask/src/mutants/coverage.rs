//! The mutants that each test reaches, and the time that it takes.

use std::{
    collections::BTreeSet,
    fs,
    path::Path,
    time::{Duration, Instant},
};

use super::{
    build::Program,
    jobs,
    program::{Ended, Purpose},
};

/// The CPU time after which a test without a mutant is stopped.
const LIMIT: Duration = Duration::from_secs(3600);

/// A part of the tests that is run by itself.
#[derive(Debug)]
pub(super) struct Unit {
    /// The index of the program.
    pub(super) program: usize,
    /// A test, or `None` for a program that cannot run its tests by name.
    pub(super) test: Option<String>,
    /// CPU time without a mutant.
    pub(super) time: Duration,
    /// The numbers of mutants.
    pub(super) reached: BTreeSet<usize>,
}

/// Runs each test of the programs alone, without a mutant. The fastest is the first.
///
/// Tests that run together share values that only one of them computes, so what each reaches would be uncertain.
pub(super) fn measure(programs: &[Program], count: usize) -> Result<Vec<Unit>, String> {
    let mut tests = Vec::new();
    for (index, program) in programs.iter().enumerate() {
        match program.tests() {
            Some(names) => tests.extend(names.into_iter().map(|name| (index, Some(name)))),
            None => tests.push((index, None)),
        }
    }
    let units = jobs::run(&tests, count, |(index, test)| {
        let program = programs.get(*index).ok_or("no such program")?;
        unit(program, *index, test.as_deref())
    });
    let mut units = units?;
    units.sort_by_key(|unit| unit.time);
    Ok(units)
}

fn unit(program: &Program, index: usize, test: Option<&str>) -> Result<Unit, String> {
    let file = tempfile::NamedTempFile::new().map_err(|error| format!("cannot create a file: {error}"))?;
    let begin = Instant::now();
    let run = program.run(Purpose::Reach(file.path()), test.as_slice(), LIMIT)?;
    if run.ended != Ended::Passed {
        let test = test.unwrap_or("all tests");
        return Err(format!("the tests fail without a mutation: {test} of {}", program.path.display()));
    }
    let time = if run.cpu.is_zero() { begin.elapsed() } else { run.cpu };
    Ok(Unit { program: index, test: test.map(str::to_owned), time, reached: reached(file.path())? })
}

/// Reads the mutants that a run reached.
fn reached(file: &Path) -> Result<BTreeSet<usize>, String> {
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(text.lines().filter_map(|line| line.parse().ok()).collect())
}
