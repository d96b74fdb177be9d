//! Keywords without an effect on the values of custom resources.

use idlgen_validate::{Schema, schema::Extensions};

use super::super::{Verdicts, found::Found, pair::Pair};

pub(in crate::diff) fn compare(pair: Pair<'_>, found: &mut Found<'_>) {
    if without_effect(pair.old) != without_effect(pair.new) {
        found.add("extension-changed", Verdicts::OK, "extensions that API servers ignore changed").is_documentation =
            true;
    }
}

/// Returns the parts that no other rule compares. If `Schema` gets a new field, this does not compile until the field
/// is handled here or in another rule.
fn without_effect(schema: &Schema) -> impl PartialEq + '_ {
    let Schema {
        reference,
        draft4,
        v2,
        other,
        extensions,
        title: _,
        description: _,
        schema_type: _,
        nullable: _,
        default: _,
        keywords: _,
        required: _,
        items: _,
        properties: _,
        additional_properties: _,
        all_of: _,
        any_of: _,
        one_of: _,
        not: _,
        strip_zero: _,
        go_value: _,
        origin: _,
    } = schema;
    let Extensions {
        validation_errors,
        patch_strategy,
        patch_merge_key,
        unions,
        other: other_extensions,
        preserve_unknown_fields: _,
        embedded_resource: _,
        int_or_string: _,
        list_type: _,
        list_map_keys: _,
        map_type: _,
        validations: _,
    } = extensions;
    let other: Vec<_> =
        other.iter().filter(|(name, _)| !["example", "externalDocs"].contains(&name.as_str())).collect();
    ((reference, draft4, v2, other), (validation_errors, patch_strategy, patch_merge_key, unions, other_extensions))
}
