//! `cel-spec`: the conformance tests of the language, for the features of API servers.

mod data;
mod evaluation;

use super::{case::Cases, input::SuiteDirectory};

pub(super) fn run(folder: &SuiteDirectory, cases: &mut Cases) -> Result<(), String> {
    evaluation::run(folder, cases)
}
