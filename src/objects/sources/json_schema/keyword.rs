//! Translates each keyword of each draft: copies it, expresses it with the keywords of draft 4, or rejects it.

use idlgen_runtime::go;
use serde_json::{Map, Value as Json, json};

use super::{
    Draft,
    null::{self, OTHER_TYPES},
    property_names,
    translation::{Translated, Translation},
};
use crate::diag::nearest;

/// Annotations, and keywords whose schemas only have an effect if they are referenced.
const WITHOUT_EFFECT: &[&str] = &[
    "$anchor",
    "$comment",
    "$defs",
    "$dynamicAnchor",
    "$id",
    "$recursiveAnchor",
    "$schema",
    "$vocabulary",
    "contentEncoding",
    "contentMediaType",
    "contentSchema",
    "definitions",
    "deprecated",
    "discriminator",
    "example",
    "examples",
    "externalDocs",
    "id",
    "readOnly",
    "writeOnly",
    "xml",
];

/// Keywords that are the same in all drafts or are extensions of Kubernetes, and that do not contain schemas.
const COPIED: &[&str] = &[
    "default",
    "description",
    "format",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "nullable",
    "pattern",
    "required",
    "title",
    "type",
    "uniqueItems",
];

/// Keywords, each with the first and the last draft that supports it.
const SINCE: &[(&str, Draft, Draft)] = &[
    ("$ref", Draft::Unstated, Draft::Of2020),
    ("$recursiveRef", Draft::Of2019, Draft::Of2019),
    ("$dynamicRef", Draft::Of2020, Draft::Of2020),
    ("additionalItems", Draft::Unstated, Draft::Of2019),
    ("additionalProperties", Draft::Unstated, Draft::Of2020),
    ("allOf", Draft::Unstated, Draft::Of2020),
    ("anyOf", Draft::Unstated, Draft::Of2020),
    ("const", Draft::Six, Draft::Of2020),
    ("contains", Draft::Six, Draft::Of2020),
    // Later drafts allow implementations to continue to support it.
    ("dependencies", Draft::Unstated, Draft::Of2020),
    ("dependentRequired", Draft::Of2019, Draft::Of2020),
    ("dependentSchemas", Draft::Of2019, Draft::Of2020),
    ("enum", Draft::Unstated, Draft::Of2020),
    ("else", Draft::Seven, Draft::Of2020),
    ("exclusiveMaximum", Draft::Unstated, Draft::Of2020),
    ("exclusiveMinimum", Draft::Unstated, Draft::Of2020),
    ("if", Draft::Seven, Draft::Of2020),
    ("items", Draft::Unstated, Draft::Of2020),
    ("maxContains", Draft::Of2019, Draft::Of2020),
    ("minContains", Draft::Of2019, Draft::Of2020),
    ("not", Draft::Unstated, Draft::Of2020),
    ("oneOf", Draft::Unstated, Draft::Of2020),
    ("patternProperties", Draft::Unstated, Draft::Of2020),
    ("prefixItems", Draft::Of2020, Draft::Of2020),
    ("properties", Draft::Unstated, Draft::Of2020),
    ("propertyNames", Draft::Six, Draft::Of2020),
    ("then", Draft::Seven, Draft::Of2020),
    ("unevaluatedItems", Draft::Of2019, Draft::Of2020),
    ("unevaluatedProperties", Draft::Of2019, Draft::Of2020),
];

/// Keywords that apply other schemas to the same value, and may therefore evaluate its parts.
const APPLICATORS: &[&str] =
    &["$ref", "$recursiveRef", "$dynamicRef", "allOf", "anyOf", "oneOf", "if", "dependentSchemas", "dependencies"];

/// Translates a keyword of `object`. The current location is that of the keyword's value.
pub(super) fn translate(
    at: &mut Translation<'_>,
    name: &str,
    value: &Json,
    object: &Map<String, Json>,
    out: &mut Translated,
) {
    if WITHOUT_EFFECT.contains(&name) {
        return;
    }
    if COPIED.contains(&name) || name.starts_with("x-") {
        out.set(name, value.clone());
        return;
    }
    let Some((_, first, last)) = SINCE.iter().find(|(known, ..)| *known == name) else {
        unknown(at, name);
        return;
    };
    if at.draft() < *first || at.draft() > *last {
        other_draft(at, name, *first, *last);
        return;
    }
    match name {
        "$ref" | "$recursiveRef" | "$dynamicRef" => reference(at, name, value, object, out),
        "properties" | "patternProperties" | "dependentSchemas" | "dependencies" | "dependentRequired" => {
            named(at, name, value, out);
        }
        "allOf" | "anyOf" | "oneOf" => {
            let translated = list(at, value);
            out.set(name, translated);
        }
        "not" => {
            let schema = at.schema(value);
            out.set(name, schema);
        }
        "additionalProperties" | "additionalItems" => {
            let schema = schema_or_boolean(at, value);
            out.set(name, schema);
        }
        "items" | "prefixItems" => items(at, name, value, object, out),
        "exclusiveMaximum" => exclusive(at, ["maximum", name], value, object, out),
        "exclusiveMinimum" => exclusive(at, ["minimum", name], value, object, out),
        "const" => values(std::slice::from_ref(value), object, out),
        "enum" => match value.as_array() {
            Some(all) if all.is_empty() => at.record_untranslatable("must have a value"),
            Some(all) if at.draft() != Draft::Unstated => values(all, object, out),
            _ => out.set("enum", value.clone()),
        },
        "if" => condition(at, object, out),
        // They are translated with `if`, and have no effect without it.
        "then" | "else" => {}
        "contains" => contains(at, value, object, out),
        "minContains" | "maxContains" => count_of_contained(at, name, value, object),
        "propertyNames" => {
            for schema in property_names::schemas(at, value) {
                out.also(schema);
            }
        }
        "unevaluatedProperties" => unevaluated_properties(at, value, object, out),
        _ => unevaluated_items(at, value, object, out),
    }
}

fn unknown(at: &mut Translation<'_>, name: &str) {
    let known = COPIED.iter().copied().chain(SINCE.iter().map(|(known, ..)| *known));
    let advice = nearest(name, known).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
    let note = format!("{}: unknown keyword `{name}` has no effect{advice}", at.place);
    at.unknown.insert(note);
}

fn other_draft(at: &mut Translation<'_>, name: &str, first: Draft, last: Draft) {
    let stated = match at.draft() {
        Draft::Unstated => "the document specifies no draft".to_owned(),
        draft => format!("the document uses {}", draft.name()),
    };
    let advice = instead(name).unwrap_or("another keyword");
    let message = if at.draft() < first {
        let (since, uri) = (first.name(), first.uri());
        format!("`{name}` requires {since} or later, but {stated}; add `\"$schema\": \"{uri}\"` or write {advice}")
    } else {
        format!("`{name}` requires {} or earlier, but {stated}; write {advice}", last.name())
    };
    at.record_untranslatable(&message);
}

/// Returns the equivalent keywords of another draft.
pub(in crate::objects::sources) fn instead(name: &str) -> Option<&'static str> {
    Some(match name {
        "$dynamicRef" | "$recursiveRef" => "`$ref`",
        "const" => "`enum` with one value",
        "contains" => "`not: {items: {not: …}}`",
        "if" | "then" | "else" => "`anyOf: [{not: IF}, THEN]`",
        "dependentRequired" | "dependentSchemas" => "`dependencies`",
        "prefixItems" => "`items` with a list",
        "additionalItems" => "`items` after `prefixItems`",
        "propertyNames" => "`patternProperties` and `additionalProperties: false`",
        "unevaluatedProperties" => "`additionalProperties`",
        "unevaluatedItems" => "`additionalItems`",
        "exclusiveMinimum" => "`minimum` and `exclusiveMinimum: true`",
        "exclusiveMaximum" => "`maximum` and `exclusiveMaximum: true`",
        "minContains" | "maxContains" => "`minItems` and `maxItems`, or an `x-kubernetes-validations` rule",
        _ => return None,
    })
}

/// Translates `$ref` and similar keywords, which are equivalent in a single document with one base URI.
fn reference(at: &mut Translation<'_>, name: &str, value: &Json, object: &Map<String, Json>, out: &mut Translated) {
    let Some(text) = value.as_str() else {
        at.record_untranslatable("must be a string");
        return;
    };
    // In drafts 6 and 7, siblings of a reference have no effect. According to its specification, the same holds for
    // draft 4, but documents of Kubernetes contain siblings.
    if (Draft::Six..=Draft::Seven).contains(&at.draft()) {
        let describes =
            |name: &str| WITHOUT_EFFECT.contains(&name) || ["title", "description", "default"].contains(&name);
        let mut others: Vec<&String> = object.keys().filter(|other| *other != name && !describes(other)).collect();
        others.sort();
        if let Some(other) = others.first() {
            let draft = at.draft().name();
            at.record_untranslatable(&format!(
                "`{other}` next to `$ref` has no effect in {draft}; put both into `allOf`"
            ));
        }
    }
    let Some(schema) = at.reference(text) else { return };
    match schema.get("$ref") {
        Some(target) => out.set("$ref", target.clone()),
        None => out.also(schema),
    }
}

/// Translates the values of `enum` or `const`. In the engine, null does not equal any value of an `enum`.
fn values(values: &[Json], object: &Map<String, Json>, out: &mut Translated) {
    let others: Vec<&Json> = values.iter().filter(|value| !value.is_null()).collect();
    let has_null = others.len() < values.len();
    if !has_null {
        out.set("enum", json!(others));
    } else if others.is_empty() && object.contains_key("type") {
        out.also(json!({"type": "null"}));
    } else if others.is_empty() {
        out.set("type", json!("null"));
    } else {
        // Add the enum as an alternative, because the engine does not apply alternatives to null.
        out.also(json!({"anyOf": [{"enum": others}]}));
    }
}

/// Translates an object whose values are schemas or, for some keywords, lists of names.
fn named(at: &mut Translation<'_>, name: &str, value: &Json, out: &mut Translated) {
    let Some(object) = value.as_object() else {
        at.record_untranslatable("must be an object");
        return;
    };
    let takes_names = matches!(name, "dependencies" | "dependentRequired");
    let translated: Map<String, Json> = go::sorted_members(object)
        .into_iter()
        .map(|(key, value)| {
            let translated = if takes_names && value.is_array() {
                value.clone()
            } else if name == "dependentRequired" {
                at.at(key, |at| at.record_untranslatable("must be a list of names"));
                json!([])
            } else {
                at.schema_at(key, value)
            };
            (key.clone(), translated)
        })
        .collect();
    let name = if name.starts_with("dependent") { "dependencies" } else { name };
    out.set(name, Json::Object(translated));
}

fn list(at: &mut Translation<'_>, value: &Json) -> Json {
    let Some(schemas) = value.as_array() else {
        at.record_untranslatable("must be a list of schemas");
        return json!([]);
    };
    schemas.iter().enumerate().map(|(index, schema)| at.schema_at(&index.to_string(), schema)).collect()
}

fn schema_or_boolean(at: &mut Translation<'_>, value: &Json) -> Json {
    if value.is_boolean() { value.clone() } else { at.schema(value) }
}

/// Translates `items` and `prefixItems`. Until 2019-09, `items` may be a list, and `additionalItems` applies to the
/// rest. Since 2020-12, the list is `prefixItems`, and `items` applies to the rest.
fn items(at: &mut Translation<'_>, name: &str, value: &Json, object: &Map<String, Json>, out: &mut Translated) {
    let is_2020 = at.draft() == Draft::Of2020;
    if name == "prefixItems" || (value.is_array() && !is_2020) {
        let schemas = list(at, value);
        out.set("items", schemas);
    } else if value.is_array() {
        at.record_untranslatable("a list of schemas is not allowed in draft 2020-12; use `prefixItems`");
    } else if is_2020 && object.contains_key("prefixItems") {
        let schema = schema_or_boolean(at, value);
        out.set("additionalItems", schema);
    } else {
        let schema = at.schema(value);
        out.set("items", schema);
    }
}

/// Translates an exclusive bound: since draft 6 a number, in older drafts a flag that modifies the other bound.
fn exclusive(
    at: &mut Translation<'_>,
    [bound, name]: [&str; 2],
    value: &Json,
    object: &Map<String, Json>,
    out: &mut Translated,
) {
    let is_number_here = at.draft() >= Draft::Six;
    match value {
        Json::Number(_) if is_number_here && !object.contains_key(bound) => {
            out.set(bound, value.clone());
            out.set(name, json!(true));
        }
        Json::Number(_) if is_number_here => out.also(json!({bound: value, name: true})),
        Json::Bool(_) if !is_number_here => out.set(name, value.clone()),
        Json::Number(_) => at.record_untranslatable(&format!(
            "a number requires draft 6 or later; add `\"$schema\": \"{}\"` or write {}",
            Draft::Six.uri(),
            instead(name).unwrap_or_default()
        )),
        Json::Bool(_) => {
            at.record_untranslatable(&format!(
                "must be a number in {}; write the value of `{bound}` here",
                at.draft().name()
            ));
        }
        _ => at.record_untranslatable("must be a number"),
    }
}

/// Translates `if`, `then` and `else`: either the condition does not match, or `then` must match.
fn condition(at: &mut Translation<'_>, object: &Map<String, Json>, out: &mut Translated) {
    // Write the condition only once, so that nested conditions do not grow exponentially.
    let place = at.place.clone();
    let around = place.strip_suffix("/if").unwrap_or_default().to_owned();
    let schema_of = |at: &mut Translation<'_>, name: &str| {
        let value = object.get(name)?;
        let inner = std::mem::replace(&mut at.place, around.clone());
        let schema = at.schema_at(name, value);
        at.place = inner;
        Some(schema)
    };
    let (then, otherwise) = (schema_of(at, "then"), schema_of(at, "else"));
    if then.is_none() && otherwise.is_none() {
        return;
    }
    let condition = at.reference_to(place);
    if let Some(then) = then {
        out.also(json!({"anyOf": [{"not": condition}, then]}));
    }
    if let Some(otherwise) = otherwise {
        out.also(json!({"anyOf": [condition, otherwise]}));
    }
}

/// Translates `contains`: if an element matches, not all elements fail to match.
fn contains(at: &mut Translation<'_>, value: &Json, object: &Map<String, Json>, out: &mut Translated) {
    let mut others = json!({"not": at.schema(value)});
    if null::accepts(at.document, value)
        && let Some(others) = others.as_object_mut()
    {
        others.insert("type".to_owned(), json!(OTHER_TYPES));
    }
    if object.get("minContains").and_then(Json::as_u64) != Some(0) || at.draft() < Draft::Of2019 {
        out.also(json!({"anyOf": [{"not": {"type": "array"}}, {"not": {"items": others}}]}));
    }
}

fn count_of_contained(at: &mut Translation<'_>, name: &str, value: &Json, object: &Map<String, Json>) {
    let is_implied = name == "minContains" && matches!(value.as_f64(), Some(0.0 | 1.0));
    if !is_implied && object.contains_key("contains") {
        at.record_untranslatable(&format!("`{name}` is not supported; write {}", instead(name).unwrap_or_default()));
    }
}

fn unevaluated_properties(at: &mut Translation<'_>, value: &Json, object: &Map<String, Json>, out: &mut Translated) {
    if value == &json!(true) || object.contains_key("additionalProperties") {
        return;
    }
    if APPLICATORS.iter().any(|name| object.contains_key(*name)) {
        at.record_untranslatable(
            "not supported together with `$ref`, `allOf` and similar keywords; list all properties and write \
             `additionalProperties`",
        );
        return;
    }
    let schema = schema_or_boolean(at, value);
    out.set("additionalProperties", schema);
}

fn unevaluated_items(at: &mut Translation<'_>, value: &Json, object: &Map<String, Json>, out: &mut Translated) {
    let has_list = object.contains_key("prefixItems") || object.get("items").is_some_and(Json::is_array);
    let rest = if at.draft() == Draft::Of2020 { "items" } else { "additionalItems" };
    let has_rest = if has_list { object.contains_key(rest) } else { object.contains_key("items") };
    if value == &json!(true) || has_rest {
        return;
    }
    let is_other = |name: &&str| object.contains_key(*name);
    if APPLICATORS.iter().any(is_other) || (at.draft() == Draft::Of2020 && is_other(&"contains")) {
        at.record_untranslatable(
            "not supported together with `$ref`, `allOf` and similar keywords; list all items and write `items` or \
             `additionalItems`",
        );
        return;
    }
    if has_list {
        let schema = schema_or_boolean(at, value);
        out.set("additionalItems", schema);
    } else {
        let schema = at.schema(value);
        out.set("items", schema);
    }
}
