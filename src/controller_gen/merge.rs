//! Folds the branches of `allOf` into one schema (`FlattenEmbedded` of `pkg/crd/flatten.go`).

use std::sync::Arc;

use super::{
    changed::Changed,
    schema::{Additional, Fold, FoldField, Schema},
};

/// Folds every `allOf` of a schema, recursively. Keeps parts that cannot be merged in branches of their own. `known` is
/// a cache.
pub(super) fn fold_all(schema: &mut Schema, minor: u16, known: &mut Changed) {
    for branch in std::mem::take(&mut schema.all_of) {
        fold(schema, Arc::unwrap_or_clone(branch), minor, &mut known.problems);
    }
    schema.for_each_child(known, |known, child| {
        if !child.is_leaf() {
            *child = known.of(child, |child, known| fold_all(child, minor, known));
        }
    });
}

/// Merges `other` into `schema`.
fn fold(schema: &mut Schema, mut other: Schema, minor: u16, problems: &mut Vec<String>) {
    for branch in std::mem::take(&mut other.all_of) {
        fold(schema, Arc::unwrap_or_clone(branch), minor, problems);
    }
    // The parts of both sides that cannot be combined.
    let (mut own, mut branch) = (Schema::default(), Schema::default());
    let mut is_apart = schema.fold_keywords(&mut other, minor, &mut own, &mut branch);
    is_apart |= schema.reference.fold(other.reference, Fold::Apart, &mut own.reference, &mut branch.reference);
    is_apart |= schema.is_local_reference.fold(
        other.is_local_reference,
        Fold::IfEqual,
        &mut own.is_local_reference,
        &mut branch.is_local_reference,
    );
    if schema.schema_type.is_empty() {
        schema.schema_type = other.schema_type;
    } else if !other.schema_type.is_empty() && schema.schema_type != other.schema_type {
        problems.push(format!(
            "conflicting types in allOf branches in schema: {} vs {}",
            schema.schema_type, other.schema_type
        ));
    }
    if minor >= 16 {
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
    if is_apart {
        schema.all_of.push(Arc::new(own));
        schema.all_of.push(Arc::new(branch));
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
