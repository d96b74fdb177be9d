//! Converts a schema to the type of `self`: the fields that are visible to rules, and the maximum sizes of values
//! (`SchemaDeclType` of k8s.io/apiserver/pkg/cel/common).

use std::{collections::BTreeMap, sync::Arc};

use idlgen_cel::{DeclKind, DeclType, Version, escape};
use serde_json::Value as Json;

use super::view::View;
use crate::{
    keyword::Keyword,
    schema::{AdditionalProperties, Definitions, Recursion, Schema, SchemaType, structural},
};

/// Maximum size in bytes of a request to an API server.
const REQUEST: i64 = 3 * 1024 * 1024;
/// Maximum depth of the type that results from a recursive schema. Rules do not see fields that are nested deeper.
const DEPTH: u32 = 64;

/// Returns the type of `self` in the rules of `schema`, following references. Returns `None` if the values are not
/// visible to rules because their type is unknown. Inside a recursive type, the type itself is unknown.
pub fn decl_type(schema: &Schema, definitions: &Definitions, version: Version) -> Option<DeclType> {
    tree_decl_type(&structural(schema, definitions, Recursion::Cut).ok()?, false, version)
}

/// Returns the type of `self` in the rules of a resource. It always has `apiVersion`, `kind`, `metadata.name` and
/// `metadata.generateName`, and no other fields of `metadata`.
pub fn resource_decl_type(schema: &Schema, definitions: &Definitions, version: Version) -> Option<DeclType> {
    tree_decl_type(&structural(schema, definitions, Recursion::Cut).ok()?, true, version)
}

/// Returns the type of `self` for a schema without references.
pub(super) fn tree_decl_type(tree: &Schema, is_resource: bool, version: Version) -> Option<DeclType> {
    Conversion { none: Definitions::default(), version }.convert(
        tree,
        is_resource || tree.extensions.embedded_resource,
        0,
    )
}

struct Conversion {
    /// Empty definitions, because a tree contains no references.
    none: Definitions,
    version: Version,
}

impl Conversion {
    fn convert(&self, schema: &Schema, is_resource: bool, depth: u32) -> Option<DeclType> {
        if depth > DEPTH {
            return None;
        }
        if schema.extensions.int_or_string {
            let max_elements =
                schema.keywords.count(Keyword::MaxLength).map_or(REQUEST - 2, |length| size(length).saturating_mul(4));
            return Some(DeclType { kind: DeclKind::Dyn, max_elements, min_serialized_size: 1 });
        }
        match schema.schema_type? {
            SchemaType::Array => {
                let element = self.below(schema.items.as_deref()?, depth)?;
                let max_elements = schema
                    .keywords
                    .count(Keyword::MaxItems)
                    .map_or((REQUEST - 2) / (element.min_serialized_size + 1), size);
                Some(DeclType { kind: DeclKind::List(Arc::new(element)), max_elements, min_serialized_size: 2 })
            }
            SchemaType::Object => match &schema.additional_properties {
                Some(AdditionalProperties::Schema(value)) => {
                    let value = self.below(value, depth)?;
                    let max_elements = schema
                        .keywords
                        .count(Keyword::MaxProperties)
                        .map_or((REQUEST - 2) / (value.min_serialized_size + 6), size);
                    Some(DeclType { kind: DeclKind::Map(Arc::new(value)), max_elements, min_serialized_size: 2 })
                }
                _ => Some(self.object(schema, is_resource, depth)),
            },
            SchemaType::String => Some(string(schema)),
            SchemaType::Boolean => Some(DeclType { kind: DeclKind::Bool, max_elements: 0, min_serialized_size: 4 }),
            SchemaType::Number => Some(DeclType { kind: DeclKind::Double, max_elements: 0, min_serialized_size: 1 }),
            SchemaType::Integer => Some(DeclType { kind: DeclKind::Int, max_elements: 0, min_serialized_size: 1 }),
        }
    }

    fn below(&self, schema: &Schema, depth: u32) -> Option<DeclType> {
        self.convert(schema, schema.extensions.embedded_resource, depth + 1)
    }

    fn object(&self, schema: &Schema, is_resource: bool, depth: u32) -> DeclType {
        let mut fields = BTreeMap::new();
        let mut min_serialized_size = 2;
        let complete = !is_resource || View::new(schema, &self.none).declares_metadata(&self.none);
        for (name, property) in &schema.properties {
            let added = !complete && matches!(name.as_str(), "kind" | "apiVersion" | "metadata");
            let of = if added { Some(self.resource_field(name, Some(property))) } else { self.below(property, depth) };
            let Some(of) = of else { continue };
            // A default that is Go's zero value is treated as missing, so the minimum size includes the property.
            let has_default = !added && property.default.as_ref().is_some_and(|default| !default.implicit);
            if schema.required.contains(name) && !has_default {
                min_serialized_size += name.len() as i64 + of.min_serialized_size + 4;
            }
            if let Some(name) = escape(name) {
                fields.insert(name.into_boxed_str(), Arc::new(of));
            }
        }
        if !complete {
            for name in ["kind", "apiVersion", "metadata"] {
                if schema.properties.contains_key(name) {
                    continue;
                }
                let of = self.resource_field(name, None);
                if schema.required.iter().any(|required| required == name) {
                    min_serialized_size += name.len() as i64 + of.min_serialized_size + 4;
                }
                fields.insert(Box::from(name), Arc::new(of));
            }
        }
        DeclType { kind: DeclKind::Object(fields), max_elements: 0, min_serialized_size }
    }

    /// Returns a field that every resource has. Since 1.37, names have a maximum length.
    fn resource_field(&self, name: &str, declared: Option<&Schema>) -> DeclType {
        let text = |max_elements| DeclType { kind: DeclKind::String, max_elements, min_serialized_size: 2 };
        if name != "metadata" {
            return text(REQUEST - 2);
        }
        let name_of_resource = |name: &str, limit: u64| {
            let own = declared
                .and_then(|metadata| metadata.properties.get(name))
                .and_then(|name| name.keywords.count(Keyword::MaxLength));
            let limited = self.version.minor() >= 37;
            Arc::new(text(if limited { size(own.map_or(limit, |own| own.min(limit))) * 4 } else { REQUEST - 2 }))
        };
        let fields = BTreeMap::from([
            (Box::from("name"), name_of_resource("name", 253)),
            (Box::from("generateName"), name_of_resource("generateName", 252)),
        ]);
        DeclType { kind: DeclKind::Object(fields), max_elements: 0, min_serialized_size: 2 }
    }
}

fn string(schema: &Schema) -> DeclType {
    let (kind, max_elements, min_serialized_size) = match schema.format() {
        Some("byte") => (DeclKind::Bytes, schema.keywords.count(Keyword::MaxLength).map_or(REQUEST - 2, size), 2),
        Some("duration") => (DeclKind::Duration, 32, 3),
        Some("date") => (DeclKind::Timestamp, 12, 12),
        Some("date-time") => (DeclKind::Timestamp, 32, 21),
        _ => {
            let max = match schema.keywords.count(Keyword::MaxLength) {
                Some(length) => size(length).saturating_mul(4),
                None if schema.enumeration().is_empty() => REQUEST - 2,
                None => schema
                    .enumeration()
                    .iter()
                    .filter_map(Json::as_str)
                    .map(|value| value.len() as i64)
                    .max()
                    .unwrap_or(0),
            };
            (DeclKind::String, max, 2)
        }
    };
    DeclType { kind, max_elements, min_serialized_size }
}

/// Converts a limit of a schema to a size of a declared type.
fn size(limit: u64) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn declared(schema: &Json) -> Option<DeclType> {
        let (schema, problems) = Schema::from_json(schema);
        assert!(problems.is_empty(), "{problems:?}");
        decl_type(&schema, &Definitions::default(), Version::default())
    }

    #[test]
    fn sizes() {
        for (schema, kind, max, min) in [
            (json!({"type": "string"}), DeclKind::String, 3_145_726, 2),
            (json!({"type": "string", "maxLength": 10}), DeclKind::String, 40, 2),
            (json!({"type": "string", "enum": ["a", "äb"]}), DeclKind::String, 3, 2),
            (json!({"type": "string", "format": "byte", "maxLength": 10}), DeclKind::Bytes, 10, 2),
            (json!({"type": "string", "format": "byte"}), DeclKind::Bytes, 3_145_726, 2),
            (json!({"type": "string", "enum": ["a", "abc"], "maxLength": 10}), DeclKind::String, 40, 2),
            (json!({"type": "string", "format": "date"}), DeclKind::Timestamp, 12, 12),
            (json!({"type": "string", "format": "date-time"}), DeclKind::Timestamp, 32, 21),
            (json!({"x-kubernetes-int-or-string": true, "maxLength": 3}), DeclKind::Dyn, 12, 1),
            (json!({"type": "integer"}), DeclKind::Int, 0, 1),
            (json!({"type": "boolean"}), DeclKind::Bool, 0, 4),
            (json!({"type": "string", "format": "datetime"}), DeclKind::String, 3_145_726, 2),
            (json!({"type": "string", "format": "duration", "maxLength": 3}), DeclKind::Duration, 32, 3),
            (json!({"x-kubernetes-int-or-string": true}), DeclKind::Dyn, 3_145_726, 1),
            (json!({"type": "number"}), DeclKind::Double, 0, 1),
        ] {
            assert_eq!(
                declared(&schema),
                Some(DeclType { kind, max_elements: max, min_serialized_size: min }),
                "{schema}"
            );
        }
    }

    #[test]
    fn containers() {
        let list = declared(&json!({"type": "array", "items": {"type": "integer"}}));
        assert_eq!(list.map(|list| list.max_elements), Some(1_572_863));
        let map = declared(&json!({"type": "object", "additionalProperties": {"type": "boolean"}}));
        assert_eq!(map.map(|map| map.max_elements), Some(314_572));
        assert_eq!(declared(&json!({"type": "array", "items": {"x-kubernetes-preserve-unknown-fields": true}})), None);
        assert_eq!(declared(&json!({"x-kubernetes-preserve-unknown-fields": true})), None);
        let object = declared(&json!({"type": "object", "required": ["a", "b", "if"], "properties": {
            "a": {"type": "string"}, "b": {"type": "integer", "default": 1}, "if": {"type": "boolean"},
            "$c": {"type": "string"}, "d": {}}}));
        let Some(DeclType { kind: DeclKind::Object(fields), min_serialized_size, .. }) = object else {
            unreachable!("an object")
        };
        assert_eq!(fields.keys().map(|name| &**name).collect::<Vec<_>>(), ["__if__", "a", "b"]);
        assert_eq!(min_serialized_size, 2 + (1 + 2 + 4) + (2 + 4 + 4));
    }

    #[test]
    fn resources() {
        let (schema, _) = Schema::from_json(&json!({"type": "object", "properties": {"metadata": {"type": "object",
                "properties": {"labels": {"type": "object"}}}}}));
        let declared = resource_decl_type(&schema, &Definitions::default(), Version::new(35));
        let metadata = declared.as_ref().and_then(|declared| declared.field("metadata"));
        assert!(
            metadata
                .is_some_and(|metadata| metadata.field("labels").is_none() && metadata.field("generateName").is_some())
        );
        let newer = resource_decl_type(&schema, &Definitions::default(), Version::new(37));
        assert_eq!(newer.as_ref().and_then(|of| of.at("metadata.name")).map(|name| name.max_elements), Some(1012));
    }

    #[test]
    fn required_fields_of_a_resource_take_space() {
        for (required, size) in [
            (json!([]), 2),
            (json!(["apiVersion"]), 2 + (10 + 2 + 4)),
            (json!(["kind"]), 2 + (4 + 2 + 4)),
            (json!(["metadata"]), 2 + (8 + 2 + 4)),
            (json!(["kind", "metadata"]), 2 + (4 + 2 + 4) + (8 + 2 + 4)),
        ] {
            for declared in [json!({}), json!({"kind": {"type": "string"}, "metadata": {"type": "object"}})] {
                let document = json!({"type": "object", "required": required, "properties": declared});
                let (schema, _) = Schema::from_json(&document);
                let of = resource_decl_type(&schema, &Definitions::default(), Version::new(35));
                assert_eq!(of.map(|of| of.min_serialized_size), Some(size), "{document}");
            }
        }
    }

    /// Compares with `SchemaDeclType` of k8s.io/apiserver/pkg/cel/common.
    #[test]
    fn names_of_resources_have_a_maximum_length_since_version_37() {
        let sizes = |minor: u8, max: Option<u64>| {
            let mut name = json!({"type": "string"});
            name["maxLength"] = max.into();
            let metadata = json!({"type": "object", "properties": {"name": name, "generateName": name}});
            let document = json!({"type": "object", "properties": {"metadata": metadata}});
            let (schema, _) = Schema::from_json(&document);
            let of = resource_decl_type(&schema, &Definitions::default(), Version::new(minor));
            let size = |path: &str| of.as_ref().and_then(|of| of.at(path)).map(|of| of.max_elements);
            ["kind", "apiVersion", "metadata.name", "metadata.generateName"].map(|path| size(path).unwrap_or(0))
        };
        const LARGEST: i64 = 3_145_726;
        assert_eq!(sizes(36, Some(10)), [LARGEST; 4]);
        assert_eq!(sizes(37, None), [LARGEST, LARGEST, 253 * 4, 252 * 4]);
        assert_eq!(sizes(37, Some(10)), [LARGEST, LARGEST, 10 * 4, 10 * 4]);
        assert_eq!(sizes(37, Some(1_000)), [LARGEST, LARGEST, 253 * 4, 252 * 4]);
    }

    #[test]
    fn types_have_a_maximum_depth() {
        let nested = |levels: u32| {
            let leaf = json!({"type": "boolean"});
            declared(&(0..levels).fold(leaf, |inner, _| json!({"type": "array", "items": inner})))
        };
        assert!(nested(DEPTH).is_some());
        assert_eq!(nested(DEPTH + 1), None);
        let maps = (0..=DEPTH)
            .fold(json!({"type": "boolean"}), |inner, _| json!({"type": "object", "additionalProperties": inner}));
        assert_eq!(declared(&maps), None);
        // A property that is nested too deeply is not visible, but its object is.
        let objects = (0..=DEPTH)
            .fold(json!({"type": "boolean"}), |inner, _| json!({"type": "object", "properties": {"a": inner}}));
        let path = |steps: u32| vec!["a"; steps as usize].join(".");
        let object = declared(&objects);
        let at = |steps: u32| object.as_ref().is_some_and(|object| object.at(&path(steps)).is_some());
        assert!(at(DEPTH) && !at(DEPTH + 1));
    }
}
