//! Compares idlgen's results for random rules, schemas and objects with those of the real libraries.

mod case;
mod expression;
mod literal;
mod macros;
mod outcome;
mod render;
mod schema;
mod self_value;
mod term;

use serde_json::Value as Json;

use self::outcome::{Kind, Outcome};
pub(crate) use self::{
    case::{Case, On},
    outcome::Outcome as Judged,
};
use crate::differential::{self, CaseArguments, Comparison, Counts, Differential, Library, OracleArguments};

/// Arguments of the task.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    cases: CaseArguments<20_000>,
    /// The minor version of Kubernetes of the real libraries
    #[arg(long, default_value_t = 35, value_parser = clap::value_parser!(u8).range(25..))]
    kubernetes_minor: u8,
    /// The oldest version, used for a fifth of the cases; the libraries must have the same version of cel-go
    #[arg(long, default_value_t = 25, value_parser = clap::value_parser!(u8).range(25..))]
    oldest_minor: u8,
    #[command(flatten)]
    oracle: OracleArguments,
}

/// Number of times that the oracle is queried again if the order of a Go map may matter.
const REPEATS: usize = 200;

pub(crate) fn run(arguments: &Arguments) -> Result<bool, String> {
    const NAME: &str = "cel-differential";
    let Arguments { cases, kubernetes_minor: newest, oldest_minor: oldest, oracle } = arguments;
    differential::run(NAME, oracle.oracle("celtool"), |oracle| {
        let given = cases.cases(|random| Case::random(random, *newest, *oldest), Case::read)?;
        differential::compare(NAME, &Rules, given, oracle, cases)
    })
}

/// Compiles and evaluates rules.
struct Rules;

impl Differential for Rules {
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
        let (expected, got) = (Outcome::of_oracle(answer), Outcome::of(case));
        for (kind, sort) in
            [(Kind::NotCompiled, "do not compile"), (Kind::Failed, "fail"), (Kind::Value, "have a value")]
        {
            counts.add_if(expected.kind() == kind, sort);
        }
        let panic = expected.panic();
        if expected == got || (panic.is_some() && got.panic() == panic) {
            return Ok(Comparison::Agrees);
        }
        if agrees_at_last(case, &got, real)? {
            counts.add("agree with one of several answers");
            return Ok(Comparison::Agrees);
        }
        // Go panicked, and idlgen does not reproduce the panic.
        Ok(panic
            .map_or_else(|| Comparison::of(&expected, &got), |panic| Comparison::Skipped(format!("in Go, {panic}"))))
    }
}

/// Returns `true` if one of several responses agrees: if Go iterates over a map, the order, the cost and the first
/// error vary.
fn agrees_at_last(case: &Case, got: &Outcome, real: &dyn Library) -> Result<bool, String> {
    let answers = real.ask(vec![case.request(); REPEATS])?;
    Ok(answers.iter().any(|answer| Outcome::of_oracle(answer) == *got))
}
