//! CRDs as plain data. `apiextensions.k8s.io/v1` and `v1beta1` have a common representation
//! (k8s.io/apiextensions-apiserver/pkg/apis/apiextensions).

mod api_version;
mod conversion;
mod decode;
mod deprecation;
mod go_type;
mod kind;
mod members;
mod names;
mod print;
mod read;
mod served;
mod version;

use serde_json::{Map, Value as Json};

pub use self::{
    api_version::ApiVersion,
    conversion::{Conversion, ServiceReference, WebhookClientConfig},
    decode::{DecodeProblem, decode_error, decode_problems},
    deprecation::{Stage, compare_versions},
    names::Names,
    version::{PrinterColumn, SelectableField, Subresources, Version},
};
use super::{ResourceType, Scope};
use crate::{Schema, schema::Problem};

/// A CRD.
///
/// The settings of `v1beta1` for all versions (`validation`, `subresources`, `additionalPrinterColumns`, `version`) are
/// copied to each version, as in `v1`. Schemas are stored in their source form, so printing preserves all keywords.
/// [`resource_type`](Self::resource_type) parses them.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct CustomResourceDefinition {
    /// The API version of the document: `v1` or `v1beta1`.
    pub api_version: ApiVersion,
    /// The unmodified `metadata`.
    pub metadata: Map<String, Json>,
    /// The value of `spec.group`.
    pub group: String,
    /// The value of `spec.names`.
    pub names: Names,
    /// The unmodified `spec.scope`, such as `Namespaced` or `Cluster`.
    pub scope: String,
    /// The value of `spec.versions`.
    pub versions: Vec<Version>,
    /// The value of `spec.conversion`, if present.
    pub conversion: Option<Conversion>,
    /// The value of `spec.preserveUnknownFields`. The default in `v1beta1` is `true`.
    pub preserve_unknown_fields: bool,
    /// The unmodified `status.conditions`.
    pub conditions: Vec<Json>,
    /// The value of `status.acceptedNames`.
    pub accepted_names: Names,
    /// The value of `status.storedVersions`.
    pub stored_versions: Vec<String>,
}

impl CustomResourceDefinition {
    /// Returns `metadata.name`, or an empty string.
    pub fn name(&self) -> &str {
        self.metadata.get("name").and_then(Json::as_str).unwrap_or_default()
    }

    /// Returns the value of an annotation.
    pub fn annotation(&self, name: &str) -> Option<&str> {
        self.metadata.get("annotations")?.get(name)?.as_str()
    }

    /// Returns the value of a label.
    pub fn label(&self, name: &str) -> Option<&str> {
        self.metadata.get("labels")?.get(name)?.as_str()
    }

    /// Returns `true` if the status condition of this type is true, for example `Established` or `NonStructuralSchema`.
    pub fn is_condition_true(&self, condition_type: &str) -> bool {
        let text = |condition: &Json, key: &str| condition.get(key).and_then(Json::as_str).map(str::to_owned);
        let mut conditions = self.conditions.iter();
        conditions.any(|condition| {
            text(condition, "type").as_deref() == Some(condition_type)
                && text(condition, "status").as_deref() == Some("True")
        })
    }

    /// Returns the version with this name.
    pub fn version(&self, name: &str) -> Option<&Version> {
        self.versions.iter().find(|version| version.name == name)
    }

    /// Returns the resource type of a version, and the problems in its schema: parts that are unreadable or have no
    /// effect, each with its schema path. A version without a schema accepts every object. Returns `None` if the
    /// version does not exist.
    ///
    /// ```
    /// use idlgen_validate::crd::CustomResourceDefinition;
    /// let (definition, _) = CustomResourceDefinition::from_json(&serde_json::json!({
    ///     "spec": {"group": "example.com", "names": {"kind": "Foo"}, "versions": [
    ///         {"name": "v1", "schema": {"openAPIV3Schema": {"type": "object", "maxProperties": "3"}}}
    ///     ]}
    /// }));
    /// let (foos, problems) = definition.resource_type("v1").unwrap();
    /// assert_eq!(foos.api_version(), "example.com/v1");
    /// assert_eq!(problems[0].pointer, "/maxProperties");
    /// ```
    pub fn resource_type(&self, version: &str) -> Option<(ResourceType, Vec<Problem>)> {
        let deprecation = self.deprecation(version);
        let version = self.version(version)?;
        let is_without_schema = version.schema.is_none();
        let (schema, problems) = version.schema.as_ref().map(|schema| Schema::from_json(schema)).unwrap_or_default();
        let resource_type = ResourceType {
            group: self.group.clone(),
            version: version.name.clone(),
            kind: self.names.kind.clone(),
            scope: if self.scope == "Cluster" { Scope::Cluster } else { Scope::Namespaced },
            has_status: version.subresources.as_ref().is_some_and(|subresources| subresources.status),
            scale: version.subresources.as_ref().and_then(|subresources| subresources.scale.clone()),
            deprecation,
            preserves_unknown_fields: self.preserve_unknown_fields || is_without_schema,
            schema,
        };
        Some((resource_type, problems))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_kind_has_its_group_and_any_version() {
        let kind = CustomResourceDefinition::KIND;
        for (api_version, kind, expected) in [
            ("apiextensions.k8s.io/v1", kind, true),
            ("apiextensions.k8s.io/v1beta1", kind, true),
            ("example.com/v1", kind, false),
            ("v1", kind, false),
            ("apiextensions.k8s.io/v1", "Foo", false),
        ] {
            assert_eq!(CustomResourceDefinition::is_kind(api_version, kind), expected, "{api_version} {kind}");
        }
    }

    #[test]
    fn a_version_of_v1beta1_is_only_added_if_there_is_no_list_of_versions() {
        let names = |mut spec: Json| {
            spec["group"] = "example.com".into();
            let document = json!({"apiVersion": "apiextensions.k8s.io/v1beta1", "spec": spec});
            let versions = CustomResourceDefinition::from_json(&document).0.versions;
            versions.into_iter().map(|version| version.name).collect::<Vec<_>>()
        };
        assert_eq!(names(json!({"version": "v1"})), ["v1"]);
        assert_eq!(names(json!({"version": "v1", "versions": [{"name": "v1"}, {"name": "v2"}]})), ["v1", "v2"]);
        assert_eq!(names(json!({})), [""; 0]);
    }

    #[test]
    fn a_webhook_is_printed_without_review_versions() {
        let url = "https://example.com";
        let webhook = json!({"clientConfig": {"url": url}, "conversionReviewVersions": []});
        for (conversion, expected) in [
            (json!({"strategy": "Webhook", "webhook": {"clientConfig": {"url": url}}}), Some(webhook)),
            (json!({"strategy": "None"}), None),
        ] {
            let spec = json!({"spec": {"conversion": conversion}});
            let printed = CustomResourceDefinition::from_json(&spec).0.conversion.unwrap().print();
            assert_eq!(printed.get("webhook"), expected.as_ref());
        }
    }

    #[test]
    fn parts_are_found_by_name() {
        let condition = |name: &str, status: &str| json!({"type": name, "status": status});
        let (definition, _) = CustomResourceDefinition::from_json(&json!({
            "metadata": {
                "name": "foos.example.com", "annotations": {"a": "b", "c": 1}, "labels": {"d": "e", "f": null}
            },
            "spec": {"group": "example.com", "names": {"kind": "Foo"}, "versions": [
                {"name": "v1"},
                {"name": "v2", "subresources": {"status": {}}, "schema": {"openAPIV3Schema": {"type": "object"}}}]},
            "status": {"conditions": [
                condition("Established", "True"), condition("NonStructuralSchema", "False"), {"status": "True"}]}
        }));
        assert_eq!((definition.name(), CustomResourceDefinition::default().name()), ("foos.example.com", ""));
        assert_eq!(["a", "c", "d"].map(|name| definition.annotation(name)), [Some("b"), None, None]);
        assert_eq!(["d", "f", "a"].map(|name| definition.label(name)), [Some("e"), None, None]);
        let conditions = ["Established", "NonStructuralSchema", "NamesAccepted", ""];
        assert_eq!(conditions.map(|name| definition.is_condition_true(name)), [true, false, false, false]);
        assert_eq!(definition.version("v2").map(|version| version.name.as_str()), Some("v2"));
        assert_eq!(definition.version("v3"), None);
        let of = |definition: &CustomResourceDefinition, version| definition.resource_type(version).unwrap().0;
        let cluster = CustomResourceDefinition { scope: "Cluster".to_owned(), ..definition.clone() };
        assert_eq!((of(&definition, "v1").scope, of(&cluster, "v1").scope), (Scope::Namespaced, Scope::Cluster));
        assert_eq!(["v1", "v2"].map(|version| of(&definition, version).has_status), [false, true]);
        // Without a schema, all fields are unknown.
        assert_eq!(["v1", "v2"].map(|version| of(&definition, version).preserves_unknown_fields), [true, false]);
        let preserving = CustomResourceDefinition { preserve_unknown_fields: true, ..definition };
        assert_eq!(["v1", "v2"].map(|version| of(&preserving, version).preserves_unknown_fields), [true, true]);
    }
}
