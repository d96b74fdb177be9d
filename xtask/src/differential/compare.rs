//! The comparison: cases are sent to the real library in batches, and the results are counted, shown and stored.

use std::{collections::BTreeMap, fmt::Write, fs};

use serde_json::{Value as Json, json};

use super::CaseArguments;

/// The number of cases per batch.
const BATCH: usize = 2_000;

/// The reference of a comparison, such as a real library.
pub(crate) trait Library {
    /// Returns the responses to requests, in their order.
    fn ask(&self, requests: Vec<Json>) -> Result<Vec<Json>, String>;
}

/// A computation of idlgen and of a real library.
pub(crate) trait Differential {
    /// The input.
    type Case;

    /// Returns a case in the format of the real library.
    fn request(&self, case: &Self::Case) -> Json;

    /// Returns the displayed name of a case. By default, this is the request.
    fn name(&self, case: &Self::Case) -> String {
        self.request(case).to_string()
    }

    /// Runs the case with idlgen and compares with the response of the real library. The report contains `counts`.
    fn compare(
        &self,
        case: &Self::Case,
        answer: &Json,
        real: &dyn Library,
        counts: &mut Counts,
    ) -> Result<Comparison, String>;

    /// Returns a smaller case that still differs.
    fn smaller(&self, _: &Self::Case, _: &dyn Library) -> Result<Option<Self::Case>, String> {
        Ok(None)
    }
}

/// The result of a comparison.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Comparison {
    /// The results are equal.
    Agrees,
    /// The case cannot be compared, for this reason.
    Skipped(String),
    /// The results differ.
    Differs {
        /// The result of the real library.
        expected: String,
        /// The result of idlgen.
        got: String,
    },
}

impl Comparison {
    /// Compares two results.
    pub(crate) fn of<T: PartialEq + std::fmt::Debug>(expected: &T, got: &T) -> Self {
        if expected == got {
            Comparison::Agrees
        } else {
            Comparison::Differs { expected: format!("{expected:?}"), got: format!("{got:?}") }
        }
    }
}

/// The number of cases by category.
#[derive(Default)]
pub(crate) struct Counts(BTreeMap<&'static str, usize>);

impl Counts {
    /// Counts a case of a category: "are rejected".
    pub(crate) fn add(&mut self, sort: &'static str) {
        self.add_if(true, sort);
    }

    /// Counts a case if the condition is true. The report includes the category even without cases.
    pub(crate) fn add_if(&mut self, is_so: bool, sort: &'static str) {
        *self.0.entry(sort).or_default() += usize::from(is_so);
    }
}

/// Compares cases, prints the results under the name of the task, and returns whether all agree.
pub(crate) fn compare<D: Differential, const COUNT: usize>(
    name: &str,
    differential: &D,
    cases: impl Iterator<Item = D::Case>,
    real: &dyn Library,
    arguments: &CaseArguments<COUNT>,
) -> Result<bool, String> {
    let mut summary = Summary::default();
    let mut cases = cases.peekable();
    while cases.peek().is_some() {
        let batch: Vec<D::Case> = cases.by_ref().take(BATCH).collect();
        let answers = real.ask(batch.iter().map(|case| differential.request(case)).collect())?;
        for (case, answer) in batch.iter().zip(&answers) {
            let shown = summary.add(differential, case, answer, real, arguments.show)?;
            print!("{shown}");
        }
    }
    if let Some(path) = &arguments.failures {
        fs::write(path, &summary.failures).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    print!("{}", summary.report(name, arguments.seed));
    Ok(summary.differing == 0)
}

#[derive(Default)]
struct Summary {
    agreed: usize,
    differing: usize,
    counts: Counts,
    /// Cases that are not compared: the reason, their number, and the first case.
    skipped: BTreeMap<String, (usize, String)>,
    /// The cases that differ, one per line.
    failures: String,
}

impl Summary {
    /// Counts a case. Returns the text to show for it.
    fn add<D: Differential>(
        &mut self,
        differential: &D,
        case: &D::Case,
        answer: &Json,
        real: &dyn Library,
        show: usize,
    ) -> Result<String, String> {
        let (expected, got) = match differential.compare(case, answer, real, &mut self.counts)? {
            Comparison::Agrees => {
                self.agreed += 1;
                return Ok(String::new());
            }
            Comparison::Skipped(reason) => {
                self.skipped.entry(reason).or_insert_with(|| (0, differential.name(case))).0 += 1;
                return Ok(String::new());
            }
            Comparison::Differs { expected, got } => (expected, got),
        };
        self.differing += 1;
        let is_shown = self.differing <= show;
        if !is_shown {
            self.keep(differential, case, &expected, &got);
            return Ok(String::new());
        }
        let smaller = smaller(differential, case, real)?;
        let (case, expected, got) =
            smaller.as_ref().map_or((case, &expected, &got), |(case, expected, got)| (case, expected, got));
        self.keep(differential, case, expected, got);
        Ok(format!("{}\n  expected {expected}\n  got      {got}\n", differential.name(case)))
    }

    fn keep<D: Differential>(&mut self, differential: &D, case: &D::Case, expected: &str, got: &str) {
        let failure = json!({"case": differential.request(case), "expected": expected, "got": got});
        let _ = writeln!(self.failures, "{failure}");
    }

    fn report(&self, name: &str, seed: u64) -> String {
        let compared = self.agreed + self.differing;
        let mut report = format!("{name}: {} of {compared} cases agree (seed {seed}", self.agreed);
        for (sort, count) in &self.counts.0 {
            let _ = write!(report, "; {count} {sort}");
        }
        report.push_str(")\n");
        for (reason, (count, first)) in &self.skipped {
            let _ = writeln!(report, "  {count} more are not compared: {reason}; the first is {first}");
        }
        report
    }
}

/// Returns a smaller case that still differs, with the expected and the actual result.
fn smaller<D: Differential>(
    differential: &D,
    case: &D::Case,
    real: &dyn Library,
) -> Result<Option<(D::Case, String, String)>, String> {
    let Some(case) = differential.smaller(case, real)? else { return Ok(None) };
    let answers = real.ask(vec![differential.request(&case)])?;
    let Some(answer) = answers.first() else { return Ok(None) };
    Ok(match differential.compare(&case, answer, real, &mut Counts::default())? {
        Comparison::Differs { expected, got } => Some((case, expected, got)),
        Comparison::Agrees | Comparison::Skipped(_) => None,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use super::{Comparison, Counts, Differential, Library, Summary};

    /// Halves numbers. idlgen's side is incorrect for odd numbers from 3 on, and the real library rejects zero.
    struct Halving;

    impl Library for Halving {
        fn ask(&self, requests: Vec<Json>) -> Result<Vec<Json>, String> {
            let half = |request: &Json| match request.as_u64() {
                Some(0) | None => Json::Null,
                Some(number) => json!(number / 2),
            };
            Ok(requests.iter().map(half).collect())
        }
    }

    impl Differential for Halving {
        type Case = u64;

        fn request(&self, case: &u64) -> Json {
            json!(case)
        }

        fn compare(
            &self,
            case: &u64,
            answer: &Json,
            _: &dyn Library,
            counts: &mut Counts,
        ) -> Result<Comparison, String> {
            let Some(expected) = answer.as_u64() else { return Ok(Comparison::Skipped("it is zero".to_owned())) };
            counts.add_if(case % 2 == 1, "are odd");
            Ok(Comparison::of(&expected, &(if *case < 3 { case / 2 } else { case.div_ceil(2) })))
        }

        fn smaller(&self, case: &u64, _: &dyn Library) -> Result<Option<u64>, String> {
            Ok((*case > 3).then_some(3))
        }
    }

    fn summary(cases: &[u64], show: usize) -> (Summary, String) {
        let mut summary = Summary::default();
        let answers = Halving.ask(cases.iter().map(|case| json!(case)).collect()).unwrap();
        let shown = cases
            .iter()
            .zip(&answers)
            .map(|(case, answer)| summary.add(&Halving, case, answer, &Halving, show).unwrap())
            .collect();
        (summary, shown)
    }

    #[test]
    fn the_report_counts_every_case() {
        let (summary, shown) = summary(&[0, 1, 2, 4, 0], 9);
        assert_eq!(shown, "");
        assert_eq!(
            summary.report("halving", 7),
            "halving: 3 of 3 cases agree (seed 7; 1 are odd)\n  2 more are not compared: it is zero; the first is 0\n"
        );
        assert_eq!(summary.differing, 0);
    }

    #[test]
    fn what_is_shown_is_made_small_and_all_is_kept() {
        let (summary, shown) = summary(&[5, 3, 7], 2);
        assert_eq!(shown, "3\n  expected 1\n  got      2\n".repeat(2));
        let cases: Vec<Json> = summary.failures.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(
            cases,
            [
                json!({"case": 3, "expected": "1", "got": "2"}),
                json!({"case": 3, "expected": "1", "got": "2"}),
                json!({"case": 7, "expected": "3", "got": "4"})
            ]
        );
        assert_eq!(summary.report("halving", 1), "halving: 0 of 3 cases agree (seed 1; 3 are odd)\n");
    }
}
