//! `cargo xtask bless`: rewrites every golden file and generated document.

use std::process::{Command, ExitCode};

/// Runs the tests with `IDLGEN_BLESS=1`. Look at the difference before committing it.
pub(crate) fn run() -> ExitCode {
    let status =
        Command::new(env!("CARGO")).args(["test", "--workspace", "--no-fail-fast"]).env("IDLGEN_BLESS", "1").status();
    match status {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}
