//! A live API server that runs the requests of cases. Each CRD exists there only during a run.

use std::{
    cell::{Cell, RefCell},
    fmt::Write,
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value as Json, json};

use super::{case::Step, definition::Definition};

/// Sends requests to an API server.
pub trait Api {
    /// Sends a request with a JSON body, or without a body if it is null. `accept` is the header with this name.
    ///
    /// # Errors
    /// Returns the reason if the server cannot be reached.
    fn send(&self, method: &str, path: &str, accept: &str, body: &Json) -> Result<ApiResponse, String>;
}

/// The response of an API server.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::exhaustive_structs, reason = "an HTTP response as JSON")]
pub struct ApiResponse {
    /// The HTTP status.
    pub status: u16,
    /// The body: an object, or a `Status` for errors.
    pub body: Json,
}

impl ApiResponse {
    /// Returns the object of a successful response, or the message of the error.
    fn into_object(self) -> Result<Json, String> {
        if (200..300).contains(&self.status) {
            return Ok(self.body);
        }
        match self.body.get("message").and_then(Json::as_str) {
            Some(message) => Err(message.to_owned()),
            None => Err(format!("the server returned status {}", self.status)),
        }
    }
}

const DEFINITIONS: &str = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const JSON: &str = "application/json";
const TABLE: &str = "application/json;as=Table;v=v1;g=meta.k8s.io";
/// The label of CRDs that idlgen created. Others are never changed.
const MANAGED_BY: (&str, &str) = ("app.kubernetes.io/managed-by", "idlgen-test");
/// The maximum time until a server uses or removes a CRD.
const PATIENCE: Duration = Duration::from_secs(60);
/// The time between two requests for the state of a CRD.
const PAUSE: Duration = Duration::from_millis(50);

/// A CRD in a cluster, and its objects.
pub(super) struct Cluster<'r> {
    api: &'r dyn Api,
    /// The name of the CRD.
    name: &'r str,
    version: String,
    /// The path of all objects.
    resources: String,
    /// The CRD that the server uses.
    installed: RefCell<Json>,
    /// The number of CRDs that were sent.
    revision: Cell<usize>,
}

impl<'r> Cluster<'r> {
    /// Creates a CRD in the cluster.
    pub(super) fn new(api: &'r dyn Api, definition: &'r Definition, version: &str) -> Result<Self, String> {
        let string = |pointer: &str| definition.document.pointer(pointer).and_then(Json::as_str).unwrap_or_default();
        let (group, plural) = (string("/spec/group"), string("/spec/names/plural"));
        let namespace = if string("/spec/scope") == "Namespaced" { "namespaces/default/" } else { "" };
        let cluster = Cluster {
            api,
            name: definition.name(),
            version: version.to_owned(),
            resources: format!("/apis/{group}/{version}/{namespace}{plural}"),
            installed: RefCell::new(Json::Null),
            revision: Cell::new(0),
        };
        let name = cluster.name;
        let existing = api.send("GET", &cluster.definition(), JSON, &Json::Null)?;
        if existing.status != 404 {
            let existing = existing.into_object().map_err(|error| format!("the CRD {name} cannot be read: {error}"))?;
            if existing.pointer("/metadata/labels").and_then(|labels| labels.get(MANAGED_BY.0)?.as_str())
                != Some(MANAGED_BY.1)
            {
                return Err(format!("the server has a CRD {name} that idlgen did not create; use another cluster"));
            }
            // An interrupted run created it.
            cluster.delete_definition()?;
        }
        cluster.install(&definition.document).inspect_err(|_| drop(cluster.delete_definition()))?;
        Ok(cluster)
    }

    /// Changes the CRD in the cluster, and waits until the server uses it.
    pub(super) fn install(&self, document: &Json) -> Result<(), String> {
        if *self.installed.borrow() == *document {
            return Ok(());
        }
        let revision = self.revision.get() + 1;
        self.revision.set(revision);
        let column = format!("idlgen-test-{revision}");
        let mut sent = self.prepared(document, &column);
        let rejected = |error: String| format!("the server rejects the CRD {}: {error}", self.name);
        if revision == 1 {
            self.api.send("POST", DEFINITIONS, JSON, &sent)?.into_object().map_err(rejected)?;
        } else {
            // The controllers of the server may change the CRD at the same time.
            let until = Instant::now() + PATIENCE;
            loop {
                let current = self.api.send("GET", &self.definition(), JSON, &Json::Null)?.into_object()?;
                if let Some(version) = current.pointer("/metadata/resourceVersion") {
                    sent["metadata"]["resourceVersion"] = version.clone();
                }
                let response = self.api.send("PUT", &self.definition(), JSON, &sent)?;
                if response.status != 409 || Instant::now() > until {
                    response.into_object().map_err(rejected)?;
                    break;
                }
            }
        }
        self.installed.replace(Json::Null);
        self.wait(&column)?;
        self.installed.replace(document.clone());
        Ok(())
    }

    /// Waits until the server lists objects with a column.
    fn wait(&self, column: &str) -> Result<(), String> {
        let until = Instant::now() + PATIENCE;
        loop {
            let table = self.api.send("GET", &format!("{}?limit=1", self.resources), TABLE, &Json::Null)?;
            let columns = table.body.get("columnDefinitions").and_then(Json::as_array);
            if columns.into_iter().flatten().any(|known| known.get("name").and_then(Json::as_str) == Some(column)) {
                return Ok(());
            }
            let definition = self.api.send("GET", &self.definition(), JSON, &Json::Null)?.into_object()?;
            let conditions = definition.pointer("/status/conditions").and_then(Json::as_array);
            for condition in conditions.into_iter().flatten() {
                let is = |key: &str, value: &str| condition.get(key).and_then(Json::as_str) == Some(value);
                if (is("type", "NamesAccepted") && is("status", "False"))
                    || (is("type", "NonStructuralSchema") && is("status", "True"))
                {
                    let message = condition.get("message").and_then(Json::as_str).unwrap_or_default();
                    return Err(format!("the server does not serve the CRD {}: {message}", self.name));
                }
            }
            if Instant::now() > until {
                let version = &self.version;
                return Err(format!("the server does not serve version {version} of the CRD {}", self.name));
            }
            thread::sleep(PAUSE);
        }
    }

    /// Returns the CRD as sent: without data of another server, without webhooks, and with a column from which
    /// the server's use of it is visible.
    fn prepared(&self, document: &Json, column: &str) -> Json {
        let mut sent = document.clone();
        if let Some(entries) = sent.as_object_mut() {
            entries.remove("status");
        }
        if let Some(metadata) = sent.get_mut("metadata").and_then(Json::as_object_mut) {
            metadata.retain(|key, _| matches!(key.as_str(), "name" | "annotations" | "labels"));
            let labels = metadata.entry("labels").or_insert_with(|| json!({}));
            if let Some(labels) = labels.as_object_mut() {
                labels.insert(MANAGED_BY.0.to_owned(), MANAGED_BY.1.into());
            }
        }
        if let Some(spec) = sent.get_mut("spec").and_then(Json::as_object_mut) {
            spec.remove("conversion");
            let versions = spec.get_mut("versions").and_then(Json::as_array_mut);
            for version in versions.into_iter().flatten().filter_map(Json::as_object_mut) {
                if version.get("name").and_then(Json::as_str) != Some(&self.version) {
                    continue;
                }
                let columns = version.entry("additionalPrinterColumns").or_insert_with(|| json!([]));
                if let Some(columns) = columns.as_array_mut() {
                    columns.push(json!({"name": column, "type": "string", "jsonPath": ".metadata.name"}));
                }
            }
        }
        sent
    }

    /// Sends the request of a case. Returns the object that the server stored, or its error.
    pub(super) fn send(&self, step: Step, object: &Json) -> Result<Result<Json, String>, String> {
        let (method, path) = match step {
            Step::Create => ("POST", self.resources.clone()),
            Step::Update => ("PUT", self.object(object)),
            Step::CreateStatus | Step::UpdateStatus => ("PUT", self.object(object) + "/status"),
        };
        Ok(self.api.send(method, &path, JSON, object)?.into_object())
    }

    /// Deletes an object, if it exists.
    pub(super) fn delete_object(&self, object: &Json) -> Result<(), String> {
        let path = self.object(object);
        let has_finalizers = object.pointer("/metadata/finalizers").is_some();
        self.delete(&path, &mut || {
            if !has_finalizers {
                return Ok(());
            }
            let response = self.api.send("GET", &path, JSON, &Json::Null)?;
            if response.status == 200 {
                let mut stored = response.body;
                if let Some(metadata) = stored.get_mut("metadata").and_then(Json::as_object_mut) {
                    metadata.remove("finalizers");
                }
                self.api.send("PUT", &path, JSON, &stored)?;
            }
            Ok(())
        })
    }

    /// Removes the CRD from the cluster.
    pub(super) fn remove(self) -> Result<(), String> {
        self.delete_definition()
    }

    fn delete_definition(&self) -> Result<(), String> {
        self.delete(&self.definition(), &mut || Ok(()))
    }

    /// Deletes the object at a path, and waits until the server has no such object. Calls `repeated` before each wait.
    fn delete(&self, path: &str, repeated: &mut dyn FnMut() -> Result<(), String>) -> Result<(), String> {
        let until = Instant::now() + PATIENCE;
        let response = self.api.send("DELETE", path, JSON, &Json::Null)?;
        if response.status == 404 {
            return Ok(());
        }
        response.into_object().map_err(|error| format!("{path} cannot be deleted: {error}"))?;
        while self.api.send("GET", path, JSON, &Json::Null)?.status != 404 {
            if Instant::now() > until {
                return Err(format!("the server did not delete {path} within {} s", PATIENCE.as_secs()));
            }
            repeated()?;
            thread::sleep(PAUSE);
        }
        Ok(())
    }

    fn definition(&self) -> String {
        format!("{DEFINITIONS}/{}", self.name)
    }

    fn object(&self, object: &Json) -> String {
        let name = object.pointer("/metadata/name").and_then(Json::as_str).unwrap_or_default();
        format!("{}/{}", self.resources, in_path(name))
    }
}

/// Returns a name as part of a path: other characters than those of valid names are encoded.
fn in_path(name: &str) -> String {
    let mut text = String::new();
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~' | b':') {
            text.push(char::from(byte));
        } else {
            // A string accepts every write.
            let _ = write!(text, "%{byte:02X}");
        }
    }
    text
}
