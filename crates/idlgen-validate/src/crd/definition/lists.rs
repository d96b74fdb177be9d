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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::crd::definition::source::Source;

    #[test]
    fn sets_of_atomic_elements_are_told_from_other_lists() {
        let list = |list_type: Option<&str>, items| {
            let mut schema = json!({"type": "array", "items": items});
            if let Some(list_type) = list_type {
                schema["x-kubernetes-list-type"] = list_type.into();
            }
            has_non_atomic_elements(View::Source(Source::or_empty(&schema)))
        };
        let object = || json!({"type": "object"});
        assert!(list(Some("set"), object()));
        assert!(list(Some("set"), json!({"type": "array", "x-kubernetes-list-type": "set"})));
        assert!(!list(Some("set"), json!({"type": "array"})));
        assert!(!list(Some("set"), json!({"type": "string"})));
        assert!(!list(Some("set"), json!({"type": "object", "x-kubernetes-map-type": "atomic"})));
        assert!(!list(Some("atomic"), object()));
        assert!(!list(Some("map"), object()));
        assert!(!list(None, object()));
    }
}
