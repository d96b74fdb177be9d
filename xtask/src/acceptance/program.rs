//! The program under test.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use serde_json::Value as Json;

use super::{objects::Object, verdict::Verdict};

/// Errors that controller-gen ignores and that stop idlgen by default.
pub(crate) const DOWNGRADED: [&str; 4] = ["unknown-tag", "trailing-text", "tag-on-wrong-kind", "conflicting-tag"];

/// Returns the configuration that downgrades these errors.
fn configuration() -> String {
    let severities = DOWNGRADED.map(|name| format!("{name} = \"warning\"\n"));
    format!("[diagnostics]\n{}[channels.experimental]\n", severities.concat())
}

pub(crate) struct Program {
    path: PathBuf,
    /// The directory of its idlgen.toml.
    folder: tempfile::TempDir,
}

impl Program {
    pub(crate) fn new(path: &Path) -> Result<Self, String> {
        let absolute = std::path::absolute(path).map_err(|error| error.to_string())?;
        if !absolute.is_file() {
            return Err(format!("there is no {}", path.display()));
        }
        let folder = tempfile::TempDir::new().map_err(|error| error.to_string())?;
        fs::write(folder.path().join("idlgen.toml"), configuration()).map_err(|error| error.to_string())?;
        Ok(Program { path: absolute, folder })
    }

    /// Runs the program in a directory.
    pub(crate) fn run(&self, root: &Path, arguments: &[&str]) -> Result<Output, String> {
        let mut command = Command::new(&self.path);
        // Relative directories are relative to the module.
        command.current_dir(root).env("GOFLAGS", "-mod=readonly").args(arguments).stdin(Stdio::null());
        command.arg("--config").arg(self.folder.path().join("idlgen.toml"));
        command.output().map_err(|error| format!("{}: {error}", self.path.display()))
    }

    /// Returns the structural schema of a Go type, in a channel if there is one.
    pub(crate) fn structural(
        &self,
        root: &Path,
        channel: Option<&str>,
        package: &str,
        name: &str,
    ) -> Result<Json, String> {
        let mut arguments =
            vec!["openapi", package, "--layout", "structural", "--type", name, "-o", "-", "--message-format", "short"];
        arguments.extend(channel.iter().flat_map(|channel| ["--channel", channel]));
        let output = self.run(root, &arguments)?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).trim().to_owned());
        }
        serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())
    }

    /// Returns the results for objects, in their order. The arguments select the source of their kinds: `--go
    /// ./apis/...` or `--crd DIR`.
    pub(crate) fn validate(&self, objects: &[Object], root: &Path, sources: &[&str]) -> Result<Vec<Verdict>, String> {
        let directory = tempfile::TempDir::new().map_err(|error| error.to_string())?;
        for (index, object) in objects.iter().enumerate() {
            let path = directory.path().join(format!("{index:06}.json"));
            fs::write(&path, object.value.to_string()).map_err(|error| error.to_string())?;
        }
        let folder = directory.path().to_string_lossy().into_owned();
        let mut arguments = vec!["validate", &folder, "--message-format", "json"];
        arguments.extend(sources);
        let output = self.run(root, &arguments)?;
        let mut verdicts = vec![Verdict::default(); objects.len()];
        let mut elsewhere = Vec::new();
        if output.status.code().is_none_or(|code| code > 1) {
            return Err(String::from_utf8_lossy(&output.stderr).trim().to_owned());
        }
        for finding in findings(&output.stdout)? {
            if finding["severity"] != "error" {
                continue;
            }
            let message = finding["message"].as_str().unwrap_or_default();
            let file = Path::new(finding["location"]["file"].as_str().unwrap_or_default());
            let index = file.file_stem().and_then(|stem| stem.to_str()?.parse::<usize>().ok());
            let Some(verdict) = index.and_then(|index| verdicts.get_mut(index)) else {
                elsewhere.push(message.to_owned());
                continue;
            };
            match finding["name"].as_str() {
                Some("invalid-value") => drop(verdict.errors.insert(message.to_owned())),
                Some("unknown-field") => {
                    let path = message.trim_start_matches("unknown field ").trim_matches('"');
                    verdict.unknown.insert(path.to_owned());
                }
                _ => verdict.unread = Some(message.to_owned()),
            }
        }
        if let Some(first) = elsewhere.first() {
            eprintln!("  {} errors of Go types, the first: {first}", elsewhere.len());
        }
        Ok(verdicts)
    }
}

/// Returns the findings of a run.
fn findings(document: &[u8]) -> Result<Vec<Json>, String> {
    serde_json::from_slice(document).map_err(|error| format!("what it prints is no list of findings: {error}"))
}
