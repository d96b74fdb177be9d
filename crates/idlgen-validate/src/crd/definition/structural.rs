//! Validates structural schemas (k8s.io/apiextensions-apiserver/pkg/apiserver/schema).

mod complete;
mod nested;
mod unsupported;

use idlgen_runtime::field::Path;
use idlgen_schema::rejection_rows::{Case, Row, rows};

pub(super) use self::unsupported::unsupported;
use super::{found::Found, sound::Sound, view::View};

/// The conditions that are errors in every schema, at any level.
const REFUSED: &[&Row] = &[
    &rows::LIST_WITHOUT_ITEMS,
    &rows::SCALAR_PRESERVES,
    &rows::SCALAR_EMBEDDED,
    &rows::EMBEDDED_TYPE,
    &rows::EMBEDDED_MAP,
    &rows::EMBEDDED_EMPTY,
];

/// The position of a schema: at the root, at a field or at an element.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    Root,
    Item,
    Field,
}

/// Reports the errors that make a schema non-structural (`ValidateStructural`), sorted by message.
pub(super) fn validate_structural(schema: View<'_>, sound: &Sound, path: &Path<'_>, found: &mut Found) {
    let start = found.errors.len();
    invariants(schema, Level::Root, sound, path, found);
    complete::validate(schema, path, found);
    found.sort_from(start);
}

/// Checks the invariants of a schema (`validateStructuralInvariants`).
fn invariants(schema: View<'_>, level: Level, sound: &Sound, path: &Path<'_>, found: &mut Found) {
    let item = schema.item();
    if let Some(item) = item {
        invariants(item, Level::Item, sound, &path.field("items"), found);
    }
    let shared = schema.shared_properties();
    if !sound.contains(shared) {
        let before = found.errors.len();
        for (name, property) in schema.entries("properties") {
            invariants(property, Level::Field, sound, &path.field("properties").key(name), found);
        }
        if found.errors.len() == before {
            sound.add(shared, 0);
        }
    }
    let additional = schema.additional("additionalProperties");
    if let Some(additional) = additional {
        let path = path.field("additionalProperties");
        if level == Level::Root {
            found.forbidden(&path, "must not be used at the root");
        }
        if let Some(values) = additional.schema {
            invariants(values, Level::Field, sound, &path, found);
        }
    }
    found.add_errors(REFUSED, &Case::of(schema), path);
    let skipped = nested::Skipped::of(schema);
    nested::value_validation(schema, skipped, path, found);
    type_of(schema, level, path, found);
    if level == Level::Root && !matches!(schema.type_name(), "" | "object") {
        found.invalid(&path.field("type"), schema.type_name(), "must be object at the root");
    }
    metadata(schema, level, path, found);
}

fn type_of(schema: View<'_>, level: Level, path: &Path<'_>, found: &mut Found) {
    let needs_none = schema.is_embedded() || schema.is_int_or_string() || schema.preserves_unknown_fields();
    if schema.type_name().is_empty() && !needs_none {
        let detail = match level {
            Level::Root => "must not be empty at the root",
            Level::Item => "must not be empty for specified array items",
            Level::Field => "must not be empty for specified object fields",
        };
        found.required(&path.field("type"), detail);
    }
}

/// Checks the standard fields of a resource: `kind`, `apiVersion` and `metadata`.
fn metadata(schema: View<'_>, level: Level, path: &Path<'_>, found: &mut Found) {
    let is_resource = level == Level::Root || schema.is_embedded();
    let properties = path.field("properties");
    for (name, expected) in [("kind", "string"), ("apiVersion", "string"), ("metadata", "object")] {
        if let Some(property) = schema.property(name).filter(|_| is_resource)
            && property.type_name() != expected
        {
            let detail = format!("must be {expected}");
            found.invalid(&properties.key(name).field("type"), property.type_name(), detail);
        }
    }
    if let Some(metadata) = schema.property("metadata").filter(|_| level == Level::Root)
        && !is_plain_metadata(metadata)
    {
        let detail = "must not specify anything other than name and generateName, but metadata is implicitly specified";
        found.forbidden(&properties.key("metadata"), detail);
    }
}

/// Returns `true` if the schema of metadata only restricts `name` and `generateName`. Defaults in it are checked
/// elsewhere.
fn is_plain_metadata(metadata: View<'_>) -> bool {
    let names = metadata.entries("properties");
    names.iter().all(|(name, _)| matches!(*name, "name" | "generateName"))
        && nested::is_empty(metadata, &["type", "properties", "default"])
}
