//! A run of the program with limits.

use std::{
    io::{Read as _, Seek as _},
    path::Path,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use crate::growth::measure;

/// What a run may take.
pub(super) struct Limits {
    /// CPU time. A run that takes [`WAITING`] times as long by the clock hangs, too.
    pub(super) time: Duration,
    pub(super) memory: u64,
}

/// What came of a run.
pub(super) struct Ended {
    /// Its exit code, if it ended by itself.
    pub(super) code: Option<i32>,
    pub(super) time: Duration,
    /// The most memory that was seen, in bytes; 0 where there is no `/proc`, and of runs that are shorter than a look.
    pub(super) peak: u64,
    /// What was not as it should be.
    pub(super) fault: Option<String>,
}

/// How much longer a run may take by the clock: the machine may have other things to do.
const WAITING: u32 = 10;

/// How often a run is looked at.
const LOOK: Duration = Duration::from_millis(2);

/// Runs the program in a folder. It cannot take more than four times the memory that it may, so that the machine goes
/// on.
pub(super) fn run(program: &Path, arguments: &[String], folder: &Path, limits: &Limits) -> Result<Ended, String> {
    let shown = |error: std::io::Error| format!("{}: {error}", program.display());
    let mut errors = tempfile::tempfile().map_err(shown)?;
    let begin = Instant::now();
    let mut child = Command::new("sh")
        .args(["-c", "ulimit -v \"$0\" && exec \"$@\"", &(limits.memory.saturating_mul(4) >> 10).to_string()])
        .arg(program)
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(errors.try_clone().map_err(shown)?)
        .spawn()
        .map_err(shown)?;
    let (mut peak, mut cpu) = (0, Duration::ZERO);
    let status = loop {
        if let Some(status) = child.try_wait().map_err(shown)? {
            break Some(status);
        }
        peak = peak.max(measure::memory(child.id()));
        cpu = cpu.max(measure::cpu(child.id()));
        if cpu > limits.time || begin.elapsed() > WAITING * limits.time {
            child.kill().and_then(|()| child.wait()).map_err(shown)?;
            break None;
        }
        thread::sleep(LOOK);
    };
    let time = begin.elapsed();
    let mut text = Vec::new();
    errors.rewind().and_then(|()| errors.by_ref().take(1 << 20).read_to_end(&mut text)).map_err(shown)?;
    let text = String::from_utf8_lossy(&text);
    let panic = text.lines().find(|line| line.contains("panicked at") || line.contains("memory allocation of"));
    let code = status.and_then(|status| status.code());
    let fault = match (status, code) {
        (None, _) => Some(format!("hangs: more than {} s", limits.time.as_secs())),
        _ if panic.is_some() => panic.map(str::to_owned),
        (Some(status), None | Some(3..)) => Some(format!("ends with {status}")),
        _ if peak > limits.memory => Some(format!("takes {} MB", peak >> 20)),
        _ => None,
    };
    let fault = fault.map(|fault| format!("{fault}: idlgen {}", arguments.join(" ")));
    Ok(Ended { code, time, peak, fault })
}
