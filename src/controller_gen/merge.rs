//! Folds the branches of `allOf` into one schema (`FlattenEmbedded` of `pkg/crd/flatten.go`).

use std::sync::Arc;

use super::{
    changed::Changed,
    schema::{Additional, Schema},
};

/// Folds every `allOf` of a schema, recursively. Keeps parts that cannot be merged in branches of their own. `known` is
/// a cache.
pub(super) fn fold_all(schema: &mut Schema, minor: u16, known: &mut Changed) {
    for branch in std::mem::take(&mut schema.all_of) {
        fold(schema, Arc::unwrap_or_clone(branch), minor, &mut known.problems);
    }
    schema.for_each_child(
        known,
        |known, child| {
            if !child.is_leaf() {
                *child = known.of(child, |child, known| fold_all(child, minor, known));
            }
        },
        |known, branch| fold_all(branch, minor, known),
    );
}

fn is_empty<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// The parts of both sides that could not be merged.
#[derive(Default)]
struct Remainders {
    own: Schema,
    other: Schema,
    any: bool,
}

/// Merges `other` into `schema`.
fn fold(schema: &mut Schema, mut other: Schema, minor: u16, problems: &mut Vec<String>) {
    for branch in std::mem::take(&mut other.all_of) {
        fold(schema, Arc::unwrap_or_clone(branch), minor, problems);
    }
    let mut rest = Remainders::default();
    macro_rules! keep_if_equal {
        ($($field:ident),*) => {$(
            if !is_empty(&other.$field) {
                if is_empty(&schema.$field) {
                    schema.$field = other.$field;
                } else if schema.$field != other.$field {
                    rest.own.$field = std::mem::take(&mut schema.$field);
                    rest.other.$field = other.$field;
                    rest.any = true;
                }
            }
        )*};
    }
    // Go compares pointers here, which are never equal.
    macro_rules! keep_apart {
        ($($field:ident),*) => {$(
            if !is_empty(&other.$field) {
                if is_empty(&schema.$field) {
                    schema.$field = other.$field;
                } else {
                    rest.own.$field = std::mem::take(&mut schema.$field);
                    rest.other.$field = other.$field;
                    rest.any = true;
                }
            }
        )*};
    }
    macro_rules! overwrite {
        ($($field:ident),*) => {$(
            if !is_empty(&other.$field) {
                schema.$field = other.$field;
            }
        )*};
    }
    if schema.schema_type.is_empty() {
        schema.schema_type = other.schema_type;
    } else if !other.schema_type.is_empty() && schema.schema_type != other.schema_type {
        problems.push(format!(
            "conflicting types in allOf branches in schema: {} vs {}",
            schema.schema_type, other.schema_type
        ));
    }
    if minor < 21 {
        keep_apart!(enumeration);
    } else if schema.enumeration.is_empty() {
        schema.enumeration = other.enumeration;
    }
    if minor < 22 {
        keep_apart!(min_properties, max_properties);
    } else {
        keep_if_equal!(min_properties, max_properties);
    }
    keep_if_equal!(
        format,
        exclusive_maximum,
        exclusive_minimum,
        pattern,
        unique_items,
        nullable,
        embedded_resource,
        is_local_reference,
        int_or_string
    );
    keep_apart!(
        reference,
        default,
        maximum,
        minimum,
        max_length,
        min_length,
        max_items,
        min_items,
        multiple_of,
        items,
        any_of,
        list_map_keys,
        list_type
    );
    overwrite!(preserve_unknown_fields, map_type);
    if minor < 16 {
        keep_apart!(validations);
    } else {
        other.validations.append(&mut schema.validations);
        schema.validations = other.validations;
    }
    for (name, property) in other.properties {
        match schema.properties.get_mut(&name) {
            Some(known) => fold(Arc::make_mut(known), Arc::unwrap_or_clone(property), minor, problems),
            None => {
                schema.properties.insert(name, property);
            }
        }
    }
    fold_additional(schema, other.additional_properties, minor, problems);
    schema.required.extend(other.required);
    schema.required.sort();
    schema.required.dedup();
    if rest.any {
        schema.all_of.push(Arc::new(rest.own));
        schema.all_of.push(Arc::new(rest.other));
    }
}

fn fold_additional(schema: &mut Schema, other: Option<Additional>, minor: u16, problems: &mut Vec<String>) {
    match (&mut schema.additional_properties, other) {
        (_, None) | (Some(_), Some(Additional::Anything)) => {}
        (Some(Additional::Schema(known)), Some(Additional::Schema(values))) => {
            fold(Arc::make_mut(known), Arc::unwrap_or_clone(values), minor, problems);
        }
        (own, other) => *own = other,
    }
}
