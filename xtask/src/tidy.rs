//! Checks of the rules of the house.

use std::process::ExitCode;

pub(crate) fn run() -> ExitCode {
    ExitCode::SUCCESS
}
