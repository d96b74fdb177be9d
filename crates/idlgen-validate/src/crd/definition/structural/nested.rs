//! Checks schemas inside `allOf`, `anyOf`, `oneOf` and `not`, which may restrict values but must not define their types
//! (`validateValueValidation`, `validateNestedValueValidation`).

use idlgen_runtime::{field::Path, regex::Pattern};
use serde_json::Value as Json;

use super::super::{found::Found, view::View};

/// The branches that express "an integer or a string". Only these branches may contain types.
#[derive(Clone, Copy, Default)]
pub(super) struct Skipped {
    any_of: bool,
    /// `true` if the first branch of `allOf` contains these branches in its `anyOf`.
    first_all_of: bool,
}

impl Skipped {
    pub(super) fn of(schema: View<'_>) -> Self {
        let first = schema.branches("allOf").into_iter().next();
        Skipped { any_of: is_integer_or_string(schema), first_all_of: first.is_some_and(is_integer_or_string) }
    }
}

/// Returns `true` if `anyOf` is `[{type: integer}, {type: string}]`, in this order.
fn is_integer_or_string(schema: View<'_>) -> bool {
    let branches = schema.branches("anyOf");
    let is_type = |branch: &View<'_>, name: &str| branch.type_name() == name && is_empty(*branch, &["type"]);
    matches!(branches.as_slice(), [integer, string] if is_type(integer, "integer") && is_type(string, "string"))
}

/// Returns `true` if a schema only contains the keywords in `but`, and keywords that an API server treats as unset.
pub(super) fn is_empty(schema: View<'_>, but: &[&str]) -> bool {
    let json = schema.json();
    json.as_object().into_iter().flatten().all(|(keyword, value)| {
        let keyword = keyword.as_str();
        but.contains(&keyword) || !says_something(keyword, value)
    })
}

fn says_something(keyword: &str, value: &Json) -> bool {
    match keyword {
        // The API server copies these lists unchanged, so an empty list is not equivalent to a missing one.
        "required" | "x-kubernetes-list-map-keys" | "x-kubernetes-validations" => !value.is_null(),
        "enum" | "allOf" | "anyOf" | "oneOf" => value.as_array().is_some_and(|list| !list.is_empty()),
        "properties" => value.as_object().is_some_and(|object| !object.is_empty()),
        "items" => value.is_object(),
        "title" | "description" | "type" | "format" | "pattern" => value.as_str().is_some_and(|text| !text.is_empty()),
        "nullable"
        | "exclusiveMaximum"
        | "exclusiveMinimum"
        | "uniqueItems"
        | "x-kubernetes-embedded-resource"
        | "x-kubernetes-int-or-string"
        | "x-kubernetes-preserve-unknown-fields" => value.as_bool() == Some(true),
        "maximum"
        | "minimum"
        | "maxLength"
        | "minLength"
        | "maxItems"
        | "minItems"
        | "multipleOf"
        | "maxProperties"
        | "minProperties"
        | "not"
        | "additionalProperties"
        | "default"
        | "x-kubernetes-list-type"
        | "x-kubernetes-map-type" => !value.is_null(),
        _ => false,
    }
}

pub(super) fn value_validation(schema: View<'_>, skipped: Skipped, path: &Path<'_>, found: &mut Found) {
    for keyword in ["anyOf", "allOf", "oneOf"] {
        if keyword == "anyOf" && skipped.any_of {
            continue;
        }
        for (index, branch) in schema.branches(keyword).into_iter().enumerate() {
            let any_of = keyword == "allOf" && index == 0 && skipped.first_all_of;
            let skipped = Skipped { any_of, first_all_of: false };
            nested(branch, skipped, &path.field(keyword).index(index), found);
        }
    }
    if let Some(not) = schema.schema("not") {
        nested(not, Skipped::default(), &path.field("not"), found);
    }
    pattern(schema, path, found);
}

fn nested(schema: View<'_>, skipped: Skipped, path: &Path<'_>, found: &mut Found) {
    value_validation(schema, skipped, path, found);
    if let Some(item) = schema.item() {
        nested(item, Skipped::default(), &path.field("items"), found);
    }
    for (name, property) in schema.entries("properties") {
        nested(property, Skipped::default(), &path.field("properties").key(name), found);
    }
    let some = |keyword: &str| schema.has_keyword(keyword);
    let text = |keyword: &str| !schema.text(keyword).is_empty();
    // The API server does not treat `false` as a schema, so it is ignored.
    let additional = schema.additional("additionalProperties").is_some_and(|it| it.allows || it.schema.is_some());
    for (keyword, is_set, unset) in [
        ("type", text("type"), "empty"),
        ("additionalProperties", additional, "undefined"),
        ("default", some("default"), "undefined"),
        ("title", text("title"), "empty"),
        ("description", text("description"), "empty"),
        ("nullable", schema.is_nullable(), "false"),
        ("x-kubernetes-preserve-unknown-fields", schema.preserves_unknown_fields(), "false"),
        ("x-kubernetes-embedded-resource", schema.is_embedded(), "false"),
        ("x-kubernetes-int-or-string", schema.is_int_or_string(), "false"),
        ("x-kubernetes-list-map-keys", schema.has_list_map_keys(), "empty"),
        ("x-kubernetes-list-type", some("x-kubernetes-list-type"), "undefined"),
        ("x-kubernetes-map-type", some("x-kubernetes-map-type"), "undefined"),
        ("x-kubernetes-validations", schema.has_rules(), "empty"),
    ] {
        if is_set {
            found.forbidden(&path.field(keyword), format!("must be {unset} to be structural"));
        }
    }
    if schema.property("metadata").is_some() {
        found.forbidden(&path.field("properties").key("metadata"), "must not be specified in a nested context");
    }
}

/// Reports a regular expression that does not compile.
fn pattern(schema: View<'_>, path: &Path<'_>, found: &mut Found) {
    let pattern = schema.text("pattern");
    if let Some(error) = Some(pattern).filter(|text| !text.is_empty()).and_then(|text| Pattern::new(text).err()) {
        let detail = format!("must be a valid regular expression, but isn't: {error}");
        found.invalid(&path.field("pattern"), pattern, detail);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use crate::crd::definition::{CrdValidator, Requirements};

    /// Returns the errors of a schema with a property that is an integer or a string, with other keywords for integers.
    fn errors(of_integers: &Json) -> Vec<String> {
        let mut integer = json!({"type": "integer"});
        integer.as_object_mut().unwrap().extend(of_integers.as_object().unwrap().clone());
        let property = json!({"x-kubernetes-int-or-string": true, "anyOf": [integer, {"type": "string"}]});
        let schema = json!({"type": "object", "properties": {"a": property}});
        let errors = CrdValidator::new(35).validate_schema(&schema, false, &Requirements::of_new());
        let place = "spec.validation.openAPIV3Schema.properties[a].";
        errors.iter().map(|error| error.to_string().replace(place, "")).collect()
    }

    #[test]
    fn integers_or_strings_have_no_other_keywords() {
        for keywords in [json!({}), json!({"properties": {}}), json!({"nullable": false, "description": ""})] {
            assert_eq!(errors(&keywords), [""; 0], "{keywords}");
        }
        for keywords in [json!({"properties": {"b": {}}}), json!({"minimum": 1}), json!({"required": []})] {
            assert_eq!(
                errors(&keywords),
                [
                    "anyOf[0].type: Forbidden: must be empty to be structural",
                    "anyOf[1].type: Forbidden: must be empty to be structural",
                ],
                "{keywords}"
            );
        }
    }
}
