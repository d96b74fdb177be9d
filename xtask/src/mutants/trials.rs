//! Runs the tests that reach a mutant while it is active.

use std::{collections::BTreeMap, time::Duration};

use super::{
    build::Program,
    coverage::{self, Unit},
    jobs,
    program::{Ended, Purpose},
};

/// The CPU time that a run may use, whatever it uses without a mutant. More is a hang.
const LEAST: Duration = Duration::from_secs(8);

/// How many times the CPU time without a mutant a run may use in addition.
const TIMES: u32 = 4;

/// The CPU time of the tests that are run first. They notice most mutants.
const FIRST: Duration = Duration::from_millis(500);

/// Test programs, and the mutants that their tests reach.
pub(super) struct Trials {
    programs: Vec<Program>,
    /// The fastest is the first.
    units: Vec<Unit>,
}

/// The result for a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// A test fails.
    Noticed,
    /// A test does not end.
    Hanging,
    Missed,
    /// No test reaches it.
    Unreached,
}

impl Trials {
    /// Runs the tests without a mutant.
    pub(super) fn new(programs: Vec<Program>, jobs: usize) -> Result<Self, String> {
        let units = coverage::measure(&programs, jobs)?;
        Ok(Trials { programs, units })
    }

    /// Runs the tests with each of the mutants, some at once. Calls `report` after each.
    pub(super) fn run(
        &self,
        mutants: &[usize],
        jobs: usize,
        report: impl Fn(usize, Verdict) + Sync,
    ) -> Result<BTreeMap<usize, Verdict>, String> {
        let verdicts =
            jobs::run(mutants, jobs, |number| self.verdict(*number).inspect(|verdict| report(*number, *verdict)))?;
        Ok(mutants.iter().copied().zip(verdicts).collect())
    }

    fn verdict(&self, number: usize) -> Result<Verdict, String> {
        let reaching: Vec<_> = self.units.iter().filter(|unit| unit.reached.contains(&number)).collect();
        if reaching.is_empty() {
            return Ok(Verdict::Unreached);
        }
        let (first, rest) = reaching.split_at(first(&reaching));
        for units in [first, rest] {
            let mut by_program: BTreeMap<usize, Vec<&Unit>> = BTreeMap::new();
            for unit in units {
                by_program.entry(unit.program).or_default().push(unit);
            }
            for (program, units) in by_program {
                let Some(program) = self.programs.get(program) else { continue };
                let tests: Vec<_> = units.iter().filter_map(|unit| unit.test.as_deref()).collect();
                let time: Duration = units.iter().map(|unit| unit.time).sum();
                match program.run(Purpose::Mutant(number), &tests, LEAST + TIMES * time)?.ended {
                    Ended::Passed => {}
                    Ended::Failed => return Ok(Verdict::Noticed),
                    Ended::Stopped => return Ok(Verdict::Hanging),
                }
            }
        }
        Ok(Verdict::Missed)
    }

    /// Returns `true` if any test of other builds of the programs fails, which contain a mutant themselves.
    pub(super) fn any_fails(&self, programs: &[Program]) -> Result<bool, String> {
        let limit = LEAST + TIMES * self.units.iter().map(|unit| unit.time).sum::<Duration>();
        for program in programs {
            if program.run(Purpose::Mutant(0), &[], limit)?.ended != Ended::Passed {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Returns how many of the units are run first.
fn first(units: &[&Unit]) -> usize {
    let mut time = Duration::ZERO;
    let is_early = |unit: &&&Unit| {
        time += unit.time;
        time <= FIRST
    };
    units.iter().take_while(is_early).count()
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, time::Duration};

    use super::{Trials, Unit, Verdict, first};

    fn unit(milliseconds: u64, reached: &[usize]) -> Unit {
        let reached = reached.iter().copied().collect::<BTreeSet<_>>();
        Unit { program: 0, test: None, time: Duration::from_millis(milliseconds), reached }
    }

    #[test]
    fn fast_tests_are_run_first() {
        let units = [100, 200, 200, 1, 900].map(|time| unit(time, &[]));
        assert_eq!(first(&units.iter().collect::<Vec<_>>()), 3);
        assert_eq!(first(&[]), 0);
    }

    #[test]
    fn a_mutant_that_no_test_reaches_is_not_run() {
        let trials = Trials { programs: Vec::new(), units: vec![unit(1, &[3])] };
        assert_eq!(trials.verdict(4), Ok(Verdict::Unreached));
        assert_eq!(trials.verdict(3), Ok(Verdict::Missed));
    }
}
