//! `cel-k8s`: tables of the API server's own tests, and results of an API server for further expressions.

mod compilation;
mod cost;
mod evaluation;
mod library;
mod rule;
mod schema;

pub(super) use self::evaluation::{cost_outcomes, expression_outcomes};
pub(super) use self::rule::max_cost;
use super::{case::Cases, input::SuiteDirectory};

pub(super) fn run(folder: &SuiteDirectory, cases: &mut Cases) -> Result<(), String> {
    compilation::run(folder, cases)?;
    cost::run(folder, cases)?;
    evaluation::run(folder, cases)?;
    library::run(folder, cases)?;
    schema::run(folder, cases)
}
