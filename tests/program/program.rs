//! Runs the program as a user does.

use std::{
    fmt, fs,
    io::Write,
    path::Path,
    process::{Command, Stdio},
};

pub(crate) struct Ran {
    pub(crate) status: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Runs the program in the root of the repository, with `input` on standard input.
pub(crate) fn run_with(arguments: &[&str], input: &str) -> Ran {
    let mut child = Command::new(env!("CARGO_BIN_EXE_idlgen"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        // The machine's module cache must not affect the output.
        .env("GOMODCACHE", "/nonexistent")
        .env("GOFLAGS", "")
        .env("GOENV", "off")
        .env_remove("GOWORK")
        .env_remove("GOOS")
        .env_remove("GOARCH")
        .env_remove("CGO_ENABLED")
        // The width of the terminal must not affect the output.
        .env_remove("COLUMNS")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("the program ends");
    Ran {
        status: output.status.code().expect("an exit code"),
        out: String::from_utf8(output.stdout).expect("UTF-8"),
        err: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

/// The complete output for snapshots: the exit status if it is not 0, and both streams. Names of temporary directories
/// and times are replaced.
impl fmt::Display for Ran {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.status != 0 {
            writeln!(f, "[exit status {}]", self.status)?;
        }
        for (name, text) in [("output", &self.out), ("errors", &self.err)] {
            if !text.is_empty() {
                write!(f, "[{name}]\n{}", without_names_of_the_moment(text))?;
            }
        }
        Ok(())
    }
}

/// Replaces `/tmp/.tmpAb12Cd` with `[folder]`, and ` in 0.12 s` with ` in [time]`.
fn without_names_of_the_moment(text: &str) -> String {
    let prefix = std::env::temp_dir().join(".tmp").to_string_lossy().into_owned();
    let mut parts = text.split(&prefix);
    let mut replaced = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        replaced.push_str("[folder]");
        replaced.push_str(part.trim_start_matches(|character: char| character.is_ascii_alphanumeric()));
    }
    let lines = replaced.lines().map(|line| match line.rsplit_once(" in ") {
        Some((before, time)) if time.starts_with(|first: char| first.is_ascii_digit()) && time.ends_with('s') => {
            format!("{before} in [time]\n")
        }
        _ => format!("{line}\n"),
    });
    lines.collect()
}

pub(crate) fn run(arguments: &[&str]) -> Ran {
    run_with(arguments, "")
}

/// Returns a module with one package of one file.
pub(crate) fn module(types: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("go.mod"), "module example.com/m\n\ngo 1.25\n").expect("writes");
    fs::create_dir(folder.path().join("v1")).expect("makes it");
    fs::write(folder.path().join("v1/types.go"), types).expect("writes");
    folder
}

pub(crate) fn path(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// Runs git in a directory, with an author.
pub(crate) fn git(folder: &Path, arguments: &[&str]) {
    let mut command = Command::new("git");
    command.current_dir(folder).args(["-c", "user.name=a", "-c", "user.email=a@example.com"]);
    let done = command.args(arguments).output().expect("git");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}
