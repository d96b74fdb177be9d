//! Runs of a test program.

use std::{
    io::{BufRead as _, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};

use super::build::Program;
use crate::growth::measure;

/// The largest address space of a test program, so that a mutant that allocates without end does not harm others.
const MEMORY_KIB: u64 = 8 << 20;

/// How much longer than its CPU time a run may take: the machine can be busy.
const WAITING: u32 = 6;

/// How long the output of a program is awaited before its state is checked.
const INTERVAL: Duration = Duration::from_millis(5);

/// The CPU time to list tests.
const LIST_LIMIT: Duration = Duration::from_secs(60);

/// What a run is for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Purpose<'a> {
    /// To find the mutants that tests reach, whose numbers are written to a file.
    Reach(&'a Path),
    /// To find whether tests notice a mutant.
    Mutant(usize),
}

/// A run that ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub(super) ended: Ended,
    /// CPU time without that of other programs; 0 without `/proc`.
    pub(super) cpu: Duration,
}

/// The result of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    Passed,
    Failed,
    /// It used too much time.
    Stopped,
}

impl Program {
    /// Runs the tests with these names, or all of them. Stops at the first test that fails. The limit is for CPU time.
    pub(super) fn run(&self, purpose: Purpose<'_>, tests: &[&str], limit: Duration) -> Result<Run, String> {
        let shown = |error: std::io::Error| format!("{}: {error}", self.path.display());
        let mut command = self.command(limit);
        match purpose {
            Purpose::Reach(file) => command.env("REACHED_MUTANTS", file),
            Purpose::Mutant(number) => command.env("ACTIVE_MUTANT", number.to_string()),
        };
        if !tests.is_empty() {
            command.arg("--exact").args(tests);
        }
        let mut child = command.stdout(Stdio::piped()).spawn().map_err(shown)?;
        let failures = failures(&mut child);
        let (begin, mut cpu) = (Instant::now(), Duration::ZERO);
        loop {
            let has_failure = match failures.recv_timeout(INTERVAL) {
                Ok(()) => true,
                Err(mpsc::RecvTimeoutError::Timeout) => false,
                // Without output there is nothing to wait for but the end.
                Err(mpsc::RecvTimeoutError::Disconnected) => {
                    thread::sleep(Duration::from_millis(1));
                    false
                }
            };
            cpu = cpu.max(measure::cpu(child.id()));
            if let Some(status) = child.try_wait().map_err(shown)? {
                // The limit of CPU time ends the program with a signal.
                let is_stopped = status.code().is_none() && cpu + Duration::from_secs(1) >= limit;
                let failed = if is_stopped { Ended::Stopped } else { Ended::Failed };
                return Ok(Run { ended: if status.success() { Ended::Passed } else { failed }, cpu });
            }
            let is_late = begin.elapsed() > limit * WAITING;
            if has_failure || is_late {
                // Programs that it started have the same limit of CPU time. The child may have ended meanwhile.
                let _ = child.kill();
                child.wait().map_err(shown)?;
                return Ok(Run { ended: if has_failure { Ended::Failed } else { Ended::Stopped }, cpu });
            }
        }
    }

    /// Returns the names of the tests, or `None` if the program cannot run some of them by name.
    pub(super) fn tests(&self) -> Option<Vec<String>> {
        let list = |tests: &[&str]| {
            let mut command = self.command(LIST_LIMIT);
            let output = command.args(["--list", "--format", "terse", "--exact"]).args(tests).output().ok()?;
            let text = String::from_utf8(output.stdout).ok().filter(|_| output.status.success())?;
            Some(text.lines().filter_map(|line| line.strip_suffix(": test")).map(str::to_owned).collect::<Vec<_>>())
        };
        let all = list(&[])?;
        let [first, .., last] = all.as_slice() else { return None };
        // Programs with their own `main` do not have all arguments of the standard one.
        let is_standard = list(&[first, last]).is_some_and(|listed| listed == [first.as_str(), last.as_str()]);
        is_standard.then_some(all)
    }

    fn command(&self, limit: Duration) -> Command {
        let limits = format!("ulimit -t {} && ulimit -v {MEMORY_KIB} && exec \"$0\" \"$@\"", limit.as_secs().max(1));
        let mut command = Command::new("sh");
        command.args(["-c", &limits]).arg(&self.path).current_dir(&self.directory);
        // Those of the package, not of this task.
        command
            .env("CARGO_MANIFEST_DIR", &self.directory)
            .env("CARGO_MANIFEST_PATH", self.directory.join("Cargo.toml"));
        command.env("INSTA_UPDATE", "no").env_remove("RUSTFLAGS");
        command.stdin(Stdio::null()).stderr(Stdio::null());
        command
    }
}

/// Reads the output of a program. The channel has an item for each test that fails.
fn failures(child: &mut Child) -> mpsc::Receiver<()> {
    let (sender, receiver) = mpsc::channel();
    if let Some(output) = child.stdout.take() {
        thread::spawn(move || {
            let lines = BufReader::new(output).split(b'\n').map_while(Result::ok);
            for line in lines {
                if is_failure(&line) && sender.send(()).is_err() {
                    break;
                }
            }
        });
    }
    receiver
}

fn is_failure(line: &[u8]) -> bool {
    line.starts_with(b"test ") && line.ends_with(b" ... FAILED")
}

#[cfg(test)]
mod tests {
    use super::is_failure;

    /// Runs a shell script as a test program.
    #[cfg(unix)]
    fn run(script: &str, tests: &[&str], seconds: u64) -> super::Ended {
        use std::{fs, os::unix::fs::PermissionsExt as _, time::Duration};

        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("tests");
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        let program = super::Program { path, directory: directory.path().to_owned() };
        program.run(super::Purpose::Mutant(7), tests, Duration::from_secs(seconds)).unwrap().ended
    }

    #[cfg(unix)]
    #[test]
    fn the_result_of_a_run_is_that_of_its_tests() {
        use super::Ended;

        assert_eq!(run("test $ACTIVE_MUTANT = 7 && test \"$*\" = '--exact a b'", &["a", "b"], 20), Ended::Passed);
        assert_eq!(run("test $# = 0 && exit 101", &[], 20), Ended::Failed);
        // The run does not wait for the other tests.
        assert_eq!(run("echo 'test a ... FAILED'; exec sleep 600", &[], 20), Ended::Failed);
        assert_eq!(run("while :; do :; done", &[], 1), Ended::Stopped);
    }

    #[test]
    fn failures_are_lines_of_the_test_harness() {
        assert!(is_failure(b"test a::b ... FAILED"));
        assert!(!is_failure(b"test a::b ... ok"));
        assert!(!is_failure(b"test result: FAILED. 1 passed"));
    }
}
