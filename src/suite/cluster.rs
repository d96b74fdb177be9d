//! A live API server that runs the requests of cases. Each CRD exists there only during a run. Built-in kinds exist
//! already.

use std::{
    borrow::Cow,
    cell::{Cell, RefCell},
    collections::BTreeSet,
    fmt::Write,
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value as Json, json};

use super::{built_in_name::BuiltInName, case::Step, definition::Definition};

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
/// The usual time to wait until a server uses or removes a CRD.
const PATIENCE: Duration = Duration::from_secs(60);
/// The time between two requests for the state of a CRD.
const PAUSE: Duration = Duration::from_millis(50);

/// A kind in a cluster, and its objects.
pub(super) struct Cluster<'r> {
    api: &'r dyn Api,
    /// The name of the CRD. `None` for a built-in kind.
    name: Option<&'r str>,
    version: String,
    /// The path of all objects.
    resources: String,
    /// The names of the objects that cases created, if they are of a built-in kind. Others are never changed.
    created: RefCell<BTreeSet<String>>,
    /// The CRD that the server uses.
    installed: RefCell<Json>,
    /// The number of CRDs that were sent.
    revision: Cell<usize>,
    /// The maximum time until the server uses or removes a CRD.
    patience: Duration,
}

impl<'r> Cluster<'r> {
    /// Creates a CRD in the cluster.
    pub(super) fn new(api: &'r dyn Api, definition: &'r Definition, version: &str) -> Result<Self, String> {
        let string = |pointer: &str| definition.document.pointer(pointer).and_then(Json::as_str).unwrap_or_default();
        let (group, plural) = (string("/spec/group"), string("/spec/names/plural"));
        let namespace = if string("/spec/scope") == "Namespaced" { "namespaces/default/" } else { "" };
        let cluster = Cluster {
            api,
            name: Some(definition.name()),
            version: version.to_owned(),
            resources: format!("/apis/{group}/{version}/{namespace}{plural}"),
            created: RefCell::default(),
            installed: RefCell::new(Json::Null),
            revision: Cell::new(0),
            patience: PATIENCE,
        };
        let name = definition.name();
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

    /// Finds a built-in kind in the cluster.
    pub(super) fn of_built_in(api: &'r dyn Api, kind: &BuiltInName) -> Result<Self, String> {
        let base = match kind.api_version.split_once('/') {
            Some(_) => format!("/apis/{}", kind.api_version),
            None => format!("/api/{}", kind.api_version),
        };
        let served = api.send("GET", &base, JSON, &Json::Null)?;
        let resources = served.body.get("resources").and_then(Json::as_array);
        let is_kind = |resource: &&Json| {
            let of = |key: &str| resource.get(key).and_then(Json::as_str).unwrap_or_default();
            of("kind") == kind.kind && !of("name").contains('/')
        };
        let resource = resources.into_iter().flatten().find(is_kind);
        let resource = resource.ok_or_else(|| format!("the server does not serve {kind}"))?;
        let verbs = resource.get("verbs").and_then(Json::as_array);
        let has_verb = |verb: &str| verbs.is_some_and(|verbs| verbs.iter().any(|known| known == verb));
        if !["create", "update", "delete", "get"].into_iter().all(has_verb) {
            return Err(format!("the server does not store objects of {kind}; run the suite without --server"));
        }
        let plural = resource.get("name").and_then(Json::as_str).unwrap_or_default();
        let is_namespaced = resource.get("namespaced").and_then(Json::as_bool) == Some(true);
        let namespace = if is_namespaced { "/namespaces/default" } else { "" };
        Ok(Cluster {
            api,
            name: None,
            version: String::new(),
            resources: format!("{base}{namespace}/{plural}"),
            created: RefCell::default(),
            installed: RefCell::default(),
            revision: Cell::new(0),
            patience: PATIENCE,
        })
    }

    /// Returns `true` for a built-in kind.
    pub(super) fn is_built_in(&self) -> bool {
        self.name.is_none()
    }

    /// Changes the CRD in the cluster, and waits until the server uses it.
    pub(super) fn install(&self, document: &Json) -> Result<(), String> {
        if self.is_built_in() || *self.installed.borrow() == *document {
            return Ok(());
        }
        let revision = self.revision.get() + 1;
        self.revision.set(revision);
        let column = format!("idlgen-test-{revision}");
        let mut sent = self.prepared(document, &column);
        let rejected = |error: String| format!("the server rejects the CRD {}: {error}", self.shown_name());
        if revision == 1 {
            self.api.send("POST", DEFINITIONS, JSON, &sent)?.into_object().map_err(rejected)?;
        } else {
            // The controllers of the server may change the CRD at the same time.
            let until = Instant::now() + self.patience;
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
        let until = Instant::now() + self.patience;
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
                    return Err(format!("the server does not serve the CRD {}: {message}", self.shown_name()));
                }
            }
            if Instant::now() > until {
                let version = &self.version;
                let name = self.shown_name();
                return Err(format!("the server does not serve version {version} of the CRD {name}"));
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
        let mut sent = Cow::Borrowed(object);
        let until = Instant::now() + self.patience;
        loop {
            let response = self.api.send(method, &path, JSON, &sent)?;
            // The controllers of the server may change an object of a built-in kind at the same time.
            let is_conflict = response.status == 409 && method == "PUT" && self.is_built_in();
            if is_conflict && Instant::now() < until {
                let current = self.api.send("GET", &path, JSON, &Json::Null)?.into_object()?;
                let metadata = sent.to_mut().get_mut("metadata").and_then(Json::as_object_mut);
                if let (Some(version), Some(metadata)) = (current.pointer("/metadata/resourceVersion"), metadata) {
                    metadata.insert("resourceVersion".to_owned(), version.clone());
                }
                continue;
            }
            let stored = response.into_object();
            if let (true, Ok(stored), Step::Create) = (self.is_built_in(), &stored, step) {
                self.created.borrow_mut().insert(name_of(stored).to_owned());
            }
            return Ok(stored);
        }
    }

    /// Deletes the object of a case, if it exists. Objects of built-in kinds that no case created remain.
    pub(super) fn delete_object(&self, object: &Json) -> Result<(), String> {
        let path = self.object(object);
        if self.is_built_in() && !self.created.borrow_mut().remove(name_of(object)) {
            return Ok(());
        }
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
        if self.is_built_in() { Ok(()) } else { self.delete_definition() }
    }

    fn delete_definition(&self) -> Result<(), String> {
        self.delete(&self.definition(), &mut || Ok(()))
    }

    /// Deletes the object at a path, and waits until the server has no such object. Calls `repeated` before each wait.
    fn delete(&self, path: &str, repeated: &mut dyn FnMut() -> Result<(), String>) -> Result<(), String> {
        let until = Instant::now() + self.patience;
        // Without a grace period, an object of a built-in kind does not wait for the node that runs it.
        let options = if self.is_built_in() { "?gracePeriodSeconds=0" } else { "" };
        let response = self.api.send("DELETE", &format!("{path}{options}"), JSON, &Json::Null)?;
        if response.status == 404 {
            return Ok(());
        }
        response.into_object().map_err(|error| format!("{path} cannot be deleted: {error}"))?;
        while self.api.send("GET", path, JSON, &Json::Null)?.status != 404 {
            if Instant::now() > until {
                return Err(format!("the server did not delete {path} within {} s", self.patience.as_secs()));
            }
            repeated()?;
            thread::sleep(PAUSE);
        }
        Ok(())
    }

    fn definition(&self) -> String {
        format!("{DEFINITIONS}/{}", self.shown_name())
    }

    /// Returns the name of the definition.
    fn shown_name(&self) -> &str {
        self.name.unwrap_or_default()
    }

    fn object(&self, object: &Json) -> String {
        format!("{}/{}", self.resources, in_path(name_of(object)))
    }
}

fn name_of(object: &Json) -> &str {
    object.pointer("/metadata/name").and_then(Json::as_str).unwrap_or_default()
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

#[cfg(test)]
mod tests;
