//! Served kinds and their objects.

use std::{thread, time::Duration};

use idlgen_testing::Random;
use idlgen_validate::{
    Definitions, ValidatorOptions,
    crd::{CustomResource, CustomResourceDefinition},
};
use serde_json::{Value as Json, json};

use super::{client::Client, odd};
use crate::acceptance::{
    mutation::{change, synthesize},
    server::{with_approval, without_descriptions},
};

pub(super) struct Kind {
    pub(super) name: String,
    /// The CRD as sent to the server.
    pub(super) definition: Json,
    pub(super) compiled: CustomResource,
    /// The API path of its objects.
    pub(super) path: String,
    api_version: String,
    objects_of: String,
    schema: Json,
}

/// The number of checks whether the server serves a new kind, one per tenth of a second.
const PATIENCE: usize = 300;

impl Kind {
    /// Creates a CRD on the server and waits until the server serves its storage version.
    pub(super) fn serve(definition: &Json, client: &Client) -> Result<Self, String> {
        let mut definition = with_approval(without_descriptions(definition));
        // Removes the conversion: there is no webhook for it, and only one version is requested.
        if let Some(spec) = definition["spec"].as_object_mut() {
            spec.remove("conversion");
        }
        let versions = definition["spec"]["versions"].as_array_mut().ok_or("no versions")?;
        versions.retain(|version| version["storage"] == true);
        let version = versions.first_mut().ok_or("no storage version")?;
        version["served"] = json!(true);
        let (version_name, schema) = (version["name"].clone(), version["schema"]["openAPIV3Schema"].clone());
        if let Some(fields) = definition.as_object_mut() {
            fields.remove("status");
        }
        let answer = client.ask("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", &definition)?;
        if answer.code >= 300 {
            return Err(answer.body["message"].as_str().unwrap_or("refused").chars().take(300).collect());
        }
        let kind = Kind::new(definition, version_name.as_str().unwrap_or_default(), schema)?;
        for _ in 0..PATIENCE {
            if client.ask("GET", &kind.path, &Json::Null)?.code == 200 {
                return Ok(kind);
            }
            thread::sleep(Duration::from_millis(100));
        }
        Err("it is not served".to_owned())
    }

    /// Reads a version of a CRD, with the schema of that version.
    fn new(document: Json, version: &str, schema: Json) -> Result<Self, String> {
        let (definition, _) = CustomResourceDefinition::from_json(&document);
        let (resource_type, _) = definition.resource_type(version).ok_or("no such version")?;
        let namespace = if definition.scope == "Cluster" { "" } else { "/namespaces/default" };
        let path = format!("/apis/{}/{version}{namespace}/{}", definition.group, definition.names.plural);
        let (api_version, objects_of) = (resource_type.api_version(), resource_type.kind.clone());
        let compiled =
            CustomResource::new(&Definitions::default(), resource_type, ValidatorOptions::crd().keeping_broken_rules())
                .map_err(|errors| format!("{errors:?}"))?;
        let name = definition.name().to_owned();
        Ok(Kind { name, definition: document, compiled, path, api_version, objects_of, schema })
    }

    /// Returns the name of the kind in requests to generated Rust.
    pub(super) fn type_name(&self) -> String {
        format!("{} {}", self.api_version, self.objects_of)
    }

    /// Returns `true` if an object has this kind.
    pub(super) fn has(&self, object: &Json) -> bool {
        object["apiVersion"] == self.api_version.as_str() && object["kind"] == self.objects_of.as_str()
    }

    /// Returns an object that mostly matches the schema.
    pub(super) fn make(&self, random: &mut Random) -> Json {
        let mut object = synthesize(&self.schema, random, 0);
        object["apiVersion"] = json!(self.api_version);
        object["kind"] = json!(self.objects_of);
        object["metadata"] = json!({});
        object
    }

    /// Changes an object. Returns a description of the change.
    pub(super) fn change(&self, object: &mut Json, random: &mut Random) -> Vec<String> {
        let mut done = Vec::new();
        for _ in 0..=random.below(3) {
            done.extend(change(object, &self.schema, random));
        }
        if random.percent(35) {
            done.extend(odd::change(object, random));
        }
        if random.percent(25) {
            done.extend(change_metadata(object, random));
        }
        done
    }

    /// Changes the status of an object. Returns a description of the change; `None` if the kind has no status.
    pub(super) fn change_status(&self, object: &mut Json, random: &mut Random) -> Option<String> {
        let schema = self.schema["properties"].get("status").filter(|_| self.compiled.resource_type().has_status)?;
        object["status"] = synthesize(schema, random, 1);
        for _ in 0..random.below(3) {
            let mut status = json!({"s": object["status"].clone()});
            if change(&mut status, &json!({"properties": {"s": schema}}), random).is_some() {
                object["status"] = status["s"].clone();
            }
        }
        Some("status".to_owned())
    }
}

/// Changes metadata in a way that is a common client mistake.
fn change_metadata(object: &mut Json, random: &mut Random) -> Option<String> {
    let changes = [
        ("labels", json!({"a": "b c", "/x": "y"})),
        ("labels", json!({"a": 1})),
        ("labels", json!({"a": null, "b": "B"})),
        ("annotations", json!({"Example.com/A": "any", "a b": "c"})),
        ("annotations", json!("text")),
        ("finalizers", json!(["plain", "example.com/x"])),
        ("finalizers", json!(["a b"])),
        ("finalizers", json!(["orphan", "foregroundDeletion"])),
        ("ownerReferences", json!([{"apiVersion": "v1", "kind": "Pod", "name": "p", "uid": "u", "extra": 1}])),
        ("ownerReferences", json!([{"apiVersion": "", "kind": "", "name": "", "uid": ""}])),
        ("ownerReferences", json!([{"apiVersion": "v1", "kind": "Event", "name": "e", "uid": "u"}])),
        (
            "ownerReferences",
            json!([
                {"apiVersion": "v1", "kind": "A", "name": "a", "uid": "u", "controller": true},
                {"apiVersion": "v1", "kind": "B", "name": "b", "uid": "v", "controller": true}
            ]),
        ),
        ("generation", json!(1.5)),
        ("generation", json!(7)),
        ("creationTimestamp", json!("yesterday")),
        ("creationTimestamp", json!("2020-01-01T00:00:00+01:00")),
        ("deletionTimestamp", json!("2020-01-01T00:00:00Z")),
        ("generateName", json!("A-")),
        ("unknownField", json!(1)),
    ];
    let (field, value) = random.one_of(&changes);
    let metadata = object["metadata"].as_object_mut()?;
    metadata.insert((*field).to_owned(), value.clone());
    Some(format!("metadata.{field} changed"))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Returns the kind of widgets, whose size is between 1 and 9.
    pub(in crate::served) fn widgets() -> Kind {
        let schema = json!({"type": "object", "properties": {
            "spec": {"type": "object", "properties": {"size": {"type": "integer", "minimum": 1, "maximum": 9}}}
        }});
        let document = json!({
            "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
            "metadata": {"name": "widgets.example.com"},
            "spec": {
                "group": "example.com", "scope": "Namespaced", "names": {"plural": "widgets", "kind": "Widget"},
                "versions": [{
                    "name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": schema.clone()}
                }]
            }
        });
        Kind::new(document, "v1", schema).unwrap()
    }

    #[test]
    fn kinds_have_names_and_paths() {
        let kind = widgets();
        assert_eq!(kind.path, "/apis/example.com/v1/namespaces/default/widgets");
        assert_eq!(kind.type_name(), "example.com/v1 Widget");
        assert!(kind.has(&kind.make(&mut Random::new(1))));
    }
}
