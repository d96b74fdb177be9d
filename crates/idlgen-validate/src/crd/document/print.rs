//! A definition as a document of `apiextensions.k8s.io/v1`.

use serde_json::{Map, Value as Json, json};

use super::{
    CustomResourceDefinition, Version,
    members::{put, put_flag},
};

impl CustomResourceDefinition {
    /// The document of `apiextensions.k8s.io/v1`.
    pub fn to_json(&self) -> Json {
        let CustomResourceDefinition {
            api_version: _,
            metadata,
            group,
            names,
            scope,
            versions,
            conversion,
            preserve_unknown_fields,
            conditions,
            accepted_names,
            stored_versions,
        } = self;
        let mut spec = Map::new();
        spec.insert("group".to_owned(), group.as_str().into());
        spec.insert("names".to_owned(), names.print());
        spec.insert("scope".to_owned(), scope.as_str().into());
        spec.insert("versions".to_owned(), versions.iter().map(Version::print).collect());
        put(&mut spec, "conversion", conversion.as_ref().map(super::Conversion::print));
        put_flag(&mut spec, "preserveUnknownFields", *preserve_unknown_fields);
        let mut json = json!({
            "apiVersion": "apiextensions.k8s.io/v1",
            "kind": "CustomResourceDefinition",
            "metadata": metadata,
            "spec": spec,
        });
        let has_status =
            !conditions.is_empty() || !stored_versions.is_empty() || *accepted_names != super::Names::default();
        if let Some(json) = json.as_object_mut().filter(|_| has_status) {
            let status = json!({
                "acceptedNames": accepted_names.print(),
                "conditions": conditions,
                "storedVersions": stored_versions,
            });
            json.insert("status".to_owned(), status);
        }
        json
    }
}
