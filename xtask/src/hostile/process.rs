//! A run of the program with limits.

use std::{
    io::{Read as _, Seek as _},
    path::Path,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use crate::growth::measure;

/// The limits of a run.
pub(super) struct Limits {
    /// CPU time. A run that takes [`WAITING`] times as long in real time is a hang too.
    pub(super) time: Duration,
    pub(super) memory: u64,
}

/// The result of a run.
pub(super) struct Ended {
    /// The exit code, if it ended by itself.
    pub(super) code: Option<i32>,
    pub(super) time: Duration,
    /// The peak memory in bytes; 0 without `/proc`, and for runs shorter than a sampling interval.
    pub(super) peak: u64,
    /// The error, if there is one.
    pub(super) fault: Option<String>,
}

/// How much longer a run may take in real time: the machine can be busy.
const WAITING: u32 = 10;

/// The sampling interval.
const LOOK: Duration = Duration::from_millis(2);

/// Runs the program in a directory. The operating system limits it to four times the allowed memory, to protect the
/// machine.
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
