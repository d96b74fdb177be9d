//! Prepares an object for validation (`BeforeCreate` and `BeforeUpdate` of `k8s.io/apiserver/pkg/registry/rest`, with
//! the strategies of `k8s.io/apiextensions-apiserver/pkg/registry/customresource`).

use serde_json::{Map, Value as Json};

use super::{CustomResource, managed_fields, strategy::Strategy};
use crate::crd::{
    Scope,
    object_meta::{self, ObjectMeta, generate_name},
};

impl Strategy<'_> {
    /// Prepares the creation of an object.
    pub(super) fn prepare_creation(&self, object: &mut Json) {
        let Some(metadata) = metadata_of(object) else { return };
        object_meta::drop_system_fields(metadata);
        self.fill_in_namespace(metadata, self.namespace);
        let text = |field: &str| metadata.get(field).and_then(Json::as_str).unwrap_or_default();
        if text("name").is_empty() && !text("generateName").is_empty() {
            let name = generate_name(text("generateName"));
            metadata.insert("name".to_owned(), name.into());
        }
        metadata.insert("generation".to_owned(), 1.into());
        if let (true, Json::Object(fields)) = (self.has_status, object) {
            fields.remove("status");
        }
    }

    /// Prepares an update of `old`.
    pub(super) fn prepare_update(&self, object: &mut Json, old: &Json) {
        if let (true, Json::Object(fields)) = (self.has_status, &mut *object) {
            match old.get("status") {
                Some(status) => {
                    fields.insert("status".to_owned(), status.clone());
                }
                None => {
                    fields.remove("status");
                }
            }
        }
        let differs = differs_beside_metadata(object, old);
        self.prepare_metadata_update(object, old, differs);
    }

    /// Prepares the metadata of an update of `old`. `differs` is `true` if the update changes anything else.
    pub(super) fn prepare_metadata_update(&self, object: &mut Json, old: &Json, differs: bool) {
        self.prepare_metadata(object, old);
        if differs {
            let generation = ObjectMeta::of(old).generation().saturating_add(1);
            if let Some(metadata) = metadata_of(object) {
                metadata.insert("generation".to_owned(), generation.into());
            }
        }
        keep_system_fields(object, old);
    }

    /// Returns `true` if [`complete_stored`](Self::complete_stored) changes the object.
    pub(super) fn is_incomplete(&self, old: &Json) -> bool {
        let namespace = ObjectMeta::of(old).get("namespace");
        match self.scope {
            Scope::Cluster => namespace.is_some(),
            Scope::Namespaced => namespace.is_none_or(|namespace| namespace.as_str().is_none_or(str::is_empty)),
        }
    }

    /// Completes the stored object of an update: adds a namespace if it needs one.
    pub(super) fn complete_stored(&self, old: &mut Json) {
        if let Some(metadata) = metadata_of(old) {
            self.fill_in_namespace(metadata, self.namespace);
        }
    }

    fn prepare_metadata(&self, object: &mut Json, old: &Json) {
        let before = ObjectMeta::of(old);
        let Some(metadata) = metadata_of(object) else { return };
        self.fill_in_namespace(metadata, before.text("namespace"));
        managed_fields::take_over(metadata, old);
        // Only the server sets the generation.
        match before.generation() {
            0 => metadata.remove("generation"),
            generation => metadata.insert("generation".to_owned(), generation.into()),
        };
    }

    /// Sets the namespace of the object, which is that of the request.
    fn fill_in_namespace(&self, metadata: &mut Map<String, Json>, namespace: &str) {
        match self.scope {
            Scope::Cluster => {
                metadata.remove("namespace");
            }
            Scope::Namespaced => {
                let is_absent = metadata.get("namespace").and_then(Json::as_str).is_none_or(str::is_empty);
                if is_absent && !namespace.is_empty() {
                    metadata.insert("namespace".to_owned(), namespace.into());
                }
            }
        }
    }
}

impl CustomResource {
    /// Converts a decoded object to what a server stores on creation, without variable metadata. Does not invent names
    /// and namespaces that only a request has.
    pub(super) fn prepare_stored(&self, object: &mut Json) {
        if let (true, Json::Object(fields)) = (self.resource_type.has_status, &mut *object) {
            fields.remove("status");
        }
        if let Some(Json::Object(metadata)) = object.get_mut("metadata") {
            object_meta::drop_system_fields(metadata);
            if self.resource_type.scope == Scope::Cluster {
                metadata.remove("namespace");
            }
        }
    }
}

/// Restores everything from `old` except the status and the managed fields.
pub(super) fn prepare_status_update(object: &mut Json, old: &Json) {
    let status = object.get_mut("status").map(Json::take);
    *object = old.clone();
    if let Some(metadata) = metadata_of(object) {
        managed_fields::take_stored(metadata, old);
    }
    if let Json::Object(fields) = object {
        fields.remove("status");
        fields.extend(status.map(|status| ("status".to_owned(), status)));
    }
}

/// Restores the fields that an update cannot remove or change.
fn keep_system_fields(object: &mut Json, old: &Json) {
    let before = ObjectMeta::of(old);
    let Some(metadata) = metadata_of(object) else { return };
    for (field, is_kept) in [
        ("uid", metadata.get("uid").is_none()),
        ("creationTimestamp", true),
        ("deletionTimestamp", true),
        ("deletionGracePeriodSeconds", metadata.get("deletionGracePeriodSeconds").is_none()),
    ] {
        if let (true, Some(value)) = (is_kept, before.get(field)) {
            metadata.insert(field.to_owned(), value.clone());
        }
    }
}

fn differs_beside_metadata(object: &Json, old: &Json) -> bool {
    let (Json::Object(object), Json::Object(old)) = (object, old) else { return object != old };
    let count = |fields: &Map<String, Json>| fields.keys().filter(|key| *key != "metadata").count();
    count(object) != count(old) || object.iter().any(|(key, value)| key != "metadata" && old.get(key) != Some(value))
}

/// Returns the metadata of a decoded object. Adds it if it is missing.
fn metadata_of(object: &mut Json) -> Option<&mut Map<String, Json>> {
    let metadata = object.as_object_mut()?.entry("metadata").or_insert_with(|| Json::Object(Map::new()));
    metadata.as_object_mut()
}
