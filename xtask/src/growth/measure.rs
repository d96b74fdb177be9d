//! CPU time and memory of a program run, and the exponent of several runs.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// The cost of a run.
pub(super) struct Measured {
    /// User and system time of all threads.
    pub(super) cpu: Duration,
    /// The peak memory in bytes at the last sample before the end; 0 without `/proc`.
    pub(super) peak: u64,
}

/// The sampling interval of memory.
const LOOK: Duration = Duration::from_millis(3);
/// The unit of times in `/proc`.
const TICK: Duration = Duration::from_millis(10);

/// The end of a run.
pub(super) enum Ended {
    /// It ended by itself.
    Measured(Measured),
    /// It took longer than the limit.
    Stopped,
    /// A signal ended it, for example after a stack overflow.
    Died,
}

/// Runs the program in a directory.
pub(super) fn run_program(program: &Path, arguments: &[&str], folder: &Path, limit: Duration) -> Result<Ended, String> {
    let sink = tempfile::tempfile().map_err(|error| error.to_string())?;
    let errors = sink.try_clone().map_err(|error| error.to_string())?;
    let before = children();
    let start = Instant::now();
    let mut child = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(sink)
        .stderr(errors)
        .spawn()
        .map_err(|error| format!("{}: {error}", program.display()))?;
    let mut peak = 0;
    let status = loop {
        if let Some(status) = child.try_wait().map_err(|error| error.to_string())? {
            break status;
        }
        peak = peak.max(memory(child.id()));
        if start.elapsed() > limit {
            child.kill().and_then(|()| child.wait()).map_err(|error| error.to_string())?;
            return Ok(Ended::Stopped);
        }
        thread::sleep(LOOK);
    };
    // Exit status 1 means findings, as expected for some kinds. Any other is not a measurement.
    match status.code() {
        Some(0 | 1) => Ok(Ended::Measured(Measured { cpu: children().saturating_sub(before), peak })),
        Some(_) => Err(format!("{} {}: {status}", program.display(), arguments.join(" "))),
        None => Ok(Ended::Died),
    }
}

/// Returns the CPU time of all ended child processes.
pub(crate) fn children() -> Duration {
    ticks("self", 13)
}

/// Returns the CPU time of a process; zero without `/proc`.
pub(crate) fn cpu(process: u32) -> Duration {
    ticks(&process.to_string(), 11)
}

/// Returns user plus system time: this field of `/proc/PROCESS/stat` after the name, and the next one.
fn ticks(process: &str, field: usize) -> Duration {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The name, in parentheses, can contain spaces.
    let fields = text.rsplit_once(')').map_or("", |(_, fields)| fields);
    let ticks: u32 = fields.split_whitespace().skip(field).take(2).filter_map(|field| field.parse::<u32>().ok()).sum();
    TICK * ticks
}

/// Returns the peak memory of a process.
pub(crate) fn memory(process: u32) -> u64 {
    let text = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok()).map_or(0, |kilobytes| kilobytes << 10)
}

/// Returns the exponent of the best-fitting power of the size (least squares of the logarithms).
pub(super) fn exponent(points: &[(f64, f64)]) -> f64 {
    // A tick is the smallest measurable time.
    let logarithms = points.iter().map(|(size, seconds)| (size.ln(), seconds.max(TICK.as_secs_f64()).ln()));
    let logarithms: Vec<(f64, f64)> = logarithms.collect();
    let count = logarithms.len() as f64;
    let mean = |value: fn(&(f64, f64)) -> f64| logarithms.iter().map(value).sum::<f64>() / count;
    let (size, seconds) = (mean(|point| point.0), mean(|point| point.1));
    let together: f64 = logarithms.iter().map(|point| (point.0 - size) * (point.1 - seconds)).sum();
    let spread: f64 = logarithms.iter().map(|point| (point.0 - size).powi(2)).sum();
    if spread > 0.0 { together / spread } else { f64::INFINITY }
}

#[cfg(test)]
mod tests {
    use super::exponent;

    #[test]
    fn the_exponent_is_that_of_the_power() {
        let of = |power: f64| exponent(&[1.0, 2.0, 4.0, 8.0, 16.0].map(|size: f64| (size, 3.0 * size.powf(power))));
        assert!((of(1.0) - 1.0).abs() < 1e-9);
        assert!((of(2.5) - 2.5).abs() < 1e-9);
        assert!(exponent(&[(1.0, 1.0)]).is_infinite(), "one size says nothing");
    }
}
