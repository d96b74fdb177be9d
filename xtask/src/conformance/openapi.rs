//! `openapi`: the output of openapi-gen for Go packages.

mod build;
mod by_default;
mod cases;
mod definitions;
mod equality;
mod kubectl;
mod published;
mod reports;
mod tool;

use super::{case::Cases, input::SuiteDirectory};

/// Runs one file of definitions and the report next to it.
pub(super) fn run_definitions(folder: &SuiteDirectory, file: &str, cases: &mut Cases) -> Result<(), String> {
    definitions::run(folder, file, cases)
}

pub(super) fn run(folder: &SuiteDirectory, cases: &mut Cases) -> Result<(), String> {
    for file in folder.files(".json.gz")?.iter().filter(|file| file.starts_with("defs-")) {
        definitions::run(folder, file, cases)?;
    }
    for file in folder.files(".tar.gz")?.iter().filter(|file| file.starts_with("published-")) {
        published::run(folder, file, cases)?;
    }
    kubectl::run_sample(folder.path().parent().unwrap_or(folder.path()), cases);
    for file in folder.files("cases.jsonl")? {
        cases::run(folder, &file, cases)?;
    }
    Ok(())
}
