//! The output of `kubectl explain` for idlgen's documents and for those of a server: both must be equal, for OpenAPI v3
//! and for v2.
//!
//! kubectl is built with Go from the oracle directory next to that of the suites, unless the same documents were
//! compared before (`comparison`). Without Go or the directory, nothing is run, and the report contains a note.

mod answers;
mod api_server;
mod comparison;
mod programs;
mod sample;
mod server;
mod serving;
mod upstream;

use std::path::Path;

use super::super::case::{Cases, Origin, Outcome};

pub(super) use self::api_server::run as run_api_server;
pub(super) use self::upstream::{Published, run as run_published};

/// Runs the sample of the project and adds a case for each output.
pub(super) fn run_sample(suites: &Path, cases: &mut Cases) {
    let origin = Origin { file: "kubectl", line: 0, text: "sample" };
    match sample::run(suites) {
        Err(reason) => cases.add(&origin, "sample", Outcome::NotRun(reason)),
        Ok(outcomes) => {
            for (name, outcome) in outcomes {
                cases.add(&origin, &name, outcome);
            }
        }
    }
}
