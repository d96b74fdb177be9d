//! The results of a real API server and `kubectl` for objects.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::Command,
    thread,
    time::Duration,
};

use serde_json::Value as Json;

use super::{document::OddObject, outcome::Outcome};
use crate::{acceptance::server::Server, differential::ToolArguments, served::client::Client};

/// The number of checks whether the server serves the custom resources, one per tenth of a second.
const PATIENCE: usize = 300;

/// The running server and client.
pub(super) struct There {
    /// This field is dropped first, because the server waits for its connections before it ends.
    client: Client,
    server: Server,
    kubectl: PathBuf,
}

impl There {
    /// Starts the server and the client.
    pub(super) fn start(tools: &ToolArguments, definition: &Path) -> Result<Self, String> {
        let kubectl = std::path::absolute(tools.program("kubectl")?).map_err(|error| error.to_string())?;
        let server = Server::start(&tools.program("kubeapiserver")?, &kubectl)?;
        let client = Client::start(&kubectl, server.configuration())?;
        let definition = fs::read(definition).map_err(|error| error.to_string())?;
        let definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
        let answer = client.send("POST", definitions, "application/yaml", &definition)?;
        if answer.code >= 300 {
            return Err(answer.body.to_string());
        }
        for _ in 0..PATIENCE {
            if client.send("GET", "/apis/example.com/v1/namespaces/default/odds", "", b"")?.code == 200 {
                return Ok(There { client, server, kubectl });
            }
            thread::sleep(Duration::from_millis(100));
        }
        Err("the custom resources are not served".to_owned())
    }

    /// Returns the server's result for a YAML object.
    pub(super) fn server(&self, object: &OddObject) -> Result<Outcome, String> {
        let path = format!("{}?dryRun=All&fieldValidation=Strict", object.path);
        let answer = self.client.send("POST", &path, "application/yaml", object.text.as_bytes())?;
        Ok(if answer.code < 300 {
            Outcome::of(&answer.body)
        } else {
            Outcome::Refused(answer.body["message"].as_str().unwrap_or_default().to_owned())
        })
    }

    /// Returns the result of `kubectl` with the server, for the objects in files.
    pub(super) fn kubectl(&self, folder: &Path, paths: &[PathBuf]) -> Result<Vec<Outcome>, String> {
        let mut command = Command::new(&self.kubectl);
        command.env("KUBECONFIG", self.server.configuration());
        command.args(["create", "--dry-run=server", "--validate=strict", "--output=json", "-f"]).arg(folder);
        let output = command.output().map_err(|error| error.to_string())?;
        let said = String::from_utf8_lossy(&output.stderr);
        let printed: BTreeMap<String, Json> = serde_json::Deserializer::from_slice(&output.stdout)
            .into_iter::<Json>()
            .map_while(Result::ok)
            .map(|object| (object["metadata"]["name"].as_str().unwrap_or_default().to_owned(), object))
            .collect();
        let outcome = |(index, path): (usize, &PathBuf)| {
            let name = path.display().to_string();
            if let Some(line) = said.lines().find(|line| line.contains(&name)) {
                return Outcome::Refused(line.to_owned());
            }
            let number =
                folder.file_name().and_then(|name| name.to_str()?.strip_prefix("batch-")?.parse::<usize>().ok());
            let number = number.unwrap_or_default() * super::outcome::BATCH + index;
            printed.get(&format!("odd-{number}")).map_or(Outcome::Refused("nothing".to_owned()), Outcome::of)
        };
        Ok(paths.iter().enumerate().map(outcome).collect())
    }
}
