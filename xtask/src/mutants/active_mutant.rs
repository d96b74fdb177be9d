//! Selects the mutant that a run of a test program contains. `cargo xtask mutants` adds this crate to a copy of the
//! repository.

use std::{
    ffi::OsString,
    fs::File,
    io::Write as _,
    sync::{LazyLock, Mutex},
};

/// What a run does with mutants.
struct Run {
    /// The mutant that is active, if it is not 0.
    active: u32,
    reached: Option<Reached>,
}

/// The mutants that a run reaches.
struct Reached {
    /// Whether the run reached the mutant with the number that is the index.
    is_reached: Mutex<Vec<bool>>,
    /// The list of numbers. Other programs that a test starts use the same file.
    file: File,
}

static RUN: LazyLock<Run> = LazyLock::new(|| Run {
    active: variable("ACTIVE_MUTANT").and_then(|number| number.to_str()?.parse().ok()).unwrap_or(0),
    reached: variable("REACHED_MUTANTS").and_then(|path| {
        let file = File::options().append(true).open(path).ok()?;
        Some(Reached { is_reached: std::sync::Mutex::default(), file })
    }),
});

/// Returns `true` if the mutant with this number is active.
pub fn is(number: u32) -> bool {
    let run = &*RUN;
    if let Some(reached) = &run.reached {
        reached.add(number);
    }
    run.active == number
}

/// Returns an environment variable of this process, or of the nearest ancestor that has it: tests clear the environment
/// of programs that they start.
fn variable(name: &str) -> Option<OsString> {
    std::env::var_os(name).or_else(|| ancestors::variable(name))
}

/// The environments of the processes that started this one, on systems with `/proc`.
#[cfg(unix)]
mod ancestors {
    use std::{
        ffi::OsString,
        fs,
        os::unix::{ffi::OsStringExt as _, process::parent_id},
    };

    pub(super) fn variable(name: &str) -> Option<OsString> {
        let mut process = parent_id();
        while process > 1 {
            let environment = fs::read(format!("/proc/{process}/environ")).ok()?;
            if let Some(value) = value(&environment, name) {
                return Some(OsString::from_vec(value.to_owned()));
            }
            process = parent(&fs::read_to_string(format!("/proc/{process}/status")).ok()?)?;
        }
        None
    }

    /// Returns the value of a variable of an environment whose entries end with a zero byte.
    pub(super) fn value<'e>(environment: &'e [u8], name: &str) -> Option<&'e [u8]> {
        environment.split(|byte| *byte == 0).find_map(|entry| entry.strip_prefix(name.as_bytes())?.strip_prefix(b"="))
    }

    /// Returns the parent of a process from its `/proc/<process>/status`.
    pub(super) fn parent(status: &str) -> Option<u32> {
        status.lines().find_map(|line| line.strip_prefix("PPid:")?.trim().parse().ok())
    }
}

#[cfg(not(unix))]
mod ancestors {
    pub(super) fn variable(_: &str) -> Option<std::ffi::OsString> {
        None
    }
}

impl Reached {
    fn add(&self, number: u32) {
        let Ok(mut is_reached) = self.is_reached.lock() else { return };
        let index = number as usize;
        if is_reached.len() <= index {
            is_reached.resize(index + 1, false);
        }
        if !std::mem::replace(&mut is_reached[index], true) {
            // One call writes the line, so that lines of several programs do not mix.
            let _ = (&self.file).write_all(format!("{number}\n").as_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Reached;

    #[cfg(unix)]
    #[test]
    fn environments_of_ancestors_are_read() {
        use super::ancestors::{parent, value};

        let environment = b"MUTANT=1\0ACTIVE_MUTANT_=2\0ACTIVE_MUTANT=3=4\0";
        assert_eq!(value(environment, "ACTIVE_MUTANT"), Some(b"3=4".as_slice()));
        assert_eq!(value(environment, "REACHED_MUTANTS"), None);
        assert_eq!(parent("Name:\tsh\nPid:\t12\nPPid:\t7\n"), Some(7));
        assert_eq!(super::variable("NO_ANCESTOR_HAS_THIS_VARIABLE"), None);
    }

    #[test]
    fn a_mutant_is_recorded_once() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let reached = Reached { is_reached: std::sync::Mutex::default(), file: file.reopen().unwrap() };
        for number in [3, 900, 3] {
            reached.add(number);
        }
        assert_eq!(std::fs::read_to_string(file.path()).unwrap(), "3\n900\n");
    }
}
