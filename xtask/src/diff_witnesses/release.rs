//! The CRDs of a release, and a server with them.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::Command,
    thread,
    time::Duration,
};

use serde_json::Value as Json;

use crate::{
    acceptance::{
        files,
        server::{Server, without_descriptions},
    },
    served::client::{Client, Response},
};

/// The number of checks whether a server serves a CRD, one per tenth of a second.
const PATIENCE: usize = 300;

/// A release: its CRDs by group and kind.
pub(super) struct Release {
    pub(super) path: PathBuf,
    crds: BTreeMap<(String, String), Json>,
}

fn text<'j>(json: &'j Json, pointer: &str) -> &'j str {
    json.pointer(pointer).and_then(Json::as_str).unwrap_or_default()
}

impl Release {
    pub(super) fn read(path: &Path) -> Result<Self, String> {
        let mut crds = BTreeMap::new();
        let files = if path.is_dir() { files::files(path) } else { vec![path.to_owned()] };
        for file in files {
            let content = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
            for document in files::documents(&content) {
                if document["kind"] == "CustomResourceDefinition" {
                    let of = |pointer: &str| text(&document, pointer).to_owned();
                    crds.entry((of("/spec/group"), of("/spec/names/kind"))).or_insert(document);
                }
            }
        }
        if crds.is_empty() {
            return Err(format!("{}: there is no CRD", path.display()));
        }
        Ok(Release { path: path.to_owned(), crds })
    }
}

/// Returns the report of `idlgen diff` as JSON.
pub(super) fn report(program: &Path, old: &Release, new: &Release) -> Result<Json, String> {
    let mut command = Command::new(program);
    command.arg("diff").args([&old.path, &new.path]).args(["--report", "json", "--fail-on", "never"]);
    let output = command.output().map_err(|error| format!("{}: {error}", program.display()))?;
    let error = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(format!("idlgen diff {} {}: {error}", old.path.display(), new.path.display()));
    }
    serde_json::from_slice(&output.stdout).map_err(|error| format!("the report is not JSON: {error}"))
}

/// A kind on a server.
#[derive(Clone)]
pub(super) struct Kind {
    /// The path of its objects.
    pub(super) path: String,
    /// `true` if the status is written separately.
    pub(super) has_status: bool,
}

/// A server with the CRDs of a release, which it gets when they are needed.
pub(super) struct Served<'r> {
    release: &'r Release,
    server: &'r Server,
    pub(super) client: Client,
    created: BTreeMap<(String, String), Result<(), String>>,
}

impl<'r> Served<'r> {
    pub(super) fn new(release: &'r Release, server: &'r Server, kubectl: &Path) -> Result<Self, String> {
        let client = Client::start(kubectl, server.configuration())?;
        Ok(Served { release, server, client, created: BTreeMap::new() })
    }

    /// Returns the kind of an object, after the server serves its CRD.
    pub(super) fn kind_of(&mut self, object: &Json) -> Result<Kind, String> {
        let (group, version) = text(object, "/apiVersion").split_once('/').ok_or("no group")?;
        let key = (group.to_owned(), text(object, "/kind").to_owned());
        let crd = self.release.crds.get(&key).ok_or("the release does not have the CRD")?;
        let versions = || crd["spec"]["versions"].as_array().into_iter().flatten();
        let path = |version: &str| {
            let namespace = if crd["spec"]["scope"] == "Namespaced" { "namespaces/default/" } else { "" };
            format!("/apis/{group}/{version}/{namespace}{}", text(crd, "/spec/names/plural"))
        };
        let created = if let Some(created) = self.created.get(&key) {
            created.clone()
        } else {
            let created = self.server.create(prepared(crd));
            let created = created.map_err(|error| format!("the server rejects the CRD: {error}"));
            let served = versions().find(|version| version["served"] == true);
            let path = path(text(served.ok_or("no version is served")?, "/name"));
            let created = created.and_then(|()| self.wait(&path));
            self.created.insert(key, created.clone());
            created
        };
        created?;
        let own = versions().find(|known| known["name"] == version && known["served"] == true);
        let own = own.ok_or("the version is not served")?;
        Ok(Kind { path: path(version), has_status: own["subresources"]["status"].is_object() })
    }

    /// Returns the CRD of an object.
    pub(super) fn crd_of(&self, object: &Json) -> Option<Json> {
        let (group, _) = text(object, "/apiVersion").split_once('/')?;
        self.release.crds.get(&(group.to_owned(), text(object, "/kind").to_owned())).map(prepared)
    }

    fn wait(&self, path: &str) -> Result<(), String> {
        for _ in 0..PATIENCE {
            if self.client.ask("GET", path, &Json::Null)?.code == 200 {
                return Ok(());
            }
            thread::sleep(Duration::from_millis(100));
        }
        Err("the server does not serve the CRD".to_owned())
    }

    pub(super) fn send(&self, method: &str, path: &str, body: &Json) -> Result<Response, String> {
        self.client.ask(method, path, body)
    }
}

/// Returns a CRD as sent: without a status and webhooks.
fn prepared(crd: &Json) -> Json {
    let mut crd = without_descriptions(crd);
    if let Some(fields) = crd.as_object_mut() {
        fields.remove("status");
    }
    if let Some(spec) = crd["spec"].as_object_mut() {
        spec.remove("conversion");
    }
    crd
}
