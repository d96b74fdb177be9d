//! Converts a CRD to an `apiextensions.k8s.io/v1` document.

use serde_json::{Map, Value as Json, json};

use super::{
    CustomResourceDefinition, Version,
    members::{put, put_flag},
};

impl CustomResourceDefinition {
    /// Converts the CRD to an `apiextensions.k8s.io/v1` document.
    pub fn to_json(&self) -> Json {
        self.clone().into_json()
    }

    /// Converts the CRD like [`to_json`](Self::to_json). Schemas without other references are moved and not copied.
    pub fn into_json(self) -> Json {
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
        spec.insert("group".to_owned(), group.into());
        spec.insert("names".to_owned(), names.print());
        spec.insert("scope".to_owned(), scope.into());
        spec.insert("versions".to_owned(), versions.into_iter().map(Version::print).collect());
        put(&mut spec, "conversion", conversion.as_ref().map(super::Conversion::print));
        put_flag(&mut spec, "preserveUnknownFields", preserve_unknown_fields);
        // Moves large values, because `json!` would copy them.
        let mut json = Map::new();
        json.insert("apiVersion".to_owned(), "apiextensions.k8s.io/v1".into());
        json.insert("kind".to_owned(), "CustomResourceDefinition".into());
        json.insert("metadata".to_owned(), metadata.into());
        json.insert("spec".to_owned(), spec.into());
        let has_status =
            !conditions.is_empty() || !stored_versions.is_empty() || accepted_names != super::Names::default();
        if has_status {
            let status = json!({
                "acceptedNames": accepted_names.print(),
                "conditions": conditions,
                "storedVersions": stored_versions,
            });
            json.insert("status".to_owned(), status);
        }
        json.into()
    }
}
