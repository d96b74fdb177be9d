//! Writes CRDs: the document as JSON, the schemas directly.

use idlgen_validate::{
    Schema,
    crd::CustomResourceDefinition as Document,
    schema::{
        AdditionalProperties,
        json::{PrintOptions, StripZero},
    },
};
use idlgen_yaml::{Numbered, Part};
use serde_json::{Map, Value as Json};

use crate::settings::CrdSettings;

/// Builds a CRD with these schemas for its versions.
pub(super) fn part<'t>(mut document: Document, trees: &'t [Schema], settings: &CrdSettings) -> Part<'t> {
    for version in &mut document.versions {
        version.schema = None;
    }
    let mut definition = object(document.into_json());
    let mut spec = definition.remove("spec").map(object).unwrap_or_default();
    if let Some(preserves) = settings.preserve_unknown_fields {
        spec.insert("preserveUnknownFields".to_owned(), preserves.into());
    }
    let versions = match spec.remove("versions") {
        Some(Json::Array(versions)) => versions,
        _ => Vec::new(),
    };
    let with_schema = |(version, tree)| {
        let schema = Part::Mapping(vec![("openAPIV3Schema", node(tree))]);
        Part::Object(object(version), vec![("schema", schema)])
    };
    let versions = Part::List(versions.into_iter().zip(trees).map(with_schema).collect());
    Part::Object(definition, vec![("spec", Part::Object(spec, vec![("versions", versions)]))])
}

fn object(json: Json) -> Map<String, Json> {
    match json {
        Json::Object(object) => object,
        _ => Map::new(),
    }
}

/// Writes a node of a structural schema.
fn node(schema: &Schema) -> Part<'_> {
    let own = schema.own_keywords(&PrintOptions { strip_zero: StripZero::Off, ..PrintOptions::default() });
    let mut inside = Vec::new();
    if let Some(items) = &schema.items {
        inside.push(("items", node(items)));
    }
    if let Some(AdditionalProperties::Schema(values)) = &schema.additional_properties {
        inside.push(("additionalProperties", node(values)));
    }
    if let Some(identity) = schema.properties.identity().filter(|_| !schema.properties.is_empty()) {
        let entries = || schema.properties.iter().map(|(name, property)| (name.as_str(), node(property))).collect();
        inside.push(("properties", Part::Numbered(Numbered::new(identity, entries))));
    }
    Part::Object(own, inside)
}

#[cfg(test)]
mod tests {
    use idlgen_validate::schema::json::OrderedJson;
    use idlgen_yaml::{Writer, to_string};
    use serde_json::json;

    use super::*;

    #[test]
    fn a_schema_is_written_as_its_json_is() {
        let json = json!({
            "type": "object", "description": "d: e", "required": ["a"], "x-kubernetes-map-type": "atomic",
            "properties": {
                "a": {"type": "array", "items": {"type": "string", "maxLength": 5, "enum": ["yes", "n10", "n9"]},
                    "x-kubernetes-list-type": "set"},
                "b10": {"type": "object", "additionalProperties": {"type": "object", "properties": {"x y": {}}}},
                "b9": {"x-kubernetes-int-or-string": true, "anyOf": [{"type": "integer"}, {"type": "string"}]},
                "c": {"type": "object", "additionalProperties": false, "default": {"k2": [], "k1": {}}},
                "d": {"allOf": [{"pattern": "a"}], "not": {"required": ["x"]}, "x-kubernetes-validations": [
                    {"rule": "self != ''", "fieldPath": ".x", "message": "m"}]},
            },
        });
        let tree = Schema::from_json(&json).0;
        let printed: OrderedJson = tree.to_ordered_json(&PrintOptions::default());
        assert_eq!(printed.to_json(), json);
        let trees = [tree.clone(), tree];
        let (document, _) = Document::from_json(&json!({
            "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "as.b.c"},
            "spec": {"group": "b.c", "names": {"kind": "A", "plural": "as"}, "scope": "Cluster", "versions": [
                {"name": "v1", "served": true, "storage": false, "schema": {"openAPIV3Schema": json}},
                {"name": "v2", "served": true, "storage": true, "schema": {"openAPIV3Schema": json}},
            ]},
        }));
        let mut settings = CrdSettings::default();
        for preserves in [None, Some(false)] {
            settings.preserve_unknown_fields = preserves;
            let mut expected = document.to_json();
            if let Some(preserves) = preserves {
                expected["spec"]["preserveUnknownFields"] = preserves.into();
            }
            let part = part(document.clone(), &trees, &settings);
            assert_eq!(Writer::default().document(&part), to_string(&expected));
        }
    }
}
