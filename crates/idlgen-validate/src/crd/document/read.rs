//! Parses JSON to a [`CustomResourceDefinition`].

use std::sync::Arc;

use serde_json::Value as Json;

use super::{
    ApiVersion, Conversion, CustomResourceDefinition, Names, PrinterColumn, SelectableField, Subresources, Version,
    decode::{DecodeProblem, decode_problems},
    members::Members,
};
use crate::schema::Problem;

impl CustomResourceDefinition {
    /// Parses a document of `apiextensions.k8s.io/v1` or `v1beta1`. Without an API version, it is treated as `v1`.
    ///
    /// Reads all valid parts. An unknown member or a value of the wrong type is returned as a [`Problem`]. Does not
    /// validate the CRD.
    ///
    /// ```
    /// use idlgen_validate::crd::CustomResourceDefinition;
    /// let json = serde_json::json!({
    ///     "apiVersion": "apiextensions.k8s.io/v1",
    ///     "kind": "CustomResourceDefinition",
    ///     "metadata": {"name": "foos.example.com"},
    ///     "spec": {
    ///         "group": "example.com",
    ///         "names": {"plural": "foos", "kind": "Foo"},
    ///         "scope": "Namespaced",
    ///         "versions": [{
    ///             "name": "v1", "served": true, "storage": true,
    ///             "schema": {"openAPIV3Schema": {"type": "object"}}
    ///         }]
    ///     }
    /// });
    /// let (definition, problems) = CustomResourceDefinition::from_json(&json);
    /// assert!(problems.is_empty());
    /// assert_eq!(definition.resource_type("v1").map(|(it, _)| it.kind), Some("Foo".to_owned()));
    /// assert_eq!(definition.to_json(), json);
    /// ```
    pub fn from_json(json: &Json) -> (Self, Vec<Problem>) {
        (
            CustomResourceDefinition::of(json),
            decode_problems(json).into_iter().map(DecodeProblem::into_problem).collect(),
        )
    }

    /// Reads the valid parts of a document like [`from_json`](Self::from_json), without looking for problems and
    /// without copying schemas, which are the largest part of the document.
    ///
    /// ```
    /// use idlgen_validate::crd::CustomResourceDefinition;
    /// let json = serde_json::json!({"spec": {"versions": [{"schema": {"openAPIV3Schema": {"type": "object"}}}]}});
    /// assert_eq!(CustomResourceDefinition::read(json.clone()), CustomResourceDefinition::from_json(&json).0);
    /// ```
    pub fn read(mut json: Json) -> Self {
        let versions = json.pointer_mut("/spec/versions").and_then(Json::as_array_mut).into_iter().flatten();
        let schema = |version: &mut Json| version.pointer_mut("/schema/openAPIV3Schema").map(Json::take);
        let schemas: Vec<Option<Json>> = versions.map(schema).collect();
        let mut definition = CustomResourceDefinition::of(&json);
        for (version, schema) in definition.versions.iter_mut().zip(schemas) {
            version.schema = schema.map(Arc::new).or(version.schema.take());
        }
        definition
    }

    fn of(json: &Json) -> Self {
        let api_version = match json.get("apiVersion").and_then(Json::as_str) {
            Some("apiextensions.k8s.io/v1beta1") => ApiVersion::V1Beta1,
            _ => ApiVersion::V1,
        };
        let document = Members(Some(json));
        let (spec, status) = (document.members("spec"), document.members("status"));
        let versions = spec.elements("versions").map(|version| Version::read(Members(Some(version)), api_version));
        let mut definition = CustomResourceDefinition {
            api_version,
            metadata: document.get("metadata").and_then(Json::as_object).cloned().unwrap_or_default(),
            group: spec.text("group"),
            names: Names::read(spec.members("names")),
            scope: spec.text("scope"),
            versions: versions.collect(),
            conversion: spec.object("conversion").map(|members| Conversion::read(members, api_version)),
            preserve_unknown_fields: spec.flag("preserveUnknownFields"),
            conditions: status.elements("conditions").cloned().collect(),
            accepted_names: Names::read(status.members("acceptedNames")),
            stored_versions: status.strings("storedVersions"),
        };
        if api_version == ApiVersion::V1Beta1 {
            definition.preserve_unknown_fields = spec.get("preserveUnknownFields") != Some(&Json::Bool(false));
            definition.for_all_versions(spec);
        }
        definition
    }

    /// Copies the `v1beta1` settings for all versions to each version.
    fn for_all_versions(&mut self, spec: Members<'_>) {
        let name = spec.text("version");
        if self.versions.is_empty() && !name.is_empty() {
            self.versions.push(Version { name, served: true, storage: true, ..Version::default() });
        }
        let schema = spec.members("validation").get("openAPIV3Schema").cloned().map(Arc::new);
        let subresources = spec.object("subresources").map(Subresources::read);
        let columns = PrinterColumn::read_all(spec, self.api_version);
        let fields = SelectableField::read_all(spec);
        for version in &mut self.versions {
            version.schema = version.schema.take().or_else(|| schema.clone());
            version.subresources = version.subresources.take().or_else(|| subresources.clone());
            if version.printer_columns.is_empty() {
                version.printer_columns.clone_from(&columns);
            }
            if version.selectable_fields.is_empty() {
                version.selectable_fields.clone_from(&fields);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn v1beta1_says_things_once_for_all_versions() {
        let schema =
            json!({"type": "object", "minLength": -1, "id": "x", "x-kubernetes-preserve-unknown-fields": false});
        let (definition, _) = CustomResourceDefinition::from_json(&json!({
            "apiVersion": "apiextensions.k8s.io/v1beta1", "kind": "CustomResourceDefinition",
            "metadata": {"name": "foos.example.com"},
            "spec": {
                "group": "example.com", "version": "v1", "scope": "Cluster", "names": {"plural": "foos", "kind": "Foo"},
                "validation": {"openAPIV3Schema": schema},
                "subresources": {"status": {},
                        "scale": {"specReplicasPath": ".spec.n", "statusReplicasPath": ".status.n"}},
                "additionalPrinterColumns": [{"name": "N", "type": "integer", "JSONPath": ".spec.n", "priority": 1}],
                "conversion": {"strategy": "Webhook", "webhookClientConfig": {"url": "https://a"},
                    "conversionReviewVersions": ["v1"]}
            }
        }));
        assert!(definition.preserve_unknown_fields);
        let expected = json!({
            "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
            "metadata": {"name": "foos.example.com"},
            "spec": {
                "group": "example.com", "scope": "Cluster", "names": {"plural": "foos", "kind": "Foo"},
                "preserveUnknownFields": true,
                "conversion": {"strategy": "Webhook",
                    "webhook": {"clientConfig": {"url": "https://a"}, "conversionReviewVersions": ["v1"]}},
                "versions": [{
                    "name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": schema},
                    "subresources": {"status": {},
                        "scale": {"specReplicasPath": ".spec.n", "statusReplicasPath": ".status.n"}},
                    "additionalPrinterColumns": [
                        {"name": "N", "type": "integer", "jsonPath": ".spec.n", "priority": 1}],
                }]
            }
        });
        assert_eq!(definition.to_json(), expected);
        let (again, _) = CustomResourceDefinition::from_json(&expected);
        assert_eq!(again.to_json(), expected);
    }

    #[test]
    fn everything_of_v1_survives() {
        let json = json!({
            "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
            "metadata": {"name": "foos.example.com", "labels": {"a": "b"}, "annotations": {"c": "d"}, "generation": 2},
            "spec": {
                "group": "example.com", "scope": "Namespaced", "preserveUnknownFields": true,
                "names": {"plural": "foos", "singular": "foo", "shortNames": ["f"], "kind": "Foo",
                    "listKind": "FooList", "categories": ["all"]},
                "conversion": {"strategy": "Webhook", "webhook": {"conversionReviewVersions": ["v1"],
                    "clientConfig": {"caBundle": "YQ==",
                        "service": {"namespace": "n", "name": "s", "path": "/p", "port": 8443}}}},
                "versions": [{
                    "name": "v1", "served": true, "storage": false, "deprecated": true, "deprecationWarning": "old",
                    "schema": {"openAPIV3Schema": {"type": "object", "maxLength": 1, "externalDocs": {"url": "u"}}},
                    "subresources": {"status": {}},
                    "additionalPrinterColumns": [{"name": "N", "type": "date", "format": "date", "description": "when",
                        "jsonPath": ".spec.n"}],
                    "selectableFields": [{"jsonPath": ".spec.n"}],
                }]
            },
            "status": {"conditions": [{"type": "Established", "status": "True"}], "storedVersions": ["v1"],
                "acceptedNames": {"plural": "foos", "kind": "Foo"}}
        });
        let (definition, problems) = CustomResourceDefinition::from_json(&json);
        assert_eq!(problems, []);
        assert_eq!(definition.to_json(), json);
        assert_eq!((definition.label("a"), definition.annotation("c")), (Some("b"), Some("d")));
        assert!(definition.is_condition_true("Established") && !definition.is_condition_true("Terminating"));
        assert_eq!(definition.resource_type("v2"), None);
    }
}
