//! Tests the mutants of a sample.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    attribution::{self, Removal},
    build::{self, Built, Program},
    copy::Copy,
    list::Mutant,
    schemata::{self, Omission, Schema},
    trials::{Trials, Verdict},
};

/// The result for a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// A test fails or runs too long.
    Noticed,
    /// The tests of the package itself miss it, but those of another one notice it.
    NoticedByOthers,
    /// All tests pass.
    Missed,
    /// All tests pass, because none runs the mutated code.
    Unreached,
    /// It does not compile.
    Unviable,
}

impl Outcome {
    /// Returns the outcome of a mutant that the tests of its package miss, from that with the tests of others.
    pub(super) fn beside(self, by_others: Self) -> Self {
        match (self, by_others) {
            (_, Outcome::Noticed) => Outcome::NoticedByOthers,
            (own, Outcome::Unreached | Outcome::Unviable) => own,
            (_, missed) => missed,
        }
    }
}

/// A copy of the repository with as many of the mutants as one build can contain.
struct Combined {
    programs: Vec<Program>,
    /// The mutants that the build does not contain.
    removed: BTreeMap<usize, Removal>,
}

/// Tests mutants with the tests of packages. Returns an outcome for each.
pub(super) fn test(copy: &Copy, packages: &[&str], mutants: &[Mutant], jobs: usize) -> Result<Vec<Outcome>, String> {
    let Combined { programs, removed } = combine(copy, packages, mutants)?;
    let combined: Vec<_> = (1..=mutants.len()).filter(|number| !removed.contains_key(number)).collect();
    eprintln!("mutants: {} in one build, {} programs", combined.len(), programs.len());
    let trials = Trials::new(programs, jobs)?;
    let name = |number: usize| mutants.get(number - 1).map_or("", |mutant| mutant.name.as_str());
    for (number, removal) in &removed {
        eprintln!("mutants: {removal:?}: {}", name(*number));
    }
    let verdicts = trials.run(&combined, jobs, |number, verdict| {
        if verdict != Verdict::Noticed {
            eprintln!("mutants: {verdict:?}: {}", name(number));
        }
    })?;
    let mut outcomes = Vec::new();
    for (index, mutant) in mutants.iter().enumerate() {
        let number = index + 1;
        outcomes.push(match (verdicts.get(&number), removed.get(&number)) {
            (Some(Verdict::Noticed | Verdict::Hanging), _) => Outcome::Noticed,
            (Some(Verdict::Missed), _) => Outcome::Missed,
            (Some(Verdict::Unreached), _) => Outcome::Unreached,
            (None, Some(Removal::Unviable)) => Outcome::Unviable,
            (None, _) => {
                let outcome = alone(copy, packages, mutant, &trials)?;
                eprintln!("mutants: built alone: {outcome:?}: {}", mutant.name);
                outcome
            }
        });
    }
    Ok(outcomes)
}

/// Builds the tests with all mutants, and removes mutants until they compile.
fn combine(copy: &Copy, packages: &[&str], mutants: &[Mutant]) -> Result<Combined, String> {
    let mut removed: BTreeMap<usize, Removal> = BTreeMap::new();
    loop {
        let mut changed = BTreeMap::new();
        let mut regions = BTreeMap::new();
        for (file, schema) in instrument(copy, mutants, &removed)? {
            removed.extend(schema.omitted.into_iter().map(|(number, omission)| match omission {
                Omission::Syntax => (number, Removal::Unviable),
                Omission::Position => (number, Removal::Unclear),
            }));
            changed.insert(file.clone(), schema.text);
            regions.insert(file, schema.regions);
        }
        copy.update(&changed)?;
        let errors = match build::build(copy, packages)? {
            Built::Programs(programs) => return Ok(Combined { programs, removed }),
            Built::Errors(errors) => errors,
        };
        let found = attribution::attribute(&errors, &regions);
        eprintln!("mutants: {} errors, {} mutants removed", errors.len(), found.len());
        if found.is_empty() {
            let message = errors.first().map(|error| error.message.as_str()).unwrap_or_default();
            return Err(format!("the copy does not compile: {message}"));
        }
        removed.extend(found);
    }
}

/// Adds mutants to the files of the copy's origin. Returns the files that have mutants in the sample.
fn instrument(
    copy: &Copy,
    mutants: &[Mutant],
    removed: &BTreeMap<usize, Removal>,
) -> Result<BTreeMap<String, Schema>, String> {
    let numbered = || mutants.iter().enumerate().map(|(index, mutant)| (index + 1, mutant));
    let mut schemata = BTreeMap::new();
    for file in mutants.iter().map(|mutant| mutant.file.as_str()).collect::<BTreeSet<_>>() {
        let text = copy.text(file)?;
        let ours = numbered().filter(|(number, mutant)| mutant.file == file && !removed.contains_key(number));
        let ours: Vec<_> = ours.collect();
        let schema = schemata::instrument(text, &ours).map_err(|error| format!("{file}: {error}"))?;
        schemata.insert(file.to_owned(), schema);
    }
    Ok(schemata)
}

/// Builds and tests a copy in which only this mutant is.
fn alone(copy: &Copy, packages: &[&str], mutant: &Mutant, trials: &Trials) -> Result<Outcome, String> {
    let text = mutant.apply(copy.text(&mutant.file)?).ok_or_else(|| format!("{}: no such text", mutant.name))?;
    copy.update(&BTreeMap::from([(mutant.file.clone(), text)]))?;
    match build::build(copy, packages)? {
        Built::Errors(_) => Ok(Outcome::Unviable),
        Built::Programs(programs) if trials.any_fails(&programs)? => Ok(Outcome::Noticed),
        Built::Programs(_) => Ok(Outcome::Missed),
    }
}

#[cfg(test)]
mod tests {
    use super::Outcome;

    #[test]
    fn tests_of_others_add_to_those_of_the_package() {
        assert_eq!(Outcome::Missed.beside(Outcome::Noticed), Outcome::NoticedByOthers);
        assert_eq!(Outcome::Unreached.beside(Outcome::Missed), Outcome::Missed);
        assert_eq!(Outcome::Missed.beside(Outcome::Unreached), Outcome::Missed);
    }
}
