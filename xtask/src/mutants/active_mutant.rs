//! Selects the mutant that a run of a test program contains. `cargo xtask mutants` adds this crate to a copy of the
//! repository.

use std::{
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
    active: std::env::var("ACTIVE_MUTANT").ok().and_then(|number| number.parse().ok()).unwrap_or(0),
    reached: std::env::var_os("REACHED_MUTANTS").and_then(|path| {
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
