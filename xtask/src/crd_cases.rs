//! Compares idlgen's results for random structural schemas, objects and updates with those of the API server's
//! libraries.

mod case;
mod outcome;
mod rule;
mod schema;
mod shrink;
mod value;

use serde_json::Value as Json;

use self::{case::Case, outcome::Outcome};
pub(crate) use self::{
    outcome::without_fractions,
    schema::{SchemaLocation, schema},
    value::{NAMES, metadata, value},
};
use crate::differential::{self, CaseArguments, Comparison, Counts, Differential, Library, OracleArguments};

/// Arguments of the task.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    cases: CaseArguments<20_000>,
    /// Only validate bare values, without complete requests
    #[arg(long)]
    values_only: bool,
    #[command(flatten)]
    oracle: OracleArguments,
}

/// Number of times that the oracle is queried again if the order of a Go map may matter.
const REPEATS: usize = 30;

pub(crate) fn run(arguments: &Arguments) -> Result<bool, String> {
    const NAME: &str = "crd-cases";
    differential::run(NAME, arguments.oracle.oracle("crdoracle"), |oracle| {
        let values_only = arguments.values_only;
        let cases = arguments.cases.cases(
            move |random| {
                let is_request = !values_only && random.percent(50);
                Case::random(random, is_request)
            },
            |request| Some(Case::read(request)),
        )?;
        differential::compare(NAME, &Requests, cases, oracle, &arguments.cases)
    })
}

/// Sends requests for custom resources, and bare values.
struct Requests;

impl Differential for Requests {
    type Case = Case;

    fn request(&self, case: &Case) -> Json {
        case.request()
    }

    fn compare(
        &self,
        case: &Case,
        answer: &Json,
        real: &dyn Library,
        counts: &mut Counts,
    ) -> Result<Comparison, String> {
        let expected = match Outcome::of_oracle(answer) {
            Ok(expected) => expected,
            Err(reason) => return Ok(Comparison::Skipped(reason)),
        };
        counts.add_if(case.old.is_some(), "are updates");
        counts.add_if(rule::any(&case.schema), "have rules");
        counts.add_if(!expected.errors.is_empty(), "are refused");
        counts.add_if(!expected.warnings.is_empty(), "are warned of");
        counts.add_if(!expected.decode_error.is_empty(), "cannot be read");
        let got = Outcome::of(case).unwrap_or_else(|error| Outcome { decode_error: error, ..Outcome::default() });
        if expected == got {
            return Ok(Comparison::Agrees);
        }
        if agrees_at_last(case, &got, real)? {
            counts.add("agree with one of several answers");
            return Ok(Comparison::Agrees);
        }
        Ok(if expected.is_panic() {
            Comparison::Skipped("Go panics in a rule".to_owned())
        } else if rule::adds_to_set(&case.schema) {
            Comparison::Skipped("a set of Go keeps what a rule adds to it".to_owned())
        } else {
            Comparison::of(&expected, &got)
        })
    }

    fn smaller(&self, case: &Case, real: &dyn Library) -> Result<Option<Case>, String> {
        shrink::shrink(case, real).map(Some)
    }
}

/// Sends the request several times, because the order of a Go map varies. Returns `true` if a response agrees.
fn agrees_at_last(case: &Case, got: &Outcome, real: &dyn Library) -> Result<bool, String> {
    let answers = real.ask(vec![case.request(); REPEATS])?;
    Ok(answers.iter().any(|answer| Outcome::of_oracle(answer).as_ref() == Ok(got)))
}
