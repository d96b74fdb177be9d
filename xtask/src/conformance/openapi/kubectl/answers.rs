//! The responses of a server: documents of both versions of OpenAPI, and those for discovery.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value as Json, json};

use super::server::{Response, Responses};

const JSON: &str = "application/json";

/// The media type of OpenAPI v2 that kubectl requests.
const V2: &str = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";

/// The served documents.
pub(super) struct Served {
    /// The OpenAPI v3 documents by path below `/openapi/v3`.
    pub(super) documents: BTreeMap<String, String>,
    pub(super) index: String,
    /// OpenAPI v2 as protobuf.
    pub(super) v2: Vec<u8>,
}

/// Returns the responses by path.
pub(super) fn responses(served: Served) -> Result<Responses, String> {
    let mut answers = Responses::new();
    let mut add = |path: String, body: String| {
        answers.insert(path, Response { media: JSON, body: body.into_bytes() });
    };
    let mut groups: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut core = BTreeSet::new();
    for (path, text) in served.documents {
        let document: Json = serde_json::from_str(&text).map_err(|error| format!("{path}: {error}"))?;
        match path.split('/').collect::<Vec<_>>().as_slice() {
            ["api", version] => core.insert((*version).to_owned()),
            ["apis", group, version] => groups.entry((*group).to_owned()).or_default().insert((*version).to_owned()),
            _ => return Err(format!("{path} is no group and version")),
        };
        let group_version = path.split_once('/').map_or("", |(_, rest)| rest);
        let resources = json!({
            "kind": "APIResourceList", "apiVersion": "v1", "groupVersion": group_version,
            "resources": resources(&document, &path),
        });
        add(format!("/{path}"), resources.to_string());
        add(format!("/openapi/v3/{path}"), text);
    }
    add("/api".to_owned(), json!({"kind": "APIVersions", "versions": core}).to_string());
    let groups: Vec<Json> = groups.into_iter().map(|(name, versions)| group(&name, &versions)).collect();
    add("/apis".to_owned(), json!({"kind": "APIGroupList", "apiVersion": "v1", "groups": groups}).to_string());
    add("/openapi/v3".to_owned(), served.index);
    answers.insert("/openapi/v2".to_owned(), Response { media: V2, body: served.v2 });
    Ok(answers)
}

fn group(name: &str, versions: &BTreeSet<String>) -> Json {
    let version = |version: &String| json!({"groupVersion": format!("{name}/{version}"), "version": version});
    let all: Vec<Json> = versions.iter().map(version).collect();
    json!({"name": name, "preferredVersion": all.first(), "versions": all})
}

/// Returns the resources of a document, by the paths of their objects and collections.
pub(super) fn resources(document: &Json, path: &str) -> Vec<Json> {
    let mut found: BTreeMap<String, Json> = BTreeMap::new();
    let root = format!("/{path}/");
    for (path, item) in document["paths"].as_object().into_iter().flatten() {
        let Some(rest) = path.strip_prefix(&root) else { continue };
        let (rest, namespaced) = match rest.strip_prefix("namespaces/{namespace}/") {
            Some(rest) => (rest, true),
            None => (rest, false),
        };
        let name = rest.strip_suffix("/{name}").unwrap_or(rest);
        let mut operations = item.as_object().into_iter().flat_map(Map::values);
        let kind = operations.find_map(|operation| operation["x-kubernetes-group-version-kind"]["kind"].as_str());
        let (Some(kind), false) = (kind, name.is_empty() || name.contains('/')) else { continue };
        let resource = json!({
            "name": name, "singularName": "", "namespaced": namespaced, "kind": kind, "verbs": ["get", "list"],
        });
        if namespaced || !found.contains_key(name) {
            found.insert(name.to_owned(), resource);
        }
    }
    found.into_values().collect()
}
