//! The webhook of `examples/webhook`, used instead of the engine.

use std::{
    fs,
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
};

use serde_json::{Value as Json, json};
use tempfile::TempDir;

use super::{case::What, client::ask, kind::Kind, verdict::Verdict};

/// A running webhook.
pub(super) struct Webhook {
    child: Child,
    address: String,
    _definitions: TempDir,
}

impl Webhook {
    /// Starts the webhook with the CRDs of kinds.
    pub(super) fn start(program: &Path, kinds: &[Kind]) -> Result<Self, String> {
        let failed = |error: std::io::Error| format!("{}: {error}", program.display());
        let folder = tempfile::tempdir().map_err(failed)?;
        for (index, kind) in kinds.iter().enumerate() {
            let path = folder.path().join(format!("{index}.json"));
            fs::write(path, kind.definition.to_string()).map_err(failed)?;
        }
        let mut command = Command::new(program);
        command.arg(folder.path()).args(["--plain", "--listen", "127.0.0.1:0"]);
        let mut child = command.stderr(Stdio::piped()).spawn().map_err(failed)?;
        let mut line = String::new();
        BufReader::new(child.stderr.take().ok_or("no pipe")?).read_line(&mut line).map_err(failed)?;
        let address = line.split_once("http://").and_then(|(_, rest)| rest.split('/').next()).map(str::to_owned);
        let Some(address) = address else {
            let _ = child.kill();
            let _ = child.wait();
            return Err(format!("the webhook does not start: {}", line.trim()));
        };
        Ok(Webhook { child, address, _definitions: folder })
    }

    /// Returns its verdict in the review of a request.
    pub(super) fn verdict(&self, kind: &Kind, what: What, object: &Json, old: &Json) -> Result<Verdict, String> {
        let of = kind.compiled.resource_type();
        let review = json!({
            "apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview",
            "request": {
                "uid": "1", "kind": {"group": of.group, "version": of.version, "kind": of.kind},
                "operation": if what == What::Create { "CREATE" } else { "UPDATE" },
                "subResource": if what == What::UpdateStatus { "status" } else { "" },
                "object": object, "oldObject": old
            }
        });
        let answer = ask(&self.address, "POST", "/validate", &review)?;
        Ok(Verdict::of_review(&answer.body["response"]))
    }
}

impl Drop for Webhook {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
