//! CPU time of a program run.

use std::{
    path::PathBuf,
    process::{Command, Stdio},
    time::Duration,
};

use crate::growth::measure::children;

/// A command line.
pub(super) struct Run {
    pub(super) program: PathBuf,
    pub(super) arguments: Vec<String>,
    pub(super) directory: PathBuf,
}

/// The CPU time is measured in steps of 10 ms, so short runs are repeated until this sum.
const LEAST: Duration = Duration::from_millis(500);

/// Returns the mean CPU time of a run in seconds: user and system time of all threads and child processes.
pub(super) fn cpu(run: &Run) -> Result<f64, String> {
    let before = children();
    let mut runs = 0;
    loop {
        let output = Command::new(&run.program)
            .args(&run.arguments)
            .current_dir(&run.directory)
            .env("GOFLAGS", "-mod=mod")
            .env("GOWORK", "off")
            .stdin(Stdio::null())
            .output()
            .map_err(|error| format!("{}: {error}", run.program.display()))?;
        // A program that fails has not done the task.
        if !output.status.success() {
            let errors = String::from_utf8_lossy(&output.stderr);
            return Err(format!("{} {}: {errors}", run.program.display(), run.arguments.join(" ")));
        }
        runs += 1;
        let spent = children().saturating_sub(before);
        if spent >= LEAST {
            return Ok(spent.as_secs_f64() / f64::from(runs));
        }
    }
}
