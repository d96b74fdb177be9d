//! Validates list types and the keys of lists of type `map`.

use idlgen_runtime::field::{BadValue, Path};
use idlgen_schema::rejection_rows::{Case, rows};

use super::{found::Found, go_struct, requirements::Requirements, view::View};

pub(super) fn validate(schema: View<'_>, requirements: &Requirements, path: &Path<'_>, found: &mut Found) {
    let list_type = schema.list_type();
    if list_type.is_none() && !schema.has_keyword("x-kubernetes-list-map-keys") {
        return;
    }
    let case = Case::of(schema);
    if !found.add_error(&rows::LIST_TYPE_OF_NO_LIST, &case, path) && requirements.atomic_sets {
        found.add_errors(&[&rows::SET_OF_LISTS, &rows::SET_OF_OBJECTS], &case, path);
    }
    found.add_errors(&[&rows::UNKNOWN_LIST_TYPE, &rows::KEYS_OF_NO_MAP], &case, path);
    if list_type == Some("map") {
        map(schema, &case, path, found);
    }
    if requirements.map_list_keys {
        elements_and_keys(schema, path, found);
    }
}

/// Returns `true` if the elements of the set are neither scalars nor atomic (`hasNonAtomicSetType`).
pub(super) fn has_non_atomic_elements(schema: View<'_>) -> bool {
    let is_met = |case: &Case<'_>| (rows::SET_OF_LISTS.is_met)(case) || (rows::SET_OF_OBJECTS.is_met)(case);
    schema.list_type().is_some() && is_met(&Case::of(schema))
}

fn map(schema: View<'_>, case: &Case<'_>, path: &Path<'_>, found: &mut Found) {
    found.add_error(&rows::MAP_WITHOUT_KEYS, case, path);
    if case.item.is_none() {
        let items = path.field("items");
        if schema.items().is_none() {
            found.required(&items, "must have a schema if x-kubernetes-list-type is map");
        } else {
            let value = BadValue::Verbatim(go_struct::items(schema));
            found.invalid(&items, value, "must only have a single schema if x-kubernetes-list-type is map");
        }
        return;
    }
    if !found.add_error(&rows::MAP_OF_NO_OBJECTS, case, path) {
        Case::each_key(schema, |case| {
            found.add_errors(&[&rows::COMPOSITE_KEY, &rows::UNKNOWN_KEY, &rows::REPEATED_KEY], case, path);
        });
    }
}

/// Checks that elements and keys are not nullable, and that keys are required (`validateMapListKeysMapSet`).
pub(super) fn elements_and_keys(schema: View<'_>, path: &Path<'_>, found: &mut Found) {
    let Some(list_type) = schema.list_type() else { return };
    found.add_error(&rows::NULLABLE_ITEMS, &Case::of(schema), path);
    if list_type == "map" {
        Case::each_key(schema, |case| found.add_errors(&[&rows::OPTIONAL_KEY, &rows::NULLABLE_KEY], case, path));
    }
}
