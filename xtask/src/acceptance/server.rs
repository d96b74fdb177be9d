//! A real API server that serves CustomResourceDefinitions.

use std::{
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, Command, Stdio},
    thread,
    time::Duration,
};

use serde_json::{Value as Json, json};

/// The annotation that names the approval of an API in a group of Kubernetes.
const APPROVAL: &str = "api-approved.kubernetes.io";

/// The number of times that `drop` checks whether the server has ended, once per tenth of a second, before it kills it.
const PATIENCE: usize = 100;

/// A running server. It ends when its standard input closes.
pub(crate) struct Server {
    child: Child,
    input: Option<ChildStdin>,
    kubectl: PathBuf,
    configuration: String,
}

impl Server {
    /// Starts the server, and waits until it is ready.
    pub(crate) fn start(program: &Path, kubectl: &Path) -> Result<Self, String> {
        let failed = |error: std::io::Error| format!("{}: {error}", program.display());
        let mut command = Command::new(program);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(failed)?;
        let input = child.stdin.take();
        let output = child.stdout.take().ok_or("no pipe")?;
        let mut configuration = None;
        for line in BufReader::new(output).lines() {
            if let Some(path) = line.map_err(failed)?.strip_prefix("ready ") {
                configuration = Some(path.to_owned());
                break;
            }
        }
        let configuration = configuration.ok_or("the API server does not become ready")?;
        Ok(Server { child, input, kubectl: kubectl.to_owned(), configuration })
    }

    /// Returns the path of the client configuration.
    pub(crate) fn configuration(&self) -> &str {
        &self.configuration
    }

    /// Returns the errors of the server for creating a CRD, if any, as sorted lines. Descriptions of schemas are
    /// removed: with them, some CRDs are too large for any generator.
    pub(super) fn errors(&self, definition: &Json) -> Option<String> {
        let definition = &without_descriptions(definition);
        self.kubectl(&["create", "--dry-run=server", "-f", "-"], definition).err().map(|said| {
            let mut lines: Vec<&str> = said.lines().collect();
            lines.sort_unstable();
            lines.join("\n")
        })
    }

    /// Creates a CRD without changes, except for [the annotation](with_approval). Returns the errors of the server.
    pub(crate) fn create(&self, definition: Json) -> Result<(), String> {
        self.kubectl(&["create", "-f", "-"], &with_approval(definition))
    }

    /// Runs a kubectl command. Returns its error output.
    fn kubectl(&self, arguments: &[&str], input: &Json) -> Result<(), String> {
        let mut command = Command::new(&self.kubectl);
        command.env("KUBECONFIG", &self.configuration).args(arguments).arg("--request-timeout=60s");
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| error.to_string())?;
        if let Some(mut pipe) = child.stdin.take() {
            let _ = pipe.write_all(input.to_string().as_bytes());
        }
        let output = child.wait_with_output().map_err(|error| error.to_string())?;
        let said = String::from_utf8_lossy(&output.stderr);
        if output.status.success() { Ok(()) } else { Err(said.trim().to_owned()) }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.input.take());
        // Some components of the server wait for their connections and for etcd longer than is useful.
        for _ in 0..PATIENCE {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            thread::sleep(Duration::from_millis(100));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns a CRD with the approval annotation that the server requires in groups of Kubernetes.
pub(crate) fn with_approval(mut definition: Json) -> Json {
    let group = definition["spec"]["group"].as_str().unwrap_or_default();
    let is_protected = ["k8s.io", "kubernetes.io"]
        .iter()
        .any(|domain| group.strip_suffix(domain).is_some_and(|before| before.is_empty() || before.ends_with('.')));
    let annotations = &definition["metadata"]["annotations"];
    if is_protected && annotations[APPROVAL].is_null() {
        if annotations.is_null() {
            definition["metadata"]["annotations"] = json!({});
        }
        definition["metadata"]["annotations"][APPROVAL] = json!("unapproved, a test");
    }
    definition
}

/// Returns a CRD without the descriptions of its schemas. A property named `description` is kept: it is not a string.
/// Values in schemas are kept as they are: a default may have a field of this name.
pub(crate) fn without_descriptions(json: &Json) -> Json {
    match json {
        Json::Object(members) => {
            let kept = members.iter().filter(|(name, value)| *name != "description" || !value.is_string());
            let stripped = kept.map(|(name, value)| {
                let is_value = ["default", "enum", "example"].contains(&name.as_str());
                (name.clone(), if is_value { value.clone() } else { without_descriptions(value) })
            });
            Json::Object(stripped.collect())
        }
        Json::Array(items) => Json::Array(items.iter().map(without_descriptions).collect()),
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_descriptions_of_schemas_are_removed() {
        let schema = json!({
            "description": "A widget.",
            "default": {"description": "none"},
            "properties": {"description": {"type": "string", "description": "Its text."}},
        });
        let expected = json!({
            "default": {"description": "none"},
            "properties": {"description": {"type": "string"}},
        });
        assert_eq!(without_descriptions(&schema), expected);
    }
}
