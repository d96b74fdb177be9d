//! Builds the test programs of packages, and reads what the compiler reports.

use std::{
    collections::BTreeMap,
    ops::Range,
    path::PathBuf,
    process::{Command, Stdio},
};

use serde::Deserialize;

use super::copy::Copy;

/// The result of a build.
pub(super) enum Built {
    Programs(Vec<Program>),
    Errors(Vec<CompileError>),
}

/// A test program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Program {
    pub(super) path: PathBuf,
    /// The directory in which Cargo runs it: that of its package.
    pub(super) directory: PathBuf,
}

/// An error of the compiler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CompileError {
    pub(super) code: String,
    pub(super) message: String,
    /// The locations of the error itself.
    pub(super) primary: Vec<Location>,
    /// The locations of labels and notes.
    pub(super) others: Vec<Location>,
}

/// Bytes of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Location {
    pub(super) file: String,
    pub(super) bytes: Range<usize>,
}

/// A line of the output of Cargo.
#[derive(Deserialize)]
#[serde(tag = "reason")]
enum Line {
    #[serde(rename = "compiler-message")]
    Message { message: Diagnostic },
    #[serde(rename = "compiler-artifact")]
    Artifact { manifest_path: PathBuf, executable: Option<PathBuf>, profile: Profile },
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
struct Profile {
    test: bool,
}

#[derive(Deserialize)]
struct Diagnostic {
    message: String,
    level: String,
    code: Option<Code>,
    spans: Vec<Span>,
    #[serde(default)]
    children: Vec<Diagnostic>,
}

#[derive(Deserialize)]
struct Code {
    code: String,
}

#[derive(Deserialize)]
struct Span {
    file_name: String,
    byte_start: usize,
    byte_end: usize,
    is_primary: bool,
    expansion: Option<Box<Expansion>>,
}

/// The use of a macro whose code a span is in.
#[derive(Deserialize)]
struct Expansion {
    span: Span,
}

/// Builds the test programs of packages in the copy.
pub(super) fn build(copy: &Copy, packages: &[&str]) -> Result<Built, String> {
    let mut command = Command::new("cargo");
    command.args(["test", "--no-run", "--message-format", "json", "--target-dir"]).arg(copy.target());
    for package in packages {
        command.args(["--package", package]);
    }
    // Warnings about mutated code must not be errors.
    let flags = std::env::var("RUSTFLAGS").unwrap_or_default() + " --cap-lints warn";
    command.current_dir(copy.tree()).env("RUSTFLAGS", flags.trim());
    // The tests run many times, but are built once. Checks of debug builds stay.
    command.env("CARGO_PROFILE_DEV_DEBUG", "0").env("CARGO_PROFILE_DEV_OPT_LEVEL", "1");
    let output = command.stderr(Stdio::piped()).output().map_err(|error| format!("cannot run cargo: {error}"))?;
    let (programs, errors) = read(&String::from_utf8_lossy(&output.stdout))?;
    if output.status.success() {
        return Ok(Built::Programs(programs));
    }
    if errors.is_empty() {
        return Err(format!("cargo test: {}", String::from_utf8_lossy(&output.stderr).trim()));
    }
    Ok(Built::Errors(errors))
}

/// Reads the output of Cargo.
fn read(output: &str) -> Result<(Vec<Program>, Vec<CompileError>), String> {
    let (mut programs, mut errors) = (BTreeMap::new(), Vec::new());
    for line in output.lines().filter(|line| line.starts_with('{')) {
        match serde_json::from_str(line).map_err(|error| format!("the output of cargo: {error}: {line}"))? {
            Line::Artifact { manifest_path, executable: Some(path), profile: Profile { test: true } } => {
                let directory = manifest_path.parent().unwrap_or(&manifest_path).to_owned();
                programs.insert(path.clone(), Program { path, directory });
            }
            // The last errors only count the others.
            Line::Message { message } if message.level == "error" && !message.spans.is_empty() => {
                let error = message.into_error();
                if !errors.contains(&error) {
                    errors.push(error);
                }
            }
            _ => {}
        }
    }
    Ok((programs.into_values().collect(), errors))
}

impl Diagnostic {
    fn into_error(self) -> CompileError {
        let (mut primary, mut others) = (Vec::new(), Vec::new());
        for span in self.spans {
            let is_primary = span.is_primary;
            let locations = if is_primary { &mut primary } else { &mut others };
            span.add_locations(locations);
        }
        for span in self.children.into_iter().flat_map(|child| child.spans) {
            span.add_locations(&mut others);
        }
        let code = self.code.map(|code| code.code).unwrap_or_default();
        CompileError { code, message: self.message, primary, others }
    }
}

impl Span {
    /// Adds the location of this span and those of the macro uses around it.
    fn add_locations(self, locations: &mut Vec<Location>) {
        locations.push(Location { file: self.file_name, bytes: self.byte_start..self.byte_end });
        if let Some(expansion) = self.expansion {
            expansion.span.add_locations(locations);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{CompileError, Location, Program, read};

    #[test]
    fn programs_and_errors_are_read() {
        let output = r#"
{"reason":"compiler-artifact","manifest_path":"/a/Cargo.toml","executable":null,"profile":{"test":false}}
{"reason":"compiler-artifact","manifest_path":"/a/Cargo.toml","executable":"/t/idlgen","profile":{"test":false}}
{"reason":"compiler-artifact","manifest_path":"/a/Cargo.toml","executable":"/t/a-1","profile":{"test":true}}
{"reason":"build-script-executed","package_id":"x"}
{"reason":"compiler-message","message":{"message":"unused","level":"warning","code":null,"spans":[],"children":[]}}
{"reason":"compiler-message","message":{"message":"mismatched types","level":"error","code":{"code":"E0308"},"spans":[
{"file_name":"m.rs","byte_start":1,"byte_end":2,"is_primary":true,
"expansion":{"span":{"file_name":"a.rs","byte_start":3,"byte_end":4,"is_primary":false,"expansion":null}}}],
"children":[{"message":"here","level":"note","code":null,"spans":[
{"file_name":"b.rs","byte_start":5,"byte_end":6,"is_primary":true,"expansion":null}]}]}}
{"reason":"compiler-message","message":{"message":"aborting","level":"error","code":null,"spans":[]}}
{"reason":"build-finished","success":false}
"#;
        let lines: String = output.replace(",\n", ",").replace(":[\n", ":[");
        let (programs, errors) = read(&lines).unwrap();
        assert_eq!(programs, [Program { path: "/t/a-1".into(), directory: "/a".into() }]);
        let location = |file: &str, bytes| Location { file: file.to_owned(), bytes };
        let expected = CompileError {
            code: "E0308".to_owned(),
            message: "mismatched types".to_owned(),
            primary: vec![location("m.rs", 1..2), location("a.rs", 3..4)],
            others: vec![location("b.rs", 5..6)],
        };
        assert_eq!(errors, [expected]);
    }
}
