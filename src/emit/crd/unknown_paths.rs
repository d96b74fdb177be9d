//! Reports JSON paths of printer columns and of the scale subresource that no object of the kind has. API servers
//! accept them: the column is always empty, and the number of replicas is always 0.

use idlgen_validate::{
    Schema,
    crd::{CustomResourceDefinition as Document, document::Version},
    jsonpath::{PathPart, Template},
    schema::{AdditionalProperties, SchemaType},
};

use crate::{
    diag::{Diagnostic, nearest},
    emit::crd::codes::UNKNOWN_PATH,
    lower::{origin::is_of_missing_type, version_marker_location},
    model::{Model, TypeId},
};

/// The fields of every object. API servers define the content of `metadata`.
const OF_EVERY_OBJECT: [&str; 3] = ["apiVersion", "kind", "metadata"];

/// Returns the unknown paths of a CRD. `schemas` are the schemas of the versions, and `types` are their types.
pub(super) fn unknown_paths(
    document: &Document,
    schemas: &[Schema],
    model: &Model,
    types: &[TypeId],
) -> Vec<Diagnostic> {
    let versions = document.versions.iter().zip(schemas).zip(types);
    versions.flat_map(|((version, schema), id)| of_version(version, schema, model, *id)).collect()
}

fn of_version(version: &Version, schema: &Schema, model: &Model, id: TypeId) -> Vec<Diagnostic> {
    let report = |part: &str, index: Option<usize>, path: &str, selected: Option<SchemaType>, consequence: String| {
        let Unknown { problem, instead } = unknown(schema, path, selected)?;
        let mut diagnostic = Diagnostic::new(UNKNOWN_PATH, format!("{consequence}: {problem}"));
        if let Some(span) = version_marker_location(model, id, part, index) {
            diagnostic = diagnostic.at(span);
        }
        Some(match instead {
            Some(instead) => diagnostic.help(format!("use `{instead}`")),
            None => diagnostic,
        })
    };
    let columns = version.printer_columns.iter().enumerate().filter_map(|(index, column)| {
        let consequence = format!("the column `{}` is always empty", column.name);
        report("additionalPrinterColumns", Some(index), &column.json_path, None, consequence)
    });
    let scale = version.subresources.as_ref().and_then(|subresources| subresources.scale.as_ref());
    let paths = scale.into_iter().flat_map(|scale| {
        let selector = scale.label_selector_path.as_deref();
        let of_replicas =
            [("specpath", scale.spec_replicas_path.as_str()), ("statuspath", &scale.status_replicas_path)];
        let of_replicas = of_replicas.map(|(argument, path)| (argument, path, SchemaType::Integer));
        of_replicas.into_iter().chain(selector.map(|path| ("selectorpath", path, SchemaType::String)))
    });
    let paths = paths.filter_map(|(argument, path, selected)| {
        let consequence = format!("`{argument}` of the scale subresource selects nothing");
        report("subresources", None, path, Some(selected), consequence)
    });
    columns.chain(paths).collect()
}

struct Unknown {
    problem: String,
    /// The path with the most similar name.
    instead: Option<String>,
}

/// Returns the first part of a path that no object has. The suggested path selects values of type `selected`.
fn unknown(schema: &Schema, path: &str, selected: Option<SchemaType>) -> Option<Unknown> {
    let template = Template::parse(&format!("{{{path}}}")).ok()?;
    let mut node = schema;
    let mut way = String::new();
    let parts = template.path();
    let count = parts.len();
    for (index, part) in parts.into_iter().enumerate() {
        if is_of_missing_type(node) {
            return None;
        }
        let place = || if way.is_empty() { "the object".to_owned() } else { format!("`{way}`") };
        let problem = |problem: String| Some(Unknown { problem, instead: None });
        node = match (part, node.schema_type) {
            (_, None) => return None,
            (PathPart::Field(name), Some(SchemaType::Object)) => {
                let is_of_every_object =
                    (index == 0 || node.extensions.embedded_resource) && OF_EVERY_OBJECT.contains(&name);
                match (node.properties.get(name), &node.additional_properties) {
                    _ if is_of_every_object => return None,
                    (Some(property), _) => property,
                    (None, Some(AdditionalProperties::Schema(values))) => values,
                    (None, Some(AdditionalProperties::Allowed(true))) => return None,
                    _ if node.extensions.preserve_unknown_fields == Some(true) => return None,
                    _ => {
                        let problem = format!("{} has no field `{name}`", place());
                        let is_last = index + 1 == count;
                        let fits =
                            |property: &Schema| !is_last || selected.is_none_or(|of| property.schema_type == Some(of));
                        let fitting = node.properties.iter().filter(|(_, property)| fits(property));
                        let near = nearest(name, fitting.map(|(name, _)| name.as_str()));
                        let instead =
                            near.filter(|_| path.matches(name).count() == 1).map(|near| path.replacen(name, near, 1));
                        return Some(Unknown { problem, instead });
                    }
                }
            }
            (PathPart::Field(name), Some(SchemaType::Array)) => {
                return problem(format!("{} is a list, so `.{name}` must follow an index or a filter", place()));
            }
            (PathPart::Field(name), Some(other)) => {
                return problem(format!("{} is of type {}, so it has no field `{name}`", place(), other.name()));
            }
            (PathPart::Items, Some(SchemaType::Array)) => node.items.as_deref()?,
            (PathPart::Items, Some(_)) => return problem(format!("{} is not a list", place())),
            _ => return None,
        };
        match part {
            PathPart::Field(name) => way.extend([".", name]),
            _ => way.push_str("[]"),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_first_part_that_no_object_has_is_reported() {
        let text = json!({"type": "string"});
        let items = json!({"type": "object", "properties": {"name": text}});
        let schema = json!({"type": "object", "properties": {"spec": {"type": "object", "properties": {
            "size": {"type": "integer"},
            "list": {"type": "array", "items": items},
            "map": {"type": "object", "additionalProperties": text},
            "open": {"type": "object", "additionalProperties": true},
            "kept": {"type": "object", "x-kubernetes-preserve-unknown-fields": true},
            "embedded": {"type": "object", "x-kubernetes-embedded-resource": true},
            "untyped": {},
        }}}});
        let (schema, _) = Schema::from_json(&schema);
        for path in [
            ".kind",
            ".metadata.name",
            ".spec",
            ".spec.size",
            ".spec.list[0].name",
            ".spec.list[*].name",
            ".spec.map.anything",
            ".spec.open.anything",
            ".spec.kept.anything",
            ".spec.embedded.kind",
            ".spec.untyped.anything",
            ".spec[",
        ] {
            assert!(unknown(&schema, path, None).is_none(), "{path}");
        }
        for (path, problem, instead) in [
            (".x", "the object has no field `x`", None),
            (".spec.metadata", "`.spec` has no field `metadata`", None),
            (".spec.siz", "`.spec` has no field `siz`", Some(".spec.size")),
            // Only one of the two names is meant.
            (".spec.siz.siz", "`.spec` has no field `siz`", None),
            (".spec.embedded.x", "`.spec.embedded` has no field `x`", None),
            (".spec.list.name", "`.spec.list` is a list, so `.name` must follow an index or a filter", None),
            (".spec.list[0].nam", "`.spec.list[]` has no field `nam`", Some(".spec.list[0].name")),
            (".spec.size.x", "`.spec.size` is of type integer, so it has no field `x`", None),
            (".spec.map.a.b", "`.spec.map.a` is of type string, so it has no field `b`", None),
            (".spec[0]", "`.spec` is not a list", None),
        ] {
            let found = unknown(&schema, path, None).unwrap_or_else(|| panic!("{path}"));
            assert_eq!((found.problem.as_str(), found.instead.as_deref()), (problem, instead), "{path}");
        }
    }
}
